"""Announcements as the last part of the line of a position: ``+S.slam/W.single.T1-10``, and ``+-`` where there were none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tarot_teach.cards import Deck
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.errors import RecordError, suggest
from tarot_teach.messages import _
from tarot_teach.records.lines.text import NONE, Part, read_seat, read_set, written_set
from tarot_teach.table.state import Declaration

SAID = "+"
"""The sign before the announcements."""


def written_announcements(declared: Sequence[Declaration], deck: Deck, seats: Sequence[str]) -> str:
    """Announcements: of each the seat, the level, and the cards that were shown, where they are known."""
    texts = []
    for done in declared:
        cards = [] if done.cards is None else [written_set(deck, done.cards)]
        texts.append(".".join([seats[done.seat], done.level, *cards]))
    return SAID + ("/".join(texts) or NONE)


def read_announcements(part: Part, deck: Deck, index: RuleIndex, seats: Sequence[str]) -> list[dict[str, Any]]:
    """The entries of a record for announcements. Raises RecordError with the place of a fault."""
    if not part.text.startswith(SAID):
        message, hint = _("{text!r} are no announcements"), _("write them like +S.slam, and +- for none")
        raise RecordError.of("line.form", message, part.place(), hint, text=part.text)
    said = part.after(len(SAID))
    levels = [level for offer in index.offers for level in offer.levels]
    found: list[dict[str, Any]] = []
    for each in said.split("/") if said.text != NONE else ():
        letter, _dot, rest = each.text.partition(".")
        level, dot, _cards = rest.partition(".")
        seat = read_seat(Part(letter, each.at, each.line), seats)
        after = each.after(len(letter) + 1)
        if level not in levels:
            message, hint = _("{level!r} is no announcement of this game"), suggest(level, levels, _("announcements"))
            raise RecordError.of("line.form", message, after.place(), hint, level=level)
        if any((seats[seat], level) == (other["seat"], other["level"]) for other in found):
            message, hint = _("{level} of {seat} stands twice"), _("leave it out once")
            raise RecordError.of("line.twice", message, each.place(), hint, level=level, seat=letter)
        entry: dict[str, Any] = {"seat": seats[seat], "level": level}
        if dot:
            shown = read_set(after.after(len(level) + 1), deck)
            entry["cards"] = [card.code for card in deck.set(shown.mask)]
        found.append(entry)
    return found
