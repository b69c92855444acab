"""Blocks on a terminal. Colours are rich's, which respects NO_COLOR; a stream without UTF-8 gets ASCII."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable
from functools import singledispatch
from typing import IO

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table as RichTable
from rich.text import Text as RichText

from tarot_teach.blocks import (
    Block,
    Bullets,
    Exercise,
    FamilyTree,
    HandDiagram,
    Heading,
    Paragraph,
    PlayRow,
    Plot,
    RuleBlock,
    ScoreSheet,
    Table,
    TrickDiagram,
)
from tarot_teach.cards import Card, laid_out
from tarot_teach.language import _, as_words
from tarot_teach.render.common import colour, glyph
from tarot_teach.render.pictures import family_rows, in_signs
from tarot_teach.text import CardRef, CardsRef, Cite, RuleRef, Text

_SIGNS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "★": "EX", "½": ".5", "−": "-", "×": "x", "–": "-", "—": "-"}
_SIGNS |= {"“": '"', "”": '"', "’": "'", "…": "...", "✓": "*", "→": "->", "•": "*", "≠": "!=", "±": "+/-", "é": "e"}
_SIGNS |= {"█": "#", "▌": "", "●": "o", "├": "|", "┤": "|", "│": "|", "┼": "+", "─": "-"}


def in_ascii(text: str) -> str:
    """The nearest text in ASCII."""
    for sign, letters in _SIGNS.items():
        text = text.replace(sign, letters)
    return text.encode("ascii", "replace").decode()


def safe(renderable: RenderableType, out: Console) -> RenderableType:
    """The content for a console, in ASCII if its stream is not UTF-8."""
    encoding = (getattr(out.file, "encoding", None) or "utf-8").lower().replace("-", "")
    return renderable if encoding.startswith("utf") else _InAscii(renderable, out.width)


class _InAscii:
    """Content that is rendered first, and then converted to ASCII."""

    def __init__(self, inner: RenderableType, width: int) -> None:
        self.inner, self.width = inner, width

    def __rich__(self) -> RichText:
        inner = Console(width=self.width, record=True, file=io.StringIO(), color_system=None, highlight=False)
        inner.print(self.inner)
        return RichText(in_ascii(inner.export_text().rstrip("\n")))


_STYLES = {
    "lead": "",
    "note": "italic",
    "aside": "dim",
    "allowed": "green",
    "refused": "red",
    "warning": "bold red",
}
_COLOURS = {"red": "red", "black": "", "trump": "blue", "excuse": "magenta"}


def console(file: IO[str] | None = None, width: int | None = None) -> Console:
    """A console for standard output, or for a file. In a pipe it is 100 columns wide and has no colour."""
    stream = file or sys.stdout
    if width is None and not stream.isatty():
        width = 100
    return _Console(file=stream, width=width, highlight=False, markup=False, emoji=False, soft_wrap=False)


class _Console(Console):
    """A console that does not end the program when the reader of a pipe is gone."""

    def on_broken_pipe(self) -> None:
        """Raise the BrokenPipeError that is being handled."""
        raise


def terminal(blocks: Iterable[Block], out: Console) -> None:
    """Print blocks."""
    for block in blocks:
        out.print(safe(_render(block), out))


def plain_text(blocks: Iterable[Block], width: int = 76) -> str:
    """Blocks as a text without colours."""
    stream = io.StringIO()
    out = Console(
        file=stream, width=width, color_system=None, force_jupyter=False, highlight=False, markup=False, emoji=False
    )
    terminal(blocks, out)
    return "\n".join(line.rstrip() for line in stream.getvalue().splitlines()).strip("\n")


def renderable(blocks: Iterable[Block]) -> RenderableType:
    """Blocks as one renderable of rich, for a part of a screen."""
    return Group(*(_render(block) for block in blocks))


@singledispatch
def _render(block: Block) -> RenderableType:
    """A block for rich: by the function for its class, or else by the blocks of its fallback."""
    return Group(*map(_render, block.fallback()))


@_render.register
def _heading(block: Heading) -> RenderableType:
    style = "bold underline" if block.level == 1 else "bold"
    return Padding(_rich(str(block.text), style=style), (1 if block.level > 1 else 0, 0, 1, 0))


@_render.register
def _paragraph(block: Paragraph) -> RenderableType:
    return Padding(words(block.text, _STYLES.get(block.kind, "")), (0, 0, 1, 0))


def words(text: Text, style: str = "") -> RichText:
    """A text with its cards in colour, and without control characters."""
    line = RichText(style=style)
    for part in text:
        match part:
            case CardRef(card):
                line.append(card.name, style=_COLOURS[colour(card)])
            case CardsRef(cards):
                line.append(str(part), style=_COLOURS[colour(cards[0])])
            case RuleRef(id, title):
                line.append(clean(title or id), style="underline")
            case Cite():
                line.append(clean(str(Text((part,)))), style="dim")
            case str():
                line.append(clean(part))
            case _:
                line.append(clean(str(Text((part,)))))
    return line


def clean(text: str) -> str:
    """Text without control characters, by which a file could steer the terminal."""
    return "".join(c if c.isprintable() or c in "\n" else "�" for c in text)


def _rich(text: object, style: str = "") -> RichText:
    return RichText(clean(str(text)), style=style)


def _cards(cards: Iterable[Card]) -> RichText:
    line = RichText()
    for i, group in enumerate(laid_out(cards)):
        line.append("   " if i else "")
        for j, card in enumerate(group):
            line.append(" " if j else "")
            line.append(glyph(card), style=_COLOURS[colour(card)])
    return line


def _grid(*columns: str) -> RichTable:
    grid = RichTable.grid(padding=(0, 1, 0, 0))
    for name in columns:
        grid.add_column(name, no_wrap=name == "fixed", ratio=1 if name == "rest" else None)
    return grid


@_render.register
def _bullets(block: Bullets) -> RenderableType:
    grid = _grid("fixed", "rest")
    for number, item in enumerate(block.items, 1):
        grid.add_row(f"{number}." if block.numbered else "•", words(item))
    return Padding(grid, (0, 0, 1, 0))


@_render.register
def _plot(block: Plot) -> RenderableType:
    """The table, with the picture in a last column."""
    table = _columns(block.table())
    table.add_column("", no_wrap=True)
    for row, picture in zip(block.table().rows, in_signs(block), strict=True):
        table.add_row(*(words(cell) for cell in row), _rich(picture))
    return Padding(table, (0, 0, 1, 0))


@_render.register
def _table(block: Table) -> RenderableType:
    table = _columns(block)
    for row in block.rows:
        table.add_row(*(words(cell) for cell in row))
    return Padding(table, (0, 0, 1, 0))


def _columns(block: Table) -> RichTable:
    table = RichTable(title=clean(str(block.caption)) or None, show_header=bool(block.head), box=None, pad_edge=False)
    columns = len(block.head) or max((len(row) for row in block.rows), default=0)
    for i in range(columns):
        name = clean(str(block.head[i])) if block.head else ""
        style = "bold" if i == 0 else ""
        table.add_column(name, justify="right" if i in block.numeric else "left", style=style, overflow="fold")
    return table


@_render.register
def _family(block: FamilyTree) -> RenderableType:
    lines: list[RenderableType] = [words(block.caption)]
    for depth, _parent, kin in family_rows(block):
        grid = _grid("fixed", "rest")
        grid.add_row("•", _rich(f"{kin.name}: ", style="bold").append_text(words(kin.said)))
        lines.append(Padding(grid, (0, 0, 0, 2 + 4 * depth)))
    return Padding(Group(*lines), (0, 0, 1, 0))


@_render.register
def _rule(block: RuleBlock) -> RenderableType:
    head = _rich(str(block.title), style="bold")
    head.append(clean(f"  {block.id}"), style="dim")
    lines: list[RenderableType] = [head]
    lines += [Padding(words(paragraph), (0, 0, 0, 2)) for paragraph in block.body]
    lines += [Padding(words(change, "cyan"), (0, 0, 0, 2)) for change in block.changes]
    lines += [Padding(words(note, "dim"), (0, 0, 0, 2)) for note in block.notes]
    facts = RichText(style="dim")
    if block.params:
        facts.append(clean("; ".join(f"{as_words(name)}: {value}" for name, value, _meaning in block.params) + ". "))
    facts.append(clean(" ".join(str(Text((cite,))) for cite in block.sources)))
    facts.append(clean(f" {as_words(block.evidence)}"))
    if block.because:
        facts.append(clean(f": {block.because}"))
    lines.append(Padding(facts, (0, 0, 1, 2)))
    return Group(*lines)


@_render.register
def _hands(block: HandDiagram) -> RenderableType:
    grid = _grid("fixed", "rest")
    for hand in block.hands:
        name = f"{hand.name} ({hand.role})" if hand.role else hand.name
        cards = _cards(hand.cards)
        if hand.unseen:
            cards.append(_("  + {unseen} not known").format(unseen=hand.unseen), style="dim")
        grid.add_row(_rich(name, style="bold"), cards)
    for label, cards_of in block.laid():
        grid.add_row(_rich(str(label), style="italic"), _cards(cards_of))
    return Padding(grid, (0, 0, 1, 0))


@_render.register
def _trick(block: TrickDiagram) -> RenderableType:
    head = _rich(_("Trick {number}").format(number=block.number), style="bold")
    for label, points in block.points:
        head.append(clean(f"   {label} {points}"), style="dim")
    grid = _grid("fixed", "fixed", "fixed", "rest")
    for play in block.plays:
        card = _rich(glyph(play.card), style=_COLOURS[colour(play.card)])
        grid.add_row(_rich(play.name), card, "✓" if play.wins else ("!" if play.irregular else ""), _said(play))
    lines: list[RenderableType] = [*([head] if block.number else []), Padding(grid, (0, 0, 0, 2))]
    lines += [Padding(words(text), (0, 0, 0, 2)) for text in block.outcome]
    lines += [Padding(words(text, "italic"), (0, 0, 0, 2)) for text in block.after]
    return Padding(Group(*lines), (0, 0, 1, 0))


def _said(play: PlayRow) -> RenderableType:
    lines = [words(text, "italic") for text in play.before]
    lines += [words(text, "yellow") for text in play.tries]
    lines += [words(text, "red" if play.irregular else "dim") for text in play.reasons]
    if play.forced:
        lines.append(_rich(_("No other card was allowed."), style="dim"))
    return Group(*lines)


@_render.register
def _sheet(block: ScoreSheet) -> RenderableType:
    table = RichTable(title=clean(str(block.title)), title_justify="left", box=None, pad_edge=False)
    for name in (_("Line"), _("Amount"), _("Sum"), _("Why"), _("Rule")):
        number = name in (_("Amount"), _("Sum"))
        table.add_column(name, justify="right" if number else "left", no_wrap=number)
    for row in block.rows:
        amount = f"{row.operation} {row.amount}"
        table.add_row(words(row.label), amount, row.total, words(row.because), _rich(row.rule, style="dim"))
    if block.total:
        table.add_row(_rich(_("Total"), style="bold"), "", _rich(block.total, style="bold"), words(block.because), "")
    scores = _rich("   ".join(f"{name} {amount}" for name, amount in block.scores), style="bold")
    return Padding(Group(_rich(block.formula, style="dim"), table, scores), (0, 0, 1, 0))


@_render.register
def _exercise(block: Exercise) -> RenderableType:
    """The question with its choices; commands print the answer."""
    lines = [_render(inner) for inner in block.setting]
    lines.append(words(block.question, "bold"))
    if any(choice.card is None for choice in block.choices):
        grid = _grid("fixed", "rest")
        for choice in block.choices:
            grid.add_row(_rich(choice.code.replace("_", " "), style="bold"), words(choice.label))
        lines.append(Padding(grid, (0, 0, 0, 2)))
    elif block.choices:
        lines.append(Padding(_cards(choice.card for choice in block.choices if choice.card), (0, 0, 0, 2)))
    return Padding(Group(*lines), (0, 0, 1, 0))
