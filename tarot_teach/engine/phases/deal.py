"""The phase ``deal``: the dealer deals the pack out."""

from __future__ import annotations

from tarot_teach.cards import Card
from tarot_teach.engine.hidden import hidden
from tarot_teach.engine.phases.stage import Stage, verdict_of
from tarot_teach.engine.preconditions import no_such_option, not_now
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.mechanisms.layout import Layout
from tarot_teach.messages import N_, _
from tarot_teach.table.actions import Choose
from tarot_teach.table.events import CardsDealt, Step
from tarot_teach.table.state import Choices, Phase, State
from tarot_teach.table.verdict import Verdict


class DealStage(Stage):
    """The dealer may choose where the cards of the talon come from."""

    phase = Phase.DEAL
    section = "deal"
    due = N_("This is not the moment for it: the cards are to be dealt.")

    def enter(self, index: RuleIndex, state: State) -> Step:
        return state._replace(phase=self.phase, turn=state.dealer), ()

    def legal(self, index: RuleIndex, state: State) -> Choices:
        return Choices(state, state.turn, deals=index.deals.choice(state), rule=index.deals.rule)

    def check(self, index: RuleIndex, state: State, action: Choose) -> Verdict:
        if action.rule != index.deals.rule:
            return not_now(state, action, seat=action.seat)
        after = action.numbers
        unknown = [no_such_option(action.seat, action.rule)]
        return verdict_of(action, unknown if after is None else index.deals.check_deal(state, after))

    def apply(self, index: RuleIndex, state: State, action: Choose) -> Step:
        if state.pack_unseen:
            raise hidden(_("the order of the pack"))
        after = action.numbers or ()
        first = (state.dealer + 1) % state.players
        if index.starts:
            first = index.starts.starts(state.dealer, state.players)
        layout = index.deals.deal(state.pack, first, state.players, after)
        event = CardsDealt(action.seat, first, findings=tuple(index.deals.check_deal(state, after)))
        return dealt(index, state, layout), (event,)


def dealt(index: RuleIndex, state: State, layout: Layout) -> State:
    """A state with its cards dealt, whether by the engine or by a record. The talon keeps its order where rules take cards of it."""
    nobody = (0,) * state.players
    stock: tuple[Card | None, ...] = ()
    if index.whole.keeps_talon:
        stock = layout.order or tuple(state.deck.set(layout.talon)) or (None,) * index.deals.talon_size(state.players)
    return state._replace(
        pack=(),
        hands=layout.hands,
        unseen=state.unseen or nobody,
        talon=layout.talon,
        stock=stock,
        face_up=layout.face_up,
        heaps=layout.heaps,
        won=nobody,
        phase=Phase.DEAL,
        turn=None,
    )
