"""Pages about a deal under several rulesets: where it diverges, trick by trick, and the score sheets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain

from tarot_teach.blocks import Block, Bullets, Heading, Paragraph, Spoiler, Table
from tarot_teach.cards import halves_text
from tarot_teach.engine.deal import Move
from tarot_teach.explain.lesson import annotate, trick_diagram, tricks_of
from tarot_teach.explain.narrator import Narrator
from tarot_teach.explain.score_sheet import contract_noun, line_label, line_reason, names_of, points_text
from tarot_teach.messages import N_, _, as_words, colon, pgettext
from tarot_teach.records.replay import Replay
from tarot_teach.rules import Rule
from tarot_teach.table import Line, Phase, Play
from tarot_teach.table.events import DebtEvent
from tarot_teach.text import CardRef, Text, as_parts, joined, listed, row_of, say
from tarot_teach.topics.compare import replay_under
from tarot_teach.topics.compare.deals import DealComparison, DealDifference, SheetLine, compare_deals
from tarot_teach.topics.compare.replay_under import DealUnder, card_owners, events_of, moves_by_trick, trick_winner

MARK = "≠"
Row = tuple[Text, ...]


def describe_deal_comparison(comparison: DealComparison, *, every_trick: bool = False, level: int = 1) -> list[Block]:
    """The comparison under a heading of ``level``. Equal tricks are summed up in a sentence unless ``every_trick``."""
    return list(_Page(comparison).blocks(every_trick=every_trick, level=level))


def lesson(replay: Replay) -> list[Block]:
    """The lesson of a replay, and the end of the comparison that its record asks for: behind a spoiler if the reader steps."""
    blocks = annotate(replay)
    if not replay.compared:
        return blocks
    summary = tuple(_Page(compare_deals(replay, [replay.engine, *replay.compared])).summary())
    if not replay.deal.moves:
        return [*blocks, *summary]
    return [*blocks, Spoiler(say(_("What other rules make of it")), summary)]


class _Page:
    def __init__(self, comparison: DealComparison) -> None:
        self.comparison, self.sides, self.names = comparison, comparison.sides, comparison.names
        self.sheets = comparison.sheets()
        self.who = Narrator(comparison.replay).who
        self.pairs = [_Pair(comparison, number) for number in range(1, len(comparison.sides))]
        self.kinds = {difference.kind for pair in self.pairs for difference in pair.diverging}
        self.anchor = f"{comparison.replay.record.file.id}-beside"

    def blocks(self, *, every_trick: bool, level: int) -> Iterator[Block]:
        title = self.comparison.replay.record.file.title
        yield Heading(level, say(_("{title}, under {names}"), title=title, names=self.names), self.anchor)
        yield self._key(tables=any(difference.trick for pair in self.pairs for difference in pair.differences))
        for number, pair in enumerate(self.pairs, 1):
            if len(self.pairs) > 1:
                yield Heading(level + 1, listed([Text((name,)) for name in pair.names]), f"{self.anchor}-{number}")
            yield from self._account(pair, every_trick=every_trick)
        tricks = tricks_of(self.comparison.replay)
        if self.kinds == {"score"} and tricks:
            yield Paragraph(say(_("This is how the hand ends by all of them.")))
            yield trick_diagram(Narrator(self.comparison.replay), tricks[-1], whole=False)
        if self.sheets:
            yield Heading(level + 1, say(_("The score")), f"{self.anchor}-score")
            yield from self._score(brief=False)

    def summary(self) -> Iterator[Block]:
        """The first difference, its outcome and the score sheets, for the end of a page about the deal."""
        yield Heading(2, say(_("The same hand by other rules")), self.anchor)
        yield self._key(tables=False)
        for pair in self.pairs:
            yield _lead(pair)
            played = [difference for difference in pair.diverging if difference.kind != "score"]
            if played and (reasons := pair.reasons(played[0])):
                yield Bullets(tuple(reasons))
        yield from self._score(brief=True)

    def _key(self, *, tables: bool) -> Block:
        """The titles of the rulesets, and the meaning of the mark if some table has it."""
        rulesets = {side.name: side.engine.ruleset for side in self.sides}
        items = [Text((f"{name}{colon()}{ruleset.called}.",)) for name, ruleset in rulesets.items()]
        if tables or (self.sheets and "score" in self.kinds):
            items.append(say(_("{mark} marks what differs from {name}."), mark=MARK, name=self.names[0]))
        return Bullets(tuple(items))

    def _account(self, pair: _Pair, *, every_trick: bool) -> Iterator[Block]:
        """The first difference, the rules of no effect, what differs before the play, and the tricks."""
        yield _lead(pair)
        for difference in pair.differences:
            if not difference.diverges:
                yield Paragraph(pair.sentence(difference), "aside")
        deviations = [deviation for side in pair.sides for deviation in side.deviations]
        if any(
            done.verdict is not None and (isinstance(done.action, Play) or done.phase in (Phase.CALL, Phase.DISCARD))
            for done in deviations
        ):
            yield Paragraph(Text((_(self.comparison.policy.says),)), "aside")
        differences = [difference for difference in pair.diverging if difference.kind not in ("ends", "score")]
        before = [difference for difference in differences if not difference.trick]
        yield from _bullets(text for difference in before for text in _explained(pair, difference))
        tricks = [moves_by_trick(side) for side in pair.sides]
        numbers = sorted(tricks[0].keys() | tricks[1].keys())
        alike: list[int] = []
        for number in numbers:
            differing = [difference for difference in differences if difference.trick == number]
            if not differing and not every_trick:
                alike.append(number)
                continue
            yield from _equal_tricks(alike)
            alike = []
            head = (say(_("Trick {number}"), number=number), *(Text((name,)) for name in pair.names))
            rows = _trick_rows(pair, [by_number.get(number, []) for by_number in tricks])
            yield Table(head, tuple(_marked(label, cells, cells) for label, *cells in rows))
            yield from _bullets(text for difference in differing for text in _explained(pair, difference))
        if len(alike) < len(numbers):
            yield from _equal_tricks(alike)
        yield from (Paragraph(pair.sentence(found)) for found in pair.diverging if found.kind == "ends")

    # ------------------------------------------------------------ the score

    def _score(self, *, brief: bool) -> Iterator[Block]:
        """The sheets, the reasons for lines that differ, and the scores; nothing if some side has no score.

        Where all play alone, ``brief`` gives the scores without the sheet of each player.
        """
        results = [side.end.result for side in self.sides if side.end.result]
        each = len(self.sheets) > 1
        for i, rows in enumerate(() if brief and each else self.sheets):
            seats = results[0].sheets[i].outcome.players
            name = row_of(names_of(seats, self.who)) if seats else _("Score sheet")
            yield self._table(name, self._sheet(rows, i))
            lines = [(number, line) for row in rows if row.differs for number, line in enumerate(row.lines) if line]
            because = (self.pairs[max(number, 1) - 1].line(self.sides[number], line) for number, line in lines)
            yield from _bullets(dict.fromkeys(because))
        if self.sheets and all(result.scores for result in results) and (brief or not each):
            by_seat = enumerate(zip(*(result.scores for result in results), strict=True))
            yield self._table(_("Game points"), [self._amounts(Text((self.who(i),)), row) for i, row in by_seat])
            first = results[0]
            if any((result.limits, result.apart) != (first.limits, first.apart) for result in results):
                yield from _bullets(
                    _under(side, side.engine.because(finding, self.who))
                    for side, result in zip(self.sides, results, strict=True)
                    for finding in (*result.limits, *(paid.finding for paid in result.apart))
                )

    def _sheet(self, rows: Sequence[SheetLine], i: int) -> Iterator[Row]:
        """The rows of a score sheet, by its index."""
        sheets = [side.end.result.sheets[i] for side in self.sides if side.end.result]
        if sheets[0].outcome.seat is None:
            points = [sheet.outcome.halves for sheet in sheets]
            needed = [sheet.outcome.target for sheet in sheets]
            yield _marked(say(_("Card points")), points, map(halves_text, points))
            yield _marked(say(_("Points needed")), needed, (str(number or "–") for number in needed))
        for row in rows:
            lines = list(zip(self.sides, row.lines, strict=True))
            label = next(line_label(side.engine.scorer, line) for side, line in lines if line)
            yield _marked(label, row.values, (_amount(side, line) for side, line in lines))
        yield self._amounts(say(pgettext("total", "Sum")), [sheet.total for sheet in sheets])

    def _amounts(self, label: Text, amounts: Sequence[Fraction]) -> Row:
        units = [side.engine.ruleset.unit for side in self.sides]
        return _marked(label, amounts, (unit.show(amount) for unit, amount in zip(units, amounts, strict=True)))

    def _table(self, name: str, rows: Iterable[Row]) -> Table:
        head = tuple(Text((cell,)) for cell in (name, *self.names))
        return Table(head, tuple(rows), numeric=tuple(range(1, len(head))))


def _marked(label: Text, values: Sequence[object], shown: Iterable[str | Text]) -> Row:
    """A table row with a cell for each side, marked where its value is not that of the first side."""
    cells = zip(values, (Text((cell,)) if isinstance(cell, str) else cell for cell in shown), strict=True)
    return (label, *(cell if value == values[0] else Text((f"{MARK} ",)) + cell for value, cell in cells))


def _amount(side: DealUnder, line: Line | None) -> str:
    if line is None:
        return "–"
    show = points_text if line.operation == "×" else side.engine.ruleset.unit.show
    return f"{line.operation.replace('-', '−')} {show(line.amount)}"


def _bullets(texts: Iterable[Text]) -> Iterator[Block]:
    """A list, unless it would be empty."""
    if items := tuple(texts):
        yield Bullets(items)


# ---------------------------------------------------------------- in words


_SENTENCES = {
    "direction": N_(
        "Under {name} play goes round clockwise, and under {other} the other way; here the order of play is the record's."
    ),
    "dealt": N_("Under {other} this pack would be dealt to other hands; those of the record are played all the same."),
    "order": N_("Under {name} a card is called before cards are laid away, and under {other} after that."),
    "talon": N_("The cards left over from the deal do not go to the same side."),
    "leader": N_("Under {here} {left} leads, and under {there} {right}."),
    "card": N_("{who} plays {left} under {here}, and {right} under {there}."),
    "taken": N_("The card of {who} does not take the same under {here} and {there}."),
    "winner": N_("Under {here} {left} wins the trick, and under {there} {right}."),
    "void": N_("Under {name} the deal is void, and under {other} it is played."),
    "called": N_("{who} calls {left} under {here}, and {right} under {there}."),
    "score": N_("Under {other} the hand comes to no score."),
}
"""Sentences by the kind of difference: ``here`` and ``there`` are the rulesets, ``left`` and ``right`` the values; the difference is
true to ``name``, and not to ``other``."""


class _Pair:
    """Puts the differences of side ``number`` from the first side into sentences.

    Rules are named by their titles, since a page links to the rules of one ruleset only.
    """

    def __init__(self, comparison: DealComparison, number: int) -> None:
        self.comparison = comparison
        self.number = number
        self.who = Narrator(comparison.replay).who
        self.sides = comparison.sides[0], comparison.sides[number]
        self.names = comparison.names[0], comparison.names[number]
        self.differences = comparison.differences(number)
        self.diverging = [found for found in self.differences if found.diverges]
        self._cited: set[tuple[str, str]] = set()

    def sentence(self, difference: DealDifference) -> Text:
        """A difference in a sentence or two."""
        left, right = difference.values
        match difference.kind:
            case "void" if left is not None and right is not None:
                return say(_("The deal is void for another reason."))
            case "void" if self._by_truth(difference)[1].stopped:
                phrase = _(
                    "Under {name} the deal is void, and under {other} it is played; of that the record tells no more."
                )
                return self._say(phrase, difference)
            case "order" if None in (left, right):
                return say(_("A card is called, or cards are laid away, by one of them alone."))
            case "called":
                left, right = (str(Text(as_parts(card or _("no card")))) for card in (left, right))
            case "leader" | "winner":
                left, right = self.who(left), self.who(right)
            case "contract":
                return joined(self._contract(difference))
            case "discarded" | "allowed":
                return joined(self._refused(difference))
            case "announced":
                return self._announced(difference)
            case "moved":
                return joined(self._moved(difference)) or say(
                    _("What is given for a card that does not follow the trick is not the same.")
                )
            case "ends":
                return joined(self._ends(difference)) or say(_("The record tells no more."))
            case "score" if None not in (left, right):
                return self._score()
        return self._say(_(_SENTENCES[difference.kind]), difference, left=left, right=right)

    def reasons(self, difference: DealDifference) -> list[Text]:
        """The findings behind a difference, by side, each with its rule, and with sources where the rules differ."""
        sentences = []
        for side, findings in zip(self.sides, difference.findings, strict=True):
            because: dict[str, list[Text]] = {}
            for finding in [finding for finding in findings if finding.rule]:
                because.setdefault(finding.rule, []).append(side.engine.because(finding, self.who))
            if because:
                lines = [joined(texts) + self._title(side, rule) for rule, texts in because.items()]
                sentences.append(_under(side, joined(lines)))
        return sentences

    def line(self, side: DealUnder, line: Line) -> Text:
        """The reason for a line of a score sheet, with its rule."""
        return _under(side, line_reason(side.engine.scorer, line, self.who) + self._title(side, line.rule))

    def _title(self, side: DealUnder, id: str) -> Text:
        """The title of a rule in brackets, and its sources, once, where the rules of the sides differ."""
        one, other = (each.engine.ruleset.rules.get(id) for each in self.sides)
        rule = side.engine.ruleset.rules.get(id)
        if rule is None:
            return Text()
        same = one and other and _substance(one) == _substance(other)
        known = (side.name, id) in self._cited
        self._cited.add((side.name, id))
        cites = () if same or known else rule.sources
        return Text((f" ({rule.title})", *(part for citation in cites for part in (" ", citation.cite))))

    def _by_truth(self, difference: DealDifference) -> tuple[DealUnder, DealUnder]:
        """The side to which a difference is true, or which has something, and the other one."""
        left, right = self.sides
        return (left, right) if difference.values[0] not in (None, False) else (right, left)

    def _say(self, phrase: str, difference: DealDifference, **values: object) -> Text:
        name, other = (side.name for side in self._by_truth(difference))
        who = "" if difference.seat is None else self.who(difference.seat)
        return say(phrase, here=self.names[0], there=self.names[1], name=name, other=other, who=who, **values)

    def _contract(self, difference: DealDifference) -> Iterator[Text]:
        for name, refused in zip(self.names, difference.findings, strict=True):
            if refused:
                yield say(_("Under {name} the auction could not have gone as it did."), name=name)
        if difference.values[0] == difference.values[1]:
            yield say(_("The contract stands all the same."))
            return
        for side, value in zip(self.sides, difference.values, strict=True):
            if value is None:
                yield say(_("Under {name} there is no contract."), name=side.name)
            else:
                words = contract_noun(side.engine.ruleset, value[1]).title
                phrase = _("Under {name} {who} plays {contract:a}.")
                yield say(phrase, name=side.name, who=self.who(value[0]), contract=words)

    def _refused(self, difference: DealDifference) -> Iterator[Text]:
        """A discard or a play that only one side allows, and what is done in its place on the other."""
        if difference.values[0] == difference.values[1]:
            yield self._say(_("{who} lays other cards away."), difference)
            return
        side = self._by_truth(difference)[1]
        place = difference.trick, difference.seat
        deviations = [
            deviation
            for deviation in side.deviations
            if (deviation.trick, deviation.action.seat) == place
            and isinstance(deviation.action, Play) == bool(difference.trick)
        ]
        cards = [deviation.action.card for deviation in deviations if isinstance(deviation.action, Play)]
        if cards:
            phrase = _("{who} plays {card}, which {name} allows and {other} does not.")
            yield self._say(phrase, difference, card=cards[0])
        else:
            yield self._say(_("What {who} lays away is allowed under {name}, and not under {other}."), difference)
        if self.comparison.policy is replay_under.STOP:
            yield say(_("There the hand is not followed any further."))
            return
        for deviation in deviations:
            if self.comparison.policy is replay_under.LOWEST_ALLOWED and isinstance(deviation.replacement, Play):
                yield self._say(
                    _("There {who} plays {card} in its place."), difference, card=deviation.replacement.card
                )
            elif deviation.replacement == deviation.action:
                yield say(_("It stands all the same."))

    def _announced(self, difference: DealDifference) -> Text:
        engine, level = self._by_truth(difference)[0].engine, difference.values[0] or difference.values[1]
        offer = engine.index.offering(level)
        what = as_words(level) + (f" ({engine.ruleset.rules[offer.rule].title})" if offer else "")
        phrase = _("Under {name} {who} makes an announcement that {other} does not allow: {what}.")
        if any(not finding.rule for finding in chain(*difference.findings)):
            phrase = _("Under {name} {who} makes an announcement that {other} does not know: {what}.")
        return self._say(phrase, difference, what=what)

    def _moved(self, difference: DealDifference) -> Iterator[Text]:
        for (card, left), (_card, right) in zip(*difference.values, strict=True):
            if left != right and None not in (left, right):
                phrase = _("{card} goes to {left} under {here}, and to {right} under {there}.")
                yield self._say(phrase, difference, card=card, left=self.who(left), right=self.who(right))

    def _ends(self, difference: DealDifference) -> Iterator[Text]:
        """The reasons why a side ends early, but for the end of the record."""
        for side, why in zip(self.sides, difference.values, strict=True):
            last = side.deviations[-1] if side.deviations else None
            refused = last is not None and last.verdict is not None and last.replacement is None
            if why and refused and self.comparison.policy is replay_under.STOP:
                yield say(_("Under {name} the hand is not followed any further."), name=side.name)
            elif why and why != self.comparison.replay.stopped:
                yield say(_("Under {name} the hand goes no further: {why}."), name=side.name, why=why.rstrip("."))

    def _score(self) -> Text:
        labels: list[str] = []
        for row in (row for sheet in self.comparison.sheets() for row in sheet):
            if row.values[0] != row.values[self.number]:
                lines = zip(self.sides, (row.lines[0], row.lines[self.number]), strict=True)
                labels += [str(line_label(side.engine.scorer, line)) for side, line in lines if line][:1]
        labels = list(dict.fromkeys(labels))
        if not labels:
            return say(_("The payments differ."))
        if len(labels) == 1:
            return say(_("The score sheets differ in one line: {lines}."), lines=labels)
        return say(_("The score sheets differ in these lines: {lines}."), lines=labels)


def _substance(rule: Rule) -> tuple[str, str, tuple[str, ...]]:
    """The parts of a rule that decide, for comparison."""
    return rule.mechanism, repr(rule.params), rule.under


def _under(side: DealUnder, because: Text) -> Text:
    """A reason under the ruleset of a side."""
    return say(_("Under {name}: {because}"), name=side.name, because=because)


def _lead(pair: _Pair) -> Paragraph:
    """The first difference by which the deals diverge, and the outcome."""
    here, there = pair.names
    if not pair.diverging:
        phrase = _(
            "Nothing differs: under {here} and under {there} this hand is the same, card by card and line by line."
        )
        return Paragraph(say(phrase, here=here, there=there), "lead")
    first = pair.diverging[0]
    if first.kind == "score" and not pair.sides[0].deal.moves:
        phrase = _("This result is scored under {here} and under {there}. {what}")
    elif first.kind == "score":
        phrase = _("Under {here} and under {there} the hand is played alike to the last card. {what}")
    elif first.trick:
        phrase = _("From trick {trick} on the two tables differ. {what}")
    else:
        phrase = _("The two tables differ before the first trick. {what}")
    text = say(phrase, here=here, there=there, trick=first.trick, what=pair.sentence(first))
    return Paragraph(joined([text, *_outcome(pair)]), "lead")


def _outcome(pair: _Pair) -> Iterator[Text]:
    """The scores of both sides in sentences."""
    results = [side.end.result for side in pair.sides if side.end.result and not side.end.result.void]
    if len(results) < 2:
        return
    units = [side.engine.ruleset.unit for side in pair.sides]
    scores = [result.scores for result in results]
    if scores[0] == scores[1] and units[0] == units[1]:
        yield say(_("In the end every player has the same score."))
        return
    taker = pair.sides[0].end.auction.taker
    if taker is None or not all(scores):
        seats = [seat for seat, (left, right) in enumerate(zip(*scores, strict=False)) if left != right]
        phrase = _("In the end every player's score differs.")
        if len(seats) < len(scores[0]):
            phrase = _("In the end the scores of these players differ: {who}.")
        yield say(phrase, who=[pair.who(seat) for seat in seats])
        return
    made = [result.sheets[0].outcome.made for result in results]
    if made[0] != made[1]:
        name, other = pair.names if made[0] else pair.names[::-1]
        yield say(_("The contract is made under {name}, and fails under {other}."), name=name, other=other)
    one, two = (_gets(side, each[taker]) for side, each in zip(pair.sides, scores, strict=True))
    phrase = _("In the end {who}, who takes, {one} under {here}, and {two} under {there}.")
    if units[0] == units[1]:
        phrase = _("In the end {who}, who takes, {one} under {here}, and {two} under {there}, a difference of {apart}.")
    apart = units[0].show(abs(scores[0][taker] - scores[1][taker]))
    yield say(phrase, who=pair.who(taker), one=one, two=two, here=pair.names[0], there=pair.names[1], apart=apart)


def _gets(side: DealUnder, amount: Fraction) -> str:
    unit = side.engine.ruleset.unit
    shown = unit.show(abs(amount)) if unit.sign else _("{number} points").format(number=unit.show(abs(amount)))
    if not amount:
        return _("gets nothing")
    return (_("wins {amount}") if amount > 0 else _("loses {amount}")).format(amount=shown)


# ---------------------------------------------------------------- trick by trick


def _trick_rows(pair: _Pair, tricks: Sequence[list[Move]]) -> Iterator[Row]:
    """The leader, the cards in the order of the first side, the winner, and the cards that leave their trick or are given for them."""

    def names(seats: Iterable[int | None]) -> Iterator[Text]:
        return (Text(("–" if seat is None else pair.who(seat),)) for seat in seats)

    plays = [{move.action.seat: move for move in moves if isinstance(move.action, Play)} for moves in tricks]
    yield say(_("Led by")), *names(next(iter(played), None) for played in plays)
    for seat in dict.fromkeys([*plays[0], *plays[1]]):
        yield Text((pair.who(seat),)), *(_card_cell(played.get(seat)) for played in plays)
    winners = [won.seat if (won := trick_winner(moves)) else None for moves in tricks]
    if winners != [None, None]:
        yield say(_("Won by")), *names(winners)
    for (card, left), (_card, right) in zip(*card_owners(*tricks), strict=True):
        yield say(_("{card} goes to"), card=card), *names((left, right))
    given = [[event for event in events_of(moves, DebtEvent) if event.card] for moves in tricks]
    if any(given):
        yield say(_("Given for it")), *(_given(pair, events) for events in given)


def _card_cell(move: Move | None) -> Text:
    if move is None or not isinstance(move.action, Play):
        return Text(("–",))
    card = Text((CardRef(move.action.card),))
    return card + _(", against the rules") if move.irregular else card


def _given(pair: _Pair, events: Sequence[DebtEvent]) -> Text:
    """The cards given for others, each with its giver and taker."""
    phrase = _("{card}, by {payer} to {payee}")
    return listed(
        [
            say(phrase, card=event.card.name, payer=pair.who(event.payer), payee=pair.who(event.payee))
            for event in events
            if event.card
        ]
    ) or Text((_("nothing"),))


def _explained(pair: _Pair, difference: DealDifference) -> Iterator[Text]:
    """A difference with its reasons, but for what the lead or the table says."""
    if difference is not pair.diverging[0] and difference.kind not in ("card", "leader", "winner", "moved"):
        yield pair.sentence(difference)
    if difference.kind != "winner" or len({findings[0].rule for findings in difference.findings}) > 1:
        yield from pair.reasons(difference)


def _equal_tricks(numbers: Sequence[int]) -> Iterator[Block]:
    if len(numbers) == 1:
        yield Paragraph(say(_("Trick {number} is the same by both."), number=numbers[0]))
    elif numbers:
        yield Paragraph(say(_("Tricks {first} to {last} are the same by both."), first=numbers[0], last=numbers[-1]))
