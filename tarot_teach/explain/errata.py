"""What the sources get wrong: what is printed, what follows, and why they differ."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tarot_teach.explain.blocks import Block, Bullets, Heading, Para, Table
from tarot_teach.explain.sheet import result_sheets
from tarot_teach.loading import Library
from tarot_teach.loading.models import CitationFile
from tarot_teach.records.errata import Cell, CheckedTable, Errata, read_errata
from tarot_teach.text import Cite, Text, _, count_of, say

MARKS = {"": "", "independence": "†", "slip": "‡"}


def describe_errata(library: Library) -> list[Block]:
    """The page. Nothing on it is typed in but what the sources print. Raises LoadError."""
    return list(_blocks(read_errata(library.errata_path(), library)))


def _blocks(errata: Errata) -> Iterator[Block]:
    yield Heading(1, say(_("What the sources get wrong")), "errata")
    yield Para(
        say(
            _(
                "Sources disagree, and that is no fault of theirs: each plays its own game. But here and there one contradicts "
                "itself, or miscounts. What is printed stands here beside what follows from the source's own rules, or from "
                "counting every possible deal; all but the printed figures is computed when this page is made."
            )
        ),
        "lead",
    )
    for claim, engine, result in errata.scores:
        show = engine.ruleset.unit.show
        right = -(result.roles["defender"] or Fraction(0))
        yield Heading(2, Text((claim.title,)), claim.id)
        yield Para(
            say(
                _("{source} prints {printed} for each defender; by its own rules it is {right}."),
                source=_cites(claim.sources),
                printed=show(Fraction(claim.printed)),
                right=show(right),
            ),
            "warning",
        )
        yield Para(Text((claim.why.strip(),)))
        names = [engine.start(seed=0).name(seat) for seat in range(len(engine.seats()))]
        yield from result_sheets(engine, result, names)
    for name, printed, right_name in errata.names:
        yield Heading(2, Text((name.title,)), name.id)
        words = _("{source} names {printed}, where it is {right}.")
        yield Para(say(words, source=_cites(name.sources), printed=printed, right=right_name), "warning")
        yield Para(Text((name.why.strip(),)))
    for table in errata.tables:
        yield from _table(table)


def _table(table: CheckedTable) -> Iterator[Block]:
    claim = table.claim
    yield Heading(2, Text((claim.title,)), claim.id)
    yield Para(say(_("{about} The table is from {source}."), about=claim.about.strip(), source=_cites(claim.sources)))
    yield Para(
        say(
            _(
                "Each cell gives the printed percentage. Where it is not the exact one rounded as printed, a mark and the exact "
                "one follow: {independence} the print takes it that each card falls to a hand whatever that hand holds already, "
                "and forgets that all hands are equally long; {slip} no such reason is to be found, and it is a slip."
            ),
            independence=MARKS["independence"],
            slip=MARKS["slip"],
        )
        if claim.kind == "largest_share"
        else say(
            _(
                "Each cell gives the printed percentage. Where it is not the exact one rounded as printed, it is a slip, and the "
                "mark {slip} and the exact one follow."
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
    yield Para(_summary(table))
    if table.examples:
        yield Para(say(_("What the source draws from it:")))
        yield Bullets(
            tuple(_example(example.says, cell) for example, cell in zip(claim.examples, table.examples, strict=True))
        )


def _shown(cell: Cell | None) -> str:
    if cell is None:
        return ""
    return f"{cell.printed} {MARKS[cell.reason]} {percent(cell.exact, cell.printed)}" if cell.reason else cell.printed


def _summary(table: CheckedTable) -> Text:
    reasons = [cell.reason for cell in table.cells.values()]
    whole = count_of(len(reasons), _("cell"), _("cells"))
    right = reasons.count("")
    parts = [say(_("Of {whole}, {right}"), whole=whole, right=count_of(right, _("is right"), _("are right")))]
    if "independence" in reasons:
        wrong = count_of(reasons.count("independence"), _("follows"), _("follow"))
        parts.append(say(_(", {wrong} from the wrong assumption"), wrong=wrong))
    slips = count_of(reasons.count("slip"), _("is a slip"), _("are slips"))
    parts.append(say(_(", and {slips}."), slips=slips))
    return Text([piece for part in parts for piece in part])


def _example(says: str, cell: Cell) -> Text:
    exact = percent(cell.exact, cell.printed)
    if not cell.reason:
        return say(_("{says}: {printed} is printed, and right."), says=says, printed=cell.printed)
    more = {
        "independence": _("by the wrong assumption; it is {exact}."),
        "slip": _("which is a slip; it is {exact}."),
    }[cell.reason]
    return say(_("{says}: {printed} is printed, ") + more, says=says, printed=cell.printed, exact=exact)


def percent(value: Fraction, like: str) -> str:
    """A probability as a percentage, with as many places as a printed one, or as many as it takes to show anything."""
    places = len(like.rstrip("%").partition(".")[2])
    text = f"{float(100 * value):.{places}f}"
    while value and float(text) == 0 and places < 4:
        places += 1
        text = f"{float(100 * value):.{places}f}"
    return f"{text}%"


def _cites(citations: list[CitationFile]) -> list[Cite]:
    return [Cite(citation.source, citation.at) for citation in citations]
