"""``tarot-teach tactics``."""

from __future__ import annotations

from pathlib import Path

import click

from tarot_teach.advice.format import advice_for
from tarot_teach.cli.library import library_of, mechanisms_option
from tarot_teach.cli.output import OutPath, note, progress
from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError
from tarot_teach.files import check_writable, write_atomically
from tarot_teach.messages import _
from tarot_teach.topics.quiz.quiz import Quiz
from tarot_teach.topics.tactics.data import make

DEALS, EACH = 1000, 20


@click.command("tactics")
@click.argument("name")
@click.option("--deals", type=click.IntRange(1), default=DEALS, show_default=True, help="The deals to look at.")
@click.option(
    "--each", type=click.IntRange(1), default=EACH, show_default=True, help="The most puzzles of each theme to keep."
)
@click.option("--out", type=OutPath(), required=True, help="The file to write, as JSON lines.")
@mechanisms_option
def command(name: str, deals: int, each: int, out: Path) -> None:
    """Look for cards to play with one's own eyes in deals of NAME, as `quiz --kind tactics` asks about them, and write them to a file.

    Such a card is best in nearly all deals that fit what its player has seen, though the simple player would play another. The same
    deals give the same file. That of the rulesets which have one was made so; it lies in the folder of the package.
    """
    check_writable(out)
    library = library_of(name)
    ruleset = library.load(name)
    quiz = Quiz(Engine(ruleset), advice_for(library, ruleset), 0)
    if reason := quiz.without_tactics:
        message, hint = _("no cards can be looked for in {name}: {reason}"), _("take a game of tricks")
        raise LoadError.of("tactics.unfit", message, None, hint, name=name, reason=reason)
    with progress(deals) as show:
        text = make(
            quiz.tactics, deals, each, lambda done, found: show(done, _("found: {found}").format(found=found), deals)
        )
    write_atomically(out, text.encode())
    note(_("Written: {out}, {number} puzzles of {deals} deals."), out=out, number=text.count("\n") - 1, deals=deals)
