"""The questions of a record: the position of each, and its answer, which the rules must allow."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from tarot_teach.cards import Card, CardSet
from tarot_teach.errors import KeyPath, Problem, RecordError, TarotError, suggest
from tarot_teach.messages import N_, _
from tarot_teach.records.format import Ask
from tarot_teach.records.replay import Question, Replay
from tarot_teach.records.start import RecordReader
from tarot_teach.table.actions import DISCARD, PASS, Action, Bid, Choose, Play
from tarot_teach.table.state import Phase, State

CODE = "record.ask"
AMOUNT = re.compile(r"[-+]?\d{1,9}(\.\d{1,2})?")
ANSWERED = ("card", "bid", "discard")  # what is asked for here has no single answer by the rules
WRITTEN = {
    "legal": N_("`at: 3 N`, the number of a trick and a seat"),
    "card": N_("`at: 3 N`, the number of a trick and a seat"),
    "winner": N_("`at: 3`, the number of a trick"),
    "bid": N_("`at: S`, a seat"),
    "discard": N_("`at: S`, a seat"),
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
            question = _QuestionReader(done, reader, i)
            found.append(question.with_misses(question.asked()))
        except RecordError as error:
            problems += error.problems
    return tuple(sorted(found, key=lambda asked: asked.done)), problems


class _QuestionReader:
    """One question of a record. Methods raise RecordError."""

    def __init__(self, done: Replay, reader: RecordReader, i: int) -> None:
        self.done, self.reader, self.i = done, reader, i
        self.ask: Ask = done.record.file.asks[i]
        self.states = [move.before for move in done.deal.moves] + [done.end]

    def asked(self) -> Question:
        """The question with its position and answer."""
        if self.ask.answer is not None and self.ask.ask not in ANSWERED:
            message = _("the rules answer `{ask}` by themselves").format(ask=self.ask.ask)
            raise self._wrong("answer", message, _("leave out `answer`; `because` may add why"))
        match self.ask.ask:
            case "legal" | "card":
                return self._play()
            case "winner":
                return self._winner()
            case "bid":
                seat = self._seat(self._where())
                message = _("{name} has nothing to bid here").format(name=self.done.start.name(seat))
                hint = _("begin the example at the step `bid` or `deal`, and ask who comes to bid")
                bids = (i for i, state in enumerate(self.states) if state.phase is Phase.BID and state.turn == seat)
                return self._first(bids, Bid, self._wrong("at", message, hint))
            case "discard":
                return self._discard()
        return self._score()

    def with_misses(self, asked: Question) -> Question:
        """The question, if each typical miss is an answer that can be given, and is wrong."""
        right, possible = self._codes(asked)
        problems: list[Problem] = []
        for code in self.ask.misses:
            place = self.done.record.place(("asks", self.i, "misses", code), key=True)
            answer: str | Fraction = code
            if asked.ask.ask == "score":
                answer = Fraction(code) if AMOUNT.fullmatch(code) else code
            if answer in right:
                message, hint = _("{code} is the right answer, and no miss"), _("leave it out")
                problems += RecordError.of(CODE, message, place, hint, code=code).problems
            elif possible is None and isinstance(answer, str):
                message, hint = _("{code!r} is not an amount"), _("write it like -75")
                problems += RecordError.of(CODE, message, place, hint, code=code).problems
            elif possible is not None and answer not in possible:
                message, hint = _("nobody can answer {code!r} here"), suggest(code, sorted(possible), _("answers"))
                problems += RecordError.of(CODE, message, place, hint, code=code).problems
        if problems:
            raise RecordError(problems)
        return asked

    def _codes(self, asked: Question) -> tuple[set[str | Fraction], set[str] | None]:
        """The right answers, and all that can be given (None for amounts)."""
        state, engine = asked.state, self.done.engine
        match asked.answer:
            case Play(seat, card) if asked.ask.ask == "winner":
                after, _events = engine.apply(state, Play(seat, card), irregular=True)
                taken = after.tricks[-1]
                seats = [state.seats[each] for each, _card in taken.trick.by(state.players)]
                return {state.seats[taken.winner]}, {*seats}
            case Bid(_seat, bid):
                return {bid}, {PASS, *engine.index.ranking}
        assert asked.seat is not None
        if asked.ask.ask == "score":
            assert state.result is not None
            return {Fraction(state.result.scores[asked.seat], 10**engine.ruleset.unit.places)}, None
        hand = {card.code for card in state.hand(asked.seat)}
        match asked.answer:
            case Play(_seat, card):
                return {card.code}, hand
            case Choose(_seat, _, _, CardSet() as cards):
                return {card.code for card in cards}, hand
        return {card.code for card in state.deck.set(engine.legal(state).cards)}, hand

    def _wrong(self, field: str, message: str, hint: str) -> TarotError:
        path: KeyPath = ("asks", self.i, field) if field in self.ask.model_fields_set else ("asks", self.i)
        return RecordError.of(CODE, message, self.done.record.place(path), hint)

    def _wrong_place(self, message: str) -> TarotError:
        """The error for a question whose ``at`` is not what its kind asks for."""
        return self._wrong("at", message, _("write {written}").format(written=_(WRITTEN[self.ask.ask])))

    def _no_trick(self, message: str, tricks: set[int]) -> TarotError:
        """The error for a question about a trick in which it does not arise, with the tricks in which it does."""
        named = ", ".join(map(str, sorted(tricks)))
        hint = _("tricks: {numbers}").format(numbers=named) if tricks else _("ask about a trick that is told")
        return self._wrong("at", message, hint)

    def _play(self) -> Question:
        words = self._where().split()
        if len(words) != 2:
            raise self._wrong_place(_("`at` has to name a trick and a seat, not {at!r}").format(at=self.ask.at))
        number, seat = self._number(words[0]), self._seat(words[1])
        tricks = set()
        for i, state in enumerate(self.states):
            if state.phase is Phase.PLAY and state.turn == seat:
                if state.number == number:
                    return self._at(i, state, Play)
                tricks.add(state.number)
        who = self.done.start.name(seat)
        message = _("{who} has no card to play in trick {number} here").format(who=who, number=number)
        raise self._no_trick(message, tricks)

    def _winner(self) -> Question:
        number = self._number(self._where())
        completed = set()
        for i, move in enumerate(self.done.deal.moves):
            if isinstance(move.action, Play) and move.completes_trick and move.after.tricks:
                if move.before.number == number:
                    return Question(self.i + 1, self.ask, i + 1, move.before, move.action)
                completed.add(move.before.number)
        raise self._no_trick(_("trick {number} is not completed here").format(number=number), completed)

    def _discard(self) -> Question:
        """The question of whoever lays cards of the hand away first, or of the seat that is named: as a discard, or where a rule asks for it."""
        seat = None if self.ask.at is None else self._seat(self.ask.at)
        message, hint = _("nothing is laid away here"), _("begin the example at the step `discard` or before")
        if seat is not None:
            message = _("{name} lays nothing away here").format(name=self.done.start.name(seat))
            hint = _("leave out `at`, or name a seat that does")
        missing = self._wrong("ask" if seat is None else "at", message, hint)
        turns = (i for i, state in enumerate(self.states) if self._lays_away(state) and seat in (None, state.turn))
        found = self._first(turns, Choose, missing)
        if not (isinstance(found.answer, Choose) and found.answer.cards):
            raise missing
        return found

    def _lays_away(self, state: State) -> bool:
        """True where cards of the hand to act are laid away."""
        pick = self.done.engine.legal(state).of_hand if state.phase in (Phase.DISCARD, Phase.EXCHANGE) else None
        return pick is not None and not (
            state.phase is Phase.EXCHANGE and self.done.engine.index.asking(pick.rule).keeps_chosen
        )

    def _first(self, places: Iterator[int], kind: type[Action], missing: TarotError) -> Question:
        """The question in the first of some positions; raises ``missing`` where there is none."""
        at = next(places, None)
        if at is None:
            raise missing
        return self._at(at, self.states[at], kind)

    def _score(self) -> Question:
        end = self.done.end
        if end.result is None or not end.result.scores:
            why = self.done.stopped or _("the deal is void")
            message = _("there is no score to ask for: {why}").format(why=why)
            raise self._wrong("ask", message, _("ask in an example that is scored"))
        seat = end.auction.taker
        if self.ask.at is not None or seat is None:
            seat = self._seat(self._where())
        return Question(self.i + 1, self.ask, len(self.done.deal.moves), end, None, seat)

    def _at(self, i: int, state: State, kind: type[Action]) -> Question:
        """The question in a position, with its answer: that of the file, or the next action of the record."""
        seat, engine, moves = state.turn, self.done.engine, self.done.deal.moves
        assert seat is not None
        if self.ask.ask == "legal":
            return Question(self.i + 1, self.ask, i, state, seat=seat)
        answer = self._given(state, seat)
        if answer is None and i < len(moves) and isinstance(moves[i].action, kind):
            answer = moves[i].action
        if answer is None:
            message = _("this question has no answer: the record ends before it")
            raise self._wrong("ask", message, _("give the `answer`"))
        verdict = engine.check(state, answer)
        if not verdict.allowed:
            reasons = engine.reason(verdict, state.name)
            message = _("the rules refuse this answer: {reasons}").format(reasons=reasons)
            raise self._wrong("answer", message, _("give one that they allow"))
        return Question(self.i + 1, self.ask, i, state, answer, seat)

    def _given(self, state: State, seat: int) -> Action | None:
        """The answer given in the file, or None."""
        answer = self.ask.answer
        if answer is None:
            return None
        codes = [answer] if isinstance(answer, str) else answer
        if self.ask.ask == "discard":
            cards = self._cards(answer.split() if isinstance(answer, str) else answer)
            rule = state.asked[0][0] if state.asked else DISCARD
            return Choose(seat, rule, cards=self.reader.deck.set(self.reader.deck.mask(cards)))
        if len(codes) != 1:
            message = _("one answer is asked for here, not {number}").format(number=len(codes))
            raise self._wrong("answer", message, _("give one"))
        return Bid(seat, codes[0]) if self.ask.ask == "bid" else Play(seat, self._cards(codes)[0])

    def _cards(self, codes: list[str]) -> list[Card]:
        """Parse the cards of an answer."""
        faults = self.reader.faults
        found: list[Card] = []
        for i, code in enumerate(codes):
            path: KeyPath = ("asks", self.i, "answer", *([i] if isinstance(self.ask.answer, list) else []))
            card = self.reader.card(code, path)
            if card in found:
                message = _("{code} stands twice in the answer").format(code=code)
                faults.fault(CODE, message, path, _("name each card once"))
            elif card is not None:
                found.append(card)
        problems = list(faults.problems)
        faults.problems.clear()
        if problems:
            raise RecordError(problems)
        return found

    def _where(self) -> str:
        """The value of ``at``, which may not be left out."""
        if self.ask.at is None:
            raise self._wrong_place(_("`at` is missing here"))
        return self.ask.at

    def _number(self, text: str) -> int:
        if not text.isdecimal() or len(text) > 3:
            raise self._wrong_place(_("{text!r} is not the number of a trick").format(text=text))
        return int(text)

    def _seat(self, letter: str) -> int:
        seats = self.reader.seats
        if letter not in seats:
            message, hint = _("nobody sits at {letter!r}").format(letter=letter), suggest(letter, seats, _("seats"))
            raise self._wrong("at", message, hint)
        return seats.index(letter)
