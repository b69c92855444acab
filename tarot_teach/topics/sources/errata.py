"""Errata of the sources: printed values from a file, the right ones computed, and their page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
from tarot_teach.loading import Library
from tarot_teach.loading.formats import CitationFile, File, Format, Id, Number, parse_model
from tarot_teach.mechanisms.base import Count
from tarot_teach.messages import _, ngettext, number_text, percent_text
from tarot_teach.records.gathered import load_example
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


class StatementClaim(_Claim):
    """A statement about the history of a game that better sources contradict."""

    printed: str = Field(min_length=1, description="What the source says, in words behind “By …,”: no quotation.")
    right: str = Field(min_length=1, description="What the others say, in words behind “By …,”.")
    against: list[CitationFile] = Field(min_length=1, description="The sources that contradict it.")


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
    statements: list[StatementClaim] = Field(default_factory=list)
    tables: list[TableClaim] = Field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Cell:
    """A printed percentage, the exact value (0 to 1), and that of cards that fall independently, where it is another."""

    printed: str
    exact: Fraction
    assumed: Fraction | None

    @property
    def reason(self) -> str:
        """Empty where print and exact value agree, ``independence`` where print and assumed value do, and else ``slip``."""
        if agrees(self.printed, self.exact):
            return ""
        return "independence" if self.assumed is not None and agrees(self.printed, self.assumed) else "slip"

    @property
    def number(self) -> Fraction:
        """The printed number, in percent."""
        return Fraction(self.printed.rstrip("%"))

    @property
    def right(self) -> str:
        """The exact value as a percentage."""
        return percent(self.exact, self.printed)

    @property
    def off_by_one(self) -> bool:
        """True if the last printed place is off by one from the value meant: the assumed one, where there is one."""
        places = _places(self.printed)
        meant = self.exact if self.assumed is None else self.assumed
        return abs(_units(meant, places) - int(self.number * 10**places)) == 1


@dataclass(frozen=True, slots=True)
class CheckedTable:
    """A printed table with its cells by line and column, and the figures that the source draws from it."""

    claim: TableClaim
    cells: dict[tuple[int, int], Cell]
    examples: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Errata:
    """Checked claims: scores with engine and right result, names as printed and right, statements on history, tables."""

    scores: tuple[tuple[ScoreClaim, Engine, Result], ...]
    names: tuple[tuple[NameClaim, str, str], ...]
    statements: tuple[StatementClaim, ...]
    tables: tuple[CheckedTable, ...]


def read_errata(path: Path, library: Library) -> Errata:
    """The printed values with the right ones. Raises LoadError with every fault."""
    document = library.document(path)
    file = parse_model(ErrataFile, document)
    faults = Faults(document)
    scores = [_score(claim, library, faults.below("scores", i)) for i, claim in enumerate(file.scores)]
    names = [_name(claim, library, faults.below("names", i)) for i, claim in enumerate(file.names)]
    tables = [_table(claim, faults.below("tables", i)) for i, claim in enumerate(file.tables)]
    seen: set[str] = set()
    groups: dict[str, Sequence[_Claim]] = {
        "scores": file.scores,
        "names": file.names,
        "statements": file.statements,
        "tables": file.tables,
    }
    for group, claims in groups.items():
        for i, claim in enumerate(claims):
            _check_claim(claim, seen, library, faults.below(group, i))
    for i, statement in enumerate(file.statements):
        _check_citations(statement, "against", statement.against, library, faults.below("statements", i))
    faults.check()
    return Errata(
        tuple(filter(None, scores)),
        tuple(filter(None, names)),
        tuple(file.statements),
        tuple(filter(None, tables)),
    )


def _check_claim(claim: _Claim, seen: set[str], library: Library, faults: Faults) -> None:
    """Check that no earlier claim has the id, and that known sources are cited with the place in them."""
    if claim.id in seen:
        faults.fault(
            "errata.id", _("there are two claims {id!r}"), ("id",), _("give each a name of its own"), id=claim.id
        )
    seen.add(claim.id)
    _check_citations(claim, "sources", claim.sources, library, faults)


def _check_citations(
    claim: _Claim, name: str, citations: Sequence[CitationFile], library: Library, faults: Faults
) -> None:
    """Check that the entry ``name`` of a claim cites known sources with the place in them."""
    if not any(citation.at for citation in citations):
        message, hint = _("{id} names a source, but no place in it"), _("add `at:` with a heading or a page")
        faults.fault("errata.source", message, (name, 0), hint, id=claim.id)
    for j, citation in enumerate(citations):
        if citation.source not in library.sources():
            hint = suggest(citation.source, library.sources(), _("sources"))
            message = _("{source!r} is not in the bibliography")
            faults.fault("errata.source", message, (name, j, "source"), hint, source=citation.source)


def _score(claim: ScoreClaim, library: Library, faults: Faults) -> tuple[ScoreClaim, Engine, Result] | None:
    engine = Engine(library.load(claim.ruleset, place=faults.place(("ruleset",))))
    fault = faults.below("result").fault
    outcomes = outcomes_of(claim.result, engine.scorer, engine.ruleset.deck, engine.seats(), fault)
    return (claim, engine, engine.scorer.result(outcomes, len(engine.seats()))[0]) if outcomes else None


def _name(claim: NameClaim, library: Library, faults: Faults) -> tuple[NameClaim, str, str] | None:
    try:
        file = load_example(claim.example, library).file
    except LoadError as error:
        faults.add(error, ("example",))
        return None
    right, seats = (file.result or file.start).taker, tuple(file.seats or default_seats(4))
    if right is None:
        faults.fault("errata.name", _("this example names no taker"), ("example",), _("name one that does"))
    elif claim.printed not in seats:
        hint = suggest(claim.printed, seats, _("seats"))
        faults.fault("errata.name", _("nobody sits at {printed!r}"), ("printed",), hint, printed=claim.printed)
    else:
        return claim, seat_name(claim.printed, seats), seat_name(right, seats)
    return None


def _table(claim: TableClaim, faults: Faults) -> CheckedTable | None:
    cells: dict[tuple[int, int], Cell] = {}
    for row, line in claim.rows.items():
        for column, printed in enumerate(line.printed, line.begins):
            try:
                cells[row, column] = _cell(claim, printed, column, [row])
            except ValueError:
                message, hint = (
                    _("no table of this kind has a column {column}"),
                    _("check `from`, and the numbers of cards"),
                )
                faults.fault("errata.table", message, ("rows", str(row)), hint, column=column)
                return None
    examples, columns = [], {column for _row, column in cells}
    for i, example in enumerate(claim.examples):
        wrong = [row for row in example.rows if row not in claim.rows or example.column not in columns]
        if wrong or len(set(example.rows)) < len(example.rows):
            rows = ", ".join(str(row) for row in wrong or example.rows)
            message = _("the table has no cells in column {column} for the lines {rows}, once each")
            hint = _("name cells of the table")
            faults.fault("errata.table", message, ("examples", i), hint, column=example.column, rows=rows)
        else:
            examples.append(_cell(claim, example.printed, example.column, example.rows))
    return CheckedTable(claim, cells, tuple(examples))


def _cell(claim: TableClaim, printed: str, column: int, rows: Sequence[int]) -> Cell:
    """A printed percentage for some lines of a column together. Raises ValueError for a column that cannot be."""

    def together(odds: Mapping[int, Fraction]) -> Fraction:
        return sum((odds.get(row, Fraction(0)) for row in rows), Fraction(0))

    if claim.kind == "talon":
        return Cell(printed, together(holds(claim.unseen, claim.talon, column)), None)
    exact, assumed = largest_share(column, claim.hands, claim.size), independent_largest_share(column, claim.hands)
    return Cell(printed, together(exact), together(assumed))


def agrees(printed: str, value: Fraction) -> bool:
    """True if a printed percentage is a value (0 to 1) rounded to as many places as are printed."""
    return abs(Fraction(printed.rstrip("%")) - 100 * value) <= Fraction(1, 2 * 10 ** _places(printed))


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


MARKS = {"": "", "independence": "†", "slip": "‡"}


def describe_errata(library: Library) -> list[Block]:
    """The page of the errata; all figures but the printed ones are computed. Raises LoadError."""
    errata = read_errata(library.files("errata")[0], library)
    lead = _(
        "Sources disagree, and that is no fault of theirs: each plays its own game. But now and then one contradicts itself, or miscounts. What is printed stands here beside what follows from the source's own rules, or from "
        "counting every possible deal; all figures but the printed ones are computed when this page is made. Where documents "
        "contradict what a source says of history, they are named."
    )
    blocks: list[Block] = [Heading(1, say(_("What the sources get wrong")), "errata"), Paragraph(say(lead), "lead")]
    for claim, engine, result in errata.scores:
        words = _("{source} prints {printed} for each defender; by its own rules it is {right}.")
        show, right = engine.ruleset.unit.show, -(result.roles["defender"] or Fraction(0))
        blocks += _wrong(claim, words, show(Fraction(claim.printed)), show(right))
        names = [engine.start(seed=0).name(seat) for seat in range(len(engine.seats()))]
        blocks += result_sheets(engine.scorer, result, names)
    for name, printed, right_name in errata.names:
        blocks += _wrong(name, _("{source} names {printed}, where it is {right}."), printed, right_name)
    for statement in errata.statements:
        blocks += _stated(statement)
    for table in errata.tables:
        blocks += _table_blocks(table)
    return blocks


def _stated(claim: StatementClaim) -> list[Block]:
    """A statement on history, and what better sources say."""
    said = say(
        _("By {source}, {printed}. By {against}, {right}."),
        source=[citation.cite for citation in claim.sources],
        printed=claim.printed.strip().rstrip("."),
        against=[citation.cite for citation in claim.against],
        right=claim.right.strip().rstrip("."),
    )
    return [
        Heading(2, Text((claim.title,)), claim.id),
        Paragraph(said, "warning"),
        Paragraph(Text((claim.why.strip(),))),
    ]


def _wrong(claim: _Claim, words: str, printed: str, right: str) -> list[Block]:
    said = say(words, source=[citation.cite for citation in claim.sources], printed=printed, right=right)
    why = Paragraph(Text((claim.why.strip(),)))
    return [Heading(2, Text((claim.title,)), claim.id), Paragraph(said, "warning"), why]


def _table_blocks(table: CheckedTable) -> Iterator[Block]:
    claim, cells = table.claim, table.cells
    yield Heading(2, Text((claim.title,)), claim.id)
    cites = [citation.cite for citation in claim.sources]
    yield Paragraph(say(_("{about} The table is from {source}."), about=claim.about.strip(), source=cites))
    legend = _(
        "Each cell gives the percentage as printed. Where that is not the exact one, rounded to as many places, it is a "
        "slip, and the mark {slip} and the exact one follow."
    )
    if claim.kind == "largest_share":
        legend = _(
            "Each cell gives the percentage as printed. Where that is not the exact one, rounded to as many places, a mark "
            "and the exact one follow. The mark {independence} says that the source treats each card as if it fell to a hand "
            "whatever that hand holds already, and forgets that all hands are equally long; the mark {slip} says that the "
            "figure agrees with neither, and is a slip."
        )
    yield Paragraph(say(legend, independence=MARKS["independence"], slip=MARKS["slip"]))
    columns = sorted({column for _row, column in cells})
    head = (Text(), *(Text((str(column),)) for column in columns))
    rows = []
    for row in sorted(claim.rows):
        shown = [_shown(cells[row, column]) if (row, column) in cells else "" for column in columns]
        rows.append(tuple(Text((text,)) for text in (str(row), *shown)))
    yield Table(head, tuple(rows), numeric=tuple(range(len(columns) + 1)))
    yield Paragraph(joined(_summary(table)))
    if table.examples:
        yield Paragraph(say(_("What the source draws from it:")))
        yield Bullets(tuple(_drawn(table, *pair) for pair in zip(claim.examples, table.examples, strict=True)))


def _shown(cell: Cell) -> str:
    printed = _as_percentage(cell.printed)
    return f"{printed} {MARKS[cell.reason]} {_as_percentage(cell.right)}" if cell.reason else printed


def _as_percentage(text: str) -> str:
    """A percentage such as ``31.3%`` with the signs of the language in use."""
    return percent_text(number_text(float(text.rstrip("%")), _places(text)))


def _summary(table: CheckedTable) -> Iterator[Text]:
    reasons = [cell.reason for cell in table.cells.values()]
    right, wrong, slips = (reasons.count(reason) for reason in MARKS)
    phrase = ngettext(
        "The print is right in {right} of {whole} cell.",
        "The print is right in {right} of {whole} cells.",
        len(reasons),
    )
    yield say(phrase, whole=len(reasons), right=right)
    if wrong:
        yield say(_("It follows the wrong assumption in {wrong}."), wrong=wrong)
    yield say(ngettext("It has {slips} slip.", "It has {slips} slips.", slips), slips=slips)
    near = sum(cell.reason == "slip" and cell.off_by_one for cell in table.cells.values())
    phrase = ngettext(
        "In {near} slip the last printed place is off by one.",
        "In {near} slips the last printed place is off by one.",
        near,
    )
    if table.claim.kind == "largest_share":
        phrase = ngettext(
            "In {near} slip the last printed place is off by one from what the assumption gives.",
            "In {near} slips the last printed place is off by one from what the assumption gives.",
            near,
        )
    if near:
        yield say(phrase, near=near)


def _drawn(table: CheckedTable, claim: PercentClaim, cell: Cell) -> Text:
    """A figure that the source draws from its table, with the right one where it is wrong."""
    added = sum(table.cells[row, claim.column].number for row in claim.rows if (row, claim.column) in table.cells)
    phrase = _("{says}: {printed} is printed, which is a slip; it is {exact}.")
    if not cell.reason:
        phrase = _("{says}: {printed} is printed, and right.")
    elif cell.reason == "independence":
        phrase = _("{says}: {printed} is printed, by the wrong assumption; it is {exact}.")
    elif added == cell.number:
        phrase = _("{says}: {printed} is printed, which is what the printed cells add up to; it is {exact}.")
    return say(phrase, says=claim.says, printed=_as_percentage(cell.printed), exact=_as_percentage(cell.right))
