"""The phase ``talon``: the taker takes it into the hand, or it is laid aside for a side. Nobody is asked."""

from __future__ import annotations

from tarot_teach.engine.phases.stage import Stage
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.table.events import Events, Step, TalonLaidAside, TalonTaken
from tarot_teach.table.state import Phase, State, with_cards
from tarot_teach.table.verdict import Effect, Finding


class TalonStage(Stage):
    """Way of the talon under the contract: into a hand, or aside."""

    phase = Phase.TALON
    section = "talon"
    actions = ()

    def asked(self, index: RuleIndex) -> bool:
        return False

    def enter(self, index: RuleIndex, state: State) -> Step:
        state = state._replace(phase=self.phase, turn=None)
        taker, contract = state.auction.taker, state.auction.contract
        rule, move = ("", None) if contract is None else index.talon_move(contract)
        if contract is None or move is None:
            return state, ()
        cards, state = state.deck.set(state.talon), state._replace(stock=())
        decided = (Finding(rule, Effect.DECIDES, {"seat": taker, "cards": cards, "side": move.side}),)
        if not move.into_hand:
            aside: Events = (TalonLaidAside(taker, move.side, findings=decided),)
            return state._replace(side_piles=laid_aside(index, contract, state.talon)), aside
        hands = state.hands if taker is None else with_cards(state.hands, taker, state.talon)
        return state._replace(hands=hands, talon_open=move.shown), (TalonTaken(taker, cards, findings=decided),)


def laid_aside(index: RuleIndex, contract: str, cards: int) -> tuple[int, int]:
    """The part of a talon that goes unseen to the taker's side, and to the defence, under a contract; as masks."""
    _rule, move = index.talon_move(contract)
    if move is None or move.into_hand:
        return 0, 0
    return (cards, 0) if move.side == 0 else (0, cards)
