"""Honours: cards that the pack marks as such, whose number among the cards of the taker's side rules of the count read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BeforeValidator

from tarot_teach.mechanisms.base import digits
from tarot_teach.mechanisms.observed import FeatureKey, Game, Implied, Impossible, Observes, ResultKey, RowKey
from tarot_teach.messages import N_, _
from tarot_teach.table import NumberFact, Outcome, State
from tarot_teach.text import Text

HONOUR = "honour"
"""The mark of the pack, and the concept of the glossary."""


@dataclass(frozen=True, slots=True)
class HonoursFact(NumberFact):
    """The number of honours among the cards of the taker's side."""


class CountsHonours(Observes[HonoursFact]):
    """Count of the honours among the cards of the taker's side, where the pack marks some."""

    observes = HonoursFact
    of_count, mark = True, HONOUR
    key = ResultKey(
        "honours", Annotated[int, BeforeValidator(digits)] | None, None, "How many honours are among its cards.",
        option="honours", help=N_("The number of honours among its cards."), concepts=(HONOUR,),
    )  # fmt: skip
    row = RowKey(
        "honours", int, 0, "honours", lambda cell: [str(cell)], title=N_("{honour:plural} of {taker:the}'s side: {group}"),
        plot=N_("How many {honour:plural} {taker:the}'s side has"),
    )  # fmt: skip
    shown = (
        FeatureKey(
            "honours", N_("{honour:plural} that {taker:the} wins: {given}"), N_("the pack has no honours"),
            lambda fact, _outcome, given: fact.number == int(given), in_last_trick=True,
        ),
    )  # fmt: skip

    @property
    def applies(self) -> bool:
        return bool(self.counted)

    def observe(self, state: State, outcome: Outcome) -> HonoursFact | None:
        return None if outcome.pile is None else HonoursFact((outcome.pile & self.counted).bit_count())

    def phrase(self, fact: HonoursFact) -> Text:
        return self.terms[HONOUR].count(fact.number)

    def field_label(self) -> str:
        return str(self.say(_("{honour:plural} of that side")))

    def choices(self) -> list[tuple[str, str]]:
        return [(str(number), str(number)) for number in range(self.counted.bit_count() + 1)]

    def values(self, game: Game, players: int) -> str:
        return _("0 to {most}").format(most=self.counted.bit_count())

    def example(self, game: Game, players: int) -> str:
        return "1"

    def implies(self, outcome: Outcome, fact: HonoursFact | None, game: Game, players: int) -> Iterator[Implied]:
        if fact is not None:
            tricks, number = range(game.deals.tricks(players) + 1), range(fact.number, fact.number + 1)
            yield Implied((str(self.phrase(fact)),), "points", self.rule, tricks, counted=number, rank=-1)

    def from_key(self, value: Any, seats: Sequence[str]) -> HonoursFact | None:
        return None if value is None else HonoursFact(value)

    @classmethod
    def misspelt(cls, text: str) -> Iterable[Impossible]:
        if not re.fullmatch(r"[0-9]{1,3}", text):
            message = _("{honours} honours are impossible").format(honours=text)
            yield Impossible(
                "result.honours", message, _("write plain digits, such as {given}").format(given=2), ("honours",)
            )

    @classmethod
    def unfit(cls, value: Any, game: Game, seats: Sequence[str]) -> Iterable[Impossible]:
        if value is None:
            return
        ruleset, most = game.ruleset, game.ruleset.deck.marks.get(HONOUR, 0).bit_count()
        if not ruleset.deck.halves:
            message = _("in {name} no honours are counted").format(name=ruleset.name)
            yield Impossible("result.honours", message, _("leave them out"), ("honours",))
        elif not 0 <= value <= most:
            message = _("no side can have {honours}").format(honours=ruleset.terms[HONOUR].count(value))
            hint = _("the pack has {most}").format(most=most) if most else _("the pack has none: leave it out")
            yield Impossible("result.honours", message, hint, ("honours",))

    @classmethod
    def cell(cls, facts: Sequence[HonoursFact]) -> int:
        return facts[0].number if facts else 0
