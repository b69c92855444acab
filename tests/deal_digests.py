"""Digests of random deals by every ruleset and option, for ``tests/test_deal_digests.py``; ``python -m tests.deal_digests`` writes them anew.

A digest is made of plain words alone: what may be done at each decision and what is done, in the words of a record, the kinds and facts of
events, the rules behind them, and the score. It stays the same when classes of the engine get other names or another form.
``python -m tests.deal_digests NAME NUMBER`` prints one deal, to be compared with the output of an earlier version.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tarot_teach.engine import Engine
from tarot_teach.engine.notation import action_name, action_text
from tarot_teach.errors import LoadError
from tarot_teach.plain_data import plain_data
from tarot_teach.table import (
    Action,
    Bid,
    Choices,
    Choose,
    Event,
    Finding,
    Phase,
    Play,
    Result,
    State,
)
from tests.helpers import LIBRARY, STACKS

FILE = Path(__file__).parent / "fixtures" / "deal_digests.txt"
FEW, MANY = 2, 200
"""The numbers of deals of which digests are kept."""


class Digests(NamedTuple):
    """The digests of the first few deals and of many."""

    few: str
    many: str


def names() -> list[str]:
    """Every ruleset by itself, with each of its options, and with some options together."""
    found = list(LIBRARY.ids())
    for name in LIBRARY.ids():
        for option in LIBRARY.ids("option"):
            try:
                LIBRARY.load(f"{name}+{option}")
            except LoadError:
                continue
            found.append(f"{name}+{option}")
    return [*found, *(name for name in STACKS if name not in found)]


def digest(name: str, deals: int) -> str:
    """A short text that differs where any line of the deals differs."""
    made = hashlib.sha256()
    for number in range(deals):
        made.update("\n".join(deal_lines(_engine(name), number)).encode())
    return made.hexdigest()[:12]


def kept() -> dict[str, Digests]:
    """The digests on file."""
    lines = (line.split() for line in FILE.read_text(encoding="utf-8").splitlines())
    return {name: Digests(few, many) for name, few, many in lines}


def deal_lines(engine: Engine, number: int) -> Iterator[str]:
    """The lines of one random deal, from the cut to the score."""
    rng = random.Random(number)
    players = engine.ruleset.players[number % len(engine.ruleset.players)]
    state = engine.start(seed=number, dealer=number % players, seats=engine.seats(players))
    while state.turn is not None:
        choices = engine.legal(state)
        yield f"{state.turn}: {' '.join(_open(choices))}"
        if choices.cards:
            yield from _judged(engine, state, rng)
        action = _drawn(choices, rng)
        yield f"> {_words(action, state.phase)}"
        yield from _findings(engine.check(state, action).findings)
        state, events = engine.apply(state, action)
        for event in events:
            yield _event(event)
            yield from _findings(event.findings)
    assert state.result is not None
    yield from _result(state.result)


@cache
def _engine(name: str) -> Engine:
    return Engine(LIBRARY.load(name))


def _open(choices: Choices) -> list[str]:
    """Everything that may be done, in words."""
    places = [] if choices.deals is None else [f"{choices.deals.size} of {choices.deals.places}"]
    laid_away: list[object] = []
    if choices.state.phase is Phase.DISCARD:
        (pick,) = choices.picks
        laid_away = [pick.most, *choices.state.deck.set(pick.obliged)]
    return [*places, *map(str, laid_away), *choices.words()]


def _judged(engine: Engine, state: State, rng: random.Random) -> Iterator[str]:
    """Findings of the rules on one card of the hand, allowed or not."""
    assert state.turn is not None
    card = rng.choice(list(state.hand(state.turn)))
    verdict = engine.check(state, Play(state.turn, card))
    yield f"? {card.code} {verdict.allowed} {' '.join(verdict.alternatives)}"
    yield from _findings(verdict.findings)


def _drawn(choices: Choices, rng: random.Random) -> Action:
    """One of the actions that may be done, drawn at random."""
    seat, deck = choices.seat, choices.state.deck
    assert seat is not None
    if choices.picks:
        return choices.random(rng)
    if choices.deals:
        return Choose.of_numbers(seat, choices.rule, sorted(rng.sample(choices.deals.places, choices.deals.size)))
    ways: list[Action] = [Bid(seat, bid) for bid in choices.bids]
    ways += [Choose.of_numbers(seat, choices.rule, (at,)) for at in choices.cuts]
    ways += choices.declarations
    ways += [Play(seat, card) for card in deck.set(choices.cards)]
    return rng.choice(ways)


def _words(action: Action, phase: Phase) -> str:
    """An action in the words of a record."""
    match action:
        case Choose(_seat, _rule, option) if phase in (Phase.CUT, Phase.DEAL):
            return option
        case Choose(_seat, rule, option, cards) if action_name(action, phase) == "declare":
            return f"{rule} {option} {cards or ''}"
    return action_text(action, phase)


def _event(event: Event) -> str:
    return f"{event.kind} {event.seat} {_plain({name: value for name, value in event.facts.items() if name != 'kind'})}"


def _findings(findings: Iterable[Finding]) -> Iterator[str]:
    for finding in findings:
        yield f"  {finding.rule} {finding.effect.value} {finding.decisive} {finding.yields_to or ''}"


def _result(result: Result) -> Iterator[str]:
    yield f"void {result.void}" if result.void else f"scores {' '.join(map(str, result.scores))}"
    for sheet in result.sheets:
        yield f"total {sheet.total}"
        yield from (f"  {line.operation} {line.amount} {line.rule} {_plain(line.facts)}" for line in sheet.lines)
    yield from (f"apart {' '.join(map(str, paid.amounts))} {paid.finding.rule}" for paid in result.apart)


def _plain(facts: Mapping[str, Any]) -> str:
    return json.dumps(plain_data(dict(facts)), sort_keys=True)


def _both(name: str) -> Digests:
    return Digests(digest(name, FEW), digest(name, MANY))


def main(asked: list[str]) -> None:
    """Write the file, or print one deal."""
    if asked:
        name, number = asked
        print(*deal_lines(_engine(name), int(number)), sep="\n")
        return
    with ProcessPoolExecutor(2) as pool:
        lines = [f"{name} {few} {many}\n" for name, (few, many) in zip(names(), pool.map(_both, names()), strict=True)]
    FILE.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
