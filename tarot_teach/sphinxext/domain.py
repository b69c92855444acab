"""The domain ``tarot``: the things on pages that references can name, and indices of rules and terms.

The extension's ``setup`` adds the directives and roles of the domain, so that this module needs none of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from gettext import NullTranslations
from itertools import groupby
from pathlib import Path
from typing import Any, ClassVar, cast

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.builders import Builder
from sphinx.domains import Domain, Index, IndexEntry, ObjType
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.nodes import make_refnode

from tarot_teach.loading import Library
from tarot_teach.loading.translations import user_catalogue_faults
from tarot_teach.loading.user_files import library_for
from tarot_teach.messages import _, collated, current_catalogue, kind_in_words
from tarot_teach.render.common import curly

logger = logging.getLogger(__name__)

Key = tuple[str, str, str]  # kind, id, ruleset
Target = tuple[str, str, str]  # page, anchor, title

KINDS = ("rule", "ruleset", "option", "example", "session", "term", "source")

COMPARISON, OVERVIEW, PLAYED = "comparison", "overview", "played"
"""The kinds of pages that set two rulesets against each other, that show many games, and on which a game is played: other pages name them, and no role does."""

_LIBRARIES: dict[tuple[NullTranslations, str, tuple[str, ...]], Library] = {}
"""Libraries that this process has read, by catalogue of a language, working directory and the user's files."""

_SINGLE, _GROUP, _MEMBER = 0, 1, 2
"""Kinds of index entries: one by itself, one with others below it, one of those below."""


class RulesIndex(Index):
    """All rules on pages by title; below each title the other rulesets that have a rule of that title."""

    kind: ClassVar[str] = "rule"
    name = "rules"
    localname = "Index of rules"
    shortname = "rules"
    domain: TarotDomain

    def generate(self, docnames: Iterable[str] | None = None) -> tuple[list[tuple[str, list[IndexEntry]]], bool]:
        """The entries by first letter."""
        pages = None if docnames is None else set(docnames)
        found = [
            (title or id, ruleset, id, page, anchor)
            for id, ruleset, (page, anchor, title) in self.domain.places(self.kind)
            if pages is None or page in pages
        ]
        found.sort(key=lambda entry: (_letter(entry[0]), collated(entry[0]), *entry))
        letters: dict[str, list[IndexEntry]] = {}
        for title, group in groupby(found, key=lambda entry: entry[0]):
            (_title, ruleset, id, page, anchor), *others = group
            entries = letters.setdefault(_letter(title), [])
            kind = _GROUP if others else _SINGLE
            entries.append(IndexEntry(title, kind, page, anchor, ruleset.lstrip("+"), "", self.description(id)))
            for _title, ruleset, other, page, anchor in others:
                words = _("in {ruleset}").format(ruleset=ruleset.lstrip("+"))
                own = self.description(other) if other != id else ""
                entries.append(IndexEntry(words, _MEMBER, page, anchor, "", "", own))
        return [*letters.items()], False

    def description(self, id: str) -> str:
        """The description of an entry: the id, by which a rule is quoted."""
        return id


class TermsIndex(RulesIndex):
    """All terms that pages explain."""

    kind = "term"
    name = "terms"
    localname = "Index of terms"
    shortname = "terms"

    def description(self, id: str) -> str:
        """The French word of a term, or nothing."""
        concept = self.domain.library.glossary().get(id)
        return curly(concept.name_in("fr")) if concept else ""


class TarotDomain(Domain):
    """Rules, rulesets, house rules, examples, sessions, terms and sources as targets of references."""

    name = "tarot"
    label = "Tarot"
    object_types: ClassVar[dict[str, ObjType]] = {kind: ObjType(kind, kind) for kind in KINDS}
    indices: ClassVar[list[type[Index]]] = [RulesIndex, TermsIndex]
    initial_data: ClassVar[dict[str, Any]] = {"objects": {}}
    data_version = 1

    def get_type_name(self, type: ObjType, primary: bool = False) -> str:  # noqa: ARG002
        """The word for a kind of target, which the search looks through and shows."""
        return kind_in_words(type.lname)

    @property
    def library(self) -> Library:
        """The shipped files, those that ``tarot_files`` names, and their neighbours, read once a build.

        A library shows paths relative to the working directory, so each working directory has a library of its own.
        """
        files = tuple(str(Path(self.env.srcdir, name)) for name in self.env.config.tarot_files)
        key = (current_catalogue(), str(Path.cwd()), files)
        if key not in _LIBRARIES:
            found = library_for(files, logger.info, mechanisms=self.env.config.tarot_mechanisms)
            _LIBRARIES[key] = Library(_named_files(files, found), found.mechanisms)
            for fault in user_catalogue_faults(found.user_files):
                logger.warning("%s", fault, type="tarot", subtype="catalogue")
        return _LIBRARIES[key]

    @property
    def objects(self) -> dict[Key, dict[str, tuple[str, str]]]:
        """Targets of references: kind, id and ruleset → for each page, anchor and title."""
        return cast(dict[Key, dict[str, tuple[str, str]]], self.data["objects"])

    def note_object(self, kind: str, id: str, page: str, anchor: str, ruleset: str, title: str) -> None:
        """Record the first place of an object on a page, and its title.

        The rules of ``~fft-4`` are parts of fft-4 on other pages than its own, those of ``+misere`` belong to a house rule.
        """
        self.objects.setdefault((kind, id, ruleset), {}).setdefault(page, (anchor, title))

    def locate(self, kind: str, id: str, ruleset: str, page: str) -> Target | None:
        """The place of an object, if possible on the given page, else on the first of its pages.

        A rule is looked up on the pages of its ruleset, of the ruleset's house rules, and of the ruleset without them.
        """
        base, *options = ruleset.split("+")
        house_rules = [f"+{option.partition('=')[0]}" for option in options]
        names = (ruleset, *house_rules, base, f"~{ruleset}", f"~{base}", "")
        keys = [key for name in names if (key := (kind, id, name)) in self.objects]
        if not keys and not ruleset:
            keys = sorted(key for key in self.objects if key[:2] == (kind, id))
        return self._target(keys[0], page) if keys else None

    def _target(self, key: Key, page: str) -> Target:
        places = self.objects[key]
        page = page if page in places else min(places)
        return page, *places[page]

    def places(self, kind: str) -> Iterator[tuple[str, str, Target]]:
        """Id, ruleset and place of all objects of a kind; parts of a ruleset only where the whole ruleset has no page."""
        for _kind, id, ruleset in sorted(key for key in self.objects if key[0] == kind):
            name = ruleset.removeprefix("~")
            if name == ruleset or (kind, id, name) not in self.objects:
                yield id, name, self._target((kind, id, ruleset), "")

    def clear_doc(self, docname: str) -> None:
        """Remove the objects of a page."""
        for key, places in list(self.objects.items()):
            places.pop(docname, None)
            if not places:
                del self.objects[key]

    def merge_domaindata(self, docnames: Iterable[str], otherdata: dict[str, Any]) -> None:
        """Add the objects that another process found on some pages."""
        pages = set(docnames)
        for key, places in otherdata["objects"].items():
            for page in pages & set(places):
                self.objects.setdefault(key, {})[page] = places[page]

    def resolve_xref(
        self,
        _env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: pending_xref,
        contnode: nodes.Element,
    ) -> nodes.reference | None:
        """A reference to an object; None where the project has no page with it."""
        ruleset, id = split_target(typ, target)
        found = self.locate(typ, id, ruleset, node.get("refdoc", fromdocname))
        if found is None:
            return None
        page, anchor, title = found
        if "unknown" in node and not node.get("refexplicit"):
            contnode = nodes.inline("", title, classes=contnode["classes"])
        if builder.name == "singlehtml":
            fromdocname, anchor = page, anchor_in_one_file(page, anchor)
        return make_refnode(builder, fromdocname, page, anchor, contnode)

    def resolve_any_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: pending_xref,
        contnode: nodes.Element,
    ) -> list[tuple[str, nodes.reference]]:
        """References by the role ``any``: one for each kind that has an object of this name."""
        found = [(k, self.resolve_xref(env, fromdocname, builder, k, target, node, contnode)) for k in KINDS]
        return [(f"tarot:{kind}", reference) for kind, reference in found if reference is not None]

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        """All objects, for the inventory and the search."""
        for kind in KINDS:
            for id, ruleset, (page, anchor, title) in self.places(kind):
                yield f"{ruleset}:{id}" if ruleset else id, title or id, kind, page, anchor, 1


def domain_of(env: BuildEnvironment) -> TarotDomain:
    """The domain of a build."""
    return cast(TarotDomain, env.get_domain("tarot"))


def drop_outdated_libraries() -> None:
    """Drop the libraries of this process whose files have changed, so that the next build reads them."""
    for key, library in [*_LIBRARIES.items()]:
        found = _named_files(key[2], library_for(key[2], logger.info))
        if library.outdated() or {*found} != {*library.user_files}:
            del _LIBRARIES[key]


def _named_files(names: Iterable[str], library: Library) -> list[Path]:
    """The files that are named, also those that cannot be read, and the neighbours of all."""
    named = [path.resolve() for path in map(Path, names) if not path.is_dir()]
    return [*dict.fromkeys([*named, *library.user_files])]


def share_library(library: Library) -> None:
    """Have the next build of this process, and its forked workers, use a library that has been read already."""
    _LIBRARIES[(current_catalogue(), str(Path.cwd()), tuple(str(path) for path in library.user_files))] = library


def split_target(kind: str, target: str) -> tuple[str, str]:
    """The ruleset and the id in the target of a reference; only rules have a ruleset."""
    ruleset, _, id = target.rpartition(":") if kind == "rule" else ("", "", target)
    return ruleset, id


def anchor_in_one_file(page: str, anchor: str) -> str:
    """The anchor of a page's element where all pages stand in one file, in Sphinx's own form."""
    return f"document-{page}#{anchor}"


def address(builder: Builder, origin: str, page: str, anchor: str) -> str:
    """The address of an anchor on a page, for a link on the page ``origin``."""
    if builder.name == "singlehtml":
        return f"#{anchor_in_one_file(page, anchor)}"
    base = "" if page == origin else builder.get_relative_uri(origin, page)
    return f"{base}#{anchor}"


def _letter(title: str) -> str:
    """The heading of a title in an index: its first letter, or one for all titles that begin with a sign."""
    return collated(title)[:1].upper() if title[:1].isalpha() else _("Signs")
