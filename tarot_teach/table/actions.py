"""The actions of a deal, each a frozen value with the number of its seat."""

from __future__ import annotations

from typing import NamedTuple

from tarot_teach.cards import Card, CardSet


class Cut(NamedTuple):
    """Cutting the pack: the top ``at`` cards go below the others."""

    seat: int
    at: int


class DealCards(NamedTuple):
    """Dealing the pack out. ``talon_after`` says after how many packets each talon card is dealt."""

    seat: int
    talon_after: tuple[int, ...] = ()


class Bid(NamedTuple):
    """A call in the auction: the name of a contract (``garde``), or ``pass``."""

    seat: int
    bid: str


class Play(NamedTuple):
    """Playing a card to the trick."""

    seat: int
    card: Card


class Choose(NamedTuple):
    """A decision that a rule asks for: one of its options, cards, or both.

    Cards are laid away by the rule ``discard``, which stands for all that limit it together. An announcement has one of the rule's levels as its option, and the cards shown for it; None where a record does not name them. The
    claim of a void deal has the option ``void``. The rule ``nothing`` stands for all that offer an announcement or a claim: the seat
    makes none.
    """

    seat: int
    rule: str
    option: str = ""
    cards: CardSet | None = None

    @property
    def card(self) -> Card | None:
        """The card that is chosen; None where it is not one."""
        return next(iter(self.cards)) if self.cards is not None and len(self.cards) == 1 else None


Action = Cut | DealCards | Bid | Play | Choose


DISCARD = "discard"
NOTHING = "nothing"
PASS = "pass"
VOID = "void"
