from __future__ import annotations

from tarot_teach.language import _
from tarot_teach.mechanisms.base import NoParams
from tarot_teach.mechanisms.interfaces import PassesDeal
from tarot_teach.text import Text


class AfterDealerDeals(PassesDeal[NoParams]):
    """The player after the dealer deals next, also after a void deal."""

    def next_dealer(self, dealer: int, players: int, void: bool) -> int:
        return (dealer + 1) % players

    def says(self) -> Text:
        return self.say(_("The player after the dealer deals next."))
