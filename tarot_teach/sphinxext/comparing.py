"""Directives that set rulesets against each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from docutils.parsers.rst import directives

from tarot_teach.blocks import Block
from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError, suggest
from tarot_teach.loading import Library
from tarot_teach.rules import Ruleset
from tarot_teach.sphinxext.base import TITLED, TarotDirective
from tarot_teach.topics.compare.deals import DealComparison, compare_deals
from tarot_teach.topics.compare.deals_page import describe_deal_comparison
from tarot_teach.topics.compare.family import describe_family
from tarot_teach.topics.compare.policies import POLICIES
from tarot_teach.topics.compare.rulesets_page import describe_comparison
from tarot_teach.topics.simulate.page import describe_figures
from tarot_teach.topics.simulate.run_results import Saved
from tarot_teach.topics.simulate.store import stored


class CompareDirective(TarotDirective):
    """``.. tarot:compare:: fft-4 fft-5 …``: where rulesets differ; with ``:all:`` every rule, with ``:matrix:`` only the table,
    with ``:rule: play.overtrump …`` only some rules.

    With ``:hand: EXAMPLE`` one hand by all of them instead (``:policy:`` says what becomes of a card that other rules refuse), with
    ``:figures: FILE`` what many deals have shown, from a file that ``tarot-teach simulate`` has written; together with one of
    the options above, these follow the rules.
    """

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Any]] = {
        **TITLED,
        "all": directives.flag,
        "matrix": directives.flag,
        "rule": directives.unchanged_required,
        "hand": directives.unchanged_required,
        "policy": directives.unchanged_required,
        "figures": directives.unchanged_required,
    }

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        """The comparison."""
        rulesets = [self.ruleset(library, name) for name in self.arguments[0].split()]
        given = set(self.options)
        blocks: list[Block] = []
        if given & {"all", "matrix", "rule"} or not given & {"hand", "figures"}:
            rules = self.options.get("rule", "").split()
            everything, matrix = "all" in given, "matrix" in given
            blocks += describe_comparison(rulesets, rules, everything=everything, matrix=matrix)
        if "hand" in given:
            blocks += describe_deal_comparison(self._hand(library, rulesets), level=2)
        if "figures" in given:
            blocks += describe_figures(self._figures(rulesets))
        return rulesets[0].name, blocks

    def _hand(self, library: Library, rulesets: Sequence[Ruleset]) -> DealComparison:
        """One hand by all rulesets. Raises LoadError and RecordError."""
        name = self.options.get("policy", "as_played")
        if name not in POLICIES:
            raise LoadError.of(
                "compare.policy", f"there is no policy {name!r}", hint=suggest(name, POLICIES, "policies")
            )
        told = self.replayed(library, self.options["hand"])
        return compare_deals(told, [Engine(ruleset) for ruleset in rulesets], POLICIES[name])

    def _figures(self, rulesets: Sequence[Ruleset]) -> Saved:
        """Stored results of simulated deals. Raises LoadError for those of other rulesets."""
        _relative, path = self.env.relfn2path(self.options["figures"])
        self.depends_on([path])
        saved = stored(Path(path))
        names = [game.name for game in saved.games]
        if names != [ruleset.name for ruleset in rulesets]:
            raise LoadError.of(
                "compare.figures",
                f"{self.options['figures']} holds figures of {', '.join(names)}",
                hint="name the same rulesets, in the same order",
            )
        games = tuple(game.labelled(Engine(rules)) for game, rules in zip(saved.games, rulesets, strict=True))
        if [game.unit for game in games] != [game.unit for game in saved.games]:
            raise LoadError.of(
                "compare.figures",
                f"{self.options['figures']} counts game points in a different unit from its rulesets",
                hint=f"play them anew: tarot-teach simulate --again {self.options['figures']}",
            )
        return replace(saved, games=games)


class FamilyDirective(TarotDirective):
    """``.. tarot:family::`` or ``.. tarot:family:: NAME …``: which ruleset is made from which, and which house rules fit."""

    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Any]] = TITLED

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        """The family tree."""
        names = self.arguments[0].split() if self.arguments else library.ids()
        for name in names:
            self.ruleset(library, name)
        for option in library.options():
            self.depends_on([library.find_option(option)])
        return "", describe_family(library, names)
