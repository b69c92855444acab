"""Blocks as a card magazine sets them: hands round the table, a diagram with notes for each trick that teaches, a line for each other one.

The commands that begin with ``\\tarot`` are defined in ``templates/book.tex``; answers are kept for the end of the book."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from tarot_teach import blocks
from tarot_teach.cards import Card, laid_out
from tarot_teach.messages import _
from tarot_teach.render.cardart import tikz_card
from tarot_teach.render.common import answers, glyph, hand_rows, refused
from tarot_teach.render.latex import coloured, escape, latex, text_latex
from tarot_teach.text import RuleRef, Text, joined

_WIDTH = 138  # of the text, in millimetres
_CARD, _SMALL = 9.5, 7.8  # the width of a card in a fan, and in a trick
_FEW = 6  # the most cards that are drawn in a hand at the table; more are set as a line for each suit
_SHORT = 5  # the most tricks of a lesson in which each trick is drawn
_LONG = 1100  # letters beside a trick; more go on below it
_LINES = 2  # the fewest lines that are set in two columns

_TABLE = "middle"
_ROUND: dict[int, tuple[tuple[int | str, ...], ...]] = {
    2: ((1,), (_TABLE,), (0,)),
    3: ((2, 1), (_TABLE,), (0,)),
    4: ((2,), (3, _TABLE, 1), (0,)),
    5: ((3, 2), (4, _TABLE, 1), (0,)),
    6: ((4, 3, 2), (5, _TABLE, 1), (0,)),
}
"""The places of hands, by their number, in rows from the top; the first hand is at the foot, and the next to the right."""
_TRICKS: dict[int, tuple[tuple[float, float], ...]] = {
    2: ((0, -1), (0, 1)),
    3: ((0, -1), (1.25, 0.3), (-1.25, 0.3)),
    4: ((0, -1), (1.4, 0), (0, 1), (-1.4, 0)),
    5: ((0, -1), (1.45, -0.4), (0.65, 1), (-0.65, 1), (-1.45, -0.4)),
    6: ((0, -1), (1.45, -0.6), (1.45, 0.7), (0, 1), (-1.45, 0.7), (-1.45, -0.6)),
}
"""The places of the cards of a trick, in units of half a card, from the first hand on."""


@dataclass
class BookBlocks:
    """Sets blocks for the book. ``answered`` collects the answers to its questions, each with the title under which it
    is asked, ``costs`` the lessons in which cards cost points with all cards open, each with its title and the plays by
    trick; ``told`` are the lessons so far, none of which is printed twice."""

    title: str = ""
    written: list[blocks.Block] = field(default_factory=list)
    answered: list[tuple[str, str]] = field(default_factory=list)
    costs: list[tuple[str, list[tuple[int, blocks.PlayRow]]]] = field(default_factory=list)

    def set(self, block: blocks.Block) -> str:
        """A block as LaTeX, with the signs as commands."""
        match block:
            case blocks.Stepper(id) if block in self.written:
                page = rf"\pageref{{tarot-lesson-{id}}}"
                return r"\noindent " + escape(_("This is told card by card on page {page}.").format(page="\0")).replace(
                    "\0", page
                )
            case blocks.Spoiler() if block in self.written:
                return ""
            case blocks.Stepper():
                self.written.append(block)
                return rf"\phantomsection\label{{tarot-lesson-{block.id}}}" + self._lesson(block)
            case blocks.Spoiler():
                self.written.append(block)
                return "\n\n".join(map(self.set, block.blocks))
            case blocks.Heading(_level, text):
                return rf"\tarothead{{{text_latex(text)}}}"
            case blocks.Steps(rows):
                return rf"\noindent {text_latex(joined(line for row in rows for line in row.said))}\par"
            case blocks.HandDiagram():
                return _hands(block)
            case blocks.TrickDiagram():
                return _trick(block, None, whole=True)
            case blocks.ScoreSheet():
                return _sheet(block)
            case blocks.Exercise():
                return self._exercise(block)
            case blocks.Plot():
                return re.sub(r"\\rule\{(?=\d\.\d)", r"\\color{tarottrump}\g<0>", latex([block]))
        return latex([block])

    def _lesson(self, lesson: blocks.Stepper) -> str:
        """A lesson: introduction, table, tricks, and the result at the foot."""
        shown = list(blocks.flat(lesson.blocks))
        table = next((block for block in shown if isinstance(block, blocks.HandDiagram) and len(block.hands) > 1), None)
        taught = {
            part.id
            for block in lesson.about
            if isinstance(block, blocks.Paragraph)
            for part in block.text
            if isinstance(part, RuleRef)
        }
        short = sum(isinstance(block, blocks.TrickDiagram) for block in shown) <= _SHORT
        parts: list[str] = list(map(self.set, lesson.about))
        waiting: list[blocks.TrickDiagram] = []
        for block in lesson.blocks:
            for part in blocks.flat([block]):
                if isinstance(part, blocks.TrickDiagram) and not (
                    short or isinstance(block, blocks.Spoiler) or _teaches(part)
                ):
                    waiting.append(part)
                    continue
                parts += _lines(waiting)
                waiting.clear()
                if isinstance(part, blocks.TrickDiagram):
                    parts.append(_trick(part, table, whole=short, taught=taught))
                else:
                    parts.append(self.set(part))
                if part is table:
                    parts += _taker(table)
        return "\n\n".join([*parts, *_lines(waiting), *self._note_costs(shown)])

    def _note_costs(self, shown: Iterable[blocks.Block]) -> Iterator[str]:
        """Keep the plays of a lesson that cost points, for the end of the book, and say where they stand."""
        tricks = (block for block in shown if isinstance(block, blocks.TrickDiagram))
        dear = [(trick.number, play) for trick in tricks for play in trick.plays if play.cost]
        if dear:
            self.costs.append((self.title, dear))
            words = escape(_("What cards cost with all cards open stands on page {page}.").format(page="\0"))
            yield r"\tarotsmall{" + words.replace("\0", rf"\pageref{{tarot-costs-{len(self.costs)}}}") + "}"

    def _exercise(self, block: blocks.Exercise) -> str:
        """The question with its number; the answer is kept."""
        below = [part for part in block.answer if isinstance(part, blocks.Paragraph)]
        reasons = [
            Text((item,)) if isinstance(item, str) else item
            for part in block.answer
            if isinstance(part, blocks.Bullets)
            for item in part.items
        ]
        words = [*answers(block), *(part.text for part in below)] if below else [*answers(block), *reasons]
        self.answered.append((self.title, " ".join(map(text_latex, words))))
        lines = [self.set(part) for part in block.setting]
        lines.append(rf"\tarotask{{{len(self.answered)}}}{{{text_latex(block.question)}}}")
        if cards := [choice.card for choice in block.choices if choice.card]:
            lines.append(_fan(cards))
        elif block.choices:
            lines.append(
                r"\noindent "
                + r"\quad ".join(rf"\mbox{{\tarotbox {text_latex(choice.label)}}}" for choice in block.choices)
            )
        return "\n\n".join([r"\begin{tarotquestion}", *lines, r"\end{tarotquestion}"])

    def answers(self) -> str:
        """The chapter of answers, or nothing."""
        if not self.answered:
            return ""
        lines = [rf"\chapter{{{escape(_('Answers'))}}}"]
        numbered = enumerate(self.answered, 1)
        for title, group in groupby(numbered, key=lambda item: item[1][0]):
            lines.append(rf"\tarothead{{{escape(title)}}}")
            lines += [rf"\tarotanswer{{{number}}}{{{words}}}" for number, (_title, words) in group]
        return "\n".join(lines)

    def open_cards(self) -> str:
        """The chapter of what cards cost with all cards open, or nothing."""
        if not self.costs:
            return ""
        lines = [rf"\chapter{{{escape(_('With all cards open'))}}}"]
        about = _(
            "Each card of the last ten tricks that would have been better otherwise if all had seen all cards, with what the allowed cards would have brought by best play. "
            "Nobody at the table sees all cards, so it may have been right."
        )
        lines.append(rf"\noindent {escape(about)}\par")
        for number, (title, plays) in enumerate(self.costs, 1):
            lines.append(rf"\tarothead{{{escape(title)}}}\label{{tarot-costs-{number}}}")
            lines += [
                rf"\tarotcost{{{trick}}}{{{escape(play.name)}}}{{{coloured(play.card)}}}{{{text_latex(play.open_cards)}}}"
                for trick, play in plays
            ]
        return "\n".join(lines)


def _teaches(trick: blocks.TrickDiagram) -> bool:
    """True for a trick of which the author says something, or that is more than cards and winner."""
    return bool(trick.after or len(trick.outcome) > 1 or any(map(_spoken_of, trick.plays)))


def _spoken_of(play: blocks.PlayRow) -> bool:
    return bool(play.before or play.tries or play.irregular)


# ------------------------------------------------------------ hands


def _fan(cards: Iterable[Card], width: float = _WIDTH, card: float = _CARD) -> str:
    """Cards in one row, each over the one before except for its corner, with a little room between suits."""
    groups = laid_out(cards)
    count = max(2, sum(map(len, groups)))
    seen = min(0.6 * card, (width - card - len(groups)) / (count - 1))
    step = rf"\hskip{seen - card:.2f}mm"
    drawn = [step.join(tikz_card(one, width=f"{card:g}mm") for one in group) for group in groups]
    return rf"\tarotfan{{{(step + chr(92) + 'hskip1mm').join(drawn)}}}"


def _suits(cards: Iterable[Card]) -> str:
    """A hand as text, a line for each suit."""
    lines = []
    for group in laid_out(cards):
        first = next((card for card in group if not card.is_excuse), group[0])
        shown = [coloured(card) if card.is_excuse else escape(card.figure) for card in group]
        sign = coloured(first, first.suit.symbol or "·") if first.suit.kind == "plain" else coloured(first, "★")
        lines.append(rf"\tarotsuit{{{sign}}}{{{' '.join(shown)}}}")
    return "".join(lines)


def _hands(block: blocks.HandDiagram) -> str:
    """Hands round the table; a single one as a fan over its caption."""
    if len(block.hands) not in _ROUND:
        parts = []
        for words, cards, unseen in hand_rows(block):
            named = " · ".join(
                filter(None, [words, str(block.caption) if block.caption and not words else "", unseen.strip(" +")])
            )
            parts.append((_fan(cards) if cards else "") + rf"\tarotcaption{{{escape(named)}}}")
        return "\n\n".join(parts)
    few = max(len(hand.cards) for hand in block.hands) <= _FEW
    rows = []
    for row in _ROUND[len(block.hands)]:
        order = tuple(reversed(row)) if block.clockwise else row
        cells = [_felt(block) if isinstance(place, str) else _hand(block.hands[place], few) for place in order]
        rows.append(rf"\tarotrow{{{(chr(92) + 'hfil ').join(cells)}}}")
    return rf"\begin{{tarottable}}{{{'65mm' if few else '84mm'}}}{chr(10).join(rows)}\end{{tarottable}}"


def _hand(hand: blocks.HandRow, few: bool) -> str:
    unseen = (
        rf"\par{{\footnotesize {escape(_(' + {unseen} not known').format(unseen=hand.unseen).strip(' +'))}}}"
        if hand.unseen
        else ""
    )
    cards = (_fan(hand.cards, 43, 8.5) if few else _suits(hand.cards)) if hand.cards else ""
    return rf"\tarothand{{{escape(hand.name)}}}{{{escape(hand.role)}}}{{{cards}{unseen}}}"


def _felt(block: blocks.HandDiagram) -> str:
    """The table itself, with the cards that lie in its middle."""
    piles = [
        rf"{text_latex(label)}\par {' '.join(escape(glyph(card)) for group in laid_out(cards) for card in group)}"
        for label, cards in block.laid()
    ]
    seats = "".join(f"{{{escape(hand.seat)}}}" for hand in block.hands) if len(block.hands) == 4 else "{}{}{}{}"
    if block.clockwise and len(block.hands) == 4:
        first, left, top, right = (f"{{{escape(hand.seat)}}}" for hand in block.hands)
        seats = first + right + top + left
    return rf"\tarotfelt{{{(chr(92) + 'par ').join(piles)}}}{seats}"


def _taker(table: blocks.HandDiagram) -> list[str]:
    """The hand of the taker, or else the first one, drawn as cards, where the table has it as text."""
    played = [hand for hand in table.hands if hand.role not in ("", _("dealer"))] or [*table.hands]
    hand = played[0]
    return [_fan(hand.cards) + rf"\tarotcaption{{{escape(hand.name)}}}"] if len(hand.cards) > _FEW else []


# ------------------------------------------------------------ tricks


def _trick(
    trick: blocks.TrickDiagram, table: blocks.HandDiagram | None, *, whole: bool, taught: Iterable[str] = ()
) -> str:
    """A trick as a picture with what is said of it beside; ``whole`` gives the reasons of each card, else of those that the author speaks of."""
    points = " · ".join(f"{label} {points}" for label, points in trick.points)
    head = trick.title if trick.number else ""
    words = []
    for play in trick.plays:
        spoken = _spoken_of(play)
        if not (spoken or whole):
            continue
        why = [*play.tries, *play.reasons]
        if play.tries or play.irregular:
            why += refused(play)
        elif whole:
            why += [
                text for text in refused(play) if any(isinstance(part, RuleRef) and part.id in taught for part in text)
            ]
        elif play.forced:
            why.append(Text((_("No other card was allowed."),)))
        sentences = " ".join(map(text_latex, play.before))
        small = rf"\tarotsmall{{{' '.join(map(text_latex, why))}}}" if why else ""
        if sentences or small:
            named = play.seat if table else play.name
            words.append(rf"\tarotplay{{{escape(named)}}}{{{coloured(play.card)}}}{{{sentences}}}{small}")
    words += [rf"\tarotoutcome{{{text_latex(line)}}}" for line in trick.outcome]
    words += [rf"\tarotnote{{{text_latex(note)}}}" for note in trick.after]
    seats = [hand.seat for hand in table.hands] if table else []
    picture = _cross(trick, seats, table.clockwise) if table and len(seats) in _TRICKS else ""
    heading = rf"\tarottrickhead{{{escape(head)}}}{{{escape(points)}}}" if head and (words or points) else ""
    if not picture:
        return _row(trick, heading, words)
    command = "tarottrick" if sum(map(len, words)) < _LONG else "tarotlongtrick"
    return rf"\{command}{{{picture}}}{{{heading}{''.join(words)}}}"


def _cross(trick: blocks.TrickDiagram, seats: Sequence[str], clockwise: bool) -> str:
    """The cards of a trick, each before its player, the winner's in a ring."""
    half, drawn = 0.86 * _SMALL, []
    for play in trick.plays:
        x, y = _TRICKS[len(seats)][seats.index(play.seat)]
        at = f"{{{half * (1.6 + (-x if clockwise else x)):.1f}}}{{{half * (1 + y):.1f}}}"
        ring = "tarotwinner" if play.wins else "tarotput"
        drawn.append(rf"\{ring}{at}{{{tikz_card(play.card, width=f'{_SMALL:g}mm')}}}")
    drawn.sort(key=lambda one: one.startswith(r"\tarotwinner"))
    return rf"\tarotcross{{{half * 3.2 + _SMALL:.1f}}}{{{half * 2 + 1.6 * _SMALL:.1f}}}{{{''.join(drawn)}}}"


def _row(trick: blocks.TrickDiagram, heading: str, words: Iterable[str]) -> str:
    """A trick that has no table: its cards in a row, with the names of the players."""
    cards = "".join(
        rf"\tarotnamed{{{escape(play.name)}}}{{\tarot{'ringed' if play.wins else 'plain'}{{{tikz_card(play.card, width=f'{_SMALL:g}mm')}}}}}"
        for play in trick.plays
    )
    return rf"{heading}\tarotfan{{{cards}}}\par {''.join(words)}"


def _lines(tricks: Sequence[blocks.TrickDiagram]) -> list[str]:
    """A line for each trick: number, leader, cards in order, and the first side's points, in two columns where there are many."""
    if not tricks:
        return []
    rows = []
    for trick in tricks:
        cards = r" {\color{tarotsoft}·} ".join(
            rf"\textbf{{{coloured(play.card)}}}" if play.wins else coloured(play.card) for play in trick.plays
        )
        points = escape(trick.points[0][1]) if trick.points else ""
        rows.append(rf"\tarotline{{{trick.number}}}{{{escape(trick.plays[0].seat)}}}{{{cards}}}{{{points}}}")
    wide = max(len(trick.plays) for trick in tricks) > 5
    lines = "\n".join(rows)
    columns = not wide and len(rows) >= _LINES
    return [rf"\begin{{tarotlines}}{{{2 if columns else 1}}}{lines}\end{{tarotlines}}"]


# ------------------------------------------------------------ score


def _sheet(block: blocks.ScoreSheet) -> str:
    """A score sheet, line by line, each with its reason in small print."""
    rows = [
        rf"\tarotscore{{{text_latex(row.label)}}}{{{text_latex(row.because)}}}{{{escape(f'{row.operation} {row.amount}')}}}{{{escape(row.total)}}}"
        for row in block.rows
    ]
    rows.append(rf"\tarottotal{{{escape(_('Total'))}}}{{{text_latex(block.because)}}}{{{escape(block.total)}}}")
    scores = r" \quad ".join(rf"{escape(name)} \textbf{{{escape(amount)}}}" for name, amount in block.scores)
    return rf"\begin{{tarotsheet}}{{{text_latex(block.title)}}}{{{escape(block.formula)}}}{''.join(rows)}\end{{tarotsheet}}\tarotscores{{{scores}}}"
