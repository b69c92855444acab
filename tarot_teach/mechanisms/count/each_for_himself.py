from __future__ import annotations

from collections.abc import Sequence

from tarot_teach.language import _
from tarot_teach.mechanisms.base import NoParams
from tarot_teach.mechanisms.interfaces import MakesOutcomes
from tarot_teach.table import Outcome, State
from tarot_teach.text import Text


class EachForHimself(MakesOutcomes[NoParams]):
    """Each player counts the cards that they have won."""

    sides = False
    marks = ("honour",)

    def outcomes(self, state: State, piles: Sequence[int], owed: Sequence[int]) -> list[Outcome]:
        return [
            Outcome(
                seat=seat,
                halves=self.deck.halves_of(pile) - owed[seat],
                honours=(pile & self.deck.marks["honour"]).bit_count(),
                pile=pile,
                cards=pile.bit_count(),
            )
            for seat, pile in enumerate(piles)
        ]

    def says(self) -> Text:
        return self.say(_("Each player counts the cards that they have won."))
