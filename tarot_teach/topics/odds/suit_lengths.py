"""How one hand is made up, drawn from suits of known lengths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb

from tarot_teach.language import _


def longest(lengths: Sequence[int], others: int, size: int) -> dict[int, Fraction]:
    """How many cards of its longest suit a hand of ``size`` cards holds. It is drawn from suits of these ``lengths``, and
    ``others`` cards that are of no such suit (trumps, the Excuse).

    From each number of cards to its probability, a fraction from 0 to 1; they add up to 1.
    Raises ValueError for numbers of cards that cannot be.
    """
    return _over_suits(lengths, others, size, max)


def suits_with(lengths: Sequence[int], others: int, size: int, number: int) -> dict[int, Fraction]:
    """Of how many suits a hand of ``size`` cards holds exactly ``number`` cards: of 0 it is void, of 1 it has a singleton. The
    hand is drawn from suits of these ``lengths``, and ``others`` cards that are of no such suit.

    From each number of suits to its probability, a fraction from 0 to 1; they add up to 1.
    Raises ValueError for numbers of cards that cannot be.
    """
    return _over_suits(lengths, others, size, lambda suits, held: suits + (held == number))


def lone(unseen: int, size: int, others: int) -> Fraction:
    """The probability that a hand of ``size`` cards holds a certain card, and none of ``others`` certain others, when it is
    drawn from ``unseen`` cards, that one and the others among them.

    A fraction from 0 to 1. Raises ValueError for numbers of cards that cannot be.
    """
    if not (unseen > 0 and 0 <= size <= unseen and 0 <= others < unseen):
        raise ValueError(
            _("there is no such hand: {unseen}, {size}, {others}").format(unseen=unseen, size=size, others=others)
        )
    return Fraction(comb(unseen - 1 - others, size - 1) if size else 0, comb(unseen, size))


def _over_suits(lengths: Sequence[int], others: int, size: int, told: Callable[[int, int], int]) -> dict[int, Fraction]:
    """What is told of the suits one after another, from 0 on, each by the number of its cards in the hand."""
    unseen = sum(lengths) + others
    if min([others, *lengths]) < 0 or not 0 <= size <= unseen:
        raise ValueError(
            _("there is no such hand: {list}, {others}, {size}").format(list=list(lengths), others=others, size=size)
        )
    ways = {(0, 0): 1}  # by the number of cards in the hand so far, and what is told of them
    for length in lengths:
        further: Counter[tuple[int, int]] = Counter()
        for (drawn, so_far), number in ways.items():
            for held in range(min(length, size - drawn) + 1):
                further[drawn + held, told(so_far, held)] += number * comb(length, held)
        ways = further
    found: Counter[int] = Counter()
    for (drawn, all_told), number in ways.items():
        found[all_told] += number * comb(others, size - drawn)
    return {value: Fraction(number, comb(unseen, size)) for value, number in sorted(found.items()) if number}
