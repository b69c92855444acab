"""Games that cannot be played to the end are refused when they are loaded, where the file makes them so; examples teach what they reach."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

import tarot_teach as tt
from tarot_teach.errors import LoadError, Problem, RecordError
from tarot_teach.loading import Library
from tarot_teach.topics.check.check_file import check_file
from tests.helpers import run

SMALL = {
    "deal.hands": ("deal_hands", "{cards: 12}"),
    "play.wins": ("highest_wins", "{}"),
    "count.each": ("each_for_himself", "{}"),
    "score.cards": ("cards_taken", "{above: 0, each: 1}"),
}
"""The least that makes a game."""

SIDES = {
    "deal.packets": ("deal_in_packets", "{packet: 3, talon: 6, talon_not: [first, last, in_a_row]}"),
    "bid.auction": ("one_turn_each", "{}"),
    "bid.higher": ("must_outbid", "{}"),
    "bid.take": ("contract", "{talon: taken}"),
    "bid.without": ("contract", "{talon: taker}"),
    "bid.all_pass": ("all_pass_voids", "{}"),
    "talon.shown": ("shown_and_taken", "{}"),
    "talon.unseen": ("lies_unseen", "{}"),
    "discard.count": ("as_many_as_taken", "{}"),
    "play.wins": ("highest_wins", "{}"),
    "count.sides": ("taker_against_defence", "{}"),
    "count.target": ("targets", "{by_honours: {3: 36, 2: 41, 1: 51, 0: 56}}"),
    "score.base": ("fixed_amount", "{amount: 25}"),
    "score.settlement": ("all_settle_with_taker", "{}"),
}
"""The least that makes a game of a taker against the others."""


def faults(folder: Path, rules: dict[str, tuple[str, str]], *, players: str = "4") -> list[Problem]:
    path = folder / "game.yaml"
    written = "".join(
        f"  {id}:\n    mechanism: {name}\n    params: {params}\n    title: A rule\n    sources: [{{source: fft, at: x}}]\n"
        for id, (name, params) in rules.items()
    )
    path.write_text(
        f"format: 1\nid: game\ntitle: Game\nplayers: {players}\ndeck: tarot-78\nrules:\n{written}", encoding="utf-8"
    )
    try:
        Library().load(str(path))
    except LoadError as error:
        return list(error.problems)
    return []


def changed(rules: dict[str, tuple[str, str]], **changes: tuple[str, str] | None) -> dict[str, tuple[str, str]]:
    """Rules with others in their place, by id with ``__`` for the dot; None leaves one out."""
    found = {**rules, **{id.replace("__", "."): rule for id, rule in changes.items() if rule is not None}}
    return {id: rule for id, rule in found.items() if changes.get(id.replace(".", "__"), rule) is not None}


def test_a_minimal_game_is_accepted(tmp_path: Path) -> None:
    assert faults(tmp_path, SMALL, players="2-6") == []
    assert faults(tmp_path, SIDES) == []


@pytest.mark.parametrize("rule", SMALL)
def test_every_rule_of_a_small_game_is_needed(tmp_path: Path, rule: str) -> None:
    found = faults(tmp_path, {id: kept for id, kept in SMALL.items() if id != rule})
    assert [problem.code for problem in found] == ["rules.incomplete"]
    assert found[0].place and found[0].place.line == 2 and found[0].hint


@pytest.mark.parametrize("rule", SIDES)
def test_every_rule_of_a_game_with_a_taker_is_needed(tmp_path: Path, rule: str) -> None:
    found = faults(tmp_path, {id: kept for id, kept in SIDES.items() if id != rule})
    expected = rule not in ("bid.take", "bid.without")  # one contract is enough
    assert bool(found) is expected
    assert {problem.code for problem in found} <= {"rules.incomplete"}


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (changed(SIDES, count__each=("each_for_himself", "{}")), "count.sides and count.each both say whose cards"),
        (changed(SIDES, score__more=("all_settle_with_taker", "{}")), "both say who pays whom"),
        (changed(SMALL, score__base=("margin", "{}")), "score.base needs a taker and a defence"),
        (changed(SMALL, score__pays=("all_settle_with_taker", "{}")), "score.pays needs a taker and a defence"),
        (
            changed(SMALL, count__target=("targets", "{by_honours: {3: 1, 2: 1, 1: 1, 0: 1}}")),
            "count.target needs a taker",
        ),
        (
            changed(
                SMALL,
                declare__apart=("lacking", "{level: none, any_of: [[trump]]}"),
                score__apart=("paid_apart", "{level: none, gets: 30, pays: 10}"),
            ),
            "score.apart needs a taker and a defence",
        ),
        (changed(SMALL, deal__cut=("cut", "{leave: 40, by: before_dealer}")), "no two parts of 40 cards"),
        (
            changed(SMALL, deal__hands=("deal_in_packets", "{packet: 3, talon: 6, talon_not: []}")),
            "becomes of the 6 cards",
        ),
        (
            changed(
                SIDES, deal__packets=("deal_in_packets", "{packet: 3, talon: 30, talon_not: [first, last, in_a_row]}")
            ),
            "the 30 cards of the talon have only 15 places between packets",
        ),
        (
            changed(SIDES, deal__packets=("deal_in_packets", "{packet: 18, talon: 6, talon_not: [in_a_row]}")),
            "the 6 cards of the talon have only 5 places between packets",
        ),
        (changed(SIDES, deal__packets=("deal_in_packets", "{packet: 3, talon: 78, talon_not: []}")), "nobody is dealt"),
        (changed(SIDES, play__excuse=("excuse_wins_slam", "{how: led}")), "play.excuse is never asked"),
        (
            changed(SIDES, call__king=("call_court_card", "{ranks: [king], when: before_talon, alone: true}")),
            "score.settlement leaves nothing for a partner",
        ),
        (
            changed(SIDES, discard__never=("never", "{cards: [trump, spades, hearts, diamonds]}")),
            "63 cards may never be laid",
        ),
        (
            changed(
                SIDES, declare__one=("announced_slam", "{by: taker}"), declare__two=("announced_slam", "{by: taker}")
            ),
            "both bring an announcement 'slam'",
        ),
        (
            changed({"count.half": ("half_points", "{to: winning_side}"), **SIDES}),
            "count.half comes before the rule by which the taker wins",
        ),
        (
            changed(
                SIDES,
                declare__small=("announced_small_slam", "{but: 3}"),
                score__small=("small_slam_bonus", "{but: 2, amounts: {made: 1, announced: 2, failed: 3}}"),
            ),
            "is not announced for the number of tricks that",
        ),
    ],
)
def test_rules_that_cannot_go_together_are_refused(
    tmp_path: Path, rules: dict[str, tuple[str, str]], message: str
) -> None:
    found = faults(tmp_path, rules)
    assert any(message in problem.message for problem in found), found
    assert all(problem.place and problem.place.line and problem.hint for problem in found)


def test_a_pack_without_marks_that_rules_need_is_refused(tmp_path: Path) -> None:
    shipped = (Path(__file__).parent.parent / "rulesets" / "decks" / "tarot-78.yaml").read_text(encoding="utf-8")
    bare = re.sub(r"  honour: \[.*\]\n", "", shipped).replace("id: tarot-78", "id: bare")
    bare = bare.replace("points: {honour: 4½,", "points: {T1: 4½, T21: 4½, EX: 4½,")
    decks = tmp_path / "decks"
    decks.mkdir()
    (decks / "bare.yaml").write_text(bare, encoding="utf-8")
    library = Library()
    library.roots.append(tmp_path)
    path = tmp_path / "child.yaml"
    path.write_text("format: 1\nid: child\ntitle: Child\nextends: fft-4\ndeck: bare\n", encoding="utf-8")
    with pytest.raises(
        LoadError, match="asks which cards are marked 'honour', and the tarot pack of 78 cards has no such mark"
    ):
        library.load(str(path))


@pytest.mark.parametrize("rule", ["play.highest_wins", "count.sides", "bid.all_pass", "talon.shown", "discard.count"])
def test_a_drop_that_leaves_a_game_unplayable_is_refused_where_it_stands(tmp_path: Path, rule: str) -> None:
    path = tmp_path / "child.yaml"
    path.write_text(f"format: 1\nid: c\ntitle: C\nextends: fft-4\ndrops:\n  {rule}: for the test\n", encoding="utf-8")
    with pytest.raises(LoadError) as caught:
        Library().load(str(path))
    (problem, *_others) = caught.value.problems
    assert (problem.code, problem.place and problem.place.line) == ("rules.incomplete", 6)


def test_an_option_that_leaves_a_game_unplayable_is_refused_where_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "loose.yaml"
    path.write_text("format: 1\nid: loose\ntitle: L\nbecause: x\ndrops:\n  bid.all_pass: x\n", encoding="utf-8")
    with pytest.raises(LoadError, match=r"loose\.yaml:6:3: no rule says what happens when all pass"):
        Library().load(f"fft-4+{path}")


EXAMPLE = """\
format: 1
id: mine
ruleset: fft-4
title: Mine
teaches: [{rule}]
start: {{step: play, taker: S, contract: garde, leader: W}}
hands: {{W: [H10, S1], N: [T20, D3], E: [H4, D4], S: [HD, T1]}}
tricks:
  - cards: [W H10, S HD, E H4, N T20]
"""


LEAVE_OUT = "leave it out of `teaches`, or tell of a deal in which it has a say"
INSTEAD = {
    "play": "play.follow_suit, play.trump_when_void, play.highest_wins",
    "bid": "bid.garde",
    "deal": "deal.direction",
}
ALL = ", ".join(["deal.direction", "bid.garde", *INSTEAD["play"].split(", ")])
"""The hints at rules that come up, by the step of the one that does not."""


@pytest.mark.parametrize(
    ("rule", "taught"),
    [
        ("play.trump_when_void", True),
        ("play.highest_wins", True),
        ("play.overtrump", False),
        ("score.last_trick_bonus", False),
        ("play.excuse", False),
        ("match.totals", False),
        ("play.follow_suit", True),
        ("bid.garde", True),
        ("bid.prise", False),
        ("deal.first_dealer", False),
    ],
)
def test_an_example_teaches_what_it_reaches(tmp_path: Path, rule: str, taught: bool) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(EXAMPLE.format(rule=rule), encoding="utf-8")
    if taught:
        assert check_file(path, Library()) == "example"
        return
    with pytest.raises(RecordError, match=rf"mine\.yaml:5:11: {rule} is taught here, and never comes up") as caught:
        check_file(path, Library())
    assert (
        caught.value.problems[0].hint == f"{LEAVE_OUT}; what does come up: {INSTEAD.get(rule.partition('.')[0], ALL)}"
    )


@pytest.mark.parametrize(
    ("rules", "ruleset", "printed"),
    [
        ("deal.first_dealer, deal.packets, deal.cut", "fft-4", "start: {step: deal, seed: 22}\nauction: unknown"),
        ("deal.hands", "early-17c", "start: {step: deal, seed: 22}"),
        (
            "match.sits_out",
            "fft-4+dealer-sits-out",
            "start: {step: score}\nresult: {taker: S, contract: garde, points: 41, honours: 2}",
        ),
        (
            "bid.garde, score.base",
            "fft-4",
            "start: {step: score}\nresult: {taker: S, contract: garde, points: 41, honours: 2}",
        ),
        (
            "call.king",
            "fft-5",
            "start: {step: score}\nresult: {taker: A, partner: C, contract: garde, points: 41, honours: 2}",
        ),
        ("deal.gathered", "fft-4+no-shuffle", "start: {step: deal, seed: 22}\nauction: unknown"),
    ],
)
def test_an_example_may_teach_what_its_deal_rests_on(tmp_path: Path, rules: str, ruleset: str, printed: str) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(
        f"format: 1\nid: mine\nruleset: {ruleset}\ntitle: Mine\nteaches: [{rules}]\n{printed}\n", encoding="utf-8"
    )
    assert check_file(path, Library()) == "example"


def without_honours(tmp_path: Path) -> str:
    """A game with a pack that marks no honours."""
    shipped = (Path(__file__).parent.parent / "rulesets" / "decks" / "tarot-78.yaml").read_text(encoding="utf-8")
    bare = re.sub(r"  honour: \[.*\]\n", "", shipped).replace("id: tarot-78", "id: bare")
    bare = bare.replace("points: {honour: 4½,", "points: {T1: 4½, T21: 4½, EX: 4½,")
    (tmp_path / "bare.yaml").write_text(bare, encoding="utf-8")
    path = tmp_path / "child.yaml"
    path.write_text(
        "format: 1\nid: child\ntitle: Child\nextends: fft-4\ndeck: bare\nevidence: house\nbecause: A test.\n"
        "changes:\n  count.target: {mechanism: more_than, params: {points: 45}, text: Over half., because: A test.}\n"
        "  discard.never: {params: {cards: [king, T1, T21, EX]}, because: A test.}\n",
        encoding="utf-8",
    )
    return str(path)


def test_a_taker_plays_with_a_pack_without_honours(tmp_path: Path) -> None:
    path = without_honours(tmp_path)
    score = tt.score(path, contract="garde", points=5, honours=0)
    assert "has 5 card points." in str(score) and "onour" not in str(score)
    assert score.to_dict()["honours"] is None
    with pytest.raises(tt.LoadError, match="no side can have 1 oudler"):
        tt.score(path, contract="garde", points=50, honours=1)


@pytest.mark.parametrize(
    "command",
    [
        "check {} --play 20",
        "simulate {} --deals 20 --players simple --jobs 1 --all",
        "odds {}",
        "find {}",
        "find {} --shows contract:garde --tries 60 --players random",
        "quiz {} --kind legal --kind winner --kind score --number 4 --format gift",
        "score {} --contract prise --points 50",
        "deck {}",
        "legal {} --hand 'T21 T5 SR H4' --trick 'HR'",
        "trick {} --cards 'HR T1 EX H4'",
        "count {} --cards 'T1 T21 SR C5'",
    ],
)
def test_no_command_speaks_of_honours_without_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    code, out, err = run(capsys, *shlex.split(command.format(without_honours(tmp_path))))
    assert code == 0, err
    assert not re.search("oudler|honour", out, re.IGNORECASE)
