"""Deals about which questions are asked, of players who bid and announce as the simple player does, now and then more boldly."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import TypeVar

from tarot_teach.advice.format import AdviceFile
from tarot_teach.engine import Engine
from tarot_teach.mechanisms.bonus_events import TricksWon
from tarot_teach.mechanisms.declare import SLAM, SMALL_SLAM
from tarot_teach.mechanisms.side_bonus import SideBonus
from tarot_teach.table import NOTHING, PASS, Action, Bid, Choices, Choose, Phase, State
from tarot_teach.table.facts import NO_FACTS, Facts
from tarot_teach.topics.simulate.deal_simulator import Step
from tarot_teach.topics.simulate.draws import Draws
from tarot_teach.topics.simulate.players import SimplePlayer
from tarot_teach.topics.simulate.players.by_order import strength

EARLIER = 3
"""The number of deals, exclusive, that may have gone before one that is asked about, where a rule remembers them."""
RARELY, WHEN_WINNING = 0.02, 0.5
"""The share of announcements that the simple player does not make: before the play, and when all tricks so far have been won."""
WEAK, FAIR = 0.1, 0.25
"""The share of tricks that a hand wins at most to bid a contract in which tricks cost, and at least to bid another boldly."""
STRONG = 0.7
"""The tricks that a hand should win by itself, as a share of all, to announce every trick."""
SOMETIMES = 0.2
"""The share of weak hands whose player bids a contract in which tricks cost."""


T = TypeVar("T")


class Mood(Enum):
    """The mood of the players of a deal: they bid as the simple player does, pass wherever they may, or bid higher, each once."""

    PLAIN, CAUTIOUS, BOLD = "plain", "cautious", "bold"


class AskedDeals:
    """Random deals under one ruleset. The same random numbers make the same deals.

    Where the simple player has no advice to bid by, bids are drawn, high ones rarely.
    """

    def __init__(self, engine: Engine, advice: AdviceFile | None) -> None:
        self.engine: Engine = engine
        index = engine.index
        self._simple = SimplePlayer(engine, advice)
        advised = advice is not None and all(each.contract in index.ranking for each in advice.bids)
        self._can_bid = advised or (advice is None and (index.by_contract or index.brings_trumps))
        all_tricks = (rule.item for rule in index.all(SideBonus) if isinstance(rule.does, TricksWon))
        self._every_trick = {*all_tricks, *index.levels_of(SLAM), *index.levels_of(SMALL_SLAM)}
        played_all_the_same = any(rule.contract for rule in index.all_pass)
        self._moods = [Mood.PLAIN, Mood.BOLD, Mood.BOLD, Mood.CAUTIOUS if played_all_the_same else Mood.PLAIN]

    def steps(self, rng: random.Random, *, well: bool = False, memory: Facts = NO_FACTS) -> Iterator[Step]:
        """The actions of a random deal. Cards are played as the simple player does it if they are played ``well``, else at random,
        which brings more positions in which a rule decides. ``memory`` is what rules keep from earlier deals."""
        seats = len(self.engine.seats())
        state = self.engine.start(seed=rng.randrange(2**32), dealer=rng.randrange(seats), memory=memory)
        mood, draws = rng.choice(self._moods), Draws(rng.randrange(2**32), 0)
        while state.turn is not None:
            choices, before = self.engine.legal(state), state
            action = self._action(choices, mood, rng, draws, well=well)
            state, events = self.engine.apply(before, action, among=choices)
            yield Step(before, action, state, events)

    def end(self, rng: random.Random) -> State:
        """The end of a random deal whose cards are played well; where a rule remembers earlier deals, a few may have gone before it."""
        memory, deals = NO_FACTS, 1 + (rng.randrange(EARLIER) if self.engine.index.whole.remembers else 0)
        for _deal in range(deals):
            *_steps, last = self.steps(rng, well=True, memory=memory)
            assert last.after.result is not None
            memory = last.after.result.memory
        return last.after

    def _action(self, choices: Choices, mood: Mood, rng: random.Random, draws: Draws, *, well: bool) -> Action:
        match choices.state.phase:
            case Phase.CUT | Phase.DEAL:
                return choices.random(rng)
            case Phase.BID:
                return self._bid(choices, mood, rng, draws)
            case Phase.PLAY if not well and not choices.declarations:
                return choices.random(rng)
        action = self._simple.choose(choices.seen(), draws).action
        if choices.cards or not self._quiet(action):
            return action
        others = [other for other in choices if other != action and self._dares(choices, other)]
        often = WHEN_WINNING if choices.state.phase is Phase.BETWEEN else RARELY
        return _damped(rng, others) if others and rng.random() < often else action

    def _dares(self, choices: Choices, action: Action) -> bool:
        """True for an announcement that a player would make: that of every trick takes a hand which wins nearly all."""
        state, seat = choices.state, choices.seat
        assert seat is not None
        if state.phase is Phase.BETWEEN or not isinstance(action, Choose) or action.option not in self._every_trick:
            return True
        return strength(self.engine.rules(state).order, state.hands[seat]) >= STRONG * state.hand_size(seat)

    def _quiet(self, action: Action) -> bool:
        """True for the answer to a question by which nothing is said."""
        if not isinstance(action, Choose):
            return False
        rule = self.engine.index.question(action)
        return action.option == (NOTHING if rule is None else rule.quiet)

    def _bid(self, choices: Choices, mood: Mood, rng: random.Random, draws: Draws) -> Bid:
        """A bid in a mood. A weak hand may bid a contract in which tricks cost."""
        index, seat, bids = self.engine.index, choices.seat, choices.bids
        assert seat is not None
        if mood is Mood.CAUTIOUS and PASS in bids:
            return Bid(seat, PASS)
        wanted = self._simple.choose(choices.seen(), draws).action
        assert isinstance(wanted, Bid)
        shunning = [bid for bid in bids if bid != PASS and index.under(bid).avoids_tricks]
        if not self._can_bid:
            return Bid(seat, _damped(rng, bids))
        others, size = [bid for bid in bids if bid not in (PASS, *shunning)], choices.state.hand_size(seat)
        tricks = strength(index.under(others[0] if others else None).order, choices.state.hands[seat])
        bold = mood is Mood.BOLD and all(other != seat for other, _bid in choices.state.auction.calls)
        if wanted.bid != PASS:
            higher = [bid for bid in others if bid in bids[bids.index(wanted.bid) :]]
            return Bid(seat, _damped(rng, higher)) if bold and higher else wanted
        if shunning and tricks <= WEAK * size and rng.random() < SOMETIMES:
            return Bid(seat, shunning[0])
        return Bid(seat, _damped(rng, others)) if bold and others and tricks >= FAIR * size else wanted


def _damped(rng: random.Random, choices: Sequence[T]) -> T:
    """One of some choices, the first ones often and the last ones rarely."""
    return choices[min(int(rng.expovariate(1.2)), len(choices) - 1)]
