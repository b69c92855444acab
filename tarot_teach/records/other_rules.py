"""A record under other rulesets than its own: the checks that its hand can be played by them."""

from __future__ import annotations

from tarot_teach.engine import Engine
from tarot_teach.errors import KeyPath, RecordError
from tarot_teach.records.record import Record


def check_fit(record: Record, players: int, own: Engine, engine: Engine, path: KeyPath = ("ruleset",)) -> None:
    """Check that the hand of a record, played by ``players`` under ``own``, can be played under ``engine``.

    Raises RecordError with the reason, at ``path`` in the record.
    """
    name, file, message, hint = engine.ruleset.name, record.file, "", "compare rulesets for the same cards and players"
    mine, theirs = own.index.deals, engine.index.deals
    if engine.ruleset.deck.id != own.ruleset.deck.id:
        message = (
            f"{file.id} is played with the {own.ruleset.deck.title}, and {name} with the {engine.ruleset.deck.title}"
        )
    elif players not in engine.ruleset.players:
        number = " or ".join(str(n) for n in engine.ruleset.players)
        message = f"{file.id} is a deal for {players}, and {name} is for {number} players"
    elif own.scorer.has_sides != engine.scorer.has_sides and file.start.step == "score":
        message = f"{file.id} tells only a result, and {name} counts in another way: not both know a taker"
    elif mine.hand_size(players) != theirs.hand_size(players):
        hands = f"{mine.hand_size(players)} cards are dealt to each, and in {name} {theirs.hand_size(players)}"
        message = f"the hands of {file.id} cannot be dealt: {hands}"
    elif mine.talon_size() != theirs.talon_size():
        message = f"the hands of {file.id} leave {mine.talon_size()} cards over, and in {name} {theirs.talon_size()}"
    if message:
        raise RecordError.of("record.other-game", message, record.place(path), hint)
