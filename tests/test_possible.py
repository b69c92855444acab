"""Results that no deal can bring are refused with the bound and its rule; what deals do bring is never refused."""

from __future__ import annotations

import pytest

from tarot_teach.engine import Engine, Scorer
from tarot_teach.engine.limits import Possible
from tarot_teach.mechanisms.count import Targets
from tarot_teach.mechanisms.play import KeepExcuse
from tarot_teach.records.bounds import impossible
from tarot_teach.records.results import ResultFile, outcomes_of
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tests.helpers import LIBRARY

STACKS = (
    "fft-3", "fft-4", "fft-5", "enc2011-3", "enc2011-4", "enc2020-5", "blog-3", "blog-4", "blog-5", "guide-4",
    "fft-4+petit-imprenable", "fft-5+petit-imprenable+petit-chelem", "fft-4+petit-chelem+misere", "guide-4+petit-chelem",
    "fft-5+king-in-ecart", "fft-3+petit-imprenable",
)  # fmt: skip


def refused(name: str, **result: object) -> str:
    """The fault of a result, as code and message; empty where it is accepted."""
    ruleset = LIBRARY.load(name)
    faults: list[str] = []
    outcomes_of(
        ResultFile(**{"contract": "garde", "honours": 2, "points": "41", **result}),  # type: ignore[arg-type]
        Scorer.of(ruleset),
        ruleset.deck,
        (),
        lambda code, message, path, hint: faults.append(f"{code}: {message} ({hint}) {path}"),
        roles_only=True,
    )
    return "; ".join(faults)


@pytest.mark.parametrize(
    ("name", "result", "printed"),
    [
        ("fft-4", {"points": "87", "honours": 3, "slam": "made"}, "87 card points with 3 honours and a slam [score.slam] (only 91 is possible) ('slam',)"),
        ("fft-4", {"points": "60", "honours": 2, "slam": "made"}, "only 87 is possible"),
        ("fft-4", {"points": "5", "honours": 3}, "5 card points with 3 honours [count.card_points] (17 to 91 are possible"),
        ("fft-4", {"points": "90", "honours": 0}, "90 card points [count.card_points]"),
        ("fft-4", {"points": "78", "honours": 0}, "78 card points with no honours"),
        ("fft-4", {"points": "91", "honours": 3}, "91 card points with 3 honours and no slam [score.slam]"),
        ("fft-4", {"points": "40½"}, "whole points only; the nearest: 40 and 41"),
        ("fft-4", {"points": "91", "honours": 3, "slam": "made", "last_trick_bonus": "defence"}, "3 honours, a slam and the last-trick bonus for the defence"),
        ("fft-4", {"points": "87", "honours": 2, "slam": "made", "last_trick_bonus": "defence"}, "2 honours, a slam and the last-trick bonus for the defence [score.last_trick_bonus]"),
        ("fft-4", {"honours": 0, "last_trick_bonus": "taker"}, "no honours and the last-trick bonus for the taker's side"),
        ("fft-4", {"handfuls": ["triple", "triple"]}, "30 trumps together [declare.handful]"),
        ("fft-4", {"handfuls": ["single", "double"]}, "the pack has 22 cards"),
        ("fft-3", {"handfuls": ["single", "single"]}, "26 trumps together"),
        ("fft-4", {"slam": "defence-announced-failed"}, "only the taker announces a slam [declare.slam]"),
        ("guide-4", {"slam": ["announced-failed", "defence-announced-failed"]}, "a slam is announced once in a deal"),
        ("fft-4", {"slam": ["made", "announced-failed"]}, "one side cannot have brought about both"),
        ("fft-4", {"slam": ["made", "defence"]}, "cannot"),
        ("fft-4", {"small_slam": "made"}, "has no bonus for a small slam"),
        ("fft-4+petit-chelem", {"points": "30", "small_slam": "made"}, "45 to 87 are possible"),
        ("fft-4+petit-chelem", {"points": "87", "slam": "made", "small_slam": "defence"}, "cannot end with"),
        ("fft-4+petit-chelem", {"small_slam": "defence-announced-made"}, "only the taker announces a small slam"),
        ("fft-4+petit-chelem", {"slam": "announced-failed", "small_slam": "announced-made"}, "a slam or a small slam, not both [declare.slam]"),
        ("fft-5", {"points": "91", "honours": 3, "contract": "garde_contre"}, "0 to 89½ are possible"),
    ],
)  # fmt: skip
def test_what_no_deal_can_bring(name: str, result: dict[str, object], printed: str) -> None:
    assert printed in refused(name, **result)


@pytest.mark.parametrize(
    ("name", "result"),
    [
        ("fft-4", {"points": "87", "honours": 2, "slam": "made"}),
        ("fft-4", {"points": "88", "honours": 3, "slam": "announced-made", "contract": "garde_contre"}),
        ("fft-4", {"points": "0", "honours": 0, "slam": ["announced-failed", "defence"], "contract": "garde_contre"}),
        ("fft-4", {"points": "4", "honours": 1, "slam": "defence", "contract": "garde_contre"}),
        ("fft-4", {"handfuls": ["single", "single"]}),
        ("fft-5", {"points": "40½"}),
        ("fft-5", {"handfuls": ["single", "triple"]}),
        ("guide-4", {"slam": "defence-announced-failed"}),
        ("fft-4+petit-imprenable", {"points": "30", "honours": 0, "last_trick_bonus": "taker"}),
    ],
)
def test_what_a_deal_can_bring(name: str, result: dict[str, object]) -> None:
    assert refused(name, **result) == ""


@pytest.mark.parametrize("name", STACKS)
def test_what_deals_bring_is_accepted(name: str) -> None:
    """The outcomes of random deals, each as the engine has found it."""
    engine = Engine(LIBRARY.load(name))
    players = len(engine.seats())
    for player in ("random", "simple"):
        simulator = DealSimulator.of(LIBRARY, name, (player,))
        for number in range(5):
            outcome = simulator.ending(11, number).outcome
            if outcome is not None:
                assert impossible(engine.scorer, outcome, (players,)) is None


class OwnTargets(Targets):
    """A mechanism of another package that changes the card points counted, and so promises nothing."""

    bounded = False


class OwnExcuse(KeepExcuse):
    """A mechanism of another package whose Excuse can go over for nothing."""

    @property
    def uncompensated(self) -> bool:
        return True


def test_mechanisms_of_other_packages_are_known_by_what_they_promise() -> None:
    bound = Engine(LIBRARY.load("fft-4")).index
    plain = Possible(bound, 4)
    assert plain.known
    three = range(3, 4), range(1, 2)
    for kind, known, wider in ((OwnTargets, False, False), (OwnExcuse, True, True)):
        other = Engine(LIBRARY.load("fft-4")).index
        (rule,) = other.all(kind.__base__)
        rule.__class__ = kind
        possible = Possible(other, 4)
        assert possible.known is known
        assert ({*possible.halves("garde", *three)} > {*plain.halves("garde", *three)}) is wider


def test_the_bounds_are_those_of_a_count_by_hand() -> None:
    """With three oudlers in a garde, one trick at least has been won: three oudlers, and seven low cards."""
    possible = Possible(Engine(LIBRARY.load("fft-4")).index, 4)
    every = range(possible.tricks + 1)
    assert possible.halves("garde", range(3, 4), every) == [*range(2 * 17, 2 * 89 + 1, 2), 2 * 91]
