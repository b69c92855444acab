"""What sources print and get wrong: printed values from a file, right ones computed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BeforeValidator, Field

from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError, Problem, suggest
from tarot_teach.language import _
from tarot_teach.loading.document import Document
from tarot_teach.loading.formats import CitationFile, File, Format, Id, parse_model
from tarot_teach.mechanisms.base import Count, digits
from tarot_teach.records.record import load_example
from tarot_teach.records.results import ResultFile, outcomes_of
from tarot_teach.table import Result, default_seats, seat_name
from tarot_teach.topics.odds.hidden_hands import holds, independent_largest_share, largest_share

if TYPE_CHECKING:
    from tarot_teach.loading import Library

Number = Annotated[int, BeforeValidator(digits)]
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
    """What sources print."""

    format: Format
    scores: list[ScoreClaim] = Field(default_factory=list)
    names: list[NameClaim] = Field(default_factory=list)
    tables: list[TableClaim] = Field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Cell:
    """A printed cell beside the exact value (0 to 1). ``reason`` is empty where they agree to the printed precision, else
    ``independence`` where the print agrees with cards falling independently, or ``slip``."""

    printed: str
    exact: Fraction
    reason: str


@dataclass(frozen=True, slots=True)
class CheckedTable:
    """A printed table with every cell checked, by line and column, and the figures drawn from it."""

    claim: TableClaim
    cells: dict[tuple[int, int], Cell]
    examples: tuple[Cell, ...]

    @property
    def columns(self) -> list[int]:
        """The columns."""
        return sorted({column for _row, column in self.cells})


@dataclass(frozen=True, slots=True)
class Errata:
    """Everything checked. ``scores`` go with the engine and the right result, ``names`` with the right seat in words."""

    scores: tuple[tuple[ScoreClaim, Engine, Result], ...]
    names: tuple[tuple[NameClaim, str, str], ...]
    tables: tuple[CheckedTable, ...]


def read_errata(path: Path, library: Library) -> Errata:
    """The printed values with the right ones. Raises LoadError with every fault."""
    document = library.document(path)
    file = parse_model(ErrataFile, document)
    problems: list[Problem] = []
    scores = [_score(i, claim, document, library, problems) for i, claim in enumerate(file.scores)]
    names = [_name(i, claim, document, library, problems) for i, claim in enumerate(file.names)]
    tables = [_table(i, claim, document, problems) for i, claim in enumerate(file.tables)]
    _cited(file, document, library, problems)
    if problems:
        raise LoadError(problems)
    return Errata(
        tuple(found for found in scores if found),
        tuple(found for found in names if found),
        tuple(t for t in tables if t),
    )


def _score(
    i: int, claim: ScoreClaim, document: Document, library: Library, problems: list[Problem]
) -> tuple[ScoreClaim, Engine, Result] | None:
    engine = Engine(library.load(claim.ruleset, place=document.place(("scores", i, "ruleset"))))

    def fault(code: str, message: str, path: tuple[str | int, ...], hint: str | None) -> None:
        problems.append(Problem(code, message, document.place(("scores", i, "result", *path)), hint))

    outcomes = outcomes_of(claim.result, engine.scorer, engine.ruleset.deck, engine.seats(), fault)
    if not outcomes:
        return None
    result, _told = engine.scorer.result(outcomes, len(engine.seats()))
    return claim, engine, result


def _name(
    i: int, claim: NameClaim, document: Document, library: Library, problems: list[Problem]
) -> tuple[NameClaim, str, str] | None:
    def fault(message: str, path: str, hint: str) -> None:
        problems.append(Problem("errata.name", message, document.place(("names", i, path)), hint))

    try:
        record = load_example(claim.example, library)
    except LoadError as error:
        for problem in error.problems:
            problems.append(replace(problem, place=problem.place or document.place(("names", i, "example"))))
        return None
    right = record.file.result.taker if record.file.result else record.file.start.taker
    if right is None:
        fault(_("this example names no taker"), "example", _("name one that does"))
        return None
    seats = tuple(record.file.seats or default_seats(4))
    if claim.printed not in seats:
        fault(
            _("nobody sits at {printed!r}").format(printed=claim.printed),
            "printed",
            suggest(claim.printed, seats, _("seats")),
        )
        return None
    return claim, seat_name(claim.printed, seats), seat_name(right, seats)


def _table(i: int, claim: TableClaim, document: Document, problems: list[Problem]) -> CheckedTable | None:
    def fault(message: str, path: tuple[str | int, ...], hint: str) -> None:
        problems.append(Problem("errata.table", message, document.place(("tables", i, *path)), hint))

    cells: dict[tuple[int, int], Cell] = {}
    for row, line in claim.rows.items():
        for column, printed in enumerate(line.printed, line.begins):
            try:
                exact, other = _odds(claim, column)
            except ValueError:
                fault(
                    _("no table of this kind has a column {column}").format(column=column),
                    ("rows", str(row)),
                    _("check `from`, and the numbers of cards"),
                )
                return None
            cells[row, column] = _cell(printed, exact.get(row, Fraction(0)), other.get(row))
    examples = []
    for j, example in enumerate(claim.examples):
        columns = {column for _row, column in cells}
        strange = [row for row in example.rows if row not in claim.rows or example.column not in columns]
        if strange or len(set(example.rows)) < len(example.rows):
            rows = ", ".join(str(row) for row in strange or example.rows)
            message = _("the table has no cells in column {column} for the lines {rows}, once each").format(
                column=example.column, rows=rows
            )
            fault(message, ("examples", j), _("name cells of the table"))
            continue
        exact, other = _odds(claim, example.column)
        right = sum((exact.get(row, Fraction(0)) for row in example.rows), Fraction(0))
        independent = sum((other.get(row, Fraction(0)) for row in example.rows), Fraction(0)) if other else None
        examples.append(_cell(example.printed, right, independent))
    return CheckedTable(claim, cells, tuple(examples))


def _odds(claim: TableClaim, column: int) -> tuple[dict[int, Fraction], dict[int, Fraction]]:
    """The exact odds of a column, and those of cards that fall independently where that makes a difference."""
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
    """Whether a printed percentage is a value rounded to as many places as it has."""
    number = printed.rstrip("%")
    places = len(number.partition(".")[2])
    return abs(Fraction(number) - 100 * value) <= Fraction(1, 2 * 10**places)


def _cited(file: ErrataFile, document: Document, library: Library, problems: list[Problem]) -> None:
    """Each claim has a name of its own, and a source that is known, with the place."""
    seen: set[str] = set()
    for group in ("scores", "names", "tables"):
        for i, claim in enumerate(getattr(file, group)):
            if claim.id in seen:
                place = document.place((group, i, "id"))
                hint = _("give each a name of its own")
                problems.append(Problem("errata.id", _("there are two claims {id!r}").format(id=claim.id), place, hint))
            seen.add(claim.id)
            if not any(citation.at for citation in claim.sources):
                place = document.place((group, i, "sources", 0))
                message = _("{id} names a source, but no place in it").format(id=claim.id)
                problems.append(Problem("errata.source", message, place, _("add `at:` with a heading or a page")))
            for j, citation in enumerate(claim.sources):
                if citation.source not in library.sources():
                    place = document.place((group, i, "sources", j, "source"))
                    hint = suggest(citation.source, library.sources(), _("sources"))
                    message = _("{source!r} is not in the bibliography").format(source=citation.source)
                    problems.append(Problem("errata.source", message, place, hint))
