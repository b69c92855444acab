"""Results from files: read, checked against the rules, and scored."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema

from tarot_teach.cards import Deck, halves_text, parse_halves
from tarot_teach.engine.scoring import Scorer
from tarot_teach.errors import KeyPath, NotationError, suggest
from tarot_teach.language import _, ngettext
from tarot_teach.loading.formats import File, Number
from tarot_teach.records.bounds import impossible, impossible_pile
from tarot_teach.table import SLAMS, Handful, Outcome

Fault = Callable[[str, str, KeyPath, str | None], None]
"""Adds a fault: code, message, place within the result, and hint."""

Slam = Literal[
    "made", "announced-made", "announced-failed", "defence", "defence-announced-made", "defence-announced-failed"
]
Slams = Annotated[
    tuple[Slam, ...],
    BeforeValidator(lambda given: (given,) if isinstance(given, str) else given),
    WithJsonSchema(
        {
            "anyOf": [
                {"enum": list(SLAMS), "type": "string"},
                {"items": {"enum": list(SLAMS), "type": "string"}, "type": "array"},
            ]
        }
    ),
]
"""Results of slams: one word, or a list of two where one side failed an announced slam and the other side won one."""
Letter = Annotated[str, Field(pattern=r"^[A-Z]$")]


class ApartFile(File):
    """An announcement that is settled apart from the contract."""

    seat: Letter = Field(description="Who made it.")
    level: str = Field(description="Which: `misere`.")


class ResultFile(File):
    """The result of a deal, as a score keeper notes it."""

    taker: Letter | None = Field(None, description="Who took.")
    partner: Letter | None = Field(None, description="Who held the called card; left out when the taker was alone.")
    contract: str | None = Field(None, description="The contract.")
    points: str | None = Field(None, description="Card points of the taker's side: `41` or `40½`.")
    honours: Number | None = Field(None, description="How many honours are among its cards.")
    last_trick_bonus: Literal["taker", "defence"] | None = Field(None, description="Which side made it.")
    handfuls: list[str] = Field(default_factory=list, description="Handfuls that were shown, by level.")
    slam: Slams = Field((), description="What became of a slam; a list where one side failed it and the other won it.")
    small_slam: Slams = Field((), description="What became of a small slam, where the rules know one.")
    apart: list[ApartFile] = Field(default_factory=list, description="Announcements settled apart.")
    piles: dict[Letter, list[str]] = Field(
        default_factory=dict, description="The cards that each player has won, where all play alone."
    )


def outcomes_of(
    result: ResultFile, scorer: Scorer, deck: Deck, seats: Sequence[str], fault: Fault, *, roles_only: bool = False
) -> list[Outcome]:
    """The outcome of a result, or one for each player where everyone plays alone; empty after a fault.

    ``roles_only`` asks for no seats: whoever the taker is, the amounts by role are the same.
    """
    reader = _ResultReader(result, scorer, deck, seats, fault)
    outcomes = reader.sides(roles_only) if scorer.has_sides else reader.piles()
    return [] if reader.faults else outcomes


def outcome_of_pile(scorer: Scorer, pile: int, fault: Fault) -> Outcome | None:
    """The outcome of one player where everyone plays alone; None after a fault. ``pile`` is a mask of cards."""
    found = impossible_pile(scorer, pile, scorer.index.ruleset.players)
    if found is not None:
        fault(found.code, found.message, found.path, found.hint)
        return None
    return _of_pile(scorer.index.ruleset.deck, pile)


def _of_pile(deck: Deck, pile: int, seat: int = 0) -> Outcome:
    return Outcome(seat=seat, pile=pile, cards=pile.bit_count(), halves=deck.halves_of(pile))


class _ResultReader:
    """Reads one result; every fault is told to ``report``, and counted."""

    def __init__(self, result: ResultFile, scorer: Scorer, deck: Deck, seats: Sequence[str], report: Fault) -> None:
        self.result, self.scorer, self.index = result, scorer, scorer.index
        self.deck, self.seats, self.report = deck, seats, report
        self.name = scorer.index.ruleset.name
        self.faults = 0

    def fault(self, code: str, message: str, hint: str | None, *path: str | int) -> None:
        """Tell of a fault. Its place is that of the entry by which the code is named, unless another is given."""
        self.faults += 1
        self.report(code, message, path or (code.partition(".")[2],), hint)

    def sides(self, roles_only: bool) -> list[Outcome]:
        """The outcome of a taker's side."""
        result, index, name = self.result, self.index, self.name
        needed = ("contract", "points", "honours") if roles_only else ("taker", "contract", "points", "honours")
        missing = ", ".join(field for field in needed if getattr(result, field) is None)
        if missing:
            message = _("the result lacks {missing}").format(missing=missing)
            self.fault("result.missing", message, _("a void deal is told by `void`"))
            return []
        assert result.contract is not None
        assert result.points is not None
        assert result.honours is not None
        if result.piles:
            message = _("in {name} sides are counted, not piles").format(name=name)
            self.fault("result.piles", message, _("give points and honours"))
        contract = result.contract.replace("-", "_")
        if contract not in index.ranking:
            message = _("{name} has no contract {contract!r}").format(name=name, contract=result.contract)
            self.fault("result.contract", message, suggest(contract, index.ranking, _("contracts")))
        halves = 0
        try:
            halves = parse_halves(result.points)
        except NotationError as error:
            self.fault("result.points", error.problems[0].message, error.problems[0].hint)
        if not 0 <= halves <= self.deck.halves:
            message = _("{points} card points are impossible").format(points=result.points)
            whole = _("the whole pack counts {halves_text}").format(halves_text=halves_text(self.deck.halves))
            self.fault("result.points", message, whole)
        most = self.deck.marks["honour"].bit_count()
        if not 0 <= result.honours <= most:
            message = _("{honours} honours are impossible").format(honours=result.honours)
            self.fault("result.honours", message, _("the pack has {most}").format(most=most))
        taker, partner = self._seat(result.taker, "taker"), self._seat(result.partner, "partner")
        if result.partner is not None and index.calls is None:
            message = _("in {name} the taker has no partner").format(name=name)
            self.fault("result.partner", message, "leave `partner` out")
        elif partner is not None and partner == taker:
            hint = _("leave `partner` out when the taker was alone")
            self.fault("result.partner", _("the taker cannot partner themselves"), hint)
        for i, level in enumerate(result.handfuls):
            if level not in index.handful_levels:
                message = _("{name} has no {level!r} handful").format(name=name, level=level)
                hint = suggest(level, index.handful_levels, _("levels")) if index.handful_levels else _("leave it out")
                self.fault("result.handful", message, hint, "handfuls", i)
        apart = []
        for i, entry in enumerate(result.apart):
            seat, levels = self._seat(entry.seat, "apart", i, "seat"), index.apart_levels
            if entry.level not in levels:
                message = _("{name} has no announcement {level!r}").format(name=name, level=entry.level)
                hint = suggest(entry.level, levels, _("announcements")) if levels else _("take an option that adds it")
                self.fault("result.apart", message, hint, "apart", i, "level")
            elif seat is not None:
                apart.append((seat, entry.level))
        outcome = Outcome(
            contract=contract,
            halves=halves,
            honours=result.honours,
            taker=taker,
            partner=partner,
            alone=partner is None,
            last_trick_bonus=result.last_trick_bonus,
            handfuls=tuple(Handful(level) for level in result.handfuls),
            slam=result.slam,
            small_slam=result.small_slam,
            apart=tuple(apart),
        )
        if not self.faults:
            self._check_possible(outcome, index.ruleset.players if roles_only else (len(self.seats),))
        return [outcome]

    def _seat(self, letter: str | None, *path: str | int) -> int | None:
        if letter is None or letter in self.seats:
            return None if letter is None else self.seats.index(letter)
        message, hint = _("nobody sits at {letter!r}"), suggest(letter, self.seats, _("seats"))
        self.fault("result.seat", message.format(letter=letter), hint, *path)
        return None

    def _check_possible(self, outcome: Outcome, players: Sequence[int]) -> None:
        """Add faults for facts that no rule scores, or else for a result that no deal can bring."""
        for field in ("last_trick_bonus", "handfuls", "slam", "small_slam"):
            if getattr(outcome, field) and field not in self.index.scored:
                message = _("{name} has no bonus for a {name_2}").format(name=self.name, name_2=field.replace("_", " "))
                self.fault("result.no-bonus", message, _("take an option that adds it"), field)
        found = None if self.faults else impossible(self.scorer, outcome, players)
        if found is not None:
            self.fault(found.code, found.message, found.hint, *found.path)

    def piles(self) -> list[Outcome]:
        """The outcome of each player, where everyone plays alone."""
        piles, seats = self.result.piles, self.seats
        for field in ("taker", "partner", "contract", "points", "honours", "last_trick_bonus", "slam", "small_slam"):
            if getattr(self.result, field) not in (None, ()):
                message = _("in {name} all play alone").format(name=self.name)
                self.fault("result.sides", message, _("give `piles`: what each has won"), field)
        outcomes, seen = [], 0
        for letter in piles:
            self._seat(letter, "piles", letter)
        for seat, letter in enumerate(seats):
            mask = 0
            for i, code in enumerate(piles.get(letter, ())):
                path = ("piles", letter, i)
                try:
                    card = self.deck.card(code)
                except NotationError as error:
                    self.fault("result.card", error.problems[0].message, error.problems[0].hint, *path)
                    continue
                if (mask | seen) & card.bit:
                    message = _("{code} has been won already").format(code=card.code)
                    self.fault("result.card-twice", message, _("each card is won once"), *path)
                mask |= card.bit
            seen |= mask
            found = impossible_pile(self.scorer, mask, (len(seats),))
            if found is not None:
                self.fault(found.code, found.message, found.hint, "piles", *([letter] if letter in piles else []))
            outcomes.append(_of_pile(self.deck, mask, seat))
        in_play, number = len(seats) * self.index.deals.hand_size(len(seats)), seen.bit_count()
        if number != in_play:
            message = ngettext(
                "{number} card is in the piles; {in_play} were dealt",
                "{number} cards are in the piles; {in_play} were dealt",
                number,
            ).format(number=number, in_play=in_play)
            self.fault("result.piles", message, _("every card dealt is won by somebody"))
        return outcomes
