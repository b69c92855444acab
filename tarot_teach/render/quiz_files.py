"""Questions for other programs: Moodle's format GIFT, and packages for Anki, with pictures of the cards as files.

GIFT is read by Moodle as its ``question/format/gift/format.php`` does it. It has no place for pictures; a widespread plugin ("GIFT with media")
reads a zip archive of the text and a folder beside it.
"""

from __future__ import annotations

import hashlib
import io
import re
import tempfile
import zipfile
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path

from markupsafe import Markup

from tarot_teach.blocks import Block, Choice, Exercise, HandDiagram, Paragraph, TrickDiagram
from tarot_teach.cards import Card, laid_out
from tarot_teach.errors import OutputError, Place
from tarot_teach.explain.exercises import POSSIBLE, RIGHT
from tarot_teach.messages import _, colon
from tarot_teach.render.cardart.svg import card_svg
from tarot_teach.render.common import answers, in_pack_order, spoken
from tarot_teach.render.html import Links, block_html, cards_in, text_html
from tarot_teach.text import Text, joined, say, with_single_blanks
from tarot_teach.topics.quiz.quiz import VERDICTS

MOST_RIGHT = 10
"""The most right answers of a question in Moodle, which knows no share of the marks for eleven."""
_MODEL = 1_782_049_163  # of Anki's notes, the same for ever
_OURS = re.compile(r'</?(?:span|div)[^>]*>| (?:class|tabindex|role|aria-label)="[^"]*"')  # needs our style
_STYLE = """.card { font: 18px/1.5 system-ui, sans-serif; max-width: 42rem; margin: 0 auto; text-align: left; }
.card img { height: 5.2em; vertical-align: middle; } table { border-collapse: collapse; } td, th { padding: .2em .6em; text-align: left; }"""


def gift(exercises: Sequence[Exercise], name: str, title: str, pictures: str = "") -> str:
    """Questions about the ruleset ``name`` as GIFT, in a category of their own. ``pictures`` is what stands before the file names of pictures;
    without it, cards are named."""
    title = with_single_blanks(title)  # a line of its own would be read as a question
    head = f"// {title}\n$CATEGORY: {title.replace('/', '//')}\n"
    return "\n".join([head, *(_gift(exercise, name, pictures) for exercise in exercises)])


def gift_archive(exercises: Sequence[Exercise], name: str, title: str) -> bytes:
    """Questions as a zip archive of GIFT and a folder of pictures."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        written = {"questions.txt": gift(exercises, name, title, "@@PLUGINFILE@@/cards/")}
        written |= {f"cards/{card.code}.svg": card_svg(card, width=60) for card in cards_in(exercises)}
        for path, text in written.items():
            archive.writestr(zipfile.ZipInfo(path), text, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def anki(exercises: Sequence[Exercise], name: str, title: str, out: Path) -> bytes:
    """Questions about the ruleset ``name`` as a package for Anki. A question keeps its id, so that a later package brings it up to date.

    No word is left that Anki takes for LaTeX or for a sound, which it writes in brackets.

    Raises OutputError for the file ``out`` if genanki is missing.
    """
    try:
        import genanki
    except ImportError:
        message, hint = _("a package for Anki needs genanki, which is not installed"), "pip install 'tarot-teach[anki]'"
        raise OutputError.of("quiz.no-genanki", message, Place(str(out)), hint) from None
    fields = [{"name": "Id"}, {"name": "Question"}, {"name": "Answer"}]
    template = {"name": "Question", "qfmt": "{{Question}}", "afmt": "{{FrontSide}}<hr id=answer>{{Answer}}"}
    model = genanki.Model(_MODEL, "tarot-teach", fields=fields, templates=[template], css=_STYLE)
    deck = genanki.Deck(1 + int.from_bytes(hashlib.sha256(name.encode()).digest()[:4]), title)
    prefix = "tarot-teach-"
    for exercise in exercises:
        words = Markup("").join(Markup("<li>{}</li>").format(label_html(choice, "")) for choice in exercise.choices)
        front = question_html(exercise, prefix) + (
            Markup("<ul>{}</ul>").format(words) if not _of_cards(exercise) else ""
        )
        sides = [f"{name} {exercise.id}", *(str(side).replace("[", "&#91;") for side in (front, answer_html(exercise)))]
        note = genanki.Note(
            model, sides, guid=genanki.guid_for("tarot-teach", name, exercise.id), tags=[name, exercise.kind]
        )
        deck.add_note(note)
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, f"{prefix}{card.code}.svg") for card in cards_in(exercises)]
        for path, card in zip(paths, cards_in(exercises), strict=True):
            path.write_text(card_svg(card, width=60), encoding="utf-8")
        made = Path(folder, "deck.apkg")
        genanki.Package(deck, list(map(str, paths))).write_to_file(made)
        return made.read_bytes()


def _of_cards(exercise: Exercise) -> bool:
    return any(choice.card for choice in exercise.choices)


def _gift(exercise: Exercise, name: str, pictures: str) -> str:
    """A question as GIFT: an amount as a number, one answer as a single choice, several with a share of the marks each."""
    question, replies = question_html(exercise, pictures) + how_many(exercise), answer_html(exercise)
    if exercise.amount:
        right, wrong = (_escaped(_(VERDICTS[grade])) for grade in ("right", "wrong"))
        missed = [f"=%0%{amount}:0#{wrong} {_escaped(words_html(reply))}" for amount, reply in exercise.misses]
        lines = [f"={exercise.amount}:0#{right}", *missed, f"~#{wrong}"]
        opening = "{#"
    else:
        opening, single, asked = "{", exercise.pick == 1, right_choices(exercise)
        lines = [
            f"{_mark(choice, len(asked), single)}{_escaped(label_html(choice, pictures))}#{_escaped(reply_html(exercise, choice))}"
            for choice in _in_order(exercise.choices, pictures)
            if choice.grade != RIGHT or choice in asked
        ]
    body = "".join(f"\t{line}\n" for line in [*lines, f"####{_escaped(replies)}"])
    return f"::{_escaped(f'{name} {exercise.id}')}::[html]{_escaped(question)}{opening}\n{body}}}\n"


def _in_order(choices: Sequence[Choice], pictures: str) -> list[Choice]:
    """Choices as they stand; cards that are named without pictures in the order of the pack, as in sentences."""
    return list(choices) if pictures else sorted(choices, key=lambda choice: choice.card.index if choice.card else 0)


def _mark(choice: Choice, right: int, single: bool) -> str:
    """The sign before an answer, with its share of the marks."""
    if single:
        return "=" if choice.grade == RIGHT else "~"
    return f"~%{share_of(choice, right)}%"


def share_of(choice: Choice, right: int) -> str:
    """The share of the marks that a choice brings in percent, where several are right: a wrong one takes all of them away."""
    share = f"{100 / right:.5f}".rstrip("0").rstrip(".")
    return {RIGHT: share, POSSIBLE: f"-{share}"}.get(choice.grade, "-100")


def right_choices(exercise: Exercise) -> list[Choice]:
    """The right choices that Moodle is given: all, or an even selection where there are more than it allows."""
    found = [choice for choice in exercise.choices if choice.grade == RIGHT]
    number = len(found) if exercise.pick == 1 else min(len(found), MOST_RIGHT)
    return [found[i * len(found) // number] for i in range(number)]


def question_html(exercise: Exercise, pictures: str) -> Markup:
    """The position and the question."""
    hand = [choice.card for choice in exercise.choices if choice.card]
    shown = [_shown(block, pictures) for block in exercise.setting]
    if hand and not any(isinstance(block, HandDiagram) for block in exercise.setting):
        shown.append(Markup("<p>{} {}</p>").format(_("The hand:"), _cards(hand, pictures)))
    return Markup("").join([*shown, Markup("<p><b>{}</b></p>").format(words_html(exercise.question))])


def how_many(exercise: Exercise) -> Markup:
    """The number of answers that a question with several wants; nothing where one is sought."""
    if exercise.amount or exercise.pick == 1:
        return Markup("")
    right = sum(choice.grade == RIGHT for choice in exercise.choices)
    more = 1 < exercise.pick < right
    words = _("Choose every card that may be among them.") if more else _("Choose all that are right.")
    return Markup("<p>{}</p>").format(words)


def _shown(block: Block, pictures: str) -> Markup:
    """A part of the position, in plain HTML."""
    match block:
        case TrickDiagram(plays=plays):
            rows = [
                Markup("<li>{}{}{}</li>").format(play.name, colon(), _cards([play.card], pictures)) for play in plays
            ]
            return Markup("<p>{}</p><ol>{}</ol>").format(_("On the table:"), Markup("").join(rows))
        case HandDiagram(hands=hands):
            return Markup("").join(
                Markup("<p>{}{}{}</p>").format(row.name, colon(), _cards(row.cards, pictures)) for row in hands
            )
        case Paragraph(text):
            return Markup("<p>{}</p>").format(words_html(text))
    return Markup(_OURS.sub("", block_html(block, Links(), live=False)))


def words_html(text: Text) -> Markup:
    return Markup(_OURS.sub("", text_html(text, Links())))


def _cards(cards: Iterable[Card], pictures: str) -> Markup:
    """Cards as pictures in the order of a hand, or by name in the order of the pack, as in sentences."""
    if not pictures:
        return words_html(say("{cards}", cards=in_pack_order(cards)))
    ordered = [*chain.from_iterable(laid_out(cards))]
    shown = Markup('<img src="{}{}.svg" alt="{}" width="60">')
    return Markup(" ").join(shown.format(pictures, card.code, spoken(card)) for card in ordered)


def label_html(choice: Choice, pictures: str) -> Markup:
    words = words_html(choice.label)
    return _cards([choice.card], pictures) + " " + words if choice.card and pictures else words


def reply_html(exercise: Exercise, choice: Choice) -> Markup:
    """The reply to a choice."""
    missed = joined([reply for code, reply in exercise.misses if code == choice.code])
    said = [Text((_(VERDICTS[choice.grade]),)), missed, choice.reply]
    return words_html(joined([text for text in said if text]))


def answer_html(exercise: Exercise) -> Markup:
    """The right answer, with its reasons."""
    said = Markup("").join(Markup("<p>{}</p>").format(words_html(text)) for text in answers(exercise))
    return said + Markup("").join(_shown(block, "") for block in exercise.answer)


def _escaped(text: str) -> str:
    """A text on one line, with a backslash before signs that mean something in GIFT."""
    return re.sub(r"([\\~=#{}:])", r"\\\1", re.sub(r"\s*\n\s*", " ", str(text)).strip())
