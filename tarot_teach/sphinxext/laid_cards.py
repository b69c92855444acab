"""Directives about cards as they lie: a pile, a hand and a trick, each stated, or asked about with ``:ask:``."""

from __future__ import annotations

from functools import partial
from typing import Any

from docutils.parsers.rst.directives import choice, flag
from docutils.parsers.rst.directives import unchanged_required as words

from tarot_teach.cards import hand_for_prompts
from tarot_teach.engine import Engine
from tarot_teach.errors import NotationError
from tarot_teach.explain import snippets
from tarot_teach.messages import _
from tarot_teach.rules import Ruleset
from tarot_teach.sphinxext.directive import TarotDirective
from tarot_teach.sphinxext.questions import Content

WINNING = "winning"
"""The word of ``:ask:`` for the question which cards of a hand win a trick."""


def ruleset_and_rest(here: TarotDirective) -> tuple[Ruleset, str]:
    """The ruleset with which the argument begins, and the rest of the argument. Raises LoadError."""
    name, _blank, rest = here.arguments[0].partition(" ")
    return here.ruleset(name), rest


def counting(here: TarotDirective) -> Content:
    """``.. tarot:counting:: fft-4 SD SC S8 T1``: a pile counted by the card points of a ruleset's pack, or with ``:rule:`` by a rule of the score; with
    ``:ask:`` a question for the amount."""
    ruleset, codes = ruleset_and_rest(here)
    cards = ruleset.deck.parse(codes)
    engine = Engine(ruleset)
    if rule := here.options.get("rule"):
        if "ask" in here.options:
            return ruleset.name, [snippets.ask_about_scored_pile(engine, cards, rule, here.replies())]
        return ruleset.name, [snippets.scored_pile(engine, cards, rule)]
    if "ask" not in here.options:
        return ruleset.name, snippets.describe_pile(engine, cards)
    return ruleset.name, [snippets.ask_about_pile(engine, cards, here.replies())]


def hand(here: TarotDirective) -> Content:
    """``.. tarot:hand:: fft-4 T21 T5 EX SR``: cards as a hand; with ``:ask: trumps`` a question which of them are trumps, with replies as YAML."""
    ruleset, codes = ruleset_and_rest(here)
    if not codes.strip():
        hint = _("write them behind the ruleset: {cards}").format(cards=hand_for_prompts(ruleset.deck))
        raise NotationError.of("hand.empty", _("no cards are given"), hint=hint)
    cards = ruleset.deck.parse(codes)
    if "ask" in here.options:
        return ruleset.name, [
            snippets.ask_about_trumps(Engine(ruleset, here.options.get("trumps", "")), cards, here.replies())
        ]
    return ruleset.name, snippets.describe_hand(cards, here.options.get("caption", ""))


def trick(here: TarotDirective) -> Content:
    """``.. tarot:trick:: fft-4 E H10, N H2, W HR``: a trick; with ``:hand: S T5 SR``, the cards that the next player may play.

    With ``:ask:`` it is a question: who wins, or which cards of the hand may be played; with ``:ask: winning`` which cards of the last hand win. The
    content are replies to typical wrong answers, as YAML.
    """
    ruleset, plays = ruleset_and_rest(here)
    given: dict[str, Any] = {"taker": here.options.get("taker", ""), "contract": here.options.get("contract")}
    given |= {f"{which}_trick": which in here.options for which in ("first", "last")}
    engine, held = Engine(ruleset, here.options.get("trumps", "")), here.options.get("hand", "")
    if "ask" not in here.options:
        return ruleset.name, snippets.describe_trick(engine, plays, held, **given)
    given |= {"winning": here.options["ask"] == WINNING, "replies": here.replies()}
    return ruleset.name, [snippets.ask_about_trick(engine, plays, held, **given)]


def one_of(known: tuple[str, ...], argument: str) -> str:
    """An option that takes one of some words."""
    return choice(argument, known)


def _asked(argument: str | None) -> str:
    """The question about a trick: empty for who wins or which cards may be played, or the word :data:`WINNING`. Raises ValueError for other words."""
    return one_of((WINNING,), argument) if argument else ""


COUNTING: dict[str, Any] = {"ask": flag, "rule": words}
HAND: dict[str, Any] = {"caption": words, "trumps": words, "ask": partial(one_of, ("trumps",))}
TRICK: dict[str, Any] = {
    **dict.fromkeys(("hand", "taker", "contract", "trumps"), words),
    **dict.fromkeys(("first", "last"), flag),
    "ask": _asked,
}
"""The options of the three directives."""
