"""Payments at the moment: for a card that wins its trick or is lost in it, and for all tricks or none."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, Literal

from pydantic import Field

from tarot_teach.mechanisms.base import Count, Marks, NewName, ParamError, PotName
from tarot_teach.mechanisms.interfaces import MakesParties
from tarot_teach.mechanisms.match_memory import Before
from tarot_teach.mechanisms.pots import PaysUnlessPaid
from tarot_teach.mechanisms.registry import kinds_at
from tarot_teach.messages import N_, _
from tarot_teach.rules import Ruleset
from tarot_teach.table import State, Taken
from tarot_teach.text import Text, joined

WHICH = {"any": N_("a trick"), "before_last": N_("a trick before the last"), "last": N_("the last trick")}
"""The tricks that count, in words."""


class _OfCards(PaysUnlessPaid):
    """A payment for certain cards, by who wins a trick with one of them or loses one to another side."""

    cards: Marks
    trick: Literal["any", "before_last", "last"]

    def prepare(self) -> None:
        self.paid_cards: int = self.mask(self.cards)

    @abstractmethod
    def _add(self, amounts: list[int], state: State, seat: int, won: bool) -> None:
        """Add what a seat gets or pays that has won or lost one of the cards."""

    def paid_for(self, state: State, taken: Taken) -> Sequence[int]:
        last = not any(state.hands) and not any(state.unseen)
        if not taken.trick.mask & self.paid_cards or self.trick not in ("any", "last" if last else "before_last"):
            return ()
        unpaid, amounts = self.excluded(state), [0] * state.players
        for seat, card in taken.trick.by(state.players):
            won = seat == taken.winner
            if card.bit & self.paid_cards and not (unpaid if won else taken.winner in state.side(seat)):
                self._add(amounts, state, seat, won)
        return amounts

    def unpayable(self, amounts: Sequence[int], before: Before) -> str:
        return self.unbalanced(amounts)

    def _sentences(self, phrases: Iterable[str]) -> Text:
        values = {"named": self.called(self.cards), "place": self.pot_name, "trick": _(WHICH[self.trick])}
        said = [self.say(phrase, **values) for phrase in phrases if phrase]
        return joined([*said, *self.exclusion(_("The winner is not paid where this has been paid: {names}."))])


_TRICK: Any = Field("any", description="Which tricks count: any, those before the last, or the last.")
_NOT_BESIDE: Any = Field(
    default=[],
    description="Other payments for tricks, by the last part of their rule's id: where one of them has been made, the winner is not paid.",
)


class CardPaid(_OfCards):
    """A player who wins a trick with one of certain cards is paid for it at once by each player of another side; one who loses such a card to another
    side pays each of them."""

    cards: Marks = Field(description="The cards.")
    trick: Literal["any", "before_last", "last"] = _TRICK
    wins: Count = Field(
        0, description="Game points from each of the others to the player who wins the trick with such a card."
    )
    loses: Count = Field(0, description="Game points to each of the others from the player who loses such a card.")
    not_beside: list[NewName] = _NOT_BESIDE
    pot = ""

    def prepare(self) -> None:
        super().prepare()
        if not self.wins and not self.loses:
            raise ParamError(_("nothing is paid by it"), ("wins",), _("write an amount for `wins` or `loses`"))

    def _add(self, amounts: list[int], state: State, seat: int, won: bool) -> None:
        each = self.wins if won else -self.loses
        others = [other for other in range(state.players) if other not in state.side(seat)]
        for other in others:
            amounts[other] -= each
        amounts[seat] += each * len(others)

    def says(self) -> Text:
        gets = _("Whoever wins {trick} with one of these gets {wins} from each of the others: {named}.")
        pays = _("Whoever loses one of these in {trick} pays {loses} to each of the others: {named}.")
        return self._sentences((gets if self.wins else "", pays if self.loses else ""))


class CardShown(PaysUnlessPaid):
    """A player who plays one of certain cards is paid for it by each player of another side, whoever wins the trick."""

    cards: Marks = Field(description="The cards.")
    each: Count = Field(gt=0, description="Game points from each of the others to the player of such a card.")
    not_beside: list[NewName] = _NOT_BESIDE
    pot = ""

    def prepare(self) -> None:
        self.paid_cards: int = self.mask(self.cards)

    def paid_for(self, state: State, taken: Taken) -> Sequence[int]:
        if not taken.trick.mask & self.paid_cards or self.excluded(state):
            return ()
        amounts = [0] * state.players
        for seat, card in taken.trick.by(state.players):
            others = [other for other in range(state.players) if other not in state.side(seat)]
            for other in others if card.bit & self.paid_cards else ():
                amounts[other] -= self.each
                amounts[seat] += self.each
        return amounts

    def unpayable(self, amounts: Sequence[int], before: Before) -> str:
        return self.unbalanced(amounts)

    def says(self) -> Text:
        gets = _("Whoever plays one of these gets {each} from each of the others, whoever wins the trick: {named}.")
        said = self.say(gets, named=self.called(self.cards))
        return joined([said, *self.exclusion(_("Nobody is paid where this has been paid: {names}."))])


class PotByCard(_OfCards):
    """A player who loses one of certain cards to another side pays a number into a pot, or as much as it holds. Where it is as much as the pot
    holds, a player who wins the trick with such a card gets what the pot holds."""

    pot: PotName = Field(description="The pot, by the last part of its rule's id.")
    cards: Marks = Field(description="The cards.")
    trick: Literal["any", "before_last", "last"] = _TRICK
    pays: Literal["whole"] | Count = Field(
        description="What the player who loses such a card pays into the pot: a number, or “whole”, as much as the pot holds."
    )
    not_beside: list[NewName] = _NOT_BESIDE

    def prepare(self) -> None:
        super().prepare()
        if not self.pays:
            raise ParamError(_("nothing is paid by it"), ("pays",), _("write a number, or `whole`"))

    def _add(self, amounts: list[int], state: State, seat: int, won: bool) -> None:
        if self.pays != "whole":
            amounts[seat] -= 0 if won else self.pays
        else:
            amounts[seat] += self.in_pot(state) * (1 if won else -1)

    def says(self) -> Text:
        if self.pays != "whole":
            return self._sentences([_("Whoever loses one of these in {trick} pays {pays} into {place}: {named}.")])
        gets = _("Whoever wins {trick} with one of these gets what {place} holds: {named}.")
        loses = _("Whoever loses one of these in {trick} pays as much into {place} as it holds: {named}.")
        return self._sentences((gets, loses))


class TricksPaid(PaysUnlessPaid):
    """A player who has won every trick of the deal, or none of them, is paid by each other player, and may get what a pot holds."""

    tricks: Literal["all", "none"] = Field(description="How many tricks: all, or none.")
    amount: Count = Field(description="Game points from each other player.")
    pot: PotName = Field(
        "", description="A pot that the player gets as well, by the last part of its rule's id; without it, none."
    )
    not_beside: list[NewName] = Field(
        default=[],
        description="Other payments for tricks, by the last part of their rule's id: where one of them has been made, this one is not.",
    )

    def prepare(self) -> None:
        if not self.amount and not self.pot:
            raise ParamError(_("nothing is paid by it"), ("amount",), _("write an amount, or name a pot"))
        if self.tricks == "none" and self.pot:
            message = _("two players may have won no trick, and there is one pot")
            raise ParamError(message, ("pot",), _("leave it out"))

    def paid_for(self, state: State, taken: Taken) -> Sequence[int]:
        if any(state.hands) or any(state.unseen) or state.unknown_winners or self.excluded(state):
            return ()
        amounts, holds = [0] * state.players, self.in_pot(state)
        for seat in range(state.players):
            if state.winners == 1 << seat if self.tricks == "all" else not state.winners >> seat & 1:
                amounts = [amount - self.amount for amount in amounts]
                amounts[seat] += self.amount * state.players + holds
        return amounts

    def unpayable(self, amounts: Sequence[int], before: Before) -> str:
        return self.unbalanced(amounts)

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        yield from super().requires(ruleset)
        if ruleset.at("bid") or any(issubclass(kind, MakesParties) for kind in kinds_at(ruleset, "deal")):
            yield _("it is about each player, and here some play together")

    def says(self) -> Text:
        phrases = {
            ("all", False): _("Whoever has won every trick gets {amount} from each other player."),
            ("none", False): _("Whoever has won no trick gets {amount} from each other player."),
            ("all", True): _("Whoever has won every trick gets {amount} from each other player, and what {place} holds."),
        }  # fmt: skip
        phrase = phrases[self.tricks, bool(self.pot)]
        return joined(
            [
                self.say(phrase, place=self.pot_name),
                *self.exclusion(_("Nothing is paid by it where this has been paid: {names}.")),
            ]
        )
