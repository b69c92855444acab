"""``tarot-teach build``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import click

from tarot_teach.cli.library import library_of, mechanisms_option
from tarot_teach.cli.output import emit, note, out_option, usage
from tarot_teach.errors import OutputError
from tarot_teach.language import _
from tarot_teach.loading import Library
from tarot_teach.loading.document import kind_of
from tarot_teach.loading.user_files import files_in, is_file, names_folder, readable
from tarot_teach.records.record import load_example
from tarot_teach.records.runner import replay_by, replay_example
from tarot_teach.render.cardart.parts import FIGURES, SUITS, Style
from tarot_teach.rules import Evidence, Ruleset
from tarot_teach.topics.courses import read_course
from tarot_teach.try_it.engine_files import find_runtime

FORMATS = {
    "html": ("site", "site", "build_site"),
    "pdf": ("tutorial.pdf", "book", "build_pdf"),
    "epub": ("tutorial.epub", "book", "build_epub"),
    "markdown": ("tutorial", "folder", "build_markdown"),
}
"""By format: the default place, and the module and function of ``sphinxext.tutorials`` that build it."""
USUAL = Style()


@click.command("build")
@click.argument("names", nargs=-1)
@click.option("--format", "kind", type=click.Choice(list(FORMATS)), default="html", help="The format to make.")
@out_option(
    help="The folder of the site or of the Markdown files, or the file.  [default: site, tutorial.pdf, tutorial.epub, tutorial]"
)
@click.option("--suits", type=click.Choice(SUITS), default=USUAL.suits, help="Suit signs of the cards.")
@click.option("--courts", default=USUAL.courts, help="Index letters of king, queen, knight and jack.")
@click.option("--trumps", type=click.Choice(FIGURES), default=USUAL.trumps, help="Figures of the trumps.")
@click.option("--title", default="", help="The title of the tutorial.")
@click.option(
    "--runtime",
    default="",
    metavar="FOLDER|ADDRESS",
    help="Pyodide for the page “Try it” of a site: the folder of its files, or an address.",
)
@mechanisms_option
def command(names: tuple[str, ...], kind: str, out: Path | None, title: str, runtime: str, **look: str) -> None:
    """Build a tutorial of the rulesets NAMES with their courses and worked examples; by default of all shipped rulesets
    and house rules: a site, a PDF, an EPUB or a folder of Markdown files.

    The path of a ruleset of your own brings the courses and examples that lie beside it, or in folders `courses` and `examples` beside
    it; that of a folder stands for the rulesets in it. The path of a course of your own brings its rulesets, and leaves other courses out.
    """
    usual, module, build = FORMATS[kind]
    try:
        style = Style(**look)
    except ValueError as error:
        raise usage("build.courts", str(error), _("for instance RDCV or KQCJ")) from None
    if runtime and kind != "html":
        hint = _("leave out --runtime, or --format {kind}").format(kind=kind)
        raise usage("build.runtime", _("the engine runs in the pages of a site only"), hint)
    missing = " and ".join(name for name in ("sphinx", "furo") if find_spec(name) is None)
    if missing:
        message = _("tutorials are set by Sphinx, and {missing} cannot be found here").format(missing=missing)
        raise OutputError.of("build.packages", message, hint="pip install sphinx furo")
    from tarot_teach.sphinxext.tutorials.pages import gather

    library = library_of(*names)
    names = tuple(each for name in names for each in (_rulesets_in(name, library) if names_folder(name) else [name]))
    paths = [name for name in names if is_file(Path(name))]
    own = [name for name in paths if kind_of(library.document(Path(name).resolve())) == "course"]
    courses = [read_course(Path(name).resolve(), library) for name in own]
    asked = list(dict.fromkeys([*(name for name in names if name not in own), *(a for c in courses for a in c.asked)]))
    asked = asked or sorted(library.ids(), key=lambda id: _place(library.load(id)))
    options = [] if names else library.ids("option")
    folders = list(dict.fromkeys(Path(name).parent for name in paths))
    if runtime:
        found = find_runtime(runtime)
        runtime = str(found.folder.resolve()) if found.folder else runtime
    with _progress() as progress:
        progress(_("checking rulesets and examples"))
        for name in asked:
            ruleset = library.load(name)
            library.check_unique("ruleset", ruleset.id)
            unreadable = _unreadable(Path(name).parent / "examples") if is_file(Path(name)) else []
            for path in (*library.examples_of(ruleset.name), *unreadable):  # what is unreadable raises its error here
                example = load_example(str(path), library)
                library.check_unique("example", example.file.id)
                replay_by(example, library, path.parent)
        for option in options:
            for path in library.examples_with(option):
                replay_example(str(path), library)
        contents = replace(gather(asked, library, options, style, courses, title), runtime=runtime)
        maker = getattr(import_module(f"tarot_teach.sphinxext.tutorials.{module}"), build)
        made = maker(contents, out or Path(usual), library, progress)
    for folder in folders:
        for path in _unreadable(folder):
            note(_("{path} cannot be read, and is left out; to see why: tarot-teach check {path}"), path=path)
    emit(_("The {words} is built: open {made}\n").format(words="site" if kind == "html" else "tutorial", made=made))


def _place(ruleset: Ruleset) -> tuple[int, str, bool, str]:
    """The sort key of a ruleset: the best attested first, in each family the game for four first."""
    return list(Evidence).index(ruleset.evidence), ruleset.id.rpartition("-")[0], 4 not in ruleset.players, ruleset.id


def _rulesets_in(folder: str, library: Library) -> list[str]:
    """The paths of the rulesets in a folder. Raises LoadError for a folder without one."""
    found = [str(path) for path in files_in(Path(folder)) if path.resolve() in library.paths("ruleset")]
    return found or [str(library.find("ruleset", folder))]


def _unreadable(folder: Path) -> list[Path]:
    return [file for file in sorted(folder.glob("*.yaml")) if not readable(file)]


@contextmanager
def _progress() -> Iterator[Callable[[str], None]]:
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
