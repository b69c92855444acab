"""Search of deals for features, and the choice of the clearest deal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from tarot_teach.engine import Deal
from tarot_teach.table.events import ROUTINE_EVENTS
from tarot_teach.topics.search.detectors import Location, tricks_played
from tarot_teach.topics.search.features import EndingTest, Query
from tarot_teach.topics.search.holding import Holding
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.kernel import compile_kernel
from tarot_teach.topics.simulate.task import TaskRunner

MOST_EXAMINED, MOST_FILTERED = 5_000, 1_000_000
"""The most deals, if nobody says otherwise: examined one by one, and told apart by a prefilter."""
MOST_LIKELY, FIRST_PASS = 300_000, (100_000, 1_000)
"""For a prefilter that only tells likely deals: the most deals, and the numbers of likely deals and of all deals that come first."""
BEFORE_KERNEL = 200
"""Deals that are examined before the kernel is asked, which takes longer to get ready."""
BLOCKS = 1 << 10, 1 << 15
"""Deals that the kernel plays at a time, at first and at most."""


class ReadingCost(NamedTuple):
    """The cost of reading a deal, least first: cards, events beyond the routine, and the number of the deal."""

    cards: int
    events: int
    number: int


@dataclass(frozen=True, slots=True)
class Match:
    """A deal with all features of a search, and where they show: in tricks ``first`` to ``last``, before the first (``opening``), or
    (0) in the deal as a whole. ``scored`` is True if a reader needs the score."""

    deal: Deal
    number: int
    locations: tuple[Location, ...]
    first: int
    last: int
    scored: bool
    opening: bool = False

    @classmethod
    def of(cls, deal: Deal, number: int, locations: tuple[Location, ...]) -> Match:
        """The tricks that hold all locations, to the last trick if the score is needed; the whole deal, if a location is neither in a
        trick nor in the score, or none is in a trick."""
        scored = any(location.scored for location in locations)
        placed = [location for location in locations if location.first]
        if not placed or any(not (location.first or location.scored) for location in locations):
            opening = bool(locations) and all(location.opening for location in locations)
            return cls(deal, number, locations, 0, 0, True, opening)
        if not deal.engine.index.play.in_tricks:  # an example of such a deal begins with the hands
            return cls(deal, number, locations, 0, 0, True)
        first = min(location.first for location in placed)
        if scored:
            return cls(deal, number, locations, min(first, _partner_known(deal)), tricks_played(deal), True)
        return cls(deal, number, locations, first, max(location.last for location in placed), False)

    @property
    def reading_cost(self) -> ReadingCost:
        """The cost of the deal for a reader; the clearest deal has the least."""
        deal, players = self.deal, self.deal.start.players
        first, last = (self.first, self.last) if self.first else (0, tricks_played(deal))
        in_tricks = (event for trick, event in deal.by_trick() if first <= trick <= last)
        events = sum(not isinstance(event, ROUTINE_EVENTS) for event in in_tricks)
        if not self.first:
            played = 0 if self.opening else last * players
            return ReadingCost(len(deal.start.deck.cards) + played, events, self.number)
        left = deal.start.left(0) - first + 1
        piles = (first - 1) * players if self.scored else 0
        return ReadingCost(players * (left + last - first + 1) + piles, events, self.number)


def _partner_known(deal: Deal) -> int:
    """The trick in which the called card is played, before which nobody need know the partner; else the last."""
    called, partner, tricks = deal.state.auction.called, deal.state.auction.partner, deal.state.tricks
    if called is None or partner is None:
        return len(tricks)
    return next((n for n, taken in enumerate(tricks, 1) if taken.trick.mask & called.bit), len(tricks))


@dataclass(frozen=True, slots=True)
class Prefilter:
    """Tells deals by their endings, which the kernel or words play: those that pass all ``tests`` and that every one of ``others`` scores
    differently. It may let too many deals through."""

    runner: TaskRunner
    tests: Sequence[EndingTest]
    others: Sequence[TaskRunner]

    @classmethod
    def of(cls, simulator: DealSimulator, queries: Sequence[Query]) -> Prefilter | None:
        """The prefilter of some queries; None if endings tell nothing about them, or if the engine plays these deals card by card."""
        tests = [test for query in queries if (test := query.prefilter(simulator.engine)) is not None]
        compared = [query.other for query in queries if query.other is not None]
        if not tests and not compared:
            return None
        runner = TaskRunner(simulator)
        if runner.by_words and tests:
            return cls(runner, tests, ())
        others = [other for other in map(TaskRunner, compared) if other.misfit is None]
        if runner.misfit or not (tests or others) or compile_kernel():
            return None
        return cls(runner, tests, others)

    @property
    def guesses(self) -> bool:
        """True if it may hold back deals with the features: rulesets may differ in a deal that they score alike."""
        return bool(self.others)

    @property
    def most(self) -> int:
        """The most deals, if nobody says otherwise."""
        if self.runner.by_words:
            return MOST_EXAMINED
        return MOST_LIKELY if self.guesses else MOST_FILTERED

    def numbers(self, seed: int, first: int, count: int) -> list[int]:
        """The numbers of the deals that pass, of ``count`` deals from number ``first`` on."""
        played = self.runner.play(seed, first, count)
        fits = {of for of, ending in enumerate(played.endings) if all(test(ending) for test in self.tests)}
        left = [i for i, of in enumerate(played.of) if of in fits]
        for other in self.others if left else ():
            compared = other.play(seed, first, count)
            pairs = ((i, played.ending(i), compared.ending(i)) for i in left)
            left = [i for i, one, two in pairs if (bool(one.void), one.scores) != (bool(two.void), two.scores)]
        return [first + i for i in left]


@dataclass
class Search:
    """Tries the deals of a seed in turn. ``tried`` is the number of deals tried (of ``limit``), ``examined`` of deals examined card by
    card, and ``matches`` are the deals found.

    Where a prefilter tells likely deals, the kernel or words play all and only the likely ones are examined; without ``kernel``, every deal
    is. Both find the same deals, except where rulesets are compared.
    """

    simulator: DealSimulator
    queries: Sequence[Query]
    holdings: Sequence[Holding]
    seed: int
    kernel: bool = True
    tried: int = 0
    examined: int = 0
    limit: int = MOST_EXAMINED
    matches: list[Match] = field(default_factory=list)

    @property
    def best(self) -> Match | None:
        """The clearest deal so far."""
        return min(self.matches, key=lambda match: match.reading_cost, default=None)

    def run(self, tries: int | None, enough: int, on_progress: Callable[[], None] = lambda: None) -> None:
        """Try up to ``tries`` deals (None: as many as make sense), or until ``enough`` match. Matches survive an interrupt.

        Where rulesets are compared, deals that they score differently are examined; if none matches, some of the others are, since
        rulesets may allow different cards and score alike.
        """
        self.limit = most = MOST_EXAMINED if tries is None else tries

        def examine(numbers: Iterable[int]) -> None:
            for number in numbers:
                if self.examined >= most:
                    return
                self.tried = max(self.tried, number + 1)
                match = self._look(number) if self._hands_fit(number) else None
                self.matches += [match] if match else []
                on_progress()
                if len(self.matches) >= enough:
                    return

        def likely(prefilter: Prefilter, end: int) -> Iterator[int]:
            """The numbers of deals that pass the prefilter, up to a number."""
            size, largest = BLOCKS
            while self.tried < end:
                first, count = self.tried, min(size, end - self.tried)
                yield from prefilter.numbers(self.seed, first, count)
                self.tried = first + count
                size = min(2 * size, largest)
                on_progress()

        if not any(query.other for query in self.queries):
            examine(range(min(BEFORE_KERNEL, self.limit)))
        if len(self.matches) >= enough or self.tried >= self.limit:
            return
        prefilter = self._prefilter
        if prefilter is None:
            examine(range(self.tried, self.limit))
            return
        self.limit = tries or prefilter.most
        if not prefilter.guesses:
            examine(likely(prefilter, self.limit))
            return
        done = 0
        for first, every in (FIRST_PASS, (self.limit, MOST_EXAMINED)):
            if not self.matches:
                examine(likely(prefilter, min(first, self.limit)))
            if not self.matches:
                examine(range(done, min(every, self.limit)))
                done = every

    @cached_property
    def _prefilter(self) -> Prefilter | None:
        return Prefilter.of(self.simulator, self.queries) if self.kernel else None

    def _hands_fit(self, number: int) -> bool:
        """True if the hands as dealt fit the holdings and the features; any hand may be the taker's."""
        engine, hands = self.simulator.engine, self.simulator.hands(self.seed, number)
        tests = (query.feature.hands for query in self.queries)
        if not all(test is None or test(engine, hands) for test in tests):
            return False
        talon = engine.ruleset.deck.all & ~sum(hands)
        dealt = (*hands, talon)  # the talon's seat is -1
        return all(
            any(map(holding.fits, hands)) if holding.seat is None else holding.fits(dealt[holding.seat])
            for holding in self.holdings
        )

    def _look(self, number: int) -> Match | None:
        """Play a deal; the match if the taker's hand and all features are as wanted."""
        self.examined += 1
        deal = self.simulator.play(self.seed, number)
        taker = deal.state.auction.taker
        for holding in self.holdings:
            if holding.seat is None and (taker is None or not holding.fits(deal.start.hands[taker])):
                return None
        locations: list[Location] = []
        for query in self.queries:
            location = query.locate(deal)
            if location is None:
                return None
            locations.append(location)
        return Match.of(deal, number, tuple(locations))
