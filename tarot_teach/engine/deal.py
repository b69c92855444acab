"""The log of a deal as it is played: each action with the verdict on it, what happened, and the states round it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tarot_teach.display import displayed
from tarot_teach.engine.engine import Engine
from tarot_teach.table import Action, Choices, Phase, State, Verdict
from tarot_teach.table.events import Event, TrickWon


@displayed
@dataclass(frozen=True, slots=True)
class Move:
    """One action of a deal, with the verdict on it, the events that it caused, and the states before and after."""

    before: State
    action: Action
    verdict: Verdict
    events: tuple[Event, ...]
    after: State

    @property
    def trick(self) -> int | None:
        """Index of the move's trick among the tricks of the log, from 0; None before the play."""
        if self.before.phase is Phase.PLAY:
            return len(self.before.tricks)
        return len(self.before.tricks) - 1 if self.before.phase is Phase.PAY else None

    @property
    def completes_trick(self) -> bool:
        """True for the last card of a trick."""
        return len(self.after.tricks) > len(self.before.tricks)

    @property
    def irregular(self) -> bool:
        """True for an action that stands although a rule refuses it."""
        return not self.verdict.allowed


@displayed
@dataclass(frozen=True, slots=True)
class Deal:
    """A deal under one ruleset, as far as it has been played. ``opening`` are the events before the first move."""

    engine: Engine
    start: State
    opening: tuple[Event, ...] = ()
    moves: tuple[Move, ...] = ()

    @property
    def state(self) -> State:
        """The state after the last move."""
        return self.moves[-1].after if self.moves else self.start

    @property
    def over(self) -> bool:
        """True if nobody is to act any more."""
        return self.state.turn is None

    @property
    def legal(self) -> Choices:
        """Everything that the seat to act may do."""
        return self.engine.legal(self.state)

    def why(self, action: Action) -> Verdict:
        """The verdict on an action in the present state."""
        return self.engine.check(self.state, action)

    def push(self, action: Action, *, irregular: bool = False) -> Deal:
        """The deal with one more action. ``irregular`` lets an action stand that a rule refuses.

        Raises IllegalActionError with the verdict in words.
        """
        before = self.state
        verdict = self.engine.judge(before, action, irregular=irregular)
        after, events = self.engine.carry_out(before, verdict)
        return self.add(Move(before, action, verdict, events, after))

    def add(self, move: Move) -> Deal:
        """The deal with a move that has been made already."""
        return replace(self, moves=(*self.moves, move))

    def undo(self, moves: int = 1) -> Deal:
        """The deal without its last moves."""
        return replace(self, moves=self.moves[: max(0, len(self.moves) - moves)])

    def view(self, seat: int) -> State:
        """The present state as one seat may know it."""
        return self.state.view(seat)

    @property
    def irregular(self) -> list[Move]:
        """The moves that stand although a rule refuses them."""
        return [move for move in self.moves if move.irregular]

    def events(self) -> Iterator[Event]:
        """Everything that happened, in order."""
        yield from self.opening
        for move in self.moves:
            yield from move.events

    def by_trick(self) -> Iterator[tuple[int, Event]]:
        """Everything that happened, each event with the number of the trick gathered last (0 before the first)."""
        number = 0
        for event in self.events():
            if isinstance(event, TrickWon):
                number = event.number
            yield number, event
