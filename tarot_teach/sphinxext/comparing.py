"""Directives that set rulesets against each other."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from docutils.parsers.rst import directives

from tarot_teach.explain import Block, describe_comparison, describe_family
from tarot_teach.loading import Library
from tarot_teach.sphinxext.base import TarotDirective


class CompareDirective(TarotDirective):
    """``.. tarot:compare:: fft-4 fft-5 …``: where rulesets differ; with ``:all:`` every rule, with ``:matrix:`` only the table,
    with ``:rule: play.overtrump …`` only some rules."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Any]] = {
        "all": directives.flag,
        "matrix": directives.flag,
        "rule": directives.unchanged_required,
    }

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        """The comparison."""
        rulesets = [self.ruleset(library, name) for name in self.arguments[0].split()]
        rules = self.options.get("rule", "").split()
        everything, matrix = "all" in self.options, "matrix" in self.options
        return rulesets[0].name, describe_comparison(rulesets, rules, everything=everything, matrix=matrix)


class FamilyDirective(TarotDirective):
    """``.. tarot:family::`` or ``.. tarot:family:: NAME …``: which ruleset is made from which, and which house rules fit."""

    optional_arguments = 1
    final_argument_whitespace = True

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        """The family tree."""
        names = self.arguments[0].split() if self.arguments else library.ids()
        for name in names:
            self.ruleset(library, name)
        for option in library.options():
            self.depends_on([library.find_option(option)])
        return "", describe_family(library, names)
