"""What authors' prose may name: the parameters of its rule, terms, cards and the other rules of the ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from tarot_teach.cards import Deck
from tarot_teach.rules.model import Rule, Ruleset
from tarot_teach.text import TermRef, Text


def prose_scope(ruleset: Ruleset, rule: Rule | None = None) -> dict[str, Mapping[str, Any]]:
    """The names for the prose of a rule, or for prose that belongs to no rule."""
    titles = {other.id: other.title for other in ruleset.rules.values()}
    return {**scope(ruleset.deck, ruleset.terms, titles, rule.params if rule else None), **ruleset.pages}


def scope(
    deck: Deck, terms: Mapping[str, TermRef], titles: Mapping[str, str], params: BaseModel | None
) -> dict[str, Mapping[str, Any]]:
    """The same from its parts."""
    return {
        "params": _named(params.model_dump()) if params else {},
        "term": terms,
        "card": deck.by_code,
        "rule": titles,
    }


def rule_text(ruleset: Ruleset, rule: Rule) -> Text | None:
    """A rule's own prose with its values; None when it leaves the words to its mechanism."""
    return rule.text.fill(prose_scope(ruleset, rule)) if rule.text else None


def _named(value: Any) -> Any:
    """Keys as text, all the way down, so that prose can name them."""
    if isinstance(value, Mapping):
        return {str(key): _named(item) for key, item in value.items()}
    return value
