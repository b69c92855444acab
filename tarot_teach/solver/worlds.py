"""Worlds: whole deals that fit what one seat has seen, drawn at random with equal chances.

A world fits the seat's cards, all cards that have been played or shown, the talon where it was turned, the number of
cards in each hand, the called card, cards that a seat cannot have held by the way it played, laid away or announced, by
``fits`` what the auction says of hands as dealt, and by ``bears`` what signals say. It need not fit what nobody is
bound to: cards that would have been better played by another hand, and announcements that were not made. A called card
is taken to lie with somebody else than the taker as long as it can.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from operator import or_

from tarot_teach.cards import Card
from tarot_teach.engine import Engine
from tarot_teach.errors import Problem, SolveError
from tarot_teach.messages import _
from tarot_teach.solver.dealing import Below, Dealing
from tarot_teach.solver.evidence import (
    barred_by_discard,
    barred_by_plays,
    barred_by_showing,
    contradictions,
    played_by,
    plays_of,
)
from tarot_teach.solver.places import (
    AFTER_DISCARD,
    BEFORE_TALON,
    Place,
    changed_hands,
    has_discarded,
    places_of,
)
from tarot_teach.solver.position import unfit_play
from tarot_teach.table.state import Auction, Phase, State

Fits = Callable[[int, int], bool]
"""True if a seat bids as it did with a hand as dealt, a mask."""
Bears = Callable[[State, int, Card], bool]
"""True if the hand of a seat bears out what a card says that it plays, in the state before."""
TRIES, SOFT_TRIES = 2000, 6
"""The most deals of the hidden cards that are drawn for one that fits what was seen, and the most of these for one that
fits auction and signals as well; after that the first is taken."""


class Worlds:
    """The worlds of a seat in a state, of which only the view of the seat is read. ``fits`` says of hands as dealt if
    they suit the auction, and ``bears`` of hands at a play if they bear out what the card said.

    Raises SolveError with the reason where they cannot be drawn.
    """

    def __init__(
        self, engine: Engine, state: State, seat: int, fits: Fits | None = None, bears: Bears | None = None
    ) -> None:
        self.engine, self.seat, self.view = engine, seat, state.view(seat)
        self._fits, self._bears, self._index = fits, bears, engine.rules(state)
        self._seats = tuple(i for i, number in enumerate(self.view.unseen) if number)
        self._hidden = self._hidden_cards()
        places = places_of(self._index, self.view, self._hidden)
        reasons = [*self._unfit(places)]
        if places is None or reasons:
            raise _refused(engine, reasons)
        self._places = places
        self._laid = bool(places and has_discarded(self._index, self.view))
        in_tricks = self.view.phase in (Phase.PLAY, Phase.BETWEEN) and not unfit_play(engine)
        self._plays = plays_of(self._index, self.view) if in_tricks else []
        sizes = (*(self.view.unseen[i] for i in self._seats), *(place.size for place in places))
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
        lying = view.talon if view.phase in BEFORE_TALON else 0
        return view.deck.all & ~view.known_cards & ~lying

    def _unfit(self, places: list[Place] | None) -> Iterator[str]:
        """Reasons why no worlds can be drawn."""
        view = self.view
        if view.phase not in (*BEFORE_TALON, *AFTER_DISCARD, Phase.DISCARD, Phase.EXCHANGE):
            yield _("it is not known what the seat has seen at this step")
        elif view.unseen[self.seat]:
            yield _("the hand of the seat is not known")
        elif places is None:
            number = self._hidden.bit_count() - sum(view.unseen)
            yield _("{number} cards lie where the rules do not say").format(number=number)
        elif view.phase is Phase.DISCARD and self.seat != view.auction.taker:
            yield _("somebody else is laying cards away")

    def _groups(self) -> dict[int, int]:
        """The hidden cards by the places where they can lie: hidden seats in their order, then the places besides hands."""
        view, index, hidden, taker = self.view, self._index, self._hidden, self.view.auction.taker
        can = {
            seat: hidden & ~barred for seat, barred in barred_by_plays(index, self._plays, hidden, self._seats).items()
        }
        lying = [place.cards for place in self._places]
        if has_discarded(index, view) and taker is not None and taker in can:
            for seat in can:
                if seat != taker:
                    can[seat] &= ~view.talon
            can[taker] &= ~barred_by_discard(
                index, view, sum(place.size for place in self._places) + view.shown.bit_count()
            )
        elif view.talon_open and view.phase not in BEFORE_TALON:
            owners = {seat for seat, _rule in changed_hands(index, view)}
            can |= {seat: cards & ~view.talon for seat, cards in can.items() if seat not in owners}
        for done in view.declared:
            held = (done.cards or 0) & hidden
            if done.seat not in can:
                continue
            can[done.seat] &= ~barred_by_showing(index, view, done, hidden)
            others = [seat for seat in can if seat != done.seat]
            can |= {seat: can[seat] & ~held for seat in others}
            if not (self._laid and done.seat == taker):
                lying = [cards & ~held for cards in lying]
        called = view.auction.called
        if called is not None and called.bit & hidden and taker in can and not view.talon & called.bit:
            elsewhere = [seat for seat in can if seat != taker and can[seat] & called.bit]
            if elsewhere or (self._places and not self._laid):
                can[taker] &= ~called.bit
        places = [can[seat] for seat in self._seats] + lying
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
            hands[seat] |= cards
        world = view._replace(hands=tuple(hands), unseen=(0,) * view.players, auction=self._auction(hands))
        for place, cards in zip(self._places, dealt[len(self._seats) :], strict=True):
            world = place.lay(world, cards, below)
        return world

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
        turned = {seat: [each for each in world.turned if each.seat == seat] for seat in self._seats}
        dealt = map(or_, world.hands, played_by(self._plays, world.players))
        for seat, hand in enumerate(dealt):
            if seat not in self._seats or any(each.unseen for each in turned[seat]):
                continue
            hand &= ~reduce(or_, (each.cards for each in turned[seat]), 0)
            if seat == world.auction.taker and has_discarded(self._index, self.view):
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
                before = played.state._replace(
                    hands=played.hands(world.hands), unseen=world.unseen, auction=world.auction
                )
                if not self._bears(before, played.seat, played.card):
                    return False
        return True


def _refused(engine: Engine, reasons: list[str]) -> SolveError:
    """The error for a state whose hidden cards cannot be dealt."""
    message, name = _("the hidden cards of {name} cannot be dealt at random: {reason}"), engine.ruleset.name
    hint = _("take the simple player: --players simple")
    return SolveError([Problem.of("solve.worlds", message, hint=hint, name=name, reason=reason) for reason in reasons])
