"""The moments of a replay at which a full screen can stand still."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from tarot_teach.blocks import Block, Exercise, ScoreSheet
from tarot_teach.explain.record_exercises import exercises_of
from tarot_teach.records.replay import Replay


class Part(Enum):
    """The kind of a moment: an action just done, a completed trick on its way to the winner, a question, or the end."""

    ACTION = auto()
    GATHERING = auto()
    QUESTION = auto()
    END = auto()


@dataclass(frozen=True, slots=True)
class Moment:
    """A point at which one can stand still: after ``done`` actions; with an ``exercise`` to answer; at the end, with so many
    ``lines`` of the sheet."""

    done: int
    part: Part = Part.ACTION
    lines: int = 0
    exercise: Exercise | None = None


def moments_of(replay: Replay, result: Sequence[Block]) -> Iterator[Moment]:
    """The start, every action, every trick on its way to the winner, what is asked before the next action, and the end with one
    line more each time. A record that ends before the deal does has no such end."""
    asked: dict[int, list[Moment]] = {}
    for exercise in exercises_of(replay):
        done = exercise.done - (exercise.kind == "winner")  # asked before its last card is seen to win or lose
        asked.setdefault(done, []).append(Moment(done, Part.QUESTION, exercise=exercise))
    yield Moment(0)
    yield from asked.get(0, ())
    for done, step in enumerate(replay.steps, 1):
        yield Moment(done)
        if step.completes_trick:
            yield Moment(done, Part.GATHERING)
        yield from asked.get(done, ())
    if not result:
        return
    lines = sum(len(block.rows) for block in result if isinstance(block, ScoreSheet))
    more = bool(lines) and not isinstance(result[-1], ScoreSheet)  # words that follow the last sheet
    for line in range(lines + 1 + more):
        yield Moment(len(replay.steps), Part.END, line)
