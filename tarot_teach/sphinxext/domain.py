"""The domain ``tarot``: what its directives put on pages, and references between them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.builders import Builder
from sphinx.domains import Domain, Index, ObjType
from sphinx.environment import BuildEnvironment
from sphinx.util.nodes import make_refnode

from tarot_teach.loading import Library
from tarot_teach.sphinxext import comparing, directives, odds, overview, teaching
from tarot_teach.sphinxext.anchors import on_one_page
from tarot_teach.sphinxext.indices import RulesIndex, TermsIndex
from tarot_teach.sphinxext.roles import CardRole, TarotRole, split

Key = tuple[str, str, str]  # kind, id, ruleset
Target = tuple[str, str, str]  # page, anchor, title

KINDS = ("rule", "ruleset", "option", "example", "session", "term", "source")


_LIBRARIES: dict[tuple[str, ...], Library] = {}
"""Libraries that this process has read, by working directory and own files."""


def forget_outdated() -> None:
    """Have the next build of this process read files anew where they have changed."""
    for key in [key for key, library in _LIBRARIES.items() if library.outdated()]:
        del _LIBRARIES[key]


def share(library: Library) -> None:
    """Have the next build of this process use a library that has been read already, and with it its forked worker processes."""
    _LIBRARIES[(str(Path.cwd()), *(str(path) for path in library.own))] = library


class TarotDomain(Domain):
    """Rules, rulesets, examples, terms and sources as things that can be pointed at."""

    name = "tarot"
    label = "Tarot"
    directives: ClassVar[dict[str, Any]] = {
        "rules": directives.RulesDirective,
        "option": directives.OptionDirective,
        "example": directives.ExampleDirective,
        "session": directives.SessionDirective,
        "glossary": directives.GlossaryDirective,
        "sources": directives.SourcesDirective,
        "advice": directives.AdviceDirective,
        "counting": directives.CountingDirective,
        "coverage": directives.CoverageDirective,
        "errata": directives.ErrataDirective,
        "errors": directives.ErrorsDirective,
        "mechanisms": directives.MechanismsDirective,
        "overview": overview.OverviewDirective,
        "house-rules": overview.HouseRulesDirective,
        "compare": comparing.CompareDirective,
        "family": comparing.FamilyDirective,
        "hand": teaching.HandDirective,
        "trick": teaching.TrickDirective,
        "score": teaching.ScoreDirective,
        "exercise": teaching.ExerciseDirective,
        "odds": odds.OddsDirective,
    }
    object_types: ClassVar[dict[str, ObjType]] = {kind: ObjType(kind, kind) for kind in KINDS}
    roles: ClassVar[dict[str, Any]] = {"card": CardRole(), **{kind: TarotRole(kind) for kind in KINDS}}
    indices: ClassVar[list[type[Index]]] = [RulesIndex, TermsIndex]
    initial_data: ClassVar[dict[str, Any]] = {"objects": {}}
    data_version = 1

    @property
    def library(self) -> Library:
        """The shipped files and those that ``tarot_files`` names. A library shows paths from the working directory, so another
        directory has another one."""
        own = tuple(str(Path(self.env.srcdir, name)) for name in self.env.config.tarot_files)
        key = (str(Path.cwd()), *own)
        if key not in _LIBRARIES:
            _LIBRARIES[key] = Library(Path(name) for name in own)
        return _LIBRARIES[key]

    @property
    def objects(self) -> dict[Key, dict[str, tuple[str, str]]]:
        """Targets of references: kind, id and ruleset → for each page, anchor and title."""
        found: dict[Key, dict[str, tuple[str, str]]] = self.data["objects"]
        return found

    def note_object(self, kind: str, id: str, page: str, anchor: str, ruleset: str, title: str) -> None:
        """Remember where something stands first on a page, and what it is called; ``~fft-4`` are rules that stand alone, apart from
        the ruleset's own page, ``+misere`` those of a house rule."""
        self.objects.setdefault((kind, id, ruleset), {}).setdefault(page, (anchor, title))

    def locate(self, kind: str, id: str, ruleset: str, page: str) -> Target | None:
        """Where something stands: a rule where its ruleset is, one of its options, or the ruleset without them; of several pages
        the one where the reference is, or else the first."""
        base, *options = ruleset.split("+")
        changed = [f"+{option.partition('=')[0]}" for option in options]
        for name in (ruleset, *changed, base, f"~{ruleset}", f"~{base}", ""):
            if (kind, id, name) in self.objects:
                return self._at((kind, id, name), page)
        if ruleset:
            return None
        known = sorted(key for key in self.objects if key[:2] == (kind, id))
        return self._at(known[0], page) if known else None

    def _at(self, key: Key, page: str) -> Target:
        places = self.objects[key]
        found = page if page in places else min(places)
        return (found, *places[found])

    def places(self, kind: str) -> Iterable[tuple[str, str, Target]]:
        """Id, ruleset and place of everything of a kind, the parts of a ruleset only where it does not stand as a whole."""
        for _kind, id, ruleset in sorted(key for key in self.objects if key[0] == kind):
            name = ruleset.removeprefix("~")
            if name == ruleset or (kind, id, name) not in self.objects:
                yield id, name, self._at((kind, id, ruleset), "")

    def clear_doc(self, docname: str) -> None:
        """Forget a page."""
        for key, places in list(self.objects.items()):
            places.pop(docname, None)
            if not places:
                del self.objects[key]

    def merge_domaindata(self, docnames: Iterable[str], otherdata: dict[str, Any]) -> None:
        """Take over what another process found."""
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
        """A reference to something on some page; None where the project has no such page."""
        ruleset, id = split(typ, target)
        found = self.locate(typ, id, ruleset, node.get("refdoc", fromdocname))
        if found is None:
            return None
        page, anchor, title = found
        if "unknown" in node and not node.get("refexplicit"):
            contnode = nodes.inline("", title, classes=contnode["classes"])
        if builder.name == "singlehtml":
            return make_refnode(builder, page, page, on_one_page(page, anchor), contnode)
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
        """References by the role ``any``: to whatever bears this name."""
        found = [(k, self.resolve_xref(env, fromdocname, builder, k, target, node, contnode)) for k in KINDS]
        return [(f"tarot:{kind}", reference) for kind, reference in found if reference is not None]

    def get_objects(self) -> Iterable[tuple[str, str, str, str, str, int]]:
        """For the inventory and the search."""
        for kind in KINDS:
            for id, ruleset, (page, anchor, title) in self.places(kind):
                yield f"{ruleset}:{id}" if ruleset else id, title or id, kind, page, anchor, 1
