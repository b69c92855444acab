"""Hands as a record in part has them, card by card: who has held which, who has laid some away or drawn others, and what plays deny."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from tarot_teach.cards import Deck
from tarot_teach.engine.deal import Deal
from tarot_teach.engine.engine import Engine
from tarot_teach.engine.setup import Setup
from tarot_teach.errors import NotationError
from tarot_teach.mechanisms.asking import Acts, ChangesHand
from tarot_teach.mechanisms.base import Mechanism
from tarot_teach.mechanisms.exchange import Draw
from tarot_teach.mechanisms.interfaces import Offers
from tarot_teach.mechanisms.laying_away import LaysAway
from tarot_teach.records.format import ExampleFile
from tarot_teach.records.record import Record
from tarot_teach.table.actions import NOTHING
from tarot_teach.table.state import Auction


@dataclass(frozen=True, slots=True)
class RecordedHands:
    """The hands of a record. Places are numbered: the hands, what seats draw (``draws``: a seat and a number each), the unknown cards of heaps (``below``: the seat
    of each), and the rest; ``sizes`` are the numbers of hidden cards there.

    ``held`` are the cards that each seat has had, and ``laid`` those of them that it has laid away, as masks; ``first`` those laid away before it drew.
    The hands of seats that ``change`` get cards of the rest, and all of them where ``whole``. ``plays`` is the number of cards played, ``played`` are those of them that are named, ``irregular`` those
    whose play broke a rule.
    """

    sizes: tuple[int, ...]
    draws: tuple[tuple[int, int], ...]
    below: tuple[int, ...]
    held: tuple[int, ...]
    laid: tuple[int, ...]
    first: tuple[int, ...]
    change: frozenset[int]
    whole: frozenset[int]
    plays: int
    played: int
    irregular: int

    @classmethod
    def of(
        cls, facts: Record, engine: Engine, setup: Setup, rest: int, below: Sequence[int], deal: Deal | None
    ) -> RecordedHands:
        """The hands by the facts of a record; ``deal`` is that of any hidden cards, for its auction."""
        file, deck, players = facts.file, engine.ruleset.deck, len(setup.seats)
        index = engine.rules(deal.state) if deal else engine.index
        seats = {letter: seat for seat, letter in enumerate(setup.seats)}
        held, laid, first, draws = [0] * players, [0] * players, [0] * players, list[tuple[int, int]]()
        change, whole = set[int](), set[int]()
        played = [text.split() for trick in file.tricks for text in trick.cards]
        for letter, code in (words for words in played if len(words) == 2 and words[0] in seats):
            held[seats[letter]] |= _mask(deck, [code])
        for shown in file.shown:
            if shown.seat in seats and shown.cards:
                held[seats[shown.seat]] |= _mask(deck, shown.cards)
        for seat, rule, words in _choices(file, seats):
            kind, cards = index.mechanisms.get(rule), _mask(deck, words)
            held[seat] |= cards if isinstance(kind, Offers | LaysAway | Draw) else 0
            laid[seat] |= cards if isinstance(kind, LaysAway | Draw) else 0
            if isinstance(kind, Draw) and cards:
                first[seat] |= cards if seat not in dict(draws) else 0
                draws.append((seat, cards.bit_count()))
            elif isinstance(kind, ChangesHand | LaysAway) and words != [NOTHING]:
                change.add(seat)
        auction = deal.state.auction if deal else Auction(contract=setup.contract, taker=setup.taker)
        taker, contract = auction.taker, auction.contract
        if taker is not None and file.start.step != "play":
            away = _mask(deck, file.discard) if isinstance(file.discard, list) else 0
            held[taker], laid[taker] = held[taker] | away, laid[taker] | away
            if contract is not None and (move := index.talon_move(contract)[1]) is not None and move.into_hand:
                change.add(taker)
                whole |= {taker} if away else set()
        if file.start.step != "play":
            change |= {*_acting(index.mechanisms.values(), deal, players)}
        if not (index.play.in_tricks and index.play.hands_shrink):
            change |= {*range(players)}
        if isinstance(file.talon, list) or sum(number for _seat, number in draws) > rest:
            change, draws, first = change | {seat for seat, _number in draws}, [], [0] * players
        numbers = [number for _seat, number in draws]
        irregular = _mask(deck, [text.split()[-1] for trick in file.tricks for text in trick.irregular if text.split()])
        return cls(
            (*setup.unseen, *numbers, *[1] * len(below), rest - sum(numbers)),
            tuple(draws),
            tuple(below),
            tuple(held),
            tuple(laid),
            tuple(first),
            frozenset(change),
            frozenset(whole),
            len(played),
            _mask(deck, [words[-1] for words in played if words]),
            irregular,
        )

    @property
    def known(self) -> tuple[int, ...]:
        """The seats whose plays tell of the hands that they were dealt."""
        return tuple(seat for seat in range(len(self.held)) if seat not in self.change - self.whole)

    def places(self, hidden: int, denied: Mapping[int, int]) -> list[int]:
        """The hidden cards that can lie in each place, by what each seat has had, and by the cards that plays have denied to seats."""
        players, rest = len(self.held), len(self.sizes) - 1
        can = [hidden] * (rest + 1)
        drawn = [
            {players + i for i, (other, _number) in enumerate(self.draws) if other == seat} for seat in range(players)
        ]
        lying = players + len(self.draws)
        for seat, held in enumerate(self.held):
            heaps = {lying + i for i, other in enumerate(self.below) if other == seat}
            may = {seat, *drawn[seat], *heaps, *((rest,) if seat in self.change else ())}
            for place in range(rest + 1):
                if place not in may:
                    can[place] &= ~held
                elif place != seat and place not in heaps:
                    can[place] &= ~self.first[seat]
        for seat, cards in denied.items():
            for place in {seat, *drawn[seat], *((rest,) if seat in self.whole else ())}:
                can[place] &= ~cards | self.laid[seat]
        return can


def _choices(file: ExampleFile, seats: dict[str, int]) -> Iterator[tuple[int, str, list[str]]]:
    """The choices of a record: seat, rule and the words."""
    for text in file.choices:
        letter, *words = text.split() or [""]
        if letter in seats and len(words) > 1:
            yield seats[letter], words[0], words[1:]


def _mask(deck: Deck, codes: Sequence[str]) -> int:
    """The cards among some words, as a mask."""
    found = 0
    for code in codes:
        with suppress(NotationError):
            found |= deck.card(code).bit
    return found


def _acting(rules: Iterable[Mechanism], deal: Deal | None, players: int) -> Iterator[int]:
    """The seats whose hands change without a choice of theirs."""
    for rule in rules:
        if isinstance(rule, ChangesHand) and isinstance(rule, Acts):
            seat = rule.known_seat(deal.state) if deal else None
            yield from range(players) if seat is None else (seat,)
