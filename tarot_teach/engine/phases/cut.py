"""The phase ``cut``: the pack is cut, where the ruleset has a rule for it."""

from __future__ import annotations

from tarot_teach.engine.phases.stage import Stage, verdict_of
from tarot_teach.engine.preconditions import no_such_option, not_now
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.messages import N_
from tarot_teach.table.actions import Choose
from tarot_teach.table.events import PackCut, Step
from tarot_teach.table.state import Choices, Phase, State
from tarot_teach.table.verdict import Verdict


class CutStage(Stage):
    """One seat cuts the pack."""

    phase = Phase.CUT
    section = "deal"
    due = N_("This is not the moment for it: the pack is to be cut.")

    def asked(self, index: RuleIndex) -> bool:
        return index.cuts is not None

    def enter(self, index: RuleIndex, state: State) -> Step:
        return state._replace(phase=self.phase, turn=index.cuts.cutter(state) if index.cuts else None), ()

    def legal(self, index: RuleIndex, state: State) -> Choices:
        assert index.cuts is not None
        return Choices(state, state.turn, cuts=index.cuts.cuts(state), rule=index.cuts.rule)

    def check(self, index: RuleIndex, state: State, action: Choose) -> Verdict:
        assert index.cuts is not None
        if action.rule != index.cuts.rule:
            return not_now(state, action, seat=action.seat)
        match action.numbers:
            case (at,):
                return verdict_of(action, index.cuts.check_cut(state, at))
        return verdict_of(action, [no_such_option(action.seat, action.rule)])

    def apply(self, index: RuleIndex, state: State, action: Choose) -> Step:
        assert index.cuts is not None
        (at,) = action.numbers or ()
        event = PackCut(action.seat, at, findings=tuple(index.cuts.check_cut(state, at)))
        pack = state.pack[at:] + state.pack[:at]
        return state._replace(pack=pack, turn=None), (event,)
