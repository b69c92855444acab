"""The directives of the domain ``tarot``: rulesets, house rules, examples, sessions, comparisons, odds and reference lists."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.transforms.post_transforms import SphinxPostTransform

from tarot_teach.advice.format import find_advice
from tarot_teach.advice.page import describe_advice
from tarot_teach.blocks import Block, Heading, Paragraph
from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError, NotationError, TarotError, suggest
from tarot_teach.explain.lesson import annotate_tricks, describe_position
from tarot_teach.explain.rulebook import (
    describe_errors,
    describe_glossary,
    describe_mechanisms,
    describe_option,
    describe_rule,
    describe_rulebook,
    describe_section,
    describe_sources,
    introduction,
    ruleset_with_option,
)
from tarot_teach.explain.score_sheet import describe_counting
from tarot_teach.language import _
from tarot_teach.loading import Library
from tarot_teach.records.replay import Replay
from tarot_teach.records.runner import replay_by
from tarot_teach.rules import Ruleset
from tarot_teach.sphinxext.directive import NAMED, TITLED, TarotDirective, files_of, logger, page_of, written_below
from tarot_teach.sphinxext.nodes import Converter
from tarot_teach.text import Text
from tarot_teach.topics.compare.deals import DealComparison, compare_deals
from tarot_teach.topics.compare.deals_page import describe_deal_comparison, lesson
from tarot_teach.topics.compare.family import describe_family
from tarot_teach.topics.compare.replay_under import POLICIES
from tarot_teach.topics.compare.rulesets_page import describe_comparison
from tarot_teach.topics.odds.page import describe_odds
from tarot_teach.topics.odds.unseen_cards import before_looking, knowing_hand
from tarot_teach.topics.sessions.page import describe_session
from tarot_teach.topics.sessions.scorekeeper import keep_score
from tarot_teach.topics.simulate.page import describe_figures
from tarot_teach.topics.simulate.results_files import load_results
from tarot_teach.topics.simulate.run_results import RunResults
from tarot_teach.topics.sources.coverage import describe_coverage
from tarot_teach.topics.sources.errata import describe_errata


class RulesDirective(TarotDirective):
    """``.. tarot:rules:: fft-4+garde-contre-x8``: the rule page of a ruleset, or with ``:step:`` or ``:rule:`` a part of it."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {
        **TITLED,
        "step": directives.unchanged_required,
        "rule": directives.unchanged_required,
    }

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        """All rules in order, the rules of a step, or one rule."""
        ruleset = self.ruleset(library, self.arguments[0])
        if "rule" in self.options:
            return ruleset.name, [describe_rule(ruleset, ruleset.rule(self.options["rule"]))]
        if "step" in self.options:
            return ruleset.name, describe_section(ruleset, self.options["step"])
        self.depends_on(library.files("glossary"))
        self.note_object(ruleset.name, "ruleset", ruleset.name, ruleset.title)
        return ruleset.name, describe_rulebook(ruleset, library.glossary())


class OptionDirective(TarotDirective):
    """``.. tarot:option:: misere``: the page of a house rule."""

    required_arguments = 1

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        """The changes of the house rule to a ruleset that it fits."""
        id = self.arguments[0]
        path = library.find("option", id)
        ruleset = ruleset_with_option(library, id)
        self.depends_on(files_of(ruleset, library))
        self.note_object(f"option-{id}", "option", id, str(library.document(path).data["title"]))
        return ruleset.name, describe_option(library, id)

    def rules_of(self, _ruleset: str) -> str:
        """The rules are noted as those of the house rule."""
        return f"+{self.arguments[0]}"


class ExampleDirective(TarotDirective):
    """``.. tarot:example:: tarotmag-16``: a worked example, replayed when the page is built; with ``:tricks: 3-5`` or
    ``:step: 12`` a part of it. Without an argument, the example is written below the directive."""

    optional_arguments = 1
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {
        **TITLED,
        "tricks": directives.unchanged_required,
        "step": directives.nonnegative_int,
    }

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        """The annotated example, a part of it, or a position. Raises LoadError or RecordError for faults in it."""
        done = self._replayed(library)
        name, file = done.engine.ruleset.name, done.record.file
        if "step" in self.options:
            return name, describe_position(done, self.options["step"])
        if "tricks" in self.options:
            return name, annotate_tricks(done, *self._range(self.options["tricks"]))
        self.note_object(file.id, "example", file.id, file.title)
        return name, lesson(done)

    def _replayed(self, library: Library) -> Replay:
        """The example that is named or written below the directive. Raises NotationError if neither or both."""
        if bool(self.arguments) == bool(self.content):
            message = (
                _("an example is named and another one written") if self.arguments else _("there is no example here")
            )
            hint = _("name one behind the directive, or write one below it")
            raise NotationError.of("example.which", message, None, hint)
        if self.arguments:
            return self.replayed(library)
        source, record = written_below(self)
        done = replay_by(record, library, source.parent)
        self.depends_on_replay(done, library, source.parent)
        return done

    def warn(self, error: TarotError) -> None:
        """Log a warning at the line of the directive, or at each fault's line of an example that is written below it."""
        if not self.content:
            super().warn(error)
            return
        source, _line = self.get_source_info()
        for problem in error.problems:
            on_page = problem.place is not None and problem.place.file == page_of(self)
            location = f"{source}:{problem.place.line}" if problem.place and on_page else self.get_location()
            logger.warning("%s", problem, location=location, type="tarot", subtype="example")

    def _range(self, text: str) -> tuple[int, int]:
        first, _dash, last = text.partition("-")
        numbers = [part.strip() for part in (first, last or first)]
        if not all(re.fullmatch(r"\d{1,3}", number) for number in numbers):
            raise NotationError.of(
                "example.tricks",
                _("{text!r} is not a range of tricks").format(text=text),
                hint=_("write it like 3 or 3-5"),
            )
        return int(numbers[0]), int(numbers[1])


class SessionDirective(TarotDirective):
    """``.. tarot:session:: an-evening``: the explained score sheet of a session."""

    required_arguments = 1

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        path = library.find_record("session", self.arguments[0])
        path = path if path.is_absolute() else Path(self.env.srcdir, path)
        self.depends_on([path])
        session = keep_score(path, library)
        ruleset = session.engine.ruleset
        self.depends_on(files_of(ruleset, library))
        self.note_object(session.file.id, "session", session.file.id, session.file.title)
        return ruleset.name, describe_session(session)


class GlossaryDirective(TarotDirective):
    """``.. tarot:glossary::``: every concept, in English and French."""

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        self.depends_on(library.files("glossary"))
        for id, concept in library.glossary().items():
            self.note_object(f"term-{id}", "term", id, concept.en)
        return "", describe_glossary(library.glossary())


class SourcesDirective(TarotDirective):
    """``.. tarot:sources::``: the bibliography."""

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        self.depends_on(library.files("sources"))
        for key, source in library.sources().items():
            self.note_object(f"source-{key}", "source", key, source.title)
        return "", describe_sources(library.sources())


class AdviceDirective(TarotDirective):
    """``.. tarot:advice:: encyclopedia fft-4 T21 EX SR …``: the page of a body of advice, with a hand valued by it."""

    required_arguments = 1
    final_argument_whitespace = True

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        id, name, *hand = self.arguments[0].split()
        ruleset = self.ruleset(library, name)
        path = library.path_of("advice", id)
        self.depends_on([path] if path else [])
        return ruleset.name, describe_advice(find_advice(library, id), ruleset, ruleset.deck.parse(" ".join(hand)))


class CountingDirective(TarotDirective):
    """``.. tarot:counting:: fft-4 SD SC S8 T1``: a pile counted in three ways, by the card points of a ruleset's pack."""

    required_arguments = 1
    final_argument_whitespace = True

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        name, *codes = self.arguments[0].split()
        ruleset = self.ruleset(library, name)
        return ruleset.name, describe_counting(ruleset.deck.parse(" ".join(codes)))


class CoverageDirective(TarotDirective):
    """``.. tarot:coverage::``: all points of the sources, each with its place in the rulesets."""

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        self.depends_on([library.files("coverage")[0], *_all_files(library)])
        return "", describe_coverage(library)


class ErrataDirective(TarotDirective):
    """``.. tarot:errata::``: wrong values that sources print, with the right ones."""

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        self.depends_on([library.files("errata")[0], *_all_files(library)])
        return "", describe_errata(library)


class MechanismsDirective(TarotDirective):
    """``.. tarot:mechanisms::``: every kind of rule, with its parameters."""

    def blocks(self, _library: Library) -> tuple[str, Iterable[Block]]:
        return "", describe_mechanisms()


class ErrorsDirective(TarotDirective):
    """``.. tarot:errors::``: all codes of errors, each with its cause and cure."""

    def blocks(self, _library: Library) -> tuple[str, Iterable[Block]]:
        return "", describe_errors()


def _all_files(library: Library) -> list[Path]:
    """The files of all rulesets, house rules, packs and examples."""
    kinds = ("ruleset", "option", "deck", "example")
    found = (library.path_of(kind, id) for kind in kinds for id in library.ids(kind))
    return [path for path in found if path]


class CompareDirective(TarotDirective):
    """``.. tarot:compare:: fft-4 fft-5 …``: where rulesets differ; with ``:all:`` every rule, with ``:matrix:`` only the table,
    with ``:rule: play.overtrump …`` only some rules.

    With ``:hand: EXAMPLE`` one hand by all of them instead (``:policy:`` says what becomes of a card that other rules refuse), with
    ``:figures: FILE`` what many deals have shown, from a file that ``tarot-teach simulate`` has written; together with one of
    the options above, these follow the rules.
    """

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Any]] = {
        **TITLED,
        "all": directives.flag,
        "matrix": directives.flag,
        "rule": directives.unchanged_required,
        "hand": directives.unchanged_required,
        "policy": directives.unchanged_required,
        "figures": directives.unchanged_required,
    }

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        rulesets = [self.ruleset(library, name) for name in self.arguments[0].split()]
        given = set(self.options)
        blocks: list[Block] = []
        if given & {"all", "matrix", "rule"} or not given & {"hand", "figures"}:
            rules = self.options.get("rule", "").split()
            everything, matrix = "all" in given, "matrix" in given
            blocks += describe_comparison(rulesets, rules, everything=everything, matrix=matrix)
        if "hand" in given:
            blocks += describe_deal_comparison(self._hand(library, rulesets), level=2)
        if "figures" in given:
            blocks += describe_figures(self._figures(rulesets))
        return rulesets[0].name, blocks

    def _hand(self, library: Library, rulesets: Sequence[Ruleset]) -> DealComparison:
        """One deal under all rulesets. Raises LoadError and RecordError."""
        name = self.options.get("policy", "as_played")
        if name not in POLICIES:
            raise LoadError.of(
                "compare.policy",
                _("there is no policy {name!r}").format(name=name),
                hint=suggest(name, POLICIES, _("policies")),
            )
        done = self.replayed(library, self.options["hand"])
        return compare_deals(done, [Engine(ruleset) for ruleset in rulesets], POLICIES[name])

    def _figures(self, rulesets: Sequence[Ruleset]) -> RunResults:
        """Results of simulated deals from a file. Raises LoadError if the file is about other rulesets."""
        _relative, path = self.env.relfn2path(self.options["figures"])
        self.depends_on([path])
        saved = load_results(Path(path))
        names = [game.name for game in saved.stamps]
        if names != [ruleset.name for ruleset in rulesets]:
            raise LoadError.of(
                "compare.figures",
                _("{figures} holds figures of {names}").format(figures=self.options["figures"], names=", ".join(names)),
                hint=_("name the same rulesets, in the same order"),
            )
        games = tuple(game.labelled(Engine(rules)) for game, rules in zip(saved.stamps, rulesets, strict=True))
        if [game.unit for game in games] != [game.unit for game in saved.stamps]:
            raise LoadError.of(
                "compare.figures",
                _("{figures} counts game points in a different unit from its rulesets").format(
                    figures=self.options["figures"]
                ),
                hint=_("play them anew: tarot-teach simulate --again {figures}").format(
                    figures=self.options["figures"]
                ),
            )
        return replace(saved, stamps=games)


class FamilyDirective(TarotDirective):
    """``.. tarot:family::`` or ``.. tarot:family:: NAME …``: the family tree of rulesets, with the house rules that fit each."""

    optional_arguments = 1
    final_argument_whitespace = True

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        names = self.arguments[0].split() if self.arguments else library.ids()
        for name in names:
            self.ruleset(library, name)
        for option in library.ids("option"):
            self.depends_on([library.find("option", option)])
        return "", describe_family(library, names)


class OddsDirective(TarotDirective):
    """``.. tarot:odds:: fft-4``: exact odds of hands; with ``:about: trumps void`` a part of them, and with ``:holding: trumps=7``
    or a whole hand the odds for a player who knows that hand."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {
        **TITLED,
        "about": directives.unchanged_required,
        "holding": directives.unchanged_required,
        "players": directives.positive_int,
    }

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        """The odds. Raises LoadError or NotationError for impossible hands and unknown subjects."""
        ruleset = self.ruleset(library, self.arguments[0])
        engine, players = Engine(ruleset), self.options.get("players")
        unseen = (
            knowing_hand(engine, self.options["holding"], players)
            if "holding" in self.options
            else before_looking(engine, players)
        )
        return ruleset.name, describe_odds(engine, unseen, self.options.get("about", "").split())


class OverviewDirective(TarotDirective):
    """``.. tarot:overview:: NAME …``: an introduction to each ruleset, with links to its rules and examples."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Any]] = NAMED

    def content_nodes(self, library: Library) -> list[nodes.Element]:
        """A section for each ruleset."""
        self.depends_on(library.paths("example"))
        sections: list[nodes.Element] = []
        for name in self.arguments[0].split():
            try:
                sections.append(self.section(name, library))
            except TarotError as error:
                self.warn(error)
        return sections

    def section(self, name: str, library: Library) -> nodes.section:
        """The section of a ruleset."""
        ruleset = self.ruleset(library, name)
        links = [("ruleset", ruleset.name, _("The rules, one by one"))]
        links += _examples(library, library.examples_of(ruleset.name))
        return self.about(ruleset.name, ruleset.title, introduction(ruleset)[:1], links)

    def about(self, name: str, title: str, lead: list[Paragraph], links: list[tuple[str, str, str]]) -> nodes.section:
        """A section with a title, an introduction, and links: kind, target and label of each."""
        converter = Converter("", self.env.docname)
        (section,) = converter.sections([Heading(2, Text((title,)), f"about-{name}"), *lead])
        assert isinstance(section, nodes.section)
        listing = nodes.bullet_list(links=True)
        for kind, target, label in links:
            listing += nodes.list_item("", nodes.paragraph("", "", converter.reference(kind, target, label)))
        section += listing
        return section


class HouseRulesDirective(OverviewDirective):
    """``.. tarot:house-rules:: ID …``: an introduction to each house rule, with links to its page and examples."""

    def section(self, name: str, library: Library) -> nodes.section:
        """The section of a house rule."""
        path = library.find("option", name)
        self.depends_on([path])
        data = library.document(path).data
        links = [("option", name, _("What it changes")), *_examples(library, library.examples_with(name))]
        about = str(data.get("about", "")).strip().split("\n\n")[0]
        return self.about(name, str(data["title"]), [Paragraph(Text((about,)))] if about else [], links)


class DropUnresolvedLinks(SphinxPostTransform):
    """Remove from the lists of an overview the links whose target no page of any known project has."""

    default_priority = 15  # after references are resolved

    def run(self, **_kwargs: Any) -> None:
        """Change a page whose references are resolved."""
        for listing in [found for found in self.document.findall(nodes.bullet_list) if "links" in found]:
            listing.children = [item for item in listing.children if any(item.findall(nodes.reference))]
            if not listing.children:
                listing.parent.remove(listing)


def _examples(library: Library, paths: list[Path]) -> list[tuple[str, str, str]]:
    """Links to worked examples: kind, id and title."""
    files = [library.document(path).data for path in paths]
    return [("example", str(data["id"]), str(data["title"])) for data in files]


DIRECTIVES: dict[str, type[TarotDirective]] = {
    "rules": RulesDirective,
    "option": OptionDirective,
    "example": ExampleDirective,
    "session": SessionDirective,
    "glossary": GlossaryDirective,
    "sources": SourcesDirective,
    "advice": AdviceDirective,
    "counting": CountingDirective,
    "coverage": CoverageDirective,
    "errata": ErrataDirective,
    "errors": ErrorsDirective,
    "mechanisms": MechanismsDirective,
    "overview": OverviewDirective,
    "house-rules": HouseRulesDirective,
    "compare": CompareDirective,
    "family": FamilyDirective,
    "odds": OddsDirective,
}
"""The directives of this module by name."""
