"""Results that no deal can bring are refused with the bound and its rule; what deals do bring is never refused."""

from __future__ import annotations

from typing import Any

import pytest

from tarot_teach.engine import Engine, Scorer
from tarot_teach.engine.limits import Possible
from tarot_teach.mechanisms.count import Targets
from tarot_teach.mechanisms.play import KeepExcuse
from tarot_teach.records.bounds import impossible
from tarot_teach.records.results import ResultFile, outcomes_of
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tests.helpers import LIBRARY
from tests.test_cases import GameCase, cases

STACKS = (
    "fft-3", "fft-4", "fft-5", "enc2011-3", "enc2011-4", "enc2020-5", "blog-3", "blog-4", "blog-5", "guide-4",
    "fft-4+petit-imprenable", "fft-5+petit-imprenable+petit-chelem", "fft-4+petit-chelem+misere", "guide-4+petit-chelem",
    "fft-5+king-in-ecart", "fft-3+petit-imprenable",
)  # fmt: skip


def refused(name: str, **result: object) -> str:
    """The fault of a result, as code and message; empty where it is accepted."""
    ruleset = LIBRARY.load(name)
    seats = Engine(ruleset).seats()
    faults: list[str] = []
    outcomes_of(
        ResultFile(**{"taker": seats[0], "contract": "garde", "honours": 2, "points": "41", **result}),  # type: ignore[arg-type]
        Scorer.of(ruleset),
        ruleset.deck,
        seats,
        lambda code, message, path, hint: faults.append(f"{code}: {message} ({hint}) {path}"),
    )
    return "; ".join(faults)


class ResultCase(GameCase):
    """A result, and words of the fault where it is refused."""

    result: dict[str, Any]
    refused: str = ""


@cases(ResultCase, "results")
def test_results_that_no_deal_can_bring_are_refused_and_others_taken(case: ResultCase) -> None:
    fault = refused(case.ruleset, **case.result)
    assert case.refused in fault and bool(case.refused) == bool(fault), case.why


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
