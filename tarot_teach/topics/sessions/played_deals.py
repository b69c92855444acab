"""Deals of a session that are told card by card, in the session's file or in one of their own: set at this table, and played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tarot_teach.cards import Card
from tarot_teach.errors import LoadError, Problem, RecordError, TarotError
from tarot_teach.records.record import Record, load_example
from tarot_teach.records.replay import Replay, replay
from tarot_teach.records.start import Reader
from tarot_teach.table import Event, Result
from tarot_teach.topics.sessions.format import SessionDeal

if TYPE_CHECKING:
    from tarot_teach.topics.sessions.scorekeeper import Keeper

_THE_SESSIONS = ("ruleset", "seats", "holdings")


@dataclass(frozen=True, slots=True)
class Found:
    """What came of a deal: its result (None after a fault), and what is told of it. ``seats`` are the letters of those who
    played, in the order of the result; ``replay`` is there where cards are told."""

    seats: tuple[str, ...]
    result: Result | None = None
    told: tuple[Event, ...] = ()
    replay: Replay | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """Those who play a deal, in order of play; ``seats[dealer]`` deals, or sits where the dealer would who sits out."""

    seats: tuple[str, ...]
    dealer: int
    deals: str
    held: tuple[int, ...] | None = None


def played(keeper: Keeper, i: int, deal: SessionDeal, table: Table) -> Found:
    """The deal played through. The cards that are gathered of it are left with the keeper."""
    before, keeper.pack = keeper.pack, None
    try:
        record = _record(keeper, i, deal)
        if not _has_cards(keeper, i, record, before):
            return Found(table.seats)
        seats = table.seats if deal.deal is not None else _seated(keeper, i, record, table)
        done = replay(_at_this_table(keeper, record, seats, table, before), keeper.engine)
    except TarotError as error:
        keeper.problems += error.problems
        return Found(table.seats)
    state = done.end
    rule = keeper.scorer.stacks_pack
    keeper.pack = rule.next_pack(state) if rule and not any(state.unseen) and record.file.start.step != "score" else ()
    if state.result is None:
        message = f"this deal comes to no result: {done.stopped}"
        keeper.fault("session.unfinished", message, ("deals", i), "tell it to its last card, or give its result")
        return Found(seats)
    return Found(seats, state.result, tuple(done.deal.events()), done)


def _record(keeper: Keeper, i: int, deal: SessionDeal) -> Record:
    """What is told of the deal. Raises RecordError or LoadError."""
    if deal.deal is not None:
        base, given = ("deals", i, "deal"), [name for name in _THE_SESSIONS if name in deal.deal.model_fields_set]
        message = "{!r} is the session's, and cannot be told of one deal"
        places = [(name, keeper.document.place((*base, name))) for name in given]
        if given:
            told = [Problem("session.field", message.format(name), at, "leave it out here") for name, at in places]
            raise RecordError(told)
        return Record(deal.deal, keeper.document, base)
    assert deal.record is not None
    name, place = deal.record, keeper.document.place(("deals", i, "record"))
    path = str(keeper.folder / name) if "/" in name or name.endswith((".yaml", ".yml")) else name
    try:
        record = load_example(path, keeper.library)
    except LoadError as error:
        raise LoadError([replace(problem, place=problem.place or place) for problem in error.problems]) from None
    if record.file.ruleset != keeper.file.ruleset:
        message = (
            f"{record.file.id} is played under {record.file.ruleset}, and this session under {keeper.file.ruleset}"
        )
        raise LoadError.of("session.ruleset", message, place, "take a record of the same ruleset")
    return record


def _has_cards(keeper: Keeper, i: int, record: Record, gathered: Sequence[Card] | None) -> bool:
    """Whether there are cards to deal; a deal that begins with the pack may be dealt from those gathered."""
    file = record.file
    if file.start.step != "deal" or file.pack is not None or file.start.seed is not None or gathered:
        return True
    if gathered is None:
        return False  # after a deal with a fault, of which no more can be said
    message, hint = "this deal begins with the pack, and brings none", "give `pack`, or a `seed` under `start`"
    if keeper.scorer.stacks_pack:
        message += "; the cards of the deal before are not told, so none can be gathered"
        hint = "give `pack`, or tell the deal before card by card"
    keeper.fault("session.pack", message, ("deals", i, "deal" if keeper.file.deals[i].deal else "record"), hint)
    return False


def _seated(keeper: Keeper, i: int, record: Record, table: Table) -> tuple[str, ...]:
    """The session's players at the seats of a record: those of its letters, or, where it has others, counted from the dealer.

    Raises RecordError where they cannot have sat so.
    """
    reader = Reader(record, keeper.engine)
    seats, count = reader.seats, len(reader.seats)
    dealer = reader.seat(record.file.start.dealer, ("start", "dealer"), count - 1)
    reader.check()
    place = keeper.document.place(("deals", i, "record"))
    if count != len(table.seats):
        message = f"{record.file.id} is a deal for {count}, and here {len(table.seats)} play"
        raise RecordError.of("session.players", message, place, "take a record of as many players")
    around = tuple(table.seats[(k - dealer + table.dealer) % count] for k in range(count))
    if not set(seats) <= set(keeper.letters) or seats == around:
        return around
    if set(seats) != set(table.seats):
        message = f"in {record.file.id} {', '.join(seats)} play, and here {', '.join(around)}"
        raise RecordError.of("session.players", message, place, "the dealer sits out: name those who play")
    if seats[dealer] != table.seats[table.dealer]:
        message = f"in {record.file.id} {seats[dealer]} deals, and here it is {table.deals}'s turn"
        raise RecordError.of("session.dealer", message, place, "correct the order, or take another record")
    message = f"in {record.file.id} the order of play is {', '.join(seats)}, and here {', '.join(around)}"
    raise RecordError.of("session.order", message, place, "name the players in the order in which they sit")


def _at_this_table(
    keeper: Keeper, record: Record, seats: tuple[str, ...], table: Table, gathered: Sequence[Card] | None
) -> Record:
    """The record with the session's players, dealer and chips, dealt from the gathered cards where it has none."""
    file = record.file
    update: dict[str, object] = {}
    letters = seats
    if not file.ruleset:
        given = file.start.dealer
        if given is not None and given != table.deals and given in keeper.letters:
            place = record.place(("start", "dealer"))
            message = f"it is {table.deals}'s turn to deal, not {given}'s"
            raise RecordError.of("session.dealer", message, place, "leave `dealer` out, or correct the order")
        dealer = given if given is not None and given != table.deals else table.seats[table.dealer]
        update["ruleset"] = keeper.file.ruleset
        update["seats"] = {letter: keeper.file.players[letter] for letter in seats}
        update["start"] = file.start.model_copy(update={"dealer": dealer})
    else:
        letters = Reader(record, keeper.engine).seats
    if table.held is not None:
        chips = dict(zip(table.seats, table.held, strict=True))
        update["holdings"] = {letter: chips[player] for letter, player in zip(letters, seats, strict=True)}
    if file.start.step == "deal" and file.pack is None and file.start.seed is None and gathered:
        update["pack"] = [card.code for card in gathered]
    return replace(record, file=file.model_copy(update=update))
