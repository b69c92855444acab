"""Checks of a record against its replay: expected results, taught rules, and entries without effect."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from tarot_teach.cards import halves_text, parse_halves
from tarot_teach.engine.engine import Engine
from tarot_teach.errors import KeyPath, NotationError, Problem, suggest
from tarot_teach.mechanisms import interfaces
from tarot_teach.mechanisms.base import Mechanism
from tarot_teach.mechanisms.between_deals import ChoosesDealer, StacksPack, StartsDeal
from tarot_teach.mechanisms.match_memory import SeatsTable
from tarot_teach.mechanisms.score.keyed import numbers_of
from tarot_teach.messages import N_, _
from tarot_teach.records.format import ExampleFile, Expectation
from tarot_teach.records.replay import Replay
from tarot_teach.records.start import RecordReader
from tarot_teach.table.actions import DISCARD, PASS, Action, Bid, Choose, Play
from tarot_teach.table.state import Phase, State

CODE = "record.expectation"
MEND = N_("correct the expectation, or what comes before it")


def check_rule_ids(reader: RecordReader) -> None:
    """Raise RecordError for rules that the record names and the ruleset lacks."""
    rules = reader.engine.ruleset.rules
    named: list[tuple[str | None, KeyPath]] = [(rule, ("teaches", i)) for i, rule in enumerate(reader.file.teaches)]
    for i, trick in enumerate(reader.file.tricks):
        named += [(tried.because, ("tricks", i, "tries", j, "because")) for j, tried in enumerate(trick.tries)]
    for rule, path in named:
        if rule and rule not in rules:
            message = _("{name} has no rule {rule!r}").format(name=reader.name, rule=rule)
            reader.faults.fault("record.rule", message, path, suggest(rule, rules, _("its rules")))
    reader.check()


def check_expectations(done: Replay) -> Iterator[Problem]:
    """The faults of expectations that the replay does not meet."""
    tricks, seats = done.end.tricks, done.end.seats
    for number, trick in enumerate(done.record.file.tricks):
        expected = trick.expect.winner if trick.expect else None
        path: KeyPath = ("tricks", number, "expect", "winner")
        if expected is not None and number >= len(tricks):
            yield _unmet(done, _("this trick has not been completed"), path)
        elif expected is not None and seats[tricks[number].winner] != expected:
            message = _("{winner} wins this trick ({rule}), not {winner_2}").format(
                winner=seats[tricks[number].winner], rule=tricks[number].rule, winner_2=expected
            )
            yield replace(_unmet(done, message, path), rule=tricks[number].rule)
    expects = done.record.file.expect
    if expects is None:
        return
    if expects.refused is not None:
        laid = (tries[0] for tries in done.tries.values() if not isinstance(tries[0].action, Play))
        tried = next(laid, None)
        decisive = tried.verdict.decisive.rule if tried and tried.verdict.decisive else _("none: no discard was tried")
        if decisive != expects.refused:
            message = _("the rule that refuses it is {decisive}, not {expected}")
            yield _unmet(done, message.format(decisive=decisive, expected=expects.refused), ("expect", "refused"))
    yield from _of_the_result(done, expects)


def _of_the_result(done: Replay, expects: Expectation) -> Iterator[Problem]:
    """The faults of what is expected of the result."""
    result = done.end.result
    found: dict[str, object] = {}
    if expects.void is not None:
        found["void"] = (result.void if result else None) or "nothing: the deal is played"
    elif result is None or result.void:
        if expects.model_fields_set - {"void", "refused"}:
            message = _("there is no result: {why}").format(why=done.stopped or _("the deal is void"))
            yield _unmet(done, message, ("expect",))
        return
    else:
        outcome, defender = result.sheets[0].outcome, result.roles.get("defender")
        found = {"points": halves_text(outcome.halves), **numbers_of(outcome), "made": outcome.made}
        found["per_defender"] = None if defender is None else -defender
        if expects.points is not None:
            try:
                if parse_halves(expects.points) == outcome.halves:
                    del found["points"]
            except NotationError as error:
                del found["points"]
                problem = error.problems[0]
                yield replace(problem, place=done.record.place(("expect", "points")))
    for field, value in found.items():
        wanted = getattr(expects, field)
        if wanted is not None and wanted != value:
            message = _("{field} is {found}, not {wanted}").format(field=field, found=value, wanted=wanted)
            yield _unmet(done, message, ("expect", field))
    for letter, score in (expects.scores or {}).items() if expects.void is None else ():
        assert result is not None
        seat = done.end.seats.index(letter) if letter in done.end.seats else None
        if seat is None or result.scores[seat] != score:
            computed = "nobody's" if seat is None else result.scores[seat]
            message = _("the score of {letter} is {found}, not {score}").format(
                letter=letter, found=computed, score=score
            )
            yield _unmet(done, message, ("expect", "scores", letter))


def _unmet(done: Replay, message: str, path: KeyPath) -> Problem:
    return Problem(CODE, message, done.record.place(path), _(MEND))


def unreached(done: Replay) -> Iterator[Problem]:
    """The rules that an example teaches and never reaches."""
    taught = done.record.file.teaches
    reached = {*_reached(done), *_terms(done)} if taught else set()
    known = [rule for rule in done.engine.ruleset.rules.values() if rule.id in reached]
    for i, id in enumerate(taught):
        if id not in reached:
            message = _("{rule} is taught here, and never comes up").format(rule=id)
            hint = _("leave it out of `teaches`, or tell of a deal in which it has a say")
            instead = [rule.id for rule in known if rule.step == done.engine.ruleset.rules[id].step] or [
                rule.id for rule in known
            ]
            if instead:
                hint = _("{hint}; what does come up: {rules}").format(hint=hint, rules=", ".join(instead))
            yield Problem("record.teaches", message, done.record.place(("teaches", i)), hint)


def _terms(done: Replay) -> Iterator[str]:
    """The ids of rules by which a deal has come to stand as the record finds it: its players, contract, partner and pack."""
    auction = done.end.auction
    written: list[type[Mechanism]] = [SeatsTable]
    if auction.called is not None or auction.partner is not None:
        written.append(interfaces.CallsPartner)
    if done.record.file.start.step == "deal":
        written += [ChoosesDealer, StacksPack, interfaces.DealsOut, StartsDeal]
    for kind in written:
        yield from (rule.rule for rule in done.engine.index.all(kind))
    yield from (rule.rule for rule in done.engine.index.all(interfaces.Contract) if rule.contract == auction.contract)


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
        rules = done.engine.rules(done.end)
        yield from (rule.rule for rule in rules.all(interfaces.MakesOutcomes))
        yield from (rule.rule for rule in rules.all(interfaces.Scores) if rule.comes_up(done.end))


def _asked(engine: Engine, state: State, action: Action) -> Iterator[str]:
    """The ids of rules that apply to an action without a finding."""
    index = engine.rules(state)
    yield from (rule.rule for rule in index.all(interfaces.TurnsRound))
    if isinstance(action, Bid):
        yield from (rule.rule for rule in index.all(interfaces.Contract) if rule.contract == action.bid)
        if any(bid != PASS for _seat, bid in state.auction.calls):
            yield from (rule.rule for rule in index.all(interfaces.NarrowsBids))
    if state.phase is Phase.CLAIM and state.turn is not None:
        yield from (rule.rule for rule in index.all(interfaces.Voids) if rule.voids(state, state.turn) is not None)
    if isinstance(action, Choose) and action.rule == DISCARD and action.cards is not None:
        allowed = hand = state.hands[action.seat]
        for rule in index.all(interfaces.LimitsDiscard):
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
            if path[0] == "choices":
                hint = _("write choices in the order in which they are asked, and leave out each `nothing`")
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
    yield from ((("choices", i), "choice") for i in range(len(file.choices)))
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
