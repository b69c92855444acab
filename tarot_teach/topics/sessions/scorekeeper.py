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
from tarot_teach.engine.match_memory import memory_before, void_result
from tarot_teach.engine.scoring import Scorer
from tarot_teach.errors import Faults, KeyPath, LoadError, NotationError, RecordError, TarotError, suggest
from tarot_teach.loading import Document, Library, parse_model, read_yaml
from tarot_teach.loading.document import expect_kind
from tarot_teach.mechanisms.between_deals import Drawn
from tarot_teach.messages import _, ngettext
from tarot_teach.records.gathered import load_example
from tarot_teach.records.match_entries import check_payments, memory_of, payments_of
from tarot_teach.records.record import Record
from tarot_teach.records.replay import Replay
from tarot_teach.records.results import outcomes_of
from tarot_teach.records.runner import replay
from tarot_teach.records.start import RecordReader
from tarot_teach.rules import Prose, ProseError, prose_scope
from tarot_teach.table import Event, Facts, Memory, Result
from tarot_teach.table.facts import NO_FACTS
from tarot_teach.text import Text, listed
from tarot_teach.topics.sessions.format import SessionDeal, SessionFile, check_shape

MAX_RECORDS = 200
"""Number of deals of a session that may be given card by card: the engine plays each of them."""

OF_THE_SESSION = ("ruleset", "seats", "holdings", "memory")
"""Fields of an example that a deal written in a session may not have."""

Totals = dict[str, Fraction]
"""Game points (or chips) by letter."""


class DrawRound(NamedTuple):
    """A round of drawing for the first deal: the cards by letter, and the rule's judgement."""

    cards: dict[str, Card]
    drawn: Drawn


class Seating(NamedTuple):
    """Players of a deal in playing order, by letter. ``seats[first]`` deals; if the dealer sits out, ``first`` is the seat
    before which play would start. ``chips`` are those of the seats, where the session is played for chips, and ``memory`` what rules keep
    from earlier deals.
    """

    seats: tuple[str, ...]
    first: int
    dealer: str
    chips: tuple[int, ...] | None = None
    memory: Facts = NO_FACTS


class DealOutcome(NamedTuple):
    """Result of a deal (None after a fault) and the events of its scoring; ``replay`` where cards are given.

    ``seats`` are the players by letter, in the order of the result.
    """

    seats: tuple[str, ...]
    result: Result | None = None
    events: tuple[Event, ...] = ()
    replay: Replay | None = None


@dataclass(frozen=True, slots=True)
class ScoredDeal:
    """A deal of a session with its scores, the totals after it, and what rules keep for the next, by player of the
    table; the other fields are those of :class:`DealOutcome`."""

    number: int
    dealer: str
    file: SessionDeal
    scores: Totals
    totals: Totals
    memory: Facts
    seats: tuple[str, ...]
    result: Result | None
    events: tuple[Event, ...]
    replay: Replay | None


@displayed
@dataclass(frozen=True, slots=True)
class Session:
    """A session with its score. ``drawn`` are the rounds of drawing for the first deal, ``start`` the totals before it;
    ``winners`` is empty while the game goes on; ``closing`` is what each player gets for what the rules kept to the end; ``only`` is the
    number of a single deal to show.
    """

    file: SessionFile
    engine: Engine
    deals: tuple[ScoredDeal, ...]
    drawn: tuple[DrawRound, ...] = ()
    winners: tuple[str, ...] = ()
    start: Totals = field(default_factory=dict)
    closing: Totals = field(default_factory=dict)
    only: int | None = None

    @property
    def shown(self) -> tuple[ScoredDeal, ...]:
        """The deals to show: all, or the single one."""
        return self.deals if self.only is None else self.deals[self.only - 1 : self.only]


def keep_score(path: Path, library: Library) -> Session:
    """Read a session and keep its score. Raises LoadError or RecordError with every fault."""
    return score_of(read_yaml(path), library, path.parent)


def score_of(document: Document, library: Library, folder: Path) -> Session:
    """The session of a document, whose paths are relative to a folder. Raises LoadError or RecordError with every fault."""
    expect_kind(document, "session")
    check_shape(document)
    file = parse_model(SessionFile, document)
    ruleset = library.load(file.ruleset, base=folder, place=document.place(("ruleset",)))
    return _Scorekeeper(file, document, Engine(ruleset), library, folder).session()


class _Scorekeeper:
    """Goes through a session deal by deal; every fault is added to ``faults``."""

    def __init__(self, file: SessionFile, document: Document, engine: Engine, library: Library, folder: Path) -> None:
        self.file, self.document, self.engine, self.library, self.folder = file, document, engine, library, folder
        self.scorer: Scorer = engine.scorer
        self.name = engine.ruleset.name
        self.letters: tuple[str, ...] = tuple(file.players)
        self.faults = Faults(document)
        self.fault = self.faults.fault
        self.pack: Sequence[Card] | None = ()  # gathered after the last deal; None where a fault leaves it unknown
        self.certain = True  # False once a fault leaves the totals unknown

    def session(self) -> Session:
        """The whole session. Raises RecordError."""
        self._check_table()
        drawn, dealer = self._first_dealer()
        totals = start = self._starting_chips()
        memory = memory_of(self.file.memory, self.engine.index, self.letters, self.faults.below("memory").fault)
        memory = memory_before(self.engine.index, len(self.letters), memory)
        deals: list[ScoredDeal] = []
        winners: list[str] = []
        closing: Totals = {}
        for i, deal in enumerate(self.file.deals):
            if winners:
                names = listed([Text((self.file.players[letter],)) for letter in winners])
                message = ngettext(
                    "the game is over: {names} has won it", "the game is over: {names} have won it", len(winners)
                )
                self.fault("session.over", message, ("deals", i), _("end the session before this deal"), names=names)
                break
            scored = self._deal(i, deal, dealer, totals, memory)
            deals.append(scored)
            totals, memory = scored.totals, scored.memory
            if self.certain and self.scorer.match_winners([totals[letter] for letter in self.letters], i + 1):
                closing = self._closing(memory, totals)
                final = [totals[letter] + closing.get(letter, 0) for letter in self.letters]
                winners = [self.letters[seat] for seat in self.scorer.match_winners(final, i + 1)]
            passes = self.scorer.passes
            dealer = passes.next_dealer(dealer, len(self.letters), False) if passes else dealer
        self.faults.check(RecordError, in_order=True)
        return Session(self.file, self.engine, tuple(deals), drawn, tuple(winners), start, closing)

    def _closing(self, memory: Facts, totals: Totals) -> Totals:
        """Game points of each player for what the rules kept to the end of the match; empty where that is settled by none."""
        closing: Totals = {}
        sums = [totals[letter] for letter in self.letters]
        for rule in self.engine.index.remembers:
            kept = memory[rule.rule]
            assert isinstance(kept, Memory)
            for letter, amount in zip(self.letters, rule.closing(kept, sums), strict=False):
                closing[letter] = closing.get(letter, Fraction(0)) + amount
        return closing if any(closing.values()) else {}

    def seat(self, letter: str | None, path: KeyPath) -> int | None:
        """A player's index at the table; None where no letter is given, or after a fault."""
        if letter is None or letter in self.letters:
            return None if letter is None else self.letters.index(letter)
        hint = suggest(letter, self.letters, _("players"))
        self.fault("session.player", _("nobody is called {letter!r} here"), path, hint, letter=letter)
        return None

    # ------------------------------------------------------------ players, chips, first dealer

    def _check_table(self) -> None:
        """Check how many deals are told card by card, the names, the number of players (one more than play where the dealer sits out),
        and what comments interpolate. Raises RecordError."""
        records = [i for i, deal in enumerate(self.file.deals) if deal.deal is not None or deal.record is not None]
        if len(records) > MAX_RECORDS:
            message = _("more than {max_records} deals are told card by card")
            path: KeyPath = ("deals", records[MAX_RECORDS])
            hint = _("note results, or begin another session")
            self.fault("session.too-many", message, path, hint, max_records=MAX_RECORDS)
            self.faults.check(RecordError)
        known: dict[str, str] = {}
        for letter, name in self.file.players.items():
            first = known.setdefault(name.strip(), letter)
            if first != letter:
                message, hint = _("{known} and {letter} are both called {name}"), _("give each player a different name")
                path = ("players", letter)
                self.fault("session.name", message, path, hint, known=first, letter=letter, name=name.strip())
        numbers = [number + bool(self.scorer.seats_table) for number in self.engine.ruleset.players]
        if len(self.letters) not in numbers:
            message = _("{name} is not for {number} players at the table")
            hint = _("it is for {numbers}").format(numbers=", ".join(str(number) for number in numbers))
            self.fault("session.players", message, ("players",), hint, name=self.name, number=len(self.letters))
            self.faults.check(RecordError)
        notes: list[tuple[str, KeyPath]] = [(deal.note, ("deals", i, "note")) for i, deal in enumerate(self.file.deals)]
        for source, path in [(self.file.about, ("about",)), *notes]:
            try:
                Prose.compile(source.strip()).fill(prose_scope(self.engine.ruleset))
            except ProseError as error:
                place = self.document.line_of_prose(path, error.line)
                self.fault("session.prose", _("in this text: {message}"), place, error.hint, message=error.message)

    def _starting_chips(self) -> Totals:
        """The totals before the first deal: chips as written, or by the ruleset, or zero."""
        ends, written = self.scorer.ends, self.file.holdings
        start = dict.fromkeys(self.letters, Fraction(ends.start or 0 if ends else 0))
        if written is None:
            return start
        if not self.scorer.for_chips:
            hint = _("leave `holdings` out, or take an option for chips")
            self.fault("session.holdings", _("{name} is not played for chips"), ("holdings",), hint, name=self.name)
            return start
        for letter, number in written.items():
            path = ("holdings", letter)
            if number <= 0:
                hint = _("every player begins with one chip or more")
                message = _("{letter} would begin with {number} chips")
                self.fault("session.holdings", message, path, hint, letter=letter, number=number)
            if self.seat(letter, path) is not None:
                start[letter] = Fraction(max(number, 1))
        missing = ", ".join(letter for letter in self.letters if letter not in written)
        if missing:
            message, hint = _("the chips of {missing} are not given"), _("give each player's chips")
            self.fault("session.holdings", message, ("holdings",), hint, missing=missing)
        return start

    def _first_dealer(self) -> tuple[tuple[DrawRound, ...], int]:
        """The rounds of drawing, and the dealer drawn; without any, the dealer named, or the last player."""
        named = self.seat(self.file.first_dealer, ("first_dealer",))
        if not self.file.draw:
            return (), len(self.letters) - 1 if named is None else named
        rule = self.scorer.chooses_dealer
        if rule is None:
            message = _("{name} does not draw for the first deal")
            self.fault("session.draw", message, ("draw",), _("name `first_dealer`"), name=self.name)
            return (), 0
        rounds: list[DrawRound] = []
        cards: dict[int, Card] = {}
        due = set(range(len(self.letters)))

        def names() -> str:
            return ", ".join(self.letters[seat] for seat in sorted(due))

        for i in range(len(self.file.draw)):
            before = len(self.faults)
            drawn = self._drawn(i, set(cards.values()))
            if len(self.faults) == before and set(drawn) != due:
                message = _("in this round {names} should draw")
                self.fault("session.draw", message, ("draw", i), _("one card for each"), names=names() or _("nobody"))
            if len(self.faults) > before:
                return tuple(rounds), 0
            cards |= drawn
            judged = rule.judge(cards)
            rounds.append(DrawRound({self.letters[seat]: card for seat, card in drawn.items()}, judged))
            due = set(judged.redraw)
            if not any(cards[seat].is_excuse for seat in due):  # those who tie draw among themselves
                cards = {seat: card for seat, card in cards.items() if seat in due or not due}
        dealer = rounds[-1].drawn.dealer
        if dealer is None:
            self.fault("session.draw", _("{names} should draw again"), ("draw",), _("add a round"), names=names())
        elif named is not None and named != dealer:
            message, hint = _("{letters} has drawn the lowest card, and deals first"), _("leave `first_dealer` out")
            self.fault("session.dealer", message, ("first_dealer",), hint, letters=self.letters[dealer])
        return tuple(rounds), dealer or 0

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
            if card in {*drawn_before, *cards.values()}:
                message, hint = _("{code} has been drawn already"), _("each card is drawn once")
                self.fault("session.draw", message, path, hint, code=card.code)
            if seat is not None:
                cards[seat] = card
        return cards

    # ------------------------------------------------------------ deals

    def _deal(self, i: int, deal: SessionDeal, dealer: int, totals: Totals, memory: Facts) -> ScoredDeal:
        letter, seats = self.letters[dealer], self.letters
        if self.scorer.seats_table is not None:
            seats = tuple(self.letters[seat] for seat in self.scorer.seats_table.playing(dealer, len(self.letters)))
        first = seats.index(letter) if letter in seats else len(seats) - 1
        chips = tuple(int(totals[player]) for player in seats) if self.scorer.for_chips and self.certain else None
        if deal.dealer is not None and self.seat(deal.dealer, ("deals", i, "dealer")) not in (None, dealer):
            path, hint = ("deals", i, "dealer"), _("leave `dealer` out, or correct the order")
            message = _("it is {dealer}'s turn to deal, not {other}'s")
            self.fault("session.dealer", message, path, hint, dealer=letter, other=deal.dealer)
        places = [self.letters.index(player) for player in seats]
        outcome = self._outcome(i, deal, Seating(seats, first, letter, chips, _of_seats(memory, places)))
        scores = dict.fromkeys(self.letters, Fraction(0))
        if outcome.result is not None and outcome.result.scores:
            scores |= dict(zip(outcome.seats, outcome.result.scores, strict=True))
        written = self._written_scores(i, deal.scores, None if outcome.result is None else scores, totals)
        if outcome.result is None:
            self.certain = self.certain and written is not None
            scores |= written or {}
        totals = {letter: totals[letter] + scores[letter] for letter in self.letters}
        if outcome.result is not None and outcome.result.memory:
            places = [self.letters.index(player) for player in outcome.seats]
            memory = _of_table(memory, outcome.result.memory, places, len(self.letters))
        return ScoredDeal(i + 1, letter, deal, scores, totals, memory, *outcome)

    def _outcome(self, i: int, deal: SessionDeal, seating: Seating) -> DealOutcome:
        given = [name for name in ("result", "void", "deal", "record") if getattr(deal, name) is not None]
        nothing = DealOutcome(seating.seats)
        if len(given) != 1:
            message = _("this deal is told in {number} ways") if given else _("this deal does not say how it went")
            hint = _("give `result`, `void`, `deal` or `record`")
            self.fault("session.deal", message, ("deals", i), hint, number=len(given))
            return nothing
        if deal.paid and deal.void is None:
            message, hint = (
                _("`paid` is for a void deal"),
                _("write it into `result`; a deal told card by card needs none"),
            )
            self.fault("session.deal", message, ("deals", i, "paid"), hint)
        if deal.deal is not None or deal.record is not None:
            return self._recorded(deal, ("deals", i, *given), seating)
        self.pack = ()
        if deal.result is None:
            rule = self._void_rule(deal.void or "", ("deals", i, "void"))
            index, players = self.engine.index, len(seating.seats)
            fault = self.faults.below("deals", i, "paid").fault
            paid = payments_of(deal.paid, index, seating.seats, fault)
            return nothing._replace(result=void_result(index, rule, players, seating.memory, paid)) if rule else nothing
        faults = self.faults.below("deals", i, "result")
        outcomes = outcomes_of(deal.result, self.scorer, self.engine.ruleset.deck, seating.seats, faults.fault)
        if not outcomes:
            return nothing
        paid = payments_of(deal.result.paid, self.engine.index, seating.seats, faults.below("paid").fault)
        check_payments(paid, self.engine.index, seating.memory, outcomes[0].taker, faults.below("paid").fault)
        result, events = self.scorer.result(outcomes, len(seating.seats), seating.chips, seating.memory, paid)
        return DealOutcome(seating.seats, result, tuple(events))

    def _void_rule(self, name: str, path: KeyPath) -> str | None:
        """The rule of a void deal, which is named by id or title."""
        index, rules = self.engine.index, self.engine.ruleset.rules
        known = [rule.rule for rule in (*index.voids, *index.claims, *index.all_pass)]
        for id in known:
            if name == id or name.casefold() == rules[id].title.casefold():
                return id
        message, hint = _("{name} has no rule {rule!r} that voids a deal"), suggest(name, known, _("such rules"))
        self.fault("session.void", message, path, hint, name=self.name, rule=name)
        return None

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
        if self.scorer.only_sides and total and complete:
            message, hint = _("these scores sum to {total}, not to zero"), _("what some win, the others lose")
            self.fault("session.sum", message, path, hint, total=total)
        for letter, score in written.items():
            if letter not in totals:
                continue
            due, had, at = scores and scores[letter], int(totals[letter]), (*path, letter)
            if self.scorer.for_chips and self.certain and had + score < 0:
                has = ngettext("{number} chip", "{number} chips", had).format(number=had)
                message, hint = _("{letter} has {has}, and cannot lose {words}"), _("nobody loses more than they have")
                if due is not None:
                    message = _("{letter} has {has}, and cannot lose {words}; the result makes it {scores}")
                filled = message.format(letter=letter, has=has, words=-score, scores=due)
                self.fault("session.chips", filled, at, hint)
            elif due is not None and due != score and (self.certain or not self.scorer.for_chips):
                message = _("{letter} has {score} here; the result makes it {scores}")
                hint = _("correct this entry, or the result")
                self.fault("session.score", message, at, hint, letter=letter, score=score, scores=due)
        sound = complete and len(self.faults) == before
        return {letter: Fraction(score) for letter, score in written.items()} if sound else None

    # ------------------------------------------------------------ deals card by card

    def _recorded(self, deal: SessionDeal, path: KeyPath, seating: Seating) -> DealOutcome:
        """The outcome of a deal given card by card, in the session's file or a file of its own. The pack gathered after it is left in
        ``pack``."""
        gathered, self.pack, stacks = self.pack, None, self.scorer.stacks_pack
        nothing, sitting = DealOutcome(seating.seats), {letter: letter for letter in seating.seats}
        try:
            record = self._written_record(deal, path) if deal.record is None else self._file(deal.record, path)
            pack: Sequence[Card] = ()
            if record.file.start.step == "deal" and record.file.pack is None and record.file.start.seed is None:
                if gathered is None:
                    return nothing  # unknown after a fault, which has been reported
                if not gathered:
                    message = _("this deal begins with the pack, and brings none")
                    hint = _("give `pack`, or a `seed` under `start`")
                    if stacks:
                        message = _(
                            "this deal begins with the pack, and brings none; the cards of the deal before are not told, so none can be gathered"
                        )
                        hint = _("give `pack`, or tell the deal before card by card")
                    self.fault("session.pack", message, path, hint)
                    return nothing
                pack = gathered
            if deal.deal is None:
                sitting = self._sitting(record, path, seating)
            done = replay(self._seated(record, sitting, pack, seating), self.engine)
        except TarotError as error:
            self.faults.problems.extend(error.problems)
            return nothing
        state = done.end
        seats = tuple(sitting.values())
        complete = not any(state.unseen) and record.file.start.step != "score"
        self.pack = stacks.next_pack(state) if stacks and complete else ()
        if state.result is None:
            message, hint = (
                _("this deal comes to no result: {stopped}"),
                _("tell it to its last card, or give its result"),
            )
            self.fault("session.unfinished", message, path[:2], hint, stopped=done.stopped)
            return DealOutcome(seats)
        return DealOutcome(seats, state.result, tuple(done.deal.events()), done)

    def _written_record(self, deal: SessionDeal, path: KeyPath) -> Record:
        """A deal of the session's file as a record. Raises RecordError where it has what is the session's."""
        assert deal.deal is not None
        faults = Faults(self.document, path)
        for name in OF_THE_SESSION:
            if name in deal.deal.model_fields_set:
                message = _("{name!r} is the session's, and cannot be told of one deal")
                faults.fault("session.field", message, (name,), _("leave it out here"), name=name)
        faults.check(RecordError)
        return Record(deal.deal, self.document, path)

    def _file(self, name: str, path: KeyPath) -> Record:
        """A record by its id or its file. Raises LoadError, also for one of another ruleset."""
        place = self.document.place(path)
        is_path = "/" in name or name.endswith((".yaml", ".yml"))
        try:
            record = load_example(str(self.folder / name) if is_path else name, self.library)
        except LoadError as error:
            raise LoadError([replace(problem, place=problem.place or place) for problem in error.problems]) from None
        file, ruleset = record.file, self.file.ruleset
        if file.ruleset != ruleset:
            message = _("{id} is played under {ruleset}, and this session under {other}")
            hint = _("take a record of the same ruleset")
            raise LoadError.of("session.ruleset", message, place, hint, id=file.id, ruleset=file.ruleset, other=ruleset)
        return record

    def _sitting(self, record: Record, path: KeyPath, seating: Seating) -> dict[str, str]:
        """The session's players by the seats of a record: by its letters, or, where it has others, from the dealer on.

        Raises RecordError where they cannot sit so.
        """
        reader = RecordReader(record, self.engine)
        seats, count = reader.seats, len(reader.seats)
        dealer = reader.seat(record.file.start.dealer, ("start", "dealer"), count - 1)
        reader.check()
        place = self.document.place(path)
        id, number = record.file.id, len(seating.seats)
        if count != number:
            message, hint = (
                _("{id} is a deal for {count}, and here {number} play"),
                _("take a record of as many players"),
            )
            raise RecordError.of("session.players", message, place, hint, id=id, count=count, number=number)
        around = tuple(seating.seats[(seat - dealer + seating.first) % count] for seat in range(count))
        if not set(seats) <= set(self.letters) or seats == around:
            return dict(zip(seats, around, strict=True))
        theirs, ours = ", ".join(seats), ", ".join(around)
        if set(seats) != set(seating.seats):
            message, hint = _("in {id} {seats} play, and here {around}"), _("the dealer sits out: name those who play")
            raise RecordError.of("session.players", message, place, hint, id=id, seats=theirs, around=ours)
        if seats[dealer] != seating.seats[seating.first]:
            message = _("in {id} {seats} deals, and here it is {dealer}'s turn")
            hint, other = _("correct the order, or take another record"), seats[dealer]
            raise RecordError.of("session.dealer", message, place, hint, id=id, seats=other, dealer=seating.dealer)
        message = _("in {id} the order of play is {seats}, and here {around}")
        hint = _("name the players in the order in which they sit")
        raise RecordError.of("session.order", message, place, hint, id=id, seats=theirs, around=ours)

    def _seated(self, record: Record, sitting: dict[str, str], pack: Sequence[Card], seating: Seating) -> Record:
        """The record with the session's players, dealer and chips, and a pack where it has none. ``sitting`` are the players by seat.

        Raises RecordError where another player deals.
        """
        file = record.file
        update: dict[str, object] = {"pack": [card.code for card in pack]} if pack else {}
        if not file.ruleset:
            dealer = file.start.dealer
            if dealer is not None and dealer != seating.dealer and dealer in self.letters:
                place, hint = record.place(("start", "dealer")), _("leave `dealer` out, or correct the order")
                message, whose = _("it is {dealer}'s turn to deal, not {other}'s"), seating.dealer
                raise RecordError.of("session.dealer", message, place, hint, dealer=whose, other=dealer)
            if dealer in (None, seating.dealer):
                dealer = seating.seats[seating.first]
            update["ruleset"] = self.file.ruleset
            update["seats"] = {letter: self.file.players[letter] for letter in sitting}
            update["start"] = file.start.model_copy(update={"dealer": dealer})
        if seating.chips is not None:
            chips = dict(zip(seating.seats, seating.chips, strict=True))
            update["holdings"] = {letter: chips[player] for letter, player in sitting.items()}
        if seating.memory:
            places = [seating.seats.index(player) for player in sitting.values()]
            kept = _of_seats(seating.memory, places)
            update["memory"] = {
                rule: fact.spelled(tuple(sitting)) for rule, fact in kept.items() if isinstance(fact, Memory)
            }
        return replace(record, file=file.model_copy(update=update))


def _of_seats(memory: Facts, places: Sequence[int]) -> Facts:
    """The memory of a match as the seats of a deal have it; ``places`` are the places at the table of its seats."""
    return Facts({rule: kept.at(places) for rule, kept in memory.items() if isinstance(kept, Memory)})


def _of_table(before: Facts, deal: Facts, places: Sequence[int], players: int) -> Facts:
    """The memory of a table of players after a deal, from that before it and that of the seats of the deal."""
    kept = {rule: (before[rule], memory) for rule, memory in deal.items()}
    return Facts(
        {
            rule: table.after(memory, places, players)
            for rule, (table, memory) in kept.items()
            if isinstance(table, Memory) and isinstance(memory, Memory)
        }
    )
