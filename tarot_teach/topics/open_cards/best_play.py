"""A whole deal against best play with all cards open: from where on it is known who wins, which cards changed that, and what cards cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

from tarot_teach.blocks import Block, Bullets, Heading, Paragraph, Table
from tarot_teach.cards import halves_text
from tarot_teach.engine import Move
from tarot_teach.errors import SolveError
from tarot_teach.explain.kept_values import keep_entry, kept_entry
from tarot_teach.explain.narrator import Narrator
from tarot_teach.mechanisms.situation import takers_side
from tarot_teach.messages import _, number_text, pgettext
from tarot_teach.plain_data import from_halves
from tarot_teach.records.replay import Replay
from tarot_teach.solver import MANY, Objective, Solver, is_solved_by_positions, position_of
from tarot_teach.table import Phase, Play
from tarot_teach.text import Text, listed, say

ENOUGH = 5
"""After so many positions in a row that are not decided, earlier ones are not tried."""

Course = Mapping[int, int]
"""The result of best play before each move, by the number of the move from 0, and at last the result of the deal."""


@dataclass(frozen=True)
class BestPlay:
    """A replay with what best play comes to before each card, as far back as that was found with so many ``nodes`` for
    each position: ``made`` is 1 where the contract is made and 0 where it fails, ``points`` are half-points of the
    taker's side at the end of the deal. ``stopped`` says that the search was interrupted."""

    done: Replay
    nodes: int
    made: Course = field(repr=False)
    points: Course = field(repr=False)
    stopped: bool = False

    @cached_property
    def plays(self) -> Mapping[int, Move]:
        """The plays of the deal by their numbers."""
        return plays_of(self.done)

    def changes(self, course: Course) -> dict[int, int]:
        """The change of the result of best play by each card, where the result before and after the card is known: for
        the taker's side if positive."""
        numbers = [*self.plays, len(self.done.deal.moves)]
        steps = pairwise(numbers)
        return {index: course[after] - course[index] for index, after in steps if index in course and after in course}

    def costs(self) -> dict[int, int]:
        """Half-points that cards cost the side that played them, by the number of the move; those that cost nothing are
        left out. Only a card that was not allowed can gain any."""
        changes = self.changes(self.points)
        return {index: -change if self.of_taker(index) else change for index, change in changes.items() if change}

    def of_taker(self, index: int) -> bool:
        """True for a card that the taker's side played."""
        move = self.plays[index]
        assert isinstance(move.action, Play)
        return move.action.seat in takers_side(move.before)

    # ------------------------------------------------------------------------------- the page

    def blocks(self) -> Iterator[Block]:
        """The page: who wins from where on, the cards that changed it, what best play comes to before each trick, and
        the costs of cards."""
        record, ruleset = self.done.record.file, self.done.engine.ruleset
        yield Heading(1, say(_("Best play with all cards open: {title}"), title=record.title), f"{record.id}-best-play")
        yield from (Paragraph(text, "lead") for text in self._decided())
        turns = tuple(self._turn(index, change) for index, change in self.changes(self.made).items() if change)
        if turns:
            yield Bullets(turns)
        title = ruleset.say(_("Card points of {taker:the}'s side"))
        head = (say(_("Trick")), say(_("Led by")), say(_("The contract")), title, say(_("Cards that cost points")))
        yield Table(head, tuple(self._rows()), numeric=(3,))
        if self._end in self.points and len(self.points) > 1:
            yield Paragraph(self._sum())
        yield Paragraph(
            say(_("Nobody at the table sees all cards: a card that costs points here may have been right.")), "aside"
        )

    @property
    def _end(self) -> int:
        return len(self.done.deal.moves)

    def _decided(self) -> Iterator[Text]:
        """From which trick on it is known who wins with best play."""
        ruleset, first = self.done.engine.ruleset, min(self.made, default=self._end)
        nodes = number_text(self.nodes)
        if first == self._end and self.stopped:
            yield say(_("The search was stopped before it knew more."))
            return
        if first == self._end:
            yield ruleset.say(
                _("{nodes} positions for a card do not decide who wins with all cards open."), nodes=nodes
            )
            return
        made = _("With all cards open, best play from {card} in trick {trick} on makes the contract.")
        failed = _("With all cards open, best play from {card} in trick {trick} on defeats the contract.")
        move = self.plays[first]
        assert isinstance(move.action, Play)
        phrase = made if self.made[first] else failed
        yield ruleset.say(phrase, card=move.action.card, trick=move.before.number)
        if self.stopped:
            yield say(_("The search was stopped before it knew more."))
        elif first != min(self.plays):
            yield ruleset.say(_("Before it, {nodes} positions for a card do not decide the winner."), nodes=nodes)

    def _turn(self, index: int, change: int) -> Text:
        """A card that changed who wins with best play."""
        move, ruleset = self.plays[index], self.done.engine.ruleset
        assert isinstance(move.action, Play)
        if not move.verdict.allowed:
            made = _("Trick {trick}: {card}, which {who} was not allowed to play, let the contract be made.")
            failed = _("Trick {trick}: {card}, which {who} was not allowed to play, defeated the contract.")
            phrase = made if change > 0 else failed
        elif change > 0:
            phrase = _("Trick {trick}: with {card}, {who} let the contract be made, which could be defeated.")
        else:
            phrase = _("Trick {trick}: with {card}, {who} gave the contract away, which could be made.")
        who = Narrator(self.done).who(move.action.seat)
        return ruleset.say(phrase, trick=move.before.number, card=move.action.card, who=who)

    def _rows(self) -> Iterator[tuple[Text, ...]]:
        """A row for each trick before which anything is known."""
        costs, narrator = self.costs(), Narrator(self.done)
        leads = [index for index, move in self.plays.items() if not move.before.trick.cards]
        for lead, following in zip(leads, [*leads[1:], self._end], strict=True):
            if lead not in self.made and lead not in self.points:
                continue
            before = self.plays[lead].before
            words = {0: pgettext("contract", "failed"), 1: pgettext("contract", "made"), None: ""}
            points = halves_text(self.points[lead]) if lead in self.points else ""
            dear = [self._dear(index, costs[index]) for index in range(lead, following) if index in costs]
            leader = narrator.who(before.trick.leader)
            made = words[self.made.get(lead)]
            yield (say(str(before.number)), say("{who}", who=leader), Text((made,)), Text((points,)), listed(dear))

    def _dear(self, index: int, halves: int) -> Text:
        """A card that cost points, with its player."""
        action, verdict = self.plays[index].action, self.plays[index].verdict
        assert isinstance(action, Play)
        against_rules = _("{card} ({who}), not allowed: {points}")
        phrase = _("{card} ({who}): {points}") if verdict.allowed else against_rules
        who = Narrator(self.done).who(action.seat)
        return say(phrase, card=action.card, who=who, points=halves_text(halves))

    def _sum(self) -> Text:
        """The earliest known result of best play, the cost of the cards of both sides from there on, and the result of the deal."""
        first, costs = min(self.points), self.costs()
        mine = sum(halves for index, halves in costs.items() if self.of_taker(index))
        known, at = self.points[first], self.plays[first]
        assert isinstance(at.action, Play)
        phrase = _(
            "From {card} in trick {trick} on, best play brings {taker:the}'s side to {best} card points. From there its cards cost {mine} and those of the other side {theirs}: it came to {reached}."
        )
        return self.done.engine.ruleset.say(
            phrase, card=at.action.card, trick=at.before.number, best=halves_text(known), mine=halves_text(mine),
            theirs=halves_text(sum(costs.values()) - mine), reached=halves_text(self.points[self._end]),
        )  # fmt: skip

    def to_dict(self) -> dict[str, Any]:
        """The values as plain data: a row for each card before which anything is known."""
        costs, rows = self.costs(), []
        for index, move in self.plays.items():
            if index in self.made or index in self.points:
                assert isinstance(move.action, Play)
                made = {0: False, 1: True, None: None}[self.made.get(index)]
                rows.append({
                    "trick": move.before.number, "seat": move.before.seats[move.action.seat], "card": move.action.card.code,
                    "made": made, "points": from_halves(self.points.get(index)), "cost": from_halves(costs.get(index, 0)),
                })  # fmt: skip
        done = self.done
        return {"id": done.record.file.id, "ruleset": done.engine.ruleset.name, "nodes": self.nodes, "plays": rows}


def plays_of(done: Replay) -> dict[int, Move]:
    """The plays of a replay by the numbers of their moves."""
    moves = enumerate(done.deal.moves)
    return {index: move for index, move in moves if isinstance(move.action, Play) and move.before.phase is Phase.PLAY}


def best_play(done: Replay, nodes: int = MANY) -> BestPlay:
    """The result of best play before each card of an example, with a limit of nodes for each position.

    Raises SolveError for a position that the solver cannot take.
    """
    contract, name = done.deal.state.auction.contract, done.engine.ruleset.name
    if not is_solved_by_positions(done.engine, contract):
        message = _("the search reaches the last tricks of a deal of {name}, and not the whole of it")
        hint = _("name one of the last tricks: --trick {number}").format(number=max(len(done.end.tricks) - 5, 1))
        raise SolveError.of("solve.unfit", message, hint=hint, name=name)
    courses: dict[Objective, dict[int, int]] = {Objective.MADE: {}, Objective.POINTS: {}}
    try:
        for objective, found in courses.items():
            for index, value in _course(done, objective, nodes):
                found[index] = value
    except KeyboardInterrupt:
        return BestPlay(done, nodes, courses[Objective.MADE], courses[Objective.POINTS], stopped=True)
    return BestPlay(done, nodes, courses[Objective.MADE], courses[Objective.POINTS])


def _course(done: Replay, objective: Objective, nodes: int) -> Iterator[tuple[int, int]]:
    """The result of best play before each card, from the last one back as far as it is decided: later positions help with earlier ones."""
    tried, solver = 0, None
    if done.end.result is not None and done.end.result.sheets:
        outcome = done.end.result.sheets[0].outcome
        yield len(done.deal.moves), int(bool(outcome.made)) if objective is Objective.MADE else outcome.halves
    for index, move in reversed(plays_of(done).items()):
        position = position_of(done.engine, move.before)
        solver = solver or Solver(position.rules, objective, nodes)
        value = solver.value(position)
        tried = 0 if value.exact else tried + 1
        if value.exact:
            yield index, value.low
        if tried == ENOUGH:
            return


def keep_best_play(found: BestPlay) -> Path | None:
    """Keep the values beside the example; None for one that is not in a file, or that the solver cannot take."""
    courses = {Objective.MADE: found.made, Objective.POINTS: found.points}
    whole = {"nodes": found.nodes} | {each: dict(sorted(course.items())) for each, course in courses.items()}
    return keep_entry(found.done, whole=whole)


def kept_best_play(done: Replay, nodes: int = 0) -> BestPlay | None:
    """The values that are kept beside an example and hold for it, if they were found with so many nodes or more."""
    kept = kept_entry(done).get("whole")
    if kept is None or kept["nodes"] < nodes:
        return None
    made, points = (
        {int(index): value for index, value in kept[part].items()} for part in (Objective.MADE, Objective.POINTS)
    )
    return BestPlay(done, kept["nodes"], made, points)
