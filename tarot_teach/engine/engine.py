"""The engine: one object for a ruleset, with three questions — what is allowed, why, and what happens then."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from tarot_teach.blocks import Reason
from tarot_teach.cards import Card
from tarot_teach.display import displayed
from tarot_teach.engine import dealing, discarding, playing
from tarot_teach.engine import preconditions as manners
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

_STEP_OF = {
    Cut: (Phase.CUT,),
    DealCards: (Phase.DEAL,),
    Bid: (Phase.BID,),
    Call: (Phase.CALL,),
    Discard: (Phase.DISCARD,),
    Declare: (Phase.CLAIM, Phase.DECLARE, Phase.PLAY),
    Play: (Phase.PLAY,),
    Pay: (Phase.PAY,),
}


@displayed
class Engine:
    """Plays a ruleset. It keeps no game: states go in and come out, and the same state gives the same answers."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.index: RuleIndex = RuleIndex(ruleset)
        self.scorer: Scorer = Scorer(self.index)
        self._last: tuple[State | None, int] = (None, 0)

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
        """Everything that the seat to act may do. Nothing when the deal is over."""
        match state.phase:
            case Phase.PLAY:
                return playing.choices(self.index, state, self._playable(state))
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
        """Whether an action is allowed, with every rule's finding. Never raises for an action that can be expressed."""
        if state.phase not in _STEP_OF[type(action)]:
            return manners.refuse(state, action, manners.STEP)
        if action.seat != state.turn:
            return manners.refuse(state, action, manners.TURN)
        match action:
            case Play(seat, card):
                if not state.hands[seat] & card.bit and not self._may_hold(state, seat, card):
                    return manners.refuse(state, action, manners.HOLDING, cards=card)
                return playing.check(self.index, state, action)
            case Pay(seat, card):
                if not self.legal(state).pays & card.bit:
                    return manners.refuse(state, action, manners.HOLDING, cards=card)
                return Verdict(action, True, ())
            case Cut():
                return dealing.check_cut(self.index, state, action)
            case DealCards():
                return dealing.check_deal(self.index, state, action)
            case Bid():
                return dealing.check_bid(self.index, state, action)
            case Call():
                return dealing.check_call(self.index, state, action)
            case Discard():
                return discarding.check_discard(self.index, state, action)
            case Declare() if state.phase is Phase.CLAIM:
                return dealing.check_claim(self.index, state, action)
            case Declare():
                return discarding.check_declare(self.index, state, action)

    def apply(self, state: State, action: Action, *, irregular: bool = False) -> Step:
        """The next state, and what happened. ``irregular`` lets an action stand that a rule refuses.

        Raises IllegalActionError with the verdict in words, and RecordError where hidden cards decide what happens.
        """
        in_turn = state.phase is Phase.PLAY and action.seat == state.turn
        if in_turn and type(action) is Play and self._playable(state) & action.card.bit:
            return self.carry_out(state, Verdict(action, True, ()))
        return self.carry_out(state, self.judge(state, action, irregular=irregular))

    def judge(self, state: State, action: Action, *, irregular: bool = False) -> Verdict:
        """The verdict on an action that is to be carried out. ``irregular`` lets it stand where a rule refuses it.

        Raises IllegalActionError with the verdict in words.
        """
        verdict = self.check(state, action)
        if not verdict.allowed and (verdict.by_table or not irregular):
            words = str(self.reason(verdict, state.name))
            raise IllegalActionError.of("play.illegal", words, hint=_("`engine.legal(state)` says what is allowed"))
        return verdict

    def carry_out(self, state: State, verdict: Verdict) -> Step:
        """The state after an action that has been judged, and what happened.

        Raises RecordError where hidden cards decide what happens.
        """
        action, before = verdict.action, state
        if type(action) is DealCards and state.pack_unseen:
            raise hidden(_("the order of the pack"))
        state, events = self._act(state, action)
        if type(action) is not Play and type(action) is not Pay:
            state, more = self.advance(state)
            events += more
        elif state.phase is Phase.PLAY and not (state.trick.cards or any(state.hands) or any(state.unseen)):
            state, more = self.scorer.finish(state._replace(phase=Phase.OVER, turn=None))
            events += more
        if any(before.unseen):
            check_shown(self.index, before, action, state)
        if not verdict.allowed:
            events = (RuleBroken(action.seat, action, findings=verdict.findings), *events)
        return state, events

    def _act(self, state: State, action: Action) -> Step:
        """The state after an action, before anything that needs nobody's decision, and what happened."""
        index = self.index
        match action:
            case Play():
                return playing.play(index, state, action)
            case Pay():
                return playing.pay(index, state, action)
            case Cut():
                return dealing.cut(index, state, action)
            case DealCards():
                return dealing.deal(index, state, action)
            case Bid():
                return dealing.bid(index, state, action)
            case Call():
                return dealing.call(index, state, action)
            case Discard():
                return discarding.discard(index, state, action)
            case Declare() if state.phase is Phase.CLAIM:
                return dealing.claim(index, state, action)
            case Declare():
                return discarding.declare(index, state, action)

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

    def _playable(self, state: State) -> int:
        """The playable cards of the seat to play. ``legal`` and ``apply`` ask for the same state in turn."""
        known, left = self._last
        if known is not state:
            assert state.turn is not None
            left = playing.playable(self.index, state, state.turn)
            if self.index.limits_first_lead and state.number == 1 and not state.trick.cards:
                left = playing.leadable(self.index, state, left)
            self._last = (state, left)
        return left

    def _may_hold(self, state: State, seat: int, card: Card) -> bool:
        """Whether a card that is not known to be anywhere may be among the unseen ones of a hand."""
        if not state.unseen[seat]:
            return False
        known = state.trick.mask | state.kept[0] | state.kept[1]
        for mask in (*state.hands, *state.won):
            known |= mask
        return not known & card.bit
