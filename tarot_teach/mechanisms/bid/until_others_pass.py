from __future__ import annotations

from tarot_teach.language import _
from tarot_teach.mechanisms.base import NoParams
from tarot_teach.mechanisms.interfaces import RunsAuction
from tarot_teach.table import PASS, Auction, State
from tarot_teach.text import Text


class UntilOthersPass(RunsAuction[NoParams]):
    """The auction goes round, beginning with the player after the dealer, until all but the highest bidder have passed.
    Whoever has passed may not bid again."""

    def next_bidder(self, state: State, auction: Auction) -> int | None:
        passed = {seat for seat, bid in auction.calls if bid == PASS}
        bids = [seat for seat, bid in auction.calls if bid != PASS]
        last = auction.calls[-1][0] if auction.calls else state.dealer
        for i in range(1, state.players + 1):
            seat = (last + i) % state.players
            if seat not in passed:
                return None if bids and seat == bids[-1] else seat
        return None

    def says(self) -> Text:
        return self.say(
            _("The calls go round until all but one have passed; a player who has passed may not bid again.")
        )
