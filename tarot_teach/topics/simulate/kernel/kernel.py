"""The kernel: plays batches of deals with compiled functions, and has the engine score each different outcome once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np

from tarot_teach.engine import Engine
from tarot_teach.language import _
from tarot_teach.table import Auction, Declaration, Outcome, Phase, Play, Result, State, Taken, Trick
from tarot_teach.topics.simulate.deal_simulator import DealSimulator, ending_of
from tarot_teach.topics.simulate.kernel.jit import compiling_elsewhere, inner, outer
from tarot_teach.topics.simulate.kernel.layout import (
    APART,
    BONUS,
    CALLED,
    CONTRACT,
    DEBT,
    EACH,
    FACTS,
    HANDFULS,
    LONE_BACK,
    OF_SEATS,
    OF_SIDE,
    PARTNER,
    PARTNER_KNOWN,
    RESULT,
    SLAM_BY,
    SMALL_BY,
    TAKER,
    TRICKS,
    VOID,
    DealTable,
    Ints,
    blank_tables,
    new_deal_tables,
)
from tarot_teach.topics.simulate.kernel.layout import EXCUSE as EXCUSE_FACT
from tarot_teach.topics.simulate.kernel.opening import deal, open_deal
from tarot_teach.topics.simulate.kernel.tables import RulesetTables
from tarot_teach.topics.simulate.kernel.trick_play import play_tricks, settle_unpaid
from tarot_teach.topics.simulate.players.pack import lowest, ones
from tarot_teach.topics.simulate.tally import DEBTS, EXCUSE, Ending, PlayedBatch

AT_ONCE = 128
"""How many deals are opened before they are played: so few that their tables stay near the processor, so many that the calls
from Python hardly count."""


def play_deals(rules: Any, seed: int, first: int, results: Ints, plays: Ints, gathered: Ints) -> None:
    """Play as many deals as there are rows in ``results``, from number ``first`` on, and fill the rows in. ``rules`` are the
    tables, in an array of one.

    ``plays`` and ``gathered`` are empty, or large enough for one deal (see :func:`.tricks.play_tricks`).
    """
    tables = new_deal_tables(min(AT_ONCE, len(results)))
    with compiling_elsewhere(_play, f"from {__name__} import compile_play; compile_play()"):
        _open(rules, tables[:0], seed, first)
        _close(rules, tables[:0], results)
    for at in range(0, len(results), AT_ONCE):
        part = results[at : at + AT_ONCE]
        _open(rules, tables[: len(part)], seed, first + at)
        _play(rules, tables[: len(part)], plays, gathered)
        _close(rules, tables[: len(part)], part)


def compile_play() -> None:
    """Have the tricks compiled, without playing any."""
    nothing = np.zeros((0, RESULT), np.int64)
    _play(blank_tables(), new_deal_tables(0), nothing, nothing)


@outer
def _open(given: Sequence[RulesetTables], tables: Sequence[DealTable], seed: int, first: int) -> None:
    """Deal the cards at each table, and have everything done that comes before the first lead."""
    rules = given[0]
    for i in range(len(tables)):
        deal(rules, tables[i], seed, first + i)
        open_deal(rules, tables[i])


@outer
def _play(given: Sequence[RulesetTables], tables: Sequence[DealTable], plays: Ints, gathered: Ints) -> None:
    """Play the tricks at each table."""
    rules = given[0]
    for i in range(len(tables)):
        if not tables[i].facts[VOID]:
            play_tricks(rules, tables[i], plays, gathered)


@outer
def _close(given: Sequence[RulesetTables], tables: Sequence[DealTable], results: Ints) -> None:
    """Settle at each table what is still owed, and write down how the deal came out."""
    rules = given[0]
    for i in range(len(tables)):
        if not tables[i].facts[VOID]:
            settle_unpaid(rules, tables[i])
        _note(rules, tables[i], results[i])


@inner
def _note(rules: RulesetTables, table: DealTable, result: Ints) -> None:
    """Write down how a deal came out."""
    facts = table.facts
    for i in range(FACTS):
        result[i] = facts[i]
    for i in range(FACTS, len(result)):
        result[i] = 0
    if facts[VOID]:
        return
    if rules.sides:
        low = table.kept_low[0]
        high = table.kept_high[0]
        halves = _halves(rules, low, high)
        for seat in range(rules.players):
            if table.side[seat] == 0:
                low |= table.won_low[seat]
                high |= table.won_high[seat]
                halves += table.halves[seat]
        result[OF_SIDE] = halves
        result[OF_SIDE + 1] = ones(low & rules.honour_low) + ones(high & rules.honour_high)
        return
    for seat in range(rules.players):
        at = OF_SEATS + EACH * seat
        low = table.won_low[seat]
        high = table.won_high[seat]
        result[at] = table.halves[seat]
        result[at + 1] = ones(low & rules.honour_low) + ones(high & rules.honour_high)
        result[at + 2] = ones(low) + ones(high)
        result[at + 3] = low & rules.counted_low
        result[at + 4] = high & rules.counted_high


@inner
def _halves(rules: RulesetTables, low: int, high: int) -> int:
    total = 0
    while low:
        total += rules.pack.halves[lowest(low)]
        low &= low - 1
    while high:
        total += rules.pack.halves[rules.pack.plain + lowest(high)]
        high &= high - 1
    return total


TAKERS_BONUS = 1
NOTED = (CONTRACT, TAKER, PARTNER, SLAM_BY, SMALL_BY, HANDFULS, APART, TRICKS, BONUS)
"""The places of a result from which the rules of the score are told what they look at."""
_noted = itemgetter(*NOTED)
MIXING = np.uint64(0x9E3779B97F4A7C15)
MEMORY = 1 << 16
"""How many results are remembered with their endings, and outcomes with their scores."""
PART = 1 << 16
"""How many deals are played at a time: so few that their results stay near the processor."""
NOTHING: Ints = np.zeros((0, 4), np.int64)


class Kernel:
    """Plays deals of one ruleset from its tables."""

    def __init__(self, engine: Engine, tables: Any, seats: int) -> None:
        self.engine, self.tables, self.seats = engine, tables, seats
        (record,) = tables
        self.sides, self.tricks, self.plain = bool(record["sides"]), int(record["hand"]), int(record["pack"]["plain"])
        index = engine.index
        self._void_rules = [rule.rule for rule in (*index.voids, *index.claims)]
        if index.all_pass:
            self._void_rules.append(index.all_pass.rule)
        self._known = lru_cache(MEMORY)(self.ending)
        self._observed = lru_cache(MEMORY)(self._look)
        self._scored = lru_cache(MEMORY)(self._score_side)

    @property
    def width(self) -> int:
        """The places of a result that this ruleset needs."""
        return OF_SEATS if self.sides else OF_SEATS + EACH * self.seats

    def play(self, seed: int, first: int, count: int) -> PlayedBatch:
        """Deals in a row."""
        of, takers, numbers = list[int](), list[int](), dict[bytes, int]()
        for at in range(first, first + count, PART):
            results: Ints = np.empty((min(PART, first + count - at), self.width), np.int64)
            play_deals(self.tables, seed, at, results, NOTHING, NOTHING)
            takers += _from_taker(results, self.seats).tolist()
            one_of_each, which = _alike(results)
            found = [numbers.setdefault(result.tobytes(), len(numbers)) for result in one_of_each]
            of += np.array(found)[which].tolist()
        return PlayedBatch(of, takers, [self._known(result) for result in numbers])

    def ending(self, result: bytes) -> Ending:
        """How a deal ended whose result has these bytes."""
        found = np.frombuffer(result, np.int64).tolist()
        if found[VOID]:
            return Ending.of(Result(void=self._void_rules[found[VOID] - 1]))
        excuse, debt, lone_kept = EXCUSE[found[EXCUSE_FACT]], DEBTS[found[DEBT]], bool(found[LONE_BACK])
        if not self.sides:
            return self._score(*self._of_seats(found)).played(0, excuse, debt, lone_kept)
        observed = self._observed(_noted(found))
        scored = self._scored(observed, found[OF_SIDE], found[OF_SIDE + 1])
        return scored.played(found[TRICKS], excuse, debt, lone_kept)

    def _score(self, *outcomes: Outcome) -> Ending:
        """An ending with its score and nothing of the play."""
        result, _told = self.engine.scorer.result(outcomes, self.seats)
        return Ending.of(result)

    def _score_side(self, observed: Outcome, halves: int, honours: int) -> Ending:
        """The same of the taker's side, once its cards are counted."""
        return self._score(replace(observed, halves=halves, honours=honours))

    def _of_seats(self, found: list[int]) -> Iterator[Outcome]:
        """The outcome of each seat, where each plays for himself."""
        state = self._state(_noted(found))
        for seat in range(self.seats):
            halves, honours, cards, low, high = found[OF_SEATS + EACH * seat :][:EACH]
            outcome = Outcome(seat=seat, halves=halves, honours=honours, pile=low | high << self.plain, cards=cards)
            yield self._observe(state, outcome)

    def _look(self, noted: tuple[int, ...]) -> Outcome:
        """What the rules of the score read off a deal, apart from the taker's side's cards."""
        state = self._state(noted)
        taker, partner = state.auction.taker, state.auction.partner
        contract = self.engine.index.ranking[noted[NOTED.index(CONTRACT)]]
        return self._observe(state, Outcome(contract=contract, taker=taker, partner=partner, alone=partner is None))

    def _observe(self, state: State, outcome: Outcome) -> Outcome:
        rules: list[Any] = [*self.engine.scorer.scores, *self.engine.scorer.pays_apart]
        for rule in rules:
            outcome = rule.observe(state, outcome)
        return outcome

    def _state(self, facts: tuple[int, ...]) -> State:
        """A state after the last trick, in which the sides have won as many tricks as they have, one of them the bonus for the
        last if it was made; by what cards is left open."""
        noted = dict(zip(NOTED, facts, strict=True))
        deck, seats = self.engine.ruleset.deck, self.seats
        taker, partner, bonus = noted[TAKER], noted[PARTNER], noted[BONUS]
        auction = Auction(taker=None if taker < 0 else taker, partner=None if partner < 0 else partner)
        defender = next(seat for seat in range(seats) if seat not in (taker, partner))
        winners = [taker] * noted[TRICKS] + [defender] * (self.tricks - noted[TRICKS])
        if bonus:
            winner = taker if bonus == TAKERS_BONUS else defender
            winners.remove(winner)
            winners.append(winner)
        petit = next(card for card in deck.cards if card.bit & deck.marks["petit"]) if bonus else None
        card = petit or next(card for card in deck.cards if not card.bit & deck.marks.get("petit", 0))
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
            auction=auction,
            declared=tuple(self._declared(noted)),
            tricks=tuple(Taken(trick, winner, "") for winner in winners),
        )

    def _declared(self, noted: Mapping[int, int]) -> Iterator[Declaration]:
        for offer in self.engine.index.offers:
            levels = offer.levels
            if offer.name == "announced_slam" and noted[SLAM_BY] >= 0:
                yield Declaration(noted[SLAM_BY], offer.rule, levels[0])
            elif offer.name == "announced_small_slam" and noted[SMALL_BY] >= 0:
                yield Declaration(noted[SMALL_BY], offer.rule, levels[0])
            elif offer.name == "handful":
                for seat, level in _unpacked(noted[HANDFULS]):
                    yield Declaration(seat, offer.rule, levels[level - 1])
            elif offer.name == "lacking":
                for seat, number in _unpacked(noted[APART]):
                    if self.engine.index.offers[number - 1] is offer:
                        yield Declaration(seat, offer.rule, levels[0])


def _unpacked(packed: int) -> list[tuple[int, int]]:
    """Seats with a number each, in the order in which they were noted."""
    told = []
    while packed:
        told.append((packed >> 3 & 7, packed & 7))
        packed >>= 6
    return told[::-1]


def _from_taker(results: Ints, seats: int) -> Ints:
    """Have each result tell seats from its taker's on, and nothing of who knew what; returns the takers' seats, 0 without one."""
    takers: Ints = np.maximum(results[:, TAKER], 0)
    for place in (TAKER, PARTNER, SLAM_BY, SMALL_BY):
        told = results[:, place]
        results[:, place] = np.where(told < 0, told, (told - takers) % seats)
    for place in (HANDFULS, APART):
        some = results[:, place] > 0
        for shift in range(0, 60, 6):
            told = results[some, place]
            seat = (told >> shift + 3 & 7) - takers[some]
            there = told >> shift & 7 > 0
            results[some, place] = np.where(there, told & ~(7 << shift + 3) | seat % seats << shift + 3, told)
    results[:, [CALLED, PARTNER_KNOWN]] = 0
    return takers


def _alike(results: Ints) -> tuple[Ints, Ints]:
    """One of each kind of results that are alike, and for every result the number of its kind.

    Results are told apart by a sum that mixes their places; in the unheard-of case that two different ones have the same sum,
    by themselves.
    """
    mixed = results.astype(np.uint64) @ np.power(MIXING, np.arange(results.shape[1], dtype=np.uint64))
    _sums, first, of = np.unique(mixed, return_index=True, return_inverse=True)
    if (results[first][of] == results).all():
        return results[first], of
    kinds, of = np.unique(results, axis=0, return_inverse=True)
    return kinds, of.ravel()


class DealTrace(NamedTuple):
    """One deal in full: each play (seat, playable cards as a mask, number of the card), the winner of each trick, what each seat
    has captured after the last, as masks, and the ending. A void deal has no plays."""

    plays: list[tuple[int, int, int]]
    winners: list[int]
    won: list[int]
    ending: Ending


def trace_deal(kernel: Kernel, seed: int, number: int) -> DealTrace:
    """A deal as the kernel plays it, card by card."""
    result: Ints = np.zeros((1, kernel.width), np.int64)
    plays: Ints = np.zeros((kernel.tricks * kernel.seats, 4), np.int64)
    gathered: Ints = np.zeros((kernel.tricks, 1 + 2 * kernel.seats), np.int64)
    play_deals(kernel.tables, seed, number, result, plays, gathered)
    (taker,) = _from_taker(result, kernel.seats)
    ending = kernel.ending(result.tobytes()).turned(int(taker))
    if ending.void:
        return DealTrace([], [], [], ending)
    last = gathered[-1].tolist()
    return DealTrace(
        [(seat, low | high << kernel.plain, card) for seat, low, high, card in plays.tolist()],
        [row[0] for row in gathered.tolist()],
        [last[1 + 2 * seat] | last[2 + 2 * seat] << kernel.plain for seat in range(kernel.seats)],
        ending,
    )


def difference(simulator: DealSimulator, kernel: Kernel, seed: int, number: int) -> str:
    """The first difference in the play of a deal, in words; empty where the kernel plays as the engine does."""
    deal = simulator.play(seed, number)
    state = deal.state
    plays = [
        (move.action.seat, deal.engine.legal(move.before).cards, move.action.card.index)
        for move in deal.moves
        if isinstance(move.action, Play)
    ]
    seen = trace_deal(kernel, seed, number)
    if seen.plays != plays:
        at = next((i for i, pair in enumerate(zip(plays, seen.plays, strict=False)) if pair[0] != pair[1]), len(plays))
        return _("play {number} of the deal").format(number=at + 1)
    if seen.winners != [taken.winner for taken in state.tricks]:
        return _("the winners of the tricks")
    surrendered = kernel.tables[0]["unpaid"] == 2 and state.debts  # changes hands after the last trick
    if seen.plays and not surrendered and seen.won != list(state.won):
        return _("the cards captured")
    ending = ending_of(state, deal.events())
    if seen.ending != ending:
        return _("the ending, {row} and not {row_2}").format(row=seen.ending.row, row_2=ending.row)
    return ""
