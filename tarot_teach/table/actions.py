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


class Call(NamedTuple):
    """Calling a card, whose holder becomes the taker's partner."""

    seat: int
    card: Card


class Discard(NamedTuple):
    """Laying cards away."""

    seat: int
    cards: CardSet


class Declare(NamedTuple):
    """An announcement: ``what`` is the id of the rule that offers it, ``level`` one of its levels.

    ``cards`` are the cards shown for it; None where a record does not name them. Declaring ``nothing`` ends the
    time for announcements that the step ``declare`` gives. At the step ``claim`` the level ``void`` claims a void deal.
    """

    seat: int
    what: str
    level: str = ""
    cards: CardSet | None = None


class Play(NamedTuple):
    """Playing a card to the trick."""

    seat: int
    card: Card


class Pay(NamedTuple):
    """Giving a captured card to somebody to whom one is owed."""

    seat: int
    card: Card


class Choose(NamedTuple):
    """A decision that a rule asks for: one of its options, cards, or both."""

    seat: int
    rule: str
    option: str = ""
    cards: CardSet | None = None


Action = Cut | DealCards | Bid | Call | Discard | Declare | Play | Pay | Choose


def action_name(action: Action) -> str:
    """The name of the kind of an action: ``cut``, ``deal``, ``bid`` …"""
    return "deal" if isinstance(action, DealCards) else type(action).__name__.lower()


NOTHING = "nothing"
PASS = "pass"
VOID = "void"
