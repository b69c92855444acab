"""Builds a tutorial site: a page of rules for each ruleset, a page for each worked example, glossary and sources; and runs Sphinx."""

from __future__ import annotations

import gc
import io
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

from docutils import nodes
from markupsafe import Markup, escape
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import docutils_namespace, patch_docutils

from tarot_teach.errors import OutputError
from tarot_teach.explain.rulebook import ruleset_with_option
from tarot_teach.language import _, current_language
from tarot_teach.loading import Library
from tarot_teach.loading.document import relative_path
from tarot_teach.render.cardart import Style
from tarot_teach.sphinxext.domain import share_library
from tarot_teach.sphinxext.settings import COPIED, NO_INLINE_SCRIPT
from tarot_teach.sphinxext.tutorials.course_bar import add_course_bars
from tarot_teach.sphinxext.tutorials.pages import TITLE, Contents, page_name, write_sources
from tarot_teach.sphinxext.tutorials.work_folder import Progress, folder_in_place
from tarot_teach.topics.courses import Course
from tarot_teach.topics.simulate.workers import cpus, ending_with_this_process

Handler = tuple[str, Callable[..., Any], int]
"""An event of Sphinx, the function that handles it, and its priority."""


def build_site(contents: Contents, out: Path, library: Library, progress: Progress) -> Path:
    """Build the site into a folder, and return its first page. The folder keeps its old content until the site is complete.

    Raises LoadError or RecordError for faults in rulesets or examples, OutputError if nothing can be written or the folder has other
    content.
    """
    settings = {
        "html_title": contents.title,
        "html_theme": "furo",
        "html_show_sourcelink": False,
        "html_copy_source": False,
        "html_show_copyright": False,
        "html_css_files": ["lesson-page.css"],
        "tarot_remember": True,
        "tarot_runtime": contents.runtime,
        "tarot_what_if": True,
        "tarot_open_cards": True,
        **NO_INLINE_SCRIPT,
    }
    with folder_in_place(out, progress) as work:
        progress(_("writing pages"))
        write_sources(work / "source", contents, ("index", "try") if contents.runtime else ("index",))
        progress(_("building the site"))
        bars: Handler = ("html-page-context", add_course_bars(contents), 400)  # before the styles are chosen
        tries: Handler = ("html-page-context", _link_to_try(contents, library), 400)
        doors: Handler = ("html-page-context", _style_ways_in, 500)
        run_sphinx(work, "html", library, contents.style, settings, (*handlers(), bars, tries, doors), contents.courses)
        (work / "html").rename(work / "new")
    return out.resolve() / "index.html"


def _style_ways_in(app: Sphinx, _page: str, _template: str, context: dict[str, Any], _doctree: object) -> None:
    """Give the first page, and those of courses, the style of doors and minutes, which other pages do without."""
    if re.search(r'class="(?:tt-front|minutes)\b', context.get("body", "")):
        app.add_css_file("front-page.css", priority=800)  # after that of the theme


def _link_to_try(contents: Contents, library: Library) -> Callable[..., None]:
    """A handler that puts a link to the page “Try it” below the title of the page of a ruleset or a house rule, if the site has that page."""
    games: dict[str, str] = {}
    if contents.runtime:
        names = (name for name in contents.names if library.load(name).deck.id == contents.deck.id)
        games = {f"rules/{page_name(name)}": name for name in names}
        games |= {f"options/{option}": ruleset_with_option(library, option).name for option in contents.options}

    def link(_app: Sphinx, page: str, _template: str, context: dict[str, Any], _doctree: object) -> None:
        if page in games:
            game = games[page].replace(".", "%252E").replace("+", ".")
            address = f"{context['pathto']('try')}#try=legal&game={game}"
            words = Markup('</h1>\n<p class="tt-para"><a href="{}">{}</a></p>').format(address, _("Try it: lay a hand"))
            context["body"] = context["body"].replace("</h1>", words, 1)

    return link


def _mend_frame(_app: Sphinx, _page: str, _template: str, context: dict[str, Any], _doctree: object) -> None:
    """Give captions in the navigation, which are headings, their level for screen readers; escape the title, which the theme does not."""
    context["docstitle"] = escape(context["docstitle"])
    tree = context.get("furo_navigation_tree", "")
    context["furo_navigation_tree"] = tree.replace('role="heading"', 'role="heading" aria-level="2"')


MANY = 30
"""The most pages that the navigation lists below a page, but the first: of a longer list it has the page at hand alone, since
the page above lists them all."""


def handlers() -> tuple[Handler, ...]:
    """Handlers for one build: levels of captions, and a navigation made from the titles of pages, open at the branch of the page alone.

    With all branches open the navigation would grow with the library, on every page. Without titles alone Sphinx copies all sections of all
    pages for each page, and drops all but the titles: a third of the time of a build.
    """
    titles = cache(_titles)

    def navigate(app: Sphinx, page: str, _template: str, context: dict[str, Any], _doctree: object) -> None:
        toctree: Any = context.get("toctree")

        def written(**options: Any) -> str:
            tables = app.env.tocs
            if options.get("titles_only"):
                short = {name: _shortened(titles(table), page) for name, table in tables.items()}
                app.env.tocs = short | {app.config.root_doc: titles(tables[app.config.root_doc])}
            try:
                return str(toctree(**{**options, "collapse": True}))
            finally:
                app.env.tocs = tables

        if toctree:
            context["toctree"] = written

    return (
        ("html-page-context", navigate, 100),  # before the theme
        ("html-page-context", _mend_frame, 900),  # after it
    )


def _titles(table: nodes.bullet_list) -> nodes.bullet_list:
    """A page's table of contents without its sections."""
    short: nodes.bullet_list = table.copy()
    for entry in table.children:
        if not isinstance(entry, nodes.list_item):
            short += entry.deepcopy()
            continue
        title: nodes.list_item = entry.copy()
        title += entry[0].deepcopy()
        pages = [listed.deepcopy() for listed in entry.findall(addnodes.toctree)]
        if pages:
            title += nodes.bullet_list("", *pages)
        short += title
    return short


def _shortened(table: nodes.bullet_list, page: str) -> nodes.bullet_list:
    """A page's table of contents in which a list of more than ``MANY`` pages has one entry at most: the page at hand."""
    if all(len(listed["entries"]) <= MANY for listed in table.findall(addnodes.toctree)):
        return table
    short: nodes.bullet_list = table.deepcopy()
    for listed in short.findall(addnodes.toctree):
        if len(listed["entries"]) > MANY:
            listed["entries"] = [entry for entry in listed["entries"] if entry[1] == page]
    return short


NEW_OBJECTS = 200_000
"""The number of new objects after which a build collects garbage: its nodes live to the end, and scanning them took a quarter of its time."""


def run_sphinx(
    work: Path,
    builder: str,
    library: Library,
    style: Style,
    settings: Mapping[str, Any],
    handlers: Iterable[Handler] = (),
    courses: Sequence[Course] = (),
) -> None:
    """Build ``work/source`` into a folder of ``work`` named like the builder. Raises OutputError for any warning."""
    common = {
        "project": TITLE,
        "language": current_language(),
        "extensions": ["myst_parser", "tarot_teach.sphinxext"],
        "source_suffix": {".rst": "restructuredtext", ".md": "markdown"},  # else as another build left it
        "myst_enable_extensions": ["colon_fence", "deflist"],
        "myst_heading_anchors": 3,
        COPIED: {f"learn/{course.id}": str(course.folder.resolve()) for course in courses},
        "tarot_files": [str(path) for path in library.user_files],
        "nitpicky": True,
        "smartquotes_action": "qe",  # options keep their two hyphens
        **{f"tarot_{name}": value for name, value in asdict(style).items()},
    }
    warnings = io.StringIO()
    share_library(library)
    with patch_docutils(), docutils_namespace():
        app = Sphinx(
            str(work / "source"),
            None,
            str(work / builder),
            str(work / "doctrees"),
            builder,
            confoverrides={**common, **settings},
            status=None,
            warning=warnings,
            freshenv=True,
            parallel=cpus(),
        )
        for event, handler, priority in (*handlers, ("missing-reference", _words_of_another_page, 900)):
            app.connect(event, handler, priority)
        with ending_with_this_process(), _rare_collections():
            app.build(force_all=True)
    found = re.sub(r"\x1b\[[0-9;]*m", "", warnings.getvalue()).strip()
    if found:
        for source in {str(work / "source"), os.path.realpath(work / "source")}:
            for course in courses:
                found = found.replace(f"{source}/learn/{course.id}/", f"{relative_path(course.folder)}/")
            found = re.sub(rf"{re.escape(source)}/(\S+?)\.rst(:\d+)?: WARNING: ", r"\1: ", found)
        message = _("the tutorial was not built, because of warnings:\n{found}").format(found=found)
        raise OutputError.of("build.warnings", message, hint=_("mend the pages or files that they name"))


def _words_of_another_page(
    _app: Sphinx, _env: BuildEnvironment, reference: addnodes.pending_xref, words: nodes.Element
) -> nodes.Element | None:
    """Plain words for a reference to something that the library has and the tutorial leaves out."""
    return words if reference["refdomain"] == "tarot" and "unknown" not in reference else None


@contextmanager
def _rare_collections() -> Iterator[None]:
    """Collect garbage less often."""
    before = gc.get_threshold()
    gc.set_threshold(NEW_OBJECTS, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
