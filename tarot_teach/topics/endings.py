"""Endings of deals played by simple players in which one card decides, or in which points are to be counted, with their proofs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from tarot_teach.advice.format import AdviceFile
from tarot_teach.cards import Card
from tarot_teach.engine import Engine
from tarot_teach.errors import SolveError
from tarot_teach.explain.proved import FEW_CARDS, Line, Proof
from tarot_teach.language import _
from tarot_teach.mechanisms.count import Targets
from tarot_teach.solver import Objective, Position, Solver, position_of, unfit_ruleset
from tarot_teach.table import Play, State
from tarot_teach.topics.simulate.draws import Draws
from tarot_teach.topics.simulate.simple_deals import SimpleDeals

FEWEST, MOST = 3, 8
"""The numbers of tricks that may be left in an ending."""
NODES = 100_000
"""The most positions that are searched for a value; an ending that needs more is left out."""


class _CutShortError(Exception):
    """A search has reached its limit."""


class _Moment(NamedTuple):
    """The turn of a seat: the state, its position, and the card of the simple player."""

    state: State
    position: Position
    played: Card

    @property
    def mine(self) -> int:
        """1 if the seat is of the taker's side, else 0: the value that it plays for."""
        assert self.state.turn is not None
        return self.position.takers >> self.state.turn & 1


class Endings:
    """Endings under one ruleset. A seed and a number of tricks give the same ending on any machine.

    ``compiled`` says if compiled code searches, and plays where there are very many deals; None: if numba is installed. The answers are the same.
    """

    def __init__(self, engine: Engine, advice: AdviceFile | None, compiled: bool | None = None) -> None:
        self.engine, self.advice, self.compiled = engine, advice, compiled

    @cached_property
    def deals(self) -> SimpleDeals:
        """The deals whose endings are looked at."""
        return SimpleDeals(self.engine, self.advice, compiled=self.compiled is not False)

    @cached_property
    def most(self) -> int:
        """The most tricks that may be left."""
        return min(MOST, self.engine.index.deals.hand_size(len(self.engine.seats())) - 1)

    def unfit(self, objective: Objective) -> str:
        """The first reason why no ending under the ruleset can be solved for an objective; empty where some can."""
        index, reasons = self.engine.index, list[str]()
        for contract in index.ranking or (None,):
            found = unfit_ruleset(self.engine, index if contract is None else index.under(contract))
            if not found and objective is Objective.MADE and index.first(Targets) is None:
                found = [_("no contract is made by card points")]
            if not found and objective is Objective.PETIT and not self.engine.ruleset.deck.marks.get("petit"):
                found = [_("the pack has no {petit}").format(petit=self.engine.ruleset.terms["petit"])]
            if not found:
                return ""
            reasons += found
        return reasons[0]

    def find(self, objective: Objective, seed: int, tricks: int, *, easy: bool = False) -> Proof | None:
        """The ending of the deal of a seed, with so many tricks left; None where it has none that can be asked about.

        Where the contract or the Petit is in question, it is the first moment of the trick at which one card is right, and others are wrong;
        neighbours that count the same are one. Where points are, it is the lead, if not all cards bring the same. An ending that reaches
        the limit of nodes is none. With ``easy``, neither is one of many different cards, nor one that the simple player misses.
        """
        petit = self.engine.ruleset.deck.marks.get("petit", 0) if objective is Objective.PETIT else 0
        trick = self.deals.trick(seed, tricks, petit, to_end=objective is Objective.POINTS)
        if trick is None:
            return None
        try:
            position = position_of(self.engine, trick.plays[0][0])
            solver = Solver(position.rules, objective, NODES, self.compiled)
            if trick.halves is None:
                return self._only_card(solver, position, trick.plays, easy=easy)
            return self._points(solver, next(_moments(position, trick.plays)), trick.halves, easy=easy)
        except (SolveError, _CutShortError):
            return None

    def _only_card(
        self, solver: Solver, position: Position, plays: list[tuple[State, Card]], *, easy: bool
    ) -> Proof | None:
        """The first moment of a trick at which one card and its like bring the side of their seat what it plays for, and others do not."""
        rules = solver.rules
        if solver.objective is Objective.PETIT and not any(hand[rules.trumps] & rules.petit for hand in position.hands):
            return None
        value = _value(solver, position)
        for moment in _moments(position, plays):
            if value != moment.mine:
                continue  # every card of a side that has lost keeps the value
            groups = solver.alike(moment.position)
            keep = (group for group in groups if _value(solver, _after(moment.position, group[0])) == value)
            keeping = [*islice(keep, 2)]
            if len(groups) > 1 and len(keeping) == 1:
                if easy and (len(groups) > FEW_CARDS or moment.played not in keeping[0]):
                    return None
                return self._decided(solver, moment, groups, keeping[0])
            if not any(moment.played in group for group in keeping):
                value = _value(solver, _after(moment.position, moment.played))
        return None

    def _decided(self, solver: Solver, moment: _Moment, groups: list[list[Card]], right: list[Card]) -> Proof:
        """The proof that of groups of cards one is right."""
        cards = sorted((card for group in groups for card in group), key=lambda card: card.index)
        values = {card: moment.mine if card in right else 1 - moment.mine for card in cards}
        shown = (right[0], *(card for card in cards if card not in right))
        lines = {card: self._line(solver, moment, card, values[card]) for card in shown}
        return Proof(moment.state, moment.position, solver.objective, values, lines, len(groups), moment.played)

    def _points(self, solver: Solver, moment: _Moment, simple: int, *, easy: bool) -> Proof | None:
        """The proof of a lead after which cards bring different points; None where all bring the same."""
        state, position, played = moment
        different = len(solver.alike(position))
        if easy and (different > FEW_CARDS or _value(solver, position) != simple):
            return None
        found = solver.cards(position)
        if not all(value.exact for value in found.values()):
            raise _CutShortError
        values = {card: value.low for card, value in found.items()}
        if len({*values.values()}) < 2:
            return None
        most = (max if moment.mine else min)(values.values())
        best = [card for card in values if values[card] == most]
        card = played if played in best else best[0]
        lines = {card: self._line(solver, moment, card, most)}
        return Proof(state, position, solver.objective, values, lines, different, played, simple)

    def _line(self, solver: Solver, moment: _Moment, card: Card, value: int) -> Line:
        """Best play from a card to the end: what the simple player plays, wherever that costs nothing."""
        plays, draws = list[tuple[int, Card]](), Draws(0, 0)
        state, position, _played = moment
        while True:
            assert state.turn is not None
            plays.append((state.turn, card))
            state, _events = self.engine.apply(state, Play(state.turn, card))
            position = _after(position, card)
            if state.turn is None:
                return Line(tuple(plays), state)
            if not state.trick.cards:
                position = position_of(self.engine, state)
            card = self._keeping(solver, position, state, value, draws)

    def _keeping(self, solver: Solver, position: Position, state: State, value: int, draws: Draws) -> Card:
        """A card that keeps the value: that of the simple player if it does. A side that has lost keeps it with every card."""
        choices = self.engine.legal(state)
        action = self.deals.simulator.decision(state, choices, draws).action
        assert isinstance(action, Play) and state.turn is not None
        lost = solver.objective is not Objective.POINTS and value != position.takers >> state.turn & 1
        cards = [action.card, *(card for card in state.deck.set(choices.cards) if card != action.card)]
        kept = (card for card in cards[:-1] if lost or _value(solver, _after(position, card)) == value)
        return next(kept, cards[-1])


def _moments(position: Position, plays: list[tuple[State, Card]]) -> Iterator[_Moment]:
    """The turns of a trick, from the position before it."""
    for state, card in plays:
        yield _Moment(state, position, card)
        position = _after(position, card)


def _after(position: Position, card: Card) -> Position:
    return position._replace(played=(*position.played, position.rules.number(card)))


def _value(solver: Solver, position: Position) -> int:
    """The value of a position. Raises _CutShortError where the limit of nodes is reached."""
    value = solver.value(position)
    if not value.exact:
        raise _CutShortError
    return value.low
