"""The page *Play a deal*, as far as the engine answers it: words of decisions, players of the machine, deals that are kept."""

from __future__ import annotations

import pytest

from tarot_teach.try_it.answers import Answers
from tests.helpers import ask


@pytest.fixture
def answers() -> Answers:
    return Answers()


def test_one_answer_is_no_choice_of_several(answers: Answers) -> None:
    """In Burro who can play no card draws: South after the 6 of cups. In the Portuguese game who has drawn may go on drawing or play."""
    deal = ask(answers, ask="play", game="burro", seed=3, done=["B8", "C6"])
    assert (deal["asks"], deal["said"]) == ("Drawing: only this may be done.", [["draw", "South draws a card"]])
    asked = set[tuple[str, int]]()
    deal = ask(answers, ask="play", game="burro-portuguese", seed=3)
    while not deal["over"]:
        asked.add((deal["asks"], len(deal["said"])))
        hint = ask(answers, ask="hint", game="burro-portuguese")
        deal = ask(answers, ask="do", game="burro-portuguese", text=hint["card"] or deal["said"][0][0])
    assert asked == {("", 0), ("Drawing: only this may be done.", 1), ("It is your turn: touch a card, or choose.", 1)}


def test_what_a_card_takes_is_said_in_words(answers: Answers) -> None:
    game, asked = "casita-robada+free-capture", dict[str, str]()
    deal = ask(answers, ask="play", game=game, seed=3)
    while not deal["over"]:
        if deal["said"]:
            assert deal["asks"] == "Say what the card takes."
            asked |= dict(deal["said"])
        hint = ask(answers, ask="hint", game=game)
        deal = ask(answers, ask="do", game=game, text=hint["card"] or deal["said"][0][0])
    assert asked == {
        "open": "South chooses the open cards",
        "leave": "South lets the card lie",
        "N": "South chooses a pile: North",
        "E": "South chooses a pile: East",
    }


def test_a_review_counts_rounds_where_there_are_no_tricks(answers: Answers) -> None:
    done = ["SN", "B7", "D2", "C4", "SJ", "D5", "SK", "DK", "B2"]
    assert ask(answers, ask="play", game="casita-robada", seed=3, done=done)["over"]
    assert ask(answers, ask="review", game="casita-robada")["words"]["trick"] == "Round {number}"
    assert ask(answers, ask="review_card", game="casita-robada", move=24)["verdict"] == "best"


def test_a_deal_has_a_digest_of_rules_cards_and_moves(answers: Answers) -> None:
    done = ["pass", "SR"]
    deal = ask(answers, ask="play", game="fft-4", seed=3, done=done)
    again = ask(Answers(), ask="play", game="fft-4", seed=3, done=done, digest=deal["digest"])
    assert deal["compared"] is None and again["compared"] is True and len(deal["digest"]) == 8
    others = [
        ask(answers, ask="play", game="fft-4+misere", seed=3, done=done),
        ask(answers, ask="play", game="fft-4", seed=4, done=["pass"]),
        ask(answers, ask="play", game="fft-4", seed=3, done=["pass"]),
    ]
    assert len({deal["digest"], *(other["digest"] for other in others)}) == 1 + len(others)
    stale = ask(answers, ask="play", game="fft-4", seed=3, done=done, digest="01234567")
    assert stale["compared"] is False and stale["done"] == done and not stale["lost"]
    assert "- cards: [S SR," in ask(answers, ask="record", game="fft-4")["text"], "nothing is lost"


def test_the_others_are_players_of_a_level_and_the_record_names_it(answers: Answers) -> None:
    cards = {"casita-robada": "SN", "burro": "B8"}
    for game, card in cards.items():
        deal = ask(answers, ask="play", game=game, seed=3, done=[card], players="strong:1")
        record = ask(answers, ask="record", game=game)["text"]
        assert "and the player “strong:1” the others." in " ".join(record.split())
        again = ask(Answers(), ask="play", game=game, seed=3, done=[card], players="strong:1", digest=deal["digest"])
        assert again["compared"] is True and again["trick"] == deal["trick"]
    ask(answers, ask="play", game="casita-robada", seed=3)
    assert "and the player “simple” the others." in " ".join(
        ask(answers, ask="record", game="casita-robada")["text"].split()
    )
    (fault,) = ask(answers, ask="play", game="fft-4", seed=3, players="strong:0")["faults"]
    assert fault["code"] == "players.level"
    (fault,) = ask(answers, ask="play", game="fft-4", seed=3, players="stong")["faults"]
    assert fault["code"] == "players.unknown"
