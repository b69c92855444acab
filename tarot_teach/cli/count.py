"""``tarot-teach count``."""

from __future__ import annotations

import click

from tarot_teach.cli.library import library_of, mechanisms_option
from tarot_teach.cli.output import json_option, show, usage
from tarot_teach.engine import Engine
from tarot_teach.explain.packs import count_data, describe_count
from tarot_teach.language import _
from tarot_teach.mechanisms.interfaces import Scores


@click.command("count")
@click.argument("name")
@click.option("--cards", required=True, help='The cards of the pile: "HR T21 EX S2".')
@click.option("--combinations", is_flag=True, help="Print also which combinations of cards that score are in the pile.")
@json_option
@mechanisms_option
def command(name: str, cards: str, combinations: bool, kind: str) -> None:
    """Print the card points of a pile of cards in NAME, and the rules by which they are counted."""
    engine = Engine(library_of(name).load(name))
    deck = engine.ruleset.deck
    pile = deck.set(deck.mask(deck.parse(cards)))
    if not deck.halves and engine.index.takes_from_table is not None:
        message = _("no card counts any points in {name}: a pile is worth what its number of cards brings")
        raise usage("count.none", message, _("`score NAME --pile` tells it"), name=engine.ruleset.name)
    if not pile:
        raise usage("count.empty", _("no cards are given"), _("name the cards of the pile: HR T21 S2"))
    if combinations and not any(rule.combination() for rule in engine.index.all(Scores)):
        message, hint = _("no rule of {name} scores a combination of cards"), _("leave out --combinations")
        raise usage("count.combinations", message, hint, name=engine.ruleset.name)
    show((count_data if kind == "json" else describe_count)(engine, pile, combinations=combinations), kind)
