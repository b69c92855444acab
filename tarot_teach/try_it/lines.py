"""Answers about deals and positions on one line: one that the reader pastes, and that of the deal which is played."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from tarot_teach.blocks import Heading
from tarot_teach.errors import NotationError, RecordError, UnfitError
from tarot_teach.messages import _
from tarot_teach.questions.legal import LegalQuestion
from tarot_teach.records.lines.as_records import read_line
from tarot_teach.records.lines.deals import deal_line
from tarot_teach.records.lines.text import is_line
from tarot_teach.records.lines.written import position_line
from tarot_teach.records.runner import replay_by
from tarot_teach.table import Phase
from tarot_teach.topics.compare.deals_page import lesson
from tarot_teach.topics.play.game import begin_after
from tarot_teach.try_it.desk import Desk
from tarot_teach.try_it.playing import played_deal


def line(desk: Desk, game: str, text: str) -> dict[str, Any]:
    """A deal or a position as a lesson, in the ruleset that the line names, ``other`` than the game of the page or the same, and ``legal``, what
    may be played where it ends.

    ``turns`` are the seats that are to move before each move and after the last, empty where nobody is; ``playable`` is true if the deal can be
    played on from there. Raises NotationError for what is no line, and as ``read_line`` does.
    """
    if not is_line(text):
        message, hint = _("this is not the line of a deal or a position"), _("it begins with d1 or p1 and a blank")
        raise NotationError.of("line.kind", message, None, hint)
    read = read_line(text, desk.library)
    done = replay_by(read.record, desk.library, Path())
    ruleset, legal, playable = done.engine.ruleset, "", False
    with suppress(UnfitError):
        legal = desk.html(ruleset.name, LegalQuestion(game=ruleset, line=read).answer(desk.library).blocks())
    with suppress(RecordError):
        playable = begin_after(done, 0) is not None
    states = [done.start, *(move.after for move in done.deal.moves)]
    return {
        "game": ruleset.name,
        "title": ruleset.title,
        "other": ruleset.name != game,
        "html": desk.html(ruleset.name, [block for block in lesson(done) if not isinstance(block, Heading)]),
        "legal": legal,
        "turns": ["" if state.turn is None else state.seats[state.turn] for state in states],
        "playable": playable,
    }


def line_of_deal(desk: Desk, **_game: str) -> dict[str, Any]:
    """The deal that is played as a line: the whole of it when it is over, and before that the position as the reader's seat knows it.

    Raises RecordError for what no line can hold.
    """
    played = played_deal(desk).game
    if played.over:
        return {"line": deal_line(played.deal, desk.library)}
    if played.state.phase is not Phase.PLAY:
        message = _("a line cannot hold this position: no card is to be played yet")
        hint = _("play on to the first trick, or keep the deal as a file")
        raise RecordError.of("line.untold", message, None, hint)
    return {"line": position_line(played.deal, desk.library, played.seat)}
