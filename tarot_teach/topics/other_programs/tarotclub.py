"""TarotClub: deals and played deals, in JSON of versions 3 and 2.0 and in XML 1.0.

The scores that these files print are not believed: the cards are read, and the engine counts them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from tarot_teach.card_table import between
from tarot_teach.cards import Card
from tarot_teach.engine import Engine
from tarot_teach.errors import Faults, KeyPath, LoadError, Place, suggest
from tarot_teach.loading import Document, Library
from tarot_teach.messages import N_, _
from tarot_teach.records.start import HIDDEN
from tarot_teach.table import Trick
from tarot_teach.topics.other_programs.found import Found
from tarot_teach.topics.other_programs.given_text import Element, GivenText, read_json, read_xml

SEATS = ("South", "East", "North", "West", "Fifth")
NOWHERE = "nowhere"
CONTRACTS = {
    "Take": "prise",
    "Guard": "garde",
    "Guard without": "garde_sans",
    "Guard against": "garde_contre",
}
UNTOUCHED = ("garde_sans", "garde_contre")
"""The contracts under which nobody takes up the chien."""
RULESETS = {3: "fft-3", 4: "fft-4", 5: "fft-5"}
"""The ruleset by which a deal is played where none is named, by the number of players."""
FIGURES = {11: "V", 12: "C", 13: "D", 14: "R"}
_PASSED = "pass"
_VERSIONS = {"3": "3", "3.0": "3", "2.0": "2.0", "2": "2.0"}
_CARD = re.compile(r"([0-9]{1,2})-([SHDCT])", re.IGNORECASE)
_BY_NUMBER = "SHCD"
"""The suits in the order in which XML numbers the cards."""
_EXCUSE = 56


class PlacedText(NamedTuple):
    """A text of a file, and its place."""

    text: str
    place: Place


@dataclass(slots=True)
class _File:
    """The content of a file of either kind, as texts with their places."""

    format: str
    first: Place
    hands: dict[str, list[PlacedText]] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)
    dog: list[PlacedText] | None = None
    leads: PlacedText | None = None
    taker: PlacedText | None = None
    contract: PlacedText | None = None
    slam: bool | None = None
    handles: dict[str, list[PlacedText]] = field(default_factory=dict)
    discard: list[PlacedText] | None = None
    tricks: list[list[tuple[str, PlacedText]]] = field(default_factory=list)
    players: int = 4
    printed: str = ""
    played: bool = False


def read_tarotclub(given: GivenText, library: Library, ruleset: str | None) -> Found:
    """The record of a deal. Raises LoadError with every fault, each with its place in the file."""
    file = _of_xml(read_xml(given)) if given.text.lstrip().startswith("<") else _of_json(read_json(given))
    name = ruleset or RULESETS[file.players]
    engine = Engine(library.load(name))
    reader = _Reader(file, engine, between(library.load(RULESETS[file.players]).deck, engine.ruleset.deck).cards)
    data, notes = reader.played() if file.played else reader.dealt()
    return Found(file.format, name, data, Document(given.file, data, values=reader.at, lines=given.lines), notes)


# ---------------------------------------------------------------- the files


def _of_json(document: Document) -> _File:
    """The content of a file in JSON. Raises LoadError for another kind of JSON, another version, and values of another type."""
    data, first = document.data, document.place(())
    if not isinstance(data, dict) or "version" not in data:
        message, hint = _("this is no deal of a program that is known here"), _("formats: {known}")
        known = _("TarotClub, OpenSpiel, a line, four hands drawn as a diagram, tables of scores")
        raise LoadError.of("import.format", message, first, hint.format(known=known))
    given = data["version"]
    version = "" if isinstance(given, bool) else _VERSIONS.get(str(given), "")
    if not version:
        message, hint = _("version {version!r} of TarotClub is not known"), _("write it again as version 3 or 2.0")
        raise LoadError.of("import.version", message, document.place(("version",)), hint, version=given)
    if "deal_info" in data or "tricks" in data:
        return _JsonOf(document, _File(f"TarotClub played deal, JSON {version}", first, played=True)).played()
    return _JsonOf(document, _File(f"TarotClub deal, JSON {version}", first)).dealt()


class _JsonOf:
    """Reads the entries of JSON."""

    def __init__(self, document: Document, file: _File) -> None:
        self.document = document
        self.file = file

    def text(self, *path: str | int, needed: bool = True) -> PlacedText | None:
        """The text at a path; None where there is none. Raises LoadError for another type."""
        value: Any = self.document.data
        for step in path:
            value = value.get(step) if isinstance(value, dict) else value[step]
        place = self.document.place(path)
        if value is None and not needed:
            return None
        if not isinstance(value, str):
            message, hint = _("{entry} is missing, or is no text"), _("write it in quotes, as TarotClub does")
            raise LoadError.of("import.entry", message, place, hint, entry=path[-1])
        return PlacedText(value, replace(place, column=place.column + 1))

    def slam(self) -> bool | None:
        """True where a slam was announced, in quotes or not; None where it is not told. Raises LoadError for another word."""
        value = self.document.data["deal_info"].get("slam")
        word = str(value).lower()
        if value is not None and word not in ("true", "false"):
            message, hint = _("{entry} is missing, or is of another type"), _("write true or false")
            raise LoadError.of("import.entry", message, self.document.place(("deal_info", "slam")), hint, entry="slam")
        return None if value is None else word == "true"

    def cards(self, *path: str | int, needed: bool = True) -> list[PlacedText] | None:
        """The cards of a text, joined by semicolons."""
        text = self.text(*path, needed=needed)
        return None if text is None else [*_parted(text)]

    def dealt(self) -> _File:
        file = self.file
        file.dog = self.cards("Dog")
        hands = {seat: self.cards(seat, needed=seat in SEATS[:3]) or [] for seat in SEATS}
        file.players = max((i + 1 for i, seat in enumerate(SEATS) if hands[seat]), default=0)
        file.hands = {seat: hands[seat] for seat in SEATS[: file.players]}
        file.places = {seat: self.document.place((seat,)) for seat in file.hands}
        file.leads = self.text("FirstPlayer", needed=False)
        _check_players(file)
        return file

    def played(self) -> _File:
        file, info = self.file, self.document.data.get("deal_info")
        tricks = self.document.data.get("tricks")
        if not isinstance(info, dict) or not isinstance(tricks, list):
            message, hint = _("deal_info or the list of tricks is missing"), _("save the deal once more")
            raise LoadError.of("import.entry", message, file.first, hint)
        names, number = info.get("players"), str(info.get("number_of_players", ""))
        file.tricks = [[("", card) for card in self.cards("tricks", i) or []] for i in range(len(tricks))]
        file.players = len(file.tricks[0]) if file.tricks else 0
        file.players = len(names) if isinstance(names, list) else int(number) if number.isdecimal() else file.players
        file.taker, file.contract = self.text("deal_info", "taker"), self.text("deal_info", "contract")
        file.leads = self.text("deal_info", "first_trick_lead")
        _check_taken(file)
        _check_players(file)
        file.slam = self.slam()
        file.dog = self.cards("deal_info", "dog", needed=False) or None
        file.discard = self.cards("deal_info", "discard", needed=False) or None
        for side in ("attack_handle", "defense_handle") if file.format.endswith("3") else ():
            file.handles[side] = self.cards("deal_info", side, needed=False) or []
        score = info.get("score")
        file.printed = str(score.get("attacker_points", "")) if isinstance(score, dict) else ""
        return file


def _check_taken(file: _File) -> None:
    """Raise LoadError for a deal in which all passed: such a file has no cards."""
    if file.contract and file.contract.text.lower() == _PASSED:
        message, hint = (
            _("nobody took, and no card was played"),
            _("its cards may stand in a file of the deal that has not been played"),
        )
        raise LoadError.of("import.contract", message, file.contract.place, hint)


def _check_players(file: _File) -> None:
    if file.players not in RULESETS:
        message, hint = (
            _("the file has {number} players"),
            _("tarot is for South, East and North, and for West and Fifth"),
        )
        raise LoadError.of("import.players", message, file.first, hint, number=file.players)


def _parted(line: PlacedText) -> Iterator[PlacedText]:
    """The texts between semicolons, each with its place."""
    at = 0
    for text in line.text.rstrip("; ").split(";") if line.text.strip("; ") else ():
        yield PlacedText(text.strip(), replace(line.place, column=line.place.column + at))
        at += len(text) + 1


def _of_xml(root: Element) -> _File:
    """The content of a file in XML. Raises LoadError for XML of another kind."""
    version = root.attributes.get("version", "")
    if root.tag not in ("custom_deal", "deal_result"):
        message, hint = _("<{tag}> is no deal of TarotClub"), _("it begins with <custom_deal> or <deal_result>")
        raise LoadError.of("import.format", message, root.place, hint, tag=root.tag)
    if version != "1.0":
        message, hint = _("version {version!r} of TarotClub is not known"), _('write version="1.0"')
        raise LoadError.of("import.version", message, root.place, hint, version=version)
    file = _File("TarotClub deal, XML 1.0", root.place)
    if root.tag == "custom_deal":
        for seat in SEATS[:4]:
            hand = _needed(root, seat.lower())
            file.hands[seat], file.places[seat] = [_text_of(card) for card in hand.all("card")], hand.place
        file.dog = [_text_of(card) for card in _needed(root, "dog").all("card")]
        return file
    file.format, file.played = "TarotClub played deal, XML 1.0", True
    info = _needed(root, "deal_info")
    file.players = len([*(info.child("players") or info).all("player")])
    file.taker, file.contract = _text_of(_needed(info, "taker")), _text_of(_needed(info, "contract"))
    _check_taken(file)
    _check_players(file)
    file.leads = _text_of(_needed(info, "first_trick_lead"))
    slam = info.child("slam")
    file.slam = None if slam is None else slam.text.strip().lower() == "true"
    discard = root.child("discard")
    file.discard = [*_parted(_text_of(discard))] if discard else None
    file.tricks = [
        [(card.attributes.get("place", ""), _text_of(card)) for card in trick.all("card")]
        for trick in _needed(root, "tricks").all("trick")
    ]
    return file


def _needed(element: Element, tag: str) -> Element:
    found = element.child(tag)
    if found is None:
        message, hint = _("<{tag}> is missing"), _("save the deal once more")
        raise LoadError.of("import.entry", message, element.place, hint, tag=tag)
    return found


def _text_of(element: Element) -> PlacedText:
    return PlacedText(element.text.strip(), replace(element.place, column=element.place.column + len(element.tag) + 2))


# ---------------------------------------------------------------- the deal


_DEALER = N_("The file does not tell who dealt.")
_TURN = N_("South, East, North and so on are the seats {letters}, in order of play.")
_LACKS_DEALT = N_("The file tells neither auction nor écart nor play.")
_LACKS_PLAYED = N_("The file tells neither the auction nor the hands before the écart.")
_PRINTED = N_(
    "The file prints {printed} points of the taker's side, which is not believed: the engine counts the cards."
)
_CALLED = N_("The file does not tell which card was called: the deal is not scored.")
_SLAM = N_("The file does not tell whether a slam was announced.")
_HANDLES = N_("The file does not tell which handfuls were shown.")
_NOBODY = N_("The file names nobody as first player.")
_BROKEN_OFF = N_(
    "The deal breaks off in trick {number}: the cards that nobody had played, and those laid away, are not told."
)
_ECART = N_("What was laid away is not told: it is the cards that no trick has.")


class _Reader:
    """Makes the entries of a record of what a file tells. ``table`` maps cards of the program's pack to those of the ruleset's; ``at`` are
    the places of the entries."""

    def __init__(self, file: _File, engine: Engine, table: Mapping[str, str]) -> None:
        self.file = file
        self.engine: Engine = engine
        self.deck = engine.ruleset.deck
        self.table = table
        self.at: dict[KeyPath, Place] = {(): file.first}
        self.faults: Faults = Faults()
        self.seen: dict[Card, Place] = {}
        if file.players not in engine.ruleset.players:
            message, hint = _("{name} is not for {number} players"), _("leave out --ruleset, or name another one")
            raise LoadError.of(
                "import.players", message, file.first, hint, name=engine.ruleset.name, number=file.players
            )
        self.seats = engine.seats(file.players)
        index = engine.index.deals
        self.sizes = (index.hand_size(file.players), index.talon_size(file.players))

    def _seat(self, given: PlacedText | None, *, nowhere: bool = False) -> int | None:
        """The number of a seat; None where it is not told. Adds a fault for a seat that is none."""
        if given is None or (nowhere and given.text.lower() in ("", NOWHERE)):
            return None
        known = SEATS[: self.file.players]
        if given.text.capitalize() not in known:
            hint = suggest(given.text, known, _("seats"))
            self.faults.fault("import.seat", _("{seat!r} is no seat of this deal"), given.place, hint, seat=given.text)
            return None
        return known.index(given.text.capitalize())

    def _card(self, given: PlacedText) -> Card | None:
        """A card of the pack. Adds a fault for one that is none, or has stood before."""
        card = self.deck.by_code.get(self._code(given.text))
        if card is None:
            message, hint = (
                _("{text!r} is no card"),
                _("cards are written like 01-S, 14-H, 21-T, and 00-T is the Excuse"),
            )
            self.faults.fault("import.card", message, given.place, hint, text=given.text)
        elif card in self.seen:
            message = _("the {name} ({text}) stands a second time")
            first = self.seen[card]
            hint = _("it stands in line {line} too; each card is in one place").format(line=first.line)
            self.faults.fault("import.twice", message, given.place, hint, name=card.name, text=given.text)
        else:
            self.seen[card] = given.place
            return card
        return None

    def _code(self, text: str) -> str:
        """The code of a card in the ruleset's pack; empty for what is none of it."""
        return self.table.get((_code_by_number(text) if text.isdecimal() else _code_of(text)) or "", "")

    def _cards(self, given: Sequence[PlacedText]) -> list[Card]:
        return [card for each in given if (card := self._card(each))]

    def _check_size(self, given: Sequence[PlacedText], size: int, what: str, place: Place) -> None:
        if len(given) != size:
            place = given[0].place if given else place
            message = _("{what} has {given} cards, and should have {size}")
            hint = _("{name} deals {hand} cards to each, and {talon} are left over").format(
                name=self.engine.ruleset.name, hand=self.sizes[0], talon=self.sizes[1]
            )
            self.faults.fault("import.size", message, place, hint, what=what, given=len(given), size=size)

    def _check_whole(self) -> None:
        """Raise LoadError with all faults, also where cards of the pack are nowhere."""
        missing = [card.code for card in self.deck.cards if card not in self.seen]
        if missing and not self.faults:
            message, hint = _("these cards are nowhere: {missing}"), _("a deal has every card of the pack once")
            self.faults.fault("import.missing", message, self.file.first, hint, missing=" ".join(missing))
        self.faults.check()

    def _dealer(self, leads: int | None) -> dict[str, str]:
        return {} if leads is None else {"dealer": self.seats[leads - 1]}

    def dealt(self) -> tuple[dict[str, Any], list[str]]:
        """The entries of a deal that is not played. Raises LoadError with all faults."""
        file = self.file
        leads = self._seat(file.leads, nowhere=True)
        hands = {}
        for letter, (seat, cards) in zip(self.seats, file.hands.items(), strict=True):
            self._check_size(cards, self.sizes[0], seat, file.places[seat])
            hands[letter] = [card.code for card in self._cards(cards)]
            self.at["hands", letter] = file.places[seat]
        dog = file.dog or []
        self._check_size(dog, self.sizes[1], "Dog", file.first)
        talon = [card.code for card in self._cards(dog)]
        self._check_whole()
        self.at["talon",] = dog[0].place
        notes = [self._turn(), _(_LACKS_DEALT), *([_(_DEALER)] if leads is None else [])]
        notes += [_(_NOBODY)] if file.leads and leads is None else []
        return {"start": {"step": "bid", **self._dealer(leads)}, "hands": hands, "talon": talon}, notes

    def _turn(self) -> str:
        return _(_TURN).format(letters=" ".join(self.seats))

    def played(self) -> tuple[dict[str, Any], list[str]]:
        """The entries of a played deal. Raises LoadError with all faults."""
        file, players = self.file, self.file.players
        taker, leads = self._seat(file.taker), self._seat(file.leads)
        contract = CONTRACTS.get(file.contract.text.capitalize() if file.contract else "")
        if file.contract and contract is None:
            hint = suggest(file.contract.text, CONTRACTS, _("contracts"))
            message = _("{contract!r} is no contract that is played")
            self.faults.fault("import.contract", message, file.contract.place, hint, contract=file.contract.text)
        self.faults.check()
        assert taker is not None
        assert leads is not None
        assert contract is not None
        plays = self._plays(leads)
        whole = len(plays) == self.sizes[0] and len(plays[-1]) == players
        left = [card for card in self.deck.cards if card not in self.seen]
        untouched = contract in UNTOUCHED
        if whole:
            self._check_left(left, untouched)
        else:
            left = self._cards((file.dog if untouched else file.discard) or [])
        hands: list[list[str]] = [[] for _seat in self.seats]
        tricks = []
        for i, trick in enumerate(plays):
            tricks.append({"cards": [f"{self.seats[seat]} {card.code}" for seat, card, _place in trick]})
            for j, (seat, card, place) in enumerate(trick):
                hands[seat].append(card.code)
                self.at["tricks", i, "cards", j] = place
        ordered = [[card.code for card in self.deck.cards if card.code in hand] for hand in hands]
        start = {"step": "play", **(self._dealer(leads) if file.slam is False else {})}
        start |= {"taker": self.seats[taker], "contract": contract, "leader": self.seats[leads]}
        hands = [[*hand, *[HIDDEN] * (self.sizes[0] - len(hand))] for hand in ordered]
        data: dict[str, Any] = {"start": start, "hands": dict(zip(self.seats, hands, strict=True))}
        data |= {"talon" if untouched else "kept": [card.code for card in left]} if left else {}
        shown = [{"seat": self.seats[taker], "level": "slam"}] if file.slam else []
        shown += self._handles(ordered, taker, whole)
        self.faults.check()
        notes = [self._turn(), _(_LACKS_PLAYED)]
        notes += [] if whole else [_(_BROKEN_OFF).format(number=len(plays))]
        notes += [] if file.slam is False else [_(_DEALER)]
        notes += [_(_SLAM)] if file.slam is None else []
        notes += [] if file.handles and len(shown) >= len([*filter(None, file.handles.values())]) else [_(_HANDLES)]
        notes += [_(_CALLED)] if players == 5 and self.engine.index.calls else []
        notes += [_(_ECART)] if whole and not untouched and file.discard is None else []
        notes += [_(_PRINTED).format(printed=file.printed)] if file.printed else []
        return data | ({"shown": shown} if shown else {}) | {"tricks": tricks}, notes

    def _plays(self, leads: int) -> list[list[tuple[int, Card, Place]]]:
        """The cards of each trick in the order played, with seats and places. Raises LoadError where a trick is not whole."""
        players, index, found = self.file.players, self.engine.index, []
        given_tricks = [*self.file.tricks]
        while given_tricks and not given_tricks[-1]:
            given_tricks.pop()
        if not 0 < len(given_tricks) <= self.sizes[0]:
            message, hint = (
                _("{given} tricks are told, and there are {size}"),
                _("a deal is read from its first trick on"),
            )
            raise LoadError.of(
                "import.tricks", message, self.file.first, hint, given=len(given_tricks), size=self.sizes[0]
            )
        for number, plays in enumerate(given_tricks, 1):
            place = plays[0][1].place if plays else self.file.first
            cards = [
                (self._place_of(seat, card, i, leads), self._card(card), card.place)
                for i, (seat, card) in enumerate(plays)
            ]
            whole = sorted(
                ((seat, card, at) for seat, card, at in cards if card is not None),
                key=lambda one: (one[0] - leads) % players,
            )
            enough = len(plays) == players or (len(plays) < players and number == len(given_tricks))
            in_turn = [(leads + i) % players for i in range(len(whole))]
            if not enough or [seat for seat, _card, _at in whole] != in_turn:
                message, hint = (
                    _("a trick has a card of each of {players} players"),
                    _("the cards stand in the order played"),
                )
                self.faults.fault("import.tricks", message, place, hint, players=players)
            self.faults.check()
            trick = Trick(leads)
            for _seat, card, _at in whole:
                trick = index.with_card(trick, card)
            found.append(whole)
            leads = (leads + trick.best) % players
        return found

    def _place_of(self, seat: str, card: PlacedText, number: int, leads: int) -> int:
        """The seat of a card: the one that is named, or else the one whose turn it is."""
        if not seat:
            return (leads + number) % self.file.players
        return self._seat(PlacedText(seat, card.place)) or 0

    def _check_left(self, left: Sequence[Card], untouched: bool) -> None:
        """Add a fault where the cards that no trick has are not those of the chien, or those laid away."""
        file = self.file
        given = file.dog if untouched else file.discard
        if not given:
            return
        codes = {code for each in given if (code := self._code(each.text))}
        if codes != {card.code for card in left}:
            message = _("these are not the cards that no trick has: {cards}")
            hint = _("a card stands in a wrong trick, or here")
            cards = " ".join(card.code for card in left)
            self.faults.fault("import.left", message, given[0].place, hint, cards=cards)
        self.faults.check()

    def _handles(self, hands: Sequence[Sequence[str]], taker: int, whole: bool) -> Iterator[dict[str, Any]]:
        """The handfuls shown, each with the seat that holds its cards. Adds a fault where no hand of a ``whole`` deal holds them."""
        levels = next((offer.levels for offer in self.engine.index.offers if offer.kind == "handful"), {})
        for side, cards in self.file.handles.items():
            codes = [self._code(card.text) for card in cards]
            if not codes:
                continue
            seats = [seat for seat, hand in enumerate(hands) if {*codes} <= {*hand}]
            level = next((name for name in levels if isinstance(levels, dict) and levels[name] == len(codes)), None)
            if not seats and level and not whole:
                continue
            if not seats or level is None or (side == "defense_handle" and seats == [taker]):
                message, hint = (
                    _("{number} cards that nobody holds and shows"),
                    _("a handful is trumps of one hand: {levels}"),
                )
                shown = ", ".join(f"{levels[name]}" for name in levels if isinstance(levels, dict))
                self.faults.fault(
                    "import.handful", message, cards[0].place, hint.format(levels=shown), number=len(codes)
                )
                continue
            yield {"seat": self.seats[seats[0]], "level": level, "cards": codes}


def _code_of(text: str) -> str | None:
    """The code of a card that is written like ``14-H``; None for what is no card."""
    found = _CARD.fullmatch(text)
    if found is None:
        return None
    number, suit = int(found[1]), found[2].upper()
    if suit == "T":
        return "EX" if number == 0 else f"T{number}"
    return suit + FIGURES.get(number, str(number))


def _code_by_number(text: str) -> str | None:
    """The code of a card by its number in XML: suits from 0, the Excuse, the trumps."""
    number = int(text[:4])
    if number < _EXCUSE:
        rank = number % 14 + 1
        return _BY_NUMBER[number // 14] + FIGURES.get(rank, str(rank))
    return "EX" if number == _EXCUSE else f"T{number - _EXCUSE}"
