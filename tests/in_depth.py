"""The table of what plays, solves and asks about each game, as ``docs/reference/players.md`` has it:

    python -m tests.in_depth

writes it anew. Each cell is worked out from what the package itself says that it can do; ``test_in_depth.py`` tries it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tarot_teach.engine import Engine
from tarot_teach.explain.proved import PROVED
from tarot_teach.mechanisms.count import EachForHimself
from tarot_teach.mechanisms.interfaces import MakesOutcomes
from tarot_teach.solver import Objective, is_solved_by_positions, objective_of, unfit_ending, unfit_ruleset
from tarot_teach.solver.position import unfit_play
from tarot_teach.topics.quiz.endings import Endings
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.kernel.build_tables import Misfit, build_tables
from tarot_teach.topics.simulate.strong.cards import ENDINGS_FROM, SOLVED_FROM
from tarot_teach.words import misfits
from tests.helpers import LIBRARY

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "players.md"
BEGIN, END = "<!-- made by python -m tests.in_depth -->\n", "<!-- end -->\n"
OBJECTIVES = (
    Objective.POINTS,
    Objective.TRICKS,
    Objective.MADE,
    Objective.ALL_TRICKS,
    Objective.SCORE,
    Objective.PETIT,
)
HEAD = ("Game", "Contracts", "Compiled", "Solver: what for", "Strong player", "Proved exercises", "Costs in lessons")


class Row(NamedTuple):
    """The means that there are for a game under some of its contracts."""

    compiled: str
    solver: str
    strong: str
    proved: str
    lessons: str


def solved_for(engine: Engine, contract: str | None) -> list[Objective]:
    """The objectives for which endings under a contract can be solved."""
    if is_solved_by_positions(engine, contract):
        index = engine.index.under(contract)
        return [] if unfit_ruleset(engine, index) else [*OBJECTIVES]
    return [each for each in OBJECTIVES if not unfit_ending(engine, contract, each)]


def asked_about(engine: Engine, contract: str | None) -> list[str]:
    """The kinds of questions about endings with proofs that are asked under a contract."""
    endings = Endings(engine, None)
    return [kind for kind in PROVED if not endings.unfit_under(contract, Objective(kind))]


def row_of(engine: Engine, contract: str | None) -> Row:
    """The row of a game under a contract."""
    index, players = engine.index.under(contract), len(engine.seats())
    other_play = unfit_play(engine)
    simulator = DealSimulator.of(LIBRARY, engine.ruleset.name, ["simple"])
    if not isinstance(build_tables(engine, simulator.players, None), Misfit):
        compiled = "whole deals"
    else:
        compiled = next(misfits(index, players), "") or "tricks"
        compiled = f"no: {other_play or compiled}" if compiled != "tricks" else compiled
    if other_play:
        return Row("no", f"no: {other_play}", "play-outs", "no, for the same reason", "no, for the same reason")
    objectives = solved_for(engine, contract)
    reason = f"no: {other_play or unfit_ending(engine, contract, objective_of(engine, contract))}"
    alone = isinstance(index.first(MakesOutcomes), EachForHimself) and not engine.index.parties(players)
    against = ", each against all others" if objectives and alone else ""
    solver = ", ".join(f"`{each}`" for each in objectives) + against if objectives else reason
    by_positions = bool(objectives) and is_solved_by_positions(engine, contract)
    cards = SOLVED_FROM if by_positions else ENDINGS_FROM
    strong = f"play-outs, solver from {cards} cards on" if objectives else "play-outs"
    proved = ", ".join(f"`{kind}`" for kind in asked_about(engine, contract)) or reason
    lessons = f"`{objective_of(engine, contract)}`" if objectives else reason
    return Row(compiled, solver, strong, proved, lessons)


def lines() -> Iterator[str]:
    """The lines of the table."""
    yield "| " + " | ".join(HEAD) + " |"
    yield "| " + " | ".join("---" for _cell in HEAD) + " |"
    games: dict[tuple[tuple[str, Row], ...], list[str]] = {}
    for name in LIBRARY.ids("ruleset"):
        engine = Engine(LIBRARY.load(name))
        rows = [(contract, row_of(engine, contract)) for contract in engine.index.contracts or (None,)]
        merged = []
        for row, group in itertools.groupby(sorted(rows, key=lambda pair: pair[1]), key=lambda pair: pair[1]):
            contracts = [contract for contract, _row in group]
            everything = len(contracts) == len(rows)
            merged.append(("all" if everything else ", ".join(str(each).replace("_", " ") for each in contracts), row))
        games.setdefault(tuple(merged), []).append(name)
    for rows_of_game, names in games.items():
        for number, (contracts, row) in enumerate(rows_of_game):
            yield "| " + " | ".join([", ".join(names) if not number else "", contracts, *row]) + " |"


def table() -> str:
    """The table."""
    return "\n".join(lines()) + "\n"


def written() -> str:
    """The table that the page has."""
    return PAGE.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0].strip() + "\n"


if __name__ == "__main__":
    before, _begin, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}\n{table()}\n{END}{rest.partition(END)[2]}", encoding="utf-8")
