"""``tarot-teach score``."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import click

from tarot_teach.cards import halves_text, parse_halves
from tarot_teach.cli.output import json_option, number, print_blocks, print_json, usage
from tarot_teach.engine import Scorer
from tarot_teach.errors import LoadError, suggest
from tarot_teach.explain import Block, Bullets, ScoreSheet, label_of, reason_of, score_blocks
from tarot_teach.loading import Library
from tarot_teach.rules import Ruleset
from tarot_teach.table import Handful, Outcome, Sheet
from tarot_teach.text import Text

SLAMS = ("made", "announced-made", "announced-failed", "defence")


@click.command("score")
@click.argument("name")
@click.option("--contract", help="The contract: prise, garde, garde_sans, garde_contre.")
@click.option("--points", help="The card points of the taker's side: 41 or 41.5.")
@click.option("--honours", type=int, help="How many honours are among its cards.")
@click.option("--last-trick-bonus", type=click.Choice(["taker", "defence"]), help="Which side made it.")
@click.option("--handful", "handfuls", multiple=True, help="A handful that was shown: single, double or triple.")
@click.option("--slam", type=click.Choice(SLAMS), help="What became of a slam.")
@click.option("--alone", is_flag=True, help="The taker plays without a partner (as always, in games that know none).")
@click.option("--pile", help="The cards that a player has won, in games where everyone plays for himself.")
@json_option
def command(name: str, pile: str | None, as_json: bool, **given: Any) -> None:
    """The score sheet of a result by the rules of NAME, line by line, each with its rule and reason."""
    ruleset = Library().load(name)
    scorer = Scorer.of(ruleset)
    if scorer.has_sides:
        if pile is not None:
            raise usage("score.pile", f"in {ruleset.name} sides are counted: give --points and --honours, not --pile")
        _needs(given, ("contract", "points", "honours"))
        outcome = _outcome(ruleset, scorer, **given)
    else:
        for option in ("contract", "points", "honours", "last_trick_bonus", "slam"):
            if given[option] is not None:
                raise usage(
                    "score.option", f"--{option.replace('_', '-')} means nothing in {ruleset.name}", "give --pile"
                )
        if pile is None:
            raise usage("score.pile", "missing option --pile: the cards that a player has won")
        mask = ruleset.deck.mask(ruleset.deck.parse(pile))
        outcome = Outcome(seat=0, pile=mask, cards=mask.bit_count(), halves=ruleset.deck.halves_of(mask))
    counted, findings = scorer.count(outcome)
    _consistent(counted)
    sheet = scorer.sheet(counted)
    roles = scorer.settle(sheet, ruleset.players[-1]) if scorer.has_sides else {}
    if as_json:
        print_json(_data(ruleset, scorer, sheet, roles))
        return
    found = tuple(scorer.bound.mechanisms[finding.rule].because(finding, str) for finding in findings)
    blocks: list[Block] = [Bullets(found)] if found and scorer.has_sides else []
    shown: ScoreSheet = score_blocks(scorer, sheet, roles)
    print_blocks([*blocks, shown])


def _needs(given: dict[str, Any], options: Sequence[str]) -> None:
    missing = [f"--{option}" for option in options if given[option] is None]
    if missing:
        raise usage("score.missing", f"missing option: {', '.join(missing)}")


def _outcome(
    ruleset: Ruleset,
    scorer: Scorer,
    contract: str,
    points: str,
    honours: int,
    last_trick_bonus: str | None,
    handfuls: tuple[str, ...],
    slam: str | None,
    alone: bool,
) -> Outcome:
    """The result as given, with everything that the rules cannot mean refused."""
    ranking = scorer.bound.ranking
    name = contract.replace("-", "_")
    if name not in ranking:
        raise _refused("contract", f"{ruleset.name} has no contract {contract!r}", suggest(name, ranking, "contracts"))
    halves = parse_halves(points)
    if not 0 <= halves <= ruleset.deck.halves:
        whole = halves_text(ruleset.deck.halves)
        raise _refused("points", f"{points} card points are impossible", f"the whole pack counts {whole}")
    most = ruleset.deck.marks["honour"].bit_count()
    if not 0 <= honours <= most:
        raise _refused("honours", f"{honours} honours are impossible", f"the pack has {most}")
    levels = [level for offer in scorer.bound.offers_at_first_card for level in offer.levels]
    for level in handfuls:
        if level not in levels:
            raise _refused("handful", f"{ruleset.name} has no {level!r} handful", suggest(level, levels, "levels"))
    return Outcome(
        contract=name,
        halves=halves,
        honours=honours,
        alone=alone,
        last_trick_bonus=last_trick_bonus,
        handfuls=tuple(Handful(level) for level in handfuls),
        slam=slam,
    )


def _consistent(outcome: Outcome) -> None:
    if outcome.slam in ("made", "announced-made") and outcome.made is False:
        raise _refused("slam", "a side that wins every trick has reached its target", "check --points and --honours")
    if outcome.slam == "defence" and outcome.made:
        raise _refused("slam", "a taker who wins no trick has not reached the target", "check --points and --honours")


def _refused(what: str, message: str, hint: str) -> LoadError:
    error = LoadError.of(f"score.{what}", message, None, hint)
    assert isinstance(error, LoadError)
    return error


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
