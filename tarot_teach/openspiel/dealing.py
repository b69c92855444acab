"""The deal as draws of chance: for each card of the pack, in its order, the place where it comes to lie."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tarot_teach.cards import Card
from tarot_teach.engine import Engine
from tarot_teach.openspiel.bounds import most_points
from tarot_teach.openspiel.numbers import Numbers
from tarot_teach.table import State
from tarot_teach.table.events import CardsTaken, Events, TrumpsMade
from tarot_teach.table.serial import StateChanges

Shown = tuple[tuple[int | None, str], ...]
"""Cards that were turned up, by the seat that has taken them into the hand; None: they have made trumps."""


def shown_in(events: Events) -> Shown:
    """The cards that all have seen in some events, and that need not lie open from then on."""
    found: list[tuple[int | None, str]] = []
    for event in events:
        if isinstance(event, CardsTaken) and event.shown:
            found.append((event.seat, str(event.cards)))
        elif isinstance(event, TrumpsMade) and event.seat is None:
            found += [(None, str(finding.facts["card"])) for finding in event.findings if "card" in finding.facts]
    return tuple(found)


@dataclass(frozen=True)
class Dealing:
    """The deals of a ruleset for a number of players. The last of them deals, so that the first begins.

    A place is a number of positions of the pack whose cards may be exchanged without a difference: those of one hand, or of a talon whose order
    does not count. So the same deal comes about in one way only, and not once for every order of the pack.
    """

    engine: Engine
    players: int

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """The letters of the seats. Raises LoadError for a number of players that the game is not for."""
        return self.engine.seats(self.players)

    @cached_property
    def most(self) -> float | None:
        """The most game points that a player can win or lose; None where that is not known."""
        return most_points(self.engine, self.players)

    @cached_property
    def numbers(self) -> Numbers:
        """The numbers of actions."""
        return Numbers(self.engine)

    @cached_property
    def changes(self) -> StateChanges:
        """The differences between states."""
        return StateChanges(self.engine.ruleset.deck, self.players)

    @cached_property
    def places(self) -> tuple[tuple[int, ...], ...]:
        """The positions of the pack, by place."""
        cards = self.engine.ruleset.deck.cards
        packs = [list(cards), random.Random(0).sample(cards, len(cards))]
        places: list[list[int]] = []
        for position in range(len(cards)):
            for place in places:
                if all(self._alike(pack, place[0], position) for pack in packs):
                    place.append(position)
                    break
            else:
                places.append([position])
        return tuple(map(tuple, places))

    def _alike(self, pack: Sequence[Card], one: int, other: int) -> bool:
        """True if it makes no difference that two cards of a pack are exchanged."""
        exchanged = list(pack)
        exchanged[one], exchanged[other] = exchanged[other], exchanged[one]
        return self.start(pack) == self.start(exchanged)

    def start(self, pack: Sequence[Card]) -> tuple[State, Shown]:
        """The first state of a deal in which somebody decides, and the cards shown until then: nobody has seen a card when the pack is cut and dealt,
        so each is done in the first way that is allowed."""
        state, shown = self.engine.start(pack, dealer=self.players - 1, seats=self.seats), shown_in(())
        while (choices := self.engine.legal(state)).cuts or choices.deals:
            state, events = self.engine.apply(state, next(iter(choices)), among=choices)
            shown += shown_in(events)
        return state, shown

    def room(self, drawn: Sequence[int]) -> list[int]:
        """The cards that each place still takes after some draws."""
        room = [len(place) for place in self.places]
        for place in drawn:
            room[place] -= 1
        return room

    def outcomes(self, drawn: Sequence[int]) -> list[tuple[int, float]]:
        """The places of the next card, each with its chance."""
        left = len(self.engine.ruleset.deck.cards) - len(drawn)
        return [(place, room / left) for place, room in enumerate(self.room(drawn)) if room]

    def dealt(self, drawn: Sequence[int]) -> tuple[State, Shown] | None:
        """The first state, and the cards shown until then, after the draws of a deal, as soon as they leave one place only for all other cards; None before."""
        open_places = [place for place, room in enumerate(self.room(drawn)) if room]
        if len(open_places) > 1:
            return None
        cards = self.engine.ruleset.deck.cards
        waiting = [iter(place) for place in self.places]
        pack = dict[int, Card]()
        for card in cards:
            place = drawn[card.index] if card.index < len(drawn) else open_places[0]
            pack[next(waiting[place])] = card
        return self.start([pack[position] for position in range(len(cards))])
