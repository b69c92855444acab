"""``tarot-teach session``."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from tarot_teach.cli.library import library_of, mechanisms_option
from tarot_teach.cli.output import as_text, format_option, json_option, out_option, show, usage, write_out
from tarot_teach.errors import OutputError, Place
from tarot_teach.language import _
from tarot_teach.topics.sessions.page import describe_session, session_data
from tarot_teach.topics.sessions.scorekeeper import Session, keep_score


@click.command("session")
@click.argument("file")
@format_option("text", "markdown", "html", "latex", "pdf", "csv")
@out_option(help="Write it into this file.")
@click.option("--deal", type=int, metavar="N", help="Only deal number N, with the totals after it.")
@json_option
@mechanisms_option
def command(file: str, kind: str, out: Path | None, deal: int | None) -> None:
    """Print the explained score sheet of FILE, a session of many deals (or the id of a shipped one)."""
    if kind == "pdf" and out is None:
        raise usage("session.out", _("a PDF cannot be printed on the terminal"), _("name a file with --out"))
    library = library_of(file)
    session = keep_score(library.find_record("session", file), library)
    if deal is not None:
        if not 1 <= deal <= len(session.deals):
            hint = _("the session has deals 1 to {number}").format(number=len(session.deals))
            raise usage("session.no-deal", _("there is no deal {deal}"), hint, deal=deal)
        session = replace(session, only=deal)
    if kind == "json":
        show(session_data(session), kind)
    elif kind == "csv":
        show(_rows(session), kind, out)
    elif kind == "pdf" and out is not None:
        write_out(out, _pdf(as_text(describe_session(session), "latex", title=session.file.title), Place(str(out))))
    else:
        show(describe_session(session), kind, out, title=session.file.title)


def _pdf(latex: str, place: Place) -> bytes:
    """A LaTeX document as a PDF. Raises OutputError if LaTeX is not installed or fails."""
    program = shutil.which("pdflatex")
    if program is None:
        hint = _("install LaTeX (on Debian: texlive-latex-recommended), or take --format html")
        raise OutputError.of("session.no-latex", _("a PDF needs LaTeX, and pdflatex is not installed"), place, hint)
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "session.tex")
        source.write_text(latex, encoding="utf-8")
        run = [program, "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", source.name]
        done = subprocess.run(run, cwd=folder, capture_output=True, check=False)
        made = source.with_suffix(".pdf")
        if done.returncode or not made.exists():
            log = done.stdout.decode("utf-8", "replace").splitlines()
            why = next((line for line in log if line.startswith("!")), _("it gave no PDF")).lstrip("! ")
            hint = _("names in letters that LaTeX does not know? Take --format html")
            raise OutputError.of("session.latex", _("LaTeX could not set this: {why}").format(why=why), place, hint)
        return made.read_bytes()


def _rows(session: Session) -> Iterator[list[object]]:
    """A table with a row for each deal: what was played, then each player's points and total."""
    names = session.file.players
    head = ["deal", "dealer", "taker", "partner", "contract", "points", "honours", "void"]
    yield [*head, *(_cell(column) for name in names.values() for column in (name, f"{name} total"))]
    for row in session_data(session)["deals"]:
        scores = [value for letter in names for value in (row["scores"][letter], row["totals"][letter])]
        yield [*(_cell(row[column]) for column in head), *scores]


def _cell(value: Any) -> Any:
    """The value of a cell, with a quotation mark before a text that a spreadsheet would take for a formula."""
    if value is None:
        return ""
    return f"'{value}" if isinstance(value, str) and value[:1] in "=+-@" else value
