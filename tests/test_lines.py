"""Deals and positions on one line: written and read again in every ruleset, and refused with the column of a fault."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import tarot_teach as tt
from tarot_teach.engine import Deal, Engine
from tarot_teach.errors import LoadError, NotationError, RecordError
from tarot_teach.loading import Library
from tarot_teach.records.lines.as_records import read_line
from tarot_teach.records.lines.deals import deal_line, read_deal_line
from tarot_teach.records.lines.text import is_line, written_set
from tarot_teach.records.lines.written import line_at, position_line
from tarot_teach.records.record import read_record, write_record
from tarot_teach.records.runner import replay_example
from tarot_teach.table import Memory, Phase, Play
from tarot_teach.table.state import Heap
from tests.helpers import LIBRARY, STACKS, printed_by, run

TEN = (Path(__file__).parent / "fixtures" / "lines" / "ten.txt").read_text(encoding="utf-8").splitlines()
"""The examples of the notation, written by its reference writer; of three the rules have changed since."""
FFT, EARLY = TEN[0], TEN[2]


def played(name: str, seed: int, players: int | None = None, stop: int = 10_000) -> Deal:
    """A deal at random, played at random to its end, or for so many moves."""
    rng = random.Random(seed)
    deal = tt.deal(LIBRARY.load(name), seed=seed, players=players)
    while not deal.over and len(deal.moves) < stop:
        deal = deal.push(deal.legal.random(rng))
    return deal


def fault(line: str) -> str:
    """The first line of what is said about a line, with its code."""
    with pytest.raises((RecordError, LoadError)) as error:
        replay_example(line, LIBRARY)
    problem = error.value.problems[0]
    assert problem.hint
    return f"{problem.place}: {problem.message} [{problem.code}]"


@pytest.mark.parametrize("name", [*LIBRARY.ids(), *STACKS])
def test_a_deal_is_written_and_played_again_to_the_same_scores(name: str) -> None:
    for players in LIBRARY.load(name).players:
        deal = played(name, 5, players)
        line = deal_line(deal, LIBRARY)
        again = read_deal_line(line.replace(" ", "~"), LIBRARY)
        assert not again.changed
        assert again.deal.to_dict() == deal.to_dict()
        assert deal_line(again.deal, LIBRARY) == line
        assert replay_example(line, LIBRARY).end.result == deal.state.result
        assert not set(line) & set("\"'`\\<>#%")


@pytest.mark.parametrize("name", LIBRARY.ids())
def test_a_deal_that_is_not_over_goes_on_from_its_line(name: str) -> None:
    deal = played(name, 9, stop=11)
    again = tt.from_line(deal_line(deal, LIBRARY))
    assert (again.state.phase, again.state.turn, str(again.legal)) == (
        deal.state.phase,
        deal.state.turn,
        str(deal.legal),
    )


@pytest.mark.parametrize("name", [name for name in LIBRARY.ids() if Engine(LIBRARY.load(name)).index.play.in_tricks])
def test_a_position_is_written_and_allows_the_same_cards(name: str) -> None:
    held = 0
    for seed in range(30):
        deal = played(name, seed)
        plays = [i for i, move in enumerate(deal.moves) if isinstance(move.action, Play)]
        for i in plays[1:20:6]:
            at = deal.undo(len(deal.moves) - i)
            turn = at.state.turn
            assert turn is not None
            try:
                lines = position_line(at, LIBRARY), position_line(at, LIBRARY, turn)
            except RecordError as error:
                assert (
                    "by the rule" in str(error) or "has drawn in this turn" in str(error) or "is to pass" in str(error)
                )
                continue
            for line in lines:
                record = read_line(line, LIBRARY).record
                assert [*tt.from_line(line).legal] == [*at.legal], line
                assert read_record(write_record(record), name="line").file == record.file
            seen = tt.from_line(position_line(at, LIBRARY, turn)).state
            for seat, known in enumerate(at.state.view(turn).hands):
                assert (seen.hands[seat], seen.unseen[seat]) == (known, (at.state.hands[seat] & ~known).bit_count())
            held += 1
        if held > 5:
            break
    assert held > 5


@pytest.mark.parametrize("name", LIBRARY.ids())
def test_a_position_at_any_step_is_a_line_or_is_refused_in_words(name: str) -> None:
    """Of every ruleset, for each number of players, positions of the whole deal, from the bidding to the last trick."""
    ruleset = LIBRARY.load(name)
    said, held = set(), 0
    for players in ruleset.players:
        for seed in range(2):
            deal = played(name, seed + players, players, stop=120)
            for i in range(seed, len(deal.moves), 5):
                at = deal.undo(len(deal.moves) - i)
                state = at.state
                try:
                    line = position_line(at, LIBRARY)
                    position_line(at, LIBRARY, state.turn)
                except RecordError as error:
                    assert error.problems[0].code == "line.untold"
                    said.add(error.problems[0].message.partition(": ")[2].partition(", by the rule")[0])
                    assert state.phase is not Phase.PLAY or "nobody is" not in str(error) or state.asked
                    continue
                again = tt.from_line(line)
                assert not set(line) & set("\"'`\\<>#%")
                assert [*again.legal] == [*at.legal]
                assert again.state.hands == state.hands
                assert again.state.trick.by(players) == state.trick.by(players)
                assert _lying(again) == _lying(at)
                index = at.engine.rules(state)
                assert again.state.stock == state.stock or not (index.draws_in_play or index.tricks_bring_talon)
                for of in ("taker", "contract", "called", "partner"):
                    assert getattr(again.state.auction, of) == getattr(state.auction, of), line
                held += 1
    assert said <= {
        "nobody is about to play a card to a trick",
        "its cards lie open on the table, and are no trick",
        "a player who can play no card is to pass, and a line goes on to the next",
        "the cards allowed in it rest on what was said or played before",
        "its player has drawn in this turn, and may draw on",
    }
    assert held or not Engine(ruleset).index.play.in_tricks


def _lying(deal: Deal) -> list[tuple[int, Heap]]:
    """The heaps that are left, with their seats."""
    return [(seat, heap) for seat, row in enumerate(deal.state.heaps) for heap in row if heap.top or heap.below]


@pytest.mark.parametrize(
    ("name", "new", "said"),
    [
        ("strohmandeln-mayr", lambda line: line.replace("*", "*D1", 1), "D1"),
        ("strohmandeln-mayr", lambda line: line.replace("*", "*X", 1), "is not a card of the"),
        ("burro", lambda line: line.replace(" =", " =SASA", 1), "(SA) stands twice"),
        ("fft-4", lambda line: line.replace("VR", "R", 1).replace("/", "*SV/", 1), "nothing lies before the players"),
    ],
)
def test_faults_of_heaps_and_stocks_have_their_column(name: str, new: Callable[[str], str], said: str) -> None:
    deal = played(name, 3)
    play = next(i for i, move in enumerate(deal.moves) if isinstance(move.action, Play)) + 1
    line = position_line(deal.undo(len(deal.moves) - play), LIBRARY)
    assert new(line) != line
    assert said in fault(new(line))


def test_a_stock_whose_order_is_not_told_is_not_guessed() -> None:
    deal = played("burro", 3)
    play = next(i for i, move in enumerate(deal.moves) if isinstance(move.action, Play)) + 1
    line = position_line(deal.undo(len(deal.moves) - play), LIBRARY)
    stock = line.split(" =")[1].split("/")[0]
    known = tt.from_line(line).state
    in_order = written_set(known.deck, known.deck.mask(card for card in known.stock if card))
    again = tt.from_line(line.replace(f" ={stock}", f" {in_order}"))
    assert (known.hands, len(known.stock)) == (again.state.hands, len(again.state.stock))
    assert set(again.state.stock) == {None}


def test_a_position_as_a_seat_sees_it_tells_nothing_hidden() -> None:
    deal = tt.from_line(FFT)
    assert line_at(deal, LIBRARY, "5 W", "W").split()[4:6] == ["?14/?13/?13/S7,H2C,D2.7.10DR,C1V,T3.5.13.16", "-/?6"]
    assert line_at(deal, LIBRARY, "5 W", "E").split()[5] == "-/S5.10,H4.10,D6,CC"


def test_the_ten_examples_are_read() -> None:
    changed = [read_line(line, LIBRARY).changed for line in TEN]
    assert changed == [False, False, False, False, True, True, False, False, False, True]
    for line in TEN[:7]:
        if line.startswith("d1"):
            again = deal_line(read_deal_line(line, LIBRARY).deal, LIBRARY)
            cut = "@[0-9a-f]{6}"
            same = re.sub(cut, "", again) == re.sub(cut, "", line)
            assert same or " scarto@" in line, "the hand of the dealer may be written with the talon"
    legal = [str(replay_example(line, LIBRARY).deal.legal) for line in TEN if line.startswith("p1")]
    assert legal == ["S3 S4 S8 SD", "T12", "D3 D8 CC CD", "H5 H4 DK CJ"]


def test_rules_that_have_changed_since_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.warns(UserWarning, match="The rules have changed since the line was written"):
        tt.from_line(TEN[4])
    assert "The rules have changed since the line was written." in printed_by(capsys, "replay", TEN[4])
    assert "have changed" not in printed_by(capsys, "replay", FFT)


def test_other_scores_are_a_fault_unless_the_rules_have_changed() -> None:
    line = FFT.replace("=262/", "=263/")
    assert fault(line).endswith("the deal comes to 262/-786/262/262, and not to 263/-786/262/262 [line.scores]")
    assert tt.from_line(re.sub("@[0-9a-f]{6}", "", FFT)).over
    with pytest.warns(UserWarning, match="changed"):
        assert tt.from_line(line.replace("@49f184", "@000000")).over
    assert fault(FFT.rpartition("/")[0].rpartition("/")[0].rpartition("/")[0]).startswith("line:1:4")
    short = FFT.partition(" =")[0].rpartition("/")[0]
    assert not tt.from_line(short).over
    assert fault(f"{short} =1/1/1/1").endswith("the line has scores, and the deal is not over [line.scores]")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("fft-4@49f184", "fft-9", "line:1:4: there is no ruleset 'fft-9' [library.unknown]"),
        ("@49f184", "@49f1", "line:1:10: '49f1' is no fingerprint of rules [line.form]"),
        (" W ", " X ", "line:1:17: nobody sits at 'X' [line.form]"),
        ("S1VR,", "S13VR,", "line:1:20: 'S13' is not a card of the tarot pack of 78 cards [line.card]"),
        ("S1VR,", "Q1VR,", "line:1:19: 'Q1VR' begins with no suit of the tarot pack of 78 cards [line.card]"),
        ("S1VR,", "S1VR.,", "line:1:20: 'S1VR.' are not cards of one suit [line.form]"),
        ("S1VR,", "S,", "line:1:19: 'S' names no card [line.form]"),
        ("S1VR,", "S5-3VR,", "line:1:20: 5-3 does not rise [line.form]"),
        ("S1VR,", "SVR,", "line:1:19: a hand has 18 cards, and this one has 17 [line.cards]"),
        ("S1VR,", "SVR,?1,", "line:1:19: a hand has 18 cards, and this one has 18 [line.cards]"),
        ("S1VR,", "S1VV,", "line:1:22: the jack of spades (SV) stands twice in the line [line.twice]"),
        ("S1VR,", "S1V3,", "line:1:58: the 3 of spades (S3) stands twice in the line [line.twice]"),
        (" S5H10D8", " S5H10S5", "line:1:187: the 5 of spades (S5) stands twice in the line [line.twice]"),
        (" S5H10D8", " S5H10", "line:1:182: these cards are nowhere: D8 [line.cards]"),
        ("T6T8 pass,", "T6T8 pass,,", "line:1:201: a move is missing [line.form]"),
        ("/S2.6C,H1", "/S2.6C,H1/S", "line:1:19: fft-4 is not for 5 players [line.cards]"),
    ],
)
def test_faults_of_a_deal_have_their_column(old: str, new: str, said: str) -> None:
    assert FFT.count(old) == 1
    assert fault(FFT.replace(old, new)) == said


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("pass,garde,", "pass,guarde,", "the move 'guarde' of E: 'guarde' is no bid"),
        ("/T6T9T11T19/", "/T6T9T11T2/", "the move 'T2' of S: South may not play the 2 of trumps."),
        ("/T6T9T11T19/", "/T6T9!T11T19/", "! says that T11 is refused, but no rule refuses it [line.move]"),
        ("/T6T9T11T19/", "/T6T9T11/T19/", "this group has 3 moves, and the trick or round has 4 [line.form]"),
        ("/T6T9T11T19/", "/T6T9T11T99/", "'T99' is not a card of the pack [line.card]"),
        ("HRS4H3D2 ", "HRS4H3D2/S1 ", "the deal is over before this move [line.move]"),
        ("=262/-786/262/262", "=262/x/1/1", "'=262/x/1/1' are no scores [line.form]"),
    ],
)
def test_faults_of_moves_are_told_with_the_rule(old: str, new: str, said: str) -> None:
    assert FFT.count(old) == 1
    text = fault(FFT.replace(old, new))
    column = int(text.split(":")[2])
    assert said in text
    assert FFT.replace(old, new)[column - 1 :].startswith((new[:1], new.strip("/ ,")[:1])) or column > FFT.index(old)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (" S.S10T11 ", " S.S10T11T1 ", "the 1 of trumps (T1) stands twice in the line [line.twice]"),
        (" S.S10T11 ", " SS10T11 ", "nobody sits at 'SS10T11' [line.form]"),
        (" S.S10T11 ", " S.S10T11H2H3 ", "'S.S10T11H2H3' is not a leader and a trick that is not complete [line.form]"),
        (" E - ", " E S.garde ", "early-17c has no contract 'garde' [line.form]"),
        ("S4.7,T12/", "S4.7/", "the line has 77 cards in all, and the tarot pack of 78 cards has 78 [line.cards]"),
        (",EX/- ", ",EX ", "is not a talon and what was laid away [line.form]"),
        ("19/- ", "19 ", "3 piles are told, and there are 4 seats [line.form]"),
        ("D3.8,CCD", "D3.8,C11", "'C11' is not a card of the tarot pack of 78 cards [line.card]"),
    ],
)
def test_faults_of_a_position_are_told(old: str, new: str, said: str) -> None:
    line = f"{TEN[8]} "
    assert line.count(old) == 1
    assert said in fault(line.replace(old, new))


@pytest.mark.parametrize("name", ["hombre-1674", "scarto", "slovenian-pagat", "fft-4"])
def test_what_is_legal_in_the_position_of_a_line(capsys: pytest.CaptureFixture[str], name: str) -> None:
    """In each position the cards allowed are those of the deal, each other card has its reason, and the player is named."""
    deal = next(deal for deal in (played(name, seed) for seed in range(30)) if len(deal.state.tricks) > 5)
    asked = [i for i, move in enumerate(deal.moves) if isinstance(move.action, Play)][1::11]
    for i in asked:
        at = deal.undo(len(deal.moves) - i)
        seat = at.state.turn
        assert seat is not None
        for line in (deal_line(at, LIBRARY), position_line(at, LIBRARY, seat)):
            answer = tt.position(line)
            assert [*answer.legal] == [*at.legal]
            assert [card.code for card in answer.hand] == [card.code for card in at.hand(seat)]
            for card in answer.hand:
                assert answer.why(card).to_dict()["says"] == at.why(card.code).to_dict()["says"]
            said = printed_by(capsys, "legal", line)
            assert said.startswith(f"{at.state.name(seat)} is to ")


@pytest.mark.parametrize(
    ("line", "given", "said"),
    [
        (FFT, (), "in the line nobody is to play a card whose hand is known"),
        (" ".join(FFT.split()[:5]) + " pass,garde", (), "in the line nobody is to play a card whose hand is known"),
        (TEN[7].replace("S1R,H5R,C2,T12/", "?6/"), (), "in the line nobody is to play"),
        (TEN[6], ("--hand", "H2", "--last-trick"), "and --hand, --last-trick is given as well"),
        (TEN[6].replace("p1", "p2"), (), "lines of the version p2 are not known here"),
    ],
)
def test_what_no_line_asks_is_refused(
    capsys: pytest.CaptureFixture[str], line: str, given: tuple[str, ...], said: str
) -> None:
    code, _out, err = run(capsys, "legal", line, *given)
    assert code and said in err and "hint: " in err


def test_the_rules_of_an_old_line_have_changed(capsys: pytest.CaptureFixture[str]) -> None:
    assert "The rules have changed since the line was written." in printed_by(capsys, "legal", TEN[9])


def test_hands_of_unlike_sizes_are_refused_at_the_hand() -> None:
    assert fault(TEN[8].replace("S4.7,T12/", "S4.7,?2/").replace("T15.20 ", "T15 ")).endswith("[record.hand-size]")


def test_what_is_no_line_is_not_read_as_one() -> None:
    assert not is_line("going-over") and not is_line("d1") and is_line("d1~fft-4") and is_line("p1 x")
    with pytest.raises(NotationError, match=r"\[line.kind\]|not the line"):
        tt.from_line("going-over")
    assert fault("d1 fft-4").startswith("line:1:4: a line of this kind has 6 parts, and this one has 2")


def test_deals_that_no_line_holds_are_refused() -> None:
    late = tt.replay("going-over").deal
    with pytest.raises(RecordError, match="it begins later than the deal") as error:
        tt.to_line(late)
    assert error.value.problems[0].code == "line.untold"
    with pytest.raises(RecordError, match="nobody is about to play a card"):
        tt.position_to_line(tt.deal("fft-4", seed=1))
    with pytest.raises(NotationError, match="nobody sits at"):
        tt.position_to_line(late, "X")


def test_what_is_kept_from_earlier_deals_is_no_part_of_a_line() -> None:
    deal = played("hombre-1674", 5)
    again = Deal(deal.engine, deal.start._replace(memory={"match.pool": Memory((50,), ())}), deal.opening)
    for move in deal:
        again = again.push(move.action)
    assert again.state.result and deal.state.result and again.state.result.scores != deal.state.result.scores
    with pytest.raises(RecordError, match="what is kept from earlier deals"):
        tt.to_line(again)


def test_a_pack_that_is_cut_and_dealt_is_written_from_its_hands_on() -> None:
    engine = Engine(LIBRARY.load("fft-4"))
    deal = Deal(engine, engine.start(seed=4, dealer=2))
    rng = random.Random(4)
    while not deal.over:
        deal = deal.push(deal.legal.random(rng))
    assert deal.moves[0].before.phase is Phase.CUT
    assert tt.from_line(tt.to_line(deal)).state.result == deal.state.result


def test_an_irregular_play_stands_by_its_mark() -> None:
    deal = played("fft-4", 2, stop=8)
    while True:
        refused = [card for card in deal.hand(deal.state.turn or 0) if not deal.legal.cards & card.bit]
        if deal.state.phase is Phase.PLAY and refused and deal.legal.cards:
            break
        deal = deal.push(next(iter(deal.legal)))
    deal = deal.push(refused[0].code, irregular=True)
    line = tt.to_line(deal)
    assert line.count("!") == 1
    assert [move.irregular for move in tt.from_line(line)] == [move.irregular for move in deal]
    assert "illegal" not in fault(line.replace("!", ""))


def test_commands_write_and_take_lines(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert printed_by(capsys, "replay", FFT, "--format", "line") == f"{FFT}\n"
    at = printed_by(capsys, "replay", EARLY, "--format", "line", "--at", "9 N").strip()
    assert at == TEN[8]
    assert (
        printed_by(capsys, "replay", EARLY, "--format", "line", "--at", "9 N", "--seen-by", "N").split()[4]
        == "?3/?3/D3.8,CCD/?4"
    )
    out = tmp_path / "deal.txt"
    printed_by(capsys, "replay", FFT, "--format", "line", "--out", str(out))
    assert out.read_text() == f"{FFT}\n"
    assert "Points of North" in printed_by(capsys, "solve", at)
    assert '"ruleset": "fft-4"' in printed_by(capsys, "replay", FFT, "--json")


@pytest.mark.parametrize(
    ("given", "code", "status"),
    [
        (("--at", "3 S"), "line.usage", 2),
        (("--format", "line", "--seen-by", "S"), "line.usage", 2),
        (("--format", "line", "--at", "S"), "line.at", 1),
        (("--format", "line", "--at", "99"), "line.at", 1),
        (("--format", "line", "--at", "3 X"), "play.seat", 1),
    ],
)
def test_wrong_places_of_a_position_are_refused(
    capsys: pytest.CaptureFixture[str], given: tuple[str, ...], code: str, status: int
) -> None:
    assert f"[{code}]" in printed_by(capsys, "replay", FFT, *given, code=status)


def test_a_line_of_a_users_ruleset_is_written(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("format: 1\nid: mine\nextends: fft-4\ntitle: Mine\n", encoding="utf-8")
    ruleset = Library([tmp_path / "mine.yaml"]).load("mine")
    deal = tt.deal(ruleset, seed=2)
    assert tt.to_line(deal).startswith("d1 mine@")


def test_an_empty_part_is_told() -> None:
    assert fault("d1 fft-4 W  - -") == "line:1:12: a part of the line is empty [line.form]"


# ---------------------------------------------------------------- files of lines


def of_scarto(tmp_path: Path, *more: str) -> str:
    """The name of a file with a deal of Scarto on its first line."""
    path = tmp_path / "deals.txt"
    path.write_text("\n".join([deal_line(played("scarto", 5), LIBRARY), *more]) + "\n", encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("name", ["hombre-1674", "scarto", "slovenian-pagat"])
def test_a_file_with_a_line_is_a_record(capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str) -> None:
    deal = played(name, 5)
    plays = [i for i, move in enumerate(deal.moves) if isinstance(move.action, Play)]
    line, at = deal_line(deal, LIBRARY), position_line(deal.undo(len(deal.moves) - plays[-4]), LIBRARY)
    file, moment = tmp_path / "deal.txt", tmp_path / "moment.txt"
    file.write_text(f"{line}\n", encoding="utf-8")
    moment.write_text(f"\n  {at}\n", encoding="utf-8")
    assert replay_example(str(file), LIBRARY).end == replay_example(line, LIBRARY).end
    for command in (("replay",), ("replay", "--json"), ("legal",), ("admits", "--options", "0", "--json")):
        assert printed_by(capsys, *command, str(moment)) == printed_by(capsys, *command, at)
    assert f"ruleset: {name}" in printed_by(capsys, "import", str(file))
    assert printed_by(capsys, "check", str(file), str(moment)).count("deals on lines, fine") == 2
    assert tt.replay(str(file)).end.result == replay_example(line, LIBRARY).end.result
    assert tt.position(str(moment)).to_dict() == tt.position(at).to_dict()


@pytest.mark.parametrize(
    "command",
    [
        ("step",),
        ("solve", "--trick", "24"),
        ("review", "--seat", "S", "--trick", "25"),
        ("compare", "scarto", "scarto", "--hand"),
        ("play", "--trick", "25", "--seat", "S", "--from"),
    ],
)
def test_commands_take_a_file_as_they_take_its_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: tuple[str, ...]
) -> None:
    file = of_scarto(tmp_path)
    line = Path(file).read_text(encoding="utf-8").strip()
    assert run(capsys, *command, file)[:2] == run(capsys, *command, line)[:2]


def test_one_of_many_lines_is_named_by_its_number(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = of_scarto(tmp_path, "", FFT)
    assert replay_example(f"{file}:3", LIBRARY).record == replay_example(FFT, LIBRARY).record
    assert printed_by(capsys, "replay", f"{file}:3", "--json") == printed_by(capsys, "replay", FFT, "--json")
    asked = ("--options", "0", "--ruleset", "fft-4", "--json")
    assert printed_by(capsys, "admits", f"{file}:3", *asked) == printed_by(capsys, "admits", FFT, *asked)
    for name, said in (
        (file, "3:1: the file has more than one line"),
        (f"{file}:2", " the file has no deal on line 2"),
        (f"{file}:99", " the file has no deal on line 99"),
    ):
        printed = printed_by(capsys, "replay", name, code=1)
        assert f"{file}:{said}" in printed
        assert "[record.line]" in printed
    assert "more than one line" in printed_by(capsys, "import", file, code=1)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le-bom"])
def test_files_of_other_systems_are_read(tmp_path: Path, encoding: str) -> None:
    path, line = tmp_path / "deal.txt", deal_line(played("scarto", 5), LIBRARY)
    mark, encoding = ("\ufeff", "utf-16-le") if encoding.endswith("bom") else ("", encoding)
    path.write_bytes(f"{mark}{line}\r\n".encode(encoding))
    assert replay_example(str(path), LIBRARY).end == replay_example(line, LIBRARY).end


@pytest.mark.parametrize("command", ["replay", "legal", "solve", "import", "check"])
def test_a_fault_of_a_line_has_its_place_in_the_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str
) -> None:
    file = of_scarto(tmp_path)
    path = Path(file)
    path.write_text("\n\n" + path.read_text(encoding="utf-8")[:90], encoding="utf-8")
    assert f"{file}:3:20: a line of this kind has 6 parts" in printed_by(capsys, command, file, code=1)


def test_a_users_ruleset_beside_a_file_of_lines_is_known(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.yaml").write_text("format: 1\nid: mine\nextends: fft-4\ntitle: Mine\n", encoding="utf-8")
    deal = tt.deal(Library([tmp_path / "mine.yaml"]).load("mine"), seed=2)
    (tmp_path / "deal.txt").write_text(tt.to_line(deal), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for name in ("deal.txt", "deal.txt:1", str(tmp_path / "deal.txt")):
        assert "A deal of Mine" in printed_by(capsys, "replay", name)


def test_files_without_a_line_are_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("Dear Sir,\n", encoding="utf-8")
    assert "[record.source]" in printed_by(capsys, "replay", str(tmp_path / "notes.txt"), code=1)
    assert "[file.missing]" in printed_by(capsys, "legal", str(tmp_path / "gone.txt"), code=1)
    assert "[exercise.none]" in printed_by(capsys, "quiz", of_scarto(tmp_path), code=1)


# ---------------------------------------------------------------- announcements of a position


@pytest.mark.parametrize("name", ["fft-3", "fft-4", "fft-5", "blog-4", "enc2020-5", "guide-4"])
def test_a_position_with_announcements_is_played_on_to_the_same_scores(name: str) -> None:
    said = 0
    for seed in range(16):
        deal = played(name, seed)
        plays = [i for i, move in enumerate(deal.moves) if isinstance(move.action, Play)]
        if deal.state.result is None or deal.state.result.void:
            continue
        for i in (plays[1], plays[-10]):
            at = deal.undo(len(deal.moves) - i)
            line = position_line(at, LIBRARY)
            assert line.endswith(" +-") is not bool(at.state.declared)
            again = tt.from_line(line.replace(" ", "~"))
            assert {*again.state.declared} == {*at.state.declared}
            for move in deal.moves[i:]:
                again = again.push(move.action, irregular=move.irregular)
            assert again.state.result is not None
            assert again.state.result.scores == deal.state.result.scores
            said += bool(at.state.declared)
    assert said


ENDING = (
    "p1 fft-4 W W.garde_contre H5.8,T1/S4.8,C6.10/H1.3.9,T9/H2,D7,T3.5 S5,H10,D8,CC,T6.8/- S.C2 S3.7.10CR,H7CD,DCR,T2/"
    "H6VR,D1-3.5VD,C7.9VR,T7.10.13-15.19.21,EX/C1.5D,T4/S1.2.6.9VD,H4,D4.6.9.10,C3.4.8,T11.12.16-18.20"
)


def test_solve_takes_a_position_where_it_stands_and_pays_what_was_announced(capsys: pytest.CaptureFixture[str]) -> None:
    """A slam that was announced and failed costs its player 200 points from each of three."""
    values = {}
    for said in ("+-", "+W.slam"):
        out = printed_by(capsys, "solve", f"{ENDING} {said}", "--objective", "score")
        assert "Trick 15: East is to play after the 2 of clubs." in out
        values[said] = [
            int(line.split()[-1]) for line in out.splitlines() if line.startswith("The ") and "clubs" in line
        ]
    assert len(values["+-"]) == 2
    assert [low - high for low, high in zip(values["+W.slam"], values["+-"], strict=True)] == [-600, -600]
    at_lead = ENDING.replace("S.C2", "S.").replace("H5.8,T1", "H5.8,C2,T1")
    assert "Trick 15: South is to lead." in printed_by(capsys, "solve", f"{at_lead} +-")


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("W.slam", "'W.slam' are no announcements [line.form]"),
        ("+W.grand", "'grand' is no announcement of this game [line.form]"),
        ("+X.slam", "nobody sits at 'X' [line.form]"),
        ("+W.slam/W.slam", "slam of W stands twice [line.twice]"),
        ("+W.single.T99", "T99"),
        ("+", "nobody sits at '' [line.form]"),
        ("+- +-", "a line of this kind has 8 parts, and this one has 10"),
    ],
)
def test_faults_of_announcements_have_their_column(said: str, words: str) -> None:
    message = fault(f"{ENDING} {said}")
    assert words in message
    assert int(message.split(":")[2]) > len(ENDING) + 1


def test_solve_says_what_the_line_of_a_position_does_not_tell(capsys: pytest.CaptureFixture[str]) -> None:
    assert "does not tell what has been announced" in printed_by(capsys, "solve", ENDING, code=2)
    for name in ("scarto", "hombre-1674", "slovenian-pagat"):
        deals = (played(name, seed) for seed in range(40))
        deal, plays = next(
            (deal, plays)
            for deal in deals
            if len(plays := [i for i, move in enumerate(deal.moves) if isinstance(move.action, Play)]) > 8
        )
        line = position_line(deal.undo(len(deal.moves) - plays[len(plays) // 2]), LIBRARY)
        assert "+" not in line
        assert "asked before the play, or what has been paid" in printed_by(capsys, "solve", line, code=2)
