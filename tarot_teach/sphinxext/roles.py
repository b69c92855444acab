"""Roles of the domain ``tarot``: cards, rules, terms, rulesets, house rules, examples and sources in a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

from docutils import nodes
from sphinx.environment import BuildEnvironment
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.docutils import SphinxRole

from tarot_teach.errors import LoadError, TarotError, suggest
from tarot_teach.loading import Library
from tarot_teach.sphinxext.base import library_of
from tarot_teach.sphinxext.convert import Converter
from tarot_teach.text import CardRef, Text

logger = logging.getLogger(__name__)
T = TypeVar("T")


class TarotRole(XRefRole):
    """A reference that, where no title is given, says what the thing is called."""

    def __init__(self, kind: str) -> None:
        super().__init__(innernodeclass=nodes.inline)  # words in a sentence, not code
        self.kind = kind

    def process_link(
        self, env: BuildEnvironment, refnode: nodes.Element, has_explicit_title: bool, title: str, target: str
    ) -> tuple[str, str]:
        """The title and the target; what does not exist at all is a warning."""
        ruleset, _, id = target.rpartition(":") if self.kind == "rule" else ("", "", target)
        refnode["ruleset"] = ruleset
        try:
            found = self._title(library_of(env), ruleset, id, env)
        except TarotError as error:
            logger.warning("%s", error, location=self.get_location(), type="tarot", subtype=self.kind)
            refnode["generated"] = True
            return title, id
        return (title if has_explicit_title else found), id

    def _title(self, library: Library, ruleset: str, id: str, env: BuildEnvironment) -> str:
        """What it is called. Raises LoadError for something that there is not."""
        match self.kind:
            case "rule":
                names = [ruleset] if ruleset else sorted(library.ids())
                found = [library.load(name, base=Path(env.srcdir)) for name in names]
                named = next((one.rules[id].title for one in found if id in one.rules), None)
                return named if named is not None else found[0].rule(id).title
            case "ruleset":
                return library.load(id, base=Path(env.srcdir)).title
            case "option":
                return str(library.document(library.find_option(id)).data["title"])
            case "example":
                return str(library.document(library.example_path(id)).data["title"])
            case "source":
                return _known(id, library.sources(), "source").title
        return _known(id, library.glossary(), "term").en


def _known(id: str, things: Mapping[str, T], kind: str) -> T:
    if id not in things:
        raise LoadError.of("role.unknown", f"there is no {kind} {id!r}", None, suggest(id, things, f"{kind}s"))
    return things[id]


class CardRole(SphinxRole):
    """``SR``, or ``early-17c:SR`` for another pack than that of 78 cards: the card's name, in its colour."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """The name; a card that there is not is a warning."""
        name, _, code = self.text.rpartition(":")
        library = library_of(self.env)
        try:
            deck = library.load(name, base=Path(self.env.srcdir)).deck if name else library.deck("tarot-78")
            card = deck.card(code)
        except TarotError as error:
            logger.warning("%s", error, location=self.get_location(), type="tarot", subtype="card")
            return [nodes.Text(self.text)], []
        return Converter("", self.env.docname).inline(Text((CardRef(card),))), []
