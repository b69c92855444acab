"""The directives of the domain ``tarot``: rulesets, house rules, examples, sessions and reference lists on a page."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, cast

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from tarot_teach.errors import TarotError
from tarot_teach.explain import (
    Block,
    Heading,
    annotate,
    describe,
    describe_advice,
    describe_counting,
    describe_coverage,
    describe_errata,
    describe_glossary,
    describe_mechanisms,
    describe_option,
    describe_session,
    describe_sources,
    stands_on,
)
from tarot_teach.loading import Library
from tarot_teach.records import keep_score, load_example, replay_by
from tarot_teach.sphinxext.convert import Converter, anchor_of
from tarot_teach.text import Text

if TYPE_CHECKING:
    from tarot_teach.sphinxext.domain import TarotDomain

logger = logging.getLogger(__name__)

_LIBRARIES: dict[tuple[str, ...], Library] = {}


def library_of(env: BuildEnvironment) -> Library:
    """The library of a project: the shipped files and those that ``tarot_files`` names, read once a process."""
    own = tuple(str(Path(env.srcdir, name)) for name in env.config.tarot_files)
    if own not in _LIBRARIES:
        _LIBRARIES[own] = Library(Path(name) for name in own)
    return _LIBRARIES[own]


class TarotDirective(SphinxDirective):
    """Base: makes blocks, puts them on the page, and turns the project's errors into warnings at the right line."""

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        """The ruleset whose rules are named, and the blocks."""
        raise NotImplementedError

    def run(self) -> list[nodes.Node]:
        """The nodes of the directive; an error leaves the rest of the page standing."""
        library = library_of(self.env)
        try:
            ruleset, blocks = self.blocks(library)
        except TarotError as error:
            logger.warning("%s", error, location=self.get_location(), type="tarot", subtype=self.name)
            return []
        converter = Converter(ruleset, self.env.docname)
        sections = converter.sections(blocks)
        self.domain.note(converter.rules, ruleset, self.env.docname)
        return sections

    @property
    def domain(self) -> TarotDomain:
        """The domain of this build."""
        return cast("TarotDomain", self.env.get_domain("tarot"))

    def depends_on(self, paths: Iterable[str | Path]) -> None:
        """Have the page built anew when one of these files is changed."""
        for path in paths:
            self.env.note_dependency(str(Path(path).resolve()))


class RulesDirective(TarotDirective):
    """``.. tarot:rules:: fft-4+garde-contre-x8``: the rule page of a ruleset."""

    required_arguments = 1

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        """The rules in order."""
        ruleset = library.load(self.arguments[0], base=Path(self.env.srcdir))
        self.depends_on({change.place.file for rule in ruleset.rules.values() for change in rule.history})
        self.domain.note_object("ruleset", ruleset.name, self.env.docname, anchor_of(ruleset.name), "")
        return ruleset.name, describe(ruleset, library.glossary())


class OptionDirective(TarotDirective):
    """``.. tarot:option:: misere``: the page of a house rule."""

    required_arguments = 1

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        """What it changes, on top of a ruleset that it fits."""
        id = self.arguments[0]
        ruleset = stands_on(library, id)
        self.depends_on({change.place.file for rule in ruleset.rules.values() for change in rule.history})
        self.domain.note_object("option", id, self.env.docname, anchor_of(f"option-{id}"), "")
        for rule in ruleset.rules.values():
            if rule.history[-1].by == id:
                self.domain.note_object("rule", rule.id, self.env.docname, anchor_of(rule.id), f"+{id}")
        return ruleset.name, describe_option(library, id)


class ExampleDirective(TarotDirective):
    """``.. tarot:example:: tarotmag-16``: a worked example, replayed when the page is built."""

    required_arguments = 1

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        """The annotated record."""
        path = library.example_path(self.arguments[0])
        path = path if path.is_absolute() else Path(self.env.srcdir, path)
        self.depends_on([path])
        done = replay_by(load_example(str(path), library), library, path.parent)
        ruleset, record = done.engine.ruleset, done.record
        self.depends_on({change.place.file for rule in ruleset.rules.values() for change in rule.history})
        self.domain.note_object("example", record.file.id, self.env.docname, anchor_of(record.file.id), "")
        return ruleset.name, annotate(done)


class SessionDirective(TarotDirective):
    """``.. tarot:session:: an-evening``: the explained score sheet of a session."""

    required_arguments = 1

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        """The score kept when the page is built."""
        path = library.session_path(self.arguments[0])
        path = path if path.is_absolute() else Path(self.env.srcdir, path)
        self.depends_on([path])
        session = keep_score(path, library)
        ruleset = session.engine.ruleset
        self.depends_on({change.place.file for rule in ruleset.rules.values() for change in rule.history})
        return ruleset.name, describe_session(session)


class GlossaryDirective(TarotDirective):
    """``.. tarot:glossary::``: every concept, in English and French."""

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        """The glossary."""
        for id in library.glossary():
            self.domain.note_object("term", id, self.env.docname, "glossary", "")
        return "", describe_glossary(library.glossary())


class SourcesDirective(TarotDirective):
    """``.. tarot:sources::``: the bibliography."""

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        """The bibliography."""
        for key in library.sources():
            self.domain.note_object("source", key, self.env.docname, anchor_of(f"source-{key}"), "")
        return "", describe_sources(library.sources())


class AdviceDirective(TarotDirective):
    """``.. tarot:advice:: encyclopedia fft-4 T21 EX SR …``: the page of a body of advice, with a hand valued by it."""

    required_arguments = 1
    final_argument_whitespace = True

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        """The advice, and a hand for a ruleset's bids."""
        id, name, *hand = self.arguments[0].split()
        ruleset = library.load(name, base=Path(self.env.srcdir))
        return ruleset.name, describe_advice(library.advice(id), ruleset, ruleset.deck.parse(" ".join(hand)))


class CountingDirective(TarotDirective):
    """``.. tarot:counting:: fft-4 SD SC S8 T1``: a pile counted in three ways, by the card points of a ruleset's pack."""

    required_arguments = 1
    final_argument_whitespace = True

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        """The three ways side by side."""
        name, *codes = self.arguments[0].split()
        ruleset = library.load(name, base=Path(self.env.srcdir))
        return ruleset.name, describe_counting(ruleset.deck.parse(" ".join(codes)))


class CoverageDirective(TarotDirective):
    """``.. tarot:coverage::``: every point on which the sources say something, and where it stands."""

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        """The points, held against the rulesets."""
        self.depends_on([library.coverage_path()])
        return "", describe_coverage(library)


class ErrataDirective(TarotDirective):
    """``.. tarot:errata::``: what the sources print and get wrong, beside what follows."""

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        """Printed values and computed ones."""
        self.depends_on([library.errata_path()])
        return "", describe_errata(library)


class MechanismsDirective(TarotDirective):
    """``.. tarot:mechanisms::``: every kind of rule, with its parameters."""

    def blocks(self, _library: Library) -> tuple[str, Iterable[Block]]:
        """The mechanisms; they belong to no library."""
        return "", describe_mechanisms()


class OverviewDirective(TarotDirective):
    """``.. tarot:overview:: NAME …``: what each ruleset is, with links to its rules and examples."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """A section for each ruleset."""
        library = library_of(self.env)
        sections: list[nodes.Node] = []
        for name in self.arguments[0].split():
            try:
                sections.append(self.section(name, library))
            except TarotError as error:
                logger.warning("%s", error, location=self.get_location(), type="tarot", subtype=self.name)
        return sections

    def section(self, name: str, library: Library) -> nodes.section:
        """What one ruleset is."""
        ruleset = library.load(name, base=Path(self.env.srcdir))
        links = [("ruleset", ruleset.name, "The rules, one by one")]
        links += _examples(library, library.examples_of(ruleset.name))
        return self.about(ruleset.name, ruleset.title, ruleset.about, links)

    def about(self, name: str, title: str, about: str, links: list[tuple[str, str, str]]) -> nodes.section:
        """A heading, the first paragraph of what it is about, and links."""
        (section,) = Converter(name, self.env.docname).sections([Heading(2, Text((title,)), f"about-{name}")])
        assert isinstance(section, nodes.section)
        if about:
            section += nodes.paragraph(text=about.strip().split("\n\n")[0].replace("\n", " "))
        listing = nodes.bullet_list()
        for kind, target, label in links:
            listing += _link_item(kind, target, label, self.env.docname)
        section += listing
        return section


class HouseRulesDirective(OverviewDirective):
    """``.. tarot:house-rules:: ID …``: what each house rule is, with links to its page and examples."""

    def section(self, name: str, library: Library) -> nodes.section:
        """What one house rule is."""
        data = library.document(library.find_option(name)).data
        links = [("option", name, "What it changes"), *_examples(library, library.examples_with(name))]
        return self.about(name, str(data["title"]), str(data.get("about", "")), links)


def _examples(library: Library, paths: list[Path]) -> list[tuple[str, str, str]]:
    """Links to worked examples."""
    found = [library.document(path).data for path in paths]
    return [("example", str(data["id"]), str(data["title"])) for data in found]


def _link_item(kind: str, target: str, label: str, page: str) -> nodes.list_item:
    reference = pending_xref("", refdomain="tarot", reftype=kind, reftarget=target, refdoc=page, ruleset="")
    reference["refexplicit"] = True
    reference += nodes.inline("", label)
    return nodes.list_item("", nodes.paragraph("", "", reference))
