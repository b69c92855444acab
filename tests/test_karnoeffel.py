"""Karnöffel against the rules written a second time, against the order that two pages print, and against the comparison of another program;
and the kinds of rules that it brought, in other games."""

from __future__ import annotations

import itertools
import os
import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from naive import karnoeffel as naive

from tarot_teach.cards import Card
from tarot_teach.engine import Engine
from tarot_teach.engine.setup import trick_position
from tarot_teach.errors import LoadError, TarotError
from tarot_teach.explain.laid_trick import lay_trick
from tarot_teach.explain.lost_cards import why_not
from tarot_teach.explain.rule_words import rule_words
from tarot_teach.explain.rulebook import describe_rule
from tarot_teach.records.record import read_record
from tarot_teach.records.runner import replay
from tarot_teach.render.terminal import plain_text
from tarot_teach.table import Play, State, Trick
from tarot_teach.table.serial import state_as_data
from tarot_teach.topics.check.invariants import DealChecker
from tarot_teach.topics.check.trials import try_deals
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tests.helpers import LIBRARY, run
from tests.made_up import BECAUSE
from tests.test_exchange import engine_of

DEALS = int(os.environ.get("NAIVE_DEALS", "6"))
NAME = "karnoeffel-reconstructed"
LETTERS = {"acorns": "A", "leaves": "L", "hearts": "H", "bells": "B"}


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(LIBRARY.load(NAME))


@pytest.mark.parametrize("number", range(4 * DEALS))
def test_each_play_and_score_as_by_the_rules(number: int) -> None:
    simulator = DealSimulator.of(LIBRARY, NAME, ("random",))
    deal = simulator.play(7, number)
    start, first = deal.moves[0].before, (deal.start.dealer + 1) % 4
    suit = naive.chosen([card.code for card in start.face_up])
    assert LETTERS[start.trumps] == suit
    done = naive.Deal(suit)
    for move in deal.moves:
        now, seat = move.before, move.action.seat
        assert (seat - first) % 4 == done.turn
        legal = {card.code for card in now.deck.set(simulator.engine.legal(now).cards)}
        assert legal == naive.allowed({card.code for card in now.hand(seat)}, suit, done.first_lead)
        assert isinstance(move.action, Play)
        done.play(move.action.card.code)
    assert deal.state.result is not None
    assert [deal.state.result.scores[(first + i) % 4] for i in range(4)] == done.scores()


@pytest.mark.parametrize("trumps", LETTERS)
def test_every_two_cards_as_by_the_rules(trumps: str) -> None:
    """Each card led, with each other card after it, and each third card after both."""
    engine = Engine(LIBRARY.load(NAME), trumps)
    cards = engine.ruleset.deck.cards
    for led in cards:
        row = naive.order_of_a_trick(led.code, LETTERS[trumps])
        for one, two in itertools.permutations([card for card in cards if card is not led][::5], 2):
            trick = [led.code, one.code, two.code]
            best = naive.winner(trick, LETTERS[trumps])
            laid = Trick(0)
            for card in (led, one, two):
                laid = engine.index.with_card(laid, card)
            assert laid.cards[laid.best].code == trick[best], (trick, row)


def test_the_order_of_the_chosen_suit_is_that_which_two_pages_print() -> None:
    """U, (7), 6, 2, K, 3, O, 4, 5, 10, 9, 8, (7), on the page of period games and in the encyclopedia of 2014."""
    order = Engine(LIBRARY.load(NAME), "hearts").index.order
    deck = LIBRARY.load(NAME).deck
    steps = [[card.code for card in deck.set(step)] for step in reversed(order.steps("hearts"))]
    assert steps == [["H" + rank] for rank in ["U", "6", "2", "K", "3", "O", "4", "5", "10", "9", "8", "7"]]
    assert [deck.cards[i].code for i in range(48) if order.led_only >> i & 1] == ["H7"]
    assert order.beats[deck.card("H7").index] == deck.card("HU").bit, "led, it is the second"


@pytest.mark.parametrize(
    ("trick", "best"),
    [  # the tests of a program, with hearts chosen: jack, devil, pope; three, four and five against courts
        ("H6 HU", "HU"), ("HU H6", "HU"), ("H7 HU", "HU"), ("AK HU", "HU"), ("H7 H6", "H7"), ("A2 H7", "A2"),
        ("AK H3", "AK"), ("AO H3", "H3"), ("AU H3", "H3"), ("A10 H3", "H3"), ("A9 H3", "H3"),
        ("AK H4", "AK"), ("AO H4", "AO"), ("AU H4", "H4"), ("A10 H4", "H4"), ("A9 H4", "H4"),
        ("AK H5", "AK"), ("AO H5", "AO"), ("AU H5", "AU"), ("A10 H5", "H5"), ("A9 H5", "H5"), ("A8 H5", "H5"),
        ("H3 H4", "H3"), ("H4 H5", "H4"), ("H7 H6 AK", "H7"), ("A9 AK LK A10", "AK"),
        ("AO H3 AK H6", "H6"),  # Parlett’s example of a descendant: the ober, the three, the king of the suit led, the six
        ("AO H3 LK", "H3"),  # and: a king of another suit would not have beaten the three
    ],
)  # fmt: skip
def test_tricks_of_other_authors(trick: str, best: str) -> None:
    engine = Engine(LIBRARY.load(NAME), "hearts")
    laid = lay_trick(engine, engine.ruleset.deck.parse(trick))
    assert laid.trick.cards[laid.trick.best].code == best


def test_the_program_gives_cards_without_power_some() -> None:
    """In the program the eight of hearts beats the king of acorns; here it wins nothing, as on the pages."""
    engine = Engine(LIBRARY.load(NAME), "hearts")
    laid = lay_trick(engine, engine.ruleset.deck.parse("AK H8"))
    assert laid.trick.cards[laid.trick.best].code == "AK"


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("AO H3 LK H7", "by the power of the 3 of hearts, and no card was played that beats it"),
        ("H7 H6 AK LK", "with the 7 of hearts, which has power because it was led"),
        (
            "AO H3 AK LK",
            "with the king of acorns, the highest of the suit led, and no card with power beats it",
        ),
    ],
)
def test_each_trick_has_its_reason(cards: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    _code, out, _err = run(capsys, "trick", NAME, "--trumps", "hearts", "--cards", cards)
    assert said in " ".join(out.split())


@pytest.mark.parametrize(
    ("cards", "seat", "said"),
    [
        ("AO H3 AK LK", 1, "The 3 of hearts has no power over the card that wins"),
        ("A2 L3 LK H7", 3, "The 7 of hearts wins only a trick to which it is led"),
        ("A2 H6 HU H9", 1, "The 6 of hearts is beaten by a higher trump"),
        ("AK H3 AO H9", 2, "The ober of acorns is beaten by the 3 of hearts"),
    ],
)
def test_a_card_that_does_not_win_has_its_reason(cards: str, seat: int, said: str) -> None:
    engine = Engine(LIBRARY.load(NAME), "hearts")
    *played, last = engine.ruleset.deck.parse(cards)
    state = trick_position(engine, [last], played)
    after, _events = engine.apply(state, Play(state.turn or 0, last))
    leader = state.trick.leader
    assert said in str(why_not(engine, state, after.tricks[-1], (leader + seat) % 4))


def dealt(engine: Engine, pack: Sequence[Card]) -> State:
    """The state in which a pack has been dealt by the last seat."""
    state = engine.start(pack, dealer=3)
    return engine.apply(state, next(iter(engine.legal(state))))[0]


def test_the_lowest_card_dealt_face_up_says_the_suit_and_of_equal_ones_the_first(engine: Engine) -> None:
    pack = engine.ruleset.deck.parse("LK B4 H4 A9")
    rest = [card for card in engine.ruleset.deck.cards if card not in pack]
    state = dealt(engine, [*pack, *rest])
    assert [card.code for card in state.face_up] == ["LK", "B4", "H4", "A9"] and state.trumps == "bells"
    assert all(state.hands[i] & card.bit for i, card in enumerate(pack)), "each has it in the hand"
    view = state.view(0)
    assert [view.hand(i).mask & ~state.deck.mask(pack) for i in (1, 2, 3)] == [0, 0, 0] and view.unseen == (0, 4, 4, 4)
    assert [len(view.hand(i)) for i in range(4)] == [5, 1, 1, 1], "all have seen them"
    assert engine.restore(state_as_data(state)) == state


def test_the_rule_page_has_a_table(engine: Engine) -> None:
    ruleset = engine.ruleset
    page = plain_text([describe_rule(ruleset, ruleset.rules["play.powers"], LIBRARY)], width=200)
    assert "Devil" in page and "All cards below it, where it is led; otherwise nothing" in page
    assert "All cards below it, but not the king or ober of the suit led" in page


def test_random_deals_are_sound(engine: Engine) -> None:
    DealChecker(engine).check_words_of_rules()
    assert try_deals(engine, range(6), 2).fault is None


# ------------------------------------------------------------ in other games


def powers(**params: object) -> dict[str, object]:
    return {
        "play.highest_wins": {
            "mechanism": "suit_with_powers",
            "params": {"powers": ["ace", "jack", "queen"], **params},
            **BECAUSE,
        }
    }


def ruff(folder: Path, name: str = "ruff", **more: object) -> Engine:
    return engine_of(folder, name, {"format": 1, "title": "Ruff", "extends": "ruff-and-honours", **BECAUSE, **more})


def test_a_game_with_a_stock_may_have_powers(tmp_path: Path) -> None:
    adds = {
        "play.ace": {
            "mechanism": "not_led_first",
            "params": {"cards": ["ace"], "of": "every_suit"},
            "title": "Aces",
            **BECAUSE,
        }
    }
    changes = powers(spares={"jack": ["king"]}, only_led=["queen"])
    engine = ruff(tmp_path, changes=changes, adds=adds)
    deck = engine.ruleset.deck
    order = engine.index.under(None, "spades").order
    assert deck.set(order.power) == set(deck.parse("SA SJ")) and deck.set(order.led_only) == set(deck.parse("SQ"))
    for trick, best in (("HK SJ", "HK"), ("HQ SJ", "SJ"), ("SQ SK SJ", "SJ"), ("HQ SQ", "HQ"), ("SK SQ SA", "SA")):
        laid = lay_trick(Engine(engine.ruleset, "spades"), deck.parse(trick))
        assert laid.trick.cards[laid.trick.best].code == best
    said = str(rule_words(engine.ruleset, engine.ruleset.rules["play.ace"]))
    assert said == "These cards may not be led to the first trick of the deal: every ace."
    DealChecker(engine).check_words_of_rules()
    assert try_deals(engine, range(3), 2).fault is None


@pytest.mark.parametrize("name", ["hombre-1674", "scarto", "slovenian-pagat"])
def test_cards_may_be_barred_from_the_first_lead_in_any_game(name: str, tmp_path: Path) -> None:
    lead = {
        "mechanism": "not_led_first",
        "params": {"cards": ["king"], "of": "every_suit"},
        "title": "Kings",
        **BECAUSE,
    }
    engine = engine_of(
        tmp_path, "kings", {"format": 1, "title": "Kings", "extends": name, **BECAUSE, "adds": {"play.kings": lead}}
    )
    assert try_deals(engine, range(2), 1).fault is None
    king = next(card for card in engine.ruleset.deck.set(engine.ruleset.deck.marks["king"]))
    named = Engine(engine.ruleset, "spades" if engine.index.brings_trumps else "")
    contract = next(iter(engine.index.ranking), None)
    other = next(
        card
        for card in engine.ruleset.deck.cards
        if card.rank_word != king.rank_word and not card.is_excuse and not card.is_trump
    )
    state = trick_position(named, [king, other], [], first_trick=True, contract=contract)
    assert (
        not named.check(state, Play(state.turn or 0, king)).allowed
        and named.check(state, Play(state.turn or 0, other)).allowed
    )


@pytest.mark.parametrize("which", ["lowest", "highest"])
def test_cards_dealt_face_up_may_say_the_trumps_of_another_pack(which: str, tmp_path: Path) -> None:
    extra = {
        "format": 1, "title": "Twelve", "extends": "ruff-and-honours", **BECAUSE, "phases": ["deal", "exchange", "play"],
        "drops": {"exchange.ruff": "A test.", "exchange.out": "A test."},
        "changes": {
            "deal.packets": {"mechanism": "deal_hands", "params": {"cards": 6, "face_up": 2}, "text": "Six.", **BECAUSE},
            "exchange.turned": {"mechanism": "face_up_trumps", "params": {"which": which}, "text": "Two.", **BECAUSE},
            "score.tricks": {"params": {"above": 3, "each": 2, "once": True}, "text": "Most.", **BECAUSE},
        },
    }  # fmt: skip
    engine = engine_of(tmp_path, "twelve", extra)
    state = dealt(engine, random.Random(3).sample(engine.ruleset.deck.cards, 52))
    ranks = [card.rank for card in state.face_up]
    assert len(ranks) == 8 and all(
        state.hands[(state.dealer + 1 + i) % 4] & card.bit for i, card in enumerate(state.face_up)
    )
    wanted = min(ranks) if which == "lowest" else max(ranks)
    assert state.trumps == state.face_up[ranks.index(wanted)].suit.id
    assert f"the {which} is" in str(engine.index.mechanisms["exchange.turned"].says()).replace("says", "is")
    assert try_deals(engine, range(3), 2).fault is None


@pytest.mark.parametrize(
    ("params", "said"),
    [
        ({"powers": ["ace", "court"]}, "'court' is not one card of each suit, and any suit may be trumps"),
        ({"powers": ["ace", "spades"]}, "'spades' is not one card of each suit"),
        ({"powers": ["ace", "ace"]}, "'ace' has a place in the list already"),
        ({"powers": ["ace", "jakc"]}, "'jakc' is no mark, suit or card of"),
        ({"spares": {"king": ["queen"]}}, "'king' is not one of `powers`"),
        ({"only_led": ["king"]}, "'king' is not one of `powers`"),
        ({"names": {"king": "Old Man"}}, "'king' is not one of `powers`"),
        ({"names": {"ace": " "}}, "this name is empty"),
        (
            {"only_led": ["ace"], "spares": {"ace": ["king"]}},
            "'ace' has power only where it is led, and then spares none",
        ),
        ({"spares": {"ace": ["king"]}}, "'jack' beats cards that 'ace', which is higher, spares"),
        ({"power": ["ace"]}, "did you mean 'powers'"),
    ],
)
def test_powers_that_make_no_sense_are_refused(params: dict[str, object], said: str, tmp_path: Path) -> None:
    with pytest.raises(LoadError) as caught:
        ruff(tmp_path, changes=powers(**params))
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"drops": {"exchange.chosen": "A test."}}, "no rule of the exchange says which suit is trumps"),
        (
            {"changes": {"deal.hands": {"params": {"face_up": 0}, "text": "Five.", **BECAUSE}}},
            "no card is dealt face up",
        ),
        ({"changes": {"deal.hands": {"params": {"face_up": 6}, "text": "Five.", **BECAUSE}}}, "a hand has 5 cards"),
        ({"changes": {"exchange.chosen": {"params": {"which": "lowst"}, **BECAUSE}}}, "did you mean 'lowest'"),
        ({"changes": {"play.devil": {"params": {"of": "trump"}, **BECAUSE}}}, "did you mean 'trumps'"),
        ({"changes": {"play.devil": {"params": {"cards": ["sevn"]}, **BECAUSE}}}, "did you mean 'seven'"),
        ({"changes": {"score.deal": {"params": {"above": 5}, **BECAUSE}}}, "a deal has 5 tricks"),
        ({"changes": {"score.deal": {"params": {"above": 0, "which": "last"}, **BECAUSE}}}, "whatever `once` says"),
    ],
)
def test_rules_that_do_not_fit_are_refused(more: dict[str, object], said: str, tmp_path: Path) -> None:
    with pytest.raises(LoadError) as caught:
        engine_of(tmp_path, "unfit", {"format": 1, "title": "Unfit", "extends": NAME, **BECAUSE, **more})
    assert said in str(caught.value)


HANDS = "{S: [A2, L3, H4, B5, AK], W: [A3, L4, H5, B6, LK], N: [A4, L5, H6, B7, HK], E: [A5, L6, H7, B8, BK]}"


@pytest.mark.parametrize(
    ("head", "said"),
    [
        ("start: {step: bid, dealer: E}", "it is not told which cards were dealt face up"),
        (
            "start: {step: bid, dealer: E}\nface_up: [A2, L4, H6]",
            "3 cards are said to be dealt face up, and there are 4",
        ),
        ("start: {step: bid, dealer: E}\nface_up: [A2, L4, H6, L6, H7]", "5 cards are said to be dealt face up"),
        (
            "start: {step: bid, dealer: S}\nface_up: [A2, L4, H6, L6]",
            "A2 was dealt face up to W, whose hand does not have it",
        ),
        ("start: {step: bid, dealer: E}\nface_up: [A2, A2, H6, L6]", "stands twice"),
        ("start: {step: bid, dealer: E}\nface_up: [A2, X9, H6, L6]", "is not a card of the German pack"),
        (
            "start: {step: play, trumps: hearts, leader: S}\nface_up: [A2, L4, H6, L6]",
            "told in a record that begins with hands as dealt",
        ),
    ],
)
def test_records_that_tell_the_open_cards_wrongly_are_refused(head: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "one.yaml"
    path.write_text(
        f"format: 1\nid: one\nruleset: {NAME}\ntitle: One\nabout: A test.\n{head}\nhands: {HANDS}\n", encoding="utf-8"
    )
    with pytest.raises(TarotError) as caught:
        replay(read_record(path), Engine(LIBRARY.load(NAME)))
    assert said in str(caught.value)


def test_a_game_without_open_cards_has_none_in_its_records(tmp_path: Path) -> None:
    path = tmp_path / "one.yaml"
    path.write_text(
        "format: 1\nid: one\nruleset: early-17c\ntitle: One\nabout: A test.\nstart: {step: play}\nhands: {S: [H1], W: [H2], N: [H3], E: [H4]}\nface_up: [H1]\n",
        encoding="utf-8",
    )
    with pytest.raises(TarotError) as caught:
        replay(read_record(path), Engine(LIBRARY.load("early-17c")))
    assert "no card is dealt face up" in str(caught.value)
