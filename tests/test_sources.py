"""The sources' own examples, a class for each document."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tarot_teach.cards import Card, parse_halves
from tarot_teach.cli.replay import replayed
from tarot_teach.engine import Engine
from tarot_teach.explain.rulebook import describe_rulebook
from tarot_teach.explain.score_sheet import COUNTING_METHODS
from tarot_teach.loading import Library
from tarot_teach.mechanisms.bonus_events import BonusFact
from tarot_teach.mechanisms.interfaces import Scores
from tarot_teach.mechanisms.score.handfuls import Handful
from tarot_teach.render.terminal import plain_text
from tarot_teach.table import Line, Outcome, Sheet
from tests.helpers import LIBRARY, facts
from tests.helpers import honours as honours_of


def engine_of(name: str) -> Engine:
    return Engine(LIBRARY.load(name))


def roles(name: str, **result: object) -> dict[str, Fraction | None]:
    """Game points by role for a result."""
    engine = engine_of(name)
    scorer = engine.scorer
    bonuses = {key: result.pop(key) for key in ("honours", "last_trick_bonus", "handfuls", "slam") if key in result}
    outcome = Outcome(**result, facts=facts(engine, **bonuses))  # type: ignore[arg-type]
    sheet = scorer.sheet(scorer.count(outcome)[0])
    return scorer.settle(sheet, engine.ruleset.players[0])


def defender(name: str, **result: object) -> Fraction:
    return roles(name, **result)["defender"] or Fraction(0)


def cards(codes: str) -> list[Card]:
    return LIBRARY.deck("tarot-78").parse(codes)


def counted(sums: list[tuple[int, str]]) -> int:
    """Half-points of a pile, added up."""
    return sum(halves for halves, _words in sums)


class TestGuide:
    """A beginner's guide of 2011, scored in dollars: a cent is one point, and a defender who pays has less than nothing."""

    EXAMPLES = (
        ({"contract": "prise", "honours": 3, "halves": 72}, "−$0.25"),
        ({"contract": "garde", "honours": 2, "halves": 80}, "$0.52"),
        ({"contract": "garde", "honours": 2, "halves": 112}, "−$0.80"),
        ({"contract": "garde", "honours": 2, "halves": 80, "last_trick_bonus": "defence"}, "$0.72"),
        ({"contract": "garde", "honours": 3, "halves": 98, "last_trick_bonus": "taker"}, "−$0.96"),
        (
            {
                "contract": "garde_contre",
                "honours": 3,
                "halves": 176,
                "slam": ("announced-made",),
                "handfuls": (Handful("triple"),),
            },
            "−$9.02",
        ),
    )

    @pytest.mark.parametrize(("result", "dollars"), EXAMPLES)
    def test_examples_of_scoring(self, result: dict[str, object], dollars: str) -> None:
        assert engine_of("guide-4").ruleset.unit.show(defender("guide-4", **result)) == dollars

    @pytest.mark.parametrize("number", range(1, 7))
    def test_the_shipped_examples_come_to_the_same(self, number: int) -> None:
        result = replayed(f"guide-example-{number}").end.result
        assert result
        assert (
            engine_of("guide-4").ruleset.unit.show(result.roles["defender"] or Fraction(0))
            == self.EXAMPLES[number - 1][1]
        )

    def test_the_claim_about_the_highest_score_is_wrong(self) -> None:
        """Ending with the Petit gives 908, not the 902 that the guide thinks it equals."""
        result = {
            "contract": "garde_contre", "honours": 2, "halves": 168, "last_trick_bonus": "taker",
            "slam": ("announced-made",), "handfuls": (Handful("triple"),),
        }  # fmt: skip
        assert defender("guide-4", **result) == -908

    @pytest.mark.parametrize(("codes", "points"), [("SD SC S8 T1", "11"), ("HR HV H10 H3", "7")])
    def test_point_counts(self, codes: str, points: str) -> None:
        assert {counted(way(cards(codes))) for _title, way in COUNTING_METHODS} == {parse_halves(points)}

    def test_the_pack_is_52_for_cards_and_39_for_pairs(self) -> None:
        pack = list(LIBRARY.deck("tarot-78").cards)
        assert sum(card.halves - 1 for card in pack) == 2 * 52 and len(pack) // 2 == 39

    @pytest.mark.parametrize("codes", ["SR", "S1 S2 S3", "SR SD HR HD DR T21 EX C4 C5 T9 T7", "EX T1 T21 SR HR DR CR"])
    def test_three_ways_of_counting_agree_on_the_same_pile(self, codes: str) -> None:
        pile = cards(codes)
        assert {counted(way(pile)) for _title, way in COUNTING_METHODS} == {sum(card.halves for card in pile)}

    def test_a_bonus_of_the_losers_is_taken_off(self) -> None:
        made = {"contract": "garde", "honours": 2, "halves": 112}
        assert defender("guide-4", **made, last_trick_bonus="defence") == -60


class TestEncyclopedia2011:
    def test_the_worked_example_contradicts_the_rule(self) -> None:
        """It prints 158 and A +474; by its own rule it is 168."""
        result = {"contract": "garde_sans", "honours": 2, "halves": 106, "handfuls": (Handful("single"),)}
        assert roles("enc2011-4", **result) == {"taker": 504, "partner": None, "defender": -168}
        printed = replayed("encyclopedia-example-2011").record.file.printed
        assert printed and printed.per_defender == 158

    @pytest.mark.parametrize(("total", "rounded"), [(158, 160), (168, 170), (155, 160), (150, 150)])
    def test_rounding_keeps_the_sum(self, total: int, rounded: int) -> None:
        """474 becomes 480 and −160, 504 becomes 510 and −170."""
        engine = engine_of("enc2011-4+rounded-scores")
        rule = engine.index.mechanisms["score.rounding"]
        assert isinstance(rule, Scores)
        sheet = Sheet(
            Outcome(facts=honours_of(2), halves=100, target=41, points=Fraction(50), made=True),
            (Line("score.base", "+", Fraction(total)),),
        )
        for line in rule.lines(sheet.outcome, sheet):
            sheet = sheet.add(line)
        assert engine.scorer.settle(sheet, 4) == {"taker": 3 * rounded, "partner": None, "defender": -rounded}

    @pytest.mark.parametrize(("honours", "defence"), [(3, "55½"), (2, "50½"), (1, "40½"), (0, "35½")])
    def test_what_the_defence_needs(self, honours: int, defence: str) -> None:
        engine = engine_of("enc2011-4")
        needed = parse_halves(defence)
        lost = engine.scorer.count(Outcome(contract="prise", facts=honours_of(honours), halves=182 - needed))[0]
        made = engine.scorer.count(Outcome(contract="prise", facts=honours_of(honours), halves=182 - needed + 1))[0]
        assert lost.made is False and made.made is True

    def test_handfuls_and_the_garde_contre(self) -> None:
        result = {"contract": "garde_contre", "honours": 2, "halves": 82, "handfuls": (Handful("triple"),)}
        assert defender("enc2011-4", **result) == -(25 * 6 + 60)
        assert defender("enc2011-4+garde-contre-x8", **result) == -(25 * 8 + 60)

    def test_a_bonus_in_garde_sans_makes_a_difference_of_forty(self) -> None:
        result = {"contract": "garde_sans", "honours": 2, "halves": 82}
        assert defender("enc2011-4", **result, last_trick_bonus="taker") - defender("enc2011-4", **result) == -40

    def test_five_players_share(self) -> None:
        result = {"contract": "prise", "honours": 2, "halves": 82}
        assert roles("enc2011-5", **result) == {"taker": 50, "partner": 25, "defender": -25}
        assert roles("enc2011-5", **result, alone=True)["taker"] == 100

    def test_the_petit_has_to_win_the_trick(self) -> None:
        result = replayed("petit-captured-at-the-end-2011").end.result
        assert result and "score.last_trick_bonus" not in result.sheets[0].outcome.facts


class TestEncyclopedia2020:
    def test_the_worked_example(self) -> None:
        result = {"contract": "garde_sans", "honours": 2, "halves": 106, "handfuls": (Handful("single"),)}
        assert roles("enc2020-4", **result) == {"taker": 504, "partner": None, "defender": -168}

    def test_rounded(self) -> None:
        result = {"contract": "garde_sans", "honours": 2, "halves": 106, "handfuls": (Handful("single"),)}
        assert roles("enc2020-4+rounded-scores", **result) == {"taker": 510, "partner": None, "defender": -170}

    def test_the_petit_only_has_to_be_in_the_trick(self) -> None:
        result = replayed("petit-captured-at-the-end-2020").end.result
        assert result and result.sheets[0].outcome.facts["score.last_trick_bonus"] == BonusFact("taker")


class TestBlog:
    @pytest.mark.parametrize(("points", "honours", "difference"), [(31, 2, -10), (51, 3, 15)])
    def test_differences(self, points: int, honours: int, difference: int) -> None:
        scorer = engine_of("blog-4").scorer
        assert (
            scorer.count(Outcome(contract="prise", facts=honours_of(honours), halves=2 * points))[0].margin
            == difference
        )

    def test_a_score_of_eighty_brings_240_and_costs_the_others_80(self) -> None:
        result = {"contract": "garde", "honours": 2, "halves": 112}
        assert roles("blog-4", **result) == {"taker": 240, "partner": None, "defender": -80}
        lost = {"contract": "garde", "honours": 2, "halves": 52}
        assert roles("blog-4", **lost) == {"taker": -240, "partner": None, "defender": 80}

    @pytest.mark.parametrize("name", ["blog-3", "blog-5", "fft-3", "fft-5"])
    @pytest.mark.parametrize(("points", "counts"), [("40½", 40), ("41½", 42), ("41", 41)])
    def test_half_points_as_the_federation_has_them(self, name: str, points: str, counts: int) -> None:
        scorer = engine_of(name).scorer
        assert (
            scorer.count(Outcome(contract="prise", facts=honours_of(2), halves=parse_halves(points)))[0].points
            == counts
        )


class TestEarlySeventeenthCentury:
    def test_each_card_above_twelve_and_the_counting_cards(self) -> None:
        engine = engine_of("early-17c")
        deck = engine.ruleset.deck
        pile = "EX T21 T1 SR SD SC SV " + " ".join(f"H{n}" for n in range(1, 11))
        mask = deck.mask(deck.parse(pile))
        outcome = Outcome(seat=0, pile=mask, cards=mask.bit_count())
        assert engine.scorer.sheet(outcome).total == (17 - 12) + 5 + 4 + 4 + 4 + 3 + 2 + 1
        more = engine_of("early-17c+every-card-a-point").scorer
        assert more.sheet(outcome).total == 17 + 23

    def test_the_game_is_played_to_fifty(self) -> None:
        scorer = engine_of("early-17c").scorer
        assert scorer.match_winners([Fraction(49), Fraction(12)], 3) == ()
        assert scorer.match_winners([Fraction(50), Fraction(12)], 3) == (0,)


class TestFederation:
    """Errors of published programs."""

    def test_the_bonus_of_a_taker_who_fails_makes_the_loss_smaller(self) -> None:
        failed = {"contract": "garde", "honours": 1, "halves": 90}
        assert defender("fft-4", **failed) == 62
        assert defender("fft-4", **failed, last_trick_bonus="taker") == 42
        assert defender("fft-4", **failed, last_trick_bonus="defence") == 82

    def test_a_half_point_goes_to_the_side_that_wins(self) -> None:
        assert defender("fft-4", contract="prise", honours=2, halves=81) == 26  # 40½ counts 40
        assert defender("fft-4", contract="prise", honours=2, halves=83) == -26  # 41½ counts 42

    def test_a_handful_goes_to_the_winners_whoever_showed_it(self) -> None:
        failed = {"contract": "prise", "honours": 2, "halves": 80}
        assert defender("fft-4", **failed, handfuls=(Handful("double", "defence"),)) == 56
        assert defender("fft-4", **failed, handfuls=(Handful("double", "taker"),)) == 56

    @pytest.mark.parametrize(
        ("slam", "honours", "halves", "pays"),
        [
            ("made", 3, 182, -(25 + 55 + 200)),
            ("announced-made", 3, 182, -(25 + 55 + 400)),
            ("announced-failed", 3, 122, -(25 + 25 - 200)),
            ("announced-failed", 0, 110, 25 + 1 + 200),
            ("defence", 0, 6, 25 + 53 + 200),
        ],
    )
    def test_slams(self, slam: str, honours: int, halves: int, pays: int) -> None:
        assert defender("fft-4", contract="prise", honours=honours, halves=halves, slam=(slam,)) == pays

    def test_the_formula_is_derived_from_the_rules(self) -> None:
        assert engine_of("fft-4").scorer.formula() == "(25 + margin ± petit au bout) × multiplier + poignées ± chelem"
        assert engine_of("early-17c").scorer.formula() == "cards above 12 + counting cards"
        based = engine_of("fft-4+base-scoring").scorer.formula()
        assert based == "value of the contract + margin ± petit au bout + poignées ± chelem"


def test_what_a_citation_says_stands_on_the_page_of_its_rule() -> None:
    page = " ".join(plain_text(describe_rulebook(LIBRARY.load("fft-4"), LIBRARY), width=10_000).split())
    assert "[fft, “Les enchères”: with four players, before the one opposite the taker] [enc2011, “Bidding”]" in page
    assert "[fft, “La distribution”: more than three cards must be taken or left]" in page


def test_the_petit_in_the_trick_before_the_last_is_explained_for_the_encyclopedia_of_2020() -> None:
    for name in ("enc2020-3", "enc2020-4", "enc2020-5"):
        rule = Library().load(name).rule("score.last_trick_bonus")
        assert (rule.params.model_dump()["by"], rule.params.model_dump()["slam_shift"]) == ("trick", "card")
        assert "a Petit captured in the trick before brings nothing" in " ".join(str(rule.note).split())
