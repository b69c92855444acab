"""Scores by rank: whoever has the most card points pays the others."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import Field

from tarot_teach.mechanisms.base import Count, Flag, ParamError, Who, Within
from tarot_teach.mechanisms.interfaces import Scores
from tarot_teach.mechanisms.places import HasPlace
from tarot_teach.messages import N_, _
from tarot_teach.table import Finding, Line, NumberFact, Outcome, Sheet
from tarot_teach.text import Text, joined


class _ByRank(Scores):
    """Payments by the most card points of all players."""

    by_points = True
    by_cards = True
    among_all = True
    avoids_tricks = True
    each: Count = Field(
        gt=0, description="Game points that a player with the most card points pays to each of those with fewer."
    )
    heading = N_("The most card points")
    operation = "±"

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        return self.lines_among(outcome, sheet, [outcome])

    def label(self, line: Line) -> Text:
        return self.say(_(self.heading))

    def formula(self) -> tuple[str, str]:
        return self.operation, _("what the most card points pay")

    def facts_in_words(self, finding: Finding, who: Who) -> dict[str, Any]:
        return super().facts_in_words(finding, who) | {"points": str(finding.facts["points"])}


class MostPointsPay(_ByRank):
    """Each player with the most card points pays each of those with fewer; a player who has won no trick gets something more, or is paid by all
    others, and nobody else is. Where all have equally many, nobody pays."""

    none: Count = Field(0, description="Game points more that each of them pays to a player who has won no trick.")
    all_to_none: Flag = Field(
        False,
        description="Whether each other player pays one who has won no trick, and nobody pays anything else then.",
    )

    def lines_among(self, outcome: Outcome, sheet: Sheet, everybody: Sequence[Outcome]) -> list[Line]:
        most, none = max(other.halves for other in everybody), [other for other in everybody if not other.cards]
        if none and self.all_to_none:
            paying, kind = [other for other in everybody if other.cards], "alone"
        else:
            paying, kind = [other for other in everybody if other.halves == most], "gets" if outcome.cards else "none"
        getting = [other for other in everybody if other not in paying]
        if outcome in paying:
            amount = sum(self.each + (0 if other.cards else self.none) for other in getting)
            kind = "to_none" if kind == "alone" else "pays" if getting else "equal"
        else:
            amount = len(paying) * (self.each + (0 if outcome.cards else self.none))
        facts = {"seat": outcome.seat, "kind": kind, "points": outcome.points}
        return [self.line(amount, "-" if kind in ("pays", "to_none") else "+", **facts)]

    def says(self) -> Text:
        phrase = _("Each player with the most card points pays {each} to each of those with fewer. Where all have equally many, nobody pays.")  # fmt: skip
        if self.none:
            phrase = _("Each player with the most card points pays {each} to each of those with fewer, and {none} more to one who has won no trick. Where all have equally many, nobody pays.")  # fmt: skip
        if self.all_to_none:
            more = _("Where somebody has won no trick, each of the others pays that player so much, and nobody anything else.")  # fmt: skip
            return joined([self.say(phrase), self.say(more)])
        return self.say(phrase)

    def why(self, finding: Finding) -> str:
        return {
            "pays": _("{points} card points are the most: each of the others is paid."),
            "gets": _("{points} card points are not the most: whoever has the most pays."),
            "none": _("No trick was won: whoever has the most card points pays {each}, and {none} more."),
            "equal": _("All have equally many card points: nobody pays."),
            "alone": _("No trick was won: each player who has won one pays {each}."),
            "to_none": _("Somebody has won no trick, and is paid by all who have won one."),
        }[finding.facts["kind"]]


class ForehandOrMostPay(HasPlace, _ByRank):
    """Each player with the most card points pays each of those with fewer. But where the player after the dealer is among them, that player
    alone pays, and more. Players who have won no trick share what all would get, in whole game points. Fractions that a count in groups
    rounds are compared too. The fact of a player is the place in the order of play, from 1 for the player after the dealer."""

    forehand: Count = Field(ge=1, description="How many times as much the player after the dealer pays.")
    above: Annotated[Count, Within("card_points", below=True)] | None = Field(
        None,
        description="Card points above which a single player who pays, pays several times as much; without it, none does.",
    )
    times: Annotated[Count, Field(gt=1)] | None = Field(None, description="How many times.")
    none: Count | Literal["nothing"] = Field(
        0,
        description="Game points that each of two players who have won no trick gets at the least; nothing: they get no more than others.",
    )

    def prepare(self) -> None:
        if (self.above is None) != (self.times is None):
            message = _("`above` and `times` belong together")
            raise ParamError(message, ("above" if self.times is None else "times",), _("write both, or neither"))

    @property
    def least(self) -> int | None:
        """Game points that each of two players without a trick gets at the least; None where they get no more than others."""
        return None if self.none == "nothing" else self.none

    def lines_among(self, outcome: Outcome, sheet: Sheet, everybody: Sequence[Outcome]) -> list[Line]:
        most = max(map(self._exactly, everybody))
        losers = [other for other in everybody if self._exactly(other) == most]
        alone = [other for other in losers if self.fact(other) == NumberFact(1)]
        paying = alone or losers
        getting = [other for other in everybody if other not in paying]
        none = [other for other in getting if not other.cards] if self.least is not None else []
        each = self.each * (self.forehand if alone else 1)
        assert paying[0].points is not None
        if self.above is not None and self.times and len(paying) == 1 and paying[0].points > self.above:
            each *= self.times
        share = len(paying) * each
        if none:
            share, getting = -(-share * len(getting) // len(none)), none
            share = max(share, self.least or 0 if len(none) == 2 else 0)
        if outcome in paying:
            amount, kind = Fraction(share * len(getting), len(paying)), "forehand" if alone else "pays"
        elif outcome in getting:
            amount, kind = Fraction(share), "none" if none else "gets"
        else:
            amount, kind = Fraction(0), "nothing"
        facts = {"seat": outcome.seat, "kind": kind, "points": outcome.points}
        return [self.line(amount, "-" if outcome in paying else "+", **facts)]

    def _exactly(self, outcome: Outcome) -> Fraction:
        """The card points of a player with the fractions that the count in groups has rounded."""
        assert outcome.points is not None
        counting = next((rule for rule in self.ruleset_rules.values() if rule.mechanism == "in_groups"), None)
        if counting is None:
            return outcome.points
        group, less, rest_less = (getattr(counting.params, name) for name in ("group", "less", "rest_less"))
        rest = outcome.cards % group
        return outcome.points + (rest_less - Fraction(rest * less, group) if rest else 0)

    def says(self) -> Text:
        most = _("Each player with the most card points pays {each} to each of those with fewer.")
        if self.above is not None:
            most = _(
                "Each player with the most card points pays {each} to each of those with fewer, and one with more than {above} pays {times} times as much."
            )
        phrases = [most, _("The player after the dealer, if among them, pays alone, and {forehand} times as much.")]
        if self.least is not None:
            phrases.append(_("Players who have won no trick share what all would get."))
        if self.least:
            phrases.append(_("Where there are two of them, each gets {none} at the least."))
        return joined([self.say(phrase) for phrase in phrases])

    def why(self, finding: Finding) -> str:
        return {
            "pays": _("{points} card points are the most: whoever has them pays."),
            "forehand": _("{points} card points are the most, and the player after the dealer has them, who pays alone, {forehand} times as much."),
            "gets": _("{points} card points are not the most: whoever has the most pays."),
            "none": _("No trick was won: whoever has won none gets what all would get."),
            "nothing": _("{points} card points are not the most, but somebody has won no trick, and gets all that is paid."),
        }[finding.facts["kind"]]  # fmt: skip


class HigherHalfPays(ForehandOrMostPay):
    """The half of the players with more card points pays the half with fewer; in a tie all who are equal share what falls to their places. But
    where the player after the dealer has the most, or one player has more than a number, that player pays all others, and where one player has
    won no trick, all others pay that player. Fractions that a count in groups rounds are compared too. The fact of a player is the place in the
    order of play, from 1 for the player after the dealer."""

    above: Annotated[Count, Within("card_points", below=True)] = Field(
        description="Card points above which a player pays all others."
    )
    times: Annotated[Count, Field(ge=1)] = Field(
        description="How many times as much the player after the dealer pays then."
    )

    def lines_among(self, outcome: Outcome, sheet: Sheet, everybody: Sequence[Outcome]) -> list[Line]:
        most = max(map(self._exactly, everybody))
        losers = [other for other in everybody if self._exactly(other) == most]
        none = [other for other in everybody if not other.cards]
        first = next((other for other in losers if self.fact(other) == NumberFact(1)), None)
        assert losers[0].points is not None
        over = len(losers) == 1 and losers[0].points > self.above
        alone = first or (losers[0] if over else None)
        if alone:
            each = self.each * (self.forehand if first else 1) * (self.times if over and first else 1)
            getting = none or [other for other in everybody if other is not alone]
            total = Fraction(each * (len(everybody) - 1))
            amount = -total if outcome is alone else total / len(getting) if outcome in getting else Fraction(0)
            kind = (
                ("forehand" if first else "over") if outcome is alone else "gets" if outcome in getting else "nothing"
            )
        elif len(none) == 1:
            amount = Fraction(self.each * (len(everybody) - 1) if outcome in none else -self.each)
            kind = "none" if outcome in none else "with_tricks"
        else:
            amount, kind = self._by_place(outcome, everybody), "place"
        facts = {"seat": outcome.seat, "kind": kind, "points": outcome.points}
        return [self.line(abs(amount), "-" if amount < 0 else "+", **facts)]

    def _by_place(self, outcome: Outcome, everybody: Sequence[Outcome]) -> Fraction:
        """The amount of a player by the place among all, shared by those who are equal."""
        mine, every = self._exactly(outcome), [self._exactly(other) for other in everybody]
        above, equal = sum(points > mine for points in every), every.count(mine)
        half = len(every) // 2
        places = [
            -self.each if i < half else self.each if i >= len(every) - half else 0 for i in range(above, above + equal)
        ]
        return Fraction(sum(places), equal)

    def says(self) -> Text:
        phrases = [
            _(
                "The half of the players with more card points pays {each} each to the half with fewer; those who are equal share. One with more than {above} pays {each} to each of the others, and so does the player after the dealer with the most card points: {forehand} times as much, and with more than {above} {times} times that."
            ),
            _("Otherwise a player who has won no trick gets {each} from each of the others."),
        ]
        return joined([self.say(phrase) for phrase in phrases])

    def why(self, finding: Finding) -> str:
        return {
            "forehand": _("{points} card points are the most, and the player after the dealer has them, who pays for all."),
            "over": _("{points} card points are so many that the player pays for all."),
            "gets": _("Whoever has the most card points pays for all."),
            "nothing": _("Somebody has won no trick, and gets all that is paid."),
            "none": _("No trick was won: each of the others pays."),
            "with_tricks": _("Somebody has won no trick: each of the others pays."),
            "place": _("With {points} card points, the half with more pays the half with fewer, and those who are equal share."),
        }[finding.facts["kind"]]  # fmt: skip
