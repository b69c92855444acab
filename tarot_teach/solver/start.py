"""The array of a position, in which the search begins: what follows from the rules for all positions, and the hands
with the first frames."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from enum import StrEnum
from functools import lru_cache

from tarot_teach.solver import layout as at
from tarot_teach.solver.layout import Words
from tarot_teach.solver.moves import bound_to, list_moves, top_of_row
from tarot_teach.solver.position import Position, Rules
from tarot_teach.solver.table import PATTERN

Begin = Callable[[Words, Words, int, int], int]
"""The function :func:`first_frame.begin`, or its compiled code."""
BITS = 63
"""The bits of a word."""
Targets = tuple[tuple[int, ...], ...]
"""Half-points that the taker's side needs, by end of the deal and honours."""


class Objective(StrEnum):
    """The aim of both sides: card points, to make the contract, game points of the taker, the Petit, to win all tricks that are left, or tricks."""

    POINTS = "points"
    MADE = "made"
    SCORE = "score"
    PETIT = "petit"
    ALL_TRICKS = "all-tricks"
    TRICKS = "tricks"


def same_as(words: array[int], frame: int) -> dict[int, int]:
    """By the numbers of all cards that may be played from a frame, the card that the search tries for those that come to the same."""
    bound, cards = bound_to(words, frame)
    found: dict[int, int] = {}
    for i in range(list_moves(words, frame, bound, cards)):
        card = words[frame + at.MOVES + i]
        suit, place = divmod(card, at.RANKS)
        top = place if suit == words[at.EXCUSE] else top_of_row(words, frame, suit, place)
        held = words[at.HANDS + words[frame + at.SEAT] * at.SUITS + suit]
        found |= {suit * at.RANKS + each: card for each in range(place, top + 1) if held >> each & 1}
    return found


def start(position: Position, objective: Objective, targets: Targets, begin: Begin) -> tuple[array[int], int, int]:
    """The array of a position, its frame, and what the taker's side has before it, less its target where that is settled."""
    rules_words = words_of_rules(position.rules, objective, targets)
    tricks = position.tricks
    room = at.size(position.rules.players * tricks) - len(rules_words)
    words, played = rules_words + array("q", bytes(room * rules_words.itemsize)), array("q", position.played)
    for seat, hand in enumerate(position.hands):
        words[at.HANDS + seat * at.SUITS : at.HANDS + seat * at.SUITS + len(hand)] = array("q", hand)
    words[at.TAKERS], words[at.FRAMES + at.TRICKS_BY] = position.takers, position.tricks_by
    words[at.FRAMES + at.SEAT], words[at.FRAMES + at.LEFT] = position.leader, tricks
    words[at.FRAMES + at.HONOURS_WON] = position.honours
    before = begin(words, played, at.FRAMES, len(played))
    if objective in (Objective.POINTS, Objective.MADE, Objective.SCORE):
        before += position.halves
    elif objective is Objective.PETIT:
        before += position.petit
    if targets and not words[at.FRAMES + at.HONOURS_LEFT]:
        before -= targets[at.PETIT_GONE][position.honours]
    return words, at.FRAMES + len(played) * at.FRAME, before


@lru_cache(maxsize=64)
def words_of_rules(rules: Rules, objective: Objective, targets: Targets) -> array[int]:
    """The part of the array before the frames, as far as it is the same for all positions; not to be changed."""
    words = array("q", [0]) * at.FRAMES
    worth = worth_by_suit(rules, objective)
    honours = rules.honours if targets else (0,) * len(rules.suits)
    words[at.PLAYERS], words[at.TRUMPS], words[at.EXCUSE] = rules.players, rules.trumps, rules.trumps + 1
    words[at.SEAT_BITS] = rules.seat_bits
    _pack_rows(words, rules)
    paid = objective in (Objective.POINTS, Objective.MADE, Objective.SCORE)
    words[at.NARROWS], words[at.PAYS] = rules.narrows, rules.pays if paid else 0
    words[at.LAST_EXCUSE], words[at.LAST_PAYS] = rules.last_excuse, rules.last_pays if paid else 0
    words[at.EXCUSE_HALVES] = sum(worth[-1])
    words[at.EXCUSE_HONOUR] = honours[-1]
    words[at.LEAST] = min(min(row) for row in worth[:-1])
    words[at.TRICK] = int(objective is Objective.ALL_TRICKS)
    words[at.SLAM] = rules.slam
    words[at.PETIT] = rules.petit if objective is Objective.SCORE else 0
    for suit, row in enumerate(worth[:-1]):
        words[at.ORDINARY + suit] = ordinary(row, honours[suit])
        words[at.HONOURS_IN + suit] = honours[suit]
        words[at.HALVES + suit * at.RANKS : at.HALVES + suit * at.RANKS + len(row)] = array("q", row)
    for end, row_of_targets in enumerate(targets):
        for number, target in enumerate(row_of_targets):
            words[at.TARGETS + end * at.COUNTS + number] = target
            words[at.HARDEST + number] = max(row[number] for row in targets)
            words[at.EASIEST + number] = min(row[number] for row in targets)
    return words


def worth_by_suit(rules: Rules, objective: Objective) -> list[list[int]]:
    """By suit, what each card brings the side that gets it."""
    worth = [[card.halves for card in cards] for cards in rules.suits]
    if objective in (Objective.PETIT, Objective.ALL_TRICKS):
        worth = [[0] * len(cards) for cards in rules.suits]
    if objective is Objective.PETIT:
        worth[rules.trumps] = [rules.petit >> i & 1 for i in range(len(worth[rules.trumps]))]
    return worth


def ordinary(worth: list[int], honours: int) -> int:
    """The longest row of neighbours that count the same and are no honours, as a mask."""
    best, first = range(0), 0
    for i in range(len(worth)):
        if i and (worth[i] != worth[i - 1] or (honours >> i | honours >> i - 1) & 1):
            first = i
        if i + 1 - first > len(best):
            best = range(first, i + 1)
    return sum(1 << i for i in best)


def _pack_rows(words: array[int], rules: Rules) -> None:
    """Give the row of each suit its place in an entry of the table."""
    word = shift = 0
    for suit, cards in enumerate(rules.suits[:-1]):
        if shift + len(cards) * rules.seat_bits > BITS:
            word, shift = word + 1, 0
        words[at.ROW_WORD + suit], words[at.ROW_SHIFT + suit] = word, shift
        shift += len(cards) * rules.seat_bits
    words[at.ENTRY] = PATTERN + 2 * (word + 1)
