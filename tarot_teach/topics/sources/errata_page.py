"""What the sources get wrong: what is printed, what follows, and why they differ."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from math import floor

from tarot_teach.blocks import Block, Bullets, Heading, Paragraph, Table
from tarot_teach.explain.score_sheet import result_sheets
from tarot_teach.language import _
from tarot_teach.loading import Library
from tarot_teach.loading.formats import CitationFile
from tarot_teach.text import Cite, Text, count_of, joined, say
from tarot_teach.topics.odds.hidden_hands import independent_largest_share
from tarot_teach.topics.sources.errata import Cell, CheckedTable, Errata, read_errata

MARKS = {"": "", "independence": "†", "slip": "‡"}


def describe_errata(library: Library) -> list[Block]:
    """The page. Nothing on it is typed in but what the sources print. Raises LoadError."""
    return list(_blocks(read_errata(library.files("errata")[0], library)))


def _blocks(errata: Errata) -> Iterator[Block]:
    yield Heading(1, say(_("What the sources get wrong")), "errata")
    yield Paragraph(
        say(
            _(
                "Sources disagree, and that is no fault of theirs: each plays its own game. But now and then one contradicts itself, or miscounts. What is printed stands here beside what follows from the source's own rules, or from "
                "counting every possible deal; all figures but the printed ones are computed when this page is made."
            )
        ),
        "lead",
    )
    for claim, engine, result in errata.scores:
        show = engine.ruleset.unit.show
        right = -(result.roles["defender"] or Fraction(0))
        yield Heading(2, Text((claim.title,)), claim.id)
        yield Paragraph(
            say(
                _("{source} prints {printed} for each defender; by its own rules it is {right}."),
                source=_cites(claim.sources),
                printed=show(Fraction(claim.printed)),
                right=show(right),
            ),
            "warning",
        )
        yield Paragraph(Text((claim.why.strip(),)))
        names = [engine.start(seed=0).name(seat) for seat in range(len(engine.seats()))]
        yield from result_sheets(engine, result, names)
    for name, printed, right_name in errata.names:
        yield Heading(2, Text((name.title,)), name.id)
        words = _("{source} names {printed}, where it is {right}.")
        yield Paragraph(say(words, source=_cites(name.sources), printed=printed, right=right_name), "warning")
        yield Paragraph(Text((name.why.strip(),)))
    for table in errata.tables:
        yield from _table(table)


def _table(table: CheckedTable) -> Iterator[Block]:
    claim = table.claim
    yield Heading(2, Text((claim.title,)), claim.id)
    yield Paragraph(
        say(_("{about} The table is from {source}."), about=claim.about.strip(), source=_cites(claim.sources))
    )
    yield Paragraph(
        say(
            _(
                "Each cell gives the percentage as printed. Where that is not the exact one, rounded to as many places, a mark "
                "and the exact one follow. The mark {independence} says that the source treats each card as if it fell to a hand "
                "whatever that hand holds already, and forgets that all hands are equally long; the mark {slip} says that the "
                "figure agrees with neither, and is a slip."
            ),
            independence=MARKS["independence"],
            slip=MARKS["slip"],
        )
        if claim.kind == "largest_share"
        else say(
            _(
                "Each cell gives the percentage as printed. Where that is not the exact one, rounded to as many places, it is a "
                "slip, and the mark {slip} and the exact one follow."
            ),
            slip=MARKS["slip"],
        )
    )
    columns = table.columns
    head = (Text(), *(Text((str(column),)) for column in columns))
    rows = [
        (Text((str(row),)), *(Text((_shown(table.cells.get((row, column))),)) for column in columns))
        for row in sorted(claim.rows)
    ]
    yield Table(head, tuple(rows), numeric=tuple(range(len(columns) + 1)))
    yield Paragraph(_summary(table))
    if table.examples:
        yield Paragraph(say(_("What the source draws from it:")))
        yield Bullets(
            tuple(
                _example(example.says, cell, _added(table, example.column, example.rows))
                for example, cell in zip(claim.examples, table.examples, strict=True)
            )
        )


def _shown(cell: Cell | None) -> str:
    if cell is None:
        return ""
    return f"{cell.printed} {MARKS[cell.reason]} {percent(cell.exact, cell.printed)}" if cell.reason else cell.printed


def _summary(table: CheckedTable) -> Text:
    reasons = [cell.reason for cell in table.cells.values()]
    whole = count_of(len(reasons), _("cell"), _("cells"))
    parts = [say(_("The print is right in {right} of {whole}."), whole=whole, right=reasons.count(""))]
    if wrong := reasons.count("independence"):
        parts.append(say(_("It follows the wrong assumption in {wrong}."), wrong=wrong))
    slips = count_of(reasons.count("slip"), _("slip"), _("slips"))
    parts.append(say(_("It has {slips}."), slips=slips))
    if near := _off_by_one(table):
        words = {
            "talon": _("In {near} the last printed place is off by one."),
            "largest_share": _("In {near} the last printed place is off by one from what the assumption gives."),
        }[table.claim.kind]
        parts.append(say(words, near=count_of(near, _("slip"), _("slips"))))
    return joined(parts)


def _off_by_one(table: CheckedTable) -> int:
    """How many slips are a step away from the value that the print was after: of the assumption, where there is one."""
    found = 0
    for (row, column), cell in table.cells.items():
        if cell.reason == "slip":
            meant = cell.exact
            if table.claim.kind == "largest_share":
                meant = independent_largest_share(column, table.claim.hands).get(row, Fraction(0))
            places = _places(cell.printed)
            found += abs(_units(meant, places) - int(_printed(cell) * 10**places)) == 1
    return found


def _added(table: CheckedTable, column: int, rows: list[int]) -> Fraction:
    """What printed cells of a column add up to, in percent; those left empty count nothing."""
    cells = (table.cells.get((row, column)) for row in rows)
    return sum((_printed(cell) for cell in cells if cell), Fraction(0))


def _example(says: str, cell: Cell, added: Fraction) -> Text:
    exact = percent(cell.exact, cell.printed)
    if not cell.reason:
        return say(_("{says}: {printed} is printed, and right."), says=says, printed=cell.printed)
    reason = "added" if cell.reason == "slip" and added == _printed(cell) else cell.reason
    more = {
        "independence": _("{says}: {printed} is printed, by the wrong assumption; it is {exact}."),
        "added": _("{says}: {printed} is printed, which is what the printed cells add up to; it is {exact}."),
        "slip": _("{says}: {printed} is printed, which is a slip; it is {exact}."),
    }[reason]
    return say(more, says=says, printed=cell.printed, exact=exact)


def percent(value: Fraction, like: str) -> str:
    """A probability as a percentage, with as many places as a printed one, or as many as it takes to show anything."""
    places = _places(like)
    while value and places < 4 and not _units(value, places):
        places += 1
    return f"{Decimal(_units(value, places)).scaleb(-places):f}%"


def _units(value: Fraction, places: int) -> int:
    """A probability as a percentage, rounded, in units of its last place."""
    return floor(100 * value * Fraction(10) ** places + Fraction(1, 2))


def _places(printed: str) -> int:
    return len(printed.rstrip("%").partition(".")[2])


def _printed(cell: Cell) -> Fraction:
    return Fraction(cell.printed.rstrip("%"))


def _cites(citations: list[CitationFile]) -> list[Cite]:
    return [Cite(citation.source, citation.at) for citation in citations]
