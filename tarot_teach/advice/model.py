"""Advice as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tarot_teach.rules import Citation


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature of a hand that is worth points. ``kind`` says how they are counted (see :mod:`.evaluate`); ``cards``,
    ``needs`` and ``lacks`` are marks, suits or codes, ``steps`` points by a number of cards. ``contracts`` are those for
    which it counts; none: for all."""

    id: str
    title: str
    kind: str
    cards: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    points: int = 0
    at_least: int = 0
    steps: Mapping[int, int] = field(default_factory=dict)
    contracts: tuple[str, ...] = ()
    sources: tuple[Citation, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Bidding:
    """The total from which a contract is advised."""

    contract: str
    least: int


@dataclass(frozen=True, slots=True)
class Signal:
    """Something that a play tells one's partners. ``kind`` says when it is given and what it promises (see :mod:`.signals`);
    ``says`` is what it means, in a sentence."""

    id: str
    title: str
    kind: str
    says: str
    ranks: tuple[int, int] = (1, 99)
    parity: str = ""
    number: int = 0
    cards: tuple[str, ...] = ()
    sources: tuple[Citation, ...] = ()


@dataclass(frozen=True, slots=True)
class Advice:
    """A body of advice. ``players`` are the numbers of players that it was made for; ``maxims`` are sentences with their
    sources."""

    id: str
    title: str
    about: str
    players: tuple[int, ...]
    features: tuple[Feature, ...]
    bids: tuple[Bidding, ...]
    signals: tuple[Signal, ...]
    maxims: tuple[tuple[str, tuple[Citation, ...]], ...] = ()
    sources: tuple[Citation, ...] = ()
    note: str = ""
