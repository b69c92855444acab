"""``tarot-teach evaluate``."""

from __future__ import annotations

import click

from tarot_teach.advice.evaluate import evaluate_dealt
from tarot_teach.advice.format import find_advice
from tarot_teach.advice.page import describe_evaluation, evaluation_data
from tarot_teach.cli.library import library_of, mechanisms_option
from tarot_teach.cli.output import json_option, show
from tarot_teach.engine import Engine


@click.command("evaluate")
@click.argument("name")
@click.option("--hand", required=True, help='The whole hand as it was dealt: "T21 T18 EX SR SD …".')
@click.option("--advice", "advice_id", default="encyclopedia", help="The advice to follow.")
@json_option
@mechanisms_option
def command(name: str, hand: str, advice_id: str, kind: str) -> None:
    """Value a hand for bidding in NAME, line by line, and name the bid that follows."""
    library = library_of(name)
    ruleset = library.load(name)
    advice = find_advice(library, advice_id)
    found = evaluate_dealt(advice, Engine(ruleset), ruleset.deck.parse(hand))
    show((evaluation_data if kind == "json" else describe_evaluation)(advice, ruleset, found), kind)
