"""``tarot-teach score``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import click

from tarot_teach.cli.output import json_option, number, print_blocks, print_json, usage
from tarot_teach.engine import Scorer
from tarot_teach.errors import LoadError
from tarot_teach.explain import describe_score, label_of, reason_of
from tarot_teach.loading import Library
from tarot_teach.records.results import Path, ResultFile, outcome_of_pile, outcomes_of
from tarot_teach.rules import Ruleset
from tarot_teach.table import SLAMS, Sheet
from tarot_teach.text import Text


@click.command("score")
@click.argument("name")
@click.option("--contract", help="The contract: prise, garde, garde_sans, garde_contre.")
@click.option("--points", help="The card points of the taker's side: 41 or 41.5.")
@click.option("--honours", type=int, help="How many honours are among its cards.")
@click.option("--last-trick-bonus", type=click.Choice(["taker", "defence"]), help="Which side made it.")
@click.option("--handful", "handfuls", multiple=True, help="A handful that was shown: single, double or triple.")
@click.option("--slam", type=click.Choice(SLAMS), help="What became of a slam.")
@click.option("--small-slam", type=click.Choice(SLAMS), help="What became of a small slam.")
@click.option("--alone", is_flag=True, help="The taker plays without a partner (as always, in games that know none).")
@click.option("--pile", help="The cards that a player has won, in games where everyone plays for himself.")
@json_option
def command(name: str, pile: str | None, as_json: bool, **given: Any) -> None:
    """The score sheet of a result by the rules of NAME, line by line, each with its rule and reason."""
    ruleset = Library().load(name)
    scorer = Scorer.of(ruleset)
    alone = given.pop("alone")
    if scorer.has_sides:
        if pile is not None:
            raise usage("score.pile", f"in {ruleset.name} sides are counted", "give --points and --honours, not --pile")
        _needs(given, ("contract", "points", "honours"))
        result = ResultFile(**{**given, "handfuls": list(given["handfuls"])})
        (outcome,) = outcomes_of(result, scorer, ruleset.deck, (), _refused, roles_only=True)
        outcome = replace(outcome, alone=alone)
    else:
        for option in ("contract", "points", "honours", "last_trick_bonus", "slam", "small_slam"):
            if given[option] is not None:
                raise usage(
                    "score.option", f"--{option.replace('_', '-')} means nothing in {ruleset.name}", "give --pile"
                )
        if pile is None:
            raise usage(
                "score.pile", "missing option --pile", "give the cards that a player has won: --pile 'SR T18 EX'"
            )
        outcome = outcome_of_pile(ruleset.deck, ruleset.deck.mask(ruleset.deck.parse(pile)))
    if not as_json:
        print_blocks(describe_score(scorer, outcome, ruleset.players[-1]))
        return
    counted, _findings = scorer.count(outcome)
    sheet = scorer.sheet(counted)
    roles = scorer.settle(sheet, ruleset.players[-1]) if scorer.has_sides else {}
    print_json(_data(ruleset, scorer, sheet, roles))


def _needs(given: dict[str, Any], options: Sequence[str]) -> None:
    missing = [f"--{option}" for option in options if given[option] is None]
    if missing:
        hint = "for instance --contract garde --points 56 --honours 2"
        raise usage("score.missing", f"missing option: {', '.join(missing)}", hint)


def _refused(code: str, message: str, _path: Path, hint: str | None) -> None:
    """Refuse the option that a fault is about."""
    raise LoadError.of(code, message, None, hint)


def _data(ruleset: Ruleset, scorer: Scorer, sheet: Sheet, roles: dict[str, Fraction | None]) -> dict[str, Any]:
    outcome = sheet.outcome
    return {
        "ruleset": ruleset.name,
        "contract": outcome.contract,
        "points": number(outcome.points),
        "honours": outcome.honours,
        "target": outcome.target,
        "margin": number(outcome.margin),
        "made": outcome.made,
        "hand_score": number(sheet.total),
        "scores": {role: number(amount) for role, amount in roles.items()} or {"player": number(sheet.total)},
        "formula": scorer.formula(),
        "lines": [
            {
                "label": str(label_of(scorer, line)),
                "operation": line.operation,
                "amount": number(line.amount),
                "sum": number(total),
                "rule": line.rule,
                "because": str(Text(reason_of(scorer, line))),
            }
            for line, total in zip(sheet.lines, sheet.totals(), strict=True)
        ],
    }
