"""Announcements that are paid apart from the contract."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field

from tarot_teach.errors import suggest
from tarot_teach.mechanisms.base import ApartName, Count, Who
from tarot_teach.mechanisms.interfaces import PaysApart
from tarot_teach.mechanisms.observed import Game, Impossible, Observes, ResultKey, RowKey
from tarot_teach.messages import N_, _, as_words
from tarot_teach.rules import Ruleset
from tarot_teach.table import Apart, Outcome, SeatsFact, State
from tarot_teach.text import Text, say


class ApartFile(BaseModel):
    """An announcement that is settled apart from the contract."""

    model_config: ClassVar[ConfigDict] = ConfigDict(frozen=True, extra="forbid")

    seat: Annotated[str, Field(pattern=r"^[A-Z]$")] = Field(description="Who made it.")
    level: str = Field(description="Which, as records name it.")


class PaidApart(PaysApart, Observes[SeatsFact]):
    """An announcement that every other player pays for, apart from the contract and whoever wins the deal."""

    level: ApartName = Field(description="The announcement that is paid for, as records name it.")
    gets: Count = Field(description="Game points that the announcer gets.")
    pays: Count = Field(description="Game points that each other player loses.")
    sentence = N_("The announcer gets {gets}, and each other player loses {pays}, whoever wins the deal.")
    reason = N_("{who} gets {gets} for the announcement, and each other player loses {pays}, whoever has won the deal.")
    sums_to_zero = True
    observes = SeatsFact
    key = ResultKey("apart", list[ApartFile], [], "Announcements settled apart.")
    row = RowKey("apart", int, 0, "apart", lambda _cell: (), whole=N_("Announcement paid apart"), more=("apart",))

    def observe(self, state: State, outcome: Outcome) -> SeatsFact | None:
        announced = tuple(done.seat for done in state.declared if done.level == self.level)
        return SeatsFact(announced) if announced else None

    def apart(self, outcome: Outcome, players: int) -> list[Apart]:
        fact = self.fact(outcome)
        return [
            Apart(
                self.decides(seat=announcer),
                tuple(Fraction(self.gets if seat == announcer else -self.pays) for seat in range(players)),
            )
            for announcer in (fact.seats if fact else ())
        ]

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        for players in ruleset.players:
            number = self.pays * (players - 1)
            if self.gets != number:
                unlike = _(
                    "with {players} players the scores would not sum to zero: one gets {gets}, the others lose "
                    "{number} together"
                )
                yield unlike.format(players=players, gets=self.gets, number=number)

    def tells(self, fact: SeatsFact, who: Who) -> Iterator[Text]:
        for seat in fact.seats:
            yield say(_("{who} has announced {level}."), who=who(seat), level=as_words(self.level))

    def announcements(self, fact: SeatsFact) -> Iterable[tuple[int, str]]:
        return [(seat, self.level) for seat in fact.seats]

    def values(self, game: Game, players: int) -> str:
        return _("the seats of the players who announced it: S+E")

    def impossible(self, outcome: Outcome, fact: SeatsFact, game: Game, players: int) -> Iterable[Impossible]:
        for i, seat in enumerate(fact.seats):
            if seat in fact.seats[:i]:
                message = _("{level!r} is announced once by a player").format(level=self.level)
                yield Impossible("result.apart", message, _("name each player once"), ("apart", i))

    def from_key(self, value: Any, seats: Sequence[str]) -> SeatsFact | None:
        announced = tuple(seats.index(entry.seat) for entry in value if entry.level == self.level)
        return SeatsFact(announced) if announced else None

    @classmethod
    def unfit(cls, value: Any, game: Game, seats: Sequence[str]) -> Iterable[Impossible]:
        levels = game.levels_of("apart")
        for i, entry in enumerate(value):
            if entry.seat not in seats:
                message, hint = _("nobody sits at {letter!r}"), suggest(entry.seat, seats, _("seats"))
                yield Impossible("result.seat", message.format(letter=entry.seat), hint, ("apart", i, "seat"))
            if entry.level not in levels:
                name = game.ruleset.name
                message = _("{name} has no announcement {level!r}").format(name=name, level=entry.level)
                hint = suggest(entry.level, levels, _("announcements")) if levels else _("take an option that adds it")
                yield Impossible("result.apart", message, hint, ("apart", i, "level"))

    @classmethod
    def of_game(cls, value: Any, game: Game, present: bool) -> tuple[Any, Sequence[tuple[str, str]]]:
        levels = game.levels_of("apart")
        known = [entry for entry in value if entry.level in levels]
        return known, [(entry.seat, entry.level) for entry in value if entry not in known]

    @classmethod
    def cell(cls, facts: Sequence[SeatsFact]) -> Any:
        return sum(len(fact.seats) for fact in facts)
