"""The phase ``pay``: a card is given for one that was kept. It interrupts the play, where the giver may choose which."""

from __future__ import annotations

from tarot_teach.cards import Card, CardSet
from tarot_teach.engine import preconditions
from tarot_teach.engine.phases.between import after_trick
from tarot_teach.engine.phases.stage import Stage
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.messages import N_
from tarot_teach.table import events
from tarot_teach.table.actions import Action, Choose
from tarot_teach.table.picks import Pick
from tarot_teach.table.state import Choices, Debt, Phase, State
from tarot_teach.table.verdict import Verdict


class PayStage(Stage):
    """The debtor chooses among captured cards."""

    phase = Phase.PAY
    section = "play"
    due = N_("This is not the moment for it: a card is owed for one that was kept.")

    def legal(self, index: RuleIndex, state: State) -> Choices:
        debt = state.debts[0]
        return Choices(state, debt.owner, picks=(Pick(debt.rule, "", _payable(index, state, debt), 0, 1, 1),))

    def check(self, index: RuleIndex, state: State, action: Choose) -> Verdict:
        pick = self.legal(index, state).picks[0]
        if pick.allows(action):
            return Verdict(action, True)
        if action.rule != pick.rule:
            return preconditions.not_now(state, action, seat=action.seat)
        if action.card is None:
            return Verdict(action, False, (preconditions.no_such_option(action.seat, pick.rule),))
        return preconditions.refuse(state, action, preconditions.CARD_NOT_HELD, cards=action.card)

    def apply(self, index: RuleIndex, state: State, action: Choose) -> events.Step:
        debt, *others = state.debts
        assert action.card is not None
        state, event = _hand_over(state, debt, action.card)
        state, more = pay_debts(index, state._replace(debts=tuple(others)))
        state, end = after_trick(index, state)
        return state, (event, *more, *end)

    def read(self, index: RuleIndex, state: State, seat: int, text: str) -> Action:
        return self.legal(index, state).picks[0].action(seat, state.deck, state.deck.card(text).bit)


def pay_debts(index: RuleIndex, state: State) -> events.Step:
    """Pay what can be paid. Where the debtor may choose among cards whose captor is known, the state waits for it in the phase
    ``pay``; from the pile of a partner who is not known yet the lowest card is taken."""
    left: list[Debt] = []
    new_events: list[events.Event] = []
    for i, debt in enumerate(state.debts):
        can_pay, auction = _payable(index, state, debt), state.auction
        sides_known = auction.called is None or auction.known or debt.owner == auction.partner
        knows_them = sides_known or bool(can_pay & state.won[debt.owner])
        if not can_pay:
            left.append(debt)
            if debt.trick == state.number - 1:
                owed = events.DebtOwed(debt.owner, debt.owner, debt.creditor, None)
                new_events.append(owed.decided_by(debt.rule))
        elif index.mover_of(debt).choose and can_pay & (can_pay - 1) and knows_them:
            waiting = (debt, *state.debts[i + 1 :], *left)
            return state._replace(debts=waiting, phase=Phase.PAY, turn=debt.owner), tuple(new_events)
        else:
            state, event = _hand_over(state, debt, next(iter(CardSet(state.deck, can_pay))))
            new_events.append(event)
    return state._replace(debts=tuple(left), phase=Phase.PLAY, turn=state.trick.leader), tuple(new_events)


def _payable(index: RuleIndex, state: State, debt: Debt) -> int:
    """The cards that a debtor can give: its own captured ones, else its side's. The lowest bit is the default."""
    cards = index.mover_of(debt).payable
    captured = (state.won[seat] & cards for seat in (debt.owner, *state.side(debt.owner)))
    return next((found for found in captured if found), 0)


def _hand_over(state: State, debt: Debt, card: Card) -> tuple[State, events.Event]:
    won = [mask & ~card.bit for mask in state.won]
    won[debt.creditor] |= card.bit
    kind = events.PaidAtOnce if debt.trick == state.number - 1 else events.DebtPaid
    event = kind(debt.owner, debt.owner, debt.creditor, card)
    return state._replace(won=tuple(won)), event.decided_by(debt.rule)
