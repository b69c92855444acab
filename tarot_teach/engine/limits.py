"""Bounds of the card points of a side, from the pack, the number of cards in its tricks, and the cards that change sides."""

from __future__ import annotations

import functools
import operator
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

from tarot_teach.cards import Deck
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.mechanisms.asking import ChangesHand
from tarot_teach.mechanisms.interfaces import Counts, CountsPiles, MakesOutcomes, MovesCard, SettlesDebt, WinsTrick


class Shift(NamedTuple):
    """A card that has changed sides with nothing given for it: cards and half-points that the taker's side has more, cards
    that it has for certain or lacks for certain, as masks, and most tricks that each side can have won then."""

    cards: int = 0
    halves: int = 0
    holds: int = 0
    lacks: int = 0
    takers_tricks: int = 1000
    defences_tricks: int = 1000


class Won(NamedTuple):
    """A way to come to a pile: the number of tricks won; of cards that came with them, less those that have changed sides; of cards laid
    away; and the shift."""

    tricks: int
    in_tricks: int
    laid_away: int
    shift: Shift


class Possible:
    """The results that a deal can bring to the taker's side, by a ruleset and a number of players."""

    def __init__(self, index: RuleIndex, players: int) -> None:
        self.index: RuleIndex = index
        self.players: int = players
        self.deck: Deck = index.ruleset.deck
        self.counted: int = functools.reduce(operator.or_, (rule.counted for rule in index.counting), 0)
        self.tricks: int = index.deals.tricks(players)
        self.counts: CountsPiles | None = index.counts_piles
        self.barred: int = functools.reduce(operator.or_, (rule.barred for rule in index.discard), 0)
        self.going_back: int = self._going_back()
        self.shifts: list[Shift] = list(self._shifts())
        self._sums = functools.cache(self._sums_of)

    @property
    def every_number(self) -> range:
        """The numbers of cards that the count counts one by one."""
        return range(self.counted.bit_count() + 1)

    @property
    def known(self) -> bool:
        """Tell a ruleset of which all is known that brings cards and half-points to a side."""
        kinds: tuple[type[Any], ...] = (MakesOutcomes, Counts, MovesCard, SettlesDebt)
        rules = [rule for kind in kinds for rule in self.index.all(kind)]
        grouped = self.counts if self.counts and self.counts.taken_off(0) is not None else None
        return all(rule.bounded or rule is grouped for rule in rules)

    def pile_sizes(self) -> set[int]:
        """The numbers of cards that a player, or a side, can have won in tricks and laid away, or taken with others."""
        if self.index.takes_from_table is not None:
            return {0, *range(2, self.index.cards_won(self.players) + 1)}
        if self.index.asks_in_play is not None:  # hands grow, and who cannot play adds no card to a trick
            return {*range(len(self.deck.cards) + 1)}
        return {won.in_tricks + won.laid_away for won in self._piles()}

    def sizes_like(self, pile: int) -> set[int]:
        """The numbers of cards that one player can have who has those cards of a pile, and no others, that go back to their player."""
        return {
            won.in_tricks + won.laid_away
            for won in self._piles()
            if not self.going_back & won.shift.holds & ~pile and self._fits(pile, won)
        }

    def _fits(self, pile: int, won: Won) -> bool:
        """True if one player can have the cards of a pile that go back to their player: as they did, or laid away."""
        others = pile & self.going_back & ~won.shift.holds
        return others.bit_count() <= won.laid_away and not others & self.barred

    def _going_back(self) -> int:
        """The cards that go back to their player from every trick, as a mask."""
        wins: list[WinsTrick] = self.index.all(WinsTrick)
        if not all(rule.always for rule in wins):  # such a card might win its trick
            return 0
        back, elsewhere = (
            functools.reduce(operator.or_, (rule.about for rule in self.index.moves if rule.goes_back is always), 0)
            for always in (True, False)
        )
        return back & ~elsewhere

    def can_win(self, pile: int, alone: bool = True) -> bool:
        """True if a player who is ``alone``, or else a side, can have won a pile of cards, as a mask, in whole tricks, with what was laid away."""
        cards = pile.bit_count()
        if self.index.takes_from_table is not None or self.index.asks_in_play is not None:
            return cards in self.pile_sizes()
        return any(self._ways(pile, alone))

    def can_win_together(self, piles: Sequence[int]) -> bool:
        """True if players who all play alone can have won these piles in one deal that is played to its end."""
        changes: list[ChangesHand] = self.index.all(ChangesHand)
        laid_away = sum(rule.to_players_pile(self.index.deals.talon_size(self.players)) for rule in changes)
        return any(
            sum(won.tricks for won in ways) == self.tricks
            and sum(won.laid_away for won in ways) == laid_away
            and sum(won.shift.cards for won in ways) == 0
            for ways in product(*(self._ways(pile, alone=True) for pile in piles))
        )

    def _ways(self, pile: int, alone: bool) -> Iterator[Won]:
        """The ways in which a player who is ``alone``, or else a side, can have come to a pile."""
        for won in self._piles():
            if (
                won.in_tricks + won.laid_away == pile.bit_count()
                and not won.shift.holds & ~pile
                and not won.shift.lacks & pile
                and (pile & self.barred).bit_count() <= won.in_tricks
                and (not alone or self._fits(pile, won))
            ):
                yield won

    def _piles(self) -> Iterator[Won]:
        """The ways in which a player, or a side, can have come to some number of cards."""
        changes: list[ChangesHand] = self.index.all(ChangesHand)
        laid_away = {0, sum(rule.to_players_pile(self.index.deals.talon_size(self.players)) for rule in changes)}
        for tricks, shift, away in product(range(self.tricks + 1), self.shifts, laid_away):
            for gifts in self._gifts(tricks):
                if tricks or shift.cards >= 0:  # a card is lost of a trick
                    yield Won(tricks, tricks * self.players + gifts + shift.cards, away, shift)

    def _gifts(self, tricks: int) -> Iterable[int]:
        """The numbers of cards of the talon that can have come with a number of tricks."""
        talon = self.index.deals.talon_size(self.players) if self.index.tricks_bring_talon else 0
        if any(rule.at_end for rule in self.index.after_trick):
            return {talon * bool(tricks), talon * (tricks == self.tricks)}
        with_cards = min(talon, self.tricks)
        return range(max(0, tricks - (self.tricks - with_cards)), min(tricks, with_cards) + 1)

    def halves(self, contract: str, counted: range, tricks: range, holds: int = 0, lacks: int = 0) -> list[int]:
        """The card points in halves that the taker's side can have, in order, with some number of cards that the count counts one by one, and of tricks.

        ``holds`` and ``lacks`` are cards that it has, or has not, for certain, as masks.
        """
        found = 0
        for (aside, laid_away), number, shift, count in product(self._asides(contract), tricks, self.shifts, counted):
            there, gone = holds | shift.holds, lacks | shift.lacks
            if there & gone or number > shift.takers_tricks or self.tricks - number > shift.defences_tricks:
                continue
            cards = self.players * number + aside + shift.cards
            most = self.players * number + max(0, shift.cards) + aside - laid_away if laid_away else cards
            off = (self.counts.taken_off(cards) or 0 if self.counts else 0) - shift.halves
            added = self.index.added_halves if number else 0
            for barred, bits in self._sums(count, there, gone).get(cards, {}).items():
                for loss in {off, off - added} if number < self.tricks else {off - added}:
                    if barred <= most:
                        found |= bits >> loss if loss > 0 else bits << -loss
        return [i for i in range(found.bit_length()) if found >> i & 1]

    def _asides(self, contract: str) -> set[tuple[int, int]]:
        """The numbers of cards that the taker's side can have besides those of its tricks, each with how many of them were laid away."""
        talon, index = self.index.deals.talon_size(self.players), self.index.under(contract)
        _rule, move = self.index.talon_move(contract)
        if move is not None:
            return {(talon, talon if move.into_hand else 0) if move.into_hand or move.side == 0 else (0, 0)}
        changes = index.all(ChangesHand)
        asides = {0}
        for rule in changes:
            asides = {number + more for number in asides for more in rule.to_takers_pile(talon)}
        laid_away = {number: number for number in asides}
        left = sum(rule.left_over(talon) for rule in changes) if any(r.brings_rest for r in index.after_trick) else 0
        return {(number + more, laid_away[number]) for number in asides for more in {0, left}}

    def _sums_of(self, counted: int, holds: int, lacks: int) -> dict[int, dict[int, int]]:
        """By number of cards, and by number of barred cards among them: bit *i* is set where *i* half-points are possible."""
        deck = self.deck
        kinds = Counter(
            (bool(card.bit & self.counted), card.halves, bool(card.bit & self.barred))
            for card in deck.cards
            if not card.bit & (holds | lacks)
        )
        held = (holds.bit_count(), (holds & self.barred).bit_count(), deck.halves_of(holds))
        missing = counted - (holds & self.counted).bit_count()
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
"""Cards that are alike, and their number: counted one by one or not, half-points, barred from the discard or not."""


@functools.lru_cache(maxsize=1024)
def _sums(kinds: Kinds, held: tuple[int, int, int], counted: int) -> dict[int, dict[int, int]]:
    """The half-points that some cards of each kind and those held can have, as bits, by number of cards and of barred ones.

    ``held`` are the number of cards held, of barred ones among them, and their half-points; ``counted`` are to be among the others.
    """
    cards, bars, halves_held = held
    sums = {(cards, bars, 0): 1 << halves_held}
    for (counts, halves, barred), number in kinds:
        more: dict[tuple[int, int, int], int] = {}
        for (cards, bars, found), bits in sums.items():
            for taken in range(number + 1):
                key = (cards + taken, bars + taken * barred, found + taken * counts)
                more[key] = more.get(key, 0) | bits << taken * halves
        sums = more
    by_cards: dict[int, dict[int, int]] = {}
    for (cards, bars, found), bits in sums.items():
        if found == counted:
            by_cards.setdefault(cards, {})[bars] = bits
    return by_cards
