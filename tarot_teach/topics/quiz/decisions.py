"""A decision of a deal that a person has played, kept to be asked about: the deal, the place, and the cost of each choice there."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

KIND = "decision"
"""The kind of the questions about them."""
PREFIX = "decision-"
"""The beginning of the ids of kept decisions."""


class KeptCost(BaseModel):
    """The cost of a choice in game points, with its standard error, against the first of the decision; ``cards`` are the codes of cards that come to
    the same, or a choice before the play as it is typed. ``better`` and ``worse`` are the numbers of deals in which the first brings more and less,
    ``best`` those in which nothing brings more; ``brings`` is the mean of its game points, kept of choices before the play."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    cards: tuple[str, ...] = Field(min_length=1)
    cost: float
    error: float
    better: int
    worse: int
    best: int
    brings: float | None = None


class KeptValues(BaseModel):
    """The values of the cards with all cards open, as whole numbers of the solver, by code."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    objective: str
    values: dict[str, int]


class KeptDecision(BaseModel):
    """A decision: the ``deal`` as the data of an example, the number of its ``move`` from 0, ``trick`` and ``seat``, the ``contract``, what was
    ``played``, and the costs of what was tried in so many ``worlds``, the best first; ``open_cards`` where the search reaches. Before the play, ``step`` is
    the phase, and the strong player's choice stands first. ``theme`` is the id of that of tactics which was missed, where one is recognised."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    deal: dict[str, Any]
    move: int = Field(ge=0)
    trick: int
    step: str = ""
    seat: str
    contract: str | None = None
    played: str
    worlds: int = Field(gt=0)
    tried: tuple[KeptCost, ...] = Field(min_length=2)
    open_cards: KeptValues | None = None
    theme: str = ""
