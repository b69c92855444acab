"""Answers about the score of a result."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tarot_teach.engine import Scorer
from tarot_teach.errors import LoadError
from tarot_teach.explain.score_sheet import bid_name
from tarot_teach.explain.snippets import describe_score
from tarot_teach.language import _
from tarot_teach.mechanisms.score.keyed import KEYS
from tarot_teach.records.results import outcome_of_pile, outcome_of_sides
from tarot_teach.try_it.desk import Desk

Field = dict[str, Any]


def score_form(desk: Desk, game: str) -> dict[str, Any]:
    """The fields of a result that the rules of a game ask for: name, label, and choices as pairs of value and words."""
    return {"fields": list(_fields(desk.engine(game).scorer))}


def _fields(scorer: Scorer) -> Iterator[Field]:
    ruleset, index = scorer.index.ruleset, scorer.index
    kinds = {scorer.under(each).has_sides for each in index.contracts or (None,)}
    if False in kinds:
        yield {"name": "pile", "label": _("The cards that a player has won, by their codes"), "value": ""}
    contracts = [[bid, str(bid_name(ruleset, bid))] for bid in index.contracts]
    if True in kinds or index.by_contract:
        yield {"name": "contract", "label": _("Contract"), "choices": contracts, "value": contracts[0][0]}
    if True not in kinds:
        return
    yield {"name": "points", "label": str(ruleset.say(_("Card points of {taker:the}'s side"))), "value": "49"}
    most = ruleset.deck.marks["honour"].bit_count()
    numbers = [[str(number), str(number)] for number in range(most + 1)]
    yield {
        "name": "honours",
        "label": str(ruleset.say(_("{honour:plural} of that side"))),
        "choices": numbers,
        "value": "2",
    }
    for rule in index.observing.values():
        name = rule.key.name if rule.key is not None else rule.rule
        if rule.key is not None and not rule.key.option:
            continue  # names seats, which are not known here
        if not rule.choices():
            yield {"name": name, "label": ruleset.rules[rule.rule].title, "value": ""}
            continue
        choices = [["", _("none") if rule.key is None or rule.key.several else _("nobody")], *map(list, rule.choices())]
        term = rule.key.concepts[0] if rule.key is not None else ""
        label = str(ruleset.say(f"{{{term}}}")) if term else ruleset.rules[rule.rule].title
        yield {"name": name, "label": label, "choices": choices, "value": ""}
    if index.calls is not None:
        alone = [["", _("with a partner")], ["alone", _("alone")]]
        yield {"name": "alone", "label": str(ruleset.say("{taker}")), "choices": alone, "value": ""}


def score(desk: Desk, game: str, **result: str) -> dict[str, Any]:
    """The explained score sheet of a result, in the fields of :func:`score_form`.

    Raises LoadError for one that the rules do not know, or that no deal can bring.
    """
    scorer = desk.engine(game).scorer.for_result(result.get("contract"))
    ruleset = scorer.index.ruleset
    if scorer.has_sides:
        given: dict[str, Any] = {name: value for name, value in result.items() if value and name != "alone"}
        honours = given.pop("honours", "")
        given |= {"honours": int(honours)} if honours.isdecimal() else {}
        given |= {key.name: [given[key.name]] for key in KEYS if key.several and key.name in given}
        given["facts"] = {id: given.pop(id) for id in scorer.index.observing if id in given}
        outcome = outcome_of_sides(scorer, given, bool(result.get("alone")), _refuse)
    else:
        pile = ruleset.deck.mask(ruleset.deck.parse(result.get("pile", "")))
        outcome = outcome_of_pile(scorer, pile, _refuse)
    return {"html": desk.html(game, describe_score(scorer, outcome, ruleset.players[-1]))}


def _refuse(code: str, message: str, _path: object, hint: str | None) -> None:
    raise LoadError.of(code, message, None, hint)
