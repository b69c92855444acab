"""The list of points on which the sources say something, held against rulesets, house rules and examples."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import Field

from tarot_teach.errors import KeyPath, LoadError, Problem, suggest
from tarot_teach.language import _
from tarot_teach.loading.document import Document
from tarot_teach.loading.formats import File, Format, Id, RuleId, parse_model
from tarot_teach.rules import Ruleset

if TYPE_CHECKING:
    from tarot_teach.loading.library import Library


PAGES = ("Glossary", "Sessions", "Valuing a hand and reading signals", "What the sources get wrong")
"""Titles of the pages of a site that state points, and are neither rulesets nor house rules nor examples."""


class PointFile(File):
    """One point: what the sources say, and where it stands."""

    id: Id
    section: str = Field(description="The heading under which it is listed.")
    says: str = Field(description="What the sources say, in short.")
    sources: list[str] = Field(description="Keys of the sources that say it.", min_length=1)
    rules: list[RuleId] = Field(default_factory=list, description="The rules that state it, in some ruleset or option.")
    param: str = Field("", description="The parameter of the first rule that holds its value.")
    values: dict[str, Any] = Field(default_factory=dict, description="Its value by ruleset, as the sources give it.")
    mechanisms: dict[str, str] = Field(default_factory=dict, description="The first rule's mechanism, by ruleset.")
    players: dict[str, list[str]] = Field(default_factory=dict, description="Numbers of players, by ruleset.")
    unit: dict[str, str] = Field(default_factory=dict, description="The sign in front of game points, by ruleset.")
    without: dict[str, RuleId] = Field(default_factory=dict, description="Rules that a ruleset must not have.")
    options: list[str] = Field(default_factory=list, description="House rules that bring it.")
    examples: list[str] = Field(default_factory=list, description="Worked examples that show it.")
    decks: list[str] = Field(default_factory=list, description="Packs that state it.")
    advice: list[str] = Field(default_factory=list, description="Files of advice that state it.")
    pages: list[str] = Field(default_factory=list, description="Pages of the documentation, by title.")


class CoverageFile(File):
    """The list of points."""

    format: Format
    points: list[PointFile] = Field(min_length=1)


def read_coverage(path: Path, library: Library) -> CoverageFile:
    """The points, each of them covered. Raises LoadError with every one that is not, and with values that differ."""
    document = library.document(path)
    file = parse_model(CoverageFile, document)
    checker = _Checker(document, library)
    seen: set[str] = set()
    for i, point in enumerate(file.points):
        if point.id in seen:
            checker.fault(
                _("there are two points {id!r}").format(id=point.id),
                ("points", i, "id"),
                _("give each a name of its own"),
            )
        seen.add(point.id)
        checker.point(i, point)
    if checker.problems:
        raise LoadError(checker.problems)
    return file


class _Checker:
    def __init__(self, document: Document, library: Library) -> None:
        self.document, self.library = document, library
        self.problems: list[Problem] = []
        self.rules = {rule for id in library.ids() for rule in library.load(id).rules}
        for option in library.ids("option"):
            self.rules |= set(library.document(library.find("option", option)).data.get("adds", ()))

    def fault(self, message: str, path: KeyPath, hint: str) -> None:
        self.problems.append(Problem("coverage.point", message, self.document.place(path), hint))

    def point(self, i: int, point: PointFile) -> None:
        """Everything that a point names exists, and its values are those of the rulesets."""
        known: dict[str, Collection[str]] = {
            "rules": self.rules,
            "options": set(self.library.ids("option")),
            "examples": {path.stem for path in self.library.paths("example")},
            "decks": self.library.ids("deck"),
            "advice": self.library.ids("advice"),
            "pages": PAGES,
            "sources": set(self.library.sources()),
        }
        for kind, names in known.items():
            for j, name in enumerate(getattr(point, kind)):
                if name not in names:
                    hint = suggest(name, names, kind)
                    self.fault(
                        _("{id}: there is no {name!r} among the {kind}").format(id=point.id, name=name, kind=kind),
                        ("points", i, kind, j),
                        hint,
                    )
        covered = (point.rules, point.options, point.examples, point.decks, point.advice, point.pages)
        if not any(covered):
            hint = _("name rules, options, examples, packs, advice or pages that state it")
            self.fault(_("{id} is not covered").format(id=point.id), ("points", i, "id"), hint)
        for name, id in point.without.items():
            if id not in self.rules:
                hint = suggest(id, self.rules, _("rules"))
                self.fault(
                    _("{id}: there is no {id_2!r} among the rules").format(id=point.id, id_2=id),
                    ("points", i, "without", name),
                    hint,
                )
        for key, name, wanted, read in self._claims(point):
            at = ("points", i, key, name)
            try:
                found = read(self.library.load(name))
            except LoadError as error:
                first = error.problems[0]
                self.fault(f"{point.id}: {first.message}", at, first.hint or _("name a ruleset that can be loaded"))
                continue
            if found != wanted:
                message = _("{id}: in {name} it is {shown}, not {shown_2}").format(
                    id=point.id, name=name, shown=_shown(found), shown_2=_shown(wanted)
                )
                self.fault(message, at, _("correct the ruleset, or what the source is said to say"))

    def _claims(self, point: PointFile) -> Iterator[tuple[str, str, Any, Callable[[Ruleset], Any]]]:
        """The values that a point gives: its key, the name of a ruleset, the value, and how the ruleset's own is read."""
        first = next(iter(point.rules), "")
        for name, wanted in point.values.items():
            yield "values", name, wanted, lambda ruleset: _plain(value_of(ruleset, point))
        for name, mechanism in point.mechanisms.items():
            yield "mechanisms", name, mechanism, lambda ruleset: getattr(ruleset.rules.get(first), "mechanism", None)
        for name, numbers in point.players.items():
            yield "players", name, numbers, lambda ruleset: _plain(list(ruleset.players))
        for name, sign in point.unit.items():
            yield "unit", name, sign, lambda ruleset: ruleset.unit.sign
        for name, id in point.without.items():
            yield "without", name, None, partial(_rule_there, id)


def _rule_there(id: str, ruleset: Ruleset) -> str | None:
    """The id of a rule that a ruleset has; None where it has none such."""
    return id if id in ruleset.rules else None


def value_of(ruleset: Ruleset, point: PointFile) -> Any:
    """The value that a ruleset has for a point: a parameter of the first of its rules there; None where it has none."""
    for id in point.rules:
        rule = ruleset.rules.get(id)
        if rule is not None and hasattr(rule.params, point.param):
            return getattr(rule.params, point.param)
    return None


def _plain(value: Any) -> Any:
    """A value as YAML writes it: text, lists and maps."""
    match value:
        case bool():
            return "true" if value else "false"
        case dict():
            return {str(key): _plain(item) for key, item in value.items()}
        case list() | tuple():
            return [_plain(item) for item in value]
        case None:
            return None
    return str(value)


def _shown(value: Any) -> str:
    match value:
        case dict():
            return ", ".join(f"{key}: {_shown(item)}" for key, item in value.items())
        case list():
            return ", ".join(_shown(item) for item in value) or "none"
    return _("not there") if value is None else str(value)
