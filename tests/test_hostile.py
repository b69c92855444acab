"""Files that mean harm, or only happen to be broken: none gets more than an error of the project's own, soon, and nothing steers a terminal."""

from __future__ import annotations

import gzip
import json
import os
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tarot_teach.cli import main
from tarot_teach.errors import LoadError, Place, Problem, RecordError, RunError, TarotError
from tarot_teach.loading import read_yaml
from tarot_teach.rules import Prose, ProseError
from tarot_teach.topics.simulate.figures import compute_figures
from tarot_teach.topics.simulate.results_files import load_results, save_results
from tarot_teach.topics.simulate.run import play_deals
from tarot_teach.topics.simulate.run_results import RunResults
from tarot_teach.topics.simulate.task import Task
from tests.fuzz.hostile import SCALARS, Dice, an_input
from tests.fuzz.targets import FILES, TARGETS, run, yaml_file

BROKEN = sorted((Path(__file__).parent / "fuzz" / "broken").glob("*.*"))
SECONDS = 20.0
"""Processor time after which a small file is taken to make a loader slow without end; a busy machine needs a fifth of it."""
INPUTS = int(os.environ.get("HOSTILE_INPUTS", "25"))


@pytest.fixture(scope="module")
def simulated(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A file of simulated deals, as text."""
    path = tmp_path_factory.mktemp("run") / "run.json"
    task = Task(("fft-4", "fft-4+garde-contre-x8"), ("random",), 1, None)
    saved = RunResults.of(task)
    play_deals(task, saved, 20, jobs=1)
    save_results(saved, path)
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.name)
def test_loaders_refuse_files_that_broke_them_once(path: Path) -> None:
    begun = time.process_time()
    run(path.name.partition(".")[0], path.read_bytes())
    assert time.process_time() - begun < SECONDS


@settings(max_examples=INPUTS)
@given(target=st.sampled_from(sorted(TARGETS)), data=st.binary(min_size=20, max_size=200))
def test_loaders_raise_nothing_but_errors_of_the_project(simulated: str, target: str, data: bytes) -> None:
    run(target, an_input(target, Dice(data), simulated))


@pytest.mark.parametrize(
    "scalar", [scalar for scalar in SCALARS if scalar and "{{" not in scalar], ids=lambda s: ascii(s)[:20]
)
def test_no_value_of_a_key_breaks_a_loader(scalar: str) -> None:
    """One by one in the places where numbers, names of files and cards are read."""
    value = json.dumps(scalar).replace("\\ud800", "\\uFFFE")
    for text in (
        f"format: 1\nid: a\ntitle: a\nextends: fft-4\nplayers: {value}\ndeck: {value}\n",
        f"format: 1\nid: a\ntitle: a\nextends: {value}\n",
        f"format: 1\nid: a\ntitle: a\nextends: fft-4\nchanges: {{score.base: {{because: x, params: {{amount: {value}}}}}}}\n",
        f"format: 1\nid: a\ntitle: a\nruleset: fft-4\nstart: {{step: deal, seed: {value}, dealer: {value}}}\ncut: {value}\n",
        f"format: 1\nid: a\ntitle: a\nruleset: {value}\nstart: {{step: bid}}\nhands: {{N: [{value}]}}\n",
        f"format: 1\nid: a\ntitle: a\nruleset: fft-4\nplayers: {{N: {value}, E: b, S: c, W: d}}\ndeals: [{{record: {value}}}]\n",
        f"format: 1\nid: a\ntitle: a\nruleset: fft-4\nplayers: {{N: a, E: b, S: c, W: d}}\ndeals: [{{result: {{taker: N, "
        f"contract: garde, points: {value}, honours: {value}}}}}]\n",
    ):
        begun = time.process_time()
        try:
            yaml_file(text.encode())
        except TarotError as error:
            assert len(str(error)) < 1_000_000
        assert time.process_time() - begun < SECONDS


def test_very_many_faults_on_one_long_line_are_reported_soon() -> None:
    deals = ", ".join('{"nope": "a somewhat longer text"}' for _ in range(4000))
    text = f'{{"format": "1", "id": "a", "title": "a", "ruleset": "fft-4", "players": {{"A": "a", "B": "b", "C": "c", "D": "d"}}, "deals": [{deals}]}}'
    begun = time.process_time()
    with pytest.raises(LoadError, match="'nope' is not known here"):
        yaml_file(text.encode())
    assert time.process_time() - begun < SECONDS


def test_a_session_tells_no_thousands_of_deals_card_by_card() -> None:
    deals = ", ".join("{record: going-over}" for _ in range(3000))
    head = "format: 1\nid: a\ntitle: a\nruleset: fft-4\nplayers: {S: a, E: b, N: c, W: d}\nfirst_dealer: S\n"
    begun = time.process_time()
    with pytest.raises(RecordError, match="more than 200 deals are told card by card"):
        yaml_file(f"{head}deals: [{deals}]\n".encode())
    assert time.process_time() - begun < SECONDS


@pytest.mark.parametrize(
    "text",
    [
        "{{ " + "9" * 5000 + " }}",
        "{{ " + "(" * 20_000,
        "{{ params" + ".a" * 20_000 + " }}{{",
        "{{ params.__class__.__mro__ }}",
        "{{ ''.__class__ }}",
        "{{ params['__class__'] }}",
        "{{ params.a|attr('__class__') }}",
        "{{ params.a.format(1) }}",
        "{{ 9**9**9**9 }}",
        "{{ 'a' * 10**9 }}",
        "{% for x in range(10**9) %}x{% endfor %}",
        "{% include '/etc/passwd' %}",
        "{% set x = 1 %}",
        "{% macro m() %}{% endmacro %}",
        "{{ self }}",
        "{{ cycler.__init__.__globals__ }}",
    ],
    ids=lambda text: text[:30],
)
def test_prose_reaches_nothing_but_its_parameters(text: str) -> None:
    begun = time.process_time()
    with pytest.raises(ProseError):
        Prose.compile(text)
    assert time.process_time() - begun < SECONDS


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"a: &a [x]\nb: &b [*a, *a]\nc: [*b, *b]\n", "anchors and aliases"),
        (b"a: \x00\n", "cannot be seen"),
        (b"a: \x1b[31m\n", "U\\+001B cannot be seen"),
        ("a: \x9b31m\n".encode(), "U\\+009B cannot be seen"),
        ("a: x\u202ey\n".encode(), "U\\+202E cannot be seen"),
        ("a: x\u200by\n".encode(), "U\\+200B cannot be seen"),
        (b'a: "x\\u202Ey"\n', "U\\+202E cannot be seen"),
        (b'a: "x\\ud800y"\n', "not YAML|cannot be seen"),
        (b'a: "x\\x1b]8;;http://x\\x07y"\n', "cannot be seen"),
        ("a: é\n".encode("latin-1"), "0xe9 is not UTF-8"),
        ("a: é\n".encode("utf-16"), "is not UTF-8"),
        (b"a: \xed\xa0\x80\n", "is not UTF-8"),
        (b"a: !!python/object/apply:os.system [id]\n", "tags such as"),
        (b"? [a, b]\n: c\n", "a key must be plain text"),
        (b"a: " + b"{b: " * 50_000, "nested deeper"),
        (b"- " * 50_000, "nested deeper|not YAML"),
    ],
)
def test_bytes_that_are_no_text_are_refused(tmp_path: Path, raw: bytes, message: str) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(raw)
    with pytest.raises(LoadError, match=message):
        read_yaml(path)


def test_a_byte_order_mark_and_line_ends_of_other_systems_are_read(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: x\r\nb:\r  c\r\n")
    assert read_yaml(path).data == {"a": "x", "b": "c"}


def test_links_in_a_circle_or_to_a_device_are_refused(tmp_path: Path) -> None:
    circle, device = tmp_path / "circle.yaml", tmp_path / "device.yaml"
    circle.symlink_to(circle)
    device.symlink_to("/dev/zero")
    for path in (circle, device):
        text = f"format: 1\nid: a\ntitle: a\nextends: {path}\n"
        with pytest.raises(LoadError):
            yaml_file(text.encode())
    results = tmp_path / "device.json"
    results.symlink_to("/dev/zero")
    with pytest.raises(RunError, match="it is no file"):
        load_results(results)


@pytest.mark.parametrize(
    "change",
    [
        {"seed": "x"},
        {"deals": -1},
        {"done": [[0, 10], [5, 15]]},
        {"done": [[-20, 0]]},
        {"done": [[0, 10**30]]},
        {"rulesets": []},
        {"simulation": 0},
    ],
    ids=str,
)
def test_impossible_results_are_refused(tmp_path: Path, simulated: str, change: dict[str, object]) -> None:
    path = tmp_path / "run.json"
    path.write_text(json.dumps(json.loads(simulated) | change), encoding="utf-8")
    with pytest.raises(RunError, match="this is no file of simulated deals"):
        load_results(path)


@pytest.mark.parametrize(
    ("at", "value"),
    [
        ("spread", "1e99999999"),
        ("spread", "1/0"),
        ("spread", 3),
        ("spread", "9" * 5000),
        ("halves", "x"),
        ("halves", 10**400),
        ("honours", 10**9),
        ("honours", -1),
        ("scores", []),
        ("scores", [None]),
        ("contract", {"a": 1}),
        ("handfuls", [[1, 2]]),
        ("made", "yes"),
    ],
    ids=lambda value: str(value)[:12],
)
def test_results_with_impossible_rows_are_refused(tmp_path: Path, simulated: str, at: str, value: object) -> None:
    data = json.loads(simulated)
    row = next(row for _count, row in data["rows"][0] if row[data["row_fields"].index("contract")])
    row[data["row_fields"].index(at)] = value
    path = tmp_path / "run.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    begun = time.process_time()
    with pytest.raises(RunError, match="this is no file of simulated deals"):
        compute_figures(load_results(path))
    assert time.process_time() - begun < SECONDS


def test_packed_results_do_not_unpack_without_end(tmp_path: Path) -> None:
    path = tmp_path / "run.json.gz"
    path.write_bytes(gzip.compress(b" " * 60_000_000, 9))
    with pytest.raises(RunError, match="this is no file of simulated deals"):
        load_results(path)
    assert path.stat().st_size < 100_000


def test_errors_cannot_steer_a_terminal() -> None:
    evil = "\x1b]8;;http://evil\x07x\x9b31m\u202e"
    printed = str(
        Problem("a.b", f"one {evil}\ntwo {evil}", Place(f"{evil}\n.yaml", 1, 1, f"a: {evil}"), f"hint {evil}")
    )
    assert all(sign.isprintable() or sign == "\n" for sign in printed)
    assert "one �]8;;http://evil" in printed and "\ntwo" in printed


def test_names_of_files_cannot_steer_a_terminal_by_json(capsys: pytest.CaptureFixture[str]) -> None:
    name = "x\x1b[31m\x9b31m\u202ey.yaml"
    with pytest.raises(SystemExit):
        main(["check", name, "--json"])
    out, err = capsys.readouterr()
    assert all(sign.isprintable() or sign == "\n" for sign in out + err)
    assert json.loads(out)["errors"][0]["file"] == name


def test_every_loader_is_fuzzed() -> None:
    assert set(FILES) < set(TARGETS)
