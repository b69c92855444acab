"""Files for other programs: their text, what has no place in them, and the deals that they cannot hold."""

from __future__ import annotations

from typing import NamedTuple

from tarot_teach.engine import Deal
from tarot_teach.errors import RecordError
from tarot_teach.messages import _
from tarot_teach.table import Phase


class Written(NamedTuple):
    """A file for another program, and sentences about what has no place in it."""

    text: str
    notes: tuple[str, ...]


def unwritable(program: str, reason: str, hint: str) -> RecordError:
    """The error for a deal that a program cannot hold."""
    message = _("{program} cannot hold this deal: {reason}")
    return RecordError.of("import.unwritable", message, hint=hint, program=program, reason=reason)


def dealt_part(deal: Deal) -> Deal | None:
    """The deal from the moment when all cards have been dealt; None where not all of them are known, or it begins later."""
    before = [i for i, move in enumerate(deal.moves) if move.before.phase in (Phase.CUT, Phase.DEAL)]
    if before:
        last = deal.moves[before[-1]]
        deal = Deal(deal.engine, last.after, last.events, deal.moves[before[-1] + 1 :])
    start = deal.start
    early = (
        start.phase not in (Phase.CUT, Phase.DEAL) and start.auction.contract is None and not start.unrecorded_tricks
    )
    return deal if early and start.hands and not any(start.unseen) else None
