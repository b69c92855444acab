"""What a record says must come of it, held against what came of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tarot_teach.cards import halves_text, parse_halves
from tarot_teach.errors import NotationError, Problem, suggest
from tarot_teach.language import N_, _
from tarot_teach.table import Discard

if TYPE_CHECKING:
    from tarot_teach.errors import KeyPath
    from tarot_teach.records.replay import Replay
    from tarot_teach.records.start import Reader

CODE = "record.expectation"
MEND = N_("correct the expectation, or what comes before it")


def check_rule_ids(reader: Reader) -> None:
    """Rules that the record names have to exist, so that no lesson outlives the rule that it teaches."""
    rules = reader.engine.ruleset.rules
    named: list[tuple[str, KeyPath]] = [(rule, ("teaches", i)) for i, rule in enumerate(reader.file.teaches)]
    for i, trick in enumerate(reader.file.tricks):
        named += [
            (tried.because, ("tricks", i, "tries", j, "because"))
            for j, tried in enumerate(trick.tries)
            if tried.because
        ]
    for rule, path in named:
        if rule not in rules:
            reader.faults.fault(
                "record.rule",
                _("{name} has no rule {rule!r}").format(name=reader.engine.ruleset.name, rule=rule),
                path,
                suggest(rule, rules, _("its rules")),
            )
    reader.check()


def check_expectations(done: Replay, reader: Reader) -> Iterator[Problem]:
    """Every expectation that is not met."""
    yield from _tricks(done, reader)
    yield from _discard(done, reader)
    yield from _deal(done, reader)


def _tricks(done: Replay, reader: Reader) -> Iterator[Problem]:
    won = list(done.end.tricks)
    for number, trick in enumerate(reader.file.tricks):
        if trick.expect is None or trick.expect.winner is None:
            continue
        path: KeyPath = ("tricks", number, "expect", "winner")
        if number >= len(won):
            yield Problem(CODE, _("this trick has not been completed"), reader.record.place(path), _(MEND))
        elif done.end.seats[won[number].winner] != trick.expect.winner:
            winner = done.end.seats[won[number].winner]
            message = _("{winner} wins this trick ({rule}), not {winner_2}").format(
                winner=winner, rule=won[number].rule, winner_2=trick.expect.winner
            )
            yield Problem(CODE, message, reader.record.place(path), _(MEND))


def _discard(done: Replay, reader: Reader) -> Iterator[Problem]:
    """The rule that refuses the first discard tried."""
    expected = reader.file.expect.refused if reader.file.expect else None
    if expected is None:
        return
    tried = next((tries[0] for tries in done.tries.values() if isinstance(tries[0].action, Discard)), None)
    decisive = tried.verdict.decisive.rule if tried and tried.verdict.decisive else "none: no discard was tried"
    if decisive != expected:
        message = _("the rule that refuses it is {decisive}, not {expected}").format(
            decisive=decisive, expected=expected
        )
        yield Problem(CODE, message, reader.record.place(("expect", "refused")), _(MEND))


def _deal(done: Replay, reader: Reader) -> Iterator[Problem]:
    expected, result = reader.file.expect, done.end.result
    if expected is None:
        return

    def unmet(field: str, found: object) -> Problem:
        wanted = getattr(expected, field)
        return Problem(
            CODE,
            _("{field} is {found}, not {wanted}").format(field=field, found=found, wanted=wanted),
            reader.record.place(("expect", field)),
            _(MEND),
        )

    if expected.void is not None:
        void = result.void if result else None
        if void != expected.void:
            yield unmet("void", void or "nothing: the deal is played")
        return
    wants = expected.model_fields_set - {"void", "refused"}
    if result is None or result.void:
        if wants:
            why = done.stopped or _("the deal is void")
            yield Problem(
                CODE, _("there is no result: {why}").format(why=why), reader.record.place(("expect",)), _(MEND)
            )
        return
    outcome = result.sheets[0].outcome
    if expected.points is not None:
        try:
            halves = parse_halves(expected.points)
        except NotationError as error:
            problem = error.problems[0]
            yield Problem(problem.code, problem.message, reader.record.place(("expect", "points")), problem.hint)
        else:
            if halves != outcome.halves:
                yield unmet("points", halves_text(outcome.halves))
    if expected.honours is not None and expected.honours != outcome.honours:
        yield unmet("honours", outcome.honours)
    if expected.made is not None and expected.made != outcome.made:
        yield unmet("made", outcome.made)
    defender = result.roles.get("defender")
    if expected.per_defender is not None and (defender is None or expected.per_defender != -defender):
        yield unmet("per_defender", None if defender is None else -defender)
    for letter, score in (expected.scores or {}).items():
        seat = done.end.seats.index(letter) if letter in done.end.seats else None
        if seat is None or result.scores[seat] != score:
            found = "nobody's" if seat is None else result.scores[seat]
            message = _("the score of {letter} is {found}, not {score}").format(letter=letter, found=found, score=score)
            yield Problem(CODE, message, reader.record.place(("expect", "scores", letter)), _(MEND))
