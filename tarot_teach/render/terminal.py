"""Blocks on a terminal. Colours are rich's, which respects NO_COLOR; a stream without UTF-8 gets ASCII."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable
from typing import IO, Any

from rich.console import Console, Group, JustifyMethod, RenderableType
from rich.containers import Lines
from rich.padding import Padding
from rich.table import Table
from rich.text import Text as RichText

from tarot_teach import blocks
from tarot_teach.cards import Card, laid_out
from tarot_teach.errors import printable
from tarot_teach.messages import _, as_words, colon, pgettext
from tarot_teach.render.common import colour, glyph, mark
from tarot_teach.render.pictures import family_rows, in_signs
from tarot_teach.text import CardRef, CardsRef, Cite, Emphasis, RuleRef, Text

_SIGNS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "★": "EX", "½": ".5", "−": "-", "×": "x", "–": "-", "—": "-"}
_SIGNS |= {"“": '"', "”": '"', "’": "'", "…": "...", "✓": "*", "→": "->", "•": "*", "≠": "!=", "±": "+/-", "é": "e"}
_SIGNS |= {"█": "#", "▌": "", "●": "o", "·": "/", "├": "|", "┤": "|", "│": "|", "┼": "+", "─": "-"}
_TO_ASCII = str.maketrans(_SIGNS)
_STYLES = {"note": "italic", "aside": "dim", "allowed": "green", "refused": "red", "warning": "bold red"}
_COLOURS = {"red": "red", "black": "", "trump": "blue", "excuse": "magenta"}
_HELD = str.maketrans("\u00a0\u202f", "\ue0a0\ue0af")
_FREED = str.maketrans("\ue0a0\ue0af", "\u00a0\u202f")
_BELOW = (0, 0, 1, 0)  # the padding of a block: an empty line below
_INDENTED = (0, 0, 0, 2)


def in_ascii(text: str) -> str:
    """The nearest text in ASCII."""
    return text.translate(_TO_ASCII).encode("ascii", "replace").decode()


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


class _Words(RichText):
    """Words of which rich breaks no line at a space that does not break."""

    def wrap(self, console: Console, width: int, **how: Any) -> Lines:
        """The lines of these words at a width."""
        held = self.copy()
        held.plain = self.plain.translate(_HELD)
        lines = held.wrap(console, width, **how)
        for line in lines:
            line.plain = line.plain.translate(_FREED)
        return lines


def terminal(shown: Iterable[blocks.Block], out: Console) -> None:
    """Print blocks, in ASCII if the console's stream is not UTF-8."""
    encoding = (getattr(out.file, "encoding", None) or "utf-8").lower().replace("-", "")
    for block in shown:
        made = _block(block)
        if not encoding.startswith("utf"):
            inner = Console(width=out.width, record=True, file=io.StringIO(), color_system=None, highlight=False)
            inner.print(made)
            made = RichText(in_ascii(inner.export_text().rstrip("\n")))
        out.print(made)


def plain_text(shown: Iterable[blocks.Block], width: int = 76) -> str:
    """Blocks as a text without colours."""
    stream = io.StringIO()
    out = Console(
        file=stream, width=width, color_system=None, force_jupyter=False, highlight=False, markup=False, emoji=False
    )
    terminal(shown, out)
    return "\n".join(line.rstrip() for line in stream.getvalue().splitlines()).strip("\n")


def renderable(shown: Iterable[blocks.Block]) -> RenderableType:
    """Blocks as one renderable of rich, for a part of a screen."""
    return Group(*map(_block, shown))


def clean(text: object) -> str:
    """Text without control characters, by which a file could steer the terminal."""
    return "\n".join(map(printable, str(text).split("\n")))


def words(text: Text, style: str = "") -> RichText:
    """A text with its cards in colour, and without control characters."""
    line = _Words(style=style)
    for part in text:
        match part:
            case CardRef(card):
                line.append(card.name, style=_COLOURS[colour(card)])
            case CardsRef(cards):
                line.append(str(part), style=_COLOURS[colour(cards[0])])
            case RuleRef(id, title):
                line.append(clean(title or id), style="underline")
            case Emphasis(stressed, strong):
                line.append(clean(stressed), style="bold" if strong else "italic")
            case _:
                line.append(clean(Text((part,))), style="dim" if isinstance(part, Cite) else None)
    return line


def _cards(cards: Iterable[Card]) -> RichText:
    groups = [[_card(card) for card in group] for group in laid_out(cards)]
    return RichText("   ").join(RichText(" ").join(group) for group in groups)


def _block(block: blocks.Block) -> RenderableType:
    """A block for rich; of a kind that has no case here, the blocks of its fallback."""
    match block:
        case blocks.Heading(level, text):
            head = _rich(text, "bold underline" if level == 1 else "bold")
            return Padding(head, (1 if level > 1 else 0, 0, 1, 0))
        case blocks.Paragraph(text, kind):
            return Padding(words(text, _STYLES.get(kind, "")), _BELOW)
        case blocks.Bullets(items, numbered):
            rows = [(f"{n}." if numbered else "•", words(item)) for n, item in enumerate(items, 1)]
            return Padding(_grid(2, rows), _BELOW)
        case blocks.Listing(text):
            return Padding(_Words(clean(text)), (0, 0, 1, 2))
        case blocks.Table():
            return _table(block)
        case blocks.Plot():
            return _table(block.table(), in_signs(block))
        case blocks.FamilyTree(_id, caption):
            lines: list[RenderableType] = [words(caption)]
            for depth, _parent, kin in family_rows(block):
                said = _rich(f"{kin.name}{colon()}", "bold").append_text(words(kin.said))
                lines.append(Padding(_grid(2, [("•", said)]), (0, 0, 0, 2 + 4 * depth)))
            return Padding(Group(*lines), _BELOW)
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
    return Group(*map(_block, block.fallback()))


def _rich(text: object, style: str = "") -> RichText:
    return _Words(clean(text), style=style)


def _card(card: Card) -> RichText:
    return _rich(glyph(card), _COLOURS[colour(card)])


def _grid(columns: int, rows: Iterable[Iterable[RenderableType]]) -> Table:
    """Rows whose last column fills the line, while the others are as wide as they need."""
    grid = Table.grid(padding=(0, 1, 0, 0))
    for i in range(columns):
        grid.add_column(no_wrap=i < columns - 1, ratio=1 if i == columns - 1 else None)
    for row in rows:
        grid.add_row(*row)
    return grid


def _table(block: blocks.Table, pictures: Iterable[str] = ()) -> RenderableType:
    """A table; ``pictures`` stand behind its rows."""
    table = Table(title=clean(block.caption) or None, show_header=bool(block.head), box=None, pad_edge=False)
    for i in range(len(block.head) or max(map(len, block.rows), default=0)):
        side: JustifyMethod = "right" if i in block.numeric else "left"
        name = clean(block.head[i]) if block.head else ""
        table.add_column(name, justify=side, style="" if i else "bold", overflow="fold")
    drawn = list(pictures)
    if drawn:
        table.add_column("", no_wrap=True)
    for i, row in enumerate(block.rows):
        table.add_row(*map(words, row), *map(_rich, drawn[i : i + 1]))
    return Padding(table, _BELOW)


def _hands(block: blocks.HandDiagram) -> RenderableType:
    rows = []
    for hand in block.hands:
        cards = _cards(hand.cards)
        if hand.unseen:
            cards.append(_("  + {unseen} not known").format(unseen=hand.unseen), style="dim")
        rows.append((_rich(f"{hand.name} ({hand.role})" if hand.role else hand.name, "bold"), cards))
    rows += [(_rich(label, "italic"), _cards(cards)) for label, cards in block.laid()]
    return Padding(_grid(2, rows), _BELOW)


def _trick(block: blocks.TrickDiagram) -> RenderableType:
    head = _rich(block.title, "bold")
    for label, points in block.points:
        head.append(clean(f"   {label} {points}"), style="dim")
    rows = []
    for play in block.plays:
        said = [words(text, "italic") for text in play.before]
        said += [words(text, "yellow") for text in play.tries]
        said += [words(text, "red" if play.irregular else "dim") for text in play.reasons]
        said += [_rich(_("No other card was allowed."), "dim")] if play.forced else []
        said += [words(play.open_cards, "cyan")] if play.open_cards else []
        rows.append((_rich(play.name), _card(play.card), mark(play, "✓").strip(), Group(*said)))
    lines: list[RenderableType] = [*([head] if block.number else []), Padding(_grid(4, rows), _INDENTED)]
    lines += [Padding(words(text), _INDENTED) for text in block.outcome]
    lines += [Padding(words(text, "italic"), _INDENTED) for text in block.after]
    return Padding(Group(*lines), _BELOW)


def _rule(block: blocks.RuleBlock) -> RenderableType:
    head = _rich(block.title, "bold").append(clean(f"  {block.id}"), style="dim")
    lines: list[RenderableType] = [head]
    lines += [Padding(_close(part), _INDENTED) for part in block.body]
    for texts, style in ((block.changes, "cyan"), (block.notes, "dim")):
        lines += [Padding(words(text, style), _INDENTED) for text in texts]
    lines += [Padding(_block(part), _INDENTED) for part in block.at_work]
    lines += [Padding(words(block.see), _INDENTED)] if block.see else []
    facts = [str(Text((cite,))) for cite in block.sources]
    facts.append(as_words(block.evidence) + (f"{colon()}{block.because}" if block.because else ""))
    return Group(*lines, Padding(_rich(" ".join(facts), "dim"), (0, 0, 1, 2)))


def _close(block: blocks.Block) -> RenderableType:
    """A block of a rule's text, without the empty line below a paragraph."""
    return words(block.text) if isinstance(block, blocks.Paragraph) else _block(block)


def _sheet(block: blocks.ScoreSheet) -> RenderableType:
    table = Table(title=clean(block.title), title_justify="left", box=None, pad_edge=False)
    for name in (_("Line"), _("Amount"), pgettext("column", "Sum"), _("Why"), _("Rule")):
        number = name in (_("Amount"), pgettext("column", "Sum"))
        table.add_column(name, justify="right" if number else "left", no_wrap=number)
    for row in block.rows:
        amount = f"{row.operation} {row.amount}"
        table.add_row(words(row.label), amount, row.total, words(row.because), _rich(row.rule, "dim"))
    if block.total:
        table.add_row(_rich(_("Total"), "bold"), "", _rich(block.total, "bold"), words(block.because), "")
    scores = _rich("   ".join(f"{name} {amount}" for name, amount in block.scores), "bold")
    return Padding(Group(_rich(block.formula, "dim"), table, scores), _BELOW)


def _exercise(block: blocks.Exercise) -> RenderableType:
    """The question with its choices; commands print the answer."""
    lines = [*map(_block, block.setting), words(block.question, "bold")]
    if any(choice.card is None for choice in block.choices):
        rows = [(_rich(as_words(choice.code), "bold"), words(choice.label)) for choice in block.choices]
        lines.append(Padding(_grid(2, rows), _INDENTED))
    elif block.choices:
        lines.append(Padding(_cards(choice.card for choice in block.choices if choice.card), _INDENTED))
    return Padding(Group(*lines), _BELOW)
