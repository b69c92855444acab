"""The phase ``play`` of games in which cards of the hand take cards that lie open on the table, or piles."""

from __future__ import annotations

from typing import Any

from tarot_teach.cards import Card
from tarot_teach.engine import preconditions
from tarot_teach.engine.hidden import hidden
from tarot_teach.engine.phases.tricks import TricksStage
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.errors import NotationError, suggest
from tarot_teach.mechanisms.asking import Asks
from tarot_teach.mechanisms.open_table import LEAVE
from tarot_teach.messages import _
from tarot_teach.table import events, with_cards
from tarot_teach.table.actions import Action, Choose, Play
from tarot_teach.table.picks import Pick
from tarot_teach.table.state import Choices, OpenTable, State, Trick
from tarot_teach.table.verdict import Effect, Finding, Verdict


class FishingStage(TricksStage):
    """Each seat plays a card in turn, which takes something or stays on the table; when all hands are empty they are dealt anew.

    There are no tricks: ``State.table`` counts the rounds. Where a card could take more than one thing, it lies in ``State.trick`` until
    its player says which, and ``State.asked`` has the rule and the seat.
    """

    def enter(self, index: RuleIndex, state: State) -> events.Step:
        state, happened = super().enter(index, state)
        assert index.lays_open is not None
        number = index.lays_open.cards
        state, laid = _from_stock(state, number)
        state = state._replace(table=OpenTable(laid, (None,) * state.players), won=state.won or (0,) * state.players)
        cards = state.deck.set(laid)
        finding = Finding(index.lays_open.rule, Effect.DECIDES, {"cards": cards})
        return state, (*happened, events.CardsLaidOpen(None, cards, findings=(finding,)))

    def legal(self, index: RuleIndex, state: State) -> Choices:
        assert state.turn is not None
        if state.asked:
            return Choices(state, state.turn, picks=ways_of(index, state, state.turn, state.trick.cards[0]))
        return Choices(state, state.turn, state.hands[state.turn])

    def allows(self, index: RuleIndex, state: State, action: Any, known: Choices | None) -> bool:
        return type(action) is Play and not state.asked and bool(state.hands[action.seat] & action.card.bit)

    def check(self, index: RuleIndex, state: State, action: Any) -> Verdict:
        if state.asked:
            picks = ways_of(index, state, action.seat, state.trick.cards[0])
            if isinstance(action, Choose) and any(pick.allows(action) for pick in picks):
                return Verdict(action, True)
            return Verdict(action, False, (preconditions.no_such_option(action.seat, picks[0].rule, picks),))
        if isinstance(action, Choose):
            return preconditions.not_now(state, action)
        places = (*state.hands, *state.won, state.table.cards)
        known = any(mask & action.card.bit for mask in places)  # where it is not, it may be among the unseen cards
        if not state.hands[action.seat] & action.card.bit and (known or not state.unseen[action.seat]):
            return preconditions.refuse(state, action, preconditions.CARD_NOT_HELD, cards=action.card)
        return Verdict(action, True, hand_known=not state.unseen[action.seat])

    def apply(self, index: RuleIndex, state: State, action: Any) -> events.Step:
        if isinstance(action, Choose):
            return _taken(index, state._replace(asked=()), action)
        seat, card = action.seat, action.card
        trick = Trick(state.trick.leader).add(card, index.order)._replace(seats=(seat,))
        ways = ways_of(index, state, seat, card)
        state = state.after_card(seat, card, state.turn, trick)
        played = events.CardPlayed(seat, card)
        if len(ways) > 1:
            return state._replace(asked=((ways[0].rule, seat),)), (played,)
        state, happened = _taken(index, state, ways[0].action(seat, state.deck))
        return state, (played, *happened)

    def read(self, index: RuleIndex, state: State, seat: int, text: str) -> Action:
        """The code of a card, or an option."""
        if not state.asked:
            return Play(seat, state.deck.card(text))
        picks = self.legal(index, state).picks
        pick = index.option_named(picks, text)
        if pick is None:
            hint = suggest(text, map(index.option_name, picks), _("say one of"))
            raise NotationError.of("play.word", _("{text!r} cannot be said here"), hint=hint, text=text)
        return pick.action(seat, state.deck)


def ways_of(index: RuleIndex, state: State, seat: int, card: Card) -> tuple[Pick, ...]:
    """The options for a card that a seat plays: at least one."""
    captures, steals = index.takes_from_table, index.steals
    assert captures is not None
    table = captures.ways(state, seat, card)
    piles = () if steals is None else steals.ways(state, seat, card)
    if table and piles and steals is not None:
        table = () if steals.both == "pile" else table
        piles = () if steals.both == "table" else piles
    leave = () if (table or piles) and not captures.may_leave else (Pick(captures.rule, LEAVE),)
    return (*piles, *table, *leave)


def _taken(index: RuleIndex, state: State, action: Choose) -> events.Step:
    """The state after a card has taken something, or come to lie on the table: the next seat's turn, perhaps after a new deal, or the end."""
    rule = index.mechanisms[action.rule]
    assert isinstance(rule, Asks)
    state, happened = rule.take(state, action, state.deck.set(0))
    leader, following = state.trick.leader, (action.seat + 1) % state.players
    round_over = following == leader
    table = state.table._replace(rounds=state.table.rounds + round_over)
    state = state._replace(trick=Trick(leader), turn=following, table=table)
    if not round_over or any(state.hand_size(seat) for seat in range(state.players)):
        return state, happened
    state, more = _dealt_anew(index, state) if state.stock else _ended(index, state)
    return state, (*happened, *more)


def _dealt_anew(index: RuleIndex, state: State) -> events.Step:
    """The state with new hands from the stock, dealt to the leader first, one card at a time."""
    rule, players = index.deals_anew, state.players
    assert rule is not None
    number = rule.each(len(state.stock), players, index.deals.hand_size(players))
    hands = list(state.hands)
    for i, card in enumerate(state.stock[: number * players]):
        hands[(state.trick.leader + i) % players] |= card.bit if card else 0
    state, _cards = _from_stock(state, number * players)
    finding = Finding(rule.rule, Effect.DECIDES, {"number": number})
    return state._replace(hands=tuple(hands)), (events.DealtAnew(None, number, findings=(finding,)),)


def _ended(index: RuleIndex, state: State) -> events.Step:
    """The end of the play: what still lies on the table goes to somebody, or to nobody."""
    left, heir = state.table.cards, index.takes_rest.heir(state) if index.takes_rest else None
    state = state._replace(turn=None, table=state.table._replace(cards=0))
    if heir is None or not left:
        return state._replace(dead=state.dead | left), ()
    seat, finding = heir
    return state._replace(won=with_cards(state.won, seat, left)), (
        events.RestTaken(seat, state.deck.set(left), findings=(finding,)),
    )


def _from_stock(state: State, number: int) -> tuple[State, int]:
    """The state without the top cards of the stock, and these. Raises RecordError where they are not known."""
    top = state.stock[:number]
    mask = sum(card.bit for card in top if card)
    if None in top or len(top) < number:
        raise hidden(_("the talon"))
    return state._replace(stock=state.stock[number:], talon=state.talon & ~mask), mask
