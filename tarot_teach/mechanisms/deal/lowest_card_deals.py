from __future__ import annotations

from collections.abc import Mapping

from pydantic import Field

from tarot_teach.cards import Card
from tarot_teach.language import _
from tarot_teach.mechanisms.base import Params, SuitName, Who
from tarot_teach.mechanisms.interfaces import ChoosesDealer, Drawn
from tarot_teach.table import Effect, Finding
from tarot_teach.text import Text


class LowestCardParams(Params):
    suits: list[SuitName] = Field(
        description="The suits from highest to lowest, to decide between cards of the same rank; without them, players who tie draw again."
    )


class LowestCardDeals(ChoosesDealer[LowestCardParams]):
    """Before the first deal each player draws a card, and the lowest deals. A trump ranks above every card of a suit; who
    draws the Excuse draws again."""

    Params = LowestCardParams

    def judge(self, cards: Mapping[int, Card]) -> Drawn:
        again = tuple(seat for seat, card in cards.items() if card.is_excuse)
        if again:
            return Drawn(None, again, Finding(self.rule, Effect.REQUIRES, {"seats": again, "why": "excuse"}))
        lowest = min(self._height(card) for card in cards.values())
        holders = tuple(seat for seat, card in cards.items() if self._height(card) == lowest)
        if len(holders) > 1:
            return Drawn(None, holders, Finding(self.rule, Effect.REQUIRES, {"seats": holders, "why": "tie"}))
        facts = {"seats": holders, "why": "lowest", "card": cards[holders[0]]}
        return Drawn(holders[0], (), Finding(self.rule, Effect.DECIDES, facts))

    def _height(self, card: Card) -> tuple[bool, int, int]:
        suits = self.params.suits
        suit = -suits.index(card.suit.id) if card.suit.id in suits else 0
        return card.is_trump, card.rank, suit

    def says(self) -> Text:
        if not self.params.suits:
            return self.say(_("Each player draws a card, and the lowest deals first; those who tie draw again."))
        return self.say(
            _("Each player draws a card, and the lowest deals first; between equal ranks the order is {suits}."),
            suits=self.params.suits,
        )

    def because(self, finding: Finding, who: Who) -> Text:
        names = [who(seat) for seat in finding.facts["seats"]]
        match finding.facts["why"]:
            case "excuse":
                return self.say(_("Whoever draws {excuse:the} draws again: {names}."), names=names)
            case "tie":
                return self.say(_("These have drawn cards of the same rank, and draw again: {names}."), names=names)
        return self.say(_("{names} has drawn the lowest card, {card}, and deals first."), names=names, **_card(finding))


def _card(finding: Finding) -> dict[str, object]:
    return {"card": finding.facts["card"]}
