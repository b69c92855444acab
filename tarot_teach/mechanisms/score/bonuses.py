"""Bonuses of a side that have names of their own: each is one event with its amounts and its sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

from pydantic import Field

from tarot_teach.mechanisms.base import Count, Flag, NewName, Who
from tarot_teach.mechanisms.bonus_events import BonusFact, CardInTrick, TricksWon
from tarot_teach.mechanisms.observed import FeatureKey, ResultKey, RowKey
from tarot_teach.mechanisms.side_bonus import SideBonus
from tarot_teach.messages import N_, _
from tarot_teach.table import BOTH_SIDES, DEFENCE, TAKER, Finding, Line, Outcome, Sheet, State
from tarot_teach.text import Text

_SILENT = N_("Game points for a side that has not announced it.")
_ANNOUNCED = N_("Game points for a side that has announced it, or lost by one that fails it.")
_ITEM = N_("Its name, as it is announced.")


class AllTricks(SideBonus):
    """A side that wins every trick scores a bonus, and nothing else counts, or no other bonus; so does one that has announced it, whether it
    wins them or not. Where it stands in place of the bonuses, they stand after it."""

    silent: Count = Field(description=_SILENT)
    announced: Count = Field(description=_ANNOUNCED)
    item: NewName = Field(description=_ITEM)
    replaces: Literal["everything", "bonuses"] = Field(
        "everything", description="What does not count then: everything else, or only the bonuses that stand after it."
    )

    def event_of(self) -> TricksWon:
        return TricksWon()

    def path_of(self, fact: BonusFact | None) -> str:
        return "points" if fact is None else self.rule

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        lines = super().lines(outcome, sheet)
        return [self.instead(), *lines] if lines and self.replaces == "everything" else lines

    def closes(self, outcome: Outcome) -> bool:
        return self.replaces == "bonuses" and self.fact(outcome) is not None

    def says(self) -> Text:
        phrase = _(
            "A side that wins every trick scores {silent}, or {announced} when it has announced it, and nothing else counts; announced and failed, it costs {announced}."
        )
        if self.replaces == "bonuses":
            phrase = _(
                "A side that wins every trick gets {silent}, or {announced} when it has announced it, and no other bonus counts; announced and failed, it costs {announced}."
            )
        return self.say(phrase)

    def in_place(self) -> str:
        return _("With {name}, nothing else counts.")


_LACKING = N_("the last trick brings no bonus")


def _side(group: str, sides: Mapping[str, str]) -> str:
    return sides.get(group, sides[TAKER])


class LastTrickBonus(SideBonus):
    """A bonus for the side that wins the last trick with the Petit in it, whoever wins the deal."""

    amount: Count = Field(description="Game points of the bonus.")
    by: Literal["trick", "card"] = Field(
        description="Whether the side has to win the last trick when the Petit is in it, or to win it with the Petit."
    )
    slam_shift: Flag | Literal["card"] = Field(
        description="Whether the last trick but one counts too when a side wins all tricks, the last with the Excuse: yes, no, "
        "or only if that trick is won with the Petit itself (card)."
    )
    marks = ("petit",)
    about = "last_trick_bonus"
    key = ResultKey(
        "last_trick_bonus", Literal["taker", "defence"] | None, None, "Which side made it.",
        option="last-trick-bonus", help=N_("The side that won the bonus, in games that have one."), choices=BOTH_SIDES, concepts=("last_trick_bonus", "petit"),
    )  # fmt: skip
    row = RowKey(
        "last_trick_bonus", str, "", "last_trick_bonus", lambda cell: [cell], BOTH_SIDES,
        title=N_("{last_trick_bonus}: {group}"), group_words=_side, main=("last_trick_bonus*",),
    )  # fmt: skip
    shown = (
        FeatureKey("last_trick_bonus", N_("{last_trick_bonus:the}"), _LACKING, in_last_trick=True),
        FeatureKey(
            "last_trick_bonus_failed_contract", N_("{last_trick_bonus:the} in a deal that {taker:the} loses"), _LACKING,
            lambda _fact, outcome, _given: not outcome.made, in_last_trick=True,
        ),
    )  # fmt: skip

    def event_of(self) -> CardInTrick:
        self.silent = self.amount
        self.petit: int = self.deck.marks["petit"]
        # how the last trick but one has to be won, where it counts too: by ``trick`` or ``card``; None where it never does
        self.by_before: str | None = "card" if self.slam_shift == "card" else self.by if self.slam_shift else None
        before = None if self.by_before is None else self.by_before == "card"
        return CardInTrick(self.petit, by_card=self.by == "card", before=before)

    def comes_up(self, state: State) -> bool:
        return self.does.comes_up(state)

    def says(self) -> Text:
        if self.by == "card":
            return self.say(_("The side that wins the last trick with {petit:the} gets {amount}."))
        return self.say(_("The side that wins the last trick, if {petit:the} is in it, gets {amount}."))

    def why(self, finding: Finding) -> str:
        return {
            (TAKER, True): _("{taker:the}'s side won {last_trick_bonus:the} and the deal: it is added."),
            (TAKER, False): _("{taker:the}'s side won {last_trick_bonus:the} but lost the deal: it is subtracted."),
            (DEFENCE, True): _("The defence won {last_trick_bonus:the} and the deal: it is added."),
            (DEFENCE, False): _("The defence won {last_trick_bonus:the} but lost the deal: it is subtracted."),
        }[finding.facts["side"], finding.facts["added"]]

    def tells(self, fact: BonusFact, who: Who) -> Iterator[Text]:
        words = _("The last trick, and in it {petit:the}, went to the defence.")
        if fact.side == TAKER:
            words = _("The last trick, and in it {petit:the}, went to {taker:the}'s side.")
        yield self.say(words)

    def formula(self) -> tuple[str, str]:
        return self.operation, self.terms[self.about].label

    def in_a_result(self, fact: BonusFact | None) -> str:
        if fact is not None and fact.side == TAKER:
            return _("the last-trick bonus for the taker's side")
        return _("the last-trick bonus for the defence")

    def path_of(self, fact: BonusFact | None) -> str:
        return self.about

    def from_key(self, value: Any, seats: Iterable[str]) -> BonusFact | None:
        return None if value is None else BonusFact(value)
