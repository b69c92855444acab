"""The step ``play``: which cards may be played, who wins the trick, and what becomes of the Excuse."""

from __future__ import annotations

from tarot_teach.cards import Card, CardSet
from tarot_teach.engine import preconditions
from tarot_teach.engine.discarding import declarations
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.mechanisms.interfaces import MovesCard
from tarot_teach.table import events
from tarot_teach.table.actions import Pay, Play
from tarot_teach.table.state import Choices, Debt, Phase, State, Taken, Trick
from tarot_teach.table.verdict import Effect, Finding, Verdict


def begin(index: RuleIndex, state: State) -> events.Step:
    """The first trick, with its leader."""
    new_events: events.Events = ()
    leader = None
    for rule in index.leads:
        leader = rule.leader(state)
        if leader is not None:
            finding = Finding(rule.rule, Effect.DECIDES, {"seat": leader})
            new_events = (events.LeaderChosen(leader, findings=(finding,)),)
            break
    if leader is None:
        leader = (state.dealer + 1) % state.players
    return state._replace(phase=Phase.PLAY, turn=leader, trick=Trick(leader)), new_events


def playable(index: RuleIndex, state: State) -> int:
    """The cards that the seat to act may play, as a mask. Each rule in turn narrows what the ones before have left."""
    seat, trick = state.turn, state.trick
    assert seat is not None
    left = hand = state.hands[seat]
    for rule in index.narrows:
        left = rule.narrow(left, trick, hand) or left
    for exemption in index.exempts:
        left |= exemption.exempt(state, seat, hand)
    if index.limits_first_lead and not trick.cards and state.number == 1:
        for limit in index.limits_first_lead:
            left = limit.narrow_lead(state, left) or left
    return left


def choices(index: RuleIndex, state: State) -> Choices:
    """The cards that the seat to act may play, and what it may announce before."""
    announcements = () if state.tricks or not index.offers_at_first_card else declarations(index, state)
    return Choices(state, state.turn, playable(index, state), declarations=announcements)


def check(index: RuleIndex, state: State, action: Play) -> Verdict:
    """Every rule's finding on a play, in the order of the rules."""
    seat, card, trick = action.seat, action.card, state.trick
    places = (*state.hands, *state.won, *state.side_piles, trick.mask)
    known = any(mask & card.bit for mask in places)  # where it is not, it may be among the unseen cards of the hand
    if not state.hands[seat] & card.bit and (known or not state.unseen[seat]):
        return preconditions.refuse(state, action, preconditions.CARD_NOT_HELD, cards=card)
    left = hand = state.hands[seat] | card.bit
    findings: list[Finding] = []
    refused: int | None = None
    for rule in index.narrows:
        after = rule.narrow(left, trick, hand)
        if after == left:
            continue
        facts = {"seat": seat, "card": card, **rule.facts(left, trick, hand)}
        if not after:
            findings.append(Finding(rule.rule, Effect.DOES_NOT_BIND, facts))
            continue
        if left & ~after & card.bit:
            refused = len(findings)
            findings.append(Finding(rule.rule, Effect.REFUSES, facts, decisive=True))
        else:
            findings.append(Finding(rule.rule, Effect.REQUIRES, facts))
        left = after
    for limit in index.limits_first_lead if state.number == 1 and not trick.cards else ():
        after = limit.narrow_lead(state, left)
        if after and left & ~after & card.bit:
            refused = len(findings)
            lead_facts = {"seat": seat, "card": card, "called": state.auction.called}
            findings.append(Finding(limit.rule, Effect.REFUSES, lead_facts, decisive=True))
        left = after or left
    for exemption in index.exempts:
        exempt = exemption.exempt(state, seat, hand)
        if exempt & card.bit and not trick.cards:
            findings.append(Finding(exemption.rule, Effect.ALLOWS, {"seat": seat, "card": card}))
        if exempt & card.bit and refused is not None:
            findings[refused] = findings[refused]._replace(decisive=False, yields_to=exemption.rule)
            findings.append(Finding(exemption.rule, Effect.EXEMPTS, {"seat": seat, "card": card}, decisive=True))
            refused = None
        left |= exempt
    instead = tuple(c.code for c in CardSet(state.deck, left)) if refused is not None else ()
    return Verdict(action, refused is None, tuple(findings), instead, hand_known=not state.unseen[seat])


def play(index: RuleIndex, state: State, action: Play) -> events.Step:
    """The state after a card; a full trick is gathered at once."""
    seat, card = action.seat, action.card
    new_events: events.Events = (events.CardPlayed(seat, card),)
    if card is state.auction.called and index.calls:
        partner = seat if seat != state.auction.taker else None
        finding = Finding(index.calls.rule, Effect.DECIDES, {"seat": seat, "card": card, "alone": partner is None})
        new_events = (*new_events, events.PartnerKnown(seat, card, findings=(finding,)))
        state = state._replace(auction=state.auction._replace(partner=partner, known=True))
    hands, unseen = state.hands, state.unseen
    if hands[seat] & card.bit:
        hands = (*hands[:seat], hands[seat] & ~card.bit, *hands[seat + 1 :])
    else:
        unseen = (*unseen[:seat], unseen[seat] - 1, *unseen[seat + 1 :])
    trick = state.trick.add(card)
    players = len(hands)
    if len(trick.cards) < players:
        return state.after_card((seat + 1) % players, hands, unseen, trick), new_events
    state, more = gather(index, state.after_card(seat, hands, unseen, trick))
    return state, new_events + more


def gather(index: RuleIndex, state: State) -> events.Step:
    """The trick goes to its winner, cards that do not follow it to whom they belong, and what is owed for them is paid."""
    trick = state.trick
    position, by = 0, ""
    for rule in index.wins:
        winning = rule.winning(state, trick)
        if winning is not None:
            position, by = winning, rule.rule
            break
    winner = trick.seat_of(position, state.players)
    taken = Taken(trick, winner, by)
    finding = Finding(by, Effect.DECIDES, {"seat": winner, "card": trick.cards[position]})
    halves = sum([card.halves for card in trick.cards])
    new_events: list[events.Event] = [events.TrickWon(winner, state.number, trick.cards, halves, findings=(finding,))]
    won = list(state.won)
    won[winner] |= trick.mask
    debts = state.debts
    movable = trick.mask & index.movable
    for mover in index.moves if movable else ():
        moved = mover.moves(state, taken) if movable & mover.about else None
        if moved is None:
            continue
        kind, owner, card, to, payer, payee = moved
        movable &= ~mover.about
        won[winner] &= ~card.bit
        won[to] |= card.bit
        event = events.CardMoved(owner, kind, owner, to, winner, payer, payee, card)
        new_events.append(event.decided_by(mover.rule))
        if payer is not None and payee is not None:
            debts = (*debts, Debt(payer, payee, mover.rule, state.number))
    state = state.after_trick(debts, taken, tuple(won))
    if debts:
        state, paid = pay_debts(index, state)
        new_events += paid
    return state, tuple(new_events)


def pay_debts(index: RuleIndex, state: State) -> events.Step:
    """Pay what can be paid. Where the debtor may choose among cards whose captor is known, the state waits for it at the step
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
        elif mover_of(index, debt).choose and can_pay & (can_pay - 1) and knows_them:
            waiting = (debt, *state.debts[i + 1 :], *left)
            return state._replace(debts=waiting, phase=Phase.PAY, turn=debt.owner), tuple(new_events)
        else:
            state, event = _hand_over(state, debt, next(iter(CardSet(state.deck, can_pay))))
            new_events.append(event)
    return state._replace(debts=tuple(left), phase=Phase.PLAY, turn=state.trick.leader), tuple(new_events)


def pay_choices(index: RuleIndex, state: State) -> Choices:
    """The captured cards that may be given."""
    debt = state.debts[0]
    return Choices(state, debt.owner, pays=_payable(index, state, debt))


def check_pay(index: RuleIndex, state: State, action: Pay) -> Verdict:
    """Refusal of a card that the debtor cannot give."""
    if pay_choices(index, state).pays & action.card.bit:
        return Verdict(action, True)
    return preconditions.refuse(state, action, preconditions.CARD_NOT_HELD, cards=action.card)


def pay(index: RuleIndex, state: State, action: Pay) -> events.Step:
    """The state after a chosen payment."""
    debt, *others = state.debts
    state, event = _hand_over(state, debt, action.card)
    state, more = pay_debts(index, state._replace(debts=tuple(others)))
    return state, (event, *more)


def mover_of(index: RuleIndex, debt: Debt) -> MovesCard:
    """The rule by which a debt arose."""
    rule = index.mechanisms[debt.rule]
    assert isinstance(rule, MovesCard)
    return rule


def _payable(index: RuleIndex, state: State, debt: Debt) -> int:
    """The cards that a debtor can give: its own captured ones, else its side's. The lowest bit is the default."""
    cards = mover_of(index, debt).payable
    captured = (state.won[seat] & cards for seat in (debt.owner, *state.side(debt.owner)))
    return next((found for found in captured if found), 0)


def _hand_over(state: State, debt: Debt, card: Card) -> tuple[State, events.Event]:
    won = [mask & ~card.bit for mask in state.won]
    won[debt.creditor] |= card.bit
    kind = events.PaidAtOnce if debt.trick == state.number - 1 else events.DebtPaid
    event = kind(debt.owner, debt.owner, debt.creditor, card)
    return state._replace(won=tuple(won)), event.decided_by(debt.rule)
