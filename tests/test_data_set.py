"""Data sets: the same bytes by the same command, rows that bring what they say, and broken folders refused. ``DATASET_DEALS`` is the number of
deals of each ruleset in the small one, ``DATASET_SEED`` its seed; where the first is set, Parquet files are made too, and a seventh of the
rulesets is made again."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import tarot_teach as tt
from tarot_teach.cli import main
from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError, RecordError, RunError
from tarot_teach.messages import printed_by
from tarot_teach.records.fingerprint import fingerprint
from tarot_teach.records.lines.deals import read_deal_line
from tarot_teach.records.typed_results import read_result
from tarot_teach.topics.data_set import endings, making, rows
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tests.helpers import LIBRARY
from tests.test_pseudo_translation import Pseudo

GAMES = ("hombre-1674", "scarto", "slovenian-pagat")
OF_GAMES = [word for name in GAMES for word in ("--ruleset", name)]
ROOT = Path(__file__).parent.parent
DEALS = int(os.environ.get("DATASET_DEALS", "2"))
SEED = int(os.environ.get("DATASET_SEED", "3"))
WITHOUT_TRICKS = {"burro", "burro-portuguese", "casita-robada"}


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str]:
    """The exit code, and what is said on standard error; nothing is said on standard output."""
    with pytest.raises(SystemExit) as caught:
        main(["dataset", *args])
    out, err = capsys.readouterr()
    assert "Traceback" not in err and not out
    return int(caught.value.code or 0), err


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def make_small(folder: Path, jobs: str, *rulesets: str) -> Path:
    """Some deals of some rulesets, or of all of the library, with endings, and with tactics of the first."""
    options = ["--deals", str(DEALS), "--seed", str(SEED), "--jobs", jobs, "--endings", "2", "--tactics", "1"]
    options += ["--parquet"] if "DATASET_DEALS" in os.environ else []
    options += [word for name in rulesets for word in ("--ruleset", name)]
    with pytest.raises(SystemExit) as caught:
        main(["dataset", "--out", str(folder), *options])
    assert not caught.value.code
    return folder


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small data set, made by one process."""
    return make_small(tmp_path_factory.mktemp("small") / "data", "1")


@pytest.fixture
def few(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """Three deals of three games."""
    assert run(capsys, "--out", str(tmp_path / "few"), "--deals", "3", "--jobs", "1", *OF_GAMES)[0] == 0
    return tmp_path / "few"


def test_a_small_data_set_of_every_ruleset_is_made_and_read_back(small: Path) -> None:
    data = tt.dataset(small)
    assert data.rulesets == tuple(sorted(LIBRARY.ids())) and len(data) == DEALS * len(LIBRARY.ids())
    found = [*data.rows()]
    assert [(row["ruleset"], row["number"]) for row in found] == [(n, i) for n in data.rulesets for i in range(DEALS)]
    size = sum(map(len, contents(small).values()))
    print(f"{len(data)} deals, {size / 1e6:.2f} MB")  # shown by pytest -s
    assert size < 12_000_000
    assert repr(data) == f"<DataSet {small}: {len(data)} deals of {len(data.rulesets)} rulesets>"


@pytest.mark.skipif("DATASET_DEALS" not in os.environ, reason="by DATASET_DEALS, as one of the sweeps of .ci/run")
def test_shards_of_the_small_data_set_are_made_again_by_two_processes(small: Path, tmp_path: Path) -> None:
    """Those of a seventh of the rulesets, others by the next seeds."""
    names = sorted(LIBRARY.ids())[SEED % 7 :: 7]
    again = tt.dataset(make_small(tmp_path / "again", "2", *names))
    assert [*again.rulesets] == names
    before = contents(small)
    for shard in again.manifest.shards:
        for path in (shard.lines, shard.parquet):
            assert (again.folder / path).read_bytes() == before[path], path
    assert {shard.kind for shard in again.manifest.shards} >= {"deals", "endings"}


def test_a_line_brings_the_scores_of_its_row(small: Path) -> None:
    for row in tt.dataset(small).rows():
        read = read_deal_line(row["line"], LIBRARY)
        result = read.deal.state.result
        assert not read.changed and result is not None
        assert [*map(Fraction, row["scores"] or ())] == [*result.scores], row["ruleset"]
        assert row["void"] == (result.void or None)
        assert (row["seats"], row["dealer"]) == (
            [*read.deal.state.seats],
            read.deal.state.seats[read.deal.state.dealer],
        )


def test_a_typed_result_brings_the_scores_of_its_row(small: Path) -> None:
    typed = Counter[str]()
    for row in tt.dataset(small).rows():
        if row["result"] is not None:
            scorer = Engine(LIBRARY.load(row["ruleset"])).scorer
            scores = read_result(scorer, row["result"]).result().scores
            assert [*map(Fraction, scores)] == [*map(Fraction, row["scores"])], row
            typed[row["ruleset"]] += 1
    assert {*GAMES} <= {*typed} and len(typed) > 30


def test_the_manifest_counts_and_names_the_rules(small: Path) -> None:
    data = tt.dataset(small)
    for ruleset in data.manifest.rulesets:
        of = [*data.rows(ruleset.name)]
        assert ruleset.fingerprint == fingerprint(LIBRARY.load(ruleset.name))
        assert ruleset.deals == len(of) and ruleset.void == sum(row["void"] is not None for row in of)
        assert ruleset.untyped == sum(row["void"] is None and row["result"] is None for row in of)
        assert sum(ruleset.unwritten.values()) == sum(row["line"] is None for row in of)
        assert all(f"@{ruleset.fingerprint[:6]} " in row["line"] for row in of) and ruleset.seats == of[0]["seats"]
    assert {ruleset.name for ruleset in data.manifest.rulesets if ruleset.draft} == {
        name for name in LIBRARY.ids() if LIBRARY.load(name).draft
    }


def test_the_card_tells_fields_figures_licence_and_sources(small: Path) -> None:
    card = (small / "README.md").read_text(encoding="utf-8")
    data = tt.dataset(small)
    for kind, found in (("deals", data.rows()), ("endings", data.endings()), ("tactics", data.tactics())):
        part = card.split(f"## Fields of {kind}\n")[1].split("\n## ")[0]
        named = [name for line in re.findall(r"^(`.*)\n: ", part, re.M) for name in re.findall(r"`(\w+)`", line)]
        assert named == [*next(found)]
    assert (small / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
    assert "Cotton, Charles: *The Compleat Gamester*" in card
    assert (
        f"| `guide-4` | Tarot for beginners (a guide of 2011) | 4 | `tarot-78` | {DEALS} |" in card
        and "| $, 2 decimal places |" in card
    )
    assert all(f"`{name}`" in card for name in LIBRARY.ids())


def test_checksums_are_those_of_sha256sum(few: Path) -> None:
    lines = (few / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    found = {name: hashlib.sha256(content).hexdigest() for name, content in contents(few).items()}
    del found["SHA256SUMS"]
    assert lines == [f"{found[name]}  {name}" for name in sorted(found)]


def test_any_number_of_processes_makes_the_same_bytes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With more deals than a batch has, and other hashes in each process; Parquet too."""
    deals = str(making.BATCH + 3)
    for jobs in ("1", "2"):
        args = ("--deals", deals, "--jobs", jobs, "--endings", "3", "--tactics", "5", "--parquet", *OF_GAMES)
        code, err = run(capsys, "--out", str(tmp_path / jobs), *args)
        assert code == 0 and err == f"Written: {tmp_path / jobs}. Deals: 159, rulesets: 3.\n"
    assert contents(tmp_path / "1") == contents(tmp_path / "2")


def test_the_command_of_the_card_makes_the_same_bytes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = [
        "--deals",
        "2",
        "--seed",
        "9",
        "--ruleset",
        "fft-4+misere",
        "--ruleset",
        "scarto",
        "--players",
        "random",
        "--endings",
        "2",
        "--tactics",
        "1",
    ]
    assert run(capsys, "--out", str(tmp_path / "one"), *given)[0] == 0
    card = (tmp_path / "one" / "README.md").read_text(encoding="utf-8")
    command = re.search(r"\$ tarot-teach dataset (.*)", card)
    assert command
    again = [str(tmp_path / "two") if word == "FOLDER" else word for word in shlex.split(command[1])]
    assert run(capsys, *again)[0] == 0
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    assert tt.dataset(tmp_path / "two").rulesets == ("fft-4+misere", "scarto")


def test_a_deal_depends_on_the_seed_and_on_no_other_deal(few: Path, tmp_path: Path, capsys: Any) -> None:
    assert run(capsys, "--out", str(tmp_path / "one"), "--deals", "1", "--ruleset", "scarto")[0] == 0
    assert run(capsys, "--out", str(tmp_path / "other"), "--deals", "1", "--ruleset", "scarto", "--seed", "2")[0] == 0
    first, *rest = tt.dataset(few).rows("scarto")
    assert [*tt.dataset(tmp_path / "one").rows()] == [first] and first["line"] not in [row["line"] for row in rest]
    assert next(tt.dataset(tmp_path / "other").rows())["line"] != first["line"]


def test_language_changes_no_byte(few: Path, tmp_path: Path) -> None:
    order = making.Order(making.Task(GAMES, ("simple",), 1), "simple", 3)
    with printed_by(Pseudo()):
        making.make_data_set(order, tmp_path / "again", 1, lambda _deals: None)
    assert contents(tmp_path / "again") == contents(few)


def test_the_howto_reads_a_data_set(few: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few.rename(few.with_name("deals"))
    monkeypatch.chdir(few.parent)
    (block,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs/howto/data-set.md").read_text(encoding="utf-8"), re.S)
    exec(block, values := dict[str, Any]())
    scores = [*map(Fraction, values["row"]["scores"])]
    assert [*values["sheet"].by_seat.values()] == scores == [*values["deal"].state.result.scores]


def test_shards_are_cut_and_read_in_order(tmp_path: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "BATCH", 2)
    monkeypatch.setattr(making, "SHARD", 4)
    assert run(capsys, "--out", str(tmp_path / "cut"), "--deals", "5", "--jobs", "1", "--ruleset", "scarto")[0] == 0
    data = tt.dataset(tmp_path / "cut")
    assert [(shard.name, shard.rows) for shard in data.manifest.shards] == [("scarto.0000", 4), ("scarto.0001", 1)]
    assert [row["number"] for row in data.rows()] == [0, 1, 2, 3, 4]


def test_parquet_has_the_same_rows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import pyarrow.parquet as pq

    args = ("--deals", "8", "--endings", "2", "--tactics", "8", "--parquet", *OF_GAMES)
    assert run(capsys, "--out", str(tmp_path / "data"), *args)[0] == 0
    data = tt.dataset(tmp_path / "data")
    found = dict[str, list[dict[str, Any]]]()
    for shard in data.manifest.shards:
        found.setdefault(shard.kind, []).extend(pq.read_table(data.folder / shard.parquet).to_pylist())
    deals = [{**row, "result": row["result"] and json.loads(row["result"])} for row in found["deals"]]
    assert deals == [*data.rows()] and len(deals) == 24 and any(row["result"] is None for row in deals)
    assert found["endings"] == [*data.endings()] and found["tactics"] == [*data.tactics()]
    assert len(found["endings"]) > 9 and len(found["tactics"]) > 3


# ---------------------------------------------------------------- endings and tactics


def test_an_ending_is_a_position_of_its_deal(small: Path) -> None:
    data, read = tt.dataset(small), Counter[str]()
    lines = {(row["ruleset"], row["number"]): row["line"] for row in data.rows()}
    for row in data.endings():
        deal = read_deal_line(lines[row["ruleset"], row["number"]], LIBRARY).deal
        number = next(
            i for i, move in enumerate(deal.moves) if most_cards(move) <= 2 and isinstance(move.action, tt.Play)
        )
        move = deal.moves[number]
        assert (row["trick"], row["seat"]) == (move.before.number, move.before.seats[move.action.seat])
        assert row["played"] == move.action.card.code and row["played"] in row["cards"]
        allowed = codes(deal.undo(len(deal.moves) - number))
        assert {*row["cards"]} == allowed and {*row["best"]} <= allowed and row["best"]
        sign = 1 if row["high"] else -1
        top = max(sign * value for value in row["values"])
        assert [sign * value == top for value in row["values"]] == [card in row["best"] for card in row["cards"]]
        if row["position"]:
            assert codes(tt.from_line(row["position"])) == allowed
            read[row["ruleset"]] += 1
    assert {*GAMES} <= {*read} and len(read) > 20


def codes(deal: tt.Deal) -> set[str]:
    """The codes of the cards that may be played."""
    return {card.code for card in deal.state.deck.set(deal.legal.cards)}


def most_cards(move: tt.Move) -> int:
    return max(map(int.bit_count, move.before.hands))


def test_an_ending_of_one_card_is_worth_what_the_deal_brought(tmp_path: Path, capsys: Any) -> None:
    """Where nobody has a choice any more, best play is what was played."""
    games = [word for name in (*GAMES, "fft-4", "minchiate", "tresillo") for word in ("--ruleset", name)]
    assert run(capsys, "--out", str(tmp_path / "data"), "--deals", "4", "--endings", "1", *games)[0] == 0
    data, seen = tt.dataset(tmp_path / "data"), Counter[tuple[str, str]]()
    lines = {(row["ruleset"], row["number"]): row["line"] for row in data.rows()}
    for row in data.endings():
        state = read_deal_line(lines[row["ruleset"], row["number"]], LIBRARY).deal.state
        assert state.result and len(row["cards"]) == 1
        side = {state.seats.index(letter) for letter in row["side"]}
        if row["objective"] == "tricks":
            brought = Fraction(sum(taken.winner in side for taken in state.tricks))
        else:
            outcomes = [sheet.outcome for sheet in state.result.sheets]
            mine = [each for each in outcomes if each.taker is not None or side & {*each.players}]
            brought = Fraction(mine[0].halves, 2)
        assert Fraction(row["values"][0]) == brought, row
        seen[row["ruleset"], row["objective"]] += 1
    assert {name for name, _objective in seen} >= {*GAMES, "fft-4", "minchiate", "tresillo"}
    assert {objective for _name, objective in seen} == {"points", "tricks"}


def test_tactics_are_turns_of_their_deals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of the first deals only; a card that was played and is not right is the one that tempts."""
    names = (*GAMES, "enc2011-3", "ottocento")
    games = [word for name in names for word in ("--ruleset", name)]
    assert run(capsys, "--out", str(tmp_path / "data"), "--deals", "27", "--tactics", "25", *games)[0] == 0
    data, found = tt.dataset(tmp_path / "data"), Counter[str]()
    lines = {(row["ruleset"], row["number"]): row["line"] for row in data.rows()}
    for row in data.tactics():
        deal = read_deal_line(lines[row["ruleset"], row["number"]], LIBRARY).deal
        moves = [move for move in deal.moves if isinstance(move.action, tt.Play)]
        (move,) = (
            move
            for move in moves
            if (move.before.left(move.action.seat), len(move.before.trick.cards)) == (row["tricks"], row["laid"])
        )
        before, seat = move.before, move.action.seat
        assert row["seat"] == before.seats[seat] and row["played"] == move.action.card.code
        assert row["hand"] == [card.code for card in before.hand(seat)]
        assert row["trick"] == [card.code for card in before.trick.cards]
        allowed = codes(deal.undo(len(deal.moves) - deal.moves.index(move)))
        assert {card for group in row["groups"] for card in group} == allowed
        right = next(group for group in row["groups"] if row["right"] in group)
        assert row["played"] in right or row["tempting"] == row["played"] or row["excuse"]
        assert row["best"][row["groups"].index(right)] >= 95 and row["worlds"] == 100 and row["number"] < 25
        found[row["ruleset"]] += 1
    assert {*GAMES} <= {*found} and "enc2011-3" in found, found
    assert {each.name: each.tactics for each in data.manifest.rulesets if each.tactics} == found


def test_the_card_says_which_games_have_no_tactics(small: Path) -> None:
    without = {each.name: each.without_tactics for each in tt.dataset(small).manifest.rulesets if each.without_tactics}
    assert {*without} == WITHOUT_TRICKS
    card = (small / "README.md").read_text(encoding="utf-8")
    for name in WITHOUT_TRICKS:
        assert f"- `{name}`: the cards are not played to tricks to which all play" in card
        assert not [*tt.dataset(small).tactics(name)]


def test_tactics_of_more_deals_than_are_made_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, err = run(capsys, "--out", str(tmp_path / "new"), "--deals", "3", "--tactics", "4", "--ruleset", "scarto")
    assert code == 2 and "tactics of 4 deals cannot be looked for in 3" in err and "--tactics 3, or fewer" in err
    for wrong in ("-1", "many"):
        code, err = run(capsys, "--out", str(tmp_path / "new"), "--tactics", wrong, "--ruleset", "scarto")
        assert code == 2 and wrong in err
    assert not (tmp_path / "new").exists()


def test_endings_that_cannot_be_solved_are_counted_and_said(tmp_path: Path, capsys: Any) -> None:
    code, err = run(capsys, "--out", str(tmp_path / "data"), "--deals", "3", "--endings", "4", "--ruleset", "burro")
    data = tt.dataset(tmp_path / "data")
    (burro,) = data.manifest.rulesets
    assert code == 0 and [*data.endings()] == [] and [*burro.unsolved.values()] == [3]
    reason = "the solver cannot take this position of burro: the cards are not played to tricks to which all play"
    assert f"burro: endings that cannot be solved: 3, since {reason}" in err
    assert f"- `burro`: 3, since {reason}" in (data.folder / "README.md").read_text(encoding="utf-8")


def test_an_ending_that_needs_too_many_positions_is_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endings, "NODES", 1)
    args = ("--deals", "2", "--jobs", "1", "--endings", "4", "--ruleset", "slovenian-pagat")
    code, err = run(capsys, "--out", str(tmp_path / "data"), *args)
    assert (
        code == 0
        and "slovenian-pagat: endings that cannot be solved: 2, since the search needs too many positions" in err
    )
    assert [*tt.dataset(tmp_path / "data").endings()] == []


def test_deals_without_a_line_are_counted_and_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    written = rows.deal_line

    def some(deal: Any, library: Any) -> str:
        if len(deal.state.hands) == 3 and deal.start.hands[0] & 1:
            raise RecordError.of("line.untold", "no line can hold it", hint="none")
        return written(deal, library)

    monkeypatch.setattr(rows, "deal_line", some)
    code, err = run(capsys, "--out", str(tmp_path / "data"), "--deals", "6", "--jobs", "1", "--ruleset", "scarto")
    data = tt.dataset(tmp_path / "data")
    without = [row for row in data.rows() if row["line"] is None]
    assert code == 0 and 0 < len(without) < 6 and all(row["result"] and row["scores"] for row in without)
    assert f"scarto: deals without a line: {len(without)}, since no line can hold it" in err
    card = (data.folder / "README.md").read_text(encoding="utf-8")
    assert f"Deals whose line cannot be written: {len(without)}." in card
    assert f"- `scarto`: {len(without)}, since no line can hold it" in card


# ---------------------------------------------------------------- what is refused


def refused(folder: Path) -> list[tuple[str, str]]:
    """The codes, and the files that are named."""
    with pytest.raises(LoadError) as caught:
        tt.dataset(folder)
    assert all(problem.hint and problem.place for problem in caught.value.problems)
    return [(problem.code, Path(str(problem.place)).name) for problem in caught.value.problems]


def test_changed_and_missing_files_are_all_named(few: Path) -> None:
    shard = few / "deals" / "scarto.0000.jsonl"
    shard.write_bytes(shard.read_bytes().replace(b'"number":1', b'"number":2'))
    (few / "deals" / "slovenian-pagat.0000.jsonl").unlink()
    (few / "LICENSE").write_text("mine")
    assert refused(few) == [
        ("dataset.changed", "LICENSE"),
        ("dataset.changed", "scarto.0000.jsonl"),
        ("dataset.missing", "slovenian-pagat.0000.jsonl"),
    ]


@pytest.mark.parametrize(
    ("file", "text", "code"),
    [
        ("dataset.json", None, "dataset.missing"),
        ("SHA256SUMS", None, "dataset.missing"),
        ("SHA256SUMS", "", "dataset.changed"),
        ("dataset.json", "{", "dataset.unreadable"),
        ("dataset.json", '{"dataset": 1}', "dataset.unreadable"),
        ("dataset.json", '{"dataset": 2, "more": []}', "dataset.format"),
    ],
)
def test_a_folder_that_is_no_data_set_is_refused(few: Path, file: str, text: str | None, code: str) -> None:
    if text is None:
        (few / file).unlink()
    else:
        (few / file).write_text(text)
    assert {found for found, _name in refused(few)} == {code}


def test_a_path_that_leads_out_of_the_folder_is_refused(few: Path) -> None:
    text = (few / "dataset.json").read_text(encoding="utf-8")
    (few / "dataset.json").write_text(text.replace('"scarto.0000"', '"../../scarto"'), encoding="utf-8")
    assert refused(few) == [("dataset.unreadable", "dataset.json")]


def test_a_row_that_is_none_is_told_with_its_line(few: Path) -> None:
    shard, sums = few / "deals" / "scarto.0000.jsonl", few / "SHA256SUMS"
    before = hashlib.sha256(shard.read_bytes()).hexdigest()
    shard.write_bytes(b"\n".join(shard.read_bytes().splitlines()[:1]) + b"\n[3\n")
    after = hashlib.sha256(shard.read_bytes()).hexdigest()
    sums.write_text(sums.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")
    with pytest.raises(LoadError) as caught:
        list(tt.dataset(few).rows("scarto"))
    problem = caught.value.problems[0]
    assert problem.code == "dataset.unreadable" and problem.place and problem.place.line == 2


def test_an_unknown_ruleset_is_refused_with_a_suggestion(few: Path, tmp_path: Path, capsys: Any) -> None:
    with pytest.raises(LoadError, match="no deals of 'scrto'") as caught:
        tt.dataset(few).rows("scrto")
    assert caught.value.problems[0].hint == "did you mean 'scarto'?"
    code, err = run(capsys, "--out", str(tmp_path / "new"), "--ruleset", "scrto")
    assert code == 1 and "scarto" in err and not (tmp_path / "new").exists()


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    code, err = run(capsys, "--out", str(tmp_path), "--ruleset", "scarto")
    assert code == 1 and "dataset.occupied" in err and [*contents(tmp_path)] == ["mine.txt"]
    code, err = run(capsys, "--out", str(tmp_path / "mine.txt"), "--ruleset", "scarto")
    assert code == 1 and "dataset.occupied" in err
    code, err = run(capsys, "--out", str(tmp_path / "no" / "such"), "--ruleset", "scarto")
    assert code == 1 and "file.unwritable" in err


def test_an_empty_folder_is_filled(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--out", str(tmp_path), "--deals", "1", "--ruleset", "scarto")[0] == 0
    assert len(tt.dataset(tmp_path)) == 1
    assert repr(tt.dataset(tmp_path)) == f"<DataSet {tmp_path}: 1 deal of 1 ruleset>"


def test_an_error_leaves_nothing_behind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    played = DealSimulator.play

    def fail(self: DealSimulator, seed: int, number: int) -> tt.Deal:
        if number == 2 and self.name == "slovenian-pagat":
            raise ValueError("a fault of a rule")
        return played(self, seed, number)

    monkeypatch.setattr(DealSimulator, "play", fail)
    code, err = run(capsys, "--out", str(tmp_path / "new"), "--deals", "3", "--jobs", "1", *OF_GAMES)
    assert code == 1 and "simulate.failed" in err and "ValueError: a fault of a rule" in err
    assert [*tmp_path.iterdir()] == []


def test_two_rulesets_of_one_name_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = tmp_path / "mine.yaml"
    mine.write_text("format: 1\nid: scarto\ntitle: Mine\nextends: fft-4\n", encoding="utf-8")
    code, err = run(capsys, "--out", str(tmp_path / "new"), "--ruleset", str(mine), "--ruleset", "scarto")
    assert code == 1 and "dataset.name" in err and not (tmp_path / "new").exists()


def test_a_ruleset_of_a_user_is_played_in_other_processes(tmp_path: Path, capsys: Any) -> None:
    mine = tmp_path / "mine.yaml"
    mine.write_text("format: 1\nid: mine\ntitle: Mine\nextends: scarto\n", encoding="utf-8")
    code, _err = run(capsys, "--out", str(tmp_path / "new"), "--deals", "2", "--jobs", "2", "--ruleset", str(mine))
    assert code == 0
    assert [row["line"].split("@")[0] for row in tt.dataset(tmp_path / "new").rows("mine")] == ["d1 mine", "d1 mine"]


def test_parquet_without_the_extra_is_refused_before_the_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    code, err = run(capsys, "--out", str(tmp_path / "new"), "--parquet", *OF_GAMES)
    assert code == 1 and "pip install 'tarot-teach[parquet]', or take JSON lines alone" in err
    assert not (tmp_path / "new").exists()


def test_a_process_that_ends_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from concurrent.futures.process import BrokenProcessPool

    def gone(*_args: Any) -> None:
        raise BrokenProcessPool("gone")

    monkeypatch.setattr(making, "play_rows", gone)
    task = making.Task(("scarto",), ("simple",), 1)
    with pytest.raises(RunError) as caught:
        making.make_data_set(making.Order(task, "simple", 1), tmp_path / "new", 1, lambda _deals: None)
    assert caught.value.problems[0].code == "simulate.workers" and [*tmp_path.iterdir()] == []
