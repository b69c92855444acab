"""Searching deals for what is wanted, and choosing the clearest of those that show it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tarot_teach.simulate.draws import dealt
from tarot_teach.simulate.finding.deal import Deal, Point
from tarot_teach.simulate.finding.holding import Holding
from tarot_teach.simulate.finding.sights import Wanted
from tarot_teach.simulate.one import Dealing

_QUIET = ("played", "trick_won", "leads", "bid", "contract", "counted", "scored", "talon_taken", "discarded", "called")


class Clearness(NamedTuple):
    """How much there is to read, least first: cards shown, other things that happen, and the number of the deal."""

    cards: int
    others: int
    number: int


@dataclass(frozen=True, slots=True)
class Hit:
    """A deal that shows what is wanted, and where: in tricks ``first`` to ``last``, before the first, or (0) as a whole."""

    deal: Deal
    points: tuple[Point, ...]
    first: int
    last: int
    scored: bool
    opening: bool = False

    @classmethod
    def of(cls, deal: Deal, points: tuple[Point, ...]) -> Hit:
        """The tricks that hold all points, to the last where the score is needed; or the whole deal, where a point is neither in
        some trick nor in the score, and where none is in a trick."""
        scored = any(point.scored for point in points)
        placed = [point for point in points if point.first]
        if not placed or any(not (point.first or point.scored) for point in points):
            return cls(deal, points, 0, 0, True, bool(points) and all(point.opening for point in points))
        last = deal.tricks if scored else max(point.last for point in placed)
        return cls(deal, points, min(point.first for point in placed), last, scored)

    @property
    def clearness(self) -> Clearness:
        """How clear it is; the least is the clearest."""
        deal, number = self.deal, self.deal.number
        players, hand = deal.start.players, deal.start.hands[0].bit_count()
        others = sum(event.kind not in _QUIET for event in deal.told)
        if not self.first:
            played = 0 if self.opening else deal.tricks * players
            return Clearness(len(deal.start.deck.cards) + played, others, number)
        left = hand - self.first + 1
        piles = (self.first - 1) * players if self.scored else 0
        others = sum(event.kind not in _QUIET for trick, event in deal.by_trick() if self.first <= trick <= self.last)
        return Clearness(players * (left + self.last - self.first + 1) + piles, others, number)


class Search:
    """Plays deals of a seed in turn. ``tried`` and ``hits`` tell how far it has come."""

    def __init__(self, dealing: Dealing, wanted: Sequence[Wanted], holdings: Sequence[Holding], seed: int) -> None:
        self.dealing, self.wanted, self.holdings, self.seed = dealing, tuple(wanted), tuple(holdings), seed
        self.tried = 0
        self.hits: list[Hit] = []

    @property
    def best(self) -> Hit | None:
        """The clearest so far."""
        return min(self.hits, key=lambda hit: hit.clearness, default=None)

    def run(self, tries: int, enough: int, tell: Callable[[], None] = lambda: None) -> None:
        """Look at deals until so many have been tried, or enough are found. What is found stays, should it be interrupted."""
        while self.tried < tries and len(self.hits) < enough:
            number = self.tried
            self.tried += 1
            if self._may(number):
                hit = self._look(number)
                if hit is not None:
                    self.hits.append(hit)
            tell()

    def _may(self, number: int) -> bool:
        """Whether the hands as dealt allow for it."""
        engine = self.dealing.engine
        seats, deck = len(self.dealing.seats), engine.ruleset.deck
        hands = dealt(deck, seats, engine.bound.deals.hand_size(seats), self.seed, number)
        talon = deck.all & ~sum(hands)
        return all(one.sight.dealt is None or one.sight.dealt(engine, hands) for one in self.wanted) and all(
            any(holding.fits(hand) for hand in _possible(holding, hands, talon)) for holding in self.holdings
        )

    def _look(self, number: int) -> Hit | None:
        deal = Deal.played(self.dealing, self.seed, number)
        taker = deal.end.auction.taker
        for holding in self.holdings:
            if holding.seat is None and (taker is None or not holding.fits(deal.start.hands[taker])):
                return None
        points = []
        for one in self.wanted:
            point = one.find(deal)
            if point is None:
                return None
            points.append(point)
        return Hit.of(deal, tuple(points))


def _possible(holding: Holding, hands: tuple[int, ...], talon: int) -> Iterator[int]:
    """The hands that may be the one that is meant."""
    if holding.seat is None:
        yield from hands
    else:
        yield talon if holding.seat < 0 else hands[holding.seat]
