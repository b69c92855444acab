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
    leads = not state.trick.cards
    match signal.kind:
        case "lead" | "deny" if leads and not card.is_trump and not card.is_excuse:
            low, high = signal.ranks
            if not low <= card.rank <= high or any(other.suit is card.suit for other in _played(state, seat)):
                return None
            held = _held(state, seat)
            promised = [other for other in held if other.suit is card.suit and _is_one_of(state, other, signal.cards)]
            return GivenSignal(signal, _known(state, seat, bool(promised) == (signal.kind == "lead")))
        case "trump_lead" if leads and card.is_trump and signal.parity == ("odd" if card.rank % 2 else "even"):
            trumps = sum(other.is_trump for other in _held(state, seat))
            return GivenSignal(signal, _known(state, seat, (trumps >= signal.number) == (signal.parity == "odd")))
        case "falling" if not leads and not card.is_trump and not card.is_excuse:
            before = [other for other in _played(state, seat) if other.suit is card.suit]
            if len(before) != 1 or before[0].rank < card.rank or state.unrecorded_tricks:
                return None
            left = [other for other in state.hand(seat) if other.suit is card.suit and other is not card]
            return GivenSignal(signal, _known(state, seat, len(before) + 1 + len(left) == signal.number))
        case "stop" if card.is_excuse and not leads and state.trick.cards[0].is_trump and not _trumps_led(state):
            return GivenSignal(signal)
    return None


def _known(state: State, seat: int, true: bool) -> bool | None:
    return None if state.unseen[seat] else true


def _held(state: State, seat: int) -> list[Card]:
    """The hand, with the card that is being played."""
    return list(state.hand(seat))


def _played(state: State, seat: int) -> list[Card]:
    """The cards that a seat is known to have played."""
    return [taken.trick.cards[(seat - taken.trick.leader) % state.players] for taken in state.tricks]


def _trumps_led(state: State) -> bool:
    return any(taken.trick.cards[0].is_trump for taken in state.tricks)


def _is_one_of(state: State, card: Card, names: list[str]) -> bool:
    return any((state.deck.named(name) or 0) & card.bit for name in names)
