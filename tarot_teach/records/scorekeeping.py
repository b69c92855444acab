"""Keeping score over a session: each deal counted by the rules, totals kept, and what was noted held against what follows."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path as FilePath
from typing import TYPE_CHECKING

from tarot_teach.cards import Card
from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError, Place, Problem, RecordError, TarotError, suggest
from tarot_teach.loading import Document, parse_model, read_yaml
from tarot_teach.records.drawing import Round, first_dealer
from tarot_teach.records.model import ExampleFile
from tarot_teach.records.record import Record, load_example
from tarot_teach.records.replay import Replay, replay
from tarot_teach.records.results import outcomes_of
from tarot_teach.records.session import SessionDeal, SessionFile
from tarot_teach.rules import Prose, ProseError, prose_scope
from tarot_teach.table import Event, Result, State

if TYPE_CHECKING:
    from tarot_teach.loading import Library

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Kept:
    """One deal of a session. ``seats`` are the letters of those who played, in order of play; ``scores`` and ``totals`` are
    game points (or chips) by letter, ``result`` None after a fault. ``replay`` is there where cards are told."""

    number: int
    dealer: str
    seats: tuple[str, ...]
    file: SessionDeal
    result: Result | None
    told: tuple[Event, ...]
    scores: dict[str, Fraction]
    totals: dict[str, Fraction]
    replay: Replay | None = None


@dataclass(frozen=True, slots=True)
class Session:
    """A session with its score kept. ``drawn`` are the rounds of drawing for the first deal; ``winners`` are none as long as
    the game goes on."""

    file: SessionFile
    engine: Engine
    deals: tuple[Kept, ...]
    drawn: tuple[Round, ...] = ()
    winners: tuple[str, ...] = ()
    start: dict[str, Fraction] = field(default_factory=dict)


def keep_score(path: FilePath, library: Library) -> Session:
    """Read a session and keep its score. Raises LoadError or RecordError with every fault found."""
    document = read_yaml(path)
    file = parse_model(SessionFile, document)
    ruleset = library.load(file.ruleset, base=path.parent, place=document.place(("ruleset",)))
    return Keeper(file, document, Engine(ruleset), library, path.parent).keep()


class Keeper:
    """Goes through a session deal by deal and gathers every fault."""

    def __init__(
        self, file: SessionFile, document: Document, engine: Engine, library: Library, folder: FilePath
    ) -> None:
        self.file, self.document, self.engine, self.library, self.folder = file, document, engine, library, folder
        self.scorer = engine.scorer
        self.letters = tuple(file.players)
        self.problems: list[Problem] = []
        self.pack: tuple[Card, ...] = ()

    def keep(self) -> Session:
        """The whole session."""
        self._seated()
        self._words()
        drawn, dealer = first_dealer(self)
        chips = self.scorer.ends.start if self.scorer.ends else None
        start = dict.fromkeys(self.letters, Fraction(chips or 0))
        totals = dict(start)
        deals: list[Kept] = []
        winners: tuple[str, ...] = ()
        for i, deal in enumerate(self.file.deals):
            if winners:
                names = " and ".join(self.file.players[letter] for letter in winners)
                self.fault(
                    "session.over", f"the game is over: {names} has won it", ("deals", i), "end the session here"
                )
                break
            kept = self._deal(i, deal, dealer, totals, chips is not None)
            deals.append(kept)
            totals = kept.totals
            winners = tuple(
                self.letters[seat]
                for seat in self.scorer.match_winners([totals[letter] for letter in self.letters], i + 1)
            )
            dealer = self._next(dealer)
        if self.problems:
            raise RecordError(sorted(self.problems, key=_position))
        return Session(self.file, self.engine, tuple(deals), drawn, winners, start)

    def fault(self, code: str, message: str, path: Path, hint: str | None = None) -> None:
        """Note a fault at a place of the file."""
        self.problems.append(Problem(code, message, self.document.place(path), hint))

    def _words(self) -> None:
        """The author's comments are prose that can be filled in."""
        comments: list[tuple[str, Path]] = [(self.file.about, ("about",))]
        comments += [(deal.note, ("deals", i, "note")) for i, deal in enumerate(self.file.deals)]
        for source, path in comments:
            try:
                Prose.compile(source.strip()).fill(prose_scope(self.engine.ruleset))
            except ProseError as error:
                place = self.document.line_of_prose(path, error.line)
                self.problems.append(Problem("session.prose", f"in this text: {error.message}", place, error.hint))

    # ------------------------------------------------------------ round the table

    def _seated(self) -> None:
        """As many players as the game is for; one more where the dealer sits out."""
        wanted = tuple(n + bool(self.scorer.seats_table) for n in self.engine.ruleset.players)
        if len(self.letters) not in wanted:
            known = ", ".join(str(n) for n in wanted)
            message = f"{self.engine.ruleset.name} is not for {len(self.letters)} players at the table"
            self.fault("session.players", message, ("players",), f"it is for {known}")
            raise RecordError(self.problems)

    def seat(self, letter: str | None, path: Path) -> int | None:
        """A player's number at the table, or None after noting a fault."""
        if letter is None:
            return None
        if letter not in self.letters:
            self.fault(
                "session.player", f"nobody is called {letter!r} here", path, suggest(letter, self.letters, "players")
            )
            return None
        return self.letters.index(letter)

    def _next(self, dealer: int) -> int:
        passes = self.scorer.passes
        return passes.next_dealer(dealer, len(self.letters), False) if passes else dealer

    def _playing(self, dealer: int) -> tuple[str, ...]:
        """Those who play a deal, in order of play: all, beginning anywhere, or all but the dealer."""
        if self.scorer.seats_table is None:
            return self.letters
        return tuple(self.letters[seat] for seat in self.scorer.seats_table.playing(dealer, len(self.letters)))

    # ------------------------------------------------------------ deals

    def _deal(self, i: int, deal: SessionDeal, dealer: int, totals: dict[str, Fraction], chips: bool) -> Kept:
        seats = self._playing(dealer)
        at = seats.index(self.letters[dealer]) if self.letters[dealer] in seats else len(seats) - 1
        if deal.dealer is not None and self.seat(deal.dealer, ("deals", i, "dealer")) not in (None, dealer):
            message = f"it is {self.letters[dealer]}'s turn to deal, not {deal.dealer}'s"
            self.fault("session.dealer", message, ("deals", i, "dealer"), "leave `dealer` out, or correct the order")
        held = tuple(int(totals[letter]) for letter in seats) if chips else None
        result, told, done = self._result(i, deal, seats, at, held)
        scores = dict.fromkeys(self.letters, Fraction(0))
        if result is not None and result.scores:
            scores |= dict(zip(seats, result.scores, strict=True))
        if result is not None:
            self._noted(i, deal, scores)
        totals = {letter: totals[letter] + scores[letter] for letter in self.letters}
        return Kept(i + 1, self.letters[dealer], seats, deal, result, told, scores, totals, done)

    def _result(
        self, i: int, deal: SessionDeal, seats: tuple[str, ...], dealer: int, held: tuple[int, ...] | None
    ) -> tuple[Result | None, tuple[Event, ...], Replay | None]:
        told = [name for name in ("result", "void", "deal", "record") if getattr(deal, name) is not None]
        if len(told) != 1:
            message = f"a deal is told in one way, and this one in {len(told) or 'none'}"
            self.fault("session.deal", message, ("deals", i), "give `result`, `void`, `deal` or `record`")
        elif deal.result is not None:
            return self._scored(i, deal, seats, held)
        elif deal.void is not None:
            return self._void(i, deal.void)
        else:
            return self._played(i, deal, seats, dealer, held)
        return None, (), None

    def _scored(
        self, i: int, deal: SessionDeal, seats: tuple[str, ...], held: tuple[int, ...] | None
    ) -> tuple[Result | None, tuple[Event, ...], None]:
        assert deal.result is not None

        def fault(what: str, message: str, path: Path, hint: str | None) -> None:
            self.fault(f"session.{what}", message, ("deals", i, "result", *path), hint)

        deck = self.engine.ruleset.deck
        outcomes = outcomes_of(deal.result, self.scorer, deck, seats, fault)
        if not outcomes:
            return None, (), None
        result, told = self.scorer.result(outcomes, len(seats), held)
        self.pack = ()
        return result, tuple(told), None

    def _void(self, i: int, rule: str) -> tuple[Result | None, tuple[Event, ...], None]:
        bound = self.engine.bound
        known = [*(r.rule for r in (*bound.voids, *bound.claims)), *([bound.all_pass.rule] if bound.all_pass else [])]
        if rule not in known:
            message = f"{self.engine.ruleset.name} has no rule {rule!r} that voids a deal"
            self.fault("session.void", message, ("deals", i, "void"), suggest(rule, known, "such rules"))
            return None, (), None
        self.pack = ()
        return Result(void=rule), (), None

    def _played(
        self, i: int, deal: SessionDeal, seats: tuple[str, ...], dealer: int, held: tuple[int, ...] | None
    ) -> tuple[Result | None, tuple[Event, ...], Replay | None]:
        """A deal told card by card, here or in a file of its own."""
        try:
            record = self._record(i, deal)
            done = replay(self._at_this_table(record, seats, dealer, held), self.engine)
        except TarotError as error:
            self.problems += error.problems
            return None, (), None
        state = done.end
        self.pack = self._gathered(state)
        if state.result is None:
            message = f"this deal comes to no result: {done.stopped}"
            self.fault("session.unfinished", message, ("deals", i), "tell it to its last card, or give its result")
            return None, (), None
        return state.result, tuple(done.events()), done

    def _record(self, i: int, deal: SessionDeal) -> Record:
        if deal.deal is not None:
            return Record(deal.deal, {}, self.document, ("deals", i, "deal"))
        assert deal.record is not None
        name = deal.record
        path = str(self.folder / name) if "/" in name or name.endswith((".yaml", ".yml")) else name
        try:
            record = load_example(path, self.library)
        except LoadError as error:
            place = self.document.place(("deals", i, "record"))
            raise LoadError([replace(problem, place=problem.place or place) for problem in error.problems]) from None
        if record.file.ruleset != self.file.ruleset:
            place = self.document.place(("deals", i, "record"))
            message = f"{record.file.id} is played by {record.file.ruleset}, and this session by {self.file.ruleset}"
            raise LoadError.of("session.ruleset", message, place, "take a record of the same ruleset")
        return record

    def _at_this_table(
        self, record: Record, seats: tuple[str, ...], dealer: int, held: tuple[int, ...] | None
    ) -> Record:
        """The record with the session's players, dealer and chips; without a pack of its own it is dealt from the cards that
        were gathered."""
        file: ExampleFile = record.file
        update: dict[str, object] = {}
        if isinstance(file, ExampleFile) and not file.ruleset:
            update["ruleset"] = self.file.ruleset
            update["seats"] = {letter: self.file.players[letter] for letter in seats}
            update["start"] = file.start.model_copy(update={"dealer": file.start.dealer or seats[dealer]})
        if held is not None:
            letters = tuple(file.seats) if file.seats and file.ruleset else seats
            update["holdings"] = dict(zip(letters, held, strict=True))
        if file.start.step == "deal" and file.pack is None and file.start.seed is None and self.pack:
            update["pack"] = [card.code for card in self.pack]
        return replace(record, file=file.model_copy(update=update))

    def _gathered(self, state: State) -> tuple[Card, ...]:
        rule = self.scorer.stacks_pack
        return rule.next_pack(state) if rule and not any(state.unseen) else ()

    # ------------------------------------------------------------ what was noted

    def _noted(self, i: int, deal: SessionDeal, scores: dict[str, Fraction]) -> None:
        """The scores noted at the table against those that follow."""
        noted = deal.scores
        if noted is None:
            return
        for letter in noted:
            self.seat(letter, ("deals", i, "scores", letter))
        total = sum(noted.values())
        if self.scorer.has_sides and total and set(noted) >= set(self.letters):
            message = f"these scores sum to {total}, not to zero"
            self.fault("session.sum", message, ("deals", i, "scores"), "what some win, the others lose")
        for letter, score in noted.items():
            if letter in scores and scores[letter] != score:
                message = f"{letter} has {score} here; from the result follows {scores[letter]}"
                hint = "correct this entry, or the result"
                self.fault("session.score", message, ("deals", i, "scores", letter), hint)


def _position(problem: Problem) -> tuple[str, int, int]:
    place = problem.place or Place("")
    return place.file, place.line, place.column
