"""Valuing hands by the table, and signals in worked examples."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tarot_teach as tt
from tarot_teach.advice.evaluate import evaluate
from tarot_teach.advice.format import advice_for, find_advice
from tarot_teach.blocks import flat
from tarot_teach.cli import main
from tarot_teach.cli.replay import replayed
from tarot_teach.errors import LoadError
from tarot_teach.loading import Library
from tarot_teach.topics.check.check_file import check_file
from tarot_teach.topics.compare.deals_page import lesson
from tests.helpers import LIBRARY, printed_by

ADVICE = find_advice(LIBRARY, "encyclopedia")
DECK = LIBRARY.deck("tarot-78")
ALL = ("prise", "garde", "garde_sans", "garde_contre")


def points(hand: str, feature: str) -> int:
    found = evaluate(ADVICE, DECK, DECK.mask(DECK.parse(hand)), ALL)
    return next(entry.points for entry in found.counted if entry.feature.id == feature)


@pytest.mark.parametrize(
    ("feature", "hand", "worth"),
    [
        ("world", "T21", 10),
        ("excuse", "EX", 8),
        ("petit", "T1 T2 T3", 0),
        ("petit", "T1 T2 T3 T4", 5),
        ("petit", "T1 T2 T3 T4 T5", 7),
        ("petit", "T1 T2 T3 T4 T5 T6", 9),
        ("petit", "T1 T2 T3 T4 T5 T6 T7 T8", 9),
        ("petit", "T2 T3 T4 T5 T6", 0),
        ("trumps", "T2 T3 T4", 0),
        ("trumps", "T2 T3 T4 EX", 0),
        ("trumps", "T2 T3 T4 T21", 8),
        ("high-trumps", "T15 T16 T21", 4),
        ("sequence", "T20 T21", 2),
        ("sequence", "T16 T17 T18", 3),
        ("sequence", "T15 T16", 0),
        ("sequence", "T16 T18 T20", 0),
        ("king-and-queen", "SR SD HR HD", 20),
        ("king", "SR HD", 6),
        ("queen", "SR HD", 3),
        ("king", "SR SD", 0),
        ("queen", "SR SD", 0),
        ("knights", "SC HC", 4),
        ("jacks", "SV HV CV", 3),
        ("long-suits", "S1 S2 S3 S4", 0),
        ("long-suits", "S1 S2 S3 S4 S5", 5),
        ("long-suits", "S1 S2 S3 S4 S5 S6", 7),
        ("long-suits", "S1 S2 S3 S4 S5 S6 S7 S8", 9),
        ("long-suits", "T2 T3 T4 T5 T6", 0),
        ("voids", "S1 H1 D1", 6),
        ("singletons", "S1 H1 D1 D2", 6),
    ],
)
def test_each_line_of_the_table_counts(feature: str, hand: str, worth: int) -> None:
    assert points(hand, feature) == worth


class TestBids:
    FLAT = "S1 S2 H1 H2 D1 D2 C1 C2 "  # worth nothing, with no short suit

    @pytest.mark.parametrize(
        ("hand", "total", "bid"),
        [
            ("SR SD HR HD EX DR T16 CD", 39, "pass"),
            ("SR SD HR HD EX DR T16 T18 CC", 40, "prise"),
            ("SR SD HR HD DR DD CR C3 C4 C5", 43, "prise"),
            ("SR SD HR HD DR DD CR CD C4 C5", 47, "prise"),
            ("SR SD HR HD DR DD CR CD EX SV SC", 58, "garde"),
        ],
    )
    def test_ranges(self, hand: str, total: int, bid: str) -> None:
        found = evaluate(ADVICE, DECK, DECK.mask(DECK.parse(self.FLAT + hand)), ALL)
        assert (found.total, found.bid) == (total, bid)

    def test_short_suits_count_for_the_highest_contracts_only(self) -> None:
        hand = "T21 T20 T18 T17 T12 T8 T5 T1 EX SR SD S9 S4 HR H3 D7 C10 CV"
        found = evaluate(ADVICE, DECK, DECK.mask(DECK.parse(hand)), ALL)
        assert found.total == found.totals["garde"] == 72 and found.totals["garde_sans"] == 75
        assert found.bid == "garde_sans"

    def test_a_bid_that_the_game_does_not_have_is_replaced(self) -> None:
        hand = DECK.parse(self.FLAT + "SR SD HR HD DR DD CR C3 C4 C5")
        found = evaluate(ADVICE, DECK, DECK.mask(hand), ALL[1:])
        assert found.bid == "pass" and found.advised == "prise"

    def test_eighty_is_a_garde_sans_and_more_a_garde_contre(self) -> None:
        assert [(bid.contract, bid.least) for bid in ADVICE.bids] == [
            ("prise", 40), ("garde", 56), ("garde_sans", 71), ("garde_contre", 81),
        ]  # fmt: skip


class TestCommand:
    HAND = "T21 T20 T18 T17 T12 T8 T5 T1 EX SR SD S9 S4 HR H3 D7 C10 CV"

    def run(self, capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as caught:
            main(["evaluate", *args])
        printed = capsys.readouterr()
        return int(caught.value.code or 0), printed.out, printed.err

    def test_text_and_json(self, capsys: pytest.CaptureFixture[str]) -> None:
        code, text, _err = self.run(capsys, "fft-4", "--hand", self.HAND)
        assert code == 0 and "the advice is to bid Garde sans le chien" in text
        data = json.loads(self.run(capsys, "fft-4", "--hand", self.HAND, "--json")[1])
        assert data["bid"] == "garde_sans" and data["total"] == 72
        assert sum(line["points"] for line in data["lines"] if not line["contracts"]) == 72
        assert all(line["sources"] for line in data["lines"])

    @pytest.mark.parametrize(
        ("args", "words"),
        [
            (("fft-4", "--hand", "T21 T20"), "2 cards; in fft-4 18 are dealt"),
            (("fft-4", "--hand", "T21 T99"), "T99"),
            (("fft-4", "--hand", "T21 T21"), "twice"),
            (("fft-44", "--hand", "T21"), "did you mean"),
            (("fft-4", "--hand", HAND, "--advice", "encyclopaedia"), "did you mean 'encyclopedia'"),
        ],
    )
    def test_wrong_hands_are_refused(
        self, capsys: pytest.CaptureFixture[str], args: tuple[str, ...], words: str
    ) -> None:
        code, _out, err = self.run(capsys, *args)
        assert code == 1 and words in err and "Traceback" not in err

    def test_another_number_of_players(self, capsys: pytest.CaptureFixture[str]) -> None:
        hand = " ".join(card.code for card in DECK.cards[:15])
        code, text, _err = self.run(capsys, "fft-5", "--hand", hand)
        assert code == 0 and "made for 4 players" in text


class TestSignals:
    def printed(self) -> list[str]:
        done = replayed("signals-seen")
        rows = [play for block in flat(lesson(done)) if hasattr(block, "plays") for play in block.plays]
        return [str(reason) for play in rows for reason in play.reasons if str(reason).startswith("A signal")]

    def test_each_signal_is_named_and_checked_against_the_hand(self) -> None:
        low, falling, odd, high = self.printed()
        assert "promises the king or the queen" in low and "East's hand bears it out" in low
        assert "only these two" in falling and "North's hand bears it out" in falling
        assert "odd trump" in odd and "North's hand does not bear it out" in odd
        assert "neither a king nor a queen" in high and "East's hand bears it out" in high

    def test_the_taker_signals_to_nobody(self) -> None:
        assert not any("South" in text for text in self.printed())

    def test_unknown_advice_is_an_error_with_its_place(self, tmp_path: Path) -> None:
        text = (
            LIBRARY.find_record("example", "signals-seen")
            .read_text(encoding="utf-8")
            .replace(": encyclopedia", ": encyclopaedia")
        )
        path = tmp_path / "x.yaml"
        path.write_text(text, encoding="utf-8")
        with pytest.raises(LoadError, match="did you mean 'encyclopedia'") as caught:
            check_file(path, Library())
        assert caught.value.problems[0].place and caught.value.problems[0].place.file.endswith("x.yaml")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("cards: [T21], points: 10", "cards: [T22], points: 10", "no mark, suit or card"),
        ("source: enc2011, at: Signalization", "source: enc2012, at: Signalization", "not in the bibliography"),
        ("kind: sequence", "kind: sequins", "allowed"),
        ("least: 40", "least: forty", "not a whole number"),
    ],
)
def test_wrong_files_are_refused(tmp_path: Path, old: str, new: str, words: str) -> None:
    path = tmp_path / "encyclopedia.yaml"
    shipped = next(path for path in LIBRARY.roots[0].rglob("advice/*.yaml"))
    path.write_text(shipped.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    with pytest.raises(LoadError, match=words) as caught:
        check_file(path, Library())
    for problem in caught.value.problems:
        assert problem.place and problem.place.line > 1 and problem.hint


@pytest.mark.parametrize("name", ["hombre-1674", "scarto", "slovenian-pagat", "ruff-and-honours", "early-17c"])
def test_advice_about_another_game_is_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A pack of the advice alone is not enough: in the game of 1637 nobody bids."""
    ruleset = LIBRARY.load(name)
    hand = " ".join(card.code for card in ruleset.deck.cards[:8])
    assert "[evaluate.advice]" in printed_by(capsys, "evaluate", name, "--hand", hand, code=1)
    assert "[evaluate.advice]" in printed_by(capsys, "evaluate", name, "--tune", code=1)
    with pytest.raises(LoadError, match="does not fit"):
        tt.evaluate(name, hand)
    assert advice_for(LIBRARY, ruleset) is None


def test_an_example_takes_advice_about_its_game_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = tmp_path / "mine.yaml"
    printed_by(capsys, "new", "example", "mine", "--ruleset", "scarto", "--out", str(mine))
    mine.write_text(mine.read_text(encoding="utf-8") + "advice: encyclopedia\n", encoding="utf-8")
    assert "[evaluate.advice]" in printed_by(capsys, "check", str(mine), code=1)
