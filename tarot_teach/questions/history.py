"""The question of which game comes from which, and its answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from tarot_teach.blocks import Block
from tarot_teach.language import N_, _
from tarot_teach.loading import Library
from tarot_teach.questions.base import TABLE, Question, TableReport, asks, counted
from tarot_teach.topics.history.page import describe_games, describe_timeline, history_data, timeline_rows


@dataclass(frozen=True, slots=True, repr=False)
class HistoryReport(TableReport):
    """The family of games, and the timeline of games, cards and rules; the rows are those of the timeline."""

    library: Library
    games: bool = True
    timeline: bool = True

    def blocks(self) -> list[Block]:
        games = describe_games(self.library) if self.games else []
        return [*games, *(describe_timeline(self.library) if self.timeline else [])]

    def to_dict(self) -> dict[str, Any]:
        return history_data(self.library)

    def rows(self) -> list[dict[str, Any]]:
        return timeline_rows(self.library)

    def _summary(self) -> str:
        return counted(len(self.rows()), "event")


@dataclass(frozen=True, kw_only=True)
class HistoryQuestion(Question[HistoryReport]):
    """Print which game comes from which, how that is known, and a timeline of games, cards and rules, with their sources.

    As CSV the timeline is printed.
    """

    name: ClassVar[str] = "history"
    formats: ClassVar[tuple[str, ...]] = TABLE
    document: ClassVar[bool] = True
    argument: ClassVar[str] = ""
    games: bool = asks(N_("Only the family of games."), default=False)
    timeline: bool = asks(N_("Only the timeline."), default=False)

    def title_of(self, answer: Any) -> str:
        return _("The history of the games")

    def answer(self, library: Library) -> HistoryReport:
        both = self.games == self.timeline
        return HistoryReport(library, self.games or both, self.timeline or both)
