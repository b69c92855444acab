"""Codes of a class: the answers of one learner to a set of questions as a short text, and many of them put together.

A code is ``tt1-LESSON-ANSWERS-SUM``: the lesson by six digits, an answer for each question between dots (``r`` right, ``s`` looked up, ``w``,
``p`` and ``h`` wrong, possible and incomplete, each with the choices as digits or the amount, ``0`` none), and a sum against slips of the pen.
A name may stand in front of it.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from tarot_teach.blocks import Exercise
from tarot_teach.errors import LoadError, Place, Problem, system_reason
from tarot_teach.explain.rule_words import rule_words
from tarot_teach.loading import Library
from tarot_teach.messages import _
from tarot_teach.rules import Rule, Ruleset

LESSONS = 3
"""The most examples that are named for a rule."""
_CODE = re.compile(r"(?:(.{0,80}?)[\s:;,]{0,9})tt1-([0-9a-f]{6})-([0-9a-z.]+)-([0-9a-f]{2})")
_ANSWER = re.compile(r"0|[rs]|[wph][0-9a-f]+|wm?\d+d?\d*")


def lesson_of(exercises: Iterable[Exercise]) -> str:
    """The six digits by which a set of questions is known: others of the same ids and choices have the same."""
    choices = "\n".join(" ".join([each.id, *(choice.code for choice in each.choices)]) for each in exercises)
    return hashlib.sha256(choices.encode()).hexdigest()[:6]


def set_data(
    exercises: Sequence[Exercise], title: str, ruleset: Ruleset, library: Library, example: str = ""
) -> dict[str, Any]:
    """A set of questions, or those of an example, as plain data: what a page and ``results`` need to put codes into words."""
    taught = {id: ruleset.rules[id] for each in exercises for id in each.rules if id in ruleset.rules}
    return {
        "lesson": lesson_of(exercises),
        "title": title,
        "ruleset": ruleset.name,
        "example": example,
        "questions": [
            {
                "question": str(each.question),
                "choices": [str(choice.label) for choice in each.choices],
                "teach": [id for id in dict.fromkeys(each.rules) if id in taught],
            }
            for each in exercises
        ],
        "rules": {
            id: {
                "title": rule.title,
                "says": str(rule_words(ruleset, rule)),
                "lessons": _lessons(ruleset, rule, library),
            }
            for id, rule in taught.items()
        },
    }


def _lessons(ruleset: Ruleset, rule: Rule, library: Library) -> list[list[str]]:
    """The ids and titles of a few examples that teach a rule."""
    files = [library.document(path).data for path in islice(library.examples_of_rule(ruleset, rule), LESSONS)]
    return [[str(file.get("id")), str(file.get("title"))] for file in files]


def check_sum(text: str) -> str:
    """The two digits behind a code."""
    return f"{sum(i * ord(sign) for i, sign in enumerate(text, 1)) % 256:02x}"


def read_code(code: str, data: dict[str, Any]) -> list[str] | None:
    """The answers of a code, None for one of another lesson. Raises ValueError for a code that is none, or was copied badly."""
    found = _read(code, {data["lesson"]: data})
    return found and found[2]


def _read(line: str, lessons: Mapping[str, dict[str, Any]]) -> tuple[str, str, list[str]] | None:
    """The name in front of a code, its lesson and its answers; None for other lessons. Raises ValueError as :func:`read_code` does."""
    parts = _CODE.fullmatch(line.strip())
    if parts is None or check_sum(f"{parts[2]}-{parts[3]}") != parts[4]:
        raise ValueError(line)
    if parts[2] not in lessons:
        return None
    answers = parts[3].split(".")
    if len(answers) != len(lessons[parts[2]]["questions"]) or not all(map(_ANSWER.fullmatch, answers)):
        raise ValueError(line)
    return parts[1], parts[2], answers


@dataclass(frozen=True, slots=True)
class AskedResult:
    """The answers of a class to one question of a lesson: the numbers of all and of right ones, and the wrong answers with their numbers, the most
    frequent first; ``teach`` are the titles of its rules."""

    lesson: str
    number: int
    question: str
    given: int
    right: int
    wrong: tuple[tuple[str, int], ...]
    teach: str


@dataclass(frozen=True, slots=True)
class Learner:
    """The name in front of a code, if somebody typed one, and how many answers were given and right."""

    name: str
    given: int
    right: int


@dataclass(frozen=True, slots=True)
class ClassResults:
    """The codes of a class put together: those who answered and the number of codes of other lessons, and the questions, the hardest first."""

    titles: tuple[str, ...]
    learners: tuple[Learner, ...]
    others: int
    questions: tuple[AskedResult, ...]


def put_together(sets: Sequence[dict[str, Any]], files: Iterable[Path]) -> ClassResults:
    """The results of the codes in some files, one a line, about sets of questions. Raises LoadError with the place of each broken code."""
    lessons = {data["lesson"]: data for data in sets}
    answered, others, problems = list[tuple[str, str, list[str]]](), 0, list[Problem]()
    for path in files:
        for number, line in enumerate(code_lines(path), 1):
            if not line.strip():
                continue
            try:
                found = _read(line, lessons)
            except ValueError:
                message, hint = _("this is no code, or it was copied badly"), _("copy it again from the learner's page")
                problems.append(Problem("results.code", message, Place(str(path), number, 1, line), hint))
                continue
            others += found is None
            answered += [found] if found else []
    if problems:
        raise LoadError(problems)
    learners = tuple(Learner(name, len(given := _given(answers)), given.count("r")) for name, _id, answers in answered)
    asked = [
        _result(data, i, [answers[i] for _name, id, answers in answered if id == lesson])
        for lesson, data in lessons.items()
        for i in range(len(data["questions"]))
    ]
    asked.sort(key=lambda each: each.right / each.given if each.given else 2)
    return ClassResults(tuple(data["title"] for data in lessons.values()), learners, others, tuple(asked))


def _given(answers: Iterable[str]) -> list[str]:
    return [answer for answer in answers if answer != "0"]


def _result(data: dict[str, Any], i: int, answers: Sequence[str]) -> AskedResult:
    given, question = _given(answers), data["questions"][i]
    wrong = Counter(answer for answer in given if answer[0] in "wph")
    words = tuple((_in_words(question["choices"], answer), times) for answer, times in wrong.most_common())
    teach = ", ".join(data["rules"][id]["title"] for id in question["teach"])
    return AskedResult(data["title"], i + 1, question["question"], len(given), given.count("r"), words, teach)


def _in_words(choices: Sequence[str], answer: str) -> str:
    """A wrong answer in words: the choices that were marked, or the amount."""
    if not choices:
        return answer[1:].replace("m", "−").replace("d", ".")
    marked = int(answer[1:], 16)
    return ", ".join(label for i, label in enumerate(choices) if marked >> i & 1)


def file_content(path: Path, hint: str) -> bytes:
    """The content of a file. Raises LoadError, with a hint, where it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise unreadable(path, system_reason(error), hint) from None


def unreadable(path: Path, reason: str, hint: str) -> LoadError:
    """The error for a file that cannot be read, for a reason in words."""
    return LoadError.of("results.file", _("cannot read it: {reason}"), Place(str(path)), hint, reason=reason)


def code_lines(path: Path) -> list[str]:
    """The lines of a file of codes. Raises LoadError."""
    hint = _("name a text file with one code a line")
    try:
        return file_content(path, hint).decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise unreadable(path, _("it is no text"), hint) from None
