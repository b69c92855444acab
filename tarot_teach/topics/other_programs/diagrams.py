"""Hands drawn as a diagram, a row for each player, as they are pasted from a page or a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from tarot_teach.card_table import between
from tarot_teach.engine import Engine
from tarot_teach.errors import Faults, KeyPath, LoadError, NotationError, Place
from tarot_teach.loading import Document, Library
from tarot_teach.messages import N_, _
from tarot_teach.topics.other_programs.found import Found
from tarot_teach.topics.other_programs.given_text import GivenText
from tarot_teach.topics.other_programs.seat_words import SeatWords, seat_words
from tarot_teach.topics.other_programs.tarotclub import RULESETS

_SIGNS = "♠♥♦♣★"
_TRUMPS = ("trumps", "atouts", "taroks", "tarocks", "tarocchi")
"""Words before the trumps of a hand that is told suit by suit."""
_OF_SUIT = re.compile(rf"\s*(?:[{_SIGNS}]|(?:{'|'.join(_TRUMPS)})\b)", re.IGNORECASE)
_REST = re.compile(r"\s*(?P<name>[^\W\d_]{2,})\s*:?\s(?P<cards>.*)")
_WORD = re.compile(r"[^\s,;.]+")
_LACKS = N_("A diagram tells neither auction nor play.")
_ORDER = N_("No row says who dealt.")
_TALON = N_("The talon is the cards that no hand has; their order is not told.")


class _Row(NamedTuple):
    """A row of the diagram: whose it is, and the index of its cards in the text."""

    seat: str
    dealer: bool
    at: int
    cards: str


def is_diagram(given: GivenText) -> bool:
    """True for a text with rows of two players or more."""
    return len(_rows(given)[0]) > 1


def read_diagram(given: GivenText, library: Library, ruleset: str | None) -> Found:
    """The record of the hands of a diagram, as dealt. Raises LoadError with every fault, each with its place."""
    rows, rest = _rows(given)
    if ruleset is None and len(rows) not in RULESETS:
        message, hint = _("the diagram has {number} hands"), _("name the ruleset with --ruleset")
        raise LoadError.of("import.players", message, given.place(rows[0].at), hint, number=len(rows))
    engine = Engine(library.load(ruleset or RULESETS[len(rows)]))
    players, index, name = len(rows), engine.index.deals, engine.ruleset.name
    if players not in engine.ruleset.players:
        message, hint = (
            _("{name} is not for {number} players"),
            _("name another ruleset, or add the hands that are missing"),
        )
        raise LoadError.of("import.players", message, given.place(rows[0].at), hint, name=name, number=players)
    seats, reader = engine.seats(players), _Cards(given, engine, library)
    hands: dict[str, list[str]] = {}
    talon = reader.cards(rest) if rest and index.talon_size(players) else []
    if rest and index.talon_size(players):
        reader.check_size(rest, talon, index.talon_size(players))
    for row in rows:
        if row.seat not in seats or row.seat in hands:
            message, hint = _("{seat!r} is no seat of this deal, or stands twice"), _("seats: {letters}")
            hint = hint.format(letters=" ".join(seats))
            reader.faults.fault("import.seat", message, given.place(row.at), hint, seat=row.seat)
            continue
        hands[row.seat] = reader.hand(row, talon, index.hand_size(players))
    lacks = [_(_LACKS), *reader.notes]
    if index.talon_size(players) and not rest and not reader.faults:
        talon = [card.code for card in engine.ruleset.deck.cards if card.code not in reader.seen]
        lacks.append(_(_TALON))
    reader.faults.check()
    dealer = next((row.seat for row in rows if row.dealer), None)
    start = {"step": "bid", **({"dealer": dealer} if dealer else {})}
    data = {"start": start, "hands": {seat: hands[seat] for seat in seats}, **({"talon": talon} if talon else {})}
    at: dict[KeyPath, Place] = {(): given.place(rows[0].at)}
    at |= {("hands", row.seat): given.place(row.at) for row in rows}
    notes = (*lacks, *([] if dealer else [_(_ORDER)]))
    return Found("a diagram", name, data, Document(given.file, data, values=at, lines=given.lines), notes)


def _rows(given: GivenText) -> tuple[list[_Row], _Row | None]:
    """The rows of the players and that of the cards left over, by the words for seats of the language in which most rows are found, or else a dealer."""
    found = [_rows_by(words, given) for words in seat_words()]
    return max(found, key=lambda each: (len(each[0]), any(row.dealer for row in each[0])))


def _rows_by(words: SeatWords, given: GivenText) -> tuple[list[_Row], _Row | None]:
    """The rows of the players, up to the first line that is none, and that of the cards left over, which follows them. A row goes on in lines
    that are set in, or begin with a suit, and may have its name in a line of its own."""
    rows: list[_Row] = []
    at, rest = 0, None
    for line in given.lines:
        head, left = words.head(line), _REST.match(line)
        goes_on = bool(line.strip()) and (line[:1].isspace() or bool(_OF_SUIT.match(line)))
        if head:
            rows.append(_Row(head.seat, head.dealer, at + head.cards, line[head.cards :]))
        elif rest and goes_on:
            rest = rest._replace(cards=given.text[rest.at : at + len(line)])
        elif rest:
            break
        elif rows and left and not _OF_SUIT.match(line):
            rest = _Row(left["name"], False, at + left.start("cards"), left["cards"])
        elif rows and goes_on:
            last = rows.pop()
            rows.append(last._replace(cards=given.text[last.at : at + len(line)]))
        elif len(rows) > 1 and not line.strip():
            break
        elif not line.strip():
            rows = []
        at += len(line) + 1
    return rows, rest


class _Cards:
    """Reads the cards of rows; ``seen`` are their places by code, ``notes`` say by which names they were read."""

    def __init__(self, given: GivenText, engine: Engine, library: Library) -> None:
        self.given = given
        self.deck = engine.ruleset.deck
        self.name = engine.ruleset.name
        self.trumps = next((suit.letter for suit in self.deck.suits.values() if suit.kind == "trump"), "")
        suits = [suit for suit in self.deck.suits.values() if suit.kind == "plain" and suit.symbol in [*_SIGNS]]
        self.suits = {suit.symbol: suit.letter for suit in suits}
        self.faults: Faults = Faults()
        self.seen: dict[str, Place] = {}
        self.notes: list[str] = []
        self.other = self._of_another_pack(library)

    def _of_another_pack(self, library: Library) -> dict[str, str]:
        """The codes by words of a pack whose names the diagram has, where it has not those of the deal's own; empty elsewhere."""
        rows, rest = _rows(self.given)
        words = [word for row in (*rows, *([rest] if rest else [])) for word, _at in self._words(row)]
        if all(self._own(word) for word in words):
            return {}
        for deck in {deck.id: deck for deck in (library.load(name).deck for name in library.ids())}.values():
            table = between(deck, self.deck).cards
            try:
                found = {word: table.get(deck.card(word).code, "") for word in words}
            except NotationError:
                continue
            if all(found.values()) and len({*found.values()}) == len({*words}):
                self.notes.append(_("The cards are named as in the {title}.").format(title=deck.title))
                return found
        return {}

    def _words(self, row: _Row) -> Iterator[tuple[str, int]]:
        """The words for the cards of a row, with their places in it; a suit that stands before ranks is put to each of them."""
        suit = ""
        for found in _WORD.finditer(row.cards):
            word = found[0].rstrip(":")
            if word in self.suits or word.casefold() in _TRUMPS:
                suit = self.suits.get(word, self.trumps)
            else:
                yield (suit + word if suit and self._own(suit + word, bare=False) else word), found.start()

    def _own(self, word: str, *, bare: bool = True) -> str:
        """The code of a card of the deal's own pack, whose trumps may stand ``bare``, without their letter; empty for what is none."""
        for text in (word, self.trumps + word) if bare else (word,):
            with suppress(NotationError):
                return self.deck.card(text).code
        return ""

    def hand(self, row: _Row, talon: Sequence[str], size: int) -> list[str]:
        """The codes of a hand as dealt: without the cards of the talon that have been taken up into it."""
        codes = self.cards(row, [*talon])
        taken = [code for code in codes if code in talon]
        if taken and len(codes) != size + len(taken):
            message, hint = (
                _("{code} stands a second time"),
                _("a hand that has taken up cards of the talon has {size} others").format(size=size),
            )
            self.faults.fault("import.twice", message, self.given.place(row.at), hint, code=taken[0])
        codes = [code for code in codes if code not in taken]
        self.check_size(row, codes, size)
        return codes

    def cards(self, row: _Row, known: Sequence[str] = ()) -> list[str]:
        """The codes of the cards of a row. Adds a fault for what is no card, or stands twice, but for those ``known`` once."""
        codes: list[str] = []
        for word, at in self._words(row):
            place = self.given.place(row.at + at)
            code = self.other.get(word) or self._own(word)
            if not code:
                try:
                    self.deck.card(word)
                except NotationError as error:
                    self.faults.add(error, place)
                continue
            if code in self.seen and (code not in known or code in codes):
                message = _("{code} stands a second time")
                hint = _("it stands in line {line} too").format(line=self.seen[code].line)
                self.faults.fault("import.twice", message, place, hint, code=code)
            self.seen[code] = place
            codes.append(code)
        return codes

    def check_size(self, row: _Row, codes: Sequence[str], size: int) -> None:
        """Add a fault for cards that are too many or too few."""
        if len(codes) == size or self.faults:
            return
        message = _("{seat} has {given} cards, and should have {size}")
        hint = _("so many are dealt in {name}").format(name=self.name)
        if len(codes) > size:
            hint += ", " + _("and a talon that was taken up stands in a row of its own as well")
        place = self.given.place(row.at + len(row.cards) - len(row.cards.lstrip()))
        self.faults.fault("import.size", message, place, hint, seat=row.seat, given=len(codes), size=size)
