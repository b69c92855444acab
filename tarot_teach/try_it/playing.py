"""Answers about a deal that the reader plays against the machine's players."""

from __future__ import annotations

from typing import Any

from tarot_teach.advice.format import advice_for
from tarot_teach.blocks import Heading
from tarot_teach.errors import NotationError
from tarot_teach.explain.lesson import annotate
from tarot_teach.language import _
from tarot_teach.topics.simulate.players import seat_players
from tarot_teach.try_it.desk import Desk
from tarot_teach.try_it.played_deal import PlayedDeal

PLAYER = "simple"


def play(
    desk: Desk, game: str, seed: int, seat: str = "", trick: int = 0, begin: str = "", goal: str = ""
) -> dict[str, Any]:
    """A new deal; see :class:`.PlayedDeal`. ``begin`` are decisions, with points between."""
    engine = desk.engine(game)
    players = seat_players((PLAYER,), engine, advice_for(desk.library, engine.ruleset), len(engine.seats()))
    decisions = [text for text in begin.split(".") if text.strip()]
    desk.played = PlayedDeal(engine, players, seed, seat, trick, decisions, goal)
    return _table(desk, game)


def do(desk: Desk, game: str, text: str) -> dict[str, Any]:
    """The deal after a decision; ``refused`` are the reasons of the rules against it."""
    refused = _played(desk).do(text)
    return {"refused": desk.html(game, refused)} if refused else _table(desk, game)


def undo(desk: Desk, game: str) -> dict[str, Any]:
    """The deal before the last decision."""
    _played(desk).undo()
    return _table(desk, game)


def hint(desk: Desk, game: str) -> dict[str, Any]:
    """The decision of the machine's player, with its reason."""
    return {"html": desk.html(game, _played(desk).game.hint())}


def lesson(desk: Desk, game: str) -> dict[str, Any]:
    """The deal so far as a lesson to step through, without a title."""
    blocks = annotate(_played(desk).game.replay)
    return {"html": desk.html(game, [block for block in blocks if not isinstance(block, Heading)])}


def _table(desk: Desk, game: str) -> dict[str, Any]:
    """The events since the last answer, and the reader's view of the deal."""
    played = _played(desk)
    return {"news": desk.html(game, played.news()), **played.as_data()}


def _played(desk: Desk) -> PlayedDeal:
    """The deal that is being played. Raises NotationError without one."""
    if desk.played is None:
        raise NotationError.of("try.deal", _("no deal is being played"), None, _("begin one"))
    played: PlayedDeal = desk.played
    return played
