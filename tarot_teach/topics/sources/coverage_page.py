"""Every point on which the sources say something, beside the rules, values, house rules and examples that state it."""

from __future__ import annotations

from collections.abc import Iterator

from tarot_teach.blocks import Block, Heading, Paragraph, Table
from tarot_teach.explain.parent_diff import shown
from tarot_teach.language import _
from tarot_teach.loading import Library
from tarot_teach.text import Cite, Text, count_of, say
from tarot_teach.topics.sources.coverage import CoverageFile, PointFile, read_coverage, value_of


def describe_coverage(library: Library) -> list[Block]:
    """The coverage page. Raises LoadError where a point is not covered."""
    return list(_blocks(library, read_coverage(library.files("coverage")[0], library)))


def _blocks(library: Library, file: CoverageFile) -> Iterator[Block]:
    yield Heading(1, say(_("What the sources say, and where it stands")), "coverage")
    points = count_of(len(file.points), _("point"), _("points"))
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
    """The value in each ruleset that has one, gathered by value."""
    if not point.param:
        return "–"
    by_value: dict[str, list[str]] = {}
    for name in [*library.ids(), *(name for name in point.values if "+" in name)]:
        value = value_of(library.load(name), point)
        if value is not None:
            by_value.setdefault(shown(value), []).append(name)
    return "; ".join(f"{value} ({', '.join(names)})" for value, names in by_value.items())
