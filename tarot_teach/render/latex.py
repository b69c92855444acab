"""Blocks as LaTeX: a fragment for any document that loads ``longtable``, ``array``, ``graphicx`` and ``xcolor``, or a whole one.

Cards are set as text, in the colour of their suit."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import singledispatch

from tarot_teach.blocks import (
    Block,
    Bullets,
    Exercise,
    FamilyTree,
    HandDiagram,
    Heading,
    Paragraph,
    Plot,
    PlotRow,
    RuleBlock,
    ScoreSheet,
    Table,
    TrickDiagram,
)
from tarot_teach.cards import Card, laid_out
from tarot_teach.language import N_, _, as_words
from tarot_teach.render.common import answers, colour, curly, glyph, refused
from tarot_teach.render.pictures import family_rows, scale
from tarot_teach.text import Text, on_one_line

_SIGNS = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "[": "{[}",
    "*": "{*}",
    "♠": r"\ensuremath{\spadesuit}",
    "♥": r"\ensuremath{\heartsuit}",
    "♦": r"\ensuremath{\diamondsuit}",
    "♣": r"\ensuremath{\clubsuit}",
    "★": r"\ensuremath{\star}",
    "½": r"\ensuremath{\tfrac12}",
    "−": r"\ensuremath{-}",
    "≠": r"\ensuremath{\neq}",
    "×": r"\ensuremath{\times}",
    "±": r"\ensuremath{\pm}",
    "→": r"\ensuremath{\to}",
    "←": r"\ensuremath{\leftarrow}",
    "↑": r"\ensuremath{\uparrow}",
    "↓": r"\ensuremath{\downarrow}",
    "↖": r"\ensuremath{\nwarrow}",
    "↗": r"\ensuremath{\nearrow}",
    "▲": r"\ensuremath{\triangle}",
    "▶": r"\ensuremath{\triangleright}",
    "●": r"\ensuremath{\bullet}",
    "�": r"\ensuremath{\diamond}",
    "✓": r"\ensuremath{\surd}",
    "·": r"\ensuremath{\cdot}",
}
_LINES = {"┘": "+", "┤": "+", "┼": "+", "█": r"\rule{.5em}{1.5ex}", "▌": r"\rule{.25em}{1.5ex}"}
"""Parts of pictures in signs, as they stand in listings."""


def declarations() -> str:
    """Lines for the preamble of a document for pdfLaTeX, which declare the signs beyond Latin-1."""
    signs = {sign: macro for sign, macro in {**_SIGNS, **_LINES}.items() if ord(sign) > 0xFF}
    return "\n".join(rf"\DeclareUnicodeCharacter{{{ord(sign):04X}}}{{{macro}}}" for sign, macro in signs.items())


def escape(text: str) -> str:
    """Text that LaTeX sets as text, with curly quotation marks."""
    return "".join(_SIGNS.get(sign, sign) for sign in curly(on_one_line(text)))


def with_unicode_signs(fragment: str) -> str:
    """A fragment for XeLaTeX or LuaLaTeX, with suits, stars and halves as signs of the font."""
    for sign, macro in _SIGNS.items():
        if not sign.isascii():
            fragment = fragment.replace(macro, sign)
    return fragment


_COLOURS = {"red": "B3121D", "black": "1D1D1B", "trump": "1C4587", "excuse": "6A1B7A"}
_TOGETHER = r"\\\noalign{\nobreak}"  # the end of a row without a page break; colortbl takes the star of \\*
_PAGE = 3000  # the number of letters that fit on a page of a trick, about
_SECTIONS = {1: "section*", 2: "subsection*", 3: "subsubsection*"}
_PREAMBLE = r"""\documentclass[a4paper]{article}
\usepackage[margin=2.2cm]{geometry}
\usepackage{amsmath,amssymb,longtable,array,graphicx,xcolor}
\begin{document}
"""


def latex(blocks: Iterable[Block], *, whole: bool = False) -> str:
    """Blocks as LaTeX: a fragment, or a whole document."""
    body = "\n\n".join(_block(block) for block in blocks) + "\n"
    return f"{_PREAMBLE}{body}\\end{{document}}\n" if whole else body


def _text(text: Text) -> str:
    return escape(str(text))


def _card(card: Card) -> str:
    return f"\\textcolor[HTML]{{{_COLOURS[colour(card)]}}}{{{escape(glyph(card))}}}"


def _cards(cards: Iterable[Card]) -> str:
    return r"\quad ".join(" ".join(_card(card) for card in group) for group in laid_out(cards))


@singledispatch
def _block(block: Block) -> str:
    """A block as LaTeX: by the function for its class, or else by the blocks of its fallback."""
    return "\n\n".join(map(_block, block.fallback()))


@_block.register
def _heading(block: Heading) -> str:
    return f"\\{_SECTIONS.get(block.level, 'paragraph*')}{{{_text(block.text)}}}"


@_block.register
def _paragraph(block: Paragraph) -> str:
    words = _text(block.text)
    return f"\\begin{{quote}}\\small {words}\\end{{quote}}" if block.kind in ("aside", "note", "warning") else words


@_block.register
def _bullets(block: Bullets) -> str:
    return _list(block.items, "enumerate" if block.numbered else "itemize")


@_block.register
def _table_block(block: Table) -> str:
    cells = [[_text(cell) for cell in row] for row in block.rows]
    shares = _shares([tuple(str(cell) for cell in row) for row in (block.head, *block.rows)], block.numeric)
    return _table([_text(cell) for cell in block.head], cells, _caption(block.caption), shares, block.numeric)


def _list(items: Iterable[Text], kind: str = "itemize") -> str:
    lines = "\n".join(f"\\item {_text(item)}" for item in items)
    return f"\\begin{{{kind}}}\n{lines}\n\\end{{{kind}}}"


@_block.register
def _family(block: FamilyTree) -> str:
    """A list with indentation by generation, since LaTeX nests lists no deeper than four."""
    items = [
        f"\\item[]\\leftskip={2 * depth}em \\textbf{{{escape(kin.name)}}}: {_text(kin.said)}"
        for depth, _parent, kin in family_rows(block)
    ]
    lines = "\n".join(items)
    return f"{_text(block.caption)}\n\n\\begin{{itemize}}\n{lines}\n\\end{{itemize}}"


@_block.register
def _exercise(block: Exercise) -> str:
    """The question, and the answer upside down, as in print."""
    lines = [_block(inner) for inner in block.setting]
    lines.append(f"\\noindent\\textbf{{{_text(block.question)}}}")
    cards = [choice.card for choice in block.choices if choice.card]
    if cards:
        lines.append(_cards(cards))
    elif block.choices:
        lines.append(_list([choice.label for choice in block.choices]))
    answer = "\\par ".join(_text(text) for text in answers(block))
    below = [_block(inner) for inner in block.answer if isinstance(inner, Paragraph)]
    upside_down = f"\\parbox{{\\linewidth}}{{\\footnotesize {' '.join([answer, *below])}}}"
    return "\n\n".join([*lines, f"\\noindent\\rotatebox{{180}}{{{upside_down}}}"])


def _caption(text: Text) -> str:
    return f"\\textbf{{{_text(text)}}}" if text else ""


@_block.register
def _hands(block: HandDiagram) -> str:
    return hands(block)


def hands(block: HandDiagram, cards: Callable[[Iterable[Card]], str] = _cards) -> str:
    """The hands of a diagram in a table; ``cards`` typesets the cards of one hand."""
    rows = []
    for hand in block.hands:
        unseen = _(" + {unseen} not known").format(unseen=hand.unseen) if hand.unseen else ""
        rows.append([escape(f"{hand.name} ({hand.role})" if hand.role else hand.name), cards(hand.cards) + unseen])
    rows += [[_text(label), cards(middle)] for label, middle in block.laid()]
    return _table([], rows, widths=(0.13, 0.82), together=True)


def _table(
    head: list[str],
    rows: list[list[str]],
    caption: str = "",
    widths: tuple[float, ...] = (),
    numeric: tuple[int, ...] = (),
    together: bool = False,
) -> str:
    """A table of the text's width: ``widths`` are the shares of the columns, ``numeric`` the columns that are set flush right.

    ``together`` keeps the table on one page.
    """
    count = len(head) or len(widths) or max((len(row) for row in rows), default=1)
    shares = widths or (*((0.42 / max(1, count - 1),) * (count - 1)), 0.40)
    sides = ["left" if i in numeric else "right" for i in range(count)]
    columns = "".join(
        f">{{\\ragged{side}\\arraybackslash}}p{{{share:.2f}\\linewidth}}"
        for side, share in zip(sides, shares, strict=True)
    )
    size, gap = _size(numeric)
    lines = [
        f"{{{size}\\setlength{{\\tabcolsep}}{{{gap}}}",
        r"\setlength{\LTpre}{6pt}\setlength{\LTpost}{6pt}\setlength{\LTleft}{0pt}",
        f"\\begin{{longtable}}{{{columns}}}",
    ]
    if caption:
        lines.append(f"\\multicolumn{{{count}}}{{l}}{{{caption}}}{_TOGETHER}")
    if head:
        lines.append(" & ".join(f"\\textbf{{{cell}}}" for cell in head) + rf"{_TOGETHER} \hline\rule{{0pt}}{{2.4ex}}%")
    end = _TOGETHER if together else r"\\"
    lines += [f"{' & '.join(row)} {end}" for row in rows[:-1]] + [f"{' & '.join(row)} \\\\" for row in rows[-1:]]
    return "\n".join([*lines, r"\end{longtable}}"])


def _size(numeric: tuple[int, ...]) -> tuple[str, str]:
    """The size of print and the gap between columns, smaller for more columns of numbers."""
    if not numeric:
        return "", "6pt"
    return (r"\footnotesize" if len(numeric) > 5 else r"\small"), "3pt"


def _shares(rows: list[tuple[str, ...]], numeric: tuple[int, ...]) -> tuple[float, ...]:
    """Shares of the width by the content of the columns, so that no number is broken; empty without numbers."""
    if not numeric or not rows:
        return ()
    longest = [max(len(cell) for cell in column) for column in zip(*(row for row in rows if row), strict=True)]
    weights = [max(1.25 * length, 4) if i in numeric else min(max(length, 8), 24) for i, length in enumerate(longest)]
    return tuple(0.88 * weight / sum(weights) for weight in weights)


@_block.register
def _plot(block: Plot) -> str:
    """The table, with the picture in a last column."""
    table = block.table()
    drawn = _intervals(block) if block.kind == "intervals" else _bars(block)
    rows = [[*map(_text, row), picture] for row, picture in zip(table.rows, drawn, strict=True)]
    count = len(table.head)
    widths = (0.26, *((0.38 / max(1, count - 1),) * (count - 1)), 0.26)
    return _table([*map(_text, table.head), ""], rows, _caption(table.caption), widths, table.numeric)


def _bars(block: Plot) -> list[str]:
    most = max((row.value for row in block.rows), default=0) or 1
    return [rf"\rule{{{row.value / most:.3f}\linewidth}}{{1.2ex}}" for row in block.rows]


def _intervals(block: Plot) -> list[str]:
    place = scale(block.rows)

    def drawn(row: PlotRow) -> str:
        low, high = place(row.low), place(row.high)
        line = rf"\rlap{{\hspace*{{{low:.3f}\linewidth}}\rule[.5ex]{{{high - low:.3f}\linewidth}}{{.5pt}}}}"
        dot = rf"\rlap{{\hspace*{{{place(row.value):.3f}\linewidth}}\llap{{\textbullet\kern-.25em}}}}"
        return rf"\leavevmode{line}{dot}\hspace*{{{place(0):.3f}\linewidth}}\rule[-.4ex]{{.3pt}}{{2.2ex}}"

    return [drawn(row) for row in block.rows]


@_block.register
def _rule(block: RuleBlock) -> str:
    lines = [f"\\paragraph*{{{_text(block.title)}}} \\texttt{{{escape(block.id)}}}\\par"]
    lines += [_text(paragraph) for paragraph in block.body]
    lines += [f"\\begin{{quote}}\\small {_text(text)}\\end{{quote}}" for text in (*block.changes, *block.notes)]
    facts = [escape(f"{as_words(name)}: {value}") for name, value, _meaning in block.params]
    facts += [_text(Text((cite,))) for cite in block.sources]
    facts.append(escape(as_words(block.evidence)) + (f": {_text(block.because)}" if block.because else ""))
    return "\n\n".join([*lines, f"{{\\footnotesize {'; '.join(facts)}}}"])


@_block.register
def _trick(block: TrickDiagram) -> str:
    points = ", ".join(f"{_text(label)} {escape(points)}" for label, points in block.points)
    head = rf"\textbf{{{escape(_('Trick {number}').format(number=block.number))}}}" + (f" ({points})" if points else "")
    rows = []
    for play in block.plays:
        said = [_text(text) for text in (*play.before, *play.tries, *play.reasons)]
        said += [_("No other card was allowed.")] if play.forced else []
        refusals = "".join(rf"\par{{\footnotesize {_text(text)}}}" for text in refused(play))
        mark = r" \ensuremath{\surd}" if play.wins else (" !" if play.irregular else "")
        rows.append([escape(play.name), _card(play.card) + mark, " ".join(said) + refusals])
    rows += [[rf"\multicolumn{{3}}{{p{{0.95\linewidth}}}}{{{_text(text)}}}"] for text in (*block.outcome, *block.after)]
    together = sum(len(cell) for row in rows for cell in row) < _PAGE
    return _table([], rows, head if block.number else "", widths=(0.11, 0.09, 0.72), together=together)


@_block.register
def _sheet(block: ScoreSheet) -> str:
    rows = [
        [_text(row.label), escape(f"{row.operation} {row.amount}"), escape(row.total), _text(row.because)]
        for row in block.rows
    ]
    rows.append([rf"\textbf{{{escape(_('Total'))}}}", "", f"\\textbf{{{escape(block.total)}}}", _text(block.because)])
    scores = ", ".join(escape(f"{name} {amount}") for name, amount in block.scores)
    return "\n\n".join(
        [
            escape(block.formula),
            _table(
                [escape(_(name)) for name in (N_("Line"), N_("Amount"), N_("Sum"), N_("Why"))],
                rows,
                _caption(block.title),
                (0.28, 0.10, 0.10, 0.44),
                (1, 2),
                True,
            ),
            scores,
        ]
    )
