"""Builds a tutorial as a book: a PDF set by XeLaTeX, or an EPUB."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from importlib.resources import files
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

from tarot_teach.cards import Card, laid_out
from tarot_teach.errors import OutputError, Place
from tarot_teach.loading import Library
from tarot_teach.messages import N_, _
from tarot_teach.render.cardart import TIKZ_PACKAGES, Style, tikz_card, tikz_definitions
from tarot_teach.render.cardart.parts import identifier
from tarot_teach.render.latex import escape, with_unicode_signs
from tarot_teach.sphinxext.nodes import diagram, facts
from tarot_teach.sphinxext.tutorials.book_blocks import BookBlocks
from tarot_teach.sphinxext.tutorials.pages import TITLE, Contents, page_name, write_sources
from tarot_teach.sphinxext.tutorials.site import counting, run_sphinx
from tarot_teach.sphinxext.tutorials.work_folder import Progress, file_in_place
from tarot_teach.version import __version__

PACKAGES = "texlive-xetex texlive-latex-extra texlive-fonts-recommended fonts-freefont-otf fonts-linuxlibertine"
_HINT = N_("on Debian or Ubuntu: apt-get install {packages}; or take --format epub, which needs nothing")
EXTRA_MEMORY = "20000000"
"""Words of memory beyond the five million that XeLaTeX has by itself: a book of the whole library needs more."""
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

    Where the usual font lacks a letter, all is set in the one that has most. Raises OutputError if LaTeX fails, or if a letter is in no font.
    """
    for _round in range(_RUNS):
        before = _references(folder, name)
        made = _run(folder, name, out)
        if _references(folder, name) == before:
            break
    log = (folder / f"{name}.log").read_text(encoding="utf-8", errors="replace")
    missing = ", ".join(unprinted(log))
    plain = folder / "plain-fonts.tex"
    if missing and not plain.exists():
        plain.touch()
        return typeset(folder, name, out)
    if missing:
        message, hint = _("the fonts of the book have no {missing}"), _("write it otherwise, or take --format epub")
        raise OutputError.of("build.no-letter", message, Place(str(out)), hint, missing=missing)
    return made


def _run(folder: Path, name: str, out: Path) -> Path:
    """Run XeLaTeX once, with the memory that a book of the whole library needs, and return the PDF."""
    made, memory = folder / f"{name}.pdf", {"extra_mem_bot": EXTRA_MEMORY}
    made.unlink(missing_ok=True)
    run = [find_xelatex(out), "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", f"{name}.tex"]
    done = subprocess.run(run, cwd=folder, capture_output=True, check=False, env={**os.environ, **memory})
    if done.returncode or not made.exists():
        raise _failure(done.stdout.decode("utf-8", "replace"), out)
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
_MOST = 17  # columns of one table
_LONG = 1500  # a table of more letters may go on on the next page
_SIZES = ((12, "tiny", 1, 150), (7, "scriptsize", 2, 115), (0, "small", 5, 90))
"""For tables of more columns than the number: size of print, points beside a column, letters in a line."""

_ID_PARTS = re.compile(r"(?<=[a-z][._])(?=[a-z])")
_WORDS = re.compile(rf"\s+|{_ID_PARTS.pattern}")

_CARDS = r"""\documentclass{article}
\usepackage{fontspec}\setmainfont{FreeSerif}[Extension=.otf,UprightFont=*,BoldFont=*Bold]
%s
\usepackage[paperwidth=20mm,paperheight=32mm]{geometry}
\begin{document}\hoffset=-1in \voffset=-1in
%s
\end{document}
"""
"""A document with a page for each card, which the book shows as pictures: drawn anew each time, a small book took twenty times as long."""

_PICTURES = r"""\newcommand{\ttcard}[2][9.5mm]{\leavevmode\ifcsname tarot-#1-#2\endcsname\else
  \expandafter\newsavebox\csname tarot-#1-#2\endcsname
  \global\setbox\csname tarot-#1-#2\endcsname\hbox{\includegraphics[page=\csname tarot-page-#2\endcsname,width=#1]{cards.pdf}}\fi
  \copy\csname tarot-#1-#2\endcsname}
"""


def fit_for_paper(_app: Sphinx, tree: nodes.document, _page: str) -> None:
    """Fit the book for paper: diagrams as a magazine has them, answers at the end, facts in small print, tables between the margins."""
    blocks = BookBlocks()
    for fact in list(tree.findall(facts)):
        _compact(fact)
    for section in list(tree.findall(nodes.section)):
        if len(section) > 1 and isinstance(section[1], diagram) and section.parent is not None:
            section.parent.insert(section.parent.index(section), _tex(r"\Needspace{14\baselineskip}"))
    for node in [node for node in tree.findall(diagram) if not _inside(node, diagram)]:
        blocks.title = _title_of(node)
        node.replace_self(_tex(f"\n{with_unicode_signs(blocks.set(node['block']))}\n"))
    for table in list(tree.findall(nodes.table)):
        for part in _in_parts(table):
            _fit(part)
    tree += _tex(with_unicode_signs(blocks.answers()))
    tree += _tex(with_unicode_signs(blocks.open_cards()))


def _inside(node: nodes.Element, kind: type[nodes.Element]) -> bool:
    """True for a node in another one of this kind."""
    return node.parent is not None and (isinstance(node.parent, kind) or _inside(node.parent, kind))


def _title_of(node: nodes.Element) -> str:
    """The title of the section in which a node stands."""
    while node.parent is not None and not isinstance(node.parent, nodes.section):
        node = node.parent
    return node.parent[0].astext() if node.parent is not None else ""


def _card_pages(cards: Sequence[Card], style: Style) -> str:
    """The document with the pictures of cards."""
    pages = "\n".join(rf"\shipout\hbox{{{tikz_card(card, width='20mm')}}}" for card in cards)
    return _CARDS % (f"{TIKZ_PACKAGES}\n{tikz_definitions(cards, style)}", pages)


def _card_pictures(cards: Iterable[Card]) -> str:
    """The preamble of a book that shows these pictures."""
    numbered = (
        rf"\expandafter\def\csname tarot-page-{identifier(card)}\endcsname{{{i}}}" for i, card in enumerate(cards, 1)
    )
    return "\n".join([r"\usepackage{pgf,multicol}", *numbered, _PICTURES])


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


def _in_parts(table: nodes.table) -> list[nodes.table]:
    """The tables of a page's width that take the place of a table: each has the first column, and captions and targets are in the first."""
    width = len(list(table.findall(nodes.colspec)))
    if width <= _MOST or any("morecols" in entry for entry in table.findall(nodes.entry)):
        return [table]
    parts: list[nodes.table] = []
    for at in range(1, width, _MOST - 1):
        part = table.deepcopy()
        for cells in (*part.findall(nodes.tgroup), *part.findall(nodes.row)):
            columns = [each for each in cells if isinstance(each, nodes.colspec | nodes.entry)]
            for left_out in (*columns[1:at], *columns[at + _MOST - 1 :]):
                cells.remove(left_out)
        for group in part.findall(nodes.tgroup):
            group["cols"] = len(list(group.findall(nodes.colspec)))
        if parts:
            for node in part.findall(nodes.Element):
                node["ids"] = []
            for title in list(part.findall(nodes.title)):
                part.remove(title)
        parts.append(part)
    table.replace_self(parts)
    return parts


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
    for text in list(table.findall(nodes.Text)):
        _let_ids_break(text)
    if sum(len(cell) for row in rows for cell in row) > _LONG:
        table["classes"].append("longtable")
    for entry in table.findall(nodes.entry):
        for paragraph in entry.findall(nodes.paragraph):
            paragraph.insert(0, _tex(r"\raggedright "))
    before = _tex(rf"{{\{size}\setlength{{\tabcolsep}}{{{gap}pt}}\setlength{{\LTleft}}{{0pt}}")
    table.replace_self([before, addnodes.tabular_col_spec(spec=spec), table.deepcopy(), _tex(r"\par}")])


def _let_ids_break(text: nodes.Text) -> None:
    """Let the ids of rules in a text (``match.one_deal``) go on in the next line behind a point or a low line."""
    first, *rest = _ID_PARTS.split(text)
    if rest and text.parent is not None:
        parts = (node for part in rest for node in (_tex(r"\allowbreak{}"), nodes.Text(part)))
        text.parent.replace(text, [nodes.Text(first), *parts])


def _shares(columns: Sequence[Sequence[str]], line: int) -> list[float]:
    """Shares of the line for columns: the width of the longest word of each, and the rest by the length of their cells."""
    needs = [1.15 * max(len(word) for cell in cells for word in [*_WORDS.split(cell), ""]) + 2 for cells in columns]
    asks = [max(need, min(_WIDEST, max(map(len, cells)) + 2)) for need, cells in zip(needs, columns, strict=True)]
    if sum(asks) > line:
        rest = max(0.0, line - sum(needs)) / (sum(asks) - sum(needs) or 1)
        asks = [need + (ask - need) * rest for need, ask in zip(needs, asks, strict=True)]
    return [ask / max(line, sum(asks)) for ask in asks]


def _tex(text: str) -> nodes.raw:
    return nodes.raw("", text, format="latex")


_TITLE_PAGE = r"""\begin{titlepage}\centering
\vspace*{4mm}\tarotkick[tarotred]{%(series)s}\par\vspace{7mm}\parbox{116mm}{\centering\fontsize{%(size)s}\selectfont %(title)s\par}\par\vspace{10mm}
\noindent\makebox[\linewidth]{\tarottitlefan{%(fan)s}}\par\vspace{9mm}
{\itshape\Large\color{tarotsoft} %(about)s\par}
\vfill\tarotgoldline\vspace{3mm}{\small\color{tarotsoft} %(made)s}\end{titlepage}"""


def _template(name: str) -> str:
    return files("tarot_teach.sphinxext").joinpath("templates", name).read_text(encoding="utf-8")


def _title_page(title: str, cards: Sequence[Card]) -> str:
    """The first page: the title over a fan of the highest cards of the pack."""
    groups = [[card for card in group if not card.is_excuse] for group in laid_out(cards)]
    chosen = [group[0] for group in groups[1:] + groups[:1] if group][-7:]
    turns = [(len(chosen) - 1) * 8 - 16 * i for i in range(len(chosen))]
    fan = "".join(rf"\tarottitlecard{{{turn}}}{{{identifier(card)}}}" for turn, card in zip(turns, chosen, strict=True))
    size = "30}{35" if len(title) < 60 else "22}{27"
    about = _("Rules with their sources, hands played card by card, and scores explained line by line")
    made = f"tarot-teach {__version__}"
    words = {"series": _(TITLE), "title": title, "about": about, "made": made}
    return _TITLE_PAGE % ({"size": size, "fan": fan} | {name: escape(said) for name, said in words.items()})


def build_pdf(contents: Contents, out: Path, library: Library, progress: Progress) -> Path:
    """Build the tutorial as a PDF, and return its path. An older file stays until the new one is complete.

    Raises LoadError or RecordError for faults in rulesets or examples, OutputError if LaTeX is missing or fails, or if the file
    cannot be written.
    """
    find_xelatex(out)
    title = escape(contents.title)
    style, fonts = (_template(name) for name in ("book.tex", "book-fonts.tex"))
    cards = [*{card.code: card for name in contents.asked for card in library.load(name).deck.cards}.values()]
    settings = {
        "latex_engine": "xelatex",
        "latex_documents": [("index", "tutorial.tex", title, "tarot-teach", "manual", True)],
        "latex_elements": {
            "papersize": "",
            "passoptionstopackages": r"\PassOptionsToPackage{hyphens}{url}",  # addresses break at hyphens
            "pointsize": "10pt",
            "extraclassoptions": "openany,oneside",
            "fncychap": "",
            "geometry": r"\usepackage[paperwidth=170mm,paperheight=240mm,headsep=5mm]{geometry}",
            "sphinxsetup": "hmargin={16mm,16mm}, vmargin={19mm,18mm}",
            "fontpkg": fonts,
            "maketitle": _title_page(contents.title, cards),
            "preamble": _card_pictures(cards) + style,
        },
        "latex_domain_indices": False,
        "release": "",
        "tarot_open_cards": True,
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
            trusted=contents.trusted,
        )
        progress(_("setting the pages"))
        (work / "latex" / "cards.tex").write_text(_card_pages(cards, contents.style), encoding="utf-8")
        _run(work / "latex", "cards", out)
        typeset(work / "latex", "tutorial", out).rename(work / "new")
    return out.resolve()


def build_epub(contents: Contents, out: Path, library: Library, progress: Progress) -> Path:
    """Build the tutorial as an EPUB, and return its path. An older file stays until the new one is complete.

    Raises LoadError or RecordError for faults in rulesets or examples, OutputError if the file cannot be written.
    """
    styles = files("tarot_teach.render").joinpath("static", "tarot_teach")
    identifier = "tarot-teach-library" if contents.whole else f"tarot-teach-{page_name('-'.join(contents.names))}"
    settings = {
        "epub_title": contents.title,
        "epub_basename": "tutorial",
        "epub_author": "tarot-teach",
        "epub_publisher": "tarot-teach",
        "epub_copyright": _("made by tarot-teach"),
        "epub_description": _("Rules with their sources, hands played card by card, and scores explained line by line"),
        "epub_contributor": "tarot-teach",
        "epub_identifier": identifier,
        "epub_uid": identifier,
        "epub_show_urls": "no",
        "epub_use_index": False,
        "epub_exclude_files": [
            f"_static/tarot_teach/{file.name}"
            for file in styles.iterdir()
            if file.name not in ("tarot.css", "reading.css", "terms.css")
        ],
        "version": __version__,
        "html_title": contents.title,
        "tarot_open_cards": True,
    }
    with file_in_place(out, progress) as work:
        progress(_("writing pages"))
        write_sources(work / "source", contents, ("book-index", "book-how-to-read"))
        progress(_("building the book"))
        run_sphinx(
            work,
            "epub",
            library,
            contents.style,
            settings,
            counting(progress),
            contents.courses,
            trusted=contents.trusted,
        )
        (work / "epub" / "tutorial.epub").rename(work / "new")
    return out.resolve()
