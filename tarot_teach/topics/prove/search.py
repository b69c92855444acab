"""Deals of a small pack played in every way: all positions before the play, and the play from where it begins."""

from __future__ import annotations

import hashlib
import json
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from math import comb

from tarot_teach.engine import Deal, Engine
from tarot_teach.errors import TarotError
from tarot_teach.messages import _
from tarot_teach.table import NOTHING, PASS, Action, Bid, Choices, Choose, Phase, State
from tarot_teach.topics.check.invariants import UnsoundError
from tarot_teach.topics.check.trials import rule_running
from tarot_teach.topics.prove.invariants import PositionChecker, TooFewError
from tarot_teach.topics.prove.shape import Shape
from tarot_teach.topics.simulate.deal_simulator import LONGEST
from tarot_teach.words.read import NoWordsError, deal_words, misfits
from tarot_teach.words.records import DealWords, packed

POSITIONS = 20_000
"""The most positions of a pack that are searched."""
DEALS = 24
"""The most deals of a pack that are searched, without those that are void at once."""
VOID = 20
"""For each such deal so many others may be void."""
ONE_WAY = 40
"""The most beginnings of the play in a deal that are played on in one way alone."""
SHARE_OF_ENDS = 4
"""The play in every way has at least this part of the positions of a deal."""
SHARE_OF_BEGINNING = 4
"""The greatest part of the positions of a deal that come before the play."""
LEAST_SHARE = 16
"""A deal may take half of the positions that are left, and this part of all of them at least."""
OUT = ("ruleset", "deck", "seats", "dealer", "pack", "pack_unseen", "chips", "parties", "memory", "paid", "result")
"""The fields of a state that are the same in all positions of a deal, or follow from its others; payments are compared by their amounts."""
COMPARED = tuple(i for i, name in enumerate(State._fields) if name not in OUT)

Key = tuple[object, ...]
Begun = tuple[State, tuple[Action, ...]]
"""A state in which the play begins, and the actions before it."""


def key_of(state: State) -> Key:
    """The value by which two positions of a deal are the same."""
    return (*(state[i] for i in COMPARED), *((paid.rule, paid.amounts) for paid in state.paid))


@dataclass(slots=True)
class Counts:
    """The counts of a search. ``choices`` sums up the choices at all positions, by phase and seat, ``begun`` are beginnings of the play, from which ``covered``
    have led to every position that the rules of the play tell apart, and ``exhausted`` were played on in every way, ``ends`` counts ends of deals by their scores, ``made`` those in which a taker's side has won or not, by contract,
    and ``ways`` are all ways to play what was exhausted."""

    positions: int = 0
    begun: int = 0
    covered: int = 0
    exhausted: int = 0
    longest: int = 0
    ways: int = 0
    choices: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    made: Counter[tuple[str, bool]] = field(default_factory=Counter)

    def add(self, other: Counts) -> None:
        """Add what another search has counted."""
        for name in ("positions", "begun", "covered", "exhausted", "ways"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.longest = max(self.longest, other.longest)
        self.choices.update(other.choices)
        self.ends.update(other.ends)
        self.made.update(other.made)

    def digest(self) -> str:
        """A short sum of all counts, and of the scores."""
        values = [
            self.positions,
            self.choices,
            self.begun,
            self.covered,
            self.exhausted,
            self.longest,
            sorted(self.ends.items()),
        ]
        return hashlib.sha256(json.dumps(values).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A deal in which something does not hold: its number, the rule at fault (empty: not known), a message, and the deal up to there."""

    number: int
    rule: str
    message: str
    deal: Deal


@dataclass(slots=True)
class PackResult:
    """The result of the search of a pack: deals begun, those of them that were played and searched ``whole``, those left out since a hand has
    ``too_few`` cards that may be laid away, counts and rules at work."""

    deals: int = 0
    whole: int = 0
    too_few: int = 0
    counts: Counts = field(default_factory=Counts)
    spoken: int = 0
    reasons: int = 0
    at_work: set[str] = field(default_factory=set)
    counterexample: Counterexample | None = None


def deals_of(shape: Shape) -> int:
    """The number of deals of a pack, by the cards of each hand, heap and the talon, and the dealer."""
    found, left = shape.players, shape.cards
    for size in (shape.hand, *shape.heaps) * shape.players:
        found *= comb(left, size)
        left -= size
    return found


def search_pack(
    engine: Engine,
    shape: Shape,
    *,
    too_few: bool = False,
    positions: int = POSITIONS,
    deals: int = DEALS,
    checker: PositionChecker | None = None,
) -> PackResult:
    """Search deals of a small pack up to a number of positions, or to the first counterexample. With ``too_few``, deals are left out in which a hand
    has too few cards that may be laid away; else such a deal is a counterexample."""
    result, checker = PackResult(), checker or PositionChecker(engine)
    played = 0
    for number in range(deals * VOID):
        left = positions - result.counts.positions
        if left <= 0 or played == deals:
            break
        search = DealSearch(checker, number, shape.players, max(left // 2, positions // LEAST_SHARE))
        try:
            whole = search.run()
        except UnsoundError as error:
            if too_few and isinstance(error, TooFewError):
                result.too_few += 1
                continue
            result.counterexample = Counterexample(number, error.rule, error.message, search.deal())
            break
        except Exception as error:
            problems = error.problems if isinstance(error, TarotError) else ()
            said = "; ".join(problem.message for problem in problems) or str(error)
            stops = _("the engine stops with {name}").format(name=type(error).__name__)
            message = f"{stops}: {said}" if said else stops
            result.counterexample = Counterexample(number, rule_running(error.__traceback__), message, search.deal())
            break
        finally:
            result.counts.add(search.counts)
            result.spoken, result.reasons, result.at_work = checker.spoken, checker.reasons, checker.at_work
        result.deals += 1
        result.whole += whole and search.counts.begun > 0  # one that is void at once is not played
        played += search.counts.begun > 0
    return result


class DealSearch:
    """The search of one deal, of which no more than ``most`` positions are visited."""

    def __init__(self, checker: PositionChecker, number: int, players: int, most: int) -> None:
        self.checker, self.engine, self.number, self.most = checker, checker.engine, number, most
        self.counts = Counts()
        seats = self.engine.seats(players)
        state = self.engine.start(seed=number, dealer=number % players, seats=seats)
        chips = self.engine.scorer.ends.start if self.engine.scorer.ends else None
        self.start = state if chips is None or number % 2 == 0 else state._replace(chips=(chips,) * players)
        self.silenced: bool = False  # true if a bid or an announcement was left out
        self.path: list[Action] = []  # from the start to the position that is looked at
        self._known: dict[Key, int] = {}
        self._reached: dict[Key, bool] = {}  # false as long as the positions behind are looked at
        self._in_words: dict[int, bool] = {}
        self._limit: int = most

    def deal(self) -> Deal:
        """The deal up to the position that was looked at last, as far as its actions can be carried out."""
        deal = Deal(self.engine, self.start)
        for action in self.path:
            try:
                deal = deal.push(action)
            except TarotError:
                break
        return deal

    def run(self) -> bool:
        """Search the deal; True if it was searched whole. Raises UnsoundError."""
        state = self.dealt()
        dealt = (*self.path,)
        for pick in (0, -1):  # a deal that never ends is found where somebody always does the same
            self._one_way(state, pick)
            self.path[:] = dealt
        begun, whole = self.before_play(state)
        self.counts.begun = len(begun)
        by_turns = _by_turns(begun)
        self._limit = self.most - self.most // SHARE_OF_ENDS
        for state, path in by_turns:
            self.path[:] = path
            try:
                self.reach(state, len(path))
                self.counts.covered += 1
            except SpentError:
                whole = False
        self._limit, one_way = self.most, 0
        for state, path in by_turns:
            self.path[:] = path
            try:
                self.counts.ways += self.every_way(state, len(path))
                self.counts.exhausted += 1
                continue
            except SpentError:
                one_way += 1
            if one_way > ONE_WAY:
                break
            self.path[:] = path
            self._one_way(state)
        return whole

    def dealt(self) -> State:
        """The state when the cards are dealt; of the ways to cut and to deal one is taken by the number of the deal."""
        state = self.start
        while state.turn is not None and state.phase in (Phase.CUT, Phase.DEAL):
            choices = self.checker.choices(state)
            self.counts.choices[f"{state.phase} {state.turn}"] += choices.ways()
            several = [action for action, _number in zip(choices, range(50), strict=False)]
            action = several[self.number % len(several)]
            self.path.append(action)
            state = self.checker.step(state, action, choices)
        return state

    def before_play(
        self, first: State, most: int | None = None, most_said: int | None = None
    ) -> tuple[list[Begun], bool]:
        """The states in which the play begins, each with the actions before, and true if all were found. Of ``most_said`` bids and announcements on
        every seat is silent that may be."""
        begun: list[Begun] = []
        waiting, seen = deque([(first, (*self.path,), 0)]), {key_of(first)}
        most = -(-self.most // SHARE_OF_BEGINNING) if most is None else most
        while waiting:
            state, path, said = waiting.popleft()
            self.path[:] = path
            if state.turn is None:
                self._end(state)
                continue
            if state.phase is Phase.PLAY:
                begun.append((state, path))
                continue
            if self.counts.positions >= most:
                return [*begun, (state, path), *((state, path) for state, path, _said in waiting)], False
            silent = most_said is not None and said >= most_said and may_be_silent(self.engine.legal(state))
            for action, after in self._steps(state):
                if silent and is_said(state, action):
                    self.silenced = True
                    continue
                key = key_of(after)
                if key not in seen:
                    seen.add(key)
                    waiting.append((after, (*path, action), said + is_said(state, action)))
        return begun, True

    def _steps(self, state: State) -> Iterator[tuple[Action, State]]:
        """Yield every allowed action with the state that it leads to."""
        choices = self.checker.choices(state)
        self.counts.positions += 1
        self.counts.choices[f"{state.phase} {state.turn}"] += choices.ways()
        for action in choices:
            self.path.append(action)
            yield action, self.checker.step(state, action, choices)
            self.path.pop()

    def reach(self, state: State, depth: int) -> None:
        """Visit every position behind a state that the rules of the play tell apart. Raises SpentError when no more may be visited."""
        key = self._key_of(state)
        if key in self._reached:
            if not self._reached[key]:
                raise UnsoundError(_("the deal does not end: it comes back to the same position"))
            return
        if state.turn is None:
            self._end(state)
            self._reached[key] = True
            return
        self._check_length(state, depth)
        self._reached[key] = False
        try:
            for _action, after in self._steps(state):
                self.reach(after, depth + 1)
        except SpentError:
            del self._reached[key]
            raise
        self._reached[key] = True

    def _key_of(self, state: State) -> Key:
        """The value by which the rules of the play tell a position from others: what they may read, where all of them are in words."""
        index = self.engine.rules(state)
        if id(index) not in self._in_words:
            self._in_words[id(index)] = not any(misfits(index, state.players))
        if state.phase is Phase.PLAY and self._in_words[id(index)]:
            with suppress(NoWordsError):
                said = () if state.tricks else state.declared  # in the first trick, what may be announced hangs on it
                return (id(index), state.turn, said, packed(deal_words(index, state), DealWords))
        return key_of(state)

    def _check_length(self, state: State, depth: int) -> None:
        """Raises SpentError when no more positions may be visited, and UnsoundError for a deal that does not end."""
        if self.counts.positions >= self._limit:
            raise SpentError
        if depth >= LONGEST:
            message = _("the deal does not end: after {longest} actions it is at the step {phase}")
            raise UnsoundError(message.format(longest=LONGEST, phase=state.phase))

    def every_way(self, state: State, depth: int) -> int:
        """The number of ways to play on from a state to the end, all of which are tried. Raises SpentError when no more may be visited."""
        key = key_of(state)
        known = self._known.get(key)
        if known is not None:
            if known == 0:
                raise UnsoundError(_("the deal does not end: it comes back to the same position"))
            return known
        if state.turn is None:
            self._end(state)
            self._known[key] = 1
            return 1
        self._check_length(state, depth)
        self._known[key] = 0
        try:
            ways = sum(self.every_way(after, depth + 1) for _action, after in self._steps(state))
        except SpentError:
            del self._known[key]
            raise
        self._known[key] = ways
        return ways

    def _one_way(self, state: State, pick: int | None = None) -> None:
        """Play on from a state in one way: by the choice of a number, or by turns."""
        while state.turn is not None:
            if len(self.path) >= LONGEST:
                message = _("the deal does not end: after {longest} actions it is at the step {phase}")
                raise UnsoundError(message.format(longest=LONGEST, phase=state.phase))
            choices = self.checker.choices(state)
            ways = [action for action, _number in zip(choices, range(20), strict=False)]
            action = ways[len(self.path) * 7 % len(ways) if pick is None else pick]
            self.path.append(action)
            state = self.checker.step(state, action, choices)
        self._end(state)

    def _end(self, state: State) -> None:
        """Check and count the end of a deal."""
        self.checker.end(state)
        self.counts.longest = max(self.counts.longest, len(self.path))
        self.counts.ends[result_in_short(state)] += 1
        for sheet in state.result.sheets[:1] if state.result else ():
            if sheet.outcome.made is not None:
                self.counts.made[sheet.outcome.contract or "", sheet.outcome.made] += 1


def is_said(state: State, action: Action) -> bool:
    """True for a bid or an announcement, by which a seat is not silent."""
    if isinstance(action, Bid):
        return action.bid != PASS
    announced = isinstance(action, Choose) and NOTHING not in (action.rule, action.option)
    return announced and state.phase in (Phase.ANNOUNCE, Phase.DECLARE)


def may_be_silent(choices: Choices) -> bool:
    """True if a seat may make no bid and no announcement."""
    return any(not is_said(choices.state, action) for action in choices)


class SpentError(Exception):
    """No more positions may be visited."""


def result_in_short(state: State) -> str:
    """The scores of the end of a deal, what voids it, and what rules keep for the next."""
    result = state.result
    assert result is not None
    kept = "" if not result.memory else f" {sorted((rule, str(fact)) for rule, fact in result.memory.items())}"
    return f"{result.void or ''} {' '.join(map(str, result.scores))}{kept}"


def _by_turns(begun: Iterable[Begun]) -> list[Begun]:
    """The beginnings of the play, so that those of each contract, taker and kind of announcements come by turns."""
    turns, found = Counter[Key](), list[tuple[int, Begun]]()
    for each in begun:
        state = each[0]
        kind = (state.auction.contract, state.auction.taker, tuple((said.rule, said.level) for said in state.declared))
        found.append((turns[kind], each))
        turns[kind] += 1
    return [each for _turn, each in sorted(found, key=lambda pair: pair[0])]
