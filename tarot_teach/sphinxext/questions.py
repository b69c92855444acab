"""Directives made of questions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from docutils.parsers.rst.directives import flag, nonnegative_int, positive_int
from docutils.parsers.rst.directives import unchanged_required as words

from tarot_teach.blocks import Block
from tarot_teach.errors import TarotError
from tarot_teach.questions.base import A, Asked, Question, Report
from tarot_teach.records.typed_results import by_name
from tarot_teach.rules import Ruleset
from tarot_teach.sphinxext.directive import TarotDirective

Content = tuple[str, Iterable[Block]]
"""The name of the ruleset whose rules are meant, and blocks."""


def content_of(question: type[Question[Report]]) -> Callable[[TarotDirective], Content]:
    """The content of a directive that asks a question about what its argument names; the options are the fields."""

    def content(here: TarotDirective) -> Content:
        answer, ruleset = answer_to(question, here)
        return ruleset, answer.blocks()

    return content


def answer_to(question: type[Question[A]], here: TarotDirective) -> tuple[A, str]:
    """The answer to a question about what the arguments name, and the name of the last ruleset that it is about, if any."""
    given: dict[str, Any] = {}
    for each in question.asked():
        if each.option in here.options:
            value = here.options[each.option]
            given[each.name] = True if each.type is bool else _read(each, value)
    names = " ".join(here.arguments).split() if question.many else here.arguments
    try:
        about = question.subject_of(names, here, given) if question.argument else {}
        rulesets = [subject.name for subject in about.values() if isinstance(subject, Ruleset)]
        return question(**about, **given).answer(here.library), "".join(rulesets[-1:])
    except TarotError as error:
        raise error.spelled(lambda field: f":{question.option_of(field)}:") from None


def options_of(question: type[Question[Report]]) -> dict[str, Any]:
    """The options of a directive that asks a question."""
    return {each.option: _reader(each) for each in question.asked()}


def _reader(each: Asked) -> Any:
    """The function that reads an option."""
    if each.type is int and not each.loose:
        return nonnegative_int if each.least == 0 else positive_int
    return flag if each.type is bool else float if each.type is float else words


def _read(each: Asked, value: Any) -> Any:
    """The value of an option."""
    if each.several:
        return tuple(part.strip() for part in value.split(each.separator))
    return by_name(value) if each.by == "rule" else value
