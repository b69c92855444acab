"""Builds a tutorial site: a page of rules for each ruleset, a page for each worked example, glossary and sources."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from tarot_teach.loading import Library
from tarot_teach.sphinxext.pages import TITLE, Contents, write_sources
from tarot_teach.sphinxext.running import Progress, folder_in_place, run_sphinx


def build_site(contents: Contents, out: Path, library: Library, progress: Progress) -> Path:
    """Build the site into a folder; the answer is its first page.

    The old content of the folder stays whole until the new site is complete. Raises LoadError or RecordError for faults
    in rulesets or examples, OutputError where nothing can be written or the folder holds something else.
    """
    settings = {
        "html_title": TITLE,
        "html_theme": "furo",
        "html_show_sourcelink": False,
        "html_copy_source": False,
    }
    with folder_in_place(out, progress) as work:
        progress("writing pages")
        write_sources(work / "source", contents)
        progress("building the site")
        run_sphinx(work, "html", library, contents.style, settings, {"html-page-context": _level_of_captions})
        (work / "html").rename(work / "new")
    return out.resolve() / "index.html"


def _level_of_captions(_app: Sphinx, _page: str, _template: str, context: dict[str, Any], _doctree: object) -> None:
    """Captions in the navigation are headings; screen readers need to be told of which level."""
    tree = context.get("furo_navigation_tree", "")
    context["furo_navigation_tree"] = tree.replace('role="heading"', 'role="heading" aria-level="2"')
