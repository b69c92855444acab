"""Questions about a match: who deals next, who sits out, when it is over, and what rules keep from deal to deal; and payments in the course
of a deal."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, NamedTuple

from tarot_teach.mechanisms.base import Mechanism, Who
from tarot_teach.mechanisms.registry import find
from tarot_teach.messages import N_, _
from tarot_teach.table import Fact, Facts, Finding, Memory, Paid, Result, State, Taken
from tarot_teach.table.events import PaidInPlay, Step
from tarot_teach.table.facts import NO_FACTS
from tarot_teach.text import Text, joined


class PassesDeal(Mechanism):
    """Choice of the next dealer."""

    @abstractmethod
    def next_dealer(self, dealer: int, players: int, void: bool) -> int: ...


class SeatsTable(Mechanism):
    """The seats that play a deal, in order of play; the last of them stands for the dealer."""

    @abstractmethod
    def playing(self, dealer: int, seated: int) -> tuple[int, ...]: ...


class EndsMatch(Mechanism):
    """The winners of a match after a number of deals, or none as long as it goes on. ``totals`` are game points, or chips."""

    start: int | None = None  # chips that each player has at the start, where chips are played for

    @abstractmethod
    def winners(self, totals: Sequence[Fraction], deals: int) -> tuple[int, ...]: ...

    def winners_of_parties(
        self, totals: Sequence[Fraction], deals: int, parties: Sequence[Sequence[int]]
    ) -> tuple[int, ...]:
        """The totals where players play together in parties, the players of which have equal totals."""
        return self.winners(totals, deals)


class Remembers(Mechanism):
    """Memory of a match: numbers that a rule keeps from one deal for the next (a pool, debts, deals that count double).

    Rules of the score find the memory before the deal in ``Outcome.memory`` under the rule's id, those of the play in ``State.memory``.
    """

    place: ClassVar[str] = N_("the pool")
    """Name of the place of what players pay in."""
    keeps_pool: ClassVar[bool] = False  # what any rule has the players pay in goes there

    @abstractmethod
    def begin(self, players: int) -> Memory:
        """The memory before the first deal of a match."""

    @abstractmethod
    def remember(self, memory: Memory, result: Result) -> Memory:
        """The memory after a deal, which may have been void; ``result.scores`` are game points by seat."""

    @abstractmethod
    def tells(self, memory: Memory, who: Who) -> Iterable[Text]:
        """The memory in sentences for the score sheet of a session; none where there is nothing to tell."""

    def unfit(self, memory: Memory) -> str:
        """The reason why a match cannot have come to this memory; empty: it can."""
        return ""

    def pool(self, memory: Memory) -> int | None:
        """Game points that lie in a pool, where what the players lose together goes, and from where what they gain comes; None for a rule
        that keeps no pool."""
        return None

    def closing(self, memory: Memory, totals: Sequence[Fraction]) -> Sequence[int]:
        """Game points of each player when the match ends with this memory and these totals; empty: nothing is settled."""
        return ()


def lies_in_pool(memory: Mapping[str, Fact], paid: Sequence[Paid]) -> int:
    """Game points in the pool: those that the memory has of the whole table, and those that have been paid since and that nobody got."""
    kept = sum(sum(each.shared) for each in memory.values() if isinstance(each, Memory))
    return kept - sum(sum(each.amounts) for each in paid)


class Before(NamedTuple):
    """Facts of a deal whose payments are typed: the points in the pool before it, None where rules before this one have paid into it;
    the number of cards in the talon; the taker; and what rules keep from earlier deals."""

    pool: int | None
    talon: int
    taker: int | None
    memory: Facts = NO_FACTS


class PaysInPlay(Mechanism):
    """A payment in the course of a deal, to other players or into a pool. It counts whatever comes of the deal."""

    @property
    def costs(self) -> bool:
        """True where something is paid by these parameters at all."""
        return True

    def unpayable(self, amounts: Sequence[int], before: Before) -> str:
        """The reason why the players cannot have got these amounts by the rule in one deal (negative: paid); empty: they can."""
        return ""

    def pay(self, state: State, amounts: Sequence[int]) -> Step:
        """The state with a payment, in game points by seat (negative: pays), and its event."""
        paid = Paid(self.rule, tuple(amounts))
        event = PaidInPlay(None, paid.amounts).decided_by(self.rule)
        return state._replace(paid=(*state.paid, paid)), (event,)

    def because(self, finding: Finding, who: Who) -> Text:
        amounts = finding.facts["amounts"]
        paying = {seat: -amount for seat, amount in enumerate(amounts) if amount < 0}
        getting = {seat: amount for seat, amount in enumerate(amounts) if amount > 0}
        phrase = _("{name} pays {amount}.") if getting else _("{name} pays {amount} into {place}.")
        kinds = (find(rule.step, rule.mechanism) for rule in self.ruleset_rules.values() if rule.step == "match")
        place = _(next((kind.place for kind in kinds if issubclass(kind, Remembers)), Remembers.place))
        if not paying and not getting:
            return self.say(_("What was paid evens out."))
        sentences = [self.say(phrase, name=who(seat), amount=amount, place=place) for seat, amount in paying.items()]
        return joined(
            [
                *sentences,
                *(self.say(_("{name} gets {amount}."), name=who(seat), amount=n) for seat, n in getting.items()),
            ]
        )


def for_side(state: State, seat: int, amount: int) -> list[int]:
    """Game points of each seat where each player of the other sides pays an amount to the side of a seat, who share it evenly."""
    side = state.side(seat)
    gets = amount * (state.players - len(side)) // len(side)
    return [gets if other in side else -amount for other in range(state.players)]


def unfit_amounts(amounts: Sequence[int], most: int) -> str:
    """The reason why sides cannot have got these amounts from one another in a deal, each ``most`` at most from a player; empty: they can."""
    if sum(amounts):
        return _("what one side gets, the others pay: the amounts have to sum to zero")
    if min(amounts) < -most:
        return _("a player pays {most} at most").format(most=most)
    return ""


class PaysForTrick(PaysInPlay):
    """A payment for a trick, when it has gone to its winner."""

    @abstractmethod
    def paid_for(self, state: State, taken: Taken) -> Sequence[int]:
        """Game points of each seat for the trick, the last of the state (negative: pays); empty: nothing is paid."""


class ChargesBids(PaysInPlay):
    """Payment for a bid, or for passing."""

    @abstractmethod
    def charge(self, state: State, seat: int, bid: str) -> Sequence[int]:
        """Game points of each seat by a bid just made (negative: pays); empty: nothing is paid."""
