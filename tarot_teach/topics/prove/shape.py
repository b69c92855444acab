"""The sizes of a small deal: cards in each hand, talon and heaps, and numbers that follow from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import factorial, lcm
from typing import Any

from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.mechanisms.base import Quantity, Within
from tarot_teach.rules import Ruleset

FEWEST, MOST = 12, 20
"""The fewest and the most cards of a small pack."""
LEAST_HAND = 2
"""The fewest cards of a hand: with one there is nothing to choose."""

WAYS = 600_000
"""The most ways to play the cards of all hands, were no rule to bind them."""

FIRST_TRICKS = 2
"""So few tricks are those at an end of the deal, and stay so many."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The cards that each player is dealt, those of the talon, those of each heap of a player, and of how many plain ``suits`` the pack is."""

    players: int
    hand: int
    talon: int
    heaps: tuple[int, ...] = ()
    suits: int = 4

    @property
    def tricks(self) -> int:
        """The number of cards that each player plays."""
        return self.hand + sum(self.heaps)

    @property
    def cards(self) -> int:
        """The number of cards of the pack."""
        return self.players * self.tricks + self.talon


def full_shape(ruleset: Ruleset, index: RuleIndex) -> Shape:
    """The sizes of a deal of a ruleset, with the fewest players that it is for."""
    players, deals = ruleset.players[0], index.deals
    heaps, hand = tuple(index.heap_sizes(players)), deals.hand_size(players)
    talon = len(ruleset.deck.cards) - players * (hand + sum(heaps))
    plain = sum(suit.kind == "plain" for suit in ruleset.deck.suits.values())
    return Shape(players, hand, talon, heaps, plain)


def small_shapes(full: Shape, parts: Sequence[int]) -> list[Shape]:
    """The sizes of the small deals, from few cards to more; ``parts`` are numbers by which the talon has to be divisible."""
    found, step = list[Shape](), lcm(*parts)
    for hand in range(LEAST_HAND, MOST):
        for heaps in _heaps(full, hand):
            talon = _talon(full, hand, step)
            for more in range(0, MOST, step) if full.talon else (0,):
                shape = Shape(full.players, hand, talon + more, heaps)
                if full.talon <= full.hand and shape.talon > max(hand, step):
                    break
                if FEWEST <= shape.cards <= MOST and factorial(shape.tricks) ** full.players <= WAYS:
                    found.append(shape)
    by_hand = Counter[int]()
    turns = list[tuple[int, int]]()
    for shape in found:  # a hand of each size first, and then larger talons
        turns.append((by_hand[shape.tricks], shape.tricks))
        by_hand[shape.tricks] += 1
    return [shape for _turn, shape in sorted(zip(turns, found, strict=True), key=lambda each: each[0])]


def least_shapes(full: Shape, parts: Sequence[int]) -> list[Shape]:
    """The sizes of deals with the fewest cards in the hands, and of each hand with the two smallest talons that make a pack large enough."""
    found, step = list[Shape](), lcm(*parts)
    for hand in range(LEAST_HAND, LEAST_HAND + 2):
        for heaps in _heaps(full, hand):
            fewest = max(0, FEWEST - full.players * (hand + sum(heaps)))
            first = step * max(1, -(-fewest // step)) if full.talon else 0
            shapes = [
                replace(full, hand=hand, heaps=heaps, talon=first + more)
                for more in ((0, step) if full.talon else (0,))
            ]
            found += [shape for shape in shapes if FEWEST <= shape.cards <= MOST]
    return sorted(found, key=lambda shape: shape.tricks)


def _heaps(full: Shape, hand: int) -> list[tuple[int, ...]]:
    """The heaps that may go with a hand: none where the game has none."""
    if not full.heaps:
        return [()]
    return [heaps for heaps in ((2,), (2, 1), (2, 2)) if sum(heaps) <= hand + 1 and len(heaps) <= len(full.heaps)]


def _talon(full: Shape, hand: int, step: int) -> int:
    """The cards of the talon that go with a hand, a multiple of a step."""
    if not full.talon:
        return 0
    if full.talon > full.hand:  # cards are drawn from it
        return step * -(-max(full.players, FEWEST - full.players * hand) // step)
    talon = round(full.talon * hand / full.hand)
    if full.hand >= full.talon > full.hand / 2:
        talon = hand - (full.hand - full.talon)
    return step * max(1, round(talon / step))


def scaled(value: int, mark: Within, full: Mapping[Quantity, int], small: Mapping[Quantity, int], talon: int) -> int:
    """A number within a quantity of the game, as it is in the small one; ``talon`` is the size of the full talon.

    What is the whole talon, or an equal part of it, stays so; one trick or two stay so many; a number near the quantity stays as near, other numbers keep
    their share.
    """
    whole, less = full[mark.quantity], small[mark.quantity]
    most = less - mark.below
    if not value:
        return 0
    if mark.quantity == "hand" and talon and 1 < value < whole and talon % value == 0 and small["talon"]:
        parts = talon // value
        if small["talon"] % parts == 0:
            return small["talon"] // parts
    if mark.quantity == "pack" and value == full["hand"]:
        value, whole, less = value, full["hand"], small["hand"]
    elif mark.quantity in ("pack", "talon") and value <= most:
        return value
    if mark.quantity == "tricks" and value <= FIRST_TRICKS and value <= most:
        return value
    near = mark.quantity in ("hand", "talon", "tricks") and 3 * value > 2 * whole
    found = less - (whole - value) if near else round(value * less / whole)
    return max(min(found, most), min(1, most))


def dealt(params: Mapping[str, Any], shape: Shape) -> dict[str, Any]:
    """The parameters of the rule of the deal, with the sizes of a small deal."""
    found = dict(params)

    def put(name: str, value: Any) -> None:
        found[name] = {shape.players: value} if isinstance(params[name], dict) else value

    for name, value in (("hand", shape.hand), ("cards", shape.hand), ("talon", shape.talon)):
        if name in params:
            put(name, value)
    if "packet" in params:
        by_hand = "hand" in params and not shape.heaps
        put("packet", [1, shape.hand - 1] if by_hand and params.get("talon_at") not in ("first", "last") else 1)
    if "heaps" in params:
        put("heaps", [*shape.heaps])
    return found
