"""Bounds of what the sides can get, when a trick is about to be led with two or more to be played.

- The side that holds the Excuse can play it before the last trick, and keeps it.
- The highest trumps in play, as far as one side holds them, win it as many tricks as one of its hands has of them, whatever is played.
- The seat to lead can cash: its highest cards win, suit by suit, as long as nobody can trump them.

A bound relies on the ranks of the cards that it counts as sure, and writes them into the frame.
"""

from __future__ import annotations

from tarot_teach.solver.bits import highest, ones
from tarot_teach.solver.layout import (
    EASIEST,
    EXCUSE_HALVES,
    EXCUSE_HELD,
    EXCUSE_HONOUR,
    FOLLOW,
    HALVES,
    HANDS,
    HARDEST,
    HONOURS_IN,
    HONOURS_LEFT,
    HONOURS_WON,
    LEAST,
    LEFT,
    LIVE,
    NARROWS,
    PAYS,
    PETIT,
    PLAYERS,
    RANKS,
    RELIED,
    REST,
    ROWS,
    SEAT,
    SEAT_BITS,
    SUITS,
    TAKERS,
    TARGETS,
    TRICK,
    TRUMPS,
    Words,
)


def rely_on_nothing(a: Words, at: int) -> None:
    """Write into the frame that its value relies on no ranks."""
    for suit in range(a[TRUMPS] + 1):
        a[at + RELIED + suit] = RANKS


def bounds(a: Words, at: int, side: int, halves: int, honours: int) -> tuple[int, int]:
    """The least and the most that the tricks to come can bring the taker's side, if a side (1: the taker's) is sure of tricks worth so much."""
    low, high = 0, a[at + REST] + a[at + LEFT] * a[TRICK]
    first, last = a[at + HONOURS_WON], a[at + HONOURS_WON] + a[at + HONOURS_LEFT]
    holder = a[at + EXCUSE_HELD]
    if holder >= 0:
        high += a[EXCUSE_HALVES]
        if a[TAKERS] >> holder & 1:
            low += a[EXCUSE_HALVES] - a[PAYS]
            first += a[EXCUSE_HONOUR]
        else:
            high -= a[EXCUSE_HALVES] - a[PAYS]
            last -= a[EXCUSE_HONOUR]
    if side:
        low += halves
        first += honours
    else:
        high -= halves
        last -= honours
    if a[at + HONOURS_LEFT]:
        most = fewest = TARGETS
        if a[at + LIVE + a[TRUMPS]] & a[PETIT]:
            most, fewest = HARDEST, EASIEST
        hardest, easiest = a[most + first], a[fewest + first]
        for number in range(first, last + 1):
            hardest = max(hardest, a[most + number])
            easiest = min(easiest, a[fewest + number])
        low -= hardest
        high -= easiest
    return low, high


def top_trumps(a: Words, at: int) -> tuple[int, int, int]:
    """The side that holds the highest trumps in play, and half-points and honours of the tricks that they win it."""
    suit, bits = a[TRUMPS], a[SEAT_BITS]
    left, row, top = a[at + LIVE + suit], a[at + ROWS + suit], 0
    if not left or a[LEAST] != a[PAYS]:
        return 0, 0, 0
    place = ones(left) - 1
    side = a[TAKERS] >> (row >> bits * place & (1 << bits) - 1) & 1
    while place >= 0 and a[TAKERS] >> (row >> bits * place & (1 << bits) - 1) & 1 == side:
        top |= 1 << highest(left)
        left ^= 1 << highest(left)
        place -= 1
    tricks = 0
    for seat in range(a[PLAYERS]):
        tricks = max(tricks, ones(a[HANDS + seat * SUITS + suit] & top))
    a[at + RELIED + suit] = highest(top & -top)
    halves = worth_of(a, suit, top) + tricks * (a[PLAYERS] * a[LEAST] + a[TRICK])
    return side, halves, ones(top & a[HONOURS_IN + suit])


def worth_of(a: Words, suit: int, cards: int) -> int:
    """The half-points that cards of a suit count more than as many of the lowest cards."""
    halves = 0
    while cards:
        halves += a[HALVES + suit * RANKS + highest(cards)] - a[LEAST]
        cards ^= 1 << highest(cards)
    return halves


def cashed(a: Words, at: int) -> tuple[int, int]:
    """Half-points and honours of the tricks that the seat to lead can win one after the other; none where it would be left with the Excuse."""
    leader, rules, follow = a[at + SEAT], a[NARROWS], False
    while rules:
        follow = follow or rules & 3 == FOLLOW
        rules >>= 2
    if not follow or a[LEAST] != a[PAYS]:
        return 0, 0
    halves = tricks = honours = danger = 0
    for place in range(a[TRUMPS] + 1):
        suit = a[TRUMPS] - place
        held = a[HANDS + leader * SUITS + suit]
        if place and not held:
            continue
        longest, free = longest_of_others(a, at, suit, danger)
        others = a[at + LIVE + suit] & ~held
        sure = held >> highest(others) + 1 << highest(others) + 1 if others else held
        number = ones(sure)
        if number >= longest:
            sure, number = held, ones(held)
        if place:
            number = min(number, free)
        elif number < longest:
            danger = others_with(a, at, suit)
        if number:
            lowest_sure, counted = least_of(held, number), min(number, longest)
            counts = held >> lowest_sure << lowest_sure
            halves += worth_of(a, suit, counts)
            honours += ones(counts & a[HONOURS_IN + suit])
            tricks += number
            if counted:
                a[at + RELIED + suit] = min(a[at + RELIED + suit], least_of(held, counted))
    if a[at + EXCUSE_HELD] == leader and tricks >= a[at + LEFT] - 1:
        return 0, 0
    return halves + tricks * (a[PLAYERS] * a[LEAST] + a[TRICK]), honours


def longest_of_others(a: Words, at: int, suit: int, danger: int) -> tuple[int, int]:
    """For how many rounds of a suit another seat can follow, if it saves a card by the Excuse; and how many rounds those in danger of trumping must."""
    longest, free = 0, RANKS
    for seat in range(a[PLAYERS]):
        if seat != a[at + SEAT]:
            number = ones(a[HANDS + seat * SUITS + suit])
            if danger >> seat & 1:
                free = min(free, number)
            if number and seat == a[at + EXCUSE_HELD]:
                number += 1
            longest = max(longest, number)
    return longest, free


def others_with(a: Words, at: int, suit: int) -> int:
    """The other seats that have cards of a suit, as a mask."""
    seats = 0
    for seat in range(a[PLAYERS]):
        if seat != a[at + SEAT] and a[HANDS + seat * SUITS + suit]:
            seats |= 1 << seat
    return seats


def least_of(cards: int, number: int) -> int:
    """The lowest of the so many highest cards."""
    place = 0
    for _card in range(number):
        place = highest(cards)
        cards ^= 1 << place
    return place
