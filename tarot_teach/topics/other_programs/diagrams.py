"""Hands drawn as a diagram, a row for each player, as they are pasted from a page or a terminal."""

from __future__ import annotations

import re
from typing import NamedTuple

from tarot_teach.engine import Engine
from tarot_teach.errors import Faults, KeyPath, LoadError, NotationError, Place
from tarot_teach.language import N_, _
from tarot_teach.loading import Document, Library
from tarot_teach.table import SEAT_NAMES
from tarot_teach.topics.other_programs.found import Found
from tarot_teach.topics.other_programs.given_text import GivenText
from tarot_teach.topics.other_programs.tarotclub import RULESETS

_SEAT = "|".join([*SEAT_NAMES.values(), "Player [A-H]", "[A-HNESW]"])
_ROW = re.compile(
    rf"\s*(?P<seat>{_SEAT})\b\s*(?P<role>\([^)]*\))?\s*:?(?=\s+(?:\S*[0-9♠♥♦♣★]|[A-Z]{{2,3}}\b))(?P<cards>.*)"
)
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
    seats, reader = engine.seats(players), _Cards(given, engine)
    hands: dict[str, list[str]] = {}
    for row in rows:
        if row.seat not in seats or row.seat in hands:
            message, hint = _("{seat!r} is no seat of this deal, or stands twice"), _("seats: {letters}")
            hint = hint.format(letters=" ".join(seats))
            reader.faults.fault("import.seat", message, given.place(row.at), hint, seat=row.seat)
            continue
        hands[row.seat] = reader.cards(row, index.hand_size(players))
    lacks = [_(_LACKS)]
    talon = reader.cards(rest, index.talon_size(players)) if rest and index.talon_size(players) else []
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
    """The rows of the players, up to the first line that is none, and that of the cards left over, which follows them. A row goes on in lines
    that are set in."""
    rows: list[_Row] = []
    at, rest = 0, None
    letters = {name: letter for letter, name in SEAT_NAMES.items()}
    for line in given.lines:
        found, left = _ROW.match(line), _REST.match(line)
        if found:
            seat = found["seat"]
            role = found["role"] or ""
            rows.append(_Row(letters.get(seat, seat[-1]), "dealer" in role, at + found.start("cards"), found["cards"]))
        elif rows and left:
            rest = _Row(left["name"], False, at + left.start("cards"), left["cards"])
            break
        elif rows and line.strip() and line[:1].isspace():
            last = rows.pop()
            rows.append(last._replace(cards=given.text[last.at : at + len(line)]))
        elif len(rows) > 1 and not line.strip():
            break
        elif not line.strip():
            rows = []
        at += len(line) + 1
    return rows, rest


class _Cards:
    """Reads the cards of rows; ``seen`` are their places by code."""

    def __init__(self, given: GivenText, engine: Engine) -> None:
        self.given = given
        self.deck = engine.ruleset.deck
        self.name = engine.ruleset.name
        self.faults: Faults = Faults()
        self.seen: dict[str, Place] = {}

    def cards(self, row: _Row, size: int) -> list[str]:
        """The codes of the cards of a row. Adds a fault for what is no card, stands twice, or is one too many or too few."""
        codes: list[str] = []
        for word in _WORD.finditer(row.cards):
            place = self.given.place(row.at + word.start())
            try:
                code = self.deck.card(word[0]).code
            except NotationError as error:
                self.faults.add(error, place)
                continue
            if code in self.seen:
                message = _("{code} stands a second time")
                hint = _("it stands in line {line} too").format(line=self.seen[code].line)
                self.faults.fault("import.twice", message, place, hint, code=code)
            self.seen[code] = place
            codes.append(code)
        if len(codes) != size and not self.faults:
            message = _("{seat} has {given} cards, and should have {size}")
            hint, indent = (
                _("so many are dealt in {name}").format(name=self.name),
                len(row.cards) - len(row.cards.lstrip()),
            )
            self.faults.fault(
                "import.size",
                message,
                self.given.place(row.at + indent),
                hint,
                seat=row.seat,
                given=len(codes),
                size=size,
            )
        return codes
