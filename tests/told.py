"""Whole deals as the engine tells them, line by line, for ``tests/test_told.py``; ``python -m tests.told`` writes them anew.

Every event with its facts and findings, every card that may not be played with the rules that say so, and every line of the
score sheets. A change of the engine shows as a change of these files, to be read and understood before it is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from tarot_teach.cards import Card, CardSet
from tarot_teach.engine import Engine
from tarot_teach.loading import Library
from tarot_teach.simulate import Dealing
from tarot_teach.simulate.draws import Draws
from tarot_teach.table import Finding, Play, Result, State
from tests.helpers import STACKS

FOLDER = Path(__file__).parent / "fixtures" / "told"
DEALS = {"simple": 3, "random": 6}
"""The number of the deal that each player plays. Of the first, it is told too what is said of each card."""


def names() -> list[str]:
    """The rulesets whose deals are told."""
    return [*Library().ids(), *STACKS, "enc2011-4+petit-in-last-trick"]


def deals_told(name: str) -> str:
    """Some deals by a ruleset."""
    library = Library()
    return "".join(
        f"{line}\n"
        for player, number in DEALS.items()
        for line in (f"# deal {number}, {player} players", *_deal(Dealing.of(library, name, (player,)), number))
    )


def _deal(dealing: Dealing, number: int) -> Iterator[str]:
    engine, draws = dealing.engine, Draws(2026, number)
    state, told = dealing.start(2026, number)
    while True:
        for event in told:
            who = "" if event.seat is None else f" {state.name(event.seat)}"
            yield f"{event.kind}{who}{_facts(event.facts)}"
            yield from (f"    {_finding(finding)}" for finding in event.findings)
        if state.turn is None:
            break
        choices = engine.legal(state)
        player = dealing.players[state.turn]
        move = player.choose(choices._replace(state=state.view(state.turn)) if player.looks else choices, draws)
        if isinstance(move.action, Play) and number == DEALS["simple"]:
            yield from _judged(engine, state)
        state, told = engine.apply(state, move.action)
    assert state.result is not None
    yield from _result(state.result)


def _judged(engine: Engine, state: State) -> Iterator[str]:
    """What is said of each card that might be played, of those together of which the same is said."""
    assert state.turn is not None
    said: dict[str, list[str]] = {}
    for card in state.hand(state.turn):
        verdict = engine.check(state, Play(state.turn, card))
        words = "; ".join(map(_finding, verdict.findings)).replace(f"card={card.code},", "card=it,")
        said.setdefault(f"{'may' if verdict.allowed else 'not'}: {words}", []).append(card.code)
    for words, codes in said.items():
        yield f"  {' '.join(codes)} {words}"


def _result(result: Result) -> Iterator[str]:
    yield f"= void {result.void} settlement {result.settlement} scores {_value(result.scores)}"
    yield f"  roles {_value(dict(result.roles))}"
    for sheet in result.sheets:
        yield f"  outcome {_value({name: getattr(sheet.outcome, name) for name in sheet.outcome.__slots__})}"
        yield from (f"  {line.operation} {line.amount} {line.rule}{_facts(line.facts)}" for line in sheet.lines)
    yield from (f"  apart {_value(paid.amounts)} {_finding(paid.finding)}" for paid in result.apart)
    yield from (f"  limit {_finding(finding)}" for finding in result.limits)


def _finding(finding: Finding) -> str:
    decisive, yields = "!" * finding.decisive, f" yields to {finding.yields_to}" if finding.yields_to else ""
    return f"{finding.rule}{decisive} {finding.effect.value}{_facts(finding.facts)}{yields}"


def _facts(facts: Mapping[str, Any]) -> str:
    return f" {_value(dict(facts))}" if facts else ""


def _value(value: Any) -> str:
    match value:
        case Card():
            return value.code
        case CardSet():
            return f"<{' '.join(card.code for card in value)}>"
        case dict():
            return "{" + ", ".join(f"{key}={_value(value[key])}" for key in sorted(value)) + "}"
        case tuple() | list():
            return f"({', '.join(map(_value, value))})"
        case Fraction():
            return str(value)
        case _:
            return repr(value)


def main() -> None:
    """Write all files."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in names():
        (FOLDER / f"{name}.txt").write_text(deals_told(name), encoding="utf-8")


if __name__ == "__main__":
    main()
