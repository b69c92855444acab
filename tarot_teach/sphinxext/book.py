"""Builds a tutorial as a book: a PDF set by XeLaTeX, or an EPUB."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import tarot_teach
from tarot_teach.loading import Library
from tarot_teach.render.tex import escape
from tarot_teach.sphinxext.pages import TITLE, Contents, page_name, write_sources
from tarot_teach.sphinxext.paper import card_definitions, fit_for_paper
from tarot_teach.sphinxext.running import Progress, file_in_place, run_sphinx
from tarot_teach.sphinxext.xelatex import needed, typeset

_TITLE_PAGE = r"""\begin{titlepage}\centering\sffamily
\vspace*{0.24\textheight}{\Huge\bfseries %s\par}\vspace{2em}
{\rmfamily\LARGE ♠\quad\textcolor{tarotred}{♥\quad ♦}\quad ♣\quad\textcolor{tarottrump}{21\quad ★}\par}\vspace{2em}
{\large Rules with their sources, hands played card by card, and scores explained line by line\par}
\vfill Made by tarot-teach %s\end{titlepage}"""


def build_pdf(contents: Contents, out: Path, library: Library, progress: Progress) -> Path:
    """Build the tutorial as one PDF; an older file stays until the new one is whole.

    Raises LoadError or RecordError for faults in rulesets or examples, OutputError where LaTeX is missing or fails, or
    the file cannot be written.
    """
    needed(out)
    title = escape(contents.title)
    style = files("tarot_teach.sphinxext").joinpath("templates", "book.tex").read_text(encoding="utf-8")
    cards = {card.code: card for name in contents.asked for card in library.load(name).deck.cards}
    settings = {
        "latex_engine": "xelatex",
        "latex_documents": [("index", "tutorial.tex", title, "tarot-teach", "manual", True)],
        "latex_elements": {
            "papersize": "a4paper",
            "pointsize": "11pt",
            "extraclassoptions": "openany,oneside",
            "fncychap": "",
            "sphinxsetup": "hmargin={2.4cm,2.4cm}, vmargin={2.3cm,2.5cm}",
            "maketitle": _TITLE_PAGE % (title, tarot_teach.__version__),
            "preamble": style + card_definitions(cards.values(), contents.style),
        },
        "latex_domain_indices": False,
        "release": "",
    }
    with file_in_place(out, progress) as work:
        progress("writing pages")
        write_sources(work / "source", contents, ("book-index", "book-how-to-read"))
        run_sphinx(work, "latex", library, contents.style, settings, [("doctree-resolved", fit_for_paper, 900)])
        progress("setting the pages")
        typeset(work / "latex", "tutorial", out).rename(work / "new")
    return out.resolve()


def build_epub(contents: Contents, out: Path, library: Library, progress: Progress) -> Path:
    """Build the tutorial as one EPUB; an older file stays until the new one is whole.

    Raises LoadError or RecordError for faults in rulesets or examples, OutputError where nothing can be written.
    """
    identifier = "tarot-teach-library" if contents.whole else f"tarot-teach-{page_name('-'.join(contents.names))}"
    settings = {
        "epub_title": contents.title,
        "epub_basename": "tutorial",
        "epub_author": "tarot-teach",
        "epub_publisher": "tarot-teach",
        "epub_copyright": "made by tarot-teach",
        "epub_description": "Rules with their sources, hands played card by card, and scores explained line by line",
        "epub_contributor": "tarot-teach",
        "epub_identifier": identifier,
        "epub_uid": identifier,
        "epub_show_urls": "no",
        "epub_use_index": False,
        "epub_exclude_files": ["_static/tarot_teach/lesson.css", "_static/tarot_teach/lesson.js"],
        "version": tarot_teach.__version__,
        "html_title": TITLE,
    }
    with file_in_place(out, progress) as work:
        progress("writing pages")
        write_sources(work / "source", contents, ("book-index", "book-how-to-read"))
        progress("building the book")
        run_sphinx(work, "epub", library, contents.style, settings)
        (work / "epub" / "tutorial.epub").rename(work / "new")
    return out.resolve()
