"""Numbers that nothing can reach, names that there are not, and rules that cannot matter or say otherwise than they do: refused, or warned of."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError, Problem
from tarot_teach.loading import Library
from tarot_teach.topics.check.doubtful import doubt_of_sum, doubts
from tarot_teach.topics.check.trials import ENOUGH, try_deals
from tests.helpers import LIBRARY, fitting, in_turn, run

ZEROS = ", ".join(
    f"{name}: 0" for name in LIBRARY.load("slovenian-pagat").rules["score.value"].params.model_dump()["amounts"]
)
MADE_UP = "title: T, evidence: house, because: ours"


def written(folder: Path, parent: str, body: str) -> Path:
    path = folder / "mine.yaml"
    head = f"format: 1\nid: mine\ntitle: Mine\nextends: {parent}\nevidence: house\nbecause: Made up for a test.\n"
    path.write_text(head + body, encoding="utf-8")
    return path


def changed(rule: str, change: str) -> str:
    return f"changes:\n  {rule}: {{{change}, because: ours}}\n"


def added(rule: str, given: str) -> str:
    return f"adds:\n  {rule}: {{{given}, {MADE_UP}}}\n"


@pytest.mark.parametrize(
    ("parent", "rule", "params", "column", "message"),
    [
        ("zwanzigerrufen", "score.absolut", "{event: {points: 89}}", "89", "reach the 89 of `event.points`: all cards together count 88"),
        ("slovenian-pagat", "score.klop", "{above: 80}", "80", "exceed the 80 of `above`: all cards together count 70"),
        ("slovenian-pagat", "score.klop", "{above: 70}", "70", "exceed the 70 of `above`"),
        ("hombre-1674", "play.voll", "{after: 20}", "20", "exceed the 20 of `after`: a deal has 9 tricks"),
        ("hombre-1674", "exchange.ombre", "{most: 30}", "30", "reach the 30 of `most`: a hand has 9 cards"),
        ("hombre-1674", "play.matadors", "{matadors: 12}", "12", "exceed the 12 of `matadors`: with clubs as trumps"),
        ("zwanzigerrufen", "bid.suits", "{least: 11}", "11", "reach the 11 of `least`: a hand has 10 cards"),
        ("slovenian-pagat", "count.no_trick", "{tricks: 13}", "13", "reach the 13 of `tricks`: a deal has 12 tricks"),
        ("fft-4", "count.target", "{by_honours: {0: 92}}", "92", "reach the 92 of `by_honours.0`: all cards together count 91"),
        ("ruff-and-honours", "score.tricks", "{above: 12}", "12", "exceed the 12 of `above`: a deal has 12 tricks"),
        ("scarto", "count.threes", "{group: 79}", "79", "reach the 79 of `group`: the pack has 78 cards"),
        ("scarto", "score.par", "{par: 78}", "78", "exceed the 78 of `par`: all cards together count 78"),
    ],
)  # fmt: skip
def test_a_number_that_nothing_can_reach_is_refused_at_its_place(
    tmp_path: Path, parent: str, rule: str, params: str, column: str, message: str
) -> None:
    body = changed(rule, f"params: {params}")
    path = written(tmp_path, parent, body)
    with pytest.raises(LoadError) as caught:
        Library([path]).load(str(path))
    (problem,) = caught.value.problems
    assert problem.code == "rules.out-of-reach" and message in problem.message and "or less" in (problem.hint or "")
    line = body.split("\n")[1]
    assert problem.place and (problem.place.line, problem.place.column) == (8, line.index(column) + 1)


def test_the_highest_number_that_can_be_reached_is_taken(tmp_path: Path) -> None:
    for parent, rule, params in (
        ("zwanzigerrufen", "score.absolut", "{event: {points: 88}}"),
        ("slovenian-pagat", "score.klop", "{above: 69}"),
        ("hombre-1674", "play.voll", "{after: 8}"),
        ("hombre-1674", "exchange.ombre", "{most: 9}"),
    ):
        path = written(tmp_path, parent, changed(rule, f"params: {params}"))
        assert Library([path]).load(str(path))


def test_a_rule_of_the_deal_that_puts_an_inherited_number_out_of_reach_is_at_fault(tmp_path: Path) -> None:
    path = written(tmp_path, "slovenian-pagat", changed("deal.packets", "params: {hand: 6, talon: 30}"))
    with pytest.raises(LoadError) as caught:
        Library([path]).load(str(path))
    found = [problem for problem in caught.value.problems if problem.code == "rules.out-of-reach"]
    assert all(problem.place and problem.place.file.endswith("mine.yaml") for problem in found)


@pytest.mark.parametrize(
    ("parent", "rule", "params", "message", "hint"),
    [
        ("slovenian-pagat", "match.radli", "{bonuses: [trulla]}", "has no bonus 'trulla'", "'trula'"),
        ("burro", "match.word", '{word: ""}', "this name is empty", "write a word"),
        ("zwanzigerrufen", "declare.bonuses", "{held: {pagat_ultimo: T5}}",
         "'pagat_ultimo' is won with the Pagat, and by declare.bonuses only the holder of the 5 of trumps", "alter"),
    ],
)  # fmt: skip
def test_names_that_there_are_not_are_refused(
    tmp_path: Path, parent: str, rule: str, params: str, message: str, hint: str
) -> None:
    path = written(tmp_path, parent, changed(rule, f"params: {params}"))
    with pytest.raises(LoadError) as caught:
        Library([path]).load(str(path))
    (problem,) = caught.value.problems
    assert message in problem.message and hint in (problem.hint or "") and problem.place


def doubts_of(path: Path) -> list[Problem]:
    return doubts(Library([path]).load(str(path)))


@pytest.mark.parametrize(
    ("parent", "body", "code", "message"),
    [
        ("fft-4", added("play.again", "mechanism: must_follow_suit"), "rules.same",
         "play.again does the same as play.follow_suit"),
        ("fft-4", added("score.again", "mechanism: last_trick_bonus, params: {by: trick, slam_shift: true, amount: 20}"),
         "rules.same", "score.again does the same as score.last_trick_bonus, with other numbers"),
        ("fft-4", changed("score.last_trick_bonus", "text: The Petit at the end brings 500."), "rules.figure",
         "says 500, and no parameter does: amount 10"),
        ("fft-4", changed("score.last_trick_bonus", "text: It brings 7½."), "rules.figure", "says 7½"),
        ("fft-4", changed("score.multiplier", "params: {by: {prise: 0, garde: 0, garde_sans: 0, garde_contre: 0}}"),
         "rules.no-amount", "score.multiplier counts for nothing"),
        ("slovenian-pagat", changed("score.value", f"params: {{amounts: {{{ZEROS}}}}}, text: T."), "rules.no-amount",
         "score.value counts for nothing"),
        ("fft-4", added("bid.never", "mechanism: reserved, params: {contracts: [garde], to: forehand, when: others_passed}"),
         "rules.never-bid", "nobody can ever bid garde: no auction comes to it"),
        ("fft-4", added("bid.kings", "mechanism: needs_cards, params: {contracts: [garde], cards: [king], least: 3}")
         + added("bid.weak", "mechanism: needs_cards, params: {contracts: [garde], cards: [court], most: 2}").partition("\n")[2],
         "rules.never-bid", "nobody can ever bid garde: no hand has what it needs by bid.kings, bid.weak"),
    ],
)  # fmt: skip
def test_rules_that_cannot_be_meant_are_warned_of(
    tmp_path: Path, parent: str, body: str, code: str, message: str
) -> None:
    path = written(tmp_path, parent, body)
    (problem,) = [found for found in doubts_of(path) if found.code == code]
    assert message in problem.message and problem.hint
    assert problem.place and problem.place.file.endswith("mine.yaml") and problem.place.line >= 8


@pytest.mark.parametrize(
    ("parent", "body"),
    [
        ("fft-4", changed("score.last_trick_bonus", "text: 'It brings {{ params.amount }}, since 1984, of the 91 of the pack.'")),
        ("fft-4", changed("score.last_trick_bonus", "text: It brings 10.")),
        ("slovenian-pagat", changed("score.kings", "text: Four kings bring something.")),
        ("scarto", changed("score.par", "params: {par: 0}, text: Each card point is won.")),
        ("fft-4", added("score.other", "under: [garde], mechanism: fixed_amount, params: {amount: 5}")
         + added("score.third", "under: [prise], mechanism: fixed_amount, params: {amount: 5}").partition("\n")[2]),
    ],
)  # fmt: skip
def test_what_may_well_be_meant_brings_no_warning(tmp_path: Path, parent: str, body: str) -> None:
    if "score.other" in body:
        body += "drops: {score.base: Made up for a test.}\n"
    assert doubts_of(written(tmp_path, parent, body)) == []


@pytest.mark.parametrize("option", [None, *in_turn(LIBRARY.ids("option"))])
def test_shipped_rulesets_bring_no_warning(option: str | None) -> None:
    names = LIBRARY.ids() if option is None else [f"{name}+{option}" for name in fitting(option)]
    assert {name: found for name in names if (found := doubts(LIBRARY.load(name)))} == {}


def test_scores_that_are_said_to_sum_to_zero_are_held_to_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, "scarto", changed("score.par", "params: {par: 27}"))
    code, out, err = run(capsys, "check", str(path))
    assert code == 0 and "sound" in out and "score.par says that scores sum to zero" in err and "rules.not-zero" in err
    said = LIBRARY.load("scarto")
    assert doubt_of_sum(said) is not None and try_deals(Engine(said), range(2), 1, kernel=False).sums_to_zero
    assert doubt_of_sum(LIBRARY.load("hombre-1674")) is None


def test_rules_that_changed_nothing_are_named_with_the_number_of_deals(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, "scarto", added("play.again", "mechanism: must_follow_suit"))
    code, _out, err = run(capsys, "check", str(path), "--play", str(ENOUGH))
    assert code == 0 and f"in {ENOUGH} deals at random these rules changed nothing: play.again" in err
    _code, out, err = run(capsys, "check", str(path), "--play", "3", "--json")
    assert json.loads(out)["played"][0]["changed_nothing"] == [] and "changed nothing" not in err


@pytest.mark.parametrize("name", ["scarto", "casita-robada", "hombre-1674", "burro"])
def test_rules_that_make_a_difference_are_not_named(name: str) -> None:
    trial = try_deals(Engine(LIBRARY.load(name)), range(ENOUGH), 1, kernel=False)
    assert trial.fault is None and trial.idle == ()


def test_all_pass_and_announcements_are_tried_as_well() -> None:
    trial = try_deals(Engine(LIBRARY.load("fft-4")), range(ENOUGH), 1, kernel=False)
    assert trial.fault is None and not {"bid.all_pass", "declare.handful", "score.handful"} & {*trial.idle}
