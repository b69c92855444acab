"""The sources' own examples, a class for each document."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tarot_teach.engine import Engine
from tarot_teach.table import Handful, Outcome


def hand_score(engine: Engine, **result: object) -> Fraction:
    outcome = Outcome(**result)  # type: ignore[arg-type]
    scorer = engine.scorer
    return scorer.settle(scorer.sheet(scorer.count(outcome)[0]), 4)["defender"] or Fraction(0)


class TestGuide:
    """The six examples of scoring; $0.01 is one point, and a defender who pays has less than nothing."""

    @pytest.mark.parametrize(
        ("result", "defender"),
        [
            ({"contract": "prise", "honours": 3, "halves": 72}, -25),
            ({"contract": "garde", "honours": 2, "halves": 80}, 52),
            ({"contract": "garde", "honours": 2, "halves": 112}, -80),
            ({"contract": "garde", "honours": 2, "halves": 80, "last_trick_bonus": "defence"}, 72),
            ({"contract": "garde", "honours": 3, "halves": 98, "last_trick_bonus": "taker"}, -96),
            (
                {
                    "contract": "garde_contre",
                    "honours": 3,
                    "halves": 176,
                    "slam": "announced-made",
                    "handfuls": (Handful("triple"),),
                },
                -902,
            ),
        ],
    )
    def test_examples_of_scoring(self, french: Engine, result: dict[str, object], defender: int) -> None:
        assert hand_score(french, **result) == defender

    def test_the_claim_about_the_highest_score_is_wrong(self, french: Engine) -> None:
        """Ending with the Petit gives 908, not the 902 that the guide thinks it equals."""
        result = {
            "contract": "garde_contre", "honours": 2, "halves": 168, "last_trick_bonus": "taker",
            "slam": "announced-made", "handfuls": (Handful("triple"),),
        }  # fmt: skip
        assert hand_score(french, **result) == -908


class TestEncyclopedia:
    def test_garde_sans_by_twelve_with_a_handful(self, french: Engine) -> None:
        """168 as in the later version; the earlier one's 158 contradicts its own rule."""
        result = {"contract": "garde_sans", "honours": 2, "halves": 106, "handfuls": (Handful("single"),)}
        assert hand_score(french, **result) == -168

    def test_garde_contre_eight_times(self, library: object) -> None:
        engine = Engine(library.load("fft-4+garde-contre-x8"))  # type: ignore[attr-defined]
        assert hand_score(engine, contract="garde_contre", honours=2, halves=82) == -200

    @pytest.mark.parametrize(("honours", "defence"), [(3, "55½"), (2, "50½"), (1, "40½"), (0, "35½")])
    def test_what_the_defence_needs(self, french: Engine, honours: int, defence: str) -> None:
        target, _finding = french.scorer.counts[1].count(Outcome(honours=honours, halves=0))
        assert target.target is not None
        halves = 182 - (2 * target.target - 1)
        assert f"{halves // 2}½" == defence


class TestFederation:
    """What published programs get wrong."""

    def test_the_bonus_of_a_taker_who_fails_makes_the_loss_smaller(self, french: Engine) -> None:
        failed = {"contract": "garde", "honours": 1, "halves": 90}
        assert hand_score(french, **failed) == 62
        assert hand_score(french, **failed, last_trick_bonus="taker") == 42
        assert hand_score(french, **failed, last_trick_bonus="defence") == 82

    def test_a_half_point_goes_to_the_side_that_wins(self, french: Engine) -> None:
        assert hand_score(french, contract="prise", honours=2, halves=81) == 26  # 40½ counts 40
        assert hand_score(french, contract="prise", honours=2, halves=83) == -26  # 41½ counts 42

    def test_a_handful_goes_to_the_winners_whoever_showed_it(self, french: Engine) -> None:
        failed = {"contract": "prise", "honours": 2, "halves": 80}
        assert hand_score(french, **failed, handfuls=(Handful("double", "defence"),)) == 56
        assert hand_score(french, **failed, handfuls=(Handful("double", "taker"),)) == 56

    @pytest.mark.parametrize(
        ("slam", "honours", "halves", "defender"),
        [
            ("made", 3, 182, -(25 + 55 + 200)),
            ("announced-made", 3, 182, -(25 + 55 + 400)),
            ("announced-failed", 3, 122, -(25 + 25 - 200)),
            ("announced-failed", 0, 110, 25 + 1 + 200),
            ("defence", 0, 6, 25 + 53 + 200),
        ],
    )
    def test_slams(self, french: Engine, slam: str, honours: int, halves: int, defender: int) -> None:
        assert hand_score(french, contract="prise", honours=honours, halves=halves, slam=slam) == defender

    def test_the_formula_is_derived_from_the_rules(self, french: Engine, early: Engine) -> None:
        assert french.scorer.formula() == "(25 + margin ± last-trick bonus) × multiplier + handfuls ± slam"
        assert early.scorer.formula() == "cards above 12 + counting cards"
