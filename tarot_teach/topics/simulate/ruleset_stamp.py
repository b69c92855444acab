"""What is kept of a ruleset beside its figures: how to tell whether it is still the same, and by what names it is spoken of."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from tarot_teach.advice.model import Advice
from tarot_teach.engine import Engine
from tarot_teach.rules import Ruleset
from tarot_teach.rules.model import POINTS, Unit
from tarot_teach.topics.simulate.deal_simulator import Dealing

TITLED = ("void", "bid", "deal")
"""The steps whose rules can make a deal void."""

TERMS = (
    "taker",
    "defence",
    "partner",
    "honour",
    "handful",
    "slam",
    "small_slam",
    "last_trick_bonus",
    "excuse",
    "petit",
)
"""The concepts of which figures speak."""


@dataclass(frozen=True, slots=True)
class Game:
    """A ruleset of which deals were played. ``fingerprint`` is a hash of everything that could make a deal go otherwise.

    ``sides`` says that a taker plays against a defence. ``contracts`` are titles by id, lowest first, ``terms`` the labels of
    concepts, and ``titles`` those of rules that can make a deal void, by id.
    """

    name: str
    title: str
    fingerprint: str
    seats: int
    sides: bool
    unit: Unit = POINTS
    contracts: Mapping[str, str] = field(default_factory=dict)
    terms: Mapping[str, str] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, dealing: Dealing) -> Game:
        """The game of some deals."""
        engine = dealing.engine
        advice = next((player.advice for player in dealing.players if player.looks), None)
        fingerprint = _fingerprint(engine.ruleset, advice)
        return cls(engine.ruleset.name, "", fingerprint, len(dealing.seats), engine.scorer.has_sides).labelled(engine)

    def labelled(self, engine: Engine) -> Game:
        """The game with the unit and the names of its ruleset as it is now."""
        ruleset = engine.ruleset
        return replace(
            self,
            title=ruleset.title,
            unit=ruleset.unit,
            contracts={id: _title(ruleset, id) for id in engine.index.ranking},
            terms={id: ruleset.terms[id].label for id in TERMS if id in ruleset.terms},
            titles={rule.id: rule.title for rule in ruleset.rules.values() if rule.step in TITLED},
        )


def _title(ruleset: Ruleset, contract: str) -> str:
    rule = ruleset.rules.get(f"bid.{contract}")
    return rule.title if rule else contract.replace("_", " ")


def _fingerprint(ruleset: Ruleset, advice: Advice | None) -> str:
    """A hash of the pack, the unit, the rules with their parameters, and what players are advised; of no text."""
    deck = ruleset.deck
    rules = [[rule.id, rule.mechanism, rule.params.model_dump(mode="json")] for rule in ruleset.rules.values()]
    cards = [[card.code, card.suit.id, card.suit.kind, card.rank, card.halves] for card in deck.cards]
    data = [cards, dict(deck.marks), list(ruleset.players), rules, _advised(advice)]
    data.append([ruleset.unit.sign, ruleset.unit.places])
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]


def _advised(advice: Advice | None) -> list[Any]:
    if advice is None:
        return []
    told = {"title", "sources", "note"}
    features = [{key: value for key, value in asdict(each).items() if key not in told} for each in advice.features]
    return [features, [asdict(bid) for bid in advice.bids]]
