"""Rulesets, an engine, worked examples and tutorials for the card games played with tarot packs.

``import tarot_teach as tt`` is all that a program needs: ``tt.load``, ``tt.position``, ``tt.deal``, ``tt.replay`` and the other names
below, each imported when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tarot_teach.version import __version__ as __version__

# isort: off
# fmt: off
if TYPE_CHECKING:
    from tarot_teach.api import (
        compare as compare, deal as deal, evaluate as evaluate, examples as examples, find as find,
        load as load, odds as odds, options as options, position as position, quiz as quiz, replay as replay,
        rulebook as rulebook, rulesets as rulesets, score as score, session as session, simulate as simulate,
        solve as solve,
    )
    from tarot_teach.blocks import Reason as Reason
    from tarot_teach.cards import Card as Card, CardSet as CardSet, Deck as Deck
    from tarot_teach.engine import Deal as Deal, Engine as Engine, Move as Move
    from tarot_teach.errors import (
        IllegalActionError as IllegalActionError, LoadError as LoadError, NotationError as NotationError,
        OutputError as OutputError, Place as Place, Problem as Problem, RecordError as RecordError,
        RunError as RunError, SolveError as SolveError, TarotError as TarotError,
    )
    from tarot_teach.loading import Library as Library
    from tarot_teach.notebook import as_html as as_html, as_text as as_text, player as player
    from tarot_teach.records.record import Record as Record
    from tarot_teach.records.replay import Replay as Replay
    from tarot_teach.reports import (
        Comparison as Comparison, HandValue as HandValue, OddsTable as OddsTable, Position as Position,
        Report as Report, Rulebook as Rulebook, Score as Score, SearchResult as SearchResult,
        SessionScore as SessionScore, Simulation as Simulation, SolvedCards as SolvedCards,
        TableReport as TableReport,
    )
    from tarot_teach.rules import Rule as Rule, Ruleset as Ruleset
    from tarot_teach.table import (
        Action as Action, Bid as Bid, Choices as Choices, Choose as Choose,
        Event as Event, Finding as Finding, Phase as Phase,
        Play as Play, State as State, Verdict as Verdict,
    )
    from tarot_teach.topics.quiz import Quiz as Quiz
# fmt: on
# isort: on

_NAMES_IN = {
    "tarot_teach.api": (
        "compare deal evaluate examples find load odds options position quiz replay rulebook rulesets score "
        "session simulate solve"
    ),
    "tarot_teach.blocks": "Reason",
    "tarot_teach.cards": "Card CardSet Deck",
    "tarot_teach.engine": "Deal Engine Move",
    "tarot_teach.errors": (
        "IllegalActionError LoadError NotationError OutputError Place Problem RecordError RunError SolveError TarotError"
    ),
    "tarot_teach.loading": "Library",
    "tarot_teach.notebook": "as_html as_text player",
    "tarot_teach.records.record": "Record",
    "tarot_teach.records.replay": "Replay",
    "tarot_teach.reports": (
        "Comparison HandValue OddsTable Position Report Rulebook Score SearchResult SessionScore Simulation "
        "SolvedCards TableReport"
    ),
    "tarot_teach.rules": "Rule Ruleset",
    "tarot_teach.table": ("Action Bid Choices Choose Event Finding Phase Play State Verdict"),
    "tarot_teach.topics.quiz": "Quiz",
}
"""The public names, by the module that defines them."""

_MODULE_OF = {name: module for module, names in _NAMES_IN.items() for name in names.split()}

__all__ = ["__version__", *_MODULE_OF]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used."""
    if name not in _MODULE_OF:
        from tarot_teach.errors import did_you_mean
        from tarot_teach.language import _

        hint = did_you_mean(name, _MODULE_OF)
        raise AttributeError(_("tarot_teach has no {name!r}").format(name=name) + (f"; {hint}" if hint else ""))
    value = globals()[name] = getattr(import_module(_MODULE_OF[name]), name)
    return value


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)
