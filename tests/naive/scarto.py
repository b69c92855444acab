"""Scarto written a second time, from the books and with no part of the package: cards are codes such as ``BK``, ``T20`` and ``EX`` (the Fool)."""

from __future__ import annotations

from collections.abc import Sequence, Set

COURTS = {"K": 5, "Q": 4, "N": 3, "J": 2}


def strength(code: str) -> int:
    """Rank within the suit: in cups and coins the low numbers are the high cards, and trump 20 is the highest."""
    suit, rank = code[0], code[1:]
    if rank in COURTS:
        return 20 + COURTS[rank]
    if suit == "T":
        return {20: 21, 21: 20}.get(int(rank), int(rank))
    return 11 - int(rank) if suit in "CD" else int(rank)


def value(code: str) -> int:
    """Points of a card, before cards are laid out."""
    return 4 if code == "EX" else 5 if code in ("T1", "T20") else COURTS.get(code[1:], 1)


def points(pile: Set[str]) -> int:
    """Card points of a pile by laying it out in threes."""
    rest = sorted(pile - {"EX"})
    threes = [rest[i : i + 3] for i in range(0, len(rest), 3)]
    counted = sum(sum(map(value, three)) - (2 if len(three) == 3 else 1) for three in threes)
    return counted + (4 if "EX" in pile else 0)


def allowed(hand: set[str], trick: Sequence[str]) -> set[str]:
    """The cards of a hand that may be played to a trick."""
    led = next((code for code in trick if code != "EX"), None)
    if led is None:
        return hand
    follow = {code for code in hand if code[0] == led[0] and code != "EX"}
    trumps = {code for code in hand if code[0] == "T"}
    return (follow or trumps or hand) | (hand & {"EX"})


def winner(trick: Sequence[str]) -> int:
    """Position of the card that wins."""
    led = next(code for code in trick if code != "EX")
    able = [code for code in trick if code[0] == "T"] or [code for code in trick if code[0] == led[0] and code != "EX"]
    return [*trick].index(max(able, key=strength))
