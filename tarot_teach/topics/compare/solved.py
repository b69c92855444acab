"""The end of one deal under several rulesets, played best by each with all cards open: how much their rules are worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tarot_teach.blocks import Block, Heading, Paragraph, Table
from tarot_teach.cards import halves_text
from tarot_teach.engine import Engine
from tarot_teach.errors import RecordError, SolveError
from tarot_teach.language import _
from tarot_teach.plain_data import number
from tarot_teach.solver import MANY, Objective, Position, Solver, Value, position_of
from tarot_teach.table import Play, State
from tarot_teach.text import Text, say
from tarot_teach.topics.compare.deals import DealComparison
from tarot_teach.topics.compare.replay_under import DealUnder, moves_by_trick

LAST_TRICKS = 10
"""The position is the first among so many last tricks that all rulesets share and the solver takes."""


@dataclass(frozen=True, slots=True)
class SolvedSides:
    """The values of one position, at the lead to a ``trick``, by ruleset: card points of the taker's side, the contract, and game points of
    the taker, None where the solver cannot score by the rules."""

    names: tuple[str, ...]
    trick: int
    points: tuple[Value, ...]
    made: tuple[Value, ...]
    scores: tuple[Value | None, ...]

    def blocks(self, level: int) -> list[Block]:
        """A table with a row for each ruleset, and the difference that the rules make."""
        rows = tuple(
            (Text((name,)), Text((_points(points),)), Text((_made(made),)), Text((_points(score) if score else "–",)))
            for name, points, made, score in zip(self.names, self.points, self.made, self.scores, strict=True)
        )
        head = (
            say(_("Ruleset")), say(_("Card points of the taker's side")), say(_("The contract")), say(_("Game points of the taker")),
        )  # fmt: skip
        start = say(
            _("From trick {number} on, with the same cards, all cards open, and best play by each ruleset:"),
            number=self.trick,
        )
        blocks: list[Block] = [
            Heading(level, say(_("With best play")), "solved"),
            Paragraph(start),
            Table(head, rows, numeric=(1, 3)),
        ]
        points, scores = (_span(values) for values in (self.points, self.scores))
        if points:
            phrase = _("The rules make a difference of {points} card points.")
            blocks.append(Paragraph(say(phrase, points=halves_text(points))))
        if scores:
            phrase = _("The rules make a difference of {points} game points.")
            blocks.append(Paragraph(say(phrase, points=halves_text(scores))))
        if points == scores == 0:
            blocks.append(Paragraph(say(_("The rules make no difference."))))
        return blocks

    def to_dict(self) -> dict[str, Any]:
        """The values as plain data."""
        sides = [
            {
                "ruleset": name,
                "points": _bounds(points),
                "made": [made.low, made.high],
                "score": _bounds(score) if score else None,
            }
            for name, points, made, score in zip(self.names, self.points, self.made, self.scores, strict=True)
        ]
        return {"trick": self.trick, "sides": sides}


def solve_sides(comparison: DealComparison, nodes: int = MANY) -> SolvedSides:
    """The values by all rulesets of the first position in the last tricks that they share.

    Raises SolveError where the solver cannot take it under some ruleset, RecordError where the rulesets share no such position.
    """
    tricks = [_leads(side) for side in comparison.sides]
    refused: SolveError | None = None
    for trick in sorted({*tricks[0]}.intersection(*tricks)):
        states = [leads[trick] for leads in tricks]
        first = states[0]
        if first.hand_size(0) > LAST_TRICKS or any(
            (state.hands, state.trick.leader) != (first.hands, first.trick.leader) for state in states
        ):
            continue
        try:
            positions = [position_of(side.engine, state) for side, state in zip(comparison.sides, states, strict=True)]
        except SolveError as error:
            refused = refused or error
            continue
        points, made = (
            tuple(_value(position, objective, nodes) for position in positions)
            for objective in (Objective.POINTS, Objective.MADE)
        )
        scores = tuple(_score(side.engine, state, nodes) for side, state in zip(comparison.sides, states, strict=True))
        return SolvedSides(tuple(comparison.names), trick, points, made, scores)
    if refused is not None:
        raise refused
    message = _("the rulesets share no position in the last {number} tricks of {id}")
    place, hint = (
        comparison.replay.record.place(("tricks",)),
        _("take an example that is played out alike under all of them"),
    )
    raise RecordError.of("solve.moment", message, place, hint, number=LAST_TRICKS, id=comparison.replay.record.file.id)


def _leads(side: DealUnder) -> dict[int, State]:
    """The states before the lead to each trick."""
    plays = {
        trick: [move for move in moves if isinstance(move.action, Play)]
        for trick, moves in moves_by_trick(side).items()
    }
    return {trick: moves[0].before for trick, moves in plays.items() if moves and not moves[0].before.trick.cards}


def _value(position: Position, objective: Objective, nodes: int) -> Value:
    return Solver(position.rules, objective, nodes).value(position)


def _score(engine: Engine, state: State, nodes: int) -> Value | None:
    """Game points of the taker; None where the solver cannot score by the rules."""
    try:
        return _value(position_of(engine, state, scores=True), Objective.SCORE, nodes)
    except SolveError:
        return None


def _span(values: Sequence[Value | None]) -> int | None:
    """The difference of the highest and the lowest value; None where one is not known, or not exactly."""
    lows = [value.low for value in values if value is not None and value.exact]
    return max(lows) - min(lows) if len(lows) == len(values) else None


def _bounds(value: Value) -> list[int | float | None]:
    return [number(Fraction(value.low, 2)), number(Fraction(value.high, 2))]


def _points(value: Value) -> str:
    if value.exact:
        return halves_text(value.low)
    phrase = _("{low} to {high}")
    return phrase.format(low=halves_text(value.low), high=halves_text(value.high))


def _made(value: Value) -> str:
    if not value.exact:
        return _("not decided")
    return _("made") if value.low else _("failed")
