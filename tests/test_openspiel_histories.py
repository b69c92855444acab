"""Histories of OpenSpiel's tarok: read with the states of the players, and refused at the action or state at fault."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import tarot_teach as tt
from tarot_teach.errors import LoadError, RecordError
from tarot_teach.records.as_record import deal_record
from tarot_teach.table import Bid, Phase, Play
from tarot_teach.topics.other_programs.openspiel_histories import BIDS, CODES
from tarot_teach.topics.other_programs.openspiel_written import written_history
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


def test_a_history_may_be_a_list(tmp_path: Path) -> None:
    text = re.sub(r"HistoryString\(\) = ([0-9, ]+)", r"History() = [\1]", THREE)
    assert "History() = [0, 3" in text
    assert imported(tmp_path, text).done.record.file == imported(tmp_path, THREE).done.record.file


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
        (
            "InformationStateString(2)",
            "HistoryString() = 0, 3, 3\nInformationStateString(2)",
            "the history of another deal",
        ),
    ],
)
def test_faults_of_a_history_have_their_place(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in THREE
    message = fault(tmp_path, THREE.replace(old, new, 1))
    assert said in message
    assert message.endswith("[import.history]")


@pytest.mark.parametrize("players", [3, 4])
def test_what_the_program_plays_is_read_and_written_as_it_writes_it(players: int, tmp_path: Path) -> None:
    """Deals at random by the program, of every contract, broken off at any action: the same cards allowed, and the same text."""
    pyspiel = pytest.importorskip("pyspiel")
    contracts = set()
    for seed in range(45):
        rng = random.Random(seed)
        game = pyspiel.load_game(f"tarok(players={players},rng_seed={seed})")
        state, stop = game.new_initial_state(), rng.choice([999, 999, rng.randrange(1, 60)])
        taken = False
        while not state.is_terminal() and state.move_number() < stop:
            actions, now = state.legal_actions(), str(state)
            if "Bidding" in now and seed % 4:
                actions = [action for action in actions if action < 5] if seed % 4 < 3 else actions[:1]
            elif (
                "Talon exchange" in now
            ):  # cards are laid away in the order of their numbers, since a record has them without order
                actions, taken = actions[:1] if taken else actions, True
            state.apply_action(rng.choice(actions))
        states = "".join(
            f'InformationStateString({i}) = "{state.information_state_string(i)}"\n' for i in range(players)
        )
        text = f"game: {game}\nHistoryString() = {state.history_str()}\n{states}"
        deal = imported(tmp_path, text).done.deal
        contracts.add(deal.state.auction.contract)
        assert deal.over == state.is_terminal(), seed
        if "Tricks playing" in str(state):
            allowed = [move.card.code for move in deal.legal if isinstance(move, Play)]
            assert sorted(allowed) == sorted(CODES[action] for action in state.legal_actions()), seed
        written = written_history(deal).text
        assert written == re.sub(",rng_seed=[0-9]+", "", text), seed
    assert {"klop", "two"} <= contracts and len(contracts) > 5


def test_a_playthrough_is_read_to_its_end(tmp_path: Path) -> None:
    """The program's record of a game for its tests: a history and states after each action, without the seed."""
    pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import generate_playthrough

    for game in ("tarok", "tarok(players=4,rng_seed=2)"):
        text = generate_playthrough.playthrough(game, None, seed=5)
        done = imported(tmp_path, text).done
        assert done.deal.over
        last = re.findall("[0-9]+", re.findall(r'HistoryString\(\) = "(.*)"', text)[-1])
        played = [card.code for taken in done.deal.state.tricks for card in taken.trick.cards]
        assert played == [CODES[int(number)] for number in last[-len(played) :]]


@pytest.mark.parametrize("name", ["slovenian-pagat-3", "slovenian-pagat"])
def test_a_deal_of_the_ruleset_is_written_and_read_again(name: str, tmp_path: Path) -> None:
    spoken = 0
    for seed in range(25):
        rng, deal = random.Random(seed), tt.deal(LIBRARY.load(name), seed=seed)
        while not deal.over:
            deal = deal.push(deal.legal.random(rng))
        written = written_history(deal)
        again = imported(tmp_path, written.text).done.deal
        assert written_history(again).text == written.text
        assert [move.action for move in again if isinstance(move.action, Bid | Play)] == [
            move.action for move in deal if isinstance(move.action, Bid | Play)
        ]
        spoken += "Announcements and kontra have no place in it." in written.notes
        read, hands = deal_record(again, play=False), deal_record(deal, play=False)["hands"]
        assert read["hands"] == hands
        if "The order of a talon that nobody took up has no place in it." not in written.notes:
            assert read["talon"] == deal_record(deal, play=False)["talon"]
    assert spoken


def test_deals_that_the_program_does_not_play_are_not_written() -> None:
    with pytest.raises(RecordError, match="OpenSpiel cannot hold this deal: it is played with another pack"):
        written_history(tt.deal("fft-4", seed=1))
    for name, reason in (
        ("dreiertarock-mayr", "its bids are others"),
        ("strohmandeln-mayr", "its hands have another size"),
    ):
        with pytest.raises(RecordError, match=reason):
            written_history(tt.deal(name, seed=1))
    late = tt.from_line(tt.position_to_line(_in_play(tt.deal("slovenian-pagat", seed=1))))
    with pytest.raises(RecordError, match="it does not tell all hands as dealt"):
        written_history(late)


def _in_play(deal: tt.Deal) -> tt.Deal:
    rng = random.Random(3)
    while deal.state.phase is not Phase.PLAY:
        deal = deal.push(deal.legal.random(rng))
    return deal


def test_the_command_writes_a_history(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    line = tt.to_line(imported(tmp_path, THREE).done.deal)
    out = tmp_path / "again.txt"
    said = printed_by(capsys, "replay", line, "--format", "openspiel", "--out", str(out))
    assert "The seats S E W become the players 0 1 2: player 0 is forehand" in said
    for found in re.findall(r"InformationStateString.*\n", THREE):
        assert found.replace("39,30;", "30,39;") in out.read_text(encoding="utf-8"), "cards laid away have no order"


def test_the_command_reads_a_history(capsys: pytest.CaptureFixture[str]) -> None:
    said = printed_by(capsys, "import", str(FILES / "tarok-players3-seed7.txt"))
    assert "OpenSpiel tarok, history: 3 players, dealer W, from the bid on; played by slovenian-pagat-3" in said
    assert "The program has no announcements and no kontra" in said
