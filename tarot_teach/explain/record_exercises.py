"""The questions of a record, as exercises."""

from __future__ import annotations

from dataclasses import replace

from tarot_teach.blocks import Block, Exercise, Paragraph
from tarot_teach.errors import KeyPath
from tarot_teach.explain.exercises import ExerciseBuilder
from tarot_teach.explain.tricks import Narrator
from tarot_teach.records.questions import Asked
from tarot_teach.records.replay import Replay
from tarot_teach.table import Bid, Discard, Play
from tarot_teach.text import joined


def exercises_of(replay: Replay) -> tuple[Exercise, ...]:
    """What a record asks, in the order in which it arises."""
    teller = Narrator(replay)
    return tuple(_exercise(teller, asked) for asked in replay.asked)


def _exercise(teller: Narrator, asked: Asked) -> Exercise:
    path: KeyPath = ("asks", asked.number - 1)
    question = joined(teller.words(asked.ask.question or "", (*path, "question")))
    why: tuple[Block, ...] = tuple(
        Paragraph(text, "note") for text in teller.words(asked.ask.because, (*path, "because"))
    )
    asker = ExerciseBuilder(teller.engine, teller.who, f"{teller.file.id}-ask-{asked.number}", question, why)
    return replace(_made(asker, asked), done=asked.done)


def _made(asker: ExerciseBuilder, asked: Asked) -> Exercise:
    match asked.answer:
        case Play(_seat, card) if asked.ask.ask == "winner":
            return asker.winner(asked.state, card)
        case Play(_seat, card):
            return asker.card(asked.state, card)
        case Bid(_seat, bid):
            return asker.bid(asked.state, bid)
        case Discard(_seat, cards):
            return asker.discard(asked.state, cards)
    if asked.ask.ask == "legal":
        return asker.legal(asked.state)
    assert asked.seat is not None
    return asker.score(asked.state, asked.seat)
