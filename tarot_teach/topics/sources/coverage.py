"""The list of points that the sources state, checked against rulesets, house rules and examples, and its page."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import Field

from tarot_teach.blocks import Block, Heading, Paragraph, Table
from tarot_teach.errors import Faults, KeyPath, LoadError, suggest
from tarot_teach.explain.rulebook import value_text
from tarot_teach.language import _, ngettext
from tarot_teach.loading import Library
from tarot_teach.loading.document import Document
from tarot_teach.loading.formats import File, Format, Id, RuleId, parse_model
from tarot_teach.rules import Ruleset
from tarot_teach.text import Cite, Text, say

PAGES = ("Glossary", "Sessions", "Valuing a hand and reading signals", "What the sources get wrong")
"""Titles of pages of a site that state points, apart from those of rulesets, house rules and examples."""


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
    """Read the points. Raises LoadError with every point that is not covered, or whose values are not the rulesets'."""
    document = library.document(path)
    file = parse_model(CoverageFile, document)
    checker = _PointChecker(document, library)
    seen: set[str] = set()
    for i, point in enumerate(file.points):
        if point.id in seen:
            checker.add(
                _("there are two points {id!r}").format(id=point.id),
                ("points", i, "id"),
                _("give each a name of its own"),
            )
        seen.add(point.id)
        checker.point(i, point)
    checker.faults.check()
    return file


class _PointChecker:
    def __init__(self, document: Document, library: Library) -> None:
        self.faults, self.library = Faults(document), library
        self.rules = {rule for id in library.ids() for rule in library.load(id).rules}
        for option in library.ids("option"):
            self.rules |= set(library.document(library.find("option", option)).data.get("adds", ()))

    def add(self, message: str, path: KeyPath, hint: str) -> None:
        """Add the fault of a point."""
        self.faults.fault("coverage.point", message, path, hint)

    def point(self, i: int, point: PointFile) -> None:
        """Check that everything a point names exists, and that its values are those of the rulesets."""
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
                    self.add(
                        _("{id}: there is no {name!r} among the {kind}").format(id=point.id, name=name, kind=kind),
                        ("points", i, kind, j),
                        hint,
                    )
        covered = (point.rules, point.options, point.examples, point.decks, point.advice, point.pages)
        if not any(covered):
            hint = _("name rules, options, examples, packs, advice or pages that state it")
            self.add(_("{id} is not covered").format(id=point.id), ("points", i, "id"), hint)
        for name, id in point.without.items():
            if id not in self.rules:
                hint = suggest(id, self.rules, _("rules"))
                self.add(
                    _("{id}: there is no {rule!r} among the rules").format(id=point.id, rule=id),
                    ("points", i, "without", name),
                    hint,
                )
        for key, name, wanted, read in self._claims(point):
            at = ("points", i, key, name)
            try:
                actual = read(self.library.load(name))
            except LoadError as error:
                first = error.problems[0]
                self.add(f"{point.id}: {first.message}", at, first.hint or _("name a ruleset that can be loaded"))
                continue
            if actual != wanted:
                message = _("{id}: in {name} it is {value}, not {wanted}").format(
                    id=point.id, name=name, value=_shown(actual), wanted=_shown(wanted)
                )
                self.add(message, at, _("correct the ruleset, or what the source is said to say"))

    def _claims(self, point: PointFile) -> Iterator[tuple[str, str, Any, Callable[[Ruleset], Any]]]:
        """The values of a point by ruleset: the key, the ruleset, the value, and the function that reads the ruleset's value."""
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
            yield "without", name, None, partial(_present, id)


def _present(id: str, ruleset: Ruleset) -> str | None:
    """The id of a rule, or None where the ruleset has no such rule."""
    return id if id in ruleset.rules else None


def value_of(ruleset: Ruleset, point: PointFile) -> Any:
    """The value of a point's parameter, in the first of its rules that a ruleset has; None where it has none."""
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


def describe_coverage(library: Library) -> list[Block]:
    """The page of the coverage list. Raises LoadError where a point is not covered."""
    return list(_blocks(library, read_coverage(library.files("coverage")[0], library)))


def _blocks(library: Library, file: CoverageFile) -> Iterator[Block]:
    yield Heading(1, say(_("What the sources say, and where it stands")), "coverage")
    points = ngettext("{number} point", "{number} points", len(file.points)).format(number=len(file.points))
    yield Paragraph(
        say(
            _(
                "The sources were read point by point: {points} in all. Each is set against the rulesets here, so that nothing is lost and no value is wrong; the values are read from the rulesets when this page is made."
            ),
            points=points,
        ),
        "lead",
    )
    for section in dict.fromkeys(point.section for point in file.points):
        yield Heading(2, Text((section,)), f"coverage-{section}")
        head = (say(_("Point")), say(_("Where it stands")), say(_("Values")), say(_("Sources")))
        rows = [_row(library, point) for point in file.points if point.section == section]
        yield Table(head, tuple(rows))


def _row(library: Library, point: PointFile) -> tuple[Text, ...]:
    where = [
        (_("rules"), point.rules),
        (_("house rules"), point.options),
        (_("packs"), point.decks),
        (_("advice"), point.advice),
        (_("examples"), point.examples),
        (_("pages"), point.pages),
    ]
    parts = [f"{kind}: {', '.join(names)}" for kind, names in where if names]
    cites = [part for key in point.sources for part in (Cite(key), " ")]
    return Text((point.says,)), Text(("; ".join(parts),)), Text((_values(library, point),)), Text(cites[:-1])


def _values(library: Library, point: PointFile) -> str:
    """The values of a point, each with the rulesets that have it."""
    if not point.param:
        return "–"
    by_value: dict[str, list[str]] = {}
    for name in [*library.ids(), *(name for name in point.values if "+" in name)]:
        value = value_of(library.load(name), point)
        if value is not None:
            by_value.setdefault(value_text(value), []).append(name)
    return "; ".join(f"{value} ({', '.join(names)})" for value, names in by_value.items())
