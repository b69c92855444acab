"""The few conditions that hold at any table and need no rule: it is one's turn, and one holds the card.

Their ids begin with ``table.`` and stand in findings like those of rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tarot_teach.mechanisms import Who
from tarot_teach.messages import _, ngettext
from tarot_teach.table import Action, Effect, Finding, Pick, State, Verdict
from tarot_teach.text import Text, say

WRONG_PHASE = "table.step"
NOT_YOUR_TURN = "table.turn"
CARD_NOT_HELD = "table.holding"
NO_SUCH_BID = "table.bid"
WRONG_NUMBER = "table.size"
NO_SUCH_OPTION = "table.option"


def refuse(state: State, action: Action, rule: str, **facts: Any) -> Verdict:
    """A refusal by a condition of the table."""
    facts = {"seat": action.seat, "step": str(state.phase), "turn": state.turn, **facts}
    return Verdict(action, False, (Finding(rule, Effect.REFUSES, facts, decisive=True),))


def not_now(state: State, action: Action, **facts: Any) -> Verdict:
    """A refusal of an announcement or a claim at the wrong moment."""
    facts = {**facts, "step": str(state.phase)}
    return Verdict(action, False, (Finding(WRONG_PHASE, Effect.REFUSES, facts, decisive=True),))


def no_such_option(seat: int, rule: str, picks: Sequence[Pick] = ()) -> Finding:
    """The refusal of a choice that is not among those that a rule gives."""
    facts = {"seat": seat, "options": tuple(pick.option for pick in picks if pick.option), "rule": rule}
    return Finding(NO_SUCH_OPTION, Effect.REFUSES, facts, decisive=True)


def because(finding: Finding, who: Who) -> Text:
    """The condition in the case in hand, but for what is due in another phase: that is said by the phase."""
    facts = finding.facts
    if finding.rule == NOT_YOUR_TURN:
        return say(_("It is {turn}'s turn, not {who}'s."), turn=who(facts["turn"]), who=who(facts["seat"]))
    if finding.rule == NO_SUCH_BID:
        return say(_("There is no such bid. These can be bid: pass, {known}."), known=list(facts["known"]))
    if finding.rule == NO_SUCH_OPTION:
        if not facts["options"]:
            return say(_("There is no such choice here."))
        return say(_("There is no such choice. These can be chosen: {options}."), options=list(facts["options"]))
    if finding.rule == WRONG_NUMBER:
        phrase = ngettext(
            "{who} has to lay away {number} card, and not {given}.",
            "{who} has to lay away {number} cards, and not {given}.",
            facts["count"],
        )
        return say(phrase, who=who(facts["seat"]), number=facts["count"], given=facts["given"])
    return say(_("{who} does not hold {cards}."), who=who(facts["seat"]), cards=facts["cards"])
