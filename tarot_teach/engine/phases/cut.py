"""The phase ``cut``: the pack is cut, where the ruleset has a rule for it."""

from __future__ import annotations

from tarot_teach.engine.phases.stage import Stage, verdict_of
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.language import N_
from tarot_teach.table.actions import Cut
from tarot_teach.table.events import PackCut, Step
from tarot_teach.table.state import Choices, Phase, State
from tarot_teach.table.verdict import Verdict


class CutStage(Stage):
    """One seat cuts the pack."""

    phase = Phase.CUT
    section = "deal"
    actions = (Cut,)
    due = N_("This is not the moment for it: the pack is to be cut.")
    words = ((Cut, N_("{who} may cut there."), N_("{who} may not cut there.")),)

    def asked(self, index: RuleIndex) -> bool:
        return index.cuts is not None

    def enter(self, index: RuleIndex, state: State) -> Step:
        return state._replace(phase=self.phase, turn=index.cuts.cutter(state) if index.cuts else None), ()

    def legal(self, index: RuleIndex, state: State) -> Choices:
        assert index.cuts is not None
        return Choices(state, state.turn, cuts=index.cuts.cuts(state))

    def check(self, index: RuleIndex, state: State, action: Cut) -> Verdict:
        assert index.cuts is not None
        return verdict_of(action, index.cuts.check_cut(state, action))

    def apply(self, index: RuleIndex, state: State, action: Cut) -> Step:
        assert index.cuts is not None
        event = PackCut(action.seat, action.at, findings=tuple(index.cuts.check_cut(state, action)))
        pack = state.pack[action.at :] + state.pack[: action.at]
        return state._replace(pack=pack, turn=None), (event,)
