"""The engine: one object for a ruleset, with three questions — what is allowed, why, and what happens then."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from tarot_teach.blocks import Reason
from tarot_teach.cards import Card
from tarot_teach.display import displayed
from tarot_teach.engine import preconditions
from tarot_teach.engine.hidden import check_shown
from tarot_teach.engine.match_memory import memory_before, void_result
from tarot_teach.engine.phases import STAGES, phases_of, stages_of
from tarot_teach.engine.phases.stage import Stage
from tarot_teach.engine.phases.tricks import repeated
from tarot_teach.engine.reasons import because, reason_of
from tarot_teach.engine.restore import restored
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.engine.scoring import Scorer
from tarot_teach.errors import IllegalActionError, LoadError
from tarot_teach.mechanisms import Who
from tarot_teach.messages import _, ngettext
from tarot_teach.rules import Ruleset
from tarot_teach.table.actions import Action
from tarot_teach.table.events import Events, RuleBroken, Step
from tarot_teach.table.facts import NO_FACTS, Facts
from tarot_teach.table.state import Choices, Phase, State, Trick, default_seats
from tarot_teach.table.verdict import Finding, Verdict
from tarot_teach.text import Text

_KINDS = frozenset(kind for stage in STAGES.values() for kind in stage.actions)


@displayed
class Engine:
    """Plays a ruleset. It keeps no game: states go in and come out, and the same state gives the same answers.

    ``trumps`` is a suit, by its id or name, that is trumps instead of those of the pack. Raises NotationError for a suit that the pack does not have.
    """

    def __init__(self, ruleset: Ruleset, trumps: str = "") -> None:
        self.ruleset = ruleset
        self.index: RuleIndex = RuleIndex(ruleset, ruleset.deck.suit_named(trumps) or trumps)
        self.scorer: Scorer = Scorer(self.index)
        self.stages: Mapping[Phase, Stage] = stages_of(self.index)
        self.phases: tuple[Stage, ...] = phases_of(self.index)
        self._place = {stage.phase: i for i, stage in enumerate(self.phases)}
        self._same = (
            None if self.index.by_contract or self.index.brings_trumps else self.index
        )  # the rules in force, where neither contracts nor a suit of trumps make a difference

    def seats(self, players: int | None = None) -> tuple[str, ...]:
        """Seat letters in order of play. Raises LoadError for a number that the game is not for."""
        known = self.ruleset.players
        number = players if players is not None else 4 if 4 in known else known[0]
        if number not in known:
            hint = _("it is for {known}").format(known=", ".join(str(n) for n in known))
            message = ngettext("{name} is not for {number} player", "{name} is not for {number} players", number)
            raise LoadError.of("rules.players", message, hint=hint, name=self.ruleset.name, number=number)
        return default_seats(number, self.index.clockwise)

    def start(
        self,
        pack: Sequence[Card] | None = None,
        *,
        seed: int | None = None,
        dealer: int = 0,
        seats: tuple[str, ...] | None = None,
        memory: Facts = NO_FACTS,
    ) -> State:
        """A new deal with a pack, or with one shuffled from a seed (the same seed gives the same pack anywhere). ``memory`` is what
        rules keep from earlier deals of the match, by rule id; without it the deal is the first."""
        deck = self.ruleset.deck
        if pack is None:
            pack = list(deck.cards)
            random.Random(seed).shuffle(pack)
        seats = seats or self.seats()
        before = memory_before(self.index, len(seats), memory)
        state = State(self.ruleset.name, deck, seats, dealer, tuple(pack), memory=before)
        state, _events = self.go_on(state._replace(parties=self.index.parties(len(seats))))
        return state

    def rules(self, state: State) -> RuleIndex:
        """The rules in force in a state: those under its contract and suit of trumps, or before there is one."""
        return self._same or self.index.under(state.auction.contract, state.trumps)

    def scorer_of(self, state: State) -> Scorer:
        """The scorer by the rules in force in a state."""
        return self.scorer.under(state.auction.contract)

    def legal(self, state: State) -> Choices:
        """Choices of the seat to act; none when the deal is over."""
        if state.turn is None:
            return Choices(state)
        return self.stages[state.phase].legal(self._same or self.rules(state), state)

    def check(self, state: State, action: Action) -> Verdict:
        """The verdict on an action, with every rule's finding. Raises TypeError for a value that is no action."""
        if type(action) not in _KINDS:
            raise TypeError(_("{action!r} is no action: give one such as Play(seat, card)").format(action=action))
        stage = self.stages.get(state.phase)
        if stage is None or type(action) not in stage.actions:
            return preconditions.refuse(state, action, preconditions.WRONG_PHASE)
        if action.seat != state.turn:
            return preconditions.refuse(state, action, preconditions.NOT_YOUR_TURN)
        return stage.check(self.rules(state), state, action)

    def apply(self, state: State, action: Action, *, irregular: bool = False, among: Choices | None = None) -> Step:
        """The next state, and what happened. ``irregular`` lets an action stand that a rule refuses.

        ``among`` is what :meth:`legal` has answered for the state, if it has been asked: a play among the choices is not judged
        again. Raises IllegalActionError with the verdict in words, and RecordError where hidden cards decide what happens.
        """
        if action.seat == state.turn:
            known = among if among is not None and among.state is state else None
            index = self._same or self.rules(state)
            if self.stages[state.phase].allows(index, state, action, known):
                return self._carry_out(index, state, action)
        return self.carry_out(state, self.judge(state, action, irregular=irregular))

    def repeat(self, state: State, trick: Trick) -> State:
        """The state after a trick that was played before from the same hands; its cards are not judged, and none of them has been called."""
        state = repeated(self._same or self.rules(state), state, trick)
        return self.go_on(state, after=(state.phase,))[0] if state.turn is None else state

    def judge(self, state: State, action: Action, *, irregular: bool = False) -> Verdict:
        """The verdict on an action that is to be carried out. ``irregular`` lets it stand where a rule refuses it.

        Raises IllegalActionError with the verdict in words.
        """
        verdict = self.check(state, action)
        if not verdict.allowed and (verdict.by_table or not irregular):
            words = str(self.reason(verdict, state.name))
            raise IllegalActionError.of("play.illegal", words, hint=_("`legal` says what is allowed"))
        return verdict

    def carry_out(self, state: State, verdict: Verdict) -> Step:
        """The state after an action that has been judged, and what happened.

        Raises RecordError where hidden cards decide what happens.
        """
        state, events = self._carry_out(self.rules(state), state, verdict.action)
        if not verdict.allowed:
            events = (RuleBroken(verdict.action.seat, verdict.action, findings=verdict.findings), *events)
        return state, events

    def _carry_out(self, index: RuleIndex, before: State, action: Action) -> Step:
        """The state after an action by the rules in force, and after everything that needs nobody's decision; and what happened."""
        state, events = self.stages[before.phase].apply(index, before, action)
        if state.turn is None:
            state, more = self.go_on(state, after=(state.phase,))
            events += more
        if any(before.unseen):
            check_shown(self.rules(state), before, action, state)
        return state, events

    def go_on(self, state: State, after: Collection[Phase] = ()) -> Step:
        """Pass through the phases that follow all of some, until somebody is asked, or the deal is over and scored."""
        state, events = self.pass_through(state, after)
        if state.turn is None and state.phase is not Phase.OVER:
            state, more = self.scorer.finish(state._replace(phase=Phase.OVER))
            events += more
        return state, events

    def pass_through(self, state: State, after: Collection[Phase] = ()) -> Step:
        """Pass through the phases as :meth:`go_on` does, without the score of a deal that has been played out."""
        passed = max((self._place.get(phase, -1) for phase in after), default=-1)
        events: Events = ()
        for stage in self.phases[passed + 1 :]:
            if state.turn is not None or state.phase is Phase.OVER:
                return state, events
            state, more = stage.enter(self.rules(state), state)
            events += more
        return state, events

    def because(self, finding: Finding, who: Who) -> Text:
        """A finding in a sentence; ``who`` names the seats (``state.name``, say)."""
        return because(self.index, finding, who)

    def reason(self, verdict: Verdict, who: Who, cards: Sequence[Card] = ()) -> Reason:
        """A verdict in words, with rule, sources and what is allowed instead; ``cards`` where one rule refuses several."""
        return reason_of(self.index, verdict, who, cards)

    def restore(self, data: Mapping[str, Any]) -> State:
        """The state that ``state_as_data`` wrote, at any step. Raises RecordError for data that is not a state."""
        state = restored(self.index, data)
        if state.phase is Phase.OVER and state.result is None:
            state, _events = self.scorer.finish(state)
        elif state.result is not None and state.result.void is not None:
            void = void_result(self.index, state.result.void, state.players, state.memory, state.paid)
            state = state._replace(result=void)
        return state
