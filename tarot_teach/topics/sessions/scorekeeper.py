"""Keeping score over a session: each deal scored by the rules, totals kept, and the scores written at the table checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from tarot_teach.cards import Card
from tarot_teach.display import displayed
from tarot_teach.engine import Engine
from tarot_teach.engine.scoring import Scorer
from tarot_teach.errors import Faults, KeyPath, LoadError, NotationError, RecordError, TarotError, suggest
from tarot_teach.language import _, ngettext
from tarot_teach.loading import Document, Library, parse_model, read_yaml
from tarot_teach.loading.document import expect_kind
from tarot_teach.mechanisms.interfaces import Drawn
from tarot_teach.records.record import Record, load_example
from tarot_teach.records.replay import Replay
from tarot_teach.records.results import outcomes_of
from tarot_teach.records.runner import replay
from tarot_teach.records.start import RecordReader
from tarot_teach.rules import Prose, ProseError, prose_scope
from tarot_teach.table import Event, Result
from tarot_teach.text import Text, listed
from tarot_teach.topics.sessions.format import SessionDeal, SessionFile, check_shape

MAX_RECORDS = 200
"""Number of deals of a session that may be given card by card: the engine plays each of them."""

OF_THE_SESSION = ("ruleset", "seats", "holdings")
"""Fields of an example that a deal written in a session may not have."""

Totals = dict[str, Fraction]
"""Game points (or chips) by letter."""


class DrawRound(NamedTuple):
    """A round of drawing for the first deal: the cards by letter, and the rule's judgement."""

    cards: dict[str, Card]
    drawn: Drawn


@dataclass(frozen=True, slots=True)
class Seating:
    """Players of a deal in playing order, by letter. ``seats[first]`` deals; if the dealer sits out, ``first`` is the seat
    before which play would start. ``chips`` are those of the seats, where the session is played for chips.
    """

    seats: tuple[str, ...]
    first: int
    dealer: str
    chips: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class DealOutcome:
    """Result of a deal (None after a fault) and the events of its scoring; ``replay`` where cards are given.

    ``seats`` are the players by letter, in the order of the result.
    """

    seats: tuple[str, ...]
    result: Result | None = None
    events: tuple[Event, ...] = ()
    replay: Replay | None = None


@dataclass(frozen=True, slots=True)
class ScoredDeal:
    """A deal of a session with its scores, and the totals after it."""

    number: int
    dealer: str
    file: SessionDeal
    outcome: DealOutcome
    scores: Totals
    totals: Totals

    @property
    def result(self) -> Result | None:
        """The result, None after a fault."""
        return self.outcome.result

    @property
    def seats(self) -> tuple[str, ...]:
        """The players by letter, in the order of the result."""
        return self.outcome.seats


@displayed
@dataclass(frozen=True, slots=True)
class Session:
    """A session with its score. ``drawn`` are the rounds of drawing for the first deal, ``start`` the totals before it;
    ``winners`` is empty while the game goes on; ``only`` is the number of a single deal to show.
    """

    file: SessionFile
    engine: Engine
    deals: tuple[ScoredDeal, ...]
    drawn: tuple[DrawRound, ...] = ()
    winners: tuple[str, ...] = ()
    start: Totals = field(default_factory=dict)
    only: int | None = None

    @property
    def shown(self) -> tuple[ScoredDeal, ...]:
        """The deals to show: all, or the single one."""
        return self.deals if self.only is None else self.deals[self.only - 1 : self.only]


def keep_score(path: Path, library: Library) -> Session:
    """Read a session and keep its score. Raises LoadError or RecordError with every fault."""
    document = read_yaml(path)
    expect_kind(document, "session")
    check_shape(document)
    file = parse_model(SessionFile, document)
    ruleset = library.load(file.ruleset, base=path.parent, place=document.place(("ruleset",)))
    return Scorekeeper(file, document, Engine(ruleset), library, path.parent).session()


class Scorekeeper:
    """Goes through a session deal by deal; every fault is added to ``faults``."""

    def __init__(self, file: SessionFile, document: Document, engine: Engine, library: Library, folder: Path) -> None:
        self.file, self.document, self.engine, self.library, self.folder = file, document, engine, library, folder
        self.scorer: Scorer = engine.scorer
        self.letters: tuple[str, ...] = tuple(file.players)
        self.faults = Faults(document)
        self.pack: tuple[Card, ...] | None = ()  # gathered after the last deal; None where a fault leaves it unknown
        self.certain = True  # False once a fault leaves the totals unknown

    @property
    def for_chips(self) -> bool:
        """True where the session is played for chips."""
        return self.scorer.ends is not None and self.scorer.ends.start is not None

    def session(self) -> Session:
        """The whole session. Raises RecordError."""
        self._check_number_of_records()
        self._check_players()
        self._check_prose()
        drawn, dealer = self._first_dealer()
        totals = start = self._starting_chips()
        deals: list[ScoredDeal] = []
        winners: tuple[str, ...] = ()
        for i, deal in enumerate(self.file.deals):
            if winners:
                self._game_over(i, winners)
                break
            scored = self._deal(i, deal, dealer, totals)
            deals.append(scored)
            totals = scored.totals
            if self.certain:
                won = self.scorer.match_winners([totals[letter] for letter in self.letters], i + 1)
                winners = tuple(self.letters[seat] for seat in won)
            passes = self.scorer.passes
            dealer = passes.next_dealer(dealer, len(self.letters), False) if passes else dealer
        self.faults.check(RecordError, in_order=True)
        return Session(self.file, self.engine, tuple(deals), drawn, winners, start)

    def seat(self, letter: str | None, path: KeyPath) -> int | None:
        """A player's index at the table; None where no letter is given, or after a fault."""
        if letter is None:
            return None
        if letter not in self.letters:
            hint = suggest(letter, self.letters, _("players"))
            self.faults.fault("session.player", _("nobody is called {letter!r} here").format(letter=letter), path, hint)
            return None
        return self.letters.index(letter)

    # ------------------------------------------------------------ players, chips, first dealer

    def _check_number_of_records(self) -> None:
        records = [i for i, deal in enumerate(self.file.deals) if deal.deal is not None or deal.record is not None]
        if len(records) > MAX_RECORDS:
            message = _("more than {max_records} deals are told card by card").format(max_records=MAX_RECORDS)
            hint = _("note results, or begin another session")
            self.faults.fault("session.too-many", message, ("deals", records[MAX_RECORDS]), hint)
            self.faults.check(RecordError)

    def _check_players(self) -> None:
        """Check names, and the number of players: one more than play where the dealer sits out. Raises RecordError."""
        known: dict[str, str] = {}
        for letter, name in self.file.players.items():
            if name.strip() in known:
                message = _("{known} and {letter} are both called {name}").format(
                    known=known[name.strip()], letter=letter, name=name.strip()
                )
                self.faults.fault("session.name", message, ("players", letter), _("give each player a different name"))
            known.setdefault(name.strip(), letter)
        numbers = [number + bool(self.scorer.seats_table) for number in self.engine.ruleset.players]
        if len(self.letters) not in numbers:
            message = _("{name} is not for {number} players at the table").format(
                name=self.engine.ruleset.name, number=len(self.letters)
            )
            hint = _("it is for {numbers}").format(numbers=", ".join(str(number) for number in numbers))
            self.faults.fault("session.players", message, ("players",), hint)
            self.faults.check(RecordError)

    def _check_prose(self) -> None:
        """Check the names that comments interpolate."""
        comments: list[tuple[str, KeyPath]] = [(self.file.about, ("about",))]
        comments += [(deal.note, ("deals", i, "note")) for i, deal in enumerate(self.file.deals)]
        for source, path in comments:
            try:
                Prose.compile(source.strip()).fill(prose_scope(self.engine.ruleset))
            except ProseError as error:
                place = self.document.line_of_prose(path, error.line)
                self.faults.fault(
                    "session.prose", _("in this text: {message}").format(message=error.message), place, error.hint
                )

    def _starting_chips(self) -> Totals:
        """The totals before the first deal: chips as written, or by the ruleset, or zero."""
        ends, written = self.scorer.ends, self.file.holdings
        start = dict.fromkeys(self.letters, Fraction(ends.start or 0 if ends else 0))
        if written is None:
            return start
        if not self.for_chips:
            message = _("{name} is not played for chips").format(name=self.engine.ruleset.name)
            hint = _("leave `holdings` out, or take an option for chips")
            self.faults.fault("session.holdings", message, ("holdings",), hint)
            return start
        for letter, number in written.items():
            path = ("holdings", letter)
            if number <= 0:
                message = _("{letter} would begin with {number} chips").format(letter=letter, number=number)
                self.faults.fault("session.holdings", message, path, _("every player begins with one chip or more"))
            if self.seat(letter, path) is not None:
                start[letter] = Fraction(max(number, 1))
        missing = [letter for letter in self.letters if letter not in written]
        if missing:
            message = _("the chips of {missing} are not given").format(missing=", ".join(missing))
            self.faults.fault("session.holdings", message, ("holdings",), _("give each player's chips"))
        return start

    def _first_dealer(self) -> tuple[tuple[DrawRound, ...], int]:
        """The rounds of drawing, and the dealer drawn; without any, the dealer named, or the last player."""
        named = self.seat(self.file.first_dealer, ("first_dealer",))
        if not self.file.draw:
            return (), len(self.letters) - 1 if named is None else named
        rule = self.scorer.chooses_dealer
        if rule is None:
            message = _("{name} does not draw for the first deal").format(name=self.engine.ruleset.name)
            self.faults.fault("session.draw", message, ("draw",), "name `first_dealer`")
            return (), 0
        rounds: list[DrawRound] = []
        cards: dict[int, Card] = {}
        due = set(range(len(self.letters)))
        for i in range(len(self.file.draw)):
            before = len(self.faults)
            drawn = self._drawn(i, set(cards.values()))
            if len(self.faults) == before and set(drawn) != due:
                message = _("in this round {names} should draw").format(names=self._names(due) or "nobody")
                self.faults.fault("session.draw", message, ("draw", i), _("one card for each"))
            if len(self.faults) > before:
                return tuple(rounds), 0
            cards |= drawn
            judged = rule.judge(cards)
            rounds.append(DrawRound({self.letters[seat]: card for seat, card in drawn.items()}, judged))
            due = set(judged.again)
            if not any(cards[seat].is_excuse for seat in due):  # those who tie draw among themselves
                cards = {seat: card for seat, card in cards.items() if seat in due or not due}
        dealer = rounds[-1].drawn.dealer
        if dealer is None:
            self.faults.fault(
                "session.draw",
                _("{names} should draw again").format(names=self._names(due)),
                ("draw",),
                _("add a round"),
            )
        elif named is not None and named != dealer:
            message = _("{letters} has drawn the lowest card, and deals first").format(letters=self.letters[dealer])
            self.faults.fault("session.dealer", message, ("first_dealer",), "leave `first_dealer` out")
        return tuple(rounds), dealer or 0

    def _names(self, seats: set[int]) -> str:
        return ", ".join(self.letters[seat] for seat in sorted(seats))

    def _drawn(self, i: int, drawn_before: set[Card]) -> dict[int, Card]:
        """The cards of one round of drawing, by seat."""
        cards: dict[int, Card] = {}
        for letter, code in self.file.draw[i].items():
            path = ("draw", i, letter)
            seat = self.seat(letter, path)
            try:
                card = self.engine.ruleset.deck.card(code)
            except NotationError as error:
                self.faults.add(error, path)
                continue
            if card in drawn_before or card in cards.values():
                self.faults.fault(
                    "session.draw",
                    _("{code} has been drawn already").format(code=card.code),
                    path,
                    _("each card is drawn once"),
                )
            if seat is not None:
                cards[seat] = card
        return cards

    # ------------------------------------------------------------ deals

    def _game_over(self, i: int, winners: tuple[str, ...]) -> None:
        names = listed([Text((self.file.players[letter],)) for letter in winners])
        message = _("the game is over: {names} {words} won it").format(
            names=names, words="has" if len(winners) == 1 else "have"
        )
        self.faults.fault("session.over", message, ("deals", i), _("end the session before this deal"))

    def _seating(self, dealer: int, totals: Totals) -> Seating:
        letter, seats = self.letters[dealer], self.letters
        if self.scorer.seats_table is not None:
            seats = tuple(self.letters[seat] for seat in self.scorer.seats_table.playing(dealer, len(self.letters)))
        first = seats.index(letter) if letter in seats else len(seats) - 1
        chips = tuple(int(totals[player]) for player in seats) if self.for_chips and self.certain else None
        return Seating(seats, first, letter, chips)

    def _deal(self, i: int, deal: SessionDeal, dealer: int, totals: Totals) -> ScoredDeal:
        seating = self._seating(dealer, totals)
        if deal.dealer is not None and self.seat(deal.dealer, ("deals", i, "dealer")) not in (None, dealer):
            message = _("it is {dealer}'s turn to deal, not {other}'s").format(dealer=seating.dealer, other=deal.dealer)
            hint = _("leave `dealer` out, or correct the order")
            self.faults.fault("session.dealer", message, ("deals", i, "dealer"), hint)
        outcome = self._outcome(i, deal, seating)
        scores = dict.fromkeys(self.letters, Fraction(0))
        if outcome.result is not None and outcome.result.scores:
            scores |= dict(zip(outcome.seats, outcome.result.scores, strict=True))
        written = self._written_scores(i, deal.scores, None if outcome.result is None else scores, totals)
        if outcome.result is None:
            self.certain = self.certain and written is not None
            scores |= written or {}
        totals = {letter: totals[letter] + scores[letter] for letter in self.letters}
        return ScoredDeal(i + 1, seating.dealer, deal, outcome, scores, totals)

    def _outcome(self, i: int, deal: SessionDeal, seating: Seating) -> DealOutcome:
        given = [name for name in ("result", "void", "deal", "record") if getattr(deal, name) is not None]
        if len(given) != 1:
            message = (
                _("this deal is told in {number} ways").format(number=len(given))
                if given
                else _("this deal does not say how it went")
            )
            self.faults.fault("session.deal", message, ("deals", i), "give `result`, `void`, `deal` or `record`")
            return DealOutcome(seating.seats)
        if deal.deal is not None or deal.record is not None:
            return _RecordedDeal(self, i, seating).outcome()
        self.pack = ()
        if deal.result is None:
            return self._void(i, deal.void or "", seating)
        faults = self.faults.below("deals", i, "result")
        outcomes = outcomes_of(deal.result, self.scorer, self.engine.ruleset.deck, seating.seats, faults.fault)
        if not outcomes:
            return DealOutcome(seating.seats)
        result, events = self.scorer.result(outcomes, len(seating.seats), seating.chips)
        return DealOutcome(seating.seats, result, tuple(events))

    def _void(self, i: int, name: str, seating: Seating) -> DealOutcome:
        """The outcome of a void deal; the rule is named by id or title."""
        index, rules = self.engine.index, self.engine.ruleset.rules
        known = [*(r.rule for r in (*index.voids, *index.claims)), *([index.all_pass.rule] if index.all_pass else [])]
        rule = next((id for id in known if name == id or name.casefold() == rules[id].title.casefold()), None)
        if rule is None:
            message = _("{name} has no rule {rule!r} that voids a deal").format(
                name=self.engine.ruleset.name, rule=name
            )
            self.faults.fault("session.void", message, ("deals", i, "void"), suggest(name, known, _("such rules")))
            return DealOutcome(seating.seats)
        return DealOutcome(seating.seats, Result(void=rule))

    def _written_scores(
        self, i: int, written: dict[str, int] | None, scores: Totals | None, totals: Totals
    ) -> Totals | None:
        """Check the scores written for a deal against those that follow from it (None after a fault).

        Gives the written scores where they are complete and possible.
        """
        if written is None:
            return None
        before, path = len(self.faults), ("deals", i, "scores")
        for letter in written:
            self.seat(letter, (*path, letter))
        complete = set(written) >= set(self.letters)
        total = sum(written.values())
        if self.scorer.has_sides and total and complete:
            message = _("these scores sum to {total}, not to zero").format(total=total)
            self.faults.fault("session.sum", message, path, _("what some win, the others lose"))
        for letter, score in written.items():
            if letter not in totals:
                continue
            if self.for_chips and self.certain and totals[letter] + score < 0:
                has = ngettext("{number} chip", "{number} chips", int(totals[letter])).format(number=totals[letter])
                right = "" if scores is None else _("; the result makes it {scores}").format(scores=scores[letter])
                message = _("{letter} has {has}, and cannot lose {words}{right}").format(
                    letter=letter, has=has, words=-score, right=right
                )
                self.faults.fault("session.chips", message, (*path, letter), _("nobody loses more than they have"))
            elif scores is not None and scores[letter] != score and (self.certain or not self.for_chips):
                message = _("{letter} has {score} here; the result makes it {scores}").format(
                    letter=letter, score=score, scores=scores[letter]
                )
                self.faults.fault("session.score", message, (*path, letter), _("correct this entry, or the result"))
        sound = complete and len(self.faults) == before
        return {letter: Fraction(score) for letter, score in written.items()} if sound else None


class _RecordedDeal:
    """A deal given card by card, in the session's file or a file of its own, played by the session's players."""

    def __init__(self, keeper: Scorekeeper, i: int, seating: Seating) -> None:
        self.keeper, self.i, self.seating = keeper, i, seating
        self.deal: SessionDeal = keeper.file.deals[i]
        self.key = "record" if self.deal.deal is None else "deal"
        self.path: KeyPath = ("deals", i, self.key)
        self.gathered: Sequence[Card] | None = keeper.pack

    def outcome(self) -> DealOutcome:
        """The outcome of the deal. The pack gathered after it is left with the scorekeeper."""
        keeper = self.keeper
        keeper.pack = None
        try:
            record = self._record()
            if not self._has_cards(record):
                return DealOutcome(self.seating.seats)
            seats = self.seating.seats if self.deal.deal is not None else self._players(record)
            done = replay(self._seated(record, seats), keeper.engine)
        except TarotError as error:
            keeper.faults.problems.extend(error.problems)
            return DealOutcome(self.seating.seats)
        state, stacks = done.end, keeper.scorer.stacks_pack
        complete = stacks and not any(state.unseen) and record.file.start.step != "score"
        keeper.pack = stacks.next_pack(state) if stacks and complete else ()
        if state.result is None:
            message, hint = (
                _("this deal comes to no result: {stopped}").format(stopped=done.stopped),
                _("tell it to its last card, or give its result"),
            )
            keeper.faults.fault("session.unfinished", message, ("deals", self.i), hint)
            return DealOutcome(seats)
        return DealOutcome(seats, state.result, tuple(done.deal.events()), done)

    def _record(self) -> Record:
        """The record as written. Raises RecordError or LoadError."""
        keeper, place = self.keeper, self.keeper.document.place(self.path)
        if self.deal.deal is not None:
            faults = Faults(keeper.document, self.path)
            for name in OF_THE_SESSION:
                if name in self.deal.deal.model_fields_set:
                    message = _("{name!r} is the session's, and cannot be told of one deal").format(name=name)
                    faults.fault("session.field", message, (name,), _("leave it out here"))
            faults.check(RecordError)
            return Record(self.deal.deal, keeper.document, self.path)
        assert self.deal.record is not None
        name = self.deal.record
        path = str(keeper.folder / name) if "/" in name or name.endswith((".yaml", ".yml")) else name
        try:
            record = load_example(path, keeper.library)
        except LoadError as error:
            raise LoadError([replace(problem, place=problem.place or place) for problem in error.problems]) from None
        ruleset = keeper.file.ruleset
        if record.file.ruleset != ruleset:
            message = _("{id} is played under {ruleset}, and this session under {other}").format(
                id=record.file.id, ruleset=record.file.ruleset, other=ruleset
            )
            raise LoadError.of("session.ruleset", message, place, _("take a record of the same ruleset"))
        return record

    def _from_gathered_pack(self, record: Record) -> bool:
        """True for a deal that begins with the pack, and gives neither the pack nor a seed."""
        file = record.file
        return file.start.step == "deal" and file.pack is None and file.start.seed is None

    def _has_cards(self, record: Record) -> bool:
        """True if there are cards to deal, those of the record or those gathered after the deal before."""
        if not self._from_gathered_pack(record) or self.gathered:
            return True
        if self.gathered is None:
            return False  # unknown after a fault, which has been reported
        message, hint = (
            _("this deal begins with the pack, and brings none"),
            _("give `pack`, or a `seed` under `start`"),
        )
        if self.keeper.scorer.stacks_pack:
            message += _("; the cards of the deal before are not told, so none can be gathered")
            hint = _("give `pack`, or tell the deal before card by card")
        self.keeper.faults.fault("session.pack", message, self.path, hint)
        return False

    def _players(self, record: Record) -> tuple[str, ...]:
        """The session's players at the seats of a record: by its letters, or, where it has others, from the dealer on.

        Raises RecordError where they cannot sit so.
        """
        keeper, seating, id = self.keeper, self.seating, record.file.id
        reader = RecordReader(record, keeper.engine)
        seats, count = reader.seats, len(reader.seats)
        dealer = reader.seat(record.file.start.dealer, ("start", "dealer"), count - 1)
        reader.check()
        place = keeper.document.place(self.path)
        if count != len(seating.seats):
            message = _("{id} is a deal for {count}, and here {number} play").format(
                id=id, count=count, number=len(seating.seats)
            )
            raise RecordError.of("session.players", message, place, _("take a record of as many players"))
        around = tuple(seating.seats[(seat - dealer + seating.first) % count] for seat in range(count))
        if not set(seats) <= set(keeper.letters) or seats == around:
            return around
        if set(seats) != set(seating.seats):
            message = _("in {id} {seats} play, and here {around}").format(
                id=id, seats=", ".join(seats), around=", ".join(around)
            )
            raise RecordError.of("session.players", message, place, _("the dealer sits out: name those who play"))
        if seats[dealer] != seating.seats[seating.first]:
            message = _("in {id} {seats} deals, and here it is {dealer}'s turn").format(
                id=id, seats=seats[dealer], dealer=seating.dealer
            )
            raise RecordError.of("session.dealer", message, place, _("correct the order, or take another record"))
        message = _("in {id} the order of play is {seats}, and here {around}").format(
            id=id, seats=", ".join(seats), around=", ".join(around)
        )
        raise RecordError.of("session.order", message, place, _("name the players in the order in which they sit"))

    def _seated(self, record: Record, seats: tuple[str, ...]) -> Record:
        """The record with the session's players, dealer and chips, and the gathered pack where it has none.

        Raises RecordError where another player deals.
        """
        keeper, seating, file = self.keeper, self.seating, record.file
        update: dict[str, object] = {}
        letters = seats
        if not file.ruleset:
            dealer = file.start.dealer
            if dealer is not None and dealer != seating.dealer and dealer in keeper.letters:
                place = record.place(("start", "dealer"))
                message = _("it is {dealer}'s turn to deal, not {other}'s").format(dealer=seating.dealer, other=dealer)
                raise RecordError.of("session.dealer", message, place, _("leave `dealer` out, or correct the order"))
            if dealer in (None, seating.dealer):
                dealer = seating.seats[seating.first]
            update["ruleset"] = keeper.file.ruleset
            update["seats"] = {letter: keeper.file.players[letter] for letter in seats}
            update["start"] = file.start.model_copy(update={"dealer": dealer})
        else:
            letters = RecordReader(record, keeper.engine).seats
        if seating.chips is not None:
            chips = dict(zip(seating.seats, seating.chips, strict=True))
            update["holdings"] = {letter: chips[player] for letter, player in zip(letters, seats, strict=True)}
        if self._from_gathered_pack(record) and self.gathered:
            update["pack"] = [card.code for card in self.gathered]
        return replace(record, file=file.model_copy(update=update))
