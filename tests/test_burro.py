"""Burro and its Portuguese form against the rules written a second time, and cases that the sources tell."""

from __future__ import annotations

import json
import os
import random

import pytest
from naive import burro as naive

from tarot_teach.cards import CardSet
from tarot_teach.engine import Engine
from tarot_teach.engine.scoring import Scorer
from tarot_teach.records.runner import replay_example
from tarot_teach.table import Play
from tarot_teach.topics.play.what_if import LinePlayer
from tests.at_ends.spain import in_words
from tests.helpers import LIBRARY, printed_by, words_of

DEALS = int(os.environ.get("NAIVE_DEALS", "5"))


@pytest.mark.parametrize("form", naive.FORMS)
def test_deals_at_random_go_as_by_a_second_implementation(form: str) -> None:
    engine, rng = Engine(LIBRARY.load(form)), random.Random(form)
    for _deal in range(DEALS):
        players = rng.choice(engine.ruleset.players)
        pack = rng.sample(engine.ruleset.deck.cards, len(engine.ruleset.deck.cards))
        state = engine.start(pack, dealer=players - 1, seats=engine.seats(players))
        while not state.hands:
            pack = list(state.pack)
            state, _events = engine.apply(state, next(iter(engine.legal(state))))
        second = naive.Donkey(form, [card.code for card in pack], players)
        while state.turn is not None:
            known = {in_words(action): action for action in engine.legal(state)}
            assert (state.turn, {*known}) == (second.turn, second.options())
            what = rng.choice(sorted(known))
            state, _events = engine.apply(state, known[what])
            second.do(what)
            assert [len(hand) for hand in second.hands] == [state.hand_size(seat) for seat in range(players)]
            assert not second.over or state.turn is None
        assert second.over
        assert state.result is not None
        assert list(state.result.scores) == second.scores()
        assert [taken.winner for taken in state.tricks][: len(second.winners)] == second.winners


def test_a_hand_that_has_grown_by_drawing_is_judged(capsys: pytest.CaptureFixture[str]) -> None:
    printed = printed_by(capsys, "legal", "burro", "--hand", "SK SJ S6 S5 S4 B4", "--trick", "S7")
    assert "Allowed: the 4, 5, 6, knave and king of swords." in words_of(printed)
    deck = LIBRARY.load("burro").deck
    hand = " ".join(card.code for card in deck.cards[:37])  # four were dealt, and the stock has thirty-two
    refused = printed_by(capsys, "legal", "burro", "--hand", hand, "--trick", "D7", code=1)
    assert "each player is dealt 4, and has 36 at most by drawing" in words_of(refused)


def test_pack_has_no_tens_and_the_ace_is_low() -> None:
    deck = LIBRARY.load("burro").deck
    assert [card.code for card in deck.cards if card.suit.id == "coins"] == [
        *("DA", "D2", "D3", "D4", "D5", "D6", "D7", "D8", "D9", "DJ", "DN", "DK")
    ]
    assert (len(deck.cards), len(LIBRARY.load("burro-portuguese").deck.cards)) == (48, 40)


def test_up_to_eight_play_with_48_cards_and_seven_with_40() -> None:
    assert LIBRARY.load("burro").players == (3, 4, 5, 6, 7, 8)
    assert LIBRARY.load("burro-portuguese").players == (3, 4, 5, 6, 7)


def test_the_match_ends_with_five_letters_and_fewest_letters_win() -> None:
    scorer = Scorer.of(LIBRARY.load("burro"))
    assert scorer.ends is not None
    assert scorer.match_winners([-4, -2, -3], 9) == ()  # type: ignore[list-item]
    assert scorer.match_winners([-5, -2, -3], 10) == (1,)  # type: ignore[list-item]
    assert scorer.match_winners([-5, -2, -2], 9) == (1, 2)  # type: ignore[list-item]


@pytest.mark.parametrize("example", ["burro-a-whole-deal", "burro-drawing-on"])
def test_a_deal_goes_on_from_any_card_that_might_have_been_played(example: str) -> None:
    """Hands grow and seats miss turns, so that no trick is taken for another one."""
    done = replay_example(example, LIBRARY)
    player, lines = LinePlayer(done), 0
    for move in done.deal.moves:
        if isinstance(move.action, Play):
            for card in CardSet(done.engine.ruleset.deck, done.engine.legal(move.before).cards):
                line = player.line(move.before, Play(move.action.seat, card))
                assert line.end.result is not None
                played = [taken.trick for taken in line.end.tricks[len(move.before.tricks) :]]
                assert [trick.cards for trick in line.tricks] == [trick.cards for trick in played]
                lines += 1
    assert lines > 5


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("burro", "draws cards from the stock until one can be played. When the stock is used up"),
        ("burro-portuguese", "draws cards from the stock until one can be played, and may then go on drawing."),
        ("burro+suit-or-rank", "draws cards from the stock until one can be played. When the stock is used up"),
    ],
)
def test_a_hand_without_a_card_to_play_is_told_to_draw(
    name: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    hand, unable = ("legal", name, "--hand", "SK S6 B4", "--trick"), "C7"
    printed = " ".join(printed_by(capsys, *hand, unable).split())
    assert "No card may be played. The player draws" in printed and says in printed and "Drawing (play.draw)" in printed
    data = json.loads(printed_by(capsys, *hand, unable, "--json"))
    assert data["allowed"] == [] and len(data["refused"]) == 3
    assert data["otherwise"]["rule"] == "play.draw" and says in data["otherwise"]["says"]
    assert json.loads(printed_by(capsys, *hand, "S7", "--json"))["otherwise"] is None
