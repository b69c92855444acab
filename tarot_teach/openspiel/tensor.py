"""The view of a seat as numbers, for learners that read no words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import Any

import numpy as np

from tarot_teach.openspiel.dealing import Dealing
from tarot_teach.openspiel.position import Position, seen_by
from tarot_teach.table import Phase

Tensor = np.ndarray[Any, np.dtype[np.float32]]

_PHASES = tuple(Phase)


class SeenCards:
    """A tensor of what a seat sees, with a view of each of its ``pieces``: ones and zeros. Seats are counted from that of the player.

    ``hand``, ``trick`` (by seat), ``gone`` (the cards captured or laid away that the seat has seen), ``open`` (cards that lie face up) and
    ``named`` (cards of a choice that is begun) are sets of cards; ``player``, ``turn``, ``taker``, ``phase`` and ``contract`` each one of a list.
    """

    def __init__(self, dealing: Dealing) -> None:
        cards, players = dealing.numbers.end, dealing.players
        self._bids = dealing.numbers.bids
        shapes: dict[str, tuple[int, ...]] = {
            "player": (players,),
            "hand": (cards,),
            "trick": (players, cards),
            "gone": (cards,),
            "open": (cards,),
            "named": (cards,),
            "turn": (players,),
            "taker": (players,),
            "phase": (len(_PHASES),),
            "contract": (len(self._bids),),
        }
        sizes = {name: int(np.prod(shape)) for name, shape in shapes.items()}
        self.whole: Tensor = np.zeros(sum(sizes.values()), np.float32)
        self.pieces: dict[str, Tensor] = {}
        at = 0
        for name, shape in shapes.items():
            self.pieces[name] = self.whole[at : at + sizes[name]].reshape(shape)
            at += sizes[name]

    def set_to(self, position: Position, seat: int) -> None:
        """Fill the tensor with what a seat sees in a position; before the cards are dealt, with nothing but its seat."""
        self.whole.fill(0)
        pieces, players = self.pieces, position.dealing.players
        pieces["player"][seat] = 1
        if position.state is None:
            return
        state = seen_by(seat, position.state)
        gone = reduce(or_, (*state.won, *state.aside, *state.side_piles, state.discard, state.dead))
        sets = {"hand": state.hands[seat], "gone": gone, "open": state.seen | state.table.cards}
        sets["open"] |= state.talon if state.talon_open else 0
        if position.chosen and position.turn == seat:
            sets["named"] = position.chosen.cards
        for name, mask in sets.items():
            pieces[name][list(_indices(mask))] = 1
        for other, card in state.trick.by(players):
            pieces["trick"][(other - seat) % players, card.index] = 1
        for name, acting in (("turn", state.turn), ("taker", state.auction.taker)):
            if acting is not None:
                pieces[name][(acting - seat) % players] = 1
        pieces["phase"][_PHASES.index(state.phase)] = 1
        if state.auction.contract in self._bids:
            pieces["contract"][self._bids[state.auction.contract] - min(self._bids.values())] = 1


def _indices(mask: int) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1
