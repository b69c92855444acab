"""A position to be solved, and the rules by which: whole numbers, made from a state of the engine."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache, reduce
from operator import or_
from typing import NamedTuple

from tarot_teach.cards import Card, Deck
from tarot_teach.engine import Engine
from tarot_teach.engine.phases.tricks import TricksStage
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.errors import Problem, SolveError
from tarot_teach.mechanisms.count import Targets
from tarot_teach.mechanisms.honours import HONOUR
from tarot_teach.mechanisms.interfaces import LimitsFirstLead
from tarot_teach.mechanisms.play import (
    ExcuseLastTrick,
    ExcuseWinsSlam,
    KeepExcuse,
    MustFollowSuit,
    MustOvertrump,
    MustTrump,
)
from tarot_teach.mechanisms.situation import takers_side, won_all_before
from tarot_teach.messages import _
from tarot_teach.order import Order
from tarot_teach.solver import layout as at
from tarot_teach.solver.known_rules import unfit_rules, unknown_rules
from tarot_teach.solver.scores import ScoreTable, score_table, unfit_scores
from tarot_teach.table.state import Phase, State

ROW_BITS = 63
"""Bits for the row of seats that hold the cards of a suit."""


class Rules(NamedTuple):
    """A pack and the rules of a contract in tables.

    ``suits`` are the cards of each suit from the lowest up, plain suits, trumps and Excuse; ``honours`` are masks by
    suit, ``petit`` one of trumps. ``targets`` are half-points by honours. The others stand in the array of the search
    as they are here.
    """

    deck: Deck
    players: int
    suits: tuple[tuple[Card, ...], ...]
    honours: tuple[int, ...]
    narrows: int
    pays: int
    last_excuse: int
    last_pays: int
    targets: tuple[int, ...]
    petit: int
    slam: int

    def __hash__(self) -> int:
        """A hash of a few parts, since what follows from rules is looked up for each position."""
        return hash((self.players, self.narrows, self.targets))

    @property
    def trumps(self) -> int:
        """The number of the suit of trumps."""
        return len(self.suits) - 2

    @property
    def seat_bits(self) -> int:
        """The bits of a seat in a row of seats."""
        return seat_bits(self.players)

    @property
    def step(self) -> int:
        """The number of half-points of which all results are multiples: 2 if every trick brings an even number, as with four players."""
        halves = [card.halves for cards in self.suits for card in cards]
        paid = [self.pays] if self.suits[-1] else []
        if self.last_excuse == at.TO_OTHER_SIDE:
            paid.append(self.last_pays)
        return 1 if self.players % 2 or any(number % 2 == 0 for number in halves + paid) else 2

    def number(self, card: Card) -> int:
        """The number of a card."""
        return _numbers(self)[card]

    def card(self, number: int) -> Card:
        """The card of a number."""
        return self.suits[number // at.RANKS][number % at.RANKS]

    def by_suit(self, mask: int) -> tuple[int, ...]:
        """Cards of the deck as masks by suit."""
        return tuple(sum(1 << i for i, card in enumerate(cards) if card.bit & mask) for cards in self.suits)


class Position(NamedTuple):
    """A position with all cards known.

    ``hands`` are masks by seat and suit at the beginning of the trick, ``played`` the numbers of its cards so far.
    ``takers`` are the seats of the taker's side as a mask; ``halves`` and ``honours`` are what that side has already,
    paid debts and unpaid ones settled; ``petit`` is 1 if it has the Petit; of ``tricks_by``, 1 stands for a trick won
    by the taker's side and 2 for one by the other. ``scores`` are the game points of all ends of the deal, where they
    are asked for. Cards of tricks after this one may follow among those that are ``played``.
    """

    rules: Rules
    hands: tuple[tuple[int, ...], ...]
    leader: int
    played: tuple[int, ...]
    takers: int
    halves: int
    honours: int
    petit: int = 0
    tricks_by: int = 3
    scores: ScoreTable | None = None

    @property
    def tricks(self) -> int:
        """Tricks to be played, with the one that has begun."""
        return sum(mask.bit_count() for mask in self.hands[0])


def position_of(engine: Engine, state: State, scores: bool = False) -> Position:
    """The position of a deal in play, with the ``scores`` of all its ends if they are to be had. Raises SolveError with
    all reasons why it cannot be solved."""
    index = engine.rules(state)
    reasons = unfit_ruleset(engine, index) or [*_unfit_state(index, state)]
    if scores and not reasons:
        reasons = [*unfit_scores(index, state)]
    if reasons:
        raise _refused(engine, reasons)
    rules = rules_of(index, state.players)
    hands = list(state.hands)
    for seat, card in state.trick.by(state.players):
        hands[seat] |= card.bit
    side = takers_side(state)
    pile = reduce(or_, (state.piles[seat] for seat in side), state.side_piles[0])
    owed = sum((debt.owner in side) - (debt.creditor in side) for debt in state.debts)
    unplayed = reduce(or_, state.hands, state.trick.mask)
    halves, honours = state.deck.halves_of(pile) - owed * rules.pays, state.deck.marks[HONOUR]
    position = Position(
        rules=rules,
        hands=tuple(rules.by_suit(hand) for hand in hands),
        leader=state.trick.leader,
        played=tuple(rules.number(card) for card in state.trick.cards),
        takers=sum(1 << seat for seat in side),
        halves=halves,
        honours=(pile & honours).bit_count(),
        petit=int(bool(pile & state.deck.marks.get("petit", 0))),
        tricks_by=_tricks_by(state, side),
    )
    if not scores:
        return position
    if halves < 0:
        raise _refused(engine, [_("the taker's side owes more than it has won")])
    of_halves = range(halves, halves + state.deck.halves_of(unplayed) + 1, rules.step)
    of_honours = range(position.honours, position.honours + (unplayed & honours).bit_count() + 1)
    table = score_table(engine, state, of_halves, of_honours)
    if any(list(row) != sorted(row) for rows in table for row in rows):
        raise _refused(engine, [_("more card points can bring a lower score")])
    return position._replace(scores=table)


def unfit_play(engine: Engine) -> str:
    """The reason why play in a phase does not fit: not all play to each trick; empty where it fits."""
    if any(stage.phase is Phase.PLAY and type(stage) is not TricksStage for stage in engine.phases):
        return _("the cards are not played to tricks to which all play")
    return ""


def unfit_ruleset(engine: Engine, index: RuleIndex) -> list[str]:
    """Reasons why no position under the rules in force can be solved."""
    if other_play := unfit_play(engine):
        return [other_play]
    return [] if _fits(index) else [*unknown_rules(index)] or [*unfit_rules(index), *_unfit_order(index)]


def _tricks_by(state: State, side: Collection[int]) -> int:
    """The sides that have won a trick, as in a position."""
    others, number = [seat for seat in range(state.players) if seat not in side], len(state.tricks)
    return int(not won_all_before(state, others, number)) + 2 * (not won_all_before(state, side, number))


def _refused(engine: Engine, reasons: list[str]) -> SolveError:
    """The error for a position that the solver cannot take."""
    message, name = _("the solver cannot take this position of {name}: {reason}"), engine.ruleset.name
    hint = _("take another example, or another trick")
    return SolveError([Problem.of("solve.unfit", message, hint=hint, name=name, reason=reason) for reason in reasons])


@lru_cache(maxsize=16)
def _fits(index: RuleIndex) -> bool:
    """True if there is no reason in the rules against a position."""
    return not any((*unknown_rules(index), *unfit_rules(index), *_unfit_order(index)))


@lru_cache(maxsize=16)
def rules_of(index: RuleIndex, players: int) -> Rules:
    """The tables of rules that fit."""
    deck = index.ruleset.deck
    suits = tuple(tuple(deck.set(mask)) for mask in _suits(index.order))
    suits = tuple(tuple(sorted(cards, key=lambda card: _place(index.order, card))) for cards in suits)
    suits = (*suits, tuple(deck.set(deck.excuse)))
    honours = deck.marks[HONOUR]
    codes = {MustFollowSuit.__name__: at.FOLLOW, MustTrump.__name__: at.TRUMP, MustOvertrump.__name__: at.OVERTRUMP}
    narrows = sum(codes[type(rule).__name__] << 2 * i for i, rule in enumerate(index.narrows))
    last, kept = index.first(ExcuseLastTrick), index.first(KeepExcuse)
    pays = min((card.halves for card in deck.set(kept.payable)), default=0) if kept else 0
    targets, slam = index.first(Targets), index.first(ExcuseWinsSlam)
    return Rules(
        deck=deck,
        players=players,
        suits=suits,
        honours=tuple(sum(1 << i for i, card in enumerate(cards) if card.bit & honours) for cards in suits),
        narrows=narrows,
        pays=pays,
        last_excuse=at.LIKE_ANY_TRICK if last is None else at.TO_WINNER if last.to == "winner" else at.TO_OTHER_SIDE,
        last_pays=pays if last is not None and last.compensated else 0,
        targets=tuple(2 * targets.by_honours[n] for n in range(honours.bit_count() + 1)) if targets else (),
        petit=sum(1 << i for i, card in enumerate(suits[-2]) if card.bit & deck.marks.get("petit", 0)),
        slam=at.NEVER if slam is None else at.LED_ONLY if slam.how == "led" else at.PLAYED_TO,
    )


@lru_cache(maxsize=16)
def _numbers(rules: Rules) -> dict[Card, int]:
    """The number of each card."""
    return {card: suit * at.RANKS + place for suit, cards in enumerate(rules.suits) for place, card in enumerate(cards)}


def seat_bits(players: int) -> int:
    """The bits that a seat needs."""
    return (players - 1).bit_length()


def _suits(order: Order) -> list[int]:
    """The suits of an order as masks, the trumps last; no card where there are none."""
    plain = [mask for mask in order.suits.values() if mask and not mask & order.trumps]
    return [*plain, order.trumps]


def _place(order: Order, card: Card) -> int:
    """The place of a card in its suit, from the lowest."""
    suit = next(mask for mask in _suits(order) if mask & card.bit)
    return -(order.beats[card.index] & suit).bit_count()


def _unfit_order(index: RuleIndex) -> Iterator[str]:
    """Reasons why the pack and its order do not fit the tables."""
    deck, order = index.ruleset.deck, index.order
    suits = _suits(order)
    no_suit = deck.mask(card for card in deck.cards if not order.follows[card.index])
    honours = deck.marks.get(HONOUR, 0)
    equal = any(step.bit_count() > 1 for suit in order.suits for step in order.steps(suit))
    for unfit, reason in (
        (order.power != order.trumps, _("trumps win only where they follow")),
        (sum(bool(mask & order.trumps) for mask in order.suits.values()) > 1, _("there are several suits of trumps")),
        (no_suit != deck.excuse or deck.excuse.bit_count() > 1, _("several cards belong to no suit")),
        (equal, _("there are equal cards, of which the later wins")),
        (not honours, _("the pack has no honours")),
        (
            len(suits) >= at.SUITS or max(mask.bit_count() for mask in suits) >= at.RANKS,
            _("the pack has too many suits, or suits too long, for its tables"),
        ),
        (honours.bit_count() > at.HONOURS, _("the pack has too many honours for its tables")),
    ):
        if unfit:
            yield reason


def _unfit_state(index: RuleIndex, state: State) -> Iterator[str]:
    """Reasons why a state cannot be solved by rules that fit."""
    if state.phase is not Phase.PLAY or state.turn is None:
        yield _("no card is to be played")
        return
    places = (*state.hands, *state.piles, *state.side_piles, state.trick.mask, state.dead)
    sizes = [hand.bit_count() + (seat in dict(state.trick.by(state.players))) for seat, hand in enumerate(state.hands)]
    called = state.auction.called
    takers = takers_side(state)
    holders = [] if called is None else [seat for seat, hand in enumerate(state.hands) if hand & called.bit]
    for unfit, reason in (
        (any(state.unseen), _("not all hands are known")),
        (
            reduce(or_, places) != state.deck.all or sum(map(int.bit_count, places)) != len(state.deck.cards),
            _("not all cards of the deal are known, each once"),
        ),
        (len({*sizes}) > 1, _("the hands are not of the same size")),
        (state.players > at.SEATS, _("its tables have room for {seats} players").format(seats=at.SEATS)),
        (
            seat_bits(state.players) * max(map(int.bit_count, _suits(index.order))) > ROW_BITS,
            _("there are too many players for suits so long"),
        ),
        (not takers, _("nobody is the taker")),
        (any(seat not in takers for seat in holders), _("the called card is held by nobody of the taker's side")),
        (
            called is not None and state.number == 1 and not state.trick.cards and index.all(LimitsFirstLead),
            _("the first lead is still to come, and may not be in the suit of the called card"),
        ),
    ):
        if unfit:
            yield reason
