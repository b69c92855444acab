"""Rules of games in which players draw until they can follow suit, and go out when they have no cards left."""

from __future__ import annotations

from pydantic import Field

from tarot_teach.cards import CardSet
from tarot_teach.mechanisms.asking import AsksInPlay, UsesTalon
from tarot_teach.mechanisms.base import Flag
from tarot_teach.mechanisms.ends_play import EndsPlay
from tarot_teach.mechanisms.interfaces import NarrowsPlay
from tarot_teach.messages import N_, _
from tarot_teach.table import Choose, Effect, Finding, Pick, State, Trick, with_cards
from tarot_teach.table.events import CardsDrawn, Step, TurnMissed
from tarot_teach.text import Text

DRAW, MISS = "draw", "pass"


class DrawUntilAble(UsesTalon, AsksInPlay):
    """A player who can play no card draws from the stock, one card after the other, until one can be played. When the stock is used up, such a
    player misses the turn."""

    of_play = "shedding"
    go_on: Flag = Field(False, description="Whether a player who has drawn may draw further cards before playing.")
    decisions = (N_("{who} may do that."), N_("{who} may not do that."))
    prompt = N_("Say: {options}.")

    def picks(self, state: State, seat: int) -> tuple[Pick, ...]:
        return (Pick(self.rule, DRAW if state.stock else MISS),)

    def when_unable(self) -> str:
        if self.go_on:
            return _(
                "{who} draws cards from {talon:the} until one can be played, and may then go on drawing. When {talon:the} is used up, {who} passes."
            )
        return _(
            "{who} draws cards from {talon:the} until one can be played. When {talon:the} is used up, {who} passes."
        )

    def draws(self, talon: int) -> int:
        return talon

    def also_able(self, state: State, seat: int) -> bool:
        return self.go_on and bool(state.stock) and any(done.seat == seat for done in state.chosen)

    def ends_turn(self, action: Choose) -> bool:
        return action.option == MISS

    def take(self, state: State, action: Choose, shown: CardSet) -> Step:
        seat = action.seat
        if action.option == MISS:
            return state, (TurnMissed(seat, findings=(self.decides(seat=seat, drawn=0),)),)
        card, *stock = state.stock
        hands = with_cards(state.hands, seat, card.bit if card else 0)
        event = CardsDrawn(seat, 1, findings=(self.decides(seat=seat, drawn=1, given=1),))
        return state._replace(hands=hands, stock=tuple(stock)), (event,)

    def sentence_on(self, action: Choose) -> str:
        return _("{who} passes.") if action.option == MISS else _("{who} draws a card.")

    def says(self) -> Text:
        if self.go_on:
            return self.say(
                _(
                    "A player who can play no card draws from {talon:the} until one can be played, and may go on drawing. When {talon:the} "
                    "is used up, such a player passes."
                )
            )
        return self.say(
            _(
                "A player who can play no card draws from {talon:the} until one can be played. When {talon:the} is used up, such a player "
                "passes."
            )
        )

    def why(self, finding: Finding) -> str:
        if finding.effect is Effect.REFUSES:
            return _("{who} can play a card: {cards}.")
        if finding.facts["drawn"]:
            return _("{who} draws a card from {talon:the}.")
        return _("{who} can play no card, and {talon:the} is used up.")


class MustFollowSuitOrRank(NarrowsPlay):
    """A card of the suit led must be played, or one of the same rank as the card led."""

    sentence = N_("A card of the suit led must be played, or one of the same rank as the card that was led.")

    def narrow(self, playable: int, trick: Trick, hand: int) -> int:
        return playable & (trick.led | self._equals(trick)) if trick.led else playable

    def _equals(self, trick: Trick) -> int:
        """The cards of the rank that was led."""
        return self.deck.mask(card for card in self.deck.cards if card.figure == trick.cards[0].figure)

    def facts(self, playable: int, trick: Trick, hand: int) -> dict[str, object]:
        able = self.deck.set(hand & (trick.led | self._equals(trick)))
        return {"suit": self.deck.suits[self.order.suit_of(trick.led)].name, "led": trick.cards[0], "held": able}

    def why(self, finding: Finding) -> str:
        if not finding.facts["held"]:
            return _("{led} was led, and {who} holds neither {suit} nor a card of its rank.")
        return _("{led} was led, and {who} may play {held}.")


class OneHandLeft(EndsPlay):
    """Players who have no cards left are out. The play ends as soon as one player alone holds cards."""

    sentence = N_("Players who have no cards left are out. The play ends as soon as only one player holds cards.")
    reason = N_("Only {who} has cards left, and the play ends.")

    def ends(self, state: State) -> Finding | None:
        holders = [seat for seat in range(state.players) if state.hand_size(seat)]
        return self.decides(seat=holders[0]) if len(holders) == 1 else None
