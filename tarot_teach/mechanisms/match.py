"""Rules of a whole match: who deals next, who sits out, and when it is over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import Field

from tarot_teach.mechanisms.base import ContractName, Count, FactName, Flag, NewName, Who
from tarot_teach.mechanisms.count import SACADO, TricksFact
from tarot_teach.mechanisms.match_memory import EndsMatch, PassesDeal, Remembers, SeatsTable
from tarot_teach.mechanisms.pots import KeepsPot, keeps_other_pool
from tarot_teach.messages import N_, _, ngettext, number_word
from tarot_teach.rules import Ruleset
from tarot_teach.table import Memory, Result
from tarot_teach.text import Text


class AfterDealerDeals(PassesDeal):
    """The player after the dealer deals next; after a void deal too, or the same dealer deals once more."""

    heading = N_("The next dealer")
    void_redealt: Flag = Field(
        False, description="Whether the same dealer deals once more after a void deal; by default not."
    )
    sentence = N_("The player after the dealer deals next.")

    def next_dealer(self, dealer: int, players: int, void: bool) -> int:
        return dealer if void and self.void_redealt else (dealer + 1) % players

    def says(self) -> Text:
        if not self.void_redealt:
            return super().says()
        return self.say(_("The player after the dealer deals next; after a void deal the same dealer deals once more."))


class DealerSitsOut(SeatsTable):
    """One more player sits at the table than play: the dealer of each deal sits it out. Those who play follow in order of
    play, so that the last of them sits where the dealer's place would be."""

    sentence = N_("One more player sits at the table; whoever deals sits out that deal.")

    def playing(self, dealer: int, seated: int) -> tuple[int, ...]:
        return tuple((dealer + 1 + i) % seated for i in range(seated - 1))


class PoolStays(Remembers):
    """The pool after a deal is the pool of the next."""

    keeps_pool = True
    sentence = N_("What lies in the pool after a deal lies there for the next.")

    def begin(self, players: int) -> Memory:
        return Memory((0,))

    def remember(self, memory: Memory, result: Result) -> Memory:
        return Memory((memory.shared[0] - int(sum(result.scores)),))

    def tells(self, memory: Memory, who: Who) -> Iterator[Text]:
        pool = memory.shared[0]
        yield self.say(_("The pool holds {pool}.") if pool else _("The pool is empty."), pool=pool)

    def unfit(self, memory: Memory) -> str:
        return "" if len(memory.shared) == 1 and not memory.seats else _("a pool is one number")

    def pool(self, memory: Memory) -> int:
        return memory.shared[0]


class Pot(KeepsPot):
    """A pot that stays from deal to deal. What goes into it and comes from it the rules say that name it, by the last part of its id; there may be
    several pots. At the end of the match the players share what it holds, and what is over goes to the lowest total."""

    sentence = N_(
        "What lies in it after a deal lies there for the next. At the end of the match the players share it, and what is over goes to the lowest total."
    )

    def begin(self, players: int) -> Memory:
        return Memory((0,))

    def remember(self, memory: Memory, result: Result) -> Memory:
        users = self.users
        paid = sum(sum(each.amounts) for each in result.apart if each.finding.rule in users)
        return Memory((memory.shared[0] - int(paid),))

    def tells(self, memory: Memory, who: Who) -> Iterator[Text]:
        rule, holds = self.ruleset_rules.get(self.rule), memory.shared[0]
        words = _("{pot}: {number}.") if holds else _("{pot}: nothing.")
        yield self.say(words, pot=rule.title if rule else _("The pot"), number=holds)

    def unfit(self, memory: Memory) -> str:
        return "" if len(memory.shared) == 1 and not memory.seats else _("a pot is one number")

    def pool(self, memory: Memory) -> int:
        return memory.shared[0]

    def closing(self, memory: Memory, totals: Sequence[Fraction]) -> Sequence[int]:
        each, over = divmod(memory.shared[0], len(totals))
        return [each + (over if seat == totals.index(min(totals)) else 0) for seat in range(len(totals))]

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        if not self.users:
            yield _("no rule names this pot, so that it stays empty")
        if keeps_other_pool(ruleset):
            yield _("another rule of the match keeps all that the players pay in")


@dataclass(frozen=True, slots=True)
class Plates:
    """The two plates of a deal: ``middle`` is what lies in the middle, ``plato`` what the deal is played for, ``first``
    if the plato was empty before, ``debts`` those recorded for each player."""

    middle: int
    plato: int
    first: bool
    debts: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, memory: Memory, players: int) -> Plates:
        """The plates of a deal: each player has paid five where both were empty, five go from the middle to an empty
        plato, and the dealer adds one."""
        middle, plato = memory.shared
        middle += PLATE * players if not middle + plato else 0
        moved = 0 if plato else min(PLATE, middle)
        return cls(middle - moved, plato + moved + 1, not plato, tuple(memory.of(seat) for seat in range(players)))

    def highest(self, taker: int) -> tuple[int, int]:
        """The highest debt and the seat of the debtor; of equal ones that of the next player in turn after the taker. No debt: 0."""
        players = len(self.debts)
        order = [(taker + 1 + i) % players for i in range(players)]
        return max(((max(self.debts[seat], default=0), seat) for seat in order), key=lambda debt: debt[0])

    def in_play(self, taker: int) -> int:
        """The debt of a taker who does not win: the plato and four, or the highest debt and the plato."""
        debt, _seat = self.highest(taker)
        return self.plato + (debt or BESIDE)


PLATE, BESIDE = 5, 4
"""The counters that each player pays into the middle, and that are in play beside the plato where nobody has a debt."""


class TwoPlates(Remembers):
    """The plato passes from dealer to dealer. A taker who does not win fills it where it was empty; otherwise, what is owed is recorded."""

    place = N_("the plates")
    keeps_pool = True
    sentence = N_(
        "A plato that was empty is filled by a {taker} who does not win; otherwise the amount is recorded as a debt."
    )

    def begin(self, players: int) -> Memory:
        return Memory((0, 0))

    def remember(self, memory: Memory, result: Result) -> Memory:
        players = len(result.scores) or 3
        plates = Plates.of(memory, players)
        outcome = result.sheets[0].outcome if result.sheets else None
        tricks, taker = (outcome.fact(TricksFact), outcome.taker) if outcome else (None, None)
        if tricks is None or taker is None:
            return Memory((plates.middle, plates.plato), plates.debts)
        debt, debtor = plates.highest(taker)
        debts = [list(owed) for owed in plates.debts]
        plato = plates.plato
        if tricks.end[0] == SACADO:
            plato = 0
            if debt:
                debts[debtor].remove(debt)
        elif plates.first and not debt:
            plato += plates.in_play(taker)
        else:
            debts[taker].append(plates.in_play(taker))
        return Memory((plates.middle, plato), tuple(map(tuple, debts)))

    def tells(self, memory: Memory, who: Who) -> Iterator[Text]:
        middle, plato = memory.shared
        words = _("{middle} lie in the middle, and {plato} in the plato.")
        if not middle and not plato:
            words = _("Both plates are empty.")
        yield self.say(words, middle=middle, plato=plato)
        for seat, owed in enumerate(memory.seats):
            if owed:
                yield self.say(_("Recorded for {name}: {debts}."), name=who(seat), debts=list(owed))

    def unfit(self, memory: Memory) -> str:
        if len(memory.shared) != 2:
            return _("two numbers tell what lies in the middle and in the plato: 10+0")
        middle, plato = memory.shared
        if middle % PLATE:
            return _("into the middle come {number} from each player, and {number} at a time go into the plato").format(
                number=PLATE
            )
        if 0 < plato <= PLATE:
            return _("a plato that is not empty holds {number} and something from each dealer").format(number=PLATE)
        if any(debt <= PLATE + BESIDE for debts in memory.seats for debt in debts):
            return _("a debt is the plato and at least {number}").format(number=BESIDE)
        return ""

    def pool(self, memory: Memory) -> int:
        return sum(memory.shared)


def leaders(totals: Sequence[Fraction]) -> tuple[int, ...]:
    """The seats with the highest total."""
    return tuple(seat for seat, total in enumerate(totals) if total == max(totals))


class NumberOfDeals(EndsMatch):
    """The match is over when each player has dealt so many times; the highest total wins it, or several that are equal."""

    heading = N_("How many deals")
    each: Count = Field(gt=0, description="How often each player deals before the match is over.")

    def winners(self, totals: Sequence[Fraction], deals: int) -> tuple[int, ...]:
        return leaders(totals) if deals >= self.each * len(totals) else ()

    def says(self) -> Text:
        phrase = ngettext(
            "The match is over when each player has dealt once; the highest total wins.",
            "The match is over when each player has dealt {number} times; the highest total wins.",
            self.each,
        )
        return self.say(phrase, number=number_word(self.each))


class OneDeal(EndsMatch):
    """The match is a single deal; the highest total wins it, or several that are equal."""

    sentence = N_("The match is a single deal; the highest total wins it.")

    def winners(self, totals: Sequence[Fraction], deals: int) -> tuple[int, ...]:
        return leaders(totals) if deals else ()


class OpenEnded(EndsMatch):
    """Scores are added up from deal to deal; the players agree when to stop."""

    sentence = N_("Scores are added up from deal to deal; the players agree when to stop.")

    def winners(self, totals: Sequence[Fraction], deals: int) -> tuple[int, ...]:
        return ()


class ToPoints(EndsMatch):
    """The match is won by the highest total that has reached a number of points. Where the highest totals are equal, the
    match goes on."""

    points: Count = Field(gt=0, description="The total at which the match is won.")
    sentence = N_("The first total of {points} or more wins the match.")

    def winners(self, totals: Sequence[Fraction], deals: int) -> tuple[int, ...]:
        return self.winners_of_parties(totals, deals, [(seat,) for seat in range(len(totals))])

    def winners_of_parties(
        self, totals: Sequence[Fraction], deals: int, parties: Sequence[Sequence[int]]
    ) -> tuple[int, ...]:
        best = leaders(totals)
        return best if max(totals) >= self.points and any({*best} <= {*party} for party in parties) else ()


class Letters(EndsMatch):
    """Each game point lost is a letter of a word. When somebody has the whole word the match is over, and fewest letters win it."""

    word: NewName = Field(description="The word that is spelt.")

    def winners(self, totals: Sequence[Fraction], deals: int) -> tuple[int, ...]:
        return leaders(totals) if min(totals) <= -len(self.word) else ()

    def says(self) -> Text:
        phrase = _(
            "Each game point lost is a letter of the word {word}. When somebody has all {number} letters the match is over, and whoever has "
            "the fewest wins."
        )
        return self.say(phrase, word=self.word.upper(), number=len(self.word))


class UntilOut(EndsMatch):
    """Each player starts with some chips. When somebody has none left the match is over, and most chips win it; or it goes
    on, and whoever has none plays all the same."""

    start: Count = Field(gt=0, description="Chips that each player has at the start.")
    then: Literal["ends", "goes_on"] = Field(description="What happens when somebody has none left.")

    def winners(self, totals: Sequence[Fraction], deals: int) -> tuple[int, ...]:
        return () if self.then == "goes_on" or min(totals) > 0 else leaders(totals)

    def says(self) -> Text:
        if self.then == "goes_on":
            return self.say(_("Each player starts with {start} chips, and plays on without any."))
        return self.say(_("Each player starts with {start} chips; when somebody has none left, most chips win."))


class MarksAfterEvenDeal(Remembers):
    """After a deal that nobody has won, or by which nobody gains, each player has a mark for some of the next deals."""

    deals: Annotated[Count, Field(gt=0)] = Field(description="For how many of the next deals.")

    def begin(self, players: int) -> Memory:
        return Memory()

    def remember(self, memory: Memory, result: Result) -> Memory:
        if not result.sheets:
            return memory
        outcome = result.sheets[0].outcome
        even = (outcome.made is None and outcome.target is not None) or not any(result.scores)
        left = self.deals if even else max(0, self._left(memory) - 1)
        return Memory((), tuple((left,) for _seat in result.scores)) if left else Memory()

    def _left(self, memory: Memory) -> int:
        """For how many deals the marks still count."""
        return max((number for numbers in memory.seats for number in numbers), default=0)

    def tells(self, memory: Memory, who: Who) -> Iterator[Text]:
        if left := self._left(memory):
            yield self.say(ngettext("Each player has a mark for {left} deal.", "Each player has a mark for {left} deals.", left), left=left)  # fmt: skip

    def unfit(self, memory: Memory) -> str:
        fine = not memory.shared and self._left(memory) <= self.deals and len({*memory.seats}) <= 1
        fine = fine and all(len(numbers) == 1 for numbers in memory.seats)
        return (
            ""
            if fine
            else _("all players have marks for the same number of deals, {deals} at most").format(deals=self.deals)
        )

    def says(self) -> Text:
        phrase = ngettext(
            "After a deal that nobody has won, or by which nobody gains, each player has a mark for the next deal.",
            "After a deal that nobody has won, or by which nobody gains, each player has a mark for the next {deals} deals.",
            self.deals,
        )
        return self.say(phrase)


class MarksAfterDeals(Remembers):
    """After certain deals each player gets a mark. A taker with a mark who wins cancels one; marks that are left cost something at the end of
    the match."""

    after: list[ContractName] = Field(min_length=1, description="Contracts after which each player gets a mark.")
    bonuses: list[FactName] = Field(
        default=[],
        description="Bonuses, by the last part of their rule's id, after which each player gets a mark, made or failed.",
    )
    price: Count = Field(description="Game points that each mark costs at the end.")

    def begin(self, players: int) -> Memory:
        return Memory()

    def remember(self, memory: Memory, result: Result) -> Memory:
        if not result.sheets:
            return memory
        outcome, players = result.sheets[0].outcome, len(result.scores)
        marks = [sum(memory.of(seat)) for seat in range(players)]
        if outcome.taker is not None and outcome.made and marks[outcome.taker]:
            marks[outcome.taker] -= 1
        names = {rule.rpartition(".")[2] for rule in outcome.facts}
        if outcome.contract in self.after or names & {*self.bonuses}:
            marks = [number + 1 for number in marks]
        return Memory((), tuple((number,) if number else () for number in marks))

    def tells(self, memory: Memory, who: Who) -> Iterator[Text]:
        for seat, numbers in enumerate(memory.seats):
            if numbers:
                words = ngettext("{name} has {number} mark.", "{name} has {number} marks.", numbers[0])
                yield self.say(words, name=who(seat), number=numbers[0])

    def unfit(self, memory: Memory) -> str:
        fine = not memory.shared and all(len(numbers) < 2 for numbers in memory.seats)
        return "" if fine else _("each player has one number of marks, and the table has none")

    def closing(self, memory: Memory, totals: Sequence[Fraction]) -> Sequence[int]:
        return [-self.price * sum(numbers) for numbers in memory.seats]

    def says(self) -> Text:
        return self.say(
            _(
                "After {contracts}, each player gets a mark. {taker:the} with a mark who wins a deal cancels one, and each mark that is left costs {price} at the end."
            ),
            contracts=[self.contract_title(name) for name in self.after],
        )
