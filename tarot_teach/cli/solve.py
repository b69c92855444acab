"""``tarot-teach solve``."""

from __future__ import annotations

import click

from tarot_teach.cli.library import mechanisms_option
from tarot_teach.cli.output import format_option, json_option, note, show, usage
from tarot_teach.cli.replay import replayed
from tarot_teach.explain.open_cards import keep_values
from tarot_teach.language import _
from tarot_teach.solver import MANY, Objective
from tarot_teach.topics.best_play import best_play, keep_best_play, kept_best_play
from tarot_teach.topics.open_cards import open_cards


@click.command("solve")
@click.argument("example")
@click.option(
    "--trick", type=click.IntRange(1), metavar="N", help="The trick; without it, the first of the last eight."
)
@click.option("--seat", metavar="S", help="The seat whose card is asked about; without it, the first to play.")
@click.option(
    "--objective",
    type=click.Choice([aim.value for aim in Objective]),
    default=Objective.POINTS.value,
    help="What the sides play for.",
)
@click.option(
    "--nodes",
    type=click.IntRange(1),
    default=MANY,
    metavar="N",
    help="The most positions that are searched for a card.",
)
@click.option("--line", is_flag=True, help="Add one line of best play to the end.")
@click.option(
    "--whole",
    is_flag=True,
    help="Say of the whole deal from where on best play makes or defeats the contract, which cards changed that, and what cards cost.",
)
@click.option("--keep", is_flag=True, help="Keep the values of the last ten tricks beside the example, for its lesson.")
@format_option("text", "markdown", "html", "latex")
@json_option
@mechanisms_option
def command(
    example: str,
    trick: int | None,
    seat: str | None,
    objective: str,
    nodes: int,
    line: bool,
    whole: bool,
    keep: bool,
    kind: str,
) -> None:
    """Print what each card would have brought at a moment of EXAMPLE, an id or a file, if all had seen all cards and played their best, and
    what the card that was played cost."""
    if whole and (trick is not None or seat or line or objective != Objective.POINTS.value):
        message, hint = (
            _("--whole asks about no moment and no objective"),
            _("leave out --trick, --seat, --line and --objective"),
        )
        raise usage("solve.whole", message, hint)
    done = replayed(example)
    if keep:
        file = keep_values(done)
        note(f"kept in {file}" if file else "the solver takes no position of the last ten tricks: nothing is kept")
    if whole:
        deal = None if keep else kept_best_play(done, nodes)
        deal = deal or best_play(done, nodes)
        if keep and not deal.stopped:
            keep_best_play(deal)
        show(deal.to_dict() if kind == "json" else list(deal.blocks()), kind, title=done.record.file.title)
        _end(deal.stopped)
        return
    found = open_cards(done, trick, seat, Objective(objective), nodes, line)
    show(found.to_dict() if kind == "json" else list(found.blocks()), kind, title=found.done.record.file.title)
    _end(found.stopped)


def _end(stopped: bool) -> None:
    """End as an interrupted command does, where the search was."""
    if stopped:
        raise KeyboardInterrupt
