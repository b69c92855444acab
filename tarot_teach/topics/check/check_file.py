"""Checks of any file by its kind, with everything that it refers to."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from functools import partial
from pathlib import Path

from pydantic import BaseModel

from tarot_teach.advice.format import AdviceFile, known_contracts, read_advice
from tarot_teach.errors import Faults, KeyPath, LoadError, Place, Problem, suggest
from tarot_teach.language import _
from tarot_teach.loading import Document, Library, kind_of
from tarot_teach.loading.decks import build_deck
from tarot_teach.loading.formats import GlossaryFile, SourcesFile, format_problems, parse_model
from tarot_teach.records.format import ExampleFile
from tarot_teach.records.record import comments_of, read_record
from tarot_teach.records.runner import replay_by
from tarot_teach.topics.check.translations import check_translation
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
}
"""Models of the kinds of files that the loader does not read."""


def name_to_play(path: Path, kind: str, library: Library) -> str | None:
    """The name under which deals of a checked file are played: the path of a ruleset, or an option on the largest ruleset that it fits. None
    for files of other kinds."""
    if kind == "option":
        return _check_option(path, library)
    return str(path.resolve()) if kind == "ruleset" else None


def _check_option(path: Path, library: Library) -> str:
    """The name of the largest ruleset that an option fits, with the option. Raises LoadError for an option at fault; for one that fits no
    ruleset, the faults with the nearest ruleset."""
    _check_fits(library.document(path), library)
    refused: list[LoadError] = []
    for id in _most_rules_first(library):
        name = f"{id}+{path.resolve()}"
        try:
            library.load(name)
        except LoadError as error:
            refused.append(error)
        else:
            return name
    raise min(refused, key=lambda error: sum(problem.code == "option.misfit" for problem in error.problems))


def _most_rules_first(library: Library) -> list[str]:
    """The ids of all sound rulesets, those with most rules first."""
    sizes: dict[str, int] = {}
    for id in library.ids():
        with suppress(LoadError):
            sizes[id] = len(library.load(id).rules)
    return sorted(sizes, key=lambda id: -sizes[id])


def warnings_of(path: Path, kind: str, library: Library) -> list[Problem]:
    """Warnings for prose in a checked file, or inherited by it, that names something its ruleset lacks; for an option, by every ruleset that
    it fits."""
    found: list[Problem] = []
    if kind == "ruleset":
        found += library.stale_prose(str(path.resolve()), Path()).warnings()
    elif kind == "option":
        for id in library.ids():
            name = f"{id}+{path.resolve()}"
            try:
                library.load(name)
            except LoadError:
                continue
            found += library.stale_prose(name).warnings()
    elif kind == "example":
        record = read_record(path)
        assert record.document is not None
        stale = library.stale_prose(record.file.ruleset, path.parent)
        found += stale.of_comments(comments_of(record.file), record.document)
    return list(dict.fromkeys(found))


def _check_fits(document: Document, library: Library) -> None:
    """Raises LoadError for unknown options and contracts in the ``fits`` of an option."""
    fits = document.data.get("fits")
    if not isinstance(fits, dict):
        return
    options, contracts = library.ids("option"), [f"bid.{name}" for name in known_contracts(library)]
    named: list[tuple[KeyPath, str, Collection[str], str]] = []
    if isinstance(fits.get("not_with"), dict):
        named += [(("fits", "not_with", name), name, options, "option") for name in fits["not_with"]]
    if isinstance(fits.get("also_for"), list):
        named += [(("fits", "also_for", i), name, contracts, "contract") for i, name in enumerate(fits["also_for"])]
    faults = Faults(document)
    for path, name, known, what in named:
        if name not in known:
            hint = partial(suggest, str(name), known, f"{what}s")
            faults.fault(
                "option.name",
                _("there is no {what} {name!r}").format(what=what, name=name),
                path,
                hint,
                key=what == "option",
            )
    faults.check()


def _check_glossary(document: Document, library: Library) -> None:
    """Raises LoadError for a faulty glossary, and for related concepts that are in no glossary."""
    file = parse_model(GlossaryFile, document)
    known = {*file.concepts, *library.glossary()}
    faults = Faults(document)
    for id, concept in file.concepts.items():
        for i, name in enumerate(concept.see):
            if name not in known:
                hint = partial(suggest, name, known, "concepts")
                faults.fault(
                    "glossary.concept",
                    _("there is no concept {name!r}").format(name=name),
                    ("concepts", id, "see", i),
                    hint,
                )
    faults.check()


def check_file(path: Path, library: Library) -> str:
    """Check a file; its kind. Raises LoadError or RecordError with every fault."""
    if path.suffix == ".po":
        check_translation(path)
        return "translation"
    document = library.document(path)
    problems = format_problems(document)
    if problems:
        raise LoadError(problems)
    kind = kind_of(document)
    match kind:
        case "ruleset":
            library.load(str(path.resolve()))
        case "option":
            _check_option(path, library)
        case "deck":
            build_deck(document)
        case "sources":
            parse_model(SourcesFile, document)
        case "glossary":
            _check_glossary(document, library)
        case "example":
            replay_by(read_record(path), library, path.parent)
        case "errata":
            read_errata(path, library)
        case "advice":
            read_advice(path, library)
        case "coverage":
            read_coverage(path, library)
        case "session":
            keep_score(path, library)
        case _:
            raise LoadError.of(
                "file.kind",
                _("nothing here tells what kind of file this is"),
                Place(str(path), 1, 1),
                _("a ruleset has `rules:` or `extends:`, an option `changes:`, an example `start:` and `hands:`"),
            )
    return kind
