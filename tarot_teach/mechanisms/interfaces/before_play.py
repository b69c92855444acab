"""Questions of the sections ``deal`` to ``declare`` of a ruleset."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple

from tarot_teach.cards import Card
from tarot_teach.mechanisms.base import Mechanism, P
from tarot_teach.table import Auction, Call, Cut, DealCards, DealChoice, Declare, Finding, State

# ---------------------------------------------------------------- deal


class TurnsRound(Mechanism[P]):
    """Direction of dealing, calling and playing."""

    @property
    @abstractmethod
    def clockwise(self) -> bool:
        """True if play goes round clockwise, seen from above."""


class CutsPack(Mechanism[P]):
    """Cut of the pack before the deal."""

    @abstractmethod
    def cutter(self, state: State) -> int:
        """Seat that cuts the pack."""

    @abstractmethod
    def check_cut(self, state: State, action: Cut) -> list[Finding]:
        """Findings on a cut; a decisive one refuses it."""

    @abstractmethod
    def cuts(self, state: State) -> range:
        """Numbers of cards that may be cut."""


class Layout(NamedTuple):
    """Result of dealing: hands by seat and the talon, as masks."""

    hands: tuple[int, ...]
    talon: int


class DealsOut(Mechanism[P]):
    """Deal of the pack."""

    @abstractmethod
    def hand_size(self, players: int) -> int:
        """Cards in each hand after the deal."""

    @abstractmethod
    def talon_size(self) -> int:
        """Cards in the talon."""

    @abstractmethod
    def check_deal(self, state: State, action: DealCards) -> list[Finding]:
        """Findings on how the cards are dealt; a decisive one refuses it."""

    @abstractmethod
    def deal(self, pack: Sequence[Card], first: int, players: int, action: DealCards) -> Layout:
        """Deal the pack, beginning with the seat ``first``."""

    @abstractmethod
    def choice(self, state: State) -> DealChoice:
        """Places in the deal at which the dealer may deal cards to the talon."""


class Drawn(NamedTuple):
    """Result of drawing cards for the first deal: the dealer, or the seats that draw once more, with the finding."""

    dealer: int | None
    again: tuple[int, ...]
    finding: Finding


class ChoosesDealer(Mechanism[P]):
    """Choice of the first dealer."""

    @abstractmethod
    def judge(self, cards: Mapping[int, Card]) -> Drawn:
        """Result of the cards drawn, by seat."""


class StacksPack(Mechanism[P]):
    """Order of the pack for the next deal."""

    @abstractmethod
    def next_pack(self, state: State) -> tuple[Card, ...]:
        """The whole pack, top card first, before it is cut; ``state`` is a deal that is over."""


class StartsDeal(Mechanism[P]):
    """Choice of the seat that is dealt to first."""

    @abstractmethod
    def starts(self, dealer: int, players: int) -> int:
        """The seat that is dealt to first."""


# ---------------------------------------------------------------- void


class Voids(Mechanism[P]):
    """Hands that make a deal void."""

    optional: bool = False  # the holder may choose; every seat is asked, so that no answer gives a hand away

    @abstractmethod
    def voids(self, state: State, seat: int) -> Finding | None:
        """The finding by which the hand of a seat makes the deal void, or None."""

    @abstractmethod
    def refuses(self, state: State, seat: int) -> Finding:
        """The finding on a seat that claims a void deal without having such a hand."""


# ---------------------------------------------------------------- bid


class RunsAuction(Mechanism[P]):
    """Order of the auction and its end."""

    @abstractmethod
    def next_bidder(self, state: State, auction: Auction) -> int | None:
        """The seat to call next; None when the auction is over."""


class Contract(Mechanism[P]):
    """A contract that can be bid. Contracts rank in the order of their rules; the id's last part is its name."""

    @property
    @abstractmethod
    def talon_goes(self) -> str:
        """Destination of the talon: ``taken`` into the hand, or unseen to the ``taker`` or the ``defence``."""

    @property
    def contract(self) -> str:
        """The contract's name in bids."""
        return self.rule.rpartition(".")[2]


class NarrowsBids(Mechanism[P]):
    """Restriction of the bids that are open."""

    @abstractmethod
    def narrow_bids(self, open_bids: tuple[str, ...], ranking: tuple[str, ...], auction: Auction) -> tuple[str, ...]:
        """The bids still open; ``ranking`` lists all contracts, lowest first. ``pass`` is never narrowed away."""


class OnAllPass(Mechanism[P]):
    """Consequence of an auction in which all pass."""

    @abstractmethod
    def all_passed(self, state: State) -> Finding:
        """The finding that ends the deal."""


# ---------------------------------------------------------------- call


class CallsPartner(Mechanism[P]):
    """The taker calls a card; its holder is the partner."""

    after_discard: bool = False  # the card is called before the first lead, and not before the talon is turned
    again: bool = False  # the taker calls another card when nobody holds the first

    @abstractmethod
    def callable(self, state: State, seat: int) -> int:
        """Cards that the taker may call, as a mask; 0 when there is nothing left to call."""

    @abstractmethod
    def check_call(self, state: State, action: Call) -> list[Finding]:
        """Findings on a call; a decisive one refuses it."""


# ---------------------------------------------------------------- talon


class TalonMove(NamedTuple):
    """Destination of the talon: the taker's hand, or unseen the pile of a side."""

    into_hand: bool
    shown: bool
    side: int  # 0: taker's side, 1: defence; only where it does not go into the hand


class HandlesTalon(Mechanism[P]):
    """Destination of the talon under a contract."""

    @abstractmethod
    def move(self, talon_goes: str) -> TalonMove | None:
        """The move for a contract of this kind, or None when the rule is for others."""


# ---------------------------------------------------------------- discard


class LimitsDiscard(Mechanism[P]):
    """Restriction of the cards that may be laid away, and of those that must be shown."""

    fixes_size: bool = False  # the rule says how many cards are laid away
    barred: int = 0  # cards that may never be laid away, as a mask

    def narrow_discard(self, allowed: int, hand: int, count: int) -> int:
        """The cards that may be laid away."""
        return allowed

    def obliges(self, allowed: int, hand: int, count: int) -> int:
        """Cards that have to be laid away."""
        return 0

    def shows(self, discard: int) -> int:
        """The part of the discard that all must see."""
        return 0


# ---------------------------------------------------------------- declare


class Offers(Mechanism[P]):
    """An announcement that a seat may make."""

    kind: ClassVar[str]  # the rule that scores it: ``handful``, ``slam``, ``small_slam`` or ``apart``
    before_lead: bool = False  # asked before the first lead; else of each seat before its first card

    def asks(self, state: State) -> Sequence[int]:
        """The seats that are asked before the first lead, in order. All are, where an answer tells of hidden cards."""
        first = state.dealer + 1
        return [(first + i) % state.players for i in range(state.players)]

    @property
    @abstractmethod
    def levels(self) -> tuple[str, ...]:
        """Names of what can be announced, in records and on score sheets."""

    @abstractmethod
    def offers(self, state: State, seat: int) -> tuple[Declare, ...]:
        """Announcements open to the seat now, with one choice of cards where several would do."""

    @abstractmethod
    def check_declaration(self, state: State, action: Declare) -> list[Finding]:
        """Findings on an announcement; a decisive one refuses it."""
