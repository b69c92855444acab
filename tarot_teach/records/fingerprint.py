"""A hash of what decides about deals: the pack and the rules, without texts."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from typing import Any

from tarot_teach.advice.format import AdviceFile
from tarot_teach.order import RANKS_ALONE
from tarot_teach.rules import Ruleset


def fingerprint(ruleset: Ruleset, advice: AdviceFile | None = None) -> str:
    """A hash of the pack, the unit, the rules with their parameters, and the advice of players; of no text."""
    deck, advised = ruleset.deck, list[Any]()
    if advice is not None:
        features = [feature.model_dump(exclude={"title", "sources", "note"}) for feature in advice.evaluation]
        advised = [features, [bid.model_dump() for bid in advice.bids]]
    rules = [
        [
            rule.id,
            rule.mechanism,
            rule.params.model_dump(mode="json", exclude_defaults=True),
            *([rule.under] if rule.under else []),
        ]
        for rule in ruleset.rules.values()
    ]
    cards = [[card.code, card.suit.id, card.suit.kind, card.rank, card.halves] for card in deck.cards]
    unit = [ruleset.unit.sign, ruleset.unit.places]
    data = [cards, dict(deck.marks), list(ruleset.players), rules, advised, unit]
    if deck.orders != RANKS_ALONE:
        data.append(asdict(deck.orders))
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]
