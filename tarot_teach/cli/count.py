"""``tarot-teach count``."""

from __future__ import annotations

import click

from tarot_teach.cli.library import library_of, mechanisms_option
from tarot_teach.cli.output import json_option, show, usage
from tarot_teach.engine import Engine
from tarot_teach.explain.packs import count_data, describe_count
from tarot_teach.language import _


@click.command("count")
@click.argument("name")
@click.option("--cards", required=True, help='The cards of the pile: "HR T21 EX S2".')
@json_option
@mechanisms_option
def command(name: str, cards: str, kind: str) -> None:
    """Print the card points of a pile of cards in NAME, and the rules by which they are counted."""
    engine = Engine(library_of(name).load(name))
    deck = engine.ruleset.deck
    pile = deck.set(deck.mask(deck.parse(cards)))
    if not pile:
        raise usage("count.empty", _("no cards are given"), _("name the cards of the pile: HR T21 S2"))
    show((count_data if kind == "json" else describe_count)(engine, pile), kind)
