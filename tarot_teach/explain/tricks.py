"""The tricks of a replayed record: every card with its reasons, every trick with what came of it."""

from __future__ import annotations

from collections.abc import Iterator

from tarot_teach.advice.page import signal_text
from tarot_teach.advice.signals import given_signals
from tarot_teach.blocks import PlayRow, TrickDiagram
from tarot_teach.cards import CardSet, halves_text
from tarot_teach.engine import Engine, relevant_findings
from tarot_teach.engine.deal import Move
from tarot_teach.errors import KeyPath
from tarot_teach.explain.places import moves
from tarot_teach.explain.why import refused_cards
from tarot_teach.language import _
from tarot_teach.records.commentary import commentary
from tarot_teach.records.format import ExampleFile
from tarot_teach.records.replay import Replay
from tarot_teach.records.runner import Tried
from tarot_teach.rules import Ruleset
from tarot_teach.table import DEFENCE, TAKER, Declare, Effect, Finding, Play, State, seat_name
from tarot_teach.table.events import (
    CARD_TRANSFERS,
    AllPassed,
    Announced,
    CardCalled,
    CardsDiscarded,
    Event,
    HandVoided,
    LeaderChosen,
    NobodyHas,
    PartnerKnown,
    TalonLaidAside,
    TalonTaken,
    TrickWon,
)
from tarot_teach.text import RuleRef, Text, joined, say

TOLD_BEFORE_PLAY = (
    *(HandVoided, AllPassed, CardCalled, NobodyHas, TalonTaken, TalonLaidAside),
    *(CardsDiscarded, Announced, LeaderChosen),
)
"""Events whose findings are told before the first trick, each in a sentence."""


def points_at(replay: Replay, state: State) -> list[tuple[Text, str]]:
    """The points so far, in some state of a replay: of both sides, or of each player; none before there is a taker."""
    begun = state.won and (state.auction.taker is not None or not replay.engine.scorer.has_sides)
    return list(Tricks(replay).points(state)) if begun else []


class Narrator:
    """What every account of a replay needs: names, the author's words, and events in sentences."""

    def __init__(self, replay: Replay) -> None:
        self.replay: Replay = replay
        self.engine: Engine = replay.engine
        self.file: ExampleFile = replay.record.file
        self.ruleset: Ruleset = replay.engine.ruleset

    def who(self, seat: int) -> str:
        """A player's name: the record's own, or else the seat's."""
        letter = self.replay.start.seats[seat]
        return (self.file.seats or {}).get(letter) or seat_name(letter, self.replay.start.seats)

    def words(self, source: str, path: KeyPath) -> tuple[Text, ...]:
        """A comment of the author's, as paragraphs."""
        return commentary(self.replay.record, self.ruleset, source, path) if source else ()

    def sentences(self, event: Event) -> list[Text]:
        """An event in words, for those that have a rule to tell of."""
        if not isinstance(event, TOLD_BEFORE_PLAY):
            return []
        return [self.engine.because(finding, self.who) for finding in event.findings if "given" not in finding.facts]

    def number_of(self, step: Move) -> int:
        """The how-manieth action it is, from 1."""
        return next(i for i, other in enumerate(self.replay.deal.moves, 1) if other is step)


class Tricks(Narrator):
    """Makes diagrams of tricks."""

    def diagram(self, steps: list[Move], number: int, *, whole: bool) -> TrickDiagram:
        """A trick, or as much of it as the steps tell."""
        plays = [step for step in steps if isinstance(step.action, Play)]
        after = steps[-1].after
        complete = len(after.tricks) > len(plays[0].before.tricks)
        winner = after.tricks[-1].winner if complete else None
        rows = tuple(
            self._play_row(step, number, winner, self._announced(steps[: steps.index(step)], step)) for step in plays
        )
        outcome = tuple(text for step in steps for event in step.events for text in self._came_of(event))
        points = tuple(self._unasked(after)) if complete else ()
        comment = self.file.tricks[number].after or ""
        closing = self.words(comment, ("tricks", number, "after")) if complete and whole else ()
        gathered = moves(plays[-1].before, after) if complete else ()
        return TrickDiagram(plays[0].before.number, rows, outcome, points, closing, gathered)

    def _unasked(self, state: State) -> Iterator[tuple[Text, str]]:
        """Points so far. Where each plays alone they are the score, and a player whose score is asked for keeps it."""
        alone = not self.engine.scorer.has_sides
        asked = {self.replay.start.seats.index(ask.at) for ask in self.file.asks if alone and ask.ask == "score"}
        for seat, (label, points) in enumerate(self.points(state)):
            yield label, "?" if seat in asked else points

    def _announced(self, before: list[Move], step: Move) -> tuple[Text, ...]:
        """What the player of a card has announced just before it."""
        return tuple(
            text
            for other in before
            if isinstance(other.action, Declare) and other.action.seat == step.action.seat
            for event in other.events
            for text in self.sentences(event)
        )

    def _play_row(self, step: Move, number: int, winner: int | None, announced: tuple[Text, ...]) -> PlayRow:
        assert isinstance(step.action, Play)
        state, seat, card = step.before, step.action.seat, step.action.card
        legal = tuple(CardSet(state.deck, self.engine.legal(state).cards))
        comment = self.file.tricks[number].before.get(state.seats[seat], "")
        place = self.number_of(step)
        tries = tuple(self._try(tried) for tried in self.replay.tries.get(place - 1, ()))
        told = " ".join(str(text) for text in tries)
        return PlayRow(
            seat=state.seats[seat],
            name=self.who(seat),
            card=card,
            side=self._side(state, seat),
            wins=winner == seat,
            irregular=step.irregular,
            forced=len(legal) == 1 and state.hand_size(seat) > 1 and not state.unseen[seat],
            hand=tuple(state.hand(seat)),
            legal=legal,
            before=self.words(comment, ("tricks", number, "before", state.seats[seat])),
            reasons=announced
            + tuple(reason for reason in self._reasons(step) if str(reason) not in told)
            + self._signals(step),
            refusals=tuple(refused_cards(self.engine, state, self.who)),
            tries=tries,
            number=place,
        )

    def _signals(self, step: Move) -> tuple[Text, ...]:
        """What the play tells the player's partners, where the record asks for it."""
        advice = self.replay.advice
        if advice is None:
            return ()
        assert isinstance(step.action, Play)
        seen = given_signals(advice, step.before, step.action.seat, step.action.card)
        return tuple(signal_text(signal, self.who(step.action.seat)) for signal in seen)

    def _side(self, state: State, seat: int) -> str:
        taker = state.auction.taker
        if taker is None:
            return ""
        return TAKER if seat in state.side(taker) else DEFENCE

    def _reasons(self, step: Move) -> Iterator[Text]:
        """What the rules have to say of a play: why it breaks a rule, or why another card would have."""
        if step.irregular:
            reason = self.engine.reason(step.verdict, self.who)
            broken = say(_("This play breaks a rule, {rule}."), rule=RuleRef(reason.rule, reason.title))
            yield joined([broken, *(Text((cite,)) for cite in reason.sources)])
            yield reason.because
            yield reason.instead
            return
        for finding in relevant_findings(step.verdict.findings) if step.verdict.certain else ():
            if (
                finding.effect is Effect.DOES_NOT_BIND
                or finding.effect in (Effect.EXEMPTS, Effect.ALLOWS)
                or (finding.effect is Effect.REQUIRES and not self._follows(finding))
            ):
                yield self.engine.because(finding, self.who)

    def _follows(self, finding: Finding) -> bool:
        """Following suit with the suit in hand goes without saying."""
        return (
            bool(finding.facts.get("held"))
            and finding.facts["card"] in finding.facts["held"]
            and ("trumps_led" not in finding.facts)
        )

    def _try(self, tried: Tried) -> Text:
        text = self.engine.reason(tried.verdict, self.who).text
        return text + f" {tried.note}" if tried.note else text

    def _came_of(self, event: Event) -> list[Text]:
        """What a completed trick leads to."""
        return [self.engine.because(finding, self.who) for finding in consequences(event)]

    def points(self, state: State) -> Iterator[tuple[Text, str]]:
        """Points so far: of both sides, or of each player. What a partner has won is not the taker's as long as it is secret."""
        if not state.auction.known and state.result is None:
            state = state._replace(auction=state.auction._replace(partner=None))
        makes = self.engine.scorer.makes
        if makes is None or (state.missed and state.missed_winners is None):
            return  # what was captured before is not known
        outcomes = makes.outcomes(state, state.won, [0] * state.players)
        if self.engine.scorer.has_sides:
            whole = sum(state.deck.halves_of(mask) for mask in (*state.won, *state.kept))
            taker = outcomes[0].halves
            yield self.engine.ruleset.say(_("{taker}'s side")), halves_text(taker)
            yield say(_("Defence")), halves_text(whole - taker)
            return
        for outcome in outcomes:
            assert outcome.seat is not None
            yield Text((self.who(outcome.seat),)), self.ruleset.unit.show(self.engine.scorer.sheet(outcome).total)


def public(play: PlayRow) -> PlayRow:
    """A card of a trick without what is said of its player's hand."""
    return PlayRow(play.seat, play.name, play.card, play.side, play.wins, play.irregular)


def consequences(event: Event) -> tuple[Finding, ...]:
    """The findings of an event that tell what came of a trick."""
    return event.findings if isinstance(event, (TrickWon, PartnerKnown, *CARD_TRANSFERS)) else ()
