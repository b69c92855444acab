"""Bids, called cards, discards and announcements that are allowed (§4 to §8)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from naive.cards import EXCUSE, OUDLERS, court, is_trump, trumps
from naive.rules import Rules

LEVELS = ("single", "double", "triple")


def higher_bids(rules: Rules, calls: Sequence[tuple[int, str]]) -> set[str]:
    """The calls that are open: each bid must be higher than the last (§5)."""
    made = [bid for _seat, bid in calls if bid != "pass"]
    return {"pass", *(rules.bids[rules.bids.index(made[-1]) + 1 :] if made else rules.bids)}


def next_bidder(rules: Rules, calls: Sequence[tuple[int, str]]) -> int | None:
    """The next bidder, seat 0 first; None when the auction is over (§5)."""
    if not rules.rounds:
        return len(calls) if len(calls) < rules.players else None
    passed = {seat for seat, bid in calls if bid == "pass"}
    made = [seat for seat, bid in calls if bid != "pass"]
    for i in range(rules.players):
        seat = (calls[-1][0] + 1 + i) % rules.players if calls else 0
        if seat not in passed:
            return None if made and made[-1] == seat else seat
    return None


def lone_petit(hand: Collection[str]) -> bool:
    """Petit sec: the Petit, no other trump, no Excuse (§4)."""
    return trumps(hand) == ["T1"] and EXCUSE not in hand


def claims(rules: Rules, hand: Collection[str]) -> set[str]:
    """By what a player may claim a void deal (§4)."""
    strong = [card for card in hand if is_trump(card) or court(card)]
    found = {"lone petit"} if rules.lone_petit == "may" and lone_petit(hand) else set()
    found |= {"no trumps"} if "no trumps" in rules.voids and not trumps(hand) else set()
    return found | ({"weak hand"} if "weak hand" in rules.voids and len(strong) < rules.weak else set())


def discards(rules: Rules, hand: Collection[str]) -> tuple[set[str], set[str]]:
    """The cards that may be laid away, and those among them that have to be (§6)."""

    def kinds(card: str) -> set[str]:
        of = {"trump"} if is_trump(card) else set()
        of |= {"oudler"} if card in OUDLERS else set()
        of |= {"king"} if court(card) == "R" else set()
        return of | ({"excuse"} if card == EXCUSE else set())

    never, last = set(rules.never_away.split()), set(rules.last_away.split())
    open_to_all = {card for card in hand if not kinds(card) & (never | last)}
    if len(open_to_all) >= rules.chien:
        return open_to_all, set()
    others = {card for card in hand if kinds(card) & last and not kinds(card) & never}
    return open_to_all | others, open_to_all


def callable_cards(rules: Rules, hand: Collection[str], missed: Sequence[str]) -> set[str]:
    """The cards that the taker may call (§7): kings, or the next rank where he holds all four, or nobody had the last."""
    ranks = rules.call
    if missed:
        ranks = ranks[ranks.index(missed[-1][1]) + 1 :]
    for rank in ranks:
        cards = {suit + rank for suit in "SHDC"}
        if not cards <= set(hand):
            return cards - set(hand) if rules.call_late else cards
    return set()


def handful_levels(rules: Rules, held: Collection[str]) -> set[str]:
    """The handfuls that somebody may show: so many trumps, or with the Excuse where that shows there is no other (§8)."""
    own = len(trumps(held))
    return {
        level
        for level, number in zip(LEVELS, rules.handfuls, strict=True)
        if own >= number or (own == number - 1 and EXCUSE in held)
    }


def lacks(held: Collection[str]) -> bool:
    """Misère: no trump, or no court card (§8)."""
    return not trumps(held) or not any(court(card) for card in held)
