from __future__ import annotations

from typing import Literal

from pydantic import Field

from tarot_teach.language import _, ngettext
from tarot_teach.mechanisms.base import Count, Params, Who
from tarot_teach.mechanisms.interfaces import CutsPack
from tarot_teach.rules import Rule, Ruleset
from tarot_teach.table import Cut, Effect, Finding, State
from tarot_teach.text import Text


class CutParams(Params):
    leave: Count = Field(description="The fewest cards that either part of the cut pack may have.")
    by: Literal["before_dealer", "last_to_play"] = Field(
        description="Who cuts: the player before the dealer in order of play, or, where the dealer sits out, the last of "
        "those who play."
    )


class CutBeforeDealer(CutsPack[CutParams]):
    """The player on whose turn the dealer's would follow cuts the pack, leaving enough cards in both parts."""

    Params = CutParams

    def cutter(self, state: State) -> int:
        return state.dealer if self.params.by == "last_to_play" else (state.dealer - 1) % state.players

    def check_cut(self, state: State, action: Cut) -> list[Finding]:
        size = state.pack_size
        smaller = max(0, min(action.at, size - action.at))
        fine = smaller >= self.params.leave
        facts = {"seat": action.seat, "smaller": smaller, "least": self.params.leave}
        return [Finding(self.rule, Effect.ALLOWS if fine else Effect.REFUSES, facts, decisive=not fine)]

    def cuts(self, state: State) -> range:
        return range(self.params.leave, state.pack_size - self.params.leave + 1)

    @classmethod
    def requires(cls, rule: Rule, ruleset: Ruleset) -> list[str]:
        leave, cards = cls.typed(rule).leave, len(ruleset.deck.cards)
        return (
            [_("a pack of {cards} cards has no two parts of {leave} cards").format(cards=cards, leave=leave)]
            if 2 * leave > cards
            else []
        )

    def says(self) -> Text:
        return self.say(
            _("The player before the dealer cuts, leaving at least {least} cards in each part."),
            least=self.params.leave,
        )

    def because(self, finding: Finding, who: Who) -> Text:
        phrase = ngettext(
            "The smaller part that {who} leaves has {smaller} card; each must have at least {least}.",
            "The smaller part that {who} leaves has {smaller} cards; each must have at least {least}.",
            finding.facts["smaller"],
        )
        return self.say(phrase, **{**finding.facts, "who": who(finding.facts["seat"])})
