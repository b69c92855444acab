"""The kinds of rules whose facts have keys of their own in files of format 1, in the order of those files."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pydantic import Field

from tarot_teach.mechanisms.honours import CountsHonours
from tarot_teach.mechanisms.observed import Observes, ResultKey
from tarot_teach.mechanisms.score.apart import PaidApart
from tarot_teach.mechanisms.score.bonuses import LastTrickBonus
from tarot_teach.mechanisms.score.handfuls import HandfulBonus
from tarot_teach.mechanisms.score.slam import SlamBonus, SmallSlamBonus
from tarot_teach.table import NumberFact, Outcome

COUNTED: tuple[type[Observes[Any]], ...] = (CountsHonours,)
"""The kinds that count cards: results tell their numbers with the card points."""

KEYED: tuple[type[Observes[Any]], ...] = (LastTrickBonus, HandfulBonus, SlamBonus, SmallSlamBonus, PaidApart)
"""In the order of result files."""

IN_ROWS: tuple[type[Observes[Any]], ...] = (LastTrickBonus, SlamBonus, SmallSlamBonus, HandfulBonus, PaidApart)
"""In the order of the columns of rows."""

COUNT_KEYS: tuple[ResultKey, ...] = tuple(kind.key for kind in COUNTED if kind.key is not None)
"""The keys of the numbers of the count."""

KEYS: tuple[ResultKey, ...] = tuple(kind.key for kind in KEYED if kind.key is not None and kind.key.option)
"""The keys that are options as well, where a result is typed."""


def fields_of_keys(keys: Iterable[ResultKey]) -> dict[str, Any]:
    """The fields of a model for some keys."""
    fields: dict[str, Any] = {}
    for key in keys:
        given: Any = {"default_factory": list} if key.default == [] else {"default": key.default}
        fields[key.name] = key.form, Field(description=key.description, **given)
    return fields


def numbers_of(outcome: Outcome) -> dict[str, int | None]:
    """The numbers of the count by their keys; None where they are not known, or no rule counts them."""
    facts = {kind.key.name: outcome.fact(kind.observes) for kind in COUNTED if kind.key is not None}
    return {name: fact.number if isinstance(fact, NumberFact) else None for name, fact in facts.items()}


def known_numbers(outcome: Outcome) -> dict[str, int]:
    """The numbers of the count that are known, by their keys."""
    return {name: number for name, number in numbers_of(outcome).items() if number is not None}
