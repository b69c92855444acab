"""The parts of a comparison beside the rules themselves: one hand by all rulesets, and what many deals show."""

from __future__ import annotations

from collections.abc import Sequence

import click

from tarot_teach.cli.simulating import progress, task_of, tell_of_engine
from tarot_teach.engine import Engine
from tarot_teach.errors import RecordError
from tarot_teach.loading import Library
from tarot_teach.records import POLICIES, Beside, Record, lay_beside, load_example, replay, replay_by
from tarot_teach.simulate import Dealing, Saved, Task, play_deals
from tarot_teach.simulate.finding import Search, differing, example
from tarot_teach.simulate.players import seat_players

FIND = "find"
TRIES, HITS = 5000, 10


def hand_by_all(library: Library, names: Sequence[str], hand: str, policy: str, seed: int) -> Beside:
    """One hand by each of some rulesets: an example's, or one that is looked for. Raises LoadError and RecordError."""
    engines = [Engine(library.load(name)) for name in names]
    if hand == FIND:
        told = replay(_found(library, engines, seed), engines[0])
    else:
        path = library.example_path(hand)
        told = replay_by(load_example(hand, library), library, path.parent)
    return lay_beside(told, engines, POLICIES[policy])


def figures_of(names: Sequence[str], deals: int, seed: int, players: str) -> Saved:
    """What many deals show of some rulesets, the same cards under all. Ctrl-C ends it with those played so far."""
    task: Task = task_of(tuple(names), players, seed, None)
    task.check()
    tell_of_engine(task)
    saved = Saved.of(task)
    with progress(deals, 0) as show:
        finished = play_deals(task, saved, deals, tell=show)
    if not finished:
        click.echo(f"stopped after {saved.deals:,} of {deals:,} deals", err=True)
    return saved


def _found(library: Library, engines: Sequence[Engine], seed: int) -> Record:
    """A hand that comes out otherwise by the second ruleset."""
    first, second, *_others = engines
    dealings = [
        Dealing(engine, seat_players(("simple",), engine, library.advice_for(engine.ruleset), len(engine.seats())))
        for engine in (first, second)
    ]
    wanted = differing(dealings[0], dealings[1], seed)
    search = Search(dealings[0], (wanted,), (), seed)
    search.run(TRIES, HITS)
    if search.best is None:
        raise RecordError.of(
            "compare.no-hand",
            f"in {search.tried} deals of seed {seed} nothing came out otherwise by {second.ruleset.name}",
            hint="try another --seed, or name a hand: --hand EXAMPLE",
        )
    return example(search.best, (wanted,), f"found-{search.best.deal.number}", seed, "simple")
