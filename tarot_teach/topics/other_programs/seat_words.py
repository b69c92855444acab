"""Words for seats at the head of rows, in the language in use and in every other of which there is a catalogue."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tarot_teach.catalogues import languages, read_catalogue
from tarot_teach.messages import _, printed_by
from tarot_teach.table import SEAT_NAMES

_LETTERS = "ABCDEFGH"
"""The letters of seats that have no compass points."""
_CARDS = r"(?:\S*[0-9♠♥♦♣★]|[A-Z]{2,3}\b)"


class Head(NamedTuple):
    """The head of a row: the seat, and the index at which the cards begin."""

    seat: str
    dealer: bool
    cards: int


class SeatWords(NamedTuple):
    """The words for seats in one language: the seats by their names, as of ``casefold``, and by the letters with which these begin, the word for the dealer,
    and what a row with cards and a row without any look like."""

    seats: dict[str, str]
    dealer: str
    with_cards: re.Pattern[str]
    alone: re.Pattern[str]

    @classmethod
    def in_use(cls) -> SeatWords:
        """The words of the language in use."""
        names = {_(name).casefold(): seat for seat, name in SEAT_NAMES.items()}
        initials = {name[0].upper(): seat for name, seat in names.items()}
        initials = initials if len(initials) == len(SEAT_NAMES) else {}
        names |= {_("Player {letter}").format(letter=letter).casefold(): letter for letter in _LETTERS}
        name = f"(?i:{'|'.join(map(re.escape, sorted(names, key=len, reverse=True)))})"
        letter = "|".join(map(re.escape, {*initials, *_LETTERS}))
        role = r"\s*(?P<role>\([^)]*\))?\s*:?"
        with_cards = re.compile(
            rf"\s*(?:(?P<name>{name})|(?P<letter>{letter}))\b{role}"
            rf"(?=\s+(?(name)(?:[A-Z]\b\s*)*){_CARDS})(?P<cards>.*)"
        )
        alone = re.compile(rf"\s*(?P<name>{name}){role}\s*")
        seats = {**dict(zip(_LETTERS, _LETTERS, strict=True)), **initials, **names}
        return cls(seats, _("dealer"), with_cards, alone)

    def head(self, line: str) -> Head | None:
        """The head of a line that begins with a seat; None for another line."""
        found = self.with_cards.match(line) or self.alone.fullmatch(line)
        if found is None:
            return None
        words = found.groupdict()
        seat = self.seats[words["name"].casefold() if words["name"] else words["letter"]]
        return Head(seat, self.dealer in (words["role"] or ""), found.start("cards") if "cards" in words else len(line))


def seat_words() -> Iterator[SeatWords]:
    """Yield the words for seats in the language in use, in English, and in the other languages."""
    yield SeatWords.in_use()
    for name in sorted(languages(), key=lambda name: name != "en"):
        with printed_by(read_catalogue(name).catalogue):
            words = SeatWords.in_use()
        yield words
