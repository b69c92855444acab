"""The events of a deal: a frozen class for each kind, with the findings of the rules behind the event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import Any, ClassVar

from tarot_teach.cards import Card, CardSet, Halves
from tarot_teach.table.actions import Action
from tarot_teach.table.state import State
from tarot_teach.table.verdict import Finding


@dataclass(frozen=True, slots=True)
class Event:
    """An event of a deal: of a ``seat``, or of the table (None)."""

    name: ClassVar[str]
    kind_is_fact: ClassVar[bool] = False  # the sentences of the rule ask for it
    seat: int | None
    findings: tuple[Finding, ...] = field(default=(), kw_only=True)

    @property
    def kind(self) -> str:
        """Name of the kind in JSON and in the reference: ``trick_won``, ``excuse_kept`` …"""
        return self.name

    @property
    def facts(self) -> Mapping[str, Any]:
        """The fields of the kind by name: cards, seats, half-points or game points."""
        facts = {"kind": self.kind} if self.kind_is_fact else {}
        names = (each.name for each in fields(self) if each.name not in ("seat", "findings", "move"))
        return {**facts, **{name: getattr(self, name) for name in names}}

    @property
    def rules(self) -> tuple[str, ...]:
        """Ids of the rules by which it happened."""
        return tuple(finding.rule for finding in self.findings)


# ---------------------------------------------------------------- before the play


@dataclass(frozen=True, slots=True)
class PackCut(Event):
    """The pack was cut: its top ``at`` cards lie below the others."""

    name = "cut"
    at: int


@dataclass(frozen=True, slots=True)
class CardsDealt(Event):
    """The cards were dealt, to the seat ``first`` first."""

    name = "dealt"
    first: int


@dataclass(frozen=True, slots=True)
class HandVoided(Event):
    """A hand made the deal void."""

    name = "void_hand"


@dataclass(frozen=True, slots=True)
class AllPassed(Event):
    """All passed, and the deal is void."""

    name = "all_passed"


@dataclass(frozen=True, slots=True)
class BidMade(Event):
    """A contract was bid, or ``pass``."""

    name = "bid"
    bid: str


@dataclass(frozen=True, slots=True)
class ContractSettled(Event):
    """The seat is the taker and plays a contract."""

    name = "contract"
    contract: str


@dataclass(frozen=True, slots=True)
class CardCalled(Event):
    """The taker called a card."""

    name = "called"
    card: Card


@dataclass(frozen=True, slots=True)
class NobodyHas(Event):
    """The called card is in no hand, and another is to be called."""

    name = "nobody_has"
    card: Card


@dataclass(frozen=True, slots=True)
class TalonTaken(Event):
    """The taker took the talon into the hand."""

    name = "talon_taken"
    cards: CardSet


@dataclass(frozen=True, slots=True)
class TalonLaidAside(Event):
    """The talon went unseen to a side: 0 the taker's, 1 the defence's."""

    name = "talon_aside"
    side: int


@dataclass(frozen=True, slots=True)
class CardsDiscarded(Event):
    """The taker laid cards away; all saw those in ``shown``."""

    name = "discarded"
    cards: CardSet
    shown: CardSet


@dataclass(frozen=True, slots=True)
class Announced(Event):
    """An announcement was made; ``cards`` were shown for it, or (None) are not known."""

    name = "declared"
    level: str
    cards: CardSet | None


# ---------------------------------------------------------------- the play


@dataclass(frozen=True, slots=True)
class LeaderChosen(Event):
    """A rule said that the seat leads to the first trick."""

    name = "leads"


@dataclass(frozen=True, slots=True)
class RuleBroken(Event):
    """An action stands although a rule refuses it."""

    name = "irregular"
    action: Action


@dataclass(frozen=True, slots=True)
class CardPlayed(Event):
    """A card was played."""

    name = "played"
    card: Card


@dataclass(frozen=True, slots=True)
class PartnerKnown(Event):
    """The called card was played, so that all know who the taker's partner is."""

    name = "partner_known"
    card: Card


@dataclass(frozen=True, slots=True)
class TrickWon(Event):
    """The seat won the trick of a ``number``, worth so many card points in half-points."""

    name = "trick_won"
    number: int
    cards: tuple[Card, ...]
    halves: Halves


@dataclass(frozen=True, slots=True)
class CardMoved(Event):
    """A card of a trick went where its own rule sends it: from ``owner`` to the seat ``to``, in a trick of ``winner``.

    ``move`` is the rule's name for it (``excuse_kept``); ``payer`` owes ``payee`` a card in return, where somebody does.
    """

    name = "card_moved"
    kind_is_fact = True
    move: str
    owner: int
    to: int
    winner: int
    payer: int | None
    payee: int | None
    card: Card

    @property
    def kind(self) -> str:
        """The rule's name for what became of the card."""
        return self.move


@dataclass(frozen=True, slots=True)
class DebtEvent(Event):
    """A card that is owed for one that was kept, by ``payer`` to ``payee``: given, or (None) not yet."""

    kind_is_fact = True
    payer: int
    payee: int
    card: Card | None


@dataclass(frozen=True, slots=True)
class DebtOwed(DebtEvent):
    """The debtor has won no card yet that could be given."""

    name = "debt_owed"


@dataclass(frozen=True, slots=True)
class DebtPaid(DebtEvent):
    """A card was given in a later trick than the one in which the debt arose."""

    name = "debt_paid"


@dataclass(frozen=True, slots=True)
class PaidAtOnce(DebtEvent):
    """A card was given in the trick in which the debt arose."""

    name = "paid_at_once"


# ---------------------------------------------------------------- the end


@dataclass(frozen=True, slots=True)
class DebtEnded(Event):
    """A card was owed to the end of the play; ``move`` is the rule's name for what became of the debt."""

    name = "debt_ended"
    move: str
    owner: int
    creditor: int
    card: CardSet

    @property
    def kind(self) -> str:
        """The rule's name for what became of the debt."""
        return self.move


@dataclass(frozen=True, slots=True)
class NotCounted(Event):
    """The deal cannot be counted: some cards are not known."""

    name = "not_counted"


@dataclass(frozen=True, slots=True)
class PointsCounted(Event):
    """The card points of the taker's side, or of a player who plays alone, in half-points, with the target in card points."""

    name = "counted"
    halves: Halves
    honours: int
    target: int | None


@dataclass(frozen=True, slots=True)
class DealScored(Event):
    """The game points of each seat; nothing where the seats are not known."""

    name = "scored"
    scores: tuple[Fraction, ...]


ROUTINE_EVENTS = (
    *(BidMade, ContractSettled, CardCalled, TalonTaken, CardsDiscarded),
    *(LeaderChosen, CardPlayed, TrickWon, PointsCounted, DealScored),
)
"""Events of nearly every deal, which make none harder to follow."""

TRICK_EVENTS = (TrickWon, CardMoved, DebtEvent)
"""Events of a completed trick."""

CARD_TRANSFERS = (CardMoved, DebtEvent, DebtEnded)
"""Events of a card that does not go to the winner of its trick, and of the card given for it."""

FINAL_EVENTS = (DebtEnded, NotCounted, PointsCounted, DealScored)
"""Events after the last trick."""

Step = tuple[State, tuple[Event, ...]]
"""A state, and the events that led to it."""
