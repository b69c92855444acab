"""The score of an evening as a table with a line for each deal, which :mod:`tarot_teach.topics.other_programs.evenings` reads again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from tarot_teach.errors import RecordError
from tarot_teach.messages import N_, _
from tarot_teach.records.result_fields import seats_of
from tarot_teach.records.typed_results import written_result
from tarot_teach.rules import Prose, prose_scope
from tarot_teach.topics.other_programs.evenings import COLUMNS, LISTS, PILES, RULE, WORDS
from tarot_teach.topics.other_programs.tarotclub import RULESETS
from tarot_teach.topics.other_programs.written import unwritable
from tarot_teach.topics.sessions.scorekeeper import ScoredDeal, Session

_KEPT = ("players", "alone", "memory", "holdings")
"""Entries of a played deal's result that follow from the deals before it and from the entries of the table."""
JOINED = "+:"
"""The signs between players and their values in a cell."""
_READ_WITH = N_("Read it again with --ruleset {name}, and with --names for the names of the players.")
_HEAD = N_("The title, what is said about the evening, and the cards drawn for the first deal have no place in it.")
_CARDS = N_("Deals that are told card by card stand in it by their results alone.")
_LETTERS = N_("A player has a name that a column has, or none of its own: the columns are called by letters.")


class EveningTable(NamedTuple):
    """The columns and rows of a table, and sentences about what has no place in it."""

    columns: tuple[str, ...]
    rows: tuple[Mapping[str, Any], ...]
    notes: tuple[str, ...]


def evening_table(session: Session) -> EveningTable:
    """The table of a session, or of its single deal to show. Raises RecordError for results that it cannot hold."""
    players, ruleset = session.file.players, session.file.ruleset
    names = {letter: name.strip() for letter, name in players.items()}
    clear = all(
        name.casefold() not in COLUMNS and not RULE.fullmatch(name.casefold()) and not {*name} & {*JOINED}
        for name in names.values()
    )
    if not clear:
        names = {letter: letter for letter in players}
    rows = [_row(deal, session, names) for deal in session.shown]
    facts = dict.fromkeys(key for row in rows for key in row if RULE.fullmatch(key))
    columns = (*(name for name in COLUMNS if name not in ("date", "note")), *facts, *names.values(), "note")
    notes = [_(_HEAD)] if session.file.about or session.file.draw else []
    notes += [_(_CARDS)] if any(deal.replay for deal in session.shown) else []
    notes += [] if clear else [_(_LETTERS)]
    if ruleset != RULESETS.get(len(players)):
        notes.append(_(_READ_WITH).format(name=ruleset))
    return EveningTable(columns, tuple({key: row.get(key, "") for key in columns} for row in rows), tuple(notes))


def _row(deal: ScoredDeal, session: Session, names: Mapping[str, str]) -> dict[str, Any]:
    """The cells of a deal. Raises RecordError for a result that has no place in them."""
    void = deal.result.void if deal.result is not None and deal.result.void else ""
    result = {} if void else _result(deal, session)
    row: dict[str, Any] = {"deal": deal.number, "dealer": names[deal.dealer], "void": void}
    for key, value in result.items():
        if key in ("taker", "partner"):
            row[key] = names[value]
        elif key == "facts":
            row |= {rule: fact if isinstance(fact, str) else _of_players(fact, names) for rule, fact in value.items()}
        elif key == PILES:
            row[key] = _of_players({letter: " ".join(codes) for letter, codes in value.items()}, names)
        elif key == "points" and isinstance(value, dict):
            row[key] = _of_players(value, names)
        elif key == "apart":
            row[key] = "+".join(f"{names[each['seat']]}:{each['level']}" for each in value)
        elif key in LISTS:
            row[key] = value if isinstance(value, str) else "+".join(value)
        elif key in WORDS and isinstance(value, str | int):
            row[key] = value
        else:
            what = _("payments in the course of the deal") if key == "paid" else key
            raise _unwritable(_("deal {number} has {entry}").format(number=deal.number, entry=what))
    if void and deal.file.paid:
        what = _("payments in the course of the deal")
        raise _unwritable(_("deal {number} has {entry}").format(number=deal.number, entry=what))
    row |= {
        names[letter]: int(score) if score.denominator == 1 else str(score) for letter, score in deal.scores.items()
    }
    note = Prose.compile(deal.file.note.strip()).fill(prose_scope(session.engine.ruleset))
    return {**row, "note": str(note)}


def _of_players(values: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """A value of each of some players: ``Agnes:41+Denis:12``. Raises RecordError for a value with the sign between them."""
    for value in values.values():
        if JOINED[0] in str(value):
            raise _unwritable(_("{value!r} has the sign that stands between players").format(value=value))
    return "+".join(f"{names[letter]}:{value}" for letter, value in values.items())


def _result(deal: ScoredDeal, session: Session) -> dict[str, Any]:
    """The entries of a deal's result, as a session has them."""
    if deal.replay is None:
        return {} if deal.file.result is None else deal.file.result.model_dump(mode="json", exclude_unset=True)
    scorer, end = session.engine.scorer, deal.replay.end
    written = written_result(scorer, end)
    letters = dict(zip(seats_of(scorer, end.players), deal.seats, strict=True))
    return {key: _seated(key, value, letters) for key, value in written.items() if key not in _KEPT}


def _seated(key: str, value: Any, letters: Mapping[str, str]) -> Any:
    """An entry of a result with the letters of the session in place of those of the deal."""
    if key in ("taker", "partner"):
        return letters[value]
    if key == "apart":
        return [{**each, "seat": letters[each["seat"]]} for each in value]
    if key in ("facts", "paid"):
        return {rule: _seated("", each, letters) for rule, each in value.items()}
    return {letters[letter]: each for letter, each in value.items()} if isinstance(value, dict) else value


def _unwritable(reason: str) -> RecordError:
    hint = _("a line of it has {entries}").format(entries=", ".join((*WORDS, *LISTS, "apart")))
    return unwritable(_("a table"), reason, hint)
