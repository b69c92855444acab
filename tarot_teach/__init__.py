"""Rulesets, an engine, worked examples and tutorials for the card games played with tarot packs.

``import tarot_teach as tt`` is all that a program needs: ``tt.load``, ``tt.position``, ``tt.deal``, ``tt.replay`` and the other names
below, each imported when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tarot_teach.display import shown_by
from tarot_teach.version import __version__ as __version__

# isort: off
# fmt: off
if TYPE_CHECKING:
    from tarot_teach.api import (
        admits as admits, compare as compare, count as count, dataset as dataset, deal as deal, deck as deck, evaluate as evaluate, examples as examples, find as find,
        from_line as from_line, history as history, load as load, odds as odds, options as options, position as position,
        position_to_line as position_to_line, quiz as quiz, replay as replay, review as review, rulebook as rulebook, rulesets as rulesets,
        score as score, session as session, simulate as simulate, solve as solve, to_line as to_line, trick as trick,
    )
    from tarot_teach.blocks import Reason as Reason
    from tarot_teach.cards import Card as Card, CardSet as CardSet, Deck as Deck
    from tarot_teach.catalogues import language as language
    from tarot_teach.engine import Deal as Deal, Engine as Engine, Move as Move
    from tarot_teach.errors import (
        IllegalActionError as IllegalActionError, LoadError as LoadError, NotationError as NotationError,
        OutputError as OutputError, Place as Place, Problem as Problem, RecordError as RecordError,
        RunError as RunError, SolveError as SolveError, TarotError as TarotError,
    )
    from tarot_teach.loading import Library as Library
    from tarot_teach.notebook import as_html as as_html, as_text as as_text, player as player
    from tarot_teach.questions.admits import Admission as Admission
    from tarot_teach.questions.base import Report as Report, TableReport as TableReport
    from tarot_teach.questions.compare import Comparison as Comparison
    from tarot_teach.questions.count import PileCount as PileCount
    from tarot_teach.questions.deck import DeckReport as DeckReport
    from tarot_teach.questions.evaluate import HandValue as HandValue
    from tarot_teach.questions.find import SearchResult as SearchResult
    from tarot_teach.questions.history import HistoryReport as HistoryReport
    from tarot_teach.questions.legal import Position as Position
    from tarot_teach.questions.odds import OddsTable as OddsTable
    from tarot_teach.questions.review import DealReview as DealReview
    from tarot_teach.questions.rules import Rulebook as Rulebook
    from tarot_teach.questions.score import Score as Score
    from tarot_teach.questions.session import SessionScore as SessionScore
    from tarot_teach.questions.simulate import Simulation as Simulation
    from tarot_teach.questions.solve import SolvedCards as SolvedCards
    from tarot_teach.questions.trick import TrickReport as TrickReport
    from tarot_teach.records.record import Record as Record
    from tarot_teach.records.replay import Replay as Replay
    from tarot_teach.rules import Rule as Rule, Ruleset as Ruleset
    from tarot_teach.table import (
        Action as Action, Bid as Bid, Choices as Choices, Choose as Choose,
        Event as Event, Finding as Finding, Phase as Phase,
        Play as Play, State as State, Verdict as Verdict,
    )
    from tarot_teach.topics.data_set.data_set import DataSet as DataSet
    from tarot_teach.topics.quiz.quiz import Quiz as Quiz
# fmt: on
# isort: on

_NAMES_IN = {
    "tarot_teach.api": (
        "admits compare count dataset deal deck evaluate examples find from_line history load odds options position position_to_line quiz replay review "
        "rulebook rulesets score session simulate solve to_line trick"
    ),
    "tarot_teach.blocks": "Reason",
    "tarot_teach.cards": "Card CardSet Deck",
    "tarot_teach.catalogues": "language",
    "tarot_teach.engine": "Deal Engine Move",
    "tarot_teach.errors": (
        "IllegalActionError LoadError NotationError OutputError Place Problem RecordError RunError SolveError TarotError"
    ),
    "tarot_teach.loading": "Library",
    "tarot_teach.notebook": "as_html as_text player",
    "tarot_teach.records.record": "Record",
    "tarot_teach.records.replay": "Replay",
    "tarot_teach.questions.admits": "Admission",
    "tarot_teach.questions.base": "Report TableReport",
    "tarot_teach.questions.compare": "Comparison",
    "tarot_teach.questions.count": "PileCount",
    "tarot_teach.questions.deck": "DeckReport",
    "tarot_teach.questions.evaluate": "HandValue",
    "tarot_teach.questions.find": "SearchResult",
    "tarot_teach.questions.history": "HistoryReport",
    "tarot_teach.questions.legal": "Position",
    "tarot_teach.questions.odds": "OddsTable",
    "tarot_teach.questions.review": "DealReview",
    "tarot_teach.questions.rules": "Rulebook",
    "tarot_teach.questions.score": "Score",
    "tarot_teach.questions.session": "SessionScore",
    "tarot_teach.questions.simulate": "Simulation",
    "tarot_teach.questions.solve": "SolvedCards",
    "tarot_teach.questions.trick": "TrickReport",
    "tarot_teach.rules": "Rule Ruleset",
    "tarot_teach.table": ("Action Bid Choices Choose Event Finding Phase Play State Verdict"),
    "tarot_teach.topics.data_set.data_set": "DataSet",
    "tarot_teach.topics.quiz.quiz": "Quiz",
}
"""The public names, by the module that defines them."""

shown_by(lambda: import_module("tarot_teach.notebook"))

_MODULE_OF = {name: module for module, names in _NAMES_IN.items() for name in names.split()}

__all__ = ["__version__", *_MODULE_OF]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used."""
    if name not in _MODULE_OF:
        from tarot_teach.errors import did_you_mean
        from tarot_teach.messages import _

        hint = did_you_mean(name, _MODULE_OF)
        raise AttributeError(_("tarot_teach has no {name!r}").format(name=name) + (f"; {hint}" if hint else ""))
    value = globals()[name] = getattr(import_module(_MODULE_OF[name]), name)
    return value


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)
