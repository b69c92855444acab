"""Slovenian tarok beside the program OpenSpiel, and beside the rules written a second time: what may be bid, laid away and played, who wins
each trick, and what the players score. ``OPENSPIEL_DEALS`` is the number of deals for each number of players, ``OPENSPIEL_FROM`` the first;
where it is set, OpenSpiel has to be there."""

from __future__ import annotations

import importlib
import os
import random
from collections import Counter
from typing import Any

import pytest
from naive import slovenian as naive

from tarot_teach.cards import Card
from tarot_teach.engine import Engine
from tarot_teach.engine.setup import Setup
from tarot_teach.table import NOTHING, PASS, Bid, Choose, Phase, Play, State
from tests.helpers import LIBRARY, with_card

try:
    pyspiel: Any = importlib.import_module("pyspiel")
except ImportError:
    if "OPENSPIEL_DEALS" in os.environ:
        raise
    pytest.skip("OpenSpiel is not installed: pip install open_spiel", allow_module_level=True)

DEALS = int(os.environ.get("OPENSPIEL_DEALS", "20"))
FIRST = int(os.environ.get("OPENSPIEL_FROM", "0"))
BIDS = {i + 1: name for i, name in enumerate(("klop", *naive.VALUES))}
NAMES = {4: "slovenian-pagat", 3: "slovenian-pagat-3"}


class Pair:
    """One deal in both programs."""

    def __init__(self, engine: Engine, players: int, seed: int) -> None:
        self.rng, self.engine, self.players = random.Random(seed), engine, players
        self.other = pyspiel.load_game(f"tarok(players={players},rng_seed=1)").deserialize_state(str(seed))
        deck = engine.ruleset.deck
        self.cards: list[Card] = [deck.by_code[code] for code in naive.PACK]
        self.number = {card: i for i, card in enumerate(self.cards)}
        self.talon = [self.cards[card] for card in self.other.talon()]
        self.hands = [[self.cards[card] for card in self.other.player_cards(seat)] for seat in range(players)]
        masks = tuple(map(deck.mask, self.hands))
        setup = Setup(
            engine.seats(players),
            players - 1,
            masks,
            (0,) * players,
            deck.mask(self.talon),
            order=tuple(self.talon),
        )
        self.state: State = setup.deal(engine, "bid").start
        self.found = Counter[str]()

    def act(self, theirs: int | None, *ours: Any) -> None:
        """An action in both programs."""
        if theirs is not None:
            self.other.apply_action(theirs)
        for action in ours:
            self.state, _events = self.engine.apply(self.state, action)

    def bid(self, wanted: str) -> None:
        """The auction, in which one contract is aimed at; some bids are drawn from all that are open."""
        while self.state.phase is Phase.BID:
            seat, may = self.state.turn, {BIDS.get(bid, PASS) for bid in self.other.legal_actions()}
            assert seat == self.other.current_player()
            ours = set(self.engine.legal(self.state).bids)
            assert ours == {PASS if bid == "klop" else bid for bid in may}
            passes = [bid for bid in (PASS, "klop") if bid in may]
            if wanted in may and (self.rng.random() < 0.6 or not passes):
                bid = wanted
            elif self.rng.random() < 0.15 or not passes:
                bid = self.rng.choice(sorted(may))
            else:
                bid = passes[0]
            number = next((i for i, name in BIDS.items() if name == bid), 0)
            self.act(number, Bid(seat, PASS if bid == "klop" else bid))

    def exchange(self, deal: naive.Deal) -> None:
        """King, part of the talon, and cards laid away."""
        seat, deck = self.state.auction.taker, self.engine.ruleset.deck
        assert seat is not None
        if self.state.phase is Phase.CALL:
            king = self.rng.choice(self.other.legal_actions())
            assert self.engine.legal(self.state).picks[0].cards == deck.mask(
                self.cards[k] for k in self.other.legal_actions()
            )
            deal.king = self.cards[king].code
            self.act(king, with_card(self.engine, self.state, self.cards[king]))
            deal.partner = self.state.auction.partner
        part = self.rng.choice(self.other.legal_actions())
        pick = self.engine.legal(self.state).picks[part]
        size = len(self.talon) // len(self.engine.legal(self.state).picks)
        deal.taken = {card.code for card in self.talon[part * size : (part + 1) * size]}
        self.act(part, Choose(seat, pick.rule, pick.option))
        (pick,) = self.engine.legal(self.state).picks
        away = 0
        for _card in range(pick.most):
            free = pick.cards & ~away if not pick.obliged & ~away else pick.obliged & ~away
            may = self.other.legal_actions()
            assert {self.cards[card].bit for card in may} == {card.bit for card in deck.set(free)}
            card = self.rng.choice(may)
            away |= self.cards[card].bit
            self.other.apply_action(card)
        deal.away = {card.code for card in deck.set(away)}
        self.act(None, pick.action(seat, deck, away))

    def play(self) -> naive.Deal:
        """The whole deal, by each of the three."""
        auction, deck = self.state.auction, self.engine.ruleset.deck
        contract = str(auction.contract)
        deal = naive.Deal(contract, self.players, [card.code for card in self.talon], auction.taker or 0)
        if contract in naive.TALON:
            self.exchange(deal)
        while self.state.phase is Phase.ANNOUNCE:
            assert self.state.turn is not None
            self.act(None, Choose(self.state.turn, self.state.asked[0][0], NOTHING))
        trick: list[str] = []
        leader = self.state.turn or 0
        while self.state.turn is not None:
            seat, hand = self.state.turn, {card.code for card in self.state.hand(self.state.turn)}
            assert seat == self.other.current_player()
            ours = {card.code for card in deck.set(self.engine.legal(self.state).cards)}
            theirs = {self.cards[card].code for card in self.other.legal_actions()}
            assert ours == naive.allowed(hand, trick, contract)
            assert theirs == naive.allowed(hand, trick, contract, naive.OPENSPIEL)
            self.found["plays"] += 1
            if ours != theirs:
                self.found["pagat from the suit led"] += 1
            both = sorted(ours & theirs)
            if not both:
                return deal
            code = self.rng.choice(both)
            trick.append(code)
            self.act(self.number[deck.by_code[code]], Play(seat, deck.by_code[code]))
            if len(trick) == self.players:
                won_by = (leader + naive.winner(trick, contract)) % self.players
                deal.tricks.append((leader, trick, won_by))
                assert self.state.tricks[-1].winner == won_by
                leader, trick = won_by, []
        return deal


@pytest.mark.parametrize("players", [4, 3])
def test_deals_at_random_are_those_of_openspiel(players: int) -> None:
    engine, found = Engine(LIBRARY.load(NAMES[players])), Counter[str]()
    contracts = ["klop", *(name for name in naive.VALUES if name in engine.index.ranking)]
    for seed in range(FIRST, FIRST + DEALS):
        pair = Pair(engine, players, seed)
        if any(not any(card.suit.id == "taroks" for card in hand) for hand in pair.hands):
            assert pair.state.result is not None and pair.state.result.void == "void.no_taroks"
            found["void"] += 1
            continue
        pair.bid(contracts[seed % len(contracts)])
        deal = pair.play()
        found += pair.found
        if pair.state.turn is not None:
            continue
        found[deal.contract] += 1
        assert pair.other.is_terminal()
        assert list(pair.other.returns()) == naive.scores(deal, naive.OPENSPIEL)
        result = pair.state.result
        assert result is not None and [int(score) for score in result.scores] == naive.scores(deal)
        for deviation in naive.OPENSPIEL:
            found[deviation] += naive.scores(deal) != naive.scores(deal, {deviation})
    print(players, dict(sorted(found.items())))  # shown where the test fails, and by pytest -s
    assert sum(found[contract] for contract in contracts) > 0.9 * DEALS
    if DEALS >= 2000:
        assert all(found[contract] for contract in contracts)
