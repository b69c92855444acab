"""Replay of a record: every action judged by the rules, every comment, question and expectation checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from tarot_teach.advice.format import advice_on
from tarot_teach.cards import Card
from tarot_teach.engine.deal import Deal
from tarot_teach.engine.engine import Engine
from tarot_teach.engine.notation import read_action
from tarot_teach.errors import KeyPath, NotationError, Problem, RecordError
from tarot_teach.loading import Library
from tarot_teach.messages import _
from tarot_teach.records.expectations import MEND, check_expectations, check_rule_ids, unreached, unused
from tarot_teach.records.format import ExampleFile, TrickFile
from tarot_teach.records.gathered import places_in, read_source, source_named
from tarot_teach.records.questions import questions
from tarot_teach.records.record import Record, check_commentary
from tarot_teach.records.replay import Replay, Tried
from tarot_teach.records.start import RecordReader, begin, is_unknown, scored
from tarot_teach.table.actions import (
    DISCARD,
    NOTHING,
    VOID,
    Action,
    Bid,
    Choose,
    Play,
)
from tarot_teach.table.state import Phase, State
from tarot_teach.table.verdict import Verdict


def replay_example(name: str, library: Library, *, go_on: bool = False) -> Replay:
    """Replay a worked example by its id or path, or a deal or position on one line, given as it is or by its file. Raises LoadError with a suggestion,
    and RecordError as :func:`replay` does."""
    source = source_named(name, library)
    record, base = read_source(source, library)
    with places_in(source):
        return replay_by(record, library, base, go_on=go_on)


def replay_by(record: Record, library: Library, base: Path, *, go_on: bool = False) -> Replay:
    """Replay a record under the ruleset that it names, with its advice and the rulesets under ``compare``.

    Paths in the record are relative to the folder ``base``. Raises LoadError, and RecordError as :func:`replay` does or for a ruleset
    under ``compare`` that does not fit.
    """
    ruleset = library.load(record.file.ruleset, base=base, place=record.place(("ruleset",)))
    name = record.file.advice
    advice = advice_on(library, name, ruleset, record.place(("advice",))) if name else None
    done = replay(record, Engine(ruleset), go_on=go_on)
    compared = []
    for i, name in enumerate(record.file.compare):
        path = ("compare", i)
        engine = Engine(library.load(name, base=base, place=record.place(path)))
        check_fit(record, done.start.players, done.engine, engine, path)
        compared.append(engine)
    return replace(done, advice=advice, compared=tuple(compared))


def replay(record: Record, engine: Engine, *, go_on: bool = False) -> Replay:
    """Replay a record. ``go_on`` lets refused plays stand, also those that the record does not call irregular.

    Raises RecordError with the place of an illegal action, or of every expectation that is not met.
    """
    reader = RecordReader(record, engine)
    problems = reader.faults.problems
    problems.extend(check_commentary(record, engine.ruleset))
    check_rule_ids(reader)
    runner = Runner(reader, scored(reader) if record.file.start.step == "score" else begin(reader), go_on)
    stopped = runner.run()
    reader.check()
    done = Replay(record, runner.deal, runner.tries, stopped)
    asked, unanswered = questions(done)
    problems += [*check_expectations(done), *unanswered, *unused(reader, runner.state, runner.used), *unreached(done)]
    reader.check()
    return replace(done, asked=asked)


def check_fit(record: Record, players: int, own: Engine, engine: Engine, path: KeyPath = ("ruleset",)) -> None:
    """Check that the hand of a record, played by ``players`` under ``own``, can be played under ``engine``.

    Raises RecordError with the reason, at ``path`` in the record.
    """
    id, name, message = record.file.id, engine.ruleset.name, ""
    mine, theirs = own.index.deals, engine.index.deals
    contract = record.file.result.contract if record.file.result else None
    own_sides = own.scorer.under(contract).has_sides
    if engine.ruleset.deck.id != own.ruleset.deck.id:
        message = _("{id} is played with the {title}, and {name} with the {title_2}").format(
            id=id, title=own.ruleset.deck.title, name=name, title_2=engine.ruleset.deck.title
        )
    elif players not in engine.ruleset.players:
        number = " or ".join(str(n) for n in engine.ruleset.players)
        message = _("{id} is a deal for {players}, and {name} is for {number} players").format(
            id=id, players=players, name=name, number=number
        )
    elif engine.index.play is not own.index.play:
        message = _("the play of {id} is of the kind {kind}, and that of {name} of the kind {kind_2}").format(
            id=id, kind=own.index.play.name, name=name, kind_2=engine.index.play.name
        )
    elif record.file.start.step == "score" and own_sides != engine.scorer.under(contract).has_sides:
        message = _("{id} tells only a result, and {name} counts in another way: not both know a taker").format(
            id=id, name=name
        )
    elif mine.hand_size(players) != theirs.hand_size(players):
        hands = _("{hand_size} cards are dealt to each, and in {name} {hand_size_2}").format(
            hand_size=mine.hand_size(players), name=name, hand_size_2=theirs.hand_size(players)
        )
        message = _("the hands of {id} cannot be dealt: {hands}").format(id=id, hands=hands)
    elif mine.talon_size(players) != theirs.talon_size(players):
        message = _("the hands of {id} leave {talon_size} cards over, and in {name} {talon_size_2}").format(
            id=id, talon_size=mine.talon_size(players), name=name, talon_size_2=theirs.talon_size(players)
        )
    if message:
        hint = _("compare rulesets for the same cards and players")
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
        self.choices: list[KeyPath] = []  # where the record tells the choices that have been made
        self.used: set[KeyPath] = set()  # where the record told an action that was taken

    @property
    def state(self) -> State:
        """The state after the last move."""
        return self.deal.state

    @property
    def turn(self) -> int:
        """The seat to act."""
        assert self.state.turn is not None
        return self.state.turn

    def run(self) -> str:
        """Play all actions of the record. Returns the reason for an early end, or nothing."""
        file = self.file
        steps: dict[Phase, Callable[[], str]] = {
            Phase.CUT: self._cut,
            Phase.DEAL: self._deal,
            Phase.CLAIM: self._claim,
            Phase.BID: self._bid,
            Phase.CALL: self._call,
            Phase.EXCHANGE: self._choose,
            Phase.DISCARD: self._discard,
            Phase.DECLARE: self._declare,
            Phase.ANNOUNCE: self._choose,
        }
        passed: Phase | None = None
        while self.state.phase in steps and self.state.phase is not passed:
            passed = self.state.phase
            stopped = steps[passed]()
            if stopped:
                return stopped
        for number, trick in enumerate(file.tricks):
            if self.state.phase is not Phase.PLAY:
                void = self.state.result and self.state.result.void
                due = _("the deal is void") if void else _("a {phase} is due").format(phase=self.state.phase)
                message = _("there is no trick to play here: {what}").format(what=due)
                self.reader.faults.fault(
                    "record.trick", message, ("tricks", number), _("end the tricks before this one")
                )
                break
            stopped = self._trick(number, trick)
            if stopped:
                return stopped
            if self.reader.faults:
                break
        if self.state.phase is Phase.PLAY and self.state.number == 1 and not self.reader.faults:
            self._announce(self.turn)  # a deal that was left before the card
        if self.state.phase is Phase.OVER:
            return "" if self.state.result else _("some cards are not known")
        return _("the record ends here")

    def _cut(self) -> str:
        at = len(self.state.pack) // 2 if self.file.cut is None else self.file.cut
        self._act(Choose.of_numbers(self.turn, self.deal.legal.rule, (at,)), ("cut",))
        return ""

    def _deal(self) -> str:
        choice = self.deal.legal.deals
        assert choice is not None
        places = list(choice.places)
        spread = [places[i * len(places) // choice.size] for i in range(choice.size)]
        after = spread if self.file.talon_after is None else self.file.talon_after
        self._act(Choose.of_numbers(self.turn, self.deal.legal.rule, after), ("talon_after",))
        return ""

    def _claim(self) -> str:
        while self.state.phase is Phase.CLAIM:
            self._claim_or_not()
        return ""

    def _bid(self) -> str:
        """Make the calls of the record, as far as it tells them."""
        if is_unknown(self.file.auction):
            return ""
        assert isinstance(self.file.auction, list)
        for i, call in enumerate(self.file.auction):
            letter, _blank, bid = call.partition(" ")
            seat = self.reader.seat(letter, ("auction", i), 0)
            self.reader.check()
            self._act(Bid(seat, bid.strip()), ("auction", i))
            if self.state.phase is not Phase.BID:
                break
        return ""

    def _declare(self) -> str:
        while self.state.phase is Phase.DECLARE:
            seat = self.turn
            self._announce(seat)
            if self.state.phase is Phase.DECLARE and self.state.turn == seat:
                self._act(Choose(seat, NOTHING), ())
        return ""

    def _choose(self, more: bool | None = None) -> str:
        """Answer what rules ask: as the record tells, or where it does not, in the only way, or in the quiet one of the rule.

        ``more`` says that the record tells tricks after the question; by default, that it tells any.
        """
        more = bool(self.file.tricks) if more is None else more
        phase = self.state.phase
        while self.state.phase is phase:
            rule, seat = self.state.asked[0]
            letter, at = self.state.seats[seat], len(self.choices)
            path: KeyPath = ("choices", at)
            given_words = self.file.choices[at].split() if at < len(self.file.choices) else []
            if given_words[:2] == [letter, rule]:
                self.choices.append(path)
                self._act(self._chosen(seat, " ".join(given_words[2:]), path), path)
                continue
            choices = self.deal.legal
            quiet = self.engine.index.asking(rule).silence(choices.picks)
            if choices.ways() == 1 or quiet is not None:
                self._act(next(iter(choices)) if choices.ways() == 1 else Choose(seat, rule, quiet or ""), ())
                continue
            if not given_words and not more:
                return _("the record does not tell what was chosen")
            message = _("{rule} asks {who}, and the record does not tell the choice").format(rule=rule, who=letter)
            hint = _("add it to `choices`: {choice}, with {options}").format(
                choice=f"{letter} {rule} …", options=choices
            )
            self.reader.faults.fault("record.choice", message, path if given_words else ("choices",), hint)
            self.reader.check()
        return ""

    def _chosen(self, seat: int, text: str, path: KeyPath) -> Action:
        """A choice as it is written. Raises RecordError for a text that names none."""
        try:
            return read_action(self.engine, self.state, f"{self.state.seats[seat]} {text}")
        except NotationError as error:
            self.reader.faults.add(error, path)
            raise RecordError(self.reader.faults.problems) from None

    def _claim_or_not(self) -> None:
        """Let the seat to act claim a void deal, or claim nothing."""
        action = Choose(self.turn, NOTHING)
        at: KeyPath = ()
        for i, text in enumerate(self.file.claims):
            letter, _blank, rule = text.partition(" ")
            path: KeyPath = ("claims", i)
            if self.reader.seat(letter, path, -1) == self.turn:
                action, at = Choose(self.turn, rule.strip(), VOID), path
                break
        self.reader.check()
        self._act(action, at)

    def _call(self) -> str:
        """Call cards of the record while calls are due."""
        calls = iter([*self.reader.calls()])
        while self.state.phase is Phase.CALL:
            called = next(calls, None)
            if called is None:
                return _("the record does not tell which card was called")
            self._act(self.deal.legal.picks[0].action(self.turn, self.reader.deck, called[0].bit), called[1])
        return ""

    def _discard(self) -> str:
        if is_unknown(self.file.discard):
            return _("the record does not tell what was laid away")
        deck, tries = self.reader.deck, []
        for i, codes in enumerate(self.file.discard_tries):
            path: KeyPath = ("discard_tries", i)
            action = Choose(self.turn, DISCARD, cards=deck.set(self.reader.cards(codes, path)[0]))
            verdict = self.deal.verdict(action)
            if verdict.allowed:
                self._unmet(_("this discard is allowed, not refused"), path)
            tries.append(Tried(action, verdict))
        assert isinstance(self.file.discard, list)
        mask, _hidden = self.reader.cards(self.file.discard, ("discard",))
        self.reader.check()
        self._act(Choose(self.turn, DISCARD, cards=deck.set(mask)), ("discard",), tries=tuple(tries))
        return ""

    def _announce(self, seat: int) -> None:
        """Make the announcements of a seat that are due now."""
        for i, shown in enumerate(self.file.shown):
            path: KeyPath = ("shown", i)
            announced = any(done.seat == seat and done.level == shown.level for done in self.state.declared)
            if announced or self.reader.seat(shown.seat, (*path, "seat"), -1) != seat:
                continue
            rule = self.reader.announcement(i)
            self.reader.check()
            offer = self.engine.index.offering(shown.level)
            if offer and offer.before_lead != (self.state.phase is Phase.DECLARE):
                continue
            cards = None
            if shown.cards is not None:
                cards = self.reader.deck.set(self.reader.cards(shown.cards, (*path, "cards"))[0])
            self._act(Choose(seat, rule, shown.level, cards), path)

    def unnamed_card(self, _seat: int, _number: int) -> Card | None:
        """The card that a seat plays to a trick where the record does not tell it; None: nobody knows."""
        return None

    def _trick(self, number: int, trick: TrickFile) -> str:
        """Play a trick, with what is tried before each card, and the payments after it. Returns the reason for an early end, or nothing."""
        at: KeyPath = ("tricks", number)
        seen: set[int] = set()
        drawn: Counter[str] = Counter()
        for position, text in enumerate(trick.cards):
            path = (*at, "cards", position)
            played = self.reader.play_in_part(text, path)
            if played is None:
                return ""
            seat, card = played
            if self.state.number == 1 and seat == self.state.turn:
                self._announce(seat)
            self._decide(trick.draws, drawn, path)
            card = card or self.unnamed_card(seat, number)
            if card is None:
                return _("the record does not tell which card was played")
            tries = tuple(self._tries(number, trick, seat, seen))
            self._act(Play(seat, card), path, tries, irregular=text in trick.irregular)
            self._take(trick, seat, path)
            if self.reader.faults:
                return ""
        self._decide(trick.draws, drawn, at, last=number + 1 == len(self.file.tricks))
        for letter, number in trick.draws.items():
            if drawn[letter] != number:
                message = _("{letter} draws {drawn} cards in this trick, and not {number}")
                hint = _(
                    "a player who cannot play draws until able to, and no further than the rules and the stock allow"
                )
                self.reader.faults.fault(
                    "record.draws",
                    message.format(letter=letter, drawn=drawn[letter], number=number),
                    (*at, "draws", letter),
                    hint,
                )
        for letter in trick.takes.keys() - {text.partition(" ")[0] for text in trick.cards}:
            message = _("{letter} plays no card here that could take anything")
            self.reader.faults.fault("record.takes", message, (*at, "takes", letter), _("leave it out"), letter=letter)
        for i, tried in enumerate(trick.tries):
            if i not in seen:
                message = _("{play!r} is tried for a player who plays no card in this trick").format(play=tried.play)
                hint = _("try a card of a player in this trick")
                self.reader.faults.fault("record.try", message, (*at, "tries", i, "play"), hint)
        chosen = list(enumerate(trick.pay))
        while self.state.phase is Phase.PAY and not self.reader.faults:
            if not chosen:
                self._act(next(iter(self.deal.legal)), at)
                continue
            i, text = chosen.pop(0)
            paid = self.reader.play(text, (*at, "pay", i))
            if paid is not None:
                seat, card = paid
                self._act(self.deal.legal.picks[0].action(seat, self.reader.deck, card.bit), (*at, "pay", i))
        if self.state.phase is Phase.BETWEEN and not self.reader.faults:
            self._choose(more=number + 1 < len(self.file.tricks))
        return ""

    def _decide(self, draws: Mapping[str, int], drawn: Counter[str], path: KeyPath, *, last: bool = False) -> None:
        """Let seats draw or miss their turn where nothing else is open to them, and draw on as far as the record tells; in the ``last`` trick of the
        record no further."""
        while self.state.turn is not None and self.state.phase is Phase.PLAY:
            choices, letter = self.deal.legal, self.state.seats[self.state.turn]
            if not choices.picks or (choices.cards and drawn[letter] >= draws.get(letter, 0)):
                break
            if last and self.state.stock and drawn[letter] >= draws.get(letter, 0):
                break
            seat, held = self.turn, self.state.hand_size(self.turn)
            self._act(next(choices.picks[0].actions(seat, self.reader.deck)), path)
            drawn[letter] += self.state.hand_size(seat) - held

    def _take(self, trick: TrickFile, seat: int, path: KeyPath) -> None:
        """Let the card just played take what the record tells, where there is a choice."""
        letter = self.state.seats[seat]
        at, named = (*path[:2], "takes", letter), trick.takes.get(letter)
        if self.state.phase is not Phase.PLAY or not self.state.asked:
            if named is not None:
                message, hint = _("the card of {letter} has no choice of what it takes"), _("leave it out")
                self.reader.faults.fault("record.takes", message, at, hint, letter=letter)
            return
        picks = self.deal.legal.picks
        pick = next((pick for pick in picks if pick.option == named), None)
        if pick is None:
            options = ", ".join(f"{letter}: {pick.option}" for pick in picks)
            hint = _("add one to `takes`: {options}").format(options=options)
            message = _("the card of {letter} can take more than one thing, and the record does not tell which")
            self.reader.faults.fault("record.takes", message, path if named is None else at, hint, letter=letter)
            self.reader.check()
            return
        self._act(pick.action(seat, self.reader.deck), at)

    def _tries(self, number: int, trick: TrickFile, seat: int, seen: set[int]) -> Iterator[Tried]:
        """The plays of a seat that are tried in a trick; their indices are added to ``seen``."""
        for i, tried in enumerate(trick.tries):
            path: KeyPath = ("tricks", number, "tries", i)
            play = self.reader.play(tried.play, (*path, "play"))
            if play is None or play[0] != seat:
                continue
            seen.add(i)
            action = Play(*play)
            verdict = self.deal.verdict(action)
            found = "allowed" if verdict.allowed else "refused"
            decisive = verdict.decisive.rule if verdict.decisive else None
            if found != tried.expect:
                message = _("{play} is {found}, not {expect}")
                self._unmet(message.format(play=tried.play, found=found, expect=tried.expect), (*path, "expect"))
            elif tried.because is not None and tried.because != decisive:
                message = _("{play} is {found} by {decisive}, not by {because}").format(
                    play=tried.play, found=found, decisive=decisive or _("no rule in particular"), because=tried.because
                )
                self._unmet(message, (*path, "because"))
            yield Tried(action, verdict, tried.note or "")

    def _unmet(self, message: str, path: KeyPath) -> None:
        self.reader.faults.fault("record.expectation", message, path, _(MEND))

    def _act(self, action: Action, path: KeyPath, tries: tuple[Tried, ...] = (), irregular: bool = False) -> None:
        """Push an action, or raise RecordError where the rules refuse it and it may not stand."""
        self.used.add(path)
        faults, verdict = self.reader.faults, self.deal.verdict(action)
        if not verdict.allowed and (verdict.by_table or not (irregular or self.go_on)):
            rule = verdict.decisive.rule if verdict.decisive else ""
            message = f"illegal: {self.engine.reason(verdict, self.state.name)}" + f" [{rule}]" * bool(rule)
            faults.problems.append(Problem("record.illegal", message, faults.place(path), _cure(verdict), rule=rule))
            raise RecordError(faults.problems)
        if irregular and verdict.allowed:
            message = _("this play is called irregular, but no rule refuses it")
            faults.fault("record.irregular", message, path, _("leave it out of `irregular`"))
        if tries:
            self.tries[len(self.deal.moves)] = tries
        self.deal = self.deal.push(action, irregular=not verdict.allowed)


def _cure(verdict: Verdict) -> str:
    """A hint for an action that the rules refuse."""
    if verdict.by_table:
        return _("check the order of play, and the hand")
    if isinstance(verdict.action, Play):
        return _("a record of a real deal may let it stand: list the play under `irregular`")
    if isinstance(verdict.action, Choose) and verdict.action.rule == DISCARD and verdict.alternatives:
        return f"allowed: {', '.join(verdict.alternatives)}"
    return _("see the rule, or the cards before it")
