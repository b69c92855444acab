"""Actions on states with hidden cards, a seat's view for example: refused where those cards decide what an action brings."""

from __future__ import annotations

from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.errors import RecordError, TarotError
from tarot_teach.language import _
from tarot_teach.table import Action, Call, Phase, State


def check_shown(index: RuleIndex, before: State, action: Action, after: State) -> None:
    """Raise RecordError where cards that ``before`` does not show have decided what came of an action."""
    if after.phase is Phase.DISCARD and before.phase is not after.phase and not after.talon:
        raise hidden(_("the talon"))
    auction = after.auction
    called = action.card if type(action) is Call else auction.called
    if called is None or auction.known or auction.partner is not None:
        return
    seen = after.trick.mask | after.discard
    for mask in after.hands:
        seen |= mask
    taken = after.tricks[-1] if len(after.tricks) > len(before.tricks) else None
    moved = taken is not None and (before.debts or taken.trick.mask & index.movable)
    if not seen & called.bit and (type(action) is Call or moved):
        raise hidden(_("who holds {called}").format(called=called))


def hidden(what: str) -> TarotError:
    """The error for an action whose outcome a state does not show."""
    message = _("this state does not show what decides here: {what}").format(what=what)
    return RecordError.of(
        "state.hidden", message, hint=_("apply the action to the whole state, and not to a view of it")
    )
