from __future__ import annotations

from tarot_teach.language import _
from tarot_teach.mechanisms.base import NoParams, Who
from tarot_teach.mechanisms.interfaces import LimitsDiscard
from tarot_teach.table import Finding
from tarot_teach.text import Text, count_of


class AsManyAsTaken(LimitsDiscard[NoParams]):
    """The taker lays away as many cards as the talon had."""

    fixes_size = True

    def says(self) -> Text:
        return self.say(_("{taker:the} lays away as many cards as were taken."))

    def because(self, finding: Finding, who: Who) -> Text:
        return self.say(
            _("{who} took {count} and laid away {given}."),
            who=who(finding.facts["seat"]),
            count=count_of(finding.facts["count"], _("card"), _("cards")),
            given=finding.facts["given"],
        )
