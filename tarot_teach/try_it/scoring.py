"""Answers about the score of a result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from tarot_teach.engine import Engine, Scorer
from tarot_teach.messages import _, pgettext
from tarot_teach.questions.score import ScoreQuestion
from tarot_teach.records.result_fields import ResultField, compares_all, fields_of
from tarot_teach.records.typed_results import written_result
from tarot_teach.table import Bid
from tarot_teach.table.state import Phase
from tarot_teach.topics.simulate.deal_simulator import LONGEST, DealSimulator
from tarot_teach.topics.simulate.seating import seat_players
from tarot_teach.try_it.asking import question
from tarot_teach.try_it.desk import Desk

Field = dict[str, Any]

TRIED = 20
"""The number of deals in which one with a contract is sought, whose result stands in the form at first."""


def score_form(desk: Desk, game: str, contract: str = "") -> dict[str, Any]:
    """The fields of a result that the rules of a game ask for under a contract, by default the first.

    Each has its name, label, value, and choices as pairs of value and words. The values are the result of a deal."""
    engine = desk.engine(game)
    scorer = engine.scorer
    known = scorer.index.contract_named(contract) or next(iter(scorer.index.contracts), None)
    scorer = scorer.for_result(known)
    return {"fields": list(_fields(scorer, known, _example(engine, known)))}


def _fields(scorer: Scorer, contract: str | None, example: Mapping[str, Any]) -> Iterator[Field]:
    of_all = compares_all(scorer)
    for field in fields_of(scorer):
        if field.kind == "holdings" or (not scorer.has_sides and _left_out(field, of_all)):
            continue
        name, choices = _name(scorer, field), list(map(list, field.choices))
        value = contract or "" if field.kind == "contract" else _value(scorer, field, example, of_all)
        if choices and field.kind in ("taker", "partner", "fact") and not field.needed:
            choices = [["", pgettext("choice", "none") if field.kind == "fact" else _("not told")], *choices]
        if choices and value not in [one for one, _words in choices]:
            choices.append([value, value])
        yield {"name": name, "label": field.label, "value": value} | ({"choices": choices} if choices else {})


def _left_out(field: ResultField, of_all: bool) -> bool:
    """True for a field that the form does not ask for where all play alone: it is filled in for one player, or for all of them."""
    return field.kind == ("pile" if of_all else "piles") or (
        field.kind in ("pile", "piles", "players") and not field.needed
    )


def _name(scorer: Scorer, field: ResultField) -> str:
    """The name of a field in the form: of a fact with a key of its own, the key."""
    rule = scorer.index.observing.get(field.name) if field.kind == "fact" else None
    return rule.key.name if rule is not None and rule.key is not None and rule.key.option else field.name


def _value(scorer: Scorer, field: ResultField, example: Mapping[str, Any], of_all: bool) -> str:
    """The value of a field in the result of a deal, as it is typed; where the form is for one player, that of the first with any."""
    kind = {"fact": "facts", "number": field.name}.get(field.kind, field.kind)
    if kind in ("pile", "piles"):
        piles = example.get("piles", {})
        most: list[str] = max(piles.values(), key=len, default=[])
        return _by_player(piles) if of_all else " ".join(most)
    value = example.get(kind, "")
    if kind == "alone":
        return "alone" if value else ""
    if isinstance(value, Mapping):
        value = value.get(field.name, "")
    if isinstance(value, Mapping):
        return _by_player(value) if of_all or scorer.has_sides else next(iter(value.values()), "")
    return str(value)


def _by_player(values: Mapping[str, Any]) -> str:
    """Values of players as they are typed: ``S 12; E 3``."""
    parts = (f"{seat} {' '.join(each) if isinstance(each, list) else each}" for seat, each in values.items())
    return "; ".join(part.strip() for part in parts)


def _example(engine: Engine, contract: str | None) -> dict[str, Any]:
    """The result of a deal under a contract, of the most players who can come to one; empty where none is found."""
    examples = (_example_for(engine, contract, players) for players in reversed(engine.ruleset.players))
    return next(filter(None, examples), {})


def _example_for(engine: Engine, contract: str | None, players: int) -> dict[str, Any]:
    """The result of a deal under a contract, played at random: of some deals one with few facts; empty where none is found."""
    found: list[dict[str, Any]] = []
    ranking = engine.index.ranking
    up_to = ranking[: ranking.index(contract) + 1] if contract in ranking else ()
    simulator = DealSimulator(engine, seat_players(("random",), engine, None, players))
    for number in range(TRIED):
        deal, random = simulator.start(1, number), Random(number)
        for _action in range(LONGEST):
            if deal.over:
                break
            action, bids = deal.legal.random(random), deal.legal.bids
            if deal.state.phase is Phase.BID and deal.state.turn is not None and {contract, "pass"} & {*bids}:
                action = Bid(deal.state.turn, next((bid for bid in reversed(up_to) if bid in bids), "pass"))
            deal = deal.push(action)
        result = deal.state.result
        if result is not None and result.sheets and contract in (None, deal.state.auction.contract):
            found.append(written_result(engine.scorer, deal.state))
    return min(found, key=lambda written: len(written.get("facts", ())), default={})


def score(desk: Desk, game: str, **result: str) -> dict[str, Any]:
    """The explained score sheet of a result, in the fields of :func:`score_form`.

    Raises LoadError for one that the rules do not know, or that no deal can bring.
    """
    whole = desk.engine(game).scorer.for_result(result.get("contract") or None)
    kinds = {field.name: field.kind for field in fields_of(whole)}
    asked = {field.name: field for field in ScoreQuestion.asked()}
    given: dict[str, Any] = {"facts": {}, "memory": {}, "paid": {}}
    for name, value in result.items():
        if "." in name and value:  # a rule
            kind = kinds.get(name, "fact")
            given["facts" if kind == "fact" else kind][name] = value
        elif value:
            field = asked.get(name)
            given[name] = value.split("+") if field and field.several else True if name == "alone" else value
    return question(desk, ScoreQuestion.name, game, **given)
