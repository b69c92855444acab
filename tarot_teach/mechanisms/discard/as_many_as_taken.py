from __future__ import annotations

from tarot_teach.language import _, ngettext
from tarot_teach.mechanisms.base import NoParams, Who
from tarot_teach.mechanisms.interfaces import LimitsDiscard
from tarot_teach.table import Finding
from tarot_teach.text import Text


class AsManyAsTaken(LimitsDiscard[NoParams]):
    """The taker lays away as many cards as the talon had."""

    fixes_size = True

    def says(self) -> Text:
        return self.say(_("{taker:the} lays away as many cards as were taken."))

    def because(self, finding: Finding, who: Who) -> Text:
        count, given = finding.facts["count"], finding.facts["given"]
        phrase = ngettext(
            "{who} took {count} card and laid away {given}.", "{who} took {count} cards and laid away {given}.", count
        )
        return self.say(phrase, who=who(finding.facts["seat"]), count=count, given=given)
