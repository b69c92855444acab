"""The rules that a replayed record reaches, held against those that it says it teaches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tarot_teach.engine import Engine
from tarot_teach.errors import Problem
from tarot_teach.language import _
from tarot_teach.mechanisms.interfaces import (
    Contract,
    LimitsDiscard,
    MakesOutcomes,
    NarrowsBids,
    Scores,
    StartsDeal,
    TurnsRound,
    Voids,
)
from tarot_teach.table import PASS, Action, Bid, DealCards, Discard, Phase, State

if TYPE_CHECKING:
    from tarot_teach.records.replay import Replay


def unreached(done: Replay) -> Iterator[Problem]:
    """Rules that an example teaches and never comes to."""
    rules = set(_reached(done)) if done.record.file.teaches else set()
    for i, rule in enumerate(done.record.file.teaches):
        if rule not in rules:
            message = _("{rule} is taught here, and never comes up").format(rule=rule)
            hint = _("leave it out of `teaches`, or tell of a deal in which it has a say")
            yield Problem("record.teaches", message, done.record.place(("teaches", i)), hint)


def _reached(done: Replay) -> Iterator[str]:
    """The rules that had a say: in a decision or an event, in a play that was tried, or in the score."""
    for event in done.deal.events():
        yield from (finding.rule for finding in event.findings)
    for i, move in enumerate(done.deal.moves):
        for verdict in (move.verdict, *(tried.verdict for tried in done.tries.get(i, ()))):
            yield from (finding.rule for finding in verdict.findings)
        yield from _asked(done.engine, move.before, move.action)
    result = done.end.result
    if result is None:
        return
    yield from (line.rule for sheet in result.sheets for line in sheet.lines)
    yield from (paid.finding.rule for paid in result.apart)
    if result.settlement is not None:
        yield result.settlement
    if done.deal.moves and not result.void:
        yield from (rule.rule for rule in done.engine.index.all(MakesOutcomes))
        yield from (rule.rule for rule in done.engine.index.all(Scores) if rule.comes_up(done.end))


def _asked(engine: Engine, state: State, action: Action) -> Iterator[str]:
    """The rules that bear on an action without a finding."""
    index = engine.index
    yield from (rule.rule for rule in index.all(TurnsRound))
    if isinstance(action, DealCards):
        yield from (rule.rule for rule in index.all(StartsDeal))
    if isinstance(action, Bid):
        yield from (rule.rule for rule in index.all(Contract) if rule.contract == action.bid)
        if any(bid != PASS for _seat, bid in state.auction.calls):
            yield from (rule.rule for rule in index.all(NarrowsBids))
    if state.phase is Phase.CLAIM and state.turn is not None:
        yield from (rule.rule for rule in index.all(Voids) if rule.voids(state, state.turn) is not None)
    if isinstance(action, Discard):
        allowed = hand = state.hands[action.seat]
        for rule in index.all(LimitsDiscard):
            left = rule.narrow_discard(allowed, hand, len(action.cards))
            if left != allowed or rule.obliges(allowed, hand, len(action.cards)):
                yield rule.rule
            allowed = left
