"""The phase ``between``: what rules of the play ask between two tricks. It interrupts the play, as ``pay`` does."""

from __future__ import annotations

from tarot_teach.engine.phases.questions import QuestionsStage
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.messages import N_
from tarot_teach.table.actions import Choose
from tarot_teach.table.events import PlayEnded, Step
from tarot_teach.table.state import Phase, State


class BetweenTricksStage(QuestionsStage):
    """The winner of the last trick leads when the questions are answered, unless a rule ends the play."""

    phase = Phase.BETWEEN
    section = "play"
    due = N_("This is not the moment for it: a question is open between two tricks.")

    def apply(self, index: RuleIndex, state: State, action: Choose) -> Step:
        state, events = super().apply(index, state, action)
        if state.turn is not None or state.phase is Phase.OVER:
            return state, events
        state, end = _go_on(index, state)
        return state, events + end


_STAGE = BetweenTricksStage()


def after_trick(index: RuleIndex, state: State) -> Step:
    """A state between tricks: with a question of a rule; or with nobody to act, when the last card has been played or a rule ends the play."""
    if state.phase is not Phase.PLAY or state.trick.cards:
        return state, ()
    if not any(state.hands) and not any(state.unseen):
        return state._replace(turn=None), ()
    if "play" not in index.in_turn:
        return _go_on(index, state)
    asked, events = _STAGE.enter(index, state._replace(turn=None))
    if asked.turn is not None:
        return asked, events
    state, end = _go_on(index, asked)
    return state, events + end


def _go_on(index: RuleIndex, state: State) -> Step:
    """The state in which the winner of the last trick leads, or in which nobody is to act since a rule ends the play."""
    ended = next((finding for rule in index.ends_play if (finding := rule.ends(state))), None)
    state = state._replace(phase=Phase.PLAY, turn=None if ended else state.trick.leader)
    return (state, ()) if ended is None else (state, (PlayEnded(None, findings=(ended,)),))
