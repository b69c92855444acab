"""The directive ``tarot:odds``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from docutils.parsers.rst import directives

from tarot_teach.blocks import Block
from tarot_teach.engine import Engine
from tarot_teach.loading import Library
from tarot_teach.sphinxext.base import TITLED, TarotDirective
from tarot_teach.topics.odds.page import describe_odds
from tarot_teach.topics.odds.unseen import holding, unseen


class OddsDirective(TarotDirective):
    """``.. tarot:odds:: fft-4``: how likely hands are, counted exactly; with ``:about: trumps void`` a part of it, and with
    ``:holding: trumps=7`` or a whole hand what that hand leaves open."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {
        **TITLED,
        "about": directives.unchanged_required,
        "holding": directives.unchanged_required,
        "players": directives.positive_int,
    }

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        """The odds. Raises LoadError or NotationError for hands and subjects that cannot be."""
        ruleset = self.ruleset(library, self.arguments[0])
        engine, players = Engine(ruleset), self.options.get("players")
        hidden = (
            holding(engine, self.options["holding"], players) if "holding" in self.options else unseen(engine, players)
        )
        return ruleset.name, describe_odds(engine, hidden, self.options.get("about", "").split())
