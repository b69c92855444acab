"""The cards that may be played, each of several that come to the same once; and what a card does."""

from __future__ import annotations

from tarot_teach.solver.bits import highest, lowest, ones
from tarot_teach.solver.layout import (
    BEATEN,
    BEST,
    COUNTS,
    EXCUSE,
    EXCUSE_BY,
    EXCUSE_HALVES,
    EXCUSE_HELD,
    EXCUSE_HONOUR,
    FOLLOW,
    FRAME,
    HALVES,
    HANDS,
    HONOURS_IN,
    HONOURS_LEFT,
    HONOURS_WON,
    LAST_EXCUSE,
    LAST_PAYS,
    LED,
    LEFT,
    LIKE_ANY_TRICK,
    LIVE,
    MOVES,
    NARROWS,
    NONE,
    OVERTRUMP,
    PAYS,
    PETIT,
    PETIT_GONE,
    PLACE,
    PLAYED,
    PLAYED_TO,
    PLAYERS,
    POSITION,
    RANKS,
    REST,
    ROWS,
    SEAT,
    SEAT_BITS,
    SLAM,
    SUITS,
    TAKERS,
    TARGETS,
    TO_OTHER_SIDE,
    TRICK,
    TRICK_HONOURS,
    TRICKS_BY,
    TRUMP,
    TRUMPS,
    WINNER,
    WITH_PETIT,
    WON_BY_DEFENCE,
    WON_BY_TAKER,
    WORTH,
    Words,
)

ANY_SUIT = -2
"""A play that is not bound to a suit."""


def bound_to(a: Words, at: int) -> tuple[int, int]:
    """The suit from which the seat must play, or ANY_SUIT, and the cards of it, by the rules in their order. The Excuse is exempt."""
    hand, led, trumps = HANDS + a[at + SEAT] * SUITS, a[at + LED], a[TRUMPS]
    suit, cards = ANY_SUIT, 0
    rules = a[NARROWS]
    while rules and led >= 0:
        rule = rules & 3
        rules >>= 2
        if rule == FOLLOW:
            if suit == ANY_SUIT and a[hand + led]:
                suit, cards = led, a[hand + led]
        elif rule == TRUMP:
            if suit == ANY_SUIT and not a[hand + led] and a[hand + trumps]:
                suit, cards = trumps, a[hand + trumps]
        elif suit == trumps and a[at + BEST] >= trumps * RANKS:
            over = cards >> (a[at + BEST] - trumps * RANKS + 1) << (a[at + BEST] - trumps * RANKS + 1)
            if over:
                cards = over
    return suit, cards


def must_overtrump(a: Words, at: int, suit: int) -> bool:
    """True if a seat that is bound to a suit has to choose among several trumps by the rank of the one to beat."""
    if suit != a[TRUMPS] or a[at + BEST] < suit * RANKS:
        return False
    held, rules = a[HANDS + a[at + SEAT] * SUITS + suit], a[NARROWS]
    while rules and rules & 3 != OVERTRUMP:
        rules >>= 2
    return rules > 0 and held & held - 1 > 0


def list_moves(a: Words, at: int, suit: int, cards: int) -> int:
    """Write the cards that are to be tried into the frame, by the suit and the cards to which the seat is bound; return their number."""
    hand, count = HANDS + a[at + SEAT] * SUITS, 0
    for each in range(a[TRUMPS] + 1):
        if suit == ANY_SUIT:
            count = add_moves(a, at, each, a[hand + each], count)
        elif suit == each:
            count = add_moves(a, at, each, cards, count)
    if a[hand + a[EXCUSE]]:
        a[at + MOVES + count] = a[EXCUSE] * RANKS
        count += 1
    return count


def add_moves(a: Words, at: int, suit: int, cards: int, count: int) -> int:
    """Add cards of a suit to those that are tried, the lowest of each row that comes to the same; return the number of all."""
    left = cards
    while left:
        place = highest(left)
        left ^= 1 << place
        below = a[at + LIVE + suit] & ((1 << place) - 1)
        if not below or not left >> highest(below) & 1 or not alike(a, suit, place, highest(below)):
            a[at + MOVES + count] = suit * RANKS + place
            count += 1
    return count


def top_of_row(a: Words, at: int, suit: int, place: int) -> int:
    """The highest card of the row of cards that come to the same of which the hand tries the lowest."""
    held, above = a[HANDS + a[at + SEAT] * SUITS + suit], a[at + LIVE + suit] >> place + 1 << place + 1
    top = place
    while above and held >> lowest(above) & 1 and alike(a, suit, top, lowest(above)):
        top = lowest(above)
        above &= above - 1
    return top


def alike(a: Words, suit: int, one: int, two: int) -> bool:
    """True for two cards of a suit that count the same, neither of which is an honour."""
    honours = a[HONOURS_IN + suit]
    return (
        a[HALVES + suit * RANKS + one] == a[HALVES + suit * RANKS + two] and not (honours >> one | honours >> two) & 1
    )


def play(a: Words, at: int, card: int) -> int:
    """Play a card into the next frame; return the half-points that it brings the taker's side, less its target once that is settled."""
    to, seat, suit = at + FRAME, a[at + SEAT], card // RANKS
    for i in range(POSITION):
        a[to + i] = a[at + i]
    bit = 1 << (card - suit * RANKS)
    a[HANDS + seat * SUITS + suit] ^= bit
    a[to + PLAYED + suit] |= bit
    if suit == a[EXCUSE]:
        a[to + EXCUSE_BY] = seat
    else:
        a[to + WORTH] += a[HALVES + card]
        a[to + TRICK_HONOURS] += a[HONOURS_IN + suit] >> (card - suit * RANKS) & 1
        if beats(a, at, suit, card):
            a[to + BEST] = card
            a[to + WINNER] = seat
            if a[at + LED] < 0:
                a[to + LED] = suit
    a[to + PLACE] += 1
    a[to + SEAT] = seat + 1 if seat + 1 < a[PLAYERS] else 0
    if a[to + PLACE] < a[PLAYERS]:
        return 0
    return gather(a, to)


def beats(a: Words, at: int, suit: int, card: int) -> bool:
    """True if a card takes the trick from the best so far."""
    best = a[at + BEST]
    if best < 0:
        return True
    if suit == best // RANKS:
        return card > best
    return suit == a[TRUMPS]


def take_back(a: Words, at: int, card: int) -> None:
    """Return the card to the hand from which it was played."""
    suit = card // RANKS
    a[HANDS + a[at + SEAT] * SUITS + suit] |= 1 << (card - suit * RANKS)


def gather(a: Words, at: int) -> int:
    """Give the trick to its winner, who leads to the next; return what :func:`play` returns."""
    if a[SLAM] and a[at + LEFT] <= 1 and excuse_wins(a, at):
        a[at + WINNER] = a[at + EXCUSE_BY]
    mine = a[TAKERS] >> a[at + WINNER] & 1
    a[at + TRICKS_BY] |= 1 if mine else 2
    gain, honours = mine * (a[at + WORTH] + a[TRICK]), mine * a[at + TRICK_HONOURS]
    a[at + HONOURS_LEFT] -= a[at + TRICK_HONOURS]
    a[at + REST] -= a[at + WORTH]
    if a[at + EXCUSE_BY] >= 0:
        brings, kept = excuse_brings(a, at, mine)
        gain += brings
        honours += kept * a[EXCUSE_HONOUR]
        a[at + HONOURS_LEFT] -= a[EXCUSE_HONOUR]
        a[at + EXCUSE_HELD] = NONE
    had_honours = a[at + TRICK_HONOURS] + (a[EXCUSE_HONOUR] if a[at + EXCUSE_BY] >= 0 else 0)
    a[at + HONOURS_WON] += honours
    if had_honours and not a[at + HONOURS_LEFT]:
        gain -= a[TARGETS + end_of(a, at, mine) * COUNTS + a[at + HONOURS_WON]]
        a[at + HONOURS_WON] = 0
    suit = a[at + BEST] // RANKS
    beaten = a[at + PLAYED + suit] & (1 << a[at + BEST] - suit * RANKS) - 1
    a[at + BEATEN] = a[at + BEST] if beaten else NONE
    for suit in range(a[TRUMPS] + 1):
        if a[at + PLAYED + suit]:
            remove(a, at, suit)
    a[at + PLAYED + a[EXCUSE]] = 0
    a[at + SEAT] = a[at + WINNER]
    a[at + LEFT] -= 1
    a[at + PLACE] = a[at + WORTH] = a[at + TRICK_HONOURS] = 0
    a[at + LED] = a[at + BEST] = a[at + EXCUSE_BY] = NONE
    return gain


def end_of(a: Words, at: int, mine: int) -> int:
    """The end of the deal with the trick that is being gathered, if it is the last one."""
    if a[at + LEFT] > 1 or not a[at + PLAYED + a[TRUMPS]] & a[PETIT]:
        return PETIT_GONE
    end = WON_BY_TAKER if mine else WON_BY_DEFENCE
    petit = a[TRUMPS] * RANKS + lowest(a[PETIT])
    return end + WITH_PETIT if a[at + BEST] == petit else end


def remove(a: Words, at: int, suit: int) -> None:
    """Take the cards of a suit that have been played out of those in play, and their owners out of its row."""
    played, live, row, bits = a[at + PLAYED + suit], a[at + LIVE + suit], a[at + ROWS + suit], a[SEAT_BITS]
    while played:
        card = played & -played
        below = (1 << bits * ones(live & card - 1)) - 1
        row = row & below | row >> bits & ~below
        live ^= card
        played ^= card
    a[at + LIVE + suit], a[at + ROWS + suit], a[at + PLAYED + suit] = live, row, 0


def slam_open(a: Words, at: int, holder: int) -> bool:
    """True if the side of a seat with the Excuse has won all tricks so far, and can win the last one with it."""
    other = 2 if a[TAKERS] >> holder & 1 else 1
    return a[SLAM] > 0 and not a[at + TRICKS_BY] & other


def excuse_wins(a: Words, at: int) -> bool:
    """True if the Excuse wins the last trick. The seat to play is the one that has led to it."""
    holder = a[at + EXCUSE_BY]
    return holder >= 0 and slam_open(a, at, holder) and (a[SLAM] == PLAYED_TO or holder == a[at + SEAT])


def excuse_brings(a: Words, at: int, mine: int) -> tuple[int, int]:
    """Half-points that the Excuse in a trick brings the taker's side, and 1 if that side gets it. ``mine`` is 1 if it wins the trick."""
    owner = a[TAKERS] >> a[at + EXCUSE_BY] & 1
    if a[at + WINNER] == a[at + EXCUSE_BY]:
        gets, pays = mine, 0
    elif a[at + LEFT] > 1 or a[LAST_EXCUSE] == LIKE_ANY_TRICK:
        gets, pays = owner, a[PAYS]
    elif a[LAST_EXCUSE] == TO_OTHER_SIDE and owner == mine:
        gets, pays = 1 - owner, a[LAST_PAYS]
    else:
        gets, pays = mine, 0
    if gets == mine:
        return mine * a[EXCUSE_HALVES], gets
    return (a[EXCUSE_HALVES] - pays if gets else pays), gets
