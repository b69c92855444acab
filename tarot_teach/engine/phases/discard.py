"""The phase ``discard``: the taker lays away as many cards as were taken."""

from __future__ import annotations

import functools
import operator

from tarot_teach.cards import CardSet
from tarot_teach.engine.phases.stage import Stage
from tarot_teach.engine.preconditions import CARD_NOT_HELD, WRONG_NUMBER, not_now
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.messages import N_
from tarot_teach.table.actions import DISCARD, Action, Choose
from tarot_teach.table.events import CardsDiscarded, Step
from tarot_teach.table.picks import Pick
from tarot_teach.table.state import Choices, Declaration, Phase, State, without_cards
from tarot_teach.table.verdict import Effect, Finding, Verdict


class DiscardStage(Stage):
    """The taker is asked where the contract takes the talon into the hand."""

    phase = Phase.DISCARD
    section = "discard"
    due = N_("This is not the moment for it: {taker:the} has to lay cards away.")
    words = ((DISCARD, N_("{who} may lay away {cards}."), N_("{who} may not lay away {cards}.")),)

    def enter(self, index: RuleIndex, state: State) -> Step:
        contract = state.auction.contract
        _rule, move = index.talon_move(contract) if contract is not None else ("", None)
        taken = move is not None and move.into_hand
        return state._replace(phase=self.phase, turn=state.auction.taker if taken else None), ()

    def legal(self, index: RuleIndex, state: State) -> Choices:
        return Choices(state, state.turn, picks=(_pick(index, state),))

    def check(self, index: RuleIndex, state: State, action: Choose) -> Verdict:
        if action.rule != DISCARD:
            return not_now(state, action, seat=action.seat)
        pick = _pick(index, state)
        findings = refusals(index, state, action.seat, action.cards or state.deck.set(0), pick.most)
        instead = tuple(card.code for card in state.deck.set(pick.cards)) if findings else ()
        return Verdict(action, not findings, tuple(findings), instead)

    def apply(self, index: RuleIndex, state: State, action: Choose) -> Step:
        laid = action.cards or state.deck.set(0)
        cards = laid.mask
        shown, findings = shown_part(index, state, action.seat, laid)
        event = CardsDiscarded(action.seat, laid, shown, findings=findings)
        hands = without_cards(state.hands, action.seat, cards)
        state = state._replace(hands=hands, discard=cards, shown=shown.mask, side_piles=(cards, 0), turn=None)
        return state, (event,)

    def read(self, index: RuleIndex, state: State, seat: int, text: str) -> Action:
        return Choose(seat, DISCARD, cards=CardSet(state.deck, state.deck.mask(state.deck.parse(text))))


def _pick(index: RuleIndex, state: State) -> Pick:
    """The cards that may be laid away, those that must, and their number."""
    assert state.turn is not None
    size = state.hand_size(state.turn) - index.deals.hand_size(state.players)
    allowed, obliged = limited(index, state.hands[state.turn] & ~kept(index, state, state.turn), size)
    return Pick(DISCARD, "", allowed, obliged, size, size)


def kept(index: RuleIndex, state: State, seat: int) -> int:
    """The cards that a seat may not lay away in this deal, as a mask."""
    return functools.reduce(operator.or_, (rule.keeps(state, seat) for rule in index.discard), 0)


def limited(index: RuleIndex, hand: int, size: int) -> tuple[int, int]:
    """The cards of a hand of which so many may be laid away, and those that must, as masks."""
    allowed, obliged = hand, 0
    for rule in index.discard:
        obliged |= rule.obliges(allowed, hand, size)
        allowed = rule.narrow_discard(allowed, hand, size)
    return allowed, obliged & allowed


def refusals(index: RuleIndex, state: State, seat: int, laid: CardSet, size: int) -> list[Finding]:
    """Findings that refuse cards laid away: each card that may not go, each that must, and the number."""
    hand, cards, given = state.hands[seat], laid.mask, len(laid)
    findings: list[Finding] = []

    def found(rule: str, **facts: object) -> None:
        facts = {"seat": seat, "count": size, "given": given, **facts}
        findings.append(Finding(rule, Effect.REFUSES, facts, decisive=not findings))

    if cards & ~hand:
        found(CARD_NOT_HELD, cards=state.deck.set(cards & ~hand))
    allowed = hand
    for rule in index.discard:
        if rule.fixes_size and given != size:
            found(rule.rule)
        may = allowed & ~rule.keeps(state, seat)
        left, obliged = rule.narrow_discard(may, hand, size), rule.obliges(allowed, hand, size)
        for card in CardSet(state.deck, cards & allowed & ~left):
            found(rule.rule, card=card, others=left.bit_count())
        extra, due = CardSet(state.deck, cards & allowed & ~obliged), CardSet(state.deck, obliged & ~cards)
        if due and extra:
            found(rule.rule, card=next(iter(extra)), kept=due, others=len(due))
        allowed = left
    if given != size and not any(rule.fixes_size for rule in index.discard):
        found(WRONG_NUMBER)
    return findings


def shown_part(index: RuleIndex, state: State, seat: int, laid: CardSet) -> tuple[CardSet, tuple[Finding, ...]]:
    """The part of cards laid away that all must see, and the findings on it and on the number."""
    shown, findings = 0, []
    for rule in index.discard:
        if rule.fixes_size:
            facts: dict[str, object] = {"seat": seat, "count": len(laid), "given": len(laid)}
            findings.append(Finding(rule.rule, Effect.DECIDES, facts))
        open_part = rule.shows(laid.mask, seat == state.auction.taker)
        if open_part:
            facts = {"seat": seat, "cards": CardSet(laid.deck, open_part)}
            findings.append(Finding(rule.rule, Effect.DECIDES, facts))
            shown |= open_part
    return CardSet(laid.deck, shown), tuple(findings)


def said_numbers(index: RuleIndex, seat: int, laid: CardSet) -> tuple[tuple[Declaration, ...], tuple[Finding, ...]]:
    """The numbers of cards laid away that are said to all, and the findings on them."""
    numbers = [(rule.rule, rule.says_number(laid.mask)) for rule in index.discard]
    said = [(id, number) for id, number in numbers if number is not None]
    declared = tuple(Declaration(seat, id, str(number)) for id, number in said)
    return declared, tuple(Finding(id, Effect.DECIDES, {"seat": seat, "given": number}) for id, number in said)
