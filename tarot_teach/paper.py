"""Blocks of what is printed: a card for the table, a handout for a class."""

from __future__ import annotations

from dataclasses import dataclass

from tarot_teach.blocks import Block, Bullets, Heading, Paragraph, Table
from tarot_teach.cards import Card
from tarot_teach.messages import _
from tarot_teach.text import Text, say


@dataclass(frozen=True, slots=True)
class CardTable:
    """Figures on a card for the table: rows of a label, the figure here and the figure in the other game, None without one; one of
    them is empty where a game lacks it."""

    title: Text
    rows: tuple[tuple[Text, str, str | None], ...]


@dataclass(frozen=True, slots=True)
class TableCard(Block):
    """The rules of a table on one page of A5: figures in ``short`` tables, two side by side, and in ``wide`` ones, the words of rules
    that differ, and the course of a deal. ``heads`` name the columns of figures; ``size`` is that of the letters in points."""

    title: Text
    lead: Text
    heads: tuple[Text, ...]
    short: tuple[CardTable, ...]
    wide: tuple[CardTable, ...]
    differing: tuple[tuple[Text, Text], ...]
    course: tuple[tuple[Text, Text], ...]
    foot: tuple[Text, Text]
    size: float = 9.6

    def fallback(self) -> tuple[Block, ...]:
        """The figures as tables, in which those that differ have a sign, and the words under headings."""
        blocks: list[Block] = [Heading(1, self.title), Paragraph(self.lead, "lead")]
        for table in (*self.short, *self.wide):
            rows = tuple(
                (Text((*label, " ≠")) if there is not None and here != there else label, *map(_figure, cells))
                for label, here, there in table.rows
                for cells in [(here,) if there is None else (here, there)]
            )
            blocks.append(Table((table.title, *self.heads), rows, numeric=tuple(range(1, 1 + len(self.heads)))))
        for title, words in self.differing:
            blocks += [Heading(2, title), Paragraph(words)]
        if self.course:
            blocks += [Heading(2, say(_("How a deal goes"))), Table((), self.course)]
        return (*blocks, *(Paragraph(words, "aside") for words in self.foot if words))


def _figure(cell: str) -> Text:
    return Text((cell or "—",))


@dataclass(frozen=True, slots=True)
class PageBreak(Block):
    """The end of a page of paper."""

    def fallback(self) -> tuple[Block, ...]:
        """Nothing where there are no pages."""
        return ()


@dataclass(frozen=True, slots=True)
class AskedOnPaper(Block):
    """A question with its number, choices to mark or cards to choose from, and lines to write on."""

    number: int
    question: Text
    choices: tuple[Text, ...] = ()
    cards: tuple[Card, ...] = ()
    lines: int = 2

    def fallback(self) -> tuple[Block, ...]:
        """The question, and the choices as a list."""
        question = Paragraph(Text((f"{self.number}. ", *self.question)))
        choices = tuple(Text((card.name,)) for card in self.cards) or self.choices
        return (question, Bullets(choices)) if choices else (question,)
