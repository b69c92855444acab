"""Results are taken exactly when some deal brings them: held against all deals of small games, played in all ways.

A result that was played is never refused. Some results are taken that no deal brings: those for which the play would have to be searched, which cards
can meet in a trick, or which tricks a hand wins for certain. They are counted here by the fields that do not go together; with so few cards they are far more than in a whole pack. What a
result tells in numbers alone is exact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import combinations, product
from typing import Any

import pytest

from tarot_teach.errors import LoadError
from tarot_teach.records.typed_results import read_result, written_result
from tests.helpers import in_turn
from tests.small_games import SMALL, Key, Written, brought, fields_apart, key_of, small_engine, writable

TAKEN_TOO_MUCH: dict[str, dict[tuple[str, ...], int]] = {
    "small-french": {
        ("contract", "honours", "points", "score.last_trick_bonus"): 4,
        ("contract", "honours", "score.last_trick_bonus"): 6,
        ("contract", "points", "score.last_trick_bonus"): 2,
        ("honours", "points", "score.last_trick_bonus"): 2,
        ("points", "score.last_trick_bonus"): 4,
        ("points", "score.last_trick_bonus", "score.slam"): 1,
    },
    "small-french-3": {("points", "score.last_trick_bonus"): 1},
    "small-ombre": {},
    "small-collecting": {
        ("partner", "points", "score.lost_mond"): 50,
        ("partner", "points", "score.lost_mond", "score.pagat"): 8,
        ("partner", "points", "score.lost_mond", "score.trula"): 4,
        ("partner", "points", "score.pagat"): 4,
        ("partner", "score.lost_mond", "score.pagat"): 10,
        ("partner", "score.pagat", "score.trula"): 3,
        ("points", "score.lost_mond"): 98,
        ("points", "score.lost_mond", "score.pagat"): 8,
        ("points", "score.pagat"): 73,
        ("points", "score.pagat", "score.trula"): 7,
        ("points", "score.trula"): 6,
        ("score.lost_mond", "score.pagat"): 12,
    },
    "small-holding": {
        ("partner", "points", "score.kings", "score.mond"): 4,
        ("partner", "points", "score.mond"): 4,
        ("partner", "score.kings"): 16,
        ("points", "score.kings"): 70,
        ("points", "score.mond"): 18,
        ("points", "score.ultimo"): 24,
    },
}
"""By game and by the fewest fields that no deal brings together, the number of results that are taken all the same."""
TOTALS = {"contract", "points", "honours", "partner"}


def typed(name: str, written: Written) -> Key | None:
    """The result in short, as it is read; None for one that is refused."""
    try:
        read = read_result(small_engine(name).scorer, written)
        read.result()
    except LoadError:
        return None
    return key_of(read.outcomes[0], fields_apart(name, written["contract"]))


def piles_are_taken_if_some_deal_brings_them() -> None:
    """Hold the piles of one player, and those of all, where each plays alone."""
    name = "small-scarto"
    engine = small_engine(name)
    deck, seats = engine.ruleset.deck, engine.seats(3)

    def taken(**written: Any) -> bool:
        try:
            return bool(read_result(engine.scorer, written).result().sheets)
        except LoadError:
            return False

    def codes(pile: int) -> list[str]:
        return [card.code for card in deck.set(pile)]

    deals = {end.piles for end in brought(name)}
    piles = {pile for each in deals for pile in each}
    alone = {pile for pile in range(deck.all + 1) if taken(pile=codes(pile))}
    owners = product(range(3), repeat=len(deck.cards))
    dealt = [
        tuple(sum(card.bit for card, of in zip(deck.cards, each, strict=True) if of == seat) for seat in range(3))
        for each in owners
    ]
    together = {each for each in dealt if taken(piles=dict(zip(seats, map(codes, each), strict=True)))}
    assert piles <= alone and deals <= together
    assert (len(alone - piles), len(together - deals)) == (4, 60)


def fields_at_odds(results: set[Key], found: set[Key]) -> Iterator[tuple[str, ...]]:
    """Yield for each of some results the fewest fields the values of which none of those ``found`` has together."""
    values_found, other = [dict(values_of(key)) for key in found], [dict(values_of(key)) for key in results]
    names = sorted({name for values in (*values_found, *other) for name in values})

    @cache
    def known(fields: tuple[str, ...]) -> set[tuple[object, ...]]:
        return {tuple(values.get(name) for name in fields) for values in values_found}

    for values in other:
        sets = (fields for number in range(1, len(names) + 1) for fields in combinations(names, number))
        yield next(fields for fields in sets if tuple(values.get(name) for name in fields) not in known(fields))


def values_of(key: Key) -> Iterator[tuple[str, object]]:
    """Yield the fields of a result with their values."""
    contract, halves, honours, partner, facts = key
    yield from (("contract", contract), ("points", halves), ("honours", honours), ("partner", partner))
    yield from facts


def a_result_is_taken_if_some_deal_brings_it(name: str) -> None:
    """Hold the results of one game."""
    taken = {key for written in writable(name) if (key := typed(name, written)) is not None}
    found: set[Key] = set()
    for end in brought(name):
        assert end.result is not None
        outcome = end.result.sheets[0].outcome
        key = key_of(outcome, fields_apart(name, outcome.contract))
        if key in found:
            continue
        found.add(key)
        assert typed(name, written_result(small_engine(name).scorer, end)) == key
        if SMALL[name].ways and taken <= found:
            break
    assert found <= taken, "all that is played can be written"
    at_odds = Counter(fields_at_odds(taken - found, found))
    assert at_odds == TAKEN_TOO_MUCH[name]
    assert not any({*fields} <= TOTALS for fields in at_odds), "what a result tells in numbers is exact"


HELD: dict[str, Callable[[], None]] = {
    **{name: partial(a_result_is_taken_if_some_deal_brings_it, name) for name in TAKEN_TOO_MUCH},
    "small-scarto": piles_are_taken_if_some_deal_brings_them,
}


@pytest.mark.parametrize("name", in_turn([*HELD], 6))
def test_results_are_taken_exactly_when_some_deal_brings_them(name: str) -> None:
    HELD[name]()
