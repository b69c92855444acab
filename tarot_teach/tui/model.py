"""A replay with a cursor, and the content of a full screen at each place. This module needs no terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import NamedTuple

from tarot_teach.blocks import Block, Exercise, HandDiagram, Paragraph, PlayRow, ScoreSheet, TrickDiagram
from tarot_teach.cards import Card, laid_out
from tarot_teach.engine.deal import Move
from tarot_teach.errors import NotationError
from tarot_teach.explain.exercises import exercises_of
from tarot_teach.explain.lesson import (
    describe_card,
    describe_result,
    describe_start,
    describe_step,
    hands_at,
    points_at,
)
from tarot_teach.explain.narrator import Narrator
from tarot_teach.explain.open_cards import describe_open_cards
from tarot_teach.explain.score_sheet import first_lines
from tarot_teach.messages import _
from tarot_teach.records.replay import Replay
from tarot_teach.render.common import answers
from tarot_teach.table import Play, State
from tarot_teach.text import Text, say
from tarot_teach.topics.play.game import Game
from tarot_teach.topics.quiz.quiz import judge


class MomentKind(Enum):
    """The kind of a moment: after an action, a complete trick on its way to the winner, a question, or the end."""

    ACTION = auto()
    GATHERING = auto()
    QUESTION = auto()
    END = auto()


@dataclass(frozen=True, slots=True)
class Moment:
    """A place of the cursor: after ``done`` actions, with an ``exercise`` to answer, or at the end with ``lines`` of the sheet."""

    done: int
    kind: MomentKind = MomentKind.ACTION
    lines: int = 0
    exercise: Exercise | None = None


def moments_of(replay: Replay, result: Sequence[Block]) -> Iterator[Moment]:
    """The moments of a replay: the start, all actions, all tricks on their way to the winner, the questions before the next action,
    and the end with one more line of the sheet each time, if the deal has a result."""
    asked: dict[int, list[Moment]] = {}
    for exercise in exercises_of(replay):
        done = exercise.done - (exercise.kind == "winner")  # asked before its last card is seen to win or lose
        asked.setdefault(done, []).append(Moment(done, MomentKind.QUESTION, exercise=exercise))
    yield Moment(0)
    yield from asked.get(0, ())
    for done, step in enumerate(replay.deal.moves, 1):
        yield Moment(done)
        if step.completes_trick and replay.engine.index.play.in_tricks:
            yield Moment(done, MomentKind.GATHERING)
        yield from asked.get(done, ())
    if result:
        lines = sum(len(block.rows) for block in result if isinstance(block, ScoreSheet))
        more = bool(lines) and not isinstance(result[-1], ScoreSheet)  # text after the last sheet
        for line in range(lines + 1 + more):
            yield Moment(len(replay.deal.moves), MomentKind.END, line)


class Places(NamedTuple):
    """Numbers of the seats at the top from left to right, at the left, at the right and at the bottom."""

    top: tuple[int, ...]
    left: int | None
    right: int | None
    bottom: int

    def arrow(self, seat: int) -> str:
        """An arrow from the middle to a seat."""
        if seat not in self.top:
            return {self.left: "←", self.right: "→"}.get(seat, "↓")
        middle, at = (len(self.top) - 1) / 2, self.top.index(seat)
        return "↑" if at == middle else ("↖" if at < middle else "↗")


def places(seats: Sequence[str], clockwise: bool = False) -> Places:
    """The places of seats, which are given in order of play: the first at the bottom, the next at its right, or left if clockwise.

    Compass points have the places of a map.
    """
    if set(seats) <= set("NESW") and len(set(seats)) == len(seats) and "S" in seats:
        at = {letter: number for number, letter in enumerate(seats)}
        return Places((at["N"],) if "N" in at else (), at.get("W"), at.get("E"), at["S"])
    others = list(range(1, len(seats)))
    if clockwise:
        others.reverse()
    if len(others) < 2:
        return Places(tuple(others), None, None, 0)
    right, *top, left = others
    return Places(tuple(reversed(top)), left, right, 0)


@dataclass(frozen=True, slots=True)
class CardTransfer:
    """Captured cards that go to a seat: from the pile of another seat, or from the trick (None)."""

    cards: tuple[Card, ...]
    to: int
    giver: int | None = None


def _refusal(text: Text) -> list[Block]:
    return [Paragraph(text, "refused")]


class ReplayCursor:
    """A replay with a place in it. ``seat`` is the seat whose view is shown; None shows all hands.

    ``card`` is the selected card, ``answer`` what is said of it, or of a reply to a question.
    """

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.result: list[Block] = list(describe_result(replay))
        self.moments: tuple[Moment, ...] = tuple(moments_of(replay, self.result))
        self.name: Callable[[int], str] = Narrator(replay).who
        self.place: int = 0
        self.seat: int | None = None
        self.card: Card | None = None
        self.answer: list[Block] = []

    @property
    def now(self) -> Moment:
        return self.moments[self.place]

    @property
    def last(self) -> int:
        return len(self.moments) - 1

    @property
    def title(self) -> str:
        """The title of the replay."""
        return self.replay.record.file.title

    @property
    def count(self) -> str:
        """The number of actions done and of all actions, as on a page."""
        return f"{self.now.done}/{len(self.replay.deal.moves)}"

    def go(self, place: int) -> None:
        """Move to a place, or to the first or last one."""
        self.place = min(max(place, 0), self.last)
        self.card, self.answer = None, []

    def to_trick(self, text: str) -> None:
        """Move to the lead of a trick; an unknown number gives a refusal."""
        for done, step in enumerate(self.replay.deal.moves):
            if isinstance(step.action, Play) and str(step.before.number) == text.strip():
                self.go(max(place for place, moment in enumerate(self.moments) if moment.done == done))
                return
        self.answer = _refusal(say(_("There is no trick {number} here."), number=text.strip() or "–"))

    def next_view(self) -> None:
        """Show all hands, then each seat's view in turn."""
        views = [None, *range(self.replay.start.players)]
        self.seat = views[(views.index(self.seat) + 1) % len(views)]
        self.card, self.answer = None, []

    def select(self, card: Card) -> None:
        """Select a card, and judge it for the seat to act."""
        self.card = card
        self.answer = describe_card(self.replay, self.state, card)

    def show_open_cards(self) -> None:
        """Show the values with all cards open at the last action."""
        self.answer = describe_open_cards(self.replay, self.now.done - 1)

    def select_next(self, by: int) -> None:
        """Select the next card of the hand to act, or the one before."""
        cards = self.selectable
        if not cards:
            self.answer = _refusal(say(_("No card to be touched can be seen here.")))
            return
        at = cards.index(self.card) + by if self.card in cards else min(by, 0)
        self.select(cards[at % len(cards)])

    def ask(self, code: str) -> None:
        try:
            self.select(self.replay.start.deck.card(code))
        except NotationError as error:
            self.answer = _refusal(Text((str(error),)))

    def reply(self, text: str) -> bool:
        """Judge an answer to the question at the cursor; ``?`` shows the right answer. Returns true once that is shown."""
        exercise = self.now.exercise
        if exercise is None:
            self.answer = _refusal(say(_("Nothing is asked here.")))
            return True
        self.answer = []
        if text.strip() != "?":
            try:
                judged = judge(exercise, text)
            except NotationError as error:
                self.answer = [Paragraph(Text((str(problem),)), "refused") for problem in error.problems]
                return False
            right = judged.grade == "right"
            self.answer = [Paragraph(judged.said[0], "allowed" if right else "refused")]
            self.answer += map(Paragraph, judged.said[1:])
            if not right:
                return False
        first, *others = answers(exercise)
        self.answer += [Paragraph(first, "lead"), *map(Paragraph, others), *exercise.answer]
        return True

    @property
    def selectable(self) -> list[Card]:
        """The visible cards of the hand to act, in the order of the screen."""
        state = self.state
        if state.turn is None or not state.hands:
            return []
        return [card for group in laid_out(state.hand(state.turn)) for card in group]

    @property
    def step(self) -> Move | None:
        return self.replay.deal.moves[self.now.done - 1] if self.now.done else None

    @property
    def trick_complete(self) -> bool:
        """True while a complete trick lies on the table."""
        step = self.step
        action = self.now.kind is MomentKind.ACTION and step is not None
        return action and step is not None and step.completes_trick and self.replay.engine.index.play.in_tricks

    @property
    def state(self) -> State:
        """The visible state; at the end with the hands as they were first known."""
        step = self.step
        state = step.after if step else self.replay.start
        if self.now.kind is MomentKind.END:
            states = [self.replay.start, *(step.after for step in self.replay.deal.moves)]
            dealt = next((known for known in states if known.hands), state)
            talon = max(known.talon for known in states)
            return state._replace(turn=None, hands=dealt.hands, unseen=dealt.unseen, talon=talon)
        if step and self.trick_complete:
            state = state._replace(turn=None, won=step.before.won, tricks=step.before.tricks)
        return state if self.seat is None or not state.hands else state.view(self.seat)

    @property
    def hands(self) -> HandDiagram | None:
        """The hands round the table; None if no cards are dealt."""
        return hands_at(self.replay, self.state) if self.state.hands else None

    @property
    def view(self) -> Text:
        """The name of the view: all hands, or one seat's."""
        if self.seat is None or self.now.kind is MomentKind.END:
            return say(_("all hands open"))
        return say(_("{who}'s view"), who=self.name(self.seat))

    @property
    def shows_talon(self) -> bool:
        """True if talon and discard are shown: before the first card, and at the end."""
        state = self.state
        played = state.tricks or state.trick.cards or state.unrecorded_tricks or self.trick_complete or state.lies_open
        return self.now.kind is MomentKind.END or not played

    @property
    def open_cards(self) -> tuple[Card, ...]:
        """The cards that lie open on the table, where cards take others."""
        return () if self.now.kind is MomentKind.END else tuple(self.state.deck.set(self.state.table.cards))

    @property
    def plays(self) -> tuple[PlayRow, ...]:
        """The cards in the trick."""
        shown = self.now.kind in (MomentKind.ACTION, MomentKind.QUESTION)
        in_round = self.step is not None and isinstance(self.step.action, Play) and self.state.lies_open
        if not shown or not (self.trick_complete or self.state.trick.cards or in_round):
            return ()
        blocks = describe_step(self.replay, self.now.done - 1, self.seat)
        return next((block.plays for block in blocks if isinstance(block, TrickDiagram)), ())

    @property
    def trick_number(self) -> int:
        """The number of the trick on the table, or on its way to the winner."""
        if self.step is not None and not self.replay.engine.index.play.in_tricks:
            return self.step.before.number
        return self.state.number - (self.now.kind is MomentKind.GATHERING)

    @property
    def moves(self) -> list[CardTransfer]:
        """Captured cards that change hands by the last move, shown after its trick."""
        step = self.step
        shown = self.now.kind in (MomentKind.ACTION, MomentKind.GATHERING) and not self.trick_complete
        if step is None or not shown or not step.before.won:
            return []
        found: dict[tuple[int, int | None], list[Card]] = {}
        for to, (before, after) in enumerate(zip(step.before.won, step.after.won, strict=True)):
            for card in step.after.deck.set(after & ~before):
                giver = next((seat for seat, mask in enumerate(step.before.won) if mask & card.bit), None)
                found.setdefault((to, giver), []).append(card)
        moves = [CardTransfer(tuple(cards), to, giver) for (to, giver), cards in found.items()]
        return sorted(moves, key=lambda move: (move.giver is not None, -len(move.cards)))

    @property
    def points(self) -> list[tuple[Text, str]]:
        """The points so far of both sides, or of each player."""
        return points_at(self.replay, self.state)

    @property
    def newest_at_end(self) -> bool:
        """True if new text is at the end of the notes: the last card of a trick, the last line of a sheet."""
        now = self.now
        if self.answer or now.kind is MomentKind.QUESTION:
            return False
        return bool(now.lines) if now.kind is MomentKind.END else now.done > 0

    @property
    def notes(self) -> list[Block]:
        """The answer about a selected card, and the text of the moment."""
        now = self.now
        if now.exercise is not None:
            hint = Paragraph(
                say(_("A question: type the answer below (a opens the line again), or go on with →.")), "aside"
            )
            return [*self.answer, hint, now.exercise]
        if now.kind is MomentKind.END:
            return [*self.answer, *self._result(now.lines)]
        if not now.done:
            return [*self.answer, *describe_start(self.replay)]
        # the points stand elsewhere, and a trick that lies on the table has not yet changed them
        said = describe_step(self.replay, now.done - 1, self.seat)
        return [
            *self.answer,
            *(replace(block, points=()) if isinstance(block, TrickDiagram) else block for block in said),
        ]

    def _result(self, left: int) -> Iterator[Block]:
        """The result with the first lines of the sheets; text after a sheet waits for its last line."""
        for block in self.result:
            if isinstance(block, ScoreSheet):
                yield first_lines(block, left)
                left -= len(block.rows)
                if left <= 0:
                    return
            else:
                yield block


class GameCursor(ReplayCursor):
    """The deal so far from the person's seat; the other hands are hidden until it is over."""

    def __init__(self, game: Game) -> None:
        super().__init__(game.replay)
        self.game = game
        self.seat = game.seat
        if not game.over:
            self.moments = tuple(moment for moment in self.moments if moment.kind is not MomentKind.END)

    @property
    def to_act(self) -> bool:
        """True if the person is to act, and the cursor is at the last place."""
        return self.place == self.last and not self.game.over

    @property
    def count(self) -> str:
        """The place in a deal that is over: before, nobody knows how many actions it has."""
        return super().count if self.game.over else ""

    @property
    def title(self) -> str:
        """The title of the deal; before it is over, that of the game with the seed."""
        game = self.game
        if game.over or game.begun is not None:
            return super().title
        return str(say(_("{title}: a deal (seed {seed})"), title=game.engine.ruleset.title, seed=game.seed))

    def next_view(self) -> None:
        """Change the view once the deal is over."""
        if self.game.over:
            super().next_view()

    @property
    def notes(self) -> list[Block]:
        """The text of the moment, and the choices of the person."""
        turn = self.game.turn() if self.to_act else []
        begins = not self.now.done and not self.game.over and self.game.begun is None
        said = [*self.answer, *self.game.opening()] if begins else super().notes
        return [*said, *(block for block in turn if isinstance(block, Paragraph) and block.kind == "lead")]
