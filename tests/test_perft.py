"""Endings counted to the last card: how many ways there are to play them on, by the engine, by the second implementation, and as stored.

``tests/naive/endings.yaml`` tells the positions; ``python tests/test_perft.py`` looks for them anew and counts them by the second
implementation, when the draws of deals have changed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from naive.cards import PACK
from naive.deal import Deal
from naive.rules import RULESETS, rules_of
from naive.score import score
from test_naive import LIBRARY, STACKS, SecondImplementation

from tarot_teach.engine import Engine
from tarot_teach.table import Phase, Play, State
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.draws import Draws
from tarot_teach.topics.simulate.players import seat_players

ENDINGS = Path(__file__).parent / "naive" / "endings.yaml"
SEED = 1735
MOST = int(os.environ.get("PERFT_POSITIONS", "900"))
"""Endings with more positions than this are left out, but for the smallest of each ruleset."""


class Ending(NamedTuple):
    """A position with as many cards in each hand, by both."""

    engine: Engine
    state: State
    deal: Deal


class Count(NamedTuple):
    """The ways to play a position to its end; all positions on these ways, itself left out; and the scores by seat, added up."""

    sequences: int
    positions: int
    scores: tuple[int, ...]

    @staticmethod
    def together(counts: list[Count]) -> Count:
        """Return the positions after each card that may be played."""
        scores = tuple(sum(each) for each in zip(*(count.scores for count in counts), strict=True))
        return Count(sum(c.sequences for c in counts), sum(c.positions + 1 for c in counts), scores)


def by_engine(engine: Engine, state: State) -> Count:
    """Counted by the package. Where a card to give may be chosen, the first is given."""
    while state.phase is Phase.PAY:
        state = engine.apply(state, next(iter(engine.legal(state))))[0]
    if state.result is not None:
        return Count(1, 0, tuple(int(points) for points in state.result.scores))
    plays = [action for action in engine.legal(state) if isinstance(action, Play)]
    return Count.together([by_engine(engine, engine.apply(state, play)[0]) for play in plays])


def by_hand(deal: Deal) -> Count:
    """Counted by the second implementation."""
    while waiting := deal.waiting():
        deal.pay(min(waiting, key=PACK.index))
    if deal.over():
        return Count(1, 0, score(deal).seats)
    counts = []
    for card in deal.legal():
        after = deal.copy()
        after.play(card)
        counts.append(by_hand(after))
    return Count.together(counts)


def ending(name: str, number: int, left: int, players: int | None) -> Ending | None:
    """A deal played at random until so many cards are left in each hand, or None where it is void."""
    engine = Engine(LIBRARY.load(name))
    seats = len(engine.seats(players))
    simulator = DealSimulator(engine, seat_players(("random",), engine, None, seats))
    second = SecondImplementation(rules_of(name, seats), engine.ruleset.deck)
    state, draws = simulator.start(SEED, number).state, Draws(SEED, number)
    while state.turn is not None:
        sizes = {hand.bit_count() for hand in state.hands}
        if state.phase is Phase.PLAY and not state.trick.cards and sizes == {left} and second.deal:
            return Ending(engine, state, second.deal)
        choices = engine.legal(state)
        move = simulator.players[state.turn].choose(choices, draws)
        second.watch(state, choices, move.action)
        state = engine.apply(state, move.action)[0]
    return None


def hands_of(deal: Deal) -> list[str]:
    """The hands, in order of play from the player after the dealer."""
    return [" ".join(sorted(hand, key=PACK.index)) for hand in deal.hands]


def stored() -> list[dict[str, Any]]:
    """The positions of the file."""
    data = yaml.safe_load(ENDINGS.read_text(encoding="utf-8"))
    assert isinstance(data, list)
    return data


def counted() -> list[dict[str, Any]]:
    """The stored positions that are counted here."""
    ordered = sorted(stored(), key=lambda entry: entry["positions"])
    smallest = {entry["ruleset"]: entry for entry in reversed(ordered)}
    return [entry for entry in ordered if entry["positions"] <= MOST or entry is smallest[entry["ruleset"]]]


@pytest.mark.parametrize("entry", counted(), ids=lambda entry: f"{entry['ruleset']}-{entry['deal']}")
def test_an_ending_has_as_many_ways_as_stored(entry: dict[str, Any]) -> None:
    found = ending(entry["ruleset"], entry["deal"], entry["cards"], entry["players"])
    assert found is not None
    assert hands_of(found.deal) == entry["hands"] and found.deal.leader == entry["leader"]
    wanted = Count(entry["sequences"], entry["positions"], tuple(entry["scores"]))
    assert by_hand(found.deal) == wanted
    assert by_engine(found.engine, found.state) == wanted


def test_endings_of_every_ruleset_are_stored() -> None:
    assert {entry["ruleset"] for entry in stored()} == {*RULESETS, *STACKS}
    assert {entry["ruleset"] for entry in counted()} == {*RULESETS, *STACKS}


def looked_for() -> Iterator[dict[str, Any]]:
    """Positions of every ruleset: with the Excuse still in a hand, with the Petit, and one with a card less."""
    for name in (*sorted(RULESETS), *STACKS):
        numbers = iter(range(10_000))
        for card in ("EX", "T1", ""):
            players = 6 if name.startswith("early") and card == "T1" else None
            left = {3: 4, 5: 3, 6: 2}.get(rules_of(name, players).players, 3) - (not card)
            found, number = None, 0
            while found is None or (card and not any(card in hand for hand in found.deal.hands)):
                number = next(numbers)
                found = ending(name, number, left, players)
            count = by_hand(found.deal)
            yield {
                "ruleset": name, "players": len(found.deal.hands), "deal": number, "cards": left,
                "hands": hands_of(found.deal), "leader": found.deal.leader, "sequences": count.sequences,
                "positions": count.positions, "scores": list(count.scores),
            }  # fmt: skip


if __name__ == "__main__":
    printed = (
        "# Endings: cards in each hand, and how many ways there are to play them on. Written by tests/test_perft.py.\n"
    )
    ENDINGS.write_text(printed + yaml.safe_dump(list(looked_for()), sort_keys=False, width=140), encoding="utf-8")
