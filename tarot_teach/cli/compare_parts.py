"""The parts of a comparison beside the rules themselves: one hand by all rulesets, and what many deals show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tarot_teach.cli.find import run_search
from tarot_teach.cli.progress import note, progress, tell_of_engine
from tarot_teach.cli.simulate import task_of
from tarot_teach.engine import Engine
from tarot_teach.errors import RecordError
from tarot_teach.loading import Library
from tarot_teach.records.record import Record, load_example
from tarot_teach.records.replay import replay, replay_by
from tarot_teach.text import _
from tarot_teach.topics.compare.deals import DealComparison, compare_deals
from tarot_teach.topics.compare.policies import POLICIES
from tarot_teach.topics.search.differences import differing
from tarot_teach.topics.search.example import example
from tarot_teach.topics.search.search import Search
from tarot_teach.topics.simulate.deal_simulator import Dealing
from tarot_teach.topics.simulate.run import play_deals
from tarot_teach.topics.simulate.run_results import Saved

FIND = "find"
HITS = 5


def hand_by_all(library: Library, names: Sequence[str], hand: str, policy: str, seed: int) -> DealComparison:
    """One hand by each of some rulesets: an example's, or one that is looked for. Raises LoadError and RecordError."""
    if hand == FIND:
        dealings = [Dealing.of(library, name, ("simple",)) for name in names]
        engines = [dealing.engine for dealing in dealings]
        record = _found(dealings, seed)
        told = replay(record, next(engine for engine in engines if engine.ruleset.name == record.file.ruleset))
    else:
        engines = [Engine(library.load(name)) for name in names]
        path = library.example_path(hand)
        told = replay_by(load_example(hand, library), library, path.parent)
    return compare_deals(told, engines, POLICIES[policy])


def figures_of(names: Sequence[str], deals: int, seed: int, players: str) -> Saved:
    """What many deals show of some rulesets, the same cards under all. Ctrl-C ends it with those played so far."""
    task = task_of(tuple(names), players, seed, None)
    task.check()
    tell_of_engine(task)
    saved = Saved.of(task)
    with progress(deals, 0) as show:
        finished = play_deals(task, saved, deals, tell=show)
    if not finished:
        note(f"stopped after {saved.deals:,} of {deals:,} deals")
    return saved


def _found(dealings: Sequence[Dealing], seed: int) -> Record:
    """A hand that comes out otherwise by the second ruleset: one that was played by it, since what a rule adds can be seen there
    alone, or else by the first."""
    first, second, *others = dealings
    for other in (second, *others):
        first.check_same_cards(other)
    for dealing, other in ((second, first), (first, second)):
        wanted = differing(dealing, other, seed)
        search = Search(dealing, (wanted,), (), seed)
        run_search(search, None, HITS)
        if search.best is not None:
            number = search.best.deal.number
            record = example(search.best, (wanted,), f"found-{number}", seed, "simple")
            title = _("Deal {number} of seed {seed}").format(number=number, seed=seed)
            return replace(record, file=record.file.model_copy(update={"title": title}))
    raise RecordError.of(
        "compare.no-hand",
        f"in {search.tried} deals of seed {seed} nothing came out differently",
        hint="try another --seed, or name a hand: --hand EXAMPLE",
    )
