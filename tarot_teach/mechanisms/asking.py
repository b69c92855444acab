"""The questions of rules that act by themselves, or ask a seat for a decision, in the order of their section."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar

from tarot_teach.cards import CardSet
from tarot_teach.mechanisms.base import LeavesChoice, Mechanism
from tarot_teach.table import Choose, Finding, Pick, State
from tarot_teach.table.events import Step


class UsesTalon(Mechanism):
    """A rule by which cards of the talon go somewhere, in the order in which they lie."""


class BringsTrumps(Mechanism):
    """A rule by which a suit becomes trumps in the course of a deal."""

    @property
    def may_be_trumps(self) -> list[str]:
        """The suits that may become trumps by it."""
        return [*self.deck.plain_suits()]


class SetsApartHighestTrumps(Mechanism):
    """A rule about the highest trumps, which it sets apart from the others."""

    highest_trumps: int  # how many they are


class DeclaresCards(Mechanism):
    """A rule by which cards of a hand are declared together before the first lead."""

    @abstractmethod
    def declared_of(self, hand: int) -> int:
        """The cards of a hand that are declared, as a mask."""


class ChangesHand(Mechanism):
    """A rule by which a hand gets cards of the talon, or loses some, when its turn in the section comes."""

    takes_some: ClassVar[bool] = False  # how many cards a hand gets depends on the cards
    lays_out: bool = False  # cards are laid away that count for nobody
    lays_face_up: bool = False  # cards of the hand lie face up from then on

    @abstractmethod
    def change(self, contract: str | None, talon: int) -> Mapping[str, int]:
        """The number of cards that hands get (negative: lose), by the name of the seat; ``talon`` is the size of the talon."""

    def known_seat(self, state: State) -> int | None:
        """The seat whose hand it is, where that follows from what all know."""
        return None

    def to_players_pile(self, talon: int) -> int:
        """The number of cards that the seat lays away for its pile; ``talon`` is the size of the talon."""
        return 0

    def to_takers_pile(self, talon: int) -> frozenset[int]:
        """The numbers of cards that the rule can bring to the pile of the taker's side."""
        return frozenset({0})

    def left_over(self, talon: int) -> int:
        """The number of cards of the talon that are left for the defence."""
        return 0


class Acts(Mechanism):
    """Something that happens without a question, when the turn of the rule in its section comes."""

    @abstractmethod
    def act(self, state: State) -> Step:
        """The state after it, and the events."""


class Asks(LeavesChoice):
    """A decision that seats are asked for, one after the other, when the turn of the rule in its section comes."""

    lays_away: ClassVar[bool] = False  # cards are laid away: the rules that limit a discard limit them
    keeps_chosen: ClassVar[bool] = False  # the cards chosen stay in the hand, and all others leave it
    quiet: ClassVar[str | None] = None  # the answer that a record may leave out

    def begin(self, state: State) -> Step:
        """The state before the first seat is asked, and what happens then."""
        return state, ()

    def silence(self, picks: Sequence[Pick]) -> str | None:
        """The quiet answer, where it is among the choices."""
        return self.quiet if any(pick.option == self.quiet for pick in picks) else None

    @abstractmethod
    def asks(self, state: State) -> Sequence[int]:
        """The seats that are asked, in order."""

    def asked(self, state: State, answer: int) -> int:
        """The seat that is asked between two tricks, or -1, in words. ``answer`` is what it has said: 0 nothing yet, 1 “nothing”, 2 something."""
        raise NotImplementedError

    @abstractmethod
    def picks(self, state: State, seat: int) -> tuple[Pick, ...]:
        """The choices of a seat; none where there is nothing to decide."""

    def refuses(self, state: State, seat: int, cards: CardSet) -> list[Finding]:
        """The findings on cards of the hand that a seat may not choose."""
        return []

    @abstractmethod
    def take(self, state: State, action: Choose, shown: CardSet) -> Step:
        """The state after a choice, and the events; ``shown`` are the cards laid away that all must see."""


class AsksInPlay(Asks):
    """A decision of the seat to play that has no card it may play: to draw one, or to miss the turn."""

    def asks(self, state: State) -> Sequence[int]:
        return () if state.turn is None else (state.turn,)

    def when_unable(self) -> str:
        """Sentence on a seat, ``who``, none of whose cards may be played; empty where any card may be."""
        return ""

    def draws(self, talon: int) -> int:
        """The most cards that the decision can bring into a hand from a talon of so many."""
        return 0

    def also_able(self, state: State, seat: int) -> bool:
        """True for a seat that may decide so although it has a card to play."""
        return False

    def ends_turn(self, action: Choose) -> bool:
        """True for a decision after which it is the next seat's turn."""
        return False
