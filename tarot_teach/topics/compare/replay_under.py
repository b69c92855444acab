"""A record followed by other rules than its own: the same cards, the same players, and what becomes of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

from tarot_teach.cards import Card
from tarot_teach.engine import Engine, Setup
from tarot_teach.engine.deal import Deal, Move
from tarot_teach.records.other_rules import check_fit
from tarot_teach.records.record import Record
from tarot_teach.records.replay import Replay
from tarot_teach.records.score_only import scored
from tarot_teach.records.start import Reader, begin, holdings_of
from tarot_teach.table import DealCards, Declare, Pay, Play, State
from tarot_teach.table.events import CardMoved, Event, TrickWon
from tarot_teach.topics.compare.follower import Deviation, Follower
from tarot_teach.topics.compare.policies import Policy


@dataclass(frozen=True, slots=True)
class DealUnder:
    """One hand by one ruleset. ``stopped`` says why it ends before the deal does, if it does. ``deals_differently`` says that the
    pack of the record would have been dealt to other hands; those of the record are played all the same."""

    deal: Deal
    deviations: tuple[Deviation, ...] = ()
    stopped: str = ""
    deals_differently: bool = False

    @property
    def engine(self) -> Engine:
        """The engine of the ruleset."""
        return self.deal.engine

    @property
    def end(self) -> State:
        """The state after the last move."""
        return self.deal.state


def replay_under(told: Replay, engine: Engine, policy: Policy) -> DealUnder:
    """A replayed record by the rules of ``engine``; where they refuse what was done, ``policy`` says how it goes on.

    Raises RecordError where the hand cannot be played by these rules at all: another pack, number of players or size of the
    hands; or a contract, told of no auction, that they do not know.
    """
    check_fit(told.record, told.start.players, told.engine, engine)
    record, dropped = _offered(told, engine)
    reader = Reader(record, engine)
    reader.seats = told.start.seats
    dealt = next((step for step in told.deal.moves if isinstance(step.action, DealCards)), None)
    if record.file.start.step == "score":
        deal = scored(reader)
    elif dealt is not None:
        position = Setup(
            seats=told.start.seats,
            dealer=told.start.dealer,
            hands=dealt.after.hands,
            unseen=(0,) * told.start.players,
            talon=dealt.after.talon,
            holdings=holdings_of(reader),
        )
        deal = position.deal(engine, "bid")
    else:
        deal = begin(reader)
    reader.check()
    follower = Follower(told, deal, policy)
    stopped = follower.run()
    otherwise = dealt is not None and _deals_differently(engine, dealt)
    deviations = (*dropped, *follower.deviations)
    return DealUnder(follower.deal, deviations, stopped, otherwise)


def _deals_differently(engine: Engine, dealt: Move) -> bool:
    """Whether the rules forbid that deal, or make other hands of the pack."""
    state, deals, starts = dealt.before, engine.index.deals, engine.index.starts
    assert isinstance(dealt.action, DealCards)
    if any(finding.decisive for finding in deals.check_deal(state, dealt.action)):
        return True
    first = starts.starts(state.dealer, state.players) if starts else (state.dealer + 1) % state.players
    layout = deals.deal(state.pack, first, state.players, dealt.action)
    return (layout.hands, layout.talon) != (dealt.after.hands, dealt.after.talon)


def _offered(told: Replay, engine: Engine) -> tuple[Record, list[Deviation]]:
    """The record without the announcements that the rules do not know, and these."""
    file, index = told.record.file, engine.index
    dropped = []
    for shown in file.shown:
        if index.offering(shown.level) is None:
            dropped.append(_not_offered(told, shown.seat, shown.level))
    update: dict[str, object] = {"shown": [shown for shown in file.shown if index.offering(shown.level)]}
    if file.result is not None:
        for told_apart in file.result.apart:
            if told_apart.level not in index.apart_levels:
                dropped.append(_not_offered(told, told_apart.seat, told_apart.level))
        kept = [one for one in file.result.apart if one.level in index.apart_levels]
        small = file.result.small_slam if "small_slam" in index.scored else ()
        update["result"] = file.result.model_copy(update={"apart": kept, "small_slam": small})
    return replace(told.record, file=file.model_copy(update=update)), dropped


def _not_offered(told: Replay, letter: str, level: str) -> Deviation:
    offer = told.engine.index.offering(level)
    seats = told.start.seats
    seat = seats.index(letter) if letter in seats else 0
    return Deviation(Declare(seat, offer.rule if offer else "", level), None, 0)


def steps_by_trick(side: DealUnder) -> dict[int, list[Move]]:
    """The steps of each trick, with what is paid after it, by the trick's number in the deal."""
    tricks: dict[int, list[Move]] = {}
    for step in side.deal.moves:
        if step.trick is not None and isinstance(step.action, Play | Pay):
            tricks.setdefault(step.before.missed + step.trick + 1, []).append(step)
    return tricks


E = TypeVar("E", bound=Event)


def events_of(moves: Iterable[Move], *kinds: type[E]) -> list[E]:
    """The events of some kinds in some moves."""
    return [event for move in moves for event in move.events if isinstance(event, kinds)]


def trick_winner(moves: Iterable[Move]) -> TrickWon | None:
    """The event by which the trick of some moves was won; None for a trick that is not complete."""
    return next(iter(events_of(moves, TrickWon)), None)


def card_owners(left: list[Move], right: list[Move]) -> list[tuple[tuple[Card, int | None], ...]]:
    """For each card that leaves its trick under either ruleset, its owner under the left and under the right one."""
    moved = [{event.card: event.to for event in events_of(moves, CardMoved)} for moves in (left, right)]
    won = [winner.seat if (winner := trick_winner(moves)) else None for moves in (left, right)]
    cards = {**moved[0], **moved[1]}
    return [tuple((card, moved[i].get(card, won[i])) for card in cards) for i in (0, 1)]
