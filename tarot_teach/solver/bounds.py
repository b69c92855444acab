"""Bounds of what the sides can get, when a trick is about to be led with two or more to be played.

- The side that holds the Excuse can play it before the last trick, and keeps it.
- The highest trumps in play, as far as one side holds them, win it as many tricks as one of its hands has of them, whatever is played.
- The seat to lead can cash: its highest cards win, suit by suit, as long as nobody can trump them.

A bound relies on the ranks of the cards that it counts as sure, and writes them into the frame.
"""

from __future__ import annotations

from tarot_teach.masks import highest, ones
from tarot_teach.solver import layout as at
from tarot_teach.solver.layout import Words


def rely_on_nothing(a: Words, frame: int) -> None:
    """Write into the frame that its value relies on no ranks."""
    for suit in range(a[at.TRUMPS] + 1):
        a[frame + at.RELIED + suit] = at.RANKS


def bounds(a: Words, frame: int, side: int, halves: int, honours: int) -> tuple[int, int]:
    """The least and the most that the tricks to come can bring the taker's side, if a side (1: the taker's) is sure of
    tricks worth so much."""
    low, high = 0, a[frame + at.REST] + a[frame + at.LEFT] * a[at.TRICK]
    first, last = a[frame + at.HONOURS_WON], a[frame + at.HONOURS_WON] + a[frame + at.HONOURS_LEFT]
    holder = a[frame + at.EXCUSE_HELD]
    if holder >= 0:
        high += a[at.EXCUSE_HALVES]
        if a[at.TAKERS] >> holder & 1:
            low += a[at.EXCUSE_HALVES] - a[at.PAYS]
            first += a[at.EXCUSE_HONOUR]
        else:
            high -= a[at.EXCUSE_HALVES] - a[at.PAYS]
            last -= a[at.EXCUSE_HONOUR]
    if side:
        low += halves
        first += honours
    else:
        high -= halves
        last -= honours
    if a[frame + at.HONOURS_LEFT]:
        most = fewest = at.TARGETS
        if a[frame + at.LIVE + a[at.TRUMPS]] & a[at.PETIT]:
            most, fewest = at.HARDEST, at.EASIEST
        hardest, easiest = a[most + first], a[fewest + first]
        for number in range(first, last + 1):
            hardest = max(hardest, a[most + number])
            easiest = min(easiest, a[fewest + number])
        low -= hardest
        high -= easiest
    return low, high


def top_trumps(a: Words, frame: int) -> tuple[int, int, int]:
    """The side that holds the highest trumps in play, and half-points and honours of the tricks that they win it."""
    suit, bits = a[at.TRUMPS], a[at.SEAT_BITS]
    left, row, top = a[frame + at.LIVE + suit], a[frame + at.ROWS + suit], 0
    if not left or a[at.LEAST] != a[at.PAYS]:
        return 0, 0, 0
    place = ones(left) - 1
    side = a[at.TAKERS] >> (row >> bits * place & (1 << bits) - 1) & 1
    while place >= 0 and a[at.TAKERS] >> (row >> bits * place & (1 << bits) - 1) & 1 == side:
        top |= 1 << highest(left)
        left ^= 1 << highest(left)
        place -= 1
    tricks = 0
    for seat in range(a[at.PLAYERS]):
        tricks = max(tricks, ones(a[at.HANDS + seat * at.SUITS + suit] & top))
    a[frame + at.RELIED + suit] = highest(top & -top)
    halves = worth_of(a, suit, top) + tricks * (a[at.PLAYERS] * a[at.LEAST] + a[at.TRICK])
    return side, halves, ones(top & a[at.HONOURS_IN + suit])


def worth_of(a: Words, suit: int, cards: int) -> int:
    """The half-points that cards of a suit count more than as many of the lowest cards."""
    halves = 0
    while cards:
        halves += a[at.HALVES + suit * at.RANKS + highest(cards)] - a[at.LEAST]
        cards ^= 1 << highest(cards)
    return halves


def cashed(a: Words, frame: int) -> tuple[int, int]:
    """Half-points and honours of the tricks that the seat to lead can win one after the other; none where it would be
    left with the Excuse."""
    leader, rules, follow = a[frame + at.SEAT], a[at.NARROWS], False
    while rules:
        follow = follow or rules & 3 == at.FOLLOW
        rules >>= 2
    if not follow or a[at.LEAST] != a[at.PAYS]:
        return 0, 0
    halves = tricks = honours = danger = 0
    for place in range(a[at.TRUMPS] + 1):
        suit = a[at.TRUMPS] - place
        held = a[at.HANDS + leader * at.SUITS + suit]
        if place and not held:
            continue
        longest, free = longest_of_others(a, frame, suit, danger)
        others = a[frame + at.LIVE + suit] & ~held
        sure = held >> highest(others) + 1 << highest(others) + 1 if others else held
        number = ones(sure)
        if number >= longest:
            sure, number = held, ones(held)
        if place:
            number = min(number, free)
        elif number < longest:
            danger = others_with(a, frame, suit)
        if number:
            lowest_sure, counted = least_of(held, number), min(number, longest)
            counts = held >> lowest_sure << lowest_sure
            halves += worth_of(a, suit, counts)
            honours += ones(counts & a[at.HONOURS_IN + suit])
            tricks += number
            if counted:
                a[frame + at.RELIED + suit] = min(a[frame + at.RELIED + suit], least_of(held, counted))
    if a[frame + at.EXCUSE_HELD] == leader and tricks >= a[frame + at.LEFT] - 1:
        return 0, 0
    return halves + tricks * (a[at.PLAYERS] * a[at.LEAST] + a[at.TRICK]), honours


def longest_of_others(a: Words, frame: int, suit: int, danger: int) -> tuple[int, int]:
    """For how many rounds of a suit another seat can follow, if it saves a card by the Excuse; and how many rounds
    those in danger of trumping must."""
    longest, free = 0, at.RANKS
    for seat in range(a[at.PLAYERS]):
        if seat != a[frame + at.SEAT]:
            number = ones(a[at.HANDS + seat * at.SUITS + suit])
            if danger >> seat & 1:
                free = min(free, number)
            if number and seat == a[frame + at.EXCUSE_HELD]:
                number += 1
            longest = max(longest, number)
    return longest, free


def others_with(a: Words, frame: int, suit: int) -> int:
    """The other seats that have cards of a suit, as a mask."""
    seats = 0
    for seat in range(a[at.PLAYERS]):
        if seat != a[frame + at.SEAT] and a[at.HANDS + seat * at.SUITS + suit]:
            seats |= 1 << seat
    return seats


def least_of(cards: int, number: int) -> int:
    """The lowest of the so many highest cards."""
    place = 0
    for _card in range(number):
        place = highest(cards)
        cards ^= 1 << place
    return place
