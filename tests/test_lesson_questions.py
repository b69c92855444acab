"""Questions that a page of a lesson asks about a pile, a hand and a result, and the link to the table."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tarot_teach.advice.evaluate import evaluate_dealt
from tarot_teach.advice.format import advice_on
from tarot_teach.blocks import Bullets, HandDiagram
from tarot_teach.engine import Engine, Scorer
from tarot_teach.errors import LoadError, NotationError, UnfitError
from tarot_teach.explain.exercises import exercises_of
from tarot_teach.explain.snippets import (
    ask_about_amount,
    ask_about_hand,
    ask_about_pile,
    ask_about_result,
    ask_about_scored_pile,
    ask_about_trick,
    describe_pile,
    describe_trick,
)
from tarot_teach.loading import Library
from tarot_teach.records.record import read_record
from tarot_teach.records.runner import replay
from tarot_teach.records.typed_results import read_result
from tarot_teach.render.html import Links, block_html
from tarot_teach.text import say
from tarot_teach.topics.quiz.quiz import judge
from tarot_teach.try_it.answers import Answers
from tarot_teach.try_it.page import DealLink
from tarot_teach.try_it.playing import play
from tests.test_extension import CONF, built

LIBRARY = Library()


@pytest.mark.parametrize(
    ("game", "cards", "amount"),
    [
        ("fft-4", "HR HV H10 H3", "7"),
        ("fft-4", "S9 S8 H5", "1.5"),
        ("scarto", "SK C3 D4", "5"),
        ("slovenian-pagat", "HR HD S7", "8"),
    ],
)
def test_a_pile_counts_what_the_rules_count(game: str, cards: str, amount: str) -> None:
    engine = Engine(LIBRARY.load(game))
    exercise = ask_about_pile(engine, engine.ruleset.deck.parse(cards), {"99": "Too much by far."})
    assert judge(exercise, amount).grade == "right" and exercise.answer
    wrong = judge(exercise, "99")
    assert wrong.grade == "wrong" and "Too much by far." in map(str, wrong.said)


@pytest.mark.parametrize(
    ("game", "rule", "cards", "amount"),
    [
        ("minchiate", "score.versicole", "T1 T13 T28 EX", "20"),
        ("minchiate", "score.versicole", "T1 T3 T5", "0"),
        ("minchiate", "score.counters", "T36 T37 SK T4 T14", "28"),
        ("early-17c", "score.counters", "T21 T1 SR SD S2", "15"),
        ("early-17c", "score.cards", "HR HD HC H9 H8 S3 S5 D2 D4 D6 T5 T9 T11 T20", "2"),
        ("casita-robada", "score.cards", "SA CA DA", "3"),
    ],
)
def test_a_pile_brings_what_one_rule_of_the_score_says(game: str, rule: str, cards: str, amount: str) -> None:
    engine = Engine(LIBRARY.load(game))
    exercise = ask_about_scored_pile(engine, engine.ruleset.deck.parse(cards), rule, {"99": "Too much by far."})
    assert judge(exercise, amount).grade == "right" and exercise.answer and exercise.rules == (rule,)
    assert "Too much by far." in map(str, judge(exercise, "99").said)


@pytest.mark.parametrize(
    ("game", "rule", "cure"),
    [
        ("minchiate", "score.versicola", "score.versicole"),
        ("minchiate", "nothing", "rules that do: score.cards, score.counters, score.versicole"),
        ("scarto", "score.par", "leave out `rule`"),
    ],
)
def test_a_rule_that_scores_no_cards_is_refused_with_those_that_do(game: str, rule: str, cure: str) -> None:
    engine = Engine(LIBRARY.load(game))
    with pytest.raises(UnfitError, match=f"no rule '{rule}' that scores the cards") as refused:
        ask_about_scored_pile(engine, [], rule, {})
    assert refused.value.problems[0].code == "count.rule" and cure in str(refused.value)


@pytest.mark.parametrize(
    ("game", "cards", "pairs", "said"),
    [
        ("fft-4", "HR HV H10 H3", True, "In pairs"),
        ("zwanzigerrufen", "SR S10 T9 SC", False, "count 9 card points."),
        ("scarto", "SK C3 D4", False, "count 5 card points."),
    ],
)
def test_a_count_in_pairs_is_explained_only_where_low_cards_are_worth_half_a_point(
    game: str, cards: str, pairs: bool, said: str
) -> None:
    engine = Engine(LIBRARY.load(game))
    blocks = describe_pile(engine, engine.ruleset.deck.parse(cards))
    assert ("In pairs" in str(blocks)) == pairs and said in str(blocks)


@pytest.mark.parametrize(
    ("hand", "right"),
    [
        ("SR SV S9 S4 HR HC H8 H3 DR D9 D6 D2 CR C10 C7 T15 T9 T4", "pass"),
        ("T21 T19 T16 T14 T12 T10 T7 T5 EX SR SD S3 H9 H2 D8 D4 CV C6", "play"),
    ],
)
def test_a_hand_is_good_enough_where_the_advice_bids(hand: str, right: str) -> None:
    engine = Engine(LIBRARY.load("fft-4"))
    advice, cards = advice_on(LIBRARY, "encyclopedia", engine.ruleset), engine.ruleset.deck.parse(hand)
    exercise = ask_about_hand(engine, advice, cards, evaluate_dealt(advice, engine, cards), {})
    other = {"pass": "play", "play": "pass"}[right]
    assert [judge(exercise, code).grade for code in (right, other)] == ["right", "wrong"]


@pytest.mark.parametrize(
    ("game", "points", "honours", "right"),
    [
        ("fft-4", 45, 2, "taker"),
        ("fft-4", 45, 1, "others"),
        ("fft-4", 36, 3, "taker"),
        ("zwanzigerrufen", 45, None, "taker"),
        ("zwanzigerrufen", 44, None, "others"),
    ],
)
def test_a_result_is_won_by_the_target(game: str, points: int, honours: int | None, right: str) -> None:
    ruleset = LIBRARY.load(game)
    contract = "prise" if honours is not None else Engine(ruleset).index.ranking[0]
    typed = read_result(
        Scorer.of(ruleset), {"contract": contract, "points": points, "honours": honours, "alone": honours is None}
    )
    exercise = ask_about_result(typed, {})
    assert judge(exercise, right).grade == "right" and exercise.rules
    assert judge(exercise, {"taker": "others", "others": "taker"}[right]).grade == "wrong"


@pytest.mark.parametrize(
    ("game", "given", "amounts"),
    [
        ("ruff-and-honours", {"facts": {"score.tricks": {"S": "7", "W": "5"}, "score.honours": {"S": "3", "W": "1"}}}, (3, 0, 3, 0)),
        ("karnoeffel-reconstructed", {"facts": {"score.deal": {"S": "1", "W": "4"}}}, (0, 1, 0, 1)),
        ("tapp-classical", {"contract": "unterer", "points": 34, "taker": "E"}, (4, -8, 4)),
        ("hombre-1674", {"contract": "game", "facts": {"count.tricks": "5-4-0"}, "memory": {"match.pool": "9"}}, None),
    ],
)  # fmt: skip
def test_a_result_brings_each_player_an_amount(
    game: str, given: dict[str, Any], amounts: tuple[int, ...] | None
) -> None:
    typed = read_result(Scorer.of(LIBRARY.load(game)), given)
    for seat, letter in enumerate(typed.seats):
        exercise = ask_about_amount(typed, letter, {"99": "That is more than there is."})
        assert exercise.amount == str((amounts or typed.result().scores)[seat])
        assert judge(exercise, exercise.amount).grade == "right" and exercise.rules and exercise.setting
        assert "more than there is" in str(judge(exercise, "99").said[-1])
        with pytest.raises(NotationError, match="no wrong answer"):
            ask_about_amount(typed, letter, {exercise.amount: "Yes."})


ASKS_FOR_A_SCORE = "asks: [{ask: score, at: S}]\n"


@pytest.mark.parametrize(
    "example",
    ["ottocento-one-hundred-and-eighty-one", "minchiate-counting", "piedmont-counting", "scarto-counting", "danish-counting"],
)  # fmt: skip
def test_a_result_of_piles_without_its_play_can_be_asked_for(example: str) -> None:
    """Of players who play alone and of pairs; the pile that the question is about brings the same when it is typed."""
    text = next(path for path in LIBRARY.paths("example") if path.stem == example).read_text(encoding="utf-8")
    text = re.sub(r"^asks:\n(?:[ -].*\n)*", "", text, flags=re.M)
    record = read_record(f"{text}\n{ASKS_FOR_A_SCORE}", name="own.yaml")
    engine = Engine(LIBRARY.load(record.file.ruleset))
    (exercise,) = exercises_of(replay(record, engine))
    assert record.file.expect is not None
    assert judge(exercise, str(record.file.expect.scores["S"])).grade == "right"
    result = dict(exercise.given)["result"]
    brought = read_result(engine.scorer, result).result()
    assert (brought.sheets[0].total if "pile" in result else brought.scores[0]) == record.file.expect.scores["S"]


def test_a_result_of_card_points_alone_can_be_asked_for() -> None:
    record = read_record(
        "format: 1\nid: own\nruleset: scarto\ntitle: Own\nstart: {step: score, dealer: W}\n"
        f"result: {{points: {{S: 31, E: 25, W: 22}}}}\n{ASKS_FOR_A_SCORE}",
        name="own.yaml",
    )
    (exercise,) = exercises_of(replay(record, Engine(LIBRARY.load("scarto"))))
    assert exercise.amount == "5" and dict(exercise.given)["result"] == {"points": "31"}


def test_an_amount_is_asked_of_somebody_at_the_table() -> None:
    typed = read_result(Scorer.of(LIBRARY.load("tapp-classical")), {"contract": "unterer", "points": 34})
    with pytest.raises(NotationError, match="nobody sits at 'N'"):
        ask_about_amount(typed, "N", {})


def test_an_amount_needs_a_result_of_all_players() -> None:
    typed = read_result(Scorer.of(LIBRARY.load("scarto")), {"pile": "SK T20"})
    with pytest.raises(LoadError, match="does not say what each player gets"):
        ask_about_amount(typed, "S", {})


class Table(Links):
    """Links of a site with the page at which deals are played."""

    def play(self, _game: str, /) -> str | None:
        return "../play.html"


LINK = DealLink(
    say("Now play it"), "fft-4", "try=play&game=fft-4&seed=3&seat=S&go=1", "tarot-teach play fft-4 --seed 3 --seat S"
)


def test_a_link_leads_to_the_table_where_there_is_one() -> None:
    assert 'href="../play.html#try=play&amp;game=fft-4&amp;seed=3&amp;seat=S&amp;go=1"' in block_html(LINK, Table())
    assert "tarot-teach play fft-4 --seed 3 --seat S" in block_html(LINK)
    assert "play.html" not in block_html(LINK, Table(), live=False)


def test_a_page_without_the_table_gives_the_command(tmp_path: Path) -> None:
    (tmp_path / "conf.py").write_text(CONF, encoding="utf-8")
    words = "A\n=\n\n.. tarot:play:: course-whole-deal\n   :seat: E\n   :trick: 3\n\n   Go on as East\n"
    (tmp_path / "index.rst").write_text(words, encoding="utf-8")
    out, warnings, _read = built(tmp_path)
    page = (out / "index.html").read_text(encoding="utf-8")
    assert not warnings and "Go on as East" in page
    assert "tarot-teach play --from course-whole-deal --trick 3 --seat E" in page


@pytest.mark.parametrize(("example", "named"), [("course-ten-tricks", False), ("course-counting", True)])
def test_an_example_of_a_first_lesson_is_played_on_without_taker_and_contract(example: str, named: bool) -> None:
    table = play(Answers((), {}), game="fft-4", seed=1, seat="S", example=example, at=0)
    assert ("is the taker" in re.sub(r"<[^>]*>", "", json.dumps(table))) is named


def test_a_deal_can_be_seen_before_the_cards_are_dealt() -> None:
    table = play(Answers((), {}), game="fft-4", seed=1, seat="S", example="course-whole-deal", at=0)
    assert table["hand"] == []


@pytest.mark.parametrize(
    ("game", "trumps", "hand", "given", "right"),
    [
        ("karnoeffel-reconstructed", "hearts", "S H7 LK B3", {"first_trick": True}, {"LK", "B3"}),
        ("karnoeffel-reconstructed", "hearts", "E H7 LK B3", {}, {"H7", "LK", "B3"}),
        ("zwanzigerrufen", "", "N T4 T17 HD", {"contract": "suit-solo"}, {"HD"}),
        ("burro", "", "S SK C4", {}, {"SK", "C4"}),
    ],
)
def test_a_hand_leads_where_no_trick_is_written(
    game: str, trumps: str, hand: str, given: dict[str, Any], right: set[str]
) -> None:
    engine = Engine(LIBRARY.load(game), trumps)
    exercise = ask_about_trick(engine, "", hand, **given)
    assert {choice.code for choice in exercise.choices if choice.grade == "right"} == right
    assert [type(block) for block in describe_trick(engine, "", hand, **given)] == [HandDiagram, Bullets]


@pytest.mark.parametrize(
    ("game", "hand", "right"),
    [("burro", "E S7 CK", {"none"}), ("burro-portuguese", "E S7 DK", {"DK"}), ("burro", "E D3 DK", {"D3", "DK"})],
)
def test_a_hand_that_may_have_to_wait_can_be_said_to_have_no_card(game: str, hand: str, right: set[str]) -> None:
    exercise = ask_about_trick(Engine(LIBRARY.load(game)), "S D5", hand)
    assert {choice.code for choice in exercise.choices if choice.grade == "right"} == right
    assert [choice.code for choice in exercise.choices if choice.card is None] == ["none"]


def test_where_all_play_some_card_is_always_allowed() -> None:
    exercise = ask_about_trick(Engine(LIBRARY.load("scarto")), "S D5", "E SK CK")
    assert {choice.code for choice in exercise.choices} == {"SK", "CK"}
