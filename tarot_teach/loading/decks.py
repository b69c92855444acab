"""Packs of cards from deck files, checked to add up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from tarot_teach.cards import Card, Deck, Suit, halves_text, parse_halves
from tarot_teach.errors import Faults, KeyPath, NotationError, suggest
from tarot_teach.loading.document import Document
from tarot_teach.loading.formats import DeckFile, parse_model
from tarot_teach.messages import _
from tarot_teach.order import OrderRules

_shared: dict[
    tuple[int, ...], tuple[Sequence[Document], Deck]
] = {}  # documents live as long as their pack, so that identities stay theirs
MOST = 200
"""The number of packs that are kept; a process that loads more begins anew."""


def shared_deck(documents: Sequence[Document], build: Callable[[], Deck]) -> Deck:
    """The pack of some documents: the one that an earlier library of this process has made of the same ones, so that rulesets that libraries
    share have the same pack as others."""
    key = tuple(map(id, documents))
    if key not in _shared:
        made = build()
        if len(_shared) >= MOST:
            _shared.clear()
        _shared[key] = documents, made
    return _shared[key][1]


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
        ranks = (figure for ranks in file.ranks.values() for step in ranks for figure in step)
        self.figures: list[str] = list(dict.fromkeys(ranks))

    def build(self) -> Deck:
        """The pack. Raises LoadError."""
        file = self.file
        suits = {
            id: Suit(id, suit.letter, suit.name or id, suit.symbol or suit.letter * (suit.kind == "plain"), suit.kind)
            for id, suit in file.suits.items()
        }
        for suit in suits.values():
            self._add_cards(suit)
        self._check_names()
        self._check_symbols(suits)
        self.faults.check()
        orders = self._orders()
        marks: dict[str, int] = {}
        for name, members in file.marks.items():
            marks[name] = self._mask(members, marks, ("marks", name))
        halves = self._halves_of_cards(marks)
        self.faults.check()
        cards = tuple(
            Card(code, i, suit, rank, figure, file.names.get(figure, figure), halves[i], self._name(code))
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
        return Deck(file.id, file.title, cards, suits, marks, file.aliases, orders)

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
        figures = self.figures
        for name in file.names:
            if name not in figures and name not in self.codes:
                message, hint = _("there is no rank {name!r} to be named"), suggest(name, figures, _("ranks"))
                self._fault(message, ("names", name), hint, key=True, name=name)
            if file.names[name].casefold().startswith("the "):
                message, hint = _("the name {name!r} has an article, which sentences add"), _("leave the article out")
                self._fault(message, ("names", name), hint, name=file.names[name])
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
        for i, step in enumerate(self.file.ranks.get(file.ranks, ())):
            for figure in step:
                code = f"{suit.letter}{figure}"
                if code in self.codes:
                    message, path = _("the card {code} is in the pack twice"), ("ranks", file.ranks, i)
                    self._fault(message, path, _("list each card once"), code=code)
                self.codes.add(code)
                self.bare.append((code, suit, i + 1, figure))

    def _name(self, code: str) -> str:
        """The name of a single card, or nothing where it has none."""
        return "" if code in self.figures else self.file.names.get(code, "")

    def _check_symbols(self, suits: Mapping[str, Suit]) -> None:
        """Add faults of plain suits that cannot be told apart by their signs."""
        seen: dict[str, str] = {}
        for id, suit in suits.items():
            if suit.kind == "plain" and seen.setdefault(suit.symbol, id) != id:
                message, hint = (
                    _("{id!r} has the sign of {other!r}, {symbol}"),
                    _("give each suit a `symbol` of its own"),
                )
                self._fault(message, ("suits", id), hint, key=True, id=id, other=seen[suit.symbol], symbol=suit.symbol)

    # ------------------------------------------------------------ orders

    def _orders(self) -> OrderRules:
        """The orders of the pack besides its ranks."""
        file, trumps = self.file, self.file.order.trumps
        plain = [id for id, suit in file.suits.items() if suit.kind == "plain"]
        if trumps and trumps not in plain:
            message, hint = _("{trumps!r} is no plain suit of the pack"), suggest(trumps, plain, _("plain suits"))
            self._fault(message, ("order", "trumps"), hint, trumps=trumps)
        if trumps and any(suit.kind == "trump" for suit in file.suits.values()):
            message, hint = _("the pack has a suit of trumps already"), _("leave `trumps` out, or make that suit plain")
            self._fault(message, ("order", "trumps"), hint)
        codes = {code: 1 << index for index, (code, *_rest) in enumerate(self.bare)}
        no_suit = 0
        for i, code in enumerate(file.order.no_suit):
            if code not in codes:
                message, hint = _("{code!r} is no card of the pack"), suggest(code, codes, _("cards"))
                self._fault(message, ("order", "no_suit", i), hint, code=code)
            no_suit |= codes.get(code, 0)
        as_trumps: dict[str, tuple[int, ...]] = {}
        for name, steps in file.as_trumps.items():
            chosen = [name] if name in plain else [id for id in plain if file.suits[id].ranks == name]
            if not chosen:
                message = _("{name!r} is no plain suit, and no list of ranks of one")
                hint = suggest(name, [*plain, *file.ranks], _("suits and lists of ranks"))
                self._fault(message, ("as_trumps", name), hint, key=True, name=name)
            for suit in chosen if name in plain else [id for id in chosen if id not in file.as_trumps]:
                as_trumps[suit] = self._as_trumps(name, suit, steps, codes)
        powerless = [name for name, variant in file.variants.items() if variant.power == "none"]
        return OrderRules(trumps, no_suit, as_trumps, tuple(file.variants), tuple(powerless))

    def _as_trumps(
        self, name: str, suit: str, steps: Sequence[Sequence[str]], codes: Mapping[str, int]
    ) -> tuple[int, ...]:
        """The trumps where a suit is trumps, from the lowest up; all cards of that suit have to be among them."""
        letter, masks, seen = self.file.suits[suit].letter, list[int](), 0
        for i, step in enumerate(steps):
            masks.append(0)
            for member in step:
                card = codes.get(f"{letter}{member}", codes.get(member, 0))
                path = ("as_trumps", name, i)
                if not card:
                    message = _("{member!r} is no rank of {suit}, and no card of the pack")
                    hint = suggest(member, [*self.figures, *codes], _("ranks and cards"))
                    self._fault(message, path, hint, member=member, suit=suit)
                elif card & seen:
                    message = _("{member!r} stands twice among the trumps where {suit} are trumps")
                    self._fault(message, path, _("list each card once"), member=member, suit=suit)
                masks[-1] |= card
                seen |= card
        left = [code for code, of, *_rest in self.bare if of.id == suit and not codes[code] & seen]
        if left:
            message = _("the trumps leave out cards of {suit}: {left}")
            hint = _("a suit that is trumps has all its cards among them")
            self._fault(message, ("as_trumps", name), hint, key=True, suit=suit, left=" ".join(left))
        return tuple(masks)

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
