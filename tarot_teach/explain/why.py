"""Why the seat to act may or may not play a card, or lay it away: one card judged, or all that are refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tarot_teach.blocks import NO_TEXT, Reason
from tarot_teach.cards import Card, CardSet
from tarot_teach.engine import Engine
from tarot_teach.language import _
from tarot_teach.mechanisms import Who
from tarot_teach.table import Discard, Phase, Play, State, Verdict
from tarot_teach.text import say


def judge_card(engine: Engine, state: State, card: Card, who: Who) -> Reason:
    """The reason for or against a card of the seat to act, at a discard or in the play."""
    reason = engine.reason(_verdict_on(engine, state, card), who)
    choice = engine.legal(state).discard
    if choice is not None and card in choice.obliged:
        assert state.turn is not None
        return replace(reason, head=say(_("{who} has to lay away {card}."), who=who(state.turn), card=card))
    return reason


def refused_cards(engine: Engine, state: State, who: Who) -> Iterator[Reason]:
    """The cards of the hand to act that may not be played, or laid away: one reason for each rule that refuses some.

    What is allowed instead is left out, being the same for all.
    """
    if state.turn is None or state.phase not in (Phase.PLAY, Phase.DISCARD):
        return
    choices = engine.legal(state)
    allowed = choices.discard.allowed.mask if choices.discard else choices.cards
    by_rule: dict[str, list[Verdict]] = {}
    cards: dict[str, list[Card]] = {}
    for card in CardSet(state.deck, state.hands[state.turn] & ~allowed):
        verdict = _verdict_on(engine, state, card)
        assert verdict.decisive is not None
        by_rule.setdefault(verdict.decisive.rule, []).append(verdict)
        cards.setdefault(verdict.decisive.rule, []).append(card)
    for rule, verdicts in by_rule.items():
        yield replace(engine.reason(verdicts[0], who, cards[rule]), instead=NO_TEXT, codes=())


def _verdict_on(engine: Engine, state: State, card: Card) -> Verdict:
    """The verdict on a card. At a discard it is judged by itself: that more have to go with it is no reason against it."""
    assert state.turn is not None
    if state.phase is Phase.PLAY:
        return engine.check(state, Play(state.turn, card))
    choice = engine.legal(state).discard
    assert choice is not None
    action = Discard(state.turn, CardSet(state.deck, card.bit))
    if card in choice.allowed:
        return Verdict(action, True, ())
    verdict = engine.check(state, action)
    about = [
        finding for finding in verdict.findings if card in (finding.facts.get("card"), *finding.facts.get("cards", ()))
    ]
    return replace(verdict, findings=(about[0]._replace(decisive=True), *about[1:]))
