"""The phase ``claim``: hands that make the deal void, by themselves or where their holder claims it."""

from __future__ import annotations

from tarot_teach.engine.match_memory import void_result
from tarot_teach.engine.phases.stage import Stage
from tarot_teach.engine.preconditions import not_now
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.messages import N_
from tarot_teach.table.actions import NOTHING, VOID, Choose
from tarot_teach.table.events import AllPassed, HandVoided, Step
from tarot_teach.table.state import Choices, Phase, State
from tarot_teach.table.verdict import Effect, Finding, Verdict


class ClaimStage(Stage):
    """Every seat is asked in turn, where a rule leaves the claim to the holder."""

    phase = Phase.CLAIM
    section = "void"
    due = N_("This is not the moment for it: a void deal may be claimed.")
    words = ((VOID, N_("{who} may declare the deal void."), N_("{who} may not declare the deal void.")),)

    def enter(self, index: RuleIndex, state: State) -> Step:
        for rule in index.voids:
            for seat in range(state.players):
                finding = rule.voids(state, seat)
                if finding:
                    return void(index, state, HandVoided, finding)
        first = (state.dealer + 1) % state.players
        return state._replace(phase=self.phase, turn=first if index.claims else None), ()

    def legal(self, index: RuleIndex, state: State) -> Choices:
        seat = state.turn
        assert seat is not None
        claims = [Choose(seat, rule.rule, VOID) for rule in index.claims if rule.voids(state, seat) is not None]
        return Choices(state, seat, declarations=(Choose(seat, NOTHING), *claims))

    def check(self, index: RuleIndex, state: State, action: Choose) -> Verdict:
        if action.rule == NOTHING:
            return Verdict(action, True)
        rule = next((rule for rule in index.claims if rule.rule == action.rule), None)
        if rule is None:
            return not_now(state, action, seat=action.seat)
        finding = rule.voids(state, action.seat) or rule.refuses(state, action.seat)
        return Verdict(action, finding.effect is not Effect.REFUSES, (finding,))

    def apply(self, index: RuleIndex, state: State, action: Choose) -> Step:
        for finding in self.check(index, state, action).findings:
            return void(index, state, HandVoided, finding)
        following = None if action.seat == state.dealer else (action.seat + 1) % state.players
        return state._replace(turn=following), ()


def void(index: RuleIndex, state: State, kind: type[HandVoided | AllPassed], finding: Finding) -> Step:
    """The deal void by a rule's finding."""
    event = kind(finding.facts.get("seat"), findings=(finding,))
    result = void_result(index, finding.rule, state.players, state.memory, state.paid)
    return state._replace(phase=Phase.OVER, turn=None, result=result), (event,)
