"""The order of cards: what follows, what beats what, and the orders that a pack file brings."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from tarot_teach.cards import Deck
from tarot_teach.errors import LoadError, NotationError
from tarot_teach.loading import Library
from tarot_teach.loading.decks import build_deck
from tarot_teach.loading.document import Document
from tarot_teach.loading.yaml_reader import read_yaml
from tarot_teach.order import Order
from tarot_teach.table import Trick
from tarot_teach.text import say
from tarot_teach.topics.simulate.players.pack import UnfitPackError, pack_of
from tests.helpers import LIBRARY

PACKS = Path(__file__).parent / "fixtures" / "packs"


def read(text: str) -> Deck:
    document: Document = read_yaml(text, name="pack.yaml")
    return build_deck(document)


def text_of(name: str) -> str:
    return (PACKS / f"{name}.yaml").read_text(encoding="utf-8")


SPANISH, BOLOGNA, PIEDMONT = (read(text_of(name)) for name in ("spanish-40", "bologna-62", "piedmont-78"))


def laid(deck: Deck, order: Order, codes: str) -> Trick:
    trick = Trick(0)
    for card in deck.parse(codes):
        trick = trick.add(card, order)
    return trick


def winner(deck: Deck, codes: str, trumps: str = "", variant: str = "") -> str:
    """The code of the card that wins a trick."""
    trick = laid(deck, deck.order(trumps, variant), codes)
    return trick.cards[trick.best].code


@pytest.mark.parametrize("name", LIBRARY.ids("deck"))
def test_the_standing_order_of_a_shipped_pack_is_that_of_its_ranks(name: str) -> None:
    deck = LIBRARY.deck(name)
    order = deck.order()
    for one, two in itertools.permutations(deck.cards, 2):
        above = one.suit is two.suit and one.rank <= two.rank  # of equal cards the later wins
        trumped = one.suit.kind == "plain" and two.suit.kind == "trump"
        assert bool(order.beats[one.index] & two.bit) == (above or trumped)
        together = one.suit is two.suit and one.suit.kind != "excuse"
        assert bool(order.follows[one.index] & two.bit) == together
    assert order.power == order.trumps == deck.trumps


@pytest.mark.parametrize(
    ("codes", "best"),
    [
        ("TM2 TM4 TM1 TM3", "TM3"),  # the last of the equal Moors
        ("T1 TM4 SK TM1", "TM1"),
        ("TM1 T5 TM2 TM3", "T5"),
        ("D7 D6 D10 SK", "D6"),  # coins run downwards
        ("S7 S6 S10", "S10"),
        ("EX D7 D6 SK", "D6"),  # the Matto leaves the suit to the next card
        ("TW TA TS", "TA"),
    ],
)
def test_equal_cards_and_round_suits_of_bologna(codes: str, best: str) -> None:
    assert winner(BOLOGNA, codes) == best


def test_one_must_beat_an_equal_card_by_any_other() -> None:
    trick = laid(BOLOGNA, BOLOGNA.order(), "SK TM2")
    assert {card.code for card in BOLOGNA.set(trick.above)} == {
        *("TM1", "TM3", "TM4", "TL", "TS", "TW", "TA"),
        *(f"T{number}" for number in range(5, 17)),
    }


@pytest.mark.parametrize(
    ("codes", "best"),
    [("T21 T20 T19", "T20"), ("T20 T21", "T20"), ("H10 H1 S5", "H1"), ("S10 S1", "S10"), ("H1 HV T1", "T1")],
)
def test_a_trump_20_above_21_and_pips_that_run_downwards(codes: str, best: str) -> None:
    assert winner(PIEDMONT, codes) == best


@pytest.mark.parametrize(
    ("trumps", "codes", "best"),
    [
        ("", "E2 E1 B1", "E1"),
        ("", "C7 C6 O1", "C6"),
        ("copas", "CR C1 B1", "B1"),
        ("copas", "C1 C7 B1", "C7"),  # the seven is the second matador in a red suit
        ("copas", "C7 E1 CR", "E1"),
        ("copas", "O7 E1 C2", "E1"),
        ("espadas", "B7 E2 ER", "E2"),  # the two is in a black one
        ("espadas", "E2 B1 E1", "E1"),
        ("espadas", "BR B7 O7", "BR"),
        ("bastos", "B2 B1 BR", "B2"),
        ("bastos", "ER E7 E1", "E1"),
        ("oros", "E7 ER B1", "B1"),
    ],
)
def test_matadors_of_a_spanish_pack(trumps: str, codes: str, best: str) -> None:
    assert winner(SPANISH, codes, trumps) == best


def test_suits_of_trumps_have_eleven_or_twelve_cards_and_take_the_matadors_from_their_suits() -> None:
    number = {suit: SPANISH.order(suit).trumps.bit_count() for suit in SPANISH.suits}
    assert number == {"espadas": 11, "bastos": 11, "copas": 12, "oros": 12}
    order = SPANISH.order("oros")
    spadille = SPANISH.card("E1")
    assert order.follows[spadille.index] == order.trumps
    assert not order.suits["espadas"] & spadille.bit
    assert order.suits["espadas"].bit_count() == 9
    assert sum(order.suits.values()) == SPANISH.all
    assert [card.name for card in SPANISH.parse("E1 B1 O1")] == ["Spadille", "Basto", "1 of oros"]


def test_trumps_without_power_win_only_where_they_are_led() -> None:
    assert winner(BOLOGNA, "C1 SK CK TA", variant="colour") == "CK"
    assert winner(BOLOGNA, "T5 SK TA", variant="colour") == "TA"
    trick = laid(BOLOGNA, BOLOGNA.order(variant="colour"), "C1 TA")
    assert not trick.above & BOLOGNA.trumps


def test_a_card_of_no_suit_leaves_the_suit_to_the_next_and_does_not_win() -> None:
    loose = read(text_of("bologna-62").replace("variants:", "order: {no_suit: [T1, TA]}\nvariants:"))
    assert winner(loose, "T1 C10 TA C6") == "C6"
    assert loose.order().trumps.bit_count() == BOLOGNA.trumps.bit_count() - 2
    with pytest.raises(UnfitPackError, match="other cards than the Excuse that belong to no suit"):
        pack_of(loose, loose.order())


def test_a_plain_suit_can_be_the_standing_trumps() -> None:
    fixed = read(text_of("spanish-40").replace("as_trumps:", "order: {trumps: oros}\nas_trumps:"))
    assert winner(fixed, "ER O2") == "O2"
    assert fixed.trumps == SPANISH.order("oros").trumps
    assert winner(fixed, "ER O2 C2", "copas") == "C2"


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("symbol: B-,", "symbol: S-,", 7, "'batons' has the sign of 'swords', S-"),
        ("[M1, M2, M3, M4]", "[M1, M2, M1]", 15, "the card TM1 is in the pack twice"),
        ("[M1, M2, M3, M4]", "[]", 15, "too few entries"),
        ("TA: Angel", "TX: Angel", 16, "there is no rank 'TX' to be named"),
        ("TA: Angel", "TA: the Angel", 16, "the name 'the Angel' has an article, which sentences add"),
        ("power: none", "power: some", 20, "'some' is not allowed here"),
        ("variants:", "order: {trumps: cups}\nvariants:", 20, "the pack has a suit of trumps already"),
        ("variants:", "order: {trumps: bells}\nvariants:", 20, "'bells' is no plain suit of the pack"),
        ("variants:", "order: {no_suit: [T1, X1]}\nvariants:", 20, "'X1' is no card of the pack"),
        (
            "variants:",
            "as_trumps: {bells: [1]}\nvariants:",
            20,
            "'bells' is no plain suit, and no list of ranks of one",
        ),
        ("variants:", "as_trumps: {cups: [1, 11]}\nvariants:", 20, "'11' is no rank of cups, and no card of the pack"),
        (
            "variants:",
            "as_trumps: {cups: [1, 1]}\nvariants:",
            20,
            "'1' stands twice among the trumps where cups are trumps",
        ),
        (
            "variants:",
            "as_trumps: {cups: [1, [6, 7]]}\nvariants:",
            20,
            "the trumps leave out cards of cups: C10 C9 C8 CJ CN CQ CK",
        ),
    ],
)
def test_faults_of_a_pack_are_told_with_their_place(old: str, new: str, line: int, message: str) -> None:
    text = text_of("bologna-62")
    assert old in text
    with pytest.raises(LoadError) as caught:
        read(text.replace(old, new, 1))
    found = [(problem.place.line, problem.message) for problem in caught.value.problems if problem.place]
    assert any(at == line and message in said for at, said in found), found


@pytest.mark.parametrize("asked", [("bells", ""), ("", "valat"), ("fool", "")])
def test_an_unknown_order_is_refused(asked: tuple[str, str]) -> None:
    with pytest.raises(NotationError, match="has no"):
        BOLOGNA.order(*asked)


@pytest.mark.parametrize(
    ("deck", "order", "reason"),
    [
        (BOLOGNA, ("", ""), "has equal cards, such as TM1 and TM2"),
        (BOLOGNA, ("", "colour"), "has trumps that win only where they follow"),
        (BOLOGNA, ("cups", ""), "does not list its plain suits first"),
        (SPANISH, ("oros", ""), "does not list its plain suits first"),
        (SPANISH, ("espadas", ""), "does not list its plain suits first"),
    ],
)
def test_tables_of_the_kernel_refuse_an_order_that_they_do_not_hold(
    deck: Deck, order: tuple[str, str], reason: str
) -> None:
    with pytest.raises(UnfitPackError) as caught:
        pack_of(deck, deck.order(*order))
    assert reason in str(caught.value)


def test_tables_of_the_kernel_hold_ranks_by_suit() -> None:
    pack = pack_of(PIEDMONT, PIEDMONT.order())
    assert pack.trumps == PIEDMONT.trumps
    assert pack_of(SPANISH, SPANISH.order()).trumps == 0


def test_hands_show_the_letter_of_a_suit_without_a_sign(library: Library) -> None:
    assert [card.glyph for card in SPANISH.parse("E7 OR")] == ["E7", "OR"]
    assert library.deck("tarot-78").card("HR").glyph == "♥R"


def test_cards_with_names_stand_by_themselves_in_a_sentence() -> None:
    cards = PIEDMONT.set(PIEDMONT.mask(PIEDMONT.parse("T20 T5 T4 H3")))
    assert str(say("{cards}", cards=cards)) == "The 3 of cups, the 4 and 5 of trumps and the Angel"
    assert PIEDMONT.card("angel").code == "T20"
