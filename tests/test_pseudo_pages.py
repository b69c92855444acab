"""Texts of Python, notebooks and Sphinx pages in a pseudo-translation hold no English word."""

from __future__ import annotations

import inspect
import io
import json
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

import tarot_teach as tt
import tarot_teach.catalogues
from tarot_teach.catalogues import ReadCatalogue
from tarot_teach.messages import ENGLISH, printed_by
from tarot_teach.sphinxext.domain import share_library
from tarot_teach.table import Result
from tests.test_pseudo_translation import Pseudo, english


def left(text: str, *names: str) -> list[str]:
    """English words of a text or page, without attributes of its elements and without names."""
    text = re.sub(r'="[^"]*"', "", text)
    return [word for word in english(text) if word not in names]


HAND = "T21 T18 T12 T8 T5 T1 EX SR SD S9 S4 HR H3 D7 D2 C10 CV C2"


def bidding() -> tt.Deal:
    return tt.deal("fft-4", seed=3)


def playing() -> tt.Deal:
    return bidding().push("pass", "garde", "pass", "pass", "discard S3 S4 S5 D6 D8 DV", "H5")


SHOWN: dict[str, Callable[[], object]] = {
    "cards that may be played": lambda: tt.position("fft-4", hand="SR H3 T5", trick="H10 S2"),
    "reason": lambda: tt.position("fft-4", hand="SR H3 T5", trick="H10 S2").why("SR"),
    "rule book": lambda: tt.rulebook("fft-4"),
    "ruleset": lambda: tt.load("fft-4+misere"),
    "engine": lambda: tt.Engine(tt.load("early-17c")),
    "score": lambda: tt.score("fft-4", contract="garde", points=43, honours=2, handfuls="single"),
    "pile": lambda: tt.score("early-17c", pile="SR T18 EX"),
    "session": lambda: tt.session("an-evening"),
    "hand": lambda: tt.evaluate("fft-4", HAND),
    "odds": lambda: tt.odds("fft-4", "trumps=7"),
    "comparison": lambda: tt.compare("fft-4", "enc2011-4", hand="going-over"),
    "simulation": lambda: tt.simulate("fft-4", deals=5),
    "search": lambda: tt.find("fft-4", "undertrump"),
    "vain search": lambda: tt.find("fft-4", "slam", tries=1),
    "lesson": lambda: tt.replay("annotated-deal-6"),
    "player": lambda: tt.player(tt.replay("going-over")),
    "question": lambda: tt.quiz("fft-4", seed=7).exercise(1, "legal"),
    "deal at the auction": bidding,
    "deal at a trick": playing,
    "deal without a contract": lambda: bidding().push("pass", "pass", "pass", "pass"),
    "finished deal": lambda: tt.replay("tarotmag-16").deal,
    "state": lambda: playing().state,
    "choices": lambda: playing().legal,
    "bids": lambda: bidding().legal,
    "bid": lambda: playing().moves[1],
    "discard": lambda: playing().moves[4],
    "play": lambda: playing().moves[-1],
    "verdict": lambda: playing().moves[-1].verdict,
    "trick taken": lambda: tt.replay("going-over").end.tricks[-1],
    "trick": lambda: tt.replay("going-over").end.tricks[-1].trick,
    "result": lambda: Result(scores=(Fraction(3), Fraction(-3))),
    "void result": lambda: Result(void="bid.all_pass"),
    "card": lambda: tt.load("fft-4").deck.card("SR"),
    "pack": lambda: tt.load("fft-4").deck,
    "cards": lambda: playing().hand("S"),
}
"""Expressions whose values print themselves in a terminal and a notebook."""


@pytest.mark.parametrize("name", SHOWN)
def test_value_shows_no_english_word(name: str) -> None:
    with printed_by(Pseudo()):
        value = SHOWN[name]()
        names = ("simple", "misere")  # a player of the machine, and a house rule
        assert not left(tt.as_text(value), *names) and not left(tt.as_html(value), *names)


def test_rules_are_named_in_the_language_of_each_simulation() -> None:
    english_report = tt.as_text(tt.simulate("fft-4", deals=5))
    with printed_by(Pseudo()):
        assert not left(tt.as_text(tt.simulate("fft-4", deals=5)), "simple")
    assert tt.as_text(tt.simulate("fft-4", deals=5)) == english_report


REFUSED: dict[str, Callable[[], object]] = {
    "load": lambda: tt.load(3),  # type: ignore[arg-type]
    "unknown game": lambda: tt.load("nope"),
    "cards": lambda: tt.position("fft-4", 3),  # type: ignore[arg-type]
    "a list of cards": lambda: tt.position("fft-4", [3]),  # type: ignore[list-item]
    "called": lambda: tt.position("fft-4", "SR", called="SR"),
    "why": lambda: tt.position("fft-4", "SR").why(3),  # type: ignore[arg-type]
    "seed": lambda: tt.deal("fft-4", seed=-1),
    "type of seed": lambda: tt.deal("fft-4", seed="x"),  # type: ignore[arg-type]
    "players": lambda: tt.deal("fft-4", players=9),
    "tries": lambda: tt.find("fft-4", "slam", tries=0),
    "players of a search": lambda: tt.find("fft-4", "slam", players=3),  # type: ignore[arg-type]
    "shows": lambda: tt.find("fft-4", 3),  # type: ignore[arg-type]
    "score of a pile": lambda: tt.score("early-17c"),
    "score of sides": lambda: tt.score("fft-4", pile="SR"),
    "score of nothing": lambda: tt.score("fft-4"),
    "points": lambda: tt.score("fft-4", "garde", [], 2),  # type: ignore[arg-type]
    "points in words": lambda: tt.score("fft-4", "garde", "x", 2),
    "honours": lambda: tt.score("fft-4", "garde", 45, "x"),  # type: ignore[arg-type]
    "contract": lambda: tt.score("fft-4", 3, 45, 2),  # type: ignore[arg-type]
    "too many points": lambda: tt.score("fft-4", "garde", 450, 2),
    "session": lambda: tt.session(3),  # type: ignore[arg-type]
    "short hand": lambda: tt.evaluate("fft-4", "SR"),
    "advice": lambda: tt.evaluate("fft-4", HAND, advice=3),  # type: ignore[arg-type]
    "holding": lambda: tt.odds("fft-4", 3),  # type: ignore[arg-type]
    "compare": lambda: tt.compare("fft-4"),
    "hand to compare": lambda: tt.compare("fft-4", "fft-5", hand=3),  # type: ignore[arg-type]
    "simulate": lambda: tt.simulate(),
    "players of a simulation": lambda: tt.simulate("fft-4", players=3),  # type: ignore[arg-type]
    "deals": lambda: tt.simulate("fft-4", deals=10**30),
    "confidence": lambda: tt.simulate("fft-4", confidence=3),
    "jobs": lambda: tt.simulate("fft-4", jobs=0),
    "quiz": lambda: tt.quiz(3),  # type: ignore[arg-type]
    "lesson": lambda: tt.replay(3),  # type: ignore[arg-type]
    "rule": lambda: tt.rulebook("fft-4", 3),  # type: ignore[arg-type]
    "long value": lambda: tt.load([*range(99)]),  # type: ignore[arg-type]
    "height": lambda: tt.player(tt.replay("going-over"), height=0),
    "no lesson": lambda: tt.player("nope"),  # type: ignore[arg-type]
    "card against the rules": lambda: playing().push("T6"),
    "action": lambda: playing().push(3),  # type: ignore[arg-type]
    "seat": lambda: playing().view("Q"),
    "discard": lambda: bidding().push("pass", "garde", "pass", "pass", "SR"),
    "card": lambda: tt.load("fft-4").deck.card("ZZ"),
    "card twice": lambda: tt.load("fft-4").deck.parse("SR SR"),
    "name": lambda: tt.lode,
}
"""Calls of the Python API that are refused with a sentence."""


@pytest.mark.parametrize("name", REFUSED)
def test_refusal_has_no_english_word(name: str) -> None:
    functions = {function for function in tt.__all__ if inspect.isfunction(getattr(tt, function))}
    arguments = {argument for function in functions for argument in inspect.signature(getattr(tt, function)).parameters}
    with printed_by(Pseudo()), pytest.raises((tt.TarotError, TypeError, ValueError, AttributeError)) as refused:
        REFUSED[name]()
    typed = {*tt.Library().ids(), *functions, *arguments, *tt.Engine(tt.load("fft-4")).index.contracts}
    assert not left(str(refused.value), "nope", "lode", "list", "str", *typed)


PAGES = """
.. tarot:rules:: fft-4

.. tarot:option:: misere

.. tarot:example:: going-over

.. tarot:exercise:: going-over

.. tarot:session:: an-evening

.. tarot:trick:: fft-4 E H10, N H2, W HR
   :hand: S T5 SR

.. tarot:score:: early-17c
   :pile: T21 T20 SR

.. tarot:odds:: fft-4
   :about: trumps

.. tarot:advice:: encyclopedia fft-4 T21 T20 T18 T12 T8 T5 T1 EX SR SD S9 S4 HR H3 D7 C10 CV C2

.. tarot:counting:: fft-4 SD SC S8 T1

.. tarot:compare:: fft-4 enc2011-4

.. tarot:family:: fft-4 fft-5

.. tarot:overview:: fft-4

.. tarot:house-rules:: misere

.. tarot:examples:: going-over the-called-king
"""
WRONG = """
.. tarot:rules:: fft-4
   :title: x
   :no-title:

.. tarot:hand:: fft-4

.. tarot:score:: fft-4

.. tarot:example::

.. tarot:example:: going-over
   :tricks: x

.. tarot:exercise:: fft-4 2
   :seed: 3

.. tarot:exercise:: going-over 99

:tarot:term:`tallon` :tarot:source:`nope`
"""


@pytest.mark.turn(0, 2)
def test_page_has_no_english_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read_in_english = tt.Library()
    assert read_in_english.load("fft-4").title
    share_library(read_in_english)  # by an earlier build of the same process
    monkeypatch.setattr(tarot_teach.catalogues, "read_catalogue", lambda _name: ReadCatalogue(Pseudo(), b""))
    (tmp_path / "index.rst").write_text(f"Ţ\n=\n{PAGES}{WRONG}", encoding="utf-8")
    warnings = io.StringIO()
    with printed_by(ENGLISH), patch_docutils(), docutils_namespace():
        settings = {"extensions": ["tarot_teach.sphinxext"]}
        folders = [str(tmp_path), None, str(tmp_path / "out"), str(tmp_path / "doctrees")]
        Sphinx(*folders, "json", settings, status=None, warning=warnings).build()
    body = json.loads((tmp_path / "out" / "index.fjson").read_text(encoding="utf-8"))["body"]
    names = ["misere", "pousse", "tallon", "nope", *tt.Library().sources()]
    assert not left(body, *names)
    said = re.sub(r"\x1b\[[\d;]*m|^\S+: WARNING: | \[[\w.-]+\]$", "", warnings.getvalue(), flags=re.MULTILINE)
    assert said.count("ĥīńţ") == 9 and not left(said, "talon", "contract", "points", "honours", "prise", *names)
