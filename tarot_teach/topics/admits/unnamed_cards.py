"""The cards of tricks that a record does not name (``W ?``): the ways to name them in a whole deal, so that all that the record tells can be played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from tarot_teach.cards import Card
from tarot_teach.engine.deal import Deal
from tarot_teach.engine.engine import Engine
from tarot_teach.errors import RecordError
from tarot_teach.messages import _
from tarot_teach.records.format import ExampleFile, TrickFile
from tarot_teach.records.record import Record
from tarot_teach.records.runner import Runner
from tarot_teach.records.start import RecordReader, begin, is_unnamed

MOST = 200
"""The most ways to name the cards of a deal that are tried."""


def unnamed_plays(file: ExampleFile) -> set[tuple[int, int]]:
    """The plays whose cards a record does not name: the index of the trick, and the position in it."""
    return {
        (number, position)
        for number, trick in enumerate(file.tricks)
        for position, text in enumerate(trick.cards)
        if is_unnamed(text)
    }


def winners_named(file: ExampleFile, seats: Sequence[str]) -> list[int | None]:
    """The seats that win the tricks, by their numbers, where the record tells them."""
    letters = (winner_named(file, number) for number in range(len(file.tricks)))
    return [seats.index(letter) if letter in seats else None for letter in letters]


def winner_named(file: ExampleFile, number: int) -> str | None:
    """The seat that wins a trick: as the record says, or by who leads to the next; None where it does not tell."""
    expect, following = file.tricks[number].expect, file.tricks[number + 1 : number + 2]
    if expect is not None and expect.winner is not None:
        return expect.winner
    return following[0].cards[0].split()[0] if following and following[0].cards[0].split() else None


class Naming(Runner):
    """Plays a record whose hands are all known, and names the cards that it does not: of those that may be played the one with the number that the script
    has, the first where it ends. ``cards`` and ``ways`` are the cards that were named and how many there were to choose from, in turn; ``complete``: all that is told could be played."""

    def __init__(self, reader: RecordReader, deal: Deal, *, go_on: bool, script: tuple[int, ...] = ()) -> None:
        super().__init__(reader, deal, go_on)
        self.script = script
        self.cards: list[Card] = []
        self.ways: list[int] = []
        self.complete: bool = False
        codes = {text.split()[-1] for trick in self.file.tricks for text in trick.cards if text.split()}
        self._named: int = reader.deck.mask(card for card in reader.deck.cards if card.code in codes)

    def run(self) -> str:
        stopped = super().run()
        self.complete = 0 not in self.ways
        return stopped

    def unnamed_card(self, seat: int, number: int) -> Card | None:
        """The card in the place of an unnamed one: first those with which the seat may win the trick, if it does, or else those with which it does not."""
        cards = list(self.reader.deck.set(self.deal.legal.cards & ~self._named))
        winner, letter = winner_named(self.file, number), self.state.seats[seat]
        if winner is not None:
            cards.sort(key=lambda card: self._is_best(card) != (winner == letter))
        at = self.script[len(self.ways)] if len(self.ways) < len(self.script) else 0
        self.ways.append(len(cards))
        if not cards:
            return None
        self.cards.append(cards[at])
        return cards[at]

    def _is_best(self, card: Card) -> bool:
        """True for a card that is the best of the trick so far."""
        trick = self.deal.engine.rules(self.state).with_card(self.state.trick, card)
        return trick.best == len(trick.cards) - 1

    def _trick(self, number: int, trick: TrickFile) -> str:
        stopped, winner = super()._trick(number, trick), winner_named(self.file, number)
        taken = self.state.tricks[number : number + 1]
        if taken and winner is not None and self.state.seats[taken[0].winner] != winner:
            message, hint = _("the trick goes to another seat"), _("check the cards of the trick")
            raise RecordError.of("record.unnamed", message, self.reader.record.place(("tricks", number)), hint)
        return stopped


def ways_to_name(facts: Record, engine: Engine, *, go_on: bool = False) -> Iterator[Naming]:
    """Yield ways to name the unnamed cards of a whole deal, each played as far as it can be. Raises RecordError where the deal does not begin."""
    script: tuple[int, ...] | None = ()
    while script is not None:
        reader = RecordReader(facts, engine)
        naming = Naming(reader, begin(reader), go_on=go_on, script=script)
        with suppress(RecordError):
            naming.run()
        yield naming
        script = _next(naming)


def _next(naming: Naming) -> tuple[int, ...] | None:
    """The script of the next way; None where all have been played."""
    taken = [*naming.script, *[0] * len(naming.ways)][: len(naming.ways)]
    for i in range(len(taken) - 1, -1, -1):
        if taken[i] + 1 < naming.ways[i]:
            return (*taken[:i], taken[i] + 1)
    return None


def named(facts: Record, naming: Naming) -> Record | None:
    """The record with all cards of its tricks named; None where not all were played."""
    cards = iter(naming.cards)
    if len(naming.cards) != len(unnamed_plays(facts.file)):
        return None
    tricks = [
        trick.model_copy(
            update={
                "cards": [f"{text.split()[0]} {next(cards).code}" if is_unnamed(text) else text for text in trick.cards]
            }
        )
        for trick in facts.file.tricks
    ]
    return replace(facts, file=facts.file.model_copy(update={"tricks": tricks}))
