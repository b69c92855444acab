"""The phase ``call``: the taker calls a card, and plays with its holder."""

from __future__ import annotations

from tarot_teach.engine.phases.stage import Stage, verdict_of
from tarot_teach.engine.preconditions import no_such_option, not_now
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.messages import N_
from tarot_teach.table.actions import Action, Choose
from tarot_teach.table.events import CardCalled, NobodyHas, Step
from tarot_teach.table.picks import Pick
from tarot_teach.table.state import Choices, Phase, State
from tarot_teach.table.verdict import Effect, Finding, Verdict


class CallStage(Stage):
    """The taker is asked as long as a card is to be called and there is one left to call."""

    phase = Phase.CALL
    section = "call"
    due = N_("This is not the moment for it: {taker:the} has to call a card.")

    def asked(self, index: RuleIndex) -> bool:
        return index.calls is not None

    def enter(self, index: RuleIndex, state: State) -> Step:
        calls, taker = index.calls, state.auction.taker
        due = calls and taker is not None and state.auction.called is None and calls.callable(state, taker)
        return state._replace(phase=self.phase, turn=taker if due else None), ()

    def legal(self, index: RuleIndex, state: State) -> Choices:
        assert index.calls is not None
        assert state.turn is not None
        return Choices(
            state, state.turn, picks=(Pick(index.calls.rule, "", index.calls.callable(state, state.turn), 0, 1, 1),)
        )

    def check(self, index: RuleIndex, state: State, action: Choose) -> Verdict:
        rule, card = index.calls, action.card
        assert rule is not None
        if action.rule != rule.rule:
            return not_now(state, action, seat=action.seat)
        may = state.deck.set(rule.callable(state, action.seat))
        found = [no_such_option(action.seat, rule.rule)] if card is None else rule.check_call(state, card)
        return verdict_of(action, found, tuple(card.code for card in may))

    def apply(self, index: RuleIndex, state: State, action: Choose) -> Step:
        rule, card = index.calls, action.card
        assert rule is not None
        assert card is not None
        holder = next((seat for seat, hand in enumerate(state.hands) if hand & card.bit), None)
        called = CardCalled(action.seat, card, findings=tuple(rule.check_call(state, card)))
        if not rule.again or holder is not None:
            auction = state.auction._replace(called=card, partner=None if holder == action.seat else holder)
            state = state._replace(auction=auction, turn=None)
            laid = rule.found_laid(state, card) if holder is None else None
            if laid is None:
                return state, (called,)
            state, events = laid
            return state._replace(auction=auction._replace(known=True)), (called, *events)
        auction = state.auction._replace(missed=(*state.auction.missed, card))
        finding = Finding(rule.rule, Effect.DECIDES, {"seat": action.seat, "card": card, "nobody": True})
        state, _events = self.enter(index, state._replace(auction=auction))
        return state, (called, NobodyHas(action.seat, card, findings=(finding,)))

    def read(self, index: RuleIndex, state: State, seat: int, text: str) -> Action:
        return self.legal(index, state).picks[0].action(seat, state.deck, state.deck.card(text).bit)
