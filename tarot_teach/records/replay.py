"""Replaying a record: every action judged by the rules, every comment and expectation at its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from tarot_teach.advice.files import find_advice
from tarot_teach.advice.model import Advice
from tarot_teach.display import displayed
from tarot_teach.engine import Engine
from tarot_teach.loading import Library
from tarot_teach.records.commentary import check_commentary
from tarot_teach.records.expectations import check_expectations, check_rule_ids
from tarot_teach.records.other_rules import check_fit
from tarot_teach.records.questions import Asked, questions
from tarot_teach.records.record import Record
from tarot_teach.records.runner import ReplayStep, Runner
from tarot_teach.records.score_only import scored
from tarot_teach.records.start import Reader, begin
from tarot_teach.records.taught_rules import unreached
from tarot_teach.records.unused_entries import unused
from tarot_teach.table import Event, State


@displayed
@dataclass(frozen=True, slots=True)
class Replay:
    """A replayed record. ``stopped`` says why it ends before the deal does, if it does; ``asked`` are its questions; ``compared``
    are engines of the other rulesets under which the record wants its hand to be seen."""

    record: Record
    engine: Engine
    start: State
    opening: tuple[Event, ...]
    steps: tuple[ReplayStep, ...]
    stopped: str = ""
    advice: Advice | None = None
    asked: tuple[Asked, ...] = ()
    compared: tuple[Engine, ...] = ()

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
    advice = find_advice(library, name, record.place(("advice",))) if name else None
    done = replace(replay(record, Engine(ruleset), go_on=go_on), advice=advice)
    return replace(done, compared=tuple(_engines_to_compare(done, library, base)))


def _engines_to_compare(done: Replay, library: Library, base: Path) -> Iterator[Engine]:
    """Engines of the rulesets under ``compare`` in a record. Raises LoadError, or RecordError where one does not fit."""
    record = done.record
    for i, name in enumerate(record.file.compare):
        path = ("compare", i)
        engine = Engine(library.load(name, base=base, place=record.place(path)))
        check_fit(record, done.start.players, done.engine, engine, path)
        yield engine


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
