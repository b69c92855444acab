"""The end of one deal under several rulesets, played best by each with all cards open: how much their rules are worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tarot_teach.blocks import Block, Heading, Paragraph, Table
from tarot_teach.cards import halves_text
from tarot_teach.engine import Engine
from tarot_teach.errors import RecordError, SolveError
from tarot_teach.messages import _, ngettext, pgettext
from tarot_teach.plain_data import from_halves
from tarot_teach.solver import MANY, Objective, OpenPlay, Value
from tarot_teach.table import Play, State
from tarot_teach.text import Text, say
from tarot_teach.topics.compare.deals import DealComparison
from tarot_teach.topics.compare.replay_under import DealUnder, moves_by_trick

LAST_TRICKS = 10
"""The position is the first among so many last tricks that all rulesets share and the solver takes."""
LAST_OF_ENDINGS = 7
"""The number of last tricks for the search of endings."""


@dataclass(frozen=True, slots=True)
class SolvedSides:
    """The values of one position, at the lead to a ``trick``, by ruleset: by the ``objective`` of the game for a side (in words: ``whose``), the
    contract, and game points of the taker, None where there is none, or the solver cannot score by the rules."""

    names: tuple[str, ...]
    trick: int
    objective: Objective
    whose: Text
    values: tuple[Value, ...]
    made: tuple[Value | None, ...]
    scores: tuple[Value | None, ...]

    def blocks(self, level: int) -> list[Block]:
        """A table with a row for each ruleset, and the difference that the rules make."""
        rows = tuple(
            (
                Text((name,)),
                Text((self._shown(value),)),
                Text((_made(made) if made else "–",)),
                Text((_points(score) if score else "–",)),
            )
            for name, value, made, score in zip(self.names, self.values, self.made, self.scores, strict=True)
        )
        head = (say(_("Ruleset")), self.whose, say(_("The contract")), say(_("Game points of the taker")))
        columns = len(head) if any(self.made) else 2  # nobody plays a contract
        start = say(
            _("From trick {number} on, with the same cards, all cards open, and best play by each ruleset:"),
            number=self.trick,
        )
        blocks: list[Block] = [
            Heading(level, say(_("With best play")), "solved"),
            Paragraph(start),
            Table(head[:columns], tuple(row[:columns] for row in rows), numeric=(1, 3)[: columns // 2]),
        ]
        points, scores = (_span(values) for values in (self.values, self.scores))
        if points and self.objective is Objective.TRICKS:
            phrase = ngettext(
                "The rules make a difference of {points} trick.",
                "The rules make a difference of {points} tricks.",
                points,
            )
            blocks.append(Paragraph(say(phrase, points=points)))
        elif points and self.objective is Objective.POINTS:
            phrase = _("The rules make a difference of {points} card points.")
            blocks.append(Paragraph(say(phrase, points=halves_text(points))))
        if scores:
            phrase = _("The rules make a difference of {points} game points.")
            blocks.append(Paragraph(say(phrase, points=halves_text(scores))))
        if points == 0 and not scores:
            blocks.append(Paragraph(say(_("The rules make no difference."))))
        return blocks

    def to_dict(self) -> dict[str, Any]:
        """The values as plain data."""
        sides = [
            {
                "ruleset": name,
                str(self.objective): _bounds(value) if self.objective is Objective.POINTS else [value.low, value.high],
                "made": [made.low, made.high] if made else None,
                "score": _bounds(score) if score else None,
            }
            for name, value, made, score in zip(self.names, self.values, self.made, self.scores, strict=True)
        ]
        return {"trick": self.trick, "sides": sides}

    def _shown(self, value: Value) -> str:
        """A value by the objective."""
        if self.objective is Objective.MADE:
            return _made(value)
        return _points(value) if self.objective is Objective.POINTS else _tricks(value)


def solve_sides(comparison: DealComparison, nodes: int = MANY) -> SolvedSides:
    """The values by all rulesets of the first position in the last tricks that they share.

    Raises SolveError where the solver cannot take it under some ruleset, RecordError where the rulesets share no such position.
    """
    tricks = [_leads(side) for side in comparison.sides]
    refused: SolveError | None = None
    for trick in sorted({*tricks[0]}.intersection(*tricks)):
        states = [leads[trick] for leads in tricks]
        first = states[0]
        if first.left(0) > LAST_TRICKS or any(
            (state.hands, state.trick.leader) != (first.hands, first.trick.leader) for state in states
        ):
            continue
        try:
            plays = [
                OpenPlay(side.engine, state, nodes=nodes) for side, state in zip(comparison.sides, states, strict=True)
            ]
        except SolveError as error:
            refused = refused or error
            continue
        if first.left(0) > LAST_OF_ENDINGS and any(play.ending for play in plays):
            continue
        if len({(play.objective, play.side, play.most) for play in plays}) > 1:
            message, hint = (
                _("these rulesets are not played for the same"),
                _("set rulesets of one game against each other"),
            )
            raise SolveError.of("solve.unfit", message, hint=hint)
        values = tuple(play.value() for play in plays)
        if first.left(0) > 1 and any(play.ending for play in plays) and not all(value.exact for value in values):
            continue  # a later trick is decided
        made, scores = (
            tuple(
                _value_if_any(side.engine, state, objective, nodes)
                for side, state in zip(comparison.sides, states, strict=True)
            )
            for objective in (Objective.MADE, Objective.SCORE)
        )
        return SolvedSides(tuple(comparison.names), trick, plays[0].objective, _whose(plays[0]), values, made, scores)
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


def _whose(play: OpenPlay) -> Text:
    """The head of the column of values."""
    if play.objective is Objective.MADE:
        return say(_("With best play"))
    if play.state.auction.taker is None:
        who = [play.state.name(seat) for seat in play.side]
        phrase = _("Tricks of {who}") if play.objective is Objective.TRICKS else _("Points of {who}")
        if play.alone:
            phrase = _("Points of {who}, with all others against {who}")
        return say(phrase, who=who)
    return say(
        _("Tricks of the taker's side") if play.objective is Objective.TRICKS else _("Card points of the taker's side")
    )


def _value_if_any(engine: Engine, state: State, objective: Objective, nodes: int) -> Value | None:
    """The value by an objective; None where the game has none, or the solver cannot count it."""
    try:
        return OpenPlay(engine, state, objective, nodes).value()
    except SolveError:
        return None


def _span(values: Sequence[Value | None]) -> int | None:
    """The difference of the highest and the lowest value; None where one is not known, or not exactly."""
    lows = [value.low for value in values if value is not None and value.exact]
    return max(lows) - min(lows) if len(lows) == len(values) else None


def _bounds(value: Value) -> list[int | float | None]:
    return [from_halves(value.low), from_halves(value.high)]


def _points(value: Value) -> str:
    if value.exact:
        return halves_text(value.low)
    phrase = _("{low} to {high}")
    return phrase.format(low=halves_text(value.low), high=halves_text(value.high))


def _tricks(value: Value) -> str:
    return str(value.low) if value.exact else _("{low} to {high}").format(low=value.low, high=value.high)


def _made(value: Value) -> str:
    if not value.exact:
        return _("not decided")
    return pgettext("contract", "made") if value.low else pgettext("contract", "failed")
