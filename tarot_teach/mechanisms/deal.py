"""Rules of the deal: who deals first, who cuts, how the cards are dealt, and which way things go round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from tarot_teach.cards import Card, CardSet
from tarot_teach.mechanisms.base import Count, SuitName, Who, Within
from tarot_teach.mechanisms.between_deals import ChoosesDealer, Drawn, StacksPack, StartsDeal
from tarot_teach.mechanisms.by_players import CardsByPlayers, PacketsByPlayers, left_out, packets_for, value_for
from tarot_teach.mechanisms.heaps import DealsHeaps
from tarot_teach.mechanisms.interfaces import (
    CutsPack,
    DealsOut,
    MakesParties,
    TurnsRound,
)
from tarot_teach.mechanisms.layout import Layout
from tarot_teach.mechanisms.situation import takers_side
from tarot_teach.messages import N_, _, as_words, ngettext
from tarot_teach.rules import Ruleset, counts_in_words
from tarot_teach.table import DealChoice, Effect, Finding, Heap, State
from tarot_teach.text import Text


class PartnersOpposite(MakesParties):
    """Players who sit opposite each other are partners, for an even number of players."""

    sentence = N_("Players who sit opposite each other are partners.")

    def parties(self, players: int) -> tuple[tuple[int, ...], ...]:
        return tuple((seat, seat + players // 2) for seat in range(players // 2))

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        for players in ruleset.players:
            if players % 2:
                yield _("with {players} players nobody sits opposite").format(players=players)


class CutBeforeDealer(CutsPack):
    """The player on whose turn the dealer's would follow cuts the pack, leaving enough cards in both parts."""

    name = "cut"
    leave: Count = Field(description="The fewest cards that either part of the cut pack may have.")
    by: Literal["before_dealer", "last_to_play"] = Field(
        description="Who cuts: the player before the dealer in order of play, or, where the dealer sits out, the last of "
        "those who play."
    )

    def cutter(self, state: State) -> int:
        return state.dealer if self.by == "last_to_play" else (state.dealer - 1) % state.players

    def check_cut(self, state: State, at: int) -> list[Finding]:
        smaller = max(0, min(at, state.pack_size - at))
        return self.judged(smaller >= self.leave, seat=self.cutter(state), smaller=smaller, least=self.leave)

    def cuts(self, state: State) -> range:
        return range(self.leave, state.pack_size - self.leave + 1)

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        cards = len(ruleset.deck.cards)
        if 2 * self.leave > cards:
            small = _("a pack of {cards} cards has no two parts of {leave} cards")
            yield small.format(cards=cards, leave=self.leave)

    def says(self) -> Text:
        phrase = ngettext(
            "The player before the dealer cuts, leaving at least one card in each part.",
            "The player before the dealer cuts, leaving at least {least} cards in each part.",
            self.leave,
        )
        return self.say(phrase, least=self.leave)

    def why(self, finding: Finding) -> str:
        if not finding.facts["smaller"]:
            return _("One part that {who} leaves has no card; each must have at least {least}.")
        return ngettext(
            "The smaller part that {who} leaves has {smaller} card; each must have at least {least}.",
            "The smaller part that {who} leaves has {smaller} cards; each must have at least {least}.",
            finding.facts["smaller"],
        )


class DealHands(DealsOut):
    """Each player gets the same number of cards, dealt one at a time from the player after the dealer; the rest of the
    pack is set aside, and nobody sees it."""

    heading = N_("Dealing")
    cards: CardsByPlayers = Field(description="Cards dealt to each player; the rest is set aside.")
    face_up: Annotated[Count, Within("hand")] = Field(
        0, description="How many cards of each player are dealt face up, the first ones."
    )
    reason = N_("This game deals no talon: each player gets {cards} cards, and the rest is set aside.")

    def hand_size(self, players: int) -> int:
        return value_for(self.cards, players)

    def check_deal(self, state: State, talon_after: tuple[int, ...]) -> list[Finding]:
        return self.judged(not talon_after)

    def deal(self, pack: Sequence[Card], first: int, players: int, talon_after: tuple[int, ...]) -> Layout:
        hands = [0] * players
        for i, card in enumerate(pack[: self.hand_size(players) * players]):
            hands[(first + i) % players] |= card.bit
        return Layout(tuple(hands), self.deck.all & ~sum(hands), face_up=tuple(pack[: self.face_up * players]))

    def says(self) -> Text:
        phrase = ngettext(
            "Each player is dealt {cards} cards, the first of them face up; the rest is set aside unseen.",
            "Each player is dealt {cards} cards, the first {face_up} of them face up; the rest is set aside unseen.",
            self.face_up,
        )
        if not self.face_up:
            phrase = _("Each player is dealt {cards} cards; the rest is set aside unseen.")
        return self.say(phrase)

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        yield from left_out(ruleset, {"cards": self.cards})
        number = len(ruleset.deck.cards)
        many = _("{players} hands of {cards} cards need more than the pack's {number} cards")
        for players in ruleset.players:
            if players * self.hand_size(players) > number:
                yield many.format(players=players, cards=self.hand_size(players), number=number)


class HandsAndStock(DealsOut):
    """Each player gets the same number of cards, dealt one at a time from the player after the dealer; the rest of the pack is the
    stock from which cards are drawn."""

    cards: CardsByPlayers = Field(description="Cards dealt to each player.")
    sentence = N_("Each player is dealt {cards} cards; the rest of the pack lies face down as {talon:the}.")
    reason = N_("Each player gets {cards} cards, and no card goes to {talon:the} between them.")

    def hand_size(self, players: int) -> int:
        return value_for(self.cards, players)

    def talon_size(self, players: int) -> int:
        return len(self.deck.cards) - players * self.hand_size(players)

    def check_deal(self, state: State, talon_after: tuple[int, ...]) -> list[Finding]:
        return self.judged(not talon_after)

    def deal(self, pack: Sequence[Card], first: int, players: int, talon_after: tuple[int, ...]) -> Layout:
        dealt = players * self.hand_size(players)
        hands, stock = [0] * players, tuple(pack[dealt:])
        for i, card in enumerate(pack[:dealt]):
            hands[(first + i) % players] |= card.bit
        return Layout(tuple(hands), self.deck.mask(stock), stock)

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        yield from left_out(ruleset, {"cards": self.cards})
        for players in ruleset.players:
            if self.talon_size(players) < 1:
                few = _("{players} hands of {cards} cards leave no stock of the pack's {number} cards")
                yield few.format(players=players, cards=self.hand_size(players), number=len(ruleset.deck.cards))


class HandsAndTalon(DealsOut):
    """Each player gets a number of cards in packets, beginning with the player after the dealer; the other cards of the pack are the talon: the
    first, the last, or those after the first packet of each player, or before the last."""

    heading = N_("Dealing")
    hand: CardsByPlayers = Field(description="Cards dealt to each player.")
    packet: PacketsByPlayers = Field(description="Cards dealt at a time to each player.")
    talon: CardsByPlayers = Field(description="Cards of the talon.")
    talon_at: Literal["first", "after_first_packets", "before_last_packets", "last"] = Field(
        description="Where the talon comes from: the first cards of the pack, those that follow when each player has one packet, or lacks one, or the last."
    )

    def hand_size(self, players: int) -> int:
        return value_for(self.hand, players)

    def talon_size(self, players: int) -> int:
        return value_for(self.talon, players)

    def check_deal(self, state: State, talon_after: tuple[int, ...]) -> list[Finding]:
        return self.judged(not talon_after)

    def deal(self, pack: Sequence[Card], first: int, players: int, talon_after: tuple[int, ...]) -> Layout:
        hand = self.hand_size(players)
        packets = packets_for(self.packet, hand, players)
        to_each = {
            "first": 0,
            "after_first_packets": packets[0],
            "before_last_packets": hand - packets[-1],
            "last": hand,
        }
        dealt_before = players * to_each[self.talon_at]
        left = len(pack) - players * hand
        talon = tuple(pack[dealt_before : dealt_before + left])
        to_hands = [*pack[:dealt_before], *pack[dealt_before + left :]]
        hands, at = [0] * players, 0
        for packet in packets:
            for i in range(players):
                hands[(first + i) % players] |= self.deck.mask(to_hands[at : at + packet])
                at += packet
        return Layout(tuple(hands), self.deck.mask(talon), talon)

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        yield from left_out(ruleset, {"hand": self.hand, "packet": self.packet, "talon": self.talon})
        number, wrong = len(ruleset.deck.cards), dict[str, None]()
        for players in ruleset.players:
            hand, talon, packet = self.hand_size(players), self.talon_size(players), value_for(self.packet, players)
            if not (hand and talon and packet):
                continue
            if isinstance(packet, list) and sum(packet) != hand:
                other = _("packets of {packets} cards make {dealt}, and a hand has {hand}")
                wrong[other.format(packets=counts_in_words(packet), dealt=sum(packet), hand=hand)] = None
            elif isinstance(packet, int) and hand % packet:
                wrong[_("{hand} cards cannot be dealt {packet} at a time").format(hand=hand, packet=packet)] = None
            dealt = players * hand + talon
            if dealt != number:
                other = _(
                    "{players} hands of {hand} cards and a talon of {talon} make {dealt}; the pack has {number} cards"
                )
                said = other.format(players=players, hand=hand, talon=talon, dealt=dealt, number=number)
                wrong[said] = None
        yield from wrong

    def says(self) -> Text:
        if self.talon_at == "first":
            phrase = _(
                "The first {number} cards make {talon:the}; then each player is dealt {cards} cards, {packet} at a time."
            )
        elif self.talon_at == "last":
            phrase = _(
                "Each player is dealt {cards} cards, {packet} at a time; the last {number} cards make {talon:the}."
            )
        elif self.talon_at == "before_last_packets":
            phrase = _(
                "Each player is dealt {cards} cards, {packet} at a time; before the last packets, {number} cards make {talon:the}."
            )
        else:
            phrase = _(
                "Each player is dealt {cards} cards, {packet} at a time; when each has one packet, {number} cards make {talon:the}."
            )
        return self.say(phrase, number=self.talon, cards=self.hand)

    def why(self, finding: Finding) -> str:
        return "" if finding.effect is not Effect.REFUSES else _("No card of {talon:the} is dealt between packets.")


class HandsAndHeaps(DealsHeaps):
    """Each player gets a number of cards in packets, beginning with the player after the dealer; then all the others, by turns, as heaps that lie
    face down before the players."""

    heading = N_("Dealing")
    hand: Count = Field(gt=0, description="Cards dealt to each player's hand.")
    packet: Count = Field(gt=0, description="Cards dealt at a time to each hand.")
    heaps: list[Annotated[Count, Field(gt=0)]] = Field(
        min_length=1, description="Cards in each heap of a player, from left to right."
    )
    reason = N_("No card is dealt apart from the packets.")

    def hand_size(self, players: int) -> int:
        return self.hand

    def heap_sizes(self, players: int) -> Sequence[int]:
        return self.heaps

    def check_deal(self, state: State, talon_after: tuple[int, ...]) -> list[Finding]:
        return self.judged(not talon_after)

    def deal(self, pack: Sequence[Card], first: int, players: int, talon_after: tuple[int, ...]) -> Layout:
        hands, at = [0] * players, 0
        heaps: list[list[Heap]] = [[] for _seat in hands]
        for _packet in range(self.hand // self.packet):
            for i in range(players):
                hands[(first + i) % players] |= self.deck.mask(pack[at : at + self.packet])
                at += self.packet
        for size in self.heaps:
            for i in range(players):
                heaps[(first + i) % players].append(Heap(None, tuple(pack[at : at + size][::-1])))
                at += size
        return Layout(tuple(hands), 0, heaps=tuple(map(tuple, heaps)))

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        if self.hand % self.packet:
            yield _("{hand} cards cannot be dealt {packet} at a time").format(hand=self.hand, packet=self.packet)
        number = len(ruleset.deck.cards)
        for players in ruleset.players:
            if players * self.tricks(players) != number:
                other = _(
                    "{players} hands of {hand} cards, and heaps of {heaps}, make {dealt}; the pack has {number} cards"
                )
                dealt = players * self.tricks(players)
                yield other.format(
                    players=players, hand=self.hand, heaps=counts_in_words(self.heaps), dealt=dealt, number=number
                )

    def says(self) -> Text:
        phrase = _(
            "Each player is dealt {cards} cards, {packet} at a time; the others lie face down before the players, for each a row of {heap:plural} with {heaps} cards."
        )
        return self.say(phrase, cards=self.hand, heaps=counts_in_words(self.heaps))


_BARRED = {
    "first": N_("The first card of the pack may not go to {talon:the}."),
    "last": N_("The last card of the pack may not go to {talon:the}."),
    "first_three": N_("None of the first three cards of the pack may go to {talon:the}."),
    "last_three": N_("None of the last three cards of the pack may go to {talon:the}."),
    "in_a_row": N_("Two cards in a row may not go to {talon:the}."),
    "number": N_("{talon:the} takes {number} cards, each after one of the {packets} packets, and not {given} of them."),
}
"""Sentences by the fault of a deal."""


class DealInPackets(DealsOut):
    """The whole pack is dealt in packets, beginning with the player after the dealer; single cards between packets make
    the talon. ``talon_after`` of a deal says after how many packets each of them is dealt."""

    heading = N_("Dealing")
    packet: Count = Field(gt=0, description="Cards dealt at a time to each player.")
    talon: Count = Field(description="Cards dealt singly to the talon.")
    talon_not: list[Literal["first", "last", "first_three", "last_three", "in_a_row"]] = Field(
        description="Where a talon card may not come from: the first or last card of the pack, the first or last three, or "
        "two in a row."
    )

    def prepare(self) -> None:
        self.in_packets: int = len(self.deck.cards) - self.talon
        self.packets: int = self.in_packets // self.packet

    def hand_size(self, players: int) -> int:
        return self.in_packets // players

    def talon_size(self, players: int) -> int:
        return self.talon

    def check_deal(self, state: State, talon_after: tuple[int, ...]) -> list[Finding]:
        after = sorted(talon_after)
        places = [packet * self.packet + i for i, packet in enumerate(after)]  # in the pack, from 0
        found = {
            "number": len(after) != self.talon or (after and not 0 <= after[0] <= after[-1] <= self.packets),
            "first": 0 in after,
            "last": self.packets in after,
            "first_three": any(place < 3 for place in places),
            "last_three": any(place >= len(self.deck.cards) - 3 for place in places),
            "in_a_row": len(set(after)) < len(after),
        }
        fault = next((name for name in found if found[name] and name in ("number", *self.talon_not)), "")
        given = {"talon": self.talon, "given": len(after), "packets": self.packets} if fault else {}
        return self.judged(not fault, fault=fault, **given)

    def deal(self, pack: Sequence[Card], first: int, players: int, talon_after: tuple[int, ...]) -> Layout:
        hands, talon, at = [0] * players, list[Card](), 0
        for packet in range(self.packets + 1):
            for _single in range(talon_after.count(packet)):
                talon.append(pack[at])
                at += 1
            if packet < self.packets:
                for card in pack[at : at + self.packet]:
                    hands[(first + packet) % players] |= card.bit
                at += self.packet
        return Layout(tuple(hands), self.deck.mask(talon), tuple(talon))

    def choice(self, state: State) -> DealChoice:
        return DealChoice(self.places(), self.talon)

    def places(self) -> range:
        """After how many packets a talon card may be dealt, wherever the others are."""
        bans = self.talon_not
        first = -(-3 // self.packet) if "first_three" in bans else int("first" in bans)
        below_three = (self.in_packets - 3) // self.packet
        last = min(self.packets - ("last" in bans), below_three if "last_three" in bans else self.packets)
        return range(first, last + 1)

    def says(self) -> Text:
        phrase = _("Cards are dealt {packet} at a time, and {number} single cards between packets make {talon:the}.")
        if not self.talon:
            phrase = _("Cards are dealt {packet} at a time.")
        return self.say(phrase, number=self.talon)

    def because(self, finding: Finding, who: Who) -> Text:
        facts = {key: finding.facts.get(key) for key in ("packets", "given")}
        fault = finding.facts["fault"]
        return self.say(_(_BARRED[fault]), number=self.talon, **facts) if fault else self.says()

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        uneven = _("{cards} cards cannot be dealt to {players} players in packets of {packet}")
        faults = [
            uneven.format(cards=self.in_packets, players=players, packet=self.packet)
            for players in ruleset.players
            if self.in_packets < 0 or self.in_packets % (players * self.packet)
        ]
        places, needed = len(self.places()), self.talon if "in_a_row" in self.talon_not else min(self.talon, 1)
        if faults or places >= needed:
            return faults
        few = _("the {talon} cards of the talon have only {places} places between packets")
        return [few.format(talon=self.talon, places=places)]


class Direction(TurnsRound):
    """The way in which cards are dealt, calls are made and tricks are played."""

    heading = N_("Direction")
    turns: Literal["counter-clockwise", "clockwise"] = Field(description="The way in which deal and play go round.")
    sentence = N_("Deal, calls and play go round {turns}.")

    def prepare(self) -> None:
        self.clockwise = self.turns == "clockwise"

    def says(self) -> Text:
        return self.say(_(self.sentence), turns=as_words(self.turns))


class FirstPacket(StartsDeal):
    """The seat that is dealt to first; the deal then goes on in order of play."""

    to: Literal["after_dealer", "before_dealer"] = Field(
        description="Who is dealt to first: the player after the dealer in order of play, or the one before."
    )

    def starts(self, dealer: int, players: int) -> int:
        return (dealer + (1 if self.to == "after_dealer" else -1)) % players

    def says(self) -> Text:
        if self.to == "after_dealer":
            return self.say(_("The first packet goes to the player after the dealer."))
        return self.say(_("The first packet goes to the player before the dealer in order of play."))


class Gathered(StacksPack):
    """The cards of a deal are gathered for the next and not shuffled: what was laid away or left over first, then the tricks
    in the order in which they were won, those of the taker's side before the others. Cards thrown in are gathered hand by
    hand."""

    sentence = N_("The cards are gathered as they were won and cut, but not shuffled.")

    def next_pack(self, state: State) -> tuple[Card, ...]:
        pack: list[Card] = []
        side = takers_side(state)
        others = [seat for seat in range(state.players) if seat not in side]
        for pile, seats in zip(state.side_piles, (side, others), strict=True):
            pack += CardSet(state.deck, pile)
            pack += [card for taken in state.tricks if taken.winner in seats for card in taken.trick.cards]
        seen = state.deck.mask(pack)
        for mask in (*state.hands, *state.aside, state.talon):
            pack += CardSet(state.deck, mask & ~seen)
        return tuple(pack)


class LowestCardDeals(ChoosesDealer):
    """Before the first deal each player draws a card, and the lowest deals. A trump ranks above every card of a suit; who
    draws the Excuse draws again."""

    suits: list[SuitName] = Field(
        description="The suits from highest to lowest, to decide between cards of the same rank; without them, players who tie draw again."
    )

    def judge(self, cards: Mapping[int, Card]) -> Drawn:
        redraw, why = tuple(seat for seat, card in cards.items() if card.is_excuse), "excuse"
        if not redraw:
            lowest = min(self._height(card) for card in cards.values())
            holders = tuple(seat for seat, card in cards.items() if self._height(card) == lowest)
            if len(holders) == 1:
                return Drawn(holders[0], (), self.decides(seats=holders, why="lowest", card=cards[holders[0]]))
            redraw, why = holders, "tie"
        return Drawn(None, redraw, Finding(self.rule, Effect.REQUIRES, {"seats": redraw, "why": why}))

    def _height(self, card: Card) -> tuple[bool, int, int]:
        suit = -self.suits.index(card.suit.id) if card.suit.id in self.suits else 0
        return bool(card.bit & self.order.trumps), card.rank, suit

    def says(self) -> Text:
        phrase = _("Each player draws a card, and the lowest deals first; those who tie draw again.")
        if self.suits:
            phrase = _(
                "Each player draws a card, and the lowest deals first; between equal ranks the order is {suits}."
            )
        return self.say(phrase)

    def why(self, finding: Finding) -> str:
        return {
            "excuse": _("Whoever draws {excuse:the} draws again: {names}."),
            "tie": _("These have drawn cards of the same rank, and draw again: {names}."),
            "lowest": _("{names} has drawn the lowest card, {card}, and deals first."),
        }[finding.facts["why"]]

    def facts_in_words(self, finding: Finding, who: Who) -> dict[str, Any]:
        return super().facts_in_words(finding, who) | {"names": [who(seat) for seat in finding.facts["seats"]]}
