"""Signals between defenders: which cards give one that is true of the hand, by the advice."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tarot_teach.advice.format import AdviceFile
from tarot_teach.advice.signals import given_signals
from tarot_teach.cards import Card
from tarot_teach.solver.worlds import Bears
from tarot_teach.table import State


def true_signals(advice: AdviceFile, seats: Collection[int]) -> Bears:
    """A test if the signal that a seat gives with a card is not false of its hand; cards of seats other than ``seats`` say nothing."""
    return lambda state, seat, card: seat not in seats or _truth(advice, state, seat, card) >= 0


def truest(advice: AdviceFile, state: State, seat: int, cards: Sequence[Card], best: Card) -> Card:
    """The card that gives a true signal, of some that are worth the same; else one that gives no false one; ``best`` where it is as good."""
    return max(cards, key=lambda card: (_truth(advice, state, seat, card), card == best))


def _truth(advice: AdviceFile, state: State, seat: int, card: Card) -> int:
    """1 for a card whose signals are true, -1 for one that gives a false one, 0 for one without signals."""
    given = given_signals(advice, state, seat, card)
    if any(signal.true is False for signal in given):
        return -1
    return int(any(signal.true for signal in given))
