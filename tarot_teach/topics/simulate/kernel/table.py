"""What lies on the table while the kernel plays a deal: a record that is written over for each deal."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any, get_type_hints

import numpy as np
import numpy.typing as npt

from tarot_teach.topics.simulate.kernel.draws import Words
from tarot_teach.topics.simulate.kernel.layout import CARDS, SEATS

Ints = npt.NDArray[np.int64]
Row = MutableSequence[int]

(
    VOID,
    CONTRACT,
    TAKER,
    PARTNER,
    CALLED,
    KNOWN,
    SLAM_BY,
    SMALL_BY,
    HANDFULS,
    APART,
    EXCUSE,
    DEBT,
    LONE_BACK,
    TRICKS,
    BONUS,
) = range(15)
FACTS = 15
"""Places of ``facts``: the rule that made the deal void (from 1), the contract, the seats of taker and partner, the called card,
whether it has been played, who announced a slam and a small slam (-1: nobody), handfuls and other announcements in order, each
in six bits as seat and level or offer from 1, what became of the Excuse and of a debt for it, whether a lone card came back, the
tricks of the taker's side, and who got the bonus of the last trick (1: the taker's side, 2: the defence)."""

OF_SIDE, OF_SEATS, EACH = FACTS, FACTS + 2, 5
RESULT = OF_SEATS + EACH * SEATS
"""Places of a result: the facts; half-points and honours of the taker's side; and for each seat half-points, honours, cards, and
the counted cards in two words."""


class Table:
    """The fields of the record. Hands and captured cards are masks in two words, by seat; ``halves`` are half-points by seat."""

    words: Words
    pack: Row
    low: Row
    high: Row
    won_low: Row
    won_high: Row
    halves: Row
    side: Row  # 0: the taker's, 1: the defence; the seat itself where each plays for himself
    wins: Row  # tricks by side
    lone: Row  # whether the seat held the lone card at the first lead
    kept_low: Row  # what talon and discard bring each side
    kept_high: Row
    laid_low: int  # what the taker laid away
    laid_high: int
    offered: Ints  # what may be announced now: offer and level
    made: Row  # by offer, the seats that have made it, as a mask
    debts: Ints  # owner, creditor, rule and number of the trick of each
    owing: int  # how many debts are left after the last trick
    trick: Row
    facts: Row
    drawn: int  # what a random player drew besides what it may announce


_SHAPES = {"pack": (CARDS,), "offered": (24, 2), "made": (16,), "debts": (8, 4), "facts": (FACTS,)}
TABLE = np.dtype(
    [("words", np.uint64, (2,))]
    + [
        (name, np.int64) if kind is int else (name, np.int64, _SHAPES.get(name, (SEATS,)))
        for name, kind in get_type_hints(Table).items()
        if name != "words"
    ]
)


def new_tables(count: int) -> Any:
    """Tables with nothing on them."""
    return np.zeros(count, TABLE)
