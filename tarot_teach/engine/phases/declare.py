"""The phase ``declare``: announcements before the first lead; and announcements before one's first card."""

from __future__ import annotations

from collections.abc import Sequence

from tarot_teach.engine.phases.stage import Stage
from tarot_teach.engine.preconditions import not_now
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.mechanisms.interfaces import Offers
from tarot_teach.messages import N_
from tarot_teach.table.actions import NOTHING, Choose
from tarot_teach.table.events import Announced, Step
from tarot_teach.table.state import Choices, Declaration, Phase, State
from tarot_teach.table.verdict import Effect, Finding, Verdict


class DeclareStage(Stage):
    """The seats that a rule asks are asked in turn, each until it has made its announcements or says that there are none."""

    phase = Phase.DECLARE
    section = "declare"
    due = N_("This is not the moment for it: {taker:the} may make an announcement.")
    words = ((NOTHING, N_("{who} may announce this: {level}."), N_("{who} may not announce this: {level}.")),)

    def enter(self, index: RuleIndex, state: State) -> Step:
        return next_to_announce(index, state._replace(phase=self.phase)), ()

    def legal(self, index: RuleIndex, state: State) -> Choices:
        assert state.turn is not None
        done = Choose(state.turn, NOTHING)
        return Choices(state, state.turn, declarations=(done, *offered(index.offers_before_lead, state)))

    def check(self, index: RuleIndex, state: State, action: Choose) -> Verdict:
        if action.rule == NOTHING:
            return Verdict(action, True)
        return check_announcement(index.offers_before_lead, state, action)

    def apply(self, index: RuleIndex, state: State, action: Choose) -> Step:
        if action.rule == NOTHING:
            return next_to_announce(index, state), ()
        findings = self.check(index, state, action).findings
        state, events = announced(state, action, findings)
        made = {done.rule for done in state.declared if done.seat == action.seat}
        if all(rule.rule in made or action.seat not in rule.asks(state) for rule in index.offers_before_lead):
            state = next_to_announce(index, state)
        return state, events


def offered(rules: Sequence[Offers], state: State) -> tuple[Choose, ...]:
    """The announcements of some rules that are open to the seat to act."""
    seat = state.turn
    return () if seat is None else tuple(offer for rule in rules for offer in rule.offers(state, seat))


def check_announcement(rules: Sequence[Offers], state: State, action: Choose) -> Verdict:
    """Findings on an announcement that one of some rules must offer."""
    rule = next((rule for rule in rules if rule.rule == action.rule), None)
    if rule is None:
        return not_now(state, action, seat=action.seat)
    findings = tuple(rule.check_declaration(state, action))
    return Verdict(action, all(finding.effect is not Effect.REFUSES for finding in findings), findings)


def announced(state: State, action: Choose, findings: tuple[Finding, ...]) -> Step:
    """The state with an announcement."""
    shown = None if action.cards is None else action.cards.mask
    declared = (*state.declared, Declaration(action.seat, action.rule, action.option, shown))
    event = Announced(action.seat, action.option, action.cards, findings=findings)
    return state._replace(declared=declared), (event,)


def next_to_announce(index: RuleIndex, state: State) -> State:
    """The next seat that is asked for announcements before the first lead; nobody after the last."""
    order = [(state.dealer + 1 + i) % state.players for i in range(state.players)]
    later = order if state.turn is None else order[order.index(state.turn) + 1 :]
    for seat in later:
        if any(seat in rule.asks(state) for rule in index.offers_before_lead):
            return state._replace(turn=seat)
    return state._replace(turn=None)
