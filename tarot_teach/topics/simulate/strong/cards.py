"""The worth of each card to play, over worlds: solved with open cards from where that is quick enough, and played out by simple players before."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import stdev
from typing import NamedTuple

from tarot_teach.cards import Card
from tarot_teach.engine import Engine
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.errors import SolveError
from tarot_teach.mechanisms.bonus_events import CardInTrick
from tarot_teach.mechanisms.side_bonus import SideBonus
from tarot_teach.mechanisms.situation import takers_side
from tarot_teach.solver import EndingSolver, Objective, Position, Solver, Value, objective_of, position_of
from tarot_teach.solver.position import unfit_play
from tarot_teach.table import Choices, Play, State
from tarot_teach.topics.simulate.strong.play_outs import CONTRACT_HALVES, PlayOuts

SOLVED_FROM, POINTS_FROM = 11, 8
"""The number of cards in hand from which on the contract is solved, and from which on the card points are."""
ENDINGS_FROM, ENDING_NODES = 6, 20_000
"""The number of cards in hand from which on endings of games beside the French are solved, and the limit of nodes of each search."""
NODES = 2000
"""The limit of nodes of each search; where it is reached, the middle of what is still open counts."""


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
    alike = alike_cards(engine, state, choices.cards)
    cards = list(dict.fromkeys(alike.values()))
    left, values, solved = state.hand_size(seat), dict[Card, list[float]](), False
    if left <= SOLVED_FROM and play_outs.by_points and state.auction.taker is not None:
        try:
            positions = [position_of(engine, world) for world in worlds]
        except SolveError:
            positions = []
        solved = bool(positions)
        if positions:
            values = _solved(positions, worlds, seat, cards, left <= POINTS_FROM)
            if left <= POINTS_FROM:
                return Estimate(values, solved, alike)
    if left <= ENDINGS_FROM and not play_outs.by_points and (found := _by_endings(engine, worlds, cards)):
        return Estimate(found, True, alike)
    endings = play_outs.endings([(world, Play(seat, card)) for world in worlds for card in cards])
    played = iter(endings)
    for i, world in enumerate(worlds):
        for card in cards:
            ending = next(played)
            if solved:
                sign = 1 if seat in takers_side(world) else -1
                values[card][i] += sign * ending.row.halves
            else:
                values.setdefault(card, []).append(play_outs.worth(ending, world, seat))
    return Estimate(values, solved, alike, by_chance=not play_outs.by_points)


def _by_endings(engine: Engine, worlds: Sequence[State], cards: Sequence[Card]) -> dict[Card, list[float]]:
    """The value of each card in each world by the aim of the game, with more where a contract is made; nothing where it cannot be solved."""
    values: dict[Card, list[float]] = {card: [0.0] * len(worlds) for card in cards}
    aim, solved = objective_of(engine, worlds[0].auction.contract), False
    weights = {aim: 1, Objective.MADE: 1 if aim is Objective.MADE else CONTRACT_HALVES}
    for number, world in enumerate(worlds):
        for objective, weight in weights.items():
            try:
                solver = EndingSolver(engine, world, objective, ENDING_NODES)
            except SolveError:
                continue
            solved = True
            sign = 1 if world.turn in solver.most else -1
            for card in cards:
                values[card][number] += sign * weight * _middle(solver.value([card]))
    return values if solved else {}


def _solved(
    positions: Sequence[Position], worlds: Sequence[State], seat: int, cards: Sequence[Card], points: bool
) -> dict[Card, list[float]]:
    """Half-points for the contract made, and with ``points`` for the cards, by card and world."""
    values: dict[Card, list[float]] = {card: [] for card in cards}
    objectives = {Objective.MADE: CONTRACT_HALVES, **({Objective.POINTS: 1} if points else {})}
    solvers: dict[tuple[int, Objective], Solver] = {}
    for position, world in zip(positions, worlds, strict=True):
        sign = 1 if seat in takers_side(world) else -1
        found = dict.fromkeys(cards, 0.0)
        for objective, weight in objectives.items():
            key = position.takers, objective
            if key not in solvers:
                solvers[key] = Solver(position.rules, objective, NODES)
            solver = solvers[key]
            if objective is Objective.MADE and _lost(solver.value(position), sign):
                continue
            for card in cards:
                after = position._replace(played=(*position.played, position.rules.number(card)))
                found[card] += sign * weight * _middle(solver.value(after))
        for card, value in found.items():
            values[card].append(value)
    return values


def _lost(value: Value, sign: int) -> bool:
    """True if the contract goes against the seat to act, whatever it plays."""
    return value.exact and sign * (2 * value.low - 1) < 0


def _middle(value: Value) -> float:
    return (value.low + value.high) / 2


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
            found[card] = found[before] if alike and before is not None else card
            before = card
    return {card: found[card] for card in sorted(found, key=lambda card: card.index)}
