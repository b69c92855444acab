"""``tarot-teach quiz``."""

from __future__ import annotations

import datetime
import itertools
import random
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click

from tarot_teach.advice.format import AdviceFile, advice_for
from tarot_teach.blocks import THEME_PREFIX, Block, Bullets, Exercise, Heading, Paragraph, Table
from tarot_teach.cards import Deck, hand_for_prompts
from tarot_teach.cli.library import library_of, mechanisms_option
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
from tarot_teach.errors import LoadError, NotationError, OutputError
from tarot_teach.explain.exercises import exercises_of
from tarot_teach.explain.levels import HIGHEST, level_of
from tarot_teach.explain.proved import PROVED
from tarot_teach.loading import Library, kind_of
from tarot_teach.loading.user_files import is_file
from tarot_teach.messages import N_, NP_, _, date_text, is_typed, ngettext, pgettext
from tarot_teach.plain_data import attributes
from tarot_teach.records.gathered import line_named
from tarot_teach.records.runner import replay_example
from tarot_teach.render.common import answers
from tarot_teach.render.moodle_xml import moodle_xml
from tarot_teach.render.quiz_files import anki, gift, gift_archive
from tarot_teach.render.scorm import class_page, scorm
from tarot_teach.rules import Ruleset
from tarot_teach.text import Text, say
from tarot_teach.topics.quiz.answers import (
    INTERVALS,
    KeptAnswers,
    Sitting,
    Standing,
    answers_file,
    standing,
    standing_of,
    today,
)
from tarot_teach.topics.quiz.quiz import KINDS, Quiz, judge
from tarot_teach.topics.review.practice import decision_exercises, decision_title
from tarot_teach.topics.tactics.asked import KIND as TACTICS
from tarot_teach.topics.tactics.themes import THEMES

HELP = {
    "card": N_(
        "Type a card as it is shown, or by its code ({card}); ? shows the answer, help says this again, q ends."
    ),
    "cards": N_(
        "Type cards as they are shown, or by their codes ({cards}); ? shows the answer, help says this again, q ends."
    ),
    "amount": N_("Type an amount ({amount}); ? shows the answer, help says this again, q ends."),
    "word": N_("Type one of the words on the left; ? shows the answer, help says this again, q ends."),
    "words": N_("Type all the words on the left that are right; ? shows the answer, help says this again, q ends."),
}


@click.command("quiz")
@click.argument("name")
@click.option(
    "--kind",
    "asked",
    type=click.Choice(KINDS),
    help="Only questions of this kind; by default each of the first five in turn.",
)
@click.option("--theme", help="Only questions of this theme of tactics, by its id or name, each about another deal.")
@click.option("--level", type=click.IntRange(1, HIGHEST), help="Only questions of this level, from 1 (easy) on.")
@click.option(
    "--seed",
    type=click.IntRange(0),
    help="The same seed asks the same questions; by default those that are due, then any.",
)
@click.option(
    "--count",
    "--number",
    type=click.IntRange(1),
    help="The number of questions; by default they do not end (files: 10).",
)
@click.option("--mine", is_flag=True, help="Only decisions of your own deals that a review has kept.")
@click.option("--known", is_flag=True, help="Ask nothing, and show which rules and themes of NAME are known.")
@click.option("--forget", is_flag=True, help="Ask nothing, and erase what is remembered about NAME.")
@click.option(
    "--memory/--no-memory", default=None, help="Remember answers in the user's data folder; by default on a terminal."
)
@format_option("text", "moodle", "gift", "anki", "html", "scorm")
@out_option(
    help="Write them into this file: for Moodle as XML with pictures or as GIFT (.zip: with pictures), a package for Anki, one page, or a SCORM 1.2 package."
)
@force_option
@json_option
@mechanisms_option
def command(
    name: str,
    asked: str | None,
    theme: str | None,
    level: int | None,
    seed: int | None,
    count: int | None,
    mine: bool,
    known: bool,
    forget: bool,
    memory: bool | None,
    kind: str,
    out: Path | None,
    force: bool,
) -> None:
    """Ask questions about the rules of NAME, made of random deals: which cards may be played, who wins, what to lay away, what to
    bid, what it scores. Or those that NAME, a worked example, asks.

    Questions of the kinds made, petit, points and tricks are about endings with all cards open, of deals that simple players play: which card
    makes or defeats the contract, which saves or wins the Petit, and how many card points or tricks are still to be had. The answer is proved
    by lines of play. They are asked by --kind alone.

    The answers are judged by the engine, and explained with the rule. On a terminal they are remembered: what was
    missed comes back in the same sitting, the next day, and after 3, 7 and 21 days, and which rules are known is told.
    With --json, questions and answers are printed as data; with --format moodle, gift or anki, they are written for
    Moodle or Anki, with html or scorm as one page for a class, which makes a code of the answers for `results`.
    """
    if (kind in ("anki", "scorm")) > (out is not None) or (kind in ("text", "json") and out is not None):
        hint = _("name both: --format moodle --out quiz.xml, or --format anki --out quiz.apkg")
        raise usage("quiz.out", _("a package needs a file, and a file a format"), hint)
    check_new_file(out, force)
    library = library_of(name)
    if known or forget:
        example = _is_example(name, library)
        ruleset = replay_example(name, library).engine.ruleset if example else library.load(name)
        _remembered(ruleset, known=known, forget=forget, kind=kind)
        return
    if theme is not None and (mine or asked not in (None, TACTICS) or _is_example(name, library)):
        message = _("a theme is one of the tactics of a ruleset")
        raise usage("answers.options", message, _("leave out --kind and --mine, and name a ruleset"))
    if mine and (asked is not None or _is_example(name, library)):
        message = _("decisions of your own are asked about a ruleset, and are of no other kind")
        raise usage("answers.options", message, _("leave out --kind, and name a ruleset"))
    remembering = kind == "text" and (sys.stdin.isatty() and sys.stdout.isatty() if memory is None else memory)
    answers_kept, comes_back = _memory() if remembering else None, seed is None
    seed = random.randrange(10**6) if seed is None else seed
    sitting: Sitting | None = None
    if _is_example(name, library):
        ruleset, title, questions = _asked_by(name, library, asked, level)
    else:
        ruleset = library.load(name)
        engine = Engine(ruleset)
        quiz = Quiz(engine, advice_for(library, ruleset), seed)
        title = str(say(_("{title}: questions (seed {seed})"), title=ruleset.title, seed=seed))
        questions = (quiz.exercise(number, asked, level) for number in itertools.count())
        if theme is not None:
            sitting = Sitting((), itertools.cycle(quiz.of_theme(theme, level)))
        elif mine:
            sitting = Sitting(_mine(quiz, level), ())
        elif answers_kept and comes_back:
            ids = answers_kept.due(ruleset.name)
            kept = _kept(engine, answers_kept, ids, quiz.advice)
            due = (kept.get(id) or quiz.by_id(id) or _of_example(id, library) for id in ids)
            fits = [each for each in due if each and asked in (None, each.kind) and level in (None, level_of(each))]
            sitting = Sitting(fits, questions)
        questions = questions if sitting is None else iter(sitting)
        count = count or {"text": None, "json": 1}.get(kind, 10)
    if kind != "text":
        _write(list(itertools.islice(questions, count)), ruleset, library, title, kind, out)
        return
    exercises = itertools.islice(questions, count)
    first = next(exercises)  # a kind that cannot be asked is said before anything else
    show([Heading(1, Text((title,)))])
    lines = typed_lines()
    grades: list[str] = []
    rules: dict[str, None] = {}
    for number, exercise in enumerate(itertools.chain([first], exercises), 1):
        show([Heading(2, say(_("Question {number}"), number=number)), exercise])
        if number == 1 or asked is None:
            show([_help(exercise, ruleset.deck)])
        grade = _ask(exercise, ruleset.deck, lines)
        if grade is None:
            break
        grades.append(grade)
        rules |= dict.fromkeys(exercise.rules)
        if answers_kept:
            answers_kept.record(exercise, grade == "right")
        if sitting and grade != "right":
            sitting.missed(quiz.another(exercise))
    if grades:
        said = say(_("{right} of {asked} right."), right=grades.count("right"), asked=len(grades))
        show([Paragraph(said, "lead")])
        if answers_kept:
            show(_standing(ruleset, answers_kept, rules))


def _is_example(name: str, library: Library) -> bool:
    if name in library.ids("example") or line_named(name):
        return True
    return is_file(Path(name)) and kind_of(library.document(Path(name))) == "example"


def _asked_by(
    name: str, library: Library, kind: str | None, level: int | None
) -> tuple[Ruleset, str, Iterator[Exercise]]:
    """The ruleset of an example, its title, and the questions of a kind and level that it asks. Raises LoadError if it asks none."""
    done = replay_example(name, library)
    asked = [each for each in exercises_of(done) if kind in (None, each.kind) and level in (None, level_of(each))]
    if not asked:
        message, hint = _("{arguments} asks nothing"), _("give it `asks`, or name a ruleset")
        arguments = name + (f" --kind {kind}" if kind else "") + (f" --level {level}" if level else "")
        raise LoadError.of("exercise.none", message, hint=hint, arguments=arguments)
    return done.engine.ruleset, done.record.file.title, iter(asked)


def _of_example(id: str, library: Library) -> Exercise | None:
    """The question of an example of the library by its id, None if there is none."""
    example = id.rpartition("-ask-")[0]
    if example not in library.ids("example"):
        return None
    return next((each for each in exercises_of(replay_example(example, library)) if each.id == id), None)


def _kept(engine: Engine, answers: KeptAnswers, ids: Iterable[str], advice: AdviceFile | None) -> dict[str, Exercise]:
    """Kept decisions as questions, by their ids, with a note on each that does not fit the rules any more."""
    decisions, found = answers.decisions(engine.ruleset.name), dict[str, Exercise]()
    for id, made in decision_exercises(engine, {id: decisions[id] for id in ids if id in decisions}, advice):
        if isinstance(made, Exercise):
            found[id] = made
        else:
            note("{error}", error=made)
    return found


def _mine(quiz: Quiz, level: int | None) -> list[Exercise]:
    """The kept decisions of a level as questions, those that are due first. Raises LoadError where there are none."""
    answers, engine = KeptAnswers(answers_file()), quiz.engine
    asked, name = answers.of(engine.ruleset.name), engine.ruleset.name
    ids = sorted(answers.decisions(name), key=lambda id: asked[id].due if id in asked else today())
    found = [each for each in _kept(engine, answers, ids, quiz.advice).values() if level in (None, level_of(each))]
    if not found:
        message, hint = _("no decision of your own about {name} is kept"), _("play a deal, and type review and practise at its end")  # fmt: skip
        raise LoadError.of("quiz.mine", message, None, hint, name=name)
    return found


def _memory() -> KeptAnswers | None:
    """The answers in the user's data folder; None, with a note, where nothing can be kept. Raises LoadError for a damaged file."""
    try:
        memory = KeptAnswers(answers_file())
        memory.prepare()
    except OutputError as error:
        note(_("answers are not remembered: {error}"), error=error)
        return None
    return memory


def _remembered(ruleset: Ruleset, *, known: bool, forget: bool, kind: str) -> None:
    """Show which rules are known, or erase the answers about a ruleset. Raises LoadError for a damaged file."""
    if known and forget:
        hint = _("give one of them: --known or --forget")
        raise usage("answers.options", _("what is remembered is shown or erased, not both"), hint)
    memory = KeptAnswers(answers_file())
    if forget:
        number = memory.forget(ruleset.name)
        words = ngettext("{number} answer about {name} erased.", "{number} answers about {name} erased.", number)
        show([Paragraph(say(words, number=number, name=ruleset.name))])
    elif kind == "json":
        rules, themes = _of_rules(ruleset, memory), _of_themes(ruleset, memory)
        found = {"ruleset": ruleset.name, "rules": len(ruleset.rules)}
        found["known"] = sum(at.known for at in rules.values())
        rows = [{"rule": rule, **_data(at)} for rule, at in rules.items()]
        of_themes = [{"theme": id, "title": title, **_data(at)} for id, (title, at) in themes.items()]
        mine = [{"id": id, "title": title, **_data(at)} for id, (title, at) in _of_decisions(ruleset, memory).items()]
        show({**found, "asked": rows, "themes": of_themes, "decisions": mine}, kind)
    else:
        parts = {_("Theme"): _of_themes(ruleset, memory), _("Decision of your own"): _of_decisions(ruleset, memory)}
        tables = [_table(title, rows.values()) for title, rows in parts.items() if rows]
        show([*_standing(ruleset, memory, ruleset.rules), *tables])


def _of_rules(ruleset: Ruleset, memory: KeptAnswers) -> dict[str, Standing]:
    """The standing of the rules of a ruleset that questions have asked about."""
    return {rule: at for rule, at in standing(memory.of(ruleset.name)).items() if rule in ruleset.rules}


def _standing(ruleset: Ruleset, memory: KeptAnswers, rules: Iterable[str]) -> list[Block]:
    """The number of rules of a ruleset that are known, and the standing of some that questions have asked about."""
    now = _of_rules(ruleset, memory)
    known = sum(at.known for at in now.values())
    words = _("{known} of {all} rules of {name} known.")
    said = Paragraph(say(words, known=known, all=len(ruleset.rules), name=ruleset.name))
    rows = [(ruleset.rules[rule].title, now[rule]) for rule in rules if rule in now]
    return [said, *([_table(_("Rule"), rows)] if rows else [])]


def _of_themes(ruleset: Ruleset, memory: KeptAnswers) -> dict[str, tuple[str, Standing]]:
    """The names and the standing of the themes that questions about a ruleset have asked about."""
    ids = {THEME_PREFIX + id: id for id in THEMES}
    found = {ids[id]: standing_of([entry]) for id, entry in memory.of(ruleset.name).items() if id in ids}
    return {id: (str(ruleset.say(_(THEMES[id].name))), at) for id, at in found.items()}


def _of_decisions(ruleset: Ruleset, memory: KeptAnswers) -> dict[str, tuple[str, Standing]]:
    """The titles and the standing of the kept decisions of deals under a ruleset."""
    answers, decisions = memory.of(ruleset.name), memory.decisions(ruleset.name)
    return {
        id: (decision_title(ruleset, decision), standing_of([answers[id]]))
        for id, decision in decisions.items()
        if id in answers
    }


def _data(at: Standing) -> dict[str, Any]:
    """The standing of something as plain data."""
    return {**attributes(at, "asked", "right", "known", "box"), "due": at.due.isoformat()}


def _table(title: str, rows: Iterable[tuple[str, Standing]]) -> Table:
    """The standing of things by their names, how sure each is in boxes, and when it is asked again."""
    head = tuple(Text((word,)) for word in (title, pgettext("answers", "Right"), _("Sure"), _("Asked again")))
    most = len(INTERVALS) - 1
    return Table(
        head,
        tuple(
            (
                Text((name,)),
                say(_("{right} of {asked}"), right=at.right, asked=at.asked),
                Text(("■" * at.box + "□" * (most - at.box),)),
                _day(at.due),
            )
            for name, at in rows
        ),
    )


def _day(due: datetime.date) -> Text:
    return say(_("now")) if due <= today() else Text((date_text(due.isoformat()),))


def _write(
    exercises: list[Exercise], ruleset: Ruleset, library: Library, title: str, kind: str, out: Path | None
) -> None:
    """Questions as JSON, or for Moodle or Anki, to a file or standard output."""
    if kind == "json":
        show([exercise_data(exercise) for exercise in exercises], kind)
    elif out is None and kind == "html":
        emit(class_page(exercises, title, ruleset, library))
    elif out is None:
        emit((moodle_xml if kind == "moodle" else gift)(exercises, ruleset.name, title))
    elif kind in ("html", "scorm"):
        write_out(out, (class_page if kind == "html" else scorm)(exercises, title, ruleset, library))
    elif kind == "anki":
        write_out(out, anki(exercises, ruleset.name, title, out))
    else:
        as_gift = gift_archive if out.suffix.lower() == ".zip" else gift
        write_out(out, (moodle_xml if kind == "moodle" else as_gift)(exercises, ruleset.name, title))


def _help(exercise: Exercise, deck: Deck) -> Block:
    """A hint at the answers that may be typed to an exercise, with cards of the pack as examples."""
    words = any(choice.card is None for choice in exercise.choices)
    kind = "amount" if exercise.amount else ("word" if words else "card") + "s" * (exercise.pick != 1)
    codes = hand_for_prompts(deck)
    return Paragraph(say(_(HELP[kind]), card=codes.split()[0], cards=codes, amount=exercise.typed_amount), "aside")


def _ask(exercise: Exercise, deck: Deck, lines: Iterator[str]) -> str | None:
    """The grade of the first answer; None if the person quits or the input ends. Wrong answers may be repeated."""
    first: str | None = None
    head, *replies = answers(exercise)
    answer = [Paragraph(head, "lead"), *([Bullets(tuple(replies))] if replies else []), *exercise.answer]
    for line in lines:
        if line.lower() == "q" or is_typed(line, NP_("typed", "quit")):
            return None
        if line == "?":
            show(answer)
            return first or "shown"
        if line.lower() == "h" or is_typed(line, NP_("typed", "help")):
            show([_help(exercise, deck)])
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
    """An exercise as JSON-able data; the setting and the answer in plain words, and of an ending what proves it."""
    proof = {"proof": as_text(exercise.answer, "markdown").strip()} if exercise.kind in PROVED else {}
    return {
        **attributes(exercise, "id", "kind", "ruleset", "rules"),
        "level": level_of(exercise),
        "setting": as_text(exercise.setting, "markdown").strip(),
        "given": dict(exercise.given),
        **attributes(exercise, "question", "pick"),
        "choices": [attributes(choice, "code", "label", "grade", "reply") for choice in exercise.choices],
        "amount": exercise.amount or None,
        "misses": {code: str(reply) for code, reply in exercise.misses},
        "answer": str(answers(exercise)[0]),
        **proof,
    }
