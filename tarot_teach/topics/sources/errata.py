"""Errata of the sources: printed values from a file, the right ones computed, and their page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import floor
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from tarot_teach.blocks import Block, Bullets, Heading, Paragraph, Table
from tarot_teach.engine import Engine
from tarot_teach.errors import Faults, LoadError, suggest
from tarot_teach.explain.score_sheet import result_sheets
from tarot_teach.language import _, ngettext
from tarot_teach.loading import Library
from tarot_teach.loading.formats import CitationFile, File, Format, Id, Number, parse_model
from tarot_teach.mechanisms.base import Count
from tarot_teach.records.record import load_example
from tarot_teach.records.results import ResultFile, outcomes_of
from tarot_teach.table import Result, default_seats, seat_name
from tarot_teach.text import Text, joined, say
from tarot_teach.topics.odds.exact import holds, independent_largest_share, largest_share

Percent = Annotated[str, Field(pattern=r"^\d{1,3}(\.\d{1,3})?%$", description="As printed: `31.3%`.")]


class _Claim(File):
    id: Id
    title: str
    sources: list[CitationFile] = Field(min_length=1, description="Where it is printed.")
    why: str = Field("", description="What is wrong, in words; no figure that can be computed.")


class ScoreClaim(_Claim):
    """A score that does not follow from the source's own rules."""

    ruleset: str = Field(description="The rules by which it should follow.")
    result: ResultFile = Field(description="The result that is scored.")
    printed: Number = Field(description="What the source says each defender pays.")


class NameClaim(_Claim):
    """A sentence that names the wrong player."""

    example: str = Field(description="The worked example that the sentence belongs to.")
    printed: str = Field(pattern=r"^[A-Z]$", description="The seat that it names as the taker.")


class RowFile(File):
    """A line of a printed table: cells from a column on."""

    begins: Number = Field(alias="from", description="The column of the first cell.")
    printed: list[Percent] = Field(min_length=1)


class PercentClaim(File):
    """A figure that a source draws from its table: the cells of a column added up."""

    column: Number
    rows: list[Number] = Field(min_length=1)
    printed: Percent
    says: str


class TableClaim(_Claim):
    """A printed table of odds."""

    kind: Literal["talon", "largest_share"] = Field(description="What it counts.")
    about: str
    unseen: Count = Field(0, description="`talon`: how many cards are unseen.")
    talon: Count = Field(0, description="`talon`: how many of them lie in it.")
    hands: Count = Field(0, description="`largest_share`: among how many hands the cards fall.")
    size: Count = Field(0, description="`largest_share`: how many cards each of them holds.")
    rows: dict[Number, RowFile] = Field(min_length=1)
    examples: list[PercentClaim] = Field(default_factory=list)


class ErrataFile(File):
    """Printed claims of sources, each checked against the rules."""

    format: Format
    scores: list[ScoreClaim] = Field(default_factory=list)
    names: list[NameClaim] = Field(default_factory=list)
    tables: list[TableClaim] = Field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Cell:
    """A printed percentage and the exact value (0 to 1).

    ``reason`` is empty where they agree to the printed precision, ``independence`` where the print agrees with the odds of
    cards that fall independently, and else ``slip``.
    """

    printed: str
    exact: Fraction
    reason: str


@dataclass(frozen=True, slots=True)
class CheckedTable:
    """A printed table with its cells by line and column, and the figures that the source draws from it."""

    claim: TableClaim
    cells: dict[tuple[int, int], Cell]
    examples: tuple[Cell, ...]

    @property
    def columns(self) -> list[int]:
        """The columns in order."""
        return sorted({column for _row, column in self.cells})


@dataclass(frozen=True, slots=True)
class Errata:
    """Checked claims: scores with engine and right result, names as printed and right, tables."""

    scores: tuple[tuple[ScoreClaim, Engine, Result], ...]
    names: tuple[tuple[NameClaim, str, str], ...]
    tables: tuple[CheckedTable, ...]


def read_errata(path: Path, library: Library) -> Errata:
    """The printed values with the right ones. Raises LoadError with every fault."""
    document = library.document(path)
    file = parse_model(ErrataFile, document)
    faults = Faults(document)
    scores = [_score(claim, library, faults.below("scores", i)) for i, claim in enumerate(file.scores)]
    names = [_name(claim, library, faults.below("names", i)) for i, claim in enumerate(file.names)]
    tables = [_table(claim, faults.below("tables", i)) for i, claim in enumerate(file.tables)]
    _check_sources(file, library, faults)
    faults.check()
    return Errata(
        tuple(score for score in scores if score),
        tuple(name for name in names if name),
        tuple(table for table in tables if table),
    )


def _score(claim: ScoreClaim, library: Library, faults: Faults) -> tuple[ScoreClaim, Engine, Result] | None:
    engine = Engine(library.load(claim.ruleset, place=faults.place(("ruleset",))))
    fault = faults.below("result").fault
    outcomes = outcomes_of(claim.result, engine.scorer, engine.ruleset.deck, engine.seats(), fault)
    if not outcomes:
        return None
    result, _events = engine.scorer.result(outcomes, len(engine.seats()))
    return claim, engine, result


def _name(claim: NameClaim, library: Library, faults: Faults) -> tuple[NameClaim, str, str] | None:
    try:
        record = load_example(claim.example, library)
    except LoadError as error:
        faults.add(error, ("example",))
        return None
    right = record.file.result.taker if record.file.result else record.file.start.taker
    if right is None:
        faults.fault("errata.name", _("this example names no taker"), ("example",), _("name one that does"))
        return None
    seats = tuple(record.file.seats or default_seats(4))
    if claim.printed not in seats:
        hint = suggest(claim.printed, seats, _("seats"))
        faults.fault("errata.name", _("nobody sits at {printed!r}").format(printed=claim.printed), ("printed",), hint)
        return None
    return claim, seat_name(claim.printed, seats), seat_name(right, seats)


def _table(claim: TableClaim, faults: Faults) -> CheckedTable | None:
    cells: dict[tuple[int, int], Cell] = {}
    for row, line in claim.rows.items():
        for column, printed in enumerate(line.printed, line.begins):
            try:
                exact, independent = _odds(claim, column)
            except ValueError:
                message = _("no table of this kind has a column {column}").format(column=column)
                faults.fault("errata.table", message, ("rows", str(row)), _("check `from`, and the numbers of cards"))
                return None
            cells[row, column] = _cell(printed, exact.get(row, Fraction(0)), independent.get(row))
    examples = []
    for i, example in enumerate(claim.examples):
        columns = {column for _row, column in cells}
        wrong = [row for row in example.rows if row not in claim.rows or example.column not in columns]
        if wrong or len(set(example.rows)) < len(example.rows):
            rows = ", ".join(str(row) for row in wrong or example.rows)
            message = _("the table has no cells in column {column} for the lines {rows}, once each").format(
                column=example.column, rows=rows
            )
            faults.fault("errata.table", message, ("examples", i), _("name cells of the table"))
            continue
        exact, independent = _odds(claim, example.column)
        right = sum((exact.get(row, Fraction(0)) for row in example.rows), Fraction(0))
        assumed = sum((independent.get(row, Fraction(0)) for row in example.rows), Fraction(0)) if independent else None
        examples.append(_cell(example.printed, right, assumed))
    return CheckedTable(claim, cells, tuple(examples))


def _odds(claim: TableClaim, column: int) -> tuple[dict[int, Fraction], dict[int, Fraction]]:
    """Exact odds of a column by line, and the odds of cards that fall independently, where these differ."""
    if claim.kind == "talon":
        return holds(claim.unseen, claim.talon, column), {}
    return largest_share(column, claim.hands, claim.size), independent_largest_share(column, claim.hands)


def _cell(printed: str, exact: Fraction, independent: Fraction | None) -> Cell:
    if agrees(printed, exact):
        return Cell(printed, exact, "")
    if independent is not None and agrees(printed, independent):
        return Cell(printed, exact, "independence")
    return Cell(printed, exact, "slip")


def agrees(printed: str, value: Fraction) -> bool:
    """True if a printed percentage is a value (0 to 1) rounded to as many places as are printed."""
    number = printed.rstrip("%")
    places = len(number.partition(".")[2])
    return abs(Fraction(number) - 100 * value) <= Fraction(1, 2 * 10**places)


def _check_sources(file: ErrataFile, library: Library, faults: Faults) -> None:
    """Check that ids of claims differ, and that each claim cites a known source with the place in it."""
    seen: set[str] = set()
    for group in ("scores", "names", "tables"):
        for i, claim in enumerate(getattr(file, group)):
            if claim.id in seen:
                message = _("there are two claims {id!r}").format(id=claim.id)
                faults.fault("errata.id", message, (group, i, "id"), _("give each a name of its own"))
            seen.add(claim.id)
            if not any(citation.at for citation in claim.sources):
                message, hint = (
                    _("{id} names a source, but no place in it").format(id=claim.id),
                    _("add `at:` with a heading or a page"),
                )
                faults.fault("errata.source", message, (group, i, "sources", 0), hint)
            for j, citation in enumerate(claim.sources):
                if citation.source not in library.sources():
                    hint = suggest(citation.source, library.sources(), _("sources"))
                    message = _("{source!r} is not in the bibliography").format(source=citation.source)
                    faults.fault("errata.source", message, (group, i, "sources", j, "source"), hint)


MARKS = {"": "", "independence": "†", "slip": "‡"}


def describe_errata(library: Library) -> list[Block]:
    """The page of the errata; all figures but the printed ones are computed. Raises LoadError."""
    return list(_page(read_errata(library.files("errata")[0], library)))


def _page(errata: Errata) -> Iterator[Block]:
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
                source=[citation.cite for citation in claim.sources],
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
        yield Paragraph(
            say(words, source=[citation.cite for citation in name.sources], printed=printed, right=right_name),
            "warning",
        )
        yield Paragraph(Text((name.why.strip(),)))
    for table in errata.tables:
        yield from _table_blocks(table)


def _table_blocks(table: CheckedTable) -> Iterator[Block]:
    claim = table.claim
    yield Heading(2, Text((claim.title,)), claim.id)
    yield Paragraph(
        say(
            _("{about} The table is from {source}."),
            about=claim.about.strip(),
            source=[citation.cite for citation in claim.sources],
        )
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
    phrase = ngettext(
        "The print is right in {right} of {whole} cell.",
        "The print is right in {right} of {whole} cells.",
        len(reasons),
    )
    parts = [say(phrase, whole=len(reasons), right=reasons.count(""))]
    if wrong := reasons.count("independence"):
        parts.append(say(_("It follows the wrong assumption in {wrong}."), wrong=wrong))
    slips = reasons.count("slip")
    parts.append(say(ngettext("It has {slips} slip.", "It has {slips} slips.", slips), slips=slips))
    if near := _off_by_one(table):
        words = {
            "talon": ngettext(
                "In {near} slip the last printed place is off by one.",
                "In {near} slips the last printed place is off by one.",
                near,
            ),
            "largest_share": ngettext(
                "In {near} slip the last printed place is off by one from what the assumption gives.",
                "In {near} slips the last printed place is off by one from what the assumption gives.",
                near,
            ),
        }[table.claim.kind]
        parts.append(say(words, near=near))
    return joined(parts)


def _off_by_one(table: CheckedTable) -> int:
    """Number of slips that differ by one in the last place from the value meant: the assumption's, where there is one."""
    number = 0
    for (row, column), cell in table.cells.items():
        if cell.reason == "slip":
            meant = cell.exact
            if table.claim.kind == "largest_share":
                meant = independent_largest_share(column, table.claim.hands).get(row, Fraction(0))
            places = _places(cell.printed)
            number += abs(_units(meant, places) - int(_printed(cell) * 10**places)) == 1
    return number


def _added(table: CheckedTable, column: int, rows: list[int]) -> Fraction:
    """The sum of printed cells of a column, in percent; empty cells count as zero."""
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
    """A probability as a percentage with as many places as a printed one, or more where it would be shown as zero."""
    places = _places(like)
    while value and places < 4 and not _units(value, places):
        places += 1
    return f"{Decimal(_units(value, places)).scaleb(-places):f}%"


def _units(value: Fraction, places: int) -> int:
    """A probability as a percentage, rounded, counted in units of the last place."""
    return floor(100 * value * Fraction(10) ** places + Fraction(1, 2))


def _places(printed: str) -> int:
    return len(printed.rstrip("%").partition(".")[2])


def _printed(cell: Cell) -> Fraction:
    return Fraction(cell.printed.rstrip("%"))
