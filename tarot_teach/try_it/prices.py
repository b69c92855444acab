"""Payments of the contracts, for a player who has to bid."""

from __future__ import annotations

from bisect import bisect_left
from contextlib import suppress

from tarot_teach.engine import Engine
from tarot_teach.errors import TarotError
from tarot_teach.explain.score_sheet import roles_of
from tarot_teach.language import _
from tarot_teach.records.result_fields import all_points, examples_of
from tarot_teach.records.typed_results import read_result
from tarot_teach.table import Result


def contract_pays(engine: Engine, contract: str) -> str:
    """The game points of a taker who has just the card points needed, and of one who lacks a point, without any bonus; where a contract
    is not won by card points, or has no result without more facts, empty."""
    scorer = engine.scorer.for_result(contract)
    given = {field.name: example for field, example in examples_of(scorer, contract)}

    def result(points: int) -> Result:
        return read_result(engine.scorer, given | {"points": str(points)}).result()

    def paid(points: int) -> str:
        scores = roles_of(result(points)).values()
        return engine.ruleset.unit.show(next(score for score in scores if score is not None))

    with suppress(TarotError):  # no deal has such a result
        if "points" in given:
            every = range(all_points(scorer) // 2 + 1)
            enough = bisect_left(every, True, key=lambda points: bool(result(points).sheets[0].outcome.made))
            words = _("{made} if just made, {short} if one short")
            return words.format(made=paid(enough), short=paid(enough - 1))
    return ""
