from __future__ import annotations

from collections.abc import Sequence

from tarot_teach.language import _
from tarot_teach.mechanisms.base import NoParams
from tarot_teach.mechanisms.interfaces import MakesOutcomes
from tarot_teach.table import Outcome, State
from tarot_teach.text import Text


class TakerAgainstDefence(MakesOutcomes[NoParams]):
    """The cards of the taker's side are counted together: its tricks, and what talon and discard bring it. All the rest
    is the defence's."""

    marks = ("honour",)
    bounded = True

    def outcomes(self, state: State, piles: Sequence[int], owed: Sequence[int]) -> list[Outcome]:
        taker = state.auction.taker
        assert taker is not None
        side = state.side(taker)
        pile = state.side_piles[0]
        for seat in side:
            pile |= piles[seat]
        halves = self.deck.halves_of(pile) - sum(owed[seat] for seat in side)
        return [
            Outcome(
                contract=state.auction.contract,
                halves=halves,
                honours=(pile & self.deck.marks["honour"]).bit_count(),
                pile=pile,
                cards=pile.bit_count(),
                taker=taker,
                partner=state.auction.partner,
                alone=len(side) == 1,
            )
        ]

    def says(self) -> Text:
        return self.say(_("{taker:the}'s side counts its cards together; all the others belong to the defence."))
