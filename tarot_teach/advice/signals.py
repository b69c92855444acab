"""Signals of a defender to the other defenders, checked against the hand.

Kinds of signals: ``lead`` is a plain suit led for the first time by that player with a card between ``ranks``, which promises
one of ``cards`` in the suit, or (``deny``) that there is none; ``trump_lead`` is a trump led whose number is ``odd`` or ``even``,
which promises at least ``number`` trumps, or fewer; ``falling`` is a lower card of a suit after a higher one, which shows that there
were only ``number`` of them; ``stop`` is the Excuse on the first trick led with a trump.
"""

from __future__ import annotations

from dataclasses import dataclass

from tarot_teach.advice.format import AdviceFile, SignalFile
from tarot_teach.cards import Card
from tarot_teach.table import State

KINDS = ("lead", "deny", "trump_lead", "falling", "stop")


@dataclass(frozen=True, slots=True)
class GivenSignal:
    """A signal given by a play; ``true`` if the hand bears it out, None where the hand is unknown or nothing is promised."""

    signal: SignalFile
    true: bool | None = None


def given_signals(advice: AdviceFile, state: State, seat: int, card: Card) -> list[GivenSignal]:
    """The signals that a seat gives by playing a card; only defenders signal."""
    taker = state.auction.taker
    if taker is None or seat in state.side(taker):
        return []
    signals = (_given(signal, state, seat, card) for signal in advice.signals)
    return [given for given in signals if given is not None]


def _given(signal: SignalFile, state: State, seat: int, card: Card) -> GivenSignal | None:
    trumps = state.deck.trumps
    leads, plain = not state.trick.cards, not card.bit & trumps and not card.is_excuse
    held = state.hand(seat)  # with the card that is being played
    suit = [other for other in held if other.suit is card.suit]
    tricks = [taken.trick for taken in state.tricks]
    played = [trick.cards[trick.place_of(seat, state.players)] for trick in tricks]
    before = [other for other in played if other.suit is card.suit]
    match signal.kind:
        case "lead" | "deny" if leads and plain and not before and signal.ranks[0] <= card.rank <= signal.ranks[1]:
            masks = [state.deck.named(name) or 0 for name in signal.cards]
            promised = any(other.bit & mask for other in suit for mask in masks)
            true = promised == (signal.kind == "lead")
        case "trump_lead" if leads and card.bit & trumps and signal.parity == _parity(card):
            true = (len(suit) >= signal.number) == (signal.parity == "odd")
        case "falling" if not leads and plain and len(before) == 1 and not state.unrecorded_tricks:
            if before[0].rank < card.rank:
                return None
            true = len({*suit, card}) + 1 == signal.number
        case "stop" if card.is_excuse and not leads and state.trick.cards[0].bit & trumps:
            return None if any(trick.cards[0].bit & trumps for trick in tricks) else GivenSignal(signal)
        case _:
            return None
    return GivenSignal(signal, None if state.unseen[seat] else true)


def _parity(card: Card) -> str:
    """``odd`` or ``even`` for a card with a number; nothing for another."""
    return ("even", "odd")[int(card.figure) % 2] if card.figure.isdecimal() else ""
