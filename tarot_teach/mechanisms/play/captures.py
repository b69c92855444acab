"""Payments for cards that are captured, at once when the trick has been won."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_

from pydantic import Field

from tarot_teach.language import _
from tarot_teach.mechanisms.base import CardName, Count, ParamError, Who
from tarot_teach.mechanisms.interfaces import AfterTrick, MakesOutcomes
from tarot_teach.mechanisms.match_memory import Before, PaysInPlay, for_side, unfit_amounts
from tarot_teach.mechanisms.registry import kinds_at
from tarot_teach.rules import Ruleset
from tarot_teach.table import Effect, Finding, Paid, State, Taken
from tarot_teach.table.events import PaidInPlay, Step
from tarot_teach.text import Text


class CapturesPaid(AfterTrick, PaysInPlay):
    """A side that wins a certain card from another side in a trick gets an amount for it at once, from each player of the others. What a partner wins, and
    what goes back to its player, brings nothing."""

    cards: dict[CardName, Count] = Field(
        min_length=1, description="Game points from each player of the other sides, by card."
    )

    def prepare(self) -> None:
        self.worth: dict[int, int] = {self.mask([name]): amount for name, amount in self.cards.items()}
        for name, amount in self.cards.items():
            if not amount:
                raise ParamError(_("{name!r} brings nothing").format(name=name), ("cards", name), _("leave it out"))
        if sum(mask.bit_count() for mask in self.worth) > reduce(or_, self.worth, 0).bit_count():
            raise ParamError(_("one card has two amounts"), ("cards",), _("name each card once"))

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        if any(issubclass(kind, MakesOutcomes) and kind.sides for kind in kinds_at(ruleset, "count")):
            yield _("it is about each player or party, and here a taker plays against a defence")

    def amount(self, card: int) -> int:
        """What a card brings, by its mask."""
        return next((amount for mask, amount in self.worth.items() if mask & card), 0)

    def after(self, state: State, taken: Taken) -> Step:
        side = state.side(taken.winner)
        played = [card for seat, card in taken.trick.by(state.players) if seat not in side]
        lost = [card for card in played if card.bit & state.won[taken.winner] and self.amount(card.bit)]
        if not lost:
            return state, ()
        total = sum(self.amount(card.bit) for card in lost)
        paid = Paid(self.rule, tuple(for_side(state, taken.winner, total)))
        cards = self.deck.set(self.deck.mask(lost))
        finding = self.decides(seat=taken.winner, cards=cards, total=total, amounts=paid.amounts)
        return state._replace(paid=(*state.paid, paid)), (PaidInPlay(None, paid.amounts, findings=(finding,)),)

    def unpayable(self, amounts: Sequence[int], before: Before) -> str:
        return unfit_amounts(amounts, sum(amount * mask.bit_count() for mask, amount in self.worth.items()))

    def because(self, finding: Finding, who: Who) -> Text:
        if finding.effect is Effect.DECIDES and "cards" in finding.facts:
            phrase = _("{who} has captured {cards}, which brings that side {total} from each of the others.")
            return self.say(phrase, **self.facts_in_words(finding, who) | {"cards": finding.facts["cards"]})
        return super().because(finding, who)

    def says(self) -> Text:
        values = [f"{name} {amount}" for name, amount in zip(self.called(self.cards), self.cards.values(), strict=True)]
        phrase = _("A side that wins one of these cards from another gets points for it at once, from each of the others: {values}.")  # fmt: skip
        return self.say(phrase, values=values)
