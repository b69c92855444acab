"""The level of a question, from 1 to 3, by facts about it: each difficulty that it has raises it by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tarot_teach.blocks import Exercise, HandDiagram, ScoreSheet, TrickDiagram
from tarot_teach.explain.exercises import WRONG
from tarot_teach.explain.proved import PROVED
from tarot_teach.messages import N_

HIGHEST = 3
LEVELS = tuple(range(1, HIGHEST + 1))
LONG_HAND, SHORT_SHEET = 9, 3
DIFFICULTIES = {
    "hand": N_("more than 9 cards in the hand"),
    "rules": N_("two or more rules that refuse or allow a card, or decide the trick"),
    "excuse": N_("the Excuse in the hand or in the trick"),
    "height": N_("some trumps that are allowed while others are not, or two trumps in the trick"),
    "sheet": N_("more than 3 lines in the score sheet"),
    "long sheet": N_("more than 4 lines in the score sheet"),
    "choice": N_("more than 3 cards to choose from, where neighbours that count the same are one"),
    "ending": N_("more than 5 tricks left"),
    "gone": N_("cards that have gone to be remembered, without which another card would do as well"),
    "shown": N_("suits that players have shown to be gone to be remembered as well"),
    "player": N_("a card that the simple player does not find, or points that simple players do not come to"),
}
"""The difficulties, with what they say. A question without any has level 1, with one level 2, with more level 3."""


def level_of(exercise: Exercise) -> int:
    """The level of a question."""
    return level_by(difficulties(exercise))


def level_by(difficulties: Iterable[str]) -> int:
    """The level of a question with some difficulties."""
    return min(HIGHEST, 1 + len(set(difficulties)))


def difficulties(exercise: Exercise) -> Iterator[str]:
    """The difficulties of a question, by their names in ``DIFFICULTIES``."""
    if exercise.kind in PROVED or exercise.theme:
        yield from exercise.difficulties
        return
    lines = sum(len(block.rows) for block in exercise.answer if isinstance(block, ScoreSheet))
    if exercise.amount:
        yield from (name for name, least in (("sheet", SHORT_SHEET), ("long sheet", SHORT_SHEET + 1)) if lines > least)
        return
    held = [choice.card for choice in exercise.choices if choice.card]
    held += [card for block in exercise.setting if isinstance(block, HandDiagram) for card in block.hands[0].cards]
    lying = [play.card for block in exercise.setting if isinstance(block, TrickDiagram) for play in block.plays]
    if len(held) > LONG_HAND:
        yield "hand"
    if len(exercise.rules) > 1:
        yield "rules"
    if any(card.is_excuse for card in (*held, *lying)):
        yield "excuse"
    trumps = {choice.grade == WRONG for choice in exercise.choices if choice.card and choice.card.suit.kind == "trump"}
    beaten = exercise.kind == "winner" and sum(card.suit.kind == "trump" for card in lying) > 1
    if len(trumps) > 1 or beaten:
        yield "height"
