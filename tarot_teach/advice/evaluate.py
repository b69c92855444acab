"""The value of a hand by a table of features, and the bid that it advises.

Kinds of features: ``each`` counts points for each of the cards, from ``at_least`` of them on; ``steps`` gives points by how
many of ``cards`` are held, if one of ``needs`` is; ``sequence`` counts each of the cards that has a neighbour in rank;
``in_suit`` counts each plain suit in which all of ``needs`` are held and none of ``lacks``; ``long_suit`` gives points by the
length of each plain suit, ``short_suit`` by a length that is met exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tarot_teach.advice.format import AdviceFile, FeatureFile
from tarot_teach.cards import Card, Deck
from tarot_teach.engine import Engine
from tarot_teach.errors import NotationError
from tarot_teach.masks import Mask
from tarot_teach.messages import _, ngettext
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


def evaluate(advice: AdviceFile, deck: Deck, hand: Mask, contracts: Sequence[str]) -> Evaluation:
    """Value a hand. The bid is the highest contract whose total is reached, among ``contracts``, those of the ruleset."""
    suits = _suits(deck, hand)
    counted = [_count(feature, deck, hand, suits) for feature in advice.evaluation]
    totals, reached, bid = _bid(advice, [points for points, _cards in counted], contracts)
    entries = zip(advice.evaluation, counted, strict=True)
    brought = tuple(Counted(feature, points, tuple(deck.set(cards))) for feature, (points, cards) in entries)
    return Evaluation(brought, totals, bid, reached[-1] if reached and reached[-1] != bid else "")


def bid_of(advice: AdviceFile, deck: Deck, hand: Mask, contracts: Sequence[str]) -> str:
    """The bid for a hand, as :func:`evaluate` has it."""
    suits = _suits(deck, hand)
    return _bid(advice, [_count(feature, deck, hand, suits)[0] for feature in advice.evaluation], contracts)[2]


def _bid(advice: AdviceFile, points: Sequence[int], contracts: Sequence[str]) -> tuple[dict[str, int], list[str], str]:
    """The totals by contract from the points of each feature, the contracts whose total is reached, and the bid."""
    counted = [(feature.contracts, number) for feature, number in zip(advice.evaluation, points, strict=True) if number]
    totals = {
        bidding.contract: sum(number for of, number in counted if not of or bidding.contract in of)
        for bidding in advice.bids
    }
    reached = [bidding.contract for bidding in advice.bids if totals[bidding.contract] >= bidding.least]
    return totals, reached, next((contract for contract in reversed(reached) if contract in contracts), PASS)


def evaluate_dealt(advice: AdviceFile, engine: Engine, hand: Sequence[Card]) -> Evaluation:
    """Value a hand as dealt under a ruleset. Raises NotationError for a hand of another size."""
    ruleset = engine.ruleset
    size = engine.index.deals.hand_size(len(engine.seats()))
    if len(hand) != size:
        message = ngettext(
            "the hand has {number} card; in {name} {size} are dealt",
            "the hand has {number} cards; in {name} {size} are dealt",
            len(hand),
        )
        hint = _("give the hand as it was dealt, before the talon")
        raise NotationError.of("evaluate.hand", message, None, hint, number=len(hand), name=ruleset.name, size=size)
    return evaluate(advice, ruleset.deck, ruleset.deck.mask(hand), engine.index.ranking)


def _suits(deck: Deck, hand: Mask) -> list[tuple[Mask, Mask]]:
    """The cards of each plain suit: all of the pack, and those of a hand."""
    return [(cards, cards & hand) for cards in deck.plain_suits().values()]


def _count(feature: FeatureFile, deck: Deck, hand: Mask, suits: Sequence[tuple[Mask, Mask]]) -> tuple[int, Mask]:
    """The points that a feature brings, and the cards that bring them; ``suits`` are those of :func:`_suits`."""
    points, cards = 0, 0
    match feature.kind:
        case "each":
            held = hand & deck.named_by(feature.cards)
            number = held.bit_count()
            points, cards = (feature.points * number, held) if number >= feature.at_least else (0, 0)
        case "steps":
            cards = hand & deck.named_by(feature.needs)
            number = (hand & deck.named_by(feature.cards)).bit_count()
            points = _reached(feature, number) if cards or not feature.needs else 0
        case "sequence":
            found = [*deck.set(hand & deck.named_by(feature.cards))]
            neighbours = {(card.suit.id, card.rank + step) for card in found for step in (-1, 1)}
            cards = deck.mask(card for card in found if (card.suit.id, card.rank) in neighbours)
            points = feature.points * cards.bit_count()
        case "in_suit":
            needs, lacks = deck.named_by(feature.needs), deck.named_by(feature.lacks)
            for suit, held in suits:
                needed = needs & suit
                if held and needed and needed & held == needed and not lacks & held:
                    points, cards = points + feature.points, cards | needed
        case "long_suit":
            for _suit, held in suits:
                if of_suit := _reached(feature, held.bit_count()):
                    points, cards = points + of_suit, cards | held
        case "short_suit":
            for _suit, held in suits:
                if held.bit_count() in feature.steps:
                    points, cards = points + feature.steps[held.bit_count()], cards | held
    return points, cards


def _reached(feature: FeatureFile, number: int) -> int:
    """The points of the highest step that a number reaches."""
    return feature.steps[max(step for step in feature.steps if step <= number)] if number >= min(feature.steps) else 0
