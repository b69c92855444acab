"""Answers about a deal that the reader plays against the machine's players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tarot_teach.advice.format import advice_for
from tarot_teach.errors import NotationError
from tarot_teach.messages import _
from tarot_teach.records.record import write_record
from tarot_teach.records.runner import replay_example
from tarot_teach.table import Play
from tarot_teach.topics.play.game import begin_after, seats_of
from tarot_teach.topics.simulate.seating import seat_players
from tarot_teach.try_it.deal_digest import deal_digest
from tarot_teach.try_it.desk import Desk, fault_data
from tarot_teach.try_it.played_deal import DealInPage
from tarot_teach.try_it.prices import contract_pays

PLAYER = "simple"
"""The player of the other seats, where none is named."""


def play(
    desk: Desk,
    game: str,
    seed: int,
    seat: str = "",
    trick: int = 0,
    begin: Sequence[str] = (),
    goal: str = "",
    done: Sequence[str] = (),
    tries: int = 0,
    example: str = "",
    at: int = 0,
    players: str = PLAYER,
    digest: str = "",
) -> dict[str, Any]:
    """A deal from its beginning (see :class:`.DealInPage`), or a worked example from its first ``at`` actions on; and on by the decisions ``done``,
    after which ``tries`` had been refused. ``players`` names the player of the other seats, with its level.

    ``compared`` is true if the deal has the ``digest`` that was given, false if it has another, and None where none was given, or where not all
    is done. ``lost`` is the fault of the first decision that this version does not take; the deal stands before that decision.
    """
    engine, record, seats = desk.engine(game), None, desk.engine(game).seats()
    if example:
        replayed = replay_example(example, desk.library)
        seats, record, engine = seats_of(replayed.record, engine), begin_after(replayed, at), replayed.engine
    seated = seat_players((players,), engine, advice_for(desk.library, engine.ruleset), len(seats))
    desk.played = DealInPage(engine, seated, seed, seat, trick, begin, goal, record)
    lost = desk.played.go_on(done)
    desk.played.refused = tries
    shown = _table(desk, game)
    compared = shown["digest"] == digest if digest and not lost else None
    return {**shown, "compared": compared, "lost": [*map(fault_data, lost)]}


def do(desk: Desk, game: str, text: str) -> dict[str, Any]:
    """The deal after a decision; ``refused`` are the reasons of the rules against it."""
    refused = played_deal(desk).do(text)
    return {"refused": desk.html(game, refused)} if refused else _table(desk, game)


def undo(desk: Desk, game: str) -> dict[str, Any]:
    """The deal before the last decision."""
    played_deal(desk).undo()
    return _table(desk, game, whole=True)


def hint(desk: Desk, game: str) -> dict[str, Any]:
    """The decision of the machine's player, with its reason; ``card`` is the code of one that it would play."""
    played = played_deal(desk).game
    advised = played.advised()
    card = advised.action.card.code if isinstance(advised.action, Play) else ""
    return {"html": desk.html(game, played.hint(advised)), "card": card}


def why(desk: Desk, game: str, text: str) -> dict[str, Any]:
    """The reasons for or against a card or another action, which is not done."""
    return {"html": desk.html(game, played_deal(desk).game.why(text))}


def record(desk: Desk, game: str) -> dict[str, Any]:
    """The deal so far as the file of an example, which can be checked, replayed and played on, and a name for it."""
    played = played_deal(desk).game
    return {"text": write_record(played.record), "name": f"{game.replace('+', '-')}-{played.seed}.yaml"}


def prices(desk: Desk, game: str) -> dict[str, Any]:
    """Payments of the contracts, in words, by their names, without contracts that are not won by card points."""
    engine = desk.engine(game)
    paid = {contract: contract_pays(engine, contract) for contract in engine.index.contracts}
    return {"prices": {contract: words for contract, words in paid.items() if words}}


def _table(desk: Desk, game: str, *, whole: bool = False) -> dict[str, Any]:
    """The events since the last answer, the deal as a lesson, from trick ``since`` on, or the ``whole`` of it, and the reader's view."""
    played = played_deal(desk)
    since, blocks = played.lesson(whole=whole)
    shown = {"news": desk.html(game, played.news()), "lesson": desk.html(game, blocks), "since": since}
    kept: dict[str, Any] = {"digest": deal_digest(played.game.engine, played.game.deal), "compared": None, "lost": []}
    return {**shown, **played.as_data(), **kept}


def played_deal(desk: Desk) -> DealInPage:
    """The deal that is being played. Raises NotationError without one."""
    if desk.played is None:
        raise NotationError.of("try.deal", _("no deal is being played"), None, _("begin one"))
    played: DealInPage = desk.played
    return played
