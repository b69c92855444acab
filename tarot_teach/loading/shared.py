"""Rulesets that an earlier library of this process has put together of the same documents."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import NamedTuple

from tarot_teach.cards import Deck
from tarot_teach.loading.document import Document
from tarot_teach.loading.file_catalogue import FileCatalogue
from tarot_teach.mechanisms import Mechanism, find
from tarot_teach.rules import Ruleset

MOST = 2_000
"""The number of rulesets that are kept; a process that loads more begins anew."""


class _Kept(NamedTuple):
    """A sound ruleset, with the documents, the pack and the mechanisms that it is made of."""

    documents: list[Document]  # they live as long as the ruleset, so that their identities stay their own
    mechanisms: list[type[Mechanism]]
    ruleset: Ruleset
    pack: Deck


_kept: dict[tuple[object, ...], _Kept] = {}


class SharedRuleset:
    """The place of one ruleset among those that libraries of this process share.

    A package's file is the same document in each library as long as it does not change; a user's file is read anew by each. Documents
    are compared by identity, so that nothing is taken for another that merely looks like it.
    """

    def __init__(self, files: FileCatalogue, name: str, documents: Iterable[Document]) -> None:
        general = [path for kind in ("deck", "sources", "glossary") for path in files.files(kind)]
        self.documents: list[Document] = [*documents, *map(files.document, general)]
        self.key: tuple[object, ...] = (name, *files.roots, *map(id, self.documents))

    def found(self, pack: Callable[[], Deck]) -> Ruleset | None:
        """The ruleset without its parent and without titles; None if it is new, or if its pack or one of its mechanisms is another
        one now. ``pack`` comes to the pack of its file."""
        kept = _kept.get(self.key)
        if kept is None or kept.pack is not pack() or kept.mechanisms != _mechanisms(kept.ruleset):
            return None
        return kept.ruleset

    def keep(self, ruleset: Ruleset, pack: Deck) -> None:
        """Keep a sound ruleset, made of the pack of its file, for later libraries."""
        if len(_kept) >= MOST:
            _kept.clear()
        _kept[self.key] = _Kept(self.documents, _mechanisms(ruleset), replace(ruleset, parent=None, pages={}), pack)


def _mechanisms(ruleset: Ruleset) -> list[type[Mechanism]]:
    return [find(rule.step, rule.mechanism) for rule in ruleset.rules.values()]
