"""Cards that a state does not show: an action is refused where they decide what comes of it."""

from __future__ import annotations

from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.errors import RecordError, TarotError
from tarot_teach.messages import _
from tarot_teach.table.actions import Action, Choose
from tarot_teach.table.state import Phase, State


def check_shown(index: RuleIndex, before: State, action: Action, after: State) -> None:
    """Raise RecordError where cards that ``before`` does not show have decided what came of an action."""
    if after.phase is Phase.DISCARD and before.phase is not after.phase and not after.talon:
        raise hidden(_("the talon"))
    auction = after.auction
    calls = before.phase is Phase.CALL and isinstance(action, Choose)
    called = action.card if isinstance(action, Choose) and calls else auction.called
    if called is None or auction.known or auction.partner is not None:
        return
    taken = after.tricks[-1] if len(after.tricks) > len(before.tricks) else None
    moved = taken is not None and (before.debts or taken.trick.mask & index.movable)
    seen = any(mask & called.bit for mask in (after.trick.mask, after.discard, *after.side_piles, *after.hands))
    if not seen and (calls or moved):
        raise hidden(_("who holds {called}").format(called=called))


def check_talon(before: State, after: State) -> None:
    """Raise RecordError where cards of the talon were taken that a state does not show."""
    if None in before.stock and after.stock != before.stock:
        raise hidden(_("the talon"))
    check_turned(before, after)


def check_turned(before: State, after: State) -> None:
    """Raise RecordError where cards of a heap were turned that a state does not show."""
    for seat, heaps in enumerate(before.heaps):
        for was, now in zip(heaps, after.heaps[seat], strict=True):
            if None in was.below[: len(was.below) - len(now.below)]:
                raise hidden(_("the cards that lie face down in the heaps"))


def hidden(what: str) -> TarotError:
    """The error of an action that a state does not show enough for."""
    message = _("this state does not show what decides here: {what}").format(what=what)
    hint = _("apply the action to the whole state, and not to a view of it")
    return RecordError.of("state.hidden", message, hint=hint)
