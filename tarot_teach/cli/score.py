"""``tarot-teach score``."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import click

from tarot_teach.cli.library import keep_mechanisms, library_of, mechanisms_option
from tarot_teach.cli.output import json_option, show, usage
from tarot_teach.engine import Scorer
from tarot_teach.engine.match_memory import memory_before
from tarot_teach.errors import KeyPath, LoadError
from tarot_teach.explain.score_sheet import score_data
from tarot_teach.explain.snippets import describe_score
from tarot_teach.language import _
from tarot_teach.mechanisms.score.keyed import KEYS
from tarot_teach.records.match_entries import memory_of
from tarot_teach.records.results import ResultFile, outcome_of_pile, outcome_of_sides, outcomes_of
from tarot_teach.table import Outcome, default_seats

FC = TypeVar("FC", bound=Callable[..., Any])

_CONCEPTS = {"honour": "--honours"} | {concept: f"--{key.option}" for key in KEYS for concept in key.concepts}
"""Concepts of the glossary, and their options."""


class ScoreCommand(click.Command):
    """A command whose options may be written in the words of the ruleset: ``--oudlers`` for ``--honours``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        known = {"--help", *(option for parameter in self.params for option in parameter.opts)}
        given = [arg.partition("=") for arg in args]
        if any(name.startswith("--") and name not in known for name, *_value in given):
            words = _words_of(ctx, args)
            args = [words.get(name, name) + equals + value for name, equals, value in given]
        return super().parse_args(ctx, args)


def _words_of(context: click.Context, args: Sequence[str]) -> dict[str, str]:
    """Options by the words of the ruleset among the arguments, in singular and plural, with and without accents."""
    keep_mechanisms(context, None, "--mechanisms" in args)
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


def _options_of_keys(function: FC) -> FC:
    """Add the options of facts that have their own, in the order of result files."""
    for key in reversed(KEYS):
        kind = click.Choice(key.choices) if key.choices else None
        function = click.option(f"--{key.option}", key.name, type=kind, multiple=key.several, help=key.help)(function)
    return function


@click.command("score", cls=ScoreCommand)
@click.argument("name")
@click.option("--contract", help='The contract: prise, garde, "garde sans", "garde contre".')
@click.option("--points", help="The card points of the taker's side: 41 or 41.5.")
@click.option("--honours", type=int, help="The number of honours among its cards.")
@_options_of_keys
@click.option("--fact", "facts", multiple=True, help="A fact by the rule that observes it: score.slam=announced-made.")
@click.option("--memory", multiple=True, help="What a rule keeps from earlier deals: match.pool=15.")
@click.option("--alone", is_flag=True, help="The taker plays without a partner (as always, in games that know none).")
@click.option("--pile", help="The cards that a player has won, in games where all play alone.")
@click.option("--piles", multiple=True, help="The same for each player: N='SR T18 EX'.")
@json_option
@mechanisms_option
def command(
    name: str,
    pile: str | None,
    piles: tuple[str, ...],
    memory: tuple[str, ...],
    alone: bool,
    kind: str,
    **given: Any,
) -> None:
    """Print the score sheet of a result by the rules of NAME, line by line, each with its rule and reason.

    Options are also known by the words of the ruleset: by those of fft-4, --oudlers is --honours, --petit or --petit-au-bout is
    --last-trick-bonus, --poignee is --handful and --chelem is --slam.
    """
    ruleset = library_of(name).load(name)
    scorer = Scorer.of(ruleset).for_result(given["contract"])
    given["facts"] = _by_rule("--fact", given["facts"])
    kept = memory_of(_by_rule("--memory", memory), scorer.index, default_seats(ruleset.players[-1]), _refused)
    if scorer.has_sides:
        if pile is not None or piles:
            hint = _("give --points and --honours, not {option}").format(option="--piles" if pile is None else "--pile")
            raise usage("score.pile", _("in {name} sides are counted"), hint, name=ruleset.name)
        needed = ("contract", "points", "honours") if ruleset.deck.halves else ("contract",)
        if missing := [f"--{option}" for option in needed if given[option] is None]:
            hint = _("for instance --contract garde --points 56 --honours 2")
            raise usage("score.missing", _("missing option: {missing}"), hint, missing=", ".join(missing))
        given["contract"] = scorer.index.contract_named(given["contract"]) or given["contract"]
        outcomes = [outcome_of_sides(scorer, given, alone, _refused)]
    else:
        for option in ("contract", "points", "honours", *(key.name for key in KEYS)):
            if given[option] not in (None, ()) and not (option == "contract" and scorer.index.by_contract):
                message, words = _("--{option} means nothing in {name}"), option.replace("_", "-")
                raise usage("score.option", message, "give --pile", option=words, name=ruleset.name)
        outcomes = _of_piles(scorer, pile, piles, given["facts"])
    if kept:
        kept = memory_before(scorer.index, ruleset.players[-1], kept)
        outcomes = [replace(outcome, memory=kept) for outcome in outcomes]
    if kind != "json":
        for outcome in outcomes:
            show(describe_score(scorer, outcome, ruleset.players[-1]))
        return
    sheets = [scorer.sheet(scorer.count(outcome)[0]) for outcome in outcomes]
    found = [
        score_data(scorer, sheet, scorer.settle(sheet, ruleset.players[-1]) if scorer.has_sides else {})
        for sheet in sheets
    ]
    show({"players": found} if piles else found[0], kind)


def _by_rule(option: str, given: Sequence[str]) -> dict[str, str]:
    """Facts or memories by rule, from arguments such as ``score.slam=made``."""
    facts: dict[str, str] = {}
    for text in given:
        rule, equals, value = text.partition("=")
        if not equals or rule in facts:
            message = _("{option} {text} does not tell one fact of one rule")
            hint = _("write it like {option} score.slam=made, once for each rule").format(option=option)
            raise usage("score.fact", message, hint, option=option, text=text)
        facts[rule.strip()] = value
    return facts


def _of_piles(scorer: Scorer, pile: str | None, piles: Sequence[str], facts: dict[str, str]) -> list[Outcome]:
    """The outcomes of games in which all play alone: of one player's pile, or of all piles."""
    ruleset = scorer.index.ruleset
    deck = ruleset.deck
    if (pile is None) is not bool(piles):
        hint = _("give the cards that a player has won: --pile 'SR T18 EX'")
        message = _("missing option --pile") if pile is None else _("--pile is of one player, --piles are of all")
        raise usage("score.pile", message, hint)
    if pile is not None:
        return [outcome_of_pile(scorer, deck.mask(deck.parse(pile)), _refused, facts)]
    given_words = dict(text.partition("=")[::2] for text in piles)
    if len(given_words) not in ruleset.players or not all(given_words.values()) or facts:
        hint = _("write them like --piles 'N=SR T18' --piles 'E=EX …', one for each player; facts go with --pile")
        numbers = ", ".join(map(str, ruleset.players))
        raise usage(
            "score.piles",
            _("{number} piles are no piles of all players (of {numbers})"),
            hint,
            number=len(given_words),
            numbers=numbers,
        )
    cards = {letter.strip(): [card.code for card in deck.parse(text)] for letter, text in given_words.items()}
    result = ResultFile.model_validate({"piles": cards})
    return outcomes_of(result, scorer, deck, tuple(cards), _refused)


def _refused(code: str, message: str, _path: KeyPath, hint: str | None) -> None:
    """Raise a fault of the result as LoadError."""
    raise LoadError.of(code, message, None, hint)
