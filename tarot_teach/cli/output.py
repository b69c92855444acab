"""The commands' output: blocks or JSON on standard output, errors, notes and progress on standard error, files."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import click

from tarot_teach.blocks import Block
from tarot_teach.errors import OutputError, Place, Problem, TarotError
from tarot_teach.files import check_writable
from tarot_teach.language import _

_STEERING = re.compile("[\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]")

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, as documented in the reference.")


def format_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """``--format``: how blocks are printed."""
    kinds = click.Choice(["text", "markdown", "html", "latex"])
    return click.option("--format", "kind", type=kinds, default="text", show_default=True, help="How to print it.")(
        command
    )


def print_blocks(blocks: Iterable[Block], kind: str = "text", *, title: str | None = None) -> None:
    """Blocks on standard output. With a ``title``, HTML and LaTeX are whole documents."""
    if kind == "text":
        from tarot_teach import render

        render.terminal(blocks, render.console())
    else:
        emit(as_text(blocks, kind, title=title))


def as_text(blocks: Iterable[Block], kind: str, *, title: str | None = None) -> str:
    """Blocks in a format: ``text``, ``markdown``, ``html`` or ``latex``. With a ``title``, the last two are whole documents."""
    from tarot_teach import render

    match kind:
        case "text":
            stream = io.StringIO()
            render.terminal(blocks, render.console(stream, width=100))
            return stream.getvalue()
        case "markdown":
            return render.markdown(blocks)
        case "html":
            return render.html(blocks) if title is None else render.page(blocks, title)
    return render.latex(blocks, whole=title is not None)


def print_json(data: Any) -> None:
    """Data as JSON on standard output; signs that could steer a terminal are escaped."""
    text = json.dumps(data, ensure_ascii=False, indent=2)
    emit(_STEERING.sub(lambda sign: f"\\u{ord(sign[0]):04x}", text) + "\n")


def emit(text: str) -> None:
    """Text on standard output, in letters where the stream knows no other signs."""
    encoding = (getattr(sys.stdout, "encoding", None) or "utf-8").lower()
    if not encoding.replace("-", "").startswith("utf"):
        from tarot_teach.render.terminal import plain

        text = plain(text)
    sys.stdout.write(text)
    sys.stdout.flush()


def say_error(error: TarotError, *, as_json: bool) -> None:
    """An error on standard error, or as JSON on standard output."""
    if as_json:
        print_json({"errors": [problem.as_data() for problem in error.problems]})
    for problem in error.problems:
        text = problem.with_code()
        with suppress(OSError):  # standard error has no reader
            try:
                click.echo(text, err=True)
            except UnicodeEncodeError:
                click.echo(text.encode("ascii", "replace").decode(), err=True)


class Misused(click.UsageError):
    """A command line that makes no sense, with the problem."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.with_code())
        self.problem = problem


def usage(code: str, message: str, hint: str | None = None) -> click.UsageError:
    """A usage error (exit code 2)."""
    return Misused(Problem(code, message, None, hint))


def problem_of(error: click.ClickException) -> Problem:
    """What click or a command says of a command line, as a problem."""
    if isinstance(error, Misused):
        return error.problem
    hint = f"{error.ctx.command_path} --help" if isinstance(error, click.UsageError) and error.ctx else "--help"
    return Problem(_USAGE_CODES.get(type(error), "usage.wrong"), error.format_message(), None, hint)


_USAGE_CODES: dict[type[click.ClickException], str] = {
    click.MissingParameter: "usage.missing",
    click.NoSuchOption: "usage.option",
    click.BadOptionUsage: "usage.option",
    click.BadParameter: "usage.value",
}


def wants_json(arguments: Sequence[str]) -> bool:
    """Whether a command line asks for JSON; it may be one that cannot be understood any further."""
    pairs = zip(arguments, (*arguments[1:], ""), strict=True)
    return any(one in ("--json", "--format=json") or (one, two) == ("--format", "json") for one, two in pairs)


def check_out(out: Path | None, force: bool) -> None:
    """Raises OutputError where there is a file already, or none can be written, so that nobody works for nothing."""
    if out is None:
        return
    if not force and os.path.lexists(out):
        hint = _("take another name, or --force to replace it")
        raise OutputError.of("save.exists", _("there is a file of that name"), Place(str(out)), hint)
    check_writable(out)


def id_of(out: Path | None, otherwise: str) -> str:
    """The id of what is written into a file: the file's name, where that can be one."""
    return out.stem if out is not None and re.fullmatch(r"[a-z0-9][a-z0-9-]*", out.stem) else otherwise


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
        TextColumn(_("{task.completed:,.0f} of {task.total:,.0f} deals")),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(elapsed_when_finished=True),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        shown = bar.add_task("", total=deals, completed=done, rate="")

        def show(played: int) -> None:
            bar.update(shown, completed=played)
            speed = bar.tasks[0].speed
            bar.update(shown, rate=_("{speed:,.0f} deals/s").format(speed=speed) if speed else "")

        yield show


def note(text: str) -> None:
    """A line on standard error."""
    click.echo(text, err=True)
