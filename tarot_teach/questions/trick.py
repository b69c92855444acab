"""The question of who wins a trick, and its answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from tarot_teach.blocks import Block
from tarot_teach.engine import Engine
from tarot_teach.explain.laid_trick import DEFENCE, TAKER, LaidTrick, describe_laid_trick, lay_trick, trick_data
from tarot_teach.loading import Library
from tarot_teach.messages import N_
from tarot_teach.questions.base import Cards, GameQuestion, Report, asks, read_cards


@dataclass(frozen=True, slots=True, repr=False)
class TrickReport(Report):
    """A trick by itself, with who wins it and what becomes of its cards."""

    laid: LaidTrick

    def blocks(self) -> list[Block]:
        return describe_laid_trick(self.laid)

    def to_dict(self) -> dict[str, Any]:
        return trick_data(self.laid)

    def _summary(self) -> str:
        cards = " ".join(card.code for card in self.laid.trick.cards)
        return f"{self.laid.engine.ruleset.name}: {cards}"


@dataclass(frozen=True, kw_only=True)
class TrickQuestion(GameQuestion[TrickReport]):
    """Print who wins a trick by the rules of NAME, what becomes of its cards, and what they count.

    Whether each card might be played is not asked.
    """

    name: ClassVar[str] = "trick"
    cards: Cards = asks(N_('The cards of the trick in the order played: "H10 S2 HR T5".'), needed=True)
    trumps: str = asks(N_("The suit that is trumps, where one is chosen."), default="")
    contract: str | None = asks(N_("The contract that is played, where the rules differ by contract."))
    leader: str = asks(N_("The seat that leads, by letter or number from 0."), default="")
    taker: str = asks(N_("The seat of the taker; by default the leader."), default="")
    partner: str = asks(N_("The seat of the taker's partner; by default nobody."), default="")
    last_trick: bool = asks(N_("It is the last trick of the deal."), default=False)
    won_every_trick: str | None = asks(
        N_("The side that has won every trick before the last."), choices=(TAKER, DEFENCE)
    )

    def answer(self, library: Library) -> TrickReport:
        laid = lay_trick(
            Engine(self.game, self.trumps),
            read_cards("cards", self.game.deck, self.cards),
            leader=self.leader,
            taker=self.taker,
            partner=self.partner,
            contract=self.contract,
            last_trick=self.last_trick,
            won_every_trick=self.won_every_trick,
        )
        return TrickReport(laid)
