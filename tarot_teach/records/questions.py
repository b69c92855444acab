"""The questions of a record: the position of each, and its answer, which the rules must allow."""

from __future__ import annotations

from tarot_teach.cards import Card
from tarot_teach.errors import KeyPath, Problem, RecordError, TarotError, suggest
from tarot_teach.language import N_, _
from tarot_teach.records.format import Ask
from tarot_teach.records.replay import Question, Replay
from tarot_teach.records.start import RecordReader
from tarot_teach.table import Action, Bid, Discard, Phase, Play, State

CODE = "record.ask"
ANSWERED = ("card", "bid", "discard")  # what is asked for here has no single answer by the rules
WRITTEN = {
    "legal": N_("`at: 3 N`, the number of a trick and a seat"),
    "card": N_("`at: 3 N`, the number of a trick and a seat"),
    "winner": N_("`at: 3`, the number of a trick"),
    "bid": N_("`at: S`, a seat"),
    "score": N_("`at: S`, a seat"),
}


def questions(done: Replay) -> tuple[tuple[Question, ...], list[Problem]]:
    """The questions of a replayed record in the order in which they arise, and the faults of those that do not arise or have
    no answer."""
    reader = RecordReader(done.record, done.engine)
    found: list[Question] = []
    problems: list[Problem] = []
    for i in range(len(done.record.file.asks)):
        try:
            found.append(_QuestionReader(done, reader, i).asked())
        except RecordError as error:
            problems += error.problems
    return tuple(sorted(found, key=lambda asked: asked.done)), problems


class _QuestionReader:
    """One question of a record."""

    def __init__(self, done: Replay, reader: RecordReader, i: int) -> None:
        self.done, self.reader, self.i = done, reader, i
        self.ask: Ask = done.record.file.asks[i]
        self.positions = [move.before for move in done.deal.moves] + [done.end]

    def asked(self) -> Question:
        """The question with its position and answer. Raises RecordError."""
        if self.ask.answer is not None and self.ask.ask not in ANSWERED:
            message = _("the rules answer `{ask}` by themselves").format(ask=self.ask.ask)
            raise self._fault("answer", message, _("leave out `answer`; `because` may add why"))
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
        path: KeyPath = ("asks", self.i, field) if field in self.ask.model_fields_set else ("asks", self.i)
        return RecordError.of(CODE, message, self.done.record.place(path), hint)

    def _play(self) -> Question:
        number, seat = self._trick_and_seat()
        for i, state in enumerate(self.positions):
            if state.phase is Phase.PLAY and state.turn == seat and state.number == number:
                return self._at(i, state, Play)
        who = self.done.start.name(seat)
        told = {state.number for state in self.positions if state.phase is Phase.PLAY and state.turn == seat}
        raise self._fault(
            "at", _("{who} has no card to play in trick {number} here").format(who=who, number=number), _those(told)
        )

    def _winner(self) -> Question:
        number = self._number(self._where())
        completed = set()
        for i, move in enumerate(self.done.deal.moves):
            if isinstance(move.action, Play) and move.completes_trick:
                if move.before.number == number:
                    return Question(self.i + 1, self.ask, i + 1, move.before, move.action)
                completed.add(move.before.number)
        raise self._fault("at", _("trick {number} is not completed here").format(number=number), _those(completed))

    def _bid(self) -> Question:
        seat = self._seat(self._where())
        for i, state in enumerate(self.positions):
            if state.phase is Phase.BID and state.turn == seat:
                return self._at(i, state, Bid)
        message = _("{name} has nothing to bid here").format(name=self.done.start.name(seat))
        raise self._fault("at", message, _("begin the example at the step `bid` or `deal`, and ask who comes to bid"))

    def _discard(self) -> Question:
        if self.ask.at is not None:
            message = _("what to lay away is asked of whoever lays cards away")
            raise self._fault("at", message, _("leave out `at`"))
        for i, state in enumerate(self.positions):
            if state.phase is Phase.DISCARD:
                return self._at(i, state, Discard)
        raise self._fault("ask", _("nothing is laid away here"), _("begin the example at the step `discard` or before"))

    def _score(self) -> Question:
        end = self.done.end
        if end.result is None or not end.result.scores:
            why = self.done.stopped or _("the deal is void")
            raise self._fault(
                "ask", _("there is no score to ask for: {why}").format(why=why), _("ask in an example that is scored")
            )
        seat = end.auction.taker
        if self.ask.at is not None or seat is None:
            seat = self._seat(self._where())
        return Question(self.i + 1, self.ask, len(self.done.deal.moves), end, None, seat)

    def _at(self, i: int, state: State, kind: type[Action]) -> Question:
        """The question in a position, with its answer: that of the file, or the next action of the record."""
        seat = state.turn
        assert seat is not None
        if self.ask.ask == "legal":
            return Question(self.i + 1, self.ask, i, state, seat=seat)
        given = self._given(seat)
        if given is None and i < len(self.done.deal.moves):
            action = self.done.deal.moves[i].action
            given = action if isinstance(action, kind) else None
        if given is None:
            message = _("this question has no answer: the record ends before it")
            raise self._fault("ask", message, _("give the `answer`"))
        verdict = self.done.engine.check(state, given)
        if not verdict.allowed:
            reasons = self.done.engine.reason(verdict, state.name)
            raise self._fault(
                "answer",
                _("the rules refuse this answer: {reasons}").format(reasons=reasons),
                _("give one that they allow"),
            )
        return Question(self.i + 1, self.ask, i, state, given, seat)

    def _given(self, seat: int) -> Action | None:
        """The answer given in the file, or None."""
        answer = self.ask.answer
        if answer is None:
            return None
        codes = [answer] if isinstance(answer, str) else answer
        if self.ask.ask == "discard":
            cards = self._cards(answer.split() if isinstance(answer, str) else answer)
            return Discard(seat, self.reader.deck.set(self.reader.deck.mask(cards)))
        if len(codes) != 1:
            raise self._fault(
                "answer", _("one answer is asked for here, not {number}").format(number=len(codes)), _("give one")
            )
        return Bid(seat, codes[0]) if self.ask.ask == "bid" else Play(seat, self._cards(codes)[0])

    def _cards(self, codes: list[str]) -> list[Card]:
        """Parse the cards of an answer. Raises RecordError."""
        found: list[Card] = []
        for i, code in enumerate(codes):
            path: KeyPath = ("asks", self.i, "answer")
            path = (*path, i) if isinstance(self.ask.answer, list) else path
            card = self.reader.card(code, path)
            if card in found:
                self.reader.faults.fault(
                    CODE, _("{code} stands twice in the answer").format(code=code), path, _("name each card once")
                )
            elif card is not None:
                found.append(card)
        problems = list(self.reader.faults.problems)
        self.reader.faults.problems.clear()
        if problems:
            raise RecordError(problems)
        return found

    def _where(self) -> str:
        """The value of ``at``. Raises RecordError if it is left out."""
        if self.ask.at is None:
            raise self._fault(
                "at", _("`at` is missing here"), _("write {written}").format(written=_(WRITTEN[self.ask.ask]))
            )
        return self.ask.at

    def _trick_and_seat(self) -> tuple[int, int]:
        words = self._where().split()
        if len(words) != 2:
            message = _("`at` has to name a trick and a seat, not {at!r}").format(at=self.ask.at)
            raise self._fault("at", message, _("write {written}").format(written=_(WRITTEN[self.ask.ask])))
        return self._number(words[0]), self._seat(words[1])

    def _number(self, text: str) -> int:
        if not text.isdecimal() or len(text) > 3:
            raise self._fault(
                "at",
                _("{text!r} is not the number of a trick").format(text=text),
                _("write {written}").format(written=_(WRITTEN[self.ask.ask])),
            )
        return int(text)

    def _seat(self, letter: str) -> int:
        seats = self.reader.seats
        if letter not in seats:
            raise self._fault(
                "at", _("nobody sits at {letter!r}").format(letter=letter), suggest(letter, seats, _("seats"))
            )
        return seats.index(letter)


def _those(numbers: set[int]) -> str:
    """A hint with the numbers of the tricks to ask about."""
    return f"tricks: {', '.join(map(str, sorted(numbers)))}" if numbers else _("ask about a trick that is told")
