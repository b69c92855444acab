from __future__ import annotations

import random

import pytest

from tarot_teach.cards import CardSet, halves_text, parse_halves
from tarot_teach.errors import NotationError
from tarot_teach.loading import Library


def test_the_pack_has_78_cards_worth_91_points(library: Library) -> None:
    deck = library.deck("tarot-78")
    assert len(deck.cards) == 78
    assert halves_text(deck.halves) == "91"
    assert {name: mask.bit_count() for name, mask in deck.marks.items()} == {
        "trump": 21, "petit": 1, "honour": 3, "king": 4, "queen": 4, "knight": 4, "jack": 4, "court": 16, "pip": 40, "low": 59,
    }  # fmt: skip
    assert deck.card("HR").name == "king of hearts"
    assert deck.card("T18").glyph == "18"


@pytest.mark.parametrize(("text", "code"), [("hr", "HR"), ("♥R", "HR"), ("HK", "HR"), ("♠J", "SV"), ("dq", "DD")])
def test_other_spellings_are_read(library: Library, text: str, code: str) -> None:
    assert library.deck("tarot-78").card(text).code == code


@pytest.mark.parametrize("text", ["H11", "T22", "X1", "", "HR H3"])
def test_unknown_cards_are_refused_with_a_suggestion(library: Library, text: str) -> None:
    with pytest.raises(NotationError) as caught:
        library.deck("tarot-78").card(text)
    assert caught.value.problems[0].hint


def test_a_card_named_twice_is_refused(library: Library) -> None:
    with pytest.raises(NotationError, match="named twice"):
        library.deck("tarot-78").parse("HR, H3 HR")


def test_sets_behave_as_sets(library: Library) -> None:
    deck = library.deck("tarot-78")
    hearts = deck.set(deck.order().suits["hearts"])
    kings = deck.set(deck.marks["king"])
    assert {card.code for card in hearts & kings} == {"HR"}
    assert len(hearts | kings) == 17
    assert CardSet(deck, kings.mask) == kings
    assert str(deck.set(0)) == "–"


@pytest.mark.parametrize(("text", "halves"), [("41", 82), ("41.5", 83), ("41½", 83), ("½", 1), ("83/2", 83), ("0", 0)])
def test_card_points_are_read_exactly(text: str, halves: int) -> None:
    assert parse_halves(text) == halves


@pytest.mark.parametrize("text", ["", "x", "41.25", "1e9", "nan", "9" * 40])
def test_what_is_no_number_of_points_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_halves(text)


def test_three_ways_of_counting_agree_on_any_pile_of_an_even_number(library: Library) -> None:
    """The guide's and the encyclopedia's ways of counting, on the same piles."""
    deck = library.deck("tarot-78")
    extra = {9: 4, 7: 3, 5: 2, 3: 1, 1: 0}
    for seed in range(50):
        rng = random.Random(seed)
        pile = rng.sample(deck.cards, 2 * rng.randint(1, 39))
        halves = sum(card.halves for card in pile)
        one_for_two_cards = len(pile) // 2 + sum(extra[card.halves] for card in pile)
        one_each_less_one_a_pair = sum(1 + extra[card.halves] for card in pile) - len(pile) // 2
        assert halves == 2 * one_for_two_cards == 2 * one_each_less_one_a_pair


def test_examples_of_tricks_in_the_guide(library: Library) -> None:
    deck = library.deck("tarot-78")
    assert halves_text(sum(card.halves for card in deck.parse("HD HC H8 T1"))) == "11"
    assert halves_text(sum(card.halves for card in deck.parse("HR HV H10 H3"))) == "7"


@pytest.mark.parametrize(
    "name", ["fft-4", "scarto", "burro", "tresillo", "hombre-1674", "zwanzigerrufen", "slovenian-pagat"]
)
def test_an_ace_is_read_in_either_way(library: Library, name: str) -> None:
    deck = library.load(name).deck
    aces = [card for card in deck.cards if card.suit.kind == "plain" and card.figure in ("1", "A")]
    assert aces
    for card in aces:
        assert deck.card(f"{card.suit.letter}1") is deck.card(f"{card.suit.letter}A") is card
        with pytest.raises(NotationError) as refused:
            deck.card(f"{card.suit.letter}X")
        assert card.code in (refused.value.problems[0].hint or "")
    with pytest.raises(NotationError):
        deck.card("TA")  # the lowest trump is no ace


def test_a_suit_without_an_ace_has_none(library: Library) -> None:
    deck = library.load("zwanzigerrufen").deck  # aces are in the red suits alone
    for text in ("S1", "SA"):
        with pytest.raises(NotationError) as refused:
            deck.card(text)
        assert refused.value.problems[0].hint == "cards of the suit spades: S10 SV SC SD SR"
