"""Cards of a hand that lie face up: which of them are led first, and that they win no trick."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pydantic import Field

from tarot_teach.masks import bit, highest
from tarot_teach.mechanisms.asking import ChangesHand
from tarot_teach.mechanisms.base import Flag
from tarot_teach.mechanisms.in_words import card_at, in_words, place_of
from tarot_teach.mechanisms.interfaces import WinsTrick
from tarot_teach.mechanisms.keeps_cards import KeepsCards
from tarot_teach.mechanisms.registry import bound_to
from tarot_teach.messages import N_, _
from tarot_teach.rules import Ruleset
from tarot_teach.table import Finding, State, Trick
from tarot_teach.text import Text


def _laid_face_up(ruleset: Ruleset) -> Iterable[str]:
    """The fault of a game in which no card of a hand is laid face up."""
    rules = (bound_to(rule, ruleset) for rule in ruleset.at("exchange"))
    if not any(isinstance(rule, ChangesHand) and rule.lays_face_up for rule in rules):
        yield _("no rule of the exchange lays cards of a hand face up")


class FaceUpLed(KeepsCards):
    """A player some of whose cards lie face up leads those first, or other cards of their suits: as many leads are bound as there are such cards."""

    suit: Flag = Field(description="Whether another card of the suit of one may be led in its place.")

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        yield from (*super().requires(ruleset), *_laid_face_up(ruleset))

    def _due(self, state: State, seat: int) -> int:
        """The cards one of which a seat has to lead next, as a mask; 0 where it may lead any."""
        if state.unrecorded_tricks or not state.face_up:
            return 0
        played = sum(
            card.bit for taken in state.tricks for other, card in taken.trick.by(state.players) if other == seat
        )
        mine = [card for card in state.face_up if card.bit & (state.hands[seat] | played)]
        if sum(taken.trick.leader == seat for taken in state.tricks) >= len(mine):
            return 0
        if not self.suit:
            return self.deck.mask(mine)
        return sum(suit for suit in self.order.suits.values() if any(card.bit & suit for card in mine))

    def bound(self, state: State, seat: int) -> bool:
        return bool(state.hands[seat] & self._due(state, seat))

    def narrow_kept(self, state: State, seat: int, playable: int) -> int:
        if state.trick.cards:
            return playable
        due = self._due(state, seat)
        return playable & due if due else playable

    def says(self) -> Text:
        if self.suit:
            return self.say(_("A player some of whose cards lie face up leads those first, or other cards of their suits: as many leads are bound as there are such cards."))  # fmt: skip
        return self.say(_("A player some of whose cards lie face up leads those first."))

    def why(self, finding: Finding) -> str:
        if self.suit:
            return _("Cards that lie face up are led first, or others of their suits: {card} is of another suit.")
        return _("Cards that lie face up are led first, and {card} is none of them.")


class FaceUpNeverWins(WinsTrick):
    """A card that lies face up wins no trick to which another card of its suit is played; the highest of these wins it."""

    always = False
    sentence = N_(
        "A card that lies face up wins no trick to which another card of its suit is played: the highest of these wins it."
    )

    def prepare(self) -> None:
        self.suits: tuple[int, ...] = tuple(self.order.suits.values())

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        yield from (*super().requires(ruleset), *_laid_face_up(ruleset))
        for suit in self.suits:
            over = [(self.order.beats[card.index] & suit).bit_count() for card in self.deck.set(suit)]
            if over != sorted(over, reverse=True):
                yield _("the cards of a suit do not stand in the pack in the order in which they rank")
                return

    @in_words(rows=("suits",))
    def winning(self, state: State, trick: Trick) -> int | None:
        best = card_at(trick, trick.best)
        if not trick.led or not best & state.laid_open:
            return None
        cards = trick.mask & ~state.laid_open
        for i in range(len(self.suits)):
            if self.suits[i] & best:
                cards = cards & self.suits[i]
        return place_of(trick, bit(highest(cards))) if cards else None

    def facts_of(self, state: State, trick: Trick, position: int) -> dict[str, Any]:
        return {"face_up": trick.cards[trick.best]}

    def why(self, finding: Finding) -> str:
        return _("{who} wins the trick with {card}, since {face_up} lies face up and wins nothing.")
