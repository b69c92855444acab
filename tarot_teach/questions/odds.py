"""The question of how likely hands are, and its answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from tarot_teach.blocks import Block
from tarot_teach.engine import Engine
from tarot_teach.errors import UnfitError, spot
from tarot_teach.loading import Library
from tarot_teach.messages import N_, _
from tarot_teach.questions.base import TABLE, GameQuestion, TableReport, asks, counted
from tarot_teach.topics.odds.page import describe_odds, odds_about, odds_data
from tarot_teach.topics.odds.unseen_cards import ABOUT, Odds, UnseenCards, before_looking, knowing_hand


@dataclass(frozen=True, slots=True, repr=False)
class OddsTable(TableReport):
    """Exact odds of a game's deal, or of what a known hand leaves open: one distribution for each question of ``odds``."""

    engine: Engine
    unseen: UnseenCards
    odds: tuple[Odds, ...]
    about: tuple[str, ...] = ()

    def blocks(self) -> list[Block]:
        return describe_odds(self.engine, self.unseen, self.about)

    def to_dict(self) -> dict[str, Any]:
        return odds_data(self.engine, self.unseen, self.odds)

    def rows(self) -> list[dict[str, Any]]:
        """A row for each answer, with its chance as an exact fraction and as a number."""
        return [
            {key: odds[key] for key in ("about", "kind", "where")}
            | {"of": " ".join(odds["of"]), "title": odds["title"]}
            | chance
            for odds in self.to_dict()["odds"]
            for chance in odds["chances"]
        ]

    def _summary(self) -> str:
        return f"{self.engine.ruleset.name}: {counted(len(self.odds), 'question')}"


@dataclass(frozen=True, kw_only=True)
class OddsQuestion(GameQuestion[OddsTable]):
    """Count exactly what hands and talon hold in NAME: trumps, suits, honours, handfuls, void deals; or what a known hand leaves open."""

    name: ClassVar[str] = "odds"
    formats: ClassVar[tuple[str, ...]] = TABLE
    document: ClassVar[bool] = True
    holding: str | None = asks(N_('A hand that is known: "T21 T5 EX …", or numbers: "trumps=7 queen=0".'))
    about: tuple[str, ...] = asks(N_("Only this subject; may be given several times."), default=(), choices=ABOUT)
    players: int | None = asks(N_("The number of players, where a ruleset is for several numbers."), metavar="N")

    def answer(self, library: Library) -> OddsTable:
        engine, hand = Engine(self.game), self.holding
        if hand is not None and not hand.strip():
            message, hint = (
                _("the hand is empty"),
                _("give its cards, or leave out {field}").format(field=spot("holding")),
            )
            raise UnfitError.of("odds.holding", message, hint=hint)
        unseen = before_looking(engine, self.players) if hand is None else knowing_hand(engine, hand, self.players)
        return OddsTable(engine, unseen, tuple(odds_about(engine, unseen, self.about)), self.about)
