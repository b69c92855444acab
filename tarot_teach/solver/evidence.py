"""Cards that a hidden hand or discard cannot have had, by what all have seen; and whether whole hands fit all that was seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

from tarot_teach.cards import Card
from tarot_teach.engine.phases.discard import limited, refusals, shown_part
from tarot_teach.engine.phases.tricks import gather, playable
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.mechanisms.discard import LastResort
from tarot_teach.mechanisms.interfaces import Offers
from tarot_teach.table import Choose, Effect, State
from tarot_teach.table.state import Declaration, Phase, Trick


class Played(NamedTuple):
    """A card that a seat has played: the ``state`` before it, without the hands, and the cards that the seats have
    played ``since`` then, with this one, as masks. ``later`` are those that all saw come to the seat from its heaps since
    then, and ``grown`` says that others have come, which nobody else saw."""

    state: State
    seat: int
    card: Card
    since: tuple[int, ...]
    later: int = 0
    grown: bool = False

    def hands(self, hands: Sequence[int]) -> tuple[int, ...]:
        """The hands before the play, where these are the present ones."""
        return tuple(
            (hand | since) & ~(self.later if seat == self.seat else 0)
            for seat, (hand, since) in enumerate(zip(hands, self.since, strict=True))
        )


def plays_of(index: RuleIndex, state: State) -> list[Played]:
    """The cards played so far, the last first."""
    found: list[Played] = []
    since = [0] * state.players
    for number in range(len(state.tricks), -1, -1):
        trick = state.tricks[number].trick if number < len(state.tricks) else state.trick
        at_lead = state._replace(tricks=state.tricks[:number])
        before = [Trick(trick.leader)]
        for card in trick.cards[:-1]:
            before.append(index.with_card(before[-1], card))
        for position in range(len(trick.cards) - 1, -1, -1):
            seat, card = trick.seat_of(position, state.players), trick.cards[position]
            since[seat] |= card.bit
            turned = [each for each in state.turned if each.seat == seat and each.tricks > number]
            later, grown = reduce(or_, (each.cards for each in turned), 0), any(each.unseen for each in turned)
            here = at_lead._replace(trick=before[position], turn=seat)
            found.append(Played(here, seat, card, tuple(since), later, grown))
    return found


def played_by(plays: list[Played], players: int) -> tuple[int, ...]:
    """All cards that the seats have played, as masks."""
    return plays[-1].since if plays else (0,) * players


def barred_by_plays(index: RuleIndex, plays: list[Played], hidden: int, seats: tuple[int, ...]) -> dict[int, int]:
    """By hidden seat, the hidden cards with which it could not have played as it did; of cards that are played later each play before is asked."""
    barred = dict.fromkeys(seats, 0)
    for played in plays:
        if played.seat in barred and not played.grown:
            earlier = played.state.gone | played.state.trick.mask
            barred[played.seat] |= barred_by(index, played, hidden & ~earlier & ~barred[played.seat])
    return barred


def barred_by(index: RuleIndex, played: Played, others: int) -> int:
    """The cards with each of which one play was not allowed."""
    barred = 0
    while others:
        may = playable(index, holding(index, played, others))
        if may & played.card.bit:
            return barred
        found = sum(
            card.bit
            for card in played.state.deck.set(may & others)
            if not playable(index, holding(index, played, card.bit)) & played.card.bit
        )
        if not found:
            return barred
        barred, others = barred | found, others & ~found
    return barred


def holding(index: RuleIndex, played: Played, others: int) -> State:
    """The state before a play, with some cards besides the played one in the hand. Where rules ask how many cards a hand has, it has as many as then: cards of
    no pack stand for the others."""
    state, hands = played.state, list(played.since)
    hand = others | played.card.bit
    if index.narrows_by_size:
        more = index.deals.hand_size(state.players) + 1 - state.number - hand.bit_count()
        hand |= (1 << max(0, more)) - 1 << len(state.deck.cards)
    hands[played.seat] = hand
    return played.state._replace(hands=tuple(hands))


def barred_from_discard(index: RuleIndex, state: State, size: int, by_taker: bool = True) -> int:
    """The cards that cannot be in the hidden part of what the taker has laid away, or another. Cards for the last resort count among them: a hand
    that lays them away unseen hardly ever comes up."""
    barred = state.deck.all & ~reduce(or_, (limited(index, card.bit, size)[0] for card in state.deck.cards))
    for rule in index.discard:
        barred |= rule.shows(state.deck.all, by_taker)
        if isinstance(rule, LastResort):
            barred |= rule.named
    return barred


def barred_by_discard(index: RuleIndex, state: State, size: int) -> int:
    """The cards that the taker cannot have kept: those that go before the cards that were laid away for the last resort."""
    barred = 0
    for rule in index.discard:
        if isinstance(rule, LastResort) and state.shown & rule.named:
            barred |= limited(index, state.deck.all, size)[0] & ~rule.named
    return barred


def barred_by_showing(index: RuleIndex, state: State, done: Declaration, hidden: int) -> int:
    """The hidden cards with each of which a seat could not have shown what it did."""
    rule = index.mechanisms.get(done.rule)
    if not isinstance(rule, Offers) or done.cards is None:
        return 0
    return sum(
        card.bit
        for card in state.deck.set(hidden & ~done.cards)
        if not _allows(rule, state, done, done.cards | card.bit)
    )


def _allows(rule: Offers, state: State, done: Declaration, hand: int) -> bool:
    """True if a seat may make an announcement with a hand."""
    hands = tuple(hand if seat == done.seat else 0 for seat in range(state.players))
    before = state._replace(hands=hands, unseen=(0,) * state.players, declared=())
    cards = None if done.cards is None else state.deck.set(done.cards)
    findings = rule.check_declaration(before, Choose(done.seat, done.rule, done.level, cards))
    return all(finding.effect is not Effect.REFUSES for finding in findings)


def contradictions(
    index: RuleIndex, world: State, plays: list[Played], seats: tuple[int, ...], laid: bool
) -> Iterator[str]:
    """The ids or names of what was seen that does not fit a world: plays of hidden seats, their announcements, and the taker's discard."""
    for played in plays:
        if played.seat in seats and not played.grown:
            before = played.state._replace(hands=played.hands(world.hands))
            if not playable(index, before) & played.card.bit:
                yield played.card.code
    if world.unrecorded_tricks:
        return
    if not _gathered_alike(index, world):
        yield "won"
    dealt = tuple(map(or_, world.hands, played_by(plays, world.players)))
    for done in world.declared:
        rule = index.mechanisms.get(done.rule)
        if done.seat in seats and isinstance(rule, Offers) and not _allows(rule, world, done, dealt[done.seat]):
            yield done.rule
    taker = world.auction.taker
    if laid and taker in seats and taker is not None:
        whole = dealt[taker] | world.discard
        before = world._replace(hands=tuple(whole if seat == taker else hand for seat, hand in enumerate(dealt)))
        cards = world.deck.set(world.discard)
        if refusals(index, before, taker, cards, len(cards)):
            yield "discard"
        elif shown_part(index, world, taker, cards)[0].mask != world.shown:
            yield "shown"


def _gathered_alike(index: RuleIndex, world: State) -> bool:
    """True if the cards of all tricks would go where they went: to whom the Excuse and what is paid for it go shows who
    is the partner. Where the payer chose, the rest is not looked at."""
    auction = world.auction
    if auction.called is None or auction.known:
        return True
    state = world._replace(tricks=(), debts=(), won=(0,) * world.players)
    for taken in world.tricks:
        state, _events = gather(index, state._replace(trick=taken.trick))
        if state.phase is Phase.PAY:
            return True
    return (state.won, state.debts) == (world.won, world.debts)
