"""Builds a tutorial as a book: a PDF set by XeLaTeX, or an EPUB."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from importlib.resources import files
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

from tarot_teach.blocks import Block, HandDiagram, Heading, Stepper
from tarot_teach.cards import Card, laid_out
from tarot_teach.errors import OutputError, Place
from tarot_teach.language import N_, _
from tarot_teach.loading import Library
from tarot_teach.render.cardart import TIKZ_PACKAGES, Style, tikz_card, tikz_definitions
from tarot_teach.render.latex import escape, hands, latex, with_unicode_signs
from tarot_teach.sphinxext.nodes import diagram, facts
from tarot_teach.sphinxext.tutorials.pages import Contents, page_name, write_sources
from tarot_teach.sphinxext.tutorials.site import run_sphinx
from tarot_teach.sphinxext.tutorials.work_folder import Progress, file_in_place
from tarot_teach.version import __version__

PACKAGES = "texlive-xetex texlive-latex-extra texlive-fonts-recommended fonts-freefont-otf"
_HINT = N_("on Debian or Ubuntu: apt-get install {packages}; or take --format epub, which needs nothing")
_RUNS = 5  # contents and page numbers settle in three


def find_xelatex(out: Path) -> str:
    """The path of XeLaTeX. Raises OutputError if it is not installed."""
    program = shutil.which("xelatex")
    if program is None:
        message = _("a PDF needs LaTeX, and xelatex is not installed")
        raise OutputError.of("build.no-latex", message, Place(str(out)), _(_HINT).format(packages=PACKAGES))
    return program


def typeset(folder: Path, name: str, out: Path) -> Path:
    """Run XeLaTeX on ``name.tex`` of a folder until its references are settled, and return the PDF.

    Raises OutputError if LaTeX fails, or if a letter is in no font.
    """
    run = [find_xelatex(out), "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", f"{name}.tex"]
    made = folder / f"{name}.pdf"
    for _run in range(_RUNS):
        made.unlink(missing_ok=True)
        before = _references(folder, name)
        done = subprocess.run(run, cwd=folder, capture_output=True, check=False)
        if done.returncode or not made.exists():
            raise _failure(done.stdout.decode("utf-8", "replace"), out)
        if _references(folder, name) == before:
            break
    log = (folder / f"{name}.log").read_text(encoding="utf-8", errors="replace")
    missing = ", ".join(unprinted(log))
    if missing:
        message, hint = _("the fonts of the book have no {missing}"), _("write it otherwise, or take --format epub")
        raise OutputError.of("build.no-letter", message, Place(str(out)), hint, missing=missing)
    return made


def unprinted(log: str) -> list[str]:
    """The letters that no font of the book has, according to the log of LaTeX."""
    return sorted(set(re.findall(r"Missing character: There is no (\S+)", log)))


def _references(folder: Path, name: str) -> list[bytes]:
    """The files that one run leaves for the next: references, contents and bookmarks."""
    paths = [folder / f"{name}.{suffix}" for suffix in ("aux", "toc", "out")]
    return [path.read_bytes() if path.exists() else b"" for path in paths]


def _failure(log: str, out: Path) -> OutputError:
    """The error for a run without a PDF, with the reason in the log."""
    why = next((line for line in log.splitlines() if line.startswith("!")), _("! it gave no PDF")).lstrip("! ")
    missing = re.search(r"Font .* not loadable|File [`'](\S+)' not found|font \"?(\S+?)\"? cannot be found", log)
    code = "build.no-latex" if missing else "build.latex"
    hint = _(_HINT).format(packages=PACKAGES) if missing else _("take --format epub or html, and report this")
    return OutputError.of(code, _("LaTeX could not set this: {why}"), Place(str(out)), hint, why=why)


_WIDEST = 60  # letters of a cell that count; longer ones are broken
_LONG = 1500  # a table of more letters may go on on the next page
_SIZES = ((12, "tiny", 1, 150), (7, "scriptsize", 2, 115), (0, "small", 5, 90))
"""For tables of more columns than the number: size of print, points beside a column, letters in a line."""

_COPIED = r"""
\NewCommandCopy\tarotdraw\ttcard
\renewcommand{\ttcard}[2][9.5mm]{\leavevmode\ifcsname tarot-#2\endcsname\else
  \expandafter\newsavebox\csname tarot-#2\endcsname
  \global\setbox\csname tarot-#2\endcsname\hbox{\raisebox{-6.4mm}[9.2mm][6.9mm]{\tarotdraw[#1]{#2}}}\fi
  \copy\csname tarot-#2\endcsname}
"""


def fit_for_paper(_app: Sphinx, tree: nodes.document, _page: str) -> None:
    """Fit a page for paper: hands as drawn cards, facts in small print, tables between the margins."""
    for fact in list(tree.findall(facts)):
        _compact(fact)
    for section in list(tree.findall(nodes.section)):
        if len(section) > 1 and isinstance(section[1], diagram) and section.parent is not None:
            section.parent.insert(section.parent.index(section), _tex(r"\Needspace{14\baselineskip}"))
    for node in list(tree.findall(diagram)):
        node.replace_self(_tex(f"\n{with_unicode_signs(_set(node['block']))}\n"))
    for table in list(tree.findall(nodes.table)):
        _fit(table)


def card_definitions(cards: Iterable[Card], style: Style) -> str:
    """The preamble of a book for pictures of cards, each of which is drawn once and then copied."""
    return f"{TIKZ_PACKAGES}\n{tikz_definitions(cards, style)}{_COPIED}"


def _set(block: Block) -> str:
    if isinstance(block, Stepper):
        return "\n\n".join(map(_set, block.blocks))
    if isinstance(block, HandDiagram):
        return hands(block, _drawn)
    return (r"\Needspace{14\baselineskip}" if isinstance(block, Heading) else "") + latex([block])


def _drawn(cards: Iterable[Card]) -> str:
    """A fan of cards: each card covers the one before, except for the corner with its index."""
    return r"\hskip-2.6mm ".join(r"\hskip-4mm ".join(map(tikz_card, group)) for group in laid_out(cards))


def _compact(node: facts) -> None:
    """Replace the facts of a rule by one paragraph in small print, without the meanings of parameters."""
    line: list[nodes.Node] = []
    for field in node.findall(nodes.field):
        name = field.children[0].astext()
        (words,) = field.findall(nodes.paragraph)
        label = [] if name in (_("Rule"), _("Sources"), _("Evidence")) else [nodes.Text(f"{name}: ")]
        line += [nodes.Text(" · ")] if line else []
        line += [*label, *(part for part in words.children if not _has(part, "tt-meaning"))]
    node.replace_self([_tex(r"\tarotfacts{"), nodes.paragraph("", "", *line), _tex("}")])


def _has(node: nodes.Node, style: str) -> bool:
    return isinstance(node, nodes.Element) and style in node["classes"]


def _fit(table: nodes.table) -> None:
    """Give a table columns as wide as their words need, and smaller print if there are many."""
    rows = [[entry.astext() for entry in row] for row in table.findall(nodes.row)]
    numeric = {i for row in table.findall(nodes.row) for i, entry in enumerate(row) if _has(entry, "tt-num")}
    columns = list(zip(*rows, strict=True))
    size, gap, line = next((size, gap, line) for least, size, gap, line in _SIZES if len(columns) > least)
    spec = "".join(
        rf">{{\ragged{'left' if i in numeric else 'right'}\arraybackslash}}"
        rf"p{{\dimexpr {share:.3f}\linewidth-2\tabcolsep\relax}}"
        for i, share in enumerate(_shares(columns, line))
    )
    if sum(len(cell) for row in rows for cell in row) > _LONG:
        table["classes"].append("longtable")
    for entry in table.findall(nodes.entry):
        for paragraph in entry.findall(nodes.paragraph):
            paragraph.insert(0, _tex(r"\raggedright "))
    before = _tex(rf"{{\{size}\setlength{{\tabcolsep}}{{{gap}pt}}\setlength{{\LTleft}}{{0pt}}")
    table.replace_self([before, addnodes.tabular_col_spec(spec=spec), table.deepcopy(), _tex(r"\par}")])


def _shares(columns: Sequence[Sequence[str]], line: int) -> list[float]:
    """Shares of the line for columns: the width of the longest word of each, and the rest by the length of their cells."""
    needs = [1.15 * max(len(word) for cell in cells for word in [*cell.split(), ""]) + 2 for cells in columns]
    asks = [max(need, min(_WIDEST, max(map(len, cells)) + 2)) for need, cells in zip(needs, columns, strict=True)]
    if sum(asks) > line:
        rest = max(0.0, line - sum(needs)) / (sum(asks) - sum(needs) or 1)
        asks = [need + (ask - need) * rest for need, ask in zip(needs, asks, strict=True)]
    return [ask / max(line, sum(asks)) for ask in asks]


def _tex(text: str) -> nodes.raw:
    return nodes.raw("", text, format="latex")


_TITLE_PAGE = r"""\begin{titlepage}\centering\sffamily
\vspace*{0.24\textheight}{\Huge\bfseries %s\par}\vspace{2em}
{\rmfamily\LARGE ♠\quad\textcolor{tarotred}{♥\quad ♦}\quad ♣\quad\textcolor{tarottrump}{21\quad ★}\par}\vspace{2em}
{\large Rules with their sources, hands played card by card, and scores explained line by line\par}
\vfill Made by tarot-teach %s\end{titlepage}"""


def build_pdf(contents: Contents, out: Path, library: Library, progress: Progress) -> Path:
    """Build the tutorial as a PDF, and return its path. An older file stays until the new one is complete.

    Raises LoadError or RecordError for faults in rulesets or examples, OutputError if LaTeX is missing or fails, or if the file
    cannot be written.
    """
    find_xelatex(out)
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
            "maketitle": _TITLE_PAGE % (title, __version__),
            "preamble": style + card_definitions(cards.values(), contents.style),
        },
        "latex_domain_indices": False,
        "release": "",
    }
    with file_in_place(out, progress) as work:
        progress(_("writing pages"))
        write_sources(work / "source", contents, ("book-index", "book-how-to-read"))
        run_sphinx(
            work,
            "latex",
            library,
            contents.style,
            settings,
            [("doctree-resolved", fit_for_paper, 900)],
            contents.courses,
        )
        progress(_("setting the pages"))
        typeset(work / "latex", "tutorial", out).rename(work / "new")
    return out.resolve()


def build_epub(contents: Contents, out: Path, library: Library, progress: Progress) -> Path:
    """Build the tutorial as an EPUB, and return its path. An older file stays until the new one is complete.

    Raises LoadError or RecordError for faults in rulesets or examples, OutputError if the file cannot be written.
    """
    identifier = "tarot-teach-library" if contents.whole else f"tarot-teach-{page_name('-'.join(contents.names))}"
    settings = {
        "epub_title": contents.title,
        "epub_basename": "tutorial",
        "epub_author": "tarot-teach",
        "epub_publisher": "tarot-teach",
        "epub_copyright": "made by tarot-teach",
        "epub_description": _("Rules with their sources, hands played card by card, and scores explained line by line"),
        "epub_contributor": "tarot-teach",
        "epub_identifier": identifier,
        "epub_uid": identifier,
        "epub_show_urls": "no",
        "epub_use_index": False,
        "epub_exclude_files": [
            f"_static/tarot_teach/{n}.{s}" for n in ("lesson", "reading", "remember") for s in ("css", "js")
        ],
        "version": __version__,
        "html_title": contents.title,
    }
    with file_in_place(out, progress) as work:
        progress(_("writing pages"))
        write_sources(work / "source", contents, ("book-index", "book-how-to-read"))
        progress(_("building the book"))
        run_sphinx(work, "epub", library, contents.style, settings, (), contents.courses)
        (work / "epub" / "tutorial.epub").rename(work / "new")
    return out.resolve()
