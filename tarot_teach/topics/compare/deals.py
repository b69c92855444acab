"""One hand by several rulesets, laid side by side: where they part, step by step, down to the lines of the score sheets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from tarot_teach.engine import Engine
from tarot_teach.engine.deal import Move
from tarot_teach.errors import RecordError
from tarot_teach.language import _
from tarot_teach.records.replay import Replay
from tarot_teach.table import Action, Bid, Call, Declare, Discard, Effect, Finding, Line, Play
from tarot_teach.table.events import CARD_TRANSFERS, Event, HandVoided, TalonLaidAside, TalonTaken
from tarot_teach.topics.compare.replay_under import (
    AS_PLAYED,
    DealUnder,
    Policy,
    card_owners,
    events_of,
    moves_by_trick,
    replay_under,
    trick_winner,
)

Kind = Literal[
    "direction", "dealt", "void", "contract", "called", "order", "talon", "discarded", "announced",
    "leader", "allowed", "card", "winner", "moved", "ends", "score",
]  # fmt: skip


Findings = tuple[Finding, ...]
Pair = Sequence
RefusedPlays = dict[tuple[int, int], Findings]


class DealDifference(NamedTuple):
    """Something that is one thing ``left`` and another ``right``, with the findings behind both.

    What the values are depends on ``kind``: ``direction`` whether play goes round clockwise; ``dealt`` whether the
    pack would make these hands; ``order`` whether a card is called before cards are laid away; ``void`` the rule that makes the
    deal void; ``contract`` taker and contract; ``called`` the card; ``talon`` what becomes of it; ``discarded`` and ``allowed``
    whether the rules allow what was recorded; ``announced`` the levels; ``leader`` and ``winner`` a seat; ``card`` the card that
    is played; ``moved`` whose the cards become that somewhere do not follow the trick, as card and seat; ``ends`` why a side ends before
    the deal does; ``score`` the game points by seat. None stands for nothing. ``trick`` is 0 for what is outside of the tricks.
    """

    kind: Kind
    trick: int
    seat: int | None
    left: Any
    right: Any
    left_findings: tuple[Finding, ...] = ()
    right_findings: tuple[Finding, ...] = ()

    @property
    def diverges(self) -> bool:
        """Whether the tables part by it. Other differences are of rules that leave this hand as it is."""
        return self.kind not in ("direction", "dealt", "order")


class SheetLine(NamedTuple):
    """A line of score sheets beside each other: that of each side, or None where it has none."""

    rule: str
    lines: tuple[Line | None, ...]

    @property
    def values(self) -> list[tuple[str, Fraction] | None]:
        """Operation and amount of each side, None where it has no such line."""
        return [None if line is None else (line.operation, line.amount) for line in self.lines]

    @property
    def differs(self) -> bool:
        """Whether the sides do not all have the same here."""
        return len(set(self.values)) > 1


@dataclass(frozen=True, slots=True)
class DealComparison:
    """A record by several rulesets. The first side is the one that the others are held against."""

    replay: Replay
    policy: Policy
    sides: tuple[DealUnder, ...]

    def differences(self, number: int = 1) -> list[DealDifference]:
        """Everything in which a side differs from the first, in the order of the deal. They part at the first that ``diverges``."""
        return list(_differences(self.sides[0], self.sides[number]))

    def sheets(self) -> list[list[SheetLine]]:
        """The score sheets beside each other, line by line: one, or one for each player where all play for themselves. None
        where some side comes to no score."""
        results = [side.end.result for side in self.sides]
        numbers = {len(result.sheets) if result else 0 for result in results}
        if len(numbers) > 1 or not numbers - {0}:
            return []
        return [
            _aligned([result.sheets[i].lines for result in results if result is not None]) for i in range(numbers.pop())
        ]


def compare_deals(replay: Replay, engines: Sequence[Engine], policy: Policy = AS_PLAYED) -> DealComparison:
    """A replayed record by each of these rulesets, of which its own may be one; a single one is held against its own.

    Raises RecordError where the hand cannot be played by one of them at all (see :func:`~tarot_teach.topics.compare.replay_under.replay_under`), or no
    ruleset is given.
    """
    if not engines:
        place, hint = replay.record.place(("ruleset",)), _("name one or more rulesets")
        raise RecordError.of("record.other-game", _("there is no ruleset to compare with"), place, hint)
    if len(engines) == 1:
        engines = [replay.engine, *engines]
    return DealComparison(replay, policy, tuple(replay_under(replay, engine, policy) for engine in engines))


def _differences(left: DealUnder, right: DealUnder) -> Iterator[DealDifference]:
    yield from _before_play(left, right)
    mine, theirs = moves_by_trick(left), moves_by_trick(right)
    refused = _refused_plays(left), _refused_plays(right)
    tricks = mine.keys() | theirs.keys() | {trick for trick, _seat in (*refused[0], *refused[1])}
    for number in sorted(tricks):
        yield from _trick(number, (mine.get(number, []), theirs.get(number, [])), refused)
    if any(side.end.result and side.end.result.void for side in (left, right)):
        return
    if left.stopped != right.stopped:
        last = [
            max([*side, *(trick for trick, _seat in refused[i])], default=0) for i, side in enumerate((mine, theirs))
        ]
        yield DealDifference("ends", min(last), None, left.stopped or None, right.stopped or None)
    scores = [side.end.result.scores if side.end.result else None for side in (left, right)]
    sheets = [side.end.result.sheets if side.end.result else () for side in (left, right)]
    pairs = zip(*sheets, strict=False)
    if scores[0] != scores[1] or any(line.differs for a, b in pairs for line in _aligned([a.lines, b.lines])):
        yield DealDifference("score", 0, None, scores[0], scores[1])


def _before_play(left: DealUnder, right: DealUnder) -> Iterator[DealDifference]:
    sides = left, right
    turns = [side.engine.index.turns for side in sides]
    yield from _unlike("direction", None, [bool(one and one.clockwise) for one in turns])
    if left.deals_differently != right.deals_differently:
        yield DealDifference("dealt", 0, None, not left.deals_differently, not right.deals_differently)
    yield from _unlike(
        "void", None, [side.end.result and side.end.result.void for side in sides], _why(sides, HandVoided)
    )
    if any(side.end.result and side.end.result.void for side in sides):
        return
    auctions = [side.end.auction for side in sides]
    taker = auctions[0].taker
    made = [(auction.taker, auction.contract) if auction.contract else None for auction in auctions]
    bids = [_refused(side, Bid) for side in sides]
    if made[0] != made[1] or bool(bids[0]) != bool(bids[1]):
        yield DealDifference("contract", 0, None, made[0], made[1], bids[0], bids[1])
    if (made[0] is None) != (made[1] is None):
        return
    yield from _unlike(
        "called", taker, [auction.called for auction in auctions], [_refused(side, Call) for side in sides]
    )
    yield from _unlike("talon", taker, [_talon(side) for side in sides], _why(sides, TalonTaken, TalonLaidAside))
    yield from _unlike("order", taker, [_calls_first(side) for side in sides])
    laid = [next((step.action for step in side.deal.moves if isinstance(step.action, Discard)), None) for side in sides]
    refused = [_refused(side, Discard) for side in sides]
    if bool(refused[0]) != bool(refused[1]) or (None not in laid and laid[0] != laid[1]):
        yield DealDifference("discarded", 0, taker, not refused[0], not refused[1], refused[0], refused[1])
    announced = [{(one.seat, one.level) for one in side.end.declared} for side in sides]
    announced = [levels | _declared(side) for levels, side in zip(announced, sides, strict=True)]
    for seat, level in sorted(announced[0] ^ announced[1]):
        told = [level if (seat, level) in levels else None for levels in announced]
        why = [_refused(side, Declare, seat) for side in sides]
        yield DealDifference("announced", 0, seat, told[0], told[1], why[0], why[1])


def _unlike(
    kind: Kind, seat: int | None, values: Sequence[Any], why: Sequence[Findings] = ((), ())
) -> Iterator[DealDifference]:
    """The difference, if there is one."""
    if values[0] != values[1]:
        yield DealDifference(kind, 0, seat, values[0], values[1], why[0], why[1])


def _trick(number: int, steps: Pair[list[Move]], refused: Pair[RefusedPlays]) -> Iterator[DealDifference]:
    played = [
        {play.seat: play.card for play in (step.action for step in one) if isinstance(play, Play)} for one in steps
    ]
    begun = [one[0].before.turn if one else None for one in steps]
    if None not in begun and begun[0] != begun[1]:
        yield DealDifference("leader", number, None, begun[0], begun[1])
    barred = [seat for one in refused for trick, seat in one if trick == number]
    for seat in dict.fromkeys([*played[0], *played[1], *barred]):
        why = [one.get((number, seat), ()) for one in refused]
        cards = [one.get(seat) for one in played]
        if bool(why[0]) != bool(why[1]):
            yield DealDifference("allowed", number, seat, not why[0], not why[1], why[0], why[1])
        elif None not in cards and cards[0] != cards[1]:
            yield DealDifference("card", number, seat, cards[0], cards[1])
    won = [trick_winner(one) for one in steps]
    if won[0] and won[1] and won[0].seat != won[1].seat:
        yield DealDifference("winner", number, None, won[0].seat, won[1].seat, won[0].findings, won[1].findings)
    if won[0] and won[1]:
        gone = [{_essence(event): event.findings for event in events_of(one, *CARD_TRANSFERS)} for one in steps]
        only = [tuple(f for what in gone[i] if what not in gone[1 - i] for f in gone[i][what]) for i in (0, 1)]
        if any(only):
            whose = card_owners(steps[0], steps[1])
            yield DealDifference("moved", number, None, whose[0], whose[1], only[0], only[1])


def _essence(event: Event) -> tuple[Any, ...]:
    """What happens to which card, whatever rule says so."""
    facts = event.facts
    return (event.kind, event.seat, *(facts.get(name) for name in ("card", "to", "payer", "payee", "creditor")))


def _why(sides: Pair[DealUnder], *kinds: type[Event]) -> list[Findings]:
    """The findings of events of these kinds."""
    return [
        tuple(f for event in side.deal.events() if isinstance(event, kinds) for f in event.findings) for side in sides
    ]


def _refused(side: DealUnder, kind: type[Action], seat: int | None = None) -> Findings:
    """The findings by which actions of a kind are refused; one that says nothing where there is no such thing."""
    found: list[Finding] = []
    for deviation in side.deviations:
        if isinstance(deviation.action, kind) and seat in (None, deviation.action.seat):
            decisive = deviation.verdict.decisive if deviation.verdict is not None else None
            found.append(decisive or Finding("", Effect.REFUSES))
    return tuple(found)


def _refused_plays(side: DealUnder) -> RefusedPlays:
    """The recorded cards that a rule refuses, by trick and seat; those that are no longer held are not among them."""
    found: RefusedPlays = {}
    for action, verdict, trick, _instead in side.deviations:
        if isinstance(action, Play) and verdict is not None and verdict.decisive and not verdict.by_table:
            found[(trick, action.seat)] = (verdict.decisive,)
    return found


def _declared(side: DealUnder) -> set[tuple[int, str]]:
    """Announcements settled apart, in a result that was not played."""
    result = side.end.result
    return (
        {pair for sheet in result.sheets for pair in sheet.outcome.apart} if result and not side.deal.moves else set()
    )


def _calls_first(side: DealUnder) -> bool | None:
    """Whether a card is called before cards are laid away; None where only one of them is done."""
    done = [type(step.action) for step in side.deal.moves if isinstance(step.action, Call | Discard)]
    return done[0] is Call if len(set(done)) > 1 else None


def _talon(side: DealUnder) -> tuple[str, int | None] | None:
    for event in side.deal.events():
        if isinstance(event, TalonTaken | TalonLaidAside):
            return event.kind, event.facts.get("side")
    return None


def _aligned(sheets: Sequence[Sequence[Line]]) -> list[SheetLine]:
    """Lines of the same rule beside each other, in an order in which each sheet keeps its own."""
    rows: list[tuple[str, int]] = []
    found: list[dict[tuple[str, int], Line]] = []
    for lines in sheets:
        mine: dict[tuple[str, int], Line] = {}
        at = 0
        for line in lines:
            key = (line.rule, sum(1 for rule, _nth in mine if rule == line.rule))
            mine[key] = line
            if key not in rows:
                rows.insert(at, key)
            at = rows.index(key) + 1
        found.append(mine)
    return [SheetLine(key[0], tuple(mine.get(key) for mine in found)) for key in rows]
