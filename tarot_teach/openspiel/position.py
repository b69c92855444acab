"""A position of a game in OpenSpiel: the draws of the deal, the state of the engine, and what each seat has come to know on the way."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from tarot_teach.cards import CardSet
from tarot_teach.errors import RunError
from tarot_teach.messages import _
from tarot_teach.openspiel.dealing import Dealing, Shown, shown_in
from tarot_teach.openspiel.numbers import Chosen
from tarot_teach.table import Action, Bid, Choose, State
from tarot_teach.topics.simulate.deal_simulator import LONGEST

_SHORT = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_LEFT_OUT = ("ruleset", "seats", "dealer", "holdings", "pack", "pack_unseen")
"""Entries of a state that are the same in all positions of a game, or lie before its deal."""


class Step(NamedTuple):
    """The knowledge that a position brings a seat: its view, None before the deal; the number of its own action that has led here, if one has; and as lines the
    action and what the seat sees only since then."""

    seen: State | None
    acted: int | None
    lines: tuple[str, ...]


class Position:
    """Frozen; :meth:`after` makes the next one. ``state`` is None as long as cards are dealt, and ``chosen`` where no choice of cards is begun.

    ``earlier`` is the position before, ``number`` that of the action, or of the draw of the deal, that led from there, and ``shown`` are the cards
    that all have seen on the way. A first position that ``keeps`` has each that follows made once only, for small games that are gone through again
    and again.
    """

    def __init__(
        self,
        dealing: Dealing,
        state: State | None = None,
        chosen: Chosen | None = None,
        earlier: Position | None = None,
        number: int = -1,
        shown: Shown = (),
        *,
        keeps: bool = False,
    ) -> None:
        self.dealing: Dealing = dealing
        self.state: State | None = state
        self.chosen: Chosen | None = chosen
        self.earlier: Position | None = earlier
        self.number: int = number
        self.shown: Shown = shown
        acted = earlier is not None and earlier.state is not None
        self.actions: int = earlier.actions + 1 if earlier is not None and acted else 0
        self.keeps: bool = keeps if earlier is None else earlier.keeps
        self._made: dict[int, Position] = {}
        self._known: dict[int, Step] = {}

    @property
    def history(self) -> list[int]:
        """The numbers of draws and actions from the first position to this one."""
        found, position = list[int](), self
        while position.earlier is not None:
            found.append(position.number)
            position = position.earlier
        return found[::-1]

    @property
    def turn(self) -> int | None:
        """The seat to act; None where cards are dealt, and at the end."""
        return None if self.state is None else self.state.turn

    @property
    def over(self) -> bool:
        """True at the end of the deal."""
        return self.state is not None and self.state.turn is None

    def scores(self) -> tuple[float, ...]:
        """The score of each seat in game points, at the end; zeros before, and for a void deal in which nothing was paid. Raises RunError for a deal
        that the rules do not score."""
        players = self.dealing.players
        if self.state is None or self.state.turn is not None:
            return (0.0,) * players
        result = self.state.result
        if result is None or (result.void is None and len(result.scores) != players):
            message = _("{name} says no score of a deal, and OpenSpiel has nothing to play for")
            hint = _("add the rules of the score: tarot-teach mechanisms --about score")
            raise RunError.of("openspiel.unscored", message, hint=hint, name=self.dealing.engine.ruleset.name)
        return tuple(map(float, result.scores)) or (0.0,) * players

    @property
    def outcomes(self) -> list[tuple[int, float]]:
        """Where the next card of the deal may come to lie, as places, each with its chance."""
        return self.dealing.outcomes(self.history)

    @cached_property
    def options(self) -> Mapping[int, Action | Chosen]:
        """The options of the seat to act, by number in ascending order."""
        if self.turn is None:
            return {}
        assert self.state is not None
        chosen, numbers = self.chosen, self.dealing.numbers
        if chosen is None:
            options = numbers.of(self.dealing.engine.legal(self.state))
            (only, *more) = options.values()
            if more or not isinstance(only, Chosen):
                return options
            chosen = only  # cards are all that is asked for
        pick, found = chosen.pick, dict[int, Action | Chosen]()
        for card in CardSet(self.state.deck, pick.cards):
            if chosen.fits(card.bit):
                longer = Chosen(pick, chosen.cards | card.bit)
                found[card.index] = longer.action(self.state) if longer.complete else longer
        return found | ({numbers.end: chosen.action(self.state)} if chosen.may_end else {})

    def words(self, number: int) -> str:
        """The words of what the seat to act may do, or of a draw of the deal, by its number."""
        deck = self.dealing.engine.ruleset.deck
        if self.state is None:
            return f"{deck.cards[len(self.history)].code} to place {number}"
        if number < self.dealing.numbers.end:
            return deck.cards[number].code
        if number == self.dealing.numbers.end:
            return "no more cards"
        match option := self.options[number]:
            case Bid(_seat, bid):
                return bid
            case Chosen(pick):
                return f"{pick.rule} {pick.option}".strip()
            case Choose(_seat, rule, word, cards):
                return " ".join(part for part in (rule, word, str(cards or "")) if part)
        return option.card.code

    def after(self, number: int) -> Position:
        """The position after an action, or a draw of the deal. Raises RunError for a deal that does not end."""
        if number in self._made:
            return self._made[number]
        made = self._next(number)
        if self.keeps:
            self._made[number] = made
        return made

    def _next(self, number: int) -> Position:
        """The position after an action, or a draw of the deal, made anew."""
        if self.state is None:
            state, shown = self.dealing.dealt([*self.history, number]) or (None, ())
            return Position(self.dealing, state, None, self, number, shown)
        if self.actions >= LONGEST:
            message = _("a deal of {name} does not end: after {longest} actions it is at the step {phase}")
            hint, name = (
                _("check the rules of this step: tarot-teach check FILE --play 100"),
                self.dealing.engine.ruleset.name,
            )
            raise RunError.of(
                "openspiel.endless", message, hint=hint, name=name, longest=LONGEST, phase=self.state.phase
            )
        option = self.options[number]
        if isinstance(option, Chosen):
            return Position(self.dealing, self.state, option, self, number)
        state, events = self.dealing.engine.apply(self.state, option)
        return Position(self.dealing, state, None, self, number, shown_in(events))

    # ------------------------------------------------------------ what a seat knows

    def observation(self, seat: int) -> str:
        """The view of a seat now, with the cards of a choice that it has begun."""
        if self.state is None:
            return ""
        lines = self._lines(None, seen_by(seat, self.state))
        if self.chosen and self.turn == seat:
            lines.append(f"named: {self.state.deck.set(self.chosen.cards)}")
        return "\n".join(lines)

    def information(self, seat: int) -> str:
        """All that a seat has seen and done from the first card to this position, step by step."""
        lines = [line for step in self.steps(seat) for line in step.lines]
        return "\n".join([f"seat {self.dealing.seats[seat]}", *lines])

    def steps(self, seat: int) -> list[Step]:
        """The knowledge that each position from the first to this one has brought a seat."""
        found, position = list[Step](), self
        self._learn(seat)
        while position.earlier is not None:
            found.append(position._known[seat])
            position = position.earlier
        return found[::-1]

    def step_of(self, seat: int) -> Step:
        """The knowledge that this position has brought a seat."""
        self._learn(seat)
        return self._known.get(seat, Step(None, None, ()))

    def _learn(self, seat: int) -> None:
        """Keep what a seat sees here, and what it has done to come here and sees only since then, as lines; and so for all positions before."""
        trail, position = list[Position](), self
        while seat not in position._known and position.earlier is not None:
            trail.append(position)
            position = position.earlier
        seen = position._known[seat].seen if seat in position._known else None
        for position in reversed(trail):
            before, lines = seen, list[str]()
            assert position.earlier is not None
            acted = position.number if position.earlier.turn == seat else None
            if acted is not None:
                lines.append(f"> {position.earlier.words(position.number)}")
            for taker, cards in position.shown:
                lines.append(f"turned up: {cards}" if taker is None else f"{self.dealing.seats[taker]} takes: {cards}")
            if position.state is not None and position.chosen is None:
                seen = seen_by(seat, position.state)
                lines += self._lines(before, seen)
            position._known[seat] = Step(seen, acted, tuple(lines))

    def _lines(self, before: State | None, after: State) -> list[str]:
        """Lines about what differs between two views, or all of one."""
        written = self.dealing.changes.since(before, after)
        return [f"{key}: {_SHORT(value)}" for key, value in written if key not in _LEFT_OUT]


def seen_by(seat: int, state: State) -> State:
    """The view of a seat. As long as the holder of a called card is known to nobody else, it shows no piles and no debts: if a card that is kept goes
    to another pile tells which players are on one side. What has been won stands in the tricks."""
    seen, auction = state.view(seat), state.auction
    if auction.called is None or auction.known or seat == auction.partner or state.result is not None:
        return seen
    return seen._replace(won=(0,) * state.players, debts=())
