"""Payments of the contracts, for a player who has to bid."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from tarot_teach.engine import Engine
from tarot_teach.errors import TarotError
from tarot_teach.explain.score_sheet import roles_of
from tarot_teach.messages import _
from tarot_teach.records.result_fields import all_points, examples_of
from tarot_teach.records.typed_results import read_result
from tarot_teach.table import Result

_MOST_TRICKS = 30  # more than any deal has


def contract_pays(engine: Engine, contract: str) -> str:
    """The game points of a taker for a contract without any bonus: with just the card points needed, and with one less; or made and not
    made, where a number of tricks decides. Empty where a contract has no result without more facts."""
    scorer = engine.scorer.for_result(contract)
    given = {field.name: (field.kind, example) for field, example in examples_of(scorer, contract)}
    facts = [name for name, (kind, _example) in given.items() if kind == "fact"]
    fields = {name: example for name, (_kind, example) in given.items() if name not in facts}
    if "points" in fields and not facts:
        with suppress(TarotError):  # no deal has such a result
            return _by_points(engine, lambda points: fields | {"points": str(points)}, all_points(scorer) // 2)
    elif len(fields) == len(facts) == 1 and given[facts[0]][1].isdigit():
        return _by_number(engine, lambda number: {**fields, "facts": {facts[0]: str(number)}})
    return ""


def _by_points(engine: Engine, fields: Callable[[int], dict[str, Any]], most: int) -> str:
    """The game points with just the card points needed, and with one less. Raises TarotError where no deal has such a result."""

    def result(points: int) -> Result:
        return read_result(engine.scorer, fields(points)).result()

    enough = bisect_left(range(most + 1), True, key=lambda points: bool(result(points).sheets[0].outcome.made))
    words = _("{made} if just made, {short} if one short")
    return words.format(made=_paid(engine, result(enough)), short=_paid(engine, result(enough - 1)))


def _by_number(engine: Engine, fields: Callable[[int], dict[str, Any]]) -> str:
    """The game points for a number of tricks that makes the contract, and for one that does not, where all such numbers bring the same."""
    paid = defaultdict[bool, set[str]](set)
    for number in range(_MOST_TRICKS):
        with suppress(TarotError):
            done = read_result(engine.scorer, fields(number)).result()
            paid[bool(done.sheets[0].outcome.made)].add(_paid(engine, done))
    if any(len(paid[made]) != 1 for made in (True, False)):
        return ""
    return _("{made} if made, {lost} if not").format(made=paid[True].pop(), lost=paid[False].pop())


def _paid(engine: Engine, result: Result) -> str:
    """The game points of the taker."""
    scores = roles_of(result).values()
    return engine.ruleset.unit.show(next(score for score in scores if score is not None))
