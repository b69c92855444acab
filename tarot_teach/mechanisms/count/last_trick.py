"""Card points of the last trick by itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Annotated

from pydantic import Field

from tarot_teach.mechanisms.added_points import AddsPoints
from tarot_teach.mechanisms.base import Count, Who
from tarot_teach.mechanisms.bonus_events import PointsWon
from tarot_teach.mechanisms.observed import Game, Implied, Impossible, Observes
from tarot_teach.mechanisms.registry import bound_to
from tarot_teach.mechanisms.situation import takers_side
from tarot_teach.messages import N_, _
from tarot_teach.rules import Ruleset
from tarot_teach.table import Finding, NumberFact, Outcome, State
from tarot_teach.text import Text


class LastTrickPoints(AddsPoints, Observes[NumberFact]):
    """The winner of the last trick counts some card points more. The fact of a player, or a side, is 1 if it has won that trick, and otherwise 0;
    card points that are typed are those with the last trick."""

    points: Annotated[Count, Field(gt=0)] = Field(description="Card points that the last trick counts by itself.")
    heading = N_("The last trick")
    sentence = N_("Whoever wins the last trick counts {points} card points more.")
    by_points = True
    bounded = True
    observes = NumberFact
    always = True

    def prepare(self) -> None:
        self.adds = 2 * self.points

    def observe(self, state: State, outcome: Outcome) -> NumberFact:
        side = outcome.players or takers_side(state)
        return NumberFact(int(state.all_played and bool(state.tricks) and state.tricks[-1].winner in side))

    def added(self, outcome: Outcome) -> Outcome:
        halves = outcome.halves + (self.adds if self._won(outcome) else 0)
        return replace(outcome, halves=halves, points=Fraction(halves, 2))

    def count(self, outcome: Outcome) -> tuple[Outcome, Finding | None]:
        return outcome, self.decides(seat=outcome.seat) if self._won(outcome) else None

    def _won(self, outcome: Outcome) -> bool:
        fact = self.fact(outcome)
        return fact is not None and fact.number > 0

    def why(self, finding: Finding) -> str:
        if finding.facts["seat"] is None:
            return _("{taker:the}'s side has won the last trick, which counts {points} card points more.")
        return _("{who} has won the last trick, which counts {points} card points more.")

    def tells(self, fact: NumberFact, who: Who) -> Iterator[Text]:
        yield self.say(_("The last trick is among them.") if fact.number else _("The last trick is not among them."))

    def choices(self) -> list[tuple[str, str]]:
        return [("1", _("won")), ("0", _("not won"))]

    def impossible(self, outcome: Outcome, fact: NumberFact, game: Game, players: int) -> Iterable[Impossible]:
        if fact.number > 1:
            message = _("there is one last trick, and not {number}").format(number=fact.number)
            yield Impossible(
                "result.fact", message, _("write 1 for who has won it, and 0 for the others"), (self.rule,)
            )

    def impossible_together(self, facts: Sequence[NumberFact | None], game: Game, players: int) -> Iterable[Impossible]:
        won = sum(fact.number for fact in facts if fact)
        if won != 1:
            message = _("the last trick is won by one player, and here {number} have won it").format(number=won)
            yield Impossible(
                "result.fact", message, _("write 1 for who has won it, and 0 for the others"), (self.rule,)
            )

    def implies(self, outcome: Outcome, fact: NumberFact | None, game: Game, players: int) -> Iterator[Implied]:
        if fact is not None:
            tricks = game.deals.hand_size(players)
            words = _("the last trick") if fact.number else _("no last trick")
            yield Implied((words,), self.rule, self.rule, range(1, tricks + 1) if fact.number else range(tricks))

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        if not self.deck.halves:
            yield _("no card counts card points")
        for rule in ruleset.at("score"):
            if isinstance(getattr(bound_to(rule, ruleset), "does", None), PointsWon):
                yield _("{rule} counts the card points of both sides, and does not know those of the last trick").format(rule=rule.id)  # fmt: skip
