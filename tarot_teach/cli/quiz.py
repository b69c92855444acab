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
from tarot_teach.cli.output import as_text, json_option, show, typed_lines
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
@click.option(
    "--kind", "asked", type=click.Choice(KINDS), help="Only questions of this kind; by default each kind in turn."
)
@click.option("--seed", type=click.IntRange(0), help="The same seed asks the same questions; by default any.")
@click.option("--count", type=click.IntRange(1), help="The number of questions; by default they do not end.")
@json_option
def command(name: str, asked: str | None, seed: int | None, count: int | None, kind: str) -> None:
    """Ask questions about the rules of NAME, made of random deals: which cards may be played, who wins, what to lay away, what to
    bid, what it scores.

    The answers are judged by the engine, and explained with the rule. With --json, questions and answers are printed as data.
    """
    library = Library()
    ruleset = library.load(name)
    quiz = Quiz(Engine(ruleset), advice_for(library, ruleset), random.randrange(10**6) if seed is None else seed)
    if kind == "json":
        show([exercise_data(quiz.exercise(number, asked)) for number in range(count or 1)], kind)
        return
    exercises = (quiz.exercise(number, asked) for number in (itertools.count() if count is None else range(count)))
    first = next(exercises)  # a kind that cannot be asked is said before anything else
    show([Heading(1, say(_("{title}: questions (seed {seed})"), title=ruleset.title, seed=quiz.seed))])
    lines = typed_lines()
    grades: list[str] = []
    for number, exercise in enumerate(itertools.chain([first], exercises), 1):
        show([Heading(2, say(_("Question {number}"), number=number)), exercise])
        if number == 1 or asked is None:
            show([_help(exercise)])
        grade = _ask(exercise, ruleset.deck, lines)
        if grade is None:
            break
        grades.append(grade)
    if grades:
        said = say(_("{right} of {asked} right."), right=grades.count("right"), asked=len(grades))
        show([Paragraph(said, "lead")])


def _help(exercise: Exercise) -> Block:
    """A hint at the answers that may be typed to an exercise."""
    words = any(choice.card is None for choice in exercise.choices)
    kind = "amount" if exercise.amount else ("word" if words else "card") + "s" * (exercise.pick != 1)
    return Paragraph(say(_(HELP[kind])), "aside")


def _ask(exercise: Exercise, deck: Deck, lines: Iterator[str]) -> str | None:
    """The grade of the first answer; None if the person quits or the input ends. Wrong answers may be repeated."""
    first: str | None = None
    head, *replies = answers(exercise)
    answer = [Paragraph(head, "lead"), *([Bullets(tuple(replies))] if replies else []), *exercise.answer]
    for line in lines:
        match line.lower():
            case "q" | "quit":
                return None
            case "?":
                show(answer)
                return first or "shown"
            case "h" | "help":
                show([_help(exercise)])
                continue
        try:
            judged = judge(exercise, line, deck)
        except NotationError as error:
            show([Paragraph(Text((str(problem),)), "refused") for problem in error.problems])
            continue
        first = first or judged.grade
        right = judged.grade == "right"
        show([Paragraph(judged.said[0], "allowed" if right else "refused"), *map(Paragraph, judged.said[1:])])
        if right:
            show(answer)
            return first
    return None


def exercise_data(exercise: Exercise) -> dict[str, Any]:
    """An exercise as JSON-able data; the setting and the answer in plain words."""
    return {
        "id": exercise.id,
        "kind": exercise.kind,
        "setting": as_text(exercise.setting, "markdown").strip(),
        "question": str(exercise.question),
        "pick": exercise.pick,
        "choices": [
            {"code": choice.code, "label": str(choice.label), "grade": choice.grade, "reply": str(choice.reply)}
            for choice in exercise.choices
        ],
        "amount": exercise.amount or None,
        "answer": str(answers(exercise)[0]),
    }
