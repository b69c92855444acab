"""Answers about the score of a result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tarot_teach.engine import Scorer
from tarot_teach.errors import LoadError
from tarot_teach.explain.score_sheet import bid_name
from tarot_teach.explain.snippets import describe_score
from tarot_teach.language import _, as_words
from tarot_teach.records.results import ResultFile, outcome_of_pile, outcomes_of
from tarot_teach.table import DEFENCE, SLAMS, TAKER, Outcome
from tarot_teach.try_it.desk import Desk

Field = dict[str, Any]


def score_form(desk: Desk, game: str) -> dict[str, Any]:
    """The fields of a result that the rules of a game ask for: name, label, and choices as pairs of value and words."""
    return {"fields": list(_fields(desk.engine(game).scorer))}


def _fields(scorer: Scorer) -> Iterator[Field]:
    ruleset, index = scorer.index.ruleset, scorer.index
    if not scorer.has_sides:
        yield {"name": "pile", "label": _("The cards that a player has won, by their codes"), "value": ""}
        return
    contracts = [[bid, str(bid_name(ruleset, bid))] for bid in index.ranking]
    yield {"name": "contract", "label": _("Contract"), "choices": contracts, "value": contracts[0][0]}
    yield {"name": "points", "label": str(ruleset.say(_("Card points of {taker:the}'s side"))), "value": "49"}
    most = ruleset.deck.marks["honour"].bit_count()
    numbers = [[str(number), str(number)] for number in range(most + 1)]
    yield {
        "name": "honours",
        "label": str(ruleset.say(_("{honour:plural} of that side"))),
        "choices": numbers,
        "value": "2",
    }
    sides = [["", _("nobody")], [TAKER, str(ruleset.say("{taker}"))], [DEFENCE, str(ruleset.say("{defence}"))]]
    slams = [["", _("none")], *([slam, as_words(slam.replace("-", " "))] for slam in SLAMS)]
    handfuls = [["", _("none")], *([level, as_words(level)] for level in index.handful_levels)]
    for name, term, choices in (
        ("last_trick_bonus", "last_trick_bonus", sides),
        ("handfuls", "handful", handfuls),
        ("slam", "slam", slams),
        ("small_slam", "small_slam", slams),
    ):
        if name in index.scored:
            yield {"name": name, "label": str(ruleset.say(f"{{{term}}}")), "choices": choices, "value": ""}
    if index.calls is not None:
        alone = [["", _("with a partner")], ["alone", _("alone")]]
        yield {"name": "alone", "label": str(ruleset.say("{taker}")), "choices": alone, "value": ""}


def score(desk: Desk, game: str, **result: str) -> dict[str, Any]:
    """The explained score sheet of a result, in the fields of :func:`score_form`.

    Raises LoadError for one that the rules do not know, or that no deal can bring.
    """
    scorer = desk.engine(game).scorer
    ruleset = scorer.index.ruleset
    if scorer.has_sides:
        given: dict[str, Any] = {name: value for name, value in result.items() if value and name != "alone"}
        honours = given.pop("honours", "")
        given |= {"honours": int(honours)} if honours.isdecimal() else {}
        given |= {name: [given[name]] for name in ("handfuls", "slam", "small_slam") if name in given}
        file = ResultFile.model_validate(given)
        (outcome,) = outcomes_of(file, scorer, ruleset.deck, (), _refuse, roles_only=True)
        outcome = replace(outcome, alone=bool(result.get("alone")))
    else:
        pile = ruleset.deck.mask(ruleset.deck.parse(result.get("pile", "")))
        outcome = outcome_of_pile(scorer, pile, _refuse) or Outcome()
    return {"html": desk.html(game, describe_score(scorer, outcome, ruleset.players[-1]))}


def _refuse(code: str, message: str, _path: object, hint: str | None) -> None:
    raise LoadError.of(code, message, None, hint)
