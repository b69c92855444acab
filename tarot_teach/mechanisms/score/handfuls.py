"""The bonus for handfuls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from pydantic import Field

from tarot_teach.errors import suggest
from tarot_teach.mechanisms.base import Count, HandfulName, Who
from tarot_teach.mechanisms.declare import ShownHandful
from tarot_teach.mechanisms.interfaces import Scores
from tarot_teach.mechanisms.observed import FeatureKey, Game, Impossible, Observes, ResultKey, RowKey
from tarot_teach.mechanisms.registry import bound_to
from tarot_teach.mechanisms.situation import takers_side
from tarot_teach.messages import N_, _, as_words
from tarot_teach.rules import Ruleset
from tarot_teach.table import BOTH_SIDES, DEFENCE, TAKER, Fact, FactError, Finding, Line, Outcome, Sheet, State
from tarot_teach.table.facts import one_of, words_of
from tarot_teach.text import Text


@dataclass(frozen=True, slots=True)
class Handful:
    """A handful shown: its level, and the side that showed it."""

    level: str
    side: str = TAKER


@dataclass(frozen=True, slots=True)
class Handfuls(Fact):
    """Handfuls shown, in their order: ``single+double:defence``; a level by itself is the taker's side's."""

    vocabulary: ClassVar[tuple[str, ...]] = BOTH_SIDES
    shown: tuple[Handful, ...]

    @classmethod
    def parse(cls, text: str, seats: Sequence[str] = ()) -> Self:
        parts = [word.partition(":") for word in words_of(text)]
        return cls(tuple(Handful(level, one_of(side, BOTH_SIDES) if colon else TAKER) for level, colon, side in parts))

    def __str__(self) -> str:
        return "+".join(one.level if one.side == TAKER else f"{one.level}:{one.side}" for one in self.shown)


def _group_words(group: str, sides: Mapping[str, str]) -> str:
    level, side = group.rsplit(" ", 1)
    return f"{as_words(level)}, {sides.get(side, sides[TAKER])}"


class HandfulBonus(Scores, Observes[Handfuls]):
    """Each handful shown is worth an amount to the side that wins the deal, whoever showed it."""

    amounts: dict[HandfulName, Count] = Field(description="Game points for each level of a handful.", min_length=1)
    sentence = N_("{handful:a} is worth, to the side that wins the deal: {amounts}.")
    sides = True
    heading = N_("{handful:plural}")
    observes = Handfuls
    key = ResultKey(
        "handfuls", list[str], [], "Handfuls that were shown, by level.",
        option="handful", help=N_("A handful that was shown, by its level, in games that pay for one."), several=True, concepts=("handful",),
    )  # fmt: skip
    row = RowKey(
        "handfuls", tuple[tuple[str, str], ...], (), "handful", lambda cell: [" ".join(shown) for shown in cell],
        whole=N_("{handful} shown"), title=N_("{handful}: {group}"), group_words=_group_words, main=("handful",),
        more=("handful*",),
    )  # fmt: skip
    shown = (
        FeatureKey(
            "handful", N_("{handful:a} {given}"), N_("no rule of it scores many trumps shown"),
            lambda fact, _outcome, given: any(given in ("", shown.level) for shown in fact.shown), kind="handful",
        ),
    )  # fmt: skip

    def observe(self, state: State, outcome: Outcome) -> Handfuls | None:
        side = takers_side(state)
        shown = tuple(
            Handful(done.level, TAKER if done.seat in side else DEFENCE)
            for done in state.declared
            if done.level in self.amounts
        )
        return Handfuls(shown) if shown else None

    def word_names(self) -> dict[str, str]:
        return super().word_names() | {level: as_words(level) for level in self.amounts}

    def read(self, text: str, seats: Sequence[str] = ()) -> Handfuls:
        fact = Handfuls.parse(text)
        for level in [one.level for one in fact.shown if one.level not in self.amounts]:
            message = _("there is no {level!r} handful").format(level=level)
            raise FactError(message, suggest(level, self.amounts, _("levels")))
        return fact

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        fact = self.fact(outcome)
        shown = () if fact is None else fact.shown
        return [self.line(self.amounts[one.level], level=one.level, made=outcome.made) for one in shown]

    def label(self, line: Line) -> Text:
        return self.say(_("{level} {handful}"), level=as_words(line.facts["level"]))

    def formula(self) -> tuple[str, str]:
        return "+", self.terms["handful"].plural.label

    def says(self) -> Text:
        amounts = [f"{as_words(level)} {amount}" for level, amount in self.amounts.items()]
        return self.say(_(self.sentence), amounts=amounts)

    def why(self, finding: Finding) -> str:
        if finding.facts["made"]:
            return _("{handful:a} counts for the side that wins the deal, whoever showed it: here {taker:the}'s side.")
        return _("{handful:a} counts for the side that wins the deal, whoever showed it: here the defence.")

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        for rule in ruleset.at("declare"):
            shown = bound_to(rule, ruleset)
            for level in shown.levels if isinstance(shown, ShownHandful) else ():
                if level not in self.amounts:
                    yield _("there is no amount for a {level} handful").format(level=level)

    def tells(self, fact: Handfuls, who: Who) -> Iterator[Text]:
        for handful in fact.shown:
            words = _("The defence showed a {level} {handful}.")
            if handful.side == TAKER:
                words = _("{taker:the}'s side showed a {level} {handful}.")
            yield self.say(words, level=as_words(handful.level))

    def impossible(self, outcome: Outcome, fact: Handfuls, game: Game, players: int) -> Iterable[Impossible]:
        offers = [offer for offer in game.offers if isinstance(offer, ShownHandful)]
        levels = {level: number for offer in offers for level, number in offer.levels.items()}
        shown = [levels[handful.level] for handful in fact.shown if handful.level in levels]
        there = (game.order.trumps | game.ruleset.deck.excuse).bit_count()
        hand = game.deals.hand_size(players) + game.deals.talon_size(players)
        if not shown or (len(shown) <= players and max(shown) <= hand and sum(shown) <= there):
            return
        words = ", ".join(as_words(handful.level) for handful in fact.shown)
        message = _("these handfuls cannot be shown in one deal: {words}, {number} trumps together [{rule}]").format(
            words=words, number=sum(shown), rule=offers[0].rule
        )
        hint = _("the pack has {there} cards that count for a handful").format(there=there)
        yield Impossible("result.handful", message, hint, ("handfuls", len(shown) - 1))

    def choices(self) -> list[tuple[str, str]]:
        return [(level, as_words(level)) for level in self.amounts]

    def from_key(self, value: Any, seats: Sequence[str]) -> Handfuls | None:
        return Handfuls(tuple(Handful(level) for level in value)) if value else None

    @classmethod
    def unfit(cls, value: Any, game: Game, seats: Sequence[str]) -> Iterable[Impossible]:
        levels = game.levels_of("handful")
        for i, level in enumerate(value):
            if level not in levels:
                message = _("{name} has no {level!r} handful").format(name=game.ruleset.name, level=level)
                hint = suggest(level, levels, _("levels")) if levels else _("leave it out")
                yield Impossible("result.handful", message, hint, ("handfuls", i))

    @classmethod
    def cell(cls, facts: Sequence[Handfuls]) -> Any:
        return tuple(sorted((one.level, one.side) for fact in facts for one in fact.shown))
