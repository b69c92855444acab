"""Payments for cards that are captured, at once when the trick has been won."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_
from typing import Any

from pydantic import Field

from tarot_teach.cards import CardSet
from tarot_teach.mechanisms.base import CardName, Count, ParamError, Who
from tarot_teach.mechanisms.interfaces import MakesOutcomes, MovesCard
from tarot_teach.mechanisms.match_memory import Before, PaysForTrick, for_side, unfit_amounts
from tarot_teach.mechanisms.registry import bound_to, kinds_at
from tarot_teach.messages import _
from tarot_teach.rules import Ruleset
from tarot_teach.table import Effect, Finding, State, Taken
from tarot_teach.table.events import PaidInPlay, Step
from tarot_teach.text import Text


class CapturesPaid(PaysForTrick):
    """A side that wins a certain card from another side in a trick gets an amount for it at once, from each player of the others. What a partner wins
    brings nothing."""

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
        movers = (bound_to(rule, ruleset) for rule in ruleset.at("play"))
        for mover in movers:
            if isinstance(mover, MovesCard) and mover.about & reduce(or_, self.worth, 0):
                cards = self.deck.set(mover.about & reduce(or_, self.worth, 0))
                yield _("{cards} may go back to its player, by {rule}").format(cards=cards, rule=mover.rule)

    def amount(self, card: int) -> int:
        """The game points for a captured card, given as a mask."""
        return next((amount for mask, amount in self.worth.items() if mask & card), 0)

    def _lost(self, state: State, taken: Taken) -> CardSet:
        """The cards that bring something in a trick: those that the other sides have played to it."""
        side = state.side(taken.winner)
        played = [card for seat, card in taken.trick.by(state.players) if seat not in side and self.amount(card.bit)]
        return self.deck.set(self.deck.mask(played))

    def paid_for(self, state: State, taken: Taken) -> Sequence[int]:
        total = sum(self.amount(card.bit) for card in self._lost(state, taken))
        return for_side(state, taken.winner, total) if total else ()

    def pay(self, state: State, amounts: Sequence[int]) -> Step:
        (state, _events), taken = super().pay(state, amounts), state.tricks[-1]
        total = -min(amounts)
        facts: dict[str, Any] = {
            "seat": taken.winner,
            "cards": self._lost(state, taken),
            "total": total,
            "amounts": tuple(amounts),
        }
        return state, (PaidInPlay(None, tuple(amounts), findings=(self.decides(**facts),)),)

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
