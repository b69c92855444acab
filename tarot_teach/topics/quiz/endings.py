"""Endings of deals played by simple players in which one card decides, or in which points or tricks are to be counted, with their proofs."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from tarot_teach.advice.format import AdviceFile
from tarot_teach.cards import Card
from tarot_teach.engine import Engine
from tarot_teach.errors import SolveError
from tarot_teach.explain.proved import AMOUNTS, FEW_CARDS, Proof, ProvedLine
from tarot_teach.mechanisms.count import Targets
from tarot_teach.mechanisms.past_tricks import NeedsPastTricks
from tarot_teach.messages import _
from tarot_teach.solver import (
    Objective,
    OpenPlay,
    is_solved_by_positions,
    objective_of,
    play_on,
    unfit_ending,
    unfit_ruleset,
)
from tarot_teach.table import Play, State
from tarot_teach.topics.quiz.asked_deals import AskedDeals
from tarot_teach.topics.simulate.draws import Draws
from tarot_teach.topics.simulate.simple_deals import SimpleDeals
from tarot_teach.topics.tactics.facts import lowest_honour

FEWEST, MOST = 3, 8
"""The numbers of tricks that may be left in an ending."""
NODES = 100_000
"""The most positions that are searched for a value; an ending that needs more is left out."""
EASY_NODES = 300
"""The most positions for a value of an easy ending in a game in which the rules are asked at each, which takes longer."""


class _CutShortError(Exception):
    """A search has reached its limit."""


class _Moment(NamedTuple):
    """The turn of a seat: the state, the cards of its trick so far, and the card of the simple player."""

    state: State
    before: tuple[Card, ...]
    played: Card

    def mine(self, play: OpenPlay) -> int:
        """1 if the seat plays for a high value, else 0: the value that it plays for."""
        return int(self.state.turn in play.most)


class Endings:
    """Endings under one ruleset. A seed and a number of tricks give the same ending on any machine.

    ``compiled`` says if compiled code searches, and plays where there are very many deals; None: if numba is installed. The answers are the same.
    """

    def __init__(self, engine: Engine, advice: AdviceFile | None, compiled: bool | None = None) -> None:
        self.engine: Engine = engine
        self.advice: AdviceFile | None = advice
        self.compiled: bool | None = compiled
        self._reasons: dict[tuple[str | None, Objective], str] = {}

    @cached_property
    def deals(self) -> SimpleDeals:
        """The deals whose endings are looked at: of simple players where positions are solved, else of players who bid like people."""
        index = self.engine.index
        if any(not unfit_ruleset(self.engine, index.under(contract)) for contract in index.contracts or (None,)):
            return SimpleDeals(self.engine, self.advice, compiled=self.compiled is not False)
        asked = AskedDeals(self.engine, self.advice)
        return SimpleDeals(self.engine, self.advice, steps=lambda seed: asked.steps(random.Random(seed), well=True))

    @cached_property
    def most(self) -> int:
        """The most tricks that may be left."""
        return min(MOST, self.engine.index.deals.tricks(len(self.engine.seats())) - 1)

    @property
    def petit(self) -> int:
        """The card that the objective of that name is about, as a mask; 0 where the pack marks none."""
        return lowest_honour(self.engine.ruleset.deck)

    def unfit(self, objective: Objective) -> str:
        """The first reason why no ending under the ruleset can be solved for an objective; empty where some can."""
        reasons = [self.unfit_under(contract, objective) for contract in self.engine.index.contracts or (None,)]
        return "" if "" in reasons else reasons[0]

    def unfit_under(self, contract: str | None, objective: Objective) -> str:
        """The reason why no ending under a contract is asked about for an objective, looked for once; empty where some are."""
        if (contract, objective) not in self._reasons:
            self._reasons[contract, objective] = self._reason(contract, objective)
        return self._reasons[contract, objective]

    def _reason(self, contract: str | None, objective: Objective) -> str:
        engine, index = self.engine, self.engine.index.under(contract)
        if is_solved_by_positions(engine, contract):
            if reasons := unfit_ruleset(engine, index):
                return reasons[0]
            if objective is Objective.MADE and index.first(Targets) is None:
                return _("no contract is made by card points")
            if objective is Objective.PETIT and not self.petit:
                return _("the pack has no {petit}").format(petit=engine.ruleset.terms["petit"])
        elif reason := unfit_ending(engine, contract, objective):
            return reason
        if objective in AMOUNTS and objective is not objective_of(engine, contract):
            return _("that is not what the game is played for")
        rules = (*index.narrows, *index.keeps, *index.exempts, *index.wins, *index.moves, *index.after_trick)
        if not is_solved_by_positions(engine, contract) and any(isinstance(rule, NeedsPastTricks) for rule in rules):
            return _("a rule asks for what has been played before")
        return ""

    def find(self, objective: Objective, seed: int, tricks: int, *, easy: bool = False) -> Proof | None:
        """The ending of the deal of a seed, with so many tricks left; None where it has none that can be asked about.

        Where a contract or a card is in question, it is the first moment of the trick at which one card is right, and others are wrong;
        those that come to the same are one. Where points or tricks are, it is the lead, if not all cards bring the same. An ending that
        reaches the limit of nodes is none, nor is one in which something is still owed. With ``easy``, neither is one of many different
        cards, nor one that the simple player misses.
        """
        unplayed = self.petit if objective is Objective.PETIT else 0
        trick = self.deals.trick(seed, tricks, unplayed, to_end=objective in AMOUNTS)
        if trick is None:
            return None
        state = trick.plays[0][0]
        if self.unfit_under(state.auction.contract, objective):
            return None
        moments = [_Moment(here, here.trick.cards, card) for here, card in trick.plays]
        try:
            by_positions = is_solved_by_positions(self.engine, state.auction.contract)
            nodes = EASY_NODES if easy and not by_positions else NODES
            play = OpenPlay(self.engine, state, objective, nodes, self.compiled)
            if play.ending is not None and not play.ending.is_settled:
                return None
            if objective in AMOUNTS:
                return self._amount(play, moments[0], trick.rest, easy=easy)
            return self._only_card(play, moments, easy=easy)
        except (SolveError, _CutShortError):
            return None

    def _only_card(self, play: OpenPlay, moments: Sequence[_Moment], *, easy: bool) -> Proof | None:
        """The first moment of a trick at which one card and its like bring the side of their seat what it plays for, and others do not."""
        if play.objective is Objective.PETIT and not any(hand & self.petit for hand in play.state.hands):
            return None
        value = _value(play)
        for moment in moments:
            if value != moment.mine(play):
                continue  # every card of a side that has lost keeps the value
            groups = play.alike(moment.before)
            keep = (group for group in groups if _value(play, (*moment.before, group[0])) == value)
            keeping = [*islice(keep, 2)]
            if len(groups) > 1 and len(keeping) == 1:
                if easy and (len(groups) > FEW_CARDS or moment.played not in keeping[0]):
                    return None
                return self._decided(play, moment, groups, keeping[0])
            if not any(moment.played in group for group in keeping):
                value = _value(play, (*moment.before, moment.played))
        return None

    def _decided(self, play: OpenPlay, moment: _Moment, groups: list[list[Card]], right: list[Card]) -> Proof:
        """The proof that of groups of cards one is right."""
        mine = moment.mine(play)
        cards = sorted((card for group in groups for card in group), key=lambda card: card.index)
        values = {card: mine if card in right else 1 - mine for card in cards}
        shown = (right[0], *(card for card in cards if card not in right))
        lines = {card: self._line(play, moment, card, values[card]) for card in shown}
        return Proof.of(play, moment.state, values, lines, len(groups), moment.played)

    def _amount(self, play: OpenPlay, moment: _Moment, rest: Sequence[Card], *, easy: bool) -> Proof | None:
        """The proof of a lead after which cards bring different points or tricks; None where all bring the same."""
        if play.ending is not None and not play.ending.ended(rest):
            return None  # somebody has ended the play
        different, simple = len(play.alike()), _value(play, rest)
        if easy and (different > FEW_CARDS or _value(play) != simple):
            return None
        found = dict(play.each_card())
        if not all(value.exact for value in found.values()):
            raise _CutShortError
        values = {card: value.low for card, value in found.items()}
        if len({*values.values()}) < 2:
            return None
        best = (max if moment.mine(play) else min)(values.values())
        cards = [card for card in values if values[card] == best]
        card = moment.played if moment.played in cards else cards[0]
        lines = {card: self._line(play, moment, card, best)}
        return Proof.of(play, moment.state, values, lines, different, moment.played, simple)

    def _line(self, play: OpenPlay, moment: _Moment, card: Card, value: int) -> ProvedLine:
        """Best play from a card to the end: what the simple player plays, wherever that costs nothing."""
        plays, draws = list[tuple[int, Card]](), Draws(0, 0)
        state, cards = moment.state, [*moment.before]
        while True:
            assert state.turn is not None
            plays.append((state.turn, card))
            cards.append(card)
            state, _events = self.engine.apply(state, Play(state.turn, card))
            state = play_on(self.engine, state)
            if state.turn is None:
                return ProvedLine(tuple(plays), state)
            card = self._keeping(play, cards, state, value, draws)

    def _keeping(self, play: OpenPlay, before: Sequence[Card], state: State, value: int, draws: Draws) -> Card:
        """A card that keeps the value: that of the simple player if it does. A side that has lost keeps it with every card."""
        choices = self.engine.legal(state)
        action = self.deals.simulator.decision(state, choices, draws).action
        assert isinstance(action, Play)
        lost = play.objective not in AMOUNTS and value != int(state.turn in play.most)
        cards = [action.card, *(card for card in state.deck.set(choices.cards) if card != action.card)]
        kept = (card for card in cards[:-1] if lost or _value(play, (*before, card)) == value)
        return next(kept, cards[-1])


def _value(play: OpenPlay, played: Sequence[Card] = ()) -> int:
    """The value after some cards. Raises _CutShortError where the limit of nodes is reached."""
    value = play.value(played)
    if not value.exact:
        raise _CutShortError
    return value.low
