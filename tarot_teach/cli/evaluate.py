"""``tarot-teach evaluate``."""

from __future__ import annotations

import click

from tarot_teach.advice.evaluate import evaluate_dealt
from tarot_teach.advice.format import find_advice
from tarot_teach.advice.page import contract_title, describe_evaluation, evaluation_data
from tarot_teach.cli.library import library_of, mechanisms_option
from tarot_teach.cli.output import json_option, seed_option, show, usage
from tarot_teach.engine import Engine
from tarot_teach.language import _


@click.command("evaluate")
@click.argument("name")
@click.option("--hand", help='The whole hand as it was dealt: "T21 T18 EX SR SD …".')
@click.option("--advice", "advice_id", default="encyclopedia", help="The advice to follow.")
@click.option(
    "--tune",
    is_flag=True,
    help="Say instead which totals would bid best, by random hands that simple players play out.",
)
@click.option("--deals", type=click.IntRange(1), default=4000, help="The number of these hands.")
@seed_option(help="The seed of these hands.")
@json_option
@mechanisms_option
def command(name: str, hand: str | None, advice_id: str, tune: bool, deals: int, seed: int, kind: str) -> None:
    """Value a hand for bidding in NAME, line by line, and name the bid that follows."""
    if (hand is None) is not tune:
        hint = _('tarot-teach evaluate fft-4 --hand "T21 T18 EX SR SD …", or tarot-teach evaluate fft-4 --tune')
        raise usage("evaluate.which", _("either a hand is valued, or totals are looked for"), hint)
    library = library_of(name)
    ruleset = library.load(name)
    advice = find_advice(library, advice_id)
    if hand is None:
        from tarot_teach.topics.simulate.strong.tuning import tune as look_for_totals

        tuning = look_for_totals(Engine(ruleset), advice, deals, seed)
        titles = [contract_title(ruleset, contract) for contract in tuning.contracts]
        show(tuning.to_dict() if kind == "json" else [*tuning.blocks(titles)], kind)
        return
    found = evaluate_dealt(advice, Engine(ruleset), ruleset.deck.parse(hand))
    show((evaluation_data if kind == "json" else describe_evaluation)(advice, ruleset, found), kind)
