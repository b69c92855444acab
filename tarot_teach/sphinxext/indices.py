"""Indices of a project: its rules, and the terms that it explains."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from sphinx.domains import Index, IndexEntry

from tarot_teach.text import _


class RulesIndex(Index):
    """Every rule on some page, by its title."""

    kind = "rule"
    name = "rules"
    localname = _("Index of rules")
    shortname = _("rules")

    def generate(self, docnames: Iterable[str] | None = None) -> tuple[list[tuple[str, list[IndexEntry]]], bool]:
        """The entries by their first letters."""
        pages = None if docnames is None else set(docnames)
        found = [
            IndexEntry(title or id, 0, page, anchor, ruleset.lstrip("~+"), "", id)
            for (kind, id, ruleset), (page, anchor, title) in self.domain.data["objects"].items()
            if kind == self.kind and (pages is None or page in pages)
        ]
        entries = sorted(found, key=lambda entry: (entry.name.casefold(), entry.extra))
        letters = groupby(entries, key=lambda entry: entry.name[:1].upper())
        return [(letter, list(group)) for letter, group in letters], False


class TermsIndex(RulesIndex):
    """Every term that is explained on some page."""

    kind = "term"
    name = "terms"
    localname = _("Index of terms")
    shortname = _("terms")
