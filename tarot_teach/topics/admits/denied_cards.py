"""The hidden cards that plays of a record deny to hands, also where cards of its tricks are not named."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

from tarot_teach.cards import Card
from tarot_teach.engine.phases.tricks import gather, playable
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.solver.evidence import Played, barred_by, holding
from tarot_teach.table.state import Trick


@dataclass(frozen=True, slots=True)
class Evidence:
    """The plays of a deal, in which cards that the record does not name are named by chance: ``unnamed`` are these, by the index of the trick and the
    position in it. ``winners`` are the seats that win the tricks, where the record tells them; ``free`` the cards that no trick of the record has;
    ``irregular`` those whose play broke a rule; ``hands`` what the seats hold after the last play."""

    index: RuleIndex
    plays: Sequence[Played]
    unnamed: frozenset[tuple[int, int]]
    winners: Sequence[int | None]
    free: int
    irregular: int
    hands: Sequence[int]

    def denied(self, hidden: int, seats: Sequence[int]) -> dict[int, int]:
        """By seat, the hidden cards with which it could not have played as it did, up to its first card that is not named, which may be any of them."""
        chance = self._cards_by_chance()
        everything = reduce(or_, chance, 0)
        found = dict.fromkeys(seats, 0)
        for played in self.plays:
            if played.seat not in found or not self._tells(played):
                continue
            earlier = (played.state.gone | played.state.trick.mask) & ~everything
            others = hidden & ~earlier & ~found[played.seat]
            since = tuple(cards & ~named for cards, named in zip(played.since, chance, strict=True))
            found[played.seat] |= self._denied_by(played._replace(since=since), others)
        return found

    def _cards_by_chance(self) -> list[int]:
        """The cards that were named by chance, by seat."""
        chance = [0] * (self.plays[0].state.players if self.plays else 0)
        for played in self.plays:
            if _at(played) in self.unnamed:
                chance[played.seat] |= played.card.bit
        return chance

    def _tells(self, played: Played) -> bool:
        """True for a play that tells of the hand as dealt: none that broke a rule or came after cards turned up, or after another that is not named."""
        if played.card.bit & self.irregular or played.later or played.grown:
            return False
        return not any(
            other.seat == played.seat and _at(other) in self.unnamed and _at(other) < _at(played)
            for other in self.plays
        )

    def _denied_by(self, played: Played, others: int) -> int:
        """The cards with each of which a seat could not have made a play."""
        number, position = _at(played)
        places = sorted(place for at, place in self.unnamed if at == number)
        unnamed = [place for place in places if place <= position]
        if not unnamed:
            return barred_by(self.index, played, others)
        if len(unnamed) > 1:
            return 0
        open_place = unnamed[0]
        tricks = [*self._tricks(number, open_place, played, places == [open_place])]
        return sum(
            card.bit
            for card in played.state.deck.set(others)
            if not any(self._fits(played, trick, open_place, card) for trick in tricks)
        )

    def _tricks(self, number: int, place: int, played: Played, winner: bool) -> Iterator[tuple[Card, Trick]]:
        """The trick of a play with each card in an unnamed place, and the card; only those that go to the ``winner``, where all other cards are named."""
        trick = sorted((other for other in self.plays if _at(other)[0] == number), key=_at)
        cards, state = [other.card for other in trick], trick[0].state
        mask = reduce(or_, (card.bit for card in cards))
        left = tuple((held | since) & ~mask for held, since in zip(self.hands, trick[-1].since, strict=True))
        full = len(cards) == state.players and winner and self.winners[number] is not None
        for card in state.deck.set(self.free):
            laid = Trick(state.trick.leader)
            so_far = laid
            for i, named in enumerate(cards):
                laid = self.index.with_card(laid, card if i == place else named)
                if i == _at(played)[1] - 1:
                    so_far = laid
            if full:
                taken = gather(self.index, state._replace(trick=laid, hands=left))[0].tricks[-1]
                if taken.winner != self.winners[number]:
                    continue
            yield card, so_far

    def _fits(self, played: Played, found: tuple[Card, Trick], place: int, other: Card) -> bool:
        """True if a seat with another card may make a play in a trick with some card in an unnamed place."""
        card, trick = found
        made = card if _at(played)[1] == place else played.card
        if other is card and made is not card:
            return False
        state = holding(self.index, played._replace(card=made), other.bit)
        return bool(playable(self.index, state._replace(trick=trick)) & made.bit)


def _at(played: Played) -> tuple[int, int]:
    """The place of a play: the index of the trick, and the position in it."""
    return len(played.state.tricks), len(played.state.trick.cards)
