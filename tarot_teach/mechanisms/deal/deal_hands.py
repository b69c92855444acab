from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field

from tarot_teach.cards import Card
from tarot_teach.language import _
from tarot_teach.mechanisms.base import Count, Params, Who
from tarot_teach.mechanisms.interfaces import DealsOut, Layout
from tarot_teach.rules import Rule, Ruleset
from tarot_teach.table import DealCards, DealChoice, Effect, Finding, State
from tarot_teach.text import Text


class HandsParams(Params):
    cards: Count = Field(gt=0, description="Cards dealt to each player; the rest is set aside.")


class DealHands(DealsOut[HandsParams]):
    """Each player gets the same number of cards, dealt one at a time from the player after the dealer; the rest of the
    pack is set aside, and nobody sees it."""

    Params = HandsParams

    def hand_size(self, players: int) -> int:
        return self.params.cards

    def talon_size(self) -> int:
        return 0

    def check_deal(self, state: State, action: DealCards) -> list[Finding]:
        fine = not action.talon_after
        return [Finding(self.rule, Effect.ALLOWS if fine else Effect.REFUSES, {}, decisive=not fine)]

    def deal(self, pack: Sequence[Card], first: int, players: int, action: DealCards) -> Layout:
        hands = [0] * players
        for i, card in enumerate(pack[: self.params.cards * players]):
            hands[(first + i) % players] |= card.bit
        return Layout(tuple(hands), self.deck.all & ~sum(hands))

    def choice(self, state: State) -> DealChoice:
        return DealChoice(range(0), 0)

    def says(self) -> Text:
        return self.say(_("Each player is dealt {cards} cards; the rest is set aside unseen."), cards=self.params.cards)

    def because(self, finding: Finding, who: Who) -> Text:
        return self.say(
            _("This game deals no talon: each player gets {cards} cards, and the rest is set aside."),
            cards=self.params.cards,
        )

    @classmethod
    def requires(cls, rule: Rule, ruleset: Ruleset) -> list[str]:
        params = cls.typed(rule)
        return [
            _("{players} hands of {cards} cards need more than the pack's {number} cards").format(
                players=players, cards=params.cards, number=len(ruleset.deck.cards)
            )
            for players in ruleset.players
            if players * params.cards > len(ruleset.deck.cards)
        ]
