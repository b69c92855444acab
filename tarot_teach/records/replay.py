"""Replaying a record: every action judged by the rules, every comment and expectation at its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from tarot_teach.display import displayed
from tarot_teach.engine import Engine
from tarot_teach.records.commentary import check_commentary
from tarot_teach.records.expectations import check_expectations, check_rule_ids
from tarot_teach.records.questions import Asked, questions
from tarot_teach.records.record import Record
from tarot_teach.records.runner import ReplayStep, Runner
from tarot_teach.records.score_only import scored
from tarot_teach.records.start import Reader, begin
from tarot_teach.records.taught_rules import unreached
from tarot_teach.records.unused_entries import unused
from tarot_teach.table import Event, State
from tarot_teach.topics.compare.deals import Beside, lay_beside
from tarot_teach.topics.compare.replay_under import check_fit

if TYPE_CHECKING:
    from tarot_teach.advice.model import Advice
    from tarot_teach.loading import Library


@displayed
@dataclass(frozen=True, slots=True)
class Replay:
    """A replayed record. ``stopped`` says why it ends before the deal does, if it does; ``asked`` are its questions. ``beside`` is the same hand by
    the rulesets under which the record wants it to be seen, its own first."""

    record: Record
    engine: Engine
    start: State
    opening: tuple[Event, ...]
    steps: tuple[ReplayStep, ...]
    stopped: str = ""
    advice: Advice | None = None
    asked: tuple[Asked, ...] = ()
    beside: Beside | None = None

    @property
    def end(self) -> State:
        """The state after the last action."""
        return self.steps[-1].after if self.steps else self.start

    @property
    def irregular(self) -> list[ReplayStep]:
        """The plays that stand although a rule refuses them."""
        return [step for step in self.steps if step.irregular]

    def events(self) -> Iterator[Event]:
        """Everything that happened."""
        yield from self.opening
        for step in self.steps:
            yield from step.events


def replay_by(record: Record, library: Library, base: Path, *, go_on: bool = False) -> Replay:
    """Replay a record by the ruleset, and with the advice, that it names, and by those under ``compare``; ``base`` is the folder
    from which paths count."""
    ruleset = library.load(record.file.ruleset, base=base, place=record.place(("ruleset",)))
    name = record.file.advice
    advice = library.advice(name, record.place(("advice",))) if name else None
    done = replace(replay(record, Engine(ruleset), go_on=go_on), advice=advice)
    return replace(done, beside=_beside(done, library, base))


def _beside(done: Replay, library: Library, base: Path) -> Beside | None:
    """The same hand by the rulesets that the record names for it. Raises LoadError, or RecordError where one does not fit."""
    record, engines = done.record, []
    for i, name in enumerate(record.file.compare):
        path = ("compare", i)
        engines.append(Engine(library.load(name, base=base, place=record.place(path))))
        check_fit(done, engines[-1], path)
    return lay_beside(done, [done.engine, *engines]) if engines else None


def replay(record: Record, engine: Engine, *, go_on: bool = False) -> Replay:
    """Replay a record. ``go_on`` lets plays stand that the rules refuse, beside those that the record calls irregular.

    Raises RecordError with the place of an illegal action, or of every expectation that is not met.
    """
    reader = Reader(record, engine)
    reader.problems += check_commentary(record, engine.ruleset)
    check_rule_ids(reader)
    state, opening = scored(reader) if record.file.start.step == "score" else begin(reader)
    runner = Runner(reader, state, go_on)
    stopped = runner.run()
    reader.check()
    done = Replay(record, engine, state, tuple(opening), tuple(runner.steps), stopped)
    asked, problems = questions(done)
    reader.problems += [*check_expectations(done, reader), *problems, *unused(runner), *unreached(done)]
    reader.check()
    return replace(done, asked=asked)
