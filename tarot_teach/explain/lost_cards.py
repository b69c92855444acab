"""The reason why a card of a trick does not win it, which says no more of the winning card than it has to."""

from __future__ import annotations

from tarot_teach.cards import Card
from tarot_teach.engine import Engine
from tarot_teach.messages import _
from tarot_teach.rules import Ruleset
from tarot_teach.table import State, Taken
from tarot_teach.text import RuleRef, Text, say


def with_rule(ruleset: Ruleset, words: Text, id: str) -> Text:
    """A sentence with the title of its rule in brackets."""
    return words + Text((" (", RuleRef(id, ruleset.rules[id].title), ")"))


def why_not(engine: Engine, state: State, taken: Taken, seat: int) -> Text:
    """The reason why a seat has not won a trick: what beats its card, named where it is not the winning card.

    ``state`` is that before the last card.
    """
    index = engine.rules(state)
    order, trick = index.order, taken.trick
    card = trick.cards[trick.place_of(seat, state.players)]
    wins = taken.winning_card
    usual = next((rule for rule in index.wins if rule.always), None)
    rule = usual.rule if usual is not None else taken.rule
    if card.bit & order.led_only and card is not trick.cards[0]:
        said = say(_("{card} wins only a trick to which it is led."), card=card)
    elif not card.bit & (trick.led | order.power):
        words = _("{card} is neither of the suit led nor a trump, and cannot win.")
        if not order.power:
            words = _("{card} is not of the suit led, and cannot win.")
        if not order.follows[card.index]:
            words = _("{card} does not win a trick.")
        said = say(words, card=card)
    elif (beating := _beating(engine, state, taken, card)) is not None:
        said = say(_("{card} is beaten by {other}."), card=card, other=beating)
    elif not wins.bit & order.beats[card.index]:
        rule, said = (
            taken.rule,
            say(_("By its rank {card} would win, but another card does, by a rule of its own."), card=card),
        )
    elif wins.bit & order.power and not card.bit & order.power:
        said = say(_("{card} is beaten by a trump."), card=card)
    elif card.bit & order.power and not wins.bit & order.power:
        said = say(_("{card} has no power over the card that wins."), card=card)
    elif card.bit & order.power:
        said = say(_("{card} is beaten by a higher trump."), card=card)
    else:
        said = say(_("{card} is beaten by a higher card of its suit."), card=card)
    return with_rule(engine.ruleset, said.upper_first(), rule)


def _beating(engine: Engine, state: State, taken: Taken, card: Card) -> Card | None:
    """A card of the trick that beats another and has not won; None if there is none."""
    order = engine.rules(state).order
    able = order.beats[card.index] & (taken.trick.led | order.power)
    others = (other for other in taken.trick.cards if other is not taken.winning_card)
    return next((other for other in others if other.bit & able), None)
