"""Whether a deal may show something, told by how it ended alone: tests that hold of every deal that shows it, and of few others."""

from __future__ import annotations

from collections.abc import Callable

from tarot_teach.engine import Engine
from tarot_teach.mechanisms.void.lone_card import LoneCard
from tarot_teach.table import Outcome
from tarot_teach.topics.simulate.tally import Ending

Test = Callable[[Ending], bool]


def _outcome(test: Callable[[Outcome], object]) -> Test:
    return lambda ending: ending.outcome is not None and bool(test(ending.outcome))


def void_by_lone_card(engine: Engine, _given: str) -> Test:
    """The deal is void by a rule on a card alone in a hand."""
    rules = {id for id, rule in engine.index.mechanisms.items() if isinstance(rule, LoneCard)}
    return lambda ending: ending.void in rules


def debt(_engine: Engine, _given: str) -> Test:
    """A card was owed beyond its trick."""
    return lambda ending: bool(ending.row.debt)


def debt_never_paid(_engine: Engine, _given: str) -> Test:
    """A card was owed to the end, after which no debt is told of any more."""
    return lambda ending: ending.row.debt in ("debt_unpaid", "excuse_surrendered")


def excuse_lost(_engine: Engine, _given: str) -> Test:
    """The Excuse was lost."""
    return lambda ending: ending.row.excuse == "excuse_lost"


def last_trick_bonus(_engine: Engine, _given: str) -> Test:
    """A side got the bonus for the last trick."""
    return _outcome(lambda outcome: outcome.last_trick_bonus)


def last_trick_bonus_failed(_engine: Engine, _given: str) -> Test:
    """The same, and the taker's side lost."""
    return _outcome(lambda outcome: outcome.last_trick_bonus and not outcome.made)


def slam(_engine: Engine, _given: str) -> Test:
    """A slam was won, or announced."""
    return _outcome(lambda outcome: outcome.slam)


def small_slam(_engine: Engine, _given: str) -> Test:
    """The same of a small slam."""
    return _outcome(lambda outcome: outcome.small_slam)


def handful(_engine: Engine, given: str) -> Test:
    """A handful was shown, of a level or of any."""
    return _outcome(lambda outcome: any(given in ("", shown.level) for shown in outcome.handfuls))


def taker_alone(_engine: Engine, _given: str) -> Test:
    """The taker had no partner."""
    return _outcome(lambda outcome: outcome.alone)


def contract(_engine: Engine, given: str) -> Test:
    """A contract was played."""
    return _outcome(lambda outcome: outcome.contract == given)


def made(_engine: Engine, _given: str) -> Test:
    """The taker's side reached its target."""
    return _outcome(lambda outcome: outcome.made)


def failed(_engine: Engine, _given: str) -> Test:
    """The taker's side did not."""
    return _outcome(lambda outcome: outcome.made is False)


def half_point(_engine: Engine, _given: str) -> Test:
    """A half-point was left over."""
    return _outcome(lambda outcome: outcome.halves % 2)


def honours(_engine: Engine, given: str) -> Test:
    """The taker's side had so many honours."""
    number = int(given)
    return _outcome(lambda outcome: outcome.honours == number)


def rule_at_work(engine: Engine, given: str) -> Test | None:
    """What the score shows of a rule; None where it need not show."""
    test = _BY_MECHANISM.get(engine.ruleset.rules[given].mechanism)
    return test and test(engine, "")


_BY_MECHANISM: dict[str, Callable[[Engine, str], Test]] = {
    "half_points": half_point,
    "handful_bonus": handful,
    "last_trick_bonus": last_trick_bonus,
    "slam_bonus": slam,
    "small_slam_bonus": small_slam,
}


def scored_apart(one: Ending, other: Ending) -> bool:
    """Whether the same cards were void, or brought other scores, in one of two endings."""
    return (bool(one.void), one.scores) != (bool(other.void), other.scores)
