"""The question of what the cards of a pack are, in their order, and its answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from tarot_teach.blocks import Block
from tarot_teach.cards import Deck
from tarot_teach.engine import Engine
from tarot_teach.engine.setup import contract_of_trick
from tarot_teach.errors import UnfitError, spot
from tarot_teach.explain.packs import deck_data, describe_deck
from tarot_teach.loading import Library
from tarot_teach.loading.document import is_folder, kind_of
from tarot_teach.loading.file_catalogue import is_path
from tarot_teach.messages import N_, _
from tarot_teach.order import Order
from tarot_teach.questions.base import PAGE, Files, Question, Report, asks, counted
from tarot_teach.rules import Ruleset


@dataclass(frozen=True, slots=True, repr=False)
class DeckReport(Report):
    """The cards of a pack in an order, with their names, and with card points where they count."""

    deck: Deck
    order: Order
    points: bool

    def blocks(self) -> list[Block]:
        return describe_deck(self.deck, self.order, points=self.points)

    def to_dict(self) -> dict[str, Any]:
        return deck_data(self.deck, self.order)

    def _summary(self) -> str:
        return f"{self.deck.id}: {counted(len(self.deck.cards), 'card')}"


@dataclass(frozen=True, kw_only=True)
class DeckQuestion(Question[DeckReport]):
    """Print the cards of a pack in their order, with names and card points.

    NAME is a ruleset, a pack (tarot-78), or the file of one.
    """

    name: ClassVar[str] = "deck"
    formats: ClassVar[tuple[str, ...]] = PAGE
    subject: Ruleset | Deck
    contract: str | None = asks(N_("The contract that is played, where it brings another order."))
    trumps: str = asks(N_("The suit that is trumps, where one is chosen."), default="")
    variant: str = asks(N_("A variant of the order that the pack has."), default="")

    @classmethod
    def subject_of(cls, names: Sequence[str], files: Files, given: Mapping[str, Any]) -> dict[str, Any]:
        return {"subject": _pack(files.library, names[0]) or files.ruleset(names[0])}

    @property
    def deck(self) -> Deck:
        """The pack that is asked about."""
        return self.subject if isinstance(self.subject, Deck) else self.subject.deck

    def title_of(self, answer: Any) -> str:
        return self.deck.title

    def answer(self, library: Library) -> DeckReport:
        if self.contract is not None and (isinstance(self.subject, Deck) or self.variant):
            message, hint = _("{field} goes with a ruleset, and without {variant}"), _("leave one of them out")
            raise UnfitError.of("deck.option", message, hint=hint, field=spot("contract"), variant=spot("variant"))
        if isinstance(self.subject, Deck):
            order = self.subject.order(self.trumps, self.variant)
            return DeckReport(self.subject, order, points=bool(self.subject.halves))
        engine = Engine(self.subject, self.trumps)
        contract = contract_of_trick(engine, self.contract) if self.contract is not None else None
        order = engine.index.under(contract).order
        if self.variant:
            order = self.deck.order(self.trumps, self.variant)
        return DeckReport(self.deck, order, points=bool(self.deck.halves) and engine.index.counts_points)


def _pack(library: Library, name: str) -> Deck | None:
    """A pack by its id or file; None for a name that is neither. Raises LoadError."""
    if name in library.ids("deck"):
        return library.deck(name)
    if is_path(name) and "+" not in name and not is_folder(Path(name)):
        path = library.find("deck", name)
        if kind_of(library.document(path)) == "deck":
            return library.deck_in(path)
    return None
