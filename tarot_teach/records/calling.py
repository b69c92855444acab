"""The called card and the partner of a record that begins after the call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarot_teach.cards import Card
from tarot_teach.language import _

if TYPE_CHECKING:
    from tarot_teach.records.start import Reader


def called_before(reader: Reader) -> Card | None:
    """The card that had been called before the record begins."""
    calls = reader.engine.index.calls
    begun = ("play",) if calls and calls.after_discard else ("discard", "play")
    told = [card for card, _path in reader.calls()] if reader.file.start.step in begun else []
    return told[-1] if told else None


def partner_of(
    reader: Reader, called: Card | None, taker: int | None, hands: list[int], hidden: list[int], aside: int
) -> int | None:
    """The partner, where no hand holds the called card any more. A deal that is to be counted needs to know of one.

    ``aside`` are talon and discard, as a mask: whose called card lies there is alone.
    """
    told, path = reader.file.start.partner, ("start", "partner")
    if told is not None and (reader.engine.index.calls is None or reader.file.start.step != "play"):
        message = _("a partner is named in a record that begins after the called card was played")
        reader.faults.fault("record.partner", message, path, "leave `partner` out")
        return None
    held = called is not None and any(hand & called.bit for hand in hands)
    seat = None if told in (None, "alone") else reader.seat(told, path, -1)
    if told is not None and held:
        reader.faults.fault(
            "record.partner",
            _("{called} is in a hand, which says who the partner is").format(called=called),
            path,
            _("leave it out"),
        )
    elif seat is not None and seat == taker:
        reader.faults.fault("record.partner", _("the taker cannot be his own partner"), path, "write `alone`")
    counted = reader.file.won is not None and not any(hidden) and taker is not None
    if told is None and counted and reader.engine.index.calls and not held and not (called and aside & called.bit):
        fallen = (
            _("which card was called is not told")
            if called is None
            else _("{called} has been played").format(called=called)
        )
        message = _("{fallen}: who plays with the taker is not known").format(fallen=fallen)
        reader.faults.fault("record.partner", message, ("start",), _("add `partner`: a seat, or `alone`"))
    return seat
