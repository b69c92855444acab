"""``tarot-teach history``."""

from __future__ import annotations

from pathlib import Path

import click

from tarot_teach.cli.library import library_of
from tarot_teach.cli.output import format_option, json_option, out_option, show
from tarot_teach.language import _
from tarot_teach.topics.history.page import describe_games, describe_timeline, history_data, timeline_rows


@click.command("history")
@click.option("--games", is_flag=True, help="Only the family of games.")
@click.option("--timeline", is_flag=True, help="Only the timeline.")
@format_option("text", "markdown", "html", "latex", "csv")
@out_option(help="Write it into this file.")
@json_option
def command(games: bool, timeline: bool, kind: str, out: Path | None) -> None:
    """Print which game comes from which, how that is known, and a timeline of games, cards and rules, with their sources.

    As CSV the timeline is printed.
    """
    library = library_of()
    if kind == "json":
        show(history_data(library), kind, out)
    elif kind == "csv":
        show(timeline_rows(library), kind, out)
    else:
        both = games == timeline
        blocks = describe_games(library) if games or both else []
        blocks += describe_timeline(library) if timeline or both else []
        show(blocks, kind, out, title=_("The history of the games"))
