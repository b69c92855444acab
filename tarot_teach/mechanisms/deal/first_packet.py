from __future__ import annotations

from typing import Literal

from pydantic import Field

from tarot_teach.language import _
from tarot_teach.mechanisms.base import Params
from tarot_teach.mechanisms.interfaces import StartsDeal
from tarot_teach.text import Text


class FirstPacketParams(Params):
    to: Literal["after_dealer", "before_dealer"] = Field(
        description="Who is dealt to first: the player after the dealer in order of play, or the one before."
    )


class FirstPacket(StartsDeal[FirstPacketParams]):
    """Who is dealt to first; the deal then goes on in order of play."""

    Params = FirstPacketParams

    def starts(self, dealer: int, players: int) -> int:
        return (dealer + (1 if self.params.to == "after_dealer" else -1)) % players

    def says(self) -> Text:
        if self.params.to == "after_dealer":
            return self.say(_("The first packet goes to the player after the dealer."))
        return self.say(_("The first packet goes to the player before the dealer in order of play."))
