"""A trick by itself: what is known of the hand to play and of the cards before it, and nothing else."""

from __future__ import annotations

import pytest

from tarot_teach.engine import Engine, Setup
from tarot_teach.engine.setup import trick_position
from tarot_teach.errors import NotationError, RecordError
from tarot_teach.loading import Library
from tarot_teach.records.format import ExampleFile
from tarot_teach.records.record import Record
from tarot_teach.records.replay import Replay
from tarot_teach.records.runner import replay
from tarot_teach.table import Phase, Play
from tests.helpers import SEATS


def test_the_hand_to_play_and_the_trick_before_it(french: Engine) -> None:
    deck = french.ruleset.deck
    state = trick_position(french, deck.parse("S1 T5 EX"), deck.parse("HR H2"), leader=1, unknown=2)
    assert state.phase is Phase.PLAY and state.turn == 3 and state.seats == ("S", "E", "N", "W")
    assert state.dealer == 0 and state.trick.leader == 1 and list(state.trick.cards) == deck.parse("HR H2")
    assert state.hand(3) == deck.set(deck.mask(deck.parse("S1 T5 EX"))) and not any(state.hands[:3])
    assert state.unseen == (5, 4, 4, 2)
    assert state.unrecorded_tricks == 13 and state.number == 14
    assert state.auction.taker == 1 and state.auction.contract == french.index.ranking[0]


def test_first_and_last_tricks(french: Engine) -> None:
    deck = french.ruleset.deck
    held, played = deck.parse("S1 T5"), deck.parse("HR")
    assert trick_position(french, held, played, first_trick=True).unrecorded_tricks == 0
    assert trick_position(french, held, played, last_trick=True).unrecorded_tricks == 17
    assert trick_position(french, held, played).unrecorded_tricks == 16
    assert trick_position(french, held, played).dealer == 3
    full = deck.cards[:18]
    assert trick_position(french, full, []).unrecorded_tricks == 0 and trick_position(french, full, []).turn == 0


def test_taker_and_called_card() -> None:
    import tarot_teach

    five = Engine(tarot_teach.load("fft-5"))
    deck = five.ruleset.deck
    king = deck.card("HR")
    state = trick_position(five, [king, deck.card("S1")], deck.parse("D2"), taker=3, called=king)
    assert (state.auction.taker, state.auction.partner, state.auction.called) == (3, 1, king)
    own = trick_position(five, [king, deck.card("S1")], deck.parse("D2"), taker=1, called=king)
    assert (own.auction.taker, own.auction.partner) == (1, None)


def test_a_game_without_bids_has_no_taker(early: Engine) -> None:
    state = trick_position(early, early.ruleset.deck.parse("S1"), [])
    assert state.auction.taker is None and state.auction.contract is None


def test_the_number_of_players_follows_the_cards(early: Engine) -> None:
    deck = early.ruleset.deck
    usual = len(early.seats())
    assert trick_position(early, deck.parse("S1"), deck.parse("H1 H2")).players == usual
    assert trick_position(early, deck.parse("S1"), deck.parse("H1 H2 H3 H4 H5")).players == 6
    assert trick_position(early, deck.parse("S1"), deck.parse("H1 H2"), players=3).players == 3
    with pytest.raises(NotationError, match="6 players play, and 6 cards are given"):
        trick_position(early, deck.parse("S1"), deck.parse("H1 H2 H3 H4 H5 H6"))


@pytest.mark.parametrize(
    ("held", "played", "both", "code", "words"),
    [
        ("", "HR", False, "legal.hand", "the hand is empty"),
        ("S1", "HR", True, "legal.trick", "a trick is the first or the last, not both"),
        ("S1", "HR H2 H3 H4", False, "legal.trick", "the trick is complete: 4 players play, and 4 cards are given"),
        ("S1 HR", "HR", False, "cards.twice", "the king of hearts (HR) is in the hand and in the trick"),
    ],
)
def test_an_impossible_trick_position_is_refused(
    french: Engine, held: str, played: str, both: bool, code: str, words: str
) -> None:
    deck = french.ruleset.deck
    with pytest.raises(NotationError) as caught:
        trick_position(french, deck.parse(held) if held else [], deck.parse(played), first_trick=both, last_trick=both)
    (problem,) = caught.value.problems
    assert (problem.code, problem.message) == (code, words) and problem.hint


def test_a_hand_has_at_most_what_is_dealt(french: Engine) -> None:
    deck = french.ruleset.deck
    with pytest.raises(NotationError, match="a hand of 19 cards is too large: each player is dealt 18"):
        trick_position(french, deck.cards[:19], [])


def test_the_player_after_the_dealer_leads_a_late_position(french: Engine) -> None:
    deck = french.ruleset.deck
    hands = tuple(deck.card(code).bit for code in ("S2", "S3", "S4", "S5"))
    for dealer in range(4):
        state = Setup(SEATS, dealer, hands, (0,) * 4, taker=0, contract="garde").deal(french, "play").start
        assert state.turn == state.trick.leader == (dealer + 1) % 4 and state.unrecorded_tricks == 17


def test_an_unknown_hand_gives_any_card(french: Engine) -> None:
    deck = french.ruleset.deck
    state = Setup(SEATS, 3, (0,) * 4, (2,) * 4, taker=0, contract="garde", leader=0).deal(french, "play").start
    after, _events = french.apply(state, Play(0, deck.card("S2")))
    assert after.unseen == (1, 2, 2, 2)


def late_record(library: Library, **start: str) -> Replay:
    """The last trick for five, with the called king in a pile of cards won: C plays with A where that is told."""
    deck = library.load("fft-5").deck
    last = {"A": "T21", "B": "C1", "C": "C2", "D": "C3", "E": "C4"}
    kept = ["S1", "S2", "S3"]
    rest = [card.code for card in deck.cards if card.code not in (*last.values(), *kept)]
    file = {
        "format": 1, "id": "late", "ruleset": "fft-5", "title": "Late", "call": "SR", "kept": kept,
        "start": {"step": "play", "taker": "A", "contract": "garde", "leader": "A", **start},
        "hands": {seat: [code] for seat, code in last.items()},
        "won": {"A": [code for code in rest if code != "SR"][:34], "C": ["SR", *rest[-35:]]},
        "tricks": [{"cards": [f"{seat} {code}" for seat, code in last.items()]}],
    }  # fmt: skip
    taken = {*file["won"]["A"], *file["won"]["C"]}  # type: ignore[index]
    file["won"]["B"] = [code for code in rest if code not in taken]  # type: ignore[index]
    return replay(Record(ExampleFile.model_validate(file)), Engine(library.load("fft-5")))


def test_the_partner_of_a_record_that_begins_late(library: Library) -> None:
    helped, alone = (late_record(library, partner=partner) for partner in ("C", "alone"))
    assert helped.end.auction.partner == 2 and alone.end.auction.partner is None
    assert helped.end.result and alone.end.result
    assert helped.end.result.sheets[0].outcome.halves > alone.end.result.sheets[0].outcome.halves
    assert sum(helped.end.result.scores) == sum(alone.end.result.scores) == 0


@pytest.mark.parametrize(
    ("start", "words"),
    [
        ({}, "SR has been played: who plays with the taker is not known"),
        ({"partner": "A"}, "cannot partner themselves"),
    ],
)
def test_an_unknown_partner_is_refused(library: Library, start: dict[str, str], words: str) -> None:
    with pytest.raises(RecordError, match=words):
        late_record(library, **start)


def test_the_player_of_the_called_card_from_an_unknown_hand_is_the_partner(library: Library) -> None:
    engine = Engine(library.load("fft-5"))
    deck = engine.ruleset.deck
    hands = tuple(deck.card("S1").bit if seat == 0 else 0 for seat in range(5))
    position = Setup(
        engine.seats(), 4, hands, (0, 1, 1, 1, 1), taker=0, contract="garde", leader=0, called=deck.card("SR")
    )
    state = position.deal(engine, "play").start
    for seat, code in enumerate(("S1", "S2", "SR")):
        state, _events = engine.apply(state, Play(seat, deck.card(code)))
    assert (state.auction.partner, state.auction.known) == (2, True)
