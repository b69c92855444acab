"""Rules of games in which a card takes the open cards of its rank, or the pile of another player."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import Field

from tarot_teach.cards import Card, CardSet
from tarot_teach.mechanisms.base import Count, Flag, Within
from tarot_teach.mechanisms.open_table import (
    LEAVE,
    OPEN,
    DealsAnew,
    LaysOpen,
    StealsPile,
    TakesFromTable,
    TakesRest,
)
from tarot_teach.messages import N_, _, ngettext
from tarot_teach.rules import Ruleset
from tarot_teach.table import Choose, Finding, Pick, State, with_cards
from tarot_teach.table.events import CardLeft, CardsCaptured, PileStolen, Step
from tarot_teach.text import Text


class OpenCards(LaysOpen):
    """Before the first turn some cards of the stock are laid open on the table."""

    of_play = "fishing"
    cards: Annotated[Count, Within("talon")] = Field(gt=0, description="Cards that are laid open.")
    reason = N_("These cards lie open on the table: {cards}.")

    def says(self) -> Text:
        phrase = ngettext(
            "Before the first turn the top card of {talon:the} is laid open on the table.",
            "Before the first turn the top {cards} cards of {talon:the} are laid open on the table.",
            self.cards,
        )
        return self.say(phrase)


class CaptureEqualRank(TakesFromTable):
    """A card takes the open cards of its rank. A card that takes nothing stays on the table."""

    takes: Literal["all", "one"] = Field(description="Whether all open cards of the rank are taken, or one of them.")
    may_leave: Flag = Field(False, description="Whether a card that could take something may stay on the table.")
    decisions = (N_("{who} may do that."), N_("{who} may not do that."))
    prompt = N_("Say what the card takes: {options}.")

    def prepare(self) -> None:
        equal: dict[str, int] = {}
        for card in self.deck.cards:
            equal[card.figure] = equal.get(card.figure, 0) | card.bit
        self.equal: dict[str, int] = equal
        self.takes_all = self.takes == "all"

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        if any(card.suit.kind != "plain" for card in ruleset.deck.cards):
            yield _("the {title} has cards whose rank is that of no other suit").format(title=ruleset.deck.title)

    def ways(self, state: State, seat: int, card: Card) -> tuple[Pick, ...]:
        return (Pick(self.rule, OPEN),) if self.equal[card.figure] & state.table.cards else ()

    def take(self, state: State, action: Choose, shown: CardSet) -> Step:
        seat, card, table = action.seat, state.trick.cards[-1], state.table
        if action.option == LEAVE:
            finding = self.decides(seat=seat, card=card)
            return state._replace(table=table._replace(cards=table.cards | card.bit)), (
                CardLeft(seat, card, findings=(finding,)),
            )
        taken = self.equal[card.figure] & table.cards
        if not self.takes_all:
            taken &= -taken
        cards = state.deck.set(taken)
        won = with_cards(state.won, seat, card.bit | taken)
        table = table.on_top(seat, card)._replace(cards=table.cards & ~taken)
        event = CardsCaptured(seat, card, cards, findings=(self.decides(seat=seat, card=card, cards=cards),))
        return state._replace(won=won, table=table), (event,)

    def sentence_on(self, action: Choose) -> str:
        return _("{who} chooses the open cards.") if action.option == OPEN else _("{who} lets the card lie.")

    def says(self) -> Text:
        sentences = [
            _("A card takes all open cards of its rank, and lies on top of the pile of its player.")
            if self.takes == "all"
            else _("A card takes one open card of its rank, and lies on top of the pile of its player."),
            _("A card that takes nothing stays on the table."),
        ]
        if self.may_leave:
            sentences.append(_("A card that could take something may stay there too."))
        return self.say(" ".join(sentences))

    def why(self, finding: Finding) -> str:
        if "cards" in finding.facts:
            return _("{who} takes {cards} with {card}.")
        return _("{card} stays on the table.")


class StealPile(StealsPile):
    """A card takes the whole pile of another player, the top card of which is of its rank."""

    both: Literal["pile", "table", "choice"] = Field(
        description="What is taken where the rank lies on the table too: the pile, the cards of the table, or as the player says."
    )
    decisions = (N_("{who} may do that."), N_("{who} may not do that."))
    prompt = N_("Say what the card takes: {options}.")

    def ways(self, state: State, seat: int, card: Card) -> tuple[Pick, ...]:
        robbed = (
            other
            for other, top in enumerate(state.table.tops)
            if top is not None and other != seat and top.figure == card.figure
        )
        return tuple(Pick(self.rule, state.seats[other]) for other in robbed)

    def take(self, state: State, action: Choose, shown: CardSet) -> Step:
        seat, card = action.seat, state.trick.cards[-1]
        owner = state.seats.index(action.option)
        won = list(state.won)
        pile, won[owner] = won[owner], 0
        won[seat] |= pile | card.bit
        number = pile.bit_count()
        finding = self.decides(seat=seat, card=card, owner=owner, number=number)
        event = PileStolen(seat, card, owner, number, findings=(finding,))
        return state._replace(won=tuple(won), table=state.table.on_top(seat, card, robbed=owner)), (event,)

    def sentence_on(self, action: Choose) -> str:
        return _("{who} chooses a pile.")

    def says(self) -> Text:
        more = {
            "pile": _("It does so also where cards of its rank lie on the table, which stay there."),
            "table": _("It does not where a card of its rank lies on the table: then that is taken."),
            "choice": _("Where a card of its rank lies on the table too, its player says which is taken."),
        }
        return self.say(
            _("A card takes the whole pile of another player, if the top card is of its rank.") + " " + more[self.both]
        )

    def why(self, finding: Finding) -> str:
        return ngettext(
            "{who} takes the pile of {owner} with {card}: {number} card.",
            "{who} takes the pile of {owner} with {card}: {number} cards.",
            finding.facts["number"],
        )


class DealAnew(DealsAnew):
    """New hands of as many cards as at first when all hands are empty; of fewer cards, all get the same number."""

    sentence = N_(
        "When all hands are empty, each player is dealt as many cards from {talon:the} as at first, as long as there are any; where they are "
        "fewer, they are dealt out evenly."
    )
    reason = N_("All hands are empty, and each player is dealt {number} from {talon:the}.")

    def each(self, left: int, players: int, hand: int) -> int:
        return min(hand, left // players)


class RestToLastCaptor(TakesRest):
    """The cards that lie open at the end go to the player who was the last to take any."""

    sentence = N_("The cards that lie on the table at the end go to the player who was the last to take any.")
    reason = N_("{who} was the last to take cards, and gets what lies on the table: {cards}.")

    def heir(self, state: State) -> tuple[int, Finding] | None:
        if state.table.last is None:
            return None
        return state.table.last, self.decides(seat=state.table.last, cards=state.deck.set(state.table.cards))
