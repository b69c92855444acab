"""The cards that may be played, each of several that come to the same once; and what a card does."""

from __future__ import annotations

from tarot_teach.masks import highest, lowest, ones
from tarot_teach.solver import layout as at
from tarot_teach.solver.layout import Words

ANY_SUIT = -2
"""A play that is not bound to a suit."""


def bound_to(a: Words, frame: int) -> tuple[int, int]:
    """The suit from which the seat must play, or ANY_SUIT, and the cards of it, by the rules in their order. The Excuse is exempt."""
    hand, led, trumps = at.HANDS + a[frame + at.SEAT] * at.SUITS, a[frame + at.LED], a[at.TRUMPS]
    suit, cards = ANY_SUIT, 0
    rules = a[at.NARROWS]
    while rules and led >= 0:
        rule = rules & 3
        rules >>= 2
        if rule == at.FOLLOW:
            if suit == ANY_SUIT and a[hand + led]:
                suit, cards = led, a[hand + led]
        elif rule == at.TRUMP:
            if suit == ANY_SUIT and not a[hand + led] and a[hand + trumps]:
                suit, cards = trumps, a[hand + trumps]
        elif suit == trumps and a[frame + at.BEST] >= trumps * at.RANKS:
            over = cards >> (a[frame + at.BEST] - trumps * at.RANKS + 1) << (a[frame + at.BEST] - trumps * at.RANKS + 1)
            if over:
                cards = over
    return suit, cards


def must_overtrump(a: Words, frame: int, suit: int) -> bool:
    """True if a seat that is bound to a suit has to choose among several trumps by the rank of the one to beat."""
    if suit != a[at.TRUMPS] or a[frame + at.BEST] < suit * at.RANKS:
        return False
    held, rules = a[at.HANDS + a[frame + at.SEAT] * at.SUITS + suit], a[at.NARROWS]
    while rules and rules & 3 != at.OVERTRUMP:
        rules >>= 2
    return rules > 0 and held & held - 1 > 0


def list_moves(a: Words, frame: int, suit: int, cards: int) -> int:
    """Write the cards that are to be tried into the frame, by the suit and the cards to which the seat is bound; return their number."""
    hand, count = at.HANDS + a[frame + at.SEAT] * at.SUITS, 0
    for each in range(a[at.TRUMPS] + 1):
        if suit == ANY_SUIT:
            count = add_moves(a, frame, each, a[hand + each], count)
        elif suit == each:
            count = add_moves(a, frame, each, cards, count)
    if a[hand + a[at.EXCUSE]]:
        a[frame + at.MOVES + count] = a[at.EXCUSE] * at.RANKS
        count += 1
    return count


def add_moves(a: Words, frame: int, suit: int, cards: int, count: int) -> int:
    """Add cards of a suit to those that are tried, the lowest of each row that comes to the same; return the number of all."""
    left = cards
    while left:
        place = highest(left)
        left ^= 1 << place
        below = a[frame + at.LIVE + suit] & ((1 << place) - 1)
        if not below or not left >> highest(below) & 1 or not alike(a, suit, place, highest(below)):
            a[frame + at.MOVES + count] = suit * at.RANKS + place
            count += 1
    return count


def top_of_row(a: Words, frame: int, suit: int, place: int) -> int:
    """The highest card of the row of cards that come to the same of which the hand tries the lowest."""
    held = a[at.HANDS + a[frame + at.SEAT] * at.SUITS + suit]
    above = a[frame + at.LIVE + suit] >> place + 1 << place + 1
    top = place
    while above and held >> lowest(above) & 1 and alike(a, suit, top, lowest(above)):
        top = lowest(above)
        above &= above - 1
    return top


def alike(a: Words, suit: int, one: int, two: int) -> bool:
    """True for two cards of a suit that count the same, neither of which is an honour."""
    honours = a[at.HONOURS_IN + suit]
    return (
        a[at.HALVES + suit * at.RANKS + one] == a[at.HALVES + suit * at.RANKS + two]
        and not (honours >> one | honours >> two) & 1
    )


def play(a: Words, frame: int, card: int) -> int:
    """Play a card into the next frame; return the half-points that it brings the taker's side, less its target once that is settled."""
    to, seat, suit = frame + at.FRAME, a[frame + at.SEAT], card // at.RANKS
    for i in range(at.POSITION):
        a[to + i] = a[frame + i]
    bit = 1 << (card - suit * at.RANKS)
    a[at.HANDS + seat * at.SUITS + suit] ^= bit
    a[to + at.PLAYED + suit] |= bit
    if suit == a[at.EXCUSE]:
        a[to + at.EXCUSE_BY] = seat
    else:
        a[to + at.WORTH] += a[at.HALVES + card]
        a[to + at.TRICK_HONOURS] += a[at.HONOURS_IN + suit] >> (card - suit * at.RANKS) & 1
        if beats(a, frame, suit, card):
            a[to + at.BEST] = card
            a[to + at.WINNER] = seat
            if a[frame + at.LED] < 0:
                a[to + at.LED] = suit
    a[to + at.PLACE] += 1
    a[to + at.SEAT] = seat + 1 if seat + 1 < a[at.PLAYERS] else 0
    if a[to + at.PLACE] < a[at.PLAYERS]:
        return 0
    return gather(a, to)


def beats(a: Words, frame: int, suit: int, card: int) -> bool:
    """True if a card takes the trick from the best so far."""
    best = a[frame + at.BEST]
    if best < 0:
        return True
    if suit == best // at.RANKS:
        return card > best
    return suit == a[at.TRUMPS]


def take_back(a: Words, frame: int, card: int) -> None:
    """Return the card to the hand from which it was played."""
    suit = card // at.RANKS
    a[at.HANDS + a[frame + at.SEAT] * at.SUITS + suit] |= 1 << (card - suit * at.RANKS)


def gather(a: Words, frame: int) -> int:
    """Give the trick to its winner, who leads to the next; return what :func:`play` returns."""
    if a[at.SLAM] and a[frame + at.LEFT] <= 1 and excuse_wins(a, frame):
        a[frame + at.WINNER] = a[frame + at.EXCUSE_BY]
    mine = a[at.TAKERS] >> a[frame + at.WINNER] & 1
    a[frame + at.TRICKS_BY] |= 1 if mine else 2
    gain, honours = mine * (a[frame + at.WORTH] + a[at.TRICK]), mine * a[frame + at.TRICK_HONOURS]
    a[frame + at.HONOURS_LEFT] -= a[frame + at.TRICK_HONOURS]
    a[frame + at.REST] -= a[frame + at.WORTH]
    if a[frame + at.EXCUSE_BY] >= 0:
        brings, kept = excuse_brings(a, frame, mine)
        gain += brings
        honours += kept * a[at.EXCUSE_HONOUR]
        a[frame + at.HONOURS_LEFT] -= a[at.EXCUSE_HONOUR]
        a[frame + at.EXCUSE_HELD] = at.NONE
    had_honours = a[frame + at.TRICK_HONOURS] + (a[at.EXCUSE_HONOUR] if a[frame + at.EXCUSE_BY] >= 0 else 0)
    a[frame + at.HONOURS_WON] += honours
    if had_honours and not a[frame + at.HONOURS_LEFT]:
        gain -= a[at.TARGETS + end_of(a, frame, mine) * at.COUNTS + a[frame + at.HONOURS_WON]]
        a[frame + at.HONOURS_WON] = 0
    suit = a[frame + at.BEST] // at.RANKS
    beaten = a[frame + at.PLAYED + suit] & (1 << a[frame + at.BEST] - suit * at.RANKS) - 1
    a[frame + at.BEATEN] = a[frame + at.BEST] if beaten else at.NONE
    for suit in range(a[at.TRUMPS] + 1):
        if a[frame + at.PLAYED + suit]:
            remove(a, frame, suit)
    a[frame + at.PLAYED + a[at.EXCUSE]] = 0
    a[frame + at.SEAT] = a[frame + at.WINNER]
    a[frame + at.LEFT] -= 1
    a[frame + at.PLACE] = a[frame + at.WORTH] = a[frame + at.TRICK_HONOURS] = 0
    a[frame + at.LED] = a[frame + at.BEST] = a[frame + at.EXCUSE_BY] = at.NONE
    return gain


def end_of(a: Words, frame: int, mine: int) -> int:
    """The end of the deal with the trick that is being gathered, if it is the last one."""
    if a[frame + at.LEFT] > 1 or not a[frame + at.PLAYED + a[at.TRUMPS]] & a[at.PETIT]:
        return at.PETIT_GONE
    end = at.WON_BY_TAKER if mine else at.WON_BY_DEFENCE
    petit = a[at.TRUMPS] * at.RANKS + lowest(a[at.PETIT])
    return end + at.WITH_PETIT if a[frame + at.BEST] == petit else end


def remove(a: Words, frame: int, suit: int) -> None:
    """Take the cards of a suit that have been played out of those in play, and their owners out of its row."""
    played, live = a[frame + at.PLAYED + suit], a[frame + at.LIVE + suit]
    row, bits = a[frame + at.ROWS + suit], a[at.SEAT_BITS]
    while played:
        card = played & -played
        below = (1 << bits * ones(live & card - 1)) - 1
        row = row & below | row >> bits & ~below
        live ^= card
        played ^= card
    a[frame + at.LIVE + suit], a[frame + at.ROWS + suit], a[frame + at.PLAYED + suit] = live, row, 0


def slam_open(a: Words, frame: int, holder: int) -> bool:
    """True if the side of a seat with the Excuse has won all tricks so far, and can win the last one with it."""
    other = 2 if a[at.TAKERS] >> holder & 1 else 1
    return a[at.SLAM] > 0 and not a[frame + at.TRICKS_BY] & other


def excuse_wins(a: Words, frame: int) -> bool:
    """True if the Excuse wins the last trick. The seat to play is the one that has led to it."""
    holder = a[frame + at.EXCUSE_BY]
    return holder >= 0 and slam_open(a, frame, holder) and (a[at.SLAM] == at.PLAYED_TO or holder == a[frame + at.SEAT])


def excuse_brings(a: Words, frame: int, mine: int) -> tuple[int, int]:
    """Half-points that the Excuse in a trick brings the taker's side, and 1 if that side gets it. ``mine`` is 1 if it wins the trick."""
    owner = a[at.TAKERS] >> a[frame + at.EXCUSE_BY] & 1
    if a[frame + at.WINNER] == a[frame + at.EXCUSE_BY]:
        gets, pays = mine, 0
    elif a[frame + at.LEFT] > 1 or a[at.LAST_EXCUSE] == at.LIKE_ANY_TRICK:
        gets, pays = owner, a[at.PAYS]
    elif a[at.LAST_EXCUSE] == at.TO_OTHER_SIDE and owner == mine:
        gets, pays = 1 - owner, a[at.LAST_PAYS]
    else:
        gets, pays = mine, 0
    if gets == mine:
        return mine * a[at.EXCUSE_HALVES], gets
    return (a[at.EXCUSE_HALVES] - pays if gets else pays), gets
