"""Blocks as LaTeX: a fragment for any document that loads ``longtable``, ``array``, ``graphicx`` and ``xcolor``, or a whole one.

Cards are set as text, in the colour of their suit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from tarot_teach import blocks
from tarot_teach.cards import Card, laid_out
from tarot_teach.messages import _, as_words, colon, pgettext, semicolon
from tarot_teach.paper import AskedOnPaper, CardTable, PageBreak, TableCard
from tarot_teach.render.common import ASIDE, answers, colour, curly, glyph, hand_rows, mark, refused, words_of_play
from tarot_teach.render.pictures import family_rows, scale
from tarot_teach.text import Emphasis, Text, on_one_line

_IN_MATH = "♠♥♦♣★½−≠×±→←↑↓↖↗▲▶●�✓·"
_MATH = (
    r"\spadesuit \heartsuit \diamondsuit \clubsuit \star \tfrac12 - \neq \times \pm \to \leftarrow \uparrow \downarrow"
)
_MATH += r" \nwarrow \nearrow \triangle \triangleright \bullet \diamond \surd \cdot"
"""The commands of these signs in mathematics."""
_SIGNS = {"\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "[": "{[}", "*": "{*}"}
_SIGNS |= {"<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}"}
_SIGNS |= {sign: "\\" + sign for sign in "{}$&#%_"}
_SIGNS |= {sign: rf"\ensuremath{{{name}}}" for sign, name in zip(_IN_MATH, _MATH.split(), strict=True)}
_SIGNS |= {"Š": r"\v{S}", "š": r"\v{s}", "ő": r"\H{o}", "■": r"\rule{1ex}{1ex}", "□": r"{\fboxsep.4ex\fbox{}}"}
_SPACES = {"\u202f": r"\,"}
"""Spaces that a line does not break at, and that fonts of LaTeX lack."""
_IN_TEXT = _SIGNS | _SPACES
_LINES = {"┘": "+", "┤": "+", "┼": "+", "█": r"\rule{.5em}{1.5ex}", "▌": r"\rule{.25em}{1.5ex}"}
"""Parts of pictures in signs, as they stand in listings."""
_COLOURS = {"red": "B3121D", "black": "1D1D1B", "trump": "1C4587", "excuse": "6A1B7A"}
_TOGETHER = r"\\\noalign{\nobreak}"  # the end of a row without a page break; colortbl takes the star of \\*
_PAGE = 3000  # the number of letters that fit on a page of a trick, about
_SECTIONS = {1: "section*", 2: "subsection*", 3: "subsubsection*"}
_PREAMBLE = r"""\documentclass[a4paper]{article}
\usepackage[margin=2.2cm]{geometry}
\usepackage[T1]{fontenc}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\usepackage{amsmath,amssymb,longtable,array,graphicx,xcolor}
\setlength{\parindent}{0pt}\setlength{\parskip}{.1em plus .1em}
\begin{document}
"""


def declarations() -> str:
    """Lines for the preamble of a document for pdfLaTeX, which declare the signs beyond Latin-1."""
    signs = {sign: macro for sign, macro in {**_IN_TEXT, **_LINES}.items() if ord(sign) > 0xFF}
    return "\n".join(rf"\DeclareUnicodeCharacter{{{ord(sign):04X}}}{{{macro}}}" for sign, macro in signs.items())


def escape(text: str) -> str:
    """Text that LaTeX sets as text, with curly quotation marks."""
    return "".join(_IN_TEXT.get(sign, sign) for sign in curly(on_one_line(text)))


def with_unicode_signs(fragment: str) -> str:
    """A fragment for XeLaTeX or LuaLaTeX, with suits, stars and halves as signs of the font."""
    for sign, macro in _SIGNS.items():
        if not sign.isascii():
            fragment = fragment.replace(macro, sign)
    return fragment


def latex(shown: Iterable[blocks.Block], *, whole: bool = False) -> str:
    """Blocks as LaTeX: a fragment, or a whole document."""
    made = list(shown)
    body = "\n\n".join(map(_block, made)) + "\n"
    preamble = _PREAMBLE
    if any(isinstance(block, TableCard) for block in made):
        preamble = preamble.replace("a4paper", "a5paper").replace("2.2cm", "1cm").replace("xcolor", "xcolor,colortbl")
    return f"{preamble}{body}\\end{{document}}\n" if whole else body


def _block(block: blocks.Block) -> str:
    """A block as LaTeX; of a kind that has no case here, the blocks of its fallback."""
    match block:
        case blocks.Heading(level, text):
            return rf"\{_SECTIONS.get(level, 'paragraph*')}{{{text_latex(text)}}}"
        case blocks.Paragraph(text, kind):
            return _quoted(text) if kind in ASIDE else text_latex(text)
        case blocks.Bullets(items, numbered):
            return _list([rf"\item {text_latex(item)}" for item in items], "enumerate" if numbered else "itemize")
        case blocks.Table(head, rows, caption, numeric):
            widths = _shares([head, *rows], numeric)
            return _table(
                map(text_latex, head), [map(text_latex, row) for row in rows], _bold(caption), widths, numeric
            )
        case blocks.Plot():
            return _plot(block)
        case blocks.FamilyTree():  # indented by generation, since LaTeX nests lists no deeper than four
            kin = [
                rf"\item[]\leftskip={2 * depth}em {_bold(one.name)}{escape(colon())}{text_latex(one.said)}"
                for depth, _parent, one in family_rows(block)
            ]
            return f"{text_latex(block.caption)}\n\n{_list(kin)}"
        case blocks.HandDiagram():
            return _hands(block)
        case blocks.TrickDiagram():
            return _trick(block)
        case blocks.RuleBlock():
            return _rule(block)
        case blocks.ScoreSheet():
            return _sheet(block)
        case blocks.Exercise():
            return _exercise(block)
        case PageBreak():
            return r"\clearpage"
        case AskedOnPaper():
            return _asked(block)
        case TableCard():
            return _table_card(block)
    return "\n\n".join(map(_block, block.fallback()))


def text_latex(text: Text | str) -> str:
    """A text as LaTeX."""
    stretches = [text] if isinstance(text, str) else _stretches(text)
    return "".join(
        rf"\{'textbf' if each.strong else 'emph'}{{{escape(each.words)}}}"
        if isinstance(each, Emphasis)
        else escape(str(each))
        for each in stretches
    )


def _stretches(text: Text) -> Iterator[Emphasis | Text]:
    """Yield the stressed words of a text, and the stretches between them."""
    for stressed, parts in groupby(text, lambda part: isinstance(part, Emphasis)):
        stretch = Text(parts)
        yield from (part for part in stretch if isinstance(part, Emphasis)) if stressed else (stretch,)


def _bold(text: Text | str) -> str:
    return rf"\textbf{{{text_latex(text)}}}" if text else ""


def _quoted(text: Text) -> str:
    return rf"\begin{{quote}}\small {text_latex(text)}\end{{quote}}"


def _list(items: Iterable[str], kind: str = "itemize") -> str:
    return "\n".join([rf"\begin{{{kind}}}", *items, rf"\end{{{kind}}}"])


def coloured(card: Card, words: str = "") -> str:
    """A card's sign and figure, or other words about it, in the colour of its suit."""
    return rf"\textcolor[HTML]{{{_COLOURS[colour(card)]}}}{{{escape(words or glyph(card))}}}"


def _cards(cards: Iterable[Card]) -> str:
    return r"\quad ".join(" ".join(map(coloured, group)) for group in laid_out(cards))


def _hands(block: blocks.HandDiagram) -> str:
    rows = [[escape(name), _cards(held) + unseen] for name, held, unseen in hand_rows(block)]
    return _table([], rows, widths=(0.13, 0.82), together=True)


def _table(
    head: Iterable[str],
    rows: Iterable[Iterable[str]],
    caption: str = "",
    widths: Sequence[float] = (),
    numeric: Sequence[int] = (),
    together: bool = False,
) -> str:
    """A table of the text's width: ``widths`` are the shares of the columns, ``numeric`` the columns that are set flush right.

    ``together`` keeps the table on one page.
    """
    names, cells = list(head), [list(row) for row in rows]
    count = len(names) or len(widths) or max(map(len, cells), default=1)
    shares = widths or (*((0.42 / max(1, count - 1),) * (count - 1)), 0.40)
    sides = ["left" if i in numeric else "right" for i in range(count)]
    columns = "".join(
        rf">{{\ragged{side}\arraybackslash}}p{{{share:.2f}\linewidth}}"
        for side, share in zip(sides, shares, strict=True)
    )
    size, gap = (r"\footnotesize" if len(numeric) > 5 else r"\small", "3pt") if numeric else ("", "6pt")
    lines = [
        rf"{{{size}\setlength{{\tabcolsep}}{{{gap}}}",
        r"\setlength{\LTpre}{6pt}\setlength{\LTpost}{6pt}\setlength{\LTleft}{0pt}",
        rf"\begin{{longtable}}{{{columns}}}",
    ]
    if caption:
        lines.append(rf"\multicolumn{{{count}}}{{l}}{{{caption}}}{_TOGETHER}")
    if names:
        lines.append(" & ".join(rf"\textbf{{{name}}}" for name in names) + rf"{_TOGETHER} \hline\rule{{0pt}}{{2.4ex}}%")
    ends = [_TOGETHER if together else r"\\"] * (len(cells) - 1) + [r"\\"]
    lines += [f"{' & '.join(row)} {end}" for row, end in zip(cells, ends, strict=False)]
    return "\n".join([*lines, r"\end{longtable}}"])


def _shares(rows: Sequence[Sequence[Text]], numeric: Sequence[int]) -> Sequence[float]:
    """Shares of the width by the content of the columns, so that no number is broken; empty without numbers."""
    if not numeric:
        return ()
    columns = zip(*(row for row in rows if row), strict=True)
    longest = [max(len(str(cell)) for cell in column) for column in columns]
    weights = [max(1.25 * length, 4) if i in numeric else min(max(length, 8), 24) for i, length in enumerate(longest)]
    return [0.88 * weight / sum(weights) for weight in weights]


def _plot(block: blocks.Plot) -> str:
    """The table, with the picture in a last column."""
    table = block.table()
    if block.kind == "intervals":
        place = scale(block.rows)
        drawn = [_interval(place(0), *map(place, (row.low, row.value, row.high))) for row in block.rows]
    else:
        most = max((row.value for row in block.rows), default=0) or 1
        drawn = [rf"\rule{{{row.value / most:.3f}\linewidth}}{{1.2ex}}" for row in block.rows]
    rows = [[*map(text_latex, row), picture] for row, picture in zip(table.rows, drawn, strict=True)]
    others = len(table.head) - 1
    widths = (0.26, *((0.38 / max(1, others),) * others), 0.26)
    return _table([*map(text_latex, table.head), ""], rows, _bold(table.caption), widths, table.numeric)


def _interval(zero: float, low: float, value: float, high: float) -> str:
    line = rf"\rlap{{\hspace*{{{low:.3f}\linewidth}}\rule[.5ex]{{{high - low:.3f}\linewidth}}{{.5pt}}}}"
    dot = rf"\rlap{{\hspace*{{{value:.3f}\linewidth}}\llap{{\textbullet\kern-.25em}}}}"
    return rf"\leavevmode{line}{dot}\hspace*{{{zero:.3f}\linewidth}}\rule[-.4ex]{{.3pt}}{{2.2ex}}"


def _rule(block: blocks.RuleBlock) -> str:
    lines = [rf"\paragraph*{{{text_latex(block.title)}}} \texttt{{{escape(block.id)}}}\par", *map(_block, block.body)]
    lines += map(_quoted, (*block.changes, *block.notes))
    lines += [text_latex(block.see)] if block.see else []
    facts = [escape(f"{name}{colon()}{value}") for name, value, _meaning in block.params]
    facts += [text_latex(Text((cite,))) for cite in block.sources]
    facts.append(
        escape(as_words(block.evidence)) + (f"{escape(colon())}{text_latex(block.because)}" if block.because else "")
    )
    return "\n\n".join([*lines, rf"{{\footnotesize {escape(semicolon()).join(facts)}}}"])


def _trick(block: blocks.TrickDiagram) -> str:
    points = ", ".join(f"{text_latex(label)} {escape(points)}" for label, points in block.points)
    head = _bold(block.title) + (f" ({points})" if points else "")
    rows = []
    for play in block.plays:
        refusals = "".join(rf"\par{{\footnotesize {text_latex(text)}}}" for text in refused(play))
        card = coloured(play.card) + mark(play, r" \ensuremath{\surd}")
        rows.append([escape(play.name), card, " ".join(map(text_latex, words_of_play(play))) + refusals])
    rows += [
        [rf"\multicolumn{{3}}{{p{{0.95\linewidth}}}}{{{text_latex(text)}}}"] for text in (*block.outcome, *block.after)
    ]
    together = sum(len(cell) for row in rows for cell in row) < _PAGE
    return _table([], rows, head if block.number else "", widths=(0.11, 0.09, 0.72), together=together)


def _sheet(block: blocks.ScoreSheet) -> str:
    rows = [
        [text_latex(row.label), escape(f"{row.operation} {row.amount}"), escape(row.total), text_latex(row.because)]
        for row in block.rows
    ]
    rows.append([_bold(_("Total")), "", rf"\textbf{{{escape(block.total)}}}", text_latex(block.because)])
    head = map(escape, (_("Line"), _("Amount"), pgettext("column", "Sum"), _("Why")))
    table = _table(head, rows, _bold(block.title), (0.28, 0.10, 0.10, 0.44), (1, 2), together=True)
    scores = ", ".join(escape(f"{name} {amount}") for name, amount in block.scores)
    return "\n\n".join([escape(block.formula), table, scores])


def _exercise(block: blocks.Exercise) -> str:
    """The question, and the answer upside down, as in print."""
    lines = [*map(_block, block.setting), rf"\noindent{_bold(block.question)}"]
    if cards := [choice.card for choice in block.choices if choice.card]:
        lines.append(_cards(cards))
    elif block.choices:
        lines.append(_list([rf"\item {text_latex(choice.label)}" for choice in block.choices]))
    answer = r"\par ".join(map(text_latex, answers(block)))
    below = [_block(inner) for inner in block.answer if isinstance(inner, blocks.Paragraph)]
    upside_down = rf"\parbox{{\linewidth}}{{\footnotesize {' '.join([answer, *below])}}}"
    return "\n\n".join([*lines, rf"\noindent\rotatebox{{180}}{{{upside_down}}}"])


def _asked(block: AskedOnPaper) -> str:
    """A question with its choices behind boxes, and lines to write on."""
    lines = [rf"\noindent\textbf{{{block.number}.}} {text_latex(block.question)}\par"]
    lines += [rf"\noindent {_cards(block.cards)}\par"] if block.cards else []
    boxes = r"\quad ".join(rf"\mbox{{$\square$~{text_latex(choice)}}}" for choice in block.choices)
    lines += [rf"\noindent {boxes}\par"] if boxes else []
    lines += [r"\vspace{7mm}\noindent\dotfill\par"] * block.lines
    return "\n".join([*lines, r"\vspace{4mm}"])


def _table_card(card: TableCard) -> str:
    """A card for the table, on one page: what is longer is made smaller."""
    size, short = rf"\fontsize{{{card.size}}}{{{card.size * 1.25:.1f}}}\selectfont", [*card.short]
    setting = r"\thispagestyle{empty}\setlength{\parindent}{0pt}\setlength{\tabcolsep}{2pt}\setlength{\fboxsep}{0pt}"
    lines = [
        rf"{{\footnotesize\bfseries {escape(_('The rules agreed here'))}\par}}",
        rf"{{\Large {text_latex(card.title)}\par}}\vspace{{2pt}}",
        rf"{text_latex(card.lead)}\par\vspace{{4pt}}",
    ]
    for at in range(0, len(short), 2):
        pair = r"\hfill".join(_card_table(table, card.heads, 0.48) for table in short[at : at + 2])
        lines.append(rf"{pair}\par\vspace{{4pt}}")
    lines += [rf"{_card_table(table, card.heads, 1)}\par\vspace{{4pt}}" for table in card.wide]
    if card.differing:
        lines.append(rf"{_bold(_('As it is played here'))}\par")
        lines += [rf"\emph{{{text_latex(title)}.}} {text_latex(words)}\par" for title, words in card.differing]
        lines.append(r"\vspace{4pt}")
    if card.course:
        lines.append(rf"{_bold(_('How a deal goes'))}\par")
        lines += [rf"\emph{{{text_latex(label)}.}} {text_latex(words)}\par" for label, words in card.course]
    signs = r"\hfill".join(
        rf"\parbox[t]{{.22\linewidth}}{{\hrule\vspace{{2pt}}\scriptsize {escape(words)}\strut}}"
        for words in (_("agreed on"), _("by"), "", "")
    )
    foot = r"\hfill ".join(map(text_latex, card.foot))
    body = "\n".join([rf"\sbox0{{\begin{{minipage}}[b]{{\linewidth}}{size}", *lines, r"\end{minipage}}"])
    room = r"\dimexpr\textheight-40pt\relax"
    placed = rf"\ifdim\ht0>{room}\centerline{{\resizebox{{!}}{{{room}}}{{\box0}}}}\else\noindent\box0\fi"
    return "\n".join([setting, body, placed, rf"\vfill {signs}\par", rf"{{\scriptsize {foot}\par}}"])


def _card_table(table: CardTable, heads: Sequence[Text], share: float) -> str:
    """A table of a card: the figures flush right, rows that differ bold on a shade."""
    columns = (1.3, 2.1 if share < 1 else 2.8)[: len(heads)]
    label = rf"\dimexpr{share}\linewidth-{sum(columns):.1f}cm-{4 * len(heads)}pt\relax"
    figures = "".join(rf">{{\raggedleft\arraybackslash}}p{{{width}cm}}" for width in columns)
    lines = [rf"\begin{{tabular}}[t]{{@{{}}>{{\raggedright\arraybackslash}}p{{{label}}}{figures}@{{}}}}"]
    lines.append(
        " & ".join([_bold(table.title), *(rf"{{\scriptsize {text_latex(head)}}}" for head in heads)]) + r" \\ \hline"
    )
    for words, here, other in table.rows:
        cells = [
            rf"\rule{{0pt}}{{2.3ex}}{text_latex(words)}",
            escape(here or "—"),
            *([] if other is None else [escape(other or "—")]),
        ]
        if other is not None and here != other:
            cells = [r"\rowcolor[HTML]{F3ECD9}" + rf"\textbf{{{cells[0]}}}", rf"\textbf{{{cells[1]}}}", cells[2]]
        lines.append(" & ".join(cells) + r" \\")
    return "\n".join([*lines, r"\end{tabular}"])
