"""``tarot-teach review``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from tarot_teach.cli.library import mechanisms_option
from tarot_teach.cli.output import page_options, show
from tarot_teach.cli.questions import answered, help_of, options_of, show_answer
from tarot_teach.questions.review import ReviewQuestion
from tarot_teach.topics.review.practice import keep_decisions


@click.command("review", help=help_of(ReviewQuestion))
@click.argument("record")
@options_of(ReviewQuestion)
@click.option(
    "--practise",
    is_flag=True,
    help="Keep the decisions in which there was better, so that `quiz` asks about them.",
)
@page_options(*ReviewQuestion.formats)
@mechanisms_option
def command(record: str, practise: bool, kind: str, out: Path | None, **given: Any) -> None:
    """Review a deal, and keep its decisions as questions where that is asked for."""
    asked, answer = answered(ReviewQuestion, [record], given)
    kept = keep_decisions(answer.review) if practise else []
    show_answer(answer, kind, out, title=asked.title_of(answer))
    if kind == "text" and out is None:
        show(kept)
