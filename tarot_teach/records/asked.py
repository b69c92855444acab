"""The questions that a record asks: where they arise, and that each has an answer which the rules allow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tarot_teach.cards import Card
from tarot_teach.errors import Problem, RecordError, TarotError, suggest
from tarot_teach.records.model import Ask
from tarot_teach.records.setup import Path, Reader
from tarot_teach.table import Action, Bid, Discard, Play, State, Step

if TYPE_CHECKING:
    from tarot_teach.records.replay import Replay

CODE = "record.ask"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that arises after ``done`` actions. ``number`` counts the record's questions from 1.

    ``state`` is the position in which it is asked (for ``winner`` the one before the trick's last card, which is in
    ``answer``); ``answer`` is the action sought, None where it is the engine's to say; ``seat`` whose score is asked for.
    """

    number: int
    ask: Ask
    done: int
    state: State
    answer: Action | None = None
    seat: int | None = None


def questions(done: Replay) -> tuple[Asked, ...]:
    """The questions of a record that has been replayed, in the order in which they arise."""
    reader = Reader(done.record, done.engine)
    found = [_Asks(done, reader, i).asked() for i in range(len(done.record.file.asks))]
    return tuple(sorted(found, key=lambda asked: asked.done))


def check_questions(done: Replay) -> Iterator[Problem]:
    """Every question that does not arise, or has no answer."""
    reader = Reader(done.record, done.engine)
    for i in range(len(done.record.file.asks)):
        try:
            _Asks(done, reader, i).asked()
        except RecordError as error:
            yield from error.problems


class _Asks:
    """One question of a record."""

    def __init__(self, done: Replay, reader: Reader, i: int) -> None:
        self.done, self.reader, self.i = done, reader, i
        self.ask: Ask = done.record.file.asks[i]
        self.positions = [step.before for step in done.steps] + [done.end]

    def asked(self) -> Asked:
        """Where it is asked, and what is sought. Raises RecordError."""
        match self.ask.ask:
            case "legal" | "card":
                return self._play()
            case "winner":
                return self._winner()
            case "bid":
                return self._bid()
            case "discard":
                return self._discard()
        return self._score()

    def _fault(self, field: str, message: str, hint: str) -> TarotError:
        path: Path = ("asks", self.i, field) if field in self.ask.model_fields_set else ("asks", self.i)
        return RecordError.of(CODE, message, self.done.record.place(path), hint)

    def _play(self) -> Asked:
        number, seat = self._trick_and_seat()
        for i, state in enumerate(self.positions):
            if state.step is Step.PLAY and state.turn == seat and state.number == number:
                return self._at(i, state, Play)
        who = self.done.start.seats[seat]
        raise self._fault("at", f"{who} has no card to play in trick {number} here", "ask about a trick that is told")

    def _winner(self) -> Asked:
        number = self._number(self.ask.at or "")
        for i, step in enumerate(self.done.steps):
            complete = len(step.after.tricks) > len(step.before.tricks)
            if isinstance(step.action, Play) and complete and step.before.number == number:
                return Asked(self.i + 1, self.ask, i + 1, step.before, step.action)
        raise self._fault(
            "at", f"trick {number} is not completed here", "ask about a trick that is told to its last card"
        )

    def _bid(self) -> Asked:
        seat = self._seat(self.ask.at or "")
        for i, state in enumerate(self.positions):
            if state.step is Step.BID and state.turn == seat:
                return self._at(i, state, Bid)
        message = f"{self.done.start.seats[seat]} has nothing to bid here"
        raise self._fault("at", message, "begin the example at the step `bid` or `deal`, and ask who comes to bid")

    def _discard(self) -> Asked:
        for i, state in enumerate(self.positions):
            if state.step is Step.DISCARD:
                return self._at(i, state, Discard)
        raise self._fault("ask", "nothing is laid away here", "begin the example at the step `discard` or before")

    def _score(self) -> Asked:
        end = self.done.end
        if end.result is None or not end.result.scores:
            why = self.done.stopped or "the deal is void"
            raise self._fault("ask", f"there is no score to ask for: {why}", "ask in an example that is scored")
        taker = 0 if end.auction.taker is None else end.auction.taker
        seat = self._seat(self.ask.at) if self.ask.at else taker
        return Asked(self.i + 1, self.ask, len(self.done.steps), end, None, seat)

    def _at(self, i: int, state: State, kind: type[Action]) -> Asked:
        """The question in a position, with the answer that it gives or that the record goes on to tell."""
        seat = state.turn
        assert seat is not None
        if self.ask.ask == "legal":
            return Asked(self.i + 1, self.ask, i, state, seat=seat)
        given = self._given(seat)
        if given is None and i < len(self.done.steps):
            action = self.done.steps[i].action
            given = action if isinstance(action, kind) else None
        if given is None:
            message = "this question has no answer: the record does not go on to tell it"
            raise self._fault("ask", message, "give the `answer`")
        verdict = self.done.engine.check(state, given)
        if not verdict.allowed:
            reasons = " ".join(str(text) for text in self.done.engine.explain(verdict, state.name))
            raise self._fault("answer", f"the rules refuse this answer: {reasons}", "give one that they allow")
        return Asked(self.i + 1, self.ask, i, state, given, seat)

    def _given(self, seat: int) -> Action | None:
        """The answer that stands in the file."""
        answer = self.ask.answer
        if answer is None:
            return None
        if self.ask.ask == "bid":
            return Bid(seat, self._one(answer))
        if self.ask.ask == "card":
            return Play(seat, self._card(self._one(answer), ("asks", self.i, "answer")))
        codes = answer.split() if isinstance(answer, str) else answer
        cards = [self._card(code, ("asks", self.i, "answer")) for code in codes]
        return Discard(seat, self.reader.deck.set(self.reader.deck.mask(cards)))

    def _one(self, answer: str | list[str]) -> str:
        if isinstance(answer, list):
            raise self._fault("answer", "here one answer is asked for, not several", "give one")
        return answer

    def _card(self, code: str, path: Path) -> Card:
        card = self.reader.card(code, path)
        problems, self.reader.problems = self.reader.problems, []
        if card is None:
            raise RecordError(problems)
        return card

    def _trick_and_seat(self) -> tuple[int, int]:
        words = (self.ask.at or "").split()
        if len(words) != 2:
            message = f"`at` has to name a trick and a seat, not {self.ask.at or 'nothing'!r}"
            raise self._fault("at", message, "write it like `3 N`")
        return self._number(words[0]), self._seat(words[1])

    def _number(self, text: str) -> int:
        if not text.isdecimal() or len(text) > 3:
            raise self._fault("at", f"{text or 'nothing'!r} is not the number of a trick", "write it like `3`")
        return int(text)

    def _seat(self, letter: str) -> int:
        seats = self.reader.seats
        if letter not in seats:
            raise self._fault("at", f"nobody sits at {letter or 'nothing'!r}", suggest(letter, seats, "seats"))
        return seats.index(letter)
