"""Laying cards of a hand away in the exchange: the question which, and the pile that gets them."""

from __future__ import annotations

from abc import abstractmethod
from typing import Literal

from tarot_teach.cards import CardSet
from tarot_teach.mechanisms.asking import Asks, ChangesHand
from tarot_teach.messages import N_, ngettext
from tarot_teach.table import Choose, Finding, Pick, State, with_cards, without_cards
from tarot_teach.table.events import CardsLaidAway, Step

PileOf = Literal["own_pile", "defence", "nobody"]
"""The pile that gets cards laid away: that of the player, that of the defence, or none."""


class LaysAway(ChangesHand, Asks):
    """A rule by which players lay cards of their hands away. The rules that limit a discard limit them."""

    lays_away = True
    decisions = (N_("{who} may lay away {cards}."), N_("{who} may not lay away {cards}."))
    does = N_("{who} lays away {cards}.")
    prompt = N_("Lay away {number} of these: {codes}.")

    @abstractmethod
    def number_of(self, state: State, seat: int) -> int:
        """The number of cards that a seat lays away."""

    @abstractmethod
    def goes_to(self, state: State, seat: int) -> PileOf:
        """The pile that gets the cards of a seat."""

    def picks(self, state: State, seat: int) -> tuple[Pick, ...]:
        number = self.number_of(state, seat)
        return (Pick(self.rule, "", state.hands[seat], 0, number, number),) if number else ()

    def take(self, state: State, action: Choose, shown: CardSet) -> Step:
        assert action.cards is not None
        seat, cards = action.seat, action.cards.mask
        state = state._replace(hands=without_cards(state.hands, seat, cards), shown=state.shown | shown.mask)
        to = self.goes_to(state, seat)
        if to == "own_pile":
            state = state._replace(aside=with_cards(state.aside or (0,) * state.players, seat, cards))
        elif to == "nobody":
            state = state._replace(dead=state.dead | cards)
        else:
            state = state._replace(side_piles=(state.side_piles[0], state.side_piles[1] | cards))
        finding = self.decides(seat=seat, number=len(action.cards), given=len(action.cards))
        return state, (CardsLaidAway(seat, action.cards, shown, findings=(finding,)),)

    def why(self, finding: Finding) -> str:
        return ngettext("{who} lays away {number} card.", "{who} lays away {number} cards.", finding.facts["number"])
