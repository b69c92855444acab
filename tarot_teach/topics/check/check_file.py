"""Checks of any file by its kind, with everything that it refers to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from functools import partial
from pathlib import Path

from pydantic import BaseModel

from tarot_teach.advice.format import AdviceFile, known_contracts, read_advice
from tarot_teach.errors import SHOWN, Faults, LoadError, Place, Problem, TarotError, limited_per_file, suggest
from tarot_teach.loading import Library, kind_of, shipped
from tarot_teach.loading.bind import params_of
from tarot_teach.loading.document import Document
from tarot_teach.loading.formats import BundleFile, RulesetFile, SourcesFile, format_problems, parse_model
from tarot_teach.loading.glossary import GlossaryFile
from tarot_teach.loading.inherit import Flattener, Layer
from tarot_teach.messages import _, kind_in_words, kinds_in_words
from tarot_teach.records.format import ExampleFile
from tarot_teach.records.gathered import has_lines, places_in, read_source, sources_in
from tarot_teach.records.record import comments_of, read_record
from tarot_teach.records.replay import Replay
from tarot_teach.records.runner import replay_by
from tarot_teach.rules import Ruleset, Source
from tarot_teach.topics.check.catalogue_part import read_part
from tarot_teach.topics.check.comments import contradicted
from tarot_teach.topics.check.doubtful import doubts
from tarot_teach.topics.check.layout import layout_warnings, prose_of
from tarot_teach.topics.check.translation_signs import sign_warnings
from tarot_teach.topics.check.translation_terms import term_warnings
from tarot_teach.topics.check.translations import check_translation
from tarot_teach.topics.courses.course import read_course
from tarot_teach.topics.courses.format import CourseFile
from tarot_teach.topics.courses.pages import stale_pages
from tarot_teach.topics.history.format import HistoryFile, read_history
from tarot_teach.topics.mechanisms.catalogue import usual_ids
from tarot_teach.topics.sessions.format import SessionFile
from tarot_teach.topics.sessions.scorekeeper import keep_score
from tarot_teach.topics.sources.coverage import CoverageFile, read_coverage
from tarot_teach.topics.sources.errata import ErrataFile, read_errata

FORMATS: dict[str, type[BaseModel]] = {
    "coverage": CoverageFile,
    "advice": AdviceFile,
    "example": ExampleFile,
    "session": SessionFile,
    "errata": ErrataFile,
    "history": HistoryFile,
    "course": CourseFile,
}
"""Models of the kinds of files that the loader does not read."""


def check_file(path: Path, library: Library) -> str:
    """Check a file; its kind. Raises LoadError or RecordError with every fault."""
    return checked(path, library)[0]


def checked(path: Path, library: Library) -> tuple[str, Replay | None]:
    """Check a file; its kind and, of an example, its replay. Raises LoadError or RecordError with every fault."""
    if path.suffix == ".po":
        check_translation(path)
        return "translation", None
    if has_lines(path):
        _check_lines(path, library)
        return "deals on lines", None
    document = library.document(path)
    problems = format_problems(document)
    if problems:
        raise LoadError(problems)
    kind = kind_of(document)
    if kind not in _CHECKS:
        hint = _("a ruleset has `rules:` or `extends:`, an option `changes:`, an example `start:` and `hands:`")
        message = _("nothing here tells what kind of file this is")
        raise LoadError.of("file.kind", message, Place(str(path), 1, 1), hint)
    found = _CHECKS[kind](path, library)
    return kind, found if isinstance(found, Replay) else None


def _check_lines(path: Path, library: Library) -> None:
    """Replay the deals and positions of a file, each on a line. Raises LoadError with every fault."""
    problems: list[Problem] = []
    for source in sources_in([str(path)]):
        try:
            record, base = read_source(source, library)
            with places_in(source):
                replay_by(record, library, base)
        except TarotError as error:
            problems += error.problems
    if problems:
        raise LoadError(problems)


def name_to_play(path: Path, kind: str, library: Library) -> str | None:
    """The name under which deals of a checked file are played: the path of a ruleset, or an option on the largest ruleset that it fits. None
    for files of other kinds."""
    if kind == "option":
        return _check_option(path, library)
    return str(path.resolve()) if kind == "ruleset" else None


def warnings_of(path: Path, kind: str, library: Library, done: Replay | None = None) -> list[Problem]:
    """Warnings for prose in a checked file, or inherited by it, that names something its ruleset lacks; for an option, by every ruleset that
    it fits. Warnings for signs of Markdown that no page sets, and for terms and signs of translations. ``done`` is the replay of an example, where there is one already."""
    found: list[Problem] = []
    if kind == "ruleset":
        found += library.stale_prose(str(path.resolve())).warnings()
        ruleset = library.load(str(path.resolve()))
        found += doubts(ruleset)
        found += _of_draft(ruleset, library.document(path.resolve()), library.sources())
        found += _of_ids(ruleset, library) if not path.resolve().is_relative_to(shipped()) else []
    elif kind == "option":
        for name in (f"{id}+{path.resolve()}" for id in library.ids()):
            if library.fits(name):
                found += library.stale_prose(name).warnings()
                found += _of_option(path, name, library)
    elif kind == "example":
        done = done or replay_by(read_record(path), library, path.parent)
        record = done.record
        assert record.document is not None
        stale = library.stale_prose(record.file.ruleset, path.parent)
        found += stale.of_comments(comments_of(record.file), record.document)
        found += layout_warnings(comments_of(record.file), record.document)
        found += contradicted(record, done)
    elif kind == "course":
        found += stale_pages(path.with_suffix(""))
    elif kind == "translation":
        part = read_part(path)
        found += [*term_warnings(part, library.glossary()), *sign_warnings(part)]
        return list(limited_per_file(tuple(sorted(found, key=lambda problem: problem.sort_key))))
    if kind in ("ruleset", "bundle", "option"):
        document = library.document(path.resolve())
        found += layout_warnings(prose_of(document), document)
    return list(dict.fromkeys(found))


def _of_option(path: Path, name: str, library: Library) -> Iterator[Problem]:
    """The doubts that an option brings into a ruleset: those about rules that it has written."""
    try:
        ruleset = library.load(name)
    except LoadError:  # it may fit some rulesets only
        return
    file = library.document(path.resolve()).file
    for problem in doubts(ruleset):
        if problem.place and problem.place.file == file:
            yield problem


def _of_ids(ruleset: Ruleset, library: Library) -> list[Problem]:
    """Warnings for rules that all other rulesets call otherwise."""
    usual = usual_ids(library, ruleset.id)
    others = {id: usual.get((rule.step, rule.mechanism), id) for id, rule in ruleset.rules.items()}
    found = {id: other for id, other in others.items() if other not in ruleset.rules}
    if not found:
        return []
    (id, other), *more = found.items()
    message = _("other rulesets call {other} what is called {id} here").format(id=id, other=other)
    hint = _("take their id, if it is the same rule: comparisons set rules of one id beside each other")
    if more:
        pairs = ", ".join(f"{id} ({other})" for id, other in found.items())
        message = _("other rulesets have other ids for these rules: {pairs}").format(pairs=pairs)
        hint = _("take the id in brackets where it is the same rule: comparisons set rules of one id beside each other")
    return [Problem("rules.other-id", message, ruleset.rules[id].place, hint)]


def _of_draft(ruleset: Ruleset, document: Document, sources: Mapping[str, Source]) -> list[Problem]:
    """The warning that a ruleset is a draft, with the rules that have no source, or that it is made from one; none of a draft with
    all its sources that says what it lacks."""
    if not ruleset.draft:
        return []
    parent = ruleset.parent
    if str(document.data.get("draft")) != "true" and parent is not None:
        while parent.parent is not None and parent.parent.draft:
            parent = parent.parent
        if parent.lacks and not parent.unsourced:
            return []
        message, hint = _("it is made from {parent}, which is a draft"), _("give the rules of {parent} their sources")
        said = message.format(parent=parent.id)
        return [Problem("rules.draft", said, document.place(("extends",)), hint.format(parent=parent.id))]
    missing = ruleset.unsourced
    message, hint = _("this is a draft, and each of its rules has a source"), _("take `draft` away")
    unnamed = {
        each.source for rule in ruleset.rules.values() for each in rule.sources if sources[each.source].to_be_named
    }
    if unnamed:
        message = _("this is a draft, and its sources are still to be named: {keys}").format(
            keys=", ".join(sorted(unnamed))
        )
        hint = _("say in the file of sources what they are, and give each rule its place in them")
    if missing:
        message = _("this is a draft; rules without a place in a source: {rules}").format(rules=", ".join(missing))
        hint = _("give each its source, and take `draft` away")
    if ruleset.lacks and not unnamed and not missing:
        return []
    return [Problem("rules.draft", message, document.place(("draft",)), hint)]


def _check_option(path: Path, library: Library) -> str:
    """The name of the largest ruleset that an option fits, with the option. Raises LoadError for an option at fault; for one that fits no
    ruleset, the faults with the nearest ruleset."""
    _check_fits(path, library)
    sizes = {id: len(library.load(id).rules) for id in library.ids() if library.fits(id)}
    data = library.document(path.resolve()).data
    named = (
        [str(rule) for key in ("changes", "drops") for rule in data.get(key) or ()] if isinstance(data, dict) else []
    )
    refused: list[tuple[int, float, LoadError]] = []
    for id in sorted(sizes, key=lambda id: -sizes[id]):
        name = f"{id}+{path.resolve()}"
        try:
            library.load(name)
        except LoadError as error:
            misfits = sum(problem.code == "option.misfit" for problem in error.problems)
            refused.append((misfits, -_likeness(named[:SHOWN], library.load(id).rules), error))
        else:
            return name
    raise min(refused, key=lambda each: each[:2])[2]


def _likeness(named: Iterable[str], rules: Iterable[str]) -> float:
    """The likeness of rules that an option names to those of a ruleset: the sum of the best ratio of each id."""
    known = list(rules)
    return sum(max(SequenceMatcher(None, id, rule).ratio() for rule in known) for id in named)


def _check_bundle(path: Path, library: Library) -> None:
    """Raises LoadError for a faulty bundle, and for rules whose mechanism or parameters are wrong with any pack."""
    document = library.document(path.resolve())
    file = parse_model(BundleFile, document)
    faults, draft = Faults(document), RulesetFile(format=1, id=file.id, title=file.title, draft=True)
    flat = Flattener([Layer(file.id, document, draft, ((document, file),))], faults)
    for raw in flat.rules.values():
        params_of(raw, faults, library.mechanisms)
    faults.check(in_order=True)


def _check_fits(path: Path, library: Library) -> None:
    """Raises LoadError for unknown options and contracts in the ``fits`` of an option."""
    document = library.document(path)
    fits = document.data.get("fits")
    if not isinstance(fits, dict):
        return
    faults = Faults(document)
    contracts = [f"bid.{name}" for name in known_contracts(library)]
    for entry, kind, known, what in (
        ("not_with", dict, library.ids("option"), "option"),
        ("also_for", list, contracts, "contract"),
    ):
        names = fits.get(entry)
        for i, name in enumerate(names) if isinstance(names, kind) else ():
            if name not in known:
                at, hint = (
                    ("fits", entry, name if kind is dict else i),
                    partial(suggest, str(name), known, kinds_in_words(what)),
                )
                message = _("there is no {what} {name!r}")
                faults.fault("option.name", message, at, hint, key=kind is dict, what=kind_in_words(what), name=name)
    faults.check()


def _check_glossary(path: Path, library: Library) -> None:
    """Raises LoadError for a faulty glossary, and for related concepts that are in no glossary."""
    document = library.document(path)
    file = parse_model(GlossaryFile, document)
    known, faults = {*file.concepts, *library.glossary()}, Faults(document)
    for id, concept in file.concepts.items():
        for i, name in enumerate(concept.see):
            if name not in known:
                at, hint = ("concepts", id, "see", i), partial(suggest, name, known, _("concepts"))
                faults.fault("glossary.concept", _("there is no concept {name!r}"), at, hint, name=name)
    faults.check()


_CHECKS: dict[str, Callable[[Path, Library], object]] = {
    "ruleset": lambda path, library: library.load(str(path.resolve())),
    "bundle": _check_bundle,
    "option": _check_option,
    "deck": lambda path, library: library.deck_in(path.resolve()),
    "sources": lambda path, library: (parse_model(SourcesFile, library.document(path)), library.sources()),
    "glossary": _check_glossary,
    "example": lambda path, library: replay_by(read_record(path), library, path.parent),
    "errata": read_errata,
    "history": read_history,
    "course": read_course,
    "advice": read_advice,
    "coverage": read_coverage,
    "session": keep_score,
}
