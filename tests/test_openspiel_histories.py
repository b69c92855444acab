"""Histories of OpenSpiel's tarok: read with the states of the players, and refused at the action or state at fault."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tarot_teach.errors import LoadError
from tarot_teach.topics.other_programs.openspiel_histories import BIDS, CODES
from tarot_teach.topics.other_programs.reading import Imported, Wanted, read_foreign
from tests.helpers import LIBRARY, printed_by

FILES = Path(__file__).parent / "fixtures" / "other_programs"
THREE, FOUR = ((FILES / f"tarok-players{n}-seed7.txt").read_text(encoding="utf-8") for n in (3, 4))


def imported(folder: Path, text: str) -> Imported:
    (folder / "history.txt").write_text(text, encoding="utf-8")
    found = read_foreign(folder / "history.txt", Wanted("a-history"), LIBRARY)
    assert isinstance(found, Imported)
    return found


def fault(folder: Path, text: str) -> str:
    with pytest.raises(LoadError) as error:
        imported(folder, text)
    problem = error.value.problems[0]
    assert problem.hint
    assert problem.place
    return f"{problem.place.line}:{problem.place.column}: {problem.message} [{problem.code}]"


def test_the_numbers_of_cards_and_bids_are_those_of_the_pack_and_the_ruleset() -> None:
    ruleset = LIBRARY.load("slovenian-pagat")
    assert sorted(CODES) == sorted(card.code for card in ruleset.deck.cards)
    assert (CODES[0], CODES[21], CODES[22], CODES[29], CODES[38], CODES[45], CODES[53]) == (
        "T1",
        "T22",
        "H4",
        "HR",
        "S7",
        "SR",
        "CR",
    )
    assert {bid for bid in BIDS if bid != "pass"} == {
        id.removeprefix("bid.") for id in ruleset.rules if id.removeprefix("bid.") in BIDS
    }


def test_a_whole_deal_for_three_is_played(tmp_path: Path) -> None:
    done = imported(tmp_path, THREE).done
    file, deal = done.record.file, done.deal
    assert (file.ruleset, file.auction) == ("slovenian-pagat-3", ["E two", "W pass", "S pass", "E two"])
    assert list(file.talon or []) == [CODES[n] for n in (9, 16, 3, 38, 8, 17)]
    actions = [int(number) for number in re.findall("[0-9]+", THREE.split("HistoryString() = ")[1].split("\n")[0])]
    assert [card.code for taken in deal.state.tricks for card in taken.trick.cards] == [CODES[n] for n in actions[8:]]
    assert deal.over
    assert deal.state.result
    assert [int(score) for score in deal.state.result.scores] == [0, -42, -20], (
        "the program has -32, without the trula of the defence"
    )


def test_a_deal_for_four_ends_with_the_trick_that_is_lost(tmp_path: Path) -> None:
    found = imported(tmp_path, FOUR)
    file, deal = found.done.record.file, found.done.deal
    assert (file.ruleset, deal.state.auction.contract, deal.state.auction.taker) == (
        "slovenian-pagat",
        "colour_valat_without",
        0,
    )
    assert len(deal.state.tricks) == 1
    assert deal.over
    assert deal.state.result
    assert [int(score) for score in deal.state.result.scores] == [-125, 0, 0, 0]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("tarok(players=3", "skat(players=3", "the game is not named"),
        ("tarok(players=3", "tarok(players=5", "the game is for three or four players"),
        ("InformationStateString(1)", "State(1)", "the state of player 1 is missing: a history has no cards"),
        ('"1,10,11', '"2,10,11', "a hand has 16 cards that nobody else has"),
        ('"1,10,11', '"99,10,11', "99 is the number of no card"),
        ("= 0, 3, 0,", "= 0, 33, 0,", "33 is the number of no bid"),
        ("0, 39, 30,", "7, 39, 30,", "7 is the number of no part of the talon"),
        ("43, 23\n", "43, 22\n", "may not play"),
        ("43, 23\n", "43, 23, 1\n", "the deal is over before this action"),
    ],
)
def test_faults_of_a_history_have_their_place(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in THREE
    told = fault(tmp_path, THREE.replace(old, new, 1))
    assert said in told
    assert told.endswith("[import.history]")


def test_the_command_reads_a_history(capsys: pytest.CaptureFixture[str]) -> None:
    said = printed_by(capsys, "import", str(FILES / "tarok-players3-seed7.txt"))
    assert "OpenSpiel tarok, history: 3 players, dealer W, from the bid on; played by slovenian-pagat-3" in said
    assert "The program has no announcements and no kontra" in said
