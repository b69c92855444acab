from __future__ import annotations

from pydantic import Field

from tarot_teach.cards import Deck
from tarot_teach.language import _
from tarot_teach.mechanisms.base import Count, Marks, Params, Who
from tarot_teach.mechanisms.interfaces import Voids
from tarot_teach.rules import Rule, Ruleset
from tarot_teach.table import Effect, Finding, State
from tarot_teach.text import Text


class TooFewParams(Params):
    cards: Marks = Field(description="The cards that are counted in the hand, all together.")
    fewer_than: Count = Field(gt=0, description="With fewer of them than this, the holder may declare the deal void.")


class TooFew(Voids[TooFewParams]):
    """A player whose hand holds too few of certain cards may declare the deal void, but may also play."""

    Params = TooFewParams
    optional = True

    def __init__(self, rule: str, params: TooFewParams, deck: Deck) -> None:
        super().__init__(rule, params, deck)
        self.counted: int = self.mask(params.cards, "cards")

    def _finding(self, state: State, seat: int, effect: Effect) -> Finding:
        held = (state.hands[seat] & self.counted).bit_count()
        facts = {"seat": seat, "held": held, "fewer_than": self.params.fewer_than}
        return Finding(self.rule, effect, facts, decisive=True)

    def voids(self, state: State, seat: int) -> Finding | None:
        few = (state.hands[seat] & self.counted).bit_count() < self.params.fewer_than
        return self._finding(state, seat, Effect.DECIDES) if few and not state.unseen[seat] else None

    def refuses(self, state: State, seat: int) -> Finding:
        return self._finding(state, seat, Effect.REFUSES)

    @classmethod
    def requires(cls, rule: Rule, ruleset: Ruleset) -> list[str]:
        least, there = cls.typed(rule).fewer_than, cls(rule.id, cls.typed(rule), ruleset.deck).counted.bit_count()
        return (
            [
                _("every hand has fewer than {least} of these cards: the pack has {there}").format(
                    least=least, there=there
                )
            ]
            if least > there
            else []
        )

    def says(self) -> Text:
        cards = self.called(self.params.cards)
        if self.params.fewer_than == 1:
            return self.say(_("A player who holds none of these may declare the deal void: {cards}."), cards=cards)
        return self.say(
            _("A player who holds fewer than {number} of these together may declare the deal void: {cards}."),
            number=self.params.fewer_than,
            cards=cards,
        )

    def because(self, finding: Finding, who: Who) -> Text:
        held = finding.facts["held"] or _("none")
        facts = {
            "who": who(finding.facts["seat"]),
            "held": held,
            "least": self.params.fewer_than,
        }
        if finding.effect is Effect.REFUSES:
            return self.say(
                _("{who} holds {held} of the cards that count here; that is too many to declare the deal void."),
                **facts,
            )
        return self.say(
            _(
                "{who} holds {held} of the cards that count here, fewer than the {least} that are needed, and declares the deal void."
            ),
            **facts,
        )
