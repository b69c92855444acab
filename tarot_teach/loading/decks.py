"""Packs of cards from deck files, checked to add up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from tarot_teach.cards import Card, Deck, Suit, halves_text, parse_halves
from tarot_teach.errors import Faults, KeyPath, NotationError, suggest
from tarot_teach.language import _
from tarot_teach.loading.document import Document
from tarot_teach.loading.formats import DeckFile, parse_model


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
        file = self.file
        self._check_names()
        suits = {id: Suit(id, suit.letter, suit.name or id, suit.symbol, suit.kind) for id, suit in file.suits.items()}
        for suit in suits.values():
            self._add_cards(suit)
        self.faults.check()
        marks: dict[str, int] = {}
        for name, members in file.marks.items():
            marks[name] = self._mask(members, marks, ("marks", name))
        halves = self._halves_of_cards(marks)
        self.faults.check()
        cards = tuple(
            Card(code, i, suit, rank, figure, file.names.get(figure, figure), halves[i])
            for i, (code, suit, rank, figure) in enumerate(self.bare)
        )
        if len(cards) != file.cards:
            message = _("the pack does not add up: {number} cards are listed, and `cards` says {cards}")
            hint = _("check suits and ranks")
            self._fault(message, ("cards",), hint, number=len(cards), cards=file.cards)
        total, counted = self._halves(file.total, "total"), sum(card.halves for card in cards)
        if total not in (None, counted):
            message = _("the pack does not add up: its cards count {halves_text} points, and `total` says {total}")
            hint, points = _("check points and marks"), halves_text(counted)
            self._fault(message, ("total",), hint, halves_text=points, total=file.total)
        self.faults.check()
        return Deck(file.id, file.title, cards, suits, marks, file.aliases)

    def _fault(
        self, message: str, path: KeyPath, hint: str | None = None, *, key: bool = False, **values: object
    ) -> None:
        self.faults.fault("deck.wrong", message, path, hint, key=key, **values)

    def _halves(self, text: str, *path: str) -> int | None:
        """A number of card points in halves, or None with a fault."""
        try:
            return parse_halves(text)
        except NotationError as error:
            self._fault(error.problems[0].message, path, error.problems[0].hint)
            return None

    def _check_names(self) -> None:
        """Add faults of names and aliases of unknown ranks, of unused lists of ranks, and of a second Excuse."""
        file = self.file
        used = {suit.ranks for suit in file.suits.values() if suit.kind != "excuse"}
        for name in file.ranks:
            if name not in used:
                hint = _("name it as `ranks` of a suit")
                self._fault(_("no suit has the ranks {name!r}"), ("ranks", name), hint, key=True, name=name)
        figures = list(dict.fromkeys(figure for ranks in file.ranks.values() for figure in ranks))
        for name in file.names:
            if name not in figures:
                hint = suggest(name, figures, _("ranks"))
                self._fault(_("there is no rank {name!r} to be named"), ("names", name), hint, key=True, name=name)
        for name, meant in file.aliases.items():
            if meant not in figures:
                hint = suggest(meant, figures, _("ranks"))
                self._fault(_("there is no rank {meant!r}"), ("aliases", name), hint, meant=meant)
            if name in figures:
                hint = _("take a letter that is no rank of the pack")
                self._fault(_("{name!r} is a rank itself"), ("aliases", name), hint, key=True, name=name)
        excuses = [id for id, suit in file.suits.items() if suit.kind == "excuse"]
        for id in excuses[1:]:
            hint = _("a pack has one Excuse, or none")
            self._fault(_("{id!r} is a second Excuse"), ("suits", id), hint, key=True, id=id)

    def _add_cards(self, suit: Suit) -> None:
        file = self.file.suits[suit.id]
        if suit.kind == "excuse":
            self.bare.append((file.code or suit.letter, suit, 0, suit.symbol or file.code))
            self.codes.add(file.code or suit.letter)
            return
        if file.ranks not in self.file.ranks:
            message = _("there is no list of ranks {ranks!r}")
            hint = suggest(file.ranks, self.file.ranks, _("lists of ranks"))
            self._fault(message, ("suits", suit.id, "ranks"), hint, ranks=file.ranks)
        for i, figure in enumerate(self.file.ranks.get(file.ranks, ())):
            code = f"{suit.letter}{figure}"
            if code in self.codes:
                message, path = _("the card {code} is in the pack twice"), ("ranks", file.ranks, i)
                self._fault(message, path, _("list each card once"), code=code)
            self.codes.add(code)
            self.bare.append((code, suit, i + 1, figure))

    def _mask(self, members: Sequence[str], marks: Mapping[str, int], path: KeyPath) -> int:
        """The cards named by codes, ranks, suits and marks."""
        mask = 0
        for i, member in enumerate(members):
            cards = marks.get(member, 0)
            for index, (code, suit, _rank, figure) in enumerate(self.bare):
                if member in (code, suit.id) or (suit.kind == "plain" and member == figure):
                    cards |= 1 << index
            if not cards:
                message = _("{member!r} is no card, rank, suit or mark named before")
                hint = _("check its spelling; a mark is named after those that it is made of")
                self._fault(message, (*path, i), hint, member=member)
            mask |= cards
        return mask

    def _halves_of_cards(self, marks: Mapping[str, int]) -> list[int]:
        """Card points of the cards, in halves."""
        halves: list[int | None] = [None] * len(self.bare)
        values = {name: self._halves(text, "points", name) or 0 for name, text in self.file.points.items()}
        rest = values.pop("other", None)
        for name, value in values.items():
            mask = marks.get(name) or self._mask([name], {}, ("points", name))
            for index in range(len(self.bare)):
                if mask >> index & 1:
                    if halves[index] not in (None, value):
                        message, hint = _("{bare} is given two different values"), _("let each card be counted once")
                        self._fault(message, ("points", name), hint, bare=self.bare[index][0])
                    halves[index] = value
        if None in halves and rest is None:
            hint = _("add `{other}:` for all the rest").format(other="other")
            self._fault(_("some cards are given no points"), ("points",), hint)
        return [rest or 0 if value is None else value for value in halves]
