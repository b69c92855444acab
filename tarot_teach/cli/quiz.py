"""``tarot-teach quiz``."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from tarot_teach.advice.format import advice_for
from tarot_teach.blocks import Block, Bullets, Exercise, Heading, Paragraph
from tarot_teach.cards import Deck
from tarot_teach.cli.output import (
    as_text,
    check_new_file,
    emit,
    force_option,
    format_option,
    json_option,
    note,
    out_option,
    show,
    typed_lines,
    usage,
    write_out,
)
from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError, NotationError
from tarot_teach.explain.exercises import exercises_of
from tarot_teach.language import N_, _
from tarot_teach.loading import Library, kind_of
from tarot_teach.loading.user_files import is_file, library_for
from tarot_teach.records.runner import replay_example
from tarot_teach.render.common import answers
from tarot_teach.render.quiz_files import anki, gift, gift_archive
from tarot_teach.rules import Ruleset
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
@click.option(
    "--count",
    "--number",
    type=click.IntRange(1),
    help="The number of questions; by default they do not end (files: 10).",
)
@format_option("text", "gift", "anki")
@out_option(help="Write them into this file: GIFT for Moodle (.zip: with pictures), or a package for Anki.")
@force_option
@json_option
def command(
    name: str, asked: str | None, seed: int | None, count: int | None, kind: str, out: Path | None, force: bool
) -> None:
    """Ask questions about the rules of NAME, made of random deals: which cards may be played, who wins, what to lay away, what to
    bid, what it scores. Or those that NAME, a worked example, asks.

    The answers are judged by the engine, and explained with the rule. With --json, questions and answers are printed as data; with --format
    gift or anki, they are written for Moodle or Anki.
    """
    if (kind == "anki") > (out is not None) or (kind in ("text", "json") and out is not None):
        hint = _("name both: --format gift --out quiz.txt, or --format anki --out quiz.apkg")
        raise usage("quiz.out", _("a package needs a file, and a file a format"), hint)
    check_new_file(out, force)
    library = library_for([name], note)
    seed = random.randrange(10**6) if seed is None else seed
    if name in library.ids("example") or (is_file(Path(name)) and kind_of(library.document(Path(name))) == "example"):
        ruleset, title, questions = _asked_by(name, library, asked)
    else:
        ruleset = library.load(name)
        quiz = Quiz(Engine(ruleset), advice_for(library, ruleset), seed)
        title = str(say(_("{title}: questions (seed {seed})"), title=ruleset.title, seed=seed))
        questions = (quiz.exercise(number, asked) for number in itertools.count())
        count = count or {"text": None, "json": 1}.get(kind, 10)
    if kind != "text":
        _write(list(itertools.islice(questions, count)), ruleset, title, kind, out)
        return
    exercises = itertools.islice(questions, count)
    first = next(exercises)  # a kind that cannot be asked is said before anything else
    show([Heading(1, Text((title,)))])
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


def _asked_by(name: str, library: Library, kind: str | None) -> tuple[Ruleset, str, Iterator[Exercise]]:
    """The ruleset of an example, its title, and the questions of a kind that it asks. Raises LoadError if it asks none."""
    done = replay_example(name, library)
    asked = [exercise for exercise in exercises_of(done) if kind in (None, exercise.kind)]
    if not asked:
        message, hint = _("{arguments} asks nothing"), _("give it `asks`, or name a ruleset")
        raise LoadError.of("exercise.none", message, hint=hint, arguments=f"{name} --kind {kind}" if kind else name)
    return done.engine.ruleset, done.record.file.title, iter(asked)


def _write(exercises: list[Exercise], ruleset: Ruleset, title: str, kind: str, out: Path | None) -> None:
    """Questions as JSON, or for Moodle or Anki, to a file or standard output."""
    if kind == "json":
        show([exercise_data(exercise) for exercise in exercises], kind)
    elif out is None:
        emit(gift(exercises, ruleset.name, title))
    elif kind == "anki":
        write_out(out, anki(exercises, ruleset.name, title, out))
    else:
        write_out(out, (gift_archive if out.suffix.lower() == ".zip" else gift)(exercises, ruleset.name, title))


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
