"""Cards that are declared before the first lead, and paid at once."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Annotated

from pydantic import BeforeValidator, Field

from tarot_teach.mechanisms.asking import Acts, DeclaresCards
from tarot_teach.mechanisms.base import CardName, Count, Flag, Marks, NameOf, ParamError, digits
from tarot_teach.mechanisms.match_memory import Before, PaysInPlay
from tarot_teach.messages import _
from tarot_teach.table import State
from tarot_teach.table.events import Events, Step
from tarot_teach.text import Text, joined

HeldNumber = Annotated[int, BeforeValidator(digits), Field(gt=0, le=100), NameOf("new")]
"""A number of cards held, one or more."""
Amounts = dict[HeldNumber, Count]
"""Game points by the number of cards held."""


class _Declared(DeclaresCards, PaysInPlay, Acts):
    """A declaration for which each other player pays at once."""

    @abstractmethod
    def _parts(self, hand: int) -> list[tuple[int, int]]:
        """The game points that a hand brings from each other player, and the cards that it declares."""

    def declared_of(self, hand: int) -> int:
        found = 0
        for _amount, cards in self._parts(hand):
            found |= cards
        return found

    def act(self, state: State) -> Step:
        events: Events = ()
        first = state.dealer + 1
        for seat in [(first + i) % state.players for i in range(state.players)]:
            parts = [] if state.unseen[seat] else self._parts(state.hands[seat])
            amount = sum([worth for worth, _cards in parts])
            if amount:
                amounts = [amount * (state.players - 1) if other == seat else -amount for other in range(state.players)]
                state, more = self.pay(state, amounts)
                events += more
        return state, events

    def unpayable(self, amounts: Sequence[int], before: Before) -> str:
        return _("what some players get by it the others pay, and it sums to zero") if sum(amounts) != 0 else ""

    def _check(self, name: str, table: Mapping[int, int], most: int) -> None:
        """Raise ParamError for a number of cards that nobody can hold."""
        for number in table:
            if number > most:
                message = _("nobody can hold {number} of them: there are {known}").format(number=number, known=most)
                raise ParamError(message, (name, str(number)), _("write {most} or less").format(most=most))


def _reached(table: Mapping[int, int], number: int) -> int:
    """The greatest number of a table that so many cards reach; 0: none."""
    return max((each for each in table if each <= number), default=0)


def _listed(table: Mapping[int, int]) -> str:
    """The amounts of a table in words."""
    words = _("{amount} for {number}")
    return ", ".join(words.format(amount=amount, number=number) for number, amount in sorted(table.items()))


class HeldDeclared(_Declared):
    """Before the first lead, a player who holds enough of certain cards declares them, and gets an amount from each other player at once. Other cards may
    follow them in a run."""

    cards: Marks = Field(description="The cards, all together.")
    amounts: Amounts = Field(
        min_length=1, description="Game points from each other player, by how many of the cards one player holds."
    )
    further: Count = Field(
        0,
        description="Game points more for each further one of the cards or, where there is a run, for each card of it.",
    )
    run: list[CardName] = Field(
        default=[], description="Cards that may follow, each worth as much as a further one, in unbroken order."
    )

    def prepare(self) -> None:
        self.wanted: int = self.mask(self.cards)
        self.following: list[int] = [self.mask([card]) for card in self.run]
        most = self.wanted.bit_count()
        self._check("amounts", self.amounts, most)
        if self.further and not self.run and max(self.amounts) == most:
            message = _("nobody can hold more than {most} of them").format(most=most)
            raise ParamError(message, ("further",), _("leave it out"))
        if self.run and (not self.further or sum(self.following) & self.wanted):
            message = _("a run is of other cards, and each of them is worth something")
            raise ParamError(message, ("run",), _("write what each is worth: `further`"))

    def _parts(self, hand: int) -> list[tuple[int, int]]:
        held = hand & self.wanted
        number = held.bit_count()
        least = _reached(self.amounts, number)
        if not least:
            return []
        more = 0 if self.run else number - least
        for card in self.following:
            if not hand & card:
                break
            more, held = more + 1, held | card
        return [(self.amounts[least] + self.further * more, held)]

    def says(self) -> Text:
        phrase = _("Whoever holds enough of these before the first lead declares them, and gets from each other player {worth}: {cards}.")  # fmt: skip
        said = [self.say(phrase, cards=self.called(self.cards), worth=_listed(self.amounts))]
        if self.run:
            phrase = _("Each of these that follows in unbroken order brings {further} more: {cards}.")
            said.append(self.say(phrase, cards=self.called(self.run)))
        elif self.further:
            said.append(self.say(_("Each further one brings {further} more.")))
        return joined(said)


class SetDeclared(_Declared):
    """Before the first lead, a player who holds enough cards of a set declares them, and gets an amount from each other player at once; another card may
    join them, and stand for one that is lacking. Each plain suit may be a set of its own."""

    cards: Marks = Field(description="The cards of the set.")
    each_suit: Flag = Field(
        False, description="Whether those of each plain suit are a set of their own; by default all together are one."
    )
    amounts: Amounts = Field(
        min_length=1, description="Game points from each other player, by how many of the cards one player holds."
    )
    joker: CardName = Field("", description="The card that joins them; without it, none.")
    with_joker: Amounts = Field(
        default={}, description="Game points, in place of those amounts, for a player who holds that card too."
    )

    def prepare(self) -> None:
        wanted = self.mask(self.cards)
        suits = list(self.deck.plain_suits().values())
        self.sets: list[int] = [wanted & suit for suit in suits] if self.each_suit else [wanted]
        self.joining: int = self.mask([self.joker]) if self.joker else 0
        most = max(mask.bit_count() for mask in self.sets)
        self._check("amounts", self.amounts, most)
        self._check("with_joker", self.with_joker, most)
        if bool(self.joker) != bool(self.with_joker):
            message = _("`joker` and `with_joker` belong together")
            raise ParamError(message, ("joker",), _("give both, or leave both out"))
        if self.joining & wanted:
            raise ParamError(_("the card that joins the set is one of it"), ("joker",), _("leave it out of one"))

    def _parts(self, hand: int) -> list[tuple[int, int]]:
        joining = hand & self.joining
        table, found = self.with_joker if joining else self.amounts, []
        for cards in self.sets:
            least = _reached(table, (hand & cards).bit_count())
            if least:
                found.append((table[least], hand & cards | joining))
        return found

    def says(self) -> Text:
        phrase = _("Whoever holds enough of these before the first lead declares them, and gets from each other player {worth}: {cards}.")  # fmt: skip
        if self.each_suit:
            phrase = _("Whoever holds enough of these of one suit before the first lead declares them, and gets from each other player {worth}: {cards}.")  # fmt: skip
        said = [self.say(phrase, cards=self.called(self.cards), worth=_listed(self.amounts))]
        if self.joker:
            phrase = _("With {named} besides it is {worth}.")
            said.append(self.say(phrase, named=self.called([self.joker]), worth=_listed(self.with_joker)))
        return joined(said)
