"""Distributions of wanted cards among hidden hands and a talon."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import comb


def talon_holds(unseen: int, talon: int, wanted: int) -> dict[int, Fraction]:
    """How many of ``wanted`` cards lie in a talon of ``talon`` cards, drawn from ``unseen`` unseen ones (the hypergeometric
    distribution).

    From each number of cards that can be found to its probability, a fraction from 0 to 1; they add up to 1.
    Raises ValueError for numbers of cards that cannot be.
    """
    _require(0 <= talon <= unseen and 0 <= wanted <= unseen, unseen, talon, wanted)
    ways = comb(unseen, talon)
    lowest = max(0, talon - (unseen - wanted))
    return {
        found: Fraction(comb(wanted, found) * comb(unseen - wanted, talon - found), ways)
        for found in range(lowest, min(wanted, talon) + 1)
    }


def largest_share(out: int, hands: int, size: int) -> dict[int, Fraction]:
    """How many of ``out`` cards the hand holds that has most of them, when they lie in ``hands`` hidden hands of ``size``
    cards each and every way of dealing all these cards is as likely.

    From each number of cards that can be the largest to its probability, a fraction from 0 to 1; they add up to 1.
    Raises ValueError for numbers of cards that cannot be.
    """
    _require(hands > 0 and 0 <= out <= hands * size, out, hands, size)
    whole = comb(hands * size, out)  # the places of the wanted cards among all places

    @cache
    def ways(hands_left: int, cards: int, most: int) -> int:
        """Ways to place cards into some hands, none of which gets more than ``most``."""
        if hands_left == 0:
            return int(cards == 0)
        return sum(comb(size, n) * ways(hands_left - 1, cards - n, most) for n in range(min(most, cards, size) + 1))

    return _steps(lambda most: Fraction(ways(hands, out, most), whole), out, hands)


def independent_largest_share(out: int, hands: int) -> dict[int, Fraction]:
    """The same as if each card fell to any of the hands with equal probability, however many that hand holds already.

    From each number of cards that can be the largest to its probability, a fraction from 0 to 1; they add up to 1.
    Raises ValueError for numbers that cannot be.
    """
    _require(hands > 0 and out >= 0, out, hands)

    @cache
    def ways(hands_left: int, cards: int, most: int) -> int:
        if hands_left == 0:
            return int(cards == 0)
        return sum(comb(cards, n) * ways(hands_left - 1, cards - n, most) for n in range(min(most, cards) + 1))

    return _steps(lambda most: Fraction(ways(hands, out, most), hands**out), out, hands)


def _steps(at_most: Callable[[int], Fraction], out: int, hands: int) -> dict[int, Fraction]:
    """From the probabilities of "at most" to those of "exactly"."""
    least = -(-out // hands)
    below, found = Fraction(0), {}
    for most in range(least, out + 1):
        reached = at_most(most)
        if reached > below:
            found[most] = reached - below
        below = reached
    return found


def _require(fine: bool, *numbers: int) -> None:
    if not fine:
        raise ValueError(f"there is no such deal: {', '.join(str(number) for number in numbers)}")
