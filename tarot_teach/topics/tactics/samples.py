"""The worth of the different cards of a turn in deals that fit what the seat has seen, or what it remembers of that."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import reduce
from operator import or_

from tarot_teach.cards import Card
from tarot_teach.engine import Engine
from tarot_teach.solver import Objective, OpenPlay, Worlds
from tarot_teach.table import State

NODES = 20_000
"""The most positions that are searched for the value of a card."""


class CutShortError(Exception):
    """A search has reached its limit."""


def worth_of(
    engine: Engine,
    world: State,
    cards: Sequence[Card],
    compiled: bool | None = None,
    *,
    objective: Objective | None = None,
    nodes: int = NODES,
) -> dict[Card, int]:
    """The result of best play after each card for the seat to act, with all cards open: half-points, tricks, or 1 for its aim; game points where
    the ``objective`` is the score. A search stops after so many ``nodes``.

    Raises CutShortError, and SolveError where the position cannot be solved.
    """
    play = OpenPlay(engine, world, objective, nodes, compiled)
    sign, found = 1 if world.turn in play.most else -1, dict[Card, int]()
    for card in cards:
        value = play.value((card,))
        if not value.exact:
            raise CutShortError
        found[card] = sign * value.low
    return found


class Sample:
    """Worlds of the seat to act, drawn by a seed, and the worth of some cards in each."""

    def __init__(
        self, engine: Engine, state: State, cards: Sequence[Card], seed: int, compiled: bool | None = None
    ) -> None:
        assert state.turn is not None
        self.engine: Engine = engine
        self.state: State = state
        self.cards: tuple[Card, ...] = tuple(cards)
        self._compiled, self._seen, self._source = compiled, Worlds(engine, state, state.turn), random.Random(seed)
        self.worlds: list[State] = []
        self.worth: list[dict[Card, int]] = []

    def extend(self, number: int) -> None:
        """Draw worlds until there are so many. Raises CutShortError, and SolveError where none fits."""
        while len(self.worlds) < number:
            world = self._seen.draw(self._source.randrange)
            self.worth.append(worth_of(self.engine, world, self.cards, self._compiled))
            self.worlds.append(world)

    def best(self, card: Card) -> int:
        """The number of worlds in which no card is better than one."""
        return sum(worth[card] == max(worth.values()) for worth in self.worth)

    def cost(self, card: Card) -> float:
        """The mean difference between the best card and one."""
        return sum(max(worth.values()) - worth[card] for worth in self.worth) / len(self.worth)


class Memory:
    """Deals with the cards dealt anew that a seat does not remember, drawn from its worlds."""

    def __init__(self, engine: Engine, state: State, compiled: bool | None = None) -> None:
        assert state.turn is not None
        self.engine: Engine = engine
        self.state: State = state
        self._compiled = compiled
        own, auction = state.hands[state.turn], state.auction
        own |= state.discard if state.turn == auction.taker else 0
        own |= state.aside[state.turn] if state.aside else 0
        self._kept = own | state.trick.mask | state.called

    def share(self, worlds: Sequence[State], cards: Sequence[Card], right: Card, *, gone: bool) -> float:
        """The part of the deals in which a card is best: one is made of each world, in which the cards that have ``gone`` are remembered
        or not, and who cannot hold what is never. Raises CutShortError and SolveError."""
        source, held = random.Random(len(worlds)), self._kept | (self.state.gone if gone else 0)
        good = 0
        for world in worlds:
            worth = worth_of(self.engine, self._dealt_anew(world, held, source), cards, self._compiled)
            good += worth[right] == max(worth.values())
        return good / len(worlds)

    def _dealt_anew(self, world: State, held: int, source: random.Random) -> State:
        """A world in which all cards but some have changed places at random."""
        seat = self.state.turn
        hands = reduce(or_, (hand for other, hand in enumerate(world.hands) if other != seat), 0)
        places = reduce(or_, (*world.won, *world.aside, *world.side_piles, world.discard, world.dead), hands)
        moving = places & ~held
        cards = [card.index for card in world.deck.set(moving)]
        drawn = source.sample(cards, len(cards))
        moved = dict(zip(cards, drawn, strict=True))

        def dealt(mask: int) -> int:
            rest = reduce(or_, (1 << moved[card] for card in cards if mask >> card & 1), 0)
            return mask & ~moving | rest

        return world._replace(
            hands=tuple(hand if other == seat else dealt(hand) for other, hand in enumerate(world.hands)),
            won=tuple(map(dealt, world.won)),
            aside=tuple(map(dealt, world.aside)),
            side_piles=(dealt(world.side_piles[0]), dealt(world.side_piles[1])),
            discard=dealt(world.discard),
            dead=dealt(world.dead),
        )
