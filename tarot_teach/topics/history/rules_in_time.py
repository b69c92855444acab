"""Kinds of rules by the year of the first source that has them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tarot_teach.blocks import Block, Heading, Paragraph, Table
from tarot_teach.language import _, as_words
from tarot_teach.loading import Library
from tarot_teach.rules import Citation, Evidence, Rule, Ruleset
from tarot_teach.text import PageRef, RuleRef, Text, say

_YEAR = re.compile(r"\d{4}")


@dataclass(frozen=True, slots=True)
class FirstSource:
    """A kind of rule: the rule with the oldest source, its ruleset, and the citation with the year of the source; no citation and year where no source has one.

    ``rulesets`` is the number of those that have a rule of the kind.
    """

    ruleset: Ruleset
    rule: Rule
    citation: Citation | None
    year: int | None
    rulesets: int


def first_sources(library: Library) -> list[FirstSource]:
    """The kinds of rules that not every ruleset has, in the order of the years, those without one at the end. Raises LoadError."""
    rulesets = [library.load(name) for name in library.ids()]
    kinds: dict[tuple[str, str], list[tuple[Ruleset, Rule]]] = {}
    for ruleset in rulesets:
        for rule in ruleset.rules.values():
            kinds.setdefault((rule.step, rule.mechanism), []).append((ruleset, rule))
    found = []
    for owners in kinds.values():
        having = len({ruleset.name for ruleset, _rule in owners})
        if having < len(rulesets):
            dated = [each for ruleset, rule in owners for each in _dated(ruleset, rule, library, having)]
            first = FirstSource(*owners[0], None, None, having)
            found.append(min(dated, key=lambda each: each.year or 0, default=first))
    return sorted(found, key=lambda each: (each.year is None, each.year or 0))


def _dated(ruleset: Ruleset, rule: Rule, library: Library, having: int) -> Iterable[FirstSource]:
    """A rule by each source with a year that tells it; none of a rule that is reconstructed, or of a house."""
    if rule.evidence in (Evidence.CODIFIED, Evidence.DESCRIBED):
        for citation in rule.sources:
            if year := _YEAR.search(library.sources()[citation.source].year):
                yield FirstSource(ruleset, rule, citation, int(year[0]), having)


def describe_rules_in_time(library: Library) -> list[Block]:
    """The section on kinds of rules and their first sources. Raises LoadError."""
    lead = _(
        "Each kind of rule that some games have and others lack, by the first source with a year that tells it of a game here. It is the year of the source that was read: a rule may be far older than a page of today that tells it. Rules that are reconstructed, and house rules, are no evidence and left out. "
        "Where no source with a year was read, the year is unknown."
    )
    head = (_("Year"), _("Rule"), _("Game"), _("Source"), _("Rulesets with one of the kind"))
    rows = tuple(_row(each, library) for each in first_sources(library))
    return [
        Heading(2, say(_("Rules, by the first source that tells them")), "rules-in-time"),
        Paragraph(say(lead)),
        Table(tuple(Text((name,)) for name in head), rows),
    ]


def _row(first: FirstSource, library: Library) -> tuple[Text, ...]:
    year, cited = _("unknown"), Text(("—",))
    if first.citation:
        year, cited = library.sources()[first.citation.source].year, Text((first.citation.cite,))
    rule = Text((RuleRef(first.rule.id, first.rule.title, first.ruleset.name), f" ({as_words(first.rule.mechanism)})"))
    page = PageRef("ruleset", first.ruleset.name, str(Text((first.ruleset.label,)).upper_first()))
    return Text((year,)), rule, Text((page,)), cited, Text((str(first.rulesets),))


def rule_rows(library: Library) -> list[dict[str, Any]]:
    """A row for each kind of rule: what is known of its first source is empty where none has a year. Raises LoadError."""
    return [
        {
            "year": first.year,
            "kind": first.rule.mechanism,
            "rule": first.rule.id,
            "title": first.rule.title,
            "ruleset": first.ruleset.name,
            "source": first.citation.source if first.citation else "",
            "at": first.citation.at if first.citation else "",
            "rulesets": first.rulesets,
        }
        for first in first_sources(library)
    ]
