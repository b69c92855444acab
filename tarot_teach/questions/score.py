"""The question of what a result is worth, and its answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, TypeVar

from tarot_teach.blocks import Block
from tarot_teach.engine import Scorer
from tarot_teach.explain.score_sheet import facts_of, roles_of, score_data, sheet_total
from tarot_teach.explain.snippets import describe_score
from tarot_teach.loading import Library
from tarot_teach.mechanisms.score.keyed import COUNT_KEYS, KEYS
from tarot_teach.messages import N_
from tarot_teach.questions.base import Cards, GameQuestion, TableReport, asks, read_cards
from tarot_teach.records.typed_results import TypedResult, read_result
from tarot_teach.table import Result, Sheet


@dataclass(frozen=True, slots=True, repr=False)
class Score(TableReport):
    """The score sheet of a result, line by line, each with its rule and reason. ``scores`` are game points by role."""

    typed: TypedResult
    result: Result

    @property
    def sheet(self) -> Sheet:
        """The score sheet: that of the taker's side, or of the first player."""
        return self.result.sheets[0]

    @property
    def scores(self) -> Mapping[str, Fraction | None]:
        """Game points by role."""
        return roles_of(self.result) if self.result.settlement else {}

    @property
    def by_seat(self) -> Mapping[str, Fraction]:
        """Game points by the seats of the players; empty where they are not known."""
        known = self.result.scores and not self.typed.single
        return dict(zip(self.typed.seats, self.result.scores, strict=True)) if known else {}

    @property
    def total(self) -> Fraction:
        """The last sum of the sheet, in game points: what each defender pays, or what a player gains. Of a taker who is paid apart from the
        contract as well, all that the taker gains."""
        return sheet_total(self.typed, self.result)

    @property
    def made(self) -> bool | None:
        """True if the taker's side reached its target; None where there is none."""
        return self.sheet.outcome.made

    @property
    def facts(self) -> Mapping[str, str | None]:
        """The facts on which the score rests, by the rule that observes them, as they are typed; None for one of which nothing was told. Of
        the taker's side, or of the first player."""
        return facts_of(self.typed, self.sheet)

    def blocks(self) -> list[Block]:
        return describe_score(self.typed)

    def to_dict(self) -> dict[str, Any]:
        return score_data(self.typed)

    def rows(self) -> list[dict[str, Any]]:
        """A row for each line of the sheet."""
        data = self.to_dict()
        return [line for sheet in data.get("players", [data]) for line in sheet["lines"]]

    def _summary(self) -> str:
        ruleset, contract = self.typed.scorer.index.ruleset, self.sheet.outcome.contract
        return f"{ruleset.name}{f' {contract}' if contract else ''}: {ruleset.unit.show(self.total)}"


Q = TypeVar("Q")


def _with_keys(question: type[Q]) -> type[Q]:
    """A class of questions with fields for the facts that have keys of their own: numbers of the count after the card points, the others
    before the facts by rule."""
    fields: dict[str, Any] = {}
    for name, kind in question.__annotations__.items():
        fields |= {key.name: tuple[str, ...] if key.several else str | None for key in KEYS if name == "facts"}
        fields[name] = kind
        fields |= {key.name: int | str | None for key in COUNT_KEYS if name == "points"}
    question.__annotations__ = fields
    for key in (*COUNT_KEYS, *KEYS):
        default = () if key.several else None
        setattr(question, key.name, asks(key.help, default=default, option=key.option, choices=key.choices))
    return question


Told = Mapping[str, Any]
"""Values by rule, or by player."""


@dataclass(frozen=True, kw_only=True)
@_with_keys
class ScoreQuestion(GameQuestion[Score]):
    """Print the score sheet of a result by the rules of NAME, line by line, each with its rule and reason.

    What a result consists of depends on the game: what is missing is named, and what the game does not know is refused. Players are named
    by their seats (S, E, N, W).

    \b
    tarot-teach score fft-4 --contract garde --points 56 --honours 2
    tarot-teach score tresillo --contract juego --fact count.tricks=5-4-0 --memory match.pool=10+6

    Options are also known by the words of the ruleset: --oudlers for --honours in fft-4.
    """

    name: ClassVar[str] = "score"
    contract: str | None = asks(N_("The contract, by its id or title."))
    points: str | None = asks(N_("The card points of the taker's side: 41 or 41.5."))
    taker: str | None = asks(N_("The seat of the taker, where it matters; by default the first in order of play."))
    partner: str | None = asks(N_("The seat of the partner, where it matters."))
    alone: bool = asks(N_("The taker has no partner, in a game in which one is called."), default=False)
    facts: Told | None = asks(N_("A fact by the rule that observes it: RULE=FACT."), option="fact", by="rule")
    memory: Told | None = asks(N_("What a rule keeps from earlier deals, a pool or debts: RULE=NUMBERS."), by="rule")
    paid: Told | None = asks(N_("What players got in the course of the deal: RULE='S -12; E -12'."), by="rule")
    holdings: Told | str | None = asks(N_("The chips of all players before the deal: 'S 100; E 80; N 60; W 60'."))
    players: int | str | None = asks(N_("The number of players, in a game for several numbers."))
    pile: Cards | None = asks(N_("The cards that a player has won, in games where all play alone."))
    piles: Mapping[str, Cards] | str | None = asks(N_("The same for each player: N='SR T18 EX'."), by="player")

    def answer(self, library: Library) -> Score:
        given, deck = {each.name: getattr(self, each.name) for each in self.asked()}, self.game.deck
        if self.pile is not None and not isinstance(self.pile, str):
            given["pile"] = read_cards("pile", deck, self.pile)
        if isinstance(self.piles, Mapping):
            given["piles"] = {
                seat: cards if isinstance(cards, str) else read_cards("piles", deck, cards)
                for seat, cards in self.piles.items()
            }
        typed = read_result(Scorer.of(self.game), given)
        return Score(typed, typed.result())
