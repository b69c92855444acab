"""The interface of players, and the player at random."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar, NamedTuple

from tarot_teach.advice.format import AdviceFile
from tarot_teach.cards import CardSet
from tarot_teach.engine import Engine
from tarot_teach.table import Action, Bid, Call, Choices, Cut, Discard, DiscardChoice, Pay, Play
from tarot_teach.text import Text
from tarot_teach.topics.simulate.draws import Draws


class Decision(NamedTuple):
    """An action, and the maxim behind it: a key of the player's ``maxims``, or empty."""

    action: Action
    maxim: str = ""


class Player(ABC):
    """Decides for any seat of a deal under one ruleset. It keeps nothing from one decision to the next.

    Another package offers a player by an entry point in the group ``tarot_teach.players`` that names the class.
    """

    name: ClassVar[str]
    needs_view: ClassVar[bool] = True
    """True if it looks at more than the allowed actions. Otherwise no view of the table is made for it."""

    def __init__(self, engine: Engine, advice: AdviceFile | None = None) -> None:
        self.engine = engine
        self.advice = advice

    @property
    def maxims(self) -> Mapping[str, Text]:
        """The maxims that it follows, in whole sentences, by name."""
        return {}

    @abstractmethod
    def choose(self, choices: Choices, draws: Draws) -> Decision:
        """Choose an allowed action. ``choices.state`` is what the seat to act may know; there is at least one action."""


class RandomPlayer(Player):
    """Takes any allowed action, each with the same chance."""

    name: ClassVar[str] = "random"
    needs_view: ClassVar[bool] = False

    def choose(self, choices: Choices, draws: Draws) -> Decision:
        if choices.discard:
            assert choices.seat is not None
            return Decision(Discard(choices.seat, some_of(choices.discard, draws)))
        return Decision(_nth(choices, draws.below(choices.ways())))


def some_of(choice: DiscardChoice, draws: Draws) -> CardSet:
    """A discard at random: the obliged cards, and others drawn one by one."""
    deck, gone = choice.allowed.deck, choice.obliged.mask
    free = choice.allowed.mask & ~gone
    for _card in range(choice.size - len(choice.obliged)):
        bit = nth_bit(free, draws.below(free.bit_count()))
        gone |= bit
        free &= ~bit
    return CardSet(deck, gone)


def nth_bit(mask: int, n: int) -> int:
    """The bit of a mask that has ``n`` lower bits."""
    for _bit in range(n):
        mask &= mask - 1
    return mask & -mask


def _nth(choices: Choices, n: int) -> Action:
    """The action number ``n`` in the order of :meth:`Choices.actions`."""
    seat, deck = choices.seat, choices.state.deck
    assert seat is not None
    if n < len(choices.cuts):
        return Cut(seat, choices.cuts[n])
    n -= len(choices.cuts)
    if n < len(choices.bids):
        return Bid(seat, choices.bids[n])
    n -= len(choices.bids)
    if n < len(choices.declarations):
        return choices.declarations[n]
    n -= len(choices.declarations)
    for mask, kind in ((choices.cards, Play), (choices.pays, Pay), (choices.calls, Call)):
        if n < mask.bit_count():
            return kind(seat, deck.cards[nth_bit(mask, n).bit_length() - 1])
        n -= mask.bit_count()
    raise AssertionError("more was drawn than is allowed")
