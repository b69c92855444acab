"""The questions that the engine asks, by the section of a ruleset that answers them. A mechanism answers those of its bases.

Where several rules could answer, they are asked in the order of the ruleset and the first answer counts; where each
narrows a choice, they narrow it in that order.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, NamedTuple

from tarot_teach.cards import Card
from tarot_teach.language import _
from tarot_teach.mechanisms.base import Mechanism, P, Who
from tarot_teach.table import (
    Apart,
    Auction,
    Call,
    Cut,
    DealCards,
    DealChoice,
    Debt,
    Declare,
    Finding,
    Line,
    Outcome,
    Sheet,
    State,
    Taken,
    Trick,
)
from tarot_teach.text import Text

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


# ---------------------------------------------------------------- play


class Leads(Mechanism[P]):
    """Choice of the seat that leads to the first trick."""

    @abstractmethod
    def leader(self, state: State) -> int | None:
        """The first leader, or None when the rule does not apply."""


class NarrowsPlay(Mechanism[P]):
    """Restriction of the cards that may be played."""

    @abstractmethod
    def narrow(self, playable: int, trick: Trick, hand: int) -> int:
        """The part of ``playable`` that the rule leaves. An empty answer means that the rule does not bind."""

    @abstractmethod
    def facts(self, playable: int, trick: Trick, hand: int) -> dict[str, object]:
        """Facts of this case for the rule's sentence."""


class LimitsFirstLead(Mechanism[P]):
    """Restriction of the first lead, asked after the rules that narrow every play."""

    @abstractmethod
    def narrow_lead(self, state: State, hand: int) -> int:
        """The cards that may be led; an empty answer means that the rule does not bind."""


class ExemptsCards(Mechanism[P]):
    """Cards that may be played whatever the other rules say. Asked after all that narrow."""

    @abstractmethod
    def exempt(self, state: State, seat: int, hand: int) -> int:
        """The cards of the seat's hand that are exempt in the trick being played."""


class WinsTrick(Mechanism[P]):
    """Winner of a trick."""

    always: ClassVar[bool] = True  # the rule decides every trick

    @abstractmethod
    def winning(self, state: State, trick: Trick) -> int | None:
        """The position of the winning card in the trick, or None when the rule does not decide."""


class Moved(NamedTuple):
    """New owner of a card that leaves its trick, and the debt for it."""

    kind: str  # the kind of the event
    owner: int
    card: Card
    to: int  # the seat that gets the card
    payer: int | None = None  # the seat that gives a card in return …
    payee: int | None = None  # … to whom


class MovesCard(Mechanism[P]):
    """Owner of a card that does not go to the winner of its trick, and the card given for it. For each card, the first rule to
    answer decides."""

    about: int  # the cards that it is about, as a mask
    payable: int  # the cards that may be given for one of them, as a mask
    choose: bool = False  # the giver chooses which
    bounded: ClassVar[bool] = False  # a card is given or owed for each that moves, unless it is ``uncompensated``

    @property
    def uncompensated(self) -> bool:
        """True for a card that can change sides without a card in return."""
        return False

    @abstractmethod
    def moves(self, state: State, taken: Taken) -> Moved | None:
        """Movement of the card in a trick just completed; None when the rule does not apply."""

    def payment(self, finding: Finding, who: Who) -> Text:
        """The card given in return, or still owed, in a sentence."""
        facts = {
            **finding.facts,
            "kept": self.deck.set(self.about),
            "payer": who(finding.facts["payer"]),
            "payee": who(finding.facts["payee"]),
        }
        match facts["kind"]:
            case "debt_owed":
                return self.say(
                    _("{payer} has won no card yet that could be given for {kept}, and owes {payee} one."),
                    **facts,
                )
            case "debt_paid":
                return self.say(_("{payer} pays the card that was owed for {kept}: {payee} gets {card}."), **facts)
        return self.say(_("{payer} gives {payee} {card} for it."), **facts)


class Settlement(NamedTuple):
    """End of an unpaid debt: the card changes hands, or half-points do."""

    kind: str
    card_to: int | None
    halves: int


class SettlesDebt(Mechanism[P]):
    """Settlement of a debt that could not be paid by the end of the play."""

    bounded: ClassVar[bool] = False  # ``stays`` and ``halves`` tell of every debt

    @property
    def stays(self) -> bool:
        """True where the card stays with its owner."""
        return True

    @property
    def halves(self) -> int:
        """The half-points that go over instead of a card that stays."""
        return 0

    @abstractmethod
    def unpaid(self, state: State, debt: Debt) -> Settlement:
        """Settlement of one debt."""


# ---------------------------------------------------------------- functions on tricks and states


def suit_led(trick: Trick) -> str:
    """The suit that decides the trick, in words."""
    return next(card.suit.name for card in trick.cards if not card.follows_no_suit)


def excuse_of(state: State, trick: Trick) -> tuple[int, Card, int] | None:
    """Seat that played the Excuse to a trick, the card, and its position; None when it is not there."""
    for position, card in enumerate(trick.cards):
        if card.is_excuse:
            return trick.seat_of(position, state.players), card, position
    return None


def is_last(state: State) -> bool:
    """True when no hand holds a card any more."""
    return not any(state.hands) and not any(state.unseen)


def won_all_before(state: State, side: Sequence[int], number: int) -> bool:
    """True if a side has won the first ``number`` recorded tricks and every trick that the record leaves out."""
    if state.unrecorded_tricks and (
        state.unrecorded_winners is None or any(seat not in side for seat in state.unrecorded_winners)
    ):
        return False
    return all(taken.winner in side for taken in state.tricks[:number])


def held_from_the_first_lead(state: State, seat: int, hand: int) -> int:
    """The cards that a seat had at the first lead, as far as they are known."""
    for taken in state.tricks:
        position = (seat - taken.trick.leader) % state.players
        hand |= taken.trick.cards[position].bit
    return hand


# ---------------------------------------------------------------- count


class MakesOutcomes(Mechanism[P]):
    """Grouping of captured cards into piles that are counted together."""

    sides: ClassVar[bool] = True  # a taker's side and a defence; else each player alone
    bounded: ClassVar[bool] = False  # the card points of a side are those of its piles, less what it owes

    @abstractmethod
    def outcomes(self, state: State, piles: Sequence[int], owed: Sequence[int]) -> list[Outcome]:
        """The outcomes of a played deal.

        ``piles`` are captured cards by seat, ``owed`` half-points still owed by seat (negative: to get).
        """


class Counts(Mechanism[P]):
    """Count of captured cards: card points in halves, honours, targets."""

    sides: ClassVar[bool] = False  # the rule needs a taker's side
    after_target: ClassVar[bool] = False  # the rule needs a target that has been set before
    sets_target: ClassVar[bool] = True  # the rule says when the taker has won
    bounded: ClassVar[bool] = False  # the rule leaves the half-points, honours and cards of the outcome alone

    @abstractmethod
    def count(self, outcome: Outcome) -> tuple[Outcome, Finding | None]:
        """The outcome with what the rule adds, and the finding where there is something to tell."""


# ---------------------------------------------------------------- score


class Scores(Mechanism[P]):
    """Adds lines to the score sheet."""

    about: ClassVar[str] = (
        ""  # what of an outcome it scores: ``slam``, ``small_slam``, ``last_trick_bonus``, ``handfuls``
    )
    sides: ClassVar[bool] = False  # the rule needs a taker's side

    def observe(self, state: State, outcome: Outcome) -> Outcome:
        """Outcome of a played deal with the fact that this rule scores."""
        return outcome

    def comes_up(self, state: State) -> bool:
        """A played deal raises the rule's question, with a line for it or not."""
        return False

    @abstractmethod
    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        """The lines that the rule adds."""

    @abstractmethod
    def label(self, line: Line) -> Text:
        """Label of a line of this rule on the sheet."""

    @abstractmethod
    def formula(self) -> tuple[str, str]:
        """Operation (``+``, ``±``, ``×``) and name of the rule's term in the formula."""


@dataclass(frozen=True, slots=True)
class Shares:
    """Multiples of the hand score by role; ``partner`` is None where there is none."""

    taker: Fraction
    partner: Fraction | None
    defender: Fraction


class Settles(Mechanism[P]):
    """Payments between the players. ``sums_to_zero`` promises that the payments of every deal add up to zero."""

    sums_to_zero: ClassVar[bool] = False

    partner: ClassVar[bool] = False  # the rule has a share for a partner

    @abstractmethod
    def shares(self, outcome: Outcome, players: int) -> Shares:
        """Multiples of the hand score when the taker's side has won it; negated when it has lost."""

    def settle(
        self, outcome: Outcome, total: Fraction, players: int, holdings: Sequence[int] | None
    ) -> tuple[tuple[Fraction, ...], tuple[Finding, ...]]:
        """Game points of each seat for a hand score (negative: pays), and findings on what could not be paid or won.

        ``total`` is in game points, negative when the taker's side pays; ``holdings`` are chips by seat, where they are
        played for. The outcome's taker is known.
        """
        shares = self.shares(outcome, players)
        defender = shares.defender * total
        amounts = {outcome.taker: shares.taker * total}
        if shares.partner is not None:
            amounts[outcome.partner] = shares.partner * total
        return tuple(amounts.get(seat, defender) for seat in range(players)), ()


class PaysApart(Mechanism[P]):
    """Payments apart from the contract. ``sums_to_zero`` promises that the amounts of every payment do."""

    sums_to_zero: ClassVar[bool] = False

    @abstractmethod
    def observe(self, state: State, outcome: Outcome) -> Outcome:
        """Outcome of a played deal with the fact that this rule scores."""

    @abstractmethod
    def apart(self, outcome: Outcome, players: int) -> list[Apart]:
        """The payments, each with what every seat gets."""


# ---------------------------------------------------------------- match


class PassesDeal(Mechanism[P]):
    """Choice of the next dealer."""

    @abstractmethod
    def next_dealer(self, dealer: int, players: int, void: bool) -> int:
        """The next dealer."""


class SeatsTable(Mechanism[P]):
    """Choice of the seats that play a deal."""

    @abstractmethod
    def playing(self, dealer: int, seated: int) -> tuple[int, ...]:
        """The seats that play, in order of play; the last of them stands for the dealer."""


class EndsMatch(Mechanism[P]):
    """End of the match."""

    @property
    def start(self) -> int | None:
        """Chips that each player has at the start, where chips are played for."""
        return None

    @abstractmethod
    def winners(self, totals: Sequence[Fraction], deals: int) -> tuple[int, ...]:
        """The winners after a number of deals, or none as long as it goes on. ``totals`` are game points, or chips."""
