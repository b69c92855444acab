"""The actions of a deal, each a frozen value with the number of its seat."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from tarot_teach.cards import Card, CardSet
from tarot_teach.messages import NP_

_NUMBER = re.compile(r"-?[0-9]{1,4}")


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

    Cards are laid away by the rule ``discard``, which stands for all that limit it together. An announcement has one of
    the rule's levels as its option, and the cards shown for it; None where a record does not name them. The claim of a
    void deal has the option ``void``. The rule ``nothing`` stands for all that offer an announcement or a claim: the
    seat makes none. For a cut the option is the number of cards that go below the others; for a deal, after how many
    packets each card of the talon is dealt: ``3 6 9``.
    """

    seat: int
    rule: str
    option: str = ""
    cards: CardSet | None = None

    @classmethod
    def of_numbers(cls, seat: int, rule: str, numbers: Iterable[int]) -> Choose:
        """A choice of numbers."""
        return cls(seat, rule, " ".join(map(str, numbers)))

    @property
    def numbers(self) -> tuple[int, ...] | None:
        """The numbers that the option consists of; None for other words."""
        words = self.option.split()
        return tuple(map(int, words)) if all(_NUMBER.fullmatch(word) for word in words) else None

    @property
    def card(self) -> Card | None:
        """The card that is chosen; None where it is not one."""
        return next(iter(self.cards)) if self.cards is not None and len(self.cards) == 1 else None


Action = Bid | Play | Choose


DISCARD = "discard"
NOTHING = NP_("typed", "nothing")
PASS = NP_("typed", "pass")
VOID = "void"
