"""The list of points that the sources state, checked against rulesets, house rules and examples, and its page."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import Field

from tarot_teach.blocks import Block, Heading, Paragraph, Table
from tarot_teach.errors import Faults, LoadError, suggest
from tarot_teach.explain.rulebook import value_text
from tarot_teach.loading import Library
from tarot_teach.loading.formats import File, Format, Id, RuleId, parse_model
from tarot_teach.messages import N_, _, colon, ngettext, semicolon
from tarot_teach.rules import Ruleset
from tarot_teach.text import Cite, Text, say

PAGES = (
    N_("Glossary"),
    N_("Sessions"),
    N_("Valuing a hand and reading signals"),
    N_("What the sources get wrong"),
)
"""Titles of pages of a site that state points, apart from those of rulesets, house rules and examples."""


class PointFile(File):
    """One point: what the sources say, and where it stands."""

    id: Id
    section: str = Field(description="The heading under which it is listed.")
    says: str = Field(description="What the sources say, in short.")
    sources: list[str] = Field(description="Keys of the sources that say it.", min_length=1)
    rules: list[RuleId] = Field(default_factory=list, description="The rules that state it, in some ruleset or option.")
    param: str = Field(
        "",
        description="The parameter of the first rule that holds its value; `event.points` is `points` of its `event`.",
    )
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
    rules = {rule for id in library.ids() for rule in library.load(id).rules}
    for option in library.ids("option"):
        rules |= set(library.document(library.find("option", option)).data.get("adds", ()))
    known: dict[str, Collection[str]] = {
        "rules": rules,
        "options": set(library.ids("option")),
        "examples": {path.stem for path in library.paths("example")},
        "decks": library.ids("deck"),
        "advice": library.ids("advice"),
        "pages": PAGES,
        "sources": set(library.sources()),
    }
    faults, seen = Faults(document), set[str]()
    for i, point in enumerate(file.points):
        fault = faults.below("points", i).fault
        if point.id in seen:
            fault(
                "coverage.point",
                _("there are two points {id!r}"),
                ("id",),
                _("give each a name of its own"),
                id=point.id,
            )
        seen.add(point.id)
        for kind, names in known.items():
            for j, name in enumerate(getattr(point, kind)):
                if name not in names:
                    message, hint = _("{id}: there is no {name!r} among the {kind}"), suggest(name, names, kind)
                    fault("coverage.point", message, (kind, j), hint, name=name, kind=kind, id=point.id)
        if not any(getattr(point, kind) for kind in known if kind != "sources"):
            hint = _("name rules, options, examples, packs, advice or pages that state it")
            fault("coverage.point", _("{id} is not covered"), ("id",), hint, id=point.id)
        for name, rule in point.without.items():
            if rule not in rules:
                message, hint = _("{id}: there is no {rule!r} among the rules"), suggest(rule, rules, _("rules"))
                fault("coverage.point", message, ("without", name), hint, rule=rule, id=point.id)
        for key, name, wanted, read in _claims(point):
            try:
                actual = read(library.load(name))
            except LoadError as error:
                first = error.problems[0]
                hint = first.hint or _("name a ruleset that can be loaded")
                fault("coverage.point", "{id}: {message}", (key, name), hint, message=first.message, id=point.id)
                continue
            if actual != wanted:
                message, hint = (
                    _("{id}: in {name} it is {value}, not {wanted}"),
                    _("correct the ruleset, or what the source is said to say"),
                )
                fault(
                    "coverage.point",
                    message,
                    (key, name),
                    hint,
                    name=name,
                    value=_shown(actual),
                    wanted=_shown(wanted),
                    id=point.id,
                )
    faults.check()
    return file


def _claims(point: PointFile) -> Iterator[tuple[str, str, Any, Callable[[Ruleset], Any]]]:
    """The values of a point by ruleset: the key, the ruleset, the value, and the function that reads the ruleset's value."""
    first = next(iter(point.rules), "")
    readers: dict[str, Callable[[Ruleset], Any]] = {
        "values": lambda ruleset: _plain(value_of(ruleset, point)),
        "mechanisms": lambda ruleset: getattr(ruleset.rules.get(first), "mechanism", None),
        "players": lambda ruleset: _plain(ruleset.players),
        "unit": lambda ruleset: ruleset.unit.sign,
    }
    for key, read in readers.items():
        for name, wanted in getattr(point, key).items():
            yield key, name, wanted, read
    for name, id in point.without.items():
        yield "without", name, None, partial(lambda id, ruleset: id if id in ruleset.rules else None, id)


def value_of(ruleset: Ruleset, point: PointFile) -> Any:
    """The value of a point's parameter, in the first of its rules that a ruleset has; None where it has none."""
    for id in point.rules:
        rule = ruleset.rules.get(id)
        value = rule and rule.params
        for name in point.param.split("."):
            value = getattr(value, name, None)
        if value is not None:
            return value
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
    points = [point for path in library.files("coverage") for point in read_coverage(path, library).points]
    lead = _(
        "The sources were read point by point: {points} in all. Each is set against the rulesets here, so that nothing is lost and no value is wrong; the values are read from the rulesets when this page is made."
    )
    number = say(ngettext("{number} point", "{number} points", len(points)), number=len(points))
    blocks: list[Block] = [Heading(1, say(_("What the sources say, and where it stands")), "coverage")]
    blocks.append(Paragraph(say(lead, points=number), "lead"))
    for section in dict.fromkeys(point.section for point in points):
        head = (say(_("Point")), say(_("Where it stands")), say(_("Values")), say(_("Sources")))
        rows = tuple(_row(library, point) for point in points if point.section == section)
        blocks += [Heading(2, Text((section,)), f"coverage-{section}"), Table(head, rows)]
    return blocks


def _row(library: Library, point: PointFile) -> tuple[Text, ...]:
    """A point, where it stands, its values with the rulesets that have them, and its sources."""
    where = {
        _("rules"): point.rules,
        _("house rules"): point.options,
        _("packs"): point.decks,
        _("advice"): point.advice,
        _("examples"): point.examples,
        _("pages"): [_(page) for page in point.pages],
    }
    stands = semicolon().join(f"{kind}{colon()}{', '.join(names)}" for kind, names in where.items() if names)
    by_value: dict[str, list[str]] = {}
    for name in [*library.ids(), *(name for name in point.values if "+" in name)] if point.param else ():
        value = value_of(library.load(name), point)
        if value is not None:
            by_value.setdefault(value_text(value), []).append(name)
    values = (
        semicolon().join(f"{value} ({', '.join(names)})" for value, names in by_value.items()) if point.param else "–"
    )
    cites = [part for key in point.sources for part in (Cite(key), " ")]
    return Text((point.says,)), Text((stands,)), Text((values,)), Text(cites[:-1])
