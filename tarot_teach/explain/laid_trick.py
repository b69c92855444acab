"""A trick by itself: who wins it, and what becomes of each card, in words and as data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tarot_teach.blocks import Block, Paragraph, PlayRow, TrickDiagram
from tarot_teach.cards import Card, halves_text, hand_for_prompts, points_number
from tarot_teach.engine import Engine, trick_position
from tarot_teach.engine.setup import check_tricks, check_trumps, contract_of_trick
from tarot_teach.errors import NotationError, suggest
from tarot_teach.explain.narrator import consequences
from tarot_teach.mechanisms.situation import takers_side
from tarot_teach.messages import _, ngettext
from tarot_teach.order import Order
from tarot_teach.table import Play, Trick, events, seat_name
from tarot_teach.text import say

TAKER, DEFENCE = "taker", "defence"
"""The sides of which one may have won every trick."""
WON = "won"
"""Fate of a card that goes to the winner of its trick."""


@dataclass(frozen=True, slots=True)
class LaidTrick:
    """A trick with its cards in the order played; ``position`` is that of the best card, ``happened`` what came of a complete one."""

    engine: Engine
    order: Order
    seats: tuple[str, ...]
    trick: Trick
    position: int
    happened: tuple[events.Event, ...] = ()

    @property
    def complete(self) -> bool:
        """True if every player has played a card."""
        return len(self.trick.cards) == len(self.seats)

    def seat(self, position: int) -> int:
        """The seat that played a card."""
        return self.trick.seat_of(position, len(self.seats))

    def who(self, seat: int) -> str:
        """The name of a seat."""
        return seat_name(self.seats[seat], self.seats)


def lay_trick(
    engine: Engine,
    cards: Sequence[Card],
    *,
    leader: str = "",
    taker: str = "",
    partner: str = "",
    contract: str | None = None,
    first_trick: bool = False,
    last_trick: bool = False,
    won_every_trick: str | None = None,
) -> LaidTrick:
    """A trick of some cards in the order played, legal or not, of which the engine says what comes of it.

    Of fewer cards than there are players it is the trick so far. ``leader``, ``taker`` and ``partner`` are seats by letter or number, by
    default the first seat, the leader, and nobody. ``won_every_trick`` is the side that has won every trick before a last one, ``taker`` or
    ``defence``. Raises NotationError for no cards, too many, a seat that there is not, and a side where there is none.
    """
    check_tricks(engine)
    players = max(len(engine.seats()), min(len(cards), max(engine.ruleset.players)))
    if len(cards) in engine.ruleset.players:
        players = len(cards)
    seats = engine.seats(players)
    if not cards:
        hint = _("name them in the order played: {cards}").format(cards=hand_for_prompts(engine.ruleset.deck))
        raise NotationError.of("trick.plays", _("no cards are given"), hint=hint)
    if len(cards) > players:
        message = _("{number} cards are played, and {players} players sit here")
        hint = _("a trick has one card of each")
        raise NotationError.of("trick.plays", message, hint=hint, number=len(cards), players=players)
    first = _seat(seats, leader) if leader else 0
    taken_by, helper = (_seat(seats, seat) if seat else None for seat in (taker, partner))
    under = contract_of_trick(engine, contract)
    check_trumps(engine, under)
    if (partner or won_every_trick) and under not in engine.index.ranking:
        message, hint = _("there are no sides here: nobody plays a contract"), _("leave out the partner and the side")
        raise NotationError.of("trick.side", message, hint=hint)
    if won_every_trick and not last_trick:
        message, hint = _("a side wins every trick before a last one"), _("say that it is the last trick")
        raise NotationError.of("trick.side", message, hint=hint)
    index, trick = engine.index.under(under), Trick(first)
    for card in cards:
        trick = index.with_card(trick, card)
    if len(cards) < players:
        return LaidTrick(engine, index.order, seats, trick, trick.best)
    *before, last = cards
    state = trick_position(
        engine,
        [last],
        before,
        leader=first,
        players=players,
        taker=taken_by,
        partner=helper,
        contract=contract,
        first_trick=first_trick,
        last_trick=last_trick,
        unknown=0 if last_trick else 2,
    )
    seat = state.turn
    assert seat is not None
    if won_every_trick:
        mine = takers_side(state)
        winners = tuple(other for other in range(players) if (other in mine) == (won_every_trick == TAKER))
        state = state._replace(unrecorded_winners=winners)
    after, happened = engine.apply(state, Play(seat, last), irregular=True)
    position = (after.tricks[-1].winner - first) % players
    return LaidTrick(engine, index.order, seats, trick, position, happened)


def _seat(seats: tuple[str, ...], text: str) -> int:
    """A seat by its letter, or by its number from 0."""
    known = [*seats, *map(str, range(len(seats)))]
    if text not in known:
        message, hint = _("nobody sits at {letter!r}"), suggest(text, known, _("seats"))
        raise NotationError.of("trick.seat", message, hint=hint, letter=text)
    return known.index(text) % len(seats)


def trick_diagram(laid: LaidTrick) -> TrickDiagram:
    """The trick with its winner; of an incomplete one with nothing said."""
    rows = tuple(
        PlayRow(laid.seats[laid.seat(i)], laid.who(laid.seat(i)), card, wins=laid.complete and i == laid.position)
        for i, card in enumerate(laid.trick.cards)
    )
    found = (finding for event in laid.happened for finding in consequences(event))
    return TrickDiagram(0, rows, tuple(laid.engine.because(finding, laid.who) for finding in found))


def describe_laid_trick(laid: LaidTrick) -> list[Block]:
    """The trick, its winner, what becomes of its cards, and its card points."""
    cards, deck = laid.trick.cards, laid.engine.ruleset.deck
    best, blocks = cards[laid.position], list[Block]([trick_diagram(laid)])
    if not laid.trick.led and not laid.complete:
        blocks.append(Paragraph(say(_("The next card decides which suit is to be followed."))))
    elif not laid.complete:
        so_far = _("So far {who} wins, with {card}.")
        blocks.append(Paragraph(say(so_far, who=laid.who(laid.seat(laid.position)), card=best)))
    able = laid.trick.led | laid.order.power | best.bit
    loose = [card for card in cards if not card.bit & able]
    if loose:
        phrase = _("These cards do not follow suit, and do not win: {cards}.")
        blocks.append(Paragraph(say(phrase, cards=deck.set(deck.mask(loose)))))
    halves = laid.engine.index.halves_of(laid.trick.mask)
    if laid.engine.index.counts_points:
        phrase = ngettext(
            "The trick has {points} card point.", "The trick has {points} card points.", points_number(halves)
        )
        blocks.append(Paragraph(say(phrase, points=halves_text(halves))))
    return blocks


def trick_data(laid: LaidTrick) -> dict[str, Any]:
    """The trick as plain data."""
    engine, led = laid.engine, laid.trick.led
    won = next((event for event in laid.happened if isinstance(event, events.TrickWon)), None)
    return {
        "ruleset": engine.ruleset.name,
        "trumps": [suit for suit, cards in laid.order.suits.items() if cards & laid.order.trumps],
        "complete": laid.complete,
        "leader": laid.seats[laid.trick.leader],
        "suit_led": laid.order.suit_of(led) if led else None,
        "winner": laid.position if led or laid.complete else None,
        "seat": laid.seats[laid.seat(laid.position)] if led or laid.complete else None,
        "rule": won.rules[0] if won else None,
        "because": str(engine.because(won.findings[0], laid.who)) if won else None,
        "cards": [_card_data(laid, i, card) for i, card in enumerate(laid.trick.cards)],
        "points": halves_text(engine.index.halves_of(laid.trick.mask)) if engine.index.counts_points else None,
    }


def _card_data(laid: LaidTrick, position: int, card: Card) -> dict[str, Any]:
    """A card of a trick: whether it follows, who gets it, and why where a rule of its own says so."""
    order, follows = laid.order, laid.order.follows[card.index]
    about = [event for event in laid.happened if isinstance(event, events.CardMoved) and event.card == card]
    becomes, to, said = (
        (WON, laid.seats[laid.seat(laid.position)], list[events.Event]()) if laid.complete else (None, None, [])
    )
    if about:
        becomes, to = about[0].kind, laid.seats[about[0].to]
        owed = [event for event in laid.happened if isinstance(event, events.DebtEvent)]
        said = [*about, *(event for event in owed if event.rules == about[0].rules)]
    return {
        "card": card.code,
        "seat": laid.seats[laid.seat(position)],
        "suit": order.suit_of(follows) if follows else None,
        "follows": bool(card.bit & laid.trick.led),
        "becomes": becomes,
        "to": to,
        "rule": about[0].rules[0] if about else None,
        "because": [str(laid.engine.because(finding, laid.who)) for event in said for finding in event.findings],
    }
