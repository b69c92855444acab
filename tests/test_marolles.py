"""The game of 1637 against the rules written a second time, and a payment for a card that is shown, in other games."""

from __future__ import annotations

from pathlib import Path

import pytest
from naive import marolles

from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError
from tarot_teach.loading import Library
from tarot_teach.table import Phase
from tarot_teach.topics.check.trials import try_deals
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tests.at_ends.marolles import scores
from tests.helpers import LIBRARY

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
def test_each_play_and_score_as_by_the_rules(simulator: DealSimulator, number: int) -> None:
    """Tribute for a tarot that is not lost, ransom for one that is; the rest is card points, and all sums to nothing."""
    deal = simulator.play(7, number)
    for move in deal.moves:
        now = move.before
        if now.phase is Phase.PLAY:
            legal = {card.code for card in now.deck.set(simulator.engine.legal(now).cards)}
            hand = {card.code for card in now.hand(move.action.seat)}
            assert legal == marolles.allowed(hand, [card.code for card in now.trick.cards])
    end, first = deal.state, (deal.state.dealer + 1) % 3
    assert end.result is not None and sum(end.result.scores) == 0
    assert [end.result.scores[(first + i) % 3] for i in range(3)] == scores(deal, simulator.engine.ruleset)
    assert sum(int(sheet.outcome.points or 0) for sheet in end.result.sheets) == 74


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
