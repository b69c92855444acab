"""A puzzle with one's own eyes, as it is kept: a turn of a deal, by its seed, at which one card is best in nearly all deals that fit."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from tarot_teach.topics.tactics.facts import Line

FEW_CARDS = 3
"""The different cards up to which a choice is easy."""
MEMORY = ((), ("gone",), ("gone", "shown"))
"""The difficulties that come of what has to be remembered, by its level."""


class Sums(BaseModel):
    """The number of lines of best play in which something holds (see :class:`~tarot_teach.topics.tactics.facts.Line`)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    lines: int
    low: int
    first: int
    last: int
    made: int

    @classmethod
    def of(cls, lines: tuple[Line, ...]) -> Sums:
        """The sums of some lines."""
        return cls(
            lines=len(lines),
            low=sum(line.low is True for line in lines),
            first=sum(line.first for line in lines),
            last=sum(line.last for line in lines),
            made=sum(line.made for line in lines),
        )


class Puzzle(BaseModel):
    """A turn of the deal of a ``seed``, with so many ``tricks`` left and so many cards of the trick ``laid``; cards are codes.

    ``groups`` are the cards that may be played, with those together that come to the same; ``best`` and ``costs`` are for each group the number of
    ``worlds`` in which it is best, and its mean cost in half-points, tricks or contracts. ``simple`` is the card of the simple player.
    ``memory`` is what has to be remembered: 0 nothing, 1 which cards have gone, 2 who has shown what. ``gain`` is what simple players, who see no
    other hand, have more after the right card than after the tempting one, in card points, game points, tricks or contracts, and ``better`` and
    ``worse`` are the numbers of deals in which it does better and worse with them. ``after_right`` and ``after_tempting`` are sums over lines of best play.
    ``excuse`` is what the Excuse is, where it may be played.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    seed: int
    tricks: int
    laid: int
    seat: str
    hand: tuple[str, ...]
    trick: tuple[str, ...]
    groups: tuple[tuple[str, ...], ...]
    best: tuple[int, ...]
    costs: tuple[float, ...]
    right: str
    tempting: str
    simple: str
    worlds: int = Field(gt=0)
    memory: int = Field(ge=0, le=2)
    gain: float
    better: int
    worse: int
    after_right: Sums
    after_tempting: Sums
    theme: str
    excuse: Literal["", "right", "wrong"] = ""

    @property
    def right_cards(self) -> tuple[str, ...]:
        """The codes of the cards that are right, which come to the same."""
        return next(group for group in self.groups if self.right in group)

    @property
    def difficulties(self) -> tuple[str, ...]:
        """The difficulties, by their names in ``levels.DIFFICULTIES``: what has to be remembered, and a choice of many cards."""
        return MEMORY[self.memory] + (("choice",) if len(self.groups) > FEW_CARDS else ())

    def number_of(self, code: str) -> int:
        """The number of the group of a card that may be played."""
        return next(number for number, group in enumerate(self.groups) if code in group)
