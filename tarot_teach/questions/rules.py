"""The question of what the rules of a game are, and its answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from tarot_teach.blocks import Block
from tarot_teach.explain.rulebook import describe_rule, describe_rulebook, rulebook_data
from tarot_teach.loading import Library
from tarot_teach.messages import N_
from tarot_teach.questions.base import PAGE, GameQuestion, Page, TableReport, asks, counted
from tarot_teach.rules import Rule, Ruleset
from tarot_teach.topics.at_work.rules_at_work import RulesAtWork
from tarot_teach.topics.compare.table_card import card_data, table_card


@dataclass(frozen=True, slots=True, repr=False)
class Rulebook(TableReport):
    """The rules of a game in words, in the order of the deal; ``rules`` are all of them, or the one asked for."""

    ruleset: Ruleset
    rules: tuple[Rule, ...]
    library: Library

    def blocks(self) -> list[Block]:
        if len(self.rules) == len(self.ruleset.rules):
            return describe_rulebook(self.ruleset, self.library)
        some = (describe_rule(self.ruleset, rule, self.library) for rule in self.rules)
        return RulesAtWork.of(self.library).with_cases(some, self.ruleset)

    def to_dict(self) -> dict[str, Any]:
        return rulebook_data(self.ruleset, self.rules)

    def rows(self) -> list[dict[str, Any]]:
        """A row for each rule."""
        keys = ("id", "title", "mechanism", "text", "evidence")
        return [{key: rule[key] for key in keys} for rule in self.to_dict()["rules"]]

    def _summary(self) -> str:
        return f"{self.ruleset.name}: {counted(len(self.rules), 'rule')}"


@dataclass(frozen=True, kw_only=True)
class CardQuestion(GameQuestion[Page]):
    """The rules of a game on a card for the table: one page of A5, its figures beside those of the game that it comes from."""

    name: ClassVar[str] = "card"
    formats: ClassVar[tuple[str, ...]] = (*PAGE, "pdf")
    document: ClassVar[bool] = True
    flag: ClassVar[str] = N_("Print a card for the table instead: the rules agreed here, on one page of A5.")

    def answer(self, library: Library) -> Page:
        return Page(
            lambda: [table_card(self.game)], lambda: card_data(self.game), f"{self.game.name}, a card for the table"
        )


@dataclass(frozen=True, kw_only=True)
class RulesQuestion(GameQuestion[Rulebook]):
    """Print the rules of NAME as a rule book: the game in short, then every rule in order, with its sources. The parameters of rules are in
    the other formats."""

    name: ClassVar[str] = "rules"
    formats: ClassVar[tuple[str, ...]] = (*PAGE, "pdf")
    instead: ClassVar = (CardQuestion,)
    rule: str | None = asks(N_("Only this rule, such as play.overtrump."))

    def answer(self, library: Library) -> Rulebook:
        rules = self.game.rules.values() if self.rule is None else [self.game.rule(self.rule)]
        return Rulebook(self.game, tuple(rules), library)
