"""The phase ``play`` of games in which a hand grows until it can follow suit, and players go out when they have no cards."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tarot_teach.engine import preconditions
from tarot_teach.engine.hidden import check_talon
from tarot_teach.engine.phases.stage import verdict_of
from tarot_teach.engine.phases.tricks import TricksStage, gather
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.errors import NotationError, suggest
from tarot_teach.messages import _
from tarot_teach.table import events
from tarot_teach.table.actions import Action, Choose, Play
from tarot_teach.table.picks import Pick
from tarot_teach.table.state import Choices, State
from tarot_teach.table.verdict import Effect, Finding, Verdict


class SheddingStage(TricksStage):
    """Every rule of the play binds: a seat without a card that all of them allow decides what a rule asks, such as to draw.

    ``State.chosen`` are the decisions of the seat since its turn came. Seats without cards are passed over, and a trick has the
    cards of those that have played to it.
    """

    def legal(self, index: RuleIndex, state: State) -> Choices:
        cards = _playable(index, state)
        return Choices(state, state.turn, cards, picks=_picks(index, state, cards))

    def allows(self, index: RuleIndex, state: State, action: Any, known: Choices | None) -> bool:
        if type(action) is not Play:
            return known is not None and any(pick.allows(action) for pick in known.picks)
        return bool((_playable(index, state) if known is None else known.cards) & action.card.bit)

    def check(self, index: RuleIndex, state: State, action: Any) -> Verdict:
        if isinstance(action, Choose):
            return _check_choice(index, state, action)
        seat, card = action.seat, action.card
        places = (*state.hands, *state.won, state.trick.mask)
        known = any(mask & card.bit for mask in places)  # where it is not, it may be among the unseen cards of the hand
        if not state.hands[seat] & card.bit and (known or not state.unseen[seat]):
            return preconditions.refuse(state, action, preconditions.CARD_NOT_HELD, cards=card)
        left = hand = state.hands[seat] | card.bit
        findings: list[Finding] = []
        for rule in index.narrows:
            after = rule.narrow(left, state.trick, hand)
            if after != left:
                refused = bool(left & ~after & card.bit)
                facts = {"seat": seat, "card": card, **rule.facts(left, state.trick, hand)}
                effect = Effect.REFUSES if refused else Effect.REQUIRES
                findings.append(Finding(rule.rule, effect, facts, decisive=refused))
            left = after
        verdict = verdict_of(action, findings, tuple(card.code for card in state.deck.set(left)))
        return replace(verdict, hand_known=not state.unseen[seat])

    def apply(self, index: RuleIndex, state: State, action: Any) -> events.Step:
        if isinstance(action, Choose):
            return self._decided(index, state, action)
        seat, card = action.seat, action.card
        seats = (*(each for each, _card in state.trick.by(state.players)), seat)
        trick = state.trick.add(card, index.order)._replace(seats=seats)
        state, more = self._next(index, state.after_card(seat, card, seat, trick)._replace(chosen=()), seat)
        return state, (events.CardPlayed(seat, card), *more)

    def _decided(self, index: RuleIndex, state: State, action: Choose) -> events.Step:
        """The state after a decision; it is the next seat's turn where the rule says that this one's is over."""
        rule = index.asks_in_play
        assert rule is not None
        before = state
        state, taken = rule.take(state._replace(chosen=(*state.chosen, action)), action, state.deck.set(0))
        check_talon(before, state)
        if not rule.ends_turn(action):
            return state, taken
        state, more = self._next(index, state._replace(chosen=()), action.seat)
        return state, taken + more

    def _next(self, index: RuleIndex, state: State, seat: int) -> events.Step:
        """The state in which the next seat with cards is to act: in the same trick, or leading to another. Nobody is where the play ends."""
        ended = next((finding for rule in index.ends_play if (finding := rule.ends(state))), None)
        players, leader = state.players, state.trick.leader
        following = (seat + 1) % players
        while following != leader and not state.hand_size(following):
            following = (following + 1) % players
        if following != leader and ended is None:
            return state._replace(turn=following), ()
        state, happened = gather(index, state)
        if ended is not None:
            return state._replace(turn=None), (*happened, events.PlayEnded(None, findings=(ended,)))
        holders = [(state.tricks[-1].winner + i) % players for i in range(players)]
        leads = next((each for each in holders if state.hand_size(each)), None)
        return state._replace(turn=leads, trick=state.trick._replace(leader=leads or 0)), happened

    def read(self, index: RuleIndex, state: State, seat: int, text: str) -> Action:
        """The code of a card, or an option."""
        choices = self.legal(index, state)
        pick = index.option_named(choices.picks, text)
        if pick is not None:
            return pick.action(seat, state.deck)
        try:
            return Play(seat, state.deck.card(text))
        except NotationError:
            if choices.cards or not choices.picks:
                raise
            hint = suggest(text, map(index.option_name, choices.picks), _("say one of"))
            message = _("{text!r} cannot be said here")
            raise NotationError.of("play.word", message, hint=hint, text=text) from None


def _playable(index: RuleIndex, state: State) -> int:
    """The cards that the seat to act may play by every rule, as a mask."""
    assert state.turn is not None
    left = hand = state.hands[state.turn]
    for rule in index.narrows:
        left = rule.narrow(left, state.trick, hand)
    return left


def _picks(index: RuleIndex, state: State, cards: int) -> tuple[Pick, ...]:
    """The decisions that are open to the seat to act, which may play some cards."""
    rule, seat = index.asks_in_play, state.turn
    if rule is None or seat is None or (cards and not rule.also_able(state, seat)):
        return ()
    return rule.picks(state, seat)


def _check_choice(index: RuleIndex, state: State, action: Choose) -> Verdict:
    cards = _playable(index, state)
    picks = _picks(index, state, cards)
    if any(pick.allows(action) for pick in picks):
        return Verdict(action, True)
    rule = index.asks_in_play
    if rule is None or action.rule != rule.rule:
        return preconditions.not_now(state, action)
    instead = tuple(card.code for card in state.deck.set(cards))
    if cards and not picks:
        finding = rule.decides(decisive=True, seat=action.seat, cards=state.deck.set(cards))
        return Verdict(action, False, (finding._replace(effect=Effect.REFUSES),), instead)
    return Verdict(action, False, (preconditions.no_such_option(action.seat, rule.rule, picks),), instead)
