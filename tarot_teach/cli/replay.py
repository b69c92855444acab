"""``tarot-teach replay`` and ``tarot-teach step``."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path

import click

from tarot_teach.cli.library import library_of, mechanisms_option
from tarot_teach.cli.output import Decorator, emit, json_option, note, page_options, show, usage, write_out
from tarot_teach.explain.exercises import exercises_of
from tarot_teach.explain.open_cards import with_open_cards
from tarot_teach.loading import Library
from tarot_teach.messages import _
from tarot_teach.records.lines.deals import deal_line
from tarot_teach.records.lines.written import line_at
from tarot_teach.records.replay import Replay
from tarot_teach.records.runner import replay_example
from tarot_teach.render.scorm import class_page, scorm
from tarot_teach.topics.compare.deals_page import lesson
from tarot_teach.topics.other_programs.openspiel_written import written_history
from tarot_teach.topics.other_programs.tarotclub_written import written_deal, written_play
from tarot_teach.topics.play.what_if import what_if, with_lines
from tarot_teach.topics.play.written import with_written

MOST_LINES = 40_000
"""The most signs that what else could have been played may take in a page of one file; gzip leaves a fifth of them."""

FOR_OTHERS = {"tarotclub-deal": written_deal, "tarotclub-played": written_play, "openspiel": written_history}
"""The formats of other programs, and what writes them."""

go_on_option: Decorator = click.option(
    "--go-on", is_flag=True, help="Go on past plays that the rules refuse; they are marked."
)


def replayed(name: str, go_on: bool = False) -> Replay:
    """A record, by id or path, replayed by the ruleset that it names."""
    return replay_example(name, library_of(name), go_on=go_on)


@click.command("replay")
@click.argument("file")
@go_on_option
@click.option(
    "--what-if",
    "instead",
    metavar="'TRICK SEAT CARD'",
    help="Go on from another card that was allowed, as '8 S T15', beside the card of the record.",
)
@click.option(
    "--open-cards", is_flag=True, help="Say what each card of the last tricks would have brought with all cards open."
)
@click.option(
    "--at", metavar="'TRICK SEAT'", help="With --format line, the position in which the seat is to play, as '8 S'."
)
@click.option(
    "--seen-by", metavar="SEAT", help="With --at, the position as this seat knows it; by default with all cards open."
)
@page_options("text", "markdown", "html", "latex", "scorm", "line", *FOR_OTHERS)
@mechanisms_option
def command(
    file: str,
    go_on: bool,
    instead: str | None,
    open_cards: bool,
    at: str | None,
    seen_by: str | None,
    kind: str,
    out: Path | None,
) -> None:
    """Replay FILE, a worked example or record (or the id of a shipped one): every card with its reasons, and the score.

    A deal or a position on one line may stand in place of FILE, and --format line writes one; --format tarotclub-deal and tarotclub-played write files for TarotClub, and
    --format openspiel a history of its Slovenian tarok. With --format html and --out, the lesson is one page to step through, which needs no other file; where it asks questions, it makes a code of
    the answers for `results`. With --format scorm and --out it is a SCORM 1.2 package for a learning platform.
    """
    if kind == "scorm" and (out is None or instead is not None):
        message = _("a package needs a file, and holds no comparison of lines")
        raise usage("quiz.out", message, "tarot-teach replay going-over --format scorm --out lesson.zip")
    done = replayed(file, go_on)
    if kind == "line" or at is not None or seen_by is not None:
        _write_line(done, library_of(file), kind, at, seen_by, out)
        return
    if kind in FOR_OTHERS:
        text, notes = FOR_OTHERS[kind](done.deal)
        for each in notes:
            note(each)
        emit(text) if out is None else write_out(out, text)
        return
    title = done.record.file.title if out else None
    if instead is not None:
        found = what_if(done, instead)
        show(found.to_dict() if kind == "json" else list(found.blocks()), kind, out, title=title)
        return
    page = lesson(done)
    whole = out is not None and kind in ("html", "scorm")
    if open_cards or whole:
        page = with_open_cards(page, done)
    if out is None or not whole:
        show(done.to_dict() if kind == "json" else page, kind, out, title=title)
        return
    page = with_lines(with_written(page, done, library_of(file)), done, most=MOST_LINES)
    asked = exercises_of(done)
    record, ruleset = done.record.file, done.engine.ruleset
    if kind == "scorm":
        write_out(out, scorm(asked, record.title, ruleset, library_of(file), page, record.id))
    elif asked:
        write_out(out, class_page(asked, record.title, ruleset, library_of(file), page, record.id))
    else:
        show(page, kind, out, title=title)


def _write_line(
    done: Replay, library: Library, kind: str, at: str | None, seen_by: str | None, out: Path | None
) -> None:
    """Print a deal or a position of it as a line, or write it into a file."""
    if kind != "line" or (seen_by is not None and at is None):
        message = _("--at and --seen-by are for a position as a line")
        raise usage("line.usage", message, "tarot-teach replay going-over --format line --at '3 S' --seen-by S")
    line = deal_line(done.deal, library) if at is None else line_at(done.deal, library, at, seen_by)
    if out is None:
        emit(f"{line}\n")
    else:
        write_out(out, f"{line}\n")


@click.command("step")
@click.argument("example")
@go_on_option
@json_option
@mechanisms_option
def step(example: str, go_on: bool, kind: str) -> None:
    """Step through EXAMPLE, an id or a file, on a full screen: forward, back, to a trick, and why any card may or may not
    be played.

    The whole example is listed where there is no terminal, or no textual (pip install 'tarot-teach[tui]').
    """
    done = replayed(example, go_on)
    if kind == "json":
        show(done.to_dict(), kind)
    elif full_screen() and find_spec("textual") is not None:
        from tarot_teach.tui.app import run

        run(done)
    else:
        if full_screen():
            note("to step through it on a full screen: pip install 'tarot-teach[tui]'")
        show(lesson(done))


def full_screen() -> bool:
    """True for a terminal that can show a full screen."""
    streams = all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))
    signs = (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf")
    return streams and signs and os.environ.get("TERM") != "dumb"
