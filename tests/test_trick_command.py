"""The commands ``deck``, ``trick`` and ``count``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import run

PACKS = Path(__file__).parent / "fixtures" / "packs"


def answer(capsys: pytest.CaptureFixture[str], *args: str) -> Any:
    code, out, err = run(capsys, *args, "--json")
    assert code == 0, err
    return json.loads(out)


@pytest.mark.parametrize("name", ["fft-4", "tarot-78", "fft-4+misere"])
def test_the_pack_of_a_ruleset_or_a_pack_by_its_id(capsys: pytest.CaptureFixture[str], name: str) -> None:
    found = answer(capsys, "deck", name)
    assert (found["deck"], found["trumps"], found["power"], found["total"]) == ("tarot-78", ["trumps"], True, "91")
    assert len(found["cards"]) == 78
    assert found["cards"][0] == {"code": "S1", "name": "1 of spades", "suit": "spades", "rank": 1, "points": "½"}
    assert found["cards"][-1] == {"code": "EX", "name": "Excuse", "suit": None, "rank": None, "points": "4½"}


def test_a_game_calls_its_cards_by_its_own_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(capsys, "deck", "early-17c")["cards"][-1]["name"] == "Fool"


def test_a_pack_of_a_file_with_the_order_of_a_suit_of_trumps(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(PACKS / "spanish-40.yaml")
    assert answer(capsys, "deck", path)["trumps"] == []
    found = answer(capsys, "deck", path, "--trumps", "copas")
    copas = [card for card in found["cards"] if card["suit"] == "copas"]
    assert [card["code"] for card in copas][-4:] == ["C1", "B1", "C7", "E1"]
    assert [card["rank"] for card in copas] == [*range(1, 13)]
    assert copas[-1]["name"] == "Spadille"


def test_equal_cards_share_a_rank_and_trumps_may_lack_power(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "deck", str(PACKS / "bologna-62.yaml"), "--variant", "colour")
    assert not found["power"]
    assert [card["rank"] for card in found["cards"] if card["suit"] == "trumps"][:6] == [1, 2, 2, 2, 2, 3]
    assert found["total"] == "118"
    code, out, _err = run(capsys, "deck", str(PACKS / "bologna-62.yaml"), "--variant", "colour")
    assert code == 0
    assert "Trumps win a trick only where they follow suit." in out
    assert "62 cards count 118 card points." in out
    assert ["18", "TA", "Angel", "5"] in [line.split() for line in out.splitlines()]


def test_a_trick_of_which_the_excuse_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "trick", "fft-4", "--cards", "HR EX H3 T5", "--leader", "W", "--taker", "2")
    assert (found["winner"], found["seat"], found["leader"], found["suit_led"]) == (3, "N", "W", "hearts")
    assert (found["rule"], found["points"], found["complete"]) == ("play.highest_wins", "10", True)
    assert [card["follows"] for card in found["cards"]] == [True, False, True, False]
    assert [card["becomes"] for card in found["cards"]] == ["won", "excuse_kept", "won", "won"]
    excuse = found["cards"][1]
    assert (excuse["seat"], excuse["to"], excuse["suit"], excuse["rule"]) == ("S", "S", None, "play.excuse_kept")
    assert excuse["because"][0] == "South keeps the Excuse."
    assert len(excuse["because"]) == 2


def test_the_excuse_in_the_last_trick(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "trick", "fft-4", "--cards", "HR EX H3 T5", "--last-trick")
    assert (found["winner"], found["cards"][1]["becomes"]) == (3, "excuse_lost")


def test_cards_of_another_suit_go_to_the_winner(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _err = run(capsys, "trick", "fft-4", "--cards", "H3 SR HV C2")
    assert code == 0
    assert "These cards do not follow suit, and do not win: the king of spades and the 2 of clubs." in out
    assert "North wins the trick with the highest card of the suit led, the jack of hearts." in out


@pytest.mark.parametrize(("cards", "winner"), [("H3 HV", 1), ("EX H3", 1), ("EX", None), ("H3 T1 T5", 2)])
def test_a_trick_that_is_not_complete(capsys: pytest.CaptureFixture[str], cards: str, winner: int | None) -> None:
    found = answer(capsys, "trick", "fft-4", "--cards", cards)
    assert not found["complete"]
    assert (found["winner"], found["rule"], found["cards"][0]["becomes"]) == (winner, None, None)
    assert run(capsys, "trick", "fft-4", "--cards", cards)[0] == 0


def test_a_suit_that_is_trumps_instead(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "trick", "hombre-1674", "--cards", "S3 H5 SK", "--trumps", "hearts")
    assert (found["winner"], found["trumps"]) == (1, ["hearts"])
    code, _out, err = run(capsys, "trick", "fft-4", "--cards", "S3 T5 H2 SR", "--trumps", "hearts")
    assert code == 1 and "no suit becomes trumps by a choice" in err


def test_a_pile_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "count", "fft-4", "--cards", "HR T21 EX S2")
    assert (found["points"], found["total"]) == ("14", "91")
    assert [rule["rule"] for rule in found["counting"]] == ["count.card_points", "count.target", "count.half_points"]
    assert "count 14 card points" in run(capsys, "count", "fft-4", "--cards", "HR T21 EX S2")[1]


def test_a_pile_is_searched_for_combinations(capsys: pytest.CaptureFixture[str]) -> None:
    args = ("count", "slovenian-pagat", "--cards", "T22 T21 T1 HR DR SR", "--combinations")
    trula, kings = answer(capsys, *args)["combinations"]
    assert (trula["rule"], trula["cards"], trula["complete"]) == ("score.trula", ["T1", "T21", "T22"], True)
    assert (kings["held"], kings["complete"]) == (["SR", "HR", "DR"], False)
    out = " ".join(run(capsys, *args)[1].split())
    assert "All 3 cards: A side that wins all of these" in out and "3 of 4 cards: A side that wins all of these" in out
    assert "combinations" not in answer(capsys, *args[:-1])


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (("deck", "tarot-87"), 1, "there is no ruleset 'tarot-87'"),
        (("deck", "./nothing.yaml"), 1, "there is no file"),
        (("deck", "fft-4", "--trumps", "haert"), 1, "has no 'haert' among its suits"),
        (("deck", "fft-4", "--variant", "colour"), 1, "has no 'colour' among its variants"),
        (("trick", "fft-4", "--cards", ""), 1, "no cards are given"),
        (("trick", "fft-4", "--cards", "HR HR H2 H3"), 1, "named twice"),
        (("trick", "fft-4", "--cards", "HR H1 H2 H3 H4 H5"), 1, "6 cards are played, and 4 players sit here"),
        (("trick", "fft-4", "--cards", "HR H1 H2 X3"), 1, "'X3' is not a card"),
        (("trick", "fft-4", "--cards", "HR H1 H2 H3", "--leader", "Q"), 1, "nobody sits at 'Q'"),
        (("trick", "fft-4", "--cards", "HR H1 H2 H3", "--leader", "4"), 1, "nobody sits at '4'"),
        (("trick", "fft-4", "--cards", "HR H1 H2 H3", "--trumps", "excuse"), 1, "has no 'excuse' among its suits"),
        (("trick", "fft-4"), 2, "--cards"),
        (("count", "fft-4", "--cards", " "), 2, "no cards are given"),
        (("count", "fft-4", "--cards", "T21", "--combinations"), 2, "no rule of fft-4 scores a combination of cards"),
        (("count", "fft-4", "--cards", "HR HX"), 1, "'HX' is not a card"),
    ],
)
def test_what_cannot_be_answered_is_refused(
    capsys: pytest.CaptureFixture[str], args: tuple[str, ...], code: int, message: str
) -> None:
    found, out, err = run(capsys, *args)
    assert (found, out) == (code, "")
    assert message in " ".join(err.split())
    assert "Traceback" not in err


def test_a_game_without_card_points_tells_none(capsys: pytest.CaptureFixture[str]) -> None:
    for name, cards, hint in (
        ("early-17c", "HR T21", "--pile"),
        ("burro", "SA S2", "--fact score.letter"),
        ("tresillo", "SA S2", "result"),
    ):
        code, _out, err = run(capsys, "count", name, "--cards", cards)
        assert code == 2 and f"no rule of {name} asks for card points" in err and hint in err
    assert "card point" not in run(capsys, "trick", "burro", "--cards", "SK S3 S2 S4")[1]
    assert answer(capsys, "trick", "burro", "--cards", "SK S3 S2 S4")["points"] is None


def test_one_card_point_is_in_the_singular(capsys: pytest.CaptureFixture[str]) -> None:
    assert "The trick has 1 card point." in run(capsys, "trick", "fft-4", "--cards", "H2 H3")[1]
    assert "The trick has 1½ card points." in run(capsys, "trick", "fft-4", "--cards", "H2 H3 H4")[1]
    assert "The 2 of hearts counts ½ card point." in run(capsys, "count", "fft-4", "--cards", "H2")[1]


def test_trumps_alone_decide_a_trick_where_no_rule_of_the_play_differs_by_contract(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = answer(capsys, "trick", "hombre-1674", "--trumps", "hearts", "--cards", "HK H7 CA")
    assert (found["winner"], found["trumps"], found["points"]) == (1, ["hearts"], None)
    assert (
        "Allowed: the ace of clubs."
        in run(capsys, "legal", "hombre-1674", "--trumps", "hearts", "--hand", "CA C3", "--trick", "SA")[1]
    )
    refused = run(capsys, "trick", "slovenian-pagat", "--cards", "H1 T2 HR HD")[2]
    assert "the rules of slovenian-pagat differ by contract" in refused


def test_a_trump_of_another_suit_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    def reason(hand: str, trick: str) -> str:
        args = ("legal", "hombre-1674", "--trumps", "hearts", "--hand", hand, "--trick", trick)
        return " ".join(run(capsys, *args)[1].split())

    assert "The ace of spades and the ace of clubs count as trumps." in reason("CA C3 D5", "SA")
    assert "the 3 of spades. The ace of spades counts as a trump." in reason("SA S3 H5", "S6")
    assert "as a trump" not in reason("SA S3 H5", "C6")  # neither led nor in the suit


@pytest.mark.parametrize(
    ("won", "rule", "winner"),
    [("taker", "play.excuse_slam", "A"), ("defence", "play.highest_wins", "B"), (None, "play.highest_wins", "B")],
)
def test_the_excuse_wins_the_last_trick_for_a_side_that_has_won_every_trick(
    capsys: pytest.CaptureFixture[str], won: str | None, rule: str, winner: str
) -> None:
    won_by = ["--won-every-trick", won] if won else []
    found = answer(
        capsys, "trick", "fft-5", "--cards", "EX H3 D4 H2 C5", "--taker", "1", "--partner", "0", "--last-trick", *won_by
    )
    assert (found["rule"], found["seat"]) == (rule, winner)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["fft-4", "--cards", "EX H3 D4 H2", "--won-every-trick", "taker"], "a side wins every trick before a last one"),
        (["scarto", "--cards", "C3 B4 C2", "--partner", "0"], "there are no sides here"),
        (["ruff-and-honours", "--trumps", "hearts", "--cards", "H3 D4 H2 H5", "--partner", "0"], "there are no sides"),
        (["hombre-1674", "--trumps", "hearts", "--contract", "game", "--cards", "H3 D4 H2", "--partner", "Z"], "nobody sits at 'Z'"),
    ],
)  # fmt: skip
def test_sides_that_there_are_not_are_refused(capsys: pytest.CaptureFixture[str], args: list[str], words: str) -> None:
    code, _out, err = run(capsys, "trick", *args)
    assert code == 1 and words in err


def test_what_a_hand_has_played_before_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """The Petit may be played at any time by whoever was dealt it alone."""
    asked = ("legal", "fft-4+petit-imprenable", "--hand", "T1 H2 S3", "--trick", "HR")
    assert answer(capsys, *asked)["allowed"] == ["T1", "H2"]
    assert answer(capsys, *asked, "--before", "T9 S5")["allowed"] == ["H2"]
    for before, first, words in (
        ("H2", [], "has been played before, and is in the hand or in the trick"),
        ("H4", ["--first-trick"], "no card has been played before the first trick"),
        ("S1 S2 S4 S5 S6 S7 S8 S9 S10 D1 D2 D3 D4 D5 D6 D7", [], "16 cards have been played before, and 3 are held"),
    ):
        code, _out, err = run(capsys, *asked, "--before", before, *first)
        assert code == 1 and words in err
