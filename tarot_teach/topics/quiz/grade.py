"""Judging an answer that was typed. The web page does the same with what stands in it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from tarot_teach.blocks import Choice, Exercise
from tarot_teach.cards import Deck
from tarot_teach.errors import NotationError, suggest
from tarot_teach.explain.exercises import POSSIBLE, RIGHT, WRONG
from tarot_teach.text import Text, _, say

PART = "part"
VERDICTS = {
    RIGHT: _("That is right."),
    POSSIBLE: _("The rules allow it, but it is not the answer that is asked for."),
    PART: _("Right so far, but there is more."),
    WRONG: _("That is not right."),
}
_SHOWN = 40  # letters of an answer that are repeated


@dataclass(frozen=True, slots=True)
class Judgement:
    """``grade``: ``right``, ``possible`` (allowed, but not what is sought), ``part`` (right, but not all) or ``wrong``;
    ``said`` is the verdict and what there is to say of what was picked."""

    grade: str
    said: tuple[Text, ...]


def judge(exercise: Exercise, answer: str, deck: Deck | None = None) -> Judgement:
    """Judge an answer: codes or names of choices, separated by blanks or commas, or an amount.

    ``deck`` reads cards that are written in another way than by their codes. Raises NotationError for anything else.
    """
    if exercise.amount:
        grade = RIGHT if _amount(answer, exercise.sign) == Fraction(exercise.amount) else WRONG
        return Judgement(grade, (say(VERDICTS[grade]),))
    known = _known(exercise)
    words = [answer.strip()] if answer.strip().lower() in known else re.split(r"[\s,]+", answer)
    picked = list(dict.fromkeys(_choice(known, exercise, word, deck) for word in words if word))
    if not picked:
        raise NotationError.of("quiz.answer", "nothing is chosen", hint=f"for instance {exercise.choices[0].code}")
    if exercise.pick and len(picked) != exercise.pick:
        raise NotationError.of("quiz.answer", f"{len(picked)} are chosen", hint=f"choose {exercise.pick}")
    grades = {choice.grade for choice in picked}
    sought = exercise.pick or sum(choice.grade == RIGHT for choice in exercise.choices)
    grade = WRONG if WRONG in grades else POSSIBLE if POSSIBLE in grades else PART if len(picked) < sought else RIGHT
    tells = [choice for choice in picked if choice.grade == WRONG or exercise.pick == 1]
    if exercise.kind == "winner" and grade == WRONG:
        tells = []  # why another wins would give it away
    return Judgement(grade, (say(VERDICTS[grade]), *dict.fromkeys(choice.reply for choice in tells)))


def _known(exercise: Exercise) -> dict[str, Choice]:
    """The choices by what may be typed for them: codes, names, and signs of cards."""
    known = {choice.code.lower(): choice for choice in exercise.choices}
    known |= {choice.code.lower().replace("_", " "): choice for choice in exercise.choices}
    known |= {str(choice.label).lower(): choice for choice in exercise.choices}
    return known | {choice.card.glyph.lower(): choice for choice in exercise.choices if choice.card}


def _choice(known: Mapping[str, Choice], exercise: Exercise, word: str, deck: Deck | None) -> Choice:
    found = known.get(word.lower()) or known.get(_code(word, deck))
    if found is None:
        codes = [choice.code.replace("_", " ") for choice in exercise.choices]
        message = f"{_clipped(word)} is not among the choices"
        raise NotationError.of("quiz.answer", message, hint=suggest(word[:_SHOWN], codes, "choices"))
    return found


def _code(word: str, deck: Deck | None) -> str:
    """The code of a card, in small letters; nothing for what is no card."""
    try:
        return deck.card(word).code.lower() if deck else ""
    except NotationError:
        return ""


def _amount(answer: str, sign: str) -> Fraction:
    """An amount as people write it: ``-75``, ``+ 0,75``, ``−$0.75``, ``75 points``."""
    plain = answer.replace("−", "-").replace("–", "-").replace(",", ".").replace(sign, "")
    found = re.fullmatch(r"\s*([+-]?)\s*(\d{1,9}(?:\.\d{1,2})?)\s*(?:points?)?\s*", plain, re.IGNORECASE)
    if found is None:
        raise NotationError.of("quiz.answer", f"{_clipped(answer)} is not an amount", hint="write it like -75")
    return Fraction("".join(found.groups()))


def _clipped(answer: str) -> str:
    return repr(answer if len(answer) <= _SHOWN else f"{answer[:_SHOWN]}…")
