"""Builds a tutorial site: a page of rules for each ruleset, a page for each worked example, glossary and sources."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

from tarot_teach.language import _
from tarot_teach.loading import Library
from tarot_teach.sphinxext.settings import NO_INLINE_SCRIPT
from tarot_teach.sphinxext.tutorials.pages import TITLE, Contents, write_sources
from tarot_teach.sphinxext.tutorials.sphinx_run import run_sphinx
from tarot_teach.sphinxext.tutorials.work_folder import Progress, folder_in_place

Titles = Callable[[nodes.bullet_list], nodes.bullet_list]


def build_site(contents: Contents, out: Path, library: Library, progress: Progress) -> Path:
    """Build the site into a folder, and return its first page. The folder keeps its old content until the site is complete.

    Raises LoadError or RecordError for faults in rulesets or examples, OutputError if nothing can be written or the folder has other
    content.
    """
    settings = {
        "html_title": TITLE,
        "html_theme": "furo",
        "html_show_sourcelink": False,
        "html_copy_source": False,
        "html_show_copyright": False,
        **NO_INLINE_SCRIPT,
    }
    with folder_in_place(out, progress) as work:
        progress(_("writing pages"))
        write_sources(work / "source", contents)
        progress(_("building the site"))
        run_sphinx(work, "html", library, contents.style, settings, handlers())
        (work / "html").rename(work / "new")
    return out.resolve() / "index.html"


def _level_of_captions(_app: Sphinx, _page: str, _template: str, context: dict[str, Any], _doctree: object) -> None:
    """Give captions in the navigation, which are headings, their level for screen readers."""
    tree = context.get("furo_navigation_tree", "")
    context["furo_navigation_tree"] = tree.replace('role="heading"', 'role="heading" aria-level="2"')


def handlers() -> tuple[tuple[str, Callable[..., Any], int], ...]:
    """Handlers for one build: levels of captions, and a navigation that is made from the titles of the pages alone.

    Without it Sphinx copies all sections of all pages for each page, and drops all but the titles: a third of the time of a build.
    """
    titles = cache(_titles)

    def navigate(app: Sphinx, _page: str, _template: str, context: dict[str, Any], _doctree: object) -> None:
        if "toctree" in context:
            context["toctree"] = of_titles(app, context["toctree"], titles)

    return (
        ("html-page-context", navigate, 100),  # before the theme
        ("html-page-context", _level_of_captions, 900),  # after it
    )


def of_titles(app: Sphinx, toctree: Callable[..., str], titles: Titles) -> Callable[..., str]:
    """The function by which templates write the navigation, made to read only titles where templates ask for these alone."""

    def written(**options: Any) -> str:
        tables = app.env.tocs
        if options.get("titles_only"):
            app.env.tocs = {page: titles(table) for page, table in tables.items()}
        try:
            return toctree(**options)
        finally:
            app.env.tocs = tables

    return written


def _titles(table: nodes.bullet_list) -> nodes.bullet_list:
    """A page's table of contents without its sections."""
    short: nodes.bullet_list = table.copy()
    for entry in table.children:
        if not isinstance(entry, nodes.list_item):
            short += entry.deepcopy()
            continue
        title: nodes.list_item = entry.copy()
        title += entry[0].deepcopy()
        lists_of_pages = [*entry.findall(addnodes.toctree)]
        if lists_of_pages:
            title += nodes.bullet_list("", *(listed.deepcopy() for listed in lists_of_pages))
        short += title
    return short
