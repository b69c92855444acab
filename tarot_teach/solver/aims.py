"""The aims of a game for the search of endings: whose result an aim is, and how the result is counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from tarot_teach.cards import Card
from tarot_teach.engine import Engine
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.mechanisms.bonus_events import AllTricksFact, PointsBonusFact
from tarot_teach.mechanisms.count import ExactTricks, InGroups, MoreThanOrAnnounced, MoreTricksThanEach
from tarot_teach.mechanisms.count.with_card import TrickWithCard
from tarot_teach.mechanisms.interfaces import Judges, MakesOutcomes
from tarot_teach.mechanisms.situation import takers_side
from tarot_teach.messages import _
from tarot_teach.solver.endings_search import MORE_THAN_EACH, POINTS, TRICKS, AimWords
from tarot_teach.solver.start import Objective
from tarot_teach.table import Outcome, State
from tarot_teach.words.records import CARDS, plain


class NoAimError(ValueError):
    """An objective that a game does not have, or that cannot be computed; the message is the reason."""


@dataclass(frozen=True, slots=True)
class Measure:
    """The count of a pile, in half-points: ``worth`` by card, less ``loss`` by the number of cards of the mask
    ``grouped``, which are counted in groups of ``group``."""

    worth: tuple[int, ...]
    grouped: int = 0
    group: int = 1
    loss: tuple[int, ...] = (0,) * (CARDS + 1)

    def halves(self, pile: int) -> int:
        """The count of a pile."""
        cards = sum(worth for card, worth in enumerate(self.worth) if pile >> card & 1)
        return cards - self.loss[(pile & self.grouped).bit_count()]


@lru_cache(maxsize=64)
def measure_of(engine: Engine, contract: str | None) -> Measure | None:
    """The count of a pile under a contract: by card points, or by game points of captured cards; None where no
    card counts, or not by itself."""
    index, deck = engine.index.under(contract), engine.ruleset.deck
    groups = index.counts_piles
    if isinstance(groups, InGroups):
        loss = tuple(groups.loss(number) for number in range(CARDS + 1))
        worth = tuple(card.halves for card in deck.cards)
        return Measure(worth, deck.all & ~groups.single, groups.group, loss)
    if groups is not None:
        return None
    if index.counts_points:
        return Measure(tuple(card.halves for card in deck.cards))
    return _by_game_points(engine, contract)


def _by_game_points(engine: Engine, contract: str | None) -> Measure | None:
    """The count of a pile by the game points of its cards, where each player scores them; None where they are not
    what each card brings, more or less by the number of cards."""
    deck, scorer = engine.ruleset.deck, engine.scorer.under(contract)
    if scorer.has_sides:
        return None

    def score(cards: Sequence[Card]) -> Fraction:
        pile = sum(card.bit for card in cards)
        outcome = Outcome(seat=0, contract=contract, pile=pile, cards=len(cards), halves=deck.halves_of(pile))
        return 2 * scorer.points_so_far(outcome)

    worth = [score([card]) for card in deck.cards]
    loss = [sum(worth[:number], Fraction(0)) - score(deck.cards[:number]) for number in range(len(deck.cards) + 1)]
    parts = [deck.cards[i::step] for step in (2, 3, 5) for i in range(step)]
    if not any(worth) or any(each.denominator > 1 for each in (*worth, *loss)):
        return None
    found = Measure(tuple(map(int, worth)), deck.all, CARDS, (*map(int, loss), *[0] * (CARDS - len(deck.cards))))
    fits = all(score(part) == found.halves(sum(card.bit for card in part)) for part in parts)
    return found if fits else None


def plays_for(engine: Engine, contract: str | None) -> Objective:
    """The usual aim of a contract: card points, tricks, or the contract alone, where neither of these counts."""
    index = engine.index.under(contract)
    judge = index.first(Judges)
    if isinstance(judge, ExactTricks):
        return Objective.MADE
    if isinstance(judge, TrickWithCard):
        return Objective.TRICKS
    return Objective.TRICKS if measure_of(engine, contract) is None else Objective.POINTS


def unfit_aim(engine: Engine, contract: str | None, objective: Objective) -> str:
    """The reason why an objective is none under a contract; empty where it is one."""
    index = engine.index.under(contract)
    judge = index.first(Judges)
    if index.first(MakesOutcomes) is None:
        return _("no rule says whose cards are counted")
    if objective is Objective.SCORE:
        return _("the score of a deal follows from more than the search knows: ask for what the game plays for")
    if objective is Objective.PETIT:
        return _("who gets one card is asked in games that are solved in another way")
    if isinstance(judge, TrickWithCard) and objective in (Objective.POINTS, Objective.MADE):
        return _("the search does not know of a card that has to win a certain trick: ask for tricks")
    if objective is Objective.POINTS:
        if isinstance(judge, ExactTricks):
            return _("no card points count in a game for a number of tricks")
        if measure_of(engine, contract) is None:
            return _("no card counts anything by itself: ask for tricks")
    if objective in (Objective.TRICKS, Objective.ALL_TRICKS) and index.avoids_tricks:
        return _("tricks are avoided: ask whether the contract is made")
    if objective is Objective.MADE:
        if judge is None:
            return _("nobody plays a contract")
        if judge.asks:
            return _("the points that are needed depend on what else is won")
    return ""


def side_of(state: State) -> tuple[int, ...]:
    """The seats whose result is asked for: the taker's side, the party of the seat to act, or that seat alone,
    against which all others are taken to play."""
    if state.auction.taker is not None:
        return takers_side(state)
    return state.side(state.turn or 0)


def seats_for_most(engine: Engine, state: State) -> tuple[int, ...]:
    """The seats that play for a high result: those whose result it is, or all others where what a player wins
    costs it."""
    side = side_of(state)
    if state.auction.taker is not None or not engine.rules(state).avoids_tricks:
        return side
    return tuple(seat for seat in range(state.players) if seat not in side)


@dataclass(frozen=True, slots=True)
class Aim:
    """The aim of a search in one state: its words, the ``seats`` whose result it is, those that play for ``most``, and
    the value of which it is asked if the contract ``needs`` one."""

    words: AimWords
    seats: tuple[int, ...]
    most: tuple[int, ...]
    needs: int | None = None


def aim_of(engine: Engine, state: State, objective: Objective) -> Aim:
    """The aim of a search from a state on. Raises NoAimError."""
    contract, index = state.auction.contract, engine.rules(state)
    if reason := unfit_aim(engine, contract, objective):
        raise NoAimError(reason)
    judge, seats, most = index.first(Judges), side_of(state), seats_for_most(engine, state)
    words = _common(engine, state, index, seats)
    words.side = _mask(most)
    if objective is Objective.MADE and isinstance(judge, ExactTricks):
        words.kind, words.by_winners = TRICKS, 1
        everybody = (1 << state.players) - 1
        words.counting = everybody & ~words.side if judge.all else words.side
        words.by_tricks = [int(number == judge.number) for number in range(CARDS)]
        return Aim(words, seats, most)
    if objective is Objective.MADE and isinstance(judge, MoreTricksThanEach):
        words.kind, words.by_winners = MORE_THAN_EACH, 1
        return Aim(words, seats, most)
    if objective in (Objective.TRICKS, Objective.ALL_TRICKS):
        words.kind = TRICKS
        words.by_tricks = [*range(CARDS)]
        return Aim(words, seats, most)
    if objective is Objective.MADE and judge is not None:
        return Aim(words, seats, most, _needed(index, state, judge))
    return Aim(words, seats, most)


def _common(engine: Engine, state: State, index: RuleIndex, seats: tuple[int, ...]) -> AimWords:
    """The words of an aim at card points, of which other aims change some."""
    words, measure, debts = plain(AimWords), measure_of(engine, state.auction.contract), index.settles_debt
    words.kind, words.counting, words.last_trick = POINTS, _mask(seats), index.added_halves
    words.with_side_pile = int(state.auction.taker is not None)
    if measure is not None:
        for card, worth in enumerate(measure.worth):
            words.worth[card] = worth
        words.grouped, words.group, words.loss = measure.grouped, measure.group, [*measure.loss]
    else:
        words.group = 1
    if state.aside:
        for seat in seats:
            words.before |= state.aside[seat]
    if debts is not None:
        words.owed, words.surrendered = debts.halves, int(not debts.stays)
    words.free = int(not any(rule.payable for rule in index.moves))
    words.by_winners = int(bool(index.ends_play))
    return words


def _mask(seats: Sequence[int]) -> int:
    return sum(1 << seat for seat in seats)


def _needed(index: RuleIndex, state: State, judge: Judges) -> int:
    """The least half-points with which a contract is made. Raises NoAimError where the deal may be won otherwise."""
    at_stake = {
        getattr(rule, "item", "")
        for rule in index.observing.values()
        if issubclass(rule.observes, AllTricksFact | PointsBonusFact)
    }
    if isinstance(judge, MoreThanOrAnnounced) and any(done.option in at_stake for done in state.chosen):
        raise NoAimError(_("the deal is staked on a bonus that was announced"))
    return _least_made(index, state.auction.contract)


@lru_cache(256)
def _least_made(index: RuleIndex, contract: str | None) -> int:
    """The least half-points with which a contract is made by the rules in force, whatever else comes of the deal; more than there are where none are
    enough."""
    judge, outcome, most = index.first(Judges), Outcome(contract=contract), index.ruleset.deck.halves
    assert judge is not None
    return next((halves for halves in range(most + 1) if judge.judge(replace(outcome, halves=halves))[1]), most + 1)
