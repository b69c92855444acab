"""Replaying a record: every action judged by the rules, every comment and expectation at its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tarot_teach.advice.format import AdviceFile, find_advice
from tarot_teach.cards import CardSet, halves_text
from tarot_teach.display import displayed
from tarot_teach.engine.deal import Deal, Move
from tarot_teach.engine.engine import Engine
from tarot_teach.loading import Library
from tarot_teach.plain_data import number, plain_data
from tarot_teach.records.commentary import check_commentary
from tarot_teach.records.expectations import check_expectations, check_rule_ids
from tarot_teach.records.other_rules import check_fit
from tarot_teach.records.questions import Asked, questions
from tarot_teach.records.record import Record, load_example
from tarot_teach.records.runner import Runner, Tried
from tarot_teach.records.score_only import scored
from tarot_teach.records.start import Reader, begin
from tarot_teach.records.taught_rules import unreached
from tarot_teach.records.unused_entries import unused
from tarot_teach.table import BOTH_SIDES, Event, Play, State


@displayed
@dataclass(frozen=True, slots=True)
class Replay:
    """A record and the deal that it tells, played. ``tries`` are the actions that the record tries before a move, by the move's
    index; ``stopped`` says why the record ends before the deal does, if it does; ``asked`` are its questions; ``compared`` are
    engines of the other rulesets under which the record wants its hand to be seen."""

    record: Record
    deal: Deal
    tries: Mapping[int, tuple[Tried, ...]] = field(default_factory=dict)
    stopped: str = ""
    advice: AdviceFile | None = None
    asked: tuple[Asked, ...] = ()
    compared: tuple[Engine, ...] = ()

    @property
    def engine(self) -> Engine:
        """The engine of the record's ruleset."""
        return self.deal.engine

    @property
    def start(self) -> State:
        """The state with which the record begins."""
        return self.deal.start

    @property
    def end(self) -> State:
        """The state after the last move."""
        return self.deal.state

    def to_dict(self) -> dict[str, Any]:
        """The replay as plain data: irregular plays, events, piles and the result."""
        end = self.end
        outcome = end.result.sheets[0].outcome if end.result and end.result.sheets else None
        sides = outcome if outcome and outcome.seat is None else None
        return {
            "id": self.record.file.id,
            "ruleset": self.engine.ruleset.name,
            "seats": list(end.seats),
            "stopped": self.stopped or None,
            "irregular": [self._irregular(move) for move in self.deal.irregular],
            "events": [self._event(event) for event in self.deal.events()],
            "piles": {
                seat: plain_data(CardSet(end.deck, pile)) for seat, pile in zip(end.seats, end.won, strict=False)
            },
            "kept": {
                side: plain_data(CardSet(end.deck, pile)) for side, pile in zip(BOTH_SIDES, end.kept, strict=True)
            },
            "points": halves_text(sides.halves) if sides else None,
            "honours": sides.honours if sides else None,
            "target": outcome.target if outcome else None,
            "made": outcome.made if outcome else None,
            "void": end.result.void if end.result else None,
            "scores": dict(zip(end.seats, map(number, end.result.scores), strict=True))
            if end.result and end.result.scores
            else None,
        }

    def _event(self, event: Event) -> dict[str, Any]:
        seat = None if event.seat is None else self.end.seats[event.seat]
        data = {"event": event.kind, "seat": seat, "rules": list(event.rules)}
        return {**data, **{key: plain_data(value) for key, value in event.facts.items() if key not in data}}

    def _irregular(self, move: Move) -> dict[str, Any]:
        assert isinstance(move.action, Play)
        reason = self.engine.reason(move.verdict, move.before.name).to_dict()
        return {
            "trick": move.before.number,
            "seat": move.before.seats[move.action.seat],
            "card": move.action.card.code,
            "rule": reason["rule"],
            "because": reason["because"],
            "allowed": reason["instead"],
            "sources": reason["sources"],
        }


def replay_example(name: str, library: Library, *, go_on: bool = False) -> Replay:
    """Replay a worked example by its id or path. Raises LoadError with a suggestion, and RecordError as :func:`replay` does."""
    base = library.find_record("example", name).parent
    return replay_by(load_example(name, library), library, base, go_on=go_on)


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
    reader.faults.problems.extend(check_commentary(record, engine.ruleset))
    check_rule_ids(reader)
    runner = Runner(reader, scored(reader) if record.file.start.step == "score" else begin(reader), go_on)
    stopped = runner.run()
    reader.check()
    done = Replay(record, runner.deal, runner.tries, stopped)
    asked, problems = questions(done)
    reader.faults.problems.extend([*check_expectations(done, reader), *problems, *unused(runner), *unreached(done)])
    reader.check()
    return replace(done, asked=asked)
