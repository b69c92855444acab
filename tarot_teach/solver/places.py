"""The places besides hands where cards that a seat does not see may lie: the talon, what was laid away, and cards that are never dealt."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tarot_teach.cards import Card
from tarot_teach.engine.phases.talon import laid_aside
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.mechanisms.asking import Acts, ChangesHand
from tarot_teach.mechanisms.exchange import Draw
from tarot_teach.mechanisms.laying_away import LaysAway
from tarot_teach.solver.dealing import Below, picked
from tarot_teach.solver.evidence import barred_from_discard
from tarot_teach.table.state import Phase, State, with_cards

AFTER_DISCARD = (Phase.DECLARE, Phase.ANNOUNCE, Phase.PLAY, Phase.PAY, Phase.BETWEEN)
BEFORE_TALON = (Phase.CLAIM, Phase.BID, Phase.CALL)

Lay = Callable[[State, int, Below], State]
"""A world with the cards of a mask laid into a place."""


class Place(NamedTuple):
    """A place for ``size`` hidden cards, of those of a mask that can lie there, and how a world gets them. ``of`` is
    the seat whose hand they come from."""

    size: int
    cards: int
    lay: Lay
    of: int | None = None


def is_exchanged(index: RuleIndex, view: State) -> bool:
    """True in a state in which cards of the talon may have been taken, laid away or drawn by single players."""
    return (index.keeps_talon and not _before_talon(index, view)) or index.lays_open is not None or bool(view.stock)


def _before_talon(index: RuleIndex, view: State) -> bool:
    """True in a phase before cards of the talon are taken."""
    called_now = view.phase is Phase.CALL and index.calls is not None and index.calls.after_discard
    return view.phase in BEFORE_TALON and not called_now


def has_discarded(index: RuleIndex, view: State) -> bool:
    """True if the taker has taken the talon and laid cards away for it."""
    contract, phase, calls = view.auction.contract, view.phase, index.calls
    called_now = phase is Phase.CALL and calls is not None and calls.after_discard
    if contract is None or not (phase in AFTER_DISCARD or called_now):
        return False
    _rule, move = index.talon_move(contract)
    return move is not None and move.into_hand


def undealt(index: RuleIndex, view: State) -> int:
    """The number of cards that are never dealt, where there is no talon."""
    deals, players = index.deals, view.players
    return len(view.deck.cards) - players * deals.tricks(players) - deals.talon_size(players)


def places_of(index: RuleIndex, view: State, hidden: int) -> list[Place] | None:
    """The places for the cards of a mask that are neither seen nor in a hand; None where the rules do not say where all of them lie."""
    below = sum(heap.below.count(None) for heaps in view.heaps for heap in heaps)
    others = _outside_heaps(index, view, hidden, hidden.bit_count() - sum(view.unseen) - below)
    return others if others is None or not below else [Place(below, hidden, _into_heaps), *others]


def _outside_heaps(index: RuleIndex, view: State, hidden: int, number: int) -> list[Place] | None:
    """The places for so many of the cards, which lie neither in a hand nor in a heap."""
    if not _before_talon(index, view) and is_exchanged(index, view):
        return _after_exchange(index, view, hidden, number)
    if not number:
        return []
    laid = has_discarded(index, view)
    lying = index.deals.talon_size(view.players) or undealt(index, view)
    if number != lying - (view.shown.bit_count() if laid else 0):
        return None
    if laid:
        cards = hidden & ~barred_from_discard(index, view, number + view.shown.bit_count())
        return [Place(number, cards, _as_discard, view.auction.taker)]
    if undealt(index, view):
        return [Place(number, hidden, _nowhere)]
    if view.phase in AFTER_DISCARD and view.auction.contract is not None:
        return [Place(number, hidden, _set_aside(index, view.auction.contract))]
    return [Place(number, hidden, _as_talon)]


def changed_hands(index: RuleIndex, view: State) -> Iterator[tuple[int, ChangesHand]]:
    """The seats whose hands rules of the exchange have changed, with the rule: as far as all know who they are."""
    for rule in index.in_turn.get("exchange", ()):
        if isinstance(rule, ChangesHand):
            seats = [*dict.fromkeys(choice.seat for choice in view.chosen if choice.rule == rule.rule)]
            if not seats and isinstance(rule, Acts) and (seat := rule.known_seat(view)) is not None:
                seats = [seat]
            yield from ((seat, rule) for seat in seats)


def _after_exchange(index: RuleIndex, view: State, hidden: int, number: int) -> list[Place] | None:
    """The stock that still lies, what single players have laid away for a pile, and the rest, which is out of play."""
    found = []
    if lying := view.stock.count(None):
        found.append(Place(lying, hidden & ~view.talon, _as_stock))
    to_nobody = any(isinstance(rule, Draw) for rule in index.in_turn.get("exchange", ()))
    for seat, rule in changed_hands(index, view):
        if isinstance(rule, LaysAway):
            to_nobody = to_nobody or rule.lays_out
            found += [] if rule.lays_out else _laid_away(index, view, hidden, seat, rule)
    if rest := number - sum(place.size for place in found):
        if rest < 0 or not to_nobody:
            return None
        found.append(Place(rest, hidden, _out_of_play))
    return found


def _laid_away(index: RuleIndex, view: State, hidden: int, seat: int, rule: LaysAway) -> list[Place]:
    """The places of what a seat has laid away for a pile."""
    number, called, own = rule.number_of(view, seat), view.auction.called, rule.goes_to(view, seat) == "own_pile"
    limited = rule.lays_away  # by the rules on a discard, which may also show a part of it
    cards = hidden & ~(barred_from_discard(index, view, number, seat == view.auction.taker) if limited else 0)
    if own:
        seen = view.aside[seat].bit_count() if view.aside else 0  # by the seat all, by the others what was shown
        size = max(0, number - seen) if limited or seen >= number else number
        return [Place(size, cards, _as_pile_of(seat), seat)] if size else []
    if called is None or not _was_laid(view) or not number:
        return [Place(number, cards, _for_defence, seat)] if number else []
    if seat != rule.asks(view)[1]:
        return [Place(number, cards & ~called.bit, _for_takers_side, seat)]
    found = [Place(1, called.bit, _for_takers_side)]
    return found + ([Place(number - 1, cards & ~called.bit, _for_takers_side)] if number > 1 else [])


def _was_laid(view: State) -> bool:
    """True where all know that the called card has been laid away, and that what was laid away has changed sides."""
    auction = view.auction
    played = view.gone | view.trick.mask
    return auction.known and auction.called is not None and not auction.called.bit & played and bool(auction.calls)


def _as_discard(world: State, cards: int, _below: Below) -> State:
    """The world in which the taker has laid cards away."""
    return world._replace(discard=cards | world.shown, side_piles=(cards | world.shown, 0))


def _as_talon(world: State, cards: int, below: Below) -> State:
    """The world in which cards lie as the talon, in an order drawn at random where it matters."""
    return world._replace(talon=cards, stock=_in_some_order(world, cards, below) if world.stock else ())


def _into_heaps(world: State, cards: int, below: Below) -> State:
    """The world in which cards lie face down in the heaps, in an order drawn at random."""
    order = iter(_in_some_order(world, cards, below))
    heaps = tuple(
        tuple(heap._replace(below=tuple(card or next(order) for card in heap.below)) for heap in row)
        for row in world.heaps
    )
    return world._replace(heaps=heaps)


def _nowhere(world: State, _cards: int, _below: Below) -> State:
    return world


def _set_aside(index: RuleIndex, contract: str) -> Lay:
    """Lay a talon aside for the side that a contract says."""
    return lambda world, cards, _below: world._replace(talon=cards, side_piles=laid_aside(index, contract, cards))


def _as_stock(world: State, cards: int, below: Below) -> State:
    """The world in which cards lie to be drawn, in an order drawn at random."""
    talon = world.talon if world.talon_open else cards
    return world._replace(stock=_in_some_order(world, cards, below), talon=talon)


def _as_pile_of(seat: int) -> Lay:
    """Lay cards away for the pile of a seat."""
    return lambda world, cards, _below: world._replace(aside=with_cards(world.aside, seat, cards))


def _for_defence(world: State, cards: int, _below: Below) -> State:
    """The world in which cards are laid away for the defence."""
    return world._replace(side_piles=(world.side_piles[0], world.side_piles[1] | cards))


def _for_takers_side(world: State, cards: int, _below: Below) -> State:
    """The world in which cards that were laid away have come to the taker's side."""
    return world._replace(side_piles=(world.side_piles[0] | cards, world.side_piles[1]))


def _out_of_play(world: State, cards: int, _below: Below) -> State:
    """The world in which cards are laid away for nobody."""
    return world._replace(dead=world.dead | cards)


def _in_some_order(world: State, cards: int, below: Below) -> tuple[Card, ...]:
    """Cards in an order drawn at random."""
    order = []
    while cards:
        card = picked(cards, 1, below)
        order.append(world.deck.cards[card.bit_length() - 1])
        cards &= ~card
    return tuple(order)
