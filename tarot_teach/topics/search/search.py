"""Searching deals for what is wanted, and choosing the clearest of those that show it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from tarot_teach.engine import Deal
from tarot_teach.topics.search.features import Wanted
from tarot_teach.topics.search.holding import Holding
from tarot_teach.topics.search.played_deal import Point, tricks_played
from tarot_teach.topics.search.prefilter import Sieve
from tarot_teach.topics.simulate.deal_simulator import Dealing
from tarot_teach.topics.simulate.draws import dealt

LOOKED_AT, SIEVED = 5_000, 1_000_000
"""How many deals at most, where nothing else is said: looked at one by one, and told apart by their endings."""
GUESSED, FIRST = 300_000, (100_000, 1_000)
"""The same where the endings tell only of likely deals; and how many such deals, and then how many of all, come first."""
AT_ONCE = 200
"""How many deals are looked at before the kernel is asked, which takes longer to get ready."""
BLOCKS = 1 << 10, 1 << 15
"""How many deals the kernel plays at a time, at first and at most."""

_QUIET = ("played", "trick_won", "leads", "bid", "contract", "counted", "scored", "talon_taken", "discarded", "called")


class Clearness(NamedTuple):
    """How much there is to read, least first: cards shown, other things that happen, and the number of the deal."""

    cards: int
    others: int
    number: int


@dataclass(frozen=True, slots=True)
class Hit:
    """A deal that shows what is wanted, its number, and where: in tricks ``first`` to ``last``, before the first, or (0) as a whole."""

    deal: Deal
    number: int
    points: tuple[Point, ...]
    first: int
    last: int
    scored: bool
    opening: bool = False

    @classmethod
    def of(cls, deal: Deal, number: int, points: tuple[Point, ...]) -> Hit:
        """The tricks that hold all points, to the last where the score is needed; or the whole deal, where a point is neither in
        some trick nor in the score, and where none is in a trick."""
        scored = any(point.scored for point in points)
        placed = [point for point in points if point.first]
        if not placed or any(not (point.first or point.scored) for point in points):
            return cls(deal, number, points, 0, 0, True, bool(points) and all(point.opening for point in points))
        first = min(point.first for point in placed)
        if scored:
            return cls(deal, number, points, min(first, _partner_known(deal)), tricks_played(deal), True)
        return cls(deal, number, points, first, max(point.last for point in placed), False)

    @property
    def clearness(self) -> Clearness:
        """How clear it is; the least is the clearest."""
        deal, number = self.deal, self.number
        players, hand = deal.start.players, deal.start.hands[0].bit_count()
        others = sum(event.kind not in _QUIET for event in deal.events())
        if not self.first:
            played = 0 if self.opening else tricks_played(deal) * players
            return Clearness(len(deal.start.deck.cards) + played, others, number)
        left = hand - self.first + 1
        piles = (self.first - 1) * players if self.scored else 0
        others = sum(event.kind not in _QUIET for trick, event in deal.by_trick() if self.first <= trick <= self.last)
        return Clearness(players * (left + self.last - self.first + 1) + piles, others, number)


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
        dealing: Dealing,
        wanted: Sequence[Wanted],
        holdings: Sequence[Holding],
        seed: int,
        kernel: bool = True,
    ) -> None:
        self.dealing: Dealing = dealing
        self.wanted: tuple[Wanted, ...] = tuple(wanted)
        self.holdings: tuple[Holding, ...] = tuple(holdings)
        self.seed: int = seed
        self.kernel = kernel
        self.tried: int = 0
        self.looked: int = 0
        self.limit: int = LOOKED_AT
        self._most: int = LOOKED_AT
        self.hits: list[Hit] = []

    @property
    def best(self) -> Hit | None:
        """The clearest so far."""
        return min(self.hits, key=lambda hit: hit.clearness, default=None)

    def run(self, tries: int | None, enough: int, tell: Callable[[], None] = lambda: None) -> None:
        """Try so many deals, or until enough are found; without ``tries`` as many as make sense. What is
        found stays, should it be interrupted.

        Where rulesets are set against each other, deals that they score differently are looked at; if none of these shows a
        difference, some are looked at all the same, since cards may be allowed otherwise and the scores be alike.
        """
        self.limit = self._most = LOOKED_AT if tries is None else tries
        if not any(one.other for one in self.wanted):
            self._look_at(range(min(AT_ONCE, self.limit)), enough, tell)
        if len(self.hits) >= enough or self.tried >= self.limit:
            return
        sieve = self._sieve
        if sieve is None:
            self._look_at(range(self.tried, self.limit), enough, tell)
            return
        self.limit = tries or (GUESSED if sieve.guesses else SIEVED)
        if sieve.guesses:
            self._guess(sieve, enough, tell)
        else:
            self._look_at(self._sifted(sieve, self.limit, tell), enough, tell)

    def _guess(self, sieve: Sieve, enough: int, tell: Callable[[], None]) -> None:
        done = 0
        for sifted, look in (FIRST, (self.limit, LOOKED_AT)):
            if not self.hits:
                self._look_at(self._sifted(sieve, min(sifted, self.limit), tell), enough, tell)
            if not self.hits:
                self._look_at(range(done, min(look, self.limit)), enough, tell)
                done = look

    @cached_property
    def _sieve(self) -> Sieve | None:
        return Sieve.of(self.dealing, self.wanted) if self.kernel else None

    def _sifted(self, sieve: Sieve, end: int, tell: Callable[[], None]) -> Iterator[int]:
        size, most = BLOCKS
        while self.tried < end:
            first, count = self.tried, min(size, end - self.tried)
            yield from sieve.numbers(self.seed, first, count)
            self.tried = first + count
            size = min(2 * size, most)
            tell()

    def _look_at(self, numbers: Iterable[int], enough: int, tell: Callable[[], None]) -> None:
        """Look at deals until enough are found."""
        for number in numbers:
            if self.looked >= self._most:
                return
            self.tried = max(self.tried, number + 1)
            hit = self._look(number) if self._may(number) else None
            if hit is not None:
                self.hits.append(hit)
            tell()
            if len(self.hits) >= enough:
                return

    def _may(self, number: int) -> bool:
        """Whether the hands as dealt allow for it."""
        engine = self.dealing.engine
        seats, deck = len(self.dealing.seats), engine.ruleset.deck
        hands = dealt(deck, seats, engine.index.deals.hand_size(seats), self.seed, number)
        talon = deck.all & ~sum(hands)
        return all(one.sight.dealt is None or one.sight.dealt(engine, hands) for one in self.wanted) and all(
            any(holding.fits(hand) for hand in _possible(holding, hands, talon)) for holding in self.holdings
        )

    def _look(self, number: int) -> Hit | None:
        self.looked += 1
        deal = self.dealing.play(self.seed, number)
        taker = deal.state.auction.taker
        for holding in self.holdings:
            if holding.seat is None and (taker is None or not holding.fits(deal.start.hands[taker])):
                return None
        points = []
        for one in self.wanted:
            point = one.find(deal)
            if point is None:
                return None
            points.append(point)
        return Hit.of(deal, number, tuple(points))


def _possible(holding: Holding, hands: tuple[int, ...], talon: int) -> Iterator[int]:
    """The hands that may be the one that is meant."""
    if holding.seat is None:
        yield from hands
    else:
        yield talon if holding.seat < 0 else hands[holding.seat]
