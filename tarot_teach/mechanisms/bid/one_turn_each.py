from __future__ import annotations

from tarot_teach.language import _
from tarot_teach.mechanisms.base import NoParams
from tarot_teach.mechanisms.interfaces import RunsAuction
from tarot_teach.table import Auction, State
from tarot_teach.text import Text


class OneTurnEach(RunsAuction[NoParams]):
    """Each player calls once, beginning with the player after the dealer."""

    def next_bidder(self, state: State, auction: Auction) -> int | None:
        if len(auction.calls) >= state.players:
            return None
        return (state.dealer + 1 + len(auction.calls)) % state.players

    def says(self) -> Text:
        return self.say(_("Beginning with the player after the dealer, each player calls once: a contract, or “pass”."))
