"""``tarot-teach compare``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from tarot_teach.blocks import Block, Paragraph
from tarot_teach.cli.find import run_search
from tarot_teach.cli.output import (
    as_text,
    emit,
    note,
    print_blocks,
    print_json,
    progress,
    usage,
)
from tarot_teach.cli.simulate import tell_of_engine
from tarot_teach.engine import Engine
from tarot_teach.errors import TarotError
from tarot_teach.files import check_writable, write_atomically
from tarot_teach.language import _
from tarot_teach.loading import Library
from tarot_teach.loading.user_files import library_for
from tarot_teach.records.replay import replay, replay_example
from tarot_teach.text import say
from tarot_teach.topics.compare.data import deals_data, family_data, rulesets_data
from tarot_teach.topics.compare.deals import DealComparison, compare_deals
from tarot_teach.topics.compare.deals_page import describe_deal_comparison
from tarot_teach.topics.compare.family import describe_family
from tarot_teach.topics.compare.policies import POLICIES
from tarot_teach.topics.compare.rulesets import MIN
from tarot_teach.topics.compare.rulesets_page import compared, describe_comparison
from tarot_teach.topics.search.example import differing_example
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.draws import SEEDS
from tarot_teach.topics.simulate.figures import compute_figures
from tarot_teach.topics.simulate.page import describe_figures
from tarot_teach.topics.simulate.results_files import results_as_data
from tarot_teach.topics.simulate.run import play_deals
from tarot_teach.topics.simulate.run_results import RunResults
from tarot_teach.topics.simulate.task import Task

FIND = "find"
HITS = 5


def hand_by_all(library: Library, names: Sequence[str], hand: str, policy: str, seed: int) -> DealComparison:
    """One hand by each of some rulesets: an example's, or one that is looked for. Raises LoadError and RecordError."""
    if hand == FIND:
        simulators = [DealSimulator.of(library, name, ("simple",)) for name in names]
        engines = [simulator.engine for simulator in simulators]
        record = differing_example(simulators, seed, lambda search: run_search(search, None, HITS))
        told = replay(record, next(engine for engine in engines if engine.ruleset.name == record.file.ruleset))
    else:
        engines = [Engine(library.load(name)) for name in names]
        told = replay_example(hand, library)
    return compare_deals(told, engines, POLICIES[policy])


def figures_of(names: Sequence[str], deals: int, seed: int, players: str) -> RunResults:
    """What many deals show of some rulesets, the same cards under all. Ctrl-C ends it with those played so far."""
    task = Task.of(names, players, seed, None, note)
    task.check()
    tell_of_engine(task)
    saved = RunResults.of(task)
    with progress(deals, 0) as show:
        finished = play_deals(task, saved, deals, on_progress=show)
    if not finished:
        note(_("stopped after {deals:,} of {deals_2:,} deals").format(deals=saved.deals, deals_2=deals))
    return saved


FORMATS = ("text", "markdown", "html", "latex", "json")
NOTHING_IN_COMMON = ("record.other-game", "simulate.cards")
COLUMNS = 4  # rulesets beside each other in a matrix on a terminal


@click.command("compare")
@click.argument("names", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="All rules, not only those that differ.")
@click.option("--matrix", is_flag=True, help="Only the table of rules and rulesets.")
@click.option(
    "--rule", "rules", multiple=True, metavar="ID", help="Only this rule, such as play.overtrump; may be repeated."
)
@click.option(
    "--hand",
    metavar="EXAMPLE",
    help="Also one hand under all of them: that of an example, or `find` to search for one that shows the differences.",
)
@click.option(
    "--policy",
    type=click.Choice(list(POLICIES)),
    default="as_played",
    show_default=True,
    help="What becomes of a card of that hand that other rules refuse.",
)
@click.option(
    "--deals", type=click.IntRange(1), help="Also this many simulated deals, with the same cards under all of them."
)
@click.option(
    "--seed", type=click.IntRange(0, SEEDS - 1), default=1, show_default=True, help="The seed of these deals."
)
@click.option("--players", default="simple", show_default=True, help="Who plays them: simple, random, or one a seat.")
@click.option(
    "--family", is_flag=True, help="Print the family tree of rulesets and house rules instead, by default of all."
)
@click.option(
    "--format", "kind", type=click.Choice(FORMATS), default="text", show_default=True, help="How to print it."
)
@click.option("--out", type=click.Path(path_type=Path), help="Write it into this file.")
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
def command(
    names: tuple[str, ...],
    everything: bool,
    matrix: bool,
    rules: tuple[str, ...],
    hand: str | None,
    policy: str,
    deals: int | None,
    seed: int,
    players: str,
    family: bool,
    kind: str,
    out: Path | None,
    as_json: bool,
) -> None:
    """In which rules the rulesets NAMES differ, with the values, words and sources of each: two side by side, or many, with
    a table of all differences first. Then, if asked for, what comes of it in one hand (--hand) and in many deals (--deals).
    """
    kind = "json" if as_json else kind
    if out is not None:
        check_writable(out)
    library = library_for((part for name in names for part in (name, *name.split("+"))), note)
    if family:
        _family(library, names, kind, out)
        return
    if len(names) < MIN:
        hint = _("name them, as in `tarot-teach compare fft-4 fft-5`, or take --family")
        raise usage("compare.one", _("a comparison needs at least two rulesets"), hint)
    rulesets = [library.load(name) for name in names]
    as_data, columns = kind == "json", COLUMNS if kind == "text" else 0
    data = rulesets_data(rulesets, compared(rulesets, rules, everything=everything)) if as_data else {}
    blocks = (
        [] if as_data else describe_comparison(rulesets, rules, everything=everything, matrix=matrix, columns=columns)
    )
    comparison = saved = None
    left_out: list[str] = []
    with _as_far_as_it_makes_sense(left_out):
        comparison = hand_by_all(library, names, hand, policy, seed) if hand else None
    with _as_far_as_it_makes_sense(left_out):
        saved = figures_of(names, deals, seed, players) if deals else None
    if as_data:
        if comparison:
            data["hand"] = deals_data(comparison)
        if saved:
            data["figures"] = results_as_data(saved, compute_figures(saved))
        data |= {"left_out": left_out} if left_out else {}
        _put(data, kind, out)
        return
    if comparison:
        blocks += describe_deal_comparison(comparison, level=2)
    if saved:
        blocks += describe_figures(saved, level=2)
    blocks += [Paragraph(say(_("Compared by their rules alone: {why}."), why=why), "warning") for why in left_out]
    _put(blocks, kind, out, _("{names} compared").format(names=", ".join(names)))


@contextmanager
def _as_far_as_it_makes_sense(left_out: list[str]) -> Iterator[None]:
    """Games with other packs, players or hands have no hand and no deals in common: why is noted, and the rules are compared."""
    try:
        yield
    except TarotError as error:
        (problem, *_others) = error.problems
        if problem.code not in NOTHING_IN_COMMON:
            raise
        left_out.append(problem.message)


def _family(library: Library, names: Sequence[str], kind: str, out: Path | None) -> None:
    """The family tree: which ruleset is made from which, and which house rules fit."""
    if kind == "json":
        _put(family_data(library, names), kind, out)
        return
    _put(describe_family(library, names), kind, out, _("Where each ruleset comes from"))


def _put(made: Any, kind: str, out: Path | None, title: str = "") -> None:
    """Blocks, or data as JSON, on standard output or into a file."""
    if out is not None:
        text = (
            json.dumps(made, ensure_ascii=False, indent=2) + "\n"
            if kind == "json"
            else as_text(made, kind, title=title)
        )
        write_atomically(out, text.encode("utf-8"))
        emit(_("Written: {out}\n").format(out=out))
    elif kind == "json":
        print_json(made)
    else:
        blocks: list[Block] = made
        print_blocks(blocks, kind, title=title)
