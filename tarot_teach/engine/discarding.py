"""The steps ``discard`` and ``declare``: what is laid away, and what is announced."""

from __future__ import annotations

from tarot_teach.cards import CardSet
from tarot_teach.engine import dealing
from tarot_teach.engine.preconditions import CARD_NOT_HELD, WRONG_NUMBER, not_now
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.table.actions import NOTHING, Declare, Discard
from tarot_teach.table.events import Announced, CardsDiscarded, Step
from tarot_teach.table.state import Choices, Declaration, DiscardChoice, Phase, State
from tarot_teach.table.verdict import Effect, Finding, Verdict


def discard_choice(index: RuleIndex, state: State) -> DiscardChoice:
    """The cards that may be laid away, those that must, and their number."""
    assert state.turn is not None
    size = state.hand_size(state.turn) - index.deals.hand_size(state.players)
    hand = allowed = state.hands[state.turn]
    obliged = 0
    for rule in index.discard:
        obliged |= rule.obliges(allowed, hand, size)
        allowed = rule.narrow_discard(allowed, hand, size)
    return DiscardChoice(state.deck.set(allowed), state.deck.set(obliged & allowed), size)


def check_discard(index: RuleIndex, state: State, action: Discard) -> Verdict:
    """Findings on a discard: each card that may not go, each that must, and the number."""
    hand, cards, given = state.hands[action.seat], action.cards.mask, len(action.cards)
    choice = discard_choice(index, state)
    size = choice.size
    findings: list[Finding] = []

    def found(rule: str, **facts: object) -> None:
        facts = {"seat": action.seat, "count": size, "given": given, **facts}
        findings.append(Finding(rule, Effect.REFUSES, facts, decisive=not findings))

    if cards & ~hand:
        found(CARD_NOT_HELD, cards=state.deck.set(cards & ~hand))
    allowed = hand
    for rule in index.discard:
        if rule.fixes_size and given != size:
            found(rule.rule)
        left, obliged = rule.narrow_discard(allowed, hand, size), rule.obliges(allowed, hand, size)
        for card in CardSet(state.deck, cards & allowed & ~left):
            found(rule.rule, card=card, others=left.bit_count())
        extra, kept = CardSet(state.deck, cards & allowed & ~obliged), CardSet(state.deck, obliged & ~cards)
        if kept and extra:
            found(rule.rule, card=next(iter(extra)), kept=kept, others=len(kept))
        allowed = left
    if given != size and not any(rule.fixes_size for rule in index.discard):
        found(WRONG_NUMBER)
    instead = tuple(card.code for card in choice.allowed) if findings else ()
    return Verdict(action, not findings, tuple(findings), instead)


def discard(index: RuleIndex, state: State, action: Discard) -> Step:
    """The taker's hand and pile after laying away."""
    cards, number = action.cards.mask, len(action.cards)
    shown, findings = 0, []
    for rule in index.discard:
        if rule.fixes_size:
            facts: dict[str, object] = {"seat": action.seat, "count": number, "given": number}
            findings.append(Finding(rule.rule, Effect.DECIDES, facts))
        open_part = rule.shows(cards)
        if open_part:
            facts = {"seat": action.seat, "cards": state.deck.set(open_part)}
            findings.append(Finding(rule.rule, Effect.DECIDES, facts))
            shown |= open_part
    event = CardsDiscarded(action.seat, action.cards, state.deck.set(shown), findings=tuple(findings))
    hands = tuple(mask & ~cards if seat == action.seat else mask for seat, mask in enumerate(state.hands))
    state = state._replace(hands=hands, discard=cards, shown=shown, side_piles=(cards, 0))
    return state._replace(phase=Phase.DECLARE, turn=None), (event,)


def declarations(index: RuleIndex, state: State) -> tuple[Declare, ...]:
    """The announcements that are open to the seat to act."""
    seat, rules = state.turn, index.offers_before_lead
    if seat is None:
        return ()
    if state.phase is not Phase.DECLARE:
        rules = index.offers_at_first_card
        if state.tricks or state.unrecorded_tricks or state.hand_size(seat) != index.deals.hand_size(state.players):
            return ()
    return tuple(offer for rule in rules for offer in rule.offers(state, seat))


def declare_choices(index: RuleIndex, state: State) -> Choices:
    """Announcements before the first lead, or none."""
    assert state.turn is not None
    done = Declare(state.turn, NOTHING)
    return Choices(state, state.turn, declarations=(done, *declarations(index, state)))


def check_declare(index: RuleIndex, state: State, action: Declare) -> Verdict:
    """Findings on an announcement, or on a claim that a hand makes the deal void."""
    if state.phase is Phase.CLAIM:
        return dealing.check_claim(index, state, action)
    before_lead = state.phase is Phase.DECLARE
    if action.what == NOTHING:
        return Verdict(action, True) if before_lead else not_now(state, action)
    rules = index.offers_before_lead if before_lead else index.offers_at_first_card
    rule = next((rule for rule in rules if rule.rule == action.what), None)
    if rule is None or (not before_lead and (state.tricks or state.unrecorded_tricks)):
        return not_now(state, action, seat=action.seat)
    findings = tuple(rule.check_declaration(state, action))
    return Verdict(action, all(finding.effect is not Effect.REFUSES for finding in findings), findings)


def declare(index: RuleIndex, state: State, action: Declare) -> Step:
    """The state with an announcement or a claim; declaring ``nothing`` ends the time for it."""
    if state.phase is Phase.CLAIM:
        return dealing.claim(index, state, action)
    if action.what == NOTHING:
        return next_to_announce(index, state), ()
    seat, shown = action.seat, None if action.cards is None else action.cards.mask
    findings = check_declare(index, state, action).findings
    declared = (*state.declared, Declaration(seat, action.what, action.level, shown))
    state = state._replace(declared=declared)
    if state.phase is Phase.DECLARE:
        made = {done.rule for done in declared if done.seat == seat}
        if all(rule.rule in made or seat not in rule.asks(state) for rule in index.offers_before_lead):
            state = next_to_announce(index, state)
    return state, (Announced(seat, action.level, action.cards, findings=findings),)


def next_to_announce(index: RuleIndex, state: State) -> State:
    """The next seat that is asked for announcements before the first lead; after the last, the play."""
    order = [(state.dealer + 1 + i) % state.players for i in range(state.players)]
    later = order if state.turn is None else order[order.index(state.turn) + 1 :]
    for seat in later:
        if any(seat in rule.asks(state) for rule in index.offers_before_lead):
            return state._replace(turn=seat)
    return state._replace(phase=Phase.PLAY, turn=None)
