"""What a hand is worth by a table of features (see :mod:`tarot_teach.advice.evaluate`), compiled."""

from __future__ import annotations

from tarot_teach.advice.evaluate import KINDS
from tarot_teach.topics.simulate.bits import ones
from tarot_teach.topics.simulate.kernel.compiled import inner
from tarot_teach.topics.simulate.kernel.tables import Tables

EACH, STEPS, SEQUENCE, IN_SUIT, LONG_SUIT, SHORT_SUIT = (
    KINDS.index(name) for name in ("each", "steps", "sequence", "in_suit", "long_suit", "short_suit")
)


@inner
def wanted_contract(rules: Tables, low: int, high: int) -> int:
    """The highest contract whose total a hand reaches, of those that the ruleset has; -1 for none."""
    wanted = -1
    for bid in range(rules.bids):
        if rules.bid_contract[bid] >= 0:
            total = 0
            for feature in range(rules.features):
                if (rules.feature_bids[feature] >> bid) & 1:
                    total += _points(rules, feature, low, high)
            if total >= rules.bid_least[bid]:
                wanted = rules.bid_contract[bid]
    return wanted


@inner
def _points(rules: Tables, feature: int, low: int, high: int) -> int:
    kind = rules.feature_kind[feature]
    held_low = low & rules.feature_low[feature]
    held_high = high & rules.feature_high[feature]
    number = ones(held_low) + ones(held_high)
    if kind == EACH:
        return rules.feature_points[feature] * number if number >= rules.feature_least[feature] else 0
    needs_low = rules.feature_needs_low[feature]
    needs_high = rules.feature_needs_high[feature]
    if kind == STEPS:
        if (needs_low | needs_high) and not (low & needs_low) | (high & needs_high):
            return 0
        return int(rules.feature_steps[feature, number])
    if kind == SEQUENCE:
        trumps = held_high & rules.pack.trumps
        chained = ones(trumps & (trumps << 1 | trumps >> 1))
        for suit in range(rules.pack.plain_suits):
            cards = held_low & rules.pack.suits[suit]
            chained += ones(cards & (cards << 1 | cards >> 1))
        return rules.feature_points[feature] * chained
    points = 0
    for suit in range(rules.pack.plain_suits):
        cards = low & rules.pack.suits[suit]
        if kind == IN_SUIT:
            wanted = needs_low & rules.pack.suits[suit]
            if wanted and wanted & cards == wanted and not cards & rules.feature_lacks_low[feature]:
                points += rules.feature_points[feature]
        else:
            points += rules.feature_steps[feature, ones(cards)]
    return points
