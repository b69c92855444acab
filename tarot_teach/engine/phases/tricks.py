"""The phase ``play``: which cards may be played, who wins the trick, and what becomes of cards that do not follow it."""

from __future__ import annotations

from typing import Any, ClassVar

from tarot_teach.cards import CardSet
from tarot_teach.engine import preconditions
from tarot_teach.engine.hidden import check_turned
from tarot_teach.engine.phases.between import after_trick
from tarot_teach.engine.phases.declare import announced, check_announcement, offered
from tarot_teach.engine.phases.pay import pay_debts
from tarot_teach.engine.phases.stage import Stage
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.mechanisms.in_words import place_of
from tarot_teach.mechanisms.interfaces import NOBODY
from tarot_teach.messages import N_
from tarot_teach.table import events
from tarot_teach.table.actions import NOTHING, Action, Choose, Play
from tarot_teach.table.state import Choices, Debt, Phase, State, Taken, Trick
from tarot_teach.table.verdict import Effect, Finding, Verdict


class TricksStage(Stage):
    """Cards are played to tricks until no hand has any left."""

    phase = Phase.PLAY
    section = "play"
    actions: ClassVar[tuple[type[Action], ...]] = (Play, Choose)
    due = N_("This is not the moment for it: a card is to be played.")
    words = ((Play, N_("{who} may play {cards}."), N_("{who} may not play {cards}.")),)

    def enter(self, index: RuleIndex, state: State) -> events.Step:
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
        return state._replace(phase=self.phase, turn=leader, trick=Trick(leader)), new_events

    def legal(self, index: RuleIndex, state: State) -> Choices:
        announcements = () if state.tricks or not index.offers_at_first_card else _announcements(index, state)
        return Choices(state, state.turn, playable(index, state), declarations=announcements)

    def allows(self, index: RuleIndex, state: State, action: Any, known: Choices | None) -> bool:
        if type(action) is not Play:
            return False
        return bool((playable(index, state) if known is None else known.cards) & action.card.bit)

    def check(self, index: RuleIndex, state: State, action: Play | Choose) -> Verdict:
        """Every rule's finding on a play, in the order of the rules; or on an announcement."""
        if isinstance(action, Play):
            return check_play(index, state, action)
        if action.rule == NOTHING:
            return preconditions.not_now(state, action)
        late = state.tricks or state.unrecorded_tricks
        return check_announcement(() if late else index.offers_at_first_card, state, action)

    def apply(self, index: RuleIndex, state: State, action: Play | Choose) -> events.Step:
        """The state after a card; a full trick is gathered at once."""
        if isinstance(action, Choose):
            return announced(state, action, self.check(index, state, action).findings)
        seat, card = action.seat, action.card
        new_events: events.Events = (events.CardPlayed(seat, card),)
        if card is state.auction.called and index.calls:
            partner = seat if seat != state.auction.taker else None
            finding = Finding(index.calls.rule, Effect.DECIDES, {"seat": seat, "card": card, "alone": partner is None})
            new_events = (*new_events, events.PartnerKnown(seat, card, findings=(finding,)))
            state = state._replace(auction=state.auction._replace(partner=partner, known=True))
        trick, players = index.with_card(state.trick, card), len(state.hands)
        if len(trick.cards) < players:
            return state.after_card(seat, card, (seat + 1) % players, trick), new_events
        state, more = _ended(index, state.after_card(seat, card, seat, trick))
        return state, new_events + more

    def read(self, index: RuleIndex, state: State, seat: int, text: str) -> Action:
        return Play(seat, state.deck.card(text))


def repeated(index: RuleIndex, state: State, trick: Trick) -> State:
    """The state after a trick that was played before from the same hands; its cards are not judged, and none of them has been called."""
    hands = list(state.hands)
    for seat, card in trick.by(state.players):
        hands[seat] &= ~card.bit
        state = state.without_top(seat, card) if state.heaps else state
    return _ended(index, state._replace(hands=tuple(hands), trick=trick))[0]


def _ended(index: RuleIndex, state: State) -> events.Step:
    """The state after a full trick."""
    state, new_events = gather(index, state)
    state, end = after_trick(index, state)
    return state, new_events + end


def playable(index: RuleIndex, state: State) -> int:
    """The cards that the seat to act may play, as a mask. Each rule in turn narrows what the ones before have left."""
    seat, trick = state.turn, state.trick
    assert seat is not None
    left = hand = state.hands[seat]
    for rule in index.narrows:
        left = rule.narrow(left, trick, hand) or left
    for keeping in index.keeps:
        left = keeping.narrow_kept(state, seat, left) or left
    for exemption in index.exempts:
        left |= exemption.exempt(state, seat, hand)
    if index.limits_first_lead and not trick.cards and state.number == 1:
        for limit in index.limits_first_lead:
            left = limit.narrow_lead(state, left) or left
    return left


def _announcements(index: RuleIndex, state: State) -> tuple[Choose, ...]:
    """The announcements that are open to the seat to act before its first card."""
    seat = state.turn
    if seat is None or state.unrecorded_tricks or state.hand_size(seat) != index.deals.hand_size(state.players):
        return ()
    return offered(index.offers_at_first_card, state)


def check_play(index: RuleIndex, state: State, action: Play) -> Verdict:
    """Every rule's finding on a play, in the order of the rules."""
    seat, card, trick = action.seat, action.card, state.trick
    places = (*state.hands, state.below_tops, *state.won, *state.side_piles, trick.mask)
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
    for keeping in index.keeps:
        after = keeping.narrow_kept(state, seat, left)
        if after and left & ~after & card.bit:
            refused = len(findings)
            findings.append(Finding(keeping.rule, Effect.REFUSES, {"seat": seat, "card": card}, decisive=True))
        left = after or left
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


def gather(index: RuleIndex, state: State) -> events.Step:
    """The trick goes to its winner, cards that do not follow it to whom they belong, and what is owed for them is paid."""
    trick = state.trick
    position, by, details = 0, "", dict[str, Any]()
    for rule in index.wins:
        winning = rule.winning(state, trick)
        if winning is not None:
            position, by, details = winning, rule.rule, rule.facts_of(state, trick, winning)
            break
    winner = trick.seat_of(position, state.players)
    taken = Taken(trick, winner, by)
    facts: dict[str, Any] = {"seat": winner, "card": trick.cards[position]} | details
    if index.order is not index.whole.order:  # words are made without the contract
        facts["trumped"] = bool(trick.cards[position].bit & index.order.power)
    finding = Finding(by, Effect.DECIDES, facts)
    halves = index.halves_of(trick.mask) if index.counts_piles else sum([card.halves for card in trick.cards])
    new_events: list[events.Event] = [events.TrickWon(winner, state.number, trick.cards, halves, findings=(finding,))]
    won = list(state.won)
    won[winner] |= trick.mask
    debts = state.debts
    movable = trick.mask & index.movable
    for mover in index.moves if movable else ():
        if not movable & mover.about:
            continue
        place = place_of(trick, movable & mover.about)
        card, owner = trick.cards[place], trick.seat_of(place, state.players)
        moved = mover.moves(state, trick, owner, winner)
        if moved is None:
            continue
        movable &= ~mover.about
        won[winner] &= ~card.bit
        won[moved.to] |= card.bit
        payer, payee = (None, None) if moved.payer == NOBODY else (moved.payer, moved.payee)
        event = mover.kinds[moved.kind](owner, owner, moved.to, winner, payer, payee, card)
        new_events.append(event.decided_by(mover.rule))
        if moved.payer != NOBODY:
            debts = (*debts, Debt(moved.payer, moved.payee, mover.rule, state.number))
    state = state.after_trick(debts, taken, tuple(won))
    for gift in index.after_trick:
        state, more = gift.after(state, taken)
        new_events += more
    if index.pays_for_tricks:
        state, amounts = paid_for_trick(index, state, taken)
        new_events += amounts
    if debts:
        state, paid = pay_debts(index, state)
        new_events += paid
    if index.turns_heaps:
        before = state
        state, turned = index.turns_heaps.turn(state, winner)
        check_turned(before, state)
        new_events += turned
    return state, tuple(new_events)


def paid_for_trick(index: RuleIndex, state: State, taken: Taken) -> events.Step:
    """The state in which what a trick brings has been paid, the trick being the last of the state."""
    new_events: events.Events = ()
    for rule in index.pays_for_tricks:
        amounts = rule.paid_for(state, taken)
        if any(amounts):
            state, more = rule.pay(state, amounts)
            new_events += more
    return state, new_events
