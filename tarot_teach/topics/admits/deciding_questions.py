"""Questions asked one after the other, few of which find the ruleset that was played: about one point, or about one or more sections of the rule page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log2
from typing import Any

from tarot_teach.errors import UnfitError
from tarot_teach.explain.rulebook import STEP_TITLES
from tarot_teach.messages import _, colon, ngettext, semicolon
from tarot_teach.rules import STEPS, Ruleset
from tarot_teach.text import row_of
from tarot_teach.topics.admits.deciding import Point

MOST_QUESTIONS = 5
"""The number of questions within which points are asked one by one; where these would be more, sections of the rule page are asked about as wholes."""

Indices = tuple[int, ...]
"""Indices of rulesets."""
Said = tuple[str, ...]
"""An answer: what some rulesets say to each point of a question."""


@dataclass(frozen=True, slots=True)
class DecidingQuestion:
    """A question about one of the ``points``, or about ``sections`` of the rule page (steps), with all their points in which some rulesets differ.

    ``answers`` are these rulesets by what they say, the most frequent answer first.
    """

    sections: tuple[str, ...]
    points: tuple[Point, ...]
    answers: tuple[tuple[Said, Indices], ...]

    def title(self, rulesets: Sequence[Ruleset]) -> str:
        """The question in words: the title of the point's rule with what is asked about it, or those of the sections."""
        if not self.sections:
            return _titled(self.points[0])
        (_said, (first, *_others)), *_rest = self.answers
        return row_of(str(rulesets[first].say(_(STEP_TITLES[section]))) for section in self.sections)

    @property
    def usual(self) -> Said:
        """The words of most rulesets to each point."""
        columns = zip(*(said for said, among in self.answers for _each in among), strict=True)
        return tuple(Counter(column).most_common(1)[0][0] for column in columns)

    def words(self, said: Said) -> str:
        """An answer in words: of sections the points to which most rulesets say something else."""
        if not self.sections:
            return said[0]
        answers = [*zip(self.points, said, strict=True)]
        unusual = [pair for pair, usual in zip(answers, self.usual, strict=True) if pair[1] != usual]
        return semicolon().join(f"{_titled(point)}{colon()}{answer}" for point, answer in unusual) or _(
            "as most rulesets say"
        )

    def to_dict(self, rulesets: Sequence[Ruleset]) -> dict[str, Any]:
        """The question as plain data: its answers in order, in words and point by point, with the names of the rulesets."""
        return {
            "title": self.title(rulesets),
            "sections": list(self.sections),
            "points": [point.head() for point in self.points],
            "answers": [
                {"words": self.words(said), "said": list(said), "rulesets": [rulesets[i].name for i in among]}
                for said, among in self.answers
            ],
        }


def _titled(point: Point) -> str:
    """A point by the title of its rule, with what is asked about it."""
    return f"{point.title} ({point.label})" if point.label else point.title


@dataclass(frozen=True, slots=True)
class Inquiry:
    """The questions that have been asked, each with the number of its answer from 0, and the ``next`` one, None where no question tells those apart
    that are ``left``; ``most`` more are enough, whatever is answered."""

    asked: tuple[tuple[DecidingQuestion, int], ...]
    left: Indices
    next: DecidingQuestion | None
    most: int

    def to_dict(self, rulesets: Sequence[Ruleset]) -> dict[str, Any]:
        """The questions as plain data."""
        asked = [
            {"title": question.title(rulesets), "answer": question.words(question.answers[place][0])}
            for question, place in self.asked
        ]
        return {
            "asked": asked,
            "left": [rulesets[i].name for i in self.left],
            "most": self.most,
            "next": self.next.to_dict(rulesets) if self.next else None,
        }


Asked = tuple[Point, ...]
"""The points about which a question asks."""


@dataclass(frozen=True, slots=True)
class DecidingQuestions:
    """All questions that tell rulesets apart: about each point, and where these would be too many about each section of the rule page, or about all
    before the play and all from it on."""

    tiers: tuple[tuple[Asked, ...], ...]

    @classmethod
    def of(cls, points: Sequence[Point]) -> DecidingQuestions:
        """The questions about the points in which rulesets differ; points of games as wholes are in no section."""
        sections: dict[str, Asked] = {}
        parts: dict[bool, Asked] = {}
        for point in points:
            if section := _section(point):
                later = STEPS.index(section) >= STEPS.index("play")
                sections[section] = (*sections.get(section, ()), point)
                parts[later] = (*parts.get(later, ()), point)
        one_by_one = tuple((point,) for point in points)
        by_section = (*one_by_one, *sections.values())
        return cls((one_by_one, by_section, (*by_section, *parts.values())))

    def next(self, among: Indices, asked: int = 0) -> DecidingQuestion | None:
        """The next question about some rulesets, after so many; None where no question tells them apart.

        It is the one whose answer tells most, by the entropy of the answers: about a point where such questions are enough, else about a section, or more.
        """
        question = None
        for tier in self.tiers:
            question = _best(among, tier)
            if question is None or _enough(question, tier, MOST_QUESTIONS - asked):
                break
        return question

    def most(self, among: Indices, asked: int = 0) -> int:
        """The largest number of questions until none tells those apart that are left."""
        question = self.next(among, asked)
        return 1 + max(self.most(left, asked + 1) for _said, left in question.answers) if question else 0

    def inquiry(self, number: int, answers: Sequence[str]) -> Inquiry:
        """The questions about so many rulesets after some answers, by their numbers from 1. Raises UnfitError for a number that no answer has."""
        asked, left = list[tuple[DecidingQuestion, int]](), tuple(range(number))
        question = self.next(left)
        for answer in answers:
            if question is None:
                message = ngettext(
                    "{number} question is enough, and {given} are answered",
                    "{number} questions are enough, and {given} are answered",
                    len(asked),
                )
                hint = _("leave the last answers out")
                raise UnfitError.of("admits.answer", message, hint=hint, number=len(asked), given=len(answers))
            numbers = [str(i + 1) for i in range(len(question.answers))]
            if answer.strip() not in numbers:
                message = _("question {number} has the answers 1 to {last}, not {answer!r}")
                hint = _("leave it out, and the question is printed with its answers")
                number = len(asked) + 1
                raise UnfitError.of("admits.answer", message, hint=hint, number=number, last=numbers[-1], answer=answer)
            place = numbers.index(answer.strip())
            asked, left = [*asked, (question, place)], question.answers[place][1]
            question = self.next(left, len(asked))
        return Inquiry(tuple(asked), left, question, self.most(left, len(asked)))


def _enough(question: DecidingQuestion, tier: Sequence[Asked], number: int) -> bool:
    """True where a question and others of a tier tell all apart, so many in all, whatever is answered."""
    if number <= 0:
        return False
    following = (_best(left, tier) for _said, left in question.answers)
    return all(each is None or _enough(each, tier, number - 1) for each in following)


def _section(point: Point) -> str:
    """The section of the rule page in which a point stands; empty for one of the game as a whole."""
    return point.rule.partition(".")[0]


def _best(among: Indices, asked: Sequence[Asked]) -> DecidingQuestion | None:
    """The question whose answer tells most, by the points about which each asks, the first of those alike; None where none has two answers."""
    best, bits = None, 0.0
    for points in asked:
        if (more := _entropy(among, points)) > bits:
            best, bits = points, more
    if best is None:
        return None
    differing = tuple(point for point in best if len({point.answers[i] for i in among}) > 1)
    found: dict[Said, list[int]] = {}
    for i in among:
        found.setdefault(tuple(point.answers[i] for point in differing), []).append(i)
    answers = sorted(found.items(), key=lambda item: -len(item[1]))
    sections = tuple(dict.fromkeys(map(_section, differing))) if len(differing) > 1 else ()
    return DecidingQuestion(sections, differing, tuple((said, tuple(left)) for said, left in answers))


def _entropy(among: Indices, points: Sequence[Point]) -> float:
    """The bits that an answer about some points tells, where each ruleset is as likely as another."""
    sizes = Counter(zip(*([point.answers[i] for i in among] for point in points), strict=True)).values()
    return -sum(size / len(among) * log2(size / len(among)) for size in sizes) if len(sizes) > 1 else 0.0
