"""The file of a session: many deals at one table, each given by its result or card by card.

:func:`check_shape` finds common mistakes that would bring one error for each entry, and reports each of them once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import ascii_uppercase
from typing import Annotated, Any

from pydantic import Field

from tarot_teach.errors import Problem, RecordError
from tarot_teach.loading.document import Document
from tarot_teach.loading.formats import File, Format
from tarot_teach.mechanisms.base import Whole
from tarot_teach.messages import _
from tarot_teach.records.format import ExampleFile
from tarot_teach.records.results import ResultFile

Letter = Annotated[str, Field(pattern=r"^[A-Z]$", description="A player's letter.")]
Name = Annotated[str, Field(pattern=r"\S", description="A player's name.")]


class PlayedDeal(ExampleFile):
    """A deal told card by card, as in a worked example; ruleset and players are the session's."""

    format: Format = 1
    id: str = "deal"
    ruleset: str = ""
    title: str = ""


class SessionDeal(File):
    """One deal of a session: a result, a void deal, or a deal told card by card."""

    dealer: Letter | None = Field(None, description="Who deals; checked against whose turn it is.")
    result: ResultFile | None = Field(None, description="What came of it, as a score keeper notes it.")
    void: str | None = Field(None, description="The rule by which the deal was void, by id or title: `bid.all_pass`.")
    paid: dict[str, dict[Letter, Whole]] = Field(
        default_factory=dict,
        description="Payments in the course of a void deal, by rule: what each player got by it (negative: paid).",
    )
    deal: PlayedDeal | None = Field(None, description="The deal itself, with the fields of a worked example.")
    record: str | None = Field(None, description="A worked example or record: its id, or the path of its file.")
    scores: dict[Letter, Whole] | None = Field(
        None, description="Game points as noted at the table; checked against what follows from the rules."
    )
    note: str = Field("", description="A comment for the reader.")


class SessionFile(File):
    """A session."""

    format: Format = Field(description="The version of this format.")
    id: str = Field(pattern=r"^[a-z0-9][a-z0-9-]*$", description="A short name.")
    title: str
    ruleset: str = Field(description="The ruleset it is played by; options may follow with `+`.")
    about: str = Field("", description="What is worth knowing about it; paragraphs.")
    players: dict[Letter, Name] = Field(description="The players by letter, in order of play.", min_length=2)
    first_dealer: Letter | None = Field(None, description="Who deals first, where it is not drawn for.")
    draw: list[dict[Letter, str]] = Field(
        default_factory=list, description="Cards drawn for the first deal; a further round where some draw again."
    )
    holdings: dict[Letter, Whole] | None = Field(
        None, description="Chips that each player begins with, where it is not what the ruleset says."
    )
    memory: dict[str, str] = Field(
        default_factory=dict,
        description="What rules keep from deals before the first of the session, by rule: `match.pool: 15`.",
    )
    deals: list[SessionDeal] = Field(description="The deals in order.", min_length=1)


_OF_RESULTS = ResultFile.model_fields.keys() - SessionDeal.model_fields.keys()

NAMES = ["Agnès", "Bertrand", "Claire", "Denis"]
"""Names in a hint for a file that has none."""


def check_shape(document: Document) -> None:
    """Raise RecordError where players have no letters, or results are not under ``result``."""
    if isinstance(document.data, dict):
        data = document.data
        problems = list(_player_problems(document, data["players"])) if "players" in data else []
        problems += _deal_problems(document, data["deals"]) if "deals" in data else []
        if problems:
            raise RecordError(problems)


def _player_problems(document: Document, players: Any) -> Iterator[Problem]:
    place = document.place(("players",))
    if isinstance(players, dict):
        wrong = [key for key in players if not re.fullmatch("[A-Z]", str(key))]
        if players and not wrong:
            return
        place = document.place(("players", wrong[0]), key=True) if wrong else place
        names = [_text(value) or str(key) for key, value in players.items()]
    else:
        names = [
            _text(name) for name in (players if isinstance(players, list) else re.split(r"[\s,]+", _text(players)))
        ]
    names = [name for name in names if name] or NAMES
    pairs = ", ".join(f"{letter}: {name}" for letter, name in zip(ascii_uppercase, names, strict=False))
    message = _("each player has a letter, by which results name the player, in order of play")
    yield Problem("session.letters", message, place, _("write {example}").format(example=f"players: {{{pairs}}}"))


def _deal_problems(document: Document, deals: Any) -> Iterator[Problem]:
    if not deals or not isinstance(deals, list):
        message = _("deals are a list: one entry for each, in the order in which they were played")
        hint = _("write {example}").format(example=_example({}))
        yield Problem("session.deal", message, document.place(("deals",)), hint)
        return
    for i, deal in enumerate(deals):
        entries = [key for key in deal if key in _OF_RESULTS] if isinstance(deal, dict) else []
        if entries or not isinstance(deal, dict):
            place = document.place(("deals", i, *entries[:1]), key=bool(entries))
            hint = _("write {example}; so in every deal").format(example=_example(deal if entries else {}))
            yield Problem("session.deal", _("what came of a deal stands under `result`"), place, hint)
            return


def _example(deal: dict[str, Any]) -> str:
    """A deal in the right form, with the values of a deal in another form."""
    values = {"taker": "A", "contract": "garde", "points": "47", "honours": "2"}
    values |= {key: _text(value) for key, value in deal.items() if key in values and _text(value)}
    values["taker"] = values["taker"] if re.fullmatch("[A-Z]", values["taker"]) else "A"
    return "- result: {" + ", ".join(f"{key}: {value}" for key, value in values.items()) + "}"


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
