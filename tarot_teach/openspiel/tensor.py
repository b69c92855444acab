"""The view of a seat, and all that it has seen and done, as numbers, for learners that read no words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from operator import or_
from typing import Any
from zlib import crc32

import numpy as np

from tarot_teach.openspiel.dealing import Dealing
from tarot_teach.openspiel.position import Position, seen_by
from tarot_teach.solver.position import unfit_play
from tarot_teach.table import Phase

Tensor = np.ndarray[Any, np.dtype[np.float32]]

_PHASES = tuple(Phase)
PLACES = 512
"""The numbers among which the lines of an information state are spread."""
_OF_CARDS = ("hands", "unseen", "turn", "asked", "step")
_OF_TRICKS = (*_OF_CARDS, "trick", "tricks", "won")
"""Keys of lines whose content other pieces have: in all games, and where all play to each trick."""


class SeenCards:
    """A tensor of what a seat sees, with a view of each of its ``pieces``: ones and zeros. Seats are counted from that of the player.

    ``hand``, ``trick`` (by seat), ``gone`` (the cards captured or laid away that the seat has seen), ``open`` (cards that lie face up) and
    ``named`` (cards of a choice that is begun) are sets of cards; ``player``, ``turn``, ``taker``, ``phase`` and ``contract`` each one of a list.
    """

    def __init__(self, dealing: Dealing) -> None:
        self._bids = dealing.numbers.bids
        shapes = self._shapes(dealing)
        sizes = {name: int(np.prod(shape)) for name, shape in shapes.items()}
        self.whole: Tensor = np.zeros(sum(sizes.values()), np.float32)
        self.pieces: dict[str, Tensor] = {}
        at = 0
        for name, shape in shapes.items():
            self.pieces[name] = self.whole[at : at + sizes[name]].reshape(shape)
            at += sizes[name]

    def _shapes(self, dealing: Dealing) -> Mapping[str, tuple[int, ...]]:
        cards, players = dealing.numbers.end, dealing.players
        return {
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
            pieces["contract"][self._place_of(state.auction.contract)] = 1

    def _place_of(self, bid: str) -> int:
        return self._bids[bid] - min(self._bids.values())


class RememberedCards(SeenCards):
    """A tensor of all that a seat has seen and done: what it sees now, and further pieces.

    ``held`` are the cards that have been in its hand, ``acted`` the numbers of its actions, ``bids`` those made by each seat, ``played`` the cards that
    each seat has played, and ``tricks`` those of each trick, where all play to each. ``said`` has every line of the information state that
    tells something else, such as an announcement: each at one of 512 places, by a checksum, so that two lines may share one.
    """

    def __init__(self, dealing: Dealing) -> None:
        self._in_tricks = not unfit_play(dealing.engine)
        self._lines_kept = _OF_TRICKS if self._in_tricks else _OF_CARDS
        super().__init__(dealing)

    def _shapes(self, dealing: Dealing) -> Mapping[str, tuple[int, ...]]:
        cards, players = dealing.numbers.end, dealing.players
        shapes = {
            "held": (cards,),
            "acted": (dealing.numbers.all,),
            "bids": (players, len(self._bids)),
            "played": (players, cards),
        }
        if self._in_tricks:
            shapes["tricks"] = (dealing.engine.index.deals.tricks(players), cards)
        return {**super()._shapes(dealing), **shapes, "said": (PLACES,)}

    def set_to(self, position: Position, seat: int) -> None:
        """Fill the tensor with all that a seat has seen and done up to a position; before the cards are dealt, with nothing but its seat."""
        super().set_to(position, seat)
        if position.state is None:
            return
        pieces, players, held, state = self.pieces, position.dealing.players, 0, seen_by(seat, position.state)
        for step in position.steps(seat):
            held |= 0 if step.seen is None else step.seen.hands[seat]
            if step.acted is not None:
                pieces["acted"][step.acted] = 1
            for line in step.lines:
                if line.partition(":")[0].removesuffix(" +") not in self._lines_kept and not line.startswith("> "):
                    pieces["said"][crc32(line.encode()) % PLACES] = 1
        pieces["held"][list(_indices(held))] = 1
        for caller, bid in state.auction.calls:
            if bid in self._bids:
                pieces["bids"][(caller - seat) % players, self._place_of(bid)] = 1
        for number, trick in enumerate((*(taken.trick for taken in state.tricks), state.trick)):
            for player, card in trick.by(players):
                pieces["played"][(player - seat) % players, card.index] = 1
                if self._in_tricks:
                    pieces["tricks"][number, card.index] = 1


def _indices(mask: int) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1
