from __future__ import annotations

from pydantic import Field

from tarot_teach.cards import Deck
from tarot_teach.mechanisms.base import Count, Marks, Params, Who
from tarot_teach.mechanisms.steps import Voids
from tarot_teach.table import Effect, Finding, State
from tarot_teach.text import Text, _, count_of, say


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

    def says(self) -> Text:
        cards = [_("cards of the kind {name}").format(name=name.replace("_", " ")) for name in self.params.cards]
        if self.params.fewer_than == 1:
            return say(_("A player who holds no {cards} may declare the deal void."), cards=cards)
        return say(
            _("A player who holds fewer than {number} {cards} together may declare the deal void."),
            number=self.params.fewer_than,
            cards=cards,
        )

    def because(self, finding: Finding, who: Who) -> Text:
        held = finding.facts["held"] or _("none")
        facts = {
            "who": who(finding.facts["seat"]),
            "held": held,
            "least": count_of(self.params.fewer_than, _("is"), _("are")),
        }
        if finding.effect is Effect.REFUSES:
            return say(_("{who} holds {held} of the cards that count here; that is enough to play on."), **facts)
        return say(
            _("{who} holds {held} of the cards that count here, where {least} needed, and declares the deal void."),
            **facts,
        )
