"""Widgets: seats with their hands, the middle of the table, and the line of keys."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.style import Style
from rich.table import Table
from rich.text import Text as RichText
from textual.events import Click
from textual.message import Message
from textual.widgets import Static

from tarot_teach.blocks import HandRow, Paragraph, PlayRow
from tarot_teach.cards import Card, laid_out
from tarot_teach.messages import _, ngettext
from tarot_teach.render.common import colour, glyph
from tarot_teach.render.terminal import clean, words
from tarot_teach.text import say
from tarot_teach.tui.model import Places, ReplayCursor

_FACES = {"red": "#b3001b", "black": "#1a1a1a", "trump": "#0b4fa8", "excuse": "#8a1a9b"}
_PAPER = "#f3efe4"


class CardClicked(Message):
    """A card was clicked."""

    def __init__(self, code: str) -> None:
        super().__init__()
        self.code = code


class Flow:
    """Texts side by side, in as many lines as they need; no text is broken."""

    def __init__(self, texts: list[RichText]) -> None:
        self.texts = texts

    def __rich_console__(self, _console: Console, options: ConsoleOptions) -> RenderResult:
        line = RichText()
        for text in self.texts:
            if line and line.cell_len + 3 + text.cell_len > options.max_width:
                yield line
                line = RichText()
            line.append("   " if line else "").append_text(text)
        yield line


class Keys(Static):
    """The keys, which can be clicked too: each with its action and its label."""

    def __init__(self, keys: Iterable[tuple[str, str, str]]) -> None:
        texts = []
        for key, action, label in keys:
            meta = Style(meta={"action": action})
            texts.append(RichText.assemble((f"{_(key)} ", Style(bold=True) + meta), (_(label), Style(dim=True) + meta)))
        super().__init__(Flow(texts), id="keys", markup=False)

    async def on_click(self, event: Click) -> None:
        if action := event.style.meta.get("action"):
            await self.app.run_action(action)


class Seat(Static):
    """A player: name, role, tricks won, and the hand."""

    def __init__(self, number: int) -> None:
        super().__init__(id=f"seat-{number}", classes="seat", markup=False)
        self.number = number

    def show(self, cursor: ReplayCursor, row: HandRow | None) -> None:
        state = cursor.state
        to_act = state.turn == self.number
        head = RichText("▶ " if to_act else "  ")
        head.append(clean(cursor.name(self.number)), style="bold")
        if row and row.role:
            head.append(clean(f" ({row.role})"))
        tricks = sum(taken.winner == self.number for taken in state.tricks)
        if tricks:
            head.append("  " + ngettext("{number} trick", "{number} tricks", tricks).format(number=tricks), style="dim")
        if state.lies_open and (top := state.table.tops[self.number]):
            cards = state.won[self.number].bit_count()
            pile = ngettext("pile of {number} card: ", "pile of {number} cards: ", cards).format(number=cards)
            head.append(f"  {pile}", style="dim").append_text(_card(top))
        self.set_class(to_act, "-turn")
        self.set_class(any(move.to == self.number for move in cursor.moves), "-gets")
        laid = [
            part for part in (cursor.hands.middle if cursor.hands else ()) if row and part[1].startswith(f"{row.seat}/")
        ]
        heaps = [words(label, "dim").append("  ").append_text(_cards(cards)) for label, _place, cards in laid]
        self.update(Group(head, self._hand(cursor, row), *heaps) if row else head)

    def _hand(self, cursor: ReplayCursor, row: HandRow) -> RichText:
        allowed = any(isinstance(block, Paragraph) and block.kind == "allowed" for block in cursor.answer)
        selected = Style(color="#ffffff", bgcolor="#0a7a2f" if allowed else "#c00020", bold=True)

        def shown(card: Card) -> RichText:
            mark = selected if card is cursor.card else Style()
            return _card(card, mark + Style(meta={"card": card.code}))

        line = RichText("   ").join(RichText(" ").join(map(shown, group)) for group in laid_out(row.cards))
        if row.unseen:
            words = ngettext("{number} card not known", "{number} cards not known", row.unseen)
            if cursor.seat is not None:
                words = ngettext("{number} card face down", "{number} cards face down", row.unseen)
            line.append(f"{'  + ' if row.cards else ''}{words.format(number=row.unseen)}", style="dim")
        return line

    def on_click(self, event: Click) -> None:
        if code := event.style.meta.get("card"):
            self.post_message(CardClicked(code))


class Middle(Static):
    """The middle of the table: the trick and the way of its cards, or talon and discard."""

    def show(self, cursor: ReplayCursor, places: Places) -> None:
        lines: list[RenderableType] = []
        plays, moves = cursor.plays, cursor.moves
        if plays or moves:
            numbered = _(cursor.replay.engine.index.play.numbered)
            title = str(say(numbered, number=cursor.trick_number))
            lines.append(RichText(title, style="bold", justify="center"))
        if plays:
            lines += _trick(plays, cursor, places)
        for move in moves:
            giver = "" if move.giver is None else f"{cursor.name(move.giver)} "
            way = clean(f"  {giver}→ {cursor.name(move.to)}")
            lines.append(_cards(move.cards).append(way, style="bold green"))
        if cursor.open_cards:
            lines += [words(say(_("On the table")), "italic"), _cards(cursor.open_cards)]
        hands = cursor.hands
        if hands and cursor.shows_talon:
            for label, cards in [(label, cards) for label, place, cards in hands.middle if cards and "/" not in place]:
                lines += [words(label, "italic"), _cards(card for group in laid_out(cards) for card in group)]
        self.display = bool(lines)
        self.update(Group(*lines))


def _trick(plays: tuple[PlayRow, ...], cursor: ReplayCursor, places: Places) -> list[RenderableType]:
    """The cards before the players who played them; for a complete trick, an arrow to the winner."""
    letters = cursor.replay.start.seats
    lying: dict[int | None, RichText] = {}  # by seat; the middle has -1
    for play in plays:
        lying[letters.index(play.seat)] = _card(play.card, Style(bold=True, underline=play.wins))
        if play.irregular:
            lying[letters.index(play.seat)].append("!", style="bold red")
    winner = next((letters.index(play.seat) for play in plays if play.wins), None)
    lying[-1] = RichText("" if winner is None else places.arrow(winner), style="bold green")
    lines: list[RenderableType] = []
    for seats in (places.top, (places.left, -1, places.right), (places.bottom,)):
        row = Table.grid(expand=True)
        for _seat in seats:
            row.add_column(ratio=1, justify="center")
        row.add_row(*(lying.get(seat, RichText()) for seat in seats))
        lines.append(row)
    if winner is not None:
        takes = str(say(_("{who} takes the trick."), who=cursor.name(winner)))
        lines.append(RichText(clean(takes), style="green", justify="center"))
    return lines


def _cards(cards: Iterable[Card]) -> RichText:
    return RichText(" ").join(map(_card, cards))


def _card(card: Card, more: Style | None = None) -> RichText:
    """A small card: its colour on paper, which does not reach beyond it."""
    return RichText().append(glyph(card), style=Style(color=_FACES[colour(card)], bgcolor=_PAPER) + more)
