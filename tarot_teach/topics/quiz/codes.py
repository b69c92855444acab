"""Codes of a class: the answers of one learner to a set of questions as a short text, and many of them put together.

A code is ``tt1-LESSON-ANSWERS-SUM``: the lesson by six digits, an answer for each question between dots (``r`` right, ``s`` looked up, ``w``,
``p`` and ``h`` wrong, possible and incomplete, each with the choices as digits or the amount, ``0`` none), and a sum against slips of the pen.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tarot_teach.blocks import Exercise
from tarot_teach.errors import LoadError, Place, Problem
from tarot_teach.language import _
from tarot_teach.rules import Ruleset

_CODE = re.compile(r"tt1-([0-9a-f]{6})-([0-9a-z.]+)-([0-9a-f]{2})")
_ANSWER = re.compile(r"0|[rs]|[wph][0-9a-f]+|wm?\d+d?\d*")


def lesson_of(exercises: Iterable[Exercise]) -> str:
    """The six digits by which a set of questions is known: others of the same ids and choices have the same."""
    told = "\n".join(" ".join([each.id, *(choice.code for choice in each.choices)]) for each in exercises)
    return hashlib.sha256(told.encode()).hexdigest()[:6]


def set_data(exercises: Sequence[Exercise], title: str, ruleset: Ruleset) -> dict[str, Any]:
    """A set of questions as plain data: what a page and ``results`` need to put codes into words."""
    return {
        "lesson": lesson_of(exercises),
        "title": title,
        "questions": [
            {
                "question": str(each.question),
                "choices": [str(choice.label) for choice in each.choices],
                "teach": ", ".join(ruleset.rules[id].title for id in dict.fromkeys(each.rules) if id in ruleset.rules),
            }
            for each in exercises
        ],
    }


def check_sum(text: str) -> str:
    """The two digits behind a code."""
    return f"{sum(i * ord(sign) for i, sign in enumerate(text, 1)) % 256:02x}"


def read_code(code: str, data: dict[str, Any]) -> list[str] | None:
    """The answers of a code, None for one of another lesson. Raises ValueError for a code that is none, or was copied badly."""
    parts = _CODE.fullmatch(code.strip())
    if parts is None or check_sum(f"{parts[1]}-{parts[2]}") != parts[3]:
        raise ValueError(code)
    if parts[1] != data["lesson"]:
        return None
    answers = parts[2].split(".")
    if len(answers) != len(data["questions"]) or not all(map(_ANSWER.fullmatch, answers)):
        raise ValueError(code)
    return answers


@dataclass(frozen=True, slots=True)
class AskedResult:
    """The answers of a class to one question: the numbers of all and of right ones, and the most frequent wrong answer with its number."""

    number: int
    question: str
    given: int
    right: int
    wrong: str
    times: int
    teach: str


@dataclass(frozen=True, slots=True)
class ClassResults:
    """The codes of a class put together: the number read and that of codes of other lessons, and the questions, the hardest first."""

    title: str
    learners: int
    others: int
    questions: tuple[AskedResult, ...]


def put_together(data: dict[str, Any], files: Iterable[Path]) -> ClassResults:
    """The results of the codes in some files, one a line. Raises LoadError with the place of each broken code."""
    learners, others, problems = list[list[str]](), 0, list[Problem]()
    for path in files:
        for number, line in enumerate(_text(path).splitlines(), 1):
            if not line.strip():
                continue
            try:
                answers = read_code(line, data)
            except ValueError:
                message, hint = _("this is no code, or it was copied badly"), _("copy it again from the learner's page")
                problems.append(Problem("results.code", message, Place(str(path), number, 1, line), hint))
                continue
            others += answers is None
            learners += [answers] if answers is not None else []
    if problems:
        raise LoadError(problems)
    asked = [_result(i, question, [each[i] for each in learners]) for i, question in enumerate(data["questions"])]
    asked.sort(key=lambda each: (each.right / each.given if each.given else 2, each.number))
    return ClassResults(data["title"], len(learners), others, tuple(asked))


def _result(i: int, question: dict[str, Any], answers: Sequence[str]) -> AskedResult:
    given = [answer for answer in answers if answer != "0"]
    wrong = Counter(answer for answer in given if answer[0] in "wph")
    most, times = next(iter(wrong.most_common(1)), ("", 0))
    words = _in_words(question["choices"], most) if most else ""
    return AskedResult(i + 1, question["question"], len(given), given.count("r"), words, times, question["teach"])


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
        raise unreadable(path, error.strerror or str(error), hint) from None


def unreadable(path: Path, reason: str, hint: str) -> LoadError:
    """The error for a file that cannot be read, for a reason in words."""
    return LoadError.of("results.file", _("cannot read it: {reason}"), Place(str(path)), hint, reason=reason)


def _text(path: Path) -> str:
    """The text of a file of codes. Raises LoadError."""
    hint = _("name a text file with one code a line")
    try:
        return file_content(path, hint).decode()
    except UnicodeDecodeError:
        raise unreadable(path, _("it is no text"), hint) from None
