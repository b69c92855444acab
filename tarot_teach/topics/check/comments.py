"""Comments of an example held against its deal: who holds a named card, and figures that the engine knows."""

from __future__ import annotations

import functools
import operator
import re
from collections import Counter
from collections.abc import Iterable, Iterator

from tarot_teach.cards import Card, Deck, parse_halves
from tarot_teach.errors import KeyPath, Problem
from tarot_teach.loading.stale_prose import place_of_words
from tarot_teach.messages import _
from tarot_teach.records.record import Record, comments_of
from tarot_teach.records.replay import Replay
from tarot_teach.table import Play, State
from tarot_teach.topics.check.doubtful import numbers_in

_DOES = ("has", "had", "holds", "held", "keeps", "plays", "played", "leads", "led", "lays away")
"""Words for which somebody needs a card in the hand at some time; what somebody “has” may have been won as well."""
_CARD = re.compile(r"(?:the\s+)?\{\{\s*(card|term)\.(\w+)(?:\.\w+)*\s*\}\}")
_NUMBERS = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
_POINTS = re.compile(
    rf"(?<![\w.,½–−-])(?P<figure>\d+½|½|\d+|{'|'.join(_NUMBERS)})\s+(?P<card>card\s+)?points?\b(?! more| less| fewer| above| below| short)"
)
_TRICK = re.compile(r"\btrick (?P<number>\d+)\b")
Fault = tuple[str, str]
"""The words of a comment that are at fault, and the fault."""


def contradicted(record: Record, replay: Replay) -> Iterator[Problem]:
    """Warnings for comments that put a card into the wrong hand, call a hand void that is not, or name points or a trick that the deal does
    not have."""
    assert record.document is not None
    against = _Deal(record, replay)
    for comment, path in comments_of(record.file):
        words = re.sub(r"\s+", " ", _CARD.sub(against.card_in_words, comment))
        for said, message in (*against.hands(words), *against.voids(words, path), *against.figures(words)):
            at = place_of_words(record.document, (*record.base, *path), said)
            yield Problem("record.comment", message, at, _("correct the words, or the cards"))


class _Deal:
    """The deal of a record as comments name it: names of seats and cards, and the states of the deal."""

    def __init__(self, record: Record, replay: Replay) -> None:
        self.replay: Replay = replay
        self.deck: Deck = replay.engine.ruleset.deck
        self.states: list[State] = [replay.start, *(move.after for move in replay.deal.moves)]
        start, given = replay.start, record.file.seats or {}
        self.seats: dict[str, int] = {start.name(seat): seat for seat in range(start.players)}
        self.seats |= {name: start.seats.index(letter) for letter, name in given.items() if letter in start.seats}
        self.cards: dict[str, Card] = {card.name: card for card in self.deck.cards}
        figures = Counter(card.figure for card in self.deck.cards)
        single = [card for card in self.deck.cards if figures[card.figure] == 1 and card.figure.isdecimal()]
        self.cards |= {card.figure: card for card in single}
        who, card = _one_of(self.seats), f"(?:the )?(?:{_one_of(self.cards)})(?![\\w½]| of | points?| cards?)"
        self.holds: re.Pattern[str] = re.compile(
            rf"\b(?P<who>{who})(?:['’]s (?={card})| (?P<verb>{_one_of(_DOES)}) (?:still |only )?(?=the ))"
            rf"(?P<cards>{card}(?:(?:, and |, | and ){card})*)"
        )
        suits = {
            word: suit.id for suit in self.deck.suits.values() for word in (suit.name, suit.name.removesuffix("s"))
        }
        self.suits: dict[str, str] = suits | {"trumps": "", "trump": ""}
        self.void: re.Pattern[str] = re.compile(
            rf"\b(?P<who>{who}) has no (?P<suit>{_one_of(self.suits)})\b(?! but| except| other)"
        )
        self.wins: re.Pattern[str] = re.compile(
            rf"\b(?P<who>{who}) (?:wins|won|has won) (?P<number>\d+|{'|'.join(_NUMBERS)}) tricks?\b"
        )
        self.halves: set[int] = set(self._halves())
        self.amounts: set[int] = set(self._amounts())

    def card_in_words(self, found: re.Match[str]) -> str:
        """A card that is interpolated, or a term for a single card; other terms as they are."""
        mask = self.deck.marks.get(found[2], 0) if found[1] == "term" else self.deck.by_code[found[2]].bit
        return f"the {next(iter(self.deck.set(mask))).name}" if mask.bit_count() == 1 else found[0]

    def hands(self, words: str) -> Iterator[Fault]:
        """Cards that are said of somebody who never holds them."""
        for match in self.holds.finditer(words):
            won = match["verb"] in (None, "has", "had")
            for name in re.split(r", and |, | and ", match["cards"]):
                named = name.removeprefix("the ")
                place = self._elsewhere(self.cards[named], self.seats[match["who"]], won=won)
                if place:
                    message = _("this says {card} of {who}, and {place}")
                    yield named, message.format(card=self.cards[named].name, who=match["who"], place=place)

    def _elsewhere(self, card: Card, seat: int, *, won: bool) -> str:
        """The place of a card that a seat never holds, in words; empty where the seat holds it, or nobody knows."""
        for state in self.states:
            there = [*state.hands[seat : seat + 1], *state.aside[seat : seat + 1]]
            there += [state.discard] if seat == state.auction.taker else []
            there += state.won[seat : seat + 1] if won else ()
            if any(mask & card.bit for mask in there):
                return ""
        for state in self.states:
            holder = next((other for other, hand in enumerate(state.hands) if hand & card.bit), None)
            if holder is not None:
                return _("{who} holds it").format(who=state.name(holder))
        return _("it lies in the talon") if self.states[0].talon & card.bit else ""

    def voids(self, words: str, path: KeyPath) -> Iterator[Fault]:
        """Suits that somebody is said not to have, in a comment on a trick, and has from its beginning to its end."""
        states = self._of_trick(path)
        for match in self.void.finditer(words) if states else ():
            seat, last = self.seats[match["who"]], states[-1]
            order = self.replay.engine.index.under(last.auction.contract, last.trumps).order
            suit = self.suits[match["suit"]]
            cards = order.suits.get(suit, 0) if suit else order.trumps
            held = [state.hands[seat] & cards for state in states]
            if all(held):
                card = next(iter(self.deck.set(held[-1]))).name
                message = _("this says that {who} has no {suit}, and {who} holds {card}")
                yield match[0], message.format(who=match["who"], suit=match["suit"], card=card)

    def _of_trick(self, path: KeyPath) -> list[State]:
        """The states of the trick to which a comment belongs; none for other comments."""
        if path[0] != "tricks":
            return []
        number, players = int(path[1]), self.replay.start.players
        plays = [move for move in self.replay.deal.moves if isinstance(move.action, Play)]
        of_trick = plays[number * players : (number + 1) * players]
        return [*(move.before for move in of_trick), *(move.after for move in of_trick[-1:])]

    def figures(self, words: str) -> Iterator[Fault]:
        """Points and numbers of tricks that the deal does not have."""
        for match in _POINTS.finditer(words):
            figure = match["figure"]
            halves = 2 * (_NUMBERS.index(figure) + 1) if figure in _NUMBERS else parse_halves(figure)
            known = halves in self.halves or (not match["card"] and halves % 2 == 0 and halves // 2 in self.amounts)
            if not known:
                message = _("this says {points} points, and nothing in the deal counts so many")
                yield match[0], message.format(points=figure)
        yield from self._tricks_won(words)
        start = self.replay.start
        index = self.replay.engine.index
        tricks = index.deals.tricks(start.players)
        for match in _TRICK.finditer(words) if index.play.hands_shrink else ():
            if not 1 <= int(match["number"]) <= tricks:
                message = _("this speaks of trick {number}, and a deal has {tricks}")
                yield match[0], message.format(number=match["number"], tricks=tricks)

    def _tricks_won(self, words: str) -> Iterator[Fault]:
        """More tricks than a player and the partner have won at the end, in a record that has all tricks."""
        end = self.states[-1]
        for match in self.wins.finditer(words) if not end.unrecorded_tricks else ():
            figure = match["number"]
            number = _NUMBERS.index(figure) + 1 if figure in _NUMBERS else int(figure)
            won = sum(end.tricks_won[seat] for seat in end.side(self.seats[match["who"]]))
            if number > won:
                message = _("this says that {who} wins {number}, and the side of {who} has won {won} in all")
                yield match[0], message.format(who=match["who"], number=figure, won=won)

    def _halves(self) -> Iterator[int]:
        """Half-points that come up: of cards, hands, tricks, piles and sides, targets, and what is missing or over."""
        index, deck, found = self.replay.engine.index, self.deck, {card.bit for card in self.deck.cards}
        for state in self.states:
            found |= {*state.hands, *state.piles, *state.aside, state.talon, state.discard, state.trick.mask}
            found |= {taken.trick.mask for taken in state.tricks}
            for seat in range(len(state.won)):
                pile = functools.reduce(operator.or_, (state.piles[other] for other in state.side(seat)), 0)
                found |= {pile | more for more in (0, *state.side_piles, state.discard)}
        yield from (count(mask) for mask in found for count in (index.halves_of, deck.halves_of))
        result = self.replay.end.result
        for sheet in result.sheets if result else ():
            outcome = sheet.outcome
            points = [
                outcome.halves,
                *(int(2 * (each or 0)) for each in (outcome.points, outcome.target, outcome.margin)),
            ]
            for halves in points:
                yield from (abs(halves), abs(deck.halves - halves), abs(outcome.halves - halves))
        yield from (1, deck.halves)

    def _amounts(self) -> Iterator[int]:
        """Game points that come up, and numbers in the parameters of all rules."""
        result = self.replay.end.result
        for sheet in result.sheets if result else ():
            yield from (abs(int(line.amount)) for line in sheet.lines)
            yield abs(int(sheet.total))
        yield from (abs(int(score)) for score in (result.scores if result else ()))
        for rule in self.replay.engine.ruleset.rules.values():
            yield from numbers_in(rule.params.model_dump())


def _one_of(words: Iterable[str]) -> str:
    """A pattern for one of some words, the longest first."""
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))
