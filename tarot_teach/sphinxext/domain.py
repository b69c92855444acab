"""The domain ``tarot``: what its directives put on pages, and references between them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.domains import Domain, Index, ObjType
from sphinx.environment import BuildEnvironment
from sphinx.util.nodes import make_refnode

from tarot_teach.sphinxext import comparing, directives, odds, overview, teaching
from tarot_teach.sphinxext.indices import RulesIndex, TermsIndex
from tarot_teach.sphinxext.roles import CardRole, TarotRole

Target = tuple[str, str, str]  # page, anchor, title


KINDS = ("rule", "ruleset", "option", "example", "term", "source")


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

    @property
    def objects(self) -> dict[tuple[str, str, str], Target]:
        """What can be pointed at: (kind, id, ruleset) → page and anchor."""
        found: dict[tuple[str, str, str], Target] = self.data["objects"]
        return found

    def note_object(self, kind: str, id: str, page: str, anchor: str, ruleset: str, title: str) -> None:
        """Remember where something stands, and what it is called."""
        self.objects[kind, id, ruleset] = (page, anchor, title)

    def note(self, rules: list[tuple[str, str, str]], ruleset: str, page: str) -> None:
        """Remember the rules of a page; ``~fft-4`` are rules that stand alone, apart from the ruleset's own page."""
        for id, anchor, title in rules:
            self.note_object("rule", id, page, anchor, ruleset, title)

    def locate(self, kind: str, id: str, ruleset: str) -> Target | None:
        """Where something stands: a rule on the page of its ruleset, of one of its options, or of the ruleset without them."""
        base, *options = ruleset.split("+")
        for name in (
            ruleset,
            *(f"+{option.partition('=')[0]}" for option in options),
            base,
            f"~{ruleset}",
            f"~{base}",
            "",
        ):
            if (kind, id, name) in self.objects:
                return self.objects[kind, id, name]
        if ruleset:
            return None
        return next((at for (of, name, _ruleset), at in sorted(self.objects.items()) if (of, name) == (kind, id)), None)

    def clear_doc(self, docname: str) -> None:
        """Forget a page."""
        for key in [key for key, (page, *_rest) in self.objects.items() if page == docname]:
            del self.objects[key]

    def merge_domaindata(self, docnames: Iterable[str], otherdata: dict[str, Any]) -> None:
        """Take over what another process found."""
        pages = set(docnames)
        self.objects.update({key: at for key, at in otherdata["objects"].items() if at[0] in pages})

    def resolve_xref(
        self,
        _env: BuildEnvironment,
        fromdocname: str,
        builder: Any,
        typ: str,
        target: str,
        node: pending_xref,
        contnode: nodes.Element,
    ) -> nodes.reference | None:
        """A reference to something on some page; None where the project has no such page."""
        found = self.locate(typ, target, node.get("ruleset", ""))
        if found is None:
            return None
        return make_refnode(builder, fromdocname, found[0], found[1], contnode)

    def resolve_any_xref(self, *_arguments: Any) -> list[tuple[str, nodes.reference]]:
        """References of unknown kind are not ours."""
        return []

    def get_objects(self) -> Iterable[tuple[str, str, str, str, str, int]]:
        """For the inventory and the search."""
        for (kind, id, ruleset), (page, anchor, title) in self.objects.items():
            name = f"{ruleset}:{id}" if ruleset else id
            yield name, title or id, kind, page, anchor, 1
