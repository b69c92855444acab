"""The places of cards in lessons: at each step of an example, the hands on the table are those of the deal."""

from __future__ import annotations

from pathlib import Path

import pytest

from tarot_teach.blocks import HandDiagram, Steps, TrickDiagram, flat
from tarot_teach.cards import Card
from tarot_teach.explain.lesson import annotate
from tarot_teach.records.gathered import load_example
from tarot_teach.records.runner import replay_by
from tarot_teach.table import State
from tests.helpers import LIBRARY, in_turn


def held(places: dict[Card, str], state: State) -> list[set[Card]]:
    """The cards in the hand of each seat on the table of a lesson."""
    return [{card for card, place in places.items() if place == letter} for letter in state.seats]


@pytest.mark.parametrize("name", in_turn(sorted(path.stem for path in LIBRARY.paths("example")), 4))
def test_hands_on_the_table_are_those_of_the_deal(name: str) -> None:
    replay = replay_by(load_example(name, LIBRARY), LIBRARY, Path())
    places: dict[Card, str] = {}
    moves, compared = replay.deal.moves, 0

    def compare(state: State) -> None:
        nonlocal compared
        in_hands = [{*state.deck.set(hand & ~state.tops)} for hand in state.hands]
        assert held(places, state) == in_hands, (name, state)
        compared += 1

    for block in flat(annotate(replay)):
        match block:
            case HandDiagram():
                places |= {card: row.seat for row in block.hands for card in row.cards}
                places |= {card: place for _label, place, cards in block.middle for card in cards}
            case Steps():
                for row in block.rows:
                    places |= dict(row.moves)
                    after = moves[row.number - 1].after if row.number and places else None
                    if after is not None and after.hands:
                        compare(after)
            case TrickDiagram():
                for play in block.plays:
                    places |= dict(play.moves)
                    if places:
                        compare(moves[play.number - 1].before)
                    places[play.card] = "table"
                places |= dict(block.gathered)
    assert compared or not places or not replay.deal.state.tricks
