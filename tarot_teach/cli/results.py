"""``tarot-teach results``."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from tarot_teach.blocks import Block, Heading, Paragraph, Table
from tarot_teach.cli.output import json_option, show, usage
from tarot_teach.language import _
from tarot_teach.render.scorm import questions_in
from tarot_teach.text import Text, say
from tarot_teach.topics.quiz.codes import ClassResults, put_together

PAGES = (".html", ".htm", ".zip")
"""The endings of files that have the questions."""


@click.command("results")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@json_option
def command(files: tuple[Path, ...], kind: str) -> None:
    """Put the answers of a class together: which question was hard, which wrong answer was given, and what to teach again.

    One of FILES is the page or the package that `quiz --format html` or `--format scorm` has written; the others have the codes of learners, one
    a line. Codes of other questions are left out and counted.
    """
    pages = [path for path in files if path.suffix.lower() in PAGES]
    codes = [path for path in files if path not in pages]
    if len(pages) != 1 or not codes:
        message, hint = (
            _("name one page of questions, and files of codes"),
            "tarot-teach results questions.html codes.txt",
        )
        raise usage("results.files", message, hint)
    found = put_together(questions_in(pages[0]), codes)
    show(asdict(found) if kind == "json" else describe(found), kind)


def describe(found: ClassResults) -> list[Block]:
    """The results of a class, the hardest question first."""
    said = [say(_("Codes read: {number}."), number=found.learners)]
    if found.others:
        said.append(say(_("Left out, since they are of another lesson: {number}."), number=found.others))
    head = (_("Question"), _("Right"), _("Most frequent wrong answer"), _("Teach again"))
    rows = tuple(
        (
            Text((f"{each.number}. {each.question}",)),
            say(_("{right} of {given}"), right=each.right, given=each.given),
            Text((f"{each.wrong} ({each.times})" if each.wrong else "–",)),
            Text((each.teach if each.right < each.given else "–",)),
        )
        for each in found.questions
    )
    return [Heading(1, Text((found.title,))), *map(Paragraph, said), Table(tuple(Text((word,)) for word in head), rows)]
