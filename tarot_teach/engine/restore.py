"""Saved states read again, and refused with a reason where they cannot be played on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from tarot_teach.engine.phases import stages_of
from tarot_teach.engine.phases.questions import QuestionsStage
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.errors import RecordError
from tarot_teach.mechanisms.asking import Asks, ChangesHand
from tarot_teach.mechanisms.match_memory import PaysInPlay
from tarot_teach.messages import _
from tarot_teach.table import PASS, Memory, Phase, State
from tarot_teach.table.serial import state_from_data


def restored(index: RuleIndex, data: Mapping[str, Any]) -> State:
    """The state that ``state_as_data`` wrote, without the result of a deal that is over. Raises RecordError for data that is
    not a state of the ruleset."""
    try:
        in_force = index.under(data.get("contract"), str(data.get("trumps", "")))
        state = state_from_data(data, index.ruleset.deck, in_force.with_card)
        state = state._replace(parties=index.parties(state.players))
        for fault in chain(_misplaced(state), _foreign(index.under(state.auction.contract), state)):
            raise ValueError(fault)
    except (KeyError, IndexError, ValueError, TypeError, AttributeError) as error:
        reason = _("{error} is missing").format(error=error) if isinstance(error, KeyError) else error
        message = _("this is not a saved state: {reason}").format(reason=reason)
        hint = _("give what `state_as_data` wrote, for the same ruleset")
        raise RecordError.of("state.unreadable", message, hint=hint) from None
    return state


def _foreign(index: RuleIndex, state: State) -> Iterator[str]:
    """Names in a state that the ruleset does not know, and steps that have nothing to decide."""
    name = index.ruleset.name
    if state.players not in index.ruleset.players:
        yield _("{name} is not for {players} players").format(name=name, players=state.players)
    contracts = {state.auction.contract, *(bid for _seat, bid in state.auction.calls if bid != PASS)} - {None}
    for contract in contracts - {*index.contracts}:
        yield _("{name} has no contract {contract!r}").format(name=name, contract=contract)
    announcing = (*index.offers, *(rule for rule in index.discard if rule.announces))
    announced = {done.rule for done in state.declared} - {rule.rule for rule in announcing}
    owed = {debt.rule for debt in state.debts} - {mover.rule for mover in index.moves}
    for rule in announced | owed:
        yield _("{name} has no rule {rule!r} by which something is announced or owed").format(name=name, rule=rule)
    stage = stages_of(index).get(state.phase)
    if stage and not stage.asked(index):
        yield _("{name} has no rule for the step {phase}").format(name=name, phase=state.phase)
    if (state.phase is Phase.PLAY and not index.play.in_tricks) > state.lies_open:
        yield _("`table` is missing at the step play")
    if state.lies_open and index.play.in_tricks:
        yield _("{name} has no rule by which cards lie open").format(name=name)
    if state.heaps and not index.heap_sizes(state.players):
        yield _("{name} has no rule by which heaps lie before the players").format(name=name)
    if state.phase is Phase.PAY and not state.debts:
        yield _("nothing is owed at the step pay")
    lays_face_up = any(rule.lays_face_up for rule in index.all(ChangesHand))
    if state.face_up and not (index.deals.face_up or lays_face_up):
        yield _("in {name} no card is dealt face up").format(name=name)
    if state.trumps and not index.brings_trumps:
        yield _("{name} has no rule by which {suit} could become trumps").format(name=name, suit=state.trumps)
    asking = [rule.rule for rule in index.all(Asks)]
    for rule in {rule for rule, _seat in state.asked} | {done.rule for done in state.chosen}:
        if rule not in asking:
            yield _("{name} has no rule {rule!r} that asks anybody").format(name=name, rule=rule)
    for rule in {*state.memory} - {each.rule for each in index.whole.remembers}:
        yield _("{name} has no rule {rule!r} that keeps anything from deal to deal").format(name=name, rule=rule)
    for rule in {each.rule for each in state.paid} - {each.rule for each in index.whole.all(PaysInPlay)}:
        yield _("{name} has no rule {rule!r} by which somebody pays in the course of a deal").format(
            name=name, rule=rule
        )
    asks = isinstance(stage, QuestionsStage) or (not index.play.in_tricks and bool(state.trick.cards))
    if asks != bool(state.asked) or (state.asked and state.asked[0][1] != state.turn):
        yield _("`asked` does not tell who is asked at the step {phase}").format(phase=state.phase)
    if state.phase in (Phase.DISCARD, Phase.CALL) and state.turn != state.auction.taker:
        yield _("it is not the taker's turn at the step {phase}").format(phase=state.phase)
    played = state.phase is Phase.OVER and state.result is None
    named = state.auction.contract
    untaken = any(not rule.has_taker and rule.contract == named for rule in index.all_pass)
    if played and index.auction and (named is None or (state.auction.taker is None and not untaken)):
        yield _("the deal is over, neither void nor a contract played by a taker")


def _misplaced(state: State) -> Iterator[str]:
    """Reasons why a state cannot be played on: seats that are not at the table, entries missing by seat, cards in two places."""
    players, auction = state.players, state.auction
    for name, entries in (("hands", state.hands), ("unseen", state.unseen), ("won", state.won)):
        if len(entries) not in ((0, players) if name == "hands" or not state.hands else (players,)):
            yield _("`{name}` has {number} entries for {players} seats").format(
                name=name, number=len(entries), players=players
            )
    if not state.hands and state.phase not in (Phase.CUT, Phase.DEAL):
        yield _("nobody has a hand at the step {phase}").format(phase=state.phase)
    if state.chips is not None and len(state.chips) != players:
        yield _("`holdings` has {number} entries for {players} seats").format(number=len(state.chips), players=players)
    seats: dict[str, tuple[int | None, ...]] = {
        "dealer": (state.dealer,),
        "turn": (state.turn,),
        "calls": tuple(seat for seat, _bid in auction.calls),
        "taker": (auction.taker,),
        "partner": (auction.partner,),
        "declared": tuple(done.seat for done in state.declared),
        "trick": (state.trick.leader, *state.trick.seats),
        "tricks": tuple(
            seat for taken in state.tricks for seat in (*taken.trick[:1], *taken.trick.seats, taken.winner)
        ),
        "debts": tuple(seat for debt in state.debts for seat in (debt.owner, debt.creditor)),
        "missed_winners": state.unrecorded_winners or (),
        "table": (state.table.last,),
        "asked": tuple(seat for _rule, seat in state.asked),
        "chosen": tuple(done.seat for done in state.chosen),
    }
    kept = [memory for memory in state.memory.values() if isinstance(memory, Memory)]
    if any(len(memory.seats) not in (0, players) for memory in kept):
        yield _("`memory` does not have an entry for each of {players} seats").format(players=players)
    if any(len(each.amounts) != players for each in state.paid):
        yield _("`paid` does not have an amount for each of {players} seats").format(players=players)
    if state.aside and len(state.aside) != players:
        yield _("`aside` has {number} entries for {players} seats").format(number=len(state.aside), players=players)
    tops = state.table.tops
    if tops and (
        len(tops) != players or any(top and not top.bit & won for top, won in zip(tops, state.won, strict=False))
    ):
        yield _("`table` does not have the top card of the pile of each of {players} seats").format(players=players)
    for name, numbers in seats.items():
        wrong = next((seat for seat in numbers if seat is not None and not 0 <= seat < players), None)
        if wrong is not None:
            yield _("`{name}` names the seat {wrong}; the {players} seats are 0 to {number}").format(
                name=name, wrong=wrong, players=players, number=players - 1
            )
    if (state.turn is None) != (state.phase is Phase.OVER):
        yield _("`turn` is {turn} at the step {phase}").format(turn=state.turn, phase=state.phase)
    if len(state.trick.cards) >= players:
        yield _("`trick` has {number} cards; the last of {players} completes it").format(
            number=len(state.trick.cards), players=players
        )
    for laid in (state.trick, *(taken.trick for taken in state.tricks)):
        if laid.seats and len(laid.seats) != len(laid.cards):
            yield _("a trick of {number} cards has {seats} seats").format(number=len(laid.cards), seats=len(laid.seats))
    if any(len(taken.trick.cards) != players for taken in state.tricks if not taken.trick.seats):
        yield _("`tricks` has a trick that is not of {players} cards").format(players=players)
    negative = next(
        (n for n in (*state.unseen, state.unrecorded_tricks, state.pack_unseen, state.table.rounds) if n < 0), 0
    )
    if negative:
        yield _("there cannot be {negative} cards or tricks").format(negative=negative)
    if len(state.heaps) not in (0, players):
        yield _("`{name}` has {number} entries for {players} seats").format(
            name="heaps", number=len(state.heaps), players=players
        )
    elif any(
        heap.top and not heap.top.bit & hand
        for heaps, hand in zip(state.heaps, state.hands, strict=False)
        for heap in heaps
    ):
        yield _("`heaps` has an open card that is not among the hand of its seat")
    seen = 0
    lying = [card.bit for heaps in state.heaps for heap in heaps for card in heap.below if card]
    places = (*state.hands, *lying, *state.piles, *state.side_piles, state.dead, state.trick.mask, state.table.cards)
    for mask in places:
        if mask & seen:
            yield _("the card {next} is in two places").format(next=next(iter(state.deck.set(mask & seen))))
        seen |= mask
