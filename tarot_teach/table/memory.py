"""The memory of a match: numbers that a rule keeps from one deal for the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from tarot_teach.errors import suggest
from tarot_teach.messages import _
from tarot_teach.table.facts import Fact, FactError


@dataclass(frozen=True, slots=True)
class Memory(Fact):
    """Numbers of the whole table (``shared``: a pool), and numbers of each player in the order of the seats (``seats``: debts).

    The spelling gives the table's numbers first, then those of each player with any: ``15; A 4+8; C 2``. ``seats`` is empty where nobody
    has any.
    """

    shared: tuple[int, ...] = ()
    seats: tuple[tuple[int, ...], ...] = ()

    def __post_init__(self) -> None:
        if not any(self.seats):
            object.__setattr__(self, "seats", ())

    @classmethod
    def parse(cls, text: str, seats: Sequence[str] = ()) -> Self:
        """The memory that a text spells. Players without a number have none. Raises FactError."""
        numbers = [str(number) for number in range(1, (len(seats) or 8) + 1)]
        known = list(seats) or numbers
        shared: tuple[int, ...] = ()
        by_player: dict[str, tuple[int, ...]] = {}
        for part in (part.split() for part in text.split(";") if part.strip()):
            if len(part) == 1 and not by_player and not shared:
                shared = _numbers(part[0])
                continue
            if len(part) == 2 and part[0] in numbers:
                part[0] = known[numbers.index(part[0])]
            if len(part) != 2 or part[0] not in known:
                hint = suggest(part[0], known, _("players"))
                raise FactError(_("{part!r} names no player with numbers").format(part=" ".join(part)), hint)
            if part[0] in by_player:
                raise FactError(_("{player} stands there twice").format(player=part[0]), _("join the numbers by +"))
            by_player[part[0]] = _numbers(part[1])
        return cls(shared, tuple(by_player.get(letter, ()) for letter in known))

    def spelled(self, seats: Sequence[str]) -> str:
        """The spelling with the letters of the players."""
        by_player = [
            f"{letter} {_joined(numbers)}" for letter, numbers in zip(seats, self.seats, strict=False) if numbers
        ]
        return "; ".join([*([_joined(self.shared)] if self.shared else []), *by_player])

    def __str__(self) -> str:
        return self.spelled([str(number) for number in range(1, len(self.seats) + 1)])

    def of(self, seat: int) -> tuple[int, ...]:
        """The numbers of a seat."""
        return self.seats[seat] if self.seats else ()

    def having(self, seat: int, numbers: Sequence[int], players: int) -> Self:
        """The memory with other numbers of one seat."""
        return type(self)(
            self.shared, tuple(tuple(numbers) if each == seat else self.of(each) for each in range(players))
        )

    def turned(self, by: int, seats: int) -> Self:
        return self.at([(seat - by) % seats for seat in range(seats)])

    def at(self, places: Sequence[int]) -> Self:
        """The memory as the seats of a deal have it; ``places`` are the places at the table of its seats."""
        return type(self)(self.shared, tuple(self.of(place) for place in places))

    def after(self, deal: Self, places: Sequence[int], players: int) -> Self:
        """The memory of a table of players after a deal that left ``deal`` at its seats; a player who sat out keeps what they had."""
        kept = [self.of(place) for place in range(players)]
        for seat, place in enumerate(places):
            kept[place] = deal.of(seat)
        return type(self)(deal.shared, tuple(kept))


def _numbers(text: str) -> tuple[int, ...]:
    """Numbers joined by plus signs. Raises FactError."""
    words = text.split("+")
    if not all(word.isascii() and word.isdecimal() and len(word) <= 6 for word in words):
        message = _("{text!r} is not a whole number, or several joined by +").format(text=text)
        raise FactError(message, _("write plain digits, such as {given}").format(given="3 or 4+8"))
    return tuple(int(word) for word in words)


def _joined(numbers: Sequence[int]) -> str:
    return "+".join(str(number) for number in numbers)
