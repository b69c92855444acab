"""A record under other rulesets than its own: the checks that its hand can be played by them."""

from __future__ import annotations

from tarot_teach.engine import Engine
from tarot_teach.errors import KeyPath, RecordError
from tarot_teach.language import _
from tarot_teach.records.record import Record


def check_fit(record: Record, players: int, own: Engine, engine: Engine, path: KeyPath = ("ruleset",)) -> None:
    """Check that the hand of a record, played by ``players`` under ``own``, can be played under ``engine``.

    Raises RecordError with the reason, at ``path`` in the record.
    """
    name, file, message, hint = (
        engine.ruleset.name,
        record.file,
        "",
        _("compare rulesets for the same cards and players"),
    )
    mine, theirs = own.index.deals, engine.index.deals
    if engine.ruleset.deck.id != own.ruleset.deck.id:
        message = _("{id} is played with the {title}, and {name} with the {title_2}").format(
            id=file.id, title=own.ruleset.deck.title, name=name, title_2=engine.ruleset.deck.title
        )
    elif players not in engine.ruleset.players:
        number = " or ".join(str(n) for n in engine.ruleset.players)
        message = _("{id} is a deal for {players}, and {name} is for {number} players").format(
            id=file.id, players=players, name=name, number=number
        )
    elif own.scorer.has_sides != engine.scorer.has_sides and file.start.step == "score":
        message = _("{id} tells only a result, and {name} counts in another way: not both know a taker").format(
            id=file.id, name=name
        )
    elif mine.hand_size(players) != theirs.hand_size(players):
        hands = _("{hand_size} cards are dealt to each, and in {name} {hand_size_2}").format(
            hand_size=mine.hand_size(players), name=name, hand_size_2=theirs.hand_size(players)
        )
        message = _("the hands of {id} cannot be dealt: {hands}").format(id=file.id, hands=hands)
    elif mine.talon_size() != theirs.talon_size():
        message = _("the hands of {id} leave {talon_size} cards over, and in {name} {talon_size_2}").format(
            id=file.id, talon_size=mine.talon_size(), name=name, talon_size_2=theirs.talon_size()
        )
    if message:
        raise RecordError.of("record.other-game", message, record.place(path), hint)
