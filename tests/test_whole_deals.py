"""Whole deals of every ruleset and of house rules put together at random: what must hold at each step, whatever people do."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import Phase as HypothesisPhase
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tarot_teach.engine import Deal, Engine
from tarot_teach.errors import IllegalActionError, LoadError
from tarot_teach.records.format import ExampleFile
from tarot_teach.records.record import Record
from tarot_teach.records.runner import replay
from tarot_teach.table import PASS, Action, Bid, Choices, Event, Phase, Play, State
from tarot_teach.table.serial import state_as_data
from tarot_teach.topics.check.invariants import with_exchange
from tarot_teach.topics.search.as_record import deal_record
from tests.helpers import LIBRARY

EXAMPLES = int(os.environ.get("WHOLE_DEALS", "1"))
"""The number of deals played through for each ruleset."""
STEPS = 16
"""The number of actions in each before the rest is simply played out."""
CHIPS = 20


def stacked(name: str, options: Sequence[str]) -> Engine:
    """A ruleset with those of the options that go with it and with the ones before."""
    for option in options:
        try:
            LIBRARY.load(f"{name}+{option}")
        except LoadError:
            continue
        name = f"{name}+{option}"
    return Engine(LIBRARY.load(name))


def conserved(state: State) -> None:
    """Every card is in exactly one place."""
    if not state.hands:
        assert len(set(state.pack)) == len(state.pack) == len(state.deck.cards)
        return
    stock = state.deck.mask(card for card in state.stock if card)
    piles = [*state.hands, *state.piles, *state.side_piles, state.trick.mask, state.table.cards, state.dead, stock]
    drawn = any(mask & state.talon for mask in (*state.hands, *state.won))
    exchanged = state.phase is Phase.EXCHANGE or stock or drawn or any(state.aside)
    if not (exchanged or state.talon_open or any(state.side_piles) or state.phase is Phase.DISCARD):
        piles.append(state.talon)
    total = 0
    for mask in piles:
        assert not total & mask, "a card is in two places"
        total |= mask
    assert total == state.deck.all


def counted(engine: Engine, state: State) -> None:
    """A deal that is over counts as many points as there are, and brings as much as it costs."""
    result = state.result
    assert state.phase is Phase.OVER and state.turn is None and result is not None
    if result.void:
        return
    piles = [*state.piles, *state.side_piles, *state.hands]
    points = sum(card.halves for mask in piles for card in state.deck.set(mask))
    assert len(result.scores) == state.players
    if not engine.scorer.has_sides:
        assert sum(map(engine.index.halves_of, piles)) == sum(sheet.outcome.halves for sheet in result.sheets)
        return
    scorer = engine.scorer_of(state)
    if scorer.settles is None:
        return  # a contract without a taker
    assert points == state.deck.halves
    assert sum(result.scores) == 0 or result.memory or not scorer.settles.sums_to_zero  # the rest lies in a pool
    (sheet,) = result.sheets
    assert 0 <= sheet.outcome.halves <= state.deck.halves


class WholeDeal(RuleBasedStateMachine):
    """One deal by one ruleset, with house rules on top."""

    name = ""

    @initialize(
        options=st.lists(st.sampled_from(LIBRARY.ids("option")), unique=True, max_size=4),
        seed=st.integers(0, 10**6),
    )
    def begin(self, options: list[str], seed: int) -> None:
        self.engine = stacked(self.name, options)
        players = self.engine.ruleset.players
        seats = self.engine.seats(players[seed % len(players)])
        self.rng = random.Random(seed)
        self.start = self.engine.start(seed=seed, dealer=seed % len(seats), seats=seats)
        if any(each.mechanism == "stakes_on_table" for each in self.engine.ruleset.rules.values()):
            self.start = self.start._replace(chips=(CHIPS,) * len(seats))
        self.state = self.start
        self.done: list[tuple[Action, State, list[Event]]] = []

    def chosen(self, choices: Choices) -> Action:
        """An action at random; low contracts more often than that, so that in many deals cards are laid away."""
        if choices.bids and choices.seat is not None and self.rng.random() < 0.8:
            bid_before = any(bid != PASS for _seat, bid in self.state.auction.calls)
            return Bid(choices.seat, choices.bids[0 if bid_before else 1])
        return choices.random(self.rng)

    def act(self) -> None:
        """One action at random, by this state and by the same one saved and read again."""
        self.look()
        data = json.loads(json.dumps(state_as_data(self.state)))
        restored = self.engine.restore(data)
        assert restored == self.state
        choices = self.engine.legal(self.state)
        assert choices.ways() > 0, "somebody is to act and can do nothing"
        assert self.state.turn is not None
        seen = self.state.view(self.state.turn)
        assert self.engine.legal(seen) == replace(choices, state=seen), "a seat may do otherwise than it knows"
        action = self.chosen(choices)
        assert self.engine.check(self.state, action).allowed
        state, printed = self.engine.apply(self.state, action)
        assert (state, printed) == self.engine.apply(restored, action)
        self.done.append((action, state, printed))
        self.state = state

    @precondition(lambda self: self.state.turn is not None)
    @rule(times=st.integers(1, 12))
    def go_on(self, times: int) -> None:
        for _time in range(times):
            if self.state.turn is not None:
                self.act()
                conserved(self.state)

    @precondition(lambda self: self.state.phase is Phase.PLAY)
    @rule()
    def try_what_is_refused(self) -> None:
        seat = self.state.turn
        assert seat is not None
        legal = self.engine.legal(self.state).cards
        before = self.state
        for card in self.state.deck.set(self.state.deck.all & ~legal):
            with pytest.raises(IllegalActionError):
                self.engine.apply(self.state, Play(seat, card))
        assert self.engine.legal(before).cards == legal

    @precondition(lambda self: self.state.turn is None)
    @rule()
    def it_is_over(self) -> None:
        assert self.engine.legal(self.state).ways() == 0

    def look(self) -> None:
        """Two states that differ only in what a seat cannot see look alike to it."""
        seat = self.rng.randrange(self.state.players)
        other = with_exchange(self.state, seat, self.rng) if self.state.result is None else None
        if other is not None:
            assert other != self.state
            assert other.view(seat) == self.state.view(seat)

    @invariant()
    def cards_are_conserved_and_somebody_can_act(self) -> None:
        conserved(self.state)
        assert (self.state.turn is None) == (self.state.phase is Phase.OVER)

    def teardown(self) -> None:
        if not hasattr(self, "state"):
            return
        while self.state.turn is not None:
            self.act()
            conserved(self.state)
        counted(self.engine, self.state)
        self.play_again()
        self.replay_what_is_written()

    def play_again(self) -> None:
        """The same actions from the same start lead to the same states, and tell the same."""
        state = self.start
        for action, after, printed in self.done:
            state, again = self.engine.apply(state, action)
            assert state == after and again == printed

    def replay_what_is_written(self) -> None:
        """The deal as the file of an example, replayed, tells of each event again."""
        states = [self.start, *(after for _action, after, _told in self.done)]
        begun = next((i for i, state in enumerate(states) if state.hands), len(states))
        if begun == len(states) or states[begun].result is not None or self.state.result is None:
            return
        deal = Deal(self.engine, states[begun])
        for action, _after, _told in self.done[begun:]:
            deal = deal.push(action)
        assert deal.state == self.state
        data = deal_record(deal)
        head: dict[str, object] = {"format": 1, "id": "own", "title": "Own", "ruleset": self.engine.ruleset.name}
        if self.start.chips is not None:
            head["holdings"] = dict.fromkeys(self.start.seats, CHIPS)
        again = replay(Record(ExampleFile.model_validate({**head, **data})), self.engine)
        printed = [event for _action, _after, events in self.done[begun:] for event in events]
        retold = [event for step in again.deal.moves for event in step.events]
        assert [event.kind for event in retold] == [event.kind for event in printed]
        assert retold == printed
        end = again.end
        if not self.engine.index.deals.talon_size(end.players):  # a file does not tell what is set aside unseen
            end = end._replace(talon=self.state.talon)
        assert end == self.state


SETTINGS = settings(
    max_examples=EXAMPLES,
    stateful_step_count=STEPS,
    phases=[
        HypothesisPhase.explicit,
        HypothesisPhase.generate,
    ],  # a failing deal is told by its seed; making it shorter takes minutes
)


@pytest.mark.parametrize("name", LIBRARY.ids())
def test_whole_deals(name: str) -> None:
    class Named(WholeDeal):
        pass

    Named.name = name
    run_state_machine_as_test(Named, settings=SETTINGS)
