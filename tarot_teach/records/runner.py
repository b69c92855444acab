"""Replay of a record: every action judged by the rules, every comment, question and expectation checked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from tarot_teach.advice.format import find_advice
from tarot_teach.cards import Card
from tarot_teach.engine import Engine
from tarot_teach.engine.deal import Deal
from tarot_teach.errors import KeyPath, RecordError
from tarot_teach.language import _
from tarot_teach.loading import Library
from tarot_teach.records.expectations import MEND, check_expectations, check_rule_ids, unreached, unused
from tarot_teach.records.format import ExampleFile
from tarot_teach.records.questions import questions
from tarot_teach.records.record import Record, check_commentary, load_example
from tarot_teach.records.replay import Replay, Tried
from tarot_teach.records.start import RecordReader, begin, is_unknown, scored
from tarot_teach.table import (
    NOTHING,
    VOID,
    Action,
    Bid,
    Call,
    Cut,
    DealCards,
    Declare,
    Discard,
    Pay,
    Phase,
    Play,
    State,
)


def replay_example(name: str, library: Library, *, go_on: bool = False) -> Replay:
    """Replay a worked example by its id or path. Raises LoadError with a suggestion, and RecordError as :func:`replay` does."""
    base = library.find_record("example", name).parent
    return replay_by(load_example(name, library), library, base, go_on=go_on)


def replay_by(record: Record, library: Library, base: Path, *, go_on: bool = False) -> Replay:
    """Replay a record under the ruleset that it names, with its advice and the rulesets under ``compare``.

    Paths in the record are relative to the folder ``base``.
    """
    ruleset = library.load(record.file.ruleset, base=base, place=record.place(("ruleset",)))
    name = record.file.advice
    advice = find_advice(library, name, record.place(("advice",))) if name else None
    done = replace(replay(record, Engine(ruleset), go_on=go_on), advice=advice)
    return replace(done, compared=tuple(_engines_to_compare(done, library, base)))


def _engines_to_compare(done: Replay, library: Library, base: Path) -> Iterator[Engine]:
    """Engines of the rulesets under ``compare``. Raises LoadError, or RecordError for a ruleset that does not fit."""
    record = done.record
    for i, name in enumerate(record.file.compare):
        path = ("compare", i)
        engine = Engine(library.load(name, base=base, place=record.place(path)))
        check_fit(record, done.start.players, done.engine, engine, path)
        yield engine


def replay(record: Record, engine: Engine, *, go_on: bool = False) -> Replay:
    """Replay a record. ``go_on`` lets refused plays stand, also those that the record does not call irregular.

    Raises RecordError with the place of an illegal action, or of every expectation that is not met.
    """
    reader = RecordReader(record, engine)
    reader.faults.problems.extend(check_commentary(record, engine.ruleset))
    check_rule_ids(reader)
    runner = Runner(reader, scored(reader) if record.file.start.step == "score" else begin(reader), go_on)
    stopped = runner.run()
    reader.check()
    done = Replay(record, runner.deal, runner.tries, stopped)
    asked, problems = questions(done)
    reader.faults.problems.extend(
        [*check_expectations(done, reader), *problems, *unused(reader, runner.state, runner.used), *unreached(done)]
    )
    reader.check()
    return replace(done, asked=asked)


def check_fit(record: Record, players: int, own: Engine, engine: Engine, path: KeyPath = ("ruleset",)) -> None:
    """Check that the hand of a record, played by ``players`` under ``own``, can be played under ``engine``.

    Raises RecordError with the reason, at ``path`` in the record.
    """
    name, file, message, hint = (
        engine.ruleset.name,
        record.file,
        "",
        _("compare rulesets for the same cards and players"),
    )
    mine, theirs = own.index.deals, engine.index.deals
    if engine.ruleset.deck.id != own.ruleset.deck.id:
        message = _("{id} is played with the {title}, and {name} with the {title_2}").format(
            id=file.id, title=own.ruleset.deck.title, name=name, title_2=engine.ruleset.deck.title
        )
    elif players not in engine.ruleset.players:
        number = " or ".join(str(n) for n in engine.ruleset.players)
        message = _("{id} is a deal for {players}, and {name} is for {number} players").format(
            id=file.id, players=players, name=name, number=number
        )
    elif own.scorer.has_sides != engine.scorer.has_sides and file.start.step == "score":
        message = _("{id} tells only a result, and {name} counts in another way: not both know a taker").format(
            id=file.id, name=name
        )
    elif mine.hand_size(players) != theirs.hand_size(players):
        hands = _("{hand_size} cards are dealt to each, and in {name} {hand_size_2}").format(
            hand_size=mine.hand_size(players), name=name, hand_size_2=theirs.hand_size(players)
        )
        message = _("the hands of {id} cannot be dealt: {hands}").format(id=file.id, hands=hands)
    elif mine.talon_size() != theirs.talon_size():
        message = _("the hands of {id} leave {talon_size} cards over, and in {name} {talon_size_2}").format(
            id=file.id, talon_size=mine.talon_size(), name=name, talon_size_2=theirs.talon_size()
        )
    if message:
        raise RecordError.of("record.other-game", message, record.place(path), hint)


class Runner:
    """Plays the deal of a record, action by action. ``tries`` maps the index of a move to the actions tried before it."""

    def __init__(self, reader: RecordReader, deal: Deal, go_on: bool) -> None:
        self.reader: RecordReader = reader
        self.file: ExampleFile = reader.file
        self.engine: Engine = reader.engine
        self.deal: Deal = deal
        self.go_on: bool = go_on
        self.tries: dict[int, tuple[Tried, ...]] = {}
        self.used: set[KeyPath] = set()  # where the record told an action that was taken

    @property
    def state(self) -> State:
        """The state after the last move."""
        return self.deal.state

    def run(self) -> str:
        """Play all actions of the record. Returns the reason for an early end, or nothing."""
        if self.state.phase is Phase.CUT:
            at = len(self.state.pack) // 2 if self.file.cut is None else self.file.cut
            self._act(Cut(self._turn(), at), ("cut",))
        if self.state.phase is Phase.DEAL:
            self._act(DealCards(self._turn(), self._talon_after()), ("talon_after",))
        while self.state.phase is Phase.CLAIM:
            self._claim()
        if self.state.phase is Phase.BID and not is_unknown(self.file.auction):
            self._auction()
        calls = list(self.reader.calls())
        if self.state.phase is Phase.CALL and not self._called(calls):
            return _("the record does not tell which card was called")
        if self.state.phase is Phase.DISCARD:
            if is_unknown(self.file.discard):
                return _("the record does not tell what was laid away")
            self._discard()
        if self.state.phase is Phase.CALL and not self._called(calls):
            return _("the record does not tell which card was called")
        while self.state.phase is Phase.DECLARE:
            self._declare_before_lead()
        for number in range(len(self.file.tricks)):
            if self.state.phase is not Phase.PLAY:
                self._fault_if_too_long(number)
                break
            self._trick(number)
            if self.reader.faults.problems:
                break
        if self.state.phase is Phase.OVER:
            return "" if self.state.result else _("some cards are not known")
        return _("the record ends here")

    def _claim(self) -> None:
        """Let the seat to act claim a void deal, or claim nothing."""
        seat = self._turn()
        for i, text in enumerate(self.file.claims):
            letter, _blank, rule = text.partition(" ")
            if self.reader.seat(letter, ("claims", i), -1) == seat:
                self.reader.check()
                self._act(Declare(seat, rule.strip(), VOID), ("claims", i))
                return
        self.reader.check()
        self._act(Declare(seat, NOTHING), ())

    def _called(self, calls: list[tuple[Card, KeyPath]]) -> bool:
        """Call cards of the record while calls are due. Returns False if the record has too few."""
        while self.state.phase is Phase.CALL and calls:
            card, path = calls.pop(0)
            self._act(Call(self._turn(), card), path)
        return self.state.phase is not Phase.CALL

    def _turn(self) -> int:
        assert self.state.turn is not None
        return self.state.turn

    def _talon_after(self) -> tuple[int, ...]:
        if self.file.talon_after is not None:
            return tuple(self.file.talon_after)
        choice = self.engine.legal(self.state).deals
        assert choice is not None
        places = list(choice.places)
        return tuple(places[i * len(places) // choice.size] for i in range(choice.size))

    def _auction(self) -> None:
        assert isinstance(self.file.auction, list)
        for i, call in enumerate(self.file.auction):
            letter, _blank, bid = call.partition(" ")
            seat = self.reader.seat(letter, ("auction", i), 0)
            self.reader.check()
            self._act(Bid(seat, bid.strip()), ("auction", i))
            if self.state.phase is not Phase.BID:
                break

    def _discard(self) -> None:
        assert isinstance(self.file.discard, list)
        tries = []
        for i, codes in enumerate(self.file.discard_tries):
            mask, _hidden = self.reader.cards(codes, ("discard_tries", i))
            action = Discard(self._turn(), self.reader.deck.set(mask))
            verdict = self.engine.check(self.state, action)
            if verdict.allowed:
                message = _("this discard is allowed, not refused")
                self.reader.faults.fault("record.expectation", message, ("discard_tries", i), _(MEND))
            tries.append(Tried(action, verdict))
        mask, _hidden = self.reader.cards(self.file.discard, ("discard",))
        self.reader.check()
        self._act(Discard(self._turn(), self.reader.deck.set(mask)), ("discard",), tries=tuple(tries))

    def _declare_before_lead(self) -> None:
        """Make the announcements of the seat to act before the first lead."""
        seat = self._turn()
        self._announce(seat)
        if self.state.phase is Phase.DECLARE and self.state.turn == seat:
            self._act(Declare(seat, NOTHING), ())

    def _announce(self, seat: int) -> None:
        """Make the announcements of a seat that are due now."""
        for i, shown in enumerate(self.file.shown):
            path: KeyPath = ("shown", i)
            told = any(done.seat == seat and done.level == shown.level for done in self.state.declared)
            if told or self.reader.seat(shown.seat, (*path, "seat"), -1) != seat:
                continue
            rule = self.reader.announcement(i)
            self.reader.check()
            offer = self.engine.index.offering(shown.level)
            if offer and offer.before_lead != (self.state.phase is Phase.DECLARE):
                continue
            cards = None
            if shown.cards is not None:
                cards = self.reader.deck.set(self.reader.cards(shown.cards, (*path, "cards"))[0])
            self._act(Declare(seat, rule, shown.level, cards), path)

    def _trick(self, number: int) -> None:
        trick = self.file.tricks[number]
        seen: set[int] = set()
        for position, text in enumerate(trick.cards):
            path: KeyPath = ("tricks", number, "cards", position)
            played = self.reader.play(text, path)
            if played is None:
                return
            seat, card = played
            if self.state.number == 1 and seat == self.state.turn:
                self._announce(seat)
            tries = tuple(self._tries(number, seat, seen))
            self._act(Play(seat, card), path, tries, irregular=text in trick.irregular)
            if self.reader.faults.problems:
                return
        for i, tried in enumerate(trick.tries):
            if i not in seen:
                message = _("{play!r} is tried for a player who plays no card in this trick").format(play=tried.play)
                self.reader.faults.fault(
                    "record.try",
                    message,
                    ("tricks", number, "tries", i, "play"),
                    _("try a card of a player in this trick"),
                )
        self._payments(number)

    def _tries(self, number: int, seat: int, seen: set[int]) -> Iterator[Tried]:
        for i, tried in enumerate(self.file.tricks[number].tries):
            path: KeyPath = ("tricks", number, "tries", i)
            play = self.reader.play(tried.play, (*path, "play"))
            if play is None or play[0] != seat:
                continue
            seen.add(i)
            action = Play(*play)
            verdict = self.engine.check(self.state, action)
            found = "allowed" if verdict.allowed else "refused"
            decisive = verdict.decisive.rule if verdict.decisive else None
            if found != tried.expect:
                self.reader.faults.fault(
                    "record.expectation",
                    _("{play} is {found}, not {expect}").format(play=tried.play, found=found, expect=tried.expect),
                    (*path, "expect"),
                    _(MEND),
                )
            elif tried.because is not None and tried.because != decisive:
                message = _("{play} is {found} by {decisive}, not by {because}").format(
                    play=tried.play, found=found, decisive=decisive or _("no rule in particular"), because=tried.because
                )
                self.reader.faults.fault("record.expectation", message, (*path, "because"), _(MEND))
            yield Tried(action, verdict, tried.note or "")

    def _payments(self, number: int) -> None:
        chosen = list(enumerate(self.file.tricks[number].pay))
        while self.state.phase is Phase.PAY and not self.reader.faults.problems:
            if chosen:
                i, text = chosen.pop(0)
                play = self.reader.play(text, ("tricks", number, "pay", i))
                if play is None:
                    return
                self._act(Pay(*play), ("tricks", number, "pay", i))
            else:
                first = next(iter(self.engine.legal(self.state)))
                self._act(first, ("tricks", number))

    def _act(self, action: Action, path: KeyPath, tries: tuple[Tried, ...] = (), irregular: bool = False) -> None:
        self.used.add(path)
        verdict = self.deal.verdict(action)
        if not verdict.allowed and (verdict.by_table or not (irregular or self.go_on)):
            rule = f" [{verdict.decisive.rule}]" if verdict.decisive else ""
            hint = _("see the rule, or the cards before it")
            if verdict.by_table:
                hint = _("check the order of play, and the hand")
            elif isinstance(action, Play):
                hint = _("a record of a real deal may let it stand: list the play under `irregular`")
            elif isinstance(action, Discard) and verdict.alternatives:
                hint = f"allowed: {', '.join(verdict.alternatives)}"
            self.reader.faults.fault(
                "record.illegal", f"illegal: {self.engine.reason(verdict, self.state.name)}{rule}", path, hint
            )
            raise RecordError(self.reader.faults.problems)
        if irregular and verdict.allowed:
            message = _("this play is called irregular, but no rule refuses it")
            self.reader.faults.fault("record.irregular", message, path, _("leave it out of `irregular`"))
        if tries:
            self.tries[len(self.deal.moves)] = tries
        self.deal = self.deal.push(action, irregular=not verdict.allowed)

    def _fault_if_too_long(self, number: int) -> None:
        what = (
            _("the deal is void")
            if self.state.result and self.state.result.void
            else _("a {phase} is due").format(phase=self.state.phase)
        )
        message = _("there is no trick to play here: {what}").format(what=what)
        self.reader.faults.fault("record.trick", message, ("tricks", number), _("end the tricks before this one"))
