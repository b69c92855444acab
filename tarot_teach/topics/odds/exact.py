"""Exact distributions of cards among unseen hands and a talon, as fractions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from math import comb

from tarot_teach.messages import _


def holds(unseen: int, size: int, wanted: int) -> dict[int, Fraction]:
    """Distribution of the number of ``wanted`` cards among ``size`` cards drawn from ``unseen`` (hypergeometric).

    Raises ValueError for impossible numbers of cards.
    """
    _require(0 <= size <= unseen and 0 <= wanted <= unseen, unseen, size, wanted)
    ways = comb(unseen, size)
    lowest = max(0, size - (unseen - wanted))
    return {
        found: Fraction(comb(wanted, found) * comb(unseen - wanted, size - found), ways)
        for found in range(lowest, min(wanted, size) + 1)
    }


def largest_share(out: int, hands: int, size: int, aside: int = 0) -> dict[int, Fraction]:
    """Distribution of the number of ``out`` cards in the hand that has most of them: they lie in ``hands`` hands of ``size``
    cards, or among ``aside`` cards in no hand, all deals being equally likely.

    Raises ValueError for impossible numbers of cards.
    """
    return _steps([hands_with(out, hands, size, aside, most.__lt__)[0] for most in range(min(out, size) + 1)])


def hands_with(out: int, hands: int, size: int, aside: int, fits: Callable[[int], bool]) -> dict[int, Fraction]:
    """Distribution of the number of hands in which the number of wanted cards ``fits``: ``out`` wanted cards lie in
    ``hands`` hands of ``size`` cards, or among ``aside`` cards in no hand. Probabilities may be 0.

    Raises ValueError for impossible numbers of cards.
    """
    _require(hands >= 0 and size >= 0 and aside >= 0 and 0 <= out <= hands * size + aside, out, hands, size, aside)
    # number of ways, by wanted cards placed in the hands so far and by hands that fit
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
    """Distribution as of :func:`largest_share`, if each card fell to any hand independently, however many it holds already.

    Raises ValueError for impossible numbers.
    """
    _require(hands > 0 and out >= 0, out, hands)

    @cache
    def ways(hands_left: int, cards: int, most: int) -> int:
        if hands_left == 0:
            return int(cards == 0)
        return sum(comb(cards, n) * ways(hands_left - 1, cards - n, most) for n in range(min(most, cards) + 1))

    return _steps([Fraction(ways(hands, out, most), hands**out) for most in range(out + 1)])


def _steps(at_most: list[Fraction]) -> dict[int, Fraction]:
    """Probabilities of exactly 0, 1, 2 …, from those of at most 0, 1, 2 …; without those that are 0."""
    below = [Fraction(0), *at_most]
    return {most: chance - below[most] for most, chance in enumerate(at_most) if chance > below[most]}


def _require(fine: bool, *numbers: int) -> None:
    if not fine:
        raise ValueError(
            _("there is no such deal: {numbers}").format(numbers=", ".join(str(number) for number in numbers))
        )


def longest(lengths: Sequence[int], others: int, size: int) -> dict[int, Fraction]:
    """Distribution of the number of cards of the longest suit in a hand of ``size`` cards, drawn from suits of some
    ``lengths`` and ``others`` cards of no such suit (trumps, the Excuse).

    Raises ValueError for impossible numbers of cards.
    """
    return _over_suits(lengths, others, size, max)


def suits_with(lengths: Sequence[int], others: int, size: int, number: int) -> dict[int, Fraction]:
    """Distribution of the number of suits with exactly ``number`` cards in a hand of ``size`` cards, drawn as for
    :func:`longest`: of 0 the hand is void, of 1 it has a singleton.

    Raises ValueError for impossible numbers of cards.
    """
    return _over_suits(lengths, others, size, lambda suits, held: suits + (held == number))


def lone(unseen: int, size: int, others: int) -> Fraction:
    """Probability that a hand of ``size`` of ``unseen`` cards holds one given card, and none of ``others`` given cards.

    Raises ValueError for impossible numbers of cards.
    """
    if not (unseen > 0 and 0 <= size <= unseen and 0 <= others < unseen):
        raise ValueError(
            _("there is no such hand: {unseen}, {size}, {others}").format(unseen=unseen, size=size, others=others)
        )
    return Fraction(comb(unseen - 1 - others, size - 1) if size else 0, comb(unseen, size))


def _over_suits(lengths: Sequence[int], others: int, size: int, add: Callable[[int, int], int]) -> dict[int, Fraction]:
    """Distribution of a value of a hand, counted suit by suit: ``add`` gives the value after a suit, from the value before and
    the number of its cards in the hand.
    """
    unseen = sum(lengths) + others
    if min([others, *lengths]) < 0 or not 0 <= size <= unseen:
        raise ValueError(
            _("there is no such hand: {list}, {others}, {size}").format(list=list(lengths), others=others, size=size)
        )
    ways = {(0, 0): 1}  # number of ways, by cards in the hand so far and the value
    for length in lengths:
        further: Counter[tuple[int, int]] = Counter()
        for (drawn, value), number in ways.items():
            for held in range(min(length, size - drawn) + 1):
                further[drawn + held, add(value, held)] += number * comb(length, held)
        ways = further
    found: Counter[int] = Counter()
    for (drawn, value), number in ways.items():
        found[value] += number * comb(others, size - drawn)
    return {value: Fraction(number, comb(unseen, size)) for value, number in sorted(found.items()) if number}
