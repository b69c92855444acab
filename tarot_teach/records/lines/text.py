"""The parts of a line, each with its place: games, cards in order, sets of cards."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tarot_teach.cards import Card, Deck
from tarot_teach.errors import NotationError, Place, RecordError
from tarot_teach.loading import Library
from tarot_teach.messages import _
from tarot_teach.records.fingerprint import fingerprint
from tarot_teach.rules import Ruleset

DEAL, POSITION = "d1", "p1"
UNKNOWN, NONE = "?", "-"
FILE = "line"
"""The name in place of a file's in faults of a line."""
_FIGURES = 6
_LINE = re.compile(r"([dp][0-9]+)[ ~]")
_RANKS = re.compile(r"([0-9]+)-([0-9]+)|([0-9]+)|\.|([^0-9.-])")
_MORE = re.compile(r"\?([1-9][0-9]?)")


class Part(NamedTuple):
    """A part of a line, and the column at which it begins, from 0."""

    text: str
    at: int
    line: str

    def place(self, offset: int = 0) -> Place:
        """The place of a sign of the part."""
        return Place(FILE, 1, self.at + offset + 1, self.line)

    def split(self, sign: str) -> Iterator[Part]:
        """The parts between the signs."""
        at = 0
        for text in self.text.split(sign):
            yield Part(text, self.at + at, self.line)
            at += len(text) + 1

    def after(self, number: int) -> Part:
        """The part without its first signs."""
        return Part(self.text[number:], self.at + number, self.line)


class Game(NamedTuple):
    """The ruleset that a line names; ``changed``: its rules are others than when the line was written."""

    ruleset: Ruleset
    changed: bool


def is_line(text: str) -> bool:
    """True for the text of a deal or a position of any version, whatever may be wrong with it."""
    return bool(_LINE.match(text.strip()))


def check_version(line: str) -> None:
    """Raise RecordError for a line of a version that is not known here."""
    found = _LINE.match(line)
    if found and found[1] not in (DEAL, POSITION):
        message, place = _("lines of the version {version} are not known here"), Part(found[1], 0, line).place()
        hint = _("{deal} and {position} are; have the line written as one of them, or take a newer tarot_teach")
        hint = hint.format(deal=DEAL, position=POSITION)
        raise RecordError.of("line.version", message, place, hint, version=found[1])


def parts_of(text: str, kind: str, names: Sequence[str], more: str = "") -> list[Part]:
    """The parts of a line of a kind, as many as there are ``names``, and perhaps one ``more``. Raises RecordError."""
    line = text.strip().replace("~", " ")
    parts = [*Part(line, 0, line).split(" ")]
    listed = " ".join((kind, *map(str.upper, names))) + (f" [{more.upper()}]" if more else "")
    if parts[0].text != kind or not len(names) < len(parts) <= len(names) + 1 + bool(more):
        message = _("a line of this kind has {wanted} parts, and this one has {given}")
        hint = _("write it as {listed}, each part after one blank").format(listed=listed)
        raise RecordError.of("line.form", message, parts[-1].place(), hint, wanted=len(names) + 1, given=len(parts))
    for part in parts:
        if not part.text:
            hint = _("write it as {listed}, each part after one blank").format(listed=listed)
            raise RecordError.of("line.form", _("a part of the line is empty"), part.place(), hint)
    return parts[1:]


def written_game(ruleset: Ruleset) -> str:
    """A ruleset with its house rules and the beginning of its fingerprint."""
    return f"{ruleset.name.replace('+', '.')}@{fingerprint(ruleset)[:_FIGURES]}"


def read_game(part: Part, library: Library) -> Game:
    """The ruleset of a line. Raises LoadError for an unknown one, and RecordError for a fingerprint that is none."""
    name, sign, figures = part.text.partition("@")
    if sign and not re.fullmatch(f"[0-9a-f]{{{_FIGURES}}}", figures):
        message = _("{figures!r} is no fingerprint of rules")
        hint = _("write six figures of 0 to 9 and a to f, or leave out what begins with @")
        raise RecordError.of("line.form", message, part.place(len(name) + 1), hint, figures=figures)
    ruleset = library.load(name.replace(".", "+"), place=part.place())
    return Game(ruleset, bool(sign) and not fingerprint(ruleset).startswith(figures))


def written_cards(cards: Sequence[Card]) -> str:
    """Cards in their order: ``H10HREX``."""
    return "".join(card.code for card in cards) or NONE


def read_cards(part: Part, deck: Deck) -> list[Card]:
    """Cards in their order. Raises RecordError for what is no card of the pack."""
    if part.text == NONE:
        return []
    cards, at, longest = [], 0, max(map(len, deck.by_code))
    while at < len(part.text):
        card = next(filter(None, (deck.by_code.get(part.text[at : at + n]) for n in range(longest, 1, -1))), None)
        if card is None or part.text[at + len(card.code) :][:1].isdigit():
            given = re.match(r"EX|.[0-9]+|.[^0-9]?[0-9]*", part.text[at:], re.DOTALL)
            raise _no_card(part, at, given[0] if given else "", deck)
        cards.append(card)
        at += len(card.code)
    return cards


def _no_card(part: Part, at: int, code: str, deck: Deck) -> RecordError:
    """The error for a text that is no card of the pack."""
    try:
        code = deck.card(code).code
        hint = _("write it by its code: {code}").format(code=code)
    except NotationError as error:
        hint = error.problems[0].hint or ""
    message = _("{code!r} is not a card of the {title}")
    return RecordError.of("line.card", message, part.place(at), hint, code=code, title=deck.title)


def written_set(deck: Deck, mask: int, unknown: int = 0) -> str:
    """Cards suit by suit, numbers before other ranks: ``S1.3.10VR,T2-6,EX``; and how many more are not known."""
    by_suit: dict[str, list[str]] = {}
    for card in deck.set(mask):
        by_suit.setdefault(card.code[0], []).append(card.code[1:])
    runs = [letter + _written_ranks(ranks) for letter, ranks in by_suit.items()]
    return ",".join([*runs, *([f"{UNKNOWN}{unknown}"] if unknown else [])]) or NONE


def _written_ranks(ranks: Sequence[str]) -> str:
    """Ranks of one suit; three numbers or more that follow one another are written with the first and the last."""
    numbers, parts, at = sorted(int(rank) for rank in ranks if rank.isdigit()), list[str](), 0
    while at < len(numbers):
        end = at
        while end + 1 < len(numbers) and numbers[end + 1] == numbers[end] + 1:
            end += 1
        run = numbers[at : end + 1]
        parts += [f"{run[0]}-{run[-1]}"] if len(run) > 2 else map(str, run)
        at = end + 1
    return ".".join(parts) + "".join(rank for rank in ranks if not rank.isdigit())


class Held(NamedTuple):
    """Known cards as a mask, and the number of further ones; None where nobody knows how many."""

    mask: int = 0
    unknown: int | None = 0

    @property
    def size(self) -> int:
        """The number of cards, as far as it is known."""
        return self.mask.bit_count() + (self.unknown or 0)


def read_set(part: Part, deck: Deck) -> Held:
    """The cards of a set. Raises RecordError for what is no card of the pack, and for a card that stands twice."""
    if part.text in (NONE, UNKNOWN):
        return Held(0, 0 if part.text == NONE else None)
    mask, unknown = 0, 0
    for run in part.split(","):
        if more := _MORE.fullmatch(run.text):
            unknown += int(more[1])
            continue
        for code, at in _codes(run, deck):
            card = deck.by_code.get(code)
            if card is None:
                raise _no_card(run, at, code, deck)
            if mask & card.bit:
                raise twice(run.place(at), card)
            mask |= card.bit
    return Held(mask, unknown)


def _codes(run: Part, deck: Deck) -> Iterator[tuple[str, int]]:
    """The codes of the cards of one suit, each with its column in the part. Raises RecordError."""
    letter, at = run.text[:1], 1
    named = sorted((code[1:] for code in deck.by_code if code[0] == letter), key=len, reverse=True)
    if not named:
        letters = ", ".join(dict.fromkeys(code[0] for code in deck.by_code))
        message, hint = _("{run!r} begins with no suit of the {title}"), _("suits: {letters}").format(letters=letters)
        raise RecordError.of("line.card", message, run.place(), hint, run=run.text, title=deck.title)
    while at < len(run.text):
        found = _RANKS.match(run.text, at)
        if found is None or run.text[-1:] == ".":
            message, hint = _("{run!r} are not cards of one suit"), _("write them like T2-6.21")
            raise RecordError.of("line.form", message, run.place(at), hint, run=run.text)
        rank = next((rank for rank in named if not rank.isdigit() and run.text.startswith(rank, at)), "")
        if rank:
            yield letter + rank, at
        elif found[1]:
            yield from ((f"{letter}{number}", at) for number in _between(run, at, int(found[1]), int(found[2])))
        elif found[0] != ".":
            yield letter + found[0], at
        at += len(rank) or len(found[0])
    if at == 1:
        raise RecordError.of(
            "line.form", _("{run!r} names no card"), run.place(), _("write them like T2-6.21"), run=run.text
        )


def _between(run: Part, at: int, first: int, last: int) -> range:
    """The numbers from the first to the last. Raises RecordError for those that do not rise."""
    if last <= first:
        message, hint = _("{first}-{last} does not rise"), _("write the lower number first, as in T2-6")
        raise RecordError.of("line.form", message, run.place(at), hint, first=first, last=last)
    return range(first, min(last, first + 99) + 1)


def twice(place: Place, card: Card) -> RecordError:
    """The error for a card that stands in two places of a line."""
    message = _("the {name} ({code}) stands twice in the line")
    return RecordError.of(
        "line.twice", message, place, _("each card is in one place only"), name=card.name, code=card.code
    )


def read_seat(part: Part, seats: Sequence[str]) -> int:
    """The number of a seat by its letter. Raises RecordError."""
    if part.text not in seats:
        hint = _("seats: {letters}").format(letters=", ".join(seats))
        raise RecordError.of("line.form", _("nobody sits at {seat!r}"), part.place(), hint, seat=part.text)
    return seats.index(part.text)


def read_dealer(part: Part, seats: Sequence[str]) -> int:
    """The dealer's seat; where it is not known, the last in order of play, as in records. Raises RecordError."""
    return len(seats) - 1 if part.text == UNKNOWN else read_seat(part, seats)


def seats_after(dealer: int, players: int) -> list[int]:
    """The seats in order of play from the one after the dealer."""
    return [(dealer + 1 + i) % players for i in range(players)]
