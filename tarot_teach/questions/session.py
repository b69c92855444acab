"""The question of the score of a session, and its answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar

from tarot_teach.blocks import Block
from tarot_teach.errors import UnfitError
from tarot_teach.loading import Library
from tarot_teach.mechanisms.score.keyed import COUNT_KEYS
from tarot_teach.messages import N_, _
from tarot_teach.questions.base import PAGE, Exchanged, ExchangeReport, Files, Question, TableReport, asks, counted
from tarot_teach.topics.other_programs.evenings_written import evening_table
from tarot_teach.topics.sessions.page import describe_session, session_data
from tarot_teach.topics.sessions.scorekeeper import Session, keep_score


@dataclass(frozen=True, slots=True, repr=False)
class SessionScore(TableReport, ExchangeReport):
    """The score of a session of many deals."""

    session: Session

    @property
    def totals(self) -> dict[str, Fraction]:
        """The totals after the last deal, by player."""
        return dict(self.session.deals[-1].totals) if self.session.deals else dict(self.session.start)

    def blocks(self) -> list[Block]:
        return describe_session(self.session)

    def to_dict(self) -> dict[str, Any]:
        return session_data(self.session)

    def rows(self) -> list[dict[str, Any]]:
        """A row for each deal: what was played, and the score and the total of each player."""
        data = self.to_dict()
        names: dict[str, str] = data["players"]
        return [
            {key: value for key, value in deal.items() if key not in ("scores", "totals")}
            | {name: deal["scores"][letter] for letter, name in names.items()}
            | {f"{name} total": deal["totals"][letter] for letter, name in names.items()}
            for deal in data["deals"]
        ]

    def columns(self) -> list[str]:
        names = self.session.file.players.values()
        numbers = [key.name for key in COUNT_KEYS]
        head = ("deal", "dealer", "taker", "partner", "contract", "points", *numbers, "void")
        return [*head, *(column for name in names for column in (name, f"{name} total"))]

    def exchanged(self) -> Exchanged:
        return Exchanged(*evening_table(self.session))

    def _summary(self) -> str:
        return f"{self.session.file.id}: {counted(len(self.session.deals), 'deal')}"


@dataclass(frozen=True, kw_only=True)
class SessionQuestion(Question[SessionScore]):
    """Print the explained score sheet of FILE, a session of many deals (or the id of a shipped one)."""

    name: ClassVar[str] = "session"
    argument: ClassVar[str] = "file"
    formats: ClassVar[tuple[str, ...]] = (*PAGE, "pdf", "csv", "evening")
    document: ClassVar[bool] = True
    path: Path
    deal: int | None = asks(N_("Only deal number N, with the totals after it."), metavar="N")

    @classmethod
    def subject_of(cls, names: Sequence[str], files: Files, given: Mapping[str, Any]) -> dict[str, Any]:
        return {"path": files.record_path("session", names[0])}

    def title_of(self, answer: SessionScore) -> str:
        return answer.session.file.title

    def answer(self, library: Library) -> SessionScore:
        session = keep_score(self.path, library)
        if self.deal is not None and not 1 <= self.deal <= len(session.deals):
            hint = _("the session has deals 1 to {number}").format(number=len(session.deals))
            raise UnfitError.of("session.no-deal", _("there is no deal {deal}"), hint=hint, deal=self.deal)
        return SessionScore(session if self.deal is None else replace(session, only=self.deal))
