"""The attributes that the script of the page “Try it” reads: rulesets, house rules, addresses and cards."""

from __future__ import annotations

import json
from typing import Protocol

from tarot_teach.blocks import TryIt
from tarot_teach.messages import _, as_words
from tarot_teach.plain_data import attributes


class Addresses(Protocol):
    """Addresses of rules, terms and sources, see :class:`.html.Links`."""

    def rule(self, id: str, ruleset: str = "", /) -> str | None:
        """The address of a rule."""

    def term(self, id: str, /) -> str | None:
        """The address of a concept."""

    def source(self, key: str, /) -> str | None:
        """The address of a source."""


def try_data(block: TryIt, links: Addresses) -> dict[str, str]:
    """The attributes of the table, without ``data-``."""
    pages = {game.name: _page(links.rule(game.rule, game.name)) for game in block.games}
    pages |= {"term": _page(links.term(block.term)), "source": _page(links.source(block.source))}
    for option in block.house_rules:
        base = next(game.name for game in block.games if option.id in game.house_rules)
        found = [_page(links.rule(rule, f"{base}+{option.id}")) for rule in option.rules]
        pages[f"+{option.id}"] = next((page for page in found if page and page != pages[base]), "")
    games = [
        attributes(game, "name", "title", "house_rules", "pack", "seats", "clockwise", "lacks") for game in block.games
    ]
    changes = _("changes: {steps}")
    rules = [
        {
            "id": option.id,
            "title": option.title,
            "changes": changes.format(steps=", ".join(map(as_words, option.steps))),
        }
        for option in block.house_rules
    ]
    return {
        "games": json.dumps(games),
        "house-rules": json.dumps(rules),
        "pages": json.dumps({name: page for name, page in pages.items() if page}),
        "parts": json.dumps(dict(block.parts)),
        "chosen": " ".join(block.chosen),
        "hand": " ".join(card.code for card in block.hand),
        "trick": " ".join(card.code for card in block.trick),
    }


def _page(address: str | None) -> str:
    """The address of a page without an anchor."""
    return (address or "").partition("#")[0]
