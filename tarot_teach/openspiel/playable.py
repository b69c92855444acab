"""The conditions under which a ruleset is a game of OpenSpiel."""

from __future__ import annotations

import random

from tarot_teach.engine import Engine
from tarot_teach.mechanisms.match_memory import PaysInPlay, Remembers
from tarot_teach.openspiel.dealing import Dealing
from tarot_teach.openspiel.position import Position

DEALS = 3
"""The deals that are tried before a game is registered."""


def check_playable(dealing: Dealing) -> None:
    """Play some deals at random. Raises RunError where one does not end or has no score, and where there are too many choices."""
    for seed in range(DEALS):
        position, rng = Position(dealing), random.Random(seed)
        while position.state is None:
            places, chances = zip(*position.outcomes, strict=True)
            position = position.after(rng.choices(places, chances)[0])
        while not position.over:
            position = position.after(rng.choice(list(position.options)))
        position.scores()


def sums_to_zero(engine: Engine) -> bool:
    """True if the rules promise that the scores of every deal add up to zero: nothing goes into a pool or comes from one."""
    rules = engine.index.mechanisms.values()
    if any(isinstance(rule, PaysInPlay | Remembers) for rule in rules):
        return False
    for contract in engine.index.contracts or (None,):
        scorer = engine.scorer.under(contract)
        settles = scorer.settles or scorer.settles_parties
        if settles is None or not settles.sums_to_zero or not all(rule.sums_to_zero for rule in scorer.pays_apart):
            return False
    return True
