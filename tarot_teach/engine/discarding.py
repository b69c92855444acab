"""The steps ``discard`` and ``declare``: what is laid away, and what is announced."""

from __future__ import annotations

from tarot_teach.cards import CardSet
from tarot_teach.engine import dealing
from tarot_teach.engine.preconditions import CARD_NOT_HELD, WRONG_NUMBER, WRONG_PHASE
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.table import (
    NOTHING,
    Choices,
    Declaration,
    Declare,
    Discard,
    DiscardChoice,
    Effect,
    Finding,
    Phase,
    State,
    Verdict,
)
from tarot_teach.table.events import Announced, CardsDiscarded, Step


def discard_size(index: RuleIndex, state: State) -> int:
    """Number of cards that the taker has to lay away."""
    assert state.turn is not None
    return state.hand_size(state.turn) - index.deals.hand_size(state.players)


def discard_choice(index: RuleIndex, state: State) -> DiscardChoice:
    """The cards that may be laid away, those that must, and their number."""
    assert state.turn is not None
    hand, size = state.hands[state.turn], discard_size(index, state)
    allowed, obliged = hand, 0
    for rule in index.discard:
        obliged |= rule.obliges(allowed, hand, size)
        allowed = rule.narrow_discard(allowed, hand, size)
    return DiscardChoice(state.deck.set(allowed), state.deck.set(obliged & allowed), size)


def check_discard(index: RuleIndex, state: State, action: Discard) -> Verdict:
    """Findings on a discard: each card that may not go, each that must, and the number."""
    hand, size = state.hands[action.seat], discard_size(index, state)
    cards = action.cards.mask
    findings: list[Finding] = []

    def refuse(rule: str, **facts: object) -> None:
        facts = {"seat": action.seat, "count": size, "given": len(action.cards), **facts}
        findings.append(Finding(rule, Effect.REFUSES, facts, decisive=not findings))

    foreign = cards & ~hand
    if foreign:
        refuse(CARD_NOT_HELD, cards=state.deck.set(foreign))
    allowed = hand
    for rule in index.discard:
        if rule.fixes_size and len(action.cards) != size:
            refuse(rule.rule)
        left = rule.narrow_discard(allowed, hand, size)
        for card in CardSet(state.deck, cards & allowed & ~left):
            refuse(rule.rule, card=card, others=left.bit_count())
        obliged = rule.obliges(allowed, hand, size) & ~cards
        extra = cards & allowed & ~rule.obliges(allowed, hand, size)
        if obliged and extra:
            kept = CardSet(state.deck, obliged)
            refuse(rule.rule, card=next(iter(CardSet(state.deck, extra))), kept=kept, others=len(kept))
        allowed = left
    if len(action.cards) != size and not any(rule.fixes_size for rule in index.discard):
        refuse(WRONG_NUMBER)
    choice = discard_choice(index, state)
    instead = tuple(card.code for card in choice.allowed) if findings else ()
    return Verdict(action, not findings, tuple(findings), instead)


def discard(index: RuleIndex, state: State, action: Discard) -> Step:
    """The taker's hand and pile after laying away."""
    cards = action.cards.mask
    shown, findings = 0, []
    for rule in index.discard:
        if rule.fixes_size:
            facts = {"seat": action.seat, "count": len(action.cards), "given": len(action.cards)}
            findings.append(Finding(rule.rule, Effect.DECIDES, facts))
        open_part = rule.shows(cards)
        if open_part:
            open_cards: dict[str, object] = {"seat": action.seat, "cards": state.deck.set(open_part)}
            findings.append(Finding(rule.rule, Effect.DECIDES, open_cards))
            shown |= open_part
    event = CardsDiscarded(action.seat, action.cards, state.deck.set(shown), findings=tuple(findings))
    hands = tuple(mask & ~cards if seat == action.seat else mask for seat, mask in enumerate(state.hands))
    state = state._replace(
        hands=hands, discard=cards, shown=shown, side_piles=(cards, 0), phase=Phase.DECLARE, turn=None
    )
    return state, (event,)


def declarations(index: RuleIndex, state: State) -> tuple[Declare, ...]:
    """The announcements that are open to the seat to act."""
    seat = state.turn
    if seat is None:
        return ()
    if state.phase is Phase.DECLARE:
        return tuple(offer for rule in index.offers_before_lead for offer in rule.offers(state, seat))
    if state.tricks or state.unrecorded_tricks or state.hand_size(seat) != index.deals.hand_size(state.players):
        return ()
    return tuple(offer for rule in index.offers_at_first_card for offer in rule.offers(state, seat))


def declare_choices(index: RuleIndex, state: State) -> Choices:
    """Announcements before the first lead, or none."""
    assert state.turn is not None
    done = Declare(state.turn, NOTHING)
    return Choices(state, state.turn, declarations=(done, *declarations(index, state)))


def check_declare(index: RuleIndex, state: State, action: Declare) -> Verdict:
    """Findings on an announcement, or on a claim that a hand makes the deal void."""
    if state.phase is Phase.CLAIM:
        return dealing.check_claim(index, state, action)
    if action.what == NOTHING:
        fine = state.phase is Phase.DECLARE
        findings = () if fine else (Finding(WRONG_PHASE, Effect.REFUSES, {"step": str(state.phase)}, decisive=True),)
        return Verdict(action, fine, findings)
    rules = index.offers_before_lead if state.phase is Phase.DECLARE else index.offers_at_first_card
    open_now = state.phase is Phase.DECLARE or not (state.tricks or state.unrecorded_tricks)
    rule = next((rule for rule in rules if rule.rule == action.what), None)
    if rule is None or not open_now:
        facts = {"seat": action.seat, "step": str(state.phase)}
        return Verdict(action, False, (Finding(WRONG_PHASE, Effect.REFUSES, facts, decisive=True),))
    findings_of = tuple(rule.check_declaration(state, action))
    refused = any(finding.effect is Effect.REFUSES for finding in findings_of)
    return Verdict(action, not refused, findings_of)


def declare(index: RuleIndex, state: State, action: Declare) -> Step:
    """The state with an announcement or a claim; declaring ``nothing`` ends the time for it."""
    if state.phase is Phase.CLAIM:
        return dealing.claim(index, state, action)
    if action.what == NOTHING:
        return next_to_announce(index, state), ()
    shown = None if action.cards is None else action.cards.mask
    declaration = Declaration(action.seat, action.what, action.level, shown)
    findings = check_declare(index, state, action).findings
    event = Announced(action.seat, action.level, action.cards, findings=findings)
    state = state._replace(declared=(*state.declared, declaration))
    if state.phase is Phase.DECLARE and not _may_announce_more(index, state, action.seat):
        state = next_to_announce(index, state)
    return state, (event,)


def next_to_announce(index: RuleIndex, state: State) -> State:
    """The next seat that is asked for announcements before the first lead; after the last, the play."""
    order = [(state.dealer + 1 + i) % state.players for i in range(state.players)]
    later = order if state.turn is None else order[order.index(state.turn) + 1 :]
    for seat in later:
        if any(seat in rule.asks(state) for rule in index.offers_before_lead):
            return state._replace(turn=seat)
    return state._replace(phase=Phase.PLAY, turn=None)


def _may_announce_more(index: RuleIndex, state: State, seat: int) -> bool:
    """True if the seat has not made some kind of announcement yet, whatever it holds."""
    made = {done.rule for done in state.declared if done.seat == seat}
    return any(seat in rule.asks(state) and rule.rule not in made for rule in index.offers_before_lead)
