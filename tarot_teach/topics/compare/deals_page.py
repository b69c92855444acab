"""Pages about a deal under several rulesets: where it diverges, trick by trick, and the score sheets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from tarot_teach.blocks import Block, Bullets, Heading, Paragraph, Spoiler, Table
from tarot_teach.cards import halves_text
from tarot_teach.engine.deal import Move
from tarot_teach.explain.lesson import annotate, trick_diagram, tricks_of
from tarot_teach.explain.narrator import Narrator
from tarot_teach.explain.score_sheet import line_label, points_text
from tarot_teach.language import _
from tarot_teach.records.replay import Replay
from tarot_teach.table import Call, Discard, Line, Play, Result, Sheet
from tarot_teach.table.events import DebtEvent
from tarot_teach.text import CardRef, Text, joined, listed, say
from tarot_teach.topics.compare.deal_sentences import PairNarrator
from tarot_teach.topics.compare.deals import DealComparison, DealDifference, SheetLine, compare_deals
from tarot_teach.topics.compare.replay_under import (
    DealUnder,
    card_owners,
    events_of,
    moves_by_trick,
    trick_winner,
)

MARK = "≠"


def compare_score_sheets(
    comparison: DealComparison, pairs: Sequence[PairNarrator], *, brief: bool = False
) -> list[Block]:
    """The sheets, the reasons for lines that differ, and the scores; nothing if some side has no score.

    Where all play alone, ``brief`` gives the scores without the sheet of each player.
    """
    return list(_Sheets(comparison, pairs).blocks(brief=brief))


def marked(label: Text, values: Sequence[object], shown: Sequence[Text]) -> tuple[Text, ...]:
    """A table row with a cell for each side, marked where its value is not that of the first side."""
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
            yield from self._payments(results)

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
            shown = [Text((_amount_cell(side, line),)) for side, line in zip(self.sides, row.lines, strict=True)]
            rows.append(marked(line_label(side.engine.scorer, line), row.values, shown))
        totals = [sheet.total for sheet in sheets]
        rows.append(marked(say(_("Sum")), totals, self._shown(totals)))
        return self._table(_("Score sheet") if seat is None else self.pairs[0].who(seat), rows)

    def _scores(self, results: Sequence[Result]) -> Table:
        """The scores by player."""
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
        """The reasons for the lines that differ, by side."""
        sentences = []
        for row in sheet:
            for i, line in enumerate(row.lines if row.differs else ()):
                if line is not None:
                    because = self.pairs[max(i, 1) - 1].line(self.sides[i], line)
                    sentences.append(say(_("Under {name}: {because}"), name=self.names[i], because=because))
        if sentences:
            yield Bullets(tuple(dict.fromkeys(sentences)))

    def _payments(self, results: Sequence[Result]) -> Iterator[Block]:
        """Payments apart from the contract and payments limited by chips, if the sides differ in them."""
        sentences = []
        for side, result in zip(self.sides, results, strict=True):
            for finding in (*result.limits, *(paid.finding for paid in result.apart)):
                because = side.engine.because(finding, self.pairs[0].who)
                sentences.append(say(_("Under {name}: {because}"), name=side.engine.ruleset.name, because=because))
        if any((result.limits, result.apart) != (results[0].limits, results[0].apart) for result in results):
            yield Bullets(tuple(sentences))


def _amount_cell(side: DealUnder, line: Line | None) -> str:
    if line is None:
        return "–"
    show = points_text if line.operation == "×" else side.engine.ruleset.unit.show
    return f"{line.operation.replace('-', '−')} {show(line.amount)}"


def describe_deal_comparison(comparison: DealComparison, *, every_trick: bool = False, level: int = 1) -> list[Block]:
    """The comparison under a heading of ``level``. Equal tricks are summed up in a sentence unless ``every_trick``."""
    return list(_Page(comparison).blocks(every_trick=every_trick, level=level))


def summarize_deal_comparison(comparison: DealComparison, level: int = 2) -> list[Block]:
    """The first difference, its outcome and the score sheets, for the end of a page about the deal."""
    return list(_Page(comparison).summary(level))


def lesson(replay: Replay) -> list[Block]:
    """The lesson of a replay, with the comparison that its record asks for: behind a spoiler if the reader steps."""
    blocks = annotate(replay)
    if not replay.compared:
        return blocks
    summary = summarize_deal_comparison(compare_deals(replay, [replay.engine, *replay.compared]))
    if not replay.deal.moves:
        return [*blocks, *summary]
    return [*blocks, Spoiler(say(_("What other rules make of it")), tuple(summary))]


class _Page:
    def __init__(self, comparison: DealComparison) -> None:
        self.comparison, self.sides = comparison, comparison.sides
        self.pairs = [PairNarrator(comparison, number) for number in range(1, len(comparison.sides))]
        self.names = [side.engine.ruleset.name for side in comparison.sides]

    def blocks(self, *, every_trick: bool, level: int) -> Iterator[Block]:
        names = listed([Text((name,)) for name in self.names])
        title = self.comparison.replay.record.file.title
        yield Heading(level, say(_("{title}, under {names}"), title=title, names=names), f"{self._id()}-beside")
        yield self._key(tables=any(difference.trick for pair in self.pairs for difference in pair.differences))
        for number, pair in enumerate(self.pairs, 1):
            if len(self.pairs) > 1:
                yield Heading(level + 1, self._pair(pair), f"{self._id()}-beside-{number}")
            yield from self._account(pair, every_trick=every_trick)
        if {difference.kind for pair in self.pairs for difference in pair.diverging} == {"score"}:
            yield from self._last_trick()
        if self.comparison.sheets():
            yield Heading(level + 1, say(_("The score")), f"{self._id()}-beside-score")
            yield from compare_score_sheets(self.comparison, self.pairs)

    def _last_trick(self) -> Iterator[Block]:
        """The last trick, for sides that differ only in the score."""
        replay = self.comparison.replay
        tricks = tricks_of(replay)
        if tricks:
            yield Paragraph(say(_("This is how the hand ends by all of them.")))
            yield trick_diagram(Narrator(replay), tricks[-1], whole=False)

    def summary(self, level: int) -> Iterator[Block]:
        yield Heading(level, say(_("The same hand by other rules")), f"{self._id()}-beside")
        yield self._key(tables=False)
        for pair in self.pairs:
            yield self._lead(pair)
            played = [difference for difference in pair.diverging if difference.kind != "score"]
            if played and (reasons := pair.reasons(played[0])):
                yield Bullets(tuple(reasons))
        yield from compare_score_sheets(self.comparison, self.pairs, brief=True)

    def _id(self) -> str:
        return self.comparison.replay.record.file.id

    def _key(self, *, tables: bool) -> Block:
        """The titles of the rulesets, and the meaning of the mark if some table has it."""
        rulesets = {side.engine.ruleset.name: side.engine.ruleset for side in self.sides}
        items = [Text((f"{ruleset.name}: {ruleset.called}.",)) for ruleset in rulesets.values()]
        scored = self.comparison.sheets() and any(
            difference.kind == "score" for pair in self.pairs for difference in pair.differences
        )
        if tables or scored:
            items.append(say(_("{mark} marks what differs from {name}."), mark=MARK, name=self.names[0]))
        return Bullets(tuple(items))

    def _pair(self, pair: PairNarrator) -> Text:
        return listed([Text((name,)) for name in pair.names])

    def _account(self, pair: PairNarrator, *, every_trick: bool) -> Iterator[Block]:
        yield self._lead(pair)
        for difference in pair.differences:
            if not difference.diverges:
                yield Paragraph(pair.sentence(difference), "aside")
        differences = [difference for difference in pair.diverging if difference.kind != "score"]
        deviations = (*pair.left.deviations, *pair.right.deviations)
        if any(done.verdict is not None and isinstance(done.action, Call | Discard | Play) for done in deviations):
            yield Paragraph(Text((_(self.comparison.policy.says),)), "aside")
        before = [
            text
            for difference in differences
            if not difference.trick and difference.kind != "ends"
            for text in _explained(pair, differences, difference)
        ]
        if before:
            yield Bullets(tuple(before))
        yield from self._tricks(pair, differences, every_trick=every_trick)

    # ------------------------------------------------------------ in words

    def _lead(self, pair: PairNarrator) -> Paragraph:
        """The first difference by which the deals diverge, and the outcome."""
        left, right = pair.names
        if not pair.diverging:
            phrase = _(
                "Nothing differs: under {here} and under {there} this hand is the same, card by card and line by line."
            )
            return Paragraph(say(phrase, here=left, there=right), "lead")
        first = pair.diverging[0]
        if first.kind == "score":
            phrase = _("Under {here} and under {there} the hand is played alike to the last card. {what}")
            if not pair.left.deal.moves:
                phrase = _("This result is scored under {here} and under {there}. {what}")
        elif first.trick:
            phrase = _("From trick {trick} on the two tables differ. {what}")
        else:
            phrase = _("The two tables differ before the first trick. {what}")
        text = say(phrase, here=left, there=right, trick=first.trick, what=pair.sentence(first))
        return Paragraph(joined([text, *self._outcome(pair)]), "lead")

    def _outcome(self, pair: PairNarrator) -> Iterator[Text]:
        """The scores of both sides in sentences."""
        results = pair.left.end.result, pair.right.end.result
        if results[0] is None or results[1] is None or results[0].void or results[1].void:
            return
        if results[0].scores == results[1].scores and pair.left.engine.ruleset.unit == pair.right.engine.ruleset.unit:
            yield say(_("In the end every player has the same score."))
            return
        taker = pair.left.end.auction.taker
        if taker is None or not results[0].scores or not results[1].scores:
            both = zip(results[0].scores, results[1].scores, strict=False)
            seats = [seat for seat, (left, right) in enumerate(both) if left != right]
            phrase = _("In the end every player's score differs.")
            if len(seats) < len(results[0].scores):
                phrase = _("In the end the scores of these players differ: {who}.")
            yield say(phrase, who=[pair.who(seat) for seat in seats])
            return
        made = [result.sheets[0].outcome.made for result in results if result]
        if made[0] != made[1]:
            phrase = _("The contract is made under {name}, and fails under {other}.")
            names = pair.names if made[0] else pair.names[::-1]
            yield say(phrase, name=names[0], other=names[1])
        scores = [result.scores[taker] for result in results if result]
        yield say(
            _("In the end {who}, who takes, {one} under {here}, and {two} under {there}{difference}."),
            who=pair.who(taker),
            one=_gets(pair.left, scores[0]),
            two=_gets(pair.right, scores[1]),
            here=pair.names[0],
            there=pair.names[1],
            difference=_margin(pair, scores),
        )

    # ------------------------------------------------------------ trick by trick

    def _tricks(
        self, pair: PairNarrator, differences: Sequence[DealDifference], *, every_trick: bool
    ) -> Iterator[Block]:
        left, right = moves_by_trick(pair.left), moves_by_trick(pair.right)
        alike: list[int] = []
        for number in sorted(left.keys() | right.keys()):
            differing = [
                difference for difference in differences if difference.trick == number and difference.kind != "ends"
            ]
            if not differing and not every_trick:
                alike.append(number)
                continue
            yield from _equal_tricks(alike)
            alike = []
            yield _trick_table(pair, number, (left.get(number, []), right.get(number, [])))
            sentences = [text for difference in differing for text in _explained(pair, differences, difference)]
            if sentences:
                yield Bullets(tuple(sentences))
        if len(alike) < len(left.keys() | right.keys()):
            yield from _equal_tricks(alike)
        yield from (Paragraph(pair.sentence(difference)) for difference in differences if difference.kind == "ends")


def _trick_table(pair: PairNarrator, number: int, tricks: Sequence[list[Move]]) -> Table:
    """A trick under both rulesets. ``tricks`` are its moves on either side."""
    head = (say(_("Trick {number}"), number=number), *(Text((name,)) for name in pair.names))
    rows = [*_cards(pair, tricks), *_won(pair, tricks), *_transfers(pair, tricks)]
    return Table(head, tuple(marked(row[0], row[1:], row[1:]) for row in rows))


def _cards(pair: PairNarrator, tricks: Sequence[list[Move]]) -> Iterator[tuple[Text, ...]]:
    """Rows for the leader and the cards of a trick, in the order of the first side."""
    plays = [{play.action.seat: play for play in moves if isinstance(play.action, Play)} for moves in tricks]
    leaders = [next(iter(played), None) for played in plays]
    yield say(_("Led by")), *(Text(("–" if seat is None else pair.who(seat),)) for seat in leaders)
    for seat in dict.fromkeys([*plays[0], *plays[1]]):
        yield Text((pair.who(seat),)), *(_card_cell(played.get(seat)) for played in plays)


def _card_cell(move: Move | None) -> Text:
    if move is None or not isinstance(move.action, Play):
        return Text(("–",))
    card = Text((CardRef(move.action.card),))
    return card + _(", against the rules") if move.irregular else card


def _won(pair: PairNarrator, tricks: Sequence[list[Move]]) -> Iterator[tuple[Text, ...]]:
    winners = [won.seat if (won := trick_winner(moves)) else None for moves in tricks]
    if winners != [None, None]:
        yield say(_("Won by")), *(Text(("–" if seat is None else pair.who(seat),)) for seat in winners)


def _transfers(pair: PairNarrator, tricks: Sequence[list[Move]]) -> Iterator[tuple[Text, ...]]:
    """Rows for the owners of cards that leave their trick, and for the cards given for them."""
    owners = card_owners(tricks[0], tricks[1])
    for (card, left), (_card, right) in zip(*owners, strict=True):
        seats = (Text((pair.who(seat) if seat is not None else "–",)) for seat in (left, right))
        yield say(_("{card} goes to"), card=card), *seats
    given = [[(event, event.card) for event in events_of(moves, DebtEvent) if event.card] for moves in tricks]
    if any(given):
        phrase = _("{card}, by {payer} to {payee}")
        said = (
            [
                say(phrase, card=card.name, payer=pair.who(event.payer), payee=pair.who(event.payee))
                for event, card in payments
            ]
            for payments in given
        )
        cells = [listed(texts) or Text((_("nothing"),)) for texts in said]
        yield say(_("Given for it")), *cells


def _explained(pair: PairNarrator, differences: Sequence[DealDifference], difference: DealDifference) -> Iterator[Text]:
    """A difference with its reasons, but for what the lead or the table says."""
    shown = ("card", "leader", "winner", "moved")
    if difference is not differences[0] and difference.kind not in shown:
        yield pair.sentence(difference)
    same_rule = difference.kind == "winner" and difference.left_findings[0].rule == difference.right_findings[0].rule
    if not same_rule:
        yield from pair.reasons(difference)


def _equal_tricks(numbers: Sequence[int]) -> Iterator[Block]:
    if len(numbers) == 1:
        yield Paragraph(say(_("Trick {number} is the same by both."), number=numbers[0]))
    elif numbers:
        yield Paragraph(say(_("Tricks {first} to {last} are the same by both."), first=numbers[0], last=numbers[-1]))


def _gets(side: DealUnder, amount: Fraction) -> str:
    unit = side.engine.ruleset.unit
    shown = unit.show(abs(amount)) if unit.sign else _("{number} points").format(number=unit.show(abs(amount)))
    if not amount:
        return _("gets nothing")
    return (_("wins {amount}") if amount > 0 else _("loses {amount}")).format(amount=shown)


def _margin(pair: PairNarrator, scores: Sequence[Fraction]) -> str:
    unit = pair.left.engine.ruleset.unit
    if unit != pair.right.engine.ruleset.unit:
        return ""
    return _(", a difference of {amount}").format(amount=unit.show(abs(scores[0] - scores[1])))
