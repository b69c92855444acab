"""Searching deals for what is wanted, and choosing the clearest of those that show it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from tarot_teach.engine import Deal
from tarot_teach.table.events import ROUTINE_EVENTS
from tarot_teach.topics.search.features import Query
from tarot_teach.topics.search.holding import Holding
from tarot_teach.topics.search.played_deal import Location, tricks_played
from tarot_teach.topics.search.prefilter import Prefilter
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.draws import dealt

LOOKED_AT, SIEVED = 5_000, 1_000_000
"""How many deals at most, where nothing else is said: looked at one by one, and told apart by their endings."""
GUESSED, FIRST = 300_000, (100_000, 1_000)
"""The same where the endings tell only of likely deals; and how many such deals, and then how many of all, come first."""
AT_ONCE = 200
"""How many deals are looked at before the kernel is asked, which takes longer to get ready."""
BLOCKS = 1 << 10, 1 << 15
"""How many deals the kernel plays at a time, at first and at most."""


class ReadingCost(NamedTuple):
    """How much there is to read, least first: cards shown, other things that happen, and the number of the deal."""

    cards: int
    others: int
    number: int


@dataclass(frozen=True, slots=True)
class Match:
    """A deal that shows what is wanted, its number, and where: in tricks ``first`` to ``last``, before the first, or (0) as a whole."""

    deal: Deal
    number: int
    locations: tuple[Location, ...]
    first: int
    last: int
    scored: bool
    opening: bool = False

    @classmethod
    def of(cls, deal: Deal, number: int, locations: tuple[Location, ...]) -> Match:
        """The tricks that hold all points, to the last where the score is needed; or the whole deal, where a point is neither in
        some trick nor in the score, and where none is in a trick."""
        scored = any(location.scored for location in locations)
        placed = [location for location in locations if location.first]
        if not placed or any(not (location.first or location.scored) for location in locations):
            return cls(
                deal, number, locations, 0, 0, True, bool(locations) and all(location.opening for location in locations)
            )
        first = min(location.first for location in placed)
        if scored:
            return cls(deal, number, locations, min(first, _partner_known(deal)), tricks_played(deal), True)
        return cls(deal, number, locations, first, max(location.last for location in placed), False)

    @property
    def reading_cost(self) -> ReadingCost:
        """How clear it is; the least is the clearest."""
        deal, number = self.deal, self.number
        players, hand = deal.start.players, deal.start.hands[0].bit_count()
        others = sum(not isinstance(event, ROUTINE_EVENTS) for event in deal.events())
        if not self.first:
            played = 0 if self.opening else tricks_played(deal) * players
            return ReadingCost(len(deal.start.deck.cards) + played, others, number)
        left = hand - self.first + 1
        piles = (self.first - 1) * players if self.scored else 0
        others = sum(
            not isinstance(event, ROUTINE_EVENTS)
            for trick, event in deal.by_trick()
            if self.first <= trick <= self.last
        )
        return ReadingCost(players * (left + self.last - self.first + 1) + piles, others, number)


def _partner_known(deal: Deal) -> int:
    """The trick in which the called card is played, before which nobody need be told who the partner is; else the last."""
    auction = deal.state.auction
    tricks = (
        n for n, taken in enumerate(deal.state.tricks, 1) if auction.called and taken.trick.mask & auction.called.bit
    )
    return tricks_played(deal) if auction.partner is None else next(tricks, tricks_played(deal))


class Search:
    """Tries deals of a seed in turn. ``tried`` (of ``limit``), ``looked`` and ``hits`` tell how far it has come.

    Where the way a deal ends tells whether it may show what is wanted, a compiled kernel plays the deals, and only those that may
    are looked at; without ``kernel``, every one is. The same deals are found.
    """

    def __init__(
        self,
        simulator: DealSimulator,
        queries: Sequence[Query],
        holdings: Sequence[Holding],
        seed: int,
        kernel: bool = True,
    ) -> None:
        self.simulator: DealSimulator = simulator
        self.queries: tuple[Query, ...] = tuple(queries)
        self.holdings: tuple[Holding, ...] = tuple(holdings)
        self.seed: int = seed
        self.kernel = kernel
        self.tried: int = 0
        self.looked: int = 0
        self.limit: int = LOOKED_AT
        self._most: int = LOOKED_AT
        self.matches: list[Match] = []

    @property
    def best(self) -> Match | None:
        """The clearest so far."""
        return min(self.matches, key=lambda match: match.reading_cost, default=None)

    def run(self, tries: int | None, enough: int, on_progress: Callable[[], None] = lambda: None) -> None:
        """Try so many deals, or until enough are found; without ``tries`` as many as make sense. What is
        found stays, should it be interrupted.

        Where rulesets are set against each other, deals that they score differently are looked at; if none of these shows a
        difference, some are looked at all the same, since cards may be allowed otherwise and the scores be alike.
        """
        self.limit = self._most = LOOKED_AT if tries is None else tries
        if not any(one.other for one in self.queries):
            self._look_at(range(min(AT_ONCE, self.limit)), enough, on_progress)
        if len(self.matches) >= enough or self.tried >= self.limit:
            return
        prefilter = self._sieve
        if prefilter is None:
            self._look_at(range(self.tried, self.limit), enough, on_progress)
            return
        self.limit = tries or (GUESSED if prefilter.guesses else SIEVED)
        if prefilter.guesses:
            self._guess(prefilter, enough, on_progress)
        else:
            self._look_at(self._sifted(prefilter, self.limit, on_progress), enough, on_progress)

    def _guess(self, prefilter: Prefilter, enough: int, on_progress: Callable[[], None]) -> None:
        done = 0
        for sifted, look in (FIRST, (self.limit, LOOKED_AT)):
            if not self.matches:
                self._look_at(self._sifted(prefilter, min(sifted, self.limit), on_progress), enough, on_progress)
            if not self.matches:
                self._look_at(range(done, min(look, self.limit)), enough, on_progress)
                done = look

    @cached_property
    def _sieve(self) -> Prefilter | None:
        return Prefilter.of(self.simulator, self.queries) if self.kernel else None

    def _sifted(self, prefilter: Prefilter, end: int, on_progress: Callable[[], None]) -> Iterator[int]:
        size, most = BLOCKS
        while self.tried < end:
            first, count = self.tried, min(size, end - self.tried)
            yield from prefilter.numbers(self.seed, first, count)
            self.tried = first + count
            size = min(2 * size, most)
            on_progress()

    def _look_at(self, numbers: Iterable[int], enough: int, on_progress: Callable[[], None]) -> None:
        """Look at deals until enough are found."""
        for number in numbers:
            if self.looked >= self._most:
                return
            self.tried = max(self.tried, number + 1)
            match = self._look(number) if self._may(number) else None
            if match is not None:
                self.matches.append(match)
            on_progress()
            if len(self.matches) >= enough:
                return

    def _may(self, number: int) -> bool:
        """Whether the hands as dealt allow for it."""
        engine = self.simulator.engine
        seats, deck = len(self.simulator.seats), engine.ruleset.deck
        hands = dealt(deck, seats, engine.index.deals.hand_size(seats), self.seed, number)
        talon = deck.all & ~sum(hands)
        return all(one.feature.dealt is None or one.feature.dealt(engine, hands) for one in self.queries) and all(
            any(holding.fits(hand) for hand in _possible(holding, hands, talon)) for holding in self.holdings
        )

    def _look(self, number: int) -> Match | None:
        self.looked += 1
        deal = self.simulator.play(self.seed, number)
        taker = deal.state.auction.taker
        for holding in self.holdings:
            if holding.seat is None and (taker is None or not holding.fits(deal.start.hands[taker])):
                return None
        locations = []
        for one in self.queries:
            location = one.find(deal)
            if location is None:
                return None
            locations.append(location)
        return Match.of(deal, number, tuple(locations))


def _possible(holding: Holding, hands: tuple[int, ...], talon: int) -> Iterator[int]:
    """The hands that may be the one that is meant."""
    if holding.seat is None:
        yield from hands
    else:
        yield talon if holding.seat < 0 else hands[holding.seat]
