"""``tarot-teach compare``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from tarot_teach.blocks import Block, Paragraph
from tarot_teach.cli.find import run_search
from tarot_teach.cli.library import library_of, mechanisms_option
from tarot_teach.cli.output import format_option, note, out_option, progress, seed_option, show, usage
from tarot_teach.cli.simulate import check_task
from tarot_teach.engine import Engine
from tarot_teach.errors import TarotError
from tarot_teach.files import check_writable
from tarot_teach.language import _
from tarot_teach.loading import Library
from tarot_teach.records.runner import replay, replay_example
from tarot_teach.text import say
from tarot_teach.topics.compare.data import csv_rows, deals_data, family_data, rulesets_data
from tarot_teach.topics.compare.deals import DealComparison, compare_deals
from tarot_teach.topics.compare.deals_page import describe_deal_comparison
from tarot_teach.topics.compare.family import describe_family
from tarot_teach.topics.compare.features import describe_features, features_data, features_rows
from tarot_teach.topics.compare.for_players import describe_for_players, for_players_data
from tarot_teach.topics.compare.replay_under import POLICIES
from tarot_teach.topics.compare.rulesets import MIN
from tarot_teach.topics.compare.rulesets_page import compared, describe_comparison
from tarot_teach.topics.compare.solved import solve_sides
from tarot_teach.topics.search.example import differing_example
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.figures import compute_figures
from tarot_teach.topics.simulate.page import describe_figures
from tarot_teach.topics.simulate.results_files import results_as_data
from tarot_teach.topics.simulate.run import play_deals
from tarot_teach.topics.simulate.run_results import RunResults
from tarot_teach.topics.simulate.task import Task

NOTHING_IN_COMMON = ("record.other-game", "simulate.cards")
"""Codes of the errors for games with other packs, players or hands."""
COLUMNS = 4
"""The most rulesets side by side in a table on a terminal."""
FIND, HITS = "find", 5
"""The value of ``--hand`` that asks for a search, and the number of deals among which the clearest is chosen."""


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
    help="The way to go on where other rules refuse a card of that hand.",
)
@click.option(
    "--solve", is_flag=True, help="Say of that hand too what best play with all cards open comes to under each of them."
)
@click.option(
    "--deals", type=click.IntRange(1), help="Also this many simulated deals, with the same cards under all of them."
)
@seed_option(help="The seed of these deals.")
@click.option("--players", default="simple", help="Their players: simple, random or strong, or one a seat.")
@click.option(
    "--family", is_flag=True, help="Print the family tree of rulesets and house rules instead, by default of all."
)
@click.option(
    "--features",
    is_flag=True,
    help="Print the features of the games side by side instead, by default of all: pack, auction …",
)
@click.option(
    "--for-players", is_flag=True, help="Print instead what players of the first game have to learn for the second one."
)
@format_option("text", "markdown", "html", "latex", "json", "csv")
@out_option(help="Write it into this file.")
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@mechanisms_option
def command(
    names: tuple[str, ...],
    everything: bool,
    matrix: bool,
    rules: tuple[str, ...],
    hand: str | None,
    policy: str,
    solve: bool,
    deals: int | None,
    seed: int,
    players: str,
    family: bool,
    features: bool,
    for_players: bool,
    kind: str,
    out: Path | None,
    as_json: bool,
) -> None:
    """Print the rules in which the rulesets NAMES differ, with the values, words and sources of each: two side by side, or many, with
    a table of all differences first. Then, if asked for, what comes of it in one hand (--hand) and in many deals (--deals).
    """
    kind = "json" if as_json else kind
    besides = {"--family": family, "--for-players": for_players, "--hand": hand, "--deals": deals}
    if kind == "csv" and any(besides.values()):
        option = next(name for name, given in besides.items() if given)
        raise usage("compare.csv", _("{option} cannot be written as CSV"), _("leave it out"), option=option)
    if solve and not hand:
        hint = _("name an example with --hand")
        raise usage("compare.solve", _("--solve asks for the hand that is compared, and there is none"), hint)
    if out is not None:
        check_writable(out)
    library = library_of(*names)
    if family:
        tree = (family_data if kind == "json" else describe_family)(library, names)
        show(tree, kind, out, title=_("Where each ruleset comes from"))
        return
    if features:
        describe = {"json": features_data, "csv": features_rows}.get(kind, describe_features)
        show(describe(library, names), kind, out, title=_("The games at a glance"))
        return
    if for_players and len(names) != MIN:
        hint = _("name them, as in `tarot-teach compare fft-4 early-17c --for-players`")
        raise usage("compare.two", _("two rulesets are compared for players"), hint)
    if len(names) < MIN:
        hint = _("name them, as in `tarot-teach compare fft-4 fft-5`, or take --family")
        raise usage("compare.one", _("a comparison needs at least two rulesets"), hint)
    rulesets = [library.load(name) for name in names]
    if for_players:
        made = (for_players_data if kind == "json" else describe_for_players)(*rulesets)
        show(made, kind, out, title=_("{names} compared").format(names=", ".join(names)))
        return
    data: dict[str, Any] = {}
    blocks: list[Block] = []
    if kind in ("json", "csv"):
        data = rulesets_data(rulesets, compared(rulesets, rules, everything=everything))
        if kind == "csv":
            show(csv_rows(data), kind, out)
            return
    else:
        columns = COLUMNS if kind == "text" else 0
        blocks = describe_comparison(rulesets, rules, everything=everything, matrix=matrix, columns=columns)
    left_out: list[str] = []
    comparison = saved = solved = None
    with _skip_if_incomparable(left_out):
        comparison = _compare_hand(library, names, hand, policy, seed) if hand else None
        solved = solve_sides(comparison) if comparison and solve else None
    with _skip_if_incomparable(left_out):
        saved = _simulate(Task.of(names, players, seed, None, note), deals) if deals else None
    if kind == "json":
        data |= {"hand": deals_data(comparison)} if comparison else {}
        data |= {"solved": solved.to_dict()} if solved else {}
        data |= {"figures": results_as_data(saved, compute_figures(saved))} if saved else {}
        data |= {"left_out": left_out} if left_out else {}
    else:
        blocks += describe_deal_comparison(comparison, level=2) if comparison else []
        blocks += solved.blocks(level=2) if solved else []
        blocks += describe_figures(saved, level=2) if saved else []
        why = _("Compared by their rules alone: {why}.")
        blocks += [Paragraph(say(why, why=reason), "warning") for reason in left_out]
    show(data or blocks, kind, out, title=_("{names} compared").format(names=", ".join(names)))


@contextmanager
def _skip_if_incomparable(left_out: list[str]) -> Iterator[None]:
    """Add the reason to ``left_out`` if games have no hand and no deals in common, because packs, players or hands differ."""
    try:
        yield
    except TarotError as error:
        (problem, *_others) = error.problems
        if problem.code not in NOTHING_IN_COMMON:
            raise
        left_out.append(problem.message)


def _compare_hand(library: Library, names: tuple[str, ...], hand: str, policy: str, seed: int) -> DealComparison:
    """One deal under several rulesets: an example, or a deal that is searched for. Raises LoadError and RecordError."""
    if hand == FIND:
        simulators = [DealSimulator.of(library, name, ("simple",)) for name in names]
        engines = [simulator.engine for simulator in simulators]
        record = differing_example(simulators, seed, lambda search: run_search(search, None, HITS))
        done = replay(record, next(engine for engine in engines if engine.ruleset.name == record.file.ruleset))
    else:
        engines = [Engine(library.load(name)) for name in names]
        done = replay_example(hand, library)
    return compare_deals(done, engines, POLICIES[policy])


def _simulate(task: Task, deals: int) -> RunResults:
    """Results of simulated deals, the same cards under all rulesets. After an interrupt, of those played so far."""
    check_task(task, deals)
    saved = RunResults.of(task)
    with progress(deals) as on_progress:
        finished = play_deals(task, saved, deals, on_progress=on_progress)
    if not finished:
        note(_("stopped after {deals:,} of {deals_2:,} deals"), deals=saved.deals, deals_2=deals)
    return saved
