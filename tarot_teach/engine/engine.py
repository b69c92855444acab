"""The engine: one object for a ruleset, with three questions — what is allowed, why, and what happens then."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from tarot_teach.blocks import Reason
from tarot_teach.cards import Card
from tarot_teach.display import displayed
from tarot_teach.engine import dealing, discarding, playing, preconditions
from tarot_teach.engine.reasons import because, reason_of
from tarot_teach.engine.restore import restored
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.engine.scoring import Scorer
from tarot_teach.errors import IllegalActionError, LoadError, RecordError, TarotError
from tarot_teach.language import _
from tarot_teach.mechanisms import Who
from tarot_teach.rules import Ruleset
from tarot_teach.table.actions import Action, Bid, Call, Cut, DealCards, Declare, Discard, Pay, Play
from tarot_teach.table.events import RuleBroken, Step
from tarot_teach.table.state import Choices, Phase, State, default_seats
from tarot_teach.table.verdict import Finding, Verdict
from tarot_teach.text import Text


class _Kind(NamedTuple):
    """A kind of action: the phases in which it is asked for, the verdict on it, and what happens then."""

    phases: tuple[Phase, ...]
    check: Callable[[RuleIndex, State, Any], Verdict]
    act: Callable[[RuleIndex, State, Any], Step]


_KINDS: dict[type[Action], _Kind] = {
    Cut: _Kind((Phase.CUT,), dealing.check_cut, dealing.cut),
    DealCards: _Kind((Phase.DEAL,), dealing.check_deal, dealing.deal),
    Bid: _Kind((Phase.BID,), dealing.check_bid, dealing.bid),
    Call: _Kind((Phase.CALL,), dealing.check_call, dealing.call),
    Discard: _Kind((Phase.DISCARD,), discarding.check_discard, discarding.discard),
    Declare: _Kind((Phase.CLAIM, Phase.DECLARE, Phase.PLAY), discarding.check_declare, discarding.declare),
    Play: _Kind((Phase.PLAY,), playing.check, playing.play),
    Pay: _Kind((Phase.PAY,), playing.check_pay, playing.pay),
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
        known = self.ruleset.players
        number = players if players is not None else 4 if 4 in known else known[0]
        if number not in known:
            hint = _("it is for {known}").format(known=", ".join(str(n) for n in known))
            message = _("{name} is not for {number} players")
            raise LoadError.of("rules.players", message, hint=hint, name=self.ruleset.name, number=number)
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
        deck = self.ruleset.deck
        if pack is None:
            pack = list(deck.cards)
            random.Random(seed).shuffle(pack)
        state = State(self.ruleset.name, deck, seats or self.seats(), dealer, tuple(pack))
        cuts = self.index.cuts
        if cuts:
            return state._replace(phase=Phase.CUT, turn=cuts.cutter(state))
        return state._replace(turn=dealer)

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
        kind = _KINDS.get(type(action))
        if kind is None:
            raise TypeError(_("{action!r} is no action: give one such as Play(seat, card)").format(action=action))
        if state.phase not in kind.phases:
            return preconditions.refuse(state, action, preconditions.WRONG_PHASE)
        if action.seat != state.turn:
            return preconditions.refuse(state, action, preconditions.NOT_YOUR_TURN)
        return kind.check(self.index, state, action)

    def apply(self, state: State, action: Action, *, irregular: bool = False, among: Choices | None = None) -> Step:
        """The next state, and what happened. ``irregular`` lets an action stand that a rule refuses.

        ``among`` is what :meth:`legal` has answered for the state, if it has been asked: a play among the choices is not judged
        again. Raises IllegalActionError with the verdict in words, and RecordError where hidden cards decide what happens.
        """
        if type(action) is Play and state.phase is Phase.PLAY and action.seat == state.turn:
            known = among if among is not None and among.state is state else None
            cards = playing.playable(self.index, state) if known is None else known.cards
            if cards & action.card.bit:
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
            raise _hidden(_("the order of the pack"))
        state, events = _KINDS[type(action)].act(self.index, before, action)
        if type(action) is not Play and type(action) is not Pay:
            state, more = self.advance(state)
            events += more
        elif state.phase is Phase.PLAY and not (state.trick.cards or any(state.hands) or any(state.unseen)):
            state, more = self.scorer.finish(state._replace(phase=Phase.OVER, turn=None))
            events += more
        if any(before.unseen):
            _check_shown(self.index, before, action, state)
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
            taker, calls = state.auction.taker, self.index.calls
            if calls and calls.after_discard and taker is not None and state.auction.called is None:
                may = calls.callable(state, taker)
                if may:
                    return state._replace(phase=Phase.CALL, turn=taker), ()
            state = discarding.next_to_announce(self.index, state)
        if state.phase is Phase.PLAY and state.turn is None:
            return playing.begin(self.index, state)
        return state, ()


def _check_shown(index: RuleIndex, before: State, action: Action, after: State) -> None:
    """Raise RecordError where cards that ``before`` does not show have decided what came of an action."""
    if after.phase is Phase.DISCARD and before.phase is not after.phase and not after.talon:
        raise _hidden(_("the talon"))
    auction = after.auction
    called = action.card if type(action) is Call else auction.called
    if called is None or auction.known or auction.partner is not None:
        return
    taken = after.tricks[-1] if len(after.tricks) > len(before.tricks) else None
    moved = taken is not None and (before.debts or taken.trick.mask & index.movable)
    seen = any(mask & called.bit for mask in (after.trick.mask, after.discard, *after.hands))
    if not seen and (type(action) is Call or moved):
        raise _hidden(_("who holds {called}").format(called=called))


def _hidden(what: str) -> TarotError:
    message = _("this state does not show what decides here: {what}").format(what=what)
    hint = _("apply the action to the whole state, and not to a view of it")
    return RecordError.of("state.hidden", message, hint=hint)
