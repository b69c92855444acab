"""The directives of the domain ``tarot``: rulesets, house rules, examples, sessions and reference lists on a page."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, ClassVar

from docutils.parsers.rst import directives

from tarot_teach.advice.files import find_advice
from tarot_teach.advice.page import describe_advice
from tarot_teach.blocks import Block
from tarot_teach.errors import NotationError, TarotError
from tarot_teach.explain.card_count import describe_counting
from tarot_teach.explain.house_rules import describe_option, stands_on
from tarot_teach.explain.lesson import annotate_tricks, describe_position
from tarot_teach.explain.reference import describe_errors, describe_mechanisms
from tarot_teach.explain.rulebook import (
    describe,
    describe_glossary,
    describe_rule,
    describe_sources,
    describe_step_of,
)
from tarot_teach.loading import Library
from tarot_teach.records.replay import Replay, replay_by
from tarot_teach.sphinxext.base import TITLED, TarotDirective, files_of, logger
from tarot_teach.sphinxext.below import page_of, written_below
from tarot_teach.topics.compare.deals_page import lesson
from tarot_teach.topics.sessions.page import describe_session
from tarot_teach.topics.sessions.scorekeeper import keep_score
from tarot_teach.topics.sources.coverage_page import describe_coverage
from tarot_teach.topics.sources.errata_page import describe_errata


class RulesDirective(TarotDirective):
    """``.. tarot:rules:: fft-4+garde-contre-x8``: the rule page of a ruleset, or with ``:step:`` or ``:rule:`` a part of it."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {
        **TITLED,
        "step": directives.unchanged_required,
        "rule": directives.unchanged_required,
    }

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        """The rules in order."""
        ruleset = self.ruleset(library, self.arguments[0])
        if "rule" in self.options:
            return ruleset.name, [describe_rule(ruleset, ruleset.rule(self.options["rule"]))]
        if "step" in self.options:
            return ruleset.name, describe_step_of(ruleset, self.options["step"])
        self.depends_on(library.files("glossary"))
        self.note_object(ruleset.name, "ruleset", ruleset.name, ruleset.title)
        return ruleset.name, describe(ruleset, library.glossary())


class OptionDirective(TarotDirective):
    """``.. tarot:option:: misere``: the page of a house rule."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = TITLED

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        """What it changes, on top of a ruleset that it fits."""
        id = self.arguments[0]
        path = library.find_option(id)
        ruleset = stands_on(library, id)
        self.depends_on(files_of(ruleset, library))
        self.note_object(f"option-{id}", "option", id, str(library.document(path).data["title"]))
        return ruleset.name, describe_option(library, id)

    def rules_of(self, _ruleset: str) -> str:
        """The rules are those of the house rule, on whatever ruleset it is put."""
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
        """The annotated record. Raises LoadError or RecordError for faults in it."""
        done = self._replayed(library)
        name, file = done.engine.ruleset.name, done.record.file
        if "step" in self.options:
            return name, describe_position(done, self.options["step"])
        if "tricks" in self.options:
            return name, annotate_tricks(done, *self._range(self.options["tricks"]))
        self.note_object(file.id, "example", file.id, file.title)
        return name, lesson(done)

    def _replayed(self, library: Library) -> Replay:
        """The example that is named, or written below the directive. Raises NotationError where it is neither or both."""
        if bool(self.arguments) == bool(self.content):
            message = "an example is named and another one written" if self.arguments else "there is no example here"
            hint = "name one behind the directive, or write one below it"
            raise NotationError.of("example.which", message, None, hint)
        if self.arguments:
            return self.replayed(library)
        source, record = written_below(self)
        done = replay_by(record, library, source.parent)
        self.depends_on_replay(done, library, source.parent)
        return done

    def warn(self, error: TarotError) -> None:
        """A warning at the line of the directive; of an example that is written below it, one at the line of each fault."""
        if not self.content:
            super().warn(error)
            return
        source, _line = self.get_source_info()
        for problem in error.problems:
            here = problem.place is not None and problem.place.file == page_of(self)
            location = f"{source}:{problem.place.line}" if problem.place and here else self.get_location()
            logger.warning("%s", problem, location=location, type="tarot", subtype="example")

    def _range(self, text: str) -> tuple[int, int]:
        first, _, last = text.partition("-")
        numbers = [part.strip() for part in (first, last or first)]
        if not all(re.fullmatch(r"\d{1,3}", number) for number in numbers):
            raise NotationError.of(
                "example.tricks", f"{text!r} is not a range of tricks", hint="write it like 3 or 3-5"
            )
        return int(numbers[0]), int(numbers[1])


class SessionDirective(TarotDirective):
    """``.. tarot:session:: an-evening``: the explained score sheet of a session."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = TITLED

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        """The score kept when the page is built."""
        path = library.session_path(self.arguments[0])
        path = path if path.is_absolute() else Path(self.env.srcdir, path)
        self.depends_on([path])
        session = keep_score(path, library)
        ruleset = session.engine.ruleset
        self.depends_on(files_of(ruleset, library))
        self.note_object(session.file.id, "session", session.file.id, session.file.title)
        return ruleset.name, describe_session(session)


class GlossaryDirective(TarotDirective):
    """``.. tarot:glossary::``: every concept, in English and French."""

    option_spec: ClassVar[dict[str, Any]] = TITLED

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        """The glossary."""
        self.depends_on(library.files("glossary"))
        for id, concept in library.glossary().items():
            self.note_object(f"term-{id}", "term", id, concept.en)
        return "", describe_glossary(library.glossary())


class SourcesDirective(TarotDirective):
    """``.. tarot:sources::``: the bibliography."""

    option_spec: ClassVar[dict[str, Any]] = TITLED

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        """The bibliography."""
        self.depends_on(library.files("sources"))
        for key, source in library.sources().items():
            self.note_object(f"source-{key}", "source", key, source.title)
        return "", describe_sources(library.sources())


class AdviceDirective(TarotDirective):
    """``.. tarot:advice:: encyclopedia fft-4 T21 EX SR …``: the page of a body of advice, with a hand valued by it."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Any]] = TITLED

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        """The advice, and a hand for a ruleset's bids."""
        id, name, *hand = self.arguments[0].split()
        ruleset = self.ruleset(library, name)
        path = library.file_of("advice", id)
        self.depends_on([path] if path else [])
        return ruleset.name, describe_advice(find_advice(library, id), ruleset, ruleset.deck.parse(" ".join(hand)))


class CountingDirective(TarotDirective):
    """``.. tarot:counting:: fft-4 SD SC S8 T1``: a pile counted in three ways, by the card points of a ruleset's pack."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Any]] = TITLED

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        """The three ways side by side."""
        name, *codes = self.arguments[0].split()
        ruleset = self.ruleset(library, name)
        return ruleset.name, describe_counting(ruleset.deck.parse(" ".join(codes)))


class CoverageDirective(TarotDirective):
    """``.. tarot:coverage::``: every point on which the sources say something, and where it stands."""

    option_spec: ClassVar[dict[str, Any]] = TITLED

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        """The points, held against the rulesets."""
        self.depends_on([library.coverage_path(), *_all_of(library)])
        return "", describe_coverage(library)


class ErrataDirective(TarotDirective):
    """``.. tarot:errata::``: what the sources print and get wrong, beside what follows."""

    option_spec: ClassVar[dict[str, Any]] = TITLED

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        """Printed values and computed ones."""
        self.depends_on([library.errata_path(), *_all_of(library)])
        return "", describe_errata(library)


class MechanismsDirective(TarotDirective):
    """``.. tarot:mechanisms::``: every kind of rule, with its parameters."""

    option_spec: ClassVar[dict[str, Any]] = TITLED

    def blocks(self, _library: Library) -> tuple[str, Iterable[Block]]:
        """The mechanisms; they belong to no library."""
        return "", describe_mechanisms()


class ErrorsDirective(TarotDirective):
    """``.. tarot:errors::``: every code that an error may have, with what is wrong and what mends it."""

    option_spec: ClassVar[dict[str, Any]] = TITLED

    def blocks(self, _library: Library) -> tuple[str, Iterable[Block]]:
        """The catalogue of errors."""
        return "", describe_errors()


def _all_of(library: Library) -> list[Path]:
    """The files of all rulesets, house rules, packs and examples."""
    kinds = ("ruleset", "option", "deck", "example")
    found = (library.file_of(kind, id) for kind in kinds for id in library.names_of(kind))
    return [path for path in found if path]
