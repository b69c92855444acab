"""The question of what a pile of cards counts, and its answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from tarot_teach.blocks import Block
from tarot_teach.cards import CardSet, hand_for_prompts
from tarot_teach.engine import Engine, Scorer
from tarot_teach.errors import UnfitError, spot
from tarot_teach.explain.packs import count_data, describe_count
from tarot_teach.loading import Library
from tarot_teach.mechanisms.interfaces import Scores
from tarot_teach.messages import N_, _
from tarot_teach.questions.base import Cards, GameQuestion, Report, asks, counted, read_cards
from tarot_teach.records.result_fields import examples_of, needed_fields


@dataclass(frozen=True, slots=True, repr=False)
class PileCount(Report):
    """The card points of a pile, with the rules by which they are counted; with ``combinations`` also those that score."""

    engine: Engine
    pile: CardSet
    combinations: bool = False

    def blocks(self) -> list[Block]:
        return describe_count(self.engine, self.pile, combinations=self.combinations)

    def to_dict(self) -> dict[str, Any]:
        return count_data(self.engine, self.pile, combinations=self.combinations)

    def _summary(self) -> str:
        return f"{self.engine.ruleset.name}: {counted(len(self.pile), 'card')}"


@dataclass(frozen=True, kw_only=True)
class CountQuestion(GameQuestion[PileCount]):
    """Print the card points of a pile of cards in NAME, and the rules by which they are counted."""

    name: ClassVar[str] = "count"
    cards: Cards = asks(N_('The cards of the pile: "HR T21 EX S2".'), needed=True)
    combinations: bool = asks(N_("Print also which combinations of cards that score are in the pile."), default=False)

    def answer(self, library: Library) -> PileCount:
        engine, deck = Engine(self.game), self.game.deck
        pile = deck.set(deck.mask(read_cards("cards", deck, self.cards)))
        if not engine.index.counts_points:
            message, command = _("no rule of {name} asks for card points"), _score_command(engine.scorer)
            hint = _("`{command}` tells what a result is worth") if command else _("`{command}` tells what is counted")
            hint = hint.format(command=command or f"rules {self.game.name}")
            raise UnfitError.of("count.none", message, hint=hint, name=self.game.name)
        if not pile:
            hint = _("name the cards of the pile: {cards}").format(cards=hand_for_prompts(deck))
            raise UnfitError.of("count.empty", _("no cards are given"), hint=hint)
        if self.combinations and not any(rule.combination() for rule in engine.index.all(Scores)):
            message, hint = _("no rule of {name} scores a combination of cards"), _("leave out {field}")
            hint = hint.format(field=spot("combinations"))
            raise UnfitError.of("count.combinations", message, hint=hint, name=self.game.name)
        return PileCount(engine, pile, self.combinations)


def _score_command(scorer: Scorer) -> str:
    """A command that scores some result of a game without card points, under its first contract if it has any; empty where a result needs the cards of
    all players."""
    contract = next(iter(scorer.index.contracts), None)
    if any(field.kind == "piles" for field in needed_fields(scorer.for_result(contract))):
        return ""
    options = {"fact": "--fact {name}={value}", "pile": '--pile "{value}"'}
    words = [
        options.get(field.kind, "--{name} {value}").format(name=field.name, value=example)
        for field, example in examples_of(scorer.for_result(contract), contract)
        if example
    ]
    return " ".join(["score", scorer.index.ruleset.name, *words])
