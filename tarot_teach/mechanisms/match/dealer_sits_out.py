from __future__ import annotations

from tarot_teach.language import _
from tarot_teach.mechanisms.base import NoParams
from tarot_teach.mechanisms.interfaces import SeatsTable
from tarot_teach.text import Text


class DealerSitsOut(SeatsTable[NoParams]):
    """One more player sits at the table than play: the dealer of each deal sits it out. Those who play follow in order of
    play, so that the last of them sits where the dealer's place would be."""

    def playing(self, dealer: int, seated: int) -> tuple[int, ...]:
        return tuple((dealer + 1 + i) % seated for i in range(seated - 1))

    def says(self) -> Text:
        return self.say(_("One more player sits at the table; whoever deals sits out that deal."))
