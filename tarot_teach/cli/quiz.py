"""``tarot-teach quiz``."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

import click

from tarot_teach.advice.format import advice_for
from tarot_teach.blocks import Block, Bullets, Exercise, Heading, Paragraph
from tarot_teach.cards import Deck
from tarot_teach.cli.output import json_option, print_blocks, print_json, typed_lines
from tarot_teach.engine import Engine
from tarot_teach.errors import NotationError
from tarot_teach.language import N_, _
from tarot_teach.loading import Library
from tarot_teach.render.common import answers
from tarot_teach.text import Text, say
from tarot_teach.topics.quiz import KINDS, Quiz, judge

HELP = {
    "card": N_("Type a card (SR, ♠R or 18); ? shows the answer, help says this again, q ends."),
    "cards": N_("Type cards (SR T18, or ♠R 18); ? shows the answer, help says this again, q ends."),
    "amount": N_("Type an amount (-75); ? shows the answer, help says this again, q ends."),
    "word": N_("Type one of the words on the left; ? shows the answer, help says this again, q ends."),
    "words": N_("Type all the words on the left that are right; ? shows the answer, help says this again, q ends."),
}


@click.command("quiz")
@click.argument("name")
@click.option("--kind", type=click.Choice(KINDS), help="Only questions of this kind; by default each kind in turn.")
@click.option("--seed", type=click.IntRange(0), help="The same seed asks the same questions; by default any.")
@click.option("--count", type=click.IntRange(1), help="How many questions; by default they do not end.")
@json_option
def command(name: str, kind: str | None, seed: int | None, count: int | None, as_json: bool) -> None:
    """Questions about the rules of NAME, made of random deals: which cards may be played, who wins, what to lay away, what to
    bid, what it scores.

    The answers are judged by the engine, and explained with the rule. With --json, questions and answers are printed as data.
    """
    library = Library()
    ruleset = library.load(name)
    quiz = Quiz(Engine(ruleset), advice_for(library, ruleset), random.randrange(10**6) if seed is None else seed)
    if as_json:
        print_json([exercise_data(quiz.exercise(number, kind)) for number in range(count or 1)])
        return
    numbers = itertools.count() if count is None else range(count)
    exercises = (quiz.exercise(number, kind) for number in numbers)
    first = next(exercises)  # a kind that cannot be asked is said before anything else
    print_blocks([Heading(1, say(_("{title}: questions (seed {seed})"), title=ruleset.title, seed=quiz.seed))])
    lines = typed_lines()
    asked = right = 0
    for number, exercise in enumerate(itertools.chain([first], exercises), 1):
        print_blocks([Heading(2, say(_("Question {number}"), number=number)), exercise])
        if number == 1 or kind is None:
            print_blocks([_help(exercise)])
        grade = _ask(exercise, ruleset.deck, lines)
        if grade is None:
            break
        asked += 1
        right += grade == "right"
    if asked:
        print_blocks([Paragraph(say(_("{right} of {asked} right."), right=right, asked=asked), "lead")])


def _help(exercise: Exercise) -> Block:
    """A hint at the answers that may be typed to an exercise."""
    if exercise.amount:
        kind = "amount"
    elif any(choice.card is None for choice in exercise.choices):
        kind = "word" if exercise.pick == 1 else "words"
    else:
        kind = "card" if exercise.pick == 1 else "cards"
    return Paragraph(say(_(HELP[kind])), "aside")


def _ask(exercise: Exercise, deck: Deck, lines: Iterator[str]) -> str | None:
    """The grade of the first answer; None if the person quits or the input ends. Wrong answers may be repeated."""
    first: str | None = None
    for line in lines:
        if line.lower() in ("q", "quit"):
            return None
        if line == "?":
            _print_answer(exercise)
            return first or "shown"
        if line.lower() in ("h", "help"):
            print_blocks([_help(exercise)])
            continue
        try:
            judged = judge(exercise, line, deck)
        except NotationError as error:
            print_blocks([Paragraph(Text((str(problem),)), "refused") for problem in error.problems])
            continue
        first = first or judged.grade
        kind = "allowed" if judged.grade == "right" else "refused"
        print_blocks([Paragraph(judged.said[0], kind), *(Paragraph(text) for text in judged.said[1:])])
        if judged.grade == "right":
            _print_answer(exercise)
            return first
    return None


def _print_answer(exercise: Exercise) -> None:
    head, *replies = answers(exercise)
    print_blocks([Paragraph(head, "lead"), *([Bullets(tuple(replies))] if replies else []), *exercise.answer])


def exercise_data(exercise: Exercise) -> dict[str, Any]:
    """An exercise as JSON-able data; the setting and the answer in plain words."""
    from tarot_teach.render import markdown

    return {
        "id": exercise.id,
        "kind": exercise.kind,
        "setting": markdown(exercise.setting).strip(),
        "question": str(exercise.question),
        "pick": exercise.pick,
        "choices": [
            {"code": choice.code, "label": str(choice.label), "grade": choice.grade, "reply": str(choice.reply)}
            for choice in exercise.choices
        ],
        "amount": exercise.amount or None,
        "answer": str(answers(exercise)[0]),
    }
