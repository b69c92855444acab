"""Quantities of a game that are the same in every deal, which numbers in parameters cannot exceed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

from tarot_teach.cards import halves_text
from tarot_teach.mechanisms import Mechanism
from tarot_teach.mechanisms.added_points import AddsPoints
from tarot_teach.mechanisms.asking import BringsTrumps
from tarot_teach.mechanisms.base import Quantity
from tarot_teach.mechanisms.interfaces import CountsPiles, DealsOut, OrdersCards
from tarot_teach.mechanisms.plays import play_of
from tarot_teach.messages import _
from tarot_teach.rules import Ruleset


class Quantities:
    """The quantities of a game under the rules that are in force together."""

    def __init__(self, ruleset: Ruleset, mechanisms: Iterable[Mechanism]) -> None:
        self.ruleset: Ruleset = ruleset
        self.mechanisms: list[Mechanism] = list(mechanisms)

    def of(self, quantity: Quantity) -> tuple[int, str] | None:
        """A quantity in halves (half-points, or twice a number of cards or tricks), and in words; None where the game has none.

        Where a game is for several numbers of players, it is that for the number which allows least.
        """
        found: dict[Quantity, Callable[[], tuple[int, str] | None]] = {
            "card_points": self._card_points,
            "hand": lambda: self._dealt("hand_size", _("a hand has {number} cards")),
            "pack": self._pack,
            "talon": lambda: self._dealt("talon_size", _("the talon has {number} cards")),
            "tricks": self._tricks,
            "trumps": self._trumps,
        }
        return found[quantity]()

    def _dealt(self, size: Literal["hand_size", "talon_size"], words: str) -> tuple[int, str] | None:
        """A number of cards by the rule of the deal, with the number of players where that makes a difference."""
        deals = next((rule for rule in self.mechanisms if isinstance(rule, DealsOut)), None)
        if deals is None:
            return None
        sizes = {players: getattr(deals, size)(players) for players in self.ruleset.players}
        players = min(sizes, key=lambda each: sizes[each])
        if len({*sizes.values()}) > 1:
            words = _("with {players} players {words}").format(players=players, words=words)
        return 2 * sizes[players], words.format(number=sizes[players])

    def _tricks(self) -> tuple[int, str] | None:
        if not play_of(self.ruleset).hands_shrink:
            return None
        return self._dealt("hand_size", _("a deal has {number} tricks"))

    def _pack(self) -> tuple[int, str]:
        number = len(self.ruleset.deck.cards)
        return 2 * number, _("the pack has {number} cards").format(number=number)

    def _card_points(self) -> tuple[int, str]:
        """The most that one pile can count: that of the whole pack, or, where cards are counted in groups, of all but some low cards."""
        deck = self.ruleset.deck
        halves = deck.halves
        groups = next((rule for rule in self.mechanisms if isinstance(rule, CountsPiles)), None)
        if groups is not None:
            pile = deck.all
            piles = [pile := pile & ~card.bit for card in sorted(deck.cards, key=lambda card: card.halves)]
            halves = max(groups.pile_halves(each) for each in (deck.all, *piles))
        halves += sum(rule.adds for rule in self.mechanisms if isinstance(rule, AddsPoints))
        return halves, _("all cards together count {points} card points").format(points=halves_text(halves))

    def _trumps(self) -> tuple[int, str]:
        """The trumps; where a suit becomes trumps, those with the suit that has fewest."""
        deck, words = self.ruleset.deck, _("there are {number} trumps")
        with_suit = next((rule.order_with for rule in self.mechanisms if isinstance(rule, OrdersCards)), deck.order)
        number = with_suit("").trumps.bit_count()
        if any(isinstance(rule, BringsTrumps) for rule in self.mechanisms):
            plain = [suit for suit in deck.suits.values() if suit.kind == "plain"]
            number, suit = min((with_suit(suit.id).trumps.bit_count(), suit.name) for suit in plain)
            words = _("with {suit} as trumps there are {number} of them").format(suit=suit, number=number)
        return 2 * number, words.format(number=number)
