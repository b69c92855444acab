"""The cards that may be played, and the winner of a trick (§9 and §10)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from naive.cards import EXCUSE, is_trump, strength, suit, trumps
from naive.rules import Rules


def legal_cards(rules: Rules, hand: Iterable[str], trick: Sequence[str], free: str = "") -> set[str]:
    """The cards of a hand that may be played to a trick. ``free`` is a lone Petit that may be played like the Excuse (§4)."""
    hand = set(hand)
    played = [card for card in trick if card != EXCUSE]
    if not played:  # the leader, or the next player where the Excuse was led
        return hand
    any_time = hand & {EXCUSE, free}
    mine = trumps(hand)
    highest = max((strength(card) for card in trumps(played)), default=0)
    higher = [card for card in mine if strength(card) > highest] if rules.over else []
    led = suit(played[0])
    following = [card for card in hand if suit(card) == led]
    if following and led != "T":
        return set(following) | any_time
    return set(higher or mine or hand) | any_time


def leads(hand: Iterable[str], called: str) -> set[str]:
    """The cards that may be led to the first trick where the called suit is barred, but not the called card itself (§7)."""
    fine = {card for card in hand if suit(card) != suit(called) or card == called}
    return fine or set(hand)


def highest(trick: Sequence[str]) -> int:
    """The place in the trick of the card that wins it: the highest trump, or else the highest card of the suit led."""
    played = [card for card in trick if card != EXCUSE]
    best = max(trumps(played) or [card for card in played if suit(card) == suit(played[0])], key=strength)
    return trick.index(best)


def is_low(rules: Rules, card: str) -> bool:
    """True for a captured card that may be given for the Excuse (§10)."""
    if card == EXCUSE:
        return False
    if rules.excuse_pays == "any":
        return True
    if is_trump(card):
        return rules.excuse_pays == "low" and card not in ("T1", "T21")
    return card[1] not in "VCDR"
