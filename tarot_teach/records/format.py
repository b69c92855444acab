"""The file of a worked example or hand record, as it is written."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from tarot_teach.loading.formats import File, Format, Number
from tarot_teach.mechanisms.base import Count, Flag, Whole, digits
from tarot_teach.records.results import ResultFile

UNKNOWN = "unknown"

Seat = Annotated[str, Field(pattern=r"^[A-Z]$", description="A seat letter: S, E, N, W, or A, B, C …")]
Cards = Annotated[
    list[str], Field(description="Card codes, such as H10, DD, T21, EX; `?` is a card that is not known.")
]


class PrintedAt(File):
    """The book in which a deal was printed, and the place in it."""

    source: str = Field(description="A key of the bibliography.")
    at: str = Field("", description="The place in it.")


class Start(File):
    """The beginning of the record."""

    step: Literal["deal", "bid", "talon", "discard", "play", "score"] = Field(
        description="The first step told: `deal` begins with a pack, `bid` and `talon` with hands as dealt, `discard` with "
        "the talon in the taker's hand, `play` with hands at the first lead or later, `score` with a result."
    )
    dealer: Seat | None = Field(None, description="Who dealt; by default the last seat in order of play.")
    taker: Seat | None = Field(None, description="Who has won the auction, where it is not told.")
    contract: str | None = Field(None, description="The contract, where the auction is not told.")
    partner: Seat | Literal["alone"] | None = Field(
        None,
        description="Who plays with the taker, where the called card was played before the record begins; `alone`: nobody.",
    )
    seed: Number | None = Field(None, description="Shuffles the pack.", ge=0)
    trumps: str | None = Field(None, description="The suit that has become trumps, where the record does not tell how.")
    leader: Seat | None = Field(
        None, description="Who leads to the first trick told, where it is not the deal's first."
    )


class Shown(File):
    """An announcement."""

    seat: Seat = Field(description="Who makes it.")
    level: str = Field(description="Which: `single`, `double`, `triple` or `slam`.")
    cards: Cards | None = Field(None, description="The cards shown, where they are known.")


class Try(File):
    """A play that is tried in words, to show whether it would be allowed."""

    play: str = Field(description="Seat and card: `N SR`.")
    expect: Literal["allowed", "refused"] = Field(description="What the rules must say.")
    because: str | None = Field(None, description="The rule that must decide it.")
    note: str | None = Field(None, description="A comment for the reader.")


class TrickExpectation(File):
    """The expected result of a trick."""

    winner: Seat | None = Field(None, description="Who wins it.")


class TrickFile(File):
    """One trick."""

    cards: list[str] = Field(
        description="Seat and card in order played: `W H10`; `W ?` where the card is not known.", min_length=1
    )
    before: dict[Seat, str] = Field(default_factory=dict, description="Comments before a seat's card.")
    after: str | None = Field(None, description="A comment when the trick is complete.")
    tries: list[Try] = Field(default_factory=list, description="Plays tried before the seat's own card.")
    irregular: list[str] = Field(
        default_factory=list, description="Plays of this trick that break a rule and stand all the same: `E C1`."
    )
    draws: dict[Seat, Count] = Field(
        default_factory=dict,
        description="How many cards a seat draws from the stock in its turn, where it may draw more than it has to.",
    )
    takes: dict[Seat, str] = Field(
        default_factory=dict,
        description="What a card takes, where its player has a choice: the seat whose pile it is, `open` for open cards, or `leave`.",
    )
    pay: list[str] = Field(default_factory=list, description="Cards chosen to be given for the Excuse: `W C2`.")
    expect: TrickExpectation | None = None


class Ask(File):
    """A question to the reader. Its answer is computed, or is the next action of the record."""

    ask: Literal["legal", "card", "winner", "bid", "discard", "score"] = Field(
        description="What is asked: `legal` which cards may be played, `card` which one to play, `winner` who wins a trick, "
        "`bid` what to bid, `discard` what to lay away, `score` what the deal brings."
    )
    at: str | None = Field(
        None,
        description="Where: the number of a trick and a seat (`3 N`) for `legal` and `card`, the number of a trick for "
        "`winner`, a seat for `bid`, for `discard`, where it is not the first who lays cards away, and for `score`, where it is not the taker's.",
    )
    question: str | None = Field(None, description="The question, in place of the usual words.")
    answer: str | list[str] | None = Field(
        None, description="The answer to `card`, `bid` or `discard`, where it is not what the record goes on to tell."
    )
    because: str = Field("", description="Why it is the answer.")
    misses: dict[str, str] = Field(
        default_factory=dict,
        description="Replies to typical wrong answers, by the answer: a card, a seat (`winner`), a bid or an amount (`score`).",
    )


class Expectation(File):
    """The expected result of the deal. Points are the taker's card points (`41`, `41½`)."""

    points: str | None = None
    honours: Number | None = None
    made: Flag | None = None
    per_defender: Whole | None = Field(None, description="Game points that each defender pays (negative: gets).")
    scores: dict[Seat, Whole] | None = Field(None, description="Game points by seat.")
    void: str | None = Field(None, description="The rule that makes the deal void.")
    refused: str | None = Field(None, description="The rule that refuses the discard tried first.")


class Printed(File):
    """A printed result that does not follow from the printed cards; told beside the computed one."""

    per_defender: Whole | None = None
    note: str = ""


class ExampleFile(File):
    """A worked example: a deal or a part of one, with comments and the expected result."""

    format: Format = Field(description="The version of this format.")
    id: str = Field(pattern=r"^[a-z0-9][a-z0-9-]*$", description="A short name, unique among the examples.")
    ruleset: str = Field(description="The ruleset it is played by; options may follow with `+`.")
    title: str
    level: Annotated[Literal[1, 2, 3], BeforeValidator(digits)] = Field(
        2, description="Whom it is for: 1 those who take first steps, 2 players, 3 a club."
    )
    order: Whole | None = Field(
        None, description="Its place among the examples of its level, lowest first; those without follow by title."
    )
    plain: Flag = Field(
        default=False,
        description="For first lessons: names neither contract nor taker, and numbers the tricks from 1, whatever was played before.",
    )
    about: str = Field("", description="What the example shows; paragraphs.")
    teaches: list[str] = Field(default_factory=list, description="The ids of the rules that it shows.")
    sources: list[PrintedAt] = Field(default_factory=list, description="Where the deal comes from.")
    seats: dict[Seat, str] | None = Field(None, description="Names of the players, in order of play.")
    start: Start
    pack: Cards | None = Field(None, description="The shuffled pack, top card first.")
    cut: Number | None = Field(None, description="How many cards are cut.")
    talon_after: list[Number] | None = Field(
        None, description="After how many packets each card of the talon is dealt."
    )
    hands: dict[Seat, Cards] = Field(default_factory=dict, description="The hands at the first step told.")
    heaps: dict[Seat, list[Cards]] = Field(
        default_factory=dict,
        description="The heaps before each seat, from left to right, each from the top: as dealt, face down; or, in a record that begins "
        "with the play, the open card first.",
    )
    talon: Cards | Literal["unknown"] | None = None
    face_up: Cards | None = Field(
        None, description="The cards of the hands that were dealt face up, in the order in which they were dealt."
    )
    auction: list[str] | Literal["unknown"] | None = Field(None, description="Calls in order: `E pass`, `N garde`.")
    claims: list[str] = Field(
        default_factory=list, description="Who claims a void deal, and by which rule: `N void.no_trumps`."
    )
    choices: list[str] = Field(
        default_factory=list,
        description="What rules ask, in the order asked: seat, rule, and the choice: `N exchange.lay_away H1 H2 C7`.",
    )
    call: str | list[str] | None = Field(
        None, description="The card that the taker calls, in games with a partner; several, where nobody has the first."
    )
    discard: Cards | Literal["unknown"] | None = None
    discard_tries: list[Cards] = Field(
        default_factory=list, description="Discards tried in words before the real one; each must be refused."
    )
    shown: list[Shown] = Field(default_factory=list, description="Announcements.")
    won: dict[Seat, Cards] | None = Field(None, description="Cards captured in tricks that are not told.")
    kept: Cards | None = Field(
        None, description="What the taker laid away, in an example that begins after the first lead."
    )
    tricks: list[TrickFile] = Field(default_factory=list)
    asks: list[Ask] = Field(default_factory=list, description="Questions to the reader.")
    result: ResultFile | None = Field(None, description="The result, in an example that begins with the score.")
    holdings: dict[Seat, Whole] | None = Field(
        None, description="Chips that each player has before the deal, where chips are played for."
    )
    memory: dict[str, str] = Field(
        default_factory=dict,
        description="What rules keep from earlier deals of the match, by rule: `match.pool: 15`, `match.debts: A 4+8; C 2`.",
    )
    closing: str = Field("", description="What is to be seen at the end.")
    expect: Expectation | None = None
    printed: Printed | None = None
    advice: str | None = Field(None, description="Advice whose signals are pointed out where they are given.")
    compare: list[str] = Field(default_factory=list, description="Rulesets under which the same hand is worth seeing.")
