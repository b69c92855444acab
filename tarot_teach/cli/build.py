"""``tarot-teach build``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib import import_module
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tarot_teach.catalogues import checked_language
from tarot_teach.cli.library import check_sphinx, library_of, mechanisms_option, trust_option
from tarot_teach.cli.output import OutPath, check_new_file, emit, note, out_option, step_line, usage, write_out
from tarot_teach.cli.runtime import NONE, VARIABLE, given_runtime, runtime_of_site
from tarot_teach.cli.watch import watch_site
from tarot_teach.loading import Library
from tarot_teach.loading.document import kind_of
from tarot_teach.loading.user_files import files_in, is_file, names_folder, readable
from tarot_teach.messages import _
from tarot_teach.records.gathered import load_example
from tarot_teach.records.runner import replay_by, replay_example
from tarot_teach.render.cardart.parts import FIGURES, SUITS, Style
from tarot_teach.rules import Evidence, Ruleset
from tarot_teach.topics.courses.course import read_course
from tarot_teach.try_it.engine_files import find_runtime
from tarot_teach.try_it.fetch_runtime import QUICK, fetch_runtime
from tarot_teach.try_it.one_file import one_file

if TYPE_CHECKING:
    from tarot_teach.sphinxext.tutorials.pages import Contents

FORMATS = {
    "html": ("site", "site", "build_site"),
    "pdf": ("tutorial.pdf", "book", "build_pdf"),
    "epub": ("tutorial.epub", "book", "build_epub"),
    "markdown": ("tutorial", "folder", "build_markdown"),
    "handout": ("handout.html", "handout", "build_handout"),
}
"""By format: the default place, and the module and function of ``sphinxext.tutorials`` that build it."""
USUAL = Style()
MADE = b'<meta name="generator" content="tarot-teach">'
"""The mark of a page of one file, in its head."""


@click.command("build")
@click.argument("names", nargs=-1)
@click.option("--format", "kind", type=click.Choice(list(FORMATS)), default="html", help="The format to make.")
@out_option(
    help="The folder of the site or of the Markdown files, or the file.  [default: site, tutorial.pdf, tutorial.epub, tutorial, handout.html]"
)
@click.option("--suits", type=click.Choice(SUITS), default=USUAL.suits, help="Suit signs of the cards.")
@click.option("--courts", default=USUAL.courts, help="Index letters of king, queen, knight and jack.")
@click.option("--trumps", type=click.Choice(FIGURES), default=USUAL.trumps, help="Figures of the trumps.")
@click.option("--title", default="", help="The title of the tutorial.")
@click.option(
    "--runtime",
    default="",
    metavar="FOLDER|ADDRESS|none",
    show_default=False,
    help="Pyodide for the page “Try it” of a site: the folder of its files, an address, or none.  [default: $TAROT_TEACH_RUNTIME, or what `tarot-teach runtime` fetches]",
)
@click.option(
    "--address",
    default="",
    metavar="URL",
    help="Where a site will be: for its site map, and for what search engines and other sites show of its pages.",
)
@click.option(
    "--languages",
    default="",
    metavar="en,fr",
    help="Build a site in each of these languages, with links between their pages.",
)
@click.option(
    "--one-file",
    "page",
    type=OutPath(),
    metavar="FILE",
    help="In place of a site, one HTML file to play deals from a disk: table, cards, engine and its runtime.",
)
@click.option(
    "--watch", is_flag=True, help="Show the site on this machine, and each change of a page, example or ruleset."
)
@mechanisms_option
@trust_option
def command(
    names: tuple[str, ...],
    kind: str,
    out: Path | None,
    title: str,
    runtime: str,
    address: str,
    languages: str,
    page: Path | None,
    watch: bool,
    *,
    trusted: bool,
    **look: str,
) -> None:
    """Build a tutorial of the rulesets NAMES with their courses and worked examples; by default of all shipped rulesets
    and house rules: a site, a PDF, an EPUB, a folder of Markdown files, or a handout: the questions of the examples with hands and
    auctions, and the answers on pages of their own, to be printed, or as a PDF where the file is called so.

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
    if address and kind != "html":
        hint = _("leave out --address, or --format {kind}").format(kind=kind)
        raise usage("build.address", _("only a site has an address"), hint)
    wanted = _languages(languages)
    if wanted and (kind != "html" or page or watch):
        hint = _("for one of them: --language {name}").format(name=wanted[-1])
        raise usage("build.languages", _("only a site that is written into a folder has several languages"), hint)
    if page:
        if kind != "html" or address or out:
            hint = _("leave out --format, --out and --address: the file is all that is made")
            raise usage("build.one-file", _("a page of one file is made in place of a site"), hint)
        check_new_file(page, force=_made_here(page))
    if watch and (kind != "html" or page or out):
        hint = _("leave out --format, --out and --one-file: a site is shown, and none is left")
        raise usage("build.watch", _("only a site is watched"), hint)
    check_sphinx()
    from tarot_teach.sphinxext.tutorials.on_the_web import checked_address

    address = checked_address(address) if address else ""

    if watch:
        watch_site(names, lambda since: _gathered(names, style, title, since), trusted=trusted)
        return
    runtime, missing, noted = given_runtime(runtime) if kind == "html" else NONE, False, ""
    with step_line() as progress:
        progress(_("checking rulesets and examples"))
        contents, library, folders = _gathered(names, style, title)
        if page:
            made = _one_file(contents, library, runtime, progress)
        else:
            if not contents.tried:
                runtime = NONE
            elif not runtime:
                runtime, noted = runtime_of_site(progress)
                missing = not runtime
            given: dict[str, Any] = {
                "runtime": "" if runtime == NONE else runtime,
                "missing": missing,
                "trusted": trusted,
                "address": address,
            }
            if wanted:
                gathered = partial(_gathered, names, style, title, inf)  # examples are checked once, above
                built = _in_languages(wanted, lambda: gathered()[:2], given, out or Path(usual), progress)
            else:
                maker = getattr(import_module(f"tarot_teach.sphinxext.tutorials.{module}"), build)
                built = maker(replace(contents, **given), out or Path(usual), library, progress)
    if page:
        write_out(page, made)
        return
    if noted:
        note(noted)
    for folder in folders:
        for path in _unreadable(folder):
            note(_("{path} cannot be read, and is left out; to see why: tarot-teach check {path}"), path=path)
    done = _("The site is built: open {made}\n") if kind == "html" else _("The tutorial is built: open {made}\n")
    emit(done.format(made=built))


def _gathered(
    names: tuple[str, ...], style: Style, title: str, since: float = 0
) -> tuple[Contents, Library, list[Path]]:
    """The contents of a tutorial, its library, and the folders of files that were named. Examples that have not changed ``since`` a time are taken
    to be sound, unless a ruleset or another file has. Raises errors for faults in rulesets and examples."""
    from tarot_teach.sphinxext.tutorials.pages import gather

    library = library_of(*names)
    names = tuple(each for name in names for each in (_rulesets_in(name, library) if names_folder(name) else [name]))
    paths = [name for name in names if is_file(Path(name))]
    own = [name for name in paths if kind_of(library.document(Path(name).resolve())) == "course"]
    courses = [read_course(Path(name).resolve(), library) for name in own]
    asked = list(dict.fromkeys([*(name for name in names if name not in own), *(a for c in courses for a in c.asked)]))
    asked = asked or sorted(library.ids(), key=lambda id: _place(library.load(id)))
    options = [] if names else library.ids("option")
    for name in asked:
        ruleset = library.load(name)
        library.check_unique("ruleset", ruleset.id)
        unreadable = _unreadable(Path(name).parent / "examples") if is_file(Path(name)) else []
        for path in (*library.examples_of(ruleset.name), *unreadable):  # what is unreadable raises its error here
            if path.stat().st_mtime >= since:
                example = load_example(str(path), library)
                library.check_unique("example", example.file.id)
                replay_by(example, library, path.parent)
    for option in options:
        library.fitting(option)  # found once, for all processes that read pages
        for path in library.examples_with(option):
            if path.stat().st_mtime >= since:
                replay_example(str(path), library)
    folders = list(dict.fromkeys(Path(name).parent for name in paths))
    return gather(asked, library, options, style, courses, title), library, folders


def _languages(given: str) -> tuple[str, ...]:
    """The languages of a list with commas. Raises RunError for one of which there is no catalogue, UsageError for one that is named twice."""
    names = tuple(checked_language(name.strip()) for name in given.split(",")) if given else ()
    for name in names:
        if names.count(name) > 1:
            hint = _("name each language once, for instance en,fr")
            raise usage("build.languages", _("{name} is named twice").format(name=name), hint)
    return names


def _in_languages(
    wanted: tuple[str, ...],
    gathered: Callable[[], tuple[Contents, Library]],
    given: dict[str, Any],
    out: Path,
    progress: Callable[[str], None],
) -> Path:
    """Build a site in each of the languages; the page that leads to them."""
    from tarot_teach.sphinxext.tutorials.languages import build_in_languages

    def gather() -> tuple[Contents, Library]:
        contents, library = gathered()
        return replace(contents, **given), library

    return build_in_languages(dict.fromkeys(wanted, gather), out, progress)


def _one_file(contents: Contents, library: Library, runtime: str, progress: Callable[[str], None]) -> str:
    """The page of one file about the rulesets of a tutorial. Raises OutputError where its engine cannot be had."""
    if runtime == NONE or not contents.tried:
        message, hint = (
            _("a page of one file holds the engine, and there is none for it"),
            _(
                "name a ruleset that can be played in a page, and let the runtime be: leave out --runtime none, and {variable}"
            ),
        )
        raise usage("build.one-file", message, hint.format(variable=VARIABLE))
    found = find_runtime(runtime or str(fetch_runtime(progress, QUICK).folder))
    progress(_("packing the engine"))
    return one_file(library, [library.load(name) for name in contents.tried], found, contents.title)


def _made_here(file: Path) -> bool:
    """True for a page of one file, which is made anew."""
    return file.is_file() and MADE in file.read_bytes()[:2000]


def _place(ruleset: Ruleset) -> tuple[int, str, bool, str]:
    """The sort key of a ruleset: the best attested first, in each family the game for four first."""
    return list(Evidence).index(ruleset.evidence), ruleset.id.rpartition("-")[0], 4 not in ruleset.players, ruleset.id


def _rulesets_in(folder: str, library: Library) -> list[str]:
    """The paths of the rulesets in a folder. Raises LoadError for a folder without one."""
    found = [str(path) for path in files_in(Path(folder)) if path.resolve() in library.paths("ruleset")]
    return found or [str(library.find("ruleset", folder))]


def _unreadable(folder: Path) -> list[Path]:
    return [file for file in sorted(folder.glob("*.yaml")) if not readable(file)]
