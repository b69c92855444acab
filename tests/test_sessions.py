"""Sessions: scores kept over many deals, and every wrong entry named with its place."""

from __future__ import annotations

import csv
import io
import itertools
import json
import re
import shutil
from pathlib import Path

import pytest

from tarot_teach.cli import main
from tarot_teach.errors import TarotError
from tarot_teach.loading import Library
from tarot_teach.topics.sessions.page import describe_session
from tarot_teach.topics.sessions.scorekeeper import Session, keep_score
from tests.helpers import LIBRARY, printed_by

SESSIONS = LIBRARY.paths("session")
HEAD = "format: 1\nid: mine\ntitle: Mine\nruleset: {ruleset}\nplayers: {{A: Ada, B: Bo, C: Cy, D: Di}}\n"


def session(tmp_path: Path, deals: str, ruleset: str = "fft-4", head: str = "") -> Session:
    path = tmp_path / "mine.yaml"
    path.write_text(HEAD.format(ruleset=ruleset) + head + "deals:\n" + deals, encoding="utf-8")
    return keep_score(path, Library([path]))


def faults(tmp_path: Path, deals: str, ruleset: str = "fft-4", head: str = "") -> str:
    with pytest.raises(TarotError) as caught:
        session(tmp_path, deals, ruleset, head)
    for problem in caught.value.problems:
        assert problem.place and problem.place.line > 1 and problem.hint, problem
    return str(caught.value)


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: path.stem)
def test_shipped_sessions_are_scored(path: Path) -> None:
    kept = keep_score(path, LIBRARY)
    blocks = describe_session(kept)
    assert len(kept.deals) == len(kept.file.deals)
    if kept.engine.scorer.has_sides:
        whole = sum(kept.start.values())
        assert all(sum(deal.totals.values()) == whole for deal in kept.deals)
    assert sum(kept.file.title in str(block) for block in blocks) >= 1


def test_totals_rotation_and_void_deals(tmp_path: Path) -> None:
    kept = session(
        tmp_path,
        '  - result: {taker: C, contract: garde, points: "47", honours: 2}\n'
        "  - void: bid.all_pass\n"
        '  - result: {taker: A, contract: prise, points: "49", honours: 1, last_trick_bonus: taker}\n',
        head="first_dealer: C\n",
    )
    assert [deal.dealer for deal in kept.deals] == ["C", "D", "A"]
    assert dict(kept.deals[0].totals) == {"A": -62, "B": -62, "C": 186, "D": -62}
    assert kept.deals[1].totals == kept.deals[0].totals
    assert dict(kept.deals[2].totals) == {"A": -113, "B": -45, "C": 203, "D": -45}
    assert kept.winners == ()


class TestDrawing:
    DEAL = "  - void: bid.all_pass\n"

    def dealer(self, tmp_path: Path, draw: str) -> str:
        return session(tmp_path, self.DEAL, head=f"draw:\n{draw}").deals[0].dealer

    def test_the_lowest_card_deals(self, tmp_path: Path) -> None:
        assert self.dealer(tmp_path, "  - {A: H3, B: C3, C: T1, D: D4}\n") == "B"

    def test_the_fool_draws_again_and_the_others_keep_their_cards(self, tmp_path: Path) -> None:
        assert self.dealer(tmp_path, "  - {A: H3, B: EX, C: T1, D: D4}\n  - {B: S2}\n") == "B"
        assert self.dealer(tmp_path, "  - {A: H3, B: EX, C: T1, D: D4}\n  - {B: S4}\n") == "A"

    def test_those_who_tie_draw_again_among_themselves(self, tmp_path: Path) -> None:
        draw = "draw:\n  - {A: H3, B: C3, C: T1, D: D4}\n  - {A: HR, B: CR}\n  - {A: T9, B: T4}\n"
        assert session(tmp_path, self.DEAL, "guide-4", draw).deals[0].dealer == "B"

    @pytest.mark.parametrize(
        ("draw", "words"),
        [
            ("  - {A: H3, B: EX, C: T1, D: D4}\n", "B should draw again"),
            ("  - {A: H3, B: S2, C: T1}\n", "A, B, C, D should draw"),
            ("  - {A: H3, B: S2, C: T1, D: H99}\n", "H99"),
            ("  - {A: H3, B: H3, C: T1, D: D4}\n", "H3 has been drawn already"),
            ("  - {A: H3, B: EX, C: T1, D: D4}\n  - {B: H3}\n", "H3 has been drawn already"),
            ("  - {A: H3, B: S2, C: T1, D: D4}\n  - {A: H4}\n", "nobody should draw"),
        ],
    )
    def test_wrong_draws_are_refused(self, tmp_path: Path, draw: str, words: str) -> None:
        assert words in faults(tmp_path, self.DEAL, head=f"draw:\n{draw}")


def test_a_void_deal_is_named_by_id_or_title(tmp_path: Path) -> None:
    kept = session(tmp_path, "  - void: bid.all_pass\n  - void: all pass\n  - void: Petit sec\n")
    voids = [deal.result.void for deal in kept.deals if deal.result]
    assert voids == ["bid.all_pass", "bid.all_pass", "void.petit_sec"]


class TestWrongEntries:
    GARDE = '  - result: {taker: C, contract: garde, points: "47", honours: 2}\n'

    @pytest.mark.parametrize(
        ("deals", "words"),
        [
            (GARDE + "    scores: {A: -62, B: -62, C: 186, D: -60}\n", "sum to 2, not to zero"),
            (GARDE + "    scores: {A: -62, B: -62, C: 186, D: -60}\n", "D has -60 here; the result makes it -62"),
            (GARDE + "    scores: {A: -62, B: -62, C: 186, E: -62}\n", "nobody is called 'E'"),
            (GARDE + "    dealer: B\n", "it is D's turn to deal, not B's"),
            (GARDE + "    void: bid.all_pass\n", "told in 2 ways"),
            ("  - note: nothing\n", "does not say how it went"),
            ("  - void: play.overtrump\n", "no rule 'play.overtrump' that voids a deal"),
            ('  - result: {taker: C, contract: gard, points: "47", honours: 2}\n', "did you mean 'garde'"),
            ('  - result: {taker: C, contract: garde, points: "97", honours: 2}\n', "97 card points are impossible"),
            ('  - result: {taker: C, contract: garde, points: "47", honours: 4}\n', "no side can have 4 oudlers"),
            ('  - result: {taker: C, contract: garde, points: "many", honours: 2}\n', "many"),
            ('  - result: {taker: X, contract: garde, points: "47", honours: 2}\n', "nobody sits at 'X'"),
            ('  - result: {contract: garde, points: "47", honours: 2}\n', "the result lacks taker"),
            (GARDE.replace("honours: 2", "honours: 2, partner: A"), "has no partner"),
            (GARDE.replace("honours: 2", "honours: 2, handfuls: [huge]"), "no 'huge' handful"),
            (GARDE.replace("honours: 2", "honours: 2, small_slam: made"), "no bonus for a small slam"),
            (GARDE.replace("honours: 2", "honours: 0, slam: made"), "no oudlers and a slam"),
            (GARDE.replace("honours: 2", "honours: 2, apart: [{seat: A, level: misere}]"), "no announcement 'misere'"),
            ("  - record: going-over\n", "comes to no result"),
            ("  - record: a-whole-deal\n", "is played under early-17c"),
            ("  - record: no-such-thing\n", "no example 'no-such-thing'"),
            (GARDE + '    note: "{{ term.tacker }}"\n', "did you mean 'taker'"),
        ],
    )
    def test_wrong_entries_are_named_with_place_and_suggestion(self, tmp_path: Path, deals: str, words: str) -> None:
        assert words in faults(tmp_path, deals)

    @pytest.mark.parametrize(
        ("ruleset", "points", "printed"),
        [
            ("scarto", "{A: 30, B: 30, C: 30}", "these card points sum to 90"),
            ("scarto", "{A: 30, B: 30, C: 17}", "the whole pack counts 78"),
            ("piedmont-4", "{A: 40, B: 33, C: 0, D: 0}", "these card points sum to 73"),
        ],
    )
    def test_card_points_of_all_players_are_those_of_the_cards_won(
        self, tmp_path: Path, ruleset: str, points: str, printed: str
    ) -> None:
        players = "{A: Ann, B: Ben, C: Cat}" if ruleset == "scarto" else "{A: Ann, B: Ben, C: Cat, D: Di}"
        path = tmp_path / "told.yaml"
        head = f"format: 1\nid: told\nruleset: {ruleset}\ntitle: T\nplayers: {players}\ndeals:\n"
        path.write_text(f"{head}  - result: {{points: {points}}}\n", encoding="utf-8")
        with pytest.raises(TarotError) as caught:
            keep_score(path, LIBRARY)
        assert printed in str(caught.value)

    def test_all_faults_are_reported_at_once(self, tmp_path: Path) -> None:
        printed = faults(tmp_path, self.GARDE + "    scores: {D: -60}\n" + self.GARDE + "    scores: {A: 1}\n")
        assert "D has -60" in printed and "A has 1 here" in printed

    def test_a_called_card_that_cannot_be_called_and_a_short_pack(self, tmp_path: Path) -> None:
        deal = (
            "  - deal:\n      start: {step: deal, seed: 3}\n"
            "      auction: [A garde, B pass, C pass, D pass, E pass]\n      call: H3\n"
        )
        path = tmp_path / "five.yaml"
        head = HEAD.format(ruleset="fft-5").replace("D: Di", "D: Di, E: El")
        path.write_text(head + "deals:\n" + deal, encoding="utf-8")
        with pytest.raises(TarotError, match=r"may call a king here.*five.yaml:10|five.yaml:10(.|\n)*may call a king"):
            keep_score(path, Library([path]))
        pack = ", ".join(card.code for card in LIBRARY.deck("tarot-78").cards[:-1])
        printed = faults(
            tmp_path, f"  - deal:\n      start: {{step: deal}}\n      pack: [{pack}]\n      auction: unknown\n"
        )
        assert "the pack has 77 cards" in printed

    def test_a_handful_with_too_few_trumps_is_refused(self, tmp_path: Path) -> None:
        deal = (
            "  - deal:\n      start: {step: deal, seed: 22}\n      auction: [A pass, B pass, C garde_sans, D pass]\n"
            "      shown: [{seat: A, level: triple, cards: [T5, T14]}]\n"
            "      tricks: [{cards: [A S1, B SV, C S2, D S4]}]\n"
        )
        assert "A triple poignée takes 15 trumps" in faults(tmp_path, deal)

    def test_a_wrong_number_of_players_is_refused(self, tmp_path: Path) -> None:
        assert "for 5" in faults(tmp_path, "  - void: bid.all_pass\n", "fft-4+dealer-sits-out")

    def test_a_deal_after_the_end_is_refused(self, tmp_path: Path) -> None:
        void = "  - void: bid.all_pass\n"
        assert "the game is over" in faults(tmp_path, void * 5, "guide-4")

    def test_piles_that_are_no_whole_deal_are_refused(self, tmp_path: Path) -> None:
        printed = faults(tmp_path, "  - result: {piles: {A: [H1, H2], B: [H2]}}\n", "early-17c")
        assert "H2 has been won already" in printed and "48 were dealt" in printed


def test_a_partner_is_named(tmp_path: Path) -> None:
    path = tmp_path / "five.yaml"
    deal = '  - result: {taker: D, partner: A, contract: garde, points: "52½", honours: 2}\n'
    path.write_text(HEAD.format(ruleset="fft-5").replace("D: Di", "D: Di, E: El") + "deals:\n" + deal, encoding="utf-8")
    kept = keep_score(path, Library([path]))
    assert dict(kept.deals[0].scores) == {"A": 74, "B": -74, "C": -74, "D": 148, "E": -74}
    assert any("Di with Ada, Garde: made by 12" in str(block) for block in describe_session(kept))


class TestRecords:
    """Records bring seats of their own; a session says who sits there."""

    def compass(self, tmp_path: Path, dealer: str) -> str:
        """A whole deal at seats S, E, N, W, in which the player at one of them deals."""
        result = 'result: {taker: S, contract: garde, points: "47", honours: 2}'
        text = f"start: {{step: score, dealer: {dealer}}}\nholdings: {{S: 9, E: 9, N: 9, W: 9}}\n{result}\n"
        head = "format: 1\nid: own\ntitle: Own\nruleset: fft-4\n"
        (tmp_path / "own.yaml").write_text(head + text, encoding="utf-8")
        return "  - record: ./own.yaml\n"

    @pytest.mark.parametrize(
        ("record_dealer", "session_dealer", "taker"),
        [("W", "D", "A"), ("W", "A", "B"), ("W", "C", "D"), ("S", "D", "D"), ("S", "B", "B"), ("N", "A", "C")],
    )
    def test_seats_are_counted_from_the_dealer(
        self, tmp_path: Path, record_dealer: str, session_dealer: str, taker: str
    ) -> None:
        kept = session(tmp_path, self.compass(tmp_path, record_dealer), head=f"first_dealer: {session_dealer}\n")
        assert {letter for letter, score in kept.deals[0].scores.items() if score == 186} == {taker}
        text = " ".join(str(block) for block in describe_session(kept))
        assert "sits out" not in text

    def test_chips_go_to_those_who_sit_there(self, tmp_path: Path) -> None:
        deal = self.compass(tmp_path, "W")
        own = tmp_path / "own.yaml"
        own.write_text(own.read_text("utf-8").replace("fft-4", "fft-4+playing-for-chips"), encoding="utf-8")
        head = "first_dealer: A\nholdings: {A: 1, B: 20, C: 20, D: 20}\n"
        kept = session(tmp_path, deal, "fft-4+playing-for-chips", head)
        assert kept.deals[0].scores == {"A": -1, "B": 5, "C": -2, "D": -2}

    def test_players_of_the_same_letters_sit_where_they_say(self, tmp_path: Path) -> None:
        deal = self.compass(tmp_path, "C").replace("\n", "\n    note: same letters\n")
        own = tmp_path / "own.yaml"
        text = own.read_text("utf-8").replace("{S: 9, E: 9, N: 9, W: 9}", "{A: 9, B: 9, C: 9, D: 9}")
        own.write_text(text.replace("taker: S", "taker: A") + "seats: {B: x, A: y, D: z, C: u}\n", encoding="utf-8")
        assert "the order of play is B, A, D, C" in faults(tmp_path, deal, head="first_dealer: C\n")
        own.write_text(own.read_text("utf-8").replace("{B: x, A: y, D: z, C: u}", "{C: x, D: y, A: z, B: u}"))
        kept = session(tmp_path, deal, head="first_dealer: C\n")
        assert kept.deals[0].scores["A"] == 186 and kept.deals[0].seats == ("C", "D", "A", "B")

    def test_a_deal_for_another_number_is_refused(self, tmp_path: Path) -> None:
        own = tmp_path / "own.yaml"
        head = "format: 1\nid: own\ntitle: Own\nruleset: early-17c\nstart: {step: score}\n"
        own.write_text(head + "seats: {X: x, Y: y, Z: z}\nresult: {piles: {}}\n", encoding="utf-8")
        assert "own is a deal for 3, and here 4 play" in faults(tmp_path, "  - record: ./own.yaml\n", "early-17c")


class TestChips:
    def test_chips_at_the_start_are_checked(self, tmp_path: Path) -> None:
        deal = '  - result: {taker: A, contract: garde, points: "58", honours: 2}\n'
        head = "holdings: {A: 30, B: 1, C: 20, D: 20}\n"
        kept = session(tmp_path, deal, "fft-4+playing-for-chips", head)
        assert kept.deals[0].totals == {"A": 35, "B": 0, "C": 18, "D": 18} and kept.winners == ("A",)
        assert "Ada 30, Bo 1, Cy 20 and Di 20" in " ".join(str(block) for block in describe_session(kept))

    def test_written_scores_stand_after_a_deal_with_a_fault(self, tmp_path: Path) -> None:
        deals = (
            '  - result: {taker: A, contract: gard, points: "58", honours: 2}\n'
            "    scores: {A: 54, B: -18, C: -18, D: -18}\n"
            '  - result: {taker: A, contract: garde_contre, points: "58", honours: 2}\n'
            "    scores: {A: 18, B: -6, C: -6, D: -6}\n"
        )
        printed = faults(tmp_path, deals, "fft-4+playing-for-chips")
        assert "no contract 'gard'" in printed and "B has 2 chips, and cannot lose 6" in printed
        printed = faults(
            tmp_path, deals.replace("    scores: {A: 54, B: -18, C: -18, D: -18}\n", ""), "fft-4+playing-for-chips"
        )
        assert printed.count("hint:") == 1

    def test_a_game_for_chips(self, tmp_path: Path) -> None:
        kept = session(
            tmp_path,
            '  - result: {taker: A, contract: garde_contre, points: "58", honours: 2}\n' * 3
            + '  - result: {taker: A, contract: garde_contre, points: "58", honours: 2}\n',
            "fft-4+playing-for-chips",
        )
        assert [int(deal.totals["B"]) for deal in kept.deals] == [14, 8, 2, 0]
        assert kept.winners == ("A",) and kept.deals[-1].totals["A"] == 80


def test_the_dealer_sits_out() -> None:
    path = LIBRARY.find_record("session", "five-at-the-table")
    kept = keep_score(path, LIBRARY)
    assert [deal.seats for deal in kept.deals][:2] == [("A", "B", "C", "D"), ("B", "C", "D", "E")]
    assert all(deal.scores[deal.dealer] == 0 for deal in kept.deals)
    assert kept.winners == ("A",)


def test_the_next_deal_comes_from_the_gathered_cards_without_shuffling(tmp_path: Path) -> None:
    deals = (
        "  - record: tournoi-des-maitres-2006-11\n"
        "  - deal: {start: {step: deal}, cut: 30, auction: [B pass, C pass, D pass, A pass]}\n"
    )
    record = LIBRARY.find_record("example", "tournoi-des-maitres-2006-11")
    own = tmp_path / "own.yaml"
    own.write_text(
        record.read_text(encoding="utf-8").replace("ruleset: fft-4", "ruleset: fft-4+no-shuffle"), encoding="utf-8"
    )
    kept = session(tmp_path, deals.replace("tournoi-des-maitres-2006-11", "./own.yaml"), "fft-4+no-shuffle")
    again = kept.deals[1].replay
    assert again and again.start.pack == kept.engine.scorer.stacks_pack.next_pack(kept.deals[0].replay.end)  # type: ignore[union-attr]
    assert kept.deals[1].result and kept.deals[1].result.void == "bid.all_pass"


def test_five_at_the_table_need_not_shuffle(tmp_path: Path) -> None:
    path = tmp_path / "five.yaml"
    deals = "".join(
        f"  - deal: {{start: {{step: deal{seed}}}, cut: 30, auction: [{', '.join(f'{who} pass' for who in order)}]}}\n"
        for seed, order in ((", seed: 3", "ABCD"), ("", "BCDE"), ("", "CDEA"))
    )
    for name in ("fft-4+no-shuffle+dealer-sits-out", "fft-4+dealer-sits-out+no-shuffle"):
        head = HEAD.format(ruleset=name).replace("D: Di", "D: Di, E: El")
        path.write_text(f"{head}first_dealer: E\ndeals:\n{deals}", encoding="utf-8")
        kept = keep_score(path, Library([path]))
        assert [deal.seats for deal in kept.deals] == [tuple("ABCD"), tuple("BCDE"), tuple("CDEA")]
        stacks = kept.engine.scorer.stacks_pack
        for before, after in itertools.pairwise(kept.deals):
            assert before.replay and after.replay and stacks
            assert after.replay.start.pack == stacks.next_pack(before.replay.end)
            assert after.replay.start.seats[after.replay.start.turn or 0] == before.dealer, "who dealt last cuts"


class TestCommand:
    def run(self, capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as caught:
            main(["session", *args])
        printed = capsys.readouterr()
        return int(caught.value.code or 0), printed.out, printed.err

    def test_text_json_and_csv_agree(self, capsys: pytest.CaptureFixture[str]) -> None:
        _code, text, _err = self.run(capsys, "an-evening")
        assert "+186 (186)" in text and "Denis leads. The totals add up to 0." in text
        data = json.loads(self.run(capsys, "an-evening", "--json")[1])
        rows = list(csv.DictReader(io.StringIO(self.run(capsys, "an-evening", "--format", "csv")[1])))
        assert [row["Claire total"] for row in rows] == [str(deal["totals"]["C"]) for deal in data["deals"]]
        assert data["deals"][1]["void"] == rows[1]["void"] == "bid.all_pass"

    @pytest.mark.parametrize("kind", ["html", "latex", "markdown", "text", "csv"])
    def test_a_score_sheet_is_written_to_a_file(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
    ) -> None:
        out = tmp_path / "sheet"
        code, printed, _err = self.run(capsys, "down-to-the-last-chip", "--format", kind, "--out", str(out))
        assert code == 0 and str(out) in printed
        assert "Claire" in out.read_text(encoding="utf-8")
        assert list(tmp_path.iterdir()) == [out]

    def test_a_place_that_cannot_be_written_is_refused(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        code, _out, err = self.run(capsys, "an-evening", "--format", "csv", "--out", str(tmp_path / "no" / "x.csv"))
        assert code == 1 and "cannot be written" in err and "Traceback" not in err

    def test_nothing_is_left_behind(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (tmp_path / "folder").mkdir()
        code, _out, err = self.run(capsys, "an-evening", "--format", "csv", "--out", str(tmp_path / "folder"))
        assert code == 1 and "cannot be written" in err
        assert [path.name for path in tmp_path.iterdir()] == ["folder"]

    def test_one_deal(self, capsys: pytest.CaptureFixture[str]) -> None:
        _code, text, _err = self.run(capsys, "an-evening", "--deal", "3")
        assert "Deal 3: Agnès" in text and "Deal 1:" not in text and "made her loss smaller" in text
        assert "−113" in text and "Denis leads" not in text
        (deal,) = json.loads(self.run(capsys, "an-evening", "--deal", "3", "--json")[1])["deals"]
        assert deal["deal"] == 3 and deal["totals"]["A"] == -113
        (row,) = csv.DictReader(io.StringIO(self.run(capsys, "an-evening", "--deal", "3", "--format", "csv")[1]))
        assert row["deal"] == "3" and row["Agnès total"] == "-113"
        for number in ("0", "6", "-1"):
            code, _out, err = self.run(capsys, "an-evening", "--deal", number)
            assert code == 2 and "deals 1 to 5" in err

    def test_no_cell_is_a_formula(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path = tmp_path / "s.yaml"
        head = HEAD.format(ruleset="fft-4").replace("A: Ada", 'A: "=1+1"')
        path.write_text(head + "deals:\n  - void: all pass\n", encoding="utf-8")
        rows = list(csv.reader(io.StringIO(self.run(capsys, str(path), "--format", "csv")[1])))
        assert "'=1+1" in rows[0] and not [cell for row in rows for cell in row if cell[:1] in ("=", "+", "@")]

    def test_a_pdf_is_not_for_the_terminal(self, capsys: pytest.CaptureFixture[str]) -> None:
        code, _out, err = self.run(capsys, "an-evening", "--format", "pdf")
        assert code == 2 and "--out" in err

    def test_a_pdf_without_latex_says_what_is_missing(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(shutil, "which", lambda _name: None)
        code, _out, err = self.run(capsys, "an-evening", "--format", "pdf", "--out", str(tmp_path / "x.pdf"))
        assert code == 1 and "texlive" in err and not (tmp_path / "x.pdf").exists()

    @pytest.mark.latex
    @pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no LaTeX here; .ci/run installs it")
    def test_a_pdf(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        for id in ("an-evening", "to-fifty-points"):
            out = tmp_path / f"{id}.pdf"
            code, _events, err = self.run(capsys, id, "--format", "pdf", "--out", str(out))
            assert code == 0, err
            assert out.read_bytes().startswith(b"%PDF")

    def test_a_wrong_entry_on_the_command_line(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path = tmp_path / "s.yaml"
        deal = '  - result: {taker: C, contract: garde, points: "47", honours: 2}\n    scores: {C: 180}\n'
        path.write_text(HEAD.format(ruleset="fft-4") + "deals:\n" + deal, encoding="utf-8")
        code, _out, err = self.run(capsys, str(path))
        assert code == 1 and "s.yaml:8:17" in err and "the result makes it 186" in err


@pytest.mark.parametrize(
    ("ruleset", "players", "record", "words"),
    [
        ("tresillo", "{A: Ana, B: Berta, C: Carlos}", "tresillo-a-whole-deal", "Deal 1: Carlos, Juego: made\n"),
        ("slovenian-pagat", "{A: Ana, B: Bor, C: Cene, D: Dora}", "slovenian-klop", "Deal 1: klop: all play alone"),
        ("casita-robada", "{A: Ana, B: Berta}", "casita-a-whole-deal", "Deal 1: All play alone"),
    ],
)
def test_a_deal_is_headed_by_contract_and_result(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], ruleset: str, players: str, record: str, words: str
) -> None:
    path = tmp_path / "evening.yaml"
    head = f"format: 1\nid: evening\ntitle: An evening\nruleset: {ruleset}\nplayers: {players}\n"
    path.write_text(f"{head}deals:\n  - record: {record}\n", encoding="utf-8")
    assert words in re.sub(" +\n", "\n", printed_by(capsys, "session", str(path)))
