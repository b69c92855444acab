"""Functions on tricks and states that several kinds of rules ask for."""

from __future__ import annotations

from collections.abc import Collection

from tarot_teach.table import TAKER, Outcome, State


def takers_side(state: State) -> tuple[int, ...]:
    """The seats of the taker's side; none where there is no taker."""
    return () if state.auction.taker is None else state.side(state.auction.taker)


def is_alone(outcome: Outcome, side: str, players: int) -> bool:
    """True if one player makes up a side, by its word."""
    of_taker = 1 if outcome.partner is None else 2
    return (of_taker if side == TAKER else players - of_taker) == 1


def won_all_before(state: State, side: Collection[int], number: int) -> bool:
    """True if a side has won the first ``number`` recorded tricks and every trick that the record leaves out."""
    if state.unrecorded_tricks and (
        state.unrecorded_winners is None or any(seat not in side for seat in state.unrecorded_winners)
    ):
        return False
    return all(taken.winner in side for taken in state.tricks[:number])
