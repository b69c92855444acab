"""One deal under several rulesets: the differences in the order of the deal, down to the lines of the score sheets."""

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
    """A difference between two sides, with the findings behind either value. ``trick`` is 0 outside the tricks.

    The values depend on ``kind``, and None stands for nothing:

    - ``direction``: True for clockwise play; ``dealt``: True if the pack makes the recorded hands;
    - ``order``: True if a card is called before the discard; ``void``: the rule that makes the deal void;
    - ``contract``: taker and contract; ``called``: the card; ``talon``: the fate of the talon; ``announced``: the level;
    - ``discarded``, ``allowed``: True if the rules allow the recorded action; ``card``: the card played;
    - ``leader``, ``winner``: a seat; ``moved``: card and owner of each card that leaves its trick;
    - ``ends``: the reason for an early end; ``score``: game points by seat.
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
        """True if the deals diverge here; False for a difference of rules without effect on this deal."""
        return self.kind not in ("direction", "dealt", "order")


class SheetLine(NamedTuple):
    """One line of the score sheets, by side; None for a side without it."""

    rule: str
    lines: tuple[Line | None, ...]

    @property
    def values(self) -> list[tuple[str, Fraction] | None]:
        """Operation and amount by side; None for a side without the line."""
        return [None if line is None else (line.operation, line.amount) for line in self.lines]

    @property
    def differs(self) -> bool:
        """True if the sides do not all have the same operation and amount."""
        return len(set(self.values)) > 1


@dataclass(frozen=True, slots=True)
class DealComparison:
    """A record under several rulesets. Each other side is compared with the first."""

    replay: Replay
    policy: Policy
    sides: tuple[DealUnder, ...]

    def differences(self, number: int = 1) -> list[DealDifference]:
        """The differences of side ``number`` from the first, in the order of the deal."""
        return list(_differences(self.sides[0], self.sides[number]))

    def sheets(self) -> list[list[SheetLine]]:
        """The score sheets of all sides line by line: one, or one for each player; none if some side has no score."""
        results = [side.end.result for side in self.sides]
        numbers = {len(result.sheets) if result else 0 for result in results}
        if len(numbers) > 1 or not numbers - {0}:
            return []
        return [
            _aligned([result.sheets[i].lines for result in results if result is not None]) for i in range(numbers.pop())
        ]


def compare_deals(replay: Replay, engines: Sequence[Engine], policy: Policy = AS_PLAYED) -> DealComparison:
    """Replay a record under each of these rulesets; a single one is compared with the record's.

    Raises RecordError without a ruleset, or as :func:`~tarot_teach.topics.compare.replay_under.replay_under` does.
    """
    if not engines:
        place, hint = replay.record.place(("ruleset",)), _("name one or more rulesets")
        raise RecordError.of("record.other-game", _("there is no ruleset to compare with"), place, hint)
    if len(engines) == 1:
        engines = [replay.engine, *engines]
    return DealComparison(replay, policy, tuple(replay_under(replay, engine, policy) for engine in engines))


def _differences(left: DealUnder, right: DealUnder) -> Iterator[DealDifference]:
    yield from _before_play(left, right)
    left_tricks, right_tricks = moves_by_trick(left), moves_by_trick(right)
    refused = _refused_plays(left), _refused_plays(right)
    tricks = left_tricks.keys() | right_tricks.keys() | {trick for trick, _seat in (*refused[0], *refused[1])}
    for number in sorted(tricks):
        yield from _trick(number, (left_tricks.get(number, []), right_tricks.get(number, [])), refused)
    if any(side.end.result and side.end.result.void for side in (left, right)):
        return
    if left.stopped != right.stopped:
        last = [
            max([*side, *(trick for trick, _seat in refused[i])], default=0)
            for i, side in enumerate((left_tricks, right_tricks))
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
    yield from _unlike("direction", None, [bool(turn and turn.clockwise) for turn in turns])
    if left.deals_differently != right.deals_differently:
        yield DealDifference("dealt", 0, None, not left.deals_differently, not right.deals_differently)
    yield from _unlike(
        "void", None, [side.end.result and side.end.result.void for side in sides], _why(sides, HandVoided)
    )
    if any(side.end.result and side.end.result.void for side in sides):
        return
    auctions = [side.end.auction for side in sides]
    taker = auctions[0].taker
    contracts = [(auction.taker, auction.contract) if auction.contract else None for auction in auctions]
    bids = [_refused(side, Bid) for side in sides]
    if contracts[0] != contracts[1] or bool(bids[0]) != bool(bids[1]):
        yield DealDifference("contract", 0, None, contracts[0], contracts[1], bids[0], bids[1])
    if (contracts[0] is None) != (contracts[1] is None):
        return
    yield from _unlike(
        "called", taker, [auction.called for auction in auctions], [_refused(side, Call) for side in sides]
    )
    yield from _unlike("talon", taker, [_talon(side) for side in sides], _why(sides, TalonTaken, TalonLaidAside))
    yield from _unlike("order", taker, [_calls_first(side) for side in sides])
    laid = [next((move.action for move in side.deal.moves if isinstance(move.action, Discard)), None) for side in sides]
    refused = [_refused(side, Discard) for side in sides]
    if bool(refused[0]) != bool(refused[1]) or (None not in laid and laid[0] != laid[1]):
        yield DealDifference("discarded", 0, taker, not refused[0], not refused[1], refused[0], refused[1])
    announced = [{(declared.seat, declared.level) for declared in side.end.declared} for side in sides]
    announced = [levels | _declared(side) for levels, side in zip(announced, sides, strict=True)]
    for seat, level in sorted(announced[0] ^ announced[1]):
        made = [level if (seat, level) in levels else None for levels in announced]
        why = [_refused(side, Declare, seat) for side in sides]
        yield DealDifference("announced", 0, seat, made[0], made[1], why[0], why[1])


def _unlike(
    kind: Kind, seat: int | None, values: Sequence[Any], why: Sequence[Findings] = ((), ())
) -> Iterator[DealDifference]:
    """A difference, if the two values differ."""
    if values[0] != values[1]:
        yield DealDifference(kind, 0, seat, values[0], values[1], why[0], why[1])


def _trick(number: int, tricks: Pair[list[Move]], refused: Pair[RefusedPlays]) -> Iterator[DealDifference]:
    played = [
        {play.seat: play.card for play in (move.action for move in moves) if isinstance(play, Play)} for moves in tricks
    ]
    leaders = [moves[0].before.turn if moves else None for moves in tricks]
    if None not in leaders and leaders[0] != leaders[1]:
        yield DealDifference("leader", number, None, leaders[0], leaders[1])
    refused_seats = [seat for plays in refused for trick, seat in plays if trick == number]
    for seat in dict.fromkeys([*played[0], *played[1], *refused_seats]):
        why = [plays.get((number, seat), ()) for plays in refused]
        cards = [plays.get(seat) for plays in played]
        if bool(why[0]) != bool(why[1]):
            yield DealDifference("allowed", number, seat, not why[0], not why[1], why[0], why[1])
        elif None not in cards and cards[0] != cards[1]:
            yield DealDifference("card", number, seat, cards[0], cards[1])
    won = [trick_winner(moves) for moves in tricks]
    if won[0] and won[1] and won[0].seat != won[1].seat:
        yield DealDifference("winner", number, None, won[0].seat, won[1].seat, won[0].findings, won[1].findings)
    if won[0] and won[1]:
        moved = [{_essence(event): event.findings for event in events_of(moves, *CARD_TRANSFERS)} for moves in tricks]
        only = [tuple(f for what in moved[i] if what not in moved[1 - i] for f in moved[i][what]) for i in (0, 1)]
        if any(only):
            owners = card_owners(tricks[0], tricks[1])
            yield DealDifference("moved", number, None, owners[0], owners[1], only[0], only[1])


def _essence(event: Event) -> tuple[Any, ...]:
    """An event for comparison, without its rules."""
    facts = event.facts
    return (event.kind, event.seat, *(facts.get(name) for name in ("card", "to", "payer", "payee", "creditor")))


def _why(sides: Pair[DealUnder], *kinds: type[Event]) -> list[Findings]:
    """The findings of events of these kinds, by side."""
    return [
        tuple(f for event in side.deal.events() if isinstance(event, kinds) for f in event.findings) for side in sides
    ]


def _refused(side: DealUnder, kind: type[Action], seat: int | None = None) -> Findings:
    """The findings that refuse actions of a kind; a finding without a rule for an action that the rules do not know."""
    findings: list[Finding] = []
    for deviation in side.deviations:
        if isinstance(deviation.action, kind) and seat in (None, deviation.action.seat):
            decisive = deviation.verdict.decisive if deviation.verdict is not None else None
            findings.append(decisive or Finding("", Effect.REFUSES))
    return tuple(findings)


def _refused_plays(side: DealUnder) -> RefusedPlays:
    """The findings that refuse recorded plays, by trick and seat, without plays of cards no longer held."""
    findings: RefusedPlays = {}
    for action, verdict, trick, _replacement in side.deviations:
        if isinstance(action, Play) and verdict is not None and verdict.decisive and not verdict.by_table:
            findings[(trick, action.seat)] = (verdict.decisive,)
    return findings


def _declared(side: DealUnder) -> set[tuple[int, str]]:
    """Announcements settled apart, as seat and level, of a result that was not played."""
    result = side.end.result
    return (
        {pair for sheet in result.sheets for pair in sheet.outcome.apart} if result and not side.deal.moves else set()
    )


def _calls_first(side: DealUnder) -> bool | None:
    """True if a card is called before the discard; None if only one of them is done."""
    done = [type(move.action) for move in side.deal.moves if isinstance(move.action, Call | Discard)]
    return done[0] is Call if len(set(done)) > 1 else None


def _talon(side: DealUnder) -> tuple[str, int | None] | None:
    for event in side.deal.events():
        if isinstance(event, TalonTaken | TalonLaidAside):
            return event.kind, event.facts.get("side")
    return None


def _aligned(sheets: Sequence[Sequence[Line]]) -> list[SheetLine]:
    """Align lines of the same rule, keeping the order of each sheet."""
    rows: list[tuple[str, int]] = []
    sheets_by_key: list[dict[tuple[str, int], Line]] = []
    for lines in sheets:
        keyed: dict[tuple[str, int], Line] = {}
        at = 0
        for line in lines:
            key = (line.rule, sum(1 for rule, _nth in keyed if rule == line.rule))
            keyed[key] = line
            if key not in rows:
                rows.insert(at, key)
            at = rows.index(key) + 1
        sheets_by_key.append(keyed)
    return [SheetLine(key[0], tuple(keyed.get(key) for keyed in sheets_by_key)) for key in rows]
