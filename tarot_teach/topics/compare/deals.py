"""One deal under several rulesets: the differences in the order of the deal, down to the lines of the score sheets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from tarot_teach.engine import Engine
from tarot_teach.engine.deal import Move
from tarot_teach.errors import RecordError
from tarot_teach.messages import _
from tarot_teach.records.replay import Replay
from tarot_teach.table import Effect, Finding, Line, Phase, Play
from tarot_teach.table.events import (
    CARD_TRANSFERS,
    CardLeft,
    CardsCaptured,
    Event,
    HandVoided,
    PileStolen,
    TalonLaidAside,
    TalonTaken,
)
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
    "leader", "allowed", "card", "taken", "winner", "moved", "ends", "score",
]  # fmt: skip


Findings = tuple[Finding, ...]


class DealDifference(NamedTuple):
    """A difference between two sides: a value for each, and the findings behind it. ``trick`` is 0 outside the tricks.

    The values depend on ``kind``, and None stands for nothing:

    - ``direction``: True for clockwise play; ``dealt``: True if the pack makes the recorded hands;
    - ``order``: True if a card is called before the discard; ``void``: the rule that makes the deal void;
    - ``contract``: taker and contract; ``called``: the card; ``talon``: the fate of the talon; ``announced``: the level;
    - ``discarded``, ``allowed``: True if the rules allow the recorded action; ``card``: the card played;
    - ``taken``: what a card takes where cards lie open: their codes, or the seat of the pile;
    - ``leader``, ``winner``: a seat; ``moved``: card and owner of each card that leaves its trick;
    - ``ends``: the reason for an early end; ``score``: game points by seat.
    """

    kind: Kind
    values: Sequence[Any]
    findings: Sequence[Findings] = ((), ())
    trick: int = 0
    seat: int | None = None

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

    @property
    def names(self) -> list[str]:
        """The names of the rulesets."""
        return [side.name for side in self.sides]

    def differences(self, number: int = 1) -> list[DealDifference]:
        """The differences of side ``number`` from the first, in the order of the deal."""
        return list(_differences(self.sides[0], self.sides[number]))

    def sheets(self) -> list[list[SheetLine]]:
        """The score sheets of all sides line by line: one, or one for each player; none if some side has no score."""
        sheets = [side.end.result.sheets if side.end.result else () for side in self.sides]
        if len({len(each) for each in sheets}) > 1:
            return []
        return [_aligned([sheet.lines for sheet in alike]) for alike in zip(*sheets, strict=True)]


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


def _differences(*sides: DealUnder) -> Iterator[DealDifference]:
    yield from _before_play(sides)
    tricks = [moves_by_trick(side) for side in sides]
    refused = [_refused_plays(side) for side in sides]
    recorded = [
        {*by_number, *(trick for trick, _seat in plays)} for by_number, plays in zip(tricks, refused, strict=True)
    ]
    for number in sorted(recorded[0] | recorded[1]):
        yield from _in_trick(number, [by_number.get(number, []) for by_number in tricks], refused)
    results = [side.end.result for side in sides]
    if any(result and result.void for result in results):
        return
    stopped = [side.stopped or None for side in sides]
    yield from _unlike("ends", stopped, trick=min(max(numbers, default=0) for numbers in recorded))
    scores = [result.scores if result else None for result in results]
    sheets = zip(*(result.sheets if result else () for result in results), strict=False)
    if scores[0] != scores[1] or any(row.differs for pair in sheets for row in _aligned([s.lines for s in pair])):
        yield DealDifference("score", scores)


def _unlike(
    kind: Kind, values: Sequence[Any], findings: Sequence[Findings] = ((), ()), **place: Any
) -> list[DealDifference]:
    """A difference, if the two values differ."""
    return [DealDifference(kind, values, findings, **place)] if values[0] != values[1] else []


def _before_play(sides: Sequence[DealUnder]) -> Iterator[DealDifference]:
    yield from _unlike("direction", [side.engine.index.clockwise for side in sides])
    yield from _unlike("dealt", [not side.deals_differently for side in sides])
    voids = [side.end.result and side.end.result.void for side in sides]
    yield from _unlike("void", voids, _why(sides, HandVoided))
    if any(voids):
        return
    auctions = [side.end.auction for side in sides]
    taker = auctions[0].taker
    contracts = [(auction.taker, auction.contract) if auction.contract else None for auction in auctions]
    bids, discards = ([_refused(side, phase) for side in sides] for phase in (Phase.BID, Phase.DISCARD))
    if contracts[0] != contracts[1] or bool(bids[0]) != bool(bids[1]):
        yield DealDifference("contract", contracts, bids)
    if (contracts[0] is None) != (contracts[1] is None):
        return
    called = [auction.called for auction in auctions]
    yield from _unlike("called", called, [_refused(side, Phase.CALL) for side in sides], seat=taker)
    talons = [next(_talon(side), None) for side in sides]
    yield from _unlike("talon", talons, _why(sides, TalonTaken, TalonLaidAside), seat=taker)
    yield from _unlike("order", [_calls_first(side) for side in sides], seat=taker)
    laid = [
        next((move.action for move in side.deal.moves if move.before.phase is Phase.DISCARD), None) for side in sides
    ]
    if bool(discards[0]) != bool(discards[1]) or (None not in laid and laid[0] != laid[1]):
        yield DealDifference("discarded", [not why for why in discards], discards, seat=taker)
    announced = [_announced(side) for side in sides]
    for seat, level in sorted(announced[0] ^ announced[1]):
        made = [level if (seat, level) in levels else None for levels in announced]
        yield DealDifference("announced", made, [_refused(side, Phase.DECLARE, seat) for side in sides], seat=seat)


def _in_trick(
    number: int, tricks: Sequence[list[Move]], refused: Sequence[dict[tuple[int, int], Findings]]
) -> Iterator[DealDifference]:
    leaders = [moves[0].before.turn if moves else None for moves in tricks]
    if None not in leaders:
        yield from _unlike("leader", leaders, trick=number)
    played = [
        {move.action.seat: move.action.card for move in moves if isinstance(move.action, Play)} for moves in tricks
    ]
    refused_seats = [seat for plays in refused for trick, seat in plays if trick == number]
    for seat in dict.fromkeys([*played[0], *played[1], *refused_seats]):
        why = [plays.get((number, seat), ()) for plays in refused]
        cards = [plays.get(seat) for plays in played]
        if bool(why[0]) != bool(why[1]):
            yield DealDifference("allowed", [not findings for findings in why], why, trick=number, seat=seat)
        elif None not in cards:
            yield from _unlike("card", cards, trick=number, seat=seat)
    takings = [_takings(moves) for moves in tricks]
    for seat in dict.fromkeys([*takings[0], *takings[1]]):
        found = [taken.get(seat, (None, ())) for taken in takings]
        yield from _unlike("taken", [each[0] for each in found], [each[1] for each in found], trick=number, seat=seat)
    left, right = (trick_winner(moves) for moves in tricks)
    if left is None or right is None:
        return
    yield from _unlike("winner", [left.seat, right.seat], [left.findings, right.findings], trick=number)
    moved = [{_essence(event): event.findings for event in events_of(moves, *CARD_TRANSFERS)} for moves in tricks]
    only = [tuple(f for what in moved[i] if what not in moved[1 - i] for f in moved[i][what]) for i in (0, 1)]
    if any(only):
        yield DealDifference("moved", card_owners(*tricks), only, trick=number)


def _takings(moves: Iterable[Move]) -> dict[int, tuple[str | None, Findings]]:
    """The capture by the card of each seat, where cards lie open, with the findings; None for a card that stays there."""
    found: dict[int, tuple[str | None, Findings]] = {}
    for move in moves:
        for event in move.events:
            if isinstance(event, CardsCaptured):
                found[move.action.seat] = " ".join(card.code for card in event.cards), event.findings
            elif isinstance(event, PileStolen):
                found[move.action.seat] = move.before.seats[event.owner], event.findings
            elif isinstance(event, CardLeft):
                found[move.action.seat] = None, event.findings
    return found


def _essence(event: Event) -> tuple[Any, ...]:
    """An event for comparison, without its rules."""
    facts = event.facts
    return (type(event), event.seat, *(facts.get(name) for name in ("card", "to", "payer", "payee", "creditor")))


def _why(sides: Sequence[DealUnder], *kinds: type[Event]) -> list[Findings]:
    """The findings of events of these kinds, by side."""
    return [
        tuple(f for event in side.deal.events() if isinstance(event, kinds) for f in event.findings) for side in sides
    ]


def _refused(side: DealUnder, phase: Phase, seat: int | None = None) -> Findings:
    """The findings that refuse actions of a phase; a finding without a rule for an action that the rules do not know."""
    verdicts = [
        deviation.verdict
        for deviation in side.deviations
        if deviation.phase is phase and seat in (None, deviation.action.seat)
    ]
    decisive = (None if verdict is None else verdict.decisive for verdict in verdicts)
    return tuple(finding or Finding("", Effect.REFUSES) for finding in decisive)


def _refused_plays(side: DealUnder) -> dict[tuple[int, int], Findings]:
    """The findings that refuse recorded plays, by trick and seat, without plays of cards no longer held."""
    return {
        (trick, action.seat): (verdict.decisive,)
        for _phase, action, verdict, trick, _replacement in side.deviations
        if isinstance(action, Play) and verdict is not None and verdict.decisive and not verdict.by_table
    }


def _announced(side: DealUnder) -> set[tuple[int, str]]:
    """Announcements as seat and level; of a result that was not played, those settled apart."""
    levels = {(declared.seat, declared.level) for declared in side.end.declared}
    if side.end.result and not side.deal.moves:
        observers = side.deal.engine.index.observers
        for sheet in side.end.result.sheets:
            for id, fact in sheet.outcome.facts.items():
                levels |= set(observers[id].announcements(fact))
    return levels


def _calls_first(side: DealUnder) -> bool | None:
    """True if a card is called before the discard; None if only one of them is done."""
    done = [move.before.phase for move in side.deal.moves if move.before.phase in (Phase.CALL, Phase.DISCARD)]
    return done[0] is Phase.CALL if len(set(done)) > 1 else None


def _talon(side: DealUnder) -> Iterator[tuple[type[Event], int | None]]:
    """The fate of the talon."""
    for event in side.deal.events():
        if isinstance(event, TalonTaken | TalonLaidAside):
            yield type(event), event.facts.get("side")


def _aligned(sheets: Sequence[Sequence[Line]]) -> list[SheetLine]:
    """Align lines of the same rule, keeping the order of each sheet."""
    keys: list[tuple[str, int]] = []
    sheets_by_key: list[dict[tuple[str, int], Line]] = []
    for lines in sheets:
        keyed: dict[tuple[str, int], Line] = {}
        at = 0
        for line in lines:
            key = (line.rule, sum(rule == line.rule for rule, _nth in keyed))
            keyed[key] = line
            if key not in keys:
                keys.insert(at, key)
            at = keys.index(key) + 1
        sheets_by_key.append(keyed)
    return [SheetLine(key[0], tuple(keyed.get(key) for keyed in sheets_by_key)) for key in keys]
