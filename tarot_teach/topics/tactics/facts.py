"""The facts of a turn by which its theme is found: cards, what has gone, and what best play comes to after each card."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from tarot_teach.cards import Card, Deck
from tarot_teach.engine import Engine
from tarot_teach.mechanisms.play.matadors import MatadorsNeedNotFollow
from tarot_teach.order import Order
from tarot_teach.solver import OpenPlay, play_on
from tarot_teach.solver.evidence import barred_by_plays, plays_of
from tarot_teach.table import Play, State
from tarot_teach.topics.tactics.samples import NODES

NEARLY_ALWAYS, SELDOM, OFTEN = 0.8, 0.35, 0.5
"""The least share of lines in which the right card brings something, the most in which a wrong one does, and that of what comes as often as not."""
COUNTER = 3
"""The least half-points of a card that counts something."""
COURT = 5
"""The least half-points of a card that is worth saving."""


class Line(NamedTuple):
    """The rest of one deal under best play. ``low`` says if the side of the seat gets the lowest honour trump (None: it has gone before),
    ``low_last`` if it wins it in the last trick, ``caught`` if it gets it of another side, ``first`` and ``last`` if it wins the trick that is on and the last, ``alone`` if
    the seat itself wins the trick that is on. ``lost`` are half-points of court cards and honours of the seat that others win; the Excuse,
    which mostly stays with its owner, does not count. ``excuse_lost`` says if the seat plays the Excuse to the last trick and its side loses it, ``made`` if the
    contract is made."""

    low: bool | None
    low_last: bool
    caught: bool
    first: bool
    alone: bool
    last: bool
    lost: int
    excuse_lost: bool
    made: bool


def lowest_honour(deck: Deck) -> int:
    """The lowest trump of a pack that is an honour, as a mask; 0 where the pack marks none."""
    return deck.marks.get("petit", 0)


def line_after(engine: Engine, world: State, card: Card, compiled: bool | None = None) -> Line:
    """The line of best play after a card in a world. Raises SolveError where it cannot be found."""
    seat = world.turn
    assert seat is not None
    end, own = play_on(engine, engine.apply(world, Play(seat, card))[0]), set(world.side(seat))
    while end.turn is not None:
        plays = OpenPlay(engine, end, nodes=NODES, compiled=compiled).line()
        for other, best in plays:
            end = play_on(engine, engine.apply(end, Play(other, best))[0])
    tricks, deck = end.tricks[len(world.tricks) :], end.deck
    low, worth = lowest_honour(deck), deck.marks.get("court", 0) | deck.marks.get("honour", 0)
    with_low = next((taken for taken in tricks if taken.trick.mask & low), None)
    lost = 0
    for taken in tricks:
        for other, laid in taken.trick.by(end.players):
            if laid.bit & worth and not laid.is_excuse:
                lost += laid.halves * (other == seat and taken.winner not in own)
    first, last = tricks[0], tricks[-1]
    laid_low = [] if with_low is None else [who for who, laid in with_low.trick.by(end.players) if laid.bit & low]
    caught = with_low is not None and with_low.winner in own and not own.intersection(laid_low)
    made = bool(end.result and any(sheet.outcome.made for sheet in end.result.sheets))
    return Line(
        None if with_low is None else with_low.winner in own,
        with_low is last and last.winner in own,
        caught,
        first.winner in own,
        first.winner == seat,
        last.winner in own,
        lost,
        any(other == seat and laid.is_excuse for other, laid in last.trick.by(end.players))
        and not any(end.won[mine] & deck.excuse for mine in own),
        made,
    )


@dataclass(frozen=True)
class Facts:
    """A turn of a seat: its ``state``, the ``right`` card, the ``wrong`` ones, of those that come to the same one each, the ``tempting`` one
    among these, the mean ``costs`` in half-points, tricks or contracts, and ``lines`` of best play after each in a few worlds."""

    engine: Engine
    state: State
    right: Card
    wrong: tuple[Card, ...]
    tempting: Card
    costs: Mapping[Card, float]
    lines: Mapping[Card, tuple[Line, ...]]

    @property
    def seat(self) -> int:
        """The seat to act."""
        assert self.state.turn is not None
        return self.state.turn

    @property
    def hand(self) -> int:
        """The hand of the seat, as a mask."""
        return self.state.hands[self.seat]

    @cached_property
    def order(self) -> Order:
        """The order of the cards."""
        return self.engine.rules(self.state).order

    @property
    def leads(self) -> bool:
        """True if the seat leads."""
        return not self.state.trick.led

    @property
    def plays_last(self) -> bool:
        """True if the seat completes the trick."""
        return len(self.state.trick.cards) == self.state.players - 1

    @cached_property
    def legal(self) -> int:
        """The cards that may be played, as a mask."""
        return self.engine.legal(self.state).cards

    @property
    def winning(self) -> int:
        """The cards that may be played and beat the trick so far, as a mask; none at a lead."""
        return 0 if self.leads else self.legal & self.state.trick.above

    @property
    def trumps(self) -> int:
        """The trumps that win without following, as a mask."""
        return self.order.power

    @property
    def low(self) -> int:
        """The lowest honour trump, as a mask; 0 where the pack marks none."""
        return lowest_honour(self.state.deck)

    @property
    def excuse(self) -> int:
        """The Excuse, as a mask; 0 where the pack has none."""
        return self.state.deck.excuse

    @cached_property
    def apart(self) -> int:
        """The highest trumps that need not follow others, as a mask."""
        rules = self.engine.rules(self.state).all(MatadorsNeedNotFollow)
        return rules[0].privileged if rules else 0

    @cached_property
    def out(self) -> int:
        """The cards that others may hold, as a mask."""
        view = self.state.view(self.seat)
        return view.deck.all & ~view.known_cards

    @cached_property
    def own(self) -> frozenset[int]:
        """The seats of the side of the seat."""
        return frozenset(self.state.side(self.seat))

    @property
    def defends(self) -> bool:
        """True if the seat plays against a taker."""
        return self.state.auction.taker is not None and self.state.auction.taker not in self.own

    @property
    def partner_wins(self) -> bool:
        """True if the best card of the trick so far is a partner's."""
        trick = self.state.trick
        return not self.leads and trick.seat_of(trick.best, self.state.players) in self.own

    @property
    def avoids(self) -> bool:
        """True where tricks or points cost whoever wins them, or the taker who has bid to win none."""
        return self.engine.rules(self.state).avoids_tricks

    @cached_property
    def missing(self) -> dict[int, int]:
        """By other seat, the cards still out that it cannot hold by the way it has played, as masks."""
        rules, others = self.engine.rules(self.state), tuple(i for i in range(self.state.players) if i != self.seat)
        view = self.state.view(self.seat)
        return barred_by_plays(rules, plays_of(rules, view), self.out, others)

    def suit(self, card: Card) -> int:
        """The suit of a card under the order of the deal, as a mask; 0 for the Excuse."""
        return next((suit for suit in self.order.suits.values() if suit & card.bit), 0)

    def above(self, card: Card) -> int:
        """The cards of its suit that beat a card, as a mask."""
        return self.order.beats[card.index] & self.suit(card)

    def is_master(self, card: Card) -> bool:
        """True if no card of its suit that another seat may hold beats a card."""
        above = self.above(card) & self.out
        others = (seat for seat in range(self.state.players) if seat != self.seat)
        return bool(self.suit(card)) and not any(above & ~self.missing.get(seat, 0) for seat in others)

    def lacks(self, seat: int, card: Card) -> bool:
        """True if a seat has shown that it has no card of the suit of one."""
        rest = self.suit(card) & self.out
        return not rest & ~self.missing.get(seat, rest)

    def is_trump(self, card: Card) -> bool:
        """True for a trump."""
        return bool(card.bit & self.trumps)

    def is_plain(self, card: Card) -> bool:
        """True for a card of a plain suit."""
        return not card.bit & (self.trumps | self.excuse)

    def some(self, mask: int) -> bool:
        """True if a wrong card is one of a mask."""
        return any(card.bit & mask for card in self.wrong)

    def often(self, card: Card, key: Callable[[Line], object]) -> float:
        """The share of lines after a card of which something holds."""
        return sum(bool(key(line)) for line in self.lines[card]) / len(self.lines[card])

    def brings(self, key: Callable[[Line], object]) -> bool:
        """True if something holds nearly always after the right card, and seldom after a wrong one."""
        return self.often(self.right, key) >= NEARLY_ALWAYS and any(
            self.often(card, key) <= SELDOM for card in self.wrong
        )
