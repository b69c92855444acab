"""The value of a hand by a table of features, and the bid that it advises.

Kinds of features: ``each`` counts points for each of the cards, from ``at_least`` of them on; ``steps`` gives points by how
many of ``cards`` are held, if one of ``needs`` is; ``sequence`` counts each of the cards that has a neighbour in rank;
``in_suit`` counts each plain suit in which all of ``needs`` are held and none of ``lacks``; ``long_suit`` gives points by the
length of each plain suit, ``short_suit`` by a length that is met exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
    counted = tuple(_count(feature, deck, hand) for feature in advice.evaluation)
    totals = {
        bidding.contract: sum(
            entry.points
            for entry in counted
            if not entry.feature.contracts or bidding.contract in entry.feature.contracts
        )
        for bidding in advice.bids
    }
    reached = [bidding.contract for bidding in advice.bids if totals[bidding.contract] >= bidding.least]
    known = [contract for contract in reached if contract in contracts]
    advised = reached[-1] if reached else ""
    bid = known[-1] if known else PASS
    return Evaluation(counted, totals, bid, advised if advised != bid else "")


def evaluate_dealt(advice: AdviceFile, engine: Engine, hand: Sequence[Card]) -> Evaluation:
    """Value a hand as dealt under a ruleset. Raises NotationError for a hand of another size."""
    ruleset = engine.ruleset
    size = engine.index.deals.hand_size(len(engine.seats()))
    if len(hand) != size:
        raise NotationError.of(
            "evaluate.hand",
            _("the hand has {number} cards; in {name} {size} are dealt").format(
                number=len(hand), name=ruleset.name, size=size
            ),
            hint=_("give the hand as it was dealt, before the talon"),
        )
    return evaluate(advice, ruleset.deck, hand, engine.index.ranking)


def _count(feature: FeatureFile, deck: Deck, hand: Sequence[Card]) -> Counted:
    points, cards = _COUNT[feature.kind](feature, deck, hand)
    return Counted(feature, points, tuple(cards))


PointsAndCards = tuple[int, list[Card]]


def _each(feature: FeatureFile, deck: Deck, hand: Sequence[Card]) -> PointsAndCards:
    held = _of(deck, hand, feature.cards)
    return (feature.points * len(held), held) if len(held) >= feature.at_least else (0, [])


def _steps(feature: FeatureFile, deck: Deck, hand: Sequence[Card]) -> PointsAndCards:
    needed = _of(deck, hand, feature.needs)
    if feature.needs and not needed:
        return 0, []
    return _reached(feature, len(_of(deck, hand, feature.cards))), needed


def _sequence(feature: FeatureFile, deck: Deck, hand: Sequence[Card]) -> PointsAndCards:
    held = _of(deck, hand, feature.cards)
    places = {(card.suit.id, card.rank) for card in held}
    chained = [card for card in held if {(card.suit.id, card.rank - 1), (card.suit.id, card.rank + 1)} & places]
    return feature.points * len(chained), chained


def _in_suit(feature: FeatureFile, deck: Deck, hand: Sequence[Card]) -> PointsAndCards:
    needed, barred = _mask(deck, feature.needs), _mask(deck, feature.lacks)
    points, cards = 0, []
    for held in _plain_suits(deck, hand):
        good = [card for card in held if card.bit & needed]
        wanted = sum(1 for card in deck.cards if good and card.suit is good[0].suit and card.bit & needed)
        if good and len(good) == wanted and not any(card.bit & barred for card in held):
            points += feature.points
            cards += good
    return points, cards


def _long_suit(feature: FeatureFile, deck: Deck, hand: Sequence[Card]) -> PointsAndCards:
    points, cards = 0, []
    for held in _plain_suits(deck, hand):
        suit_points = _reached(feature, len(held))
        points += suit_points
        cards += held if suit_points else []
    return points, cards


def _short_suit(feature: FeatureFile, deck: Deck, hand: Sequence[Card]) -> PointsAndCards:
    suits = [held for held in _plain_suits(deck, hand) if len(held) in feature.steps]
    return sum(feature.steps[len(held)] for held in suits), [card for held in suits for card in held]


_COUNT: dict[str, Callable[[FeatureFile, Deck, Sequence[Card]], PointsAndCards]] = {
    "each": _each,
    "steps": _steps,
    "sequence": _sequence,
    "in_suit": _in_suit,
    "long_suit": _long_suit,
    "short_suit": _short_suit,
}


def _reached(feature: FeatureFile, number: int) -> int:
    """The points of the highest step that a number reaches."""
    return feature.steps[max(step for step in feature.steps if step <= number)] if number >= min(feature.steps) else 0


def _plain_suits(deck: Deck, hand: Sequence[Card]) -> list[list[Card]]:
    """The cards of a hand in each plain suit of the pack."""
    suits = [suit for suit in deck.suits.values() if suit.kind == "plain"]
    return [[card for card in hand if card.suit is suit] for suit in suits]


def _of(deck: Deck, hand: Sequence[Card], names: Sequence[str]) -> list[Card]:
    mask = _mask(deck, names)
    return [card for card in hand if card.bit & mask]


def _mask(deck: Deck, names: Sequence[str]) -> int:
    mask = 0
    for name in names:
        mask |= deck.named(name) or 0
    return mask
