"""Worlds: whole deals that fit what one seat has seen, drawn at random with equal chances.

A world fits the seat's cards, all cards that have been played or shown, the talon where it was turned, the number of cards in each hand, the
called card, cards that a seat cannot have held by the way it played, laid away or announced, by ``fits`` what the auction says of hands as dealt, and by ``bears`` what
signals say. It need not fit what nobody is bound to: cards that would have been better played by another hand, and announcements that were not
made. A called card is taken to lie with somebody else than the taker as long as it can.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from operator import or_

from tarot_teach.cards import Card
from tarot_teach.engine import Engine
from tarot_teach.engine.phases.talon import laid_aside
from tarot_teach.errors import Problem, SolveError
from tarot_teach.language import N_, _
from tarot_teach.solver.dealing import Below, Dealing, picked
from tarot_teach.solver.evidence import (
    barred_by_discard,
    barred_by_plays,
    barred_by_showing,
    barred_from_discard,
    contradictions,
    played_by,
    plays_of,
)
from tarot_teach.solver.position import unfit_play
from tarot_teach.table.state import Auction, Phase, State

Fits = Callable[[int, int], bool]
"""True if a seat bids as it did with a hand as dealt, a mask."""
Bears = Callable[[State, int, Card], bool]
"""True if the hand of a seat bears out what a card says that it plays, in the state before."""
TRIES, SOFT_TRIES = 2000, 6
"""The most deals of the hidden cards that are drawn for one that fits what was seen, and the most of these for one that fits auction and signals as well; after
that the first is taken."""
AFTER_DISCARD = (Phase.DECLARE, Phase.ANNOUNCE, Phase.PLAY, Phase.PAY)
BEFORE_TALON = (Phase.CLAIM, Phase.BID, Phase.CALL)
EXCHANGED = N_("cards of the talon are exchanged or drawn one by one")


class Worlds:
    """The worlds of a seat in a state, of which only the view of the seat is read. ``fits`` says of hands as dealt if they suit the auction, and
    ``bears`` of hands at a play if they bear out what the card said.

    Raises SolveError with the reason where they cannot be drawn.
    """

    def __init__(
        self, engine: Engine, state: State, seat: int, fits: Fits | None = None, bears: Bears | None = None
    ) -> None:
        self.engine, self.seat, self.view = engine, seat, state.view(seat)
        self._fits, self._bears, self._index = fits, bears, engine.rules(state)
        self._seats = tuple(i for i, number in enumerate(self.view.unseen) if number)
        self._hidden = self._hidden_cards()
        aside = self._hidden.bit_count() - sum(self.view.unseen)
        reasons = [*self._unfit(aside)]
        if reasons:
            raise _refused(engine, reasons)
        self._aside = aside
        self._laid = bool(aside and self._discards())
        self._plays = plays_of(self._index, self.view) if self.view.phase is Phase.PLAY else []
        sizes = tuple(self.view.unseen[i] for i in self._seats) + ((aside,) if aside else ())
        self._dealing = Dealing(self._groups(), sizes)
        if not self._dealing.ways:
            raise _refused(engine, [_("no deal of the hidden cards fits what was seen")])

    @property
    def ways(self) -> int:
        """The number of deals of the hidden cards that fit what every single play, discard and announcement allows."""
        return self._dealing.ways

    def draw(self, below: Below) -> State:
        """A world: the state with all cards known. The same draws give the same world. Raises SolveError where none is found."""
        best: State | None = None
        tries = 0
        for _try in range(TRIES):
            world = self._world(self._dealing.draw(below), below)
            if next(contradictions(self._index, world, self._plays, self._seats, self._laid), None) is not None:
                continue
            best, tries = world, tries + 1
            if tries == SOFT_TRIES or (self._suits_auction(world) and self._suits_signals(world)):
                return world
        if best is not None:
            return best
        raise _refused(self.engine, [_("no deal of the hidden cards was found that fits what was seen")])

    def _hidden_cards(self) -> int:
        """The cards of which the seat does not know where they are."""
        view = self.view
        places = (
            *view.hands,
            *view.won,
            *view.aside,
            *view.side_piles,
            view.trick.mask,
            view.discard,
            view.dead,
            view.table.cards,
        )
        lying = view.talon if view.phase in BEFORE_TALON else 0
        return view.deck.all & ~reduce(or_, places) & ~lying

    def _unfit(self, aside: int) -> Iterator[str]:
        """Reasons why no worlds can be drawn; ``aside`` is the number of hidden cards in no hand."""
        view, index = self.view, self._index
        lying = index.deals.talon_size(view.players) or self._undealt
        if other_play := unfit_play(self.engine):
            yield other_play
        elif view.phase not in (*BEFORE_TALON, *AFTER_DISCARD, Phase.DISCARD):
            yield _("it is not known what the seat has seen at this step")
        elif view.unseen[self.seat]:
            yield _("the hand of the seat is not known")
        elif index.keeps_talon or view.aside or (view.stock and view.phase in AFTER_DISCARD):
            yield _(EXCHANGED)
        elif aside and aside != lying - (view.shown.bit_count() if self._discards() else 0):
            yield _("{number} cards lie where the rules do not say").format(number=aside)
        elif view.phase is Phase.DISCARD and self.seat != view.auction.taker:
            yield _("somebody else is laying cards away")

    @property
    def _undealt(self) -> int:
        """The number of cards that are never dealt, where there is no talon."""
        deals, players = self._index.deals, self.view.players
        dealt = players * deals.hand_size(players) + deals.talon_size(players)
        return len(self.view.deck.cards) - dealt

    def _discards(self) -> bool:
        """True if the taker has laid cards away."""
        contract, phase, calls = self.view.auction.contract, self.view.phase, self._index.calls
        called_now = phase is Phase.CALL and calls is not None and calls.after_discard
        if contract is None or not (phase in AFTER_DISCARD or called_now):
            return False
        _rule, move = self._index.talon_move(contract)
        return move is not None and move.into_hand

    def _groups(self) -> dict[int, int]:
        """The hidden cards by the places where they can lie: hidden seats in their order, then the discard or the talon."""
        view, index, hidden, taker = self.view, self._index, self._hidden, self.view.auction.taker
        can = {
            seat: hidden & ~barred for seat, barred in barred_by_plays(index, self._plays, hidden, self._seats).items()
        }
        away = hidden
        if self._discards() and taker is not None and taker in can:
            for seat in can:
                if seat != taker:
                    can[seat] &= ~view.talon
            away &= ~barred_from_discard(index, view, self._aside + view.shown.bit_count())
            can[taker] &= ~barred_by_discard(index, view, self._aside + view.shown.bit_count())
        for done in view.declared:
            held = (done.cards or 0) & hidden
            if done.seat not in can:
                continue
            can[done.seat] &= ~barred_by_showing(index, view, done, hidden)
            others = [seat for seat in can if seat != done.seat]
            can |= {seat: can[seat] & ~held for seat in others}
            away &= ~held if not (self._laid and done.seat == taker) else view.deck.all
        called = view.auction.called
        if called is not None and called.bit & hidden and taker in can and not view.talon & called.bit:
            elsewhere = [seat for seat in can if seat != taker and can[seat] & called.bit]
            if elsewhere or (self._aside and not self._laid):
                can[taker] &= ~called.bit
        places = [can[seat] for seat in self._seats] + ([away] if self._aside else [])
        groups: dict[int, int] = {}
        for card in view.deck.set(hidden):
            where = sum(1 << number for number, cards in enumerate(places) if cards & card.bit)
            groups[where] = groups.get(where, 0) | card.bit
        return groups

    def _world(self, dealt: list[int], below: Below) -> State:
        """The state in which the hidden cards lie as dealt."""
        view = self.view
        hands = list(view.hands)
        for seat, cards in zip(self._seats, dealt, strict=False):
            hands[seat] = cards
        world = view._replace(hands=tuple(hands), unseen=(0,) * view.players, auction=self._auction(hands))
        if not self._aside or self._undealt:
            return world
        away = dealt[-1]
        if self._laid:
            return world._replace(discard=away | view.shown, side_piles=(away | view.shown, 0))
        if view.phase in AFTER_DISCARD and view.auction.contract is not None:
            return world._replace(talon=away, side_piles=laid_aside(self._index, view.auction.contract, away))
        return world._replace(talon=away, stock=_in_some_order(world, away, below) if view.stock else ())

    def _auction(self, hands: list[int]) -> Auction:
        """The auction, with the holder of the called card."""
        auction = self.view.auction
        if auction.called is None or auction.known:
            return auction
        holder = next((seat for seat, hand in enumerate(hands) if hand & auction.called.bit), None)
        return auction._replace(partner=None if holder == auction.taker else holder)

    def _suits_auction(self, world: State) -> bool:
        """True if all hidden hands, as they were dealt, suit the auction."""
        if self._fits is None or world.unrecorded_tricks:
            return True
        dealt = map(or_, world.hands, played_by(self._plays, world.players))
        for seat, hand in enumerate(dealt):
            if seat not in self._seats:
                continue
            if seat == world.auction.taker and self._discards():
                if not world.talon:  # taken unseen
                    continue
                hand = (hand | world.discard) & ~world.talon
            if not self._fits(seat, hand):
                return False
        return True

    def _suits_signals(self, world: State) -> bool:
        """True if all hidden hands, as they were at each play, bear out what its card said."""
        if self._bears is None:
            return True
        for played in self._plays:
            if played.seat in self._seats:
                hands = tuple(map(or_, world.hands, played.since))
                before = played.state._replace(hands=hands, unseen=world.unseen, auction=world.auction)
                if not self._bears(before, played.seat, played.card):
                    return False
        return True


def check_rules(engine: Engine) -> None:
    """Raises SolveError for rules under which no worlds can be drawn in any deal."""
    reason = unfit_play(engine) or (_(EXCHANGED) if engine.index.keeps_talon else "")
    if reason:
        raise _refused(engine, [reason])


def _in_some_order(world: State, cards: int, below: Below) -> tuple[Card, ...]:
    """Cards in an order drawn at random."""
    order = []
    while cards:
        card = picked(cards, 1, below)
        order.append(world.deck.cards[card.bit_length() - 1])
        cards &= ~card
    return tuple(order)


def _refused(engine: Engine, reasons: list[str]) -> SolveError:
    """The error for a state whose hidden cards cannot be dealt."""
    message, name = _("the hidden cards of {name} cannot be dealt at random: {reason}"), engine.ruleset.name
    hint = _("take the simple player: --players simple")
    return SolveError([Problem.of("solve.worlds", message, hint=hint, name=name, reason=reason) for reason in reasons])
