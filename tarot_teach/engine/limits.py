"""Bounds of the card points of a side, from the pack, the number of cards in its tricks, and the cards that change sides."""

from __future__ import annotations

import functools
import operator
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

from tarot_teach.cards import Deck
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.mechanisms.asking import ChangesHand
from tarot_teach.mechanisms.interfaces import Counts, MakesOutcomes, MovesCard, SettlesDebt


class Shift(NamedTuple):
    """A card that has changed sides with nothing given for it: cards and half-points that the taker's side has more, cards
    that it has for certain or lacks for certain, as masks, and most tricks that each side can have won then."""

    cards: int = 0
    halves: int = 0
    holds: int = 0
    lacks: int = 0
    takers_tricks: int = 1000
    defences_tricks: int = 1000


class Possible:
    """The results that a deal can bring to the taker's side, by a ruleset and a number of players."""

    def __init__(self, index: RuleIndex, players: int) -> None:
        self.index: RuleIndex = index
        self.players: int = players
        self.deck: Deck = index.ruleset.deck
        self.honours: int = self.deck.marks.get("honour", 0)
        self.tricks: int = index.deals.hand_size(players)
        self.barred: int = functools.reduce(operator.or_, (rule.barred for rule in index.discard), 0)
        self.shifts: list[Shift] = list(self._shifts())
        self._sums = functools.cache(self._sums_of)

    @property
    def known(self) -> bool:
        """Tell a ruleset of which all is known that brings cards and half-points to a side."""
        kinds: tuple[type[Any], ...] = (MakesOutcomes, Counts, MovesCard, SettlesDebt)
        return all(rule.bounded for kind in kinds for rule in self.index.all(kind))

    def pile_sizes(self) -> set[int]:
        """The numbers of cards that a player, or a side, can have won in tricks and laid away, or taken with others."""
        if self.index.takes_from_table is not None:
            return {0, *range(2, self.index.cards_won(self.players) + 1)}
        changes = (number for rule in self.index.all(ChangesHand) for number in rule.change(None, 0).values())
        laid_away = {0, -sum(number for number in changes if number < 0)}
        more = {shift.cards + extra for shift in self.shifts for extra in laid_away}
        return {tricks * self.players + cards for tricks in range(self.tricks + 1) for cards in more}

    def halves(self, contract: str, honours: range, tricks: range, holds: int = 0, lacks: int = 0) -> list[int]:
        """The card points in halves that the taker's side can have, in order, with some number of honours and of tricks.

        ``holds`` and ``lacks`` are cards that it has, or has not, for certain, as masks.
        """
        _rule, move = self.index.talon_move(contract)
        discarded = move is not None and move.into_hand
        aside = self.index.deals.talon_size(self.players) if move is not None and (discarded or move.side == 0) else 0
        found = 0
        for number, shift, count in product(tricks, self.shifts, honours):
            there, gone = holds | shift.holds, lacks | shift.lacks
            if there & gone or number > shift.takers_tricks or self.tricks - number > shift.defences_tricks:
                continue
            cards = self.players * number + aside + shift.cards
            most = self.players * number + max(0, shift.cards) if discarded else cards
            for barred, bits in self._sums(count, there, gone).get(cards, {}).items():
                if barred <= most:
                    found |= bits << shift.halves if shift.halves > 0 else bits >> -shift.halves
        return [i for i in range(found.bit_length()) if found >> i & 1]

    def _sums_of(self, honours: int, holds: int, lacks: int) -> dict[int, dict[int, int]]:
        """By number of cards, and by number of barred cards among them: bit *i* is set where *i* half-points are possible."""
        deck = self.deck
        kinds = Counter(
            (bool(card.bit & self.honours), card.halves, bool(card.bit & self.barred))
            for card in deck.cards
            if not card.bit & (holds | lacks)
        )
        held = (holds.bit_count(), (holds & self.barred).bit_count(), deck.halves_of(holds))
        missing = honours - (holds & self.honours).bit_count()
        return _sums(tuple(sorted(kinds.items(), key=lambda kind: kind[0][1])), held, missing)

    def _shifts(self) -> Iterator[Shift]:
        """Possible shifts of half-points between the sides: none, or those of cards that leave their trick."""
        of_card = []
        moved = dict.fromkeys(rule.about for rule in self.index.moves)
        for card in moved:
            movers = [rule for rule in self.index.moves if rule.about == card]
            never_given = max((self.deck.all & ~rule.payable).bit_count() for rule in movers)
            of_card.append([*self._shifts_of(card, movers, (never_given + len(moved) - 1) // self.players)])
        for shifts in product(*of_card):
            columns = [*zip(Shift(), *shifts, strict=True)]
            yield Shift(*map(sum, columns[:4]), *map(min, columns[4:]))

    def _shifts_of(self, card: int, movers: list[MovesCard], most: int) -> Iterator[Shift]:
        """Shifts of one card: none, or kept by a side that has won no card to give for it, and so ``most`` tricks at most, or moved
        without a card in return."""
        yield Shift()
        settles = self.index.settles_debt
        if settles is None or settles.stays:
            half = 0 if settles is None else settles.halves
            yield Shift(1, -half, holds=card, takers_tricks=most)
            yield Shift(-1, half, lacks=card, defences_tricks=most)
        if any(rule.uncompensated for rule in movers):
            yield Shift(1, 0, holds=card)
            yield Shift(-1, 0, lacks=card)


Kinds = tuple[tuple[tuple[bool, int, bool], int], ...]
"""Cards that are alike, and their number: honours or not, half-points, barred from the discard or not."""


@functools.lru_cache(maxsize=1024)
def _sums(kinds: Kinds, held: tuple[int, int, int], honours: int) -> dict[int, dict[int, int]]:
    """The half-points that some cards of each kind and those held can have, as bits, by number of cards and of barred ones.

    ``held`` are the number of cards held, of barred ones among them, and their half-points; ``honours`` are to be among the others.
    """
    cards, bars, halves_held = held
    sums = {(cards, bars, 0): 1 << halves_held}
    for (honour, halves, barred), number in kinds:
        more: dict[tuple[int, int, int], int] = {}
        for (cards, bars, found), bits in sums.items():
            for taken in range(number + 1):
                key = (cards + taken, bars + taken * barred, found + taken * honour)
                more[key] = more.get(key, 0) | bits << taken * halves
        sums = more
    by_cards: dict[int, dict[int, int]] = {}
    for (cards, bars, found), bits in sums.items():
        if found == honours:
            by_cards.setdefault(cards, {})[bars] = bits
    return by_cards
