from __future__ import annotations

from typing import Literal

from pydantic import Field

from tarot_teach.language import _
from tarot_teach.mechanisms.base import Params
from tarot_teach.mechanisms.interfaces import TurnsRound
from tarot_teach.text import Text


class DirectionParams(Params):
    turns: Literal["counter-clockwise", "clockwise"] = Field(description="The way in which deal and play go round.")


class Direction(TurnsRound[DirectionParams]):
    """The way in which cards are dealt, calls are made and tricks are played."""

    Params = DirectionParams

    @property
    def clockwise(self) -> bool:
        return self.params.turns == "clockwise"

    def says(self) -> Text:
        return self.say(_("Deal, calls and play go round {turns}."), turns=self.params.turns)
