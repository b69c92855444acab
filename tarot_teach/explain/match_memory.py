"""Payments in the course of a deal, and what rules keep from deal to deal, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tarot_teach.blocks import Block, Bullets, Paragraph
from tarot_teach.engine import Engine
from tarot_teach.messages import _
from tarot_teach.table import Fact, Memory, Result
from tarot_teach.text import Text, joined, say


def describe_payments(engine: Engine, result: Result, names: Sequence[str]) -> Iterator[Block]:
    """The payments of a deal that is void, and so has no score sheet to tell them. ``names`` are those of the seats."""
    if result.apart and not result.sheets:
        yield Bullets(tuple(engine.because(paid.finding, names.__getitem__) for paid in result.apart))
        scores = [f"{name} {engine.ruleset.unit.show(score)}" for name, score in zip(names, result.scores, strict=True)]
        yield Paragraph(say(_("Altogether: {scores}."), scores=scores))


def describe_memory(engine: Engine, memory: Mapping[str, Fact], names: Sequence[str]) -> Iterator[Block]:
    """The memory of a match after a deal; nothing where no rule has anything to tell. ``names`` are those of the seats."""
    sentences: list[Text] = []
    for rule in engine.index.remembers:
        kept = memory.get(rule.rule)
        if isinstance(kept, Memory):
            sentences += rule.tells(kept, names.__getitem__)
    if sentences:
        yield Paragraph(joined([say(_("For the next deal:")), *sentences]))
