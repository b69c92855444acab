"""Warnings for rules that a ruleset can play with and its author has hardly meant: they cannot matter, or their words say otherwise."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any

from tarot_teach.cards import halves_text
from tarot_teach.engine import Engine, Setup
from tarot_teach.errors import Problem
from tarot_teach.loading.bind import marked_in
from tarot_teach.loading.quantities import Quantities
from tarot_teach.mechanisms import Mechanism
from tarot_teach.mechanisms.base import Within
from tarot_teach.mechanisms.bid import NeedsCards
from tarot_teach.mechanisms.interfaces import Contract
from tarot_teach.mechanisms.pots import KeepsPot
from tarot_teach.messages import _, as_words
from tarot_teach.rules import Rule, Ruleset
from tarot_teach.table import PASS, Phase, State

AUCTIONS = 20_000
"""The number of positions in auctions that are looked at for a contract that can never be bid."""
_FIGURE = re.compile(r"(?<![\w.,/:–-])\d+(?:½|\b)(?![\w:/–-]|[.,]\d)")
_ANY = ""  # in place of a contract: under all of them
_YEARS = range(1400, 2100)
_ZERO = re.compile(r"\b(?:sums?|adds?|added|comes?|totals?) (?:up )?to (?:zero|nothing|0)\b", re.IGNORECASE)


def doubts(ruleset: Ruleset) -> list[Problem]:
    """The warnings for a ruleset that has been loaded."""
    engine = Engine(ruleset)
    mechanisms = engine.index.mechanisms
    return [
        *_same(ruleset, mechanisms),
        *_without_amounts(ruleset),
        *_never_bid(engine),
        *_figures(ruleset, mechanisms.values()),
    ]


def doubt_of_sum(ruleset: Ruleset) -> Problem | None:
    """The warning for a ruleset of which a text says that scores sum to zero, after deals in which they do not."""
    for rule in ruleset.rules.values():
        if rule.text and _ZERO.search(rule.text.source):
            message = _("the text of {id} says that scores sum to zero, and in deals at random they do not")
            hint = _("alter the numbers of the rule, or what its text says")
            return Problem("rules.not-zero", message.format(id=rule.id), rule.place, hint)
    return None


# ---------------------------------------------------------------- two rules that do the same


def _same(ruleset: Ruleset, mechanisms: Mapping[str, Mechanism]) -> Iterator[Problem]:
    """A warning for each rule that has the mechanism of an earlier one in the same deals, and the same parameters or others only in their
    numbers; it names the first of these."""
    firsts: dict[
        tuple[str, str, str], dict[str, tuple[int, Rule]]
    ] = {}  # by what they do, the first rule under each contract
    for number, rule in enumerate(ruleset.rules.values()):
        if isinstance(mechanisms[rule.id], Contract | KeepsPot):  # their ids are names
            continue
        known = firsts.setdefault((rule.step, rule.mechanism, repr(_without_numbers(rule))), {})
        before = (
            [known[contract] for contract in (*rule.under, _ANY) if contract in known]
            if rule.under
            else [*known.values()]
        )
        for contract in rule.under or (_ANY,):
            known.setdefault(contract, (number, rule))
        if not before:
            continue
        _number, one = min(before, key=itemgetter(0))
        message, hint = _("{other} does the same as {one}"), _("drop one of them")
        if one.params != rule.params:
            message = _("{other} does the same as {one}, with other numbers, in the same deals")
            hint = _("drop one of them, or let each be in force under other contracts")
        yield Problem("rules.same", message.format(one=one.id, other=rule.id), rule.place, hint)


def _without_numbers(rule: Rule) -> dict[str, Any]:
    """The parameters of a rule without those that are single numbers."""
    params = rule.params.model_dump()
    return {name: value for name, value in params.items() if isinstance(value, bool) or not isinstance(value, int)}


# ---------------------------------------------------------------- nothing is paid


def _without_amounts(ruleset: Ruleset) -> Iterator[Problem]:
    """Warnings for rules of the score of which every number is 0, bounds apart."""
    for rule in ruleset.at("score"):
        params = rule.params.model_dump()
        bounds = {path[0] for _mark, _value, path, _key in marked_in(type(rule.params), params, Within)}
        numbers = [*numbers_in({name: value for name, value in params.items() if name not in bounds})]
        if numbers and not any(numbers):
            message, hint = _("{id} counts for nothing: each of its numbers is 0"), _("write amounts, or drop the rule")
            yield Problem("rules.no-amount", message.format(id=rule.id), rule.place, hint)


def numbers_in(value: Any) -> Iterator[int]:
    """The whole numbers among parameters, also inside maps and lists, and those in names of cards."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from numbers_in(key)
            yield from numbers_in(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from numbers_in(item)
    elif isinstance(value, str):
        yield from map(int, re.findall(r"\d+", value))
    elif isinstance(value, int) and not isinstance(value, bool):
        yield value


# ---------------------------------------------------------------- contracts that nobody can bid


def _never_bid(engine: Engine) -> Iterator[Problem]:
    """Warnings for contracts that no hand and no auction allows to be bid."""
    ruleset, index = engine.ruleset, engine.index
    never = dict.fromkeys(index.ranking if index.auction else (), _("no auction comes to it"))
    for players in ruleset.players:
        for bid in _biddable(engine, players):
            never.pop(bid, None)
    size = max(map(index.deals.hand_size, ruleset.players))
    needs = [rule for rule in index.narrows_bids if isinstance(rule, NeedsCards)]
    for bid in index.ranking:
        asked = [rule for rule in needs if bid in rule.contracts]
        if not _some_hand(engine, asked, size):
            rules = ", ".join(rule.rule for rule in asked)
            never[bid] = _("no hand has what it needs by {rules}").format(rules=rules)
    home = ruleset.place.file
    for bid, reason in never.items():
        message = _("nobody can ever bid {contract}: {reason}").format(contract=as_words(bid), reason=reason)
        hint = _("alter the rules of the auction that keep it out, or drop the contract")
        places = [ruleset.rules[rule.rule].place for rule in (index.contracts[bid], *index.narrows_bids)]
        place = next((place for place in reversed(places) if place.file == home), places[0])
        yield Problem("rules.never-bid", message, place, hint)


def _biddable(engine: Engine, players: int) -> set[str]:
    """The contracts that can be bid in some auction, whatever the hands; all of them, where the search is too long."""
    index, seats = engine.index, engine.seats(players)
    if index.auction is None:
        return set()
    hidden = Setup(seats, 0, (0,) * players, (index.deals.hand_size(players),) * players)
    state = hidden.deal(engine, "bid").state._replace(phase=Phase.BID)
    first = index.auction.next_bidder(state, state.auction)
    waiting, found = [state._replace(turn=first)], set[str]()
    for _position in range(AUCTIONS):
        if not waiting or found >= {*index.ranking}:
            return found
        state = waiting.pop(0)
        bids = engine.legal(state).bids
        found |= {*bids} - {PASS}
        waiting += _after(engine, state, bids)
    return {*index.ranking}


def _after(engine: Engine, state: State, bids: Sequence[str]) -> Iterator[State]:
    """The auction after each of some bids, where it goes on."""
    assert engine.index.auction is not None
    assert state.turn is not None
    for bid in bids:
        auction = state.auction._replace(calls=(*state.auction.calls, (state.turn, bid)))
        after = state._replace(auction=auction)
        turn = engine.index.auction.next_bidder(after, auction)
        if turn is not None:
            yield after._replace(turn=turn)


def _some_hand(engine: Engine, needs: Sequence[NeedsCards], size: int) -> bool:
    """True if a hand of a size has as many cards as all rules ask for."""
    kinds = Counter(tuple(bool(rule.counted & card.bit) for rule in needs) for card in engine.ruleset.deck.cards)
    reached = {(0, *(0 for _rule in needs))}
    for kind, number in kinds.items():
        reached = {
            (counts[0] + taken, *(count + taken * has for count, has in zip(counts[1:], kind, strict=True)))
            for counts in reached
            for taken in range(min(number, size - counts[0]) + 1)
        }
    fits = (counts[1:] for counts in reached if counts[0] == size)
    return any(all(r.least <= n <= r.most for r, n in zip(needs, counts, strict=True)) for counts in fits)


# ---------------------------------------------------------------- figures in texts


def _figures(ruleset: Ruleset, mechanisms: Iterable[Mechanism]) -> Iterator[Problem]:
    """Warnings for texts with a figure that no parameter has, of rules with numbers which their texts do not interpolate."""
    deck, points = ruleset.deck, Quantities(ruleset, mechanisms).of("card_points")
    known = {halves_text(card.halves) for card in deck.cards} | {halves_text(deck.halves), str(len(deck.cards))}
    known |= {str(players) for players in ruleset.players} | ({halves_text(points[0])} if points else set())
    for rule in ruleset.rules.values():
        params = rule.params.model_dump()
        if rule.text is None:
            continue
        named = {part[1][0] for part in rule.text.parts if not isinstance(part, str) and part[0] == "params"}
        unnamed = sorted(name for name, value in params.items() if name not in named and _has_number(value))
        words = " ".join(part if isinstance(part, str) else "x" for part in rule.text.parts)
        fitting = known | {str(number) for number in numbers_in(params)}
        odd = [figure for figure in _FIGURE.findall(words) if figure not in fitting and not _is_year(figure)]
        if odd and unnamed:
            message = _("the text of {id} says {figure}, and no parameter does: {known}")
            shown = ", ".join(f"{name} {_shown(params[name])}" for name in unnamed)
            message = message.format(id=rule.id, figure=odd[0], known=shown)
            hint = _("interpolate the parameter, as {{{{ params.{name} }}}}").format(name=unnamed[0])
            yield Problem("rules.figure", message, rule.place, hint)


def _has_number(value: Any) -> bool:
    """True for a parameter with a number in it, names of cards apart."""
    if isinstance(value, Mapping):
        return any(map(_has_number, value.values()))
    return isinstance(value, int) and not isinstance(value, bool)


def _shown(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {item}" for key, item in value.items()) + "}"
    return str(value)


def _is_year(figure: str) -> bool:
    return figure.isdecimal() and int(figure) in _YEARS
