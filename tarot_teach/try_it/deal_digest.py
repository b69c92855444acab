"""A digest of a deal that is played in the page, by which a link or a kept deal is known to rest on other rules, cards or players."""

from __future__ import annotations

import hashlib

from tarot_teach.engine import Engine
from tarot_teach.engine.deal import Deal
from tarot_teach.engine.notation import action_text
from tarot_teach.explain.kept_values import rules_as_data
from tarot_teach.table.serial import state_as_data


def deal_digest(engine: Engine, deal: Deal) -> str:
    """Eight signs that differ where the pack, a rule, a card that was dealt or an action of any seat differs."""
    pack = [(card.code, card.halves) for card in engine.ruleset.deck.cards]
    moves = [action_text(move.action, move.before.phase) for move in deal.moves]
    facts = (pack, rules_as_data(engine.ruleset), state_as_data(deal.start), moves)
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:8]
