"""A phase of a deal as an object: who is asked, what is allowed, what happens then, and the words for it."""

from __future__ import annotations

from typing import Any, ClassVar

from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.errors import NotationError, suggest
from tarot_teach.messages import _
from tarot_teach.table.actions import Action, Choose
from tarot_teach.table.events import Step
from tarot_teach.table.state import Choices, Phase, State
from tarot_teach.table.verdict import Effect, Finding, Verdict


class Stage:
    """A phase without state of its own. A state in which nobody is to act (``turn`` is None) goes on to the following phase."""

    phase: ClassVar[Phase]
    section: ClassVar[str]
    """The section of a ruleset that brings the phase about."""
    actions: ClassVar[tuple[type[Action], ...]] = (Choose,)
    """The kinds of actions that the phase asks for."""
    due: ClassVar[str] = ""
    """The sentence on an action of another kind."""
    words: ClassVar[tuple[tuple[type[Action] | str, str, str], ...]] = ()
    """Sentences on a kind of action, or on what is bid or claimed: allowed, and refused."""

    def asked(self, index: RuleIndex) -> bool:
        """True where the ruleset has a rule by which somebody can be asked."""
        return True

    def enter(self, index: RuleIndex, state: State) -> Step:
        """The state when the phase begins: with the first seat that is asked, or passed through."""
        raise NotImplementedError

    def legal(self, index: RuleIndex, state: State) -> Choices:
        """Choices of the seat to act."""
        raise NotImplementedError

    def allows(self, index: RuleIndex, state: State, action: Any, known: Choices | None) -> bool:
        """True where an action of the seat to act is certainly allowed; quicker than :meth:`check`. ``known`` are its choices, if
        they have been worked out."""
        return False

    def check(self, index: RuleIndex, state: State, action: Any) -> Verdict:
        """The verdict on an action of the seat to act."""
        raise NotImplementedError

    def apply(self, index: RuleIndex, state: State, action: Any) -> Step:
        """The state after an action, and what happened. Nobody is to act in it when the phase is over."""
        raise NotImplementedError

    def read(self, index: RuleIndex, state: State, seat: int, text: str) -> Action:
        """An action as typed. Raises NotationError with a suggestion."""
        hint = suggest(text, map(index.offer_name, self.legal(index, state).declarations), _("say one of"))
        raise NotationError.of("play.word", _("{text!r} cannot be said here"), hint=hint, text=text)


def verdict_of(action: Action, findings: list[Finding], instead: tuple[str, ...] = ()) -> Verdict:
    """The verdict that decisive findings make, with what is allowed instead."""
    refused = any(finding.decisive and finding.effect is Effect.REFUSES for finding in findings)
    return Verdict(action, not refused, tuple(findings), instead if refused else ())
