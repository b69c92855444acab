"""Mistakes in a session's file that would bring one error for each entry: each is told once, with what to write."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import ascii_uppercase
from typing import Any

from tarot_teach.errors import Problem, RecordError
from tarot_teach.loading import Document
from tarot_teach.records.results import ResultFile

NAMES = ["Agnès", "Bertrand", "Claire", "Denis"]
"""The players of a hint where a file names none."""


def check_shape(document: Document) -> None:
    """Raises RecordError where players have no letters, or results do not stand under ``result``."""
    if isinstance(document.data, dict):
        data = document.data
        problems = list(_players(document, data["players"])) if "players" in data else []
        problems += _deals(document, data["deals"]) if "deals" in data else []
        if problems:
            raise RecordError(problems)


def _players(document: Document, players: Any) -> Iterator[Problem]:
    place = document.place(("players",))
    if isinstance(players, dict):
        wrong = [key for key in players if not re.fullmatch("[A-Z]", str(key))]
        if players and not wrong:
            return
        place = document.place(("players", wrong[0]), key=True) if wrong else place
        names = [_text(value) or str(key) for key, value in players.items()]
    else:
        given = players if isinstance(players, list) else re.split(r"[\s,]+", _text(players))
        names = [_text(name) for name in given]
    names = [name for name in names if name] or NAMES
    pairs = ", ".join(f"{letter}: {name}" for letter, name in zip(ascii_uppercase, names, strict=False))
    message = "each player has a letter, by which results name him, in order of play"
    yield Problem("session.letters", message, place, f"write players: {{{pairs}}}")


def _deals(document: Document, deals: Any) -> Iterator[Problem]:
    if not deals or not isinstance(deals, list):
        message = "deals are a list: one entry for each, in the order in which they were played"
        yield Problem("session.deal", message, document.place(("deals",)), f"write {_example({})}")
        return
    for i, deal in enumerate(deals):
        told = [key for key in deal if key in ResultFile.model_fields] if isinstance(deal, dict) else []
        if told or not isinstance(deal, dict):
            place = document.place(("deals", i, told[0]), key=True) if told else document.place(("deals", i))
            message = "what came of a deal stands under `result`"
            yield Problem("session.deal", message, place, f"write {_example(deal if told else {})}; so in every deal")
            return


def _example(deal: dict[str, Any]) -> str:
    """A deal as it is written, with the values of one that is not written so."""
    values = {"taker": "A", "contract": "garde", "points": "47", "honours": "2"}
    values |= {key: _text(value) for key, value in deal.items() if key in values and _text(value)}
    values["taker"] = values["taker"] if re.fullmatch("[A-Z]", values["taker"]) else "A"
    return "- result: {" + ", ".join(f"{key}: {value}" for key, value in values.items()) + "}"


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
