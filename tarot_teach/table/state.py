"""Seats, tricks, the state of a deal as one frozen value, and the choices of the seat to act."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import reduce
from itertools import combinations
from operator import or_
from typing import NamedTuple, dataclass_transform

from tarot_teach.cards import Card, CardSet, Deck
from tarot_teach.display import displayed
from tarot_teach.messages import N_, PersonName, _
from tarot_teach.order import Order
from tarot_teach.table.actions import Action, Bid, Choose, Play
from tarot_teach.table.facts import NO_FACTS, Facts
from tarot_teach.table.outcome import Paid, Result
from tarot_teach.table.picks import Pick

SEAT_NAMES = {"S": N_("South"), "E": N_("East"), "N": N_("North"), "W": N_("West")}

_ROUND_THE_TABLE = {2: "SN", 3: "SEW", 4: "SENW"}


def with_cards(masks: Sequence[int], seat: int, cards: int) -> tuple[int, ...]:
    """Masks by seat, with cards added to that of one seat."""
    return tuple(mask | cards if i == seat else mask for i, mask in enumerate(masks))


def without_cards(masks: Sequence[int], seat: int, cards: int) -> tuple[int, ...]:
    """Masks by seat, with cards taken from that of one seat."""
    return tuple(mask & ~cards if i == seat else mask for i, mask in enumerate(masks))


def default_seats(players: int, clockwise: bool = False) -> tuple[str, ...]:
    """Seat letters in order of play: compass points up to four players, else ``A`` to ``F``."""
    named = _ROUND_THE_TABLE.get(players)
    if named and clockwise:
        named = named[0] + named[:0:-1]
    return tuple(named or "ABCDEFGH"[:players])


def seat_name(seat: str, seats: Sequence[str]) -> PersonName:
    """A seat letter in words: ``N`` is ``North`` where all seats are compass points, and ``A`` is ``Player A``."""
    return PersonName(
        _(SEAT_NAMES[seat]) if set(seats) <= set(SEAT_NAMES) else _("Player {letter}").format(letter=seat)
    )


@displayed
class Trick(NamedTuple):
    """``cards`` in order played, beginning with the leader's.

    ``led`` is the mask of the cards that follow (0 until a card has been played that asks for some), ``above`` that of the cards that
    would beat the best so far, ``best`` its position, ``mask`` all cards of the trick. ``seats`` are those that played the cards, where
    the seats do not simply follow each other.
    """

    leader: int
    cards: tuple[Card, ...] = ()
    led: int = 0
    above: int = 0
    best: int = 0
    mask: int = 0
    seats: tuple[int, ...] = ()

    def add(self, card: Card, order: Order) -> Trick:
        """The trick with one more card."""
        leader, cards, led, above, best, mask, _seats = self
        if not led:
            led, above, best = order.follows[card.index], order.beats[card.index], len(cards)
            above &= led | order.power
        elif card.bit & above:
            above, best = order.beats[card.index] & (led | order.power), len(cards)
        return Trick(leader, (*cards, card), led, above, best, mask | card.bit)

    def by(self, players: int) -> list[tuple[int, Card]]:
        """Seat and card, in order played."""
        return [(self.seat_of(i, players), card) for i, card in enumerate(self.cards)]

    def seat_of(self, position: int, players: int) -> int:
        """The seat that played the card at a position."""
        return self.seats[position] if self.seats else (self.leader + position) % players

    def place_of(self, seat: int, players: int) -> int:
        """The position of the card that a seat played."""
        return self.seats.index(seat) if self.seats else (seat - self.leader) % players


class Phase(StrEnum):
    """The stage of a deal, by the action that is due. What needs no decision (void hands, the talon, the count) is passed through."""

    CUT = "cut"
    DEAL = "deal"
    CLAIM = "claim"
    BID = "bid"
    CALL = "call"
    TALON = "talon"
    EXCHANGE = "exchange"
    DISCARD = "discard"
    DECLARE = "declare"
    ANNOUNCE = "announce"
    PLAY = "play"
    PAY = "pay"
    BETWEEN = "between"
    OVER = "over"

    __hash__ = str.__hash__  # five times as quick as that of enumerations; phases are looked up at each action


class Auction(NamedTuple):
    """Calls in order made (seat, bid), and what came of them.

    ``called`` is the card that the taker called, ``partner`` who holds it (None: the taker is alone), and ``known`` says
    that the card has been played, so that all know. ``missed`` are cards called before that nobody had.
    """

    calls: tuple[tuple[int, str], ...] = ()
    contract: str | None = None
    taker: int | None = None
    called: Card | None = None
    partner: int | None = None
    known: bool = False
    missed: tuple[Card, ...] = ()


class Declaration(NamedTuple):
    """An announcement that was made; ``cards`` is the mask of what was shown, None where it is not known."""

    seat: int
    rule: str
    level: str = ""
    cards: int | None = None


@displayed
class Taken(NamedTuple):
    """A completed trick, who won it, and the rule by which."""

    trick: Trick
    winner: int
    rule: str

    @property
    def winning_card(self) -> Card:
        """The card of the winner."""
        cards = self.trick.cards
        return cards[self.trick.place_of(self.winner, len(cards))]


class OpenTable(NamedTuple):
    """Cards that lie open in the middle, as a mask, and the top cards of the piles of the seats (None: no pile), where a card takes others.

    ``last`` is the seat that was the last to take any, ``rounds`` the number of completed rounds.
    """

    cards: int = 0
    tops: tuple[Card | None, ...] = ()
    last: int | None = None
    rounds: int = 0

    def on_top(self, seat: int, card: Card, robbed: int | None = None) -> OpenTable:
        """The table when a card has come on top of the pile of a seat, with the pile of a seat that was ``robbed``."""
        tops = tuple(card if i == seat else None if i == robbed else top for i, top in enumerate(self.tops))
        return self._replace(tops=tops, last=seat)


class Heap(NamedTuple):
    """Cards of a seat that lie on the table one above the other: the open ``top``, which is played like a card of the hand (None: no card of it
    is open), and those ``below``, face down, the next first (None: not known)."""

    top: Card | None
    below: tuple[Card | None, ...] = ()


class Turned(NamedTuple):
    """Cards of a seat that have come up from one of its heaps, after so many ``tricks`` of the log: those that all saw, as a mask, and the
    number of ``unseen`` ones."""

    tricks: int
    seat: int
    cards: int
    unseen: int


class Debt(NamedTuple):
    """A card owed: ``owner`` keeps the Excuse from trick number ``trick`` that ``creditor`` won."""

    owner: int
    creditor: int
    rule: str
    trick: int


@displayed
class State(NamedTuple):
    """Frozen; ``apply`` makes the next one. Masks are sets of cards (bit *i* is ``deck.cards[i]``).

    ``pack`` is the pack before the deal, top card first, and ``pack_unseen`` the number of its cards where a view hides
    them. ``unseen`` counts cards of each hand that are not known; ``talon`` is 0 until known, ``talon_open`` says that
    all saw it. ``side_piles`` are the piles that come from talon and discard: the taker's side's and the defence's.
    ``discard`` is what the taker laid away and ``shown`` the part of it that all saw. ``won`` are the cards captured,
    by seat. ``unrecorded_tricks`` counts earlier tricks that a record leaves out; ``unrecorded_winners`` says who won
    them, where known. ``parties`` are the seats that play together from the start, where some do. ``chips`` are the
    chips that each seat has before the deal, where they are played for. ``memory`` is what rules keep from earlier
    deals of the match, by rule id, and ``paid`` are payments in the course of this one.

    Where rules ask for an exchange, ``stock`` are the cards of the talon that still lie, in their order (None: not
    known), ``aside`` what each seat has laid away for its own pile, ``dead`` what has been laid away for nobody,
    ``asked`` the rules and seats of questions that are open, and ``chosen`` the answers so far, without their cards.
    ``face_up`` are cards of the hands that were dealt face up, the first dealt first.
    ``trumps`` is the suit that has become trumps in the deal, where a rule lets one. ``table`` is what lies open where
    cards take others. ``heaps`` are the heaps that lie before each seat, from left to right; their open cards stand among
    the ``hands`` too. ``turned`` says what has come up from them so far.
    """

    ruleset: str
    deck: Deck
    seats: tuple[str, ...]
    dealer: int
    pack: tuple[Card, ...] = ()
    pack_unseen: int = 0
    talon: int = 0
    talon_open: bool = False
    auction: Auction = Auction()
    discard: int = 0
    shown: int = 0
    side_piles: tuple[int, int] = (0, 0)
    declared: tuple[Declaration, ...] = ()
    unrecorded_tricks: int = 0
    unrecorded_winners: tuple[int, ...] | None = None
    parties: tuple[tuple[int, ...], ...] = ()
    chips: tuple[int, ...] | None = None
    memory: Facts = NO_FACTS
    paid: tuple[Paid, ...] = ()
    stock: tuple[Card | None, ...] = ()
    aside: tuple[int, ...] = ()
    dead: int = 0
    asked: tuple[tuple[str, int], ...] = ()
    chosen: tuple[Choose, ...] = ()
    face_up: tuple[Card, ...] = ()
    trumps: str = ""
    table: OpenTable = OpenTable()
    heaps: tuple[tuple[Heap, ...], ...] = ()
    turned: tuple[Turned, ...] = ()
    result: Result | None = None
    debts: tuple[Debt, ...] = ()
    tricks: tuple[Taken, ...] = ()
    won: tuple[int, ...] = ()
    phase: Phase = Phase.DEAL
    turn: int | None = None  # the fields that tricks and cards change stand last, for after_trick and after_card
    hands: tuple[int, ...] = ()
    unseen: tuple[int, ...] = ()
    trick: Trick = Trick(0)

    def after_card(self, seat: int, card: Card, turn: int | None, trick: Trick) -> State:
        """The state in which a card, known or unseen, has left a hand for the trick; quicker than ``_replace``."""
        hands, unseen = self.hands, self.unseen
        if hands[seat] & card.bit:
            hands = (*hands[:seat], hands[seat] & ~card.bit, *hands[seat + 1 :])
        else:
            unseen = (*unseen[:seat], unseen[seat] - 1, *unseen[seat + 1 :])
        after = State._make((*self[:-4], turn, hands, unseen, trick))
        return after.without_top(seat, card) if self.heaps else after

    def without_top(self, seat: int, card: Card) -> State:
        """The state in which a card, if it lay open on a heap of the seat, does so no more."""
        heaps = tuple(heap._replace(top=None) if heap.top is card else heap for heap in self.heaps[seat])
        return self.with_heaps(seat, heaps)

    def with_heaps(self, seat: int, heaps: tuple[Heap, ...]) -> State:
        """The state with other heaps of a seat."""
        return self._replace(heaps=(*self.heaps[:seat], heaps, *self.heaps[seat + 1 :]))

    def after_trick(self, debts: tuple[Debt, ...], taken: Taken, won: tuple[int, ...]) -> State:
        """The state in which the winner of a trick is to lead, with these debts and captured cards."""
        winner, tricks = taken.winner, (*self.tricks, taken)
        last = (debts, tricks, won, Phase.PLAY, winner, self.hands, self.unseen, Trick(winner))
        return State._make((*self[:-8], *last))

    def __repr__(self) -> str:
        hands = "; ".join(f"{self.seats[seat]}: {self.hand(seat)}" for seat in range(len(self.hands)))
        turn = "" if self.turn is None else f", {self.seats[self.turn]} to act"
        trick = f"; trick: {' '.join(card.code for card in self.trick.cards)}" if self.trick.cards else ""
        return f"State({self.ruleset}, {self.phase}{turn}{f'; {hands}' if hands else ''}{trick})"

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.seats)

    def hand(self, seat: int) -> CardSet:
        """The known cards in a hand."""
        return CardSet(self.deck, self.hands[seat])

    def name(self, seat: int) -> str:
        """The name of a seat: ``North``, ``Player A``."""
        return seat_name(self.seats[seat], self.seats)

    @property
    def piles(self) -> tuple[int, ...]:
        """The cards that each seat has captured, or laid away for its own pile, as masks."""
        if not self.aside:
            return self.won
        return tuple(captured | laid for captured, laid in zip(self.won, self.aside, strict=True))

    @property
    def pack_size(self) -> int:
        """Number of cards in the pack before the deal, known or not."""
        return len(self.pack) + self.pack_unseen

    def hand_size(self, seat: int) -> int:
        """Number of cards in a hand, known or not."""
        return self.hands[seat].bit_count() + self.unseen[seat]

    def face_down(self, seat: int) -> int:
        """Number of cards that lie face down in the heaps of a seat, known or not."""
        return sum(len(heap.below) for heap in self.heaps[seat]) if self.heaps else 0

    def left(self, seat: int) -> int:
        """Number of cards that a seat has still to play: those of the hand, and those face down in its heaps."""
        return self.hand_size(seat) + self.face_down(seat)

    @property
    def seen(self) -> int:
        """The cards that all have seen on their way into a hand, or see on heaps, as a mask."""
        found = self.tops | self.deck.mask(self.face_up)
        for turned in self.turned:
            found |= turned.cards
        return found

    @property
    def below_tops(self) -> int:
        """The cards that lie face down in heaps, as far as they are known, as a mask."""
        return sum(card.bit for heaps in self.heaps for heap in heaps for card in heap.below if card)

    @property
    def tops(self) -> int:
        """The cards that lie open on heaps, as a mask."""
        return sum(heap.top.bit for heaps in self.heaps for heap in heaps if heap.top)

    @property
    def number(self) -> int:
        """The number of the trick being played, or of the round where there are no tricks, from 1."""
        return self.unrecorded_tricks + len(self.tricks) + self.table.rounds + 1

    @property
    def lies_open(self) -> bool:
        """True from the first turn on where cards take others that lie open on the table, and no tricks are played."""
        return bool(self.table.tops)

    @property
    def gone(self) -> int:
        """The cards of the tricks that are over, as a mask."""
        found = 0
        for taken in self.tricks:
            found |= taken.trick.mask
        return found

    @property
    def last_trick(self) -> bool:
        """True if the trick being played is the last."""
        return all(self.left(seat) <= 1 for seat in range(self.players))

    # ------------------------------------------------------------ what rules of the play in words read besides (mechanisms/in_words.py)

    @property
    def taker(self) -> int:
        """The seat of the taker; -1 without one."""
        return -1 if self.auction.taker is None else self.auction.taker

    @property
    def called(self) -> int:
        """The called card, as a mask; 0 where none is."""
        return 0 if self.auction.called is None else self.auction.called.bit

    @property
    def laid_open(self) -> int:
        """The cards of the hands that lie, or lay, face up, as a mask."""
        return self.deck.mask(self.face_up)

    @property
    def sides(self) -> tuple[int, ...]:
        """Of each seat the seats that play together with it, as a mask."""
        return tuple(sum(1 << other for other in self.side(seat)) for seat in range(self.players))

    @property
    def tricks_won(self) -> tuple[int, ...]:
        """The number of tricks that each seat is known to have won."""
        winners = [taken.winner for taken in self.tricks]
        winners += self.unrecorded_winners or ()
        return tuple(winners.count(seat) for seat in range(self.players))

    @property
    def winners(self) -> int:
        """The seats that are known to have won a trick, as a mask."""
        return sum(1 << seat for seat, tricks in enumerate(self.tricks_won) if tricks)

    @property
    def unknown_winners(self) -> bool:
        """True if a record leaves out who has won earlier tricks."""
        return bool(self.unrecorded_tricks) and self.unrecorded_winners is None

    @property
    def all_played(self) -> bool:
        """True when no hand holds a card any more."""
        return not any(self.left(seat) for seat in range(self.players))

    @property
    def first_hands(self) -> tuple[int, ...]:
        """The cards that each seat had at the first lead; every card, where some of its hand are not known."""
        hands = list(self.hands)
        for taken in self.tricks:
            for seat, card in taken.trick.by(self.players):
                hands[seat] |= card.bit
        return tuple(-1 if unseen else hand for hand, unseen in zip(hands, self.unseen, strict=True))

    @property
    def stock_top(self) -> int:
        """The next card of the stock, as a mask; 0 where there is none, or it is not known."""
        return self.stock[0].bit if self.stock and self.stock[0] else 0

    def side(self, seat: int) -> tuple[int, ...]:
        """The seats that play together with this one: its party, or as far as the contract makes sides."""
        if self.parties:
            return next(party for party in self.parties if seat in party)
        if self.auction.taker is None:
            return (seat,)
        sides = self.auction.taker, self.auction.partner
        if seat in sides:
            return tuple(each for each in sides if each is not None)
        return tuple(other for other in range(self.players) if other not in sides)

    @property
    def known_cards(self) -> int:
        """The cards of which a view shows where they lie, as a mask."""
        stock = sum(card.bit for card in self.stock if card)
        piles = (*self.hands, *self.won, *self.aside, *self.side_piles, self.trick.mask, self.below_tops)
        return reduce(or_, (*piles, self.discard, self.shown, self.dead, self.table.cards, stock))

    def view(self, seat: int) -> State:
        """The state as one seat may know it: hidden cards become ``unseen`` counts. The seat to move may do the same in its
        view as in the state."""
        seen = self.seen
        hands = [mask if i == seat else mask & seen for i, mask in enumerate(self.hands)]
        unseen = [
            count + (mask & ~known).bit_count()
            for count, mask, known in zip(self.unseen, self.hands, hands, strict=True)
        ]
        auction, is_taker = self.auction, seat == self.auction.taker
        mine, theirs = (0 if pile & ~self._seen_talon else pile for pile in self.side_piles)
        mine = self.side_piles[0] if is_taker and self.discard else mine
        if not auction.known and seat != auction.partner and self.result is None:
            auction = auction._replace(partner=None)
        over = self.result is not None
        return self._replace(
            stock=self.stock if self.talon_open else (None,) * len(self.stock),
            aside=tuple(mask if i == seat or over else mask & self.shown for i, mask in enumerate(self.aside)),
            dead=self.dead if over else 0,
            auction=auction,
            pack=(),
            pack_unseen=self.pack_size,
            hands=tuple(hands),
            unseen=tuple(unseen),
            talon=self.talon if self.talon_open else 0,
            discard=self.discard if is_taker else self.shown,
            side_piles=(mine, theirs) if self.result is None else self.side_piles,
            heaps=tuple(tuple(Heap(top, (None,) * len(below)) for top, below in heaps) for heaps in self.heaps),
        )

    @property
    def _seen_talon(self) -> int:
        """The cards of an open talon that nobody has laid away."""
        return self.talon & ~self.discard if self.talon_open else 0


ONE_PICK = (Phase.CALL, Phase.DISCARD, Phase.PAY)
"""The phases in which a seat has one choice, of a number of cards that is settled."""


class DealChoice(NamedTuple):
    """The places for talon cards: ``size`` of ``places``, each a number of packets dealt before."""

    places: range
    size: int


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Frozen:
    """Makes a frozen dataclass of each class below it. One that is not ``guarded`` is frozen for type checkers alone, and made five
    times as quickly."""

    def __init_subclass__(cls, guarded: bool = True) -> None:
        dataclass(frozen=guarded, unsafe_hash=True)(cls)


@displayed
class Choices(Frozen, guarded=False):
    """Choices of the seat to act. Iterates over the allowed actions, in a fixed order; discards are made one by one.

    ``cards`` is a mask of cards to play; ``picks`` is what a rule lets the seat choose: cards to lay away, to call, to
    give, and other decisions. ``rule`` is the one by which the pack is cut or dealt.
    """

    state: State
    seat: int | None = None
    cards: int = 0
    bids: tuple[str, ...] = ()
    declarations: tuple[Choose, ...] = ()
    cuts: range = range(0)
    deals: DealChoice | None = None
    rule: str = ""
    picks: tuple[Pick, ...] = ()

    def __iter__(self) -> Iterator[Action]:
        seat, deck = self.seat, self.state.deck
        if seat is None:
            return
        yield from (Choose.of_numbers(seat, self.rule, (at,)) for at in self.cuts)
        if self.deals:
            ways = combinations(self.deals.places, self.deals.size)
            yield from (Choose.of_numbers(seat, self.rule, after) for after in ways)
        yield from (Bid(seat, bid) for bid in self.bids)
        yield from self.declarations
        yield from (Play(seat, card) for card in CardSet(deck, self.cards))
        for pick in self.picks:
            yield from pick.actions(seat, deck)

    def __len__(self) -> int:
        return self.ways()

    def __contains__(self, action: object) -> bool:
        return action in self.words() if isinstance(action, str) else any(action == each for each in self)

    def __str__(self) -> str:
        size = f"{max(pick.most for pick in self.picks)} of " if self.of_hand else ""
        return size + " ".join(self.words())

    def __repr__(self) -> str:
        return f"<Choices {str(self) or 'none'}>"

    @property
    def of_hand(self) -> Pick | None:
        """The choice of cards of the hand to lay away or to exchange; None where there is none."""
        asked = next((pick for pick in self.picks if pick.most), None)
        return None if self.state.phase in (Phase.CALL, Phase.PAY) else asked

    def words(self) -> list[str]:
        """The allowed actions as they are typed: bids, announcements, codes of cards; of a discard the cards allowed."""
        cards = self.cards
        for pick in self.picks:
            cards |= pick.cards
        words = [str(cut) for cut in self.cuts] + list(self.bids)
        words += [offer.option or offer.rule for offer in self.declarations]
        words += [pick.option for pick in self.picks if pick.option]
        return words + [card.code for card in CardSet(self.state.deck, cards)]

    def seen(self) -> Choices:
        """The choices with the state as the seat to act may know it."""
        if self.seat is None:
            return self
        known = self.state.view(self.seat), self.seat, self.cards, self.bids, self.declarations, self.cuts, self.deals
        return Choices(*known, self.rule, self.picks)

    def ways(self) -> int:
        """Number of allowed actions."""
        ways = sum(map(len, (self.cuts, self.bids, self.declarations)))
        ways += self.cards.bit_count()
        if self.deals:
            ways += math.comb(len(self.deals.places), self.deals.size)
        return ways + sum(pick.ways() for pick in self.picks)

    def random(self, rng: random.Random) -> Action:
        """One action: uniformly a card to play when cards may be played, else uniformly one of the others."""
        deck, seat = self.state.deck, self.seat
        if self.cards and seat is not None and (not self.picks or rng.random() < 0.5):
            mask = self.cards
            for _step in range(int(rng.random() * mask.bit_count())):
                mask &= mask - 1
            return Play(seat, deck.cards[(mask & -mask).bit_length() - 1])
        if self.deals and seat is not None:
            return Choose.of_numbers(seat, self.rule, sorted(rng.sample(self.deals.places, self.deals.size)))
        if self.cuts and seat is not None:
            return Choose.of_numbers(seat, self.rule, (rng.choice(self.cuts),))
        if self.picks and seat is not None:
            settled = self.state.phase in ONE_PICK
            pick = self.picks[0] if settled else rng.choice(self.picks)
            free = [card.bit for card in CardSet(deck, pick.cards & ~pick.obliged)]
            number = pick.most if settled else rng.randint(max(pick.least, pick.obliged.bit_count()), pick.most)
            number -= pick.obliged.bit_count()
            return pick.action(seat, deck, pick.obliged | sum(rng.sample(free, number)))
        return rng.choice(list(self))
