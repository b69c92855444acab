"""What comes before the first trick: the hands, the auction, the talon, announcements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from tarot_teach.blocks import Block, Exercise, HandDiagram, Heading, Paragraph, Spoiler, StepRow, Steps
from tarot_teach.engine.deal import Move
from tarot_teach.explain.hands import hands_of
from tarot_teach.explain.places import DISCARD, moves
from tarot_teach.explain.score_sheet import bid_name, taker_plays
from tarot_teach.explain.tricks import Narrator
from tarot_teach.explain.why import refused_cards
from tarot_teach.language import _
from tarot_teach.table import NOTHING, PASS, Bid, Cut, DealCards, Declare, Discard, Phase, State
from tarot_teach.text import Cite, RuleRef, Text, say


class Opening(Narrator):
    """Tells of a deal up to its first trick."""

    def introduction(self) -> Iterator[Block]:
        """What the record is about."""
        for paragraph in self.words(self.file.about, ("about",)):
            yield Paragraph(paragraph, "lead")
        yield from self._teaches()

    def _teaches(self) -> Iterator[Block]:
        rules = [RuleRef(id, self.ruleset.rules[id].title) for id in self.file.teaches]
        if rules:
            yield Paragraph(say(_("Rules shown: {rules}."), rules=rules), "aside")
        if self.file.sources:
            cites = [Text((Cite(source.source, source.at),)) for source in self.file.sources]
            yield Paragraph(say(_("The deal is taken from {sources}."), sources=cites), "aside")

    def before_play(self, asked: Iterable[Exercise]) -> Iterator[Block]:
        steps = self.replay.deal.moves
        dealt = next(
            (step.after for step in steps if isinstance(step.action, DealCards)), self._dealt(self.replay.start)
        )
        if dealt.hands:
            hands = self.hands(dealt)
            later = any(place == DISCARD for step in steps for _card, place in moves(step.before, step.after))
            empty = ((self._term("discard"), DISCARD, ()),) if later and not dealt.discard else ()
            yield replace(hands, middle=(*hands.middle, *empty))
        told = [StepRow((text,)) for text in self.settled()]
        first = next((i for i, step in enumerate(steps) if step.trick is not None), len(steps))
        rows = [*told, *(row for i in range(first) if (row := self._row(i)).said)]
        if rows:
            yield Heading(2, say(_("Before the first trick")), "before")
            yield from _between(rows, [exercise for exercise in asked if exercise.done < first])

    def settled(self) -> Iterator[Text]:
        """What is settled before the first action that is told."""
        auction = self.replay.start.auction
        if auction.contract and auction.taker is not None:
            yield taker_plays(self.ruleset, self.who(auction.taker), auction.contract)
        for event in self.replay.deal.opening:
            yield from self.sentences(event)

    def _row(self, i: int) -> StepRow:
        """An action before the play."""
        step = self.replay.deal.moves[i]
        told = tuple(self.sentences_of(step))
        seat = step.before.seats[step.action.seat]
        if isinstance(step.action, Cut | DealCards):
            return StepRow(told, seat=seat, number=i + 1)
        refused = tuple(refused_cards(self.engine, step.before, self.who)) if isinstance(step.action, Discard) else ()
        before = step.before if i else self._dealt(step.before)
        return StepRow(told, moves(before, step.after), seat, refused, i + 1)

    def _dealt(self, state: State) -> State:
        """The state with the talon in the middle, where a record begins when it has just been taken."""
        if state.phase is not Phase.DISCARD:
            return state
        return state._replace(hands=tuple(hand & ~state.talon for hand in state.hands))

    def hands(self, state: State) -> HandDiagram:
        """The hands, and what lies in the middle."""
        if not self.engine.index.deals.talon_size():
            state = state._replace(talon=0)
        clockwise = bool(self.engine.index.turns and self.engine.index.turns.clockwise)
        return hands_of(state, self.who, self._term, clockwise=clockwise)

    def _term(self, id: str) -> Text:
        term = self.ruleset.terms.get(id)
        return Text((term,)) if term else Text((id,))

    def sentences_of(self, step: Move) -> list[Text]:
        """What an action before the play comes to."""
        tries = self.replay.tries.get(self.number_of(step) - 1, ())
        lines = [self.engine.reason(tried.verdict, self.who).text for tried in tries]
        who = self.who(step.action.seat)
        match step.action:
            case Cut(_seat, at):
                lines.append(say(_("{who} cuts {at} cards."), who=who, at=at))
            case DealCards():
                lines.append(say(_("{who} deals."), who=who))
            case Bid(_seat, bid) if bid == PASS:
                lines.append(say(_("{who} passes."), who=who))
            case Bid(_seat, bid):
                lines.append(say(_("{who} bids {contract}."), who=who, contract=bid_name(self.ruleset, bid)))
            case Discard(_seat, cards):
                lines.append(say(_("{who} lays away {cards}."), who=who, cards=cards))
        for event in step.events:
            lines += self.sentences(event)
        return lines

    def told(self, step: Move) -> Iterator[Block]:
        sentences = self.sentences_of(step)
        if isinstance(step.action, Declare) and step.action.what == NOTHING:
            sentences = [say(_("No announcement is made."))]
        for text in sentences:
            yield Paragraph(text)


def _between(rows: list[StepRow], asked: list[Exercise]) -> Iterator[Block]:
    """Rows with the questions where they arise, and what answers them behind a veil."""
    rest = rows
    for exercise in asked:
        before = [row for row in rest if row.number <= exercise.done]
        if before:
            yield Steps(tuple(before))
        yield exercise
        rest = [row for row in rest if row.number > exercise.done]
        if rest:
            yield Spoiler(say(_("What happens")), (Steps((rest[0],)),))
        rest = rest[1:]
    if rest:
        yield Steps(tuple(rest))
