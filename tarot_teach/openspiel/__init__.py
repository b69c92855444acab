"""Rulesets as games of OpenSpiel, for its algorithms: :func:`register` makes them known there.

OpenSpiel comes with the extra ``openspiel``. A position and its information need it not (:mod:`tarot_teach.openspiel.position`).
"""

from __future__ import annotations

import warnings
from pathlib import Path

from tarot_teach.engine import Engine
from tarot_teach.errors import RunError
from tarot_teach.loading import Library
from tarot_teach.loading.user_files import library_for
from tarot_teach.messages import _
from tarot_teach.openspiel.bounds import BOUND, unknown_rules
from tarot_teach.openspiel.dealing import Dealing
from tarot_teach.openspiel.playable import check_playable
from tarot_teach.rules import Ruleset

__all__ = ["PREFIX", "register"]

PREFIX = "tarot_teach_"
"""The beginning of the names of games in OpenSpiel."""


def register(*games: str | Path | Ruleset) -> tuple[str, ...]:
    """Register rulesets with OpenSpiel, and give the names that ``pyspiel.load_game`` knows them by: ``tarot_teach_scarto``.

    A game is the name of a ruleset, with house rules behind it or not, the path of a file, or a ruleset that was loaded; without any, all that
    are installed. Raises LoadError with the place of every fault of a file, and RunError where OpenSpiel is not installed and for a game that
    cannot be played there. Warns of a game whose rules do not tell how much a player can win or lose.
    """
    try:
        import pyspiel  # noqa: F401
    except ImportError:
        message = _("OpenSpiel is not installed")
        raise RunError.of("openspiel.missing", message, hint="pip install 'tarot-teach[openspiel]'") from None
    from tarot_teach.openspiel.games import register_engine

    named = [str(game) for game in games if not isinstance(game, Ruleset)]
    library = library_for(named, warnings.warn) if named else Library()
    rulesets = [game if isinstance(game, Ruleset) else library.load(str(game)) for game in games]
    engines = [Engine(ruleset) for ruleset in rulesets or map(library.load, library.ids())]
    for engine in engines:
        for players in engine.ruleset.players:
            check_playable(Dealing(engine, players))
        if unknown := unknown_rules(engine):
            warnings.warn(_unbounded(engine, unknown), stacklevel=2)
    return tuple(register_engine(engine, f"{PREFIX}{engine.ruleset.name}") for engine in engines)


def _unbounded(engine: Engine, unknown: list[str]) -> str:
    """The sentence on a game of which it is not known how much a player can win or lose."""
    said = _(
        "{name}: it is not known how much a player can win or lose by {rules}; the utilities go up to {bound:,.0f}, unless the game is loaded with bound=…"
    )
    return said.format(name=engine.ruleset.name, rules=", ".join(unknown), bound=BOUND)
