"""Turning the heaps that lie before the players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from pydantic import Field

from tarot_teach.cards import Card, CardSet
from tarot_teach.mechanisms.asking import Acts
from tarot_teach.mechanisms.base import Marks
from tarot_teach.mechanisms.heaps import DealsHeaps, TurnsHeaps
from tarot_teach.mechanisms.registry import kinds_at
from tarot_teach.messages import _
from tarot_teach.rules import Ruleset
from tarot_teach.table import Finding, Heap, State, Turned, with_cards
from tarot_teach.table.events import HeapTurned, Step
from tarot_teach.text import Text, joined


class TurnHeaps(TurnsHeaps, Acts):
    """The heaps before the players are turned: before the first lead all of them, later each from which the open card has been played, after the trick. The
    next card lies open, and is played like a card of the hand; but certain cards are taken up, and the next one is turned."""

    take_up: Marks = Field(description="Cards that are shown and taken up into the hand.")
    last: Literal["unseen", "shown"] = Field(
        description="How the last card of a heap is taken up, whatever it is: without being shown, or shown to all."
    )

    def prepare(self) -> None:
        self.taken_up: int = self.mask(self.take_up)

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        if not any(issubclass(kind, DealsHeaps) for kind in kinds_at(ruleset, "deal")):
            yield _("no rule of the deal makes heaps")

    def turned(self, below: Sequence[Card]) -> tuple[int, Card | None]:
        for number, card in enumerate(below, 1):
            if number == len(below):
                return number, None
            if not card.bit & self.taken_up:
                return number, card
        return len(below), None

    def act(self, state: State) -> Step:
        return self.turn(state, (state.dealer + 1) % state.players)

    def turn(self, state: State, first: int) -> Step:
        events: list[HeapTurned] = []
        for seat in ((first + i) % state.players for i in range(state.players)):
            heaps = list(state.heaps[seat]) if state.heaps else []
            for place, heap in enumerate(heaps):
                if heap.top is not None or not heap.below:
                    continue
                known = [card for card in heap.below if card is not None]
                number, top = self.turned(known)
                heaps[place] = Heap(top, heap.below[max(number, 1) :])
                cards = self.deck.mask(known[:number])
                unseen = known[number - 1].bit if known and number == len(heap.below) and self.last == "unseen" else 0
                hands = with_cards(state.hands, seat, cards)
                turned = Turned(len(state.tricks), seat, cards & ~unseen, unseen.bit_count())
                state = state._replace(hands=hands, turned=(*state.turned, turned))
                taken = CardSet(state.deck, cards & ~unseen & ~(top.bit if top else 0))
                facts: dict[str, Any] = {
                    "seat": seat,
                    "place": place + 1,
                    "taken": taken,
                    "unseen": bool(unseen),
                    "open": top,
                }
                finding = self.decides(**facts)
                events.append(HeapTurned(seat, place + 1, taken, unseen.bit_count(), top, findings=(finding,)))
            if heaps:
                state = state.with_heaps(seat, tuple(heaps))
        return state, tuple(events)

    def says(self) -> Text:
        sentences = [
            self.say(
                _(
                    "Each {heap} is turned before the first lead: its top card lies open, and is played like a card of the hand."
                )
            ),
            self.say(_("Where the open card has been played, the next one is turned after the trick.")),
        ]
        sentences.append(self.say(_("Shown and taken up into the hand: {cards}."), cards=self.called(self.take_up)))
        last = _("The last card of {heap:a} is taken up whatever it is, and shown.")
        if self.last == "unseen":
            last = _("The last card of {heap:a} is taken up whatever it is, without being shown.")
        sentences.append(self.say(last))
        return joined(sentences)

    def why(self, finding: Finding) -> str:
        taken, unseen, top = (finding.facts[name] for name in ("taken", "unseen", "open"))
        if taken and top:
            return _("{who} turns {heap} {place}, takes up {taken}, and {open} lies open.")
        if taken and unseen:
            return _("{who} turns {heap} {place}, takes up {taken}, and the last card unseen.")
        if taken:
            return _("{who} turns {heap} {place}, and takes up {taken}.")
        if top:
            return _("{who} turns {heap} {place}: {open} lies open.")
        return _("{who} takes up the last card of {heap} {place}, unseen.")
