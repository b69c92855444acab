"""``tarot-teach results``."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from tarot_teach.blocks import Block, Heading, Paragraph, Table
from tarot_teach.cli.output import checked_out, json_option, out_option, show, usage, write_out
from tarot_teach.messages import _, pgettext, semicolon
from tarot_teach.render.scorm import questions_in, teacher_page
from tarot_teach.text import Text, say
from tarot_teach.topics.quiz.codes import ClassResults, code_lines, put_together

PAGES = (".html", ".htm", ".zip")
"""The endings of files that have the questions."""
MOST = 3
"""The most wrong answers to a question that are listed."""


@click.command("results")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@out_option(help="Write the teacher's page of these questions and codes into this file.", callback=checked_out)
@click.option(
    "--site", metavar="ADDRESS", default="", help="The address of a site that `build` has made, for links of that page."
)
@json_option
def command(files: tuple[Path, ...], out: Path | None, site: str, kind: str) -> None:
    """Put the answers of a class together: which question was hard, which wrong answer was given, and what to teach again.

    Some of FILES are pages or packages that `quiz` or `replay` has written with --format html or scorm; the others have the codes of learners, one
    a line, perhaps with a name in front. Codes of other questions are left out and counted.

    With --out, a page for whoever teaches is written, which needs no other file and no server: codes are pasted there, or dropped as files. It needs
    no FILES of codes.
    """
    pages = [path for path in files if path.suffix.lower() in PAGES]
    codes = [path for path in files if path not in pages]
    if not pages or not (codes or out):
        message, hint = (
            _("name pages of questions, and files of codes"),
            "tarot-teach results questions.html codes.txt",
        )
        raise usage("results.files", message, hint)
    if out is not None and kind == "json":
        raise usage("usage.forms", _("--json and --out are two forms of output"), _("give one of them"))
    sets = [questions_in(path) for path in pages]
    if out is not None:
        lines = [line for path in codes for line in code_lines(path)]
        write_out(out, teacher_page(sets, "\n".join(lines), site))
        return
    found = put_together(sets, codes)
    show(asdict(found) if kind == "json" else describe(found), kind)


def describe(found: ClassResults) -> list[Block]:
    """The results of a class, the hardest question first."""
    said = [say(_("Codes read: {number}."), number=len(found.learners))]
    if found.others:
        said.append(say(_("Left out, since they are of another lesson: {number}."), number=found.others))
    head = (_("Question"), pgettext("answers", "Right"), _("Wrong answers"), _("Teach again"))
    rows = tuple(
        (
            Text((f"{each.number}. {each.question}",)),
            say(_("{right} of {given}"), right=each.right, given=each.given),
            Text((semicolon().join(f"{answer} ({times})" for answer, times in each.wrong[:MOST]) or "–",)),
            Text((each.teach if each.right < each.given else "–",)),
        )
        for each in found.questions
    )
    title = Heading(1, Text((" · ".join(found.titles),)))
    return [title, *map(Paragraph, said), Table(tuple(Text((word,)) for word in head), rows)]
