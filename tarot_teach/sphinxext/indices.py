"""Indices of a project: its rules, and the terms that it explains."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, ClassVar

from sphinx.domains import Index, IndexEntry

from tarot_teach.text import _

if TYPE_CHECKING:
    from tarot_teach.sphinxext.domain import TarotDomain

_ALONE, _FIRST, _FURTHER = 0, 1, 2
"""Kinds of entries: one by itself, one with others below it, one of those."""


class RulesIndex(Index):
    """Every rule on some page, by its title; below it the other rulesets that have a rule of that title."""

    kind: ClassVar[str] = "rule"
    name = "rules"
    localname = _("Index of rules")
    shortname = _("rules")
    domain: TarotDomain

    def generate(self, docnames: Iterable[str] | None = None) -> tuple[list[tuple[str, list[IndexEntry]]], bool]:
        """The entries by their first letters."""
        pages = None if docnames is None else set(docnames)
        found = [
            (at[2] or id, ruleset, id, at[0], at[1])
            for id, ruleset, at in self.domain.places(self.kind)
            if pages is None or at[0] in pages
        ]
        found.sort(key=lambda one: (_letter(one[0]), one[0].casefold(), *one))
        letters = groupby(found, key=lambda one: _letter(one[0]))
        return [(letter, list(self._entries(group))) for letter, group in letters], False

    def _entries(self, found: Iterable[tuple[str, str, str, str, str]]) -> Iterator[IndexEntry]:
        """The entries of one letter."""
        for title, group in groupby(found, key=lambda one: one[0]):
            (_title, ruleset, id, page, anchor), *others = group
            meaning = self.described(id)
            yield IndexEntry(title, _FIRST if others else _ALONE, page, anchor, ruleset.lstrip("+"), "", meaning)
            for _title, ruleset, other, page, anchor in others:
                words = _("in {ruleset}").format(ruleset=ruleset.lstrip("+"))
                yield IndexEntry(words, _FURTHER, page, anchor, "", "", self.described(other) if other != id else "")

    def described(self, id: str) -> str:
        """The description of an index entry: the id, by which a rule is quoted."""
        return id


class TermsIndex(RulesIndex):
    """Every term that is explained on some page."""

    kind = "term"
    name = "terms"
    localname = _("Index of terms")
    shortname = _("terms")

    def described(self, id: str) -> str:
        """The French word, where there is one."""
        concept = self.domain.library.glossary().get(id)
        return concept.fr if concept and concept.fr else ""


def _letter(title: str) -> str:
    """Under which letter a title stands; titles that begin with a sign stand together, before all letters."""
    return title[:1].upper() if title[:1].isalpha() else _("Signs")
