"""One hand by two or more rulesets, side by side: where they part, trick by trick, and the score sheets beside each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from tarot_teach.blocks import Block, Bullets, Heading, Para, Table, Veil
from tarot_teach.explain.lesson import annotate
from tarot_teach.explain.tricks import Tricks
from tarot_teach.records.replay import Replay
from tarot_teach.records.runner import ReplayStep
from tarot_teach.table import Call, Discard, Play
from tarot_teach.text import CardRef, Text, _, joined, listed, say
from tarot_teach.topics.compare.deal_sentences import Parting
from tarot_teach.topics.compare.deals import Beside, Difference, lay_beside
from tarot_teach.topics.compare.replay_under import Side, moved, owners, tricks_of
from tarot_teach.topics.compare.score_sheets import MARK, marked, sheets_beside


def describe_beside(beside: Beside, *, every_trick: bool = False, level: int = 1) -> list[Block]:
    """The whole comparison under a heading of that level. Tricks that go alike are told in a sentence, unless ``every_trick``."""
    return list(_Beside(beside).blocks(every_trick=every_trick, level=level))


def describe_beside_briefly(beside: Beside, level: int = 2) -> list[Block]:
    """Where the sides part and what comes of it, and the score sheets: for the end of a page about the hand."""
    return list(_Beside(beside).brief(level))


def lesson(replay: Replay) -> list[Block]:
    """A replayed record as a lesson, and its hand under the rulesets that the record wants compared, folded where the reader steps."""
    blocks = annotate(replay)
    if not replay.compared:
        return blocks
    brief = describe_beside_briefly(lay_beside(replay, [replay.engine, *replay.compared]))
    if not replay.steps:
        return [*blocks, *brief]
    return [*blocks, Veil(say(_("What other rules make of it")), tuple(brief))]


class _Beside:
    def __init__(self, beside: Beside) -> None:
        self.beside, self.sides = beside, beside.sides
        self.partings = [Parting(beside, number) for number in range(1, len(beside.sides))]
        self.names = [side.engine.ruleset.name for side in beside.sides]

    def blocks(self, *, every_trick: bool, level: int) -> Iterator[Block]:
        names = listed([Text((name,)) for name in self.names])
        title = self.beside.told.record.file.title
        yield Heading(level, say(_("{title}, under {names}"), title=title, names=names), f"{self._id()}-beside")
        yield self._key(tables=any(one.trick for parting in self.partings for one in parting.found))
        for number, parting in enumerate(self.partings, 1):
            if len(self.partings) > 1:
                yield Heading(level + 1, self._pair(parting), f"{self._id()}-beside-{number}")
            yield from self._account(parting, every_trick=every_trick)
        if {one.kind for parting in self.partings for one in parting.found if one.parts} == {"score"}:
            yield from self._last_trick()
        if self.beside.sheets():
            yield Heading(level + 1, say(_("The score")), f"{self._id()}-beside-score")
            yield from sheets_beside(self.beside, self.partings)

    def _last_trick(self) -> Iterator[Block]:
        """How the hand ended, where only its score differs."""
        told = self.beside.told
        last = max((step.trick for step in told.steps if step.trick is not None), default=None)
        if last is not None:
            steps = [step for step in told.steps if step.trick == last]
            yield Para(say(_("This is how the hand ends by all of them.")))
            yield Tricks(told).diagram(steps, last, whole=False)

    def brief(self, level: int) -> Iterator[Block]:
        """The short form."""
        yield Heading(level, say(_("The same hand by other rules")), f"{self._id()}-beside")
        yield self._key(tables=False)
        for parting in self.partings:
            yield self._lead(parting)
            played = [one for one in parting.found if one.parts and one.kind != "score"]
            if played and (reasons := parting.reasons(played[0])):
                yield Bullets(tuple(reasons))
        yield from sheets_beside(self.beside, self.partings, brief=True)

    def _id(self) -> str:
        return self.beside.told.record.file.id

    def _key(self, *, tables: bool) -> Block:
        """What the rulesets are called, and what the mark means where there is one, in tables of tricks or in score sheets."""
        rulesets = {side.engine.ruleset.name: side.engine.ruleset for side in self.sides}
        items = [Text((f"{ruleset.name}: {ruleset.called}.",)) for ruleset in rulesets.values()]
        scored = self.beside.sheets() and any(one.kind == "score" for part in self.partings for one in part.found)
        if tables or scored:
            items.append(say(_("{mark} marks what differs from {name}."), mark=MARK, name=self.names[0]))
        return Bullets(tuple(items))

    def _pair(self, parting: Parting) -> Text:
        return listed([Text((name,)) for name in parting.names])

    def _account(self, parting: Parting, *, every_trick: bool) -> Iterator[Block]:
        yield self._lead(parting)
        for one in parting.found:
            if not one.parts:
                yield Para(parting.sentence(one), "aside")
        found = [one for one in parting.found if one.parts and one.kind != "score"]
        departures = (*parting.here.departures, *parting.there.departures)
        if any(one.verdict and isinstance(one.action, Call | Discard | Play) for one in departures):
            yield Para(Text((self.beside.policy.says,)), "aside")
        before = [text for one in found if not one.trick and one.kind != "ends" for text in _told(parting, found, one)]
        if before:
            yield Bullets(tuple(before))
        yield from self._tricks(parting, found, every_trick=every_trick)

    # ------------------------------------------------------------ in words

    def _lead(self, parting: Parting) -> Para:
        """Where the two part, and what comes of it."""
        found = [one for one in parting.found if one.parts]
        here, there = parting.names
        if not found:
            phrase = _(
                "Nothing differs: under {here} and under {there} this hand is the same, card by card and line by line."
            )
            return Para(say(phrase, here=here, there=there), "lead")
        first = found[0]
        if first.kind == "score":
            begun = _("Under {here} and under {there} the hand is played alike to the last card. {what}")
            if not parting.here.steps:
                begun = _("This result is scored under {here} and under {there}. {what}")
        elif first.trick:
            begun = _("From trick {trick} on the two tables differ. {what}")
        else:
            begun = _("The two tables differ before the first trick. {what}")
        text = say(begun, here=here, there=there, trick=first.trick, what=parting.sentence(first))
        return Para(joined([text, *self._outcome(parting)]), "lead")

    def _outcome(self, parting: Parting) -> Iterator[Text]:
        """What comes of it in the end."""
        results = parting.here.end.result, parting.there.end.result
        if results[0] is None or results[1] is None or results[0].void or results[1].void:
            return
        if (
            results[0].scores == results[1].scores
            and parting.here.engine.ruleset.unit == parting.there.engine.ruleset.unit
        ):
            yield say(_("In the end every player has the same score."))
            return
        taker = parting.here.end.auction.taker
        if taker is None or not results[0].scores or not results[1].scores:
            seats = [
                i
                for i, pair in enumerate(zip(results[0].scores, results[1].scores, strict=False))
                if pair[0] != pair[1]
            ]
            phrase = _("In the end every player's score differs.")
            if len(seats) < len(results[0].scores):
                phrase = _("In the end the scores of these players differ: {who}.")
            yield say(phrase, who=[parting.who(seat) for seat in seats])
            return
        made = [result.sheets[0].outcome.made for result in results if result]
        if made[0] != made[1]:
            phrase = _("The contract is made under {name}, and fails under {other}.")
            names = parting.names if made[0] else parting.names[::-1]
            yield say(phrase, name=names[0], other=names[1])
        scores = [result.scores[taker] for result in results if result]
        yield say(
            _("In the end {who}, who takes, {one} under {here}, and {two} under {there}{difference}."),
            who=parting.who(taker),
            one=_gets(parting.here, scores[0]),
            two=_gets(parting.there, scores[1]),
            here=parting.names[0],
            there=parting.names[1],
            difference=_apart(parting, scores),
        )

    # ------------------------------------------------------------ trick by trick

    def _tricks(self, parting: Parting, found: Sequence[Difference], *, every_trick: bool) -> Iterator[Block]:
        mine, theirs = tricks_of(parting.here), tricks_of(parting.there)
        alike: list[int] = []
        for number in sorted(mine.keys() | theirs.keys()):
            here = [one for one in found if one.trick == number and one.kind != "ends"]
            if not here and not every_trick:
                alike.append(number)
                continue
            yield from _folded(alike)
            alike = []
            steps = mine.get(number, []), theirs.get(number, [])
            yield self._trick(parting, number, steps)
            told = [text for one in here for text in _told(parting, found, one)]
            if told:
                yield Bullets(tuple(told))
        if len(alike) < len(mine.keys() | theirs.keys()):
            yield from _folded(alike)
        yield from (Para(parting.sentence(one)) for one in found if one.kind == "ends")

    def _trick(self, parting: Parting, number: int, steps: Sequence[list[ReplayStep]]) -> Block:
        head = (say(_("Trick {number}"), number=number), *(Text((name,)) for name in parting.names))
        rows = [*_cards(parting, steps), *_won(parting, steps), *_gone(parting, steps)]
        return Table(head, tuple(marked(row[0], row[1:], row[1:]) for row in rows))


def _cards(parting: Parting, steps: Sequence[list[ReplayStep]]) -> Iterator[tuple[Text, ...]]:
    """Who leads, and the cards of a trick, as they are played on the first side."""
    plays = [{play.action.seat: play for play in one if isinstance(play.action, Play)} for one in steps]
    leaders = [next(iter(one), None) for one in plays]
    yield say(_("Led by")), *(Text(("–" if seat is None else parting.who(seat),)) for seat in leaders)
    for seat in dict.fromkeys([*plays[0], *plays[1]]):
        yield Text((parting.who(seat),)), *(_played(one.get(seat)) for one in plays)


def _played(step: ReplayStep | None) -> Text:
    if step is None or not isinstance(step.action, Play):
        return Text(("–",))
    card = Text((CardRef(step.action.card),))
    return card + _(", against the rules") if step.irregular else card


def _won(parting: Parting, steps: Sequence[list[ReplayStep]]) -> Iterator[tuple[Text, ...]]:
    winners = [next((e.seat for step in one for e in step.events if e.kind == "trick_won"), None) for one in steps]
    if winners != [None, None]:
        yield say(_("Won by")), *(Text(("–" if seat is None else parting.who(seat),)) for seat in winners)


def _gone(parting: Parting, steps: Sequence[list[ReplayStep]]) -> Iterator[tuple[Text, ...]]:
    """Where cards go that do not follow the trick, and what is given for them."""
    whose = owners(steps[0], steps[1])
    for (card, mine), (_card, theirs) in zip(whose[0], whose[1], strict=True):
        seats = (Text((parting.who(seat) if seat is not None else "–",)) for seat in (mine, theirs))
        yield say(_("{card} goes to"), card=card), *seats
    events = [[event for event in moved(one) if event.facts.get("card")] for one in steps]
    given = [[event for event in one if event.facts.get("to") is None] for one in events]
    if any(given):
        phrase = _("{card}, by {payer} to {payee}")
        cells = [
            listed(
                [
                    say(
                        phrase,
                        card=e.facts["card"].name,
                        payer=parting.who(e.facts["payer"]),
                        payee=parting.who(e.facts["payee"]),
                    )
                    for e in one
                ]
            )
            or Text((_("nothing"),))
            for one in given
        ]
        yield say(_("Given for it")), *cells


def _told(parting: Parting, found: Sequence[Difference], one: Difference) -> Iterator[Text]:
    """A difference and its reasons. What the lead or the table says already is left out."""
    shown = ("card", "leader", "winner", "moved")
    if one is not found[0] and one.kind not in shown:
        yield parting.sentence(one)
    by_the_same = one.kind == "winner" and one.why_here[0].rule == one.why_there[0].rule
    if not by_the_same:
        yield from parting.reasons(one)


def _folded(numbers: Sequence[int]) -> Iterator[Block]:
    if len(numbers) == 1:
        yield Para(say(_("Trick {number} is the same by both."), number=numbers[0]))
    elif numbers:
        yield Para(say(_("Tricks {first} to {last} are the same by both."), first=numbers[0], last=numbers[-1]))


def _gets(side: Side, amount: Fraction) -> str:
    unit = side.engine.ruleset.unit
    shown = unit.show(abs(amount)) if unit.sign else _("{number} points").format(number=unit.show(abs(amount)))
    if not amount:
        return _("gets nothing")
    return (_("wins {amount}") if amount > 0 else _("loses {amount}")).format(amount=shown)


def _apart(parting: Parting, scores: Sequence[Fraction]) -> str:
    unit = parting.here.engine.ruleset.unit
    if unit != parting.there.engine.ruleset.unit:
        return ""
    return _(", a difference of {amount}").format(amount=unit.show(abs(scores[0] - scores[1])))
