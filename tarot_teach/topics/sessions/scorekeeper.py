"""Keeping score over a session: each deal counted by the rules, totals kept, and what was noted held against what follows."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path as FilePath
from typing import TYPE_CHECKING

from tarot_teach.cards import Card
from tarot_teach.display import displayed
from tarot_teach.engine import Engine
from tarot_teach.engine.scoring import Scorer
from tarot_teach.errors import Place, Problem, RecordError, suggest
from tarot_teach.loading import Document, parse_model, read_yaml
from tarot_teach.loading.document import expect_kind
from tarot_teach.records.replay import Replay
from tarot_teach.records.results import outcomes_of
from tarot_teach.rules import Prose, ProseError, prose_scope
from tarot_teach.table import Event, Result
from tarot_teach.text import Text, listed
from tarot_teach.topics.sessions.common_mistakes import check_shape
from tarot_teach.topics.sessions.format import SessionDeal, SessionFile
from tarot_teach.topics.sessions.played_deals import Found, Table, played
from tarot_teach.topics.sessions.seat_draw import Round, first_dealer
from tarot_teach.topics.sessions.written_scores import compare, seated, starting_chips

if TYPE_CHECKING:
    from tarot_teach.loading import Library

Path = tuple[str | int, ...]

MOST_TOLD = 200
"""So many deals of a session may be told card by card: each is played by the engine."""


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


@displayed
@dataclass(frozen=True, slots=True)
class Session:
    """A session with its score kept. ``drawn`` are the rounds of drawing for the first deal; ``winners`` are none as long as
    the game goes on; ``start`` is what each player began with; ``only`` is the number of the one deal to be shown."""

    file: SessionFile
    engine: Engine
    deals: tuple[Kept, ...]
    drawn: tuple[Round, ...] = ()
    winners: tuple[str, ...] = ()
    start: dict[str, Fraction] = field(default_factory=dict)
    only: int | None = None

    @property
    def shown(self) -> tuple[Kept, ...]:
        """The deals to be shown: all, or the only one."""
        return self.deals if self.only is None else self.deals[self.only - 1 : self.only]


def keep_score(path: FilePath, library: Library) -> Session:
    """Read a session and keep its score. Raises LoadError or RecordError with every fault found."""
    document = read_yaml(path)
    expect_kind(document, "session")
    check_shape(document)
    file = parse_model(SessionFile, document)
    ruleset = library.load(file.ruleset, base=path.parent, place=document.place(("ruleset",)))
    return Keeper(file, document, Engine(ruleset), library, path.parent).keep()


class Keeper:
    """Goes through a session deal by deal and gathers every fault."""

    def __init__(
        self, file: SessionFile, document: Document, engine: Engine, library: Library, folder: FilePath
    ) -> None:
        self.file: SessionFile = file
        self.document: Document = document
        self.engine: Engine = engine
        self.library: Library = library
        self.folder: FilePath = folder
        self.scorer: Scorer = engine.scorer
        self.letters: tuple[str, ...] = tuple(file.players)
        self.problems: list[Problem] = []
        self.pack: tuple[Card, ...] | None = ()  # gathered of the deal before; None where a fault hides what there is
        self.sure = True  # whether the totals are known: not after a deal with a fault

    @property
    def for_chips(self) -> bool:
        """Whether the session is played for chips."""
        return self.scorer.ends is not None and self.scorer.ends.start is not None

    def keep(self) -> Session:
        """The whole session."""
        self._not_too_many()
        seated(self)
        self._words()
        drawn, dealer = first_dealer(self)
        start = starting_chips(self)
        totals = dict(start)
        deals: list[Kept] = []
        winners: tuple[str, ...] = ()
        for i, deal in enumerate(self.file.deals):
            if winners:
                self._over(i, winners)
                break
            kept = self._deal(i, deal, dealer, totals)
            deals.append(kept)
            totals = kept.totals
            if self.sure:
                won = self.scorer.match_winners([totals[letter] for letter in self.letters], i + 1)
                winners = tuple(self.letters[seat] for seat in won)
            dealer = self._next(dealer)
        if self.problems:
            raise RecordError(sorted(self.problems, key=_position))
        return Session(self.file, self.engine, tuple(deals), drawn, winners, start)

    def fault(self, code: str, message: str, path: Path, hint: str | None = None) -> None:
        """Note a fault at a place of the file."""
        self.problems.append(Problem(code, message, self.document.place(path), hint))

    def seat(self, letter: str | None, path: Path) -> int | None:
        """A player's number at the table, or None after noting a fault."""
        if letter is None:
            return None
        if letter not in self.letters:
            hint = suggest(letter, self.letters, "players")
            self.fault("session.player", f"nobody is called {letter!r} here", path, hint)
            return None
        return self.letters.index(letter)

    def _not_too_many(self) -> None:
        told = [i for i, deal in enumerate(self.file.deals) if deal.deal is not None or deal.record is not None]
        if len(told) > MOST_TOLD:
            message = f"more than {MOST_TOLD} deals are told card by card"
            self.fault(
                "session.too-many", message, ("deals", told[MOST_TOLD]), "note results, or begin another session"
            )
            raise RecordError(self.problems)

    def _over(self, i: int, winners: tuple[str, ...]) -> None:
        names = listed([Text((self.file.players[letter],)) for letter in winners])
        message = f"the game is over: {names} {'has' if len(winners) == 1 else 'have'} won it"
        self.fault("session.over", message, ("deals", i), "end the session before this deal")

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

    def _next(self, dealer: int) -> int:
        passes = self.scorer.passes
        return passes.next_dealer(dealer, len(self.letters), False) if passes else dealer

    def _table(self, dealer: int, totals: dict[str, Fraction]) -> Table:
        """Those who play a deal, in order of play: all, beginning anywhere, or all but the dealer."""
        name, seats = self.letters[dealer], self.letters
        if self.scorer.seats_table is not None:
            seats = tuple(self.letters[seat] for seat in self.scorer.seats_table.playing(dealer, len(self.letters)))
        at = seats.index(name) if name in seats else len(seats) - 1
        held = tuple(int(totals[letter]) for letter in seats) if self.for_chips and self.sure else None
        return Table(seats, at, name, held)

    # ------------------------------------------------------------ deals

    def _deal(self, i: int, deal: SessionDeal, dealer: int, totals: dict[str, Fraction]) -> Kept:
        table = self._table(dealer, totals)
        if deal.dealer is not None and self.seat(deal.dealer, ("deals", i, "dealer")) not in (None, dealer):
            message = f"it is {table.deals}'s turn to deal, not {deal.dealer}'s"
            self.fault("session.dealer", message, ("deals", i, "dealer"), "leave `dealer` out, or correct the order")
        found = self._found(i, deal, table)
        scores = dict.fromkeys(self.letters, Fraction(0))
        if found.result is not None and found.result.scores:
            scores |= dict(zip(found.seats, found.result.scores, strict=True))
        noted = compare(self, i, deal.scores, None if found.result is None else scores, totals)
        if found.result is None:
            self.sure = self.sure and noted is not None
            scores |= noted or {}
        totals = {letter: totals[letter] + scores[letter] for letter in self.letters}
        return Kept(i + 1, table.deals, found.seats, deal, found.result, found.told, scores, totals, found.replay)

    def _found(self, i: int, deal: SessionDeal, table: Table) -> Found:
        told = [name for name in ("result", "void", "deal", "record") if getattr(deal, name) is not None]
        if len(told) != 1:
            message = f"this deal is told in {len(told)} ways" if told else "this deal does not say how it went"
            self.fault("session.deal", message, ("deals", i), "give `result`, `void`, `deal` or `record`")
            return Found(table.seats)
        if deal.deal is not None or deal.record is not None:
            return played(self, i, deal, table)
        self.pack = ()
        return self._scored(i, deal, table) if deal.result is not None else self._void(i, deal.void or "", table)

    def _scored(self, i: int, deal: SessionDeal, table: Table) -> Found:
        assert deal.result is not None

        def fault(code: str, message: str, path: Path, hint: str | None) -> None:
            self.fault(code, message, ("deals", i, "result", *path), hint)

        outcomes = outcomes_of(deal.result, self.scorer, self.engine.ruleset.deck, table.seats, fault)
        if not outcomes:
            return Found(table.seats)
        result, told = self.scorer.result(outcomes, len(table.seats), table.held)
        return Found(table.seats, result, tuple(told))

    def _void(self, i: int, told: str, table: Table) -> Found:
        """A deal that counts nothing, by a rule that is named by its id or its title."""
        index, rules = self.engine.index, self.engine.ruleset.rules
        known = [*(r.rule for r in (*index.voids, *index.claims)), *([index.all_pass.rule] if index.all_pass else [])]
        rule = next((id for id in known if told == id or told.casefold() == rules[id].title.casefold()), None)
        if rule is None:
            message = f"{self.engine.ruleset.name} has no rule {told!r} that voids a deal"
            self.fault("session.void", message, ("deals", i, "void"), suggest(told, known, "such rules"))
            return Found(table.seats)
        return Found(table.seats, Result(void=rule))


def _position(problem: Problem) -> tuple[str, int, int]:
    place = problem.place or Place("")
    return place.file, place.line, place.column
