"""Distributions of wanted cards among hidden hands and a talon."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from math import comb

from tarot_teach.language import _


def holds(unseen: int, size: int, wanted: int) -> dict[int, Fraction]:
    """How many of ``wanted`` cards lie in ``size`` cards (a talon, a hand) drawn from ``unseen`` unseen ones (the
    hypergeometric distribution).

    From each number of cards that can be found to its probability, a fraction from 0 to 1; they add up to 1.
    Raises ValueError for numbers of cards that cannot be.
    """
    _require(0 <= size <= unseen and 0 <= wanted <= unseen, unseen, size, wanted)
    ways = comb(unseen, size)
    lowest = max(0, size - (unseen - wanted))
    return {
        found: Fraction(comb(wanted, found) * comb(unseen - wanted, size - found), ways)
        for found in range(lowest, min(wanted, size) + 1)
    }


def largest_share(out: int, hands: int, size: int, aside: int = 0) -> dict[int, Fraction]:
    """How many of ``out`` cards the hand holds that has most of them, when they lie in ``hands`` hidden hands of ``size``
    cards each, or among ``aside`` cards that are in no hand, and every way of dealing all these cards is as likely.

    From each number of cards that can be the largest to its probability, a fraction from 0 to 1; they add up to 1.
    Raises ValueError for numbers of cards that cannot be.
    """
    return _steps([hands_with(out, hands, size, aside, most.__lt__)[0] for most in range(min(out, size) + 1)])


def hands_with(out: int, hands: int, size: int, aside: int, fits: Callable[[int], bool]) -> dict[int, Fraction]:
    """In how many of ``hands`` hidden hands the number of wanted cards ``fits``: ``out`` wanted cards lie in these hands, of
    ``size`` cards each, or among ``aside`` cards that are in no hand.

    From each number of hands, 0 to ``hands``, to its probability, a fraction from 0 to 1 (which may be 0); they add up to 1.
    Raises ValueError for numbers of cards that cannot be.
    """
    _require(hands >= 0 and size >= 0 and aside >= 0 and 0 <= out <= hands * size + aside, out, hands, size, aside)
    # ways to place so many wanted cards in the hands looked at so far, by the number of hands that fit
    ways = {(0, 0): 1}
    for _hand in range(hands):
        further: Counter[tuple[int, int]] = Counter()
        for (placed, fitting), number in ways.items():
            for held in range(min(size, out - placed) + 1):
                further[placed + held, fitting + fits(held)] += number * comb(size, held)
        ways = further
    whole = comb(hands * size + aside, out)  # the places of the wanted cards among all places
    found = dict.fromkeys(range(hands + 1), Fraction(0))
    for (placed, fitting), number in ways.items():
        found[fitting] += Fraction(number * comb(aside, out - placed), whole)
    return found


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

    return _steps([Fraction(ways(hands, out, most), hands**out) for most in range(out + 1)])


def _steps(at_most: list[Fraction]) -> dict[int, Fraction]:
    """From the probabilities of "at most" 0, 1, 2 … to those of "exactly"."""
    below = [Fraction(0), *at_most]
    return {most: chance - below[most] for most, chance in enumerate(at_most) if chance > below[most]}


def _require(fine: bool, *numbers: int) -> None:
    if not fine:
        raise ValueError(
            _("there is no such deal: {numbers}").format(numbers=", ".join(str(number) for number in numbers))
        )


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
