"""A replayed record as a lesson: the hands, every card with its reasons, every trick with what came of it, the score."""

from __future__ import annotations

from collections.abc import Iterator

from tarot_teach.cards import Card
from tarot_teach.explain.blocks import (
    Block,
    Bullets,
    HandDiagram,
    HandRow,
    Heading,
    Para,
)
from tarot_teach.explain.sheet import result_sheets
from tarot_teach.explain.tricks import Tricks
from tarot_teach.records import Replay, ReplayStep
from tarot_teach.table import (
    NOTHING,
    PASS,
    Bid,
    Cut,
    Deal,
    Declare,
    Discard,
    State,
    Step,
)
from tarot_teach.text import Cite, RuleRef, Text, _, say


def annotate(replay: Replay) -> list[Block]:
    """The whole lesson."""
    return list(_Annotator(replay).blocks())


def hands_at(replay: Replay, state: State) -> HandDiagram:
    """The hands round the table in some state of a replay."""
    return _Annotator(replay).hands(state)


def describe_step(replay: Replay, number: int) -> list[Block]:
    """One action of a record, for stepping through: the trick so far, the reasons, the author's comments."""
    return list(_Annotator(replay).step_blocks(number))


def describe_result(replay: Replay) -> list[Block]:
    """What came of the deal, as far as it was played: the count, the score, and the author's last word."""
    return list(_Annotator(replay).result())


class _Annotator(Tricks):
    def blocks(self) -> Iterator[Block]:
        yield Heading(1, Text((self.file.title,)), self.file.id)
        for paragraph in self.words(self.file.about, ("about",)):
            yield Para(paragraph, "lead")
        yield from self._teaches()
        yield from self._before_play()
        yield from self._tricks()
        yield from self.result()

    def step_blocks(self, number: int) -> Iterator[Block]:
        """One step by itself."""
        step = self.replay.steps[number]
        if step.trick is None or isinstance(step.action, Declare):
            yield from self._told(step)
            return
        steps = [other for other in self.replay.steps[: number + 1] if other.trick == step.trick]
        yield self.diagram(steps, step.trick, whole=step.after.number > step.before.number)

    # ------------------------------------------------------------ before the play

    def _teaches(self) -> Iterator[Block]:
        rules = [RuleRef(id, self.ruleset.rules[id].title) for id in self.file.teaches]
        if rules:
            yield Para(say(_("Rules shown: {rules}."), rules=rules), "aside")
        if self.file.sources:
            cites = [Text((Cite(source.source, source.at),)) for source in self.file.sources]
            yield Para(say(_("The deal is taken from {sources}."), sources=cites), "aside")

    def _before_play(self) -> Iterator[Block]:
        dealt = next((step.after for step in self.replay.steps if isinstance(step.action, Deal)), self.replay.start)
        if dealt.hands:
            yield self.hands(dealt)
        first = next((step for step in self.replay.steps if step.trick is not None), None)
        told = [text for event in self.replay.opening for text in self.sentences(event)]
        for step in self.replay.steps:
            if step is first:
                break
            told += self._sentences_of(step)
        auction = self.replay.start.auction
        if auction.contract and auction.taker is not None:
            contract = RuleRef(f"bid.{auction.contract}", self.ruleset.rules[f"bid.{auction.contract}"].title)
            who = self.who(auction.taker)
            told.insert(0, say(_("{who} is the taker and plays a {contract}."), who=who, contract=contract))
        if told:
            yield Heading(2, say(_("Before the first trick")), "before")
            yield Bullets(tuple(told))

    def hands(self, state: State) -> HandDiagram:
        """The hands, and what lies in the middle."""
        rows = tuple(self._hand_row(state, seat) for seat in range(state.players))
        middle: list[tuple[Text, tuple[Card, ...]]] = []
        if state.talon and self.engine.bound.deals.talon_size():
            middle.append((self._term("talon"), tuple(state.deck.set(state.talon))))
        if state.discard:
            middle.append((self._term("discard"), tuple(state.deck.set(state.discard))))
        clockwise = bool(self.engine.bound.turns and self.engine.bound.turns.clockwise)
        return HandDiagram(rows, tuple(middle), say(_("The hands")), clockwise)

    def _hand_row(self, state: State, seat: int) -> HandRow:
        roles = []
        if seat == state.auction.taker:
            roles.append(self.ruleset.terms["taker"].label)
        if seat == state.dealer:
            roles.append(_("dealer"))
        return HandRow(state.seats[seat], self.who(seat), tuple(state.hand(seat)), state.unseen[seat], ", ".join(roles))

    def _term(self, id: str) -> Text:
        term = self.ruleset.terms.get(id)
        return Text((term,)) if term else Text((id,))

    def _sentences_of(self, step: ReplayStep) -> list[Text]:
        """What an action before the play comes to."""
        lines = []
        for tried in step.tries:
            lines.append(_joined(self.engine.explain(tried.verdict, self.who)))
        who = self.who(step.action.seat)
        match step.action:
            case Cut(_seat, at):
                lines.append(say(_("{who} cuts {at} cards."), who=who, at=at))
            case Deal():
                lines.append(say(_("{who} deals."), who=who))
            case Bid(_seat, bid) if bid == PASS:
                lines.append(say(_("{who} passes."), who=who))
            case Bid(_seat, bid):
                contract = RuleRef(f"bid.{bid}", self.ruleset.rules[f"bid.{bid}"].title)
                lines.append(say(_("{who} bids {contract}."), who=who, contract=contract))
            case Discard(_seat, cards):
                lines.append(say(_("{who} lays away {cards}."), who=who, cards=cards))
        for event in step.events:
            lines += self.sentences(event)
        return lines

    def _told(self, step: ReplayStep) -> Iterator[Block]:
        sentences = self._sentences_of(step)
        if isinstance(step.action, Declare) and step.action.what == NOTHING:
            sentences = [say(_("No announcement is made."))]
        for text in sentences:
            yield Para(text)

    # ------------------------------------------------------------ the play

    def _tricks(self) -> Iterator[Block]:
        numbers = sorted({step.trick for step in self.replay.steps if step.trick is not None})
        if numbers:
            yield Heading(2, say(_("The play")), "play")
        for number in numbers:
            steps = [step for step in self.replay.steps if step.trick == number]
            yield self.diagram(steps, number, whole=True)

    # ------------------------------------------------------------ the end

    def result(self) -> Iterator[Block]:
        """The count, the score sheet, and what is said at the end."""
        end = self.replay.end
        if end.step is Step.OVER:
            last = self.replay.steps[-1].events if self.replay.steps else self.replay.opening
            found = [
                self.engine.because(finding, self.who)
                for event in last
                if event.kind == "counted"
                for finding in event.findings
            ]
            if found or end.result:
                yield Heading(2, say(_("The result")), "result")
            if found and self.engine.scorer.has_sides:
                yield Bullets(tuple(found))
        if end.result and end.result.sheets:
            yield from result_sheets(self.engine, end.result, [self.who(seat) for seat in range(end.players)])
        if self.replay.stopped and end.step is Step.OVER and not end.result:
            yield Para(say(_("The deal cannot be counted: {why}."), why=self.replay.stopped), "aside")
        yield from self._printed()
        for paragraph in self.words(self.file.closing, ("closing",)):
            yield Para(paragraph, "note")

    def _printed(self) -> Iterator[Block]:
        printed, result = self.file.printed, self.replay.end.result
        if printed is None or result is None or printed.per_defender is None:
            return
        defender = result.roles.get("defender")
        if defender is not None and printed.per_defender != -defender:
            phrase = _(
                "The source prints {printed} for each defender, seen from the taker; from the cards that it prints "
                "follows {found}."
            )
            found = self.ruleset.unit.show(-defender)
            yield Para(say(phrase, printed=str(printed.per_defender).replace("-", "−"), found=found), "warning")
        for paragraph in self.words(printed.note, ("printed", "note")):
            yield Para(paragraph, "note")


def _joined(texts: list[Text]) -> Text:
    joined = Text()
    for text in texts:
        joined = joined + " " + text if joined else text
    return joined
