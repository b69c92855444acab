"""Many records at a time: each has its line, what cannot be read is counted with place and cure, and a run that was stopped goes on where it ended."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import tarot_teach as tt
from tarot_teach.cli.admits import OF_RECORDS, Sink, line_of
from tarot_teach.errors import RunError
from tarot_teach.loading.user_files import library_for
from tarot_teach.records.gathered import MOST_SIGNS, Source, has_many, sources_in
from tarot_teach.topics.admits import many
from tarot_teach.topics.admits.candidates import Engines
from tarot_teach.topics.admits.many import COLUMNS, Answer, Asked, answers
from tarot_teach.topics.simulate.workers import WorkerProcesses, Workers
from tests.helpers import LIBRARY, run

SMALL = """
format: 1
id: {id}
ruleset: hombre-1674
title: A king is kept
seats: {{S: the ombre, E: the leader, W: the partner}}
start: {{step: play, taker: S, contract: game, trumps: hearts, leader: E}}
hands:
  E: [SQ, "?", "?"]
  W: [{hand}]
tricks:
  - cards: [E SQ, W {played}]
"""
ADMITTED = ["hombre-1674", "hombre-blog", "tresillo"]


def small(id: str, hand: str = 'SK, S4, "?"', played: str = "S4") -> str:
    return SMALL.format(id=id, hand=hand, played=played).lstrip()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three dozen records, of which some cannot be read, and what else lies in a folder."""
    made = tmp_path / "records"
    made.mkdir()
    for number in range(24):
        (made / f"a{number:02}.yaml").write_text(small(f"a{number:02}"), encoding="utf-8")
    text = small("b")
    (made / "b-contradicts.yaml").write_text(small("b", "SK, SQ, D4", "SK"), encoding="utf-8")
    (made / "b-cut.yaml").write_text(text[: text.index("tricks") + 24], encoding="utf-8")
    (made / "b-empty.yaml").write_text("", encoding="utf-8")
    (made / "b-encoding.yaml").write_bytes(text.replace("king", "kîng").encode("latin-1"))
    (made / "b-game.yaml").write_text(text.replace("hombre-1674", "hombre-1764"), encoding="utf-8")
    (made / "b-inner").mkdir()
    (made / "b-none.txt").write_text("Dear Sir,\n", encoding="utf-8")
    (made / "b-option.yaml").write_text("format: 1\nid: mine\ntitle: Mine\nchanges: {}\n", encoding="utf-8")
    (made / "b-pack.yaml").write_text(small("b", "SK, S8, D4", "SK"), encoding="utf-8")
    (made / "b-refused.yaml").write_text(small("b", "SK, H3, D4", "H3"), encoding="utf-8")
    os.mkfifo(made / "b-pipe.yaml")
    os.mkfifo(made / "b-pipe.txt")
    (made / "b-gone.yaml").symlink_to(made / "nowhere")
    (made / ".hidden.yaml").write_text("", encoding="utf-8")
    line = tt.to_line(tt.deal("scarto", seed=5))
    lines = [line, "", line.replace("d1", "deal"), line[:90], f"{line[:40]}é{line[41:]}"]
    (made / "c.txt").write_bytes("\n".join(lines).encode("latin-1"))
    return made


FAULTS = {
    "b-cut.yaml": ("yaml.syntax", "b-cut.yaml:12:1", "a bracket is not closed"),
    "b-empty.yaml": ("file.empty", "b-empty.yaml:1:1", "begin with"),
    "b-encoding.yaml": ("yaml.encoding", "b-encoding.yaml:4:11", "save the file as UTF-8"),
    "b-game.yaml": ("library.unknown", "b-game.yaml:3:10", "did you mean 'hombre-1674'?"),
    "b-inner": ("yaml.unreadable", "b-inner", "name it too"),
    "b-none.txt": ("record.source", "b-none.txt", "leave it out"),
    "b-option.yaml": ("file.kind", "b-option.yaml:1:1", "name an example here"),
    "b-pack.yaml": ("cards.unknown", "b-pack.yaml:9:11", "cards of the suit spades"),
    "b-pipe.yaml": ("yaml.unreadable", "b-pipe.yaml:1:1", "write it to a file first"),
    "b-pipe.txt": ("yaml.unreadable", "b-pipe.txt", "write it to a file first"),
    "b-gone.yaml": ("yaml.unreadable", "b-gone.yaml:1:1", "check the path"),
    "c.txt:3": ("line.form", "c.txt:3:1", "begin it with d1 or p1"),
    "c.txt:4": ("line.form", "c.txt:4:", "write it as d1"),
    "c.txt:5": ("yaml.encoding", "c.txt:5:41", "save the file as UTF-8"),
}
"""Records of the folder that cannot be read: the code, the place, and the beginning of the cure."""


def asked(*names: str | Path, options: int = 0) -> list[Answer]:
    """The answers to all records that some names mean, in this process."""
    files = library_for(names, lambda _note: None, records=False).user_files
    wanted = Asked((), options, tuple(files))
    return [*answers(wanted, sources_in([*map(str, names)]), Workers(), threading.Event())]


def rows_of(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


# ---------------------------------------------------------------- what is read, and what is not


def test_each_file_of_a_folder_has_an_answer(folder: Path) -> None:
    """Nothing is left out but hidden files: a record that cannot be read has the place and the cure."""
    found = {str(Path(answer.source).relative_to(folder)): answer for answer in asked(folder)}
    lines = {f"c.txt:{number}" for number in (1, 3, 4, 5)}
    assert {*found} == {path.name for path in folder.iterdir() if path.name not in (".hidden.yaml", "c.txt")} | lines
    assert {name for name, answer in found.items() if not answer.read} == {*FAULTS}
    for name, (code, place, cure) in FAULTS.items():
        problem = found[name].problem
        assert problem is not None and problem.place is not None and problem.hint is not None
        assert problem.code == code
        assert str(problem.place).startswith(str(folder / place))
        assert problem.hint.startswith(cure)
    assert all([*found[f"a{number:02}.yaml"].admitted] == ADMITTED for number in range(24))
    assert "scarto" in found["c.txt:1"].admitted


def test_a_record_that_none_admits_says_what_its_own_ruleset_refuses(folder: Path) -> None:
    (contradicts,) = asked(folder / "b-contradicts.yaml")
    assert contradicts.read and not contradicts.admitted and contradicts.problem is not None
    assert (contradicts.problem.code, contradicts.problem.message) == (
        "record.card-twice",
        "SQ is here, and among the hands of E too",
    )
    (refused,) = asked(folder / "b-refused.yaml")
    assert refused.read and refused.problem is not None and refused.problem.place is not None
    assert (refused.problem.rule, refused.problem.place.line) == ("play.follow_suit", 11)
    assert "spades" in refused.problem.message


def test_many_records_are_answered_as_one_is(folder: Path) -> None:
    names = ["rape-of-the-lock", "scarto-a-whole-deal", str(folder / "a01.yaml"), tt.to_line(tt.deal("scarto", seed=5))]
    for name, answer in zip(names, asked(*names, options=1), strict=True):
        one = tt.admits(name)
        assert (answer.admitted, answer.tried) == (one.admitted, len(one.trials))


def test_names_that_mean_nothing_have_their_line() -> None:
    good, wrong = asked("going-over", "goin-over")
    assert good.read and not wrong.read and wrong.problem is not None
    assert (wrong.problem.code, wrong.problem.hint) == ("library.unknown", "did you mean 'going-over'?")


def test_games_take_turns_in_one_folder(tmp_path: Path) -> None:
    """L'Ombre, Scarto and Slovenian tarok, each in its own cards, more than once."""
    for turn in range(3):
        for game in ("hombre-1674", "scarto", "slovenian-pagat"):
            line = tt.to_line(tt.deal(game, seed=turn))
            (tmp_path / f"{turn}-{game}.txt").write_text(f"{line}\n", encoding="utf-8")
    found = asked(tmp_path)
    assert len(found) == 9
    assert all(answer.ruleset in answer.admitted for answer in found)


def test_rulesets_of_a_folder_are_known_to_its_records(tmp_path: Path) -> None:
    """By their ids, by their paths, and from the folder above that of the examples."""
    own = "format: 1\nid: mine\nextends: scarto\ntitle: Our Scarto\n"
    (tmp_path / "mine.yaml").write_text(own, encoding="utf-8")
    other, examples = tmp_path / "other", tmp_path / "examples"
    other.mkdir()
    examples.mkdir()
    text = LIBRARY.find_record("example", "scarto-a-whole-deal").read_text(encoding="utf-8")
    for place, name in ((tmp_path, "mine"), (examples, "mine"), (other, "../mine.yaml")):
        for number in range(2):
            new = text.replace("ruleset: scarto", f"ruleset: {name}").replace("id: scarto", f"id: r{number}-scarto")
            (place / f"r{number}.yaml").write_text(new, encoding="utf-8")
    for place in (tmp_path, examples, other):
        read = [answer for answer in asked(place) if answer.read]
        assert [answer.ruleset for answer in read] == ["mine", "mine"]
        assert all({"mine", "scarto"} <= {*answer.admitted} for answer in read)


def test_records_are_no_neighbours(folder: Path) -> None:
    """A folder of a hundred thousand records makes no library of as many files."""
    files = library_for([folder, *sorted(folder.glob("a*.yaml"))], print, records=False).user_files
    assert [path.name for path in files] == ["b-option.yaml"]


def test_sources_are_read_one_by_one(tmp_path: Path) -> None:
    path, line = tmp_path / "lines.txt", tt.to_line(tt.deal("scarto", seed=5))
    path.write_text(f"{line}\n" * 50, encoding="utf-8")
    taken: list[Source] = []

    def sources() -> Iterator[Source]:
        for source in sources_in([str(path)]):
            taken.append(source)
            yield source

    first = [*islice(answers(Asked(("scarto",), 0), sources(), Workers(), threading.Event()), 3)]
    assert [answer.source for answer in first] == [f"{path}:{number}" for number in (1, 2, 3)]
    assert len(taken) < 6


def test_a_line_without_an_end_is_not_read_whole(tmp_path: Path) -> None:
    path, line = tmp_path / "lines.txt", tt.to_line(tt.deal("scarto", seed=5))
    path.write_text(f"{line}\nd1 {'x' * 3 * MOST_SIGNS}\n{line}\n", encoding="utf-8")
    first, long, last = asked(path)
    assert first.read and last.read and last.source.endswith(":3")
    assert long.problem is not None and long.problem.message.startswith("more than 100,000 bytes")


def test_names_of_one_record_are_not_many(folder: Path) -> None:
    assert has_many([str(folder)]) and has_many([str(folder / "c.txt")]) and has_many(["going-over", "going-over"])
    assert not any(has_many([name]) for name in ("going-over", str(folder / "a00.yaml"), "d1 x" * 3000, "\0"))


def test_engines_are_made_once_and_not_kept_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tarot_teach.topics.admits.candidates.MOST_ENGINES", 2)
    engines, rulesets = Engines(), [LIBRARY.load(name) for name in ("scarto", "fft-4", "tresillo")]
    first = engines.of(rulesets[0])
    assert engines.of(rulesets[0]) is first
    assert all(engines.of(ruleset).ruleset is ruleset for ruleset in (*rulesets, *rulesets))
    assert engines.of(rulesets[0]) is not first


# ---------------------------------------------------------------- the command


def test_the_command_answers_each_record_on_a_line(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    """In a pipe there is no progress; at the end the records are counted, and each kind of fault has its first place and cure."""
    code, out, err = run(capsys, "admits", str(folder), "--options", "0", "--jobs", "1")
    lines = out.splitlines()
    assert code == 1 and len(lines) == len([*sources_in([str(folder)])])
    assert f"{folder}/a00.yaml: 3 of 47 admit it: hombre-1674, hombre-blog, tresillo" in lines
    assert any(line.startswith(f"{folder}/b-empty.yaml:1:1: not read: this file holds no entries") for line in lines)
    assert re.match(rf"{len(lines)} records: {len(lines) - len(FAULTS)} read, {len(FAULTS)} not\n", err)
    assert "2 that were read are admitted by no ruleset" in err
    assert f"1 × [library.unknown] {folder}/b-game.yaml:3:10: there is no ruleset 'hombre-1764'" in err
    assert "hint: did you mean 'hombre-1674'?" in err
    assert "1 file with a dot before its name is passed over" in err
    assert "\r" not in err and "\x1b" not in err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_table_and_lines_of_json_say_the_same(capsys: pytest.CaptureFixture[str], folder: Path, jobs: str) -> None:
    given = ("admits", str(folder), "--options", "0", "--jobs", jobs)
    _code, out, _err = run(capsys, *given, "--json")
    printed = rows_of(out)
    _code, table, _err = run(capsys, *given, "--format", "csv")
    rows = [*csv.DictReader(io.StringIO(table))]
    assert [*rows[0]] == [*COLUMNS] == [*printed[0]]
    assert len(rows) == len(printed) == len(table.splitlines()) - 1
    for row, each in zip(rows, printed, strict=True):
        assert row["record"] == each["record"] and row["admitted"].split() == each["admitted"]
        assert row["read"] == ("true" if each["read"] else "false")
        assert (row["place"], row["code"]) == (each["place"] or "", each["code"] or "")


def test_all_records_read_is_a_success(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    names = [str(folder / f"a{number:02}.yaml") for number in range(3)]
    code, out, err = run(capsys, "admits", *names, "--ruleset", "tresillo", "--options", "0")
    assert code == 0 and out.count("1 of 1 admit it: tresillo") == 3
    assert err.splitlines()[0] == "3 records: 3 read, 0 not"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (("--all",), "--all is for one record"),
        (("--answer", "1"), "--answer is for one record"),
        (("--deals", "3"), "--deals is for one record"),
        (("--seed", "3"), "--seed is for one record"),
        (("--format", "html"), "many records are not answered as html"),
        (("--out", "x.txt"), "add --format csv or --json"),
        (("--json", "--out", "{folder}/x.json"), "write them into another folder"),
        (("--json", "--ruleset", "scatro"), "did you mean 'scarto'"),
        (("--jobs", "0"), "--jobs"),
    ],
)
def test_what_means_nothing_with_many_records_is_refused(
    capsys: pytest.CaptureFixture[str], folder: Path, given: tuple[str, ...], words: str
) -> None:
    before = {*folder.iterdir()}
    code, _out, err = run(capsys, "admits", str(folder), *(each.format(folder=folder) for each in given))
    assert code in (1, 2) and words in " ".join(err.split())
    assert {*folder.iterdir()} == before


def test_jobs_are_for_many_records(capsys: pytest.CaptureFixture[str]) -> None:
    code, _out, err = run(capsys, "admits", "going-over", "--jobs", "2")
    assert code == 2 and "--jobs is for many records" in err


def test_a_folder_without_a_record_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, err = run(capsys, "admits", str(tmp_path))
    assert (code, out) == (1, "") and "there is no record here" in err and "admits.nothing" in err


def test_import_reads_no_folder_and_says_what_does(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    code, _out, err = run(capsys, "import", str(folder))
    assert code == 1 and "this is a folder, not a file" in err and "tarot-teach admits" in err


def test_progress_of_records_has_its_words() -> None:
    class Task:
        completed, total = 1200.0, 100000.0

    assert OF_RECORDS[0].format(task=Task) == "1,200 of 100,000 records"


def test_a_fault_of_the_program_costs_one_record(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = many.read_source

    def failing(source: Source, *given: Any) -> Any:
        if source.name.endswith("a01.yaml"):
            raise KeyError("x")
        return read(source, *given)

    monkeypatch.setattr(many, "read_source", failing)
    first, second, third = asked(*(folder / f"a0{number}.yaml" for number in range(3)))
    assert first.read and third.read and second.problem is not None
    assert (second.problem.code, second.problem.message) == ("admits.failed", "the program fails here: KeyError: 'x'")


def _ended(_asked: Asked, _batch: object) -> list[Answer]:
    os._exit(3)


def test_a_process_that_ends_is_an_error(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many, "answers_to", _ended)
    with pytest.raises(RunError, match="a process that tries records has ended"):
        next(answers(Asked((), 0), sources_in([str(folder)]), WorkerProcesses(2), threading.Event()))


# ---------------------------------------------------------------- stopping and going on


@pytest.mark.parametrize("kind", ["csv", "json"])
@pytest.mark.parametrize("cut", [0, 1, 7, 31])
def test_a_file_is_completed_as_if_nothing_had_happened(
    capsys: pytest.CaptureFixture[str], folder: Path, tmp_path: Path, kind: str, cut: int
) -> None:
    """What was written is kept, and a line that was cut short is written whole."""
    out = tmp_path / "answers"
    given = ("admits", str(folder), "--options", "0", "--jobs", "1", "--out", str(out))
    given += ("--json",) if kind == "json" else ("--format", "csv")
    _code, _out, whole_count = run(capsys, *given)
    whole = out.read_bytes()
    kept = b"".join(whole.splitlines(keepends=True)[:cut])
    out.write_bytes(kept + whole[len(kept) : len(kept) + 9])
    code, _out, count = run(capsys, *given)
    assert code == 1 and out.read_bytes() == whole
    assert count == whole_count
    code, _out, count = run(capsys, *given)
    assert code == 1 and out.read_bytes() == whole and count == whole_count


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("options", ":2:1: "),
        ("removed", "where"),
        ("other", ":1:1: this is no answer to a record"),
        ("fewer", "where no record comes now"),
    ],
)
def test_answers_of_other_records_are_not_added_to(
    capsys: pytest.CaptureFixture[str], folder: Path, tmp_path: Path, change: str, words: str
) -> None:
    out, names, options = tmp_path / "answers.json", [folder / f"a0{number}.yaml" for number in range(2)], "0"
    run(capsys, "admits", *map(str, names), "--options", options, "--json", "--out", str(out))
    match change:
        case "options":
            options = "1"
        case "removed":
            names = [names[1], names[0]]
        case "other":
            out.write_text("{}\n", encoding="utf-8")
        case "fewer":
            out.write_bytes(out.read_bytes() * 2)
    before = out.read_bytes()
    code, _out, err = run(capsys, "admits", *map(str, names), "--options", options, "--json", "--out", str(out))
    assert code == 1 and words in err and "admits.kept" in err and "take another file" in err
    assert out.read_bytes() == before


@pytest.mark.parametrize(("jobs", "number"), [("1", signal.SIGINT), ("2", signal.SIGTERM)])
def test_an_interrupt_leaves_whole_lines_and_says_how_to_go_on(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: str, number: int
) -> None:
    """The signal comes when twenty answers are written."""
    folder, out, written = tmp_path / "records", tmp_path / "answers.json", list[Answer]()
    folder.mkdir()
    for each in range(80):
        (folder / f"r{each:02}.yaml").write_text(small(f"r{each:02}"), encoding="utf-8")
    given = ("admits", str(folder), "--options", "0", "--jobs", jobs, "--json", "--out", str(out))
    add = Sink.add

    def adding(sink: Sink, answer: Answer) -> None:
        add(sink, answer)
        written.append(answer)
        if len(written) == 20:
            os.kill(os.getpid(), number)

    monkeypatch.setattr(Sink, "add", adding)
    code, _out, err = run(capsys, *given)
    rows = rows_of(out.read_text(encoding="utf-8"))
    assert out.read_bytes().endswith(b"\n") and 20 <= len(rows) == len(written) < 80
    assert code == 130
    assert f"stopped: {len(rows)} of 80 records are answered, kept in {out}; go on with the same command" in err
    assert not [path.name for path in tmp_path.iterdir() if path.name.startswith(".")]
    code, _out, err = run(capsys, *given)
    assert code == 0 and "80 records: 80 read, 0 not" in err
    rows = rows_of(out.read_text(encoding="utf-8"))
    assert [Path(row["record"]).stem for row in rows] == [f"r{each:02}" for each in range(80)]


def test_an_interrupt_says_what_is_not_kept(
    capsys: pytest.CaptureFixture[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add = Sink.add

    def adding(sink: Sink, answer: Answer) -> None:
        add(sink, answer)
        os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(Sink, "add", adding)
    code, out, err = run(capsys, "admits", str(folder), "--options", "0", "--jobs", "1")
    assert code == 130 and len(out.splitlines()) == 1
    assert "not kept: that takes --out FILE with --format csv or --json" in err


def test_a_reader_who_leaves_ends_the_run(folder: Path) -> None:
    command = [sys.executable, "-m", "tarot_teach", "admits", str(folder), "--options", "0", "--jobs", "1"]
    started = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert started.stdout is not None and started.stderr is not None
    assert started.stdout.readline()
    started.stdout.close()
    assert started.wait(120) == 141 and "Traceback" not in started.stderr.read()
    started.stderr.close()


def test_names_cannot_steer_a_terminal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    good, broken = (tmp_path / f"{name}\x1b[2J\n.yaml" for name in "ab")
    good.write_text(small("a"), encoding="utf-8")
    broken.write_text("", encoding="utf-8")
    for answer in asked(tmp_path):
        for kind in ("text", "csv", "json"):
            line = line_of(answer, kind)
            assert line.count("\n") == 1 and "\x1b" not in line
    _code, out, err = run(capsys, "admits", str(tmp_path), "--options", "0")
    assert "\x1b" not in out + err and len(out.splitlines()) == 2
