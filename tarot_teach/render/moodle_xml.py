"""Questions for Moodle as XML, with pictures of the cards in the file, as ``question/format/xml/format.php`` reads it."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from tarot_teach.blocks import Exercise
from tarot_teach.cards import Card
from tarot_teach.explain.exercises import RIGHT
from tarot_teach.explain.levels import level_of
from tarot_teach.messages import _
from tarot_teach.render.cardart.svg import card_svg
from tarot_teach.render.html import cards_in
from tarot_teach.render.quiz_files import (
    answer_html,
    how_many,
    label_html,
    question_html,
    reply_html,
    right_choices,
    share_of,
    words_html,
)
from tarot_teach.text import Text
from tarot_teach.topics.quiz.quiz import VERDICTS

PICTURES = "@@PLUGINFILE@@/"
"""The prefix of the name of a picture that is in the same element."""
PENALTIES = ((1.0, "1.0000000"), (0.5, "0.5000000"), (1 / 3, "0.3333333"), (0.25, "0.2500000"), (0.2, "0.2000000"))
"""The shares of the marks that a wrong try costs in Moodle, as numbers and as it writes them."""
USUAL_PENALTY = "0.3333333"
LONGEST = 100
"""The most signs of an id number in Moodle."""
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Signs that XML does not allow."""


def moodle_xml(exercises: Sequence[Exercise], name: str, title: str) -> str:
    """Questions about the ruleset ``name`` in a category of their own, each with the pictures that it shows."""
    root = Element("quiz")
    category = SubElement(root, "question", type="category")
    _text(SubElement(category, "category"), f"$course$/top/{title.replace('/', '//')}")
    pictures = {card.code: _picture(card) for card in cards_in(exercises)}
    for exercise in exercises:
        _add_question(root, exercise, name, pictures)
    ElementTree.indent(root, "")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def _picture(card: Card) -> str:
    return base64.b64encode(card_svg(card, width=60).encode()).decode()


def _add_question(root: Element, exercise: Exercise, name: str, pictures: dict[str, str]) -> None:
    """A question: an amount as a number, one answer as a single choice, several with a share of the marks each."""
    question = SubElement(root, "question", type="numerical" if exercise.amount else "multichoice")
    id = f"{name} {exercise.id}"
    _text(SubElement(question, "name"), id)
    asked = question_html(exercise, PICTURES) + how_many(exercise)
    _words(SubElement(question, "questiontext"), asked, pictures)
    _words(SubElement(question, "generalfeedback"), answer_html(exercise), pictures)
    for key, value in (
        ("defaultgrade", "1"),
        ("penalty", _penalty(exercise)),
        ("hidden", "0"),
        ("idnumber", _short(id)),
    ):
        SubElement(question, key).text = value
    (_add_amounts if exercise.amount else _add_choices)(question, exercise, pictures)
    tags = SubElement(question, "tags")
    for tag in (name, exercise.kind, _("Level {level}").format(level=level_of(exercise)), *exercise.rules):
        _text(SubElement(tags, "tag"), tag)


def _add_amounts(question: Element, exercise: Exercise, pictures: dict[str, str]) -> None:
    """The right amount, the typical wrong ones with replies of their own, and any other."""
    right, wrong = (words_html(Text((_(VERDICTS[grade]),))) for grade in ("right", "wrong"))
    missed = [(amount, "0", wrong + " " + words_html(reply)) for amount, reply in exercise.misses]
    for amount, share, reply in ((exercise.amount, "100", right), *missed, ("*", "0", wrong)):
        answer = SubElement(question, "answer", fraction=share, format="moodle_auto_format")
        _text(answer, amount)
        SubElement(answer, "tolerance").text = "0"
        _words(SubElement(answer, "feedback"), reply, pictures)


def _add_choices(question: Element, exercise: Exercise, pictures: dict[str, str]) -> None:
    """The choices, each with its share of the marks and its reply."""
    single, right = exercise.pick == 1, right_choices(exercise)
    for key, value in (("single", str(single).lower()), ("shuffleanswers", "false"), ("answernumbering", "none")):
        SubElement(question, key).text = value
    SubElement(question, "showstandardinstruction").text = "0"
    for choice in exercise.choices:
        if choice.grade == RIGHT and choice not in right:
            continue
        alone = "100" if choice.grade == RIGHT else "0"
        answer = SubElement(question, "answer", fraction=alone if single else share_of(choice, len(right)))
        _words(answer, label_html(choice, PICTURES), pictures)
        _words(SubElement(answer, "feedback"), reply_html(exercise, choice), pictures)


def _penalty(exercise: Exercise) -> str:
    """The share of the marks that a wrong try costs: with one right choice at least as much as guessing brings."""
    others = len(exercise.choices) - 1
    if exercise.pick != 1 or others < 1:
        return USUAL_PENALTY
    return next((written for share, written in reversed(PENALTIES) if share * others >= 1), PENALTIES[0][1])


def _short(id: str) -> str:
    """An id that is no longer than Moodle allows; of a longer one the beginning, and a sum of all of it."""
    return id if len(id) <= LONGEST else f"{id[:83]} {hashlib.sha256(id.encode()).hexdigest()[:16]}"


def _words(element: Element, html: str, pictures: dict[str, str]) -> None:
    """Put HTML into an element, and behind it the pictures that it names."""
    element.set("format", "html")
    _text(element, html)
    for code in dict.fromkeys(re.findall(rf'src="{PICTURES}([^"]+)\.svg"', html)):
        SubElement(element, "file", name=f"{code}.svg", path="/", encoding="base64").text = pictures[code]


def _text(element: Element, words: str) -> None:
    SubElement(element, "text").text = _NO_XML.sub("", str(words))
