"""The table of cards between two packs."""

from __future__ import annotations

from itertools import permutations

import pytest

from tarot_teach.card_table import between, faces
from tarot_teach.loading import Library
from tests.helpers import LIBRARY

PACKS = LIBRARY.ids("deck")
KINDS = [
    {"ombre-40", "spanish-40", "spanish-40-ace-low"},
    {"tarot-78", "tarok-danish", "tarot-piedmont", "tarot-piedmont-4", "tarot-swiss"},
    {"tarock-54", "industrie-und-glueck-54", "cego-54"},
    {"french-36", "german-36"},
]
"""Packs of the same cards, under other names, in another order or with other values."""


@pytest.mark.parametrize(
    ("pack", "other", "pairs"),
    [
        ("ombre-40", "spanish-40", {"HQ": "CN", "SA": "SA", "CJ": "BJ", "D7": "D7", "HK": "CK"}),
        ("spanish-40", "ombre-40", {"DN": "DQ", "BA": "CA"}),
        ("tarot-78", "tarot-piedmont", {"SD": "SQ", "HC": "CN", "T21": "T21", "EX": "EX", "D1": "D1", "CR": "BK"}),
        ("french-52", "ombre-40", {"HQ": "HQ", "S2": "S2", "DA": "DA"}),
        ("german-48", "spanish-48", {"A2": "B2", "LK": "SK", "BU": "DJ", "HO": "CN"}),
    ],
)
def test_cards_are_the_same_by_suit_number_and_picture(pack: str, other: str, pairs: dict[str, str]) -> None:
    table = between(LIBRARY.deck(pack), LIBRARY.deck(other))
    assert pairs.items() <= table.cards.items()


def test_cards_that_the_other_pack_lacks_are_left_out(library: Library) -> None:
    table = between(library.deck("french-52"), library.deck("ombre-40"))
    assert not {"S8", "H9", "D10"} & table.cards.keys()
    assert len(table.cards) == 40
    assert not table.whole
    german = between(library.deck("german-48"), library.deck("spanish-48"))
    assert "H10" not in german.cards
    assert not german.whole
    courts = between(library.deck("ombre-40"), library.deck("tarot-78")).cards
    assert not {"HJ", "HQ", "HK"} & courts.keys()  # three pictures are not four


def test_packs_of_the_same_cards_are_found() -> None:
    for pack, other in permutations(PACKS, 2):
        same = any({pack, other} <= kind for kind in KINDS)
        assert between(LIBRARY.deck(pack), LIBRARY.deck(other)).whole == same, (pack, other)


@pytest.mark.parametrize("pack", PACKS)
def test_each_card_has_a_face_alone_and_the_way_back_is_the_same(pack: str) -> None:
    deck = LIBRARY.deck(pack)
    assert len({*faces(deck).values()}) == len(deck.cards)
    for other in PACKS:
        there, back = between(deck, LIBRARY.deck(other)), between(LIBRARY.deck(other), deck)
        assert {code: back.cards[found] for code, found in there.cards.items()} == {code: code for code in there.cards}
        assert {id: back.suits[found] for id, found in there.suits.items()} == {id: id for id in there.suits}
