"""A replayed record as a value: the deal, the actions tried, the questions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tarot_teach.advice.format import AdviceFile
from tarot_teach.display import displayed
from tarot_teach.engine.deal import Deal, Move
from tarot_teach.engine.engine import Engine
from tarot_teach.records.format import Ask
from tarot_teach.records.record import Record
from tarot_teach.table import Action, State, Verdict


@dataclass(frozen=True, slots=True)
class Tried:
    """A play or discard that the record tries in words, with the verdict."""

    action: Action
    verdict: Verdict
    note: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """A question of a record, asked after ``done`` actions. ``number`` counts the questions from 1.

    ``state`` is the position in which it is asked (for ``winner`` the one before the trick's last card, which is in
    ``answer``); ``answer`` is the action sought, None where it is the engine's to say; ``seat`` whose score is asked for.
    """

    number: int
    ask: Ask
    done: int
    state: State
    answer: Action | None = None
    seat: int | None = None


@displayed
@dataclass(frozen=True, slots=True, repr=False)
class Replay:
    """A record and the deal that it tells, played. ``tries`` are the actions that the record tries before a move, by the move's
    index; ``stopped`` says why the record ends before the deal does, if it does; ``asked`` are its questions; ``compared`` are
    engines of the other rulesets under which the record wants its hand to be seen."""

    record: Record
    deal: Deal
    tries: Mapping[int, tuple[Tried, ...]] = field(default_factory=dict)
    stopped: str = ""
    advice: AdviceFile | None = None
    asked: tuple[Question, ...] = ()
    compared: tuple[Engine, ...] = ()

    @property
    def engine(self) -> Engine:
        """The engine of the record's ruleset."""
        return self.deal.engine

    @property
    def start(self) -> State:
        """The first state of the record."""
        return self.deal.start

    @property
    def end(self) -> State:
        """The state after the last move."""
        return self.deal.state

    def __iter__(self) -> Iterator[Move]:
        """The moves in order: each with the states round it, its verdict and its events."""
        return iter(self.deal)

    def __repr__(self) -> str:
        return f"<Replay {self.record.file.id}: {self.engine.ruleset.name}, {len(self.deal.moves)} moves>"

    def to_dict(self) -> dict[str, Any]:
        """The replay as plain data: irregular plays, events, piles and the result."""
        deal = self.deal.to_dict()
        head = {"id": self.record.file.id, "ruleset": deal["ruleset"], "seats": deal["seats"]}
        present = ("phase", "turn", "hands", "moves")
        return {**head, "stopped": self.stopped or None} | {key: deal[key] for key in deal if key not in present}
