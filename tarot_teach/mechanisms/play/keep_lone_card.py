from __future__ import annotations

from pydantic import Field

from tarot_teach.cards import Deck
from tarot_teach.language import _
from tarot_teach.mechanisms.base import CardName, Marks, Params, Who
from tarot_teach.mechanisms.interfaces import Moved, MovesCard, held_from_the_first_lead
from tarot_teach.rules import Rule, Ruleset
from tarot_teach.table import Finding, State, Taken
from tarot_teach.text import Text


class KeepLoneCardParams(Params):
    card: CardName = Field(description="The card that is kept.")
    without: Marks = Field(description="The cards that its holder must have lacked at the first lead.")
    pays: Marks = Field(description="Captured cards that may be given for it.")


class KeepLoneCard(MovesCard[KeepLoneCardParams]):
    """A card whose holder had none of certain others at the first lead goes back to them when another side wins its trick;
    another card is given in return, at once or as soon as one has been won."""

    Params = KeepLoneCardParams
    bounded = True

    def __init__(self, rule: str, params: KeepLoneCardParams, deck: Deck) -> None:
        super().__init__(rule, params, deck)
        self.about = self.mask([params.card], "card")
        self.others: int = self.mask(params.without, "without") & ~self.about
        self.payable = self.mask(params.pays, "pays") & ~self.about

    @classmethod
    def requires(cls, rule: Rule, ruleset: Ruleset) -> list[str]:
        payable = cls(rule.id, cls.typed(rule), ruleset.deck).payable
        return [] if payable else [_("no card but the one that is kept could be given for it")]

    def moves(self, state: State, taken: Taken) -> Moved | None:
        position, card = next((i, card) for i, card in enumerate(taken.trick.cards) if card.bit == self.about)
        owner = taken.trick.seat_of(position, state.players)
        if taken.winner in state.side(owner) or state.unseen[owner]:
            return None
        if held_from_the_first_lead(state, owner, state.hands[owner]) & self.others:
            return None
        return Moved("petit_kept", owner, card, to=owner, payer=owner, payee=taken.winner)

    def says(self) -> Text:
        return self.say(
            _(
                "A player who held {card} without any of these at the first lead, {others}, gets it back, and gives another card for it."
            ),
            card=self.deck.set(self.about),
            others=self.called(self.params.without),
        )

    def because(self, finding: Finding, who: Who) -> Text:
        facts = finding.facts
        if facts["kind"] == "petit_kept":
            return self.say(
                _("{owner} was dealt {card} without protection, and takes it back from {winner}'s trick."),
                owner=who(facts["owner"]),
                card=facts["card"],
                winner=who(facts["winner"]),
            )
        return self.payment(finding, who)
