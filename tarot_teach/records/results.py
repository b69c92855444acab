"""Results from files: read, checked against the rules, and scored."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from tarot_teach.cards import Deck, halves_text, parse_halves
from tarot_teach.engine import Scorer
from tarot_teach.errors import KeyPath, NotationError, suggest
from tarot_teach.language import _, ngettext
from tarot_teach.mechanisms.base import digits
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


class _Part(BaseModel):
    model_config: ClassVar[ConfigDict] = ConfigDict(frozen=True, extra="forbid")


class ApartFile(_Part):
    """An announcement that is settled apart from the contract."""

    seat: Letter = Field(description="Who made it.")
    level: str = Field(description="Which: `misere`.")


class ResultFile(_Part):
    """What came of a deal, as a score keeper notes it."""

    taker: Letter | None = Field(None, description="Who took.")
    partner: Letter | None = Field(None, description="Who held the called card; left out when the taker was alone.")
    contract: str | None = Field(None, description="The contract.")
    points: str | None = Field(None, description="Card points of the taker's side: `41` or `40½`.")
    honours: Annotated[int, BeforeValidator(digits)] | None = Field(
        None, description="How many honours are among its cards."
    )
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
    faults = 0

    def refuse(code: str, message: str, hint: str | None, *path: str | int) -> None:
        nonlocal faults
        faults += 1
        fault(code, message, path or (code.partition(".")[2],), hint)

    if not scorer.has_sides:
        outcomes = _piles(result, scorer, deck, seats, refuse)
        return [] if faults else outcomes
    outcome = _sides(result, scorer, deck, seats, refuse, roles_only)
    if outcome is not None and not faults:
        _consistent(scorer, outcome, scorer.index.ruleset.players if roles_only else (len(seats),), refuse)
    return [] if faults or outcome is None else [outcome]


def outcome_of_pile(scorer: Scorer, pile: int, fault: Fault) -> Outcome | None:
    """The outcome of one player where everyone plays alone; None after a fault. ``pile`` is a mask of cards."""
    found = impossible_pile(scorer, pile, scorer.index.ruleset.players)
    if found is not None:
        fault(found.code, found.message, found.path, found.hint)
        return None
    return _of_pile(scorer.index.ruleset.deck, pile)


def _of_pile(deck: Deck, pile: int, seat: int = 0) -> Outcome:
    return Outcome(seat=seat, pile=pile, cards=pile.bit_count(), halves=deck.halves_of(pile))


Refuse = Callable[..., None]


def _sides(
    result: ResultFile, scorer: Scorer, deck: Deck, seats: Sequence[str], refuse: Refuse, roles_only: bool
) -> Outcome | None:
    needed = ("contract", "points", "honours") if roles_only else ("taker", "contract", "points", "honours")
    missing = [name for name in needed if getattr(result, name) is None]
    if missing:
        refuse(
            "result.missing",
            _("the result lacks {missing}").format(missing=", ".join(missing)),
            _("a void deal is told by `void`"),
        )
        return None
    if result.piles:
        refuse(
            "result.piles",
            _("in {name} sides are counted, not piles").format(name=scorer.index.ruleset.name),
            _("give points and honours"),
        )
    assert result.contract is not None
    assert result.points is not None
    assert result.honours is not None
    ruleset, ranking = scorer.index.ruleset, scorer.index.ranking
    contract = result.contract.replace("-", "_")
    if contract not in ranking:
        hint = suggest(contract, ranking, _("contracts"))
        refuse(
            "result.contract",
            _("{name} has no contract {contract!r}").format(name=ruleset.name, contract=result.contract),
            hint,
        )
    try:
        halves = parse_halves(result.points)
    except NotationError as error:
        refuse("result.points", error.problems[0].message, error.problems[0].hint)
        halves = 0
    if not 0 <= halves <= deck.halves:
        refuse(
            "result.points",
            _("{points} card points are impossible").format(points=result.points),
            _("the whole pack counts {halves_text}").format(halves_text=halves_text(deck.halves)),
        )
    most = deck.marks["honour"].bit_count()
    if not 0 <= result.honours <= most:
        refuse(
            "result.honours",
            _("{honours} honours are impossible").format(honours=result.honours),
            _("the pack has {most}").format(most=most),
        )
    taker = _seat(result.taker, seats, refuse, "taker")
    partner = _partner(result, scorer, seats, taker, refuse)
    handfuls = _handfuls(result, scorer, refuse)
    apart = []
    for i, told in enumerate(result.apart):
        seat = _seat(told.seat, seats, refuse, "apart", i, "seat")
        levels = scorer.index.apart_levels
        if told.level not in levels:
            hint = suggest(told.level, levels, _("announcements")) if levels else _("take an option that adds it")
            refuse(
                "result.apart",
                _("{name} has no announcement {level!r}").format(name=ruleset.name, level=told.level),
                hint,
                "apart",
                i,
                "level",
            )
        elif seat is not None:
            apart.append((seat, told.level))
    return Outcome(
        contract=contract,
        halves=halves,
        honours=result.honours,
        taker=taker,
        partner=partner,
        alone=partner is None,
        last_trick_bonus=result.last_trick_bonus,
        handfuls=handfuls,
        slam=result.slam,
        small_slam=result.small_slam,
        apart=tuple(apart),
    )


def _seat(letter: str | None, seats: Sequence[str], refuse: Refuse, *path: str | int) -> int | None:
    if letter is None:
        return None
    if letter not in seats:
        refuse(
            "result.seat",
            _("nobody sits at {letter!r}").format(letter=letter),
            suggest(letter, seats, _("seats")),
            *path,
        )
        return None
    return seats.index(letter)


def _partner(result: ResultFile, scorer: Scorer, seats: Sequence[str], taker: int | None, refuse: Refuse) -> int | None:
    partner = _seat(result.partner, seats, refuse, "partner")
    if result.partner is not None and scorer.index.calls is None:
        refuse(
            "result.partner",
            _("in {name} the taker has no partner").format(name=scorer.index.ruleset.name),
            "leave `partner` out",
        )
    elif partner is not None and partner == taker:
        refuse(
            "result.partner",
            _("the taker cannot partner themselves"),
            _("leave `partner` out when the taker was alone"),
        )
    return partner


def _handfuls(result: ResultFile, scorer: Scorer, refuse: Refuse) -> tuple[Handful, ...]:
    levels = scorer.index.handful_levels
    for i, level in enumerate(result.handfuls):
        if level not in levels:
            hint = suggest(level, levels, _("levels")) if levels else _("leave it out")
            refuse(
                "result.handful",
                _("{name} has no {level!r} handful").format(name=scorer.index.ruleset.name, level=level),
                hint,
                "handfuls",
                i,
            )
    return tuple(Handful(level) for level in result.handfuls)


def _consistent(scorer: Scorer, outcome: Outcome, players: Sequence[int], refuse: Refuse) -> None:
    """Add faults for facts that no rule scores, and for results that no deal can bring."""
    scored = True
    for name in ("last_trick_bonus", "handfuls", "slam", "small_slam"):
        if getattr(outcome, name) and name not in scorer.index.scored:
            scored = False
            message = _("{name} has no bonus for a {name_2}").format(
                name=scorer.index.ruleset.name, name_2=name.replace("_", " ")
            )
            refuse("result.no-bonus", message, _("take an option that adds it"), name)
    found = impossible(scorer, outcome, players) if scored else None
    if found is not None:
        refuse(found.code, found.message, found.hint, *found.path)


def _piles(result: ResultFile, scorer: Scorer, deck: Deck, seats: Sequence[str], refuse: Refuse) -> list[Outcome]:
    for name in ("taker", "partner", "contract", "points", "honours", "last_trick_bonus", "slam", "small_slam"):
        if getattr(result, name) not in (None, ()):
            message = _("in {name} all play alone").format(name=scorer.index.ruleset.name)
            refuse("result.sides", message, _("give `piles`: what each has won"), name)
    outcomes, seen = [], 0
    for letter in result.piles:
        _seat(letter, seats, refuse, "piles", letter)
    for seat, letter in enumerate(seats):
        mask = 0
        for i, code in enumerate(result.piles.get(letter, ())):
            try:
                card = deck.card(code)
            except NotationError as error:
                refuse("result.card", error.problems[0].message, error.problems[0].hint, "piles", letter, i)
                continue
            if (mask | seen) & card.bit:
                refuse(
                    "result.card-twice",
                    _("{code} has been won already").format(code=card.code),
                    _("each card is won once"),
                    "piles",
                    letter,
                    i,
                )
            mask |= card.bit
        seen |= mask
        found = impossible_pile(scorer, mask, (len(seats),))
        if found is not None:
            refuse(found.code, found.message, found.hint, "piles", *((letter,) if letter in result.piles else ()))
        outcomes.append(_of_pile(deck, mask, seat))
    in_play = len(seats) * scorer.index.deals.hand_size(len(seats))
    if seen.bit_count() != in_play:
        message = ngettext(
            "{number} card is in the piles; {in_play} were dealt",
            "{number} cards are in the piles; {in_play} were dealt",
            seen.bit_count(),
        )
        refuse(
            "result.piles",
            message.format(number=seen.bit_count(), in_play=in_play),
            _("every card dealt is won by somebody"),
        )
    return outcomes
