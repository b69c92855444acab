"""The events of a deal: a frozen class for each kind, with the findings of the rules behind the event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, fields, replace
from fractions import Fraction
from typing import Any, ClassVar, Self

from tarot_teach.cards import Card, CardSet, Halves
from tarot_teach.table.actions import Action
from tarot_teach.table.state import Frozen, State
from tarot_teach.table.verdict import Effect, Finding


class Event(Frozen):
    """An event of a deal: of a ``seat``, or of the table (None). Its class is its kind, whose name in JSON and in the reference is ``kind``."""

    kind: ClassVar[str]
    seat: int | None
    findings: tuple[Finding, ...] = field(default=(), kw_only=True)

    def __init_subclass__(cls, name: str = "") -> None:
        cls.kind = name
        super().__init_subclass__()

    @property
    def facts(self) -> Mapping[str, Any]:
        """The fields of the kind by name: cards, seats, half-points or game points."""
        named = {"kind": self.kind} if isinstance(self, CardMoved | DebtEvent) else {}
        names = (each.name for each in fields(self) if each.name not in ("seat", "findings"))
        return {**named, **{name: getattr(self, name) for name in names}}

    @property
    def rules(self) -> tuple[str, ...]:
        """Ids of the rules by which it happened."""
        return tuple(finding.rule for finding in self.findings)

    def decided_by(self, rule: str) -> Self:
        """The event with a finding of the rule that decides it, for which it gives the facts."""
        return replace(self, findings=(Finding(rule, Effect.DECIDES, self.facts),))


# ---------------------------------------------------------------- before the play


class PackCut(Event, name="cut"):
    """The pack was cut: its top ``at`` cards lie below the others."""

    at: int


class CardsDealt(Event, name="dealt"):
    """The cards were dealt, to the seat ``first`` first."""

    first: int


class HandVoided(Event, name="void_hand"):
    """A hand made the deal void."""


class AllPassed(Event, name="all_passed"):
    """All passed: the deal is void, or a contract is played all the same."""


class BidMade(Event, name="bid"):
    """A contract was bid, or ``pass``."""

    bid: str


class ContractSettled(Event, name="contract"):
    """The seat is the taker and plays a contract; None where everybody plays it for himself."""

    contract: str


class CardCalled(Event, name="called"):
    """The taker called a card."""

    card: Card


class NobodyHas(Event, name="nobody_has"):
    """The called card is in no hand, and another is to be called."""

    card: Card


class CalledCardLaid(Event, name="called_laid"):
    """The called card has been laid away, and all know that the taker is alone."""

    card: Card


class TalonTaken(Event, name="talon_taken"):
    """The taker took the talon into the hand."""

    cards: CardSet


class TalonLaidAside(Event, name="talon_aside"):
    """The talon went unseen to a side: 0 the taker's, 1 the defence's."""

    side: int


class CardsDiscarded(Event, name="discarded"):
    """The taker laid cards away; all saw those in ``shown``."""

    cards: CardSet
    shown: CardSet


class Announced(Event, name="declared"):
    """An announcement was made; ``cards`` were shown for it, or (None) are not known."""

    level: str
    cards: CardSet | None


class TalonTurned(Event, name="talon_turned"):
    """The talon was turned up for all to see."""

    cards: CardSet


class CardsTaken(Event, name="taken"):
    """The seat took cards of the talon into the hand; ``shown`` says that all saw them."""

    cards: CardSet
    shown: bool


class HeapTurned(Event, name="heap_turned"):
    """The heap of a ``number`` was turned: ``taken`` cards were shown and went into the hand, ``unseen`` ones without being shown, and ``open``
    lies open on the heap (None: no card)."""

    number: int
    taken: CardSet
    unseen: int
    open: Card | None


class CardsDrawn(Event, name="drawn"):
    """The seat drew a ``number`` of cards from the talon, and had laid as many away where the rule says so."""

    number: int


class TrumpsMade(Event, name="trumps"):
    """A ``suit`` has become trumps, named by the seat or turned up."""

    suit: str


class CardsLaidAway(Event, name="laid_away"):
    """The seat laid cards away, for a pile of its own or another; all saw those in ``shown``."""

    cards: CardSet
    shown: CardSet


# ---------------------------------------------------------------- the play


class LeaderChosen(Event, name="leads"):
    """A rule said that the seat leads to the first trick."""


class TurnMissed(Event, name="turn_missed"):
    """The seat could not play a card, and missed its turn."""


class RuleBroken(Event, name="irregular"):
    """An action stands although a rule refuses it."""

    action: Action


class CardPlayed(Event, name="played"):
    """A card was played."""

    card: Card


class PartnerKnown(Event, name="partner_known"):
    """The called card was played, so that all know who the taker's partner is."""

    card: Card


class TrickWon(Event, name="trick_won"):
    """The seat won the trick of a ``number``, worth so many card points in half-points."""

    number: int
    cards: tuple[Card, ...]
    halves: Halves


class CardMoved(Event, name="card_moved"):
    """A card of a trick went where its own rule sends it: from ``owner`` to the seat ``to``, in a trick of ``winner``.

    ``payer`` owes ``payee`` a card in return, where somebody does. A rule may bring a kind of its own.
    """

    owner: int
    to: int
    winner: int
    payer: int | None
    payee: int | None
    card: Card


class CardStayed(CardMoved, name="excuse_stays"):
    """A card that its player would keep went to the winner of the trick, who is of the same side."""


class CardKept(CardMoved, name="excuse_kept"):
    """A card went back to its player, whoever won the trick."""


class LoneCardKept(CardMoved, name="petit_kept"):
    """A card that was dealt without others to protect it went back to its player."""


class CardLost(CardMoved, name="excuse_lost"):
    """A card that its player would have kept in an earlier trick was lost in the last."""


class TalonCardWon(Event, name="talon_card_won"):
    """A card of the talon went to the winner of a trick; None where it is not known."""

    card: Card | None


class TalonWon(Event, name="talon_won"):
    """The winner of the last trick got the whole talon as well."""

    cards: CardSet


class RestOfTalonWon(Event, name="rest_of_talon_won"):
    """Cards of the talon that had been laid aside for the defence went to the taker's pile."""

    cards: CardSet


class PlayedOn(Event, name="between_tricks"):
    """The seat answered a question of a rule between two tricks by an ``option``."""

    option: str


class CardsLaidOpen(Event, name="laid_open"):
    """Cards of the talon were laid open on the table."""

    cards: CardSet


class CardLeft(Event, name="left"):
    """A card took nothing, and stays on the table."""

    card: Card


class CardsCaptured(Event, name="captured"):
    """A card took ``cards`` that lay open on the table."""

    card: Card
    cards: CardSet


class PileStolen(Event, name="pile_stolen"):
    """A card took the pile of ``owner``, a ``number`` of cards."""

    card: Card
    owner: int
    number: int


class DealtAnew(Event, name="dealt_anew"):
    """All hands were empty, and each seat was dealt a ``number`` of cards of the talon."""

    number: int


class RestTaken(Event, name="rest_taken"):
    """The seat got the cards that lay on the table at the end."""

    cards: CardSet


class PlayEnded(Event, name="play_ended"):
    """A rule ended the play before the last card."""


class DebtEvent(Event):
    """A card that is owed for one that was kept, by ``payer`` to ``payee``: given, or (None) not yet."""

    payer: int
    payee: int
    card: Card | None


class DebtOwed(DebtEvent, name="debt_owed"):
    """The debtor has won no card yet that could be given."""


class DebtPaid(DebtEvent, name="debt_paid"):
    """A card was given in a later trick than the one in which the debt arose."""


class PaidAtOnce(DebtEvent, name="paid_at_once"):
    """A card was given in the trick in which the debt arose."""


class PaidInPlay(Event, name="paid_in_play"):
    """A payment in the course of the deal: game points that each seat gets (negative: pays)."""

    amounts: tuple[int, ...]


# ---------------------------------------------------------------- the end


class DebtEnded(Event, name="debt_ended"):
    """A card was owed to the end of the play, for another that its ``owner`` had kept. A rule may bring a kind of its own."""

    owner: int
    creditor: int
    card: CardSet


class DebtUnpaid(DebtEnded, name="debt_unpaid"):
    """The card that was kept stays with its owner."""


class CardSurrendered(DebtEnded, name="excuse_surrendered"):
    """The card that was kept goes to the creditor."""


class NotCounted(Event, name="not_counted"):
    """The deal cannot be counted: some cards are not known."""


class PointsCounted(Event, name="counted"):
    """The card points of the taker's side, or of a player who plays alone, in half-points, with the target in card points."""

    halves: Halves
    target: int | None


class DealScored(Event, name="scored"):
    """The game points of each seat; nothing where the seats are not known."""

    scores: tuple[Fraction, ...]


ROUTINE_EVENTS = (
    *(BidMade, ContractSettled, CardCalled, TalonTaken, CardsDiscarded),
    *(LeaderChosen, CardPlayed, TrickWon, PointsCounted, DealScored),
)
"""Events of nearly every deal, which make none harder to follow."""

TRICK_EVENTS = (TrickWon, CardMoved, TalonCardWon, TalonWon, DebtEvent, PaidInPlay, CardsCaptured, PileStolen)
"""Events of a completed trick, or of a card that takes others."""

CARD_TRANSFERS = (CardMoved, DebtEvent, DebtEnded)
"""Events of a card that does not go to the winner of its trick, and of the card given for it."""

FINAL_EVENTS = (DebtEnded, NotCounted, PointsCounted, DealScored)
"""Events after the last trick."""

Events = tuple[Event, ...]
Step = tuple[State, Events]
"""A state, and the events that led to it."""
