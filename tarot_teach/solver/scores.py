"""Game points of the taker by every end of a deal: how the last trick went with the Petit in it, honours, and
half-points of the taker's side."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from operator import or_
from weakref import WeakKeyDictionary

from tarot_teach.engine import Engine
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.mechanisms.bonus_events import BonusFact
from tarot_teach.mechanisms.honours import HONOUR, CountsHonours, HonoursFact
from tarot_teach.mechanisms.interfaces import PaysApart, Scores, Settles
from tarot_teach.mechanisms.score.apart import PaidApart
from tarot_teach.mechanisms.score.bonuses import LastTrickBonus
from tarot_teach.mechanisms.score.slam import _OfSlams
from tarot_teach.mechanisms.situation import takers_side, won_all_before
from tarot_teach.messages import _
from tarot_teach.table import DEFENCE, TAKER, Outcome, Play, State
from tarot_teach.table.facts import Facts
from tarot_teach.table.state import Phase

REMEMBERED = 64
"""The most sides and announcements of which the scores are remembered, for each engine."""

KNOWN_SCORES = {
    "score.fixed_amount", "score.margin", "score.last_trick_bonus", "score.multiplier", "score.handful_bonus", "score.slam_bonus",
    "score.all_settle_with_taker", "score.taker_and_partner",
}  # fmt: skip
"""The mechanisms of the score that read half-points, honours, the contract, the last trick, and what has been decided before the last tricks. The list
stays because a rule does not say what it reads of an outcome, and the table of scores has no place for anything else."""

ScoreTable = tuple[tuple[tuple[int, ...], ...], ...]
"""Half game points of the taker, by end of the deal (see ``layout``), honours, and half-points from 0 on; beyond what
can still be reached, those of the nearest numbers that can."""


def unfit_scores(index: RuleIndex, state: State) -> Iterator[str]:
    """Reasons why the score does not follow from half-points, honours and the last trick."""
    for id, mechanism in index.mechanisms.items():
        rule = index.ruleset.rules[id]
        known = f"{rule.step}.{rule.mechanism}" in KNOWN_SCORES or _nothing_apart(mechanism, state)
        if isinstance(mechanism, (Scores, Settles, PaysApart)) and not known:
            message = _("{id} uses the mechanism {mechanism!r}, by which the solver cannot score")
            yield message.format(id=id, mechanism=rule.mechanism)
    side = takers_side(state)
    others = [seat for seat in range(state.players) if seat not in side]
    if index.all(_OfSlams) and any(won_all_before(state, seats, len(state.tricks)) for seats in (side, others)):
        yield _("one side has won all tricks so far, and the score could be that of a slam")
    last = index.first(LastTrickBonus)
    if last is not None and (last.petit.bit_count() != 1 or not last.petit & state.deck.marks[HONOUR]):
        yield _("the last trick brings a bonus with a card that is no honour")


def _nothing_apart(mechanism: object, state: State) -> bool:
    """True for payments apart for an announcement that nobody has made, and that comes too late after the first trick."""
    if not isinstance(mechanism, PaidApart) or state.number == 1:
        return False
    return all(done.level != mechanism.level for done in state.declared)


def score_table(engine: Engine, state: State, halves: range, honours: range) -> ScoreTable:
    """The scores of all ends of a deal in play whose rules fit, by the half-points and honours that can be reached."""
    scores = _scores_of(engine, state)
    last = scores.last
    ends: list[BonusFact | None] = [None]
    if last is not None:
        taker, defence = BonusFact(TAKER), BonusFact(DEFENCE)
        ends += [taker, defence, taker, defence] if last.by == "trick" else [None, None, taker, defence]
    rows = {}
    for end in {*ends} if state.deck.set(_unplayed(state) & last.petit if last else 0) else {None}:
        known = {number: [scores.score(end, number, half) for half in halves] for number in honours}
        found = [(known[min(max(number, honours[0]), honours[-1])]) for number in range(honours[-1] + 1)]
        rows[end] = tuple(
            (row[0],) * halves[0] + tuple(each for each in row for _i in range(halves.step)) for row in found
        )
    return tuple(rows.get(end, rows[None]) for end in ends)


class _Scores:
    """Half game points of the taker by the ends of deals that differ in nothing but half-points, honours and the last trick, each computed once."""

    def __init__(self, engine: Engine, state: State) -> None:
        self._scorer, self._outcome, self._players = engine.scorer, _any_end(engine, state), state.players
        index = engine.scorer_of(state).index
        self.last: LastTrickBonus | None = index.first(LastTrickBonus)
        self._counts = index.first(CountsHonours)
        self._known: dict[tuple[BonusFact | None, int, int], int] = {}

    def score(self, end: BonusFact | None, honour: int, half: int) -> int:
        """The score of an end with so many honours and half-points."""
        key = end, honour, half
        if key not in self._known:
            self._known[key] = self._computed(end, honour, half)
        return self._known[key]

    def _computed(self, end: BonusFact | None, honour: int, half: int) -> int:
        outcome, last = self._outcome, self.last
        assert self._counts is not None
        facts = {id: fact for id, fact in outcome.facts.items() if last is None or id != last.rule}
        facts[self._counts.rule] = HonoursFact(honour)
        if last is not None and end is not None:
            facts[last.rule] = end
        fixed = replace(outcome, pile=None, points=None, target=None, made=None)
        result, _events = self._scorer.result([replace(fixed, halves=half, facts=Facts(facts))], self._players)
        assert result.roles is not None
        points = 2 * Fraction(result.roles["taker"] or 0)
        assert points.denominator == 1
        return int(points)


_known: WeakKeyDictionary[Engine, dict[Hashable, _Scores]] = WeakKeyDictionary()


def _scores_of(engine: Engine, state: State) -> _Scores:
    """The scores of the ends of a deal in play: those of all deals with the same sides and announcements are the same, since neither side has won all
    tricks."""
    known = _known.setdefault(engine, {})
    key: Hashable = (
        state.auction._replace(calls=(), known=False),
        state.declared,
        state.chosen,
        state.memory,
        state.paid,
    )
    if key not in known:
        if len(known) >= REMEMBERED:
            known.clear()
        known[key] = _Scores(engine, state)
    return known[key]


def _unplayed(state: State) -> int:
    """The cards in hand, and those of the trick in play."""
    return reduce(or_, state.hands, state.trick.mask)


def _any_end(engine: Engine, state: State) -> Outcome:
    """The outcome of a deal when the lowest allowed cards are played to its end."""
    while state.phase is not Phase.OVER:
        assert state.turn is not None
        cards = engine.legal(state).cards
        card = next(iter(state.deck.set(cards)))
        state, _events = engine.apply(state, Play(state.turn, card))
    assert state.result is not None
    return state.result.sheets[0].outcome
