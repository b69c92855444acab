"""A score that counts several times, because of marks from earlier deals."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import Field

from tarot_teach.mechanisms.base import Count, NewName
from tarot_teach.mechanisms.interfaces import Scores
from tarot_teach.messages import N_, _
from tarot_teach.rules import Ruleset
from tarot_teach.table import Line, Memory, Outcome, Sheet


class DoubledByMarks(Scores):
    """The deal of a taker who has a mark from an earlier deal counts several times, won or lost."""

    marks_of: NewName = Field(description="The last part of the id of the rule that keeps the marks.")
    times: Count = Field(gt=1, description="How many times the deal counts.")
    operation = "×"
    heading = N_("Mark from an earlier deal")
    sentence = N_("The deal of {taker:the} who has a mark from an earlier deal is multiplied by {times}, won or lost.")
    reason = N_("{taker:the} has a mark from an earlier deal, and the deal is multiplied by {times}.")
    sides = True

    def formula(self) -> tuple[str, str]:
        return self.operation, _("{times} with a mark from an earlier deal").format(times=self.times)

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        if f"match.{self.marks_of}" not in ruleset.rules:
            yield _("there is no rule {id} that keeps marks").format(id=f"match.{self.marks_of}")

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        memory = outcome.memory.get(f"match.{self.marks_of}")
        marked = isinstance(memory, Memory) and outcome.taker is not None and any(memory.of(outcome.taker))
        return [self.line(self.times, "×")] if marked else []
