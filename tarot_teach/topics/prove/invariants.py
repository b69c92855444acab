"""Invariants of each position of a deal and of its end."""

from __future__ import annotations

import random

from tarot_teach.engine import Engine
from tarot_teach.messages import _
from tarot_teach.table import Action, Choices, State
from tarot_teach.topics.check.invariants import DealChecker, UnsoundError, attempts

SPOKEN_FIRST, SPOKEN_EVERY, SPOKEN_MOST = 30, 61, 90
"""So many first positions are put into words, then one of so many, up to a number."""


class TooFewError(UnsoundError):
    """A hand has too few cards that may be laid away."""


class PositionChecker(DealChecker):
    """Checks the positions of a search, some of them with all words; ``spoken`` are those. Methods raise UnsoundError."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self.seen: int = 0
        self.spoken: int = 0
        self.reasons: int = 0

    def choices(self, state: State) -> Choices:
        """The actions of the seat to act: at least one. Raises TooFewError where cards are to be laid away, and too few may be."""
        choices, seat = self.engine.legal(state), state.turn
        assert seat is not None
        if choices.ways() < 1:
            message = _("{name} is to act at the step {phase}, and nothing is allowed")
            too_few = any(pick.cards.bit_count() < pick.least for pick in choices.picks)
            raise (TooFewError if too_few else UnsoundError)(message.format(name=state.name(seat), phase=state.phase))
        self.seen += 1
        if self.seen <= SPOKEN_FIRST or (self.seen % SPOKEN_EVERY == 0 and self.spoken < SPOKEN_MOST):
            self.spoken += 1
            self._in_words(state, choices)
        return choices

    def step(self, state: State, action: Action, choices: Choices) -> State:
        """The state after an action, with the rules noted that were at work."""
        after, events = self.engine.apply(state, action, among=choices)
        for event in events:
            self.at_work.update(finding.rule for finding in event.findings)
        return after

    def end(self, state: State) -> None:
        """Check the end of a deal: it is scored, and scores sum to what they promise."""
        self._check_end(state)

    def _in_words(self, state: State, choices: Choices) -> None:
        """Check all actions that come to mind, allowed and not, and that their reasons tell of no hidden card."""
        seat = state.turn
        assert seat is not None
        draws = random.Random(self.seen)
        seen = state.view(seat)
        if [*self.engine.legal(seen)] != [*choices]:
            message = _("at the step {phase}, what {name} may do does not follow from what {name} can see")
            raise UnsoundError(message.format(phase=state.phase, name=state.name(seat)))
        self._check_hidden(state, draws)
        self._check_cards(state)
        for action in attempts(self.engine, state, choices, draws):
            self._try_action(state, choices, action)
            if action.seat == seat:
                self._check_reason(state, seen, action)

    def _check_reason(self, state: State, seen: State, action: Action) -> None:
        """Check that the reason for a verdict is the same where only what the seat can see is known."""
        verdict = self.engine.check(state, action)
        rule = verdict.decisive.rule if verdict.decisive else ""
        self.reasons += 1
        words = str(self.engine.reason(verdict, state.name))
        if words != str(self.engine.reason(self.engine.check(seen, action), state.name)):
            message = _("at the step {phase}, a reason for {name} tells of cards that are hidden: {words}")
            raise UnsoundError(message.format(phase=state.phase, name=state.name(action.seat), words=words), rule)
