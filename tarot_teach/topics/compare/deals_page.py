"""One hand by two or more rulesets, side by side: where they part, trick by trick, and the score sheets beside each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from tarot_teach.blocks import Block, Bullets, Heading, Paragraph, Spoiler, Table
from tarot_teach.engine.deal import Move
from tarot_teach.explain.lesson import annotate, trick_diagram
from tarot_teach.explain.narrator import Narrator
from tarot_teach.language import _
from tarot_teach.records.replay import Replay
from tarot_teach.table import Call, Discard, Play
from tarot_teach.table.events import DebtEvent
from tarot_teach.text import CardRef, Text, joined, listed, say
from tarot_teach.topics.compare.deal_sentences import PairNarrator
from tarot_teach.topics.compare.deals import DealComparison, DealDifference, compare_deals
from tarot_teach.topics.compare.replay_under import DealUnder, card_owners, events_of, moves_by_trick, trick_winner
from tarot_teach.topics.compare.score_sheets import MARK, compare_score_sheets, marked


def describe_deal_comparison(comparison: DealComparison, *, every_trick: bool = False, level: int = 1) -> list[Block]:
    """The whole comparison under a heading of that level. Tricks that go alike are told in a sentence, unless ``every_trick``."""
    return list(_Page(comparison).blocks(every_trick=every_trick, level=level))


def summarize_deal_comparison(comparison: DealComparison, level: int = 2) -> list[Block]:
    """Where the sides part and what comes of it, and the score sheets: for the end of a page about the hand."""
    return list(_Page(comparison).brief(level))


def lesson(replay: Replay) -> list[Block]:
    """A replayed record as a lesson, and its hand under the rulesets that the record wants compared, folded where the reader steps."""
    blocks = annotate(replay)
    if not replay.compared:
        return blocks
    brief = summarize_deal_comparison(compare_deals(replay, [replay.engine, *replay.compared]))
    if not replay.deal.moves:
        return [*blocks, *brief]
    return [*blocks, Spoiler(say(_("What other rules make of it")), tuple(brief))]


class _Page:
    def __init__(self, comparison: DealComparison) -> None:
        self.comparison, self.sides = comparison, comparison.sides
        self.pairs = [PairNarrator(comparison, number) for number in range(1, len(comparison.sides))]
        self.names = [side.engine.ruleset.name for side in comparison.sides]

    def blocks(self, *, every_trick: bool, level: int) -> Iterator[Block]:
        names = listed([Text((name,)) for name in self.names])
        title = self.comparison.replay.record.file.title
        yield Heading(level, say(_("{title}, under {names}"), title=title, names=names), f"{self._id()}-beside")
        yield self._key(tables=any(one.trick for pair in self.pairs for one in pair.found))
        for number, pair in enumerate(self.pairs, 1):
            if len(self.pairs) > 1:
                yield Heading(level + 1, self._pair(pair), f"{self._id()}-beside-{number}")
            yield from self._account(pair, every_trick=every_trick)
        if {one.kind for pair in self.pairs for one in pair.found if one.diverges} == {"score"}:
            yield from self._last_trick()
        if self.comparison.sheets():
            yield Heading(level + 1, say(_("The score")), f"{self._id()}-beside-score")
            yield from compare_score_sheets(self.comparison, self.pairs)

    def _last_trick(self) -> Iterator[Block]:
        """How the hand ended, where only its score differs."""
        told = self.comparison.replay
        last = max((step.trick for step in told.deal.moves if step.trick is not None), default=None)
        if last is not None:
            steps = [step for step in told.deal.moves if step.trick == last]
            yield Paragraph(say(_("This is how the hand ends by all of them.")))
            yield trick_diagram(Narrator(told), steps, last, whole=False)

    def brief(self, level: int) -> Iterator[Block]:
        """The short form."""
        yield Heading(level, say(_("The same hand by other rules")), f"{self._id()}-beside")
        yield self._key(tables=False)
        for pair in self.pairs:
            yield self._lead(pair)
            played = [one for one in pair.found if one.diverges and one.kind != "score"]
            if played and (reasons := pair.reasons(played[0])):
                yield Bullets(tuple(reasons))
        yield from compare_score_sheets(self.comparison, self.pairs, brief=True)

    def _id(self) -> str:
        return self.comparison.replay.record.file.id

    def _key(self, *, tables: bool) -> Block:
        """What the rulesets are called, and what the mark means where there is one, in tables of tricks or in score sheets."""
        rulesets = {side.engine.ruleset.name: side.engine.ruleset for side in self.sides}
        items = [Text((f"{ruleset.name}: {ruleset.called}.",)) for ruleset in rulesets.values()]
        scored = self.comparison.sheets() and any(one.kind == "score" for part in self.pairs for one in part.found)
        if tables or scored:
            items.append(say(_("{mark} marks what differs from {name}."), mark=MARK, name=self.names[0]))
        return Bullets(tuple(items))

    def _pair(self, pair: PairNarrator) -> Text:
        return listed([Text((name,)) for name in pair.names])

    def _account(self, pair: PairNarrator, *, every_trick: bool) -> Iterator[Block]:
        yield self._lead(pair)
        for one in pair.found:
            if not one.diverges:
                yield Paragraph(pair.sentence(one), "aside")
        found = [one for one in pair.found if one.diverges and one.kind != "score"]
        deviations = (*pair.left.deviations, *pair.right.deviations)
        if any(one.verdict is not None and isinstance(one.action, Call | Discard | Play) for one in deviations):
            yield Paragraph(Text((_(self.comparison.policy.says),)), "aside")
        before = [text for one in found if not one.trick and one.kind != "ends" for text in _told(pair, found, one)]
        if before:
            yield Bullets(tuple(before))
        yield from self._tricks(pair, found, every_trick=every_trick)

    # ------------------------------------------------------------ in words

    def _lead(self, pair: PairNarrator) -> Paragraph:
        """Where the two part, and what comes of it."""
        found = [one for one in pair.found if one.diverges]
        left, right = pair.names
        if not found:
            phrase = _(
                "Nothing differs: under {here} and under {there} this hand is the same, card by card and line by line."
            )
            return Paragraph(say(phrase, here=left, there=right), "lead")
        first = found[0]
        if first.kind == "score":
            begun = _("Under {here} and under {there} the hand is played alike to the last card. {what}")
            if not pair.left.deal.moves:
                begun = _("This result is scored under {here} and under {there}. {what}")
        elif first.trick:
            begun = _("From trick {trick} on the two tables differ. {what}")
        else:
            begun = _("The two tables differ before the first trick. {what}")
        text = say(begun, here=left, there=right, trick=first.trick, what=pair.sentence(first))
        return Paragraph(joined([text, *self._outcome(pair)]), "lead")

    def _outcome(self, pair: PairNarrator) -> Iterator[Text]:
        """What comes of it in the end."""
        results = pair.left.end.result, pair.right.end.result
        if results[0] is None or results[1] is None or results[0].void or results[1].void:
            return
        if results[0].scores == results[1].scores and pair.left.engine.ruleset.unit == pair.right.engine.ruleset.unit:
            yield say(_("In the end every player has the same score."))
            return
        taker = pair.left.end.auction.taker
        if taker is None or not results[0].scores or not results[1].scores:
            seats = [
                i
                for i, pair in enumerate(zip(results[0].scores, results[1].scores, strict=False))
                if pair[0] != pair[1]
            ]
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
            difference=_apart(pair, scores),
        )

    # ------------------------------------------------------------ trick by trick

    def _tricks(self, pair: PairNarrator, found: Sequence[DealDifference], *, every_trick: bool) -> Iterator[Block]:
        mine, theirs = moves_by_trick(pair.left), moves_by_trick(pair.right)
        alike: list[int] = []
        for number in sorted(mine.keys() | theirs.keys()):
            differing = [one for one in found if one.trick == number and one.kind != "ends"]
            if not differing and not every_trick:
                alike.append(number)
                continue
            yield from _folded(alike)
            alike = []
            steps = mine.get(number, []), theirs.get(number, [])
            yield self._trick(pair, number, steps)
            told = [text for one in differing for text in _told(pair, found, one)]
            if told:
                yield Bullets(tuple(told))
        if len(alike) < len(mine.keys() | theirs.keys()):
            yield from _folded(alike)
        yield from (Paragraph(pair.sentence(one)) for one in found if one.kind == "ends")

    def _trick(self, pair: PairNarrator, number: int, steps: Sequence[list[Move]]) -> Block:
        head = (say(_("Trick {number}"), number=number), *(Text((name,)) for name in pair.names))
        rows = [*_cards(pair, steps), *_won(pair, steps), *_gone(pair, steps)]
        return Table(head, tuple(marked(row[0], row[1:], row[1:]) for row in rows))


def _cards(pair: PairNarrator, steps: Sequence[list[Move]]) -> Iterator[tuple[Text, ...]]:
    """Who leads, and the cards of a trick, as they are played on the first side."""
    plays = [{play.action.seat: play for play in one if isinstance(play.action, Play)} for one in steps]
    leaders = [next(iter(one), None) for one in plays]
    yield say(_("Led by")), *(Text(("–" if seat is None else pair.who(seat),)) for seat in leaders)
    for seat in dict.fromkeys([*plays[0], *plays[1]]):
        yield Text((pair.who(seat),)), *(_played(one.get(seat)) for one in plays)


def _played(step: Move | None) -> Text:
    if step is None or not isinstance(step.action, Play):
        return Text(("–",))
    card = Text((CardRef(step.action.card),))
    return card + _(", against the rules") if step.irregular else card


def _won(pair: PairNarrator, steps: Sequence[list[Move]]) -> Iterator[tuple[Text, ...]]:
    winners = [won.seat if (won := trick_winner(one)) else None for one in steps]
    if winners != [None, None]:
        yield say(_("Won by")), *(Text(("–" if seat is None else pair.who(seat),)) for seat in winners)


def _gone(pair: PairNarrator, steps: Sequence[list[Move]]) -> Iterator[tuple[Text, ...]]:
    """Where cards go that do not follow the trick, and what is given for them."""
    whose = card_owners(steps[0], steps[1])
    for (card, mine), (_card, theirs) in zip(whose[0], whose[1], strict=True):
        seats = (Text((pair.who(seat) if seat is not None else "–",)) for seat in (mine, theirs))
        yield say(_("{card} goes to"), card=card), *seats
    given = [[(event, event.card) for event in events_of(one, DebtEvent) if event.card] for one in steps]
    if any(given):
        phrase = _("{card}, by {payer} to {payee}")
        said = (
            [
                say(phrase, card=card.name, payer=pair.who(event.payer), payee=pair.who(event.payee))
                for event, card in one
            ]
            for one in given
        )
        cells = [listed(texts) or Text((_("nothing"),)) for texts in said]
        yield say(_("Given for it")), *cells


def _told(pair: PairNarrator, found: Sequence[DealDifference], one: DealDifference) -> Iterator[Text]:
    """A difference and its reasons. What the lead or the table says already is left out."""
    shown = ("card", "leader", "winner", "moved")
    if one is not found[0] and one.kind not in shown:
        yield pair.sentence(one)
    by_the_same = one.kind == "winner" and one.left_findings[0].rule == one.right_findings[0].rule
    if not by_the_same:
        yield from pair.reasons(one)


def _folded(numbers: Sequence[int]) -> Iterator[Block]:
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


def _apart(pair: PairNarrator, scores: Sequence[Fraction]) -> str:
    unit = pair.left.engine.ruleset.unit
    if unit != pair.right.engine.ruleset.unit:
        return ""
    return _(", a difference of {amount}").format(amount=unit.show(abs(scores[0] - scores[1])))
