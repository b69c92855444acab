"""The engine: one object for a ruleset, with three questions — what is allowed, why, and what happens then."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tarot_teach.blocks import Reason
from tarot_teach.cards import Card
from tarot_teach.display import displayed
from tarot_teach.engine import dealing, discarding, playing, preconditions
from tarot_teach.engine.hidden import check_shown, hidden
from tarot_teach.engine.reasons import because, reason_of
from tarot_teach.engine.restore import restored
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.engine.scoring import Scorer
from tarot_teach.errors import IllegalActionError, LoadError
from tarot_teach.language import _
from tarot_teach.mechanisms import Who
from tarot_teach.rules import Ruleset
from tarot_teach.table import (
    Action,
    Bid,
    Call,
    Choices,
    Cut,
    DealCards,
    Declare,
    Discard,
    Finding,
    Pay,
    Phase,
    Play,
    State,
    Verdict,
    default_seats,
)
from tarot_teach.table.events import RuleBroken, Step
from tarot_teach.text import Text

_PHASES_OF = {
    Cut: (Phase.CUT,),
    DealCards: (Phase.DEAL,),
    Bid: (Phase.BID,),
    Call: (Phase.CALL,),
    Discard: (Phase.DISCARD,),
    Declare: (Phase.CLAIM, Phase.DECLARE, Phase.PLAY),
    Play: (Phase.PLAY,),
    Pay: (Phase.PAY,),
}
_CHECKS: dict[type[Action], Callable[[RuleIndex, State, Any], Verdict]] = {
    Cut: dealing.check_cut,
    DealCards: dealing.check_deal,
    Bid: dealing.check_bid,
    Call: dealing.check_call,
    Discard: discarding.check_discard,
    Declare: discarding.check_declare,
    Play: playing.check,
    Pay: playing.check_pay,
}
_ACTS: dict[type[Action], Callable[[RuleIndex, State, Any], Step]] = {
    Cut: dealing.cut,
    DealCards: dealing.deal,
    Bid: dealing.bid,
    Call: dealing.call,
    Discard: discarding.discard,
    Declare: discarding.declare,
    Play: playing.play,
    Pay: playing.pay,
}


@displayed
class Engine:
    """Plays a ruleset. It keeps no game: states go in and come out, and the same state gives the same answers."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.index: RuleIndex = RuleIndex(ruleset)
        self.scorer: Scorer = Scorer(self.index)

    def seats(self, players: int | None = None) -> tuple[str, ...]:
        """Seat letters in order of play. Raises LoadError for a number that the game is not for."""
        number = players if players is not None else 4 if 4 in self.ruleset.players else self.ruleset.players[0]
        if number not in self.ruleset.players:
            known = ", ".join(str(n) for n in self.ruleset.players)
            raise LoadError.of(
                "rules.players",
                _("{name} is not for {number} players").format(name=self.ruleset.name, number=number),
                hint=_("it is for {known}").format(known=known),
            )
        return default_seats(number, bool(self.index.turns and self.index.turns.clockwise))

    def start(
        self,
        pack: Sequence[Card] | None = None,
        *,
        seed: int | None = None,
        dealer: int = 0,
        seats: tuple[str, ...] | None = None,
    ) -> State:
        """A new deal with a pack, or with one shuffled from a seed (the same seed gives the same pack anywhere)."""
        if pack is None:
            shuffled = list(self.ruleset.deck.cards)
            random.Random(seed).shuffle(shuffled)
            pack = shuffled
        state = State(
            ruleset=self.ruleset.name,
            deck=self.ruleset.deck,
            seats=seats or self.seats(),
            dealer=dealer,
            phase=Phase.DEAL,
            turn=None,
            pack=tuple(pack),
        )
        return dealing.before_deal(self.index, state)

    def legal(self, state: State) -> Choices:
        """Choices of the seat to act; none when the deal is over."""
        match state.phase:
            case Phase.PLAY:
                return playing.choices(self.index, state)
            case Phase.CUT | Phase.DEAL | Phase.CLAIM | Phase.BID | Phase.CALL:
                return dealing.choices(self.index, state)
            case Phase.DISCARD:
                return Choices(state, state.turn, discard=discarding.discard_choice(self.index, state))
            case Phase.DECLARE:
                return discarding.declare_choices(self.index, state)
            case Phase.PAY:
                return playing.pay_choices(self.index, state)
        return Choices(state)

    def check(self, state: State, action: Action) -> Verdict:
        """The verdict on an action, with every rule's finding. Raises TypeError for a value that is no action."""
        if type(action) not in _PHASES_OF:
            raise TypeError(_("{action!r} is no action: give one such as Play(seat, card)").format(action=action))
        if state.phase not in _PHASES_OF[type(action)]:
            return preconditions.refuse(state, action, preconditions.WRONG_PHASE)
        if action.seat != state.turn:
            return preconditions.refuse(state, action, preconditions.NOT_YOUR_TURN)
        return _CHECKS[type(action)](self.index, state, action)

    def apply(self, state: State, action: Action, *, irregular: bool = False, among: Choices | None = None) -> Step:
        """The next state, and what happened. ``irregular`` lets an action stand that a rule refuses.

        ``among`` is what :meth:`legal` has answered for the state, if it has been asked: a play among the choices is not judged
        again. Raises IllegalActionError with the verdict in words, and RecordError where hidden cards decide what happens.
        """
        if type(action) is Play and self._playable(state, action, among):
            return self._carry_out(state, action)
        return self.carry_out(state, self.judge(state, action, irregular=irregular))

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
        state, events = self._carry_out(state, verdict.action)
        if not verdict.allowed:
            events = (RuleBroken(verdict.action.seat, verdict.action, findings=verdict.findings), *events)
        return state, events

    def _carry_out(self, before: State, action: Action) -> Step:
        """The state after an action, and after everything that needs nobody's decision; and what happened."""
        if type(action) is DealCards and before.pack_unseen:
            raise hidden(_("the order of the pack"))
        state, events = _ACTS[type(action)](self.index, before, action)
        if type(action) is not Play and type(action) is not Pay:
            state, more = self.advance(state)
            events += more
        elif state.phase is Phase.PLAY and not (state.trick.cards or any(state.hands) or any(state.unseen)):
            state, more = self.scorer.finish(state._replace(phase=Phase.OVER, turn=None))
            events += more
        if any(before.unseen):
            check_shown(self.index, before, action, state)
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
        return state

    def advance(self, state: State) -> Step:
        """A state with everything done that needs nobody's decision, and what happened meanwhile."""
        if state.phase is Phase.DECLARE and state.turn is None:
            taker = state.auction.taker
            if taker is not None and dealing.call_is_due(self.index, state, taker):
                return state._replace(phase=Phase.CALL, turn=taker), ()
            state = discarding.next_to_announce(self.index, state)
        if state.phase is Phase.PLAY and state.turn is None:
            return playing.begin(self.index, state)
        return state, ()

    def _playable(self, state: State, action: Play, among: Choices | None) -> bool:
        """True for a card that the seat to act holds and may play."""
        if state.phase is not Phase.PLAY or action.seat != state.turn:
            return False
        known = among if among is not None and among.state is state else None
        cards = playing.playable(self.index, state) if known is None else known.cards
        return bool(cards & action.card.bit)
