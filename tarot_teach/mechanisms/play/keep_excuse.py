from __future__ import annotations

from pydantic import Field

from tarot_teach.cards import Deck
from tarot_teach.language import _
from tarot_teach.mechanisms.base import Flag, Marks, Params, Who
from tarot_teach.mechanisms.interfaces import Moved, MovesCard, excuse_of
from tarot_teach.rules import Rule, Ruleset
from tarot_teach.table import Finding, State, Taken
from tarot_teach.text import Text


class KeepExcuseParams(Params):
    pays: Marks = Field(description="Captured cards that may be given for the Excuse.")
    choose: Flag = Field(description="Whether the giver chooses which; else any one does, and the lowest is taken.")


class KeepExcuse(MovesCard[KeepExcuseParams]):
    """Whoever plays the Excuse keeps it, and gives the winner of the trick a card in return: at once, or as soon as a
    trick has been won."""

    Params = KeepExcuseParams
    bounded = True

    def __init__(self, rule: str, params: KeepExcuseParams, deck: Deck) -> None:
        super().__init__(rule, params, deck)
        self.about = deck.excuse
        self.payable = self.mask(params.pays, "pays") & ~deck.excuse
        self.choose = params.choose

    @classmethod
    def requires(cls, rule: Rule, ruleset: Ruleset) -> list[str]:
        payable = cls(rule.id, cls.typed(rule), ruleset.deck).payable
        return [] if payable else [_("no card but the one that is kept could be given for it")]

    def moves(self, state: State, taken: Taken) -> Moved | None:
        played = excuse_of(state, taken.trick)
        if played is None:
            return None
        owner, card, _position = played
        if taken.winner in state.side(owner):
            return Moved("excuse_stays", owner, card, to=taken.winner)
        return Moved("excuse_kept", owner, card, to=owner, payer=owner, payee=taken.winner)

    def says(self) -> Text:
        return self.say(_("Whoever plays {excuse:the} keeps it and gives the winner of the trick another card for it."))

    def because(self, finding: Finding, who: Who) -> Text:
        facts = finding.facts
        match facts["kind"]:
            case "excuse_stays":
                return self.say(
                    _("{owner}'s side wins the trick, and {excuse:the} stays with it."), owner=who(facts["owner"])
                )
            case "excuse_kept":
                return self.say(_("{owner} keeps {excuse:the}."), owner=who(facts["owner"]))
        return self.payment(finding, who)
