"""``tarot-teach trick``."""

from __future__ import annotations

import click

from tarot_teach.cli.library import library_of, mechanisms_option
from tarot_teach.cli.output import json_option, show
from tarot_teach.engine import Engine
from tarot_teach.explain.laid_trick import describe_laid_trick, lay_trick, trick_data


@click.command("trick")
@click.argument("name")
@click.option("--cards", required=True, help='The cards of the trick in the order played: "H10 S2 HR T5".')
@click.option("--trumps", default="", show_default=False, help="The suit that is trumps, where one is chosen.")
@click.option("--contract", help="The contract that is played, where the rules differ by contract.")
@click.option("--leader", default="", show_default=False, help="The seat that leads, by letter or number from 0.")
@click.option("--taker", default="", show_default=False, help="The seat of the taker; by default the leader.")
@click.option("--last-trick", is_flag=True, help="It is the last trick of the deal.")
@json_option
@mechanisms_option
def command(
    name: str, cards: str, trumps: str, contract: str | None, leader: str, taker: str, last_trick: bool, kind: str
) -> None:
    """Print who wins a trick by the rules of NAME, what becomes of its cards, and what they count.

    Whether each card might be played is not asked.
    """
    engine = Engine(library_of(name).load(name), trumps)
    played = engine.ruleset.deck.parse(cards)
    laid = lay_trick(engine, played, leader=leader, taker=taker, contract=contract, last_trick=last_trick)
    show(trick_data(laid) if kind == "json" else describe_laid_trick(laid), kind)
