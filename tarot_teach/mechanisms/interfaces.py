"""The questions that the engine asks, by the section of a ruleset that answers them. A mechanism answers those of its bases.

Where several rules could answer, they are asked in the order of the ruleset and the first answer counts; where each narrows a choice, they narrow it in that order.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from tarot_teach.cards import Card, Halves
from tarot_teach.mechanisms.base import LeavesChoice, Mechanism, Who
from tarot_teach.mechanisms.layout import Layout
from tarot_teach.messages import N_, _
from tarot_teach.order import Order
from tarot_teach.rules import Ruleset
from tarot_teach.table import (
    Apart,
    Auction,
    Choose,
    DealChoice,
    Debt,
    Fact,
    Finding,
    Line,
    Outcome,
    Sheet,
    State,
    Taken,
    Trick,
)
from tarot_teach.table.events import CardMoved, DebtEnded, DebtOwed, DebtPaid, Step
from tarot_teach.text import Text

# ---------------------------------------------------------------- deal


class TurnsRound(Mechanism):
    """Direction of dealing, calling and playing."""

    clockwise: bool  # play goes round clockwise, seen from above


class MakesParties(Mechanism):
    """Players who play together from the start of a deal to its end."""

    @abstractmethod
    def parties(self, players: int) -> tuple[tuple[int, ...], ...]:
        """The seats of each party, the first seat of the table in the first."""


class CutsPack(LeavesChoice):
    """Cut of the pack before the deal."""

    decisions: ClassVar[tuple[str, str]] = (N_("{who} may cut there."), N_("{who} may not cut there."))
    does: ClassVar[str] = N_("{who} cuts.")

    @abstractmethod
    def cutter(self, state: State) -> int:
        """Seat that cuts the pack."""

    @abstractmethod
    def check_cut(self, state: State, at: int) -> list[Finding]:
        """Findings on a cut of the top ``at`` cards; a decisive one refuses it."""

    @abstractmethod
    def cuts(self, state: State) -> range:
        """Numbers of cards that may be cut."""


class DealsOut(LeavesChoice):
    """Deal of the pack. ``talon_after`` says after how many packets each card of the talon is dealt."""

    decisions: ClassVar[tuple[str, str]] = (N_("{who} may deal like that."), N_("{who} may not deal like that."))
    does: ClassVar[str] = N_("{who} deals.")
    face_up: int = 0  # cards of each hand that all see, the first that it is dealt

    @abstractmethod
    def hand_size(self, players: int) -> int:
        """Cards in each hand after the deal."""

    def talon_size(self, players: int) -> int:
        """Cards in the talon, or in the stock from which cards are drawn."""
        return 0

    def tricks(self, players: int) -> int:
        """Cards that each player has to play."""
        return self.hand_size(players)

    @abstractmethod
    def check_deal(self, state: State, talon_after: tuple[int, ...]) -> list[Finding]:
        """Findings on how the cards are dealt; a decisive one refuses it."""

    @abstractmethod
    def deal(self, pack: Sequence[Card], first: int, players: int, talon_after: tuple[int, ...]) -> Layout:
        """Deal the pack, beginning with the seat ``first``."""

    def choice(self, state: State) -> DealChoice:
        """Places in the deal at which the dealer may deal cards to the talon."""
        return DealChoice(range(0), 0)


# ---------------------------------------------------------------- void


class Voids(Mechanism):
    """Hands that make a deal void."""

    optional: bool = False  # the holder may choose; every seat is asked, so that no answer gives a hand away

    @abstractmethod
    def voids(self, state: State, seat: int) -> Finding | None:
        """The finding by which the hand of a seat makes the deal void, or None."""

    @abstractmethod
    def refuses(self, state: State, seat: int) -> Finding:
        """The finding on a seat that claims a void deal without having such a hand."""


# ---------------------------------------------------------------- bid


class RunsAuction(Mechanism):
    """Order of the auction: the seat to call next, or None when it is over."""

    one_bid: ClassVar[bool] = False  # the first bid ends it
    forehand_last: ClassVar[bool] = False  # the player after the dealer speaks last
    given_up: str = ""  # the contract that its bidder gives up by a pass as the last call

    @abstractmethod
    def next_bidder(self, state: State, auction: Auction) -> int | None: ...


class Contract(Mechanism):
    """A contract that can be bid. Contracts rank in the order of their rules; the id's last part is its name."""

    talon_goes: str  # the talon is ``taken`` into the hand, or goes unseen to ``taker``, ``defence`` or ``nobody``
    can_be_bid: ClassVar[bool] = True  # else another rule says when it is played
    alone: bool = False  # whoever bids it is no taker: all play alone under it

    @property
    def contract(self) -> str:
        """The contract's name in bids."""
        return self.rule.rpartition(".")[2]


class NarrowsBids(Mechanism):
    """Restriction of the bids that are open; ``ranking`` lists all contracts that can be bid, lowest first."""

    ranks: ClassVar[bool] = True  # the rule says which bid outranks another

    @abstractmethod
    def narrow_bids(self, open_bids: tuple[str, ...], ranking: tuple[str, ...], state: State) -> tuple[str, ...]: ...

    def refuses_pass(self, state: State) -> bool:
        """True if the seat to call may not pass. It may where nothing else is open to it."""
        return False

    def bars_all_pass(self, auction: RunsAuction) -> bool:
        """True where, by this rule in such an auction, somebody has to bid in every deal."""
        return False


class OnAllPass(Mechanism):
    """Consequence of an auction in which all pass: the deal is void, or a ``contract`` is played all the same."""

    contract: str = ""  # played by the seat of :meth:`taker`, or by everybody for himself
    has_taker: bool = True  # the contract has a taker
    may_leave: bool = False  # in some deals the rule leaves it to the next one of its kind

    def leaves(self, state: State) -> bool:
        """True where the rule leaves it to the next one about an auction in which all pass, if there is one."""
        return False

    @abstractmethod
    def all_passed(self, state: State) -> Finding:
        """The finding that decides."""

    def taker(self, state: State) -> int | None:
        """The seat that has to play the contract; None where nobody takes it."""
        return None


# ---------------------------------------------------------------- call


class CallsPartner(LeavesChoice):
    """The taker calls a card; its holder is the partner."""

    decisions: ClassVar[tuple[str, str]] = (N_("{who} may call {cards}."), N_("{who} may not call {cards}."))
    does: ClassVar[str] = N_("{who} calls {cards}.")
    prompt: ClassVar[str] = N_("Call a card: {codes}.")
    after_discard: bool = False  # the card is called before the first lead, and not before the talon is turned
    again: bool = False  # the taker calls another card when nobody holds the first

    @abstractmethod
    def callable(self, state: State, seat: int) -> int:
        """Cards that the taker may call, as a mask; 0 when there is nothing left to call."""

    @abstractmethod
    def check_call(self, state: State, card: Card) -> list[Finding]:
        """Findings on a call; a decisive one refuses it."""

    def found_laid(self, state: State, card: Card) -> Step | None:
        """The state and the events where a called card has been laid away, and all are told so; None where they are not."""
        return None


# ---------------------------------------------------------------- talon, discard


class TalonMove(NamedTuple):
    """Destination of the talon: the taker's hand, or unseen the pile of a side."""

    into_hand: bool
    shown: bool
    side: int  # 0: taker's side, 1: defence; only where it does not go into the hand


class HandlesTalon(Mechanism):
    """Destination of the talon under a contract of a kind, or None when the rule is for others."""

    @abstractmethod
    def move(self, talon_goes: str) -> TalonMove | None: ...


class LimitsDiscard(Mechanism):
    """Restriction of the cards that may be laid away, and of those that must be shown."""

    fixes_size: bool = False  # the rule says how many cards are laid away
    barred: int = 0  # cards that may never be laid away, as a mask
    announces: bool = False  # the player says something on the cards laid away

    def narrow_discard(self, allowed: int, hand: int, count: int) -> int:
        """The cards that may be laid away."""
        return allowed

    def obliges(self, allowed: int, hand: int, count: int) -> int:
        """Cards that have to be laid away."""
        return 0

    def keeps(self, state: State, seat: int) -> int:
        """Cards that a seat may not lay away in this deal, as a mask."""
        return 0

    def shows(self, discard: int, by_taker: bool) -> int:
        """The part of the discard that all must see."""
        return 0

    def says_number(self, discard: int) -> int | None:
        """The number of cards of the discard that is said to all; None for a rule by which none is."""
        return None


# ---------------------------------------------------------------- declare


class Offers(LeavesChoice):
    """An announcement that a seat may make."""

    decisions: ClassVar[tuple[str, str]] = (
        N_("{who} may announce this: {level}."),
        N_("{who} may not announce this: {level}."),
    )
    does: ClassVar[str] = N_("{who} announces this: {level}.")

    kind: ClassVar[str]  # what is announced; rules of the score name it so
    before_lead: bool = False  # asked before the first lead; else of each seat before its first card
    levels: Collection[str]  # names of what can be announced, in records and on score sheets

    def asks(self, state: State) -> Sequence[int]:
        """The seats that are asked before the first lead, in order. All are, where an answer tells of hidden cards."""
        first = state.dealer + 1
        return [(first + i) % state.players for i in range(state.players)]

    @abstractmethod
    def offers(self, state: State, seat: int) -> tuple[Choose, ...]:
        """Announcements open to the seat now, with one choice of cards where several would do."""

    @abstractmethod
    def check_declaration(self, state: State, action: Choose) -> list[Finding]:
        """Findings on an announcement; a decisive one refuses it."""


# ---------------------------------------------------------------- play


class OrdersCards(Mechanism):
    """Another order of the cards than the standing one of the pack, in place of which it is in force."""

    @abstractmethod
    def order_with(self, trumps: str) -> Order:
        """The order, with a suit that is trumps by a choice; empty: none has been chosen."""


class Leads(Mechanism):
    """Choice of the seat that leads to the first trick, or None when the rule does not apply."""

    @abstractmethod
    def leader(self, state: State) -> int | None: ...


class NarrowsPlay(Mechanism):
    """Restriction of the cards that may be played."""

    @abstractmethod
    def narrow(self, playable: int, trick: Trick, hand: int) -> int:
        """The part of ``playable`` that the rule leaves. An empty answer means that the rule does not bind."""

    @abstractmethod
    def facts(self, playable: int, trick: Trick, hand: int) -> dict[str, object]:
        """Facts of this case for the rule's sentence."""


class LimitsFirstLead(Mechanism):
    """The cards that may be led first, asked after the rules that narrow every play. None left: the rule does not bind."""

    @abstractmethod
    def narrow_lead(self, state: State, hand: int) -> int: ...


class ExemptsCards(Mechanism):
    """The cards of a hand that may be played to this trick whatever the other rules say. Asked after all that narrow."""

    @abstractmethod
    def exempt(self, state: State, seat: int, hand: int) -> int: ...


class WinsTrick(Mechanism):
    """The position of the winning card in a trick, or None when the rule does not decide."""

    always: ClassVar[bool] = True  # the rule decides every trick

    @abstractmethod
    def winning(self, state: State, trick: Trick) -> int | None: ...

    def facts_of(self, state: State, trick: Trick, position: int) -> dict[str, Any]:
        """Facts of a full trick for the rule's sentence, besides the seat and the card that win."""
        return {}

    def takes_all(self, trick: Trick) -> int:
        """The card that wins such a trick whatever else is in it, as a mask; 0: none."""
        return 0


NOBODY = -1
"""No seat."""


class Moved(NamedTuple):
    """New owner of a card that leaves its trick, and the debt for it."""

    kind: int  # which of the ``kinds`` of events of the rule
    to: int  # the seat that gets the card
    payer: int  # the seat that gives a card in return, or NOBODY …
    payee: int  # … to whom


class MovesCard(LeavesChoice):
    """Owner of a card that does not go to the winner of its trick, and the card given for it. For each card, the first rule to
    answer decides."""

    decisions: ClassVar[tuple[str, str]] = (N_("{who} may give {cards}."), N_("{who} may not give {cards}."))
    does: ClassVar[str] = N_("{who} gives {cards}.")
    prompt: ClassVar[str] = N_("Give one of the cards captured: {codes}.")
    kinds: ClassVar[tuple[type[CardMoved], ...]]  # the kinds of events, one of which each movement is
    about: int  # the cards that it is about, as a mask
    payable: int  # the cards that may be given for one of them, as a mask
    choose: bool = False  # the giver chooses which
    bounded: ClassVar[bool] = False  # a card is given or owed for each that moves, unless it is ``uncompensated``
    uncompensated: bool = False  # a card can change sides without a card in return
    goes_back: ClassVar[bool] = False  # the card goes back to its player from every trick, and nothing is given for it

    @abstractmethod
    def moves(self, state: State, trick: Trick, owner: int, winner: int) -> Moved | None:
        """Movement of a card that ``owner`` played to a trick just completed; None when the rule does not apply."""

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        return () if self.payable else [_("no card but the one that is kept could be given for it")]

    def why(self, finding: Finding) -> str:
        """The card given in return, or still owed, in a sentence."""
        match finding.facts["kind"]:
            case DebtOwed.kind:
                return _("{payer} has won no card yet that could be given for {kept}, and owes {payee} one.")
            case DebtPaid.kind:
                return _("{payer} pays the card that was owed for {kept}: {payee} gets {card}.")
        return _("{payer} gives {payee} {card} for it.")

    def facts_in_words(self, finding: Finding, who: Who) -> dict[str, Any]:
        return super().facts_in_words(finding, who) | {"kept": self.deck.set(self.about)}


class AfterTrick(Mechanism):
    """Consequences of a trick apart from the way of its cards."""

    brings_talon: ClassVar[bool] = False  # a card of the talon goes with each trick, as long as there are any
    brings_rest: ClassVar[bool] = False  # the taker can win what is left of the talon
    at_end: bool = False  # the last trick alone brings cards of the talon, all of them

    @abstractmethod
    def after(self, state: State, taken: Taken) -> Step:
        """The state after it, and the events."""

    def brings(self, state: State, trick: Trick, winner: int) -> int:
        """Cards of the talon that the trick brings its winner, as a mask, where that is all that comes of it."""
        raise NotImplementedError


class Settlement(NamedTuple):
    """End of an unpaid debt: the card changes hands, or half-points do."""

    kind: type[DebtEnded]
    card_to: int | None
    halves: int


class SettlesDebt(Mechanism):
    """Settlement of a debt that could not be paid by the end of the play."""

    bounded: ClassVar[bool] = False  # ``stays`` and ``halves`` tell of every debt
    stays: bool = True  # the card stays with its owner
    halves: int = 0  # half-points that go over instead of a card that stays

    @abstractmethod
    def unpaid(self, state: State, debt: Debt) -> Settlement:
        """Settlement of one debt."""


# ---------------------------------------------------------------- count


class MakesOutcomes(Mechanism):
    """Grouping of captured cards into piles that are counted together."""

    sides: ClassVar[bool] = True  # a taker's side and a defence; else each player alone, or each party
    by_party: ClassVar[bool] = False  # the parties that are made at the start
    bounded: ClassVar[bool] = False  # the card points of a side are those of its piles, less what it owes

    @abstractmethod
    def outcomes(self, state: State, piles: Sequence[int], owed: Sequence[int]) -> list[Outcome]:
        """The outcomes of a played deal.

        ``piles`` are captured cards by seat, ``owed`` half-points still owed by seat (negative: to get).
        """


class Counts(Mechanism):
    """Count of captured cards: card points in halves, targets."""

    sides: ClassVar[bool] = False  # the rule needs a taker's side
    asks: ClassVar[tuple[type[Fact], ...]] = ()  # the facts on which the rule depends, besides the card points
    after_target: ClassVar[bool] = False  # the rule needs a target that has been set before
    bounded: ClassVar[bool] = False  # the rule leaves the half-points and cards of the outcome alone

    @abstractmethod
    def count(self, outcome: Outcome) -> tuple[Outcome, Finding | None]:
        """The outcome with what the rule adds, and the finding where there is something to tell."""


class Judges(Counts):
    """Judgement whether the taker's side has won."""

    by_points = True  # unless a rule judges by something else
    avoids_tricks: bool = False  # the taker's side wins by leaving tricks to others

    @abstractmethod
    def judge(self, outcome: Outcome) -> tuple[int | None, bool | None]:
        """The card points that the side needs, None where no number of points decides, and if it has won; None: nobody has."""

    def facts_of(self, outcome: Outcome) -> dict[str, Any]:
        """The facts of a judged outcome for the rule's sentence."""
        return {"made": outcome.made}

    def count(self, outcome: Outcome) -> tuple[Outcome, Finding | None]:
        target, made = self.judge(outcome)
        judged = replace(outcome, target=target, made=made, points=Fraction(outcome.halves, 2))
        return judged, self.decides(**self.facts_of(judged))


class CountsPiles(Counts):
    """Count of a pile that is not the sum of what its cards count."""

    by_points = True
    total: int | None = None  # card points of all piles of a deal together, where they are always the same
    both_sides: Halves | None = None  # half-points of two piles that share the pack, where they never change

    def taken_off(self, cards: int) -> Halves | None:
        """Half-points taken off from the values of a pile of so many cards; None where it depends on which they are."""
        return None

    @abstractmethod
    def pile_halves(self, pile: int) -> int:
        """Card points of a pile, in half-points."""

    def counted(self, outcome: Outcome) -> Outcome:
        """The outcome with the points of its pile, as :meth:`count` gives it."""
        return self.count(outcome)[0]


# ---------------------------------------------------------------- score


class Scores(Mechanism):
    """Adds lines to the score sheet."""

    about: ClassVar[str] = ""  # the term for what it scores, the label of its lines where it has no heading
    sides: bool = False  # the rule needs a taker's side
    by_cards: ClassVar[bool] = False  # the rule asks which cards have been won, not only what they count
    among_all: ClassVar[bool] = False  # the rule compares the outcomes of all players
    avoids_tricks: bool = False  # what is won costs
    operation: ClassVar[str] = "+"  # before its term in the formula: ``+``, ``−``, ``±``, ``×``

    def comes_up(self, state: State) -> bool:
        """A played deal raises the rule's question, with a line for it or not."""
        return False

    def combination(self) -> int:
        """The mask of the cards that score together, in one hand or in what a side has won; 0 where the rule asks for none."""
        return 0

    @abstractmethod
    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        """The lines that the rule adds."""

    def lines_among(self, outcome: Outcome, sheet: Sheet, everybody: Sequence[Outcome]) -> list[Line]:
        """The lines that the rule adds where it compares the outcomes of all players."""
        return self.lines(outcome, sheet)

    def closes(self, outcome: Outcome) -> bool:
        """True if no line of a later rule is added."""
        return False

    def line(self, amount: Fraction | int, operation: str = "+", /, **facts: Any) -> Line:
        """A line with an amount in game points."""
        return Line(self.rule, operation, Fraction(amount), facts)

    def title(self) -> str:
        return super().title() or (str(self.say(f"{{{self.about}}}")) if self.about else "")

    def label(self, line: Line) -> Text:
        """Label of a line of this rule on the sheet."""
        return self.say(_(self.heading) if self.heading else f"{{{self.about}}}")

    def contract_worth(self, contract: str) -> str:
        """The worth of a contract by this rule: an amount, or a factor behind its sign; empty for a rule that asks for no contract."""
        return ""

    def formula(self) -> tuple[str, str]:
        """Operation and name of the rule's term in the formula; without a name it is called by the title of the rule."""
        return self.operation, self.terms[self.about].label if self.about else _(self.heading)


@dataclass(frozen=True, slots=True)
class Shares:
    """Multiples of the hand score by role; ``partner`` is None where there is none."""

    taker: Fraction
    partner: Fraction | None
    defender: Fraction


class Settles(Mechanism):
    """Payments between the players. ``sums_to_zero`` promises that the payments of every deal add up to zero."""

    sums_to_zero: ClassVar[bool] = False
    partner: ClassVar[bool] = False  # the rule has a share for a partner

    def shares(self, outcome: Outcome, players: int) -> Shares:
        """Multiples of the hand score when the taker's side has won it, negated when it has lost: the whole from each defender."""
        return Shares(taker=Fraction(players - 1), partner=None, defender=Fraction(-1))

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


class PaysApart(Mechanism):
    """Payments apart from the contract. ``sums_to_zero`` promises that the amounts of every payment do."""

    sums_to_zero: ClassVar[bool] = False

    @abstractmethod
    def apart(self, outcome: Outcome, players: int) -> list[Apart]:
        """The payments, each with what every seat gets."""
