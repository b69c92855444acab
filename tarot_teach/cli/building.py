"""``tarot-teach build``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from tarot_teach.cli.output import emit, usage
from tarot_teach.cli.own import is_file, library_for, readable
from tarot_teach.loading import Library
from tarot_teach.records import load_example, replay_by
from tarot_teach.render.cardart import FIGURES, SUITS, Style
from tarot_teach.rules import Evidence, Ruleset
from tarot_teach.sphinxext.book import build_epub, build_pdf
from tarot_teach.sphinxext.folder import build_markdown
from tarot_teach.sphinxext.pages import Contents, gather
from tarot_teach.sphinxext.running import Progress
from tarot_teach.sphinxext.site import build_site

Build = Callable[[Contents, Path, Library, Progress], Path]
FORMATS: dict[str, tuple[str, Build]] = {
    "html": ("site", build_site),
    "pdf": ("tutorial.pdf", build_pdf),
    "epub": ("tutorial.epub", build_epub),
    "markdown": ("tutorial", build_markdown),
}


@click.command("build")
@click.argument("names", nargs=-1)
@click.option(
    "--format", "kind", type=click.Choice(list(FORMATS)), default="html", show_default=True, help="What to make."
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="The folder of the site or of the Markdown files, or the file.  [default: site, tutorial.pdf, tutorial.epub, tutorial]",
)
@click.option(
    "--suits",
    type=click.Choice(SUITS),
    default=Style().suits,
    show_default=True,
    help="Suit signs of the cards.",
)
@click.option(
    "--courts", default=Style().courts, show_default=True, help="Index letters of king, queen, knight and jack."
)
@click.option(
    "--trumps",
    type=click.Choice(FIGURES),
    default=Style().trumps,
    show_default=True,
    help="Figures of the trumps.",
)
def command(names: tuple[str, ...], kind: str, out: Path | None, **look: str) -> None:
    """Build a tutorial of the rulesets NAMES with their worked examples; by default of all shipped rulesets and house
    rules: a site, a PDF, an EPUB or a folder of Markdown files.

    The path of a ruleset of your own brings the examples that lie beside it, or in a folder `examples` beside it.
    """
    usual, build = FORMATS[kind]
    try:
        style = Style(**look)
    except ValueError as error:
        raise usage("build.courts", str(error), "for instance RDCV or KQCJ") from None
    library = library_for(names)
    asked = list(names) or sorted(library.ids(), key=lambda id: _place(library.load(id)))
    options = [] if names else library.options()
    with _progress() as progress:
        progress("checking rulesets and examples")
        for name in asked:
            ruleset = library.load(name)
            for path in (*library.examples_of(ruleset.name), *_unreadable_beside(name)):
                replay_by(load_example(str(path), library), library, path.parent)
        for option in options:
            for path in library.examples_with(option):
                replay_by(load_example(str(path), library), library, path.parent)
        made = build(gather(asked, library, options, style), out or Path(usual), library, progress)
    emit(f"The {'site' if kind == 'html' else 'tutorial'} is built: open {made}\n")


def _place(ruleset: Ruleset) -> tuple[int, str, bool, str]:
    """Where a ruleset stands among others: the best attested first, of each family the game for four."""
    return list(Evidence).index(ruleset.evidence), ruleset.id.rpartition("-")[0], 4 not in ruleset.players, ruleset.id


def _unreadable_beside(name: str) -> list[Path]:
    """Examples beside a user's ruleset that cannot be read: they are not passed over, reading them says why."""
    path = Path(name)
    if not is_file(path):
        return []
    return [file for file in sorted((path.parent / "examples").glob("*.yaml")) if not readable(file)]


@contextmanager
def _progress() -> Iterator[Progress]:
    """Show on a terminal what is being done, on a line that is removed at the end; nothing in a pipe.

    The line changes only when it is told to: a thread that redraws it would hold locks while worker processes are forked.
    """
    if not sys.stderr.isatty():
        yield lambda _what: None
        return
    clear = "\r\x1b[K"
    try:
        yield lambda what: click.echo(f"{clear}{what} …", nl=False, err=True)
    finally:
        click.echo(clear, nl=False, err=True)
