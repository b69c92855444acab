from __future__ import annotations

from tarot_teach.language import _
from tarot_teach.mechanisms.base import NoParams, Who
from tarot_teach.mechanisms.interfaces import NarrowsBids
from tarot_teach.table import PASS, Auction, Finding
from tarot_teach.text import Text


class MustOutbid(NarrowsBids[NoParams]):
    """A bid must rank above every bid before it."""

    def narrow_bids(self, open_bids: tuple[str, ...], ranking: tuple[str, ...], auction: Auction) -> tuple[str, ...]:
        made = [ranking.index(bid) for _seat, bid in auction.calls if bid != PASS]
        lowest = max(made, default=-1) + 1
        return tuple(bid for bid in open_bids if bid in ranking[lowest:])

    def says(self) -> Text:
        return self.say(_("Each bid must be higher than those before it."))

    def because(self, finding: Finding, who: Who) -> Text:
        return self.say(_("{bid} does not rank above {highest}, which has been bid."), **finding.facts)
