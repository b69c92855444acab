"""The file of a session: many deals at one table, each told by its result or card by card."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from tarot_teach.mechanisms.base import Whole, digits
from tarot_teach.records.format import ExampleFile
from tarot_teach.records.results import ResultFile

Letter = Annotated[str, Field(pattern=r"^[A-Z]$", description="A player's letter.")]
Name = Annotated[str, Field(pattern=r"\S", description="A player's name.")]
Format = Annotated[Literal[1], BeforeValidator(digits)]


class _File(BaseModel):
    model_config: ClassVar[ConfigDict] = ConfigDict(frozen=True, extra="forbid")


class PlayedDeal(ExampleFile):
    """A deal told card by card, as in a worked example; ruleset and players are the session's."""

    format: Format = 1
    id: str = "deal"
    ruleset: str = ""
    title: str = ""


class SessionDeal(_File):
    """One deal of a session: a result, a void deal, or a deal told card by card."""

    dealer: Letter | None = Field(None, description="Who deals; checked against whose turn it is.")
    result: ResultFile | None = Field(None, description="What came of it, as a score keeper notes it.")
    void: str | None = Field(None, description="The rule by which the deal was void, by id or title: `bid.all_pass`.")
    deal: PlayedDeal | None = Field(None, description="The deal itself, with the fields of a worked example.")
    record: str | None = Field(None, description="A worked example or record: its id, or the path of its file.")
    scores: dict[Letter, Whole] | None = Field(
        None, description="Game points as noted at the table; checked against what follows from the rules."
    )
    note: str = Field("", description="A comment for the reader.")


class SessionFile(_File):
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
    deals: list[SessionDeal] = Field(description="The deals in order.", min_length=1)
