"""The question of which game comes from which, and its answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from tarot_teach.blocks import Block
from tarot_teach.loading import Library
from tarot_teach.messages import N_, _
from tarot_teach.questions.base import TABLE, LinkedReport, Question, TableReport, asks, counted
from tarot_teach.topics.history.distances import describe_distances, distance_rows
from tarot_teach.topics.history.linked_data import history_linked
from tarot_teach.topics.history.page import (
    describe_descents,
    describe_games,
    describe_timeline,
    history_data,
    history_of,
)
from tarot_teach.topics.history.places import describe_places
from tarot_teach.topics.history.rows import descent_rows, event_rows, game_rows, place_rows
from tarot_teach.topics.history.rules_in_time import describe_rules_in_time, rule_rows

PARTS = ("games", "timeline", "descents", "places", "distances", "rules")
"""The parts of a history, in the order of its page."""


@dataclass(frozen=True, slots=True, repr=False)
class HistoryReport(TableReport, LinkedReport):
    """The family of games, and the timeline of games, cards and rules, or the ``parts`` that were asked for; the rows are those of a single part, else of the timeline."""

    library: Library
    parts: tuple[str, ...]

    def blocks(self) -> list[Block]:
        history = history_of(self.library)
        return [
            *(describe_games(self.library) if "games" in self.parts else ()),
            *(describe_timeline(self.library) if "timeline" in self.parts else ()),
            *(describe_descents(history) if "descents" in self.parts else ()),
            *(describe_places(history) if "places" in self.parts else ()),
            *(describe_distances(history, self.library) if "distances" in self.parts else ()),
            *(describe_rules_in_time(history, self.library) if "rules" in self.parts else ()),
        ]

    def to_dict(self) -> dict[str, Any]:
        return history_data(self.library)

    def linked(self) -> dict[str, Any]:
        return history_linked(history_of(self.library), self.library)

    def rows(self) -> list[dict[str, Any]]:
        history = history_of(self.library)
        match self.parts:
            case ("games",):
                return game_rows(history, self.library)
            case ("descents",):
                return descent_rows(history, self.library)
            case ("places",):
                return place_rows(history)
            case ("distances",):
                return distance_rows(history, self.library)
            case ("rules",):
                return rule_rows(history, self.library)
        return event_rows(history, self.library)

    def _summary(self) -> str:
        return counted(len(history_of(self.library).events), "event")


@dataclass(frozen=True, kw_only=True)
class HistoryQuestion(Question[HistoryReport]):
    """Print which game comes from which, how that is known, and a timeline of games, cards and rules, with their sources.

    As CSV the timeline is printed, or the one part that is named; as JSON-LD all of it.
    """

    name: ClassVar[str] = "history"
    formats: ClassVar[tuple[str, ...]] = (*TABLE, "jsonld")
    document: ClassVar[bool] = True
    argument: ClassVar[str] = ""
    games: bool = asks(N_("Only the family of games."), default=False)
    timeline: bool = asks(N_("Only the timeline."), default=False)
    descents: bool = asks(N_("Only how each descent is known."), default=False)
    places: bool = asks(N_("Only the places, with what is known there."), default=False)
    distances: bool = asks(N_("Only descents, with distances computed from the rules."), default=False)
    rules: bool = asks(N_("Only rules and their values, by the first source that tells them."), default=False)

    def title_of(self, answer: Any) -> str:
        return _("The history of the games")

    def answer(self, library: Library) -> HistoryReport:
        return HistoryReport(library, tuple(part for part in PARTS if getattr(self, part)) or PARTS[:2])
