"""A handout: the hands, the auction and the questions of worked examples, and the answers on pages of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from tarot_teach.blocks import Block, Exercise, HandDiagram, Heading, Paragraph, Table
from tarot_teach.errors import OutputError, Place
from tarot_teach.explain.exercises import exercises_of
from tarot_teach.explain.lesson import describe_start, hands_at
from tarot_teach.explain.narrator import Narrator
from tarot_teach.explain.score_sheet import bid_name
from tarot_teach.files import write_atomically
from tarot_teach.loading import Library
from tarot_teach.messages import _
from tarot_teach.paper import AskedOnPaper, PageBreak
from tarot_teach.records.replay import Replay
from tarot_teach.records.runner import replay_example
from tarot_teach.render.common import answers
from tarot_teach.render.html import page
from tarot_teach.render.latex import latex
from tarot_teach.render.pdf import as_pdf
from tarot_teach.sphinxext.tutorials.pages import TITLE, Contents
from tarot_teach.sphinxext.tutorials.work_folder import Progress
from tarot_teach.table import Bid, Phase
from tarot_teach.text import NO_TEXT, Emphasis, Text, say


def build_handout(contents: Contents, out: Path, library: Library, progress: Progress) -> Path:
    """Write the handout of a tutorial as a page for printing, or, for a file name that ends so, as a PDF, and return its path.

    Raises OutputError where no example asks anything, if nothing can be written, or if a PDF cannot be set.
    """
    progress(_("writing pages"))
    title = contents.title or _(TITLE)
    made = handout(title, (replay_example(str(path), library) for path in contents.examples.values()))
    if not any(isinstance(block, AskedOnPaper) for block in made):
        message, hint = _("none of the examples asks a question"), _("write asks: into an example")
        raise OutputError.of("build.nothing-asked", message, Place(str(out)), hint)
    pdf = out.suffix.lower() == ".pdf"
    write_atomically(out, as_pdf(latex(made, whole=True), Place(str(out))) if pdf else page(made, title).encode())
    return out.resolve()


def handout(title: str, replays: Iterable[Replay]) -> list[Block]:
    """The handout of the examples that ask something; the questions are numbered through."""
    blocks: list[Block] = [Heading(1, Text((title,)))]
    answered: list[Block] = [PageBreak(), Heading(1, say(_("Answers")))]
    number = 0
    for replay in replays:
        exercises = exercises_of(replay)
        if not exercises:
            continue
        heading = Heading(2, Text((replay.record.file.title,)))
        blocks += [heading, *_given(replay)]
        answered.append(heading)
        for exercise in exercises:
            number += 1
            blocks += [*_setting(exercise), _asked(number, exercise)]
            answered += _answer(number, exercise)
    return [*blocks, *answered]


def _setting(exercise: Exercise) -> Iterator[Block]:
    """The position of a question, without a hand that is shown among its choices."""
    cards = {choice.card for choice in exercise.choices if choice.card}
    for block in exercise.setting:
        if not (isinstance(block, HandDiagram) and len(block.hands) == 1 and {*block.hands[0].cards} == cards):
            yield block


def _asked(number: int, exercise: Exercise) -> AskedOnPaper:
    cards = tuple(choice.card for choice in exercise.choices if choice.card)
    labels = () if cards else tuple(choice.label for choice in exercise.choices)
    return AskedOnPaper(number, exercise.question, labels, cards, 2 if exercise.amount or cards else 1)


def _answer(number: int, exercise: Exercise) -> Iterator[Block]:
    """The right answer, and why the others are wrong, in the words of the rules."""
    right, *replies = answers(exercise)
    yield Paragraph(Text((Emphasis(f"{number}. ", strong=True), *right)))
    yield from (Paragraph(reply) for reply in replies)
    yield from exercise.answer


def _given(replay: Replay) -> Iterator[Block]:
    """The introduction of a deal, the hands where all are known, and the auction up to the first bid that is asked about."""
    yield from (
        block for block in describe_start(replay) if not (isinstance(block, Paragraph) and block.kind == "aside")
    )
    moves = replay.deal.moves
    dealt = next((move.after for move in moves if move.before.phase is Phase.DEAL), replay.start)
    if any(dealt.hands):
        yield replace(hands_at(replay, dealt), caption=NO_TEXT)
    asked = [exercise.done for exercise in exercises_of(replay) if exercise.kind == "bid"]
    yield from _auction(replay, min(asked, default=len(moves)))


def _auction(replay: Replay, end: int) -> Iterator[Table]:
    """The bids among the first actions in rows under the players, from the first who speaks on; nothing where there are none."""
    bids = [move.action for move in replay.deal.moves[:end] if isinstance(move.action, Bid)]
    if not bids:
        return
    narrator, players, first = Narrator(replay), replay.start.players, bids[0].seat
    rows: list[list[Text]] = []
    for bid in bids:
        column = (bid.seat - first) % players
        if not rows or rows[-1][column]:
            rows.append([NO_TEXT] * players)
        rows[-1][column] = bid_name(replay.engine.ruleset, bid.bid)
    head = tuple(Text((narrator.who((first + i) % players),)) for i in range(players))
    yield Table(head, tuple(map(tuple, rows)))
