"""The events of a finished deal that bring a bonus to a side, their results as facts, and the cards and tricks that follow from a fact."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple, Protocol, Self

from tarot_teach.mechanisms.base import Mechanism
from tarot_teach.mechanisms.interfaces import CountsPiles
from tarot_teach.mechanisms.observed import Game
from tarot_teach.mechanisms.registry import bound_to
from tarot_teach.mechanisms.situation import is_alone, takers_side, won_all_before
from tarot_teach.messages import _
from tarot_teach.rules import Ruleset
from tarot_teach.table import BOTH_SIDES, DEFENCE, TAKER, FactError, Outcome, SideFact, State, Taken
from tarot_teach.table.facts import ANNOUNCED, FAILED, one_of
from tarot_teach.text import Text

_FACTORS = {f"x{2**number}": number for number in range(1, 9)}


@dataclass(frozen=True, slots=True)
class BonusFact(SideFact):
    """The outcome of a bonus: the side that tried it, and whether it was made, announced, and how often doubled; and that of the ``other`` side, where
    both have tried it.

    ``taker``, ``defence-failed``, ``taker-announced``, ``taker-announced-failed-x4``, ``taker-announced-failed+defence``.
    """

    vocabulary: ClassVar[tuple[str, ...]] = (*BOTH_SIDES, ANNOUNCED, FAILED)
    made: bool = True
    announced: bool = False
    doubled: int = 0
    other: Self | None = None

    @property
    def each(self) -> tuple[Self, ...]:
        """The outcomes of the sides that have tried it, one by one."""
        return (self,) if self.other is None else (replace(self, other=None), self.other)

    @classmethod
    def parse(cls, text: str, seats: Sequence[str] = ()) -> Self:
        first, plus, second = text.partition("+")
        if plus:
            one, other = cls.parse(first, seats), cls.parse(second, seats)
            if (one.side, other.side) != BOTH_SIDES or "+" in second:
                message = _("{text!r} does not tell what became of a bonus").format(text=text)
                raise FactError(
                    message, _("write the taker's side first, then the defence: taker-announced-failed+defence")
                )
            return replace(one, other=other)
        side, *words = text.strip().split("-")
        known = [ANNOUNCED, FAILED, *_FACTORS]
        fact = cls(
            one_of(side, BOTH_SIDES),
            FAILED not in words,
            ANNOUNCED in words,
            next((_FACTORS[one_of(word, known)] for word in words if word not in known[:2]), 0),
        )
        if str(fact) != text.strip():
            raise FactError(
                _("{text!r} does not tell what became of a bonus").format(text=text),
                _("write it like {known}").format(
                    known="taker, defence-failed, taker-announced, taker-announced-failed-x2"
                ),
            )
        return fact

    def __str__(self) -> str:
        if self.other is not None:
            return "+".join(map(str, self.each))
        words = [self.side, ANNOUNCED * self.announced, FAILED * (not self.made)]
        return "-".join(filter(None, [*words, f"x{2**self.doubled}" if self.announced and self.doubled else ""]))

    @property
    def for_taker(self) -> bool:
        """True if it is to the good of the taker's side."""
        return (self.side == TAKER) == self.made


class PointsBonusFact(BonusFact):
    """The outcome of a bonus for card points. A side that has announced it needs them for the game, too."""

    __slots__ = ()


class AllTricksFact(BonusFact):
    """The outcome of a bonus for all tricks. A side that has announced it needs them for the game, too."""

    __slots__ = ()


def side_of(state: State, seat: int) -> str:
    """The side of a seat."""
    return TAKER if seat in takers_side(state) else DEFENCE


# ---------------------------------------------------------------- events


class Named(Protocol):
    """A rule as faults call it: its id, its name as it is announced, and the cards that it names."""

    rule: str

    @property
    def word(self) -> str: ...

    @property
    def card_names(self) -> list[Text]: ...


class Certain(NamedTuple):
    """Certainties about the taker's side: the numbers of tricks that it can have, cards that it has and lacks, and cases as in ``Implied``."""

    tricks: range
    holds: int = 0
    lacks: int = 0
    rank: int = 1
    cases: tuple[tuple[int, int], ...] = ()


class BringsBonus(Mechanism):
    """A rule by which an event brings a bonus."""

    does: BonusEvent


class BonusEvent(ABC):
    """Something that a side brings about in a deal, or tries to. Sets of cards are masks."""

    of_trick: ClassVar[bool] = False  # a single trick shows it
    of_points: ClassVar[bool] = False  # it asks for card points
    combination: int = 0  # the cards that bring it together, in one hand or in what a side has won

    @property
    def fact(self) -> type[BonusFact]:
        """The kind of fact that tells what became of it."""
        return BonusFact

    @abstractmethod
    def tried(self, state: State, outcome: Outcome) -> Iterator[tuple[str, bool]]:
        """The sides that have tried it in a finished deal, each with whether it made it."""

    def can_fail(self) -> bool:
        """True if a side can try it and fail that has announced nothing."""
        return False

    def comes_up(self, state: State) -> bool:
        """True if a finished deal raises the question."""
        return False

    def certain(self, fact: BonusFact | None, outcome: Outcome, game: Game, players: int) -> Iterator[Certain]:
        """Consequences of what became of it, or (None) of that nobody has brought it about."""
        yield from ()

    def faults(
        self, rule: Named, fact: BonusFact, outcome: Outcome, game: Game, players: int
    ) -> Iterator[tuple[str, str]]:
        """Reasons why no deal brings the fact, each with a cure."""
        yield from ()

    def unfit(self, ruleset: Ruleset) -> Iterator[str]:
        """Reasons why the rest of a ruleset leaves open which side has brought it about."""
        yield from ()

    def follows(self, outcome: Outcome) -> str | None:
        """The side that has brought it about for certain, by what else a result tells; None: nothing is certain."""
        return None


def _numbered(state: State, number: int) -> Taken | None:
    """The trick of a number, from 1, or from -1 counted from the last; None for one that is not recorded."""
    at = number - 1 - state.unrecorded_tricks if number > 0 else len(state.tricks) + number
    return state.tricks[at] if 0 <= at < len(state.tricks) else None


@dataclass(frozen=True)
class CardInTrick(BonusEvent):
    """A card is in the trick of a ``number`` and wins it; or, ``by_card`` being false, whoever wins that trick has the card in it.

    ``before`` says how the trick before the last counts where the Excuse has won the last: by card, by trick (False), or (None) not at all.
    ``all_before`` asks for all tricks before that for the side.
    """

    cards: int
    number: int = -1
    by_card: bool = True
    before: bool | None = None
    all_before: bool = False
    of_trick = True

    def can_fail(self) -> bool:
        return self.by_card

    def tried(self, state: State, outcome: Outcome) -> Iterator[tuple[str, bool]]:
        for taken, by_card in self._asked(state):
            for seat, card in taken.trick.by(state.players) if taken.trick.mask & self.cards else ():
                if card.bit & self.cards:
                    seat = seat if by_card else taken.winner
                    made = seat == taken.winner
                    if self.all_before and made:
                        place = state.tricks.index(taken)
                        made = won_all_before(state, state.side(seat), place)
                    yield side_of(state, seat), made

    def _asked(self, state: State) -> Iterator[tuple[Taken, bool]]:
        """The tricks that can bring it, each with whether the card has to win it."""
        taken = _numbered(state, self.number)
        if taken is not None:
            yield taken, self.by_card
            if self.before is not None and len(state.tricks) > 1 and taken.winning_card.is_excuse:
                yield state.tricks[-2], self.before

    def comes_up(self, state: State) -> bool:
        taken = _numbered(state, self.number)
        return taken is not None and bool(taken.trick.mask & self.cards)

    def certain(self, fact: BonusFact | None, outcome: Outcome, game: Game, players: int) -> Iterator[Certain]:
        if fact is None or (fact.announced and not fact.made):
            return
        if not fact.made and not is_alone(outcome, fact.side, players):  # a partner may have won the trick
            return
        tricks, card = game.deals.tricks(players), 0 if self.cards & game.movable else self.cards
        if fact.for_taker:
            yield Certain(range(1, tricks + 1), holds=card)
        else:
            yield Certain(range(tricks), lacks=card)


@dataclass(frozen=True)
class CalledCardInTrick(BonusEvent):
    """The taker's side wins the trick of a ``number``, the called card being in it, and fails where the defence wins that."""

    number: int = -1
    of_trick = True

    def can_fail(self) -> bool:
        return True

    def tried(self, state: State, outcome: Outcome) -> Iterator[tuple[str, bool]]:
        taken, called = _numbered(state, self.number), state.auction.called
        if taken is not None and called is not None and called.bit & taken.trick.mask:
            yield TAKER, taken.winner in takers_side(state)

    def certain(self, fact: BonusFact | None, outcome: Outcome, game: Game, players: int) -> Iterator[Certain]:
        tricks = game.deals.tricks(players)
        if fact is not None and (fact.made or not fact.announced):
            yield Certain(range(1, tricks + 1) if fact.made else range(tricks))

    def faults(
        self, rule: Named, fact: BonusFact, outcome: Outcome, game: Game, players: int
    ) -> Iterator[tuple[str, str]]:
        if fact.side != TAKER and (fact.made or not fact.announced):
            message = _("only the taker's side wins or loses the bonus “{name}” [{rule}]")
            yield message.format(name=rule.word, rule=rule.rule), _("tell it of the taker's side")


@dataclass(frozen=True)
class CardsWon(BonusEvent):
    """A side has all of some cards among those won in tricks, and in what talon and discard have brought it; the defence without the ``talon``,
    unless it counts for it."""

    combination: int
    talon: bool = False

    def tried(self, state: State, outcome: Outcome) -> Iterator[tuple[str, bool]]:
        piles = {TAKER: state.side_piles[0], DEFENCE: state.side_piles[1] if self.talon else 0}
        for seat, pile in enumerate(state.won):
            piles[side_of(state, seat)] |= pile
        yield from ((side, True) for side, pile in piles.items() if not self.combination & ~pile)

    def certain(self, fact: BonusFact | None, outcome: Outcome, game: Game, players: int) -> Iterator[Certain]:
        tricks, mine = game.deals.tricks(players), fact is None or fact.side == TAKER
        if fact is not None and fact.made:
            sure = self.combination & ~game.movable
            yield Certain(range(tricks + 1), holds=sure) if mine else Certain(range(tricks + self.talon), lacks=sure)
            return
        if self.combination & game.movable:
            return
        cards = [1 << i for i in range(self.combination.bit_length()) if self.combination >> i & 1]
        cases = [(0, card) for card in cards] if mine else [(0, 0)]
        all_won = not (game.ends_play or game.deals.talon_size(players))  # no card is left in a hand, or of the talon
        if all_won and (fact is None or fact.side != TAKER):
            cases = [(held, lacked) for held in cards for _none, lacked in cases if held != lacked]
        yield Certain(range(tricks + 1), rank=2, cases=tuple(cases))


@dataclass(frozen=True)
class CardsDealt(BonusEvent):
    """A player has been dealt ``least`` of some cards; 0: all of them."""

    combination: int
    least: int = 0

    def tried(self, state: State, outcome: Outcome) -> Iterator[tuple[str, bool]]:
        if state.unrecorded_tricks:
            return
        held = [hand & self.combination for hand in state.hands]
        for taken in state.tricks:
            for seat, card in taken.trick.by(state.players):
                held[seat] |= card.bit & self.combination
        there = sum(mask.bit_count() for mask in held)  # the others were laid away, by hands that are not known
        wanted = self.least or there
        yield from ((side_of(state, seat), True) for seat, mask in enumerate(held) if mask.bit_count() >= wanted > 0)

    def faults(
        self, rule: Named, fact: BonusFact, outcome: Outcome, game: Game, players: int
    ) -> Iterator[tuple[str, str]]:
        most = game.deals.tricks(players) + game.deals.talon_size(players)
        if (self.least or self.combination.bit_count()) > most:
            message = _("nobody can have been dealt all of these: {names} [{rule}]")
            names = ", ".join(map(str, rule.card_names))
            yield message.format(names=names, rule=rule.rule), _("leave it out")


@dataclass(frozen=True)
class NumberHeld(BonusEvent):
    """A player of a side holds just so many of some cards at the first lead."""

    counted: int
    number: int

    def tried(self, state: State, outcome: Outcome) -> Iterator[tuple[str, bool]]:
        hands = state.first_hands
        if state.unrecorded_tricks or -1 in hands:
            return
        found = {
            side_of(state, seat) for seat, hand in enumerate(hands) if (hand & self.counted).bit_count() == self.number
        }
        yield from ((side, True) for side in BOTH_SIDES if side in found)


@dataclass(frozen=True)
class CardCapture(BonusEvent):
    """A trick has a certain card in it, and another certain card wins it, ``of_opponents`` only one of the other side."""

    captured: int
    winning: int
    of_opponents: bool = False
    of_trick = True

    def comes_up(self, state: State) -> bool:
        return any(self._both(taken) for taken in state.tricks)

    def _both(self, taken: Taken) -> bool:
        """True if both cards are in a trick."""
        return bool(taken.trick.mask & self.captured and taken.trick.mask & self.winning)

    def tried(self, state: State, outcome: Outcome) -> Iterator[tuple[str, bool]]:
        for taken in state.tricks:
            if self._both(taken) and taken.winning_card.bit & self.winning:
                side = side_of(state, taken.winner)
                by = next(seat for seat, card in taken.trick.by(state.players) if card.bit & self.captured)
                if not self.of_opponents or side_of(state, by) != side:
                    yield side, True

    def certain(self, fact: BonusFact | None, outcome: Outcome, game: Game, players: int) -> Iterator[Certain]:
        tricks, cards = game.deals.tricks(players), (self.captured | self.winning) & ~game.movable
        if fact is not None and fact.made:
            taker = fact.side == TAKER
            yield Certain(range(1, tricks + 1), holds=cards) if taker else Certain(range(tricks), lacks=cards)

    def faults(
        self, rule: Named, fact: BonusFact, outcome: Outcome, game: Game, players: int
    ) -> Iterator[tuple[str, str]]:
        for other in game.all(BringsBonus):
            dealt = other.does
            together = isinstance(dealt, CardsDealt) and not (
                dealt.least or (self.captured | self.winning) & ~dealt.combination
            )
            if together and other.rule in outcome.facts:
                message = _("cards that one player was dealt [{other}] do not meet in a trick [{rule}]")
                yield message.format(other=other.rule, rule=rule.rule), _("keep one of them")


@dataclass(frozen=True)
class CardsInARow(BonusEvent):
    """A player wins tricks directly one after the other with certain cards, a mask each, in their order."""

    cards: tuple[int, ...]

    def _rows(self, state: State) -> Iterator[Sequence[Taken]]:
        """The tricks, one after the other, that have the cards in them in their order."""
        for first in range(len(state.tricks) - len(self.cards) + 1):
            row = state.tricks[first : first + len(self.cards)]
            if all(taken.trick.mask & card for taken, card in zip(row, self.cards, strict=True)):
                yield row

    def comes_up(self, state: State) -> bool:
        return next(self._rows(state), None) is not None

    def tried(self, state: State, outcome: Outcome) -> Iterator[tuple[str, bool]]:
        for row in self._rows(state):
            won = all(taken.winning_card.bit & card for taken, card in zip(row, self.cards, strict=True))
            if won and len({taken.winner for taken in row}) == 1:
                yield side_of(state, row[0].winner), True

    def certain(self, fact: BonusFact | None, outcome: Outcome, game: Game, players: int) -> Iterator[Certain]:
        tricks, number, cards = game.deals.tricks(players), len(self.cards), sum(self.cards) & ~game.movable
        if fact is not None and fact.made:
            taker = fact.side == TAKER
            sure = Certain(range(number, tricks + 1), holds=cards)
            yield sure if taker else Certain(range(tricks - number + 1), lacks=cards)


@dataclass(frozen=True)
class PointsWon(BonusEvent):
    """A side has a number of card points; those of the whole pack are ``all_halves`` half-points, unless the count says otherwise."""

    points: int
    all_halves: int
    of_points = True

    @property
    def fact(self) -> type[BonusFact]:
        return PointsBonusFact

    def _reached(self, outcome: Outcome, side: str) -> bool:
        both = self.all_halves if outcome.both_sides is None else outcome.both_sides
        halves = outcome.halves if side == TAKER else both - outcome.halves
        return halves >= 2 * self.points

    def tried(self, state: State, outcome: Outcome) -> Iterator[tuple[str, bool]]:
        yield from ((side, True) for side in BOTH_SIDES if self._reached(outcome, side))

    def follows(self, outcome: Outcome) -> str | None:
        return next((side for side in BOTH_SIDES if self._reached(outcome, side)), None)

    def faults(
        self, rule: Named, fact: BonusFact, outcome: Outcome, game: Game, players: int
    ) -> Iterator[tuple[str, str]]:
        if fact.made != self._reached(outcome, fact.side):
            message = _("the card points do not fit what became of {item} [{rule}]")
            hint = _("it takes {points} card points").format(points=self.points)
            yield message.format(item=rule.word, rule=rule.rule), hint

    def unfit(self, ruleset: Ruleset) -> Iterator[str]:
        bound = (bound_to(rule, ruleset) for rule in ruleset.at("count"))
        counting = {rule.rule: rule.both_sides for rule in bound if isinstance(rule, CountsPiles)}
        for id, both in (counting or {"": ruleset.deck.halves}).items():
            if both is None:
                depends = _(
                    "by {rule}, the card points of both sides together depend on the number of cards in each pile"
                )
                yield depends.format(rule=id)
            elif 4 * self.points <= both:
                yield _("both sides could reach {points} card points").format(points=self.points)


@dataclass(frozen=True)
class TricksWon(BonusEvent):
    """A side wins all tricks of a deal but ``lost``, or fewer."""

    lost: int = 0

    @property
    def fact(self) -> type[BonusFact]:
        return BonusFact if self.lost else AllTricksFact

    def tried(self, state: State, outcome: Outcome) -> Iterator[tuple[str, bool]]:
        side = takers_side(state)
        if not side or not state.tricks or (self.lost and state.unrecorded_tricks):
            return
        others = tuple(seat for seat in range(state.players) if seat not in side)
        for word, seats in ((TAKER, side), (DEFENCE, others)):
            if self.lost:
                won = sum(taken.winner not in seats for taken in state.tricks) <= self.lost
            else:
                won = won_all_before(state, seats, len(state.tricks))
            if won:
                yield word, True

    def certain(self, fact: BonusFact | None, outcome: Outcome, game: Game, players: int) -> Iterator[Certain]:
        tricks = game.deals.tricks(players)
        if game.ends_play:  # before all tricks are played
            return
        if fact is None:
            yield Certain(range(self.lost + 1, tricks - self.lost), rank=2)
        elif fact.side == TAKER:
            yield Certain(range(tricks - self.lost, tricks + 1) if fact.made else range(tricks - self.lost), rank=0)
        else:
            yield Certain(range(self.lost + 1) if fact.made else range(self.lost + 1, tricks + 1), rank=0)
