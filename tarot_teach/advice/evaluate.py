"""The value of a hand by a table of features, and the bid that it advises.

Kinds of features: ``each`` counts points for each of the cards, from ``at_least`` of them on; ``steps`` gives points by how
many of ``cards`` are held, if one of ``needs`` is; ``sequence`` counts each of the cards that has a neighbour in rank;
``in_suit`` counts each plain suit in which all of ``needs`` are held and none of ``lacks``; ``long_suit`` gives points by the
length of each plain suit, ``short_suit`` by a length that is met exactly.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Sequence
from dataclasses import dataclass

from tarot_teach.advice.format import AdviceFile, FeatureFile
from tarot_teach.cards import Card, Deck
from tarot_teach.engine import Engine
from tarot_teach.errors import NotationError
from tarot_teach.language import _
from tarot_teach.table import PASS

KINDS = ("each", "steps", "sequence", "in_suit", "long_suit", "short_suit")


@dataclass(frozen=True, slots=True)
class Counted:
    """A feature with the points that it brings, and the cards that bring them, if any."""

    feature: FeatureFile
    points: int
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The features of a hand, its total for each contract of the table, and the bid: a contract or ``pass``.

    ``advised`` is the contract of the table where the ruleset does not have it, else "".
    """

    counted: tuple[Counted, ...]
    totals: dict[str, int]
    bid: str
    advised: str = ""

    @property
    def total(self) -> int:
        """The total of the features that count for every contract."""
        return sum(entry.points for entry in self.counted if not entry.feature.contracts)


def evaluate(advice: AdviceFile, deck: Deck, hand: Sequence[Card], contracts: Sequence[str]) -> Evaluation:
    """Value a hand. The bid is the highest contract whose total is reached, among ``contracts``, those of the ruleset."""
    suits = [[card for card in hand if card.suit is suit] for suit in deck.suits.values() if suit.kind == "plain"]
    counted = tuple(_count(feature, deck, hand, suits) for feature in advice.evaluation)
    totals = {
        contract: sum(entry.points for entry in counted if contract in (entry.feature.contracts or [contract]))
        for contract in (bidding.contract for bidding in advice.bids)
    }
    reached = [bidding.contract for bidding in advice.bids if totals[bidding.contract] >= bidding.least]
    bid = next((contract for contract in reversed(reached) if contract in contracts), PASS)
    return Evaluation(counted, totals, bid, reached[-1] if reached and reached[-1] != bid else "")


def evaluate_dealt(advice: AdviceFile, engine: Engine, hand: Sequence[Card]) -> Evaluation:
    """Value a hand as dealt under a ruleset. Raises NotationError for a hand of another size."""
    ruleset = engine.ruleset
    size = engine.index.deals.hand_size(len(engine.seats()))
    if len(hand) != size:
        message = _("the hand has {number} cards; in {name} {size} are dealt")
        hint = _("give the hand as it was dealt, before the talon")
        raise NotationError.of("evaluate.hand", message, None, hint, number=len(hand), name=ruleset.name, size=size)
    return evaluate(advice, ruleset.deck, hand, engine.index.ranking)


def _count(feature: FeatureFile, deck: Deck, hand: Sequence[Card], suits: Sequence[Sequence[Card]]) -> Counted:
    """The points that a feature brings, and the cards that bring them; ``suits`` are the cards of the hand in each plain suit."""
    points, cards = 0, list[Card]()
    match feature.kind:
        case "each":
            held = _of(deck, hand, feature.cards)
            points, cards = (feature.points * len(held), held) if len(held) >= feature.at_least else (0, [])
        case "steps":
            cards = _of(deck, hand, feature.needs)
            points = _reached(feature, len(_of(deck, hand, feature.cards))) if cards or not feature.needs else 0
        case "sequence":
            held = _of(deck, hand, feature.cards)
            neighbours = {(card.suit.id, card.rank + step) for card in held for step in (-1, 1)}
            cards = [card for card in held if (card.suit.id, card.rank) in neighbours]
            points = feature.points * len(cards)
        case "in_suit":
            needs = _of(deck, deck.cards, feature.needs)
            for suit in filter(None, suits):
                needed = [card for card in needs if card.suit is suit[0].suit]
                if needed and all(card in suit for card in needed) and not _of(deck, suit, feature.lacks):
                    points += feature.points
                    cards += [card for card in suit if card in needed]
        case "long_suit":
            long = [suit for suit in suits if _reached(feature, len(suit))]
            points, cards = sum(_reached(feature, len(suit)) for suit in long), [card for suit in long for card in suit]
        case "short_suit":
            short = [suit for suit in suits if len(suit) in feature.steps]
            points, cards = sum(feature.steps[len(suit)] for suit in short), [card for suit in short for card in suit]
    return Counted(feature, points, tuple(cards))


def _reached(feature: FeatureFile, number: int) -> int:
    """The points of the highest step that a number reaches."""
    return feature.steps[max(step for step in feature.steps if step <= number)] if number >= min(feature.steps) else 0


def _of(deck: Deck, cards: Sequence[Card], names: Sequence[str]) -> list[Card]:
    """Pick the cards that marks, suits and codes name."""
    mask = functools.reduce(operator.or_, (deck.named(name) or 0 for name in names), 0)
    return [card for card in cards if card.bit & mask]
