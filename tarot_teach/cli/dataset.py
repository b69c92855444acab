"""``tarot-teach dataset``."""

from __future__ import annotations

from pathlib import Path

import click

from tarot_teach.cli.library import library_of, mechanisms_option
from tarot_teach.cli.output import OutPath, note, progress, seed_option, usage
from tarot_teach.messages import _
from tarot_teach.topics.data_set.making import Order, check_folder, make_data_set
from tarot_teach.topics.simulate.results_files import MOST_DEALS, check_parquet
from tarot_teach.topics.simulate.task import Task

DEALS, MOST_CARDS = 100, 5
"""The deals of each ruleset, and the most cards in hand of endings, which takes longer with each."""


@click.command("dataset")
@click.option("--out", type=OutPath(), required=True, metavar="FOLDER", help="The folder to make, new or empty.")
@click.option("--deals", type=click.IntRange(1, MOST_DEALS), default=DEALS, help="The deals of each ruleset.")
@click.option(
    "--ruleset",
    "rulesets",
    multiple=True,
    metavar="NAME",
    help="A ruleset, by default all. May be given several times.",
)
@seed_option(help="The same seed deals the same cards.")
@click.option("--players", default="simple", help="Who plays: one kind for all seats, or one for each, with commas.")
@click.option(
    "--jobs", type=click.IntRange(1), help="In how many processes; by default as many as there are processors."
)
@click.option(
    "--endings",
    type=click.IntRange(0, MOST_CARDS),
    default=0,
    metavar="N",
    help="Solve each deal with all cards open, from N cards in hand on.",
)
@click.option(
    "--tactics",
    type=click.IntRange(0, MOST_DEALS),
    default=0,
    metavar="N",
    help="Look for cards to play with one's own eyes in the first N deals of each ruleset.",
)
@click.option("--parquet", is_flag=True, help="Write the rows as Parquet, too.")
@mechanisms_option
def command(
    out: Path,
    deals: int,
    rulesets: tuple[str, ...],
    seed: int,
    players: str,
    jobs: int | None,
    endings: int,
    tactics: int,
    parquet: bool,
) -> None:
    """Make a data set: random deals of every ruleset, played out, with their results.

    A row for each deal has the deal as a line, its result as it is typed, and the scores. The folder has shards as JSON lines, a data card, the licence
    and checksums, all of them or none. The same version and seed give the same files, with any number of processes.
    """
    if tactics > deals:
        message, hint = (
            _("tactics of {tactics} deals cannot be looked for in {deals}"),
            _("--tactics {deals}, or fewer"),
        )
        raise usage("usage.value", message, hint.format(deals=deals), tactics=tactics, deals=deals)
    if parquet:
        check_parquet(_("JSON lines alone, without --parquet"))
    check_folder(out)
    names = rulesets or tuple(library_of().ids())
    library_of(*names)
    task = Task.of(names, players, seed, None, note)
    order = Order(task, players, deals, endings, tactics, parquet)
    with progress(deals * len(order.rulesets())) as show:
        manifest = make_data_set(order, out, jobs, show)
    made = manifest.rulesets
    note(
        _("Written: {out}. Deals: {deals:,}, rulesets: {rulesets}."),
        out=out,
        deals=deals * len(made),
        rulesets=len(made),
    )
    for ruleset in made:
        for reason, number in ruleset.unwritten.items():
            words = _("{name}: deals without a line: {number}, since {reason}")
            note(words, name=ruleset.name, number=number, reason=reason)
        for reason, number in ruleset.unsolved.items():
            words = _("{name}: endings that cannot be solved: {number}, since {reason}")
            note(words, name=ruleset.name, number=number, reason=reason)
