"""The cards of a deal as they lie: hands, talon and heaps."""

from __future__ import annotations

from typing import NamedTuple

from tarot_teach.cards import Card
from tarot_teach.table import Heap


class Layout(NamedTuple):
    """Result of dealing: hands by seat and the talon, as masks."""

    hands: tuple[int, ...]
    talon: int
    order: tuple[Card, ...] = ()  # of the talon, as it was dealt
    face_up: tuple[Card, ...] = ()  # cards of the hands that all see, in the order in which they were dealt
    heaps: tuple[tuple[Heap, ...], ...] = ()  # before each seat, face down
