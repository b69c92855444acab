"""The kernel of one ruleset: plays deals from its tables, and has the engine score each different outcome once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

import tarot_teach.topics.simulate.kernel.layout as layout
import tarot_teach.topics.simulate.kernel.tables as at
from tarot_teach.engine import Engine
from tarot_teach.mechanisms.honours import CountsHonours, HonoursFact
from tarot_teach.messages import _
from tarot_teach.table import Auction, Declaration, Outcome, Phase, Play, Result, State, Taken, Trick
from tarot_teach.topics.simulate.deal_simulator import DealSimulator, ending_of
from tarot_teach.topics.simulate.kernel.layout import Ints
from tarot_teach.topics.simulate.kernel.tables import RulesetTables
from tarot_teach.topics.simulate.tally import DEBTS, EXCUSE, Ending, PlayedBatch

SCORED = (at.CONTRACT, at.TAKER, at.PARTNER, at.SLAM_BY, at.SMALL_BY, at.HANDFULS, at.APART, at.TRICKS, at.BONUS)
"""Places of a result that the rules of the score look at."""
MIXING = np.uint64(0x9E3779B97F4A7C15)
MEMORY = 1 << 16
"""The number of results kept with their endings, and of outcomes with their scores."""
CHUNK = 1 << 16
"""Deals that are played at a time: so few that their results stay near the processor."""


class DealTrace(NamedTuple):
    """One deal in full: each play (seat, playable cards as a mask, index of the card), the winner of each trick, the captured cards
    of each seat after the last trick as masks, and the ending. A void deal has no plays."""

    plays: list[tuple[int, int, int]]
    winners: list[int]
    won: list[int]
    ending: Ending


class Kernel:
    """Plays deals of one ruleset. The functions are compiled, or loaded from the cache, when the first deal is played.

    Raises TooLargeError for tables that have no room in the records.
    """

    def __init__(self, simulator: DealSimulator, tables: RulesetTables) -> None:
        self.simulator: DealSimulator = simulator
        self.engine: Engine = simulator.engine
        self.seats: int = len(simulator.seats)
        self.tables: Any = layout.laid_out(tables)
        self.sides: bool = bool(tables.sides)
        self.tricks: int = tables.hand
        self.surrenders: bool = tables.unpaid == 2
        index = self.engine.index
        voids = [*index.voids, *index.claims, *index.all_pass]
        self._void_rules = [rule.rule for rule in voids]
        self._ending_of = lru_cache(MEMORY)(self.ending)
        self._outcome_of = lru_cache(MEMORY)(self._outcome)
        self._side_score = lru_cache(MEMORY)(self._score_side)

    @property
    def width(self) -> int:
        """The places of a result that this ruleset needs."""
        return at.OF_SEATS if self.sides else at.OF_SEATS + at.EACH * self.seats

    def play(self, seed: int, first: int, count: int) -> PlayedBatch:
        """Play ``count`` deals from number ``first`` on."""
        of, takers, numbers = list[int](), list[int](), dict[bytes, int]()
        for start in range(first, first + count, CHUNK):
            results = self._results(seed, start, min(CHUNK, first + count - start))
            takers += np.maximum(results[:, at.TAKER], 0).tolist()
            results[:, at.TAKER] = np.minimum(results[:, at.TAKER], 0)
            distinct, which = _distinct(results)
            found = [numbers.setdefault(result.tobytes(), len(numbers)) for result in distinct]
            of += np.array(found)[which].tolist()
        return PlayedBatch(of, takers, [self._ending_of(result) for result in numbers])

    def endings(self, results: Ints) -> list[Ending]:
        """The endings of deals from their results, of a game with a taker; the results are changed."""
        takers = results[:, at.TAKER].tolist()
        results[:, at.TAKER] = 0
        return [self._ending_of(row.tobytes()).turned(taker) for row, taker in zip(results, takers, strict=True)]

    def cards(self, seed: int, number: int) -> tuple[list[tuple[int, int]], int]:
        """Seats and indices of the cards in the order of play of one deal with a taker, none of a void deal, and the half-points of the taker's side."""
        result, plays, _captures = self._traced(seed, number)
        if result[at.VOID]:
            return [], 0
        return [(seat, card) for seat, _may, card in plays.tolist()], int(result[at.OF_SIDE])

    def trace(self, seed: int, number: int) -> DealTrace:
        """Play one deal and keep every card."""
        result, plays, captures = self._traced(seed, number)
        taker = int(max(result[at.TAKER], 0))
        result[at.TAKER] = min(result[at.TAKER], 0)
        ending = self.ending(result.tobytes()).turned(taker)
        if ending.void:
            return DealTrace([], [], [], ending)
        return DealTrace(
            [(seat, int.from_bytes(may, "little"), card) for seat, may, card in plays.tolist()],
            captures["winner"].tolist(),
            [int.from_bytes(won, "little") for won in captures["won"][-1][: self.seats].tolist()],
            ending,
        )

    def difference(self, seed: int, number: int) -> str:
        """Play a deal here and by the engine: the first difference in words, or nothing."""
        deal = self.simulator.play(seed, number)
        state = deal.state
        plays = [
            (move.action.seat, deal.engine.legal(move.before).cards, move.action.card.index)
            for move in deal.moves
            if isinstance(move.action, Play)
        ]
        trace = self.trace(seed, number)
        if trace.plays != plays:
            pairs = enumerate(zip(plays, trace.plays, strict=False))
            number = next((i for i, (one, other) in pairs if one != other), len(plays)) + 1
            return _("play {number} of the deal").format(number=number)
        if trace.winners != [taken.winner for taken in state.tricks]:
            return _("the winners of the tricks")
        surrendered = self.surrenders and state.debts  # such a card changes hands after the last trick
        if trace.plays and not surrendered and trace.won != list(state.won):
            return _("the cards captured")
        ending = ending_of(state, deal.events(), self.engine)
        if trace.ending == ending:
            return ""
        return _("the ending, {row} and not {row_2}").format(row=trace.ending.row, row_2=ending.row)

    def _traced(self, seed: int, number: int) -> tuple[Ints, Any, Any]:
        """The result of one deal, with records of its plays and its tricks."""
        plays = layout.records(self.tricks * self.seats, layout.PLAY)
        captures = layout.records(self.tricks, layout.TRICK)
        (result,) = self._results(seed, number, 1, plays, captures)
        return result, plays, captures

    def _results(self, seed: int, first: int, count: int, *traced: Any) -> Ints:
        from tarot_teach.topics.simulate.kernel.batches import play_range  # loads numba

        results: Ints = np.empty((count, self.width), np.int64)
        play_range(self.tables, seed, first, results, *traced)
        return results

    # ------------------------------------------------------------ the score, by the engine

    def ending(self, result: bytes) -> Ending:
        """The ending of a deal whose taker, if there is one, is the first seat, from the bytes of its result."""
        facts = np.frombuffer(result, np.int64).tolist()
        if facts[at.VOID]:
            return Ending.of(Result(void=self._void_rules[facts[at.VOID] - 1]), {})
        scored = tuple(facts[place] if place in SCORED else 0 for place in range(at.FACTS))
        if self.sides:
            ending = self._side_score(self._outcome_of(scored), facts[at.OF_SIDE], facts[at.OF_SIDE + 1])
        else:
            ending = self._score(*self._outcomes_of_seats(facts, self._state(scored)))
        tricks = facts[at.TRICKS] if self.sides else 0
        return ending.played(tricks, EXCUSE[facts[at.EXCUSE]], DEBTS[facts[at.DEBT]], bool(facts[at.LONE_BACK]))

    def _score(self, *outcomes: Outcome) -> Ending:
        """An ending with its score, without facts of the play."""
        result, _events = self.engine.scorer.result(outcomes, self.seats)
        return Ending.of(result, self.engine.index.observers)

    def _score_side(self, observed: Outcome, halves: int, honours: int) -> Ending:
        """The ending for a taker's side that won so many half-points and honours."""
        counts = self.engine.index.under(observed.contract).first(CountsHonours)
        fact = HonoursFact(honours) if counts is not None and counts.applies else None
        return self._score(replace(observed if counts is None else observed.observed(counts.rule, fact), halves=halves))

    def _outcomes_of_seats(self, facts: list[int], state: State) -> Iterator[Outcome]:
        """The outcome of each seat, where each plays alone."""
        for seat in range(self.seats):
            halves, _honours, cards, low, high = facts[at.OF_SEATS + at.EACH * seat :][: at.EACH]
            outcome = Outcome(seat=seat, halves=halves, pile=low % 2**64 | high << 64, cards=cards)
            yield self.engine.scorer.observe(state, outcome)

    def _outcome(self, facts: tuple[int, ...]) -> Outcome:
        """The outcome of the taker's side without its cards, as the rules of the score observe it."""
        state = self._state(facts)
        taker, partner = state.auction.taker, state.auction.partner
        contract = self.engine.index.ranking[facts[at.CONTRACT]]
        return self.engine.scorer.observe(
            state, Outcome(contract=contract, taker=taker, partner=partner, alone=partner is None)
        )

    def _state(self, facts: tuple[int, ...]) -> State:
        """A state after the last trick in which each side has won its number of tricks, and the right side the bonus for the last.
        Its tricks hold cards of no meaning."""
        deck, seats = self.engine.ruleset.deck, self.seats
        taker, partner = facts[at.TAKER], facts[at.PARTNER]
        defender = next(seat for seat in range(seats) if seat not in (taker, partner))
        winners = [taker] * facts[at.TRICKS] + [defender] * (self.tricks - facts[at.TRICKS])
        petit = deck.marks.get("petit", 0)
        card = next(card for card in deck.cards if bool(card.bit & petit) is bool(facts[at.BONUS]))
        if facts[at.BONUS]:
            winner = (taker, defender)[facts[at.BONUS] - 1]
            winners.remove(winner)
            winners.append(winner)
        trick = Trick(0, (card,) * seats, mask=card.bit)
        return State(
            ruleset=self.engine.ruleset.name,
            deck=deck,
            seats=self.engine.seats(seats),
            dealer=seats - 1,
            phase=Phase.OVER,
            turn=None,
            hands=(0,) * seats,
            unseen=(0,) * seats,
            auction=Auction(taker=None if taker < 0 else taker, partner=None if partner < 0 else partner),
            declared=tuple(self._declared(facts)),
            tricks=tuple(Taken(trick, winner, "") for winner in winners),
        )

    def _declared(self, facts: tuple[int, ...]) -> Iterator[Declaration]:
        """The announcements of a deal, by offer."""
        for number, offer in enumerate(self.engine.index.offers, 1):
            made = {
                "announced_slam": [(facts[at.SLAM_BY], 1)],
                "announced_small_slam": [(facts[at.SMALL_BY], 1)],
                "handful": _unpacked(facts[at.HANDFULS]),
                "lacking": [(seat, 1) for seat, lacking in _unpacked(facts[at.APART]) if lacking == number],
            }
            for seat, level in made[offer.name]:
                if seat >= 0:
                    yield Declaration(seat, offer.rule, [*offer.levels][level - 1])


def _unpacked(packed: int) -> list[tuple[int, int]]:
    """Announcements from six bits each: pairs of a seat and a number, in the order in which they were made."""
    pairs = []
    while packed:
        pairs.append((packed >> 3 & 7, packed & 7))
        packed >>= 6
    return pairs[::-1]


def _distinct(results: Ints) -> tuple[Ints, Ints]:
    """The different results, and for each result its number among them.

    Results are compared by a sum that mixes their places; if two different ones should have the same sum, by all places.
    """
    mixed = results.astype(np.uint64) @ np.power(MIXING, np.arange(results.shape[1], dtype=np.uint64))
    _sums, first, of = np.unique(mixed, return_index=True, return_inverse=True)
    if (results[first][of] == results).all():
        return results[first], of
    kinds, of = np.unique(results, axis=0, return_inverse=True)
    return kinds, of.ravel()
