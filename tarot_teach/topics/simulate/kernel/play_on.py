"""Positions of deals in play, played on to the end by simple players: each as a table of a deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

import tarot_teach.topics.simulate.kernel.layout as layout
import tarot_teach.topics.simulate.kernel.tables as at
from tarot_teach.cards import Card
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.mechanisms.situation import takers_side
from tarot_teach.table import State
from tarot_teach.topics.simulate.kernel.kernel import Kernel
from tarot_teach.topics.simulate.tally import Ending

Start = tuple[State, Card | None]
"""A state in play with all cards known, and the card that the seat to act plays; None for one of its own choice."""


class PlayOn:
    """Plays positions of one ruleset on with the tables of a kernel whose players are all simple."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel

    def fits(self, state: State) -> bool:
        """True if the tables hold a state."""
        lone = any(self.kernel.tables[0]["lone"].tobytes())  # of it the hands at the first lead would matter
        return not (lone or state.unrecorded_tricks) and state.auction.taker is not None

    def endings(self, starts: Sequence[Start]) -> list[Ending]:
        """The endings of positions, in their order."""
        from tarot_teach.topics.simulate.kernel.batches import play_tables  # loads numba

        tables = layout.records(len(starts), layout.TABLE)
        filled = layout.records(1, layout.TABLE)
        before: State | None = None
        for number, (state, card) in enumerate(starts):
            if state is not before:
                before, filled = state, layout.records(1, layout.TABLE)
                _fill(filled[0], self.kernel.engine.rules(state), state)
            tables[number] = filled[0]
            if card is not None:
                _lay(tables[number], state, card)
        results = np.empty((len(starts), self.kernel.width), np.int64)
        play_tables(self.kernel.tables, tables, results)
        return self.kernel.endings(results)


def _lay(row: Any, state: State, card: Card) -> None:
    """Let the seat to act play a card."""
    assert state.turn is not None
    row["trick"][len(state.trick.cards)] = card.index
    row["lying"] += 1
    row["hands"][state.turn] = _bytes(state.hands[state.turn] & ~card.bit)


def _fill(row: Any, index: RuleIndex, state: State) -> None:
    """Write a state into the table of a deal."""
    auction, facts, side = state.auction, row["facts"], takers_side(state)
    gone = 0
    for taken in state.tricks:
        gone |= taken.trick.mask
        row["wins"][0 if taken.winner in side else 1] += 1
    for seat in range(state.players):
        row["hands"][seat], row["won"][seat] = _bytes(state.hands[seat]), _bytes(state.won[seat])
        row["halves"][seat] = state.deck.halves_of(state.won[seat])
        row["side"][seat] = 0 if seat in side else 1
    for number, pile in enumerate(state.side_piles):
        row["kept"][number] = _bytes(pile)
    row["laid"] = _bytes(state.discard)
    row["gone"], row["first"], row["leader"] = _bytes(gone), len(state.tricks), state.trick.leader
    row["lying"] = len(state.trick.cards)
    for place, card in enumerate(state.trick.cards):
        row["trick"][place] = card.index
    moves = [rule.rule for rule in index.moves]
    for number, debt in enumerate(state.debts):
        row["debts"][number] = (debt.owner, debt.creditor, moves.index(debt.rule), debt.trick - 1)
    row["owing"] = len(state.debts)
    for place in (at.PARTNER, at.CALLED, at.SLAM_BY, at.SMALL_BY):
        facts[place] = -1
    facts[at.TAKER] = auction.taker
    facts[at.CONTRACT] = index.whole.ranking.index(auction.contract or "")
    if auction.partner is not None:
        facts[at.PARTNER] = auction.partner
    if auction.called is not None:
        facts[at.CALLED], facts[at.PARTNER_KNOWN] = auction.called.index, int(auction.known)
    _announce(row, index, state)


def _announce(row: Any, index: RuleIndex, state: State) -> None:
    """Write the announcements of a state into the table of a deal."""
    facts, taker = row["facts"], state.auction.taker or 0
    for done in state.declared:
        number = next(i for i, offer in enumerate(index.offers) if offer.rule == done.rule)
        offer, seat = index.offers[number], (done.seat - taker) % state.players
        row["made"][number] |= 1 << done.seat
        if offer.name == "announced_slam":
            facts[at.SLAM_BY] = done.seat
        elif offer.name == "announced_small_slam":
            facts[at.SMALL_BY] = done.seat
        elif offer.name == "handful":
            facts[at.HANDFULS] = facts[at.HANDFULS] << 6 | seat << 3 | [*offer.levels].index(done.level) + 1
        else:
            facts[at.APART] = facts[at.APART] << 6 | seat << 3 | number + 1


def _bytes(mask: int) -> bytes:
    return mask.to_bytes(16, "little")
