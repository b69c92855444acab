"""Combinations of cards: sets and runs, with cards that stand for missing ones, and what they are worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Literal, NamedTuple

from pydantic import Field

from tarot_teach.cards import CardSet, Deck
from tarot_teach.mechanisms.base import CardName, Count, Flag, Marks, Mechanism, ParamError, Params
from tarot_teach.mechanisms.interfaces import Offers
from tarot_teach.mechanisms.registry import find
from tarot_teach.messages import _

COMBINATIONS = "combinations"
"""The kind of announcement by which combinations are shown."""

SETS, RUNS = "sets", "runs"
Kind = Literal["sets", "runs"]
"""The kinds of combinations: cards in any company, or cards that follow one another."""


class CardsTogether(Params):
    """Cards that count together: so many of some."""

    of: Marks = Field(description="The cards; those of a run from the head down.")
    least: Count = Field(gt=1, description="The fewest of them that count.")
    worth: Count | None = Field(
        None, description="Game points for the fewest; without it, what the cards count in a combination, together."
    )
    further: Count = Field(0, description="Game points for each card more than the fewest, beside `worth`.")
    wild: Count = Field(0, description="How many of the wild cards may be among them.")
    natural: Count = Field(1, gt=0, description="How many of the cards themselves have to be there.")


class CardsInRun(CardsTogether):
    """Cards that count together where they follow one another."""

    head: Flag = Field(False, description="Whether it has to begin with the first of the cards.")
    may_lack: Count = Field(0, description="How many cards may be passed over.")
    within: Count | None = Field(
        None,
        gt=1,
        description="Of how many cards, from the head down, those passed over are, and those that have to be there; without it, of all.",
    )
    at_end: Marks = Field(
        default=[],
        description="Cards that lengthen a run which goes down to the last of the cards: any of them, in no order.",
    )
    not_both: list[CardName] = Field(
        default=[], description="Cards of which no two that follow each other may be replaced by wild cards."
    )


class SpecialCards(Params):
    """Cards that count in combinations otherwise than others."""

    wild: list[CardName] = Field(
        default=[], description="Cards that stand for missing ones or lengthen a run, where an entry lets them."
    )
    joins: list[CardName] = Field(
        default=[], description="Cards that add what they count to each combination of whoever has them."
    )
    values: dict[CardName, Count] = Field(
        default={}, description="What a card counts in a combination, where that is not its card points."
    )


class Several(Params):
    """The worth of several combinations of a kind."""

    least: Count = Field(gt=1, description="How many combinations it takes.")
    times: Count = Field(gt=1, description="How many times they count then.")


class Found(NamedTuple):
    """A combination among some cards: its kind and name, its cards as a mask, and its worth in game points."""

    kind: Kind
    name: str
    cards: int
    worth: Fraction


class _Reach(NamedTuple):
    """A part of a run: its cards as a mask, without wild ones; the number of wild cards; and the place after it."""

    cards: int = 0
    wild: int = 0
    end: int = 0

    @property
    def size(self) -> int:
        return self.cards.bit_count() + self.wild


@dataclass(frozen=True)
class RunMembers:
    """The cards of a run: its members from the head down, those of which no two neighbours may be replaced, and those that lengthen it at its end."""

    of: tuple[int, ...]
    not_both: int
    at_end: int

    @property
    def all(self) -> int:
        return sum(self.of) | self.at_end


@dataclass(frozen=True)
class CombinationTable:
    """The combinations that count in a game. Sets of cards are masks, and the members of runs stand from the head down.

    ``joins`` are cards that add what they count to each combination of whoever has them.
    """

    deck: Deck
    sets: Mapping[str, tuple[CardsTogether, int]]
    runs: Mapping[str, tuple[CardsInRun, RunMembers]]
    wild: tuple[int, ...]
    joins: int
    values: Mapping[int, int]

    def found(self, cards: int) -> list[Found]:
        """The combinations among the cards of a mask, sets before runs, in the order of the table."""
        return [*self._sets(cards), *self._runs(cards)]

    def of_any(self, cards: int) -> int:
        """The cards of a mask that are in a combination of them, or add to one."""
        mask = 0
        for each in self.found(cards):
            mask |= each.cards
        return mask

    def value(self, cards: int) -> Fraction:
        """The game points of the cards of a mask in a combination."""
        known = ((card, self.values.get(card.bit)) for card in CardSet(self.deck, cards))
        return sum(
            (Fraction(card.halves, 2) if value is None else Fraction(value) for card, value in known), Fraction()
        )

    def doubled(self, found: Sequence[Found], several: Mapping[Kind, Several]) -> Iterator[tuple[Kind, int, Fraction]]:
        """The kinds of which there are several: kind, number, and what is added to their worth."""
        for kind, rule in several.items():
            worths = [each.worth for each in found if each.kind == kind]
            if len(worths) >= rule.least:
                yield kind, len(worths), sum(worths, Fraction()) * (rule.times - 1)

    def _worth(self, rule: CardsTogether, cards: int, size: int) -> Fraction:
        if rule.worth is None:
            return self.value(cards)
        return rule.worth + rule.further * (size - rule.least) + self.value(cards & self.joins)

    def _made(
        self, kind: Kind, name: str, rule: CardsTogether, cards: int, wild: int, held: int, natural: int
    ) -> Iterator[Found]:
        """A combination of its cards and a number of wild ones, where there are enough of both; ``natural`` are those of which some have to be there."""
        if cards.bit_count() + wild < rule.least or (cards & natural).bit_count() < rule.natural:
            return
        free = [card for card in self.wild if card & held & ~cards]
        mask = cards | sum(free[:wild]) | held & self.joins
        yield Found(kind, name, mask, self._worth(rule, mask, cards.bit_count() + wild))

    def _free(self, rule: CardsTogether, members: int, held: int) -> int:
        """The number of wild cards held that may stand in a combination."""
        return min(rule.wild, sum(bool(card & held & ~members) for card in self.wild))

    def _sets(self, held: int) -> Iterator[Found]:
        for name, (rule, members) in self.sets.items():
            cards = held & members
            wild = min(self._free(rule, members, held), members.bit_count() - cards.bit_count())
            yield from self._made("sets", name, rule, cards, wild, held, members)

    def _runs(self, held: int) -> Iterator[Found]:
        for name, (rule, members) in self.runs.items():
            free, at, natural = self._free(rule, members.all, held), 0, sum(members.of[: rule.within])
            while at < len(members.of):
                reach = _reach(rule, members, held, at, free) if members.of[at] & held else _Reach()
                found = [*self._made("runs", name, rule, reach.cards, reach.wild, held, natural)]
                yield from found
                if rule.head:
                    break
                at = reach.end if found else at + 1
                free -= reach.wild if found else 0


def _reach(
    rule: CardsInRun, members: RunMembers, held: int, at: int, free: int, lacks: int = 0, after: int = 0
) -> _Reach:
    """The longest run from a place on, with so many wild cards left; ``lacks`` have been passed over, and ``after`` is a member that a wild card
    has just stood for. Wild cards that stand for no member lengthen it."""
    if at == len(members.of):
        return _Reach(members.at_end & held, free, at)
    card = members.of[at]
    if card & held:
        rest = _reach(rule, members, held, at + 1, free, lacks)
        return _Reach(rest.cards | card, rest.wild, rest.end)
    ways = [_Reach(0, free, at)]
    if free and not (after & members.not_both and card & members.not_both):
        rest = _reach(rule, members, held, at + 1, free - 1, lacks, card)
        ways.append(_Reach(rest.cards, rest.wild + 1, rest.end))
    if lacks < rule.may_lack and (rule.within is None or at < rule.within):
        rest = _reach(rule, members, held, at + 1, free, lacks + 1)
        ways += [rest] if rest.cards else []
    return max(ways, key=lambda way: way.size)


def table_of(
    rule: Mechanism,
    sets: Mapping[str, CardsTogether],
    runs: Mapping[str, CardsInRun],
    cards: SpecialCards,
) -> CombinationTable:
    """The table of a rule by its parameters. Raises ParamError for one that is empty, or has an entry that nobody can ever make."""
    if not sets and not runs:
        raise ParamError(_("there is no combination"), (), _("add `sets:`, `runs:` or both"))
    deck, wilds, joining = rule.deck, rule.mask(cards.wild), rule.mask(cards.joins)
    if wilds & joining:
        message = _("{cards} cannot both stand for other cards and add to combinations")
        raise ParamError(message.format(cards=deck.set(wilds & joining)), ("cards", "joins"), _("name them once"))
    for name in sets.keys() & runs.keys():
        raise ParamError(_("{name!r} is the name of a set and of a run").format(name=name), ("runs", name))
    of_sets = {name: (each, rule.mask(each.of)) for name, each in sets.items()}
    of_runs = {name: (each, _members(rule, name, each)) for name, each in runs.items()}
    counts = {bit.bit: count for name, count in cards.values.items() for bit in deck.set(rule.mask([name]))}
    table = CombinationTable(deck, of_sets, of_runs, tuple(card.bit for card in deck.set(wilds)), joining, counts)
    for name, (each, mask) in of_sets.items():
        _check(table, (SETS, name), each, mask)
    for name, (each, members) in of_runs.items():
        _check(table, (RUNS, name), each, members.all)
        _check_run(rule, (RUNS, name), each, members)
    return table


def _members(rule: Mechanism, name: str, run: CardsInRun) -> RunMembers:
    """The members of a run from the head down; of a mark or suit the highest card first."""
    members = [card.bit for each in run.of for card in reversed(list(rule.deck.set(rule.mask([each]))))]
    if len({*members}) < len(members):
        raise ParamError(_("a card stands twice in this run"), (RUNS, name, "of"), _("name each card once"))
    at_end = rule.mask(run.at_end)
    if twice := at_end & sum(members):
        message = _("{cards} cannot be in the run and lengthen it at its end").format(cards=rule.deck.set(twice))
        raise ParamError(message, (RUNS, name, "at_end"), _("name each card once"))
    return RunMembers(tuple(members), rule.mask(run.not_both), at_end)


def _check_run(rule: Mechanism, at: tuple[str, str], run: CardsInRun, members: RunMembers) -> None:
    """Raise ParamError where numbers of a run contradict each other, or mean nothing."""
    number = len(members.of)
    if run.within is not None and run.within >= number:
        message = _("{within} cards from the head down are all {number}")
        message = message.format(within=run.within, number=number)
        raise ParamError(message, (*at, "within"), _("leave it out"))
    if run.within is not None and not run.may_lack and run.natural == 1:
        message = _("`within` is about `may_lack` and `natural`, and there are none")
        raise ParamError(message, (*at, "within"), _("leave it out"))
    first = number if run.within is None else run.within
    if run.natural > first:
        message = _("of the first {first} cards, {natural} cannot be there").format(first=first, natural=run.natural)
        raise ParamError(message, (*at, "natural"), _("write {least} or less").format(least=first))
    if run.may_lack > max(0, first - (2 if run.within is None else 1)):
        message = _("of {number} cards, {lack} cannot be passed over between two others")
        message = message.format(number=first, lack=run.may_lack)
        raise ParamError(message, (*at, "may_lack"), _("write a smaller number"))
    if idle := members.not_both & ~sum(members.of):
        message = _("{cards} are not in the run").format(cards=rule.deck.set(idle))
        raise ParamError(message, (*at, "not_both"), _("leave them out"))


def _check(table: CombinationTable, at: tuple[str, str], rule: CardsTogether, members: int) -> None:
    """Raise ParamError where nobody can make a combination, or its numbers contradict each other."""
    number = members.bit_count()
    others = sum(not card & members for card in table.wild)
    if rule.wild > others:
        message = _("{number} wild cards cannot be among them: there are {others} besides these")
        raise ParamError(message.format(number=rule.wild, others=others), (*at, "wild"), _("write a smaller number"))
    if rule.least > number + (rule.wild if isinstance(rule, CardsInRun) else 0):
        message = _("nobody can have {least} of {number} cards")
        raise ParamError(message.format(least=rule.least, number=number), (*at, "least"), _("write a smaller number"))
    if rule.natural > rule.least:
        message = _("{natural} cards themselves are more than the {least} that count")
        message = message.format(natural=rule.natural, least=rule.least)
        raise ParamError(message, (*at, "natural"), _("write {least} or less").format(least=rule.least))
    if rule.worth is None and rule.further:
        message = _("`further` is added to `worth`, and there is none")
        raise ParamError(message, (*at, "further"), _("add `worth:`, or leave it out"))
    if not (rule.worth or rule.further or (rule.worth is None and table.value(members))):
        raise ParamError(_("this combination is worth nothing"), at, _("add `worth:`, or values of its cards"))


class CountsCombinations(Mechanism):
    """A rule by which combinations score."""

    table: CombinationTable
    of_hands: bool  # those in a hand score


class ShowsCombinations(Offers):
    """A rule by which combinations of the hand are shown, each player for once. Only those that are shown score."""

    kind = COMBINATIONS

    @cached_property
    def table(self) -> CombinationTable | None:
        """The table of the combinations that score in a hand; None where none do."""
        for rule in self.ruleset_rules.values():
            kind = find(rule.step, rule.mechanism)
            if issubclass(kind, CountsCombinations):
                counting = kind(rule.id, rule.params, self.deck)
                if counting.of_hands:
                    return counting.table
        return None
