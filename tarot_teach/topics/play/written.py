"""A deal and each position of its play on one line, for a lesson from which a reader copies them."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace

from tarot_teach.blocks import Block, Stepper
from tarot_teach.errors import RecordError
from tarot_teach.loading import Library
from tarot_teach.messages import N_, _
from tarot_teach.records.lines.deals import deal_line
from tarot_teach.records.lines.written import position_line
from tarot_teach.records.replay import Replay
from tarot_teach.table import Play

WORDS = {
    "deal": N_("The deal is copied as a line."),
    "position": N_("The position is copied as a line."),
    "none": N_("No line holds this deal, which begins late, before its first trick."),
    "byHand": N_("Copy this by hand."),
    "label": N_("A deal or a position on one line"),
}
"""The sentences about a line that is copied."""


def with_written(blocks: list[Block], done: Replay, library: Library) -> list[Block]:
    """The blocks of a lesson, with the lines of its deal and positions, if it has any."""
    data = written_data(done, library)
    return [replace(block, written=data) if isinstance(block, Stepper) and data else block for block in blocks]


def written_data(done: Replay, library: Library) -> str:
    """The line of a deal, and those of the positions before each card by the number of moves before it, as JSON; nothing where no line holds
    any of them."""
    deal, positions = "", dict[str, str]()
    with suppress(RecordError):
        deal = deal_line(done.deal, library)
    for i, move in enumerate(done.deal.moves):
        if isinstance(move.action, Play):
            with suppress(RecordError):
                positions[str(i)] = position_line(replace(done.deal, moves=done.deal.moves[:i]), library)
    if not deal and not positions:
        return ""
    words = {key: _(word) for key, word in WORDS.items()}
    return json.dumps({"deal": deal, "at": positions, "words": words}, ensure_ascii=False)
