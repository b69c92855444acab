"""The pack of §1 and the card points of §12."""

from __future__ import annotations

from collections.abc import Iterable

SUITS = "SHDC"
COURT = "VCDR"  # jack, knight, queen, king
RANKS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "V", "C", "D", "R")
TRUMPS = tuple(f"T{number}" for number in range(1, 22))
EXCUSE = "EX"
PACK = (*(suit + rank for suit in SUITS for rank in RANKS), *TRUMPS, EXCUSE)
OUDLERS = {"T1", "T21", EXCUSE}


def suit(card: str) -> str:
    """S, H, D, C, T for a trump, and E for the Excuse, which has none."""
    return card[0]


def is_trump(card: str) -> bool:
    """True for one of the twenty-one trumps."""
    return card[0] == "T"


def strength(card: str) -> int:
    """The rank of a card in its suit; the ace is the lowest."""
    return int(card[1:]) if is_trump(card) else RANKS.index(card[1:]) + 1


def court(card: str) -> str:
    """The rank of a court card, and nothing for any other."""
    return card[1] if card[0] in SUITS and card[1] in COURT else ""


def halves(card: str) -> int:
    """Card points in half-points: king and oudler 4½, queen 3½, knight 2½, jack 1½, any other ½."""
    if card in OUDLERS:
        return 9
    return {"R": 9, "D": 7, "C": 5, "V": 3, "": 1}[court(card)]


def worth(cards: Iterable[str]) -> int:
    """The card points of a pile, in half-points."""
    return sum(halves(card) for card in cards)


def trumps(cards: Iterable[str]) -> list[str]:
    """The trumps among some cards."""
    return [card for card in cards if is_trump(card)]
