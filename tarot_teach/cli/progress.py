"""What commands that play many deals share: who plays them, progress on a terminal, and notes beside the results."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from tarot_teach.topics.simulate.task import Task

INTERRUPTED = 130
"""The exit code after Ctrl-C."""


@contextmanager
def progress(deals: int, done: int) -> Iterator[Callable[[int], None]]:
    """Shows how many deals have been played, how fast, and how long it will take; nothing where nobody looks on."""
    if not sys.stderr.isatty():
        yield lambda _played: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        BarColumn(),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} deals"),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(elapsed_when_finished=True),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        shown = bar.add_task("", total=deals, completed=done, rate="")

        def show(played: int) -> None:
            bar.update(shown, completed=played)
            speed = bar.tasks[0].speed
            bar.update(shown, rate=f"{speed:,.0f} deals/s" if speed else "")

        yield show


def note(text: str) -> None:
    """A line on standard error."""
    click.echo(text, err=True)


def tell_of_engine(task: Task) -> None:
    """Say of which rulesets the engine plays the deals, and why the compiled kernel does not."""
    reasons: dict[str, list[str]] = {}
    for name, runner in zip(task.rulesets, task.runners(), strict=True):
        if runner.misfit:
            reasons.setdefault(runner.misfit.reason, []).append(name)
    for reason, names in reasons.items():
        note(f"{', '.join(dict.fromkeys(names))}: played by the engine, which is slower; {reason}")
