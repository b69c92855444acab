"""The phase ``call``: the taker calls a card, and plays with its holder."""

from __future__ import annotations

from tarot_teach.engine.phases.stage import Stage, verdict_of
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.language import N_
from tarot_teach.table.actions import Action, Call
from tarot_teach.table.events import CardCalled, NobodyHas, Step
from tarot_teach.table.state import Choices, Phase, State
from tarot_teach.table.verdict import Effect, Finding, Verdict


class CallStage(Stage):
    """The taker is asked as long as a card is to be called and there is one left to call."""

    phase = Phase.CALL
    section = "call"
    actions = (Call,)
    due = N_("This is not the moment for it: {taker:the} has to call a card.")
    words = ((Call, N_("{who} may call {cards}."), N_("{who} may not call {cards}.")),)

    def asked(self, index: RuleIndex) -> bool:
        return index.calls is not None

    def enter(self, index: RuleIndex, state: State) -> Step:
        calls, taker = index.calls, state.auction.taker
        due = calls and taker is not None and state.auction.called is None and calls.callable(state, taker)
        return state._replace(phase=self.phase, turn=taker if due else None), ()

    def legal(self, index: RuleIndex, state: State) -> Choices:
        assert index.calls is not None
        assert state.turn is not None
        return Choices(state, state.turn, calls=index.calls.callable(state, state.turn))

    def check(self, index: RuleIndex, state: State, action: Call) -> Verdict:
        assert index.calls is not None
        may = state.deck.set(index.calls.callable(state, action.seat))
        return verdict_of(action, index.calls.check_call(state, action), tuple(card.code for card in may))

    def apply(self, index: RuleIndex, state: State, action: Call) -> Step:
        rule, card = index.calls, action.card
        assert rule is not None
        holder = next((seat for seat, hand in enumerate(state.hands) if hand & card.bit), None)
        called = CardCalled(action.seat, card, findings=tuple(rule.check_call(state, action)))
        if not rule.again or holder is not None:
            auction = state.auction._replace(called=card, partner=None if holder == action.seat else holder)
            return state._replace(auction=auction, turn=None), (called,)
        auction = state.auction._replace(missed=(*state.auction.missed, card))
        finding = Finding(rule.rule, Effect.DECIDES, {"seat": action.seat, "card": card, "nobody": True})
        state, _events = self.enter(index, state._replace(auction=auction))
        return state, (called, NobodyHas(action.seat, card, findings=(finding,)))

    def read(self, index: RuleIndex, state: State, seat: int, text: str) -> Action:
        return Call(seat, state.deck.card(text))
