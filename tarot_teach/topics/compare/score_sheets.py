"""The score sheets of one hand by several rulesets beside each other, with the lines that differ marked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from tarot_teach.blocks import Block, Bullets, Table
from tarot_teach.cards import halves_text
from tarot_teach.explain.score_sheet import line_label, points_text
from tarot_teach.language import _
from tarot_teach.table import Line, Result, Sheet
from tarot_teach.text import Text, say
from tarot_teach.topics.compare.deal_sentences import PairNarrator
from tarot_teach.topics.compare.deals import DealComparison, SheetLine
from tarot_teach.topics.compare.replay_under import DealUnder

MARK = "≠"


def compare_score_sheets(
    comparison: DealComparison, pairs: Sequence[PairNarrator], *, brief: bool = False
) -> list[Block]:
    """The sheets, the reasons for the lines that differ, and who gets what. Where all play for themselves each has a sheet, and
    ``brief`` tells the scores alone. Nothing where some side comes to no score."""
    return list(_Sheets(comparison, pairs).blocks(brief=brief))


def marked(label: Text, values: Sequence[object], shown: Sequence[Text]) -> tuple[Text, ...]:
    """A row of a table: what is shown for each side, with a mark before what is not the first side's value."""
    cells = (
        Text((f"{MARK} ",)) + cell if value != values[0] else cell for value, cell in zip(values, shown, strict=True)
    )
    return (label, *cells)


class _Sheets:
    def __init__(self, comparison: DealComparison, pairs: Sequence[PairNarrator]) -> None:
        self.comparison, self.sides, self.pairs = comparison, comparison.sides, pairs
        self.names = [side.engine.ruleset.name for side in comparison.sides]

    def blocks(self, *, brief: bool) -> Iterator[Block]:
        sheets = self.comparison.sheets()
        results = [side.end.result for side in self.sides if side.end.result]
        each = len(sheets) > 1
        for i, sheet in enumerate(sheets if not (brief and each) else ()):
            yield self._sheet(sheet, [result.sheets[i] for result in results])
            yield from self._why(sheet)
        if sheets and all(result.scores for result in results) and (brief or not each):
            yield self._scores(results)
            yield from self._besides(results)

    def _sheet(self, lines: list[SheetLine], sheets: Sequence[Sheet]) -> Table:
        seat = sheets[0].outcome.seat
        rows = []
        if seat is None:
            points = [sheet.outcome.halves for sheet in sheets]
            needed = [sheet.outcome.target for sheet in sheets]
            rows.append(marked(say(_("Card points")), points, [Text((halves_text(number),)) for number in points]))
            rows.append(marked(say(_("Points needed")), needed, [Text((str(number or "–"),)) for number in needed]))
        for row in lines:
            side, line = next((side, line) for side, line in zip(self.sides, row.lines, strict=True) if line)
            shown = [Text((_amount(side, line),)) for side, line in zip(self.sides, row.lines, strict=True)]
            rows.append(marked(line_label(side.engine.scorer, line), row.values, shown))
        totals = [sheet.total for sheet in sheets]
        rows.append(marked(say(_("Sum")), totals, self._shown(totals)))
        return self._table(_("Score sheet") if seat is None else self.pairs[0].who(seat), rows)

    def _scores(self, results: Sequence[Result]) -> Table:
        """Who gets what."""
        rows = []
        for seat in range(len(results[0].scores)):
            scores = [result.scores[seat] for result in results]
            rows.append(marked(Text((self.pairs[0].who(seat),)), scores, self._shown(scores)))
        return self._table(_("Game points"), rows)

    def _table(self, name: str, rows: Iterable[tuple[Text, ...]]) -> Table:
        head = (Text((name,)), *(Text((name,)) for name in self.names))
        return Table(head, tuple(rows), numeric=tuple(range(1, len(self.names) + 1)))

    def _shown(self, amounts: Sequence[Fraction]) -> list[Text]:
        return [
            Text((side.engine.ruleset.unit.show(amount),)) for side, amount in zip(self.sides, amounts, strict=True)
        ]

    def _why(self, sheet: list[SheetLine]) -> Iterator[Block]:
        """The reasons for the lines that differ."""
        told = []
        for row in sheet:
            for i, line in enumerate(row.lines if row.differs else ()):
                if line is not None:
                    because = self.pairs[max(i, 1) - 1].line(self.sides[i], line)
                    told.append(say(_("Under {name}: {because}"), name=self.names[i], because=because))
        if told:
            yield Bullets(tuple(dict.fromkeys(told)))

    def _besides(self, results: Sequence[Result]) -> Iterator[Block]:
        """Payments that some sides have beside the contract, or that fall short."""
        told = []
        for side, result in zip(self.sides, results, strict=True):
            for finding in (*result.limits, *(paid.finding for paid in result.apart)):
                because = side.engine.because(finding, self.pairs[0].who)
                told.append(say(_("Under {name}: {because}"), name=side.engine.ruleset.name, because=because))
        if any((result.limits, result.apart) != (results[0].limits, results[0].apart) for result in results):
            yield Bullets(tuple(told))


def _amount(side: DealUnder, line: Line | None) -> str:
    if line is None:
        return "–"
    show = points_text if line.operation == "×" else side.engine.ruleset.unit.show
    return f"{line.operation.replace('-', '−')} {show(line.amount)}"
