"""``tarot-teach solve``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from tarot_teach.cli.library import mechanisms_option
from tarot_teach.cli.output import page_options
from tarot_teach.cli.questions import answered, help_of, options_of, show_answer
from tarot_teach.questions.solve import SolveQuestion


@click.command("solve", help=help_of(SolveQuestion))
@click.argument("example")
@options_of(SolveQuestion)
@click.option("--keep", is_flag=True, help="Keep the values of the last ten tricks beside the example, for its lesson.")
@page_options()
@mechanisms_option
def command(example: str, kind: str, out: Path | None, **given: Any) -> None:
    """Ask the question, and end as an interrupted command does, where the search was."""
    asked, answer = answered(SolveQuestion, (example,), given)
    show_answer(answer, kind, out, title=asked.title_of(answer))
    if answer.stopped:
        raise KeyboardInterrupt
