"""Reasons for and against one card of the seat to act, at a discard or in the play."""

from __future__ import annotations

from dataclasses import replace

from tarot_teach.blocks import Reason
from tarot_teach.cards import Card
from tarot_teach.engine.engine import Engine
from tarot_teach.mechanisms import Who
from tarot_teach.messages import _
from tarot_teach.table import Phase, Play, State, Verdict
from tarot_teach.text import say


def judge_card(engine: Engine, state: State, card: Card, who: Who) -> Reason:
    """The reason for or against a card of the seat to act, at a discard or in the play."""
    reason = engine.reason(verdict_on_card(engine, state, card), who)
    pick = engine.legal(state).of_hand
    if pick is not None and card.bit & pick.obliged:
        assert state.turn is not None
        return replace(reason, head=say(_("{who} has to lay away {card}."), who=who(state.turn), card=card))
    return reason


def verdict_on_card(engine: Engine, state: State, card: Card) -> Verdict:
    """The verdict on a card. At a discard it is judged by itself: that more have to go with it is no reason against it."""
    assert state.turn is not None
    if state.phase is Phase.PLAY:
        return engine.check(state, Play(state.turn, card))
    pick = engine.legal(state).of_hand
    assert pick is not None
    action = pick.action(state.turn, state.deck, card.bit)
    if card.bit & pick.cards:
        return Verdict(action, True)
    verdict = engine.check(state, action)
    first, *more = (
        finding for finding in verdict.findings if card in (finding.facts.get("card"), *finding.facts.get("cards", ()))
    )
    return replace(verdict, findings=(first._replace(decisive=True), *more))
