"""The bonus for the last trick."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from pydantic import Field

from tarot_teach.language import N_, _
from tarot_teach.mechanisms.base import Count, Flag, Who
from tarot_teach.mechanisms.interfaces import Scores
from tarot_teach.mechanisms.observed import Game, Implied, Observes, ResultKey, RowKey, Shown
from tarot_teach.mechanisms.situation import takers_side
from tarot_teach.table import BOTH_SIDES, DEFENCE, TAKER, Finding, Line, Outcome, Sheet, SideFact, State, Taken
from tarot_teach.text import Text


def _side(group: str, sides: Mapping[str, str]) -> str:
    return sides.get(group, sides[TAKER])


_LACKING = N_("the last trick brings no bonus")


class LastTrickBonus(Scores, Observes[SideFact]):
    """A bonus for the side that wins the last trick with the Petit in it, whoever wins the deal."""

    amount: Count = Field(description="Game points of the bonus.")
    by: Literal["trick", "card"] = Field(
        description="Whether the side has to win the last trick when the Petit is in it, or to win it with the Petit."
    )
    slam_shift: Flag | Literal["card"] = Field(
        description="Whether the last trick but one counts too when a side wins all tricks, the last with the Excuse: yes, no, "
        "or only if that trick is won with the Petit itself (card)."
    )
    sides = True
    marks = ("petit",)
    about = "last_trick_bonus"
    operation = "±"
    whole_deal = False
    observes = SideFact
    key = ResultKey(
        "last_trick_bonus", Literal["taker", "defence"] | None, None, "Which side made it.",
        option="last-trick-bonus", help=N_("The side that won it."), choices=BOTH_SIDES, concepts=("last_trick_bonus", "petit"),
    )  # fmt: skip
    row = RowKey(
        "last_trick_bonus", str, "", "last_trick_bonus", lambda cell: [cell], BOTH_SIDES,
        title=N_("{last_trick_bonus}: {group}"), group_words=_side, main=("last_trick_bonus*",),
    )  # fmt: skip
    shown = (
        Shown("last_trick_bonus", N_("{last_trick_bonus:the}"), _LACKING, in_last_trick=True),
        Shown(
            "last_trick_bonus_failed_contract", N_("{last_trick_bonus:the} in a deal that {taker:the} loses"), _LACKING,
            lambda _fact, outcome, _given: not outcome.made, in_last_trick=True,
        ),
    )  # fmt: skip

    def prepare(self) -> None:
        self.petit: int = self.deck.marks["petit"]
        # how the last trick but one has to be won, where it counts too: by ``trick`` or ``card``; None where it never does
        self.by_before: str | None = "card" if self.slam_shift == "card" else self.by if self.slam_shift else None

    def comes_up(self, state: State) -> bool:
        return bool(state.tricks) and bool(state.tricks[-1].trick.mask & self.petit)

    def observe(self, state: State, outcome: Outcome) -> SideFact | None:
        for taken, by in self._tricks_asked(state):
            if taken.trick.mask & self.petit and (by == "trick" or taken.winning_card.bit == self.petit):
                return SideFact(TAKER if taken.winner in takers_side(state) else DEFENCE)
        return None

    def _tricks_asked(self, state: State) -> list[tuple[Taken, str]]:
        """The tricks that can bring the bonus, each with how it has to be won: the last, and the one before where the Excuse
        has won the last."""
        asked = [(taken, str(self.by)) for taken in state.tricks[-1:]]
        if self.by_before and len(state.tricks) > 1 and state.tricks[-1].winning_card.is_excuse:
            asked.append((state.tricks[-2], self.by_before))
        return asked

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        fact = self.fact(outcome)
        if fact is None:
            return []
        added = fact.side == (TAKER if outcome.made else DEFENCE)
        return [self.line(self.amount, "+" if added else "-", side=fact.side, added=added)]

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

    def tells(self, fact: SideFact, who: Who) -> Iterator[Text]:
        words = _("The last trick, and in it {petit:the}, went to the defence.")
        if fact.side == TAKER:
            words = _("The last trick, and in it {petit:the}, went to {taker:the}'s side.")
        yield self.say(words)

    def implies(self, outcome: Outcome, fact: SideFact | None, game: Game, tricks: int) -> Iterator[Implied]:
        sure = self.petit if not self.petit & game.movable else 0
        honours = range(len(game.ruleset.deck.cards) + 1)
        if fact is None:
            return
        if fact.side == TAKER:
            words, won = _("the last-trick bonus for the taker's side"), range(1, tricks + 1)
            yield Implied((words,), self.about, self.rule, honours, won, holds=sure, rank=1)
        else:
            words, won = _("the last-trick bonus for the defence"), range(tricks)
            yield Implied((words,), self.about, self.rule, honours, won, lacks=sure, rank=1)

    def choices(self) -> list[tuple[str, str]]:
        return [(side, str(self.say(f"{{{side}}}"))) for side in BOTH_SIDES]

    def from_key(self, value: Any, seats: Sequence[str]) -> SideFact | None:
        return None if value is None else SideFact(value)
