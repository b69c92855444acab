"""A replayed record as a lesson: the hands, every card with its reasons, every trick with what came of it, the score."""

from __future__ import annotations

from collections.abc import Iterator

from tarot_teach.cards import Card, CardSet, halves_text
from tarot_teach.engine import Engine, telling
from tarot_teach.explain.blocks import (
    Block,
    Bullets,
    HandDiagram,
    HandRow,
    Heading,
    Para,
    PlayRow,
    Refusal,
    TrickDiagram,
)
from tarot_teach.explain.sheet import points_text, result_sheets
from tarot_teach.mechanisms import Who
from tarot_teach.records import Replay, ReplayStep, Tried
from tarot_teach.records.commentary import Path, commentary
from tarot_teach.table import (
    DEFENCE,
    NOTHING,
    PASS,
    TAKER,
    Bid,
    Cut,
    Deal,
    Declare,
    Discard,
    Effect,
    Event,
    Finding,
    Play,
    State,
    Step,
    seat_name,
)
from tarot_teach.text import Cite, RuleRef, Text, _, say


def annotate(replay: Replay) -> list[Block]:
    """The whole lesson."""
    return list(_Annotator(replay).blocks())


def hands_at(replay: Replay, state: State) -> HandDiagram:
    """The hands round the table in some state of a replay."""
    return _Annotator(replay).hands(state)


def describe_step(replay: Replay, number: int) -> list[Block]:
    """One action of a record, for stepping through: the trick so far, the reasons, the author's comments."""
    return list(_Annotator(replay).step_blocks(number))


def describe_result(replay: Replay) -> list[Block]:
    """What came of the deal, as far as it was played: the count, the score, and the author's last word."""
    return list(_Annotator(replay).result())


class _Annotator:
    def __init__(self, replay: Replay) -> None:
        self.replay, self.engine, self.file = replay, replay.engine, replay.record.file
        self.ruleset = replay.engine.ruleset

    def blocks(self) -> Iterator[Block]:
        yield Heading(1, Text((self.file.title,)), self.file.id)
        for paragraph in self._words(self.file.about, ("about",)):
            yield Para(paragraph, "lead")
        yield from self._teaches()
        yield from self._before_play()
        yield from self._tricks()
        yield from self.result()

    def step_blocks(self, number: int) -> Iterator[Block]:
        """One step by itself."""
        step = self.replay.steps[number]
        if step.trick is None:
            yield from self._told(step)
            return
        steps = [other for other in self.replay.steps[: number + 1] if other.trick == step.trick]
        yield self._diagram(steps, step.trick, whole=step.after.number > step.before.number)

    def _who(self, seat: int) -> str:
        """A player's name: the record's own, or else the seat's."""
        letter = self.replay.start.seats[seat]
        return (self.file.seats or {}).get(letter) or seat_name(letter)

    # ------------------------------------------------------------ before the play

    def _words(self, source: str, path: Path) -> tuple[Text, ...]:
        return commentary(self.replay.record, self.ruleset, source, path) if source else ()

    def _teaches(self) -> Iterator[Block]:
        rules = [RuleRef(id, self.ruleset.rules[id].title) for id in self.file.teaches]
        if rules:
            yield Para(say(_("Rules shown: {rules}."), rules=rules), "aside")
        if self.file.sources:
            cites = [Text((Cite(source.source, source.at),)) for source in self.file.sources]
            yield Para(say(_("The deal is taken from {sources}."), sources=cites), "aside")

    def _before_play(self) -> Iterator[Block]:
        dealt = next((step.after for step in self.replay.steps if isinstance(step.action, Deal)), self.replay.start)
        if dealt.hands:
            yield self.hands(dealt)
        first = next((step for step in self.replay.steps if step.trick is not None), None)
        told = [text for event in self.replay.opening for text in self._sentences(event)]
        for step in self.replay.steps:
            if step is first:
                break
            told += self._sentences_of(step)
        start = self.file.start
        if start.contract and start.taker and dealt.auction.taker is not None:
            contract = RuleRef(f"bid.{start.contract}", self.ruleset.rules[f"bid.{start.contract}"].title)
            who = self._who(dealt.auction.taker)
            told.insert(0, say(_("{who} is the taker and plays a {contract}."), who=who, contract=contract))
        if told:
            yield Heading(2, say(_("Before the first trick")), "before")
            yield Bullets(tuple(told))

    def hands(self, state: State) -> HandDiagram:
        """The hands, and what lies in the middle."""
        rows = tuple(self._hand_row(state, seat) for seat in range(state.players))
        middle: list[tuple[Text, tuple[Card, ...]]] = []
        if state.talon and self.engine.bound.deals.talon_size():
            middle.append((self._term("talon"), tuple(state.deck.set(state.talon))))
        if state.discard:
            middle.append((self._term("discard"), tuple(state.deck.set(state.discard))))
        clockwise = bool(self.engine.bound.turns and self.engine.bound.turns.clockwise)
        return HandDiagram(rows, tuple(middle), say(_("The hands")), clockwise)

    def _hand_row(self, state: State, seat: int) -> HandRow:
        roles = []
        if seat == state.auction.taker:
            roles.append(self.ruleset.terms["taker"].label)
        if seat == state.dealer:
            roles.append(_("dealer"))
        return HandRow(
            state.seats[seat], self._who(seat), tuple(state.hand(seat)), state.unseen[seat], ", ".join(roles)
        )

    def _term(self, id: str) -> Text:
        term = self.ruleset.terms.get(id)
        return Text((term,)) if term else Text((id,))

    def _sentences_of(self, step: ReplayStep) -> list[Text]:
        """What an action before the play comes to."""
        lines = []
        for tried in step.tries:
            lines.append(_joined(self.engine.explain(tried.verdict, self._who)))
        who = self._who(step.action.seat)
        match step.action:
            case Cut(_seat, at):
                lines.append(say(_("{who} cuts {at} cards."), who=who, at=at))
            case Deal():
                lines.append(say(_("{who} deals."), who=who))
            case Bid(_seat, bid) if bid == PASS:
                lines.append(say(_("{who} passes."), who=who))
            case Bid(_seat, bid):
                contract = RuleRef(f"bid.{bid}", self.ruleset.rules[f"bid.{bid}"].title)
                lines.append(say(_("{who} bids {contract}."), who=who, contract=contract))
            case Discard(_seat, cards):
                lines.append(say(_("{who} lays away {cards}."), who=who, cards=cards))
        for event in step.events:
            lines += self._sentences(event)
        return lines

    def _sentences(self, event: Event) -> list[Text]:
        """An event in words, for those that have a rule to tell of."""
        if event.kind in ("called", "talon_taken", "talon_aside", "declared", "void_hand", "all_passed", "leads"):
            return [self.engine.because(finding, self._who) for finding in event.findings]
        if event.kind == "discarded":
            return [
                self.engine.because(finding, self._who) for finding in event.findings if "given" not in finding.facts
            ]
        return []

    def _told(self, step: ReplayStep) -> Iterator[Block]:
        sentences = self._sentences_of(step)
        if isinstance(step.action, Declare) and step.action.what == NOTHING:
            sentences = [say(_("No announcement is made."))]
        for text in sentences:
            yield Para(text)

    # ------------------------------------------------------------ the play

    def _tricks(self) -> Iterator[Block]:
        numbers = sorted({step.trick for step in self.replay.steps if step.trick is not None})
        if numbers:
            yield Heading(2, say(_("The play")), "play")
        for number in numbers:
            steps = [step for step in self.replay.steps if step.trick == number]
            yield self._diagram(steps, number, whole=True)

    def _diagram(self, steps: list[ReplayStep], number: int, *, whole: bool) -> TrickDiagram:
        plays = [step for step in steps if isinstance(step.action, Play)]
        after = steps[-1].after
        complete = len(after.tricks) > len(plays[0].before.tricks)
        winner = after.tricks[-1].winner if complete else None
        rows = tuple(self._play_row(step, number, winner) for step in plays)
        outcome = tuple(text for step in steps for event in step.events for text in self._came_of(event))
        points = tuple(self._points(after)) if complete else ()
        comment = self.file.tricks[number].after or ""
        closing = self._words(comment, ("tricks", number, "after")) if complete and whole else ()
        return TrickDiagram(plays[0].before.number, rows, outcome, points, closing)

    def _play_row(self, step: ReplayStep, number: int, winner: int | None) -> PlayRow:
        assert isinstance(step.action, Play)
        state, seat, card = step.before, step.action.seat, step.action.card
        legal = tuple(CardSet(state.deck, self.engine.legal(state).cards))
        comment = self.file.tricks[number].before.get(state.seats[seat], "")
        tries = tuple(self._try(tried) for tried in step.tries)
        told = " ".join(str(text) for text in tries)
        return PlayRow(
            seat=state.seats[seat],
            name=self._who(seat),
            card=card,
            side=self._side(state, seat),
            wins=winner == seat,
            irregular=step.irregular,
            forced=len(legal) == 1 and state.hand_size(seat) > 1 and not state.unseen[seat],
            hand=tuple(state.hand(seat)),
            legal=legal,
            before=self._words(comment, ("tricks", number, "before", state.seats[seat])),
            reasons=tuple(reason for reason in self._reasons(step) if str(reason) not in told),
            refusals=tuple(refusals(self.engine, state, self._who)),
            tries=tries,
        )

    def _side(self, state: State, seat: int) -> str:
        taker = state.auction.taker
        if taker is None:
            return ""
        return TAKER if seat in state.side(taker) else DEFENCE

    def _reasons(self, step: ReplayStep) -> Iterator[Text]:
        """What the rules have to say of a play: why it breaks a rule, or why another card would have."""
        if step.irregular:
            decisive = step.verdict.decisive
            assert decisive is not None
            yield say(_("This play breaks a rule, {rule}."), rule=self._rule(decisive.rule))
            yield self.engine.because(decisive, self._who)
            allowed = CardSet(step.before.deck, self.engine.legal(step.before).cards)
            yield say(_("Allowed were {cards}."), cards=allowed)
            return
        for finding in telling(step.verdict.findings) if step.verdict.certain else ():
            if (
                finding.effect is Effect.DOES_NOT_BIND
                or finding.effect in (Effect.EXEMPTS, Effect.ALLOWS)
                or (finding.effect is Effect.REQUIRES and not self._follows(finding))
            ):
                yield self.engine.because(finding, self._who)
        for event in step.events:
            if event.kind == "declared":
                yield from self._sentences(event)

    def _follows(self, finding: Finding) -> bool:
        """Following suit with the suit in hand goes without saying."""
        return (
            bool(finding.facts.get("held"))
            and finding.facts["card"] in finding.facts["held"]
            and ("trumps_led" not in finding.facts)
        )

    def _rule(self, id: str) -> RuleRef:
        return RuleRef(id, self.ruleset.rules[id].title)

    def _try(self, tried: Tried) -> Text:
        who = self._who(tried.action.seat)
        assert isinstance(tried.action, Play)
        decisive = tried.verdict.decisive
        head = _("{who} might play {card}.") if tried.verdict.allowed else _("{who} may not play {card}.")
        text = say(head, who=who, card=tried.action.card)
        if decisive is not None:
            text = text + " " + self.engine.because(decisive, self._who) + " " + _in_brackets(self._rule(decisive.rule))
        return text + f" {tried.note}" if tried.note else text

    def _came_of(self, event: Event) -> list[Text]:
        """What a completed trick leads to."""
        if event.kind in ("played", "leads", "declared", "counted", "scored", "not_counted", "irregular"):
            return []
        return [self.engine.because(finding, self._who) for finding in event.findings]

    def _points(self, state: State) -> Iterator[tuple[Text, str]]:
        """Points so far: of both sides, or of each player."""
        makes = self.engine.scorer.makes
        if makes is None or (state.missed and state.missed_winners is None):
            return  # what was captured before is not known
        outcomes = makes.outcomes(state, state.won, [0] * state.players)
        if self.engine.scorer.has_sides:
            whole = sum(state.deck.halves_of(mask) for mask in (*state.won, *state.kept))
            taker = outcomes[0].halves
            yield say(_("Taker's side")), halves_text(taker)
            yield say(_("Defence")), halves_text(whole - taker)
            return
        for outcome in outcomes:
            assert outcome.seat is not None
            yield Text((self._who(outcome.seat),)), points_text(self.engine.scorer.sheet(outcome).total)

    # ------------------------------------------------------------ the end

    def result(self) -> Iterator[Block]:
        """The count, the score sheet, and what is said at the end."""
        end = self.replay.end
        if self.replay.steps and end.step is Step.OVER:
            last = self.replay.steps[-1]
            found = [
                self.engine.because(finding, self._who)
                for event in last.events
                if event.kind == "counted"
                for finding in event.findings
            ]
            if found or end.result:
                yield Heading(2, say(_("The result")), "result")
            if found and self.engine.scorer.has_sides:
                yield Bullets(tuple(found))
        if end.result and end.result.sheets:
            yield from result_sheets(self.engine, end.result, [self._who(seat) for seat in range(end.players)])
        if self.replay.stopped and end.step is Step.OVER and not end.result:
            yield Para(say(_("The deal cannot be counted: {why}."), why=self.replay.stopped), "aside")
        yield from self._printed()
        for paragraph in self._words(self.file.closing, ("closing",)):
            yield Para(paragraph, "note")

    def _printed(self) -> Iterator[Block]:
        printed, result = self.file.printed, self.replay.end.result
        if printed is None or result is None or printed.per_defender is None:
            return
        defender = result.roles.get("defender")
        if defender is not None and printed.per_defender != -defender:
            phrase = _(
                "The source prints {printed} for each defender, seen from the taker; from the cards that it prints "
                "follows {found}."
            )
            found = points_text(-defender)
            yield Para(say(phrase, printed=str(printed.per_defender).replace("-", "−"), found=found), "warning")
        for paragraph in self._words(printed.note, ("printed", "note")):
            yield Para(paragraph, "note")


def refusals(engine: Engine, state: State, who: Who) -> Iterator[Refusal]:
    """The cards of the hand to play that may not be played, gathered by the rule that refuses them."""
    seat = state.turn
    if seat is None or state.step is not Step.PLAY:
        return
    by_rule: dict[str, list[tuple[Card, Finding]]] = {}
    barred = state.hands[seat] & ~engine.legal(state).cards
    for card in CardSet(state.deck, barred):
        decisive = engine.check(state, Play(seat, card)).decisive
        assert decisive is not None
        by_rule.setdefault(decisive.rule, []).append((card, decisive))
    for id, found in by_rule.items():
        rule = engine.ruleset.rules[id]
        yield Refusal(
            cards=tuple(card for card, _finding in found),
            rule=id,
            title=rule.title,
            because=engine.because(found[0][1], who),
            sources=tuple(Cite(citation.source, citation.at) for citation in rule.sources),
        )


def _joined(texts: list[Text]) -> Text:
    joined = Text()
    for text in texts:
        joined = joined + " " + text if joined else text
    return joined


def _in_brackets(rule: RuleRef) -> Text:
    return Text(("(", rule, ")"))
