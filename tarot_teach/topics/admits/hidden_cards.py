"""The cards that a record in part does not name, and all deals in which they lie so that what it tells can be played."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import reduce
from itertools import islice
from operator import or_
from typing import Any

from tarot_teach.engine.deal import Deal
from tarot_teach.engine.engine import Engine
from tarot_teach.engine.setup import Setup
from tarot_teach.errors import RecordError
from tarot_teach.records.record import Record
from tarot_teach.records.start import HIDDEN, RecordReader, setup_of
from tarot_teach.solver.dealing import Dealing
from tarot_teach.solver.evidence import plays_of
from tarot_teach.table.state import Heap
from tarot_teach.topics.admits.denied_cards import Evidence
from tarot_teach.topics.admits.recorded_hands import RecordedHands
from tarot_teach.topics.admits.unnamed_cards import unnamed_plays, ways_to_name, winners_named

ROUNDS = 8
"""The number of deals by whose play it is found what plays deny to hands; most of them are needed only where cards are drawn."""
NAMINGS = 10
"""The number of ways to name the unnamed cards of tricks in such a deal, of which the one that goes furthest is taken."""
AS_DEALT = ("bid", "talon")
"""The first steps of records that begin with hands as dealt, and a talon that nobody has."""


@dataclass(frozen=True, slots=True)
class HiddenCards:
    """The hidden cards of a record, and their places: the hands, what each seat draws, and the rest.

    ``facts`` are those of the record in the names of the ruleset of ``engine``. ``fits`` says that each card can lie somewhere.
    """

    facts: Record
    engine: Engine
    setup: Setup
    dealing: Dealing
    fits: bool

    @property
    def ways(self) -> int:
        """The number of deals: of ways in which the cards can lie in their places, whatever their order."""
        return self.dealing.ways if self.fits else 0

    def every(self) -> Iterator[Record]:
        """Yield all deals as records."""
        return (self._record(dealt, None) for dealt in self.dealing.every())

    def drawn(self, source: random.Random) -> Iterator[Record]:
        """Yield deals as records, drawn with equal chances, without end. There must be one."""
        while True:
            yield self._record(self.dealing.draw(source.randrange), source)

    def _record(self, dealt: list[int], source: random.Random | None) -> Record:
        """The record with all cards of the hands, and where it begins with hands as dealt of the talon; in a random order where there is a source of chance."""
        file, deck, players = self.facts.file, self.engine.ruleset.deck, len(self.setup.seats)
        hands = {
            seat: [card.code for card in deck.set(known | hidden)]
            for seat, known, hidden in zip(self.setup.seats, self.setup.hands, dealt, strict=False)
        }
        update: dict[str, Any] = {"hands": hands}
        below = unknown_below(self.setup)
        if below:
            found = iter(dealt[len(dealt) - 1 - len(below) : -1])
            update["heaps"] = {
                seat: [self._codes(heap, found) for heap in row]
                for seat, row in zip(self.setup.seats, self.setup.heaps, strict=True)
            }
        elif file.start.step in AS_DEALT and self.engine.index.deals.talon_size(players):
            parts = [[card.code for card in deck.set(cards)] for cards in dealt[players:]]
            if source is not None:
                for part in parts:
                    source.shuffle(part)
            codes = iter([code for part in parts for code in part])
            given = file.talon if isinstance(file.talon, list) else []
            update["talon"] = [*(next(codes) if code == HIDDEN else code for code in given), *codes]
        return replace(self.facts, file=file.model_copy(update=update))

    def _codes(self, heap: Heap, found: Iterator[int]) -> list[str]:
        """The cards of a heap from the top, those that are not known out of what has been dealt."""
        deck = self.engine.ruleset.deck
        top = [heap.top.code] if heap.top else []
        return [*top, *(card.code if card else next(iter(deck.set(next(found)))).code for card in heap.below)]


def with_heaps(setup: Setup, engine: Engine) -> Setup:
    """The setup with heaps of unknown cards where the record tells of none, and each seat was dealt some."""
    sizes = engine.index.heap_sizes(len(setup.seats))
    if setup.heaps or not sizes:
        return setup
    row = tuple(Heap(None, (None,) * size) for size in sizes)
    return replace(setup, heaps=(row,) * len(setup.seats))


def unknown_below(setup: Setup) -> list[int]:
    """The seats before which the unknown cards of heaps lie, heap by heap from the top."""
    return [seat for seat, row in enumerate(setup.heaps) for heap in row for card in heap.below if card is None]


def hidden_cards(facts: Record, engine: Engine) -> HiddenCards | None:
    """The hidden cards of a record, in the names of a ruleset; None where all hands and heaps are known, the record tells a pack or a result alone, or the
    hands are not those of the ruleset."""
    file, deck = facts.file, engine.ruleset.deck
    if file.start.step in ("deal", "score"):
        return None
    try:
        reader = RecordReader(facts, engine)
        setup = setup_of(reader, reader.dealer())
        reader.check()
    except RecordError:
        return None
    if file.start.step == "discard" and setup.taker is not None:
        setup = _with_talon_in_hand(setup, setup.taker)
    setup = with_heaps(setup, engine)
    lying = reduce(or_, (card.bit for row in setup.heaps for heap in row for card in heap.below if card), 0)
    apart = setup.talon | setup.discard | lying | reduce(or_, setup.won or (), 0)
    hidden = deck.all & ~reduce(or_, setup.hands, apart)
    below = unknown_below(setup)
    rest = hidden.bit_count() - sum(setup.unseen) - len(below)
    if rest < 0 or not (any(setup.unseen) or below):
        return None

    def of(can: Sequence[int], sizes: tuple[int, ...]) -> HiddenCards:
        groups: dict[int, int] = {}
        for card in deck.set(hidden):
            where = sum(1 << place for place, cards in enumerate(can) if cards & card.bit and sizes[place])
            groups[where] = groups.get(where, 0) | card.bit
        return HiddenCards(facts, engine, setup, Dealing(groups, sizes), 0 not in groups)

    sizes = (*setup.unseen, *[1] * len(below), rest)
    anywhere = of([hidden] * len(sizes), sizes)
    recorded = RecordedHands.of(facts, engine, setup, rest, below, _played(anywhere, 0))
    found, reached, denied = of(recorded.places(hidden, {}), recorded.sizes), 0, dict[int, int]()
    unnamed, winners = frozenset(unnamed_plays(file)), winners_named(file, setup.seats)
    for seed in range(ROUNDS):
        deal = _played(found, seed) if found.ways else None
        if deal is None or (reached == recorded.plays and not unnamed):
            break
        plays, index = plays_of(deal.engine.rules(deal.state), deal.state), deal.engine.rules(deal.state)
        if len(plays) < reached or not plays:
            continue
        evidence = Evidence(
            index, plays, unnamed, winners, deck.all & ~recorded.played, recorded.irregular, deal.state.hands
        )
        by_plays = evidence.denied(hidden, recorded.known)
        if len(plays) == reached:  # what other cards in the unnamed places deny as well
            by_plays = {seat: cards & denied[seat] for seat, cards in by_plays.items()}
        reached, denied = len(plays), by_plays
        found = of(recorded.places(hidden, denied), recorded.sizes)
    return found


def _with_talon_in_hand(setup: Setup, taker: int) -> Setup:
    """The setup of a record that begins with the discard: the talon is in the taker's hand."""
    more = setup.talon & ~setup.hands[taker]
    hands, unseen = list(setup.hands), list(setup.unseen)
    hands[taker] |= more
    unseen[taker] -= more.bit_count()
    return replace(setup, hands=tuple(hands), unseen=tuple(unseen), talon=0)


def _played(hidden: HiddenCards, seed: int) -> Deal | None:
    """Some deal of hidden cards, as far as it can be played where refused plays stand; None where it does not begin."""
    best: Deal | None = None
    with suppress(RecordError):
        for naming in islice(ways_to_name(next(hidden.drawn(random.Random(seed))), hidden.engine, go_on=True), NAMINGS):
            if best is None or len(naming.deal.moves) > len(best.moves):
                best = naming.deal
            if naming.complete:
                break
    return best
