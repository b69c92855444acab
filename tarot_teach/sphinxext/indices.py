"""Indices of a project: its rules, and the terms that it explains."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from sphinx.domains import Index, IndexEntry

from tarot_teach.text import _


class RulesIndex(Index):
    """Every rule on some page, by its title."""

    name = "rules"
    localname = _("Index of rules")
    shortname = _("rules")

    def generate(self, docnames: Iterable[str] | None = None) -> tuple[list[tuple[str, list[IndexEntry]]], bool]:
        """The entries by their first letters."""
        return _by_letter(self._entries("rule", docnames)), False

    def _entries(self, kind: str, docnames: Iterable[str] | None) -> list[IndexEntry]:
        pages = None if docnames is None else set(docnames)
        found = []
        for (of, id, ruleset), (page, anchor, title) in self.domain.data["objects"].items():
            if of == kind and (pages is None or page in pages):
                found.append(IndexEntry(title or id, 0, page, anchor, ruleset.lstrip("~+"), "", id))
        return sorted(found, key=lambda entry: (entry.name.casefold(), entry.extra))


class TermsIndex(RulesIndex):
    """Every term that is explained on some page."""

    name = "terms"
    localname = _("Index of terms")
    shortname = _("terms")

    def generate(self, docnames: Iterable[str] | None = None) -> tuple[list[tuple[str, list[IndexEntry]]], bool]:
        """The entries by their first letters."""
        return _by_letter(self._entries("term", docnames)), False


def _by_letter(entries: list[IndexEntry]) -> list[tuple[str, list[IndexEntry]]]:
    return [(letter, list(group)) for letter, group in groupby(entries, key=lambda entry: entry.name[:1].upper())]
