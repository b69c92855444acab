"""Saved states read again, and refused with a reason where they cannot be played on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.errors import RecordError
from tarot_teach.table import PASS, Phase, State
from tarot_teach.table.serial import state_from_data


def restored(index: RuleIndex, data: Mapping[str, Any]) -> State:
    """The state that ``state_as_data`` wrote, without the result of a deal that is over. Raises RecordError for data that is
    not a state of the ruleset."""
    try:
        state = state_from_data(data, index.ruleset.deck)
        fault = next(_faults(index, state), None)
        if fault:
            raise ValueError(fault)
    except (KeyError, IndexError, ValueError, TypeError, AttributeError) as error:
        reason = f"{error} is missing" if isinstance(error, KeyError) else error
        hint = "give what `state_as_data` wrote, for the same ruleset"
        raise RecordError.of("state.unreadable", f"this is not a saved state: {reason}", hint=hint) from None
    return state


def _faults(index: RuleIndex, state: State) -> Iterator[str]:
    yield from _misplaced(state)
    yield from _foreign(index, state)


def _foreign(index: RuleIndex, state: State) -> Iterator[str]:
    """Names in a state that the ruleset does not know, and steps that have nothing to decide."""
    name = index.ruleset.name
    if state.players not in index.ruleset.players:
        yield f"{name} is not for {state.players} players"
    contracts = {state.auction.contract, *(bid for _seat, bid in state.auction.calls if bid != PASS)} - {None}
    for contract in contracts - {*index.ranking}:
        yield f"{name} has no contract {contract!r}"
    announced = {done.rule for done in state.declared} - {offer.rule for offer in index.offers}
    owed = {debt.rule for debt in state.debts} - {mover.rule for mover in index.moves}
    for rule in announced | owed:
        yield f"{name} has no rule {rule!r} by which something is announced or owed"
    asked = {Phase.CUT: index.cuts, Phase.BID: index.auction, Phase.CALL: index.calls}
    if not asked.get(state.phase, index):
        yield f"{name} has no rule for the step {state.phase}"
    if state.phase is Phase.PAY and not state.debts:
        yield "nothing is owed at the step pay"
    if state.phase in (Phase.DISCARD, Phase.CALL) and state.turn != state.auction.taker:
        yield f"it is not the taker's turn at the step {state.phase}"
    played = state.phase is Phase.OVER and state.result is None
    if played and index.auction and None in (state.auction.taker, state.auction.contract):
        yield "the deal is over, neither void nor a contract played by a taker"


def _misplaced(state: State) -> Iterator[str]:
    """Reasons why a state cannot be played on: seats that are not at the table, entries missing by seat, cards in two places."""
    players, auction = state.players, state.auction
    for name, entries in (("hands", state.hands), ("unseen", state.unseen), ("won", state.won)):
        if len(entries) not in ((0, players) if name == "hands" or not state.hands else (players,)):
            yield f"`{name}` has {len(entries)} entries for {players} seats"
    if not state.hands and state.phase not in (Phase.CUT, Phase.DEAL):
        yield f"nobody has a hand at the step {state.phase}"
    if state.holdings is not None and len(state.holdings) != players:
        yield f"`holdings` has {len(state.holdings)} entries for {players} seats"
    seats: dict[str, tuple[int | None, ...]] = {
        "dealer": (state.dealer,),
        "turn": (state.turn,),
        "calls": tuple(seat for seat, _bid in auction.calls),
        "taker": (auction.taker,),
        "partner": (auction.partner,),
        "declared": tuple(done.seat for done in state.declared),
        "trick": (state.trick.leader,),
        "tricks": tuple(seat for taken in state.tricks for seat in (taken.trick.leader, taken.winner)),
        "debts": tuple(seat for debt in state.debts for seat in (debt.owner, debt.creditor)),
        "missed_winners": state.missed_winners or (),
    }
    for name, numbers in seats.items():
        wrong = next((seat for seat in numbers if seat is not None and not 0 <= seat < players), None)
        if wrong is not None:
            yield f"`{name}` names the seat {wrong}; the {players} seats are 0 to {players - 1}"
    if (state.turn is None) != (state.phase is Phase.OVER):
        yield f"`turn` is {state.turn} at the step {state.phase}"
    if len(state.trick.cards) >= players:
        yield f"`trick` has {len(state.trick.cards)} cards; the last of {players} completes it"
    if any(len(taken.trick.cards) != players for taken in state.tricks):
        yield f"`tricks` has a trick that is not of {players} cards"
    negative = next((n for n in (*state.unseen, state.missed, state.pack_unseen) if n < 0), 0)
    if negative:
        yield f"there cannot be {negative} cards or tricks"
    seen = 0
    for mask in (*state.hands, *state.won, *state.kept, state.trick.mask):
        if mask & seen:
            yield f"the card {next(iter(state.deck.set(mask & seen)))} is in two places"
        seen |= mask
