"""Questions of the engine between two deals: who deals first and to whom, and in which order the pack is for the next deal."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import NamedTuple

from tarot_teach.cards import Card
from tarot_teach.mechanisms.base import Mechanism
from tarot_teach.table import Finding, State


class Drawn(NamedTuple):
    """Result of drawing cards for the first deal: the dealer, or the seats that draw once more, with the finding."""

    dealer: int | None
    redraw: tuple[int, ...]
    finding: Finding


class ChoosesDealer(Mechanism):
    """Choice of the first dealer by the cards that are drawn, by seat."""

    @abstractmethod
    def judge(self, cards: Mapping[int, Card]) -> Drawn: ...


class StacksPack(Mechanism):
    """Order of the whole pack for the next deal, top card first, before it is cut; ``state`` is a deal that is over."""

    @abstractmethod
    def next_pack(self, state: State) -> tuple[Card, ...]: ...


class StartsDeal(Mechanism):
    """Choice of the seat that is dealt to first."""

    @abstractmethod
    def starts(self, dealer: int, players: int) -> int: ...
