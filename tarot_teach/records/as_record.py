"""Deals as records: the data of an example file for a deal in the log."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from tarot_teach.cards import CardSet, halves_text
from tarot_teach.engine import Deal, Move
from tarot_teach.engine.notation import action_name, action_text
from tarot_teach.mechanisms.score.keyed import known_numbers
from tarot_teach.records.format import UNKNOWN
from tarot_teach.records.replay import Replay
from tarot_teach.table import NOTHING, VOID, Bid, Choose, Phase, Play, State
from tarot_teach.table.events import TrumpsMade

_BEGINNING = (
    "seats",
    "start",
    "pack",
    "cut",
    "talon_after",
    "hands",
    "heaps",
    "talon",
    "face_up",
    "won",
    "kept",
    "holdings",
)
_TOLD = {"auction": Phase.BID, "call": Phase.CALL, "discard": Phase.DISCARD}
"""Entries of a file that tell an action, or a fact of the first state where the record begins after that action."""


def deal_record(deal: Deal, *, play: bool = True) -> dict[str, Any]:
    """The data of a deal from the dealt hands on, with its expected result if it is over. Without ``play``, up to the first trick."""
    start = deal.start
    dealt = start._replace(hands=tuple(hand & ~start.talon for hand in start.hands))
    data: dict[str, Any] = {"start": {"step": "bid", "dealer": start.seats[start.dealer]}, "hands": _hands(dealt)}
    if deal.engine.index.deals.talon_size(start.players):
        data["talon"] = _talon_as_dealt(deal)
    if start.face_up:
        data["face_up"] = [card.code for card in start.face_up]
    if start.heaps:
        data["heaps"] = _heaps(start)
    for move in deal.moves if play else (move for move in deal.moves if move.trick is None):
        _tell(data, move)
    if isinstance(data.get("call"), list) and len(data["call"]) == 1:
        (data["call"],) = data["call"]
    expected = expected_result(deal.state if play else start)
    return {**data, "expect": expected} if expected else data


def _talon_as_dealt(deal: Deal) -> list[str]:
    """The codes of a talon in its order: cards that were taken from it before anybody was asked lie where they lay, or between others."""
    start = deal.start
    left = [*_codes(start, start.table.cards), *(card.code for card in start.stock if card)]
    taken: dict[str, list[str]] = {"first": [], "all": [], "last": []}
    for finding in (finding for event in deal.opening for finding in event.findings if "lying" in finding.facts):
        taken[finding.facts["lying"]] += [card.code for card in finding.facts["cards"]]
    if any(taken.values()):
        return [*taken["first"], *left[:1], *taken["all"], *left[1:], *taken["last"]]
    return left or _turned_up_first(deal)


def _turned_up_first(deal: Deal) -> list[str]:
    """The codes of a talon that was taken before anybody was asked: the card turned up for trumps, which lay on top, and the others."""
    made = [finding for event in deal.opening if isinstance(event, TrumpsMade) for finding in event.findings]
    turned = [finding.facts["card"].code for finding in made if "card" in finding.facts]
    return [*turned, *(code for code in _codes(deal.start, deal.start.talon) if code not in turned)]


def beginning_of(done: Replay) -> dict[str, Any]:
    """The entries of a record's file for the deal before the first action."""
    start, kept = done.start, {*_BEGINNING}
    kept |= {key for key, phase in _TOLD.items() if not any(move.before.phase is phase for move in done.deal.moves)}
    given = done.record.file.model_dump(mode="json", exclude_unset=True, include=kept)
    data = {key: value for key, value in given.items() if key not in _TOLD or value != UNKNOWN}
    for shown in start.declared:
        cards = None if shown.cards is None else _codes(start, shown.cards)
        _add(data, "shown", _announced(start.seats[shown.seat], shown.level, cards))
    return data


def continued_record(beginning: dict[str, Any], deal: Deal) -> dict[str, Any]:
    """The data of a deal that begins as a record does (see :func:`beginning_of`), with its expected result if it is over."""
    data = deepcopy(beginning)
    for move in deal.moves:
        _tell(data, move)
    expected = expected_result(deal.state)
    return {**data, "expect": expected} if expected else data


def tricks_record(deal: Deal, first: int, last: int, *, piles: bool = False, result: bool = False) -> dict[str, Any]:
    """The data of some tricks of a deal. ``piles`` adds the cards captured before, ``result`` the expected result."""
    moves = [move for move in deal.moves if move.number is not None and first <= move.number <= last]
    begin = next(move.before for move in moves if move.before.phase is Phase.PLAY)
    auction, letters = begin.auction, begin.seats
    start = {"step": "play", "leader": letters[begin.trick.leader]}
    if auction.taker is not None:
        start |= {"taker": letters[auction.taker], "contract": auction.contract or ""}
    if begin.trumps:
        start["trumps"] = begin.trumps
    data: dict[str, Any] = {"start": start, "hands": _hands(begin)}
    if begin.below_tops or begin.tops:
        data["heaps"] = _heaps(begin)
    if auction.called is not None:
        data["call"] = auction.called.code
        if not any(hand & auction.called.bit for hand in begin.hands):
            start["partner"] = "alone" if auction.partner is None else letters[auction.partner]
    if piles:
        for done in begin.declared:
            shown = None if done.cards is None else _codes(begin, done.cards)
            _add(data, "shown", _announced(letters[done.seat], done.level, shown))
        captured, exchanged = list(begin.piles), deal.engine.index.keeps_talon
        if exchanged and auction.taker is not None:  # the piles of the sides, each to one of their seats
            for seat, pile in zip((auction.taker, _defender(begin)), begin.side_piles, strict=True):
                captured[seat] |= pile
        data["won"] = {letter: _codes(begin, mask) for letter, mask in zip(letters, captured, strict=True) if mask}
        if begin.discard:
            data["kept"] = _codes(begin, begin.discard)
        elif any(begin.side_piles) and not exchanged:
            data["talon"] = _codes(begin, begin.talon)
    if result:
        data["expect"] = expected_result(deal.state)
    for move in moves:
        _tell(data, move)
    return data


def _defender(state: State) -> int:
    """A seat that is not of the taker's side."""
    side = {state.auction.taker, state.auction.partner}
    return next(seat for seat in range(state.players) if seat not in side)


def expected_result(end: State) -> dict[str, Any]:
    """The expected result: the rule that made the deal void, or points, numbers of the count and scores, as far as a file can hold them."""
    result = end.result
    if result is None or result.void:
        return {"void": result.void} if result else {}
    first = result.sheets[0].outcome
    found: dict[str, Any] = {}
    if first.seat is None:
        found = {"points": halves_text(first.halves)}
        found |= known_numbers(first)
        found |= {} if first.made is None else {"made": first.made}
    if all(score.denominator == 1 for score in result.scores):
        found["scores"] = dict(zip(end.seats, map(int, result.scores), strict=True))
    return found


def _tell(data: dict[str, Any], move: Move) -> None:
    before = move.before
    letter = before.seats[move.action.seat]
    match move.action:
        case Bid(_seat, bid):
            _add(data, "auction", f"{letter} {bid}")
        case Choose(_seat, rule, option) if option == VOID:
            _add(data, "claims", f"{letter} {rule}")
        case Choose(_seat, rule, option, cards) if action_name(move.action, before.phase) == "declare":
            if rule != NOTHING:
                shown = None if cards is None else [card.code for card in cards]
                _add(data, "shown", _announced(letter, option, shown))
        case Choose(_seat, _rule, _option, CardSet() as cards) if before.phase is Phase.CALL:
            _add(data, "call", str(cards))
        case Choose(_seat, _rule, _option, CardSet() as cards) if before.phase is Phase.DISCARD:
            data["discard"] = [card.code for card in cards]
        case Choose(_seat, _rule, _option, CardSet() as cards) if before.phase is Phase.PAY:
            _add(data["tricks"][-1], "pay", f"{letter} {cards}")
        case Choose(_seat, _rule, option) if before.lies_open:
            data["tricks"][-1].setdefault("takes", {})[letter] = option
        case Choose(seat) if before.phase is Phase.PLAY:
            drawn = move.after.hand_size(seat) - before.hand_size(seat)
            if drawn:
                draws = data["tricks"][-1].setdefault("draws", {})
                draws[letter] = draws.get(letter, 0) + drawn
        case Choose(_seat, rule) if action_name(move.action, before.phase) == "choose":
            _add(data, "choices", f"{letter} {rule} {action_text(move.action, before.phase)}")
        case Play(_seat, card):
            if before.turn == before.trick.leader and not before.trick.cards:
                _add(data, "tricks", {"cards": []})
            data["tricks"][-1]["cards"].append(f"{letter} {card.code}")
            if move.irregular:
                _add(data["tricks"][-1], "irregular", f"{letter} {card.code}")


def _add(data: dict[str, Any], key: str, item: Any) -> None:
    data.setdefault(key, []).append(item)


def _announced(letter: str, level: str, cards: list[str] | None) -> dict[str, Any]:
    return {"seat": letter, "level": level} | ({} if cards is None else {"cards": cards})


def _hands(state: State) -> dict[str, list[str]]:
    return {letter: _codes(state, mask & ~state.tops) for letter, mask in zip(state.seats, state.hands, strict=True)}


def _heaps(state: State) -> dict[str, list[list[str]]]:
    """The codes of the cards of all heaps that are left, by seat, each from the top."""
    cards = {
        letter: [[card.code for card in (heap.top, *heap.below) if card] for heap in heaps]
        for letter, heaps in zip(state.seats, state.heaps, strict=True)
    }
    return {letter: [codes for codes in heaps if codes] for letter, heaps in cards.items() if any(heaps)}


def _codes(state: State, mask: int) -> list[str]:
    return [card.code for card in state.deck.set(mask)]
