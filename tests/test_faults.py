"""Faults that nobody is to blame for: processes killed at any moment, full and read-only disks, two writers at once, and very much of everything.

Nothing of somebody else is lost, what was there before stays whole, and the next run works. ``KILLS`` in the environment is how often
programs are killed; the many are killed by ``pytest -m whole``.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError, TarotError
from tarot_teach.files import file_lock
from tarot_teach.loading.user_files import library_for
from tarot_teach.sphinxext.tutorials.check_pages import faults_of_pages
from tarot_teach.sphinxext.tutorials.work_folder import MARKER, WORK, folder_in_place
from tarot_teach.topics.at_work.rules_at_work import RulesAtWork
from tarot_teach.topics.check.check_file import check_file, warnings_of
from tarot_teach.topics.check.doubtful import doubts
from tarot_teach.topics.courses.course import read_course
from tarot_teach.topics.simulate.figures import compute_figures
from tarot_teach.topics.simulate.results_files import load_results
from tests.helpers import HUNG, run
from tests.test_linear_loading import Lines

KILLS = int(os.environ.get("KILLS", "20"))
FEW = 1
"""The number of times that a program is killed in each run of the tests."""
PROGRAM = [sys.executable, "-m", "tarot_teach"]
COUNTING = """
import atexit, os, pathlib, signal, sys

at, count_file, main, seen = int(sys.argv.pop(1)), pathlib.Path(sys.argv.pop(1)), os.getpid(), 0

def count(event, _args):
    global seen
    if event.partition(".")[0] in ("open", "os", "shutil") and os.getpid() == main:
        seen += 1
        if seen == at:
            os.killpg(0, signal.SIGKILL)

atexit.register(lambda: os.getpid() == main and count_file.write_text(str(seen)))
sys.addaudithook(count)
from tarot_teach.cli import main as command
command()
"""
"""The program, killed with its processes when it is about to touch files for the n-th time; if it does not so often, it writes down how often."""
SIMULATE = ("simulate", "early-17c", "--players", "random", "--jobs", "1", "--seed", "3")
BUILD = ("build", "early-17c", "--format", "markdown", "--title", "Of ours")


def begun(*args: str, cwd: Path) -> subprocess.Popen[str]:
    """The program, as the leader of a group of processes."""
    return subprocess.Popen(
        [*PROGRAM, *args], cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    )


def ended(process: subprocess.Popen[str]) -> tuple[int, str]:
    """The exit code of a program, and what it has printed. It prints no traceback."""
    out, _err = process.communicate(timeout=HUNG)
    assert "Traceback" not in out, out
    return process.returncode, out


def touches(args: Sequence[str], cwd: Path, at: int) -> int | None:
    """The number of times that a program touches files until it is done; None if it is killed at the time ``at``."""
    count_file = cwd.parent / f"{cwd.name}-count"
    program = [sys.executable, "-c", COUNTING, str(at), str(count_file)]
    process = subprocess.Popen(
        [*program, *args], cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    )
    code, _out = ended(process)  # all its processes have closed their output
    assert code in (0, -signal.SIGKILL)
    return None if code else int(count_file.read_text())


def kills(times: int, args: Callable[[int], Sequence[str]], cwd: Path) -> Iterator[int]:
    """Kill a program so many times at random moments, each second one near its end, where files take their places: yield before the next start.

    Moments are counted by the files that it touches. The first start is not killed. Where the program is done before it is killed, its count is
    the measure from then on, and the start does not count; three starts a kill are the most.
    """
    dice, done, start, whole = random.Random(times), 0, 0, touches(args(0), cwd, 0)
    assert whole is not None
    yield start
    while done < times:
        assert start < 3 * times, f"{done} of {start} were killed before they were done"
        start += 1
        count = touches(args(start), cwd, int(whole * dice.uniform(0.8 if start % 2 else 0.05, 1)))
        whole, done = (whole, done + 1) if count is None else (min(whole, count), done)
        yield start


def names_in(folder: Path) -> set[str]:
    """The names of what lies in a folder."""
    return {path.name for path in folder.iterdir()}


@pytest.fixture
def crowded(tmp_path: Path) -> dict[Path, bytes]:
    """Files of somebody else beside the output, whose names look like those of our own temporary files."""
    files = {
        tmp_path / "notes.txt": b"mine",
        tmp_path / "out.txt": b"mine",
        tmp_path / ".tarot-teach-notes.txt": b"mine",
        tmp_path / f".tarot-teach-out-2-abcdefgh{WORK}" / "new" / "page.html": b"of a build into out-2",
        tmp_path / "out-2" / "page.html": b"of another site",
    }
    for path, content in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return files


def whole_site(out: Path) -> None:
    """Check that every file that a build has listed is there."""
    _head, *listed = (out / MARKER).read_text(encoding="utf-8").splitlines()
    assert {"index.md", "index.html"} & {*listed}
    assert {MARKER, *listed} == {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}


# ---------------------------------------------------------------- killed


@pytest.mark.turn(0, 3)
@pytest.mark.parametrize("times", [FEW, pytest.param(KILLS, marks=[pytest.mark.whole, pytest.mark.turn(0, 4)])])
def test_builds_that_are_killed_lose_nothing(times: int, tmp_path: Path, crowded: dict[Path, bytes]) -> None:
    before = names_in(tmp_path)
    for _kill in kills(times, lambda _start: (*BUILD, "--out", "out"), tmp_path):
        whole_site(tmp_path / "out")
        assert all(path.read_bytes() == content for path, content in crowded.items())
    assert ended(begun(*BUILD, "--out", "out", cwd=tmp_path))[0] == 0
    whole_site(tmp_path / "out")
    assert names_in(tmp_path) == before | {"out"}, "nothing is left behind"
    assert all(path.read_bytes() == content for path, content in crowded.items())


@pytest.mark.whole
@pytest.mark.turn(1, 4)
def test_sites_that_are_killed_lose_nothing(tmp_path: Path, crowded: dict[Path, bytes]) -> None:
    build, before = ("build", "early-17c", "--out", "out"), names_in(tmp_path)
    for _kill in kills(KILLS, lambda _start: build, tmp_path):
        with file_lock(tmp_path / "out"):  # the lock of a killed build is free
            whole_site(tmp_path / "out")
    assert ended(begun(*build, cwd=tmp_path))[0] == 0
    assert names_in(tmp_path) == before | {"out"}
    assert all(path.read_bytes() == content for path, content in crowded.items())


@pytest.mark.turn(2, 3)
@pytest.mark.parametrize("times", [FEW, pytest.param(KILLS, marks=[pytest.mark.whole, pytest.mark.turn(2, 4)])])
def test_simulations_that_are_killed_lose_nothing(times: int, tmp_path: Path, crowded: dict[Path, bytes]) -> None:
    before, out, deals, starts = names_in(tmp_path), tmp_path / "run.json", 0, 0

    def more(start: int) -> Sequence[str]:
        return (*SIMULATE, "--deals", str(60 * start + 20), "--out", out.name)

    for start in kills(times, more, tmp_path):
        starts = start
        assert load_results(out).deals >= deals, "what has been kept is not lost"
        deals = load_results(out).deals
    most = str(60 * starts + 40)
    assert ended(begun(*SIMULATE, "--deals", most, "--out", out.name, cwd=tmp_path))[0] == 0
    assert names_in(tmp_path) == before | {"run.json"}, "nothing is left behind"
    assert all(path.read_bytes() == content for path, content in crowded.items())
    assert ended(begun(*SIMULATE, "--deals", most, "--out", "at-once.json", cwd=tmp_path))[0] == 0
    pieces, at_once = load_results(out), load_results(tmp_path / "at-once.json")
    assert compute_figures(pieces) == compute_figures(at_once)


# ---------------------------------------------------------------- somebody else's files


def quiet(_what: str) -> None:
    """No word on how it goes."""


def build_pages(out: Path, *names: str) -> None:
    with folder_in_place(out, quiet) as work:
        for name in names:
            (work / "new" / name).parent.mkdir(parents=True, exist_ok=True)
            (work / "new" / name).write_text("ours", encoding="utf-8")


@pytest.mark.parametrize("name", ["CNAME", "rules/notes.md", ".git/config", "link"])
def test_a_site_with_a_file_of_somebody_else_is_not_replaced(name: str, tmp_path: Path) -> None:
    out = tmp_path / "site"
    build_pages(out, "index.html", "rules/one.html", "rules/two.html")
    theirs = out / name
    theirs.parent.mkdir(exist_ok=True)
    if name == "link":
        theirs.symlink_to(tmp_path)
    else:
        theirs.write_text("theirs", encoding="utf-8")
    with pytest.raises(TarotError, match=rf"a file that tarot-teach has not made: {name}[^$]*move it elsewhere"):
        build_pages(out, "index.html")
    assert theirs.exists() and (out / "rules" / "two.html").exists()
    theirs.unlink()
    build_pages(out, "index.html")
    assert names_in(out) == {"index.html", MARKER} and names_in(tmp_path) == {"site"}


def test_a_file_that_comes_during_a_build_is_not_lost(tmp_path: Path) -> None:
    out = tmp_path / "site"
    build_pages(out, "index.html")
    with pytest.raises(TarotError, match="has not made: late"), folder_in_place(out, quiet) as work:
        (work / "new").mkdir()
        (out / "late").write_text("theirs", encoding="utf-8")
    assert (out / "late").read_text(encoding="utf-8") == "theirs" and (out / "index.html").exists()


def test_what_systems_put_into_a_folder_is_no_hindrance(tmp_path: Path) -> None:
    build_pages(tmp_path / "site", "index.html")
    (tmp_path / "site" / ".DS_Store").write_bytes(b"\0")
    build_pages(tmp_path / "site", "index.html")


# ---------------------------------------------------------------- two at once


def test_two_builds_at_once_do_not_disturb_each_other(tmp_path: Path) -> None:
    """Into the same folder one of them is refused; a folder whose name begins like that of another has nothing to do with it."""
    outs = ("out", "out", "out-2")
    done = [ended(process) for process in [begun(*BUILD, "--out", out, cwd=tmp_path) for out in outs]]
    assert done[2][0] == 0, done
    assert sorted(code for code, _out in done[:2]) in ([0, 1], [0, 0]), done
    for code, said in done:
        assert code == 0 or "another tarot-teach is writing this now" in said
    assert names_in(tmp_path) == {"out", "out-2"}
    whole_site(tmp_path / "out")
    whole_site(tmp_path / "out-2")


def test_a_build_keeps_the_folder_of_another_build(tmp_path: Path) -> None:
    with folder_in_place(tmp_path / "site-2", quiet) as work:
        build_pages(tmp_path / "site", "index.html")
        (work / "new").mkdir()
        (work / "new" / "index.html").write_text("ours", encoding="utf-8")
    assert names_in(tmp_path) == {"site", "site-2"}


def test_two_simulations_at_once_do_not_disturb_each_other(tmp_path: Path) -> None:
    command = (*SIMULATE, "--deals", "200", "--out", "run.json")
    done = [ended(process) for process in [begun(*command, cwd=tmp_path) for _ in range(2)]]
    assert 0 in (code for code, _out in done) and {code for code, _out in done} <= {0, 1}, done
    assert all(code == 0 or "another tarot-teach is writing this now" in said for code, said in done)
    assert load_results(tmp_path / "run.json").deals == 200 and names_in(tmp_path) == {"run.json"}


# ---------------------------------------------------------------- full and read-only disks

Disk = Callable[..., None]


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[tuple[Path, Disk]]:
    """A small disk, and the function that mounts it, or mounts it anew with other options."""
    folder, mounted = tmp_path / "disk", list[str]()
    folder.mkdir()

    def mount(options: str) -> None:
        again = [f"remount,{options}"] if mounted else [options]
        made = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", *again, "tmpfs", str(folder)], capture_output=True, check=False
        )
        if made.returncode:
            pytest.skip("no disk can be mounted here: that takes the rights of root")
        mounted.append(options)

    yield folder, mount
    if mounted:
        subprocess.run(["umount", str(folder)], check=True)


@contextmanager
def filled(folder: Path, free: int) -> Iterator[None]:
    """A disk on which so many bytes are left meanwhile."""
    state, fill = os.statvfs(folder), folder / "fill"
    fill.write_bytes(b"\0" * max(0, state.f_bavail * state.f_frsize - free))
    yield
    fill.unlink()


def refuses_and_recovers(folder: Path, args: tuple[str, ...], out: str, free: int) -> bool:
    """Run a command on a disk that is nearly full, and once more when there is room; True if there was too little at first."""
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    with filled(folder, free):
        code, said = ended(begun(*args, "--out", out, cwd=folder))
        if code:
            assert code == 1 and "No space left on device" in said and "hint:" in said, said
            assert {path: path.read_bytes() for path in before} == before
            assert names_in(folder) - {"fill"} == {path.relative_to(folder).parts[0] for path in before}
    assert ended(begun(*args, "--out", out, cwd=folder))[0] == 0
    return code == 1


@pytest.mark.turn(1, 3)
@pytest.mark.parametrize(
    ("args", "out", "free"),
    [
        (BUILD, "out", 20_000),
        ((*SIMULATE, "--deals", "20"), "run.json", 0),
        *(
            pytest.param(("build", "early-17c"), "site", free, marks=[pytest.mark.whole, pytest.mark.turn(3, 4)])
            for free in (150_000, 500_000, 1_100_000, 1_400_000)
        ),
        *(
            pytest.param(
                ("build", "early-17c", "--format", "epub"),
                "a.epub",
                free,
                marks=[pytest.mark.whole, pytest.mark.turn(3, 4)],
            )
            for free in (40_000, 500_000)
        ),
    ],
)
def test_a_full_disk_is_reported_and_survived(
    disk: tuple[Path, Disk], args: tuple[str, ...], out: str, free: int
) -> None:
    folder, mount = disk
    mount("size=8m")
    (folder / "theirs.txt").write_text("theirs", encoding="utf-8")
    assert refuses_and_recovers(folder, args, out, free)
    assert (folder / "theirs.txt").read_text(encoding="utf-8") == "theirs"


@pytest.mark.turn(1, 3)
def test_a_read_only_disk_is_reported(disk: tuple[Path, Disk]) -> None:
    folder, mount = disk
    mount("size=8m")
    (folder / "course").mkdir()
    (folder / "course" / "one.md").write_text("# One\n", encoding="utf-8")
    chapter = "{page: one.md, title: One, learns: x, minutes: 5}"
    text = f"format: 1\nid: course\ntitle: C\nruleset: early-17c\nabout: x\nchapters: [{chapter}]\n"
    (folder / "course.yaml").write_text(text, encoding="utf-8")
    mount("ro")
    for args in ((*BUILD, "--out", "out"), (*SIMULATE, "--deals", "20", "--out", "run.json")):
        code, said = ended(begun(*args, cwd=folder))
        assert code == 1 and "read-only" in said.lower() and "hint:" in said, said
    assert ended(begun("check", "course.yaml", cwd=folder))[0] == 0, "what is only read needs no place to write"


# ---------------------------------------------------------------- very much of everything

EXAMPLE = """\
format: 1
id: deal-{number}
ruleset: own-{ruleset}
title: Deal {number}
start: {{step: play, taker: S, contract: garde, leader: S}}
hands: {{S: [DV], E: [D1], N: [D2], W: [DR]}}
auction: []
"""


def shelf(folder: Path, rulesets: int, examples: int) -> None:
    """A folder of rulesets, with examples played by them."""
    (folder / "examples").mkdir(parents=True)
    for i in range(rulesets):
        change = f"changes:\n  score.base: {{because: ours, params: {{amount: {20 + i % 30}}}}}\n"
        (folder / f"own-{i}.yaml").write_text(
            f"format: 1\nid: own-{i}\ntitle: Own {i}\nextends: fft-4\n{change}", "utf-8"
        )
    for i in range(examples):
        text = EXAMPLE.format(number=i, ruleset=i % rulesets)
        (folder / "examples" / f"deal-{i}.yaml").write_text(text, encoding="utf-8")


def lines_for(task: Callable[[], object]) -> int:
    """The lines of the package that a task runs, once what processes keep is there."""
    task()
    with Lines() as lines:
        task()
    return lines.count


def grows_evenly(once: int, twice: int, four: int) -> None:
    assert four - twice < 2.5 * max(twice - once, 0) + 1_000, (once, twice, four)


def look_up_all(folder: Path) -> None:
    """Read a folder as a library, look up each file by its id, and check each ruleset and what it is called elsewhere."""
    library = library_for([str(folder)], quiet)
    for kind in ("ruleset", "example"):
        for id in library.ids(kind):
            library.find(kind, id)
    for path in sorted(folder.glob("own-*.yaml")):
        warnings_of(path, check_file(path, library), library)


def test_a_library_of_many_files_is_read_in_time_that_grows_with_it(tmp_path: Path) -> None:
    counts = []
    for size in (3, 6, 12):
        shelf(tmp_path / str(size), size, 4 * size)
        counts.append(lines_for(lambda: look_up_all(tmp_path / str(size))))  # noqa: B023
    grows_evenly(*counts)


@pytest.mark.whole
@pytest.mark.turn(1, 4)
def test_a_library_of_five_hundred_rulesets_and_two_thousand_examples(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shelf(tmp_path / "much", 500, 2000)
    code, out, _err = run(capsys, "list", str(tmp_path / "much"))
    assert code == 0 and "own-499" in out and "deal-1999" in out
    assert run(capsys, "check", str(tmp_path / "much" / "own-250.yaml"), "--play", "1")[0] == 0
    one = str(tmp_path / "much" / "own-250.yaml")
    assert run(capsys, "rules", one)[0] == 0


def test_a_file_of_twenty_megabytes_is_refused_soon(tmp_path: Path) -> None:
    """Files are read up to a limit; a larger one is refused before it is taken apart."""
    path = tmp_path / "large.yaml"
    path.write_bytes(b"format: 1\nid: large\ntitle: L\nextends: fft-4\nabout: |\n" + b"  words and words\n" * 1_200_000)
    library = library_for([], quiet)
    with Lines() as lines, pytest.raises(LoadError):
        check_file(path, library)
    assert lines.count < 100_000


def course(folder: Path, page: str) -> Path:
    """A course of one page."""
    (folder / "long").mkdir(parents=True)
    (folder / "long" / "one.md").write_text(page, encoding="utf-8")
    chapter = "{page: one.md, title: One, learns: x, minutes: 5}"
    text = f"format: 1\nid: long\ntitle: L\nruleset: early-17c\nabout: x\nchapters: [{chapter}]\n"
    (folder / "long.yaml").write_text(text, encoding="utf-8")
    return folder / "long.yaml"


def test_a_page_of_twenty_megabytes_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = course(tmp_path, "# One\n\n" + "Words and words.\n\n" * 1_100_000)
    code, _out, err = run(capsys, "check", str(path))
    assert code == 1 and "one.md has 19,800,007 bytes" in err and "[course.page]" in err


OF_ITS_OWN = """\
  play.again_{number}: {{mechanism: must_follow_suit, title: Again {number}, text: Follow suit., evidence: house, because: ours}}
  score.more_{number}: {{mechanism: tricks_above, params: {{above: {above}, each: 1}}, title: More {number}, evidence: house, because: ours}}
"""


@pytest.mark.turn(2, 3)
@pytest.mark.parametrize("task", ["check", "show at work"])
def test_a_ruleset_of_many_rules_is_read_in_time_that_grows_with_it(task: str, tmp_path: Path) -> None:
    """Rules that do the same, each of them looked for in random deals."""
    counts = []
    for size in (8, 16, 32):
        path = tmp_path / f"{size}.yaml"
        added = "".join(OF_ITS_OWN.format(number=number, above=number % 12) for number in range(size))
        path.write_text(f"format: 1\nid: many\ntitle: M\nextends: ruff-and-honours\nadds:\n{added}", "utf-8")
        library = library_for([str(path)], quiet)
        ruleset = library.load(str(path))
        engine, rules = Engine(ruleset), [rule for rule in ruleset.rules.values() if rule.step == "play"]

        def look() -> object:
            if task == "check":
                return [*doubts(ruleset)]  # noqa: B023
            finder = RulesAtWork(library)  # noqa: B023
            return [finder.shown(engine, rule) for rule in rules]  # noqa: B023

        counts.append(lines_for(look))
    grows_evenly(*counts)


def check_pages(path: Path) -> int:
    """The number of faults of a course's pages."""
    library = library_for([str(path)], quiet)
    return len(faults_of_pages(read_course(path, library), library, trusted=False))


@pytest.mark.turn(1, 3)
@pytest.mark.parametrize(
    ("what", "lines"),
    [
        ("sound", 24),
        ("faulty", 24),
        pytest.param("sound", 2_500, marks=[pytest.mark.whole, pytest.mark.turn(0, 8)]),
        pytest.param("faulty", 400, marks=[pytest.mark.whole, pytest.mark.turn(4, 8)]),
    ],
)
def test_a_long_page_is_read_in_time_that_grows_with_it(what: str, lines: int, tmp_path: Path) -> None:
    """Up to ten thousand lines; on the faulty page, of up to 1,600, every second line has a fault."""
    text = "Words with a {strong}`word`.\n\n" if what == "sound" else "Words with a {raw}`word`.\n\n"
    counts = []
    for times in (1, 2, 4):
        path = course(tmp_path / str(times), "# One\n\n" + text * (lines * times // 2))
        counts.append(lines_for(lambda: check_pages(path)))  # noqa: B023
        assert check_pages(path) == (0 if what == "sound" else lines * times // 2)
    grows_evenly(*counts)
