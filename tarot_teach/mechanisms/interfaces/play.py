"""Questions of the section ``play`` of a ruleset, and functions on tricks and states that several of its mechanisms share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from tarot_teach.cards import Card
from tarot_teach.language import _
from tarot_teach.mechanisms.base import Mechanism, P, Who
from tarot_teach.table import Debt, Finding, State, Taken, Trick
from tarot_teach.text import Text

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
