"""Checks of a record against its replay: expected results, taught rules, and entries without effect."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from tarot_teach.cards import halves_text, parse_halves
from tarot_teach.engine import Engine
from tarot_teach.errors import KeyPath, NotationError, Problem, suggest
from tarot_teach.language import N_, _
from tarot_teach.mechanisms.interfaces import (
    Contract,
    LimitsDiscard,
    MakesOutcomes,
    NarrowsBids,
    Scores,
    StartsDeal,
    TurnsRound,
    Voids,
)
from tarot_teach.records.format import ExampleFile
from tarot_teach.records.replay import Replay
from tarot_teach.records.start import RecordReader
from tarot_teach.table import PASS, Action, Bid, DealCards, Discard, Phase, State

CODE = "record.expectation"
MEND = N_("correct the expectation, or what comes before it")


def check_rule_ids(reader: RecordReader) -> None:
    """Add a fault for each rule that the record names and the ruleset lacks."""
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


def check_expectations(done: Replay, reader: RecordReader) -> Iterator[Problem]:
    """The faults of expectations that the replay does not meet."""
    yield from _tricks(done, reader)
    yield from _discard(done, reader)
    yield from _deal(done, reader)


def _tricks(done: Replay, reader: RecordReader) -> Iterator[Problem]:
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


def _discard(done: Replay, reader: RecordReader) -> Iterator[Problem]:
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


def _deal(done: Replay, reader: RecordReader) -> Iterator[Problem]:
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


def unreached(done: Replay) -> Iterator[Problem]:
    """The rules that an example teaches and never reaches."""
    rules = set(_reached(done)) if done.record.file.teaches else set()
    for i, rule in enumerate(done.record.file.teaches):
        if rule not in rules:
            message = _("{rule} is taught here, and never comes up").format(rule=rule)
            hint = _("leave it out of `teaches`, or tell of a deal in which it has a say")
            yield Problem("record.teaches", message, done.record.place(("teaches", i)), hint)


def _reached(done: Replay) -> Iterator[str]:
    """The ids of rules with a finding in a decision, an event or a tried play, or with a line of the score."""
    for event in done.deal.events():
        yield from (finding.rule for finding in event.findings)
    for i, move in enumerate(done.deal.moves):
        for verdict in (move.verdict, *(tried.verdict for tried in done.tries.get(i, ()))):
            yield from (finding.rule for finding in verdict.findings)
        yield from _asked(done.engine, move.before, move.action)
    result = done.end.result
    if result is None:
        return
    yield from (line.rule for sheet in result.sheets for line in sheet.lines)
    yield from (paid.finding.rule for paid in result.apart)
    if result.settlement is not None:
        yield result.settlement
    if done.deal.moves and not result.void:
        yield from (rule.rule for rule in done.engine.index.all(MakesOutcomes))
        yield from (rule.rule for rule in done.engine.index.all(Scores) if rule.comes_up(done.end))


def _asked(engine: Engine, state: State, action: Action) -> Iterator[str]:
    """The ids of rules that apply to an action without a finding."""
    index = engine.index
    yield from (rule.rule for rule in index.all(TurnsRound))
    if isinstance(action, DealCards):
        yield from (rule.rule for rule in index.all(StartsDeal))
    if isinstance(action, Bid):
        yield from (rule.rule for rule in index.all(Contract) if rule.contract == action.bid)
        if any(bid != PASS for _seat, bid in state.auction.calls):
            yield from (rule.rule for rule in index.all(NarrowsBids))
    if state.phase is Phase.CLAIM and state.turn is not None:
        yield from (rule.rule for rule in index.all(Voids) if rule.voids(state, state.turn) is not None)
    if isinstance(action, Discard):
        allowed = hand = state.hands[action.seat]
        for rule in index.all(LimitsDiscard):
            left = rule.narrow_discard(allowed, hand, len(action.cards))
            if left != allowed or rule.obliges(allowed, hand, len(action.cards)):
                yield rule.rule
            allowed = left


def unused(reader: RecordReader, state: State, used: Collection[KeyPath]) -> Iterator[Problem]:
    """The faults of recorded actions that the replay did not take."""
    for path, what in _entries(reader.file, state):
        if path not in used:
            message = _("this {what} is told, and has no place in the deal").format(what=what)
            hint = _("leave it out, or check what comes before it")
            yield Problem("record.unused", message, reader.record.place(path), hint)


def _entries(file: ExampleFile, state: State) -> Iterator[tuple[KeyPath, str]]:
    """The actions of the record but for plays, with their places."""
    for name, what in (("cut", "cut"), ("talon_after", _("way of dealing"))):
        if getattr(file, name) is not None:
            yield (name,), what
    if isinstance(file.discard, list):
        yield ("discard",), "discard"
    if isinstance(file.auction, list):
        yield from ((("auction", i), "call") for i in range(len(file.auction)))
    yield from ((("claims", i), "claim") for i in range(len(file.claims)))
    if isinstance(file.call, list) and file.start.step in ("deal", "bid", "talon"):
        yield from ((("call", i), _("called card")) for i in range(len(file.call)))
    declared = {(state.seats[done.seat], done.level) for done in state.declared}
    for i, shown in enumerate(file.shown):
        if (shown.seat, shown.level) not in declared:
            yield ("shown", i), "announcement"
    for number, trick in enumerate(file.tricks):
        yield from ((("tricks", number, "pay", i), "payment") for i in range(len(trick.pay)))
        players = {text.split()[0] for text in trick.cards if text.split()}
        yield from ((("tricks", number, "before", seat), "comment") for seat in trick.before if seat not in players)
        for i, text in enumerate(trick.irregular):
            if text not in trick.cards:
                yield ("tricks", number, "irregular", i), _("irregular play")
