"""The worth of each card to play, over worlds: solved with open cards from where that is quick enough, and played out by simple players before."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from statistics import stdev
from typing import NamedTuple

from tarot_teach.cards import Card
from tarot_teach.engine import Engine
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.errors import SolveError
from tarot_teach.mechanisms.bonus_events import CardInTrick
from tarot_teach.mechanisms.side_bonus import SideBonus
from tarot_teach.mechanisms.situation import takers_side
from tarot_teach.order import Order
from tarot_teach.solver import EndingSolver, Objective, Position, Solver, Value, objective_of, position_of
from tarot_teach.solver.position import unfit_play
from tarot_teach.table import Choices, Play, State
from tarot_teach.topics.simulate.strong.play_outs import PlayOuts
from tarot_teach.topics.simulate.tally import Ending

SOLVED_FROM, SCORE_FROM = 11, 8
"""The number of cards in hand from which on the contract is solved, and from which on the score is."""
ENDINGS_FROM, ENDING_NODES = 6, 20_000
"""The number of cards in hand from which on endings of games beside the French are solved, and the limit of nodes of each search."""
MADE_NODES, SCORE_NODES = 2000, 8000
"""The limits of nodes of a search for the contract and for the score in the French games; where one is reached, the bounds that were found count."""
LEAST_STAKE = 0.5
"""The fewest game points that can turn on a contract; less is what breaks ties."""
Solvers = dict[tuple[int, Objective], Solver]
"""Solvers of positions by the taker's side, and what they search for."""


class Estimate(NamedTuple):
    """The worth of each card by world, for the side of the seat to act, and if it was ``solved`` with all cards open. Of cards that are ``alike``
    one stands for all."""

    values: dict[Card, list[float]]
    solved: bool
    alike: dict[Card, Card]
    by_chance: bool = False
    """True where play-outs are few and tell apart little: the simple player's card stands unless another is surely better."""

    @property
    def sums(self) -> dict[Card, float]:
        """The worth of each card over all worlds."""
        return {card: sum(values) for card, values in self.values.items()}

    def best(self, simple: Card) -> Card:
        """The card with the highest sum; the simple player's where it has that, or where what is by chance does not lie
        more than its standard error above it."""
        sums = self.sums
        most = max(sums.values())
        if sums[self.alike[simple]] == most:
            return simple
        best = next(card for card in sums if sums[card] == most)
        if self.by_chance:
            pairs = zip(self.values[best], self.values[self.alike[simple]], strict=True)
            more = [one - other for one, other in pairs]
            if len(more) < 2 or sum(more) <= stdev(more) * math.sqrt(len(more)):
                return simple
        return best

    def equal(self, card: Card) -> list[Card]:
        """All cards with the same sum as one."""
        sums = self.sums
        return [other for other, like in self.alike.items() if sums[like] == sums[self.alike[card]]]

    def wins(self, card: Card) -> int:
        """The number of worlds in which no card is better than one."""
        columns = zip(*self.values.values(), strict=True)
        return sum(value == max(column) for value, column in zip(self.values[self.alike[card]], columns, strict=True))


def estimate(engine: Engine, play_outs: PlayOuts, choices: Choices, worlds: Sequence[State]) -> Estimate:
    """The worth of the cards that may be played, of those that are alike the lowest. ``worlds`` have one seat to act."""
    seat, state = worlds[0].turn or 0, choices.state
    alike, by_points = alike_cards(engine, state, choices.cards), play_outs.by_points
    cards, with_taker = list(dict.fromkeys(alike.values())), state.auction.taker is not None
    searched = state.left(seat) <= (SOLVED_FROM if by_points else ENDINGS_FROM)
    if searched and not (with_taker or by_points or read_by_the_score(engine.rules(state)) & ~state.gone):
        found = _by_endings(engine, worlds, cards)
        if found:
            return Estimate(found, True, alike)
    endings = play_outs.endings([(world, Play(seat, card)) for world in worlds for card in cards])
    rows = [endings[i : i + len(cards)] for i in range(0, len(endings), len(cards))]
    if searched and with_taker:
        with suppress(SolveError):
            held = _held_by_the_solver(engine, play_outs, worlds, cards, rows)
            return Estimate(held, True, alike, by_chance=not by_points)
    worth = [
        [play_outs.worth(row[i], world, seat) for row, world in zip(rows, worlds, strict=True)]
        for i in range(len(cards))
    ]
    return Estimate(dict(zip(cards, worth, strict=True)), False, alike, by_chance=not by_points)


def _by_endings(engine: Engine, worlds: Sequence[State], cards: Sequence[Card]) -> dict[Card, list[float]]:
    """The value of each card in each world by the aim of the game; nothing where it cannot be solved."""
    values: dict[Card, list[float]] = {card: [0.0] * len(worlds) for card in cards}
    aim, solved = objective_of(engine, worlds[0].auction.contract), False
    for number, world in enumerate(worlds):
        try:
            solver = EndingSolver(engine, world, aim, ENDING_NODES)
        except SolveError:
            continue
        solved = True
        sign = 1 if world.turn in solver.most else -1
        for card in cards:
            value = solver.value([card])
            values[card][number] += sign * (value.low + value.high) / 2
    return values if solved else {}


def _held_by_the_solver(
    engine: Engine,
    play_outs: PlayOuts,
    worlds: Sequence[State],
    cards: Sequence[Card],
    rows: Sequence[Sequence[Ending]],
) -> dict[Card, list[float]]:
    """Game points of the taker for each card by world, with the sign of the seat's side: those of the play-outs, held to what the solver says of the
    score, or of the contract. Raises SolveError where the rules or the state do not fit the solver."""
    values: dict[Card, list[float]] = {card: [] for card in cards}
    solvers: Solvers = {}
    scores = [
        [play_outs.worth(end, world, world.auction.taker or 0) for end in row]
        for row, world in zip(rows, worlds, strict=True)
    ]
    stake = min((abs(score) for row in scores for score in row if abs(score) >= LEAST_STAKE), default=0.0)
    for world, row in zip(worlds, scores, strict=True):
        sign = 1 if world.turn in takers_side(world) else -1
        if play_outs.by_points:
            found = _by_positions(engine, solvers, world, cards, sign)
        else:
            found = _by_contract(engine, world, cards)
        for card, score, (objective, value) in zip(cards, row, found, strict=True):
            values[card].append(sign * _held(score, objective, value, stake))
    return values


def _by_contract(engine: Engine, world: State, cards: Sequence[Card]) -> list[tuple[Objective, Value]]:
    """The value of the contract after each card, by the search of endings. Raises SolveError."""
    solver = EndingSolver(engine, world, Objective.MADE, ENDING_NODES)
    return [(Objective.MADE, solver.value([card])) for card in cards]


def _by_positions(
    engine: Engine, solvers: Solvers, world: State, cards: Sequence[Card], sign: int
) -> list[tuple[Objective, Value]]:
    """The value of the score after each card where few cards are left and it is to be had, else of the contract, by the solver of positions;
    ``sign`` is 1 for the taker's side. Raises SolveError."""
    position = _position(engine, world)
    objective = Objective.MADE if position.scores is None else Objective.SCORE
    key = position.takers, objective
    if key not in solvers:
        solvers[key] = Solver(position.rules, objective, MADE_NODES if position.scores is None else SCORE_NODES)
    solver = solvers[key]
    if objective is Objective.MADE and _lost(before := solver.value(position), sign):
        return [(objective, before)] * len(cards)
    numbers = [(*position.played, position.rules.number(card)) for card in cards]
    return [(objective, solver.value(position._replace(played=played))) for played in numbers]


def _position(engine: Engine, world: State) -> Position:
    """The position of a world, with its scores where few cards are left and they are to be had. Raises SolveError."""
    if world.left(world.turn or 0) <= SCORE_FROM:
        with suppress(SolveError):
            return position_of(engine, world, scores=True)
    return position_of(engine, world)


def _held(score: float, objective: Objective, value: Value, stake: float) -> float:
    """The taker's score of a play-out, held between the bounds of a score; less or more by what turns on the contract, twice the ``stake``, where the
    search says that it ends otherwise."""
    if objective is Objective.SCORE:
        return min(max(score, value.low / 2), value.high / 2)
    if not value.exact or (score > 0) == bool(value.low):
        return score
    return score + 2 * stake if value.low else score - 2 * stake


def _lost(value: Value, sign: int) -> bool:
    """True if the contract goes against the seat to act, whatever it plays."""
    return value.exact and sign * (2 * value.low - 1) < 0


def read_by_the_score(rules: RuleIndex) -> int:
    """The cards of which the score asks one by one who has won them, as a mask."""
    marked = 0
    for rule in rules.observers.values():
        event = rule.does if isinstance(rule, SideBonus) else None
        marked |= event.cards if isinstance(event, CardInTrick) else rule.counted
    return marked


def different_cards(engine: Engine, state: State) -> dict[Card, tuple[Card, ...]]:
    """The cards that the seat to act may play, those that are alike together, by the lowest of them."""
    alike = alike_cards(engine, state, engine.legal(state).cards)
    return {lowest: tuple(card for card in alike if alike[card] == lowest) for lowest in alike.values()}


def _beat_alike(order: Order, one: Card, two: Card, live: int) -> bool:
    """True for two cards that the same cards in play beat, both or neither of which have power, and that win also where they are not led."""
    both = one.bit | two.bit
    if both & order.led_only or (both & order.power and both & ~order.power):
        return False
    return not (order.beats[one.index] ^ order.beats[two.index]) & live & ~both


def alike_cards(engine: Engine, state: State, may: int) -> dict[Card, Card]:
    """The cards that may be played, each with the lowest of those that are alike: of one worth, with no card between them that another hand may
    hold. Where cards are not played to tricks, none are alike."""
    if unfit_play(engine):
        return {card: card for card in state.deck.set(may)}
    rules, deck = engine.rules(state), state.deck
    order, gone = rules.order, state.gone
    marked = read_by_the_score(rules)
    found: dict[Card, Card] = {}
    for suit in [*order.suits.values(), deck.excuse]:
        before: Card | None = None
        for card in sorted(deck.set(suit & ~gone), key=lambda card: -(order.beats[card.index] & suit).bit_count()):
            if not card.bit & may:
                before = None
                continue
            alike = before is not None and before.halves == card.halves and not (before.bit | card.bit) & marked
            alike = alike and before is not None and _beat_alike(order, before, card, ~gone)
            found[card] = found[before] if alike and before is not None else card
            before = card
    return {card: found[card] for card in sorted(found, key=lambda card: card.index)}
