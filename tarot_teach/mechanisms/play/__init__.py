"""Rules of the play: who leads, what may be played, who wins a trick, and what becomes of the Excuse."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from tarot_teach.errors import NotationError
from tarot_teach.masks import wide
from tarot_teach.mechanisms.asking import UsesTalon
from tarot_teach.mechanisms.base import CardName, Flag, Marks, ParamError, SuitName, VariantName, Who
from tarot_teach.mechanisms.in_words import card_at, in_words, place_of, seat_at
from tarot_teach.mechanisms.interfaces import (
    NOBODY,
    AfterTrick,
    ExemptsCards,
    LimitsFirstLead,
    Moved,
    MovesCard,
    NarrowsPlay,
    OrdersCards,
    Settlement,
    SettlesDebt,
    WinsTrick,
)
from tarot_teach.mechanisms.past_tricks import NeedsPastTricks
from tarot_teach.messages import N_, _, ngettext
from tarot_teach.order import Order
from tarot_teach.rules import Ruleset
from tarot_teach.table import Debt, Effect, Finding, State, Taken, Trick, with_cards
from tarot_teach.table.events import (
    CardKept,
    CardLost,
    CardStayed,
    CardSurrendered,
    DebtUnpaid,
    LoneCardKept,
    Step,
    TalonCardWon,
    TalonWon,
)
from tarot_teach.text import Text, joined


class CardOrder(OrdersCards):
    """Another order of the cards than the standing one of the pack: a plain suit is trumps, or a variant is played that the pack names."""

    trumps: SuitName = Field("", description="The suit that is trumps; without it, those of the pack.")
    variant: VariantName = Field("", description="The variant of the order, by its name in the pack; without it, none.")

    def prepare(self) -> None:
        if not self.trumps and not self.variant:
            raise ParamError(_("neither trumps nor a variant is named"), (), _("name one, or leave the rule out"))
        try:
            self.order_with("")
        except NotationError as error:
            raise ParamError(error.problems[0].message, ("trumps",), error.problems[0].hint) from None

    def order_with(self, trumps: str) -> Order:
        return self.deck.order(trumps or self.trumps, self.variant)

    def says(self) -> Text:
        suit, powerless = self.trumps and self.deck.suits[self.trumps].name, self.variant in self.deck.orders.powerless
        if suit and powerless:
            return self.say(_("{suit} are trumps, which win a trick only where they follow suit."), suit=suit)
        if powerless:
            return self.say(_("Trumps win a trick only where they follow suit."))
        return self.say(_("{suit} are trumps."), suit=suit)


class NotTheCalledSuit(LimitsFirstLead, NeedsPastTricks):
    """The first lead of the deal may not be in the suit of the called card, unless it is that card itself."""

    sentence = N_("The first lead may not be in the suit of the called card, unless it is that card itself.")
    reason = N_("The first lead may not be in the called suit, except {called} itself.")

    def prepare(self) -> None:
        self.suits: tuple[int, ...] = tuple(self.order.suits.values())

    @in_words(rows=("suits",))
    def narrow_lead(self, state: State, hand: int) -> int:
        for i in range(len(self.suits)):
            if self.suits[i] & state.called:
                return hand & ~(self.suits[i] & ~state.called)
        return hand

    def past_needed(self, state: State) -> str:
        return self.CALLED if state.number == 1 and not state.trick.cards else ""


class _BySuitLed(NarrowsPlay):
    """A rule whose reason names the suit led."""

    def suit_led(self, trick: Trick) -> str:
        """The suit that is to be followed, in words."""
        return self.deck.suits[self.order.suit_of(trick.led)].name

    def moved_facts(self, trick: Trick, hand: int) -> dict[str, object]:
        """The trumps printed with another suit, of the card led and of those in a hand that are, or look to be, of the suit led."""
        if not self.deck.orders.as_trumps:
            return {}
        led = self.order.suit_of(trick.led) if trick.led else ""
        asked = [card for card in self.deck.set(hand) if card.bit & trick.led or card.suit.id == led]
        suits, trumps = self.order.suits, self.order.trumps
        moved = [
            card
            for card in (*trick.cards[:1], *asked)
            if card.bit & trumps and not card.bit & suits.get(card.suit.id, card.bit)
        ]
        return {"moved": self.deck.set(self.deck.mask(moved))} if moved else {}

    def because(self, finding: Finding, who: Who) -> Text:
        said, moved = super().because(finding, who), finding.facts.get("moved")
        if not moved:
            return said
        phrase = ngettext("{moved} counts as a trump.", "{moved} count as trumps.", len(moved))
        return joined([said, self.say(phrase, moved=moved)])


class MustFollowSuit(_BySuitLed):
    """A player who holds the suit led must play it. A trump led must be followed with trumps."""

    heading = N_("Following suit")
    sentence = N_("A player who holds cards of the suit led must play one of them.")

    @in_words()
    def narrow(self, playable: int, trick: Trick, hand: int) -> int:
        return playable & trick.led if trick.led else playable

    def facts(self, playable: int, trick: Trick, hand: int) -> dict[str, object]:
        return {"suit": self.suit_led(trick), "held": self.deck.set(hand & trick.led)} | self.moved_facts(trick, hand)

    def why(self, finding: Finding) -> str:
        if finding.effect is Effect.DOES_NOT_BIND:
            return _("{who} holds no {suit}.")
        if not finding.facts["held"]:
            return _("The suit led is {suit}, and {who} holds none.")
        if len(finding.facts["held"]) == 1:
            return _("The suit led is {suit}, and {who} holds one card of it, {held}.")
        return _("The suit led is {suit}, and {who} holds {held}.")


class MustTrump(_BySuitLed):
    """A player who holds no card of the suit led must trump. Who has no trump either may play any card, which cannot
    win the trick."""

    heading = N_("Trumping")
    sentence = N_("A player who holds no card of the suit led must play a trump; without trumps, any card may go.")

    def prepare(self) -> None:
        self.trumps: int = self.order.trumps

    @in_words(masks=("trumps",))
    def narrow(self, playable: int, trick: Trick, hand: int) -> int:
        if not trick.led or hand & trick.led:
            return playable
        return playable & self.trumps

    def facts(self, playable: int, trick: Trick, hand: int) -> dict[str, object]:
        held, trumps_led = self.deck.set(hand & self.trumps), bool(trick.led & self.trumps)
        return {"suit": self.suit_led(trick), "held": held, "trumps_led": trumps_led} | self.moved_facts(trick, hand)

    def why(self, finding: Finding) -> str:
        if finding.facts["trumps_led"]:
            return _("{who} holds no trumps, and may play any card.")
        if finding.effect is Effect.DOES_NOT_BIND:
            return _("{who} holds neither {suit} nor trumps, and may play any card; it cannot win.")
        return _("{who} holds no {suit}, and holds trumps.")


class MustOvertrump(NarrowsPlay):
    """A player who has to play a trump must go over the highest trump of the trick, when able to; when not, any trump
    will do."""

    heading = N_("Overtrumping")
    sentence = N_("A player who trumps must go over the highest trump of the trick, when able to.")

    def prepare(self) -> None:
        self.trumps: int = self.order.trumps

    @in_words(masks=("trumps",))
    def narrow(self, playable: int, trick: Trick, hand: int) -> int:
        if not playable or playable & ~self.trumps or not trick.led or not card_at(trick, trick.best) & self.trumps:
            return playable
        return playable & trick.above

    def facts(self, playable: int, trick: Trick, hand: int) -> dict[str, object]:
        return {"highest": trick.cards[trick.best], "higher": self.deck.set(hand & trick.above)}

    def why(self, finding: Finding) -> str:
        if finding.effect is Effect.DOES_NOT_BIND:
            return _("{who} holds no trump above {highest}, so any trump will do.")
        return _("{who} holds {higher}, above {highest}.")


class TrumpsNotLed(NarrowsPlay):
    """Trumps may be led only by a player who holds nothing else."""

    sentence = N_("Trumps may be led only by a player who holds no other cards.")

    def prepare(self) -> None:
        self.trumps: int = self.order.trumps

    @in_words(masks=("trumps",))
    def narrow(self, playable: int, trick: Trick, hand: int) -> int:
        return playable if trick.mask else playable & ~self.trumps

    def facts(self, playable: int, trick: Trick, hand: int) -> dict[str, object]:
        return {"others": self.deck.set(hand & ~self.trumps)}

    def why(self, finding: Finding) -> str:
        if finding.effect is Effect.DOES_NOT_BIND:
            return _("{who} holds nothing but trumps, and may lead them.")
        return _("{who} holds {others}, and may not lead a trump.")


class ExcuseAnyTime(ExemptsCards):
    """The Excuse may be played at any time, whatever was led. Led, it leaves the suit to the next card."""

    sentence = N_("{excuse:the} may be played at any time; led, it leaves the suit to the next card.")

    def prepare(self) -> None:
        self.excuse: int = self.deck.excuse

    @in_words(masks=("excuse",))
    def exempt(self, state: State, seat: int, hand: int) -> int:
        return hand & self.excuse

    def why(self, finding: Finding) -> str:
        if finding.effect is Effect.ALLOWS:
            return _("Led, {excuse:the} leaves it to the next card to decide the suit.")
        return _("{excuse:the} may be played at any time.")


def held_from_the_first_lead(state: State, seat: int, hand: int) -> int:
    """The cards that a seat had at the first lead, as far as they are known."""
    for taken in state.tricks:
        position = taken.trick.place_of(seat, state.players)
        hand |= taken.trick.cards[position].bit
    return hand


class LoneCardAnyTime(ExemptsCards, NeedsPastTricks):
    """A card whose holder had none of certain others at the first lead may be played at any time, like the Excuse."""

    card: CardName = Field(description="The card that may be played at any time.")
    without: Marks = Field(description="The cards that its holder must have lacked at the first lead.")

    def prepare(self) -> None:
        self.lone: int = self.mask([self.card])
        self.others: int = self.mask(self.without) & ~self.lone

    @in_words(masks=("lone", "others"))
    def exempt(self, state: State, seat: int, hand: int) -> int:
        if not hand & self.lone or hand & self.others or state.first_hands[seat] & self.others:
            return wide(0)
        return self.lone

    def past_needed(self, state: State) -> str:
        hand = 0 if state.turn is None else state.hands[state.turn]
        return self.PLAYED if hand & self.lone and not hand & self.others else ""

    def says(self) -> Text:
        phrase = _(
            "A player who held {card} without any of these at the first lead, {others}, may play it at any time."
        )
        return self.say(phrase, card=self.deck.set(self.lone), others=self.called(self.without))

    def why(self, finding: Finding) -> str:
        if finding.effect is Effect.ALLOWS:
            return _("Led, {card} counts as a card of its suit, which the others follow.")
        return _("{who} was dealt {card} without protection, and may play it at any time.")


class HighestWins(WinsTrick):
    """The highest trump wins the trick; without trumps, the highest card of the suit led. The Excuse never does."""

    heading = N_("Who wins the trick")
    sentence = N_("The highest trump wins the trick or, without trumps, the highest card of the suit led.")

    @in_words()
    def winning(self, state: State, trick: Trick) -> int | None:
        return trick.best if trick.led else None

    def why(self, finding: Finding) -> str:
        if finding.facts.get("trumped", finding.facts["card"].bit & self.order.power):
            return _("{who} wins the trick with the highest trump, {card}.")
        return _("{who} wins the trick with the highest card of the suit led, {card}.")


class ExcuseWinsSlam(WinsTrick, NeedsPastTricks):
    """The Excuse wins the last trick for a side that has won every trick before it."""

    how: Literal["led", "played"] = Field(
        description="Whether the Excuse must be led to the last trick, or only played."
    )
    reason = N_("{who}'s side has won every trick so far, so {excuse:the} wins the last one.")
    always = False

    def prepare(self) -> None:
        self.excuse: int = self.deck.excuse
        self.must_lead: bool = self.how == "led"

    @in_words(masks=("excuse",), numbers=("must_lead",))
    def winning(self, state: State, trick: Trick) -> int | None:
        if not trick.mask & self.excuse or not state.all_played or state.unknown_winners:
            return None
        place = place_of(trick, self.excuse)
        if self.must_lead and place:
            return None
        side = state.sides[seat_at(trick.leader, place, state.players)]
        return None if state.winners & ~side else place

    def past_needed(self, state: State) -> str:
        excuse = self.deck.excuse & (state.trick.mask | (0 if state.turn is None else state.hands[state.turn]))
        return self.WON if state.last_trick and excuse else ""

    def says(self) -> Text:
        if self.how == "led":
            phrase = _("{excuse:the} wins the last trick when it is led by a side that has won every trick before.")
            return self.say(phrase)
        return self.say(
            _("{excuse:the} wins the last trick when it is played by a side that has won every trick before.")
        )


class KeepExcuse(MovesCard):
    """Whoever plays the Excuse keeps it, and gives the winner of the trick a card in return: at once, or as soon as a
    trick has been won."""

    pays: Marks = Field(description="Captured cards that may be given for the Excuse.")
    choose: Flag = Field(description="Whether the giver chooses which; else any one does, and the lowest is taken.")
    sentence = N_("Whoever plays {excuse:the} keeps it and gives the winner of the trick another card for it.")
    kinds = (CardStayed, CardKept)
    bounded = True

    def prepare(self) -> None:
        self.about = self.deck.excuse
        self.payable = self.mask(self.pays) & ~self.about

    @in_words()
    def moves(self, state: State, trick: Trick, owner: int, winner: int) -> Moved | None:
        if state.sides[owner] >> winner & 1:
            return Moved(0, winner, NOBODY, NOBODY)
        return Moved(1, owner, owner, winner)

    def why(self, finding: Finding) -> str:
        match finding.facts["kind"]:
            case CardStayed.kind:
                return _("{owner}'s side wins the trick, and {excuse:the} stays with it.")
            case CardKept.kind:
                return _("{owner} keeps {excuse:the}.")
        return super().why(finding)


class KeepExcuseFree(MovesCard):
    """Whoever plays the Excuse keeps it, and gives nothing for it."""

    sentence = N_("Whoever plays {excuse:the} keeps it, and gives no card for it.")
    reason = N_("{owner} keeps {excuse:the}, and gives no card for it.")
    kinds = (CardKept,)
    bounded = True
    uncompensated = True
    goes_back = True
    payable = 0

    def prepare(self) -> None:
        self.about = self.deck.excuse

    @in_words()
    def moves(self, state: State, trick: Trick, owner: int, winner: int) -> Moved | None:
        return Moved(0, owner, NOBODY, NOBODY)

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        return ()

    def why(self, finding: Finding) -> str:
        return _(self.reason)


class KeepLoneCard(MovesCard):
    """A card whose holder had none of certain others at the first lead goes back to them when another side wins its trick;
    another card is given in return, at once or as soon as one has been won."""

    card: CardName = Field(description="The card that is kept.")
    without: Marks = Field(description="The cards that its holder must have lacked at the first lead.")
    pays: Marks = Field(description="Captured cards that may be given for it.")
    kinds = (LoneCardKept,)
    bounded = True

    def prepare(self) -> None:
        self.about = self.mask([self.card])
        self.others: int = self.mask(self.without) & ~self.about
        self.payable = self.mask(self.pays) & ~self.about

    @in_words(masks=("others",))
    def moves(self, state: State, trick: Trick, owner: int, winner: int) -> Moved | None:
        if state.sides[owner] >> winner & 1 or state.first_hands[owner] & self.others:
            return None
        return Moved(0, owner, owner, winner)

    def says(self) -> Text:
        phrase = _(
            "A player who held {card} without any of these at the first lead, {others}, gets it back, and gives another card for it."
        )
        return self.say(phrase, card=self.deck.set(self.about), others=self.called(self.without))

    def why(self, finding: Finding) -> str:
        if finding.facts["kind"] == LoneCardKept.kind:
            return _("{owner} was dealt {card} without protection, and takes it back from {winner}'s trick.")
        return super().why(finding)


class ExcuseLastTrick(MovesCard):
    """Played to the last trick, the Excuse is lost to its side, unless it wins the trick for a slam."""

    to: Literal["other_side", "winner"] = Field(description="Who gets an Excuse that was played to the last trick.")
    compensated: Flag = Field(
        description="Whether a side that gets it from a trick it did not win gives a low card in return."
    )
    marks = ("low",)
    kinds = (CardLost,)
    bounded = True

    def prepare(self) -> None:
        self.about = self.deck.excuse
        self.payable = self.deck.marks["low"]
        self.uncompensated = self.to == "other_side" and not self.compensated
        self.to_winner: bool = self.to == "winner"

    @in_words(numbers=("to_winner", "compensated"))
    def moves(self, state: State, trick: Trick, owner: int, winner: int) -> Moved | None:
        if not state.all_played or winner == owner:
            return None
        side = state.sides[owner]
        if self.to_winner or not side >> winner & 1:
            return Moved(0, winner, NOBODY, NOBODY)
        other = 0
        while side >> other & 1:
            other += 1
        if self.compensated:
            return Moved(0, other, other, winner)
        return Moved(0, other, NOBODY, NOBODY)

    def says(self) -> Text:
        if self.to == "winner":
            return self.say(_("Played to the last trick, {excuse:the} goes to the winner of the trick."))
        return self.say(
            _("Played to the last trick, {excuse:the} goes to the other side, even if its own side wins the trick.")
        )

    def why(self, finding: Finding) -> str:
        facts = finding.facts
        if facts["kind"] != CardLost.kind:
            return super().why(finding)
        if facts["to"] == facts["winner"]:
            return _("{owner} played {excuse:the} to the last trick, and loses it to {to}.")
        return _(
            "{owner} played {excuse:the} to the last trick: it changes sides and goes to {to}, although {winner} won."
        )


class TalonToTricks(UsesTalon, AfterTrick):
    """The winner of each trick gets a card of the talon as well, as long as there are any; or the winner of the last trick gets all of them."""

    to: Literal["each_trick", "last_trick"] = Field(
        "each_trick", description="Whether a card goes to each trick, or the whole talon to the last."
    )
    brings_talon = True

    def prepare(self) -> None:
        self.at_end: bool = self.to == "last_trick"

    def says(self) -> Text:
        if self.at_end:
            return self.say(_("The winner of the last trick gets {talon:the} as well."))
        return self.say(
            _("The winner of each trick gets the top card of {talon:the} as well, as long as there are any.")
        )

    @in_words(numbers=("at_end",))
    def brings(self, state: State, trick: Trick, winner: int) -> int:
        if not self.at_end:
            return state.stock_top
        if state.all_played:
            return state.talon
        return wide(0)

    def after(self, state: State, taken: Taken) -> Step:
        brought = self.brings(state, taken.trick, taken.winner) if state.stock else 0
        if not brought:
            return state, ()
        if self.at_end:
            return self._all_of_it(state, taken, brought)
        card, *stock = state.stock
        won = with_cards(state.won, taken.winner, brought)
        finding = self.decides(seat=taken.winner, card=card)
        return state._replace(won=won, stock=tuple(stock)), (TalonCardWon(taken.winner, card, findings=(finding,)),)

    def _all_of_it(self, state: State, taken: Taken, brought: int) -> Step:
        """The state when the winner of the last trick has got the talon."""
        won = with_cards(state.won, taken.winner, brought)
        cards = self.deck.set(brought)
        event = TalonWon(taken.winner, cards, findings=(self.decides(seat=taken.winner, cards=cards),))
        return state._replace(won=won, stock=()), (event,)

    def why(self, finding: Finding) -> str:
        if "cards" in finding.facts:
            return _("{who} has won the last trick, and gets {talon:the} as well: {cards}.")
        return _("{who} gets {card} from {talon:the} as well.") if finding.facts["card"] else ""


class ExcuseUnpaid(SettlesDebt):
    """Settlement of a card owed for the Excuse, or for another card that is kept, when its side wins no trick from which to
    pay."""

    then: Literal["keeps_all_but_half", "surrendered"] = Field(
        description="Whether the Excuse stays and counts half a point less, or goes to the winner of its trick."
    )
    bounded = True

    def prepare(self) -> None:
        self.stays = self.then == "keeps_all_but_half"
        self.halves = int(self.stays)

    def unpaid(self, state: State, debt: Debt) -> Settlement:
        if self.stays:
            return Settlement(DebtUnpaid, None, self.halves)
        return Settlement(CardSurrendered, debt.creditor, self.halves)

    def says(self) -> Text:
        if self.stays:
            phrase = _(
                "If no card can ever be given for {excuse:the}, it counts half a point less, and the half goes over."
            )
            return self.say(phrase)
        return self.say(
            _("Whoever wins no trick at all surrenders {excuse:the} to the winner of the trick it was played to.")
        )

    def why(self, finding: Finding) -> str:
        if self.stays:
            return _(
                "{owner} never won a card to give for {card}: it stays and counts half a point less, {creditor}'s side "
                "half a point more."
            )
        return _("{owner} won no card to give for {card}, and surrenders it to {creditor}.")
