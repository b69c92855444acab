"""``tarot-teach score``."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import click

from tarot_teach.cli.library import library_of
from tarot_teach.cli.output import json_option, show, usage
from tarot_teach.engine import Scorer
from tarot_teach.errors import KeyPath, LoadError
from tarot_teach.explain.score_sheet import score_data
from tarot_teach.explain.snippets import describe_score
from tarot_teach.language import _
from tarot_teach.records.results import ResultFile, outcome_of_pile, outcomes_of
from tarot_teach.table import SLAMS

_CONCEPTS = {
    "honour": "--honours",
    "last_trick_bonus": "--last-trick-bonus",
    "petit": "--last-trick-bonus",
    "handful": "--handful",
    "slam": "--slam",
    "small_slam": "--small-slam",
}
"""Concepts of the glossary, and their options."""


class ScoreCommand(click.Command):
    """A command whose options may be written in the words of the ruleset: ``--oudlers`` for ``--honours``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        known = {"--help", *(option for parameter in self.params for option in parameter.opts)}
        given = [arg.partition("=") for arg in args]
        if any(name.startswith("--") and name not in known for name, *_value in given):
            words = _words_of(args)
            args = [words.get(name, name) + equals + value for name, equals, value in given]
        return super().parse_args(ctx, args)


def _words_of(args: Sequence[str]) -> dict[str, str]:
    """Options by the words of the ruleset among the arguments, in singular and plural, with and without accents."""
    for arg in args:
        if arg.startswith("-"):
            continue
        library = library_of(arg)
        if not library.fits(arg):
            continue
        terms = library.load(arg).terms
        words: dict[str, str] = {}
        for concept, option in _CONCEPTS.items():
            for term in (terms[concept], terms[concept].plural):
                word = "--" + re.sub(r"\W+", "-", term.label.casefold()).strip("-")
                letters = unicodedata.normalize("NFD", word)
                words |= dict.fromkeys([word, "".join(s for s in letters if not unicodedata.combining(s))], option)
        return words
    return {}


@click.command("score", cls=ScoreCommand)
@click.argument("name")
@click.option("--contract", help='The contract: prise, garde, "garde sans", "garde contre".')
@click.option("--points", help="The card points of the taker's side: 41 or 41.5.")
@click.option("--honours", type=int, help="The number of honours among its cards.")
@click.option("--last-trick-bonus", type=click.Choice(["taker", "defence"]), help="The side that won it.")
@click.option("--handful", "handfuls", multiple=True, help="A handful that was shown: single, double or triple.")
@click.option("--slam", multiple=True, type=click.Choice(SLAMS), help="The result of a slam.")
@click.option("--small-slam", multiple=True, type=click.Choice(SLAMS), help="The result of a small slam.")
@click.option("--alone", is_flag=True, help="The taker plays without a partner (as always, in games that know none).")
@click.option("--pile", help="The cards that a player has won, in games where all play alone.")
@json_option
def command(name: str, pile: str | None, alone: bool, kind: str, **given: Any) -> None:
    """Print the score sheet of a result by the rules of NAME, line by line, each with its rule and reason.

    Options are also known by the words of the ruleset: by those of fft-4, --oudlers is --honours, --petit or --petit-au-bout is
    --last-trick-bonus, --poignee is --handful and --chelem is --slam.
    """
    ruleset = library_of(name).load(name)
    scorer = Scorer.of(ruleset)
    if scorer.has_sides:
        if pile is not None:
            hint = _("give --points and --honours, not --pile")
            raise usage("score.pile", _("in {name} sides are counted"), hint, name=ruleset.name)
        if missing := [f"--{option}" for option in ("contract", "points", "honours") if given[option] is None]:
            hint = _("for instance --contract garde --points 56 --honours 2")
            raise usage("score.missing", _("missing option: {missing}"), hint, missing=", ".join(missing))
        given["contract"] = scorer.index.contract_named(given["contract"]) or given["contract"]
        result = ResultFile(**{**given, "handfuls": list(given["handfuls"])})
        (made,) = outcomes_of(result, scorer, ruleset.deck, (), _refused, roles_only=True)
        outcome = replace(made, alone=alone)
    else:
        for option in ("contract", "points", "honours", "last_trick_bonus", "slam", "small_slam"):
            if given[option] not in (None, ()):
                message, words = _("--{option} means nothing in {name}"), option.replace("_", "-")
                raise usage("score.option", message, "give --pile", option=words, name=ruleset.name)
        if pile is None:
            hint = _("give the cards that a player has won: --pile 'SR T18 EX'")
            raise usage("score.pile", _("missing option --pile"), hint)
        found = outcome_of_pile(scorer, ruleset.deck.mask(ruleset.deck.parse(pile)), _refused)
        assert found is not None
        outcome = found
    if kind != "json":
        show(describe_score(scorer, outcome, ruleset.players[-1]))
        return
    counted, _findings = scorer.count(outcome)
    sheet = scorer.sheet(counted)
    roles = scorer.settle(sheet, ruleset.players[-1]) if scorer.has_sides else {}
    show(score_data(scorer, sheet, roles), kind)


def _refused(code: str, message: str, _path: KeyPath, hint: str | None) -> None:
    """Raise a fault of the result as LoadError."""
    raise LoadError.of(code, message, None, hint)
