"""The trial of a record under a ruleset: admitted, refused at a place, or left open where the record is silent."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import islice
from typing import Any

from tarot_teach.engine import Engine
from tarot_teach.errors import Problem, RecordError
from tarot_teach.messages import N_, _
from tarot_teach.records.expectations import check_expectations, unused
from tarot_teach.records.format import ExampleFile
from tarot_teach.records.record import Record
from tarot_teach.records.replay import Replay
from tarot_teach.records.runner import Runner
from tarot_teach.records.start import RecordReader, begin, is_unknown, scored
from tarot_teach.rules import Ruleset
from tarot_teach.table.state import Phase
from tarot_teach.topics.admits.hidden_cards import HiddenCards
from tarot_teach.topics.admits.unnamed_cards import MOST, named, unnamed_plays, ways_to_name

UNNAMED = "record.unnamed"
"""The code of problems of cards that are not named."""


class Decision(StrEnum):
    """The decision of a ruleset on a record. OPEN: it asks for something that the record does not tell."""

    ADMITTED = "admitted"
    OPEN = "open"
    REFUSED = "refused"


DECISIONS = {
    Decision.ADMITTED: N_("admitted"),
    Decision.OPEN: N_("left open"),
    Decision.REFUSED: N_("refused"),
}
"""The decisions in words."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A record tried under a ruleset; ``problem`` is the first place that refuses, or what is not told; none where the record is admitted.

    ``scores`` are those by seat of an admitted deal that has come to its end, ``void`` is the rule that makes it void. ``hidden`` are the cards that a record in
    part does not name.
    """

    ruleset: Ruleset
    decision: Decision
    problem: Problem | None = None
    scores: tuple[tuple[str, Fraction], ...] = ()
    void: str = ""
    hidden: HiddenCards | None = None

    @property
    def undecided(self) -> bool:
        """True where the cards of tricks can be named in more ways than were tried."""
        return self.decision is Decision.OPEN and self.problem is not None and self.problem.code == UNNAMED

    @property
    def name(self) -> str:
        """The name of the ruleset."""
        return self.ruleset.name

    @property
    def rule(self) -> str:
        """The id of the rule that refuses; empty where no single rule does."""
        return self.problem.rule if self.problem else ""

    @property
    def reason(self) -> str:
        """The reason in a sentence."""
        if self.problem is None:
            return ""
        return self.problem.message.removeprefix("illegal: ").removesuffix(f" [{self.rule}]")

    @property
    def line(self) -> int:
        """The line of the record; 0 where no place in it refuses."""
        return self.problem.place.line if self.problem and self.problem.place else 0

    def to_dict(self) -> dict[str, Any]:
        """The trial as plain data."""
        return {
            "ruleset": self.name,
            "decision": str(self.decision),
            "line": self.line or None,
            "code": self.problem.code if self.problem else None,
            "rule": self.rule or None,
            "reason": self.reason or None,
        }


def tried(facts: Record, engine: Engine) -> Trial:
    """Try the facts of a record, in the names of a ruleset, under it."""
    ruleset, reader, runner = engine.ruleset, None, None
    try:
        reader = RecordReader(facts, engine)
        runner = Runner(reader, scored(reader) if facts.file.start.step == "score" else begin(reader), go_on=False)
        stopped = runner.run()
        reader.check()
    except RecordError as error:
        first = error.problems[0]
        if runner is not None and _lacks_auction(runner, facts.file):
            return Trial(ruleset, Decision.OPEN, replace(first, message=_("the record tells no auction")))
        return Trial(ruleset, Decision.OPEN if _is_silent(first, facts.file) else Decision.REFUSED, first)
    done = Replay(facts, runner.deal, runner.tries, stopped)
    reached = replace(done, record=_reached(done)) if stopped else done
    refusing = next(check_expectations(reached), None)
    if refusing:
        return Trial(ruleset, Decision.REFUSED, refusing)
    missed = next(iter([*check_expectations(done), *unused(reader, runner.state, runner.used)]), None)
    if missed is None and stopped and unnamed_plays(facts.file):
        missed = _of_tricks(facts, stopped)
    if missed is None:
        end = done.end
        if end.result is None:
            return Trial(ruleset, Decision.ADMITTED)
        if end.result.void:
            return Trial(ruleset, Decision.ADMITTED, void=end.result.void)
        return Trial(ruleset, Decision.ADMITTED, scores=tuple(zip(end.seats, end.result.scores, strict=True)))
    if stopped:
        message = _("no further than this: {reason}").format(reason=stopped)
        return Trial(ruleset, Decision.OPEN, replace(missed, message=message))
    return Trial(ruleset, Decision.REFUSED, missed)


def tried_whole(facts: Record, engine: Engine) -> Trial:
    """Try a record whose hands are all known: the cards of tricks that it does not name are named in every way, up to :data:`MOST`, until one is admitted.

    The record is refused where no way is, and left open where there are more.
    """
    if not unnamed_plays(facts.file):
        return tried(facts, engine)
    trials: list[Trial | None] = []
    ways = ways_to_name(facts, engine)
    try:
        for naming in islice(ways, MOST):
            record = named(facts, naming)
            trials.append(tried(record, engine) if record else None)
            if trials[-1] and trials[-1].decision is Decision.ADMITTED:
                return trials[-1]
    except RecordError as error:
        return Trial(engine.ruleset, Decision.REFUSED, error.problems[0])
    if next(ways, None):
        message = _("none of {number} ways to name the cards of its tricks that were tried fits, and others may")
        return Trial(engine.ruleset, Decision.OPEN, _of_tricks(facts, message.format(number=MOST)))
    best = next((trial for trial in trials if trial and trial.decision is Decision.OPEN), trials[0])
    if best and (best.decision is Decision.OPEN or len(trials) == 1):
        return best
    message = _(
        "there is no way to name the cards of its tricks so that all of them can be played, and go to whom they went"
    )
    return Trial(engine.ruleset, Decision.REFUSED, _of_tricks(facts, message))


def _of_tricks(facts: Record, message: str) -> Problem:
    """A problem of the cards that a record does not name, at the first of them."""
    number, position = min(unnamed_plays(facts.file))
    hint = _("check who wins the trick, and the cards that are named")
    return Problem(UNNAMED, message, facts.place(("tricks", number, "cards", position)), hint)


def _reached(done: Replay) -> Record:
    """The record of a replay that has stopped, without what it tells of tricks and of a result that have not been reached."""
    file, played = done.record.file, len(done.end.tricks)
    tricks = [
        trick if number < played else trick.model_copy(update={"expect": None})
        for number, trick in enumerate(file.tricks)
    ]
    expect = file.expect if done.end.result else None
    return replace(done.record, file=file.model_copy(update={"tricks": tricks, "expect": expect}))


def _is_silent(problem: Problem, file: ExampleFile) -> bool:
    """True for a problem that the record does not tell something, and tells nothing else in its place."""
    without_a_word = {
        "record.choice": True,
        "record.takes": not any(trick.takes for trick in file.tricks),
        "record.contract": file.start.contract is None,
        "record.partner": file.start.partner is None and file.call is None,
        "record.face-up": file.face_up is None,
        "result.missing": True,
    }
    return without_a_word.get(problem.code, False)


def _lacks_auction(runner: Runner, file: ExampleFile) -> bool:
    """True where the ruleset has an auction, of which the record tells nothing."""
    return runner.state.phase is Phase.BID and is_unknown(file.auction)
