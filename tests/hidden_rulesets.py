"""Random deals under a ruleset that nobody names: the record of a deal, tried under all rulesets, and the questions that find the one that was played."""

from __future__ import annotations

import random
from pathlib import Path
from typing import NamedTuple

from tarot_teach.loading import Library
from tarot_teach.questions.admits import Admission, AdmitsQuestion
from tarot_teach.records.as_record import deal_record
from tarot_teach.records.format import ExampleFile
from tarot_teach.records.record import Record
from tarot_teach.topics.admits.candidates import with_options
from tarot_teach.topics.admits.deciding_questions import DecidingQuestions
from tarot_teach.topics.simulate.deal_simulator import DealSimulator


class Hidden(NamedTuple):
    """A case: the ruleset that was played, and the record, which names it as ``base`` without house rules."""

    played: str
    record: Record


def hidden(library: Library, number: int) -> Hidden:
    """Case ``number``: one of the rulesets with at most one house rule, and a deal by random players."""
    draw = random.Random(number)
    base = draw.choice(library.ids())
    played = draw.choice([*with_options(library, base, 1)])
    deal = DealSimulator.of(library, played, ("random",)).play(number, 0)
    head = {"format": 1, "id": "hidden", "ruleset": base, "title": "A deal of old"}
    seats = {letter: letter for letter in deal.state.seats}
    file = ExampleFile.model_validate({**head, "seats": seats, **deal_record(deal)})
    return Hidden(played, Record(file))


def admission(library: Library, case: Hidden, options: int = 1) -> Admission:
    """The answer to which rulesets admit the record of a case."""
    return AdmitsQuestion(record=case.record, folder=Path(), options=options).answer(library)


def questions_needed(answer: Admission, played: str) -> int:
    """The number of questions, each answered as the ruleset that was played has it, until only those are left whose rules are the same."""
    true, questions = answer.admitted.index(played), DecidingQuestions.of(answer.points)
    left, asked = tuple(range(len(answer.admitted))), 0
    while (question := questions.next(left, asked)) is not None:
        left, asked = next(among for _said, among in question.answers if true in among), asked + 1
    return asked
