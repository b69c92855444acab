"""Pages fitted for paper: facts of rules in small print, hands of drawn cards, tables that fit between the margins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

from tarot_teach.blocks import Block, HandDiagram, Heading, Stepper
from tarot_teach.cards import Card, laid_out
from tarot_teach.render.cardart import TIKZ_PACKAGES, Style, tikz_card, tikz_definitions
from tarot_teach.render.latex import hands, latex
from tarot_teach.render.tex import own_signs
from tarot_teach.sphinxext.nodes import diagram, facts

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
    """Change the pages of a book where paper asks for it."""
    for fact in list(tree.findall(facts)):
        _compact(fact)
    for section in list(tree.findall(nodes.section)):
        if len(section) > 1 and isinstance(section[1], diagram) and section.parent is not None:
            section.parent.insert(section.parent.index(section), _tex(r"\Needspace{14\baselineskip}"))
    for node in list(tree.findall(diagram)):
        node.replace_self(_tex(f"\n{own_signs(_set(node['block']))}\n"))
    for table in list(tree.findall(nodes.table)):
        _fit(table)


def card_definitions(cards: Iterable[Card], style: Style) -> str:
    """What the preamble of a book needs for pictures of cards, each of which is drawn once and then copied."""
    return f"{TIKZ_PACKAGES}\n{tikz_definitions(cards, style)}{_COPIED}"


def _set(block: Block) -> str:
    match block:
        case HandDiagram():
            return hands(block, _drawn)
        case Heading():
            return rf"\Needspace{{14\baselineskip}}{latex([block])}"
        case Stepper(_id, blocks):
            return "\n\n".join(_set(inner) for inner in blocks)
    return latex([block])


def _drawn(cards: Iterable[Card]) -> str:
    """A hand as it is held: each card covers the one before, but for the corner with its index."""
    return r"\hskip-2.6mm ".join(r"\hskip-4mm ".join(map(tikz_card, group)) for group in laid_out(cards))


def _compact(node: facts) -> None:
    """The facts of a rule, where nothing folds away: one paragraph in small print, without what the parameters mean."""
    line: list[nodes.Node] = []
    for field in node.findall(nodes.field):
        name = field.children[0].astext()
        (words,) = field.findall(nodes.paragraph)
        label = [] if name in ("Rule", "Sources", "Evidence") else [nodes.Text(f"{name}: ")]
        line += [nodes.Text(" · ")] if line else []
        line += [*label, *(part for part in words.children if not _has(part, "tt-meaning"))]
    node.replace_self([_tex(r"\tarotfacts{"), nodes.paragraph("", "", *line), _tex("}")])


def _has(node: nodes.Node, style: str) -> bool:
    return isinstance(node, nodes.Element) and style in node["classes"]


def _fit(table: nodes.table) -> None:
    """Columns as wide as their words ask for, smaller print where there are many of them."""
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
    """Shares of the line: what the longest word of a column needs, and of the rest as much as its cells ask for."""
    needs = [1.15 * max(len(word) for cell in cells for word in [*cell.split(), ""]) + 2 for cells in columns]
    asks = [max(need, min(_WIDEST, max(map(len, cells)) + 2)) for need, cells in zip(needs, columns, strict=True)]
    if sum(asks) > line:
        rest = max(0.0, line - sum(needs)) / (sum(asks) - sum(needs) or 1)
        asks = [need + (ask - need) * rest for need, ask in zip(needs, asks, strict=True)]
    return [ask / max(line, sum(asks)) for ask in asks]


def _tex(text: str) -> nodes.raw:
    return nodes.raw("", text, format="latex")
