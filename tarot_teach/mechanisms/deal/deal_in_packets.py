from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from tarot_teach.cards import Card
from tarot_teach.language import N_, _
from tarot_teach.mechanisms.base import Count, Params, Who
from tarot_teach.mechanisms.interfaces import DealsOut, Layout
from tarot_teach.rules import Rule, Ruleset
from tarot_teach.table import DealCards, DealChoice, Effect, Finding, State
from tarot_teach.text import Text

Ban = Literal["first", "last", "first_three", "last_three", "in_a_row"]

_BARRED = {
    "first": N_("The first card of the pack may not go to {talon:the}."),
    "last": N_("The last card of the pack may not go to {talon:the}."),
    "first_three": N_("None of the first three cards of the pack may go to {talon:the}."),
    "last_three": N_("None of the last three cards of the pack may go to {talon:the}."),
    "in_a_row": N_("Two cards in a row may not go to {talon:the}."),
    "number": N_("{talon:the} takes {number} cards, each after one of the {packets} packets, and not {given} of them."),
}


class PacketParams(Params):
    packet: Count = Field(gt=0, description="Cards dealt at a time to each player.")
    talon: Count = Field(description="Cards dealt singly to the talon.")
    talon_not: list[Ban] = Field(
        description="Where a talon card may not come from: the first or last card of the pack, the first or last three, or "
        "two in a row."
    )


class DealInPackets(DealsOut[PacketParams]):
    """The whole pack is dealt in packets, beginning with the player after the dealer; single cards between packets make
    the talon. ``talon_after`` of a deal says after how many packets each of them is dealt."""

    Params = PacketParams

    def hand_size(self, players: int) -> int:
        return (len(self.deck.cards) - self.params.talon) // players

    def talon_size(self) -> int:
        return self.params.talon

    def packets(self, players: int) -> int:
        return (len(self.deck.cards) - self.params.talon) // self.params.packet

    def check_deal(self, state: State, action: DealCards) -> list[Finding]:
        packets, after = self.packets(state.players), sorted(action.talon_after)
        places = [packet * self.params.packet + i for i, packet in enumerate(after)]  # in the pack, from 0
        found = {
            "number": len(after) != self.params.talon or (after and not 0 <= after[0] <= after[-1] <= packets),
            "first": 0 in after,
            "last": packets in after,
            "first_three": any(place < 3 for place in places),
            "last_three": any(place >= len(self.deck.cards) - 3 for place in places),
            "in_a_row": len(set(after)) < len(after),
        }
        faults = [name for name in found if found[name] and name in ("number", *self.params.talon_not)]
        if not faults:
            return [Finding(self.rule, Effect.ALLOWS, {"fault": ""})]
        facts = {"fault": faults[0], "talon": self.params.talon, "given": len(after), "packets": packets}
        return [Finding(self.rule, Effect.REFUSES, facts, decisive=True)]

    def deal(self, pack: Sequence[Card], first: int, players: int, action: DealCards) -> Layout:
        hands, talon, at = [0] * players, 0, 0
        after = list(action.talon_after)
        for packet in range(self.packets(players) + 1):
            for _single in range(after.count(packet)):
                talon |= pack[at].bit
                at += 1
            if packet < self.packets(players):
                for card in pack[at : at + self.params.packet]:
                    hands[(first + packet) % players] |= card.bit
                at += self.params.packet
        return Layout(tuple(hands), talon)

    def choice(self, state: State) -> DealChoice:
        return DealChoice(self.places(state.players), self.params.talon)

    def places(self, players: int) -> range:
        """After how many packets a talon card may be dealt, wherever the others are."""
        bans, packet, packets = self.params.talon_not, self.params.packet, self.packets(players)
        first = -(-3 // packet) if "first_three" in bans else int("first" in bans)
        below_three = (len(self.deck.cards) - 3 - self.params.talon) // packet
        last = min(packets - ("last" in bans), below_three if "last_three" in bans else packets)
        return range(first, last + 1)

    def says(self) -> Text:
        return self.say(
            _("Cards are dealt {packet} at a time, and {number} single cards between packets make {talon:the}."),
            packet=self.params.packet,
            number=self.params.talon,
        )

    def because(self, finding: Finding, who: Who) -> Text:
        facts = {key: finding.facts.get(key) for key in ("packets", "given")}
        fault = finding.facts["fault"]
        return self.say(_(_BARRED[fault]), number=self.params.talon, **facts) if fault else self.says()

    @classmethod
    def requires(cls, rule: Rule, ruleset: Ruleset) -> list[str]:
        params = cls.typed(rule)
        cards = len(ruleset.deck.cards) - params.talon
        uneven = [
            _("{cards} cards cannot be dealt to {players} players in packets of {packet}").format(
                cards=cards, players=players, packet=params.packet
            )
            for players in ruleset.players
            if cards < 0 or cards % (players * params.packet)
        ]
        places = len(cls(rule.id, params, ruleset.deck).places(ruleset.players[0]))
        if uneven or places >= (params.talon if "in_a_row" in params.talon_not else min(params.talon, 1)):
            return uneven
        few = _("the {talon} cards of the talon have only {places} places between packets")
        return [few.format(talon=params.talon, places=places)]
