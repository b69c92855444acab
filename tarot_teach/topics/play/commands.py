"""What somebody types who plays a deal, understood and answered. The same on a full screen and line by line."""

from __future__ import annotations

from typing import NamedTuple

from tarot_teach.blocks import Block, Paragraph
from tarot_teach.errors import TarotError
from tarot_teach.text import Text, _, say
from tarot_teach.topics.play.game import Game

HELP = _(
    "Type what you do: a bid, cards by their codes (H10, T21, EX), an announcement. Or ask: why CARD, hint, undo, table, help, "
    "quit."
)


class Answer(NamedTuple):
    """What is to be said, and whether the deal has gone on or back."""

    said: list[Block]
    moved: bool = False
    undone: bool = False


def answer(game: Game, line: str) -> Answer:
    """Do what is typed, or say what is asked. Whatever cannot be understood is told."""
    word, _space, rest = line.strip().partition(" ")
    try:
        match word.lower():
            case "help" | "?":
                return Answer([Paragraph(say(HELP), "aside")])
            case "why" if not rest.strip():
                return Answer([Paragraph(say(_("Ask about a card or an action, as in why T21 or why pass.")), "aside")])
            case "why":
                return Answer(game.why(rest.strip()))
            case "hint":
                return Answer(game.hint())
            case "table":
                return Answer(game.turn())
            case "undo" if game.undo():
                return Answer([Paragraph(say(_("Taken back.")))], undone=True)
            case "undo":
                return Answer([Paragraph(say(_("There is nothing to take back.")), "refused")])
        refused = game.do(line)
    except TarotError as error:
        return Answer([Paragraph(Text((str(problem),)), "refused") for problem in error.problems])
    return Answer(refused, moved=not refused)
