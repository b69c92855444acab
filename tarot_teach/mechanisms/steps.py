"""The questions that the engine asks at each step. A mechanism answers those of the classes it derives from.

Where several rules could answer, they are asked in the order of the ruleset and the first answer counts; where each
narrows a choice, they narrow it in that order.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from tarot_teach.cards import Card
from tarot_teach.mechanisms.base import Mechanism, P, Who
from tarot_teach.table import (
    Auction,
    Call,
    Cut,
    Deal,
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
from tarot_teach.text import Text, _, say

# ---------------------------------------------------------------- deal


class TurnsRound(Mechanism[P]):
    """Which way round the table things go."""

    @property
    @abstractmethod
    def clockwise(self) -> bool:
        """Whether play goes round clockwise, seen from above."""


class CutsPack(Mechanism[P]):
    """The pack is cut before the deal."""

    @abstractmethod
    def cutter(self, state: State) -> int:
        """Who cuts."""

    @abstractmethod
    def check_cut(self, state: State, action: Cut) -> list[Finding]:
        """Findings on a cut; a decisive one refuses it."""

    @abstractmethod
    def cuts(self, state: State) -> range:
        """How many cards may be cut."""


class Layout(NamedTuple):
    """What a deal makes: hands by seat and the talon, as masks."""

    hands: tuple[int, ...]
    talon: int


class DealsOut(Mechanism[P]):
    """The pack is dealt out."""

    @abstractmethod
    def hand_size(self, players: int) -> int:
        """Cards in each hand after the deal."""

    @abstractmethod
    def talon_size(self) -> int:
        """Cards in the talon."""

    @abstractmethod
    def check_deal(self, state: State, action: Deal) -> list[Finding]:
        """Findings on how the cards are dealt; a decisive one refuses it."""

    @abstractmethod
    def deal(self, pack: Sequence[Card], first: int, players: int, action: Deal) -> Layout:
        """Deal the pack, beginning with the seat ``first``."""

    @abstractmethod
    def choice(self, state: State) -> DealChoice:
        """Where the dealer may deal cards to the talon."""


# ---------------------------------------------------------------- void


class Voids(Mechanism[P]):
    """Hands that make a deal void."""

    @abstractmethod
    def voids(self, state: State) -> Finding | None:
        """Why the deal as dealt is void, or None."""


# ---------------------------------------------------------------- bid


class RunsAuction(Mechanism[P]):
    """Who may call, and when the auction is over."""

    @abstractmethod
    def next_bidder(self, state: State, auction: Auction) -> int | None:
        """The seat to call next; None when the auction is over."""


class Contract(Mechanism[P]):
    """A contract that can be bid. Contracts rank in the order of their rules; the id's last part is its name."""

    @property
    @abstractmethod
    def talon_goes(self) -> str:
        """What becomes of the talon: ``taken`` into the hand, or unseen to the ``taker`` or the ``defence``."""

    @property
    def contract(self) -> str:
        """The contract's name in bids."""
        return self.rule.rpartition(".")[2]


class NarrowsBids(Mechanism[P]):
    """Which bids are open."""

    @abstractmethod
    def narrow_bids(self, open_bids: tuple[str, ...], ranking: tuple[str, ...], auction: Auction) -> tuple[str, ...]:
        """The bids still open; ``ranking`` lists all contracts, lowest first. ``pass`` is never narrowed away."""


class OnAllPass(Mechanism[P]):
    """What happens when nobody bids."""

    @abstractmethod
    def all_passed(self, state: State) -> Finding:
        """The finding that ends the deal."""


# ---------------------------------------------------------------- call


class CallsPartner(Mechanism[P]):
    """The taker calls a card; its holder is the partner."""

    @abstractmethod
    def callable(self, state: State, seat: int) -> int:
        """The cards that the taker may call, as a mask."""

    @abstractmethod
    def check_call(self, state: State, action: Call) -> list[Finding]:
        """Findings on a call; a decisive one refuses it."""


# ---------------------------------------------------------------- talon


class TalonMove(NamedTuple):
    """Where the talon goes: into the taker's hand, or unseen to a side's pile."""

    into_hand: bool
    shown: bool
    side: int  # 0: taker's side, 1: defence; only where it does not go into the hand


class HandlesTalon(Mechanism[P]):
    """What becomes of the talon under a contract."""

    @abstractmethod
    def move(self, talon_goes: str) -> TalonMove | None:
        """The move for a contract of this kind, or None when the rule is for others."""


# ---------------------------------------------------------------- discard


class LimitsDiscard(Mechanism[P]):
    """What may be laid away, and what of it must be shown."""

    fixes_size: bool = False  # whether the rule says how many cards are laid away

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

    before_lead: bool = False  # asked of the taker before the first lead; else of each seat before its first card

    @property
    @abstractmethod
    def levels(self) -> tuple[str, ...]:
        """What can be announced, as records and score sheets name it."""

    @abstractmethod
    def offers(self, state: State, seat: int) -> tuple[Declare, ...]:
        """What the seat may announce now (with one choice of cards where more would do)."""

    @abstractmethod
    def check_declaration(self, state: State, action: Declare) -> list[Finding]:
        """Findings on an announcement; a decisive one refuses it."""


# ---------------------------------------------------------------- play


class Leads(Mechanism[P]):
    """Who leads to the first trick."""

    @abstractmethod
    def leader(self, state: State) -> int | None:
        """The first leader, or None when the rule does not apply."""


class NarrowsPlay(Mechanism[P]):
    """Which cards may be played."""

    @abstractmethod
    def narrow(self, playable: int, trick: Trick, hand: int) -> int:
        """The part of ``playable`` that the rule leaves. An empty answer means that the rule does not bind."""

    @abstractmethod
    def facts(self, playable: int, trick: Trick, hand: int) -> dict[str, object]:
        """What the rule's sentence needs to know of this case."""


class LimitsFirstLead(Mechanism[P]):
    """What may be led to the first trick. Asked after the rules that narrow every play."""

    @abstractmethod
    def narrow_lead(self, state: State, hand: int) -> int:
        """The cards that may be led; an empty answer means that the rule does not bind."""


class ExemptsCards(Mechanism[P]):
    """Cards that may be played whatever the other rules say. Asked after all that narrow."""

    @abstractmethod
    def exempt(self, hand: int, trick: Trick) -> int:
        """The cards of the hand that are exempt."""


class WinsTrick(Mechanism[P]):
    """Which card wins the trick."""

    @abstractmethod
    def winning(self, state: State, trick: Trick) -> int | None:
        """The position of the winning card in the trick, or None when the rule does not decide."""


class Moved(NamedTuple):
    """What becomes of the Excuse, and who owes a card for it."""

    kind: str  # the event that is told
    owner: int
    card: Card
    to: int  # the seat that gets the card
    payer: int | None = None  # who gives a card in return …
    payee: int | None = None  # … to whom


class MovesExcuse(Mechanism[P]):
    """Who gets the Excuse of a trick, and what is given for it. The first rule to answer decides."""

    payable: int  # the cards that may be given for it, as a mask
    choose: bool = False  # whether the giver chooses which

    @abstractmethod
    def moves(self, state: State, taken: Taken) -> Moved | None:
        """What becomes of the Excuse in a trick just completed; None when the rule does not apply."""

    def payment(self, finding: Finding, who: Who) -> Text:
        """The card given for the Excuse, or still owed, in a sentence."""
        facts = {**finding.facts, "payer": who(finding.facts["payer"]), "payee": who(finding.facts["payee"])}
        match facts["kind"]:
            case "debt_owed":
                return say(_("{payer} has won no card yet to give {payee} for it, and owes one."), **facts)
            case "debt_paid":
                return say(_("{payer} pays the card owed for the Excuse: {payee} gets {card}."), **facts)
        return say(_("{payer} gives {payee} {card} for it."), **facts)


class Settlement(NamedTuple):
    """How an unpaid debt ends: the card changes hands, or half-points do."""

    kind: str
    card_to: int | None
    halves: int


class SettlesDebt(Mechanism[P]):
    """What becomes of a debt that could not be paid by the end of the play."""

    @abstractmethod
    def unpaid(self, state: State, debt: Debt) -> Settlement:
        """How the debt ends."""


# ---------------------------------------------------------------- count


class MakesOutcomes(Mechanism[P]):
    """Whose cards are counted together."""

    @abstractmethod
    def outcomes(self, state: State, piles: Sequence[int], owed: Sequence[int]) -> list[Outcome]:
        """The outcomes of a played deal.

        ``piles`` are captured cards by seat, ``owed`` half-points still owed by seat (negative: to get).
        """


class Counts(Mechanism[P]):
    """Turns what was captured into points and targets."""

    @abstractmethod
    def count(self, outcome: Outcome) -> tuple[Outcome, Finding | None]:
        """The outcome with what the rule adds, and the finding where there is something to tell."""


# ---------------------------------------------------------------- score


class Scores(Mechanism[P]):
    """Adds lines to the score sheet."""

    def observe(self, state: State, outcome: Outcome) -> Outcome:
        """What the rule reads off a played deal into the outcome."""
        return outcome

    @abstractmethod
    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        """The lines that the rule adds."""

    @abstractmethod
    def label(self, line: Line) -> Text:
        """What a line of this rule is called on the sheet."""

    @abstractmethod
    def formula(self) -> tuple[str, str]:
        """Operation (``+``, ``±``, ``×``) and name of the rule's term in the formula."""


@dataclass(frozen=True, slots=True)
class Shares:
    """What each role gets of the hand score; ``partner`` is None where there is none."""

    taker: Fraction
    partner: Fraction | None
    defender: Fraction


class Settles(Mechanism[P]):
    """Who pays whom."""

    @abstractmethod
    def shares(self, outcome: Outcome, players: int) -> Shares:
        """Multiples of the hand score when the taker's side has won it; negated when it has lost."""


# ---------------------------------------------------------------- match


class PassesDeal(Mechanism[P]):
    """Who deals next."""

    @abstractmethod
    def next_dealer(self, dealer: int, players: int, void: bool) -> int:
        """The next dealer."""


class EndsMatch(Mechanism[P]):
    """When the match is over."""

    @abstractmethod
    def winners(self, totals: Sequence[Fraction]) -> tuple[int, ...]:
        """The winners, or none as long as it goes on."""


# ---------------------------------------------------------------- what several mechanisms ask of a trick or a state


def suit_led(trick: Trick) -> str:
    """The suit that decides the trick, in words."""
    return next(card.suit.name for card in trick.cards if not card.is_excuse)


def excuse_of(state: State, trick: Trick) -> tuple[int, Card, int] | None:
    """Who played the Excuse to a trick, the card itself, and its position; None when it is not there."""
    for position, card in enumerate(trick.cards):
        if card.is_excuse:
            return trick.seat_of(position, state.players), card, position
    return None


def is_last(state: State) -> bool:
    """Whether no hand holds a card any more."""
    return not any(state.hands) and not any(state.unseen)


def won_all_before(state: State, side: Sequence[int], number: int) -> bool:
    """Whether a side has won the first ``number`` recorded tricks and every one that the record leaves out."""
    if state.missed and (state.missed_winners is None or any(seat not in side for seat in state.missed_winners)):
        return False
    return all(taken.winner in side for taken in state.tricks[:number])
