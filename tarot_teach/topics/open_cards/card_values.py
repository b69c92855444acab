"""The value of each card of a moment with all cards open: facts, the page, and plain data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from tarot_teach.blocks import Block, Heading, Paragraph, Table
from tarot_teach.cards import Card, halves_text, points_number
from tarot_teach.engine import Engine, Move
from tarot_teach.engine.notation import read_seat
from tarot_teach.errors import RecordError
from tarot_teach.explain.narrator import Narrator
from tarot_teach.messages import N_, _, ngettext, pgettext
from tarot_teach.plain_data import from_halves
from tarot_teach.records.replay import Replay
from tarot_teach.solver import MANY, Objective, OpenPlay, Value
from tarot_teach.table import Phase, Play, State
from tarot_teach.table.state import seat_name
from tarot_teach.text import Text, say

LAST_TRICKS = 8
"""The moment is sought among so many last tricks, unless a trick is named."""

IN_HALVES = (Objective.POINTS, Objective.SCORE)
"""Objectives whose values are half-points, or half game points."""
NUMBERS = (*IN_HALVES, Objective.TRICKS)
"""Objectives whose values are amounts, of which more is better."""
_TITLES = {
    Objective.POINTS: N_("Card points of {taker:the}'s side"),
    Objective.MADE: N_("The contract"),
    Objective.SCORE: N_("Game points of {taker:the}"),
    Objective.PETIT: N_("{petit:the} goes to"),
    Objective.ALL_TRICKS: N_("All tricks that are left"),
    Objective.TRICKS: N_("Tricks of {taker:the}'s side"),
}
_TITLES_WITHOUT_TAKER = {
    Objective.POINTS: N_("Points of {who}"),
    Objective.TRICKS: N_("Tricks of {who}"),
    Objective.ALL_TRICKS: N_("All tricks that are left"),
}
"""Titles where nobody is the taker: of a player, or of a player's party."""


@dataclass(frozen=True)
class OpenCards:
    """A moment of an example, or a position that was typed: the ``state``, the card that was ``played``, if any, and
    the value of each allowed card when all play their best from then on, with all cards open: the result of
    the seats of a ``side``; those of ``most`` play for a high one. ``line`` is one line of best play, where it is asked for; ``stopped`` says that the search was, and that values are intervals for that
    reason. ``id``, ``title`` and the ``names`` of the players are those of the example."""

    engine: Engine
    state: State
    played: Card | None
    objective: Objective
    values: Mapping[Card, Value]
    side: tuple[int, ...] = ()
    most: tuple[int, ...] = ()
    line: tuple[tuple[int, Card], ...] = ()
    stopped: bool = False
    id: str = ""
    title: str = ""
    names: tuple[str, ...] = ()

    @property
    def seat(self) -> int:
        """The seat that is to play."""
        return int(self.state.turn or 0)

    @property
    def mine(self) -> bool:
        """True if the seat plays for a high value."""
        return self.seat in self.most

    @property
    def _taken(self) -> bool:
        """True if there is a taker, whose side the values are of."""
        return self.state.auction.taker is not None

    @cached_property
    def best(self) -> tuple[Card, ...]:
        """The cards of which none is known to be better, by the end of their interval that is sure."""
        sure = {card: value.low if self.mine else -value.high for card, value in self.values.items()}
        return tuple(card for card in self.values if sure[card] == max(sure.values()))

    @property
    def cost(self) -> tuple[int, int]:
        """The cost of the played card, at least and at most, in the unit of the values; nothing where none was played."""
        if self.played is None:
            return 0, 0
        played, values = self.values[self.played], self.values.values()
        if self.mine:
            low = max(value.low for value in values) - played.high
            high = max(value.high for value in values) - played.low
        else:
            low = played.low - min(value.high for value in values)
            high = played.high - min(value.low for value in values)
        return max(low, 0), max(high, 0)

    def blocks(self) -> Iterator[Block]:
        """The page: the moment, the value of each card, what the played one cost, and the line."""
        ruleset = self.engine.ruleset
        yield Heading(
            1,
            say(_("With all cards open: {title}"), title=self.title or ruleset.title),
            f"{self.id or ruleset.name}-open-cards",
        )
        yield Paragraph(self._moment(), "lead")
        rows = tuple((say("{card}", card=card), _cell(self.shown(value))) for card, value in self.values.items())
        yield Table((say(_("Card")), self.measure), rows, numeric=(1,) if self.objective in NUMBERS else ())
        if self.played is not None:
            yield Paragraph(self._cost())
        if self.line:
            yield Paragraph(self._line())
        if not self._taken and len(self.side) == 1:
            yield Paragraph(self._behaviour_of_others(), "aside")
        yield Paragraph(
            say(_("Nobody at the table sees all cards: a card that costs points here may have been right.")), "aside"
        )

    @property
    def measure(self) -> Text:
        """The head of the column of values: what is counted, and for whom."""
        titles = _TITLES if self._taken else _TITLES_WITHOUT_TAKER
        whose = {} if self._taken else {"who": self._whose()}
        return self.engine.ruleset.say(_(titles[self.objective]), **whose)

    def shown(self, value: Value) -> str:
        """A value as people read it: points, or who wins what is asked about."""
        if self.objective in IN_HALVES:
            if value.exact:
                return halves_text(value.low)
            phrase = _("{low} to {high}")
            return phrase.format(low=halves_text(value.low), high=halves_text(value.high))
        if self.objective is Objective.TRICKS:
            return str(value.low) if value.exact else _("{low} to {high}").format(low=value.low, high=value.high)
        if not value.exact:
            return _("not decided")
        if self.objective is Objective.MADE:
            return pgettext("contract", "made") if value.low else pgettext("contract", "failed")
        words = {1: _("{taker:the}'s side"), -1: _("the defence"), 0: _("the defence")}
        if self.objective is Objective.ALL_TRICKS:
            words[0] = _("neither side")
            if not self._taken:
                words |= {1: "{who}", -1: _("the others")}
        return str(self.engine.ruleset.say(words[value.low], **({} if self._taken else {"who": self._whose()})))

    def _whose(self) -> list[str]:
        """The seats of the side by name, where nobody is the taker."""
        seats = self.state.seats
        return [self.names[seat] if self.names else seat_name(seats[seat], seats) for seat in self.side]

    def _behaviour_of_others(self) -> Text:
        """The sentence on what the values say where each plays alone."""
        phrase = _(
            "Each plays alone: the values are what {who} can be sure of if all others play against {who} alone (“paranoid” play), which they need not do."
        )
        if not self.mine:
            phrase = _(
                "Each plays alone: the values are what {who} can be sure not to exceed if all others play against {who} alone (“paranoid” play), which they need not do."
            )
        return say(phrase, who=self._who())

    def _who(self) -> str:
        return self.names[self.seat] if self.names else seat_name(self.state.seats[self.seat], self.state.seats)

    def _moment(self) -> Text:
        who, played = self._who(), self.state.trick.cards
        if not played:
            return say(_("Trick {number}: {who} is to lead."), number=self.state.number, who=who)
        phrase = _("Trick {number}: {who} is to play after {cards}.")
        return say(phrase, number=self.state.number, who=who, cards=list(played))

    def _cost(self) -> Text:
        (low, high), who = self.cost, self._who()
        if high == 0:
            phrase = _("{who} played {card}: with all cards open, no card is better.")
        elif not low:
            phrase = _("{who} played {card}: the search was cut short before it could tell what the card cost.")
        elif self.objective is Objective.MADE:
            phrase = _("{who} played {card}: with all cards open, it gives the contract to the other side.")
        elif self.objective is Objective.PETIT:
            phrase = _("{who} played {card}: with all cards open, it gives {petit:the} to the other side.")
        elif self.objective is Objective.ALL_TRICKS:
            phrase = _(
                "{who} played {card}: with all cards open, another card wins all tricks that are left, or keeps the other side from them."
            )
        elif self.objective is Objective.TRICKS:
            phrase = ngettext(
                "{who} played {card}: with all cards open, it cost {points} trick.",
                "{who} played {card}: with all cards open, it cost {points} tricks.",
                low,
            )
            return self.engine.ruleset.say(phrase, who=who, card=self.played, points=low)
        elif self.objective is Objective.SCORE and low < high:
            phrase = _("{who} played {card}: with all cards open, it cost at least {points} game points.")
        elif self.objective is Objective.SCORE:
            phrase = _("{who} played {card}: with all cards open, it cost {points} game points.")
        elif low < high:
            phrase = ngettext(
                "{who} played {card}: with all cards open, it cost at least {points} card point.",
                "{who} played {card}: with all cards open, it cost at least {points} card points.",
                points_number(low),
            )
        else:
            phrase = ngettext(
                "{who} played {card}: with all cards open, it cost {points} card point.",
                "{who} played {card}: with all cards open, it cost {points} card points.",
                points_number(low),
            )
        return self.engine.ruleset.say(phrase, who=who, card=self.played, points=halves_text(low))

    def _line(self) -> Text:
        seats = self.state.seats
        cards = " ".join(f"{seats[seat]}:{card.glyph}" for seat, card in self.line)
        return say(_("A line of best play: {cards}"), cards=cards)

    def to_dict(self) -> dict[str, Any]:
        """The answer as plain data."""
        low, high = self.cost
        return {
            "id": self.id,
            "ruleset": self.engine.ruleset.name,
            "trick": self.state.number,
            "seat": self.state.seats[self.seat],
            "objective": str(self.objective),
            "cards": self.rows(),
            "played": self.played.code if self.played else None,
            "cost": [self._amount(low), self._amount(high)] if self.played else None,
            "line": [{"seat": self.state.seats[seat], "card": card.code} for seat, card in self.line],
        }

    def rows(self) -> list[dict[str, Any]]:
        """A row for each card that may be played."""
        return [
            {
                "card": card.code,
                "low": self._amount(value.low),
                "high": self._amount(value.high),
                "exact": value.exact,
                "best": card in self.best,
                "nodes": value.nodes,
            }
            for card, value in self.values.items()
        ]

    def _amount(self, halves: int) -> int | float | None:
        """Card points or game points; for other objectives the number as it is."""
        return from_halves(halves) if self.objective in IN_HALVES else halves


def open_cards(
    done: Replay,
    trick: int | None = None,
    seat: int | str | None = None,
    objective: Objective | None = None,
    nodes: int = MANY,
    line: bool = False,
) -> OpenCards:
    """The value of each card at a moment of an example: at the first play of a ``trick``, or of a ``seat`` in it; without a trick, at the
    first in the last eight tricks, or of a position, which ends within its first trick, at its end. Without an ``objective`` it is what the game plays for.

    A search that is interrupted gives what it has found. Raises SolveError for a position that the solver cannot take,
    RecordError where the example has no such moment.
    """
    record, names = done.record.file, tuple(map(Narrator(done).who, range(done.start.players)))
    if trick is None and seat is None and _is_position(done):
        found = open_cards_at(done.engine, done.end, objective, nodes, line)
        return replace(found, id=record.id, title=record.title, names=names)
    move = _moment_of(done, trick, None if seat is None else read_seat(done.start, seat))
    assert isinstance(move.action, Play)
    found = open_cards_at(done.engine, move.before, objective, nodes, line)
    return replace(found, played=move.action.card, id=record.id, title=record.title, names=names)


def open_cards_at(
    engine: Engine, state: State, objective: Objective | None = None, nodes: int = MANY, line: bool = False
) -> OpenCards:
    """The value of each card of a position. Raises as :func:`open_cards`."""
    play, stopped = OpenPlay(engine, state, objective, nodes), False
    values: dict[Card, Value] = {}
    try:
        values.update(play.each_card())
    except KeyboardInterrupt:
        stopped, values = True, {**play.bounds(), **values}
    best = tuple(play.line()) if line and not stopped else ()
    return OpenCards(engine, state, None, play.objective, values, play.side, play.most, best, stopped)


def _is_position(done: Replay) -> bool:
    """True for a record that begins with the play and ends before a card of its first trick."""
    begun = done.record.file.start.step == "play" and done.end.phase is Phase.PLAY and not done.end.asked
    return begun and not done.end.tricks


def _moment_of(done: Replay, trick: int | None, seat: int | None) -> Move:
    """The move that is asked about."""
    for move in done.deal.moves:
        if not isinstance(move.action, Play) or move.before.phase is not Phase.PLAY or not move.verdict.allowed:
            continue
        left = max(map(move.before.hand_size, range(move.before.players)))
        if (left <= LAST_TRICKS if trick is None else move.before.number == trick) and seat in (None, move.action.seat):
            return move
    message, hint = _("{id} has no play at this moment"), _("name another trick or seat, or none")
    raise RecordError.of("solve.moment", message, done.record.place(("plays",)), hint, id=done.record.file.id)


def _cell(text: str) -> Text:
    return Text((text,))
