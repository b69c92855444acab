"""Results that no deal of a game brings are refused with the rule that says so, by the command, in Python, on a page and in its form alike."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

import tarot_teach as tt
from tarot_teach.errors import LoadError
from tarot_teach.records.result_fields import fields_of
from tarot_teach.records.typed_results import read_result
from tests.helpers import LIBRARY, printed_by
from tests.test_typed_results import arguments, engine_of, in_directive, in_form

Written = dict[str, Any]


def sided(contract: str, **fields: Any) -> Written:
    """A result of a taker's side; facts and memory by the ids of their rules, with a double underscore for the dot."""
    facts = {name.replace("__", "."): value for name, value in fields.items() if "__" in name}
    return {"contract": contract, **{name: value for name, value in fields.items() if "__" not in name}, "facts": facts}


IMPOSSIBLE: list[tuple[str, Written, str]] = [
    ("slovenian-pagat", sided("three", points="70", honours=0), "70 card points with no honours"),
    ("slovenian-pagat", sided("three", points="3", honours=3), "3 card points with 3 honours"),
    ("slovenian-pagat", sided("solo_three", points="71"), "the whole pack counts 70"),
    ("slovenian-pagat", sided("solo_three", points="40½"), "whole points only"),
    ("slovenian-pagat", sided("three", points="40", honours=0, score__trula="taker"), "no honours and “Trula”"),
    ("slovenian-pagat", sided("three", points="40", honours=3, score__trula="defence"), "3 honours and “Trula”"),
    ("slovenian-pagat", sided("three", points="10", honours=1, score__kings="taker"), "[score.kings]"),
    ("slovenian-pagat", sided("three", points="60", honours=1, score__kings="defence"), "[score.kings]"),
    ("slovenian-pagat", sided("three", points="10", score__valat="taker"), "[score.valat]"),
    ("slovenian-pagat", sided("three", points="40", score__valat="defence"), "[score.valat]"),
    ("slovenian-pagat", sided("three", points="40", score__valat="taker-failed"), "cannot be failed by a side that has not announced it"),
    ("slovenian-pagat", sided("three", points="40", score__king_ultimo="defence"), "only the taker's side"),
    ("slovenian-pagat", sided("three", points="40", score__trula="taker-announced-x32"), "cannot be doubled so often"),
    ("slovenian-pagat", sided("three", points="40", honours=0, score__pagat_ultimo="taker"), "[score.pagat_ultimo]"),
    ("slovenian-pagat", sided("solo_one", points="40", score__trula="taker", score__pagat_ultimo="taker-failed"), "[score.pagat_ultimo]"),
    ("slovenian-pagat", sided("solo_one", points="40", honours=3), "[score.trula]"),
    ("slovenian-pagat", sided("solo_one", points="40", honours=3, score__trula="taker", score__mond="S"), "T21 lost"),
    ("zwanzigerrufen", sided("solo", points="45", score__mond="taker", score__trull="defence"), "do not meet in a trick"),
    ("slovenian-pagat", sided("three", points="40", score__mond="8"), "'8' is not one of S, E, N, W"),
    ("slovenian-pagat", sided("three", points="40", score__mond="S+E"), "only one player can lose a card"),
    ("slovenian-pagat", sided("beggar", count__no_trick="99"), "cannot end with 99 tricks"),
    ("slovenian-pagat", sided("beggar", count__no_trick="2"), "cannot end with 2 tricks"),
    ("slovenian-pagat", sided("beggar"), "lacks count.no_trick (write for instance contract beggar, count.no_trick 0 (a number of tricks, 0 to 12)"),
    ("slovenian-pagat", sided("beggar", count__no_trick="0", score__kontra="5"), "5 words cannot be said"),
    ("slovenian-pagat", sided("klop", points="3"), "points means nothing"),
    ("slovenian-pagat", {"contract": "klop", "pile": "T1 T2 T3 T4"}, "depends on what the others have won"),
    ("zwanzigerrufen", sided("solo", points="45", score__valat="taker"), "only 88 is possible"),
    ("zwanzigerrufen", sided("solo", points="88", honours=2, score__valat="taker"), "88 card points with 2 Trull cards"),
    ("zwanzigerrufen", sided("solo", points="50", honours=0, score__pagat="taker"), "no Trull cards and “Pagat ultimo”"),
    ("zwanzigerrufen", sided("solo", points="50", honours=3, score__pagat="defence"), "3 Trull cards and “Pagat ultimo”"),
    ("zwanzigerrufen", sided("solo", points="50", honours=1, score__mond="taker"), "[score.mond]"),
    ("zwanzigerrufen", sided("suit_solo", points="50", score__mond="taker"), "no rule 'score.mond'"),
    ("zwanzigerrufen", sided("solo", points="50", partner="E"), "no partner"),
    ("zwanzigerrufen", sided("normal", points="50", partner="S"), "cannot partner themselves"),
    ("zwanzigerrufen", sided("normal", points="50", partner="E", alone=True), "alone has no partner"),
    ("hombre-1674", sided("game", count__tricks="0-0-0"), "these are 0 tricks, and a deal has 9"),
    ("hombre-1674", sided("game", count__tricks="5-4"), "the tricks of 1 opponent, and there are 2"),
    ("hombre-1674", sided("game", count__tricks="5-4-0", points="3"), "the whole pack counts 0"),
    ("hombre-1674", sided("game", count__tricks="5-4-0", honours=2), "no honours are counted"),
    ("hombre-1674", sided("game", count__tricks="9-0-0", score__voll="S:failed"), "do not fit"),
    ("hombre-1674", sided("game", count__tricks="5-4-0", score__voll="S:made"), "the tricks 5-4-0 do not fit made"),
    ("hombre-1674", sided("game", count__tricks="5-4-0", score__voll="made"), "write the player and what came of it: S:made"),
    ("hombre-1674", sided("game", count__tricks="5-4-0", score__matadors="4"), "write the player and the number: S:4"),
    ("hombre-1674", sided("game", count__tricks="5-4-0", score__voll="S:stopped"), "do not fit"),
    ("hombre-1674", sided("game", count__tricks="5-4-0", score__voll="E:made"), "only the taker"),
    ("hombre-1674", sided("game", count__tricks="5-4-0", score__matadors="W:3"), "wins 3 tricks with them, and not 0"),
    ("hombre-1674", sided("game", count__tricks="5-4-0", score__matadors="S:2"), "3 to 9 matadors"),
    ("hombre-1674", sided("game", count__tricks="5-4-0", memory={"match.pool": "A 3"}), "names no player"),
    ("hombre-1674", sided("game", count__tricks="5-4-0", paid={"bid.stakes": {"N": -12}}), "nobody sits at 'N'"),
    ("hombre-1674", sided("game", count__tricks="5-4-0", holdings={"S": 1, "E": 1, "W": 1}), "not played for chips"),
    ("hombre-1674", sided("game", count__tricks="5-4-0", paid={"bid.stakes": {"S": -12, "E": -12, "W": -12}}), "each player pays 12, and one of them 1 more"),
    ("hombre-1674", sided("game", count__tricks="5-4-0", paid={"bid.stakes": {"S": 12, "E": 13, "W": 12}}), "each player pays 12"),
    ("hombre-1674", sided("game", count__tricks="5-4-0", paid={"bid.stakes": {"E": -1}}), "tell also what lay in the pool"),
    ("hombre-1674", sided("game", count__tricks="5-4-0", paid={"bid.pass_costs": {"E": -2}}), "whoever has passed has paid 1"),
    ("hombre-1674", sided("game", count__tricks="5-4-0", paid={"bid.pass_costs": {"S": -1}}), "is not the taker"),
    ("hombre-1674", sided("game", count__tricks="5-4-0", paid={"exchange.ombre": {"E": -2}}), "1 are paid for each card drawn"),
    ("hombre-1674", sided("game", count__tricks="5-4-0", paid={"exchange.others": {"E": -9, "W": -9}}), "and 13 together"),
    ("tresillo", sided("juego", count__tricks="4-0-0", memory={"match.pool": "12+0"}), "5 at a time go into the plato"),
    ("tresillo", sided("juego", count__tricks="5-0-0", memory={"match.pool": "10+4"}), "a plato that is not empty holds 5"),
    ("tresillo", sided("juego", count__tricks="5-0-0", memory={"match.pool": "10+12; S 4"}), "a debt is the plato and at least 4"),
    ("tresillo", sided("juego", count__tricks="4-0-0"), "these are 4 tricks"),
    ("tresillo", sided("juego", count__tricks="4-3-2", score__voll="S:stopped"), "do not fit"),
    ("tresillo", sided("juego", count__tricks="9-0-0", score__voll="S:failed"), "do not fit"),
    ("tresillo", sided("juego", count__tricks="4-3-2", score__matadors="E:3"), "only matadors of the taker"),
    ("scarto", {"pile": "EX T21"}, "nobody can have won 2 cards"),
    ("scarto", {"pile": "EX S2"}, "nobody can have won 2 cards"),
    ("scarto", {"pile": "EX S2 S3"}, "EX goes back to its player: nobody can have won 3 cards like these [play.excuse_kept] (1 and 4 cards are possible)"),
    ("scarto", {"pile": "S1"}, "nobody can have won 1 card like this"),
    ("scarto", {"piles": {"S": "T21 S1 S2"}}, "this tells of 1 pile (give one for each player, of whom there are 3; the cards of"),
    ("scarto", {"contract": "garde", "pile": "EX"}, "there is no contract"),
    ("scarto", {}, "the result lacks pile"),
    ("burro", {"facts": {"score.letter": "99"}}, "nobody can be left with 99 cards"),
    ("burro", {"facts": {"score.leter": "1"}}, "did you mean 'score.letter'?"),
    ("burro", {"players": 9, "facts": {"score.letter": {"A": "1"}}}, "not for 9 players"),
    ("burro", {}, "the result lacks score.letter"),
    ("casita-robada", {"pile": "S2"}, "a single card"),
    ("fft-4", sided("garde", points="56", honours=2, slam="made"), "56 card points with 2 oudlers and a slam"),
    ("fft-4", sided("garde", points="41"), "the result lacks honours"),
    ("fft-5", sided("garde", points="45", honours=2, taker="Z"), "nobody sits at 'Z'"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "written", "reason"), IMPOSSIBLE)
def test_what_no_deal_brings_is_refused_everywhere(
    name: str, written: Written, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    scorer = engine_of(name).scorer
    with pytest.raises(LoadError) as caught:
        read_result(scorer, written).result()
    (problem,) = caught.value.problems
    assert reason in f"{problem.message} ({problem.hint})"
    for door in (
        lambda: tt.score(name, **written),
        lambda: in_directive(name, written),
        lambda: in_form(name, written),
    ):
        with pytest.raises(LoadError) as again:
            door()
        assert again.value.problems == caught.value.problems
    printed = printed_by(capsys, *arguments(name, written)[:-1], code=1)
    words = re.sub(r"\s+", " ", printed)
    assert f"[{problem.code}]" in words and problem.message[:20] in words


TAKEN: list[tuple[str, Written, dict[str, int]]] = [
    ("zwanzigerrufen", sided("solo", points="45", honours=2), {"S": 15, "E": -5, "N": -5, "W": -5}),
    ("zwanzigerrufen", sided("solo", points="45", alone=True), {"S": 15, "E": -5, "N": -5, "W": -5}),
    ("zwanzigerrufen", sided("normal", points="45", partner="N"), {"S": 1, "E": -1, "N": 1, "W": -1}),
    ("zwanzigerrufen", sided("normal", points="45", alone=True), {"S": 3, "E": -1, "N": -1, "W": -1}),
    ("slovenian-pagat", sided("solo_two", points="36"), {"S": 51, "E": 0, "N": 0, "W": 0}),
    ("slovenian-pagat", sided("beggar", count__no_trick="0"), {"S": 70, "E": 0, "N": 0, "W": 0}),
    ("slovenian-pagat", sided("beggar", count__no_trick="1", memory={"match.radli": "S 1"}), {"S": -140, "E": 0, "N": 0, "W": 0}),
    ("slovenian-pagat", sided("valat_without", count__all_tricks="12"), {"S": 500, "E": 0, "N": 0, "W": 0}),
    ("slovenian-pagat", sided("solo_one", points="40", score__trula="defence", score__pagat_ultimo="defence-failed"), {"S": 80, "E": 0, "N": 0, "W": 0}),
    ("slovenian-pagat", sided("three", points="40", partner="N", score__trula="taker", score__pagat_ultimo="taker-failed"), {"S": 0, "E": 0, "N": 0, "W": 0}),
    ("slovenian-pagat", sided("solo_two", points="36", taker="N", score__mond="E"), {"S": 0, "E": -20, "N": 51, "W": 0}),
    ("hombre-1674", sided("game", count__tricks="5-4-0", memory={"match.pool": "15"}), {"S": 15, "E": 0, "W": 0}),
    ("hombre-1674", sided("game", count__tricks="3-4-2", memory={"match.pool": "15"}), {"S": -15, "E": 30, "W": 0}),
    ("hombre-1674", sided("game", count__tricks="5-4-0", score__matadors="S:4", taker="S"), {"S": 74, "E": -37, "W": -37}),
    ("hombre-1674", sided("game", count__tricks="9-0-0", score__voll="S:made", memory={"match.pool": "15"}), {"S": 17, "E": -1, "W": -1}),
    ("hombre-1674", sided("game", count__tricks="5-4-0", paid={"bid.stakes": {"S": -12, "E": -13, "W": -12}}), {"S": 25, "E": -13, "W": -12}),
    ("hombre-1674", sided("game", count__tricks="5-4-0", paid={"bid.stakes": {"E": -1}}, memory={"match.pool": "15"}), {"S": 16, "E": -1, "W": 0}),
    ("tresillo", sided("juego", count__tricks="5-0-0"), {"S": 10, "E": -2, "W": -2}),
    ("burro", {"players": 3, "facts": {"score.letter": {"E": "4"}}}, {"S": 0, "E": -1, "W": 0}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "written", "scores"), TAKEN)
def test_results_worked_out_by_hand(name: str, written: Written, scores: dict[str, int]) -> None:
    typed = read_result(engine_of(name).scorer, written)
    assert dict(zip(typed.seats, typed.result().scores, strict=True)) == scores
    report = tt.score(name, **written)
    if report.result.apart:
        assert (
            report.total == scores[written.get("taker", "S")] and report.to_dict()["lines"][-1]["sum"] == report.total
        )


def test_a_taker_with_a_partner_who_is_not_named_is_paid_by_role() -> None:
    report = tt.score("zwanzigerrufen", contract="normal", points=45)
    assert report.scores == {"taker": 1, "partner": 1, "defender": -1} and not report.by_seat
    with pytest.raises(LoadError, match="who the partner is is not told"):
        tt.score("slovenian-pagat", contract="three", points=40, facts={"score.mond": "E"})


def test_a_taker_who_is_always_alone_is_said_to_be(capsys: pytest.CaptureFixture[str]) -> None:
    printed = printed_by(capsys, "score", "zwanzigerrufen", "--contract", "solo", "--points", "45", "--alone")
    assert "the declarer is always alone" in re.sub(r"\s+", " ", printed) and "Declarer 15" in printed


def test_payments_that_are_not_told_are_named() -> None:
    report = tt.score("hombre-1674", contract="game", facts={"count.tricks": "5-4-0"})
    (note,) = report.to_dict()["notes"]
    assert "The stakes, Passing" in note and "nothing of it is counted" in note


def test_one_letter_costs_one() -> None:
    assert tt.score("burro", pile="SA S2 S3 S4", facts={"score.letter": "1"}).total == -1


@pytest.mark.parametrize("name", LIBRARY.ids())
def test_a_result_drawn_at_random_is_scored_or_refused(name: str) -> None:
    """Whatever stands in the fields that a game asks for, there is a score or a reason why not."""
    random, scorer, taken, refused = Random(name), engine_of(name).scorer, 0, 0
    for _result in range(40):
        contract = random.choice([*scorer.index.contracts, None])
        written: Written = {"contract": contract, "facts": {}}
        try:
            fields = fields_of(scorer.for_result(contract))
            for field in fields:
                if field.kind in ("points", "honours", "players"):
                    written[field.name] = str(random.randrange(100 if field.kind == "points" else 6))
                elif field.kind == "pile":
                    cards = engine_of(name).ruleset.deck.cards
                    written["pile"] = random.sample([card.code for card in cards], random.randrange(len(cards)))
                elif field.kind == "fact" and (field.needed or random.random() < 0.3):
                    words = [spelling for spelling, _words in field.choices] or ["0", "4", "5-4-0", "S:4", "S", "x"]
                    written["facts"][field.name] = random.choice(words)
            read_result(scorer, written).result()
            taken += 1
        except LoadError as error:
            assert error.problems[0].code.startswith("result.") and error.problems[0].hint
            refused += 1
    assert refused and taken + refused == 40
