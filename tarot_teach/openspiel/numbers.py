"""The numbers of actions in OpenSpiel.

The first numbers are the cards of the pack, in its order: played, or named to be laid away, exchanged, called or given, one after the other. The
number behind them ends such a choice; then come pass and the bids in their order, and last the other choices of a position, by their place in
its list.
"""

from __future__ import annotations

from dataclasses import dataclass

from tarot_teach.cards import CardSet, Deck
from tarot_teach.engine import Engine
from tarot_teach.errors import RunError
from tarot_teach.messages import _
from tarot_teach.table import PASS, Action, Bid, Choices, Play, State
from tarot_teach.table.picks import Pick

CHOICES = 64
"""The most choices of a position besides cards and bids."""


@dataclass(frozen=True)
class Chosen:
    """Cards of a choice that its seat has named so far, as a mask; the next is a later one in the order of the pack."""

    pick: Pick
    cards: int = 0

    def fits(self, bit: int) -> bool:
        """True if a card may be named next: it leaves a way to complete the choice."""
        pick, named = self.pick, self.cards.bit_count() + 1
        later = pick.cards & ~((bit << 1) - 1)
        passed = pick.obliged & ~self.cards & (bit - 1)
        fewest, most = named + (pick.obliged & later).bit_count(), named + later.bit_count()
        return bool(bit & pick.cards) and bit > self.cards and not passed and fewest <= pick.most and most >= pick.least

    @property
    def may_end(self) -> bool:
        """True if the cards so far are a choice that the rule allows."""
        return self.cards.bit_count() >= self.pick.least and not self.pick.obliged & ~self.cards

    @property
    def complete(self) -> bool:
        """True if no more cards may be named."""
        return self.cards.bit_count() == self.pick.most

    def action(self, state: State) -> Action:
        """The choice of these cards, by the seat to act."""
        assert state.turn is not None
        return self.pick.action(state.turn, state.deck, self.cards)


class Numbers:
    """The numbers of the actions of a ruleset."""

    def __init__(self, engine: Engine) -> None:
        self.deck: Deck = engine.ruleset.deck
        self.end: int = len(self.deck.cards)
        self.bids: dict[str, int] = {bid: self.end + 1 + i for i, bid in enumerate((PASS, *engine.index.ranking))}
        self.first_choice: int = self.end + 1 + len(self.bids)
        self.all: int = self.first_choice + CHOICES

    def of(self, choices: Choices) -> dict[int, Action | Chosen]:
        """The options of the seat to act, by number: actions, and choices of which the cards are still to be named."""
        seat, found = choices.seat, dict[int, Action | Chosen]()
        assert seat is not None
        listed: list[Action | Chosen] = []
        for bid in choices.bids:
            if bid in self.bids:
                found[self.bids[bid]] = Bid(seat, bid)
            else:
                listed.append(Bid(seat, bid))
        listed += choices.declarations
        for pick in choices.picks:
            listed += pick.actions(seat, self.deck) if pick.ways() == 1 else [Chosen(pick)]
        if len(listed) > CHOICES:
            message = _("one of {number} things is to be chosen, and OpenSpiel is given numbers for {most} at most")
            hint = _("leave out the rule that asks, by a ruleset that drops it")
            raise RunError.of("openspiel.choices", message, hint=hint, number=len(listed), most=CHOICES)
        found |= {self.first_choice + i: action for i, action in enumerate(listed)}
        found |= {card.index: Play(seat, card) for card in CardSet(self.deck, choices.cards)}
        return dict(sorted(found.items()))
