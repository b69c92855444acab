"""The question of what a hand is worth for bidding, the question of which totals would bid best, and their answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from tarot_teach.advice.evaluate import Evaluation, evaluate_dealt
from tarot_teach.advice.format import AdviceFile, advice_on
from tarot_teach.advice.page import contract_title, describe_evaluation, evaluation_data
from tarot_teach.blocks import Block
from tarot_teach.engine import Engine
from tarot_teach.errors import UnfitError
from tarot_teach.loading import Library
from tarot_teach.messages import N_, _
from tarot_teach.questions.base import PAGE, A, Cards, GameQuestion, Page, TableReport, asks, counted, read_cards
from tarot_teach.rules import Ruleset
from tarot_teach.topics.simulate.draws import SEEDS
from tarot_teach.topics.simulate.strong.tuning import tune


@dataclass(frozen=True, slots=True, repr=False)
class HandValue(TableReport):
    """Value of a hand by a body of advice, feature by feature, and the bid that follows."""

    ruleset: Ruleset
    advice: AdviceFile
    evaluation: Evaluation

    @property
    def bid(self) -> str:
        """The bid advised: a contract, or ``pass``."""
        return self.evaluation.bid

    def blocks(self) -> list[Block]:
        return describe_evaluation(self.advice, self.ruleset, self.evaluation)

    def to_dict(self) -> dict[str, Any]:
        return evaluation_data(self.advice, self.ruleset, self.evaluation)

    def rows(self) -> list[dict[str, Any]]:
        """A row for each feature that counts."""
        return [{key: line[key] for key in ("feature", "title", "points", "cards")} for line in self.to_dict()["lines"]]

    def _summary(self) -> str:
        return f"{self.ruleset.name}: {self.evaluation.total}, {self.bid}"


@dataclass(frozen=True, kw_only=True)
class _Advised(GameQuestion[A]):
    """A question that a body of advice answers."""

    formats: ClassVar[tuple[str, ...]] = PAGE
    hand: Cards | None = asks(N_('The whole hand as it was dealt: "T21 T18 EX SR SD …".'))
    advice: str = asks(N_("The advice to follow."), default="encyclopedia")

    def _advice(self, library: Library, *, of_hand: bool) -> AdviceFile:
        """The body of advice. Raises UnfitError for a hand where none is asked about, and for none where one is, LoadError for unfit advice."""
        if (self.hand is not None) is not of_hand:
            hint = _('tarot-teach evaluate fft-4 --hand "T21 T18 EX SR SD …", or tarot-teach evaluate fft-4 --tune')
            raise UnfitError.of("evaluate.which", _("either a hand is valued, or totals are looked for"), hint=hint)
        return advice_on(library, self.advice, self.game)


@dataclass(frozen=True, kw_only=True)
class TuneQuestion(_Advised[Page]):
    """Say which totals would bid best in NAME, by random hands that simple players play out."""

    name: ClassVar[str] = "tune"
    flag: ClassVar[str] = N_("Say instead which totals would bid best, by random hands that simple players play out.")
    deals: int = asks(N_("The number of these hands."), default=4000, least=1)
    seed: int = asks(N_("The seed of these hands."), default=1, least=0, most=SEEDS - 1)

    def answer(self, library: Library) -> Page:
        advice = self._advice(library, of_hand=False)
        found = tune(Engine(self.game), advice, self.deals, self.seed)
        titles = [contract_title(self.game, contract) for contract in found.contracts]
        return Page(lambda: found.blocks(titles), found.to_dict, f"{self.game.name}: {counted(found.deals, 'hand')}")


@dataclass(frozen=True, kw_only=True)
class EvaluateQuestion(_Advised[HandValue]):
    """Value a hand for bidding in NAME, line by line, and name the bid that follows."""

    name: ClassVar[str] = "evaluate"
    instead: ClassVar = (TuneQuestion,)

    def answer(self, library: Library) -> HandValue:
        advice = self._advice(library, of_hand=True)
        hand = read_cards("hand", self.game.deck, self.hand)
        return HandValue(self.game, advice, evaluate_dealt(advice, Engine(self.game), hand))
