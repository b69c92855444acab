"""Packs of cards from deck files, checked to add up."""

from __future__ import annotations

from functools import cache

from tarot_teach.cards import Card, Deck, Suit, halves_text, parse_halves
from tarot_teach.errors import Faults, KeyPath, NotationError, suggest
from tarot_teach.language import _
from tarot_teach.loading.document import Document
from tarot_teach.loading.formats import DeckFile, parse_model

OTHER = "other"


def build_deck(document: Document) -> Deck:
    """The pack of a file. Raises LoadError with every fault, also where cards or points do not add up."""
    return _DeckBuilder(document, parse_model(DeckFile, document)).build()


@cache
def in_words(deck: Deck, words: tuple[tuple[str, str], ...]) -> Deck:
    """A pack with cards named by the terms of a game, given as concepts and labels; made once for each wording."""
    return deck.in_words(dict(words))


class _DeckBuilder:
    def __init__(self, document: Document, file: DeckFile) -> None:
        self.file, self.faults = file, Faults(document)
        self.bare: list[tuple[str, Suit, int, str]] = []  # code, suit, rank, figure
        self.codes: set[str] = set()

    def build(self) -> Deck:
        """The pack. Raises LoadError."""
        self._check_names()
        suits = {
            id: Suit(id, suit.letter, suit.name or id, suit.symbol, suit.kind) for id, suit in self.file.suits.items()
        }
        for id, suit in suits.items():
            self._cards_of(id, suit)
        self.faults.check()
        marks: dict[str, int] = {}
        for name, members in self.file.marks.items():
            marks[name] = self._mask(members, marks, ("marks", name))
        halves = self._points(marks)
        self.faults.check()
        suit_masks = {id: self._mask([id], {}, ()) for id in suits}
        cards = tuple(
            Card(code, i, suit, rank, figure, self.file.names.get(figure, figure), halves[i], suit_masks[suit.id])
            for i, (code, suit, rank, figure) in enumerate(self.bare)
        )
        deck = Deck(self.file.id, self.file.title, cards, suits, marks, self.file.aliases)
        self._check_totals(deck)
        self.faults.check()
        return deck

    def _fault(self, message: str, path: KeyPath, hint: str | None = None, *, key: bool = False) -> None:
        self.faults.fault("deck.wrong", message, path, hint, key=key)

    def _check_names(self) -> None:
        """Add faults of names and aliases of unknown ranks, of unused lists of ranks, and of a second Excuse."""
        used = {suit.ranks for suit in self.file.suits.values() if suit.kind != "excuse"}
        for name in self.file.ranks:
            if name not in used:
                self._fault(
                    _("no suit has the ranks {name!r}").format(name=name),
                    ("ranks", name),
                    _("name it as `ranks` of a suit"),
                    key=True,
                )
        figures = list(dict.fromkeys(figure for ranks in self.file.ranks.values() for figure in ranks))
        for name in self.file.names:
            if name not in figures:
                hint = suggest(name, figures, _("ranks"))
                self._fault(
                    _("there is no rank {name!r} to be named").format(name=name), ("names", name), hint, key=True
                )
        for name, meant in self.file.aliases.items():
            if meant not in figures:
                self._fault(
                    _("there is no rank {meant!r}").format(meant=meant),
                    ("aliases", name),
                    suggest(meant, figures, _("ranks")),
                )
            if name in figures:
                hint = _("take a letter that is no rank of the pack")
                self._fault(_("{name!r} is a rank itself").format(name=name), ("aliases", name), hint, key=True)
        excuses = [id for id, suit in self.file.suits.items() if suit.kind == "excuse"]
        for id in excuses[1:]:
            self._fault(
                _("{id!r} is a second Excuse").format(id=id),
                ("suits", id),
                _("a pack has one Excuse, or none"),
                key=True,
            )

    def _cards_of(self, id: str, suit: Suit) -> None:
        file = self.file.suits[id]
        if suit.kind == "excuse":
            code = file.code or suit.letter
            self.codes.add(code)
            self.bare.append((code, suit, 0, suit.symbol or file.code))
            return
        ranks = self.file.ranks.get(file.ranks)
        if ranks is None:
            hint = suggest(file.ranks, self.file.ranks, _("lists of ranks"))
            self._fault(_("there is no list of ranks {ranks!r}").format(ranks=file.ranks), ("suits", id, "ranks"), hint)
            return
        for i, figure in enumerate(ranks):
            code = f"{suit.letter}{figure}"
            if code in self.codes:
                self._fault(
                    _("the card {code} is in the pack twice").format(code=code),
                    ("ranks", file.ranks, i),
                    _("list each card once"),
                )
            self.codes.add(code)
            self.bare.append((code, suit, i + 1, figure))

    def _mask(self, members: list[str], marks: dict[str, int], path: KeyPath) -> int:
        """The cards named by codes, ranks, suits and marks."""
        mask = 0
        for i, member in enumerate(members):
            cards = marks.get(member, 0)
            for index, (code, suit, _rank, figure) in enumerate(self.bare):
                if member in (code, suit.id) or (suit.kind == "plain" and member == figure):
                    cards |= 1 << index
            if not cards:
                hint = _("check its spelling; a mark is named after those that it is made of")
                self._fault(
                    _("{member!r} is no card, rank, suit or mark named before").format(member=member), (*path, i), hint
                )
            mask |= cards
        return mask

    def _points(self, marks: dict[str, int]) -> list[int]:
        """Card points of the cards, in halves."""
        halves: list[int | None] = [None] * len(self.bare)
        values: dict[str, int] = {}
        for name, text in self.file.points.items():
            try:
                values[name] = parse_halves(text)
            except NotationError as error:
                self._fault(error.problems[0].message, ("points", name), error.problems[0].hint)
                values[name] = 0
        for name, value in values.items():
            if name == OTHER:
                continue
            mask = marks.get(name) or self._mask([name], {}, ("points", name))
            for index in range(len(self.bare)):
                if mask >> index & 1:
                    if halves[index] is not None and halves[index] != value:
                        message = _("{bare} is given two different values").format(bare=self.bare[index][0])
                        self._fault(message, ("points", name), _("let each card be counted once"))
                    halves[index] = value
        if None in halves and OTHER not in values:
            self._fault(
                _("some cards are given no points"),
                ("points",),
                _("add `{other}:` for all the rest").format(other=OTHER),
            )
        rest = values.get(OTHER, 0)
        return [rest if value is None else value for value in halves]

    def _check_totals(self, deck: Deck) -> None:
        if len(deck.cards) != self.file.cards:
            message = _("the pack does not add up: {number} cards are listed, and `cards` says {cards}").format(
                number=len(deck.cards), cards=self.file.cards
            )
            self._fault(message, ("cards",), _("check suits and ranks"))
        try:
            total = parse_halves(self.file.total)
        except NotationError as error:
            self._fault(error.problems[0].message, ("total",), error.problems[0].hint)
            return
        if deck.halves != total:
            message = _(
                "the pack does not add up: its cards count {halves_text} points, and `total` says {total}"
            ).format(halves_text=halves_text(deck.halves), total=self.file.total)
            self._fault(message, ("total",), _("check points and marks"))
