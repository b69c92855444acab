from __future__ import annotations

from tarot_teach.cards import Card, CardSet
from tarot_teach.language import _
from tarot_teach.mechanisms.base import NoParams
from tarot_teach.mechanisms.interfaces import StacksPack
from tarot_teach.table import State
from tarot_teach.text import Text


class Gathered(StacksPack[NoParams]):
    """The cards of a deal are gathered for the next and not shuffled: what was laid away or left over first, then the tricks
    in the order in which they were won, those of the taker's side before the others. Cards thrown in are gathered hand by
    hand."""

    def next_pack(self, state: State) -> tuple[Card, ...]:
        pack: list[Card] = []
        taker = state.auction.taker
        side = () if taker is None else state.side(taker)
        for pile, seats in ((state.side_piles[0], side), (state.side_piles[1], _others(state, side))):
            pack += CardSet(state.deck, pile)
            pack += [card for taken in state.tricks if taken.winner in seats for card in taken.trick.cards]
        seen = state.deck.mask(pack)
        for mask in (*state.hands, state.talon):
            pack += CardSet(state.deck, mask & ~seen)
        return tuple(pack)

    def says(self) -> Text:
        return self.say(_("The cards are gathered as they were won and cut, but not shuffled."))


def _others(state: State, side: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(seat for seat in range(state.players) if seat not in side)
