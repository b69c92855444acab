"""The game of 1637: marks for tarots, counted a second time, and a payment for a card that is shown, in other games."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError
from tarot_teach.loading import Library
from tarot_teach.topics.check.trials import try_deals
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tests.helpers import LIBRARY

TAROTS = {"SK", "BK", "CK", "DK", "T1", "T21"}
SHOWN = (
    "  play.shown: {{mechanism: card_shown, params: {{cards: [{card}], each: 3}}, title: Shown, because: A test.}}\n"
)


def child(folder: Path, parent: str, text: str) -> Engine:
    path = folder / "child.yaml"
    head = f"format: 1\nid: child\ntitle: Child\nextends: {parent}\nevidence: house\nbecause: A test.\n"
    path.write_text(f"{head}adds:\n{text}", encoding="utf-8")
    return Engine(Library([path]).load("child"))


@pytest.fixture(scope="module")
def simulator() -> DealSimulator:
    return DealSimulator.of(LIBRARY, "marolles", ("random",))


@pytest.mark.parametrize("number", range(20))
def test_marks_are_those_of_the_text(simulator: DealSimulator, number: int) -> None:
    """Tribute for a tarot that is not lost, ransom for one that is; the rest is card points, and all sums to nothing."""
    end = simulator.play(7, number).state
    marks: Counter[int] = Counter()
    for taken in end.tricks:
        for seat, card in taken.trick.by(3):
            kept = card.code == "EX" or (card.code in TAROTS and seat == taken.winner)
            if kept or card.code in TAROTS:
                for other in {0, 1, 2} - {seat}:
                    marks[other] -= 1 if kept else -1
                    marks[seat] += 1 if kept else -1
    paid = [sum(each.amounts[seat] for each in end.paid) for seat in range(3)]
    assert paid == [marks[seat] for seat in range(3)]
    assert end.result is not None and sum(end.result.scores) == 0
    points = [int(sheet.outcome.points or 0) for sheet in end.result.sheets]
    assert sum(points) == 74
    first = (end.dealer + 1) % 3
    others = {seat: points[seat] - 25 for seat in range(3) if seat != first}
    expected = {**others, first: -sum(others.values())}
    assert [end.result.scores[seat] - paid[seat] for seat in range(3)] == [expected[seat] for seat in range(3)]


def test_no_tarot_is_laid_away(simulator: DealSimulator) -> None:
    deck = simulator.engine.ruleset.deck
    tarots = deck.marks["king"] | deck.marks["honour"]
    assert tarots.bit_count() == 7
    for number in range(12):
        end = simulator.play(8, number).state
        assert not end.aside[end.dealer] & tarots and end.aside[end.dealer].bit_count() == 3


@pytest.mark.parametrize(
    ("parent", "card"), [("hombre-1674", "SA"), ("scarto", "EX"), ("slovenian-pagat", "T1"), ("piedmont-4", "T20")]
)
def test_a_card_that_is_shown_is_paid_in_other_games(tmp_path: Path, parent: str, card: str) -> None:
    engine = child(tmp_path, parent, SHOWN.format(card=card))
    assert not try_deals(engine, range(12), 1).fault
    simulator, paid = DealSimulator.of(Library([tmp_path / "child.yaml"]), "child", ("simple",)), 0
    for number in range(12):
        end = simulator.play(9, number).state
        amounts = [each.amounts for each in end.paid if each.rule == "play.shown"]
        players = [s for taken in end.tricks for s, played in taken.trick.by(end.players) if played.code == card]
        assert len(amounts) == len(players) <= 1
        for each, seat in zip(amounts, players, strict=True):
            others = [other for other in range(end.players) if other not in end.side(seat)]
            assert [each[other] for other in others] == [-3] * len(others) and each[seat] == 3 * len(others)
            paid += 1
    assert paid
    words = str(engine.index.mechanisms["play.shown"].says())
    assert words.startswith("Whoever plays one of these gets 3 from each of the others, whoever wins the trick: ")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (SHOWN.format(card="TX"), "TX"),
        (SHOWN.replace("each: 3", "each: 0").format(card="EX"), "out of range"),
        (SHOWN.replace("each: 3", "each: 3, not_beside: [none]").format(card="EX"), "no rule 'none' stands before it"),
    ],
)
def test_faults_are_refused(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(LoadError) as caught:
        child(tmp_path, "scarto", text)
    assert any(said in problem.message for problem in caught.value.problems), caught.value
