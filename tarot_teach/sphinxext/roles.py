"""Roles of the domain ``tarot``: cards, rules, terms, rulesets, house rules, examples and sources in a sentence."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from docutils import nodes
from sphinx.environment import BuildEnvironment
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.docutils import SphinxRole

from tarot_teach.errors import LoadError, TarotError, suggest
from tarot_teach.loading import Library
from tarot_teach.loading.file_catalogue import is_path
from tarot_teach.messages import _, kind_in_words, kinds_in_words
from tarot_teach.sphinxext.directive import check_confined, depend, files_of
from tarot_teach.sphinxext.domain import KINDS, domain_of, split_target
from tarot_teach.sphinxext.nodes import Converter
from tarot_teach.text import CardRef, Text

logger = logging.getLogger(__name__)


def _check_path(env: BuildEnvironment, library: Library, name: str) -> None:
    """Raise LoadError for a path in a role that its page may not name."""
    path = name.rpartition(":")[0] or name
    if is_path(path):
        check_confined(env, library, Path(env.srcdir), path.partition("+")[0])


class TarotRole(XRefRole):
    """A reference to an object, which has the object's title as its text if the author gives none."""

    def __init__(self, kind: str) -> None:
        super().__init__(innernodeclass=nodes.inline)  # words in a sentence, not code
        self.kind = kind

    def process_link(
        self, env: BuildEnvironment, refnode: nodes.Element, has_explicit_title: bool, title: str, target: str
    ) -> tuple[str, str]:
        """The title and the target. An error about an unknown name is kept in the node, since another project may have the name."""
        library = domain_of(env).library
        try:
            _check_path(env, library, target)
            found, paths = self._title(library, *split_target(self.kind, target), Path(env.srcdir))
        except TarotError as error:
            depend(env, library.user_files)
            refnode["unknown"], refnode["refwarn"] = str(error), True
            return title, target
        depend(env, paths)
        if self.kind == "term":
            self.classes += ["tt-term", f"tt-term-{target}"]
        return (title if has_explicit_title else found), target

    def _title(self, library: Library, ruleset: str, id: str, base: Path) -> tuple[str, Iterable[Path]]:
        """The title of an object, and the files that it comes from. Raises LoadError for an unknown name."""
        match self.kind:
            case "rule" if not ruleset or ruleset.startswith("+"):
                option = [library.find("option", ruleset[1:])] if ruleset else []
                names = library.fitting(ruleset[1:]) if ruleset else library.ids()
                loaded = [library.load(f"{name}{ruleset}") for name in names]
                first = next((each for each in loaded if id in each.rules), loaded[0])
                return first.rule(id).title, option or filter(
                    None, (library.path_of("ruleset", name) for name in names)
                )
            case "rule" | "ruleset":
                found = library.load(ruleset or id, base=base)
                return found.rule(id).title if ruleset else found.title, files_of(found, library)
            case "source":
                titles, files = {key: source.title for key, source in library.sources().items()}, "sources"
            case "term":
                titles, files = {term: concept.general for term, concept in library.glossary().items()}, "glossary"
            case kind:
                path = Path(base, library.find("option", id) if kind == "option" else library.find_record(kind, id))
                return str(library.document(path).data["title"]), [path]
        if id not in titles:
            message = _("there is no {kind} {id!r}").format(kind=kind_in_words(self.kind), id=id)
            raise LoadError.of("role.unknown", message, None, suggest(id, titles, kinds_in_words(self.kind)))
        return titles[id], library.files(files)


class CardRole(SphinxRole):
    """The name of a card in its colour: ``SR``, or ``early-17c:SR`` for another pack than that of 78 cards."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """The name; an unknown card gives a warning."""
        name, _colon, code = self.text.rpartition(":")
        library = domain_of(self.env).library
        try:
            _check_path(self.env, library, name)
            ruleset = library.load(name, base=Path(self.env.srcdir)) if name else None
            card = (ruleset.deck if ruleset else library.deck("tarot-78")).card(code)
        except TarotError as error:
            depend(self.env, library.user_files)
            logger.warning("%s", error, location=self.get_location(), type="tarot", subtype="card")
            return [nodes.Text(self.text)], []
        depend(self.env, files_of(ruleset, library) if ruleset else library.files("deck"))
        return Converter("", self.env.docname).inline(Text((CardRef(card),))), []


ROLES: dict[str, SphinxRole] = {"card": CardRole(), **{kind: TarotRole(kind) for kind in KINDS}}
"""The roles of the domain by name."""
