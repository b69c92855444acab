"""Input and output of commands: shared options, blocks or data on standard output, notes and progress on standard error, files."""

from __future__ import annotations

import csv
import functools
import io
import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from tarot_teach.errors import OutputError, Place, Problem, TarotError
from tarot_teach.files import check_writable, write_atomically
from tarot_teach.messages import N_, _, number_text
from tarot_teach.topics.simulate.draws import SEEDS

INTERRUPTED = 130
"""The exit code after Ctrl-C."""
_CONTROL = re.compile("[\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
"""Characters that could steer a terminal."""
_ENDING = re.compile(r"(\.(json|jsonld|gz|csv|parquet|ya?ml|html?|md|tex|txt|pdf|epub))+", re.IGNORECASE)
"""A name of a file that is only an ending."""
OF_DEALS = N_("{task.completed:,.0f} of {task.total:,.0f} deals"), N_("{speed:,.0f} deals/s")
"""The words of a progress bar for deals: how far it is, and how fast."""


# ---------------------------------------------------------------- options


class OutPath(click.Path):
    """The path of an output file. A name that is only an ending, as of a hidden file, is refused."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path = Path(os.fsdecode(super().convert(value, param, ctx)))
        if _ENDING.fullmatch(path.name):
            hint = _("put a name before it: {path}").format(path=path.with_name(f"name{path.name}"))
            raise usage("save.name", _("{name} is an ending without a name"), hint, name=path.name)
        return path


Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
"""A function that adds an option to a command."""

out_option: Callable[..., Decorator] = functools.partial(click.option, "--out", type=OutPath())
"""An option for an output file, of which the command itself says when it may replace one."""
force_option: Decorator = click.option("--force", is_flag=True, help="Replace a file that is there.")
seed_option: Callable[..., Decorator] = functools.partial(
    click.option, "--seed", type=click.IntRange(0, SEEDS - 1), default=1
)


def format_option(*formats: str) -> Decorator:
    """The option ``--format``, by default with text, Markdown, HTML and LaTeX."""
    kinds = click.Choice(formats or ("text", "markdown", "html", "latex"))
    return click.option("--format", "kind", type=kinds, default="text", help="The format to print.")


def page_options(*formats: str) -> Decorator:
    """The options of a command that prints a page: ``--format``, ``--out`` and ``--json``, of which it gets ``kind`` and ``out``.

    That the file can be written is checked before the work; a file that is there is replaced once the page is complete.
    """

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        help = N_("Write it into this file; HTML and LaTeX are then whole documents.")
        with_out = out_option(help=help, callback=checked_out)(json_option(command))
        return format_option(*formats)(with_out)

    return add


def checked_out(_context: click.Context, _param: click.Parameter, out: Path | None) -> Path | None:
    """Check before the work that the output file can be written. Raises OutputError."""
    if out is not None:
        check_writable(out)
    return out


def json_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """The option ``--json``, which gives a command the ``kind`` ``json``; else it is that of ``--format``, or ``text``. Both together are
    refused where they name different forms."""

    @click.option("--json", "as_json", is_flag=True, help="Print JSON, as documented in the reference.")
    @functools.wraps(command)
    def with_kind(*args: Any, as_json: bool, kind: str = "text", **options: Any) -> Any:
        written = click.get_current_context().get_parameter_source("kind") is ParameterSource.COMMANDLINE
        if as_json and written and not kind.endswith("json"):
            message = _("--json and --format {kind} are two forms of output")
            raise usage("usage.forms", message, _("give one of them"), kind=kind)
        return command(*args, kind="json" if as_json else kind, **options)

    return with_kind


# ---------------------------------------------------------------- printing


def show(made: Any, kind: str = "text", out: Path | None = None, *, title: str | None = None) -> None:
    """Print blocks in a format, or data as ``json``, ``jsonld`` or ``csv``, or write them to a file, blocks also as ``pdf``. With a title, HTML and
    LaTeX are whole documents."""
    if out is not None and kind == "pdf":
        from tarot_teach.render.pdf import as_pdf

        write_out(out, as_pdf(as_text(made, "latex", title=title), Place(str(out))))
    elif out is not None:
        write_out(out, as_text(made, kind, title=title))
    elif kind == "text":
        from tarot_teach import render

        render.terminal(made, render.console())
    else:
        emit(as_text(made, kind, title=title))


def as_text(made: Any, kind: str, *, title: str | None = None) -> str:
    """Blocks as ``text``, ``markdown``, ``html`` or ``latex``, data as ``json`` or ``jsonld``, or rows as ``csv``.

    JSON has escapes for characters that could steer a terminal.
    """
    if kind in ("json", "jsonld"):
        return in_json(made, indent=2)
    stream = io.StringIO()
    if kind == "csv":
        csv.writer(stream, lineterminator="\n").writerows(made)
        return stream.getvalue()
    from tarot_teach import render

    match kind:
        case "markdown":
            return render.markdown(made)
        case "html":
            return render.html(made) if title is None else render.page(made, title)
        case "latex":
            return render.latex(made, whole=title is not None)
    render.terminal(made, render.console(stream, width=100))
    return stream.getvalue()


def in_json(made: Any, indent: int | None = None) -> str:
    """Data as JSON, by default on one line, with escapes for characters that could steer a terminal."""
    text = json.dumps(made, ensure_ascii=False, indent=indent)
    return _CONTROL.sub(lambda sign: f"\\u{ord(sign[0]):04x}", text) + "\n"


def emit(text: str) -> None:
    """Print a text on standard output, in ASCII where the stream is not UTF-8."""
    encoding = (getattr(sys.stdout, "encoding", None) or "utf-8").lower()
    if not encoding.replace("-", "").startswith("utf"):
        from tarot_teach.render.terminal import in_ascii

        text = in_ascii(text)
    sys.stdout.write(text)
    sys.stdout.flush()


def note(text: str, **values: object) -> None:
    """Print a line on standard error; with values, a sentence filled with them."""
    click.echo(text.format(**values) if values else text, err=True)


def amount(size: int) -> str:
    """Bytes in megabytes, to a tenth."""
    return _("{size} MB").format(size=number_text(size / 1e6, 1))


def print_error(error: TarotError, *, as_json: bool) -> None:
    """Print an error on standard error, and as JSON on standard output too."""
    if as_json:
        show({"errors": [problem.as_data() for problem in error.problems]}, "json")
    for problem in error.problems:
        text = problem.with_code()
        with suppress(OSError):  # standard error has no reader
            try:
                note(text)
            except UnicodeEncodeError:
                note(text.encode("ascii", "replace").decode())


@contextmanager
def progress(total: int, done: int = 0, words: tuple[str, str] = OF_DEALS) -> Iterator[Callable[..., None]]:
    """Show a progress bar for deals, or what else the ``words`` count, on standard error if that is a terminal.

    Yields ``show(done, remark=None, total=None)``. The remark behind the number is by default the speed.
    """
    if not sys.stderr.isatty():
        yield lambda *_progress: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        BarColumn(),
        TextColumn(_(words[0])),
        TextColumn("{task.fields[remark]}"),
        TimeRemainingColumn(elapsed_when_finished=True),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total, completed=done, remark="")

        def show(done: int, remark: str | None = None, total: int | None = None) -> None:
            bar.update(task, completed=done, total=total)
            speed = bar.tasks[0].speed
            bar.update(task, remark=remark or (_(words[1]).format(speed=speed) if speed else ""))

        yield show


@contextmanager
def step_line() -> Iterator[Callable[[str], None]]:
    """Show the current step on a line of the terminal, which is removed at the end; nothing in a pipe.

    No thread redraws the line, since a thread would hold locks while worker processes are forked.
    """
    if not sys.stderr.isatty():
        yield lambda _what: None
        return
    clear = "\r\x1b[K"
    try:
        yield lambda what: click.echo(f"{clear}{what} …", nl=False, err=True)
    finally:
        click.echo(clear, nl=False, err=True)


# ---------------------------------------------------------------- input and files


def typed_lines() -> Iterator[str]:
    """The lines that a person types at a prompt, or that come through a pipe, until the input ends."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # bytes that are no text become a wrong answer, and no error
    while True:
        if sys.stdin.isatty() and sys.stdout.isatty():
            try:
                yield click.prompt(">", prompt_suffix=" ", default="", show_default=False).strip()
            except click.Abort:
                return
        elif line := sys.stdin.readline():
            yield line.strip()
        else:
            return


def check_new_file(out: Path | None, force: bool) -> None:
    """Check before the work that an output file can be written. Raises OutputError, without ``force`` also for an existing file."""
    if out is None:
        return
    if not force and os.path.lexists(out):
        hint = _("take another name, or --force to replace it")
        raise OutputError.of("save.exists", _("there is a file of that name"), Place(str(out)), hint)
    check_writable(out)


def write_out(out: Path, content: str | bytes) -> None:
    """Write the output file of a command, and report it on standard output. Raises OutputError."""
    write_atomically(out, content if isinstance(content, bytes) else content.encode("utf-8"))
    emit(_("Written: {out}\n").format(out=out))


def id_for(out: Path | None, default: str) -> str:
    """The id of an example that is written to a file: the file's name if that is a valid id, else the default."""
    return out.stem if out is not None and re.fullmatch(r"[a-z0-9][a-z0-9-]*", out.stem) else default


# ---------------------------------------------------------------- wrong usage


class Misuse(click.UsageError):
    """A command line that makes no sense, with the problem."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.with_code())
        self.problem = problem


def usage(code: str, message: str, hint: str | None = None, **values: object) -> Misuse:
    """A usage error (exit code 2); the values fill its message."""
    return Misuse(Problem(code, message.format(**values) if values else message, None, hint))


def problem_of(error: click.ClickException) -> Problem:
    """The problem that click or a command reports about a command line."""
    if isinstance(error, Misuse):
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
    """True if a command line asks for JSON, even one that cannot be parsed."""
    pairs = pairwise((*arguments, ""))
    return any(one in ("--json", "--format=json") or (one, two) == ("--format", "json") for one, two in pairs)
