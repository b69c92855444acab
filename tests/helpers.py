"""Helpers of several test modules: stacks of house rules, a rule and what it says, a tutorial built, a page opened."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import pytest

from tarot_teach.cards import Card
from tarot_teach.cli import main
from tarot_teach.engine import Engine
from tarot_teach.loading import Library
from tarot_teach.mechanisms import Mechanism, own_code, registry
from tarot_teach.mechanisms.honours import HonoursFact
from tarot_teach.messages import current_catalogue
from tarot_teach.messages import printed_by as in_words_of
from tarot_teach.table import Choose, Effect, Fact, Facts, Finding, State
from tarot_teach.try_it.answers import Answers

os.environ["LC_ALL"] = "C.UTF-8"  # tests and answers that are kept are in English on every machine
os.environ.pop("TAROT_LANG", None)

LIBRARY = Library()
"""The shipped rulesets, each loaded once in a process, for tests that only read them."""
STACKS = (
    "fft-4+misere+petit-chelem+garde-contre-x8",
    "fft-4+petit-imprenable+maldonne-weak-hand",
    "fft-3+petit-imprenable+handfuls-20-40-60",
    "blog-4+maldonne-no-trumps+pousse",
    "guide-4+old-bids+misere",
    "fft-5+call-after-ecart+king-in-ecart",
    "fft-5+rounded-scores+garde-lowest",
    "enc2011-4+play-clockwise",
    "fft-4+base-scoring",
    "early-17c+every-card-a-point",
)
"""House rules put on top of rulesets, together of every kind: for what has to hold of any of them."""
NAMES = tuple(
    line.split()[0]
    for line in (Path(__file__).parent / "fixtures" / "deal_digests.txt").read_text(encoding="utf-8").splitlines()
)
"""Every ruleset by itself and with each option that it takes, and the stacks, as ``tests/test_deal_digests.py`` holds them: found without loading
over a thousand rulesets in each process."""
WITH_ODDS = (
    *("fft-3", "fft-4", "fft-5", "blog-5", "early-17c"),
    *(
        "scarto",
        "tapp-meyers-1909",
        "bavarian-tarock",
        "koenigrufen-ooe-2023",
        "dreiertarock-mayr",
        "strohmandeln-mayr",
        "paskievics-2018",
        "zwanzigerrufen",
        "hombre-1674",
        "hombre-blog",
        "slovenian-pagat",
        "slovenian-pagat-3",
    ),
    *(
        "burro",
        "burro-portuguese",
        "casita-robada",
        "piedmont-4",
        "sicilian-3",
        "troccas-1962",
        "troggu",
        "marolles",
        "minchiate",
        "ottocento",
        "danish-2011",
        "cego-parlett",
        "ruff-and-honours",
        "karnoeffel-reconstructed",
    ),
)
"""The rulesets with a page of odds; all others deal like one of these."""
STRAIGHT = "(?:&#39;|&#34;|&quot;|['\"])"
"""A straight apostrophe or quotation mark of a page."""
TURN = int(os.environ.get("TURN", "0"))
"""The turn of those that a test takes one by one; .ci/run takes the next one at each commit."""
HUNG = 300
"""Seconds after which a build or the start of a process is taken to hang: more than the slowest machine needs for it."""
CLICKED = 60
"""Seconds after which a built page is taken to be dead: it has nothing to fetch or to start, so a busy machine needs a few."""
NEVER = 86_400.0
"""Seconds between the steps of a screen that plays by itself, when a test takes the steps."""
SEATS = ("S", "E", "N", "W")
M = TypeVar("M", bound="Mechanism")
V = TypeVar("V")


def ask(answers: Answers, **question: Any) -> dict[str, Any]:
    """The answer to a question of the page *Try it*."""
    answer: dict[str, Any] = json.loads(answers.ask(json.dumps(question)))
    return answer


def in_turn(values: Sequence[V], turns: int = 4) -> Sequence[V]:
    """The values of which it is the turn, so that a sweep over all of them is spread over as many commits."""
    return values[TURN % turns :: turns]


def some_whole(values: Sequence[str], turns: int) -> list[Any]:
    """The values as cases of a test: those of which it is not the turn are left to the tests of the whole library."""
    marks = [[pytest.mark.turn(i % turns, turns)] for i in range(len(values))]
    return [
        pytest.param(value, marks=mark if i % turns == TURN % turns else [*mark, pytest.mark.whole])
        for i, (value, mark) in enumerate(zip(values, marks, strict=True))
    ]


def fitting(option: str) -> list[str]:
    """The ids of the rulesets that an option fits."""
    return [name.partition("+")[0] for name in NAMES if name.partition("+")[2] == option]


def each_option() -> list[str]:
    """Each option on the first ruleset that it fits, and the stacks."""
    return [*(f"{fitting(option)[0]}+{option}" for option in LIBRARY.ids("option")), *STACKS]


def who(seat: int) -> str:
    """A seat of four as it is called in reasons."""
    return SEATS[seat]


def the(engine: Engine, kind: type[M]) -> M:
    """The rule of a ruleset that works in this way."""
    (rule,) = (rule for rule in engine.index.mechanisms.values() if isinstance(rule, kind))
    return rule


def said(rule: Mechanism, **facts: object) -> str:
    """Return the sentence of a rule about facts."""
    return str(rule.because(Finding(rule.rule, Effect.DECIDES, facts), who))


def words_of(page: str) -> str:
    """The words of a page, without code, drawings and marks."""
    hidden = r'<(script|style|code|pre|svg)\b.*?</\1>|<!--.*?-->|<(?:"[^"]*"|[^">])+>'
    return re.sub(hidden, "", page, flags=re.DOTALL)


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    """The exit code of a command, and what it prints as output and as errors, in which there is no traceback.

    The language that the command chooses is that of the command alone.
    """
    with in_words_of(current_catalogue()), pytest.raises(SystemExit) as caught:
        main([*args])
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return int(caught.value.code or 0), out, err


def printed_by(capsys: pytest.CaptureFixture[str], *args: str, code: int = 0) -> str:
    """The output of a command that ends with a certain exit code."""
    ended, out, err = run(capsys, *args)
    assert ended == code, err
    return out + err


@contextmanager
def installed(monkeypatch: pytest.MonkeyPatch, package: Path) -> Iterator[None]:
    """Another package with mechanisms, installed meanwhile."""
    monkeypatch.syspath_prepend(str(package))
    for found in (registry.names, registry.find):
        found.cache_clear()
    yield
    for found in (registry.names, registry.find):
        found.cache_clear()


@contextmanager
def own_mechanisms(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Mechanisms of a user's that are run meanwhile, and forgotten after that."""
    monkeypatch.setattr(own_code, "_RUN", {})
    monkeypatch.setattr(registry, "_OFFERED", {})
    yield
    for found in (registry.names, registry.find):
        found.cache_clear()


def build(*args: str, processes: int = 1, few_questions: bool = True) -> int:
    """The exit code of ``tarot-teach build``, which takes so many processes: as a rule one, since tests run beside each other. To find the
    questions of a page takes half of the time of a small site, so most have few of them."""
    with pytest.MonkeyPatch.context() as patch, pytest.raises(SystemExit) as caught:
        with suppress(ImportError):  # a test may be without Sphinx
            patch.setattr("tarot_teach.sphinxext.tutorials.site.cpus", lambda: processes)
            if few_questions:
                patch.setattr("tarot_teach.sphinxext.directives.POOL", 5)
                patch.setattr("tarot_teach.topics.quiz.quiz.DRAWN", 2)
                patch.setattr("tarot_teach.topics.quiz.quiz.ENDINGS", 0)
        main(["build", *args])
    return int(caught.value.code or 0)


def opened(browser: Any, page: Path, **context: Any) -> Any:
    """A page in a browser of its own, which may fetch nothing from elsewhere."""
    opened_page = browser.new_context(**context).new_page()
    opened_page.set_default_timeout(1000 * CLICKED)
    foreign: list[str] = []
    opened_page.on("request", lambda request: None if request.url.startswith("file:") else foreign.append(request.url))
    opened_page.goto(f"file://{page}")
    if context.get("java_script_enabled", True):
        settle(opened_page)
    assert not [url for url in foreign if not url.startswith(("data:", "blob:"))]
    return opened_page


def settle(page: Any) -> None:
    """Wait until a page has drawn what its scripts have done, and has nothing left to do."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestIdleCallback(done)))")


def wait_for_words(page: Any, text: str) -> None:
    """Wait until the words of a step have a text. An answer that opens says it after the click, with an event of its own."""
    page.locator("[data-step-words]", has_text=text).wait_for()


def cards_at_table(page: Any, grade: str) -> Any:
    """The cards of the question that is asked at a table, of those that are graded ``right`` or ``possible``."""
    cards = page.evaluate(
        "grade => [...document.querySelector('tt-exercise:not([hidden])').table.choices].filter(([, input]) => input.dataset.grade === grade)"
        ".map(([card]) => `.tt-card[data-card='${card}']`).join()",
        grade,
    )
    return page.locator("tt-exercise:visible").locator(cards)


def barriers(page: Any) -> list[tuple[str, str, str, str]]:
    """Return the serious findings of axe on a page: colours, rule, element and words."""
    axe = os.environ.get("AXE_JS")
    if not axe:
        pytest.skip("AXE_JS does not name axe.min.js; .ci/run sets it")
    page.evaluate(
        f"() => {{ {Path(axe).read_text(encoding='utf-8')}\n }}"
    )  # also where a policy forbids scripts in the page
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for entry in page.evaluate("axe.run().then(result => result.violations)"):
            if entry["impact"] in ("serious", "critical"):
                found += [
                    (scheme, entry["id"], node["html"][:160], node["failureSummary"][:200]) for node in entry["nodes"]
                ]
    return found


def facts(engine: Engine, **given: Any) -> Facts:
    """Facts by the rules of an engine that observe them, each given by its key in result files; others are left out."""
    found: dict[str, Fact] = {}
    for id, rule in engine.index.observers.items():
        value = given.get(rule.key.name) if rule.key else None
        if rule.key and rule.key.name == "apart":
            seats = tuple(seat for seat, level in value or () if level == rule.params.model_dump()["level"])
            found |= {id: rule.observes(seats)} if seats else {}  # type: ignore[call-arg]
        elif value or value == 0:
            found[id] = rule.observes(value)  # type: ignore[call-arg]
    return Facts(found)


def honours(number: int) -> Facts:
    """The fact of a number of honours among the cards of the taker's side."""
    return Facts({"count.sides": HonoursFact(number)})


def with_card(engine: Engine, state: State, card: Card) -> Choose:
    """The choice of one card, where one is called or given."""
    assert state.turn is not None
    return engine.legal(state).picks[0].action(state.turn, state.deck, card.bit)
