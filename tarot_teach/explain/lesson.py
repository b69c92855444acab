"""A replayed record as a lesson: the hands, every card with its reasons, every trick with what came of it, the score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from tarot_teach.blocks import (
    Block,
    Exercise,
    HandDiagram,
    Heading,
    Paragraph,
    Spoiler,
    Stepper,
    StepRow,
    Steps,
    TrickDiagram,
)
from tarot_teach.cards import Card
from tarot_teach.engine.deal import Move
from tarot_teach.errors import NotationError
from tarot_teach.explain.before_play import Opening
from tarot_teach.explain.record_exercises import exercises_of
from tarot_teach.explain.score_sheet import result_sheets
from tarot_teach.explain.tricks import Narrator, Tricks, public
from tarot_teach.explain.why import judge_card
from tarot_teach.language import _
from tarot_teach.records.replay import Replay
from tarot_teach.table import Declare, Discard, Phase, State
from tarot_teach.table.events import PointsCounted
from tarot_teach.text import Text, count_of, say


def annotate(replay: Replay) -> list[Block]:
    """A replayed record as a lesson, without the rulesets that the record wants compared."""
    return list(_Annotator(replay).blocks())


def annotate_tricks(replay: Replay, first: int, last: int) -> list[Block]:
    """Some tricks of it, with the hands before them. Raises NotationError for tricks that are not told."""
    return list(_Annotator(replay).some(first, last))


def hands_at(replay: Replay, state: State) -> HandDiagram:
    """The hands round the table in some state of a replay."""
    return _Annotator(replay).hands(state)


def describe_position(replay: Replay, done: int) -> list[Block]:
    """What is to be seen after so many actions: the hands, what was done last, and every card of the hand to play judged.

    Raises NotationError for a number that there is not.
    """
    return list(_Annotator(replay).position(done))


def describe_start(replay: Replay) -> list[Block]:
    """What a record is about, and what holds before its first action."""
    return list(_Annotator(replay).start())


def describe_step(replay: Replay, number: int, seat: int | None = None) -> list[Block]:
    """One action of a record, for stepping through: the trick so far, the reasons, the author's comments.

    With a ``seat``, only what that player may know: reasons and comments speak of the cards that people hold.
    """
    annotator = _Annotator(replay)
    blocks = annotator.step_blocks(number)
    return list(blocks if seat is None else annotator.seen_by(seat, number, blocks))


def describe_card(replay: Replay, state: State, card: Card) -> list[Block]:
    """The reason for or against a card in a state of a replay, for the seat that is to play it or to lay it away."""
    if state.turn is None or state.phase not in (Phase.PLAY, Phase.DISCARD):
        return [Paragraph(say(_("No card is to be played here.")), "refused")]
    return judge_card(replay.engine, state, card, Narrator(replay).who).blocks()


def describe_result(replay: Replay) -> list[Block]:
    """What came of the deal, as far as it was played: the count, the score, and the author's last word."""
    return list(_Annotator(replay).result())


class _Annotator(Tricks, Opening):
    def blocks(self) -> Iterator[Block]:
        yield Heading(1, Text((self.file.title,)), self.file.id)
        yield from self.introduction()
        asked = exercises_of(self.replay)
        parts = (*self.before_play(asked), *self._tricks(self._numbers(), asked), *self._end(asked))
        if self.replay.deal.moves:
            yield Stepper(self.file.id, parts)
        else:
            yield from parts

    def some(self, first: int, last: int) -> Iterator[Block]:
        """A few tricks."""
        wanted = [number for number in self._numbers() if first <= self._first_of(number).before.number <= last]
        if not wanted:
            told = [self._first_of(number).before.number for number in self._numbers()]
            hint = (
                _("it tells tricks {told} to {told_2}").format(told=told[0], told_2=told[-1])
                if told
                else _("it tells no trick")
            )
            message = _("{id} does not tell tricks {first} to {last}").format(id=self.file.id, first=first, last=last)
            raise NotationError.of("example.tricks", message, hint=hint)
        begin = self._first_of(wanted[0]).before
        hands = (self.hands(begin),) if any(begin.hands) else ()
        yield Stepper(f"{self.file.id}-{first}-{last}", (*hands, *self._tricks(wanted, ())))

    def position(self, done: int) -> Iterator[Block]:
        """What is to be seen at some point."""
        if not 0 <= done <= len(self.replay.deal.moves):
            message = _("{id} has no step {done}").format(id=self.file.id, done=done)
            raise NotationError.of(
                "example.step", message, hint=_("it has steps 0 to {number}").format(number=len(self.replay.deal.moves))
            )
        state = self.replay.deal.moves[done].before if done < len(self.replay.deal.moves) else self.replay.end
        if any(state.hands):
            yield self.hands(state)
        if done:
            yield from self.step_blocks(done - 1)
        if state.turn is not None and state.phase is Phase.PLAY:
            reasons = (judge_card(self.engine, state, card, self.who) for card in state.hand(state.turn))
            yield Steps(tuple(StepRow((reason.text,)) for reason in reasons))

    def start(self) -> Iterator[Block]:
        """The introduction, and what is settled when the record begins."""
        yield from self.introduction()
        for text in self.settled():
            yield Paragraph(text)

    def step_blocks(self, number: int) -> Iterator[Block]:
        """One step by itself."""
        step = self.replay.deal.moves[number]
        if step.trick is None or isinstance(step.action, Declare):
            yield from self.told(step)
            return
        steps = [other for other in self.replay.deal.moves[: number + 1] if other.trick == step.trick]
        yield self.diagram(steps, step.trick, whole=step.after.number > step.before.number)

    def seen_by(self, seat: int, number: int, blocks: Iterator[Block]) -> Iterator[Block]:
        """The blocks of one step without what a player cannot know."""
        step = self.replay.deal.moves[number]
        if isinstance(step.action, Discard) and step.action.seat != seat:
            cards = count_of(len(step.action.cards), _("card"), _("cards"))
            yield Paragraph(say(_("{who} lays away {cards}."), who=self.who(step.action.seat), cards=cards))
            yield from (Paragraph(text) for event in step.events for text in self.sentences(event))
            return
        for block in blocks:
            if isinstance(block, TrickDiagram):
                plays = tuple(play if play.seat == step.before.seats[seat] else public(play) for play in block.plays)
                block = replace(block, plays=plays, points=(), after=())
            yield block

    # ------------------------------------------------------------ the play

    def _numbers(self) -> list[int]:
        """The tricks that the record tells, as it counts them."""
        return sorted({step.trick for step in self.replay.deal.moves if step.trick is not None})

    def _first_of(self, number: int) -> Move:
        return next(step for step in self.replay.deal.moves if step.trick == number)

    def _tricks(self, numbers: list[int], asked: Iterable[Exercise]) -> Iterator[Block]:
        if numbers:
            yield Heading(2, say(_("The play")), "play")
        for number in numbers:
            steps = [step for step in self.replay.deal.moves if step.trick == number]
            diagram = self.diagram(steps, number, whole=True)
            first = self.number_of(steps[0]) - 1
            last = first + len(steps)
            here = [one for one in asked if first <= one.done - (one.kind == "winner") < last]
            yield from here
            yield Spoiler(say(_("Trick {number}"), number=diagram.number), (diagram,)) if here else diagram

    # ------------------------------------------------------------ the end

    def _end(self, asked: Iterable[Exercise]) -> Iterator[Block]:
        """The result, after what is asked about it."""
        here = [exercise for exercise in asked if exercise.kind == "score"]
        result = tuple(self.result())
        yield from here
        if here:
            yield Spoiler(say(_("The result")), result)
        else:
            yield from result

    def result(self) -> Iterator[Block]:
        """The count, the score sheet, and what is said at the end."""
        end = self.replay.end
        if end.phase is Phase.OVER:
            last = self.replay.deal.moves[-1].events if self.replay.deal.moves else self.replay.deal.opening
            found = [
                self.engine.because(finding, self.who)
                for event in last
                if isinstance(event, PointsCounted)
                for finding in event.findings
            ]
            if found or end.result:
                yield Heading(2, say(_("The result")), "result")
            if found and self.engine.scorer.has_sides:
                yield Steps(tuple(StepRow((text,)) for text in found))
        if end.result and end.result.sheets:
            yield from result_sheets(self.engine, end.result, [self.who(seat) for seat in range(end.players)])
        if self.replay.stopped and end.phase is Phase.OVER and not end.result and not self.replay.start.missed:
            yield Paragraph(say(_("The deal cannot be counted: {why}."), why=self.replay.stopped), "aside")
        yield from self._printed()
        for paragraph in self.words(self.file.closing, ("closing",)):
            yield Paragraph(paragraph, "note")

    def _printed(self) -> Iterator[Block]:
        printed, result = self.file.printed, self.replay.end.result
        if printed is None or result is None or printed.per_defender is None:
            return
        defender = result.roles.get("defender")
        if defender is not None and printed.per_defender != -defender:
            phrase = _(
                "The source prints {printed} as what each defender brings {taker:the}; the cards that it prints make it "
                "{found}."
            )
            found = self.ruleset.unit.show(-defender)
            yield Paragraph(
                self.ruleset.say(phrase, printed=str(printed.per_defender).replace("-", "−"), found=found), "warning"
            )
        for paragraph in self.words(printed.note, ("printed", "note")):
            yield Paragraph(paragraph, "note")
