"""Tricks played by rules in words and by players in words: simple ones, and others who take any allowed card.

Python runs this source on plain records, numba compiles it for numpy records; ``Link.module`` gives its functions with the questions of certain rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tarot_teach.masks import nth, ones
from tarot_teach.mechanisms.in_words import seat_at
from tarot_teach.topics.simulate.players.simple_card import SimpleTables, simple_card
from tarot_teach.words.loop import below, complete, lay, playable


def known_allies(deal: Any, seat: int) -> int:
    """The known allies of a seat, itself among them, as a mask of seats (see ``players.allies``)."""
    if deal.partner < 0 or deal.known or seat == deal.partner:
        sides: int = deal.sides[seat]
        return sides
    if seat == deal.taker:
        return 1 << seat
    defence: int = (1 << deal.players) - 1 & ~(1 << deal.taker)
    return defence


def chosen_card(tables: SimpleTables, deal: Any, seat: int, may: int) -> int:
    """The card that a seat plays, of those that it may play."""
    if not deal.simple >> seat & 1:
        return nth(may, below(deal.draws, ones(may)))
    trick = deal.trick
    card, _maxim = simple_card(
        tables,
        deal.hands[seat],
        may,
        trick.cards,
        trick.place,
        trick.led,
        trick.above,
        trick.best,
        trick.leader,
        seat,
        deal.players,
        known_allies(deal, seat),
        deal.taker,
        deal.gone | trick.mask,
    )
    return card


def play_out(
    play: Any, tables: SimpleTables, deal: Any, rows: Sequence[Any], taken: Sequence[Any], row: int, at: int, named: int
) -> int:
    """Play a deal to its end; the number of cards played.

    ``rows`` gets each card and ``taken`` each trick, from ``row`` and ``at`` on, if they are not empty. The first card is the one ``named`` by its
    index, or of its player's choice where that is -1.
    """
    first = row
    trick = deal.trick
    while not deal.ended:
        while trick.place < deal.players:
            seat = seat_at(trick.leader, trick.place, deal.players)
            may = playable(play, deal, seat)
            card = named if named >= 0 else chosen_card(tables, deal, seat, may)
            named = -1
            if len(rows):
                rows[row].seat = seat
                rows[row].may = may
                rows[row].card = card
            row += 1
            lay(play, deal, seat, card)
        winner = complete(play, deal)
        if len(taken):
            taken[at].winner = winner
            taken[at].by = deal.by
            at += 1
    return row - first


def play_tricks(
    play: Any,
    tables: Any,
    which: Any,
    deals: Any,
    named: Any,
    rows: Any,
    taken: Any,
    cards: int,
    tricks: int,
    counts: Any,
) -> None:
    """Play deals to their ends, each by the rules and tables of its number, from the card ``named`` for it on, and count their cards. ``rows`` and
    ``taken`` have room for so many ``cards`` and ``tricks`` of each deal, or none."""
    for i in range(len(deals)):
        number = which[i]
        counts[i] = play_out(play[number], tables[number], deals[i], rows, taken, i * cards, i * tricks, named[i])
