"""Cards, suits and packs, card points in halves, sets of cards, and their notation. The lowest layer: it knows no game.

Engine and mechanisms work on bare integers (*masks*, bit *i* for ``deck.cards[i]``); :class:`CardSet` is for people.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce
from operator import or_

from tarot_teach.display import displayed
from tarot_teach.errors import NotationError, suggest
from tarot_teach.messages import N_, _, as_typed, as_words, pgettext, thing_named, word_named
from tarot_teach.order import RANKS_ALONE, Order, OrderRules

HINT = N_("write card points as 41, 41.5 or 41½")
Halves = int

_POINTS = re.compile(r"\d{0,6}½|\d{1,6}(\.\d{1,3}|,\d{1,2}|/2)?")


def parse_halves(text: str) -> Halves:
    """``"41"``, ``"41.5"``, ``"41,5"``, ``"41½"`` or ``"83/2"`` as half-points. Raises NotationError for anything else."""
    plain = text.strip()
    if _POINTS.fullmatch(plain):
        halves = Fraction("0" + plain.replace("½", ".5").replace(",", ".")) * 2
        if halves.denominator == 1:
            return int(halves)
    raise NotationError.of("cards.points", _("{text!r} is not a number of card points"), hint=_(HINT), text=text)


def halves_text(halves: Halves) -> str:
    """Half-points as people write them: ``83`` is ``41½``."""
    sign, size = ("-" if halves < 0 else ""), abs(halves)
    whole, half = divmod(size, 2)
    return f"{sign}{whole or ''}½" if half else f"{sign}{whole}"


def points_number(halves: Halves) -> int:
    """The whole number by which a sentence on card points is in the singular or plural: 1 for ``½`` and ``1``, and for ``1½`` that of the language."""
    if abs(halves) == 3:
        return 1 if pgettext("the number whose form 1½ takes", "2") == "1" else 2
    return -(-abs(halves) // 2)


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit: ``trumps`` beats the others; the Excuse is a suit of its own with one card."""

    id: str
    letter: str
    word: str
    symbol: str
    kind: str  # plain | trump | excuse

    @property
    def name(self) -> str:
        """The suit in words: ``hearts``."""
        return pgettext("card", self.word)


@displayed
@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One card of one pack. Cards of the same place and code are equal, whatever two rulesets call them.

    ``rank`` is the place in the ranks of the suit (1 is the lowest), ``halves`` are card points in half-points,
    ``bit`` is the card's bit in a mask. What follows and beats it in play is said by an :class:`Order` of the pack.
    """

    code: str
    index: int
    suit: Suit
    rank: int
    figure: str
    rank_word: str
    halves: Halves
    word: str = ""  # the card's own name, where it has one

    bit: int = field(init=False)
    is_trump: bool = field(init=False)
    is_excuse: bool = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "bit", 1 << self.index)
        object.__setattr__(self, "is_trump", self.suit.kind == "trump")
        object.__setattr__(self, "is_excuse", self.suit.kind == "excuse")

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Card) and self.index == other.index and self.code == other.code

    def __hash__(self) -> int:
        return self.index

    @property
    def rank_name(self) -> str:
        """The rank in words: ``king``, ``10``. A language may have another word for it in a plain suit: ``as``, but ``1 d'atout``."""
        word = self.rank_word
        own = pgettext("card, in a plain suit", word) if word.isdigit() and self.suit.kind == "plain" else word
        return pgettext("card", word) if own == word else own

    @property
    def name(self) -> str:
        """The card in words: ``king of hearts``, ``1 of trumps``; a card that is a suit by itself has the name of that suit."""
        if self.word:
            return pgettext("card", self.word)
        return self.suit.name if self.is_excuse else self.named(self.rank_name)

    def named(self, rank: str) -> str:
        """The card, or several of its suit, by the rank in words: ``10 of hearts``."""
        return _("{rank} of {suit}").format(rank=rank, suit=self.suit.name)

    @property
    def glyph(self) -> str:
        """Suit symbol and index, for diagrams: ``♥R``, ``18``, ``★``."""
        return f"{self.suit.symbol}{self.figure}" if not self.is_excuse else self.suit.symbol

    def __str__(self) -> str:
        return self.code

    def __repr__(self) -> str:
        return f"Card({self.code})"


@displayed
@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """A pack. ``marks`` names sets of cards (``king``, ``court``, ``low`` …) as masks.

    ``aliases`` maps other index letters to this deck's own (``K`` to ``R``), for reading only. ``orders`` says how its cards can be ordered.
    """

    id: str
    title: str
    cards: tuple[Card, ...]
    suits: Mapping[str, Suit]
    marks: Mapping[str, int]
    aliases: Mapping[str, str]
    orders: OrderRules = RANKS_ALONE

    by_code: Mapping[str, Card] = field(init=False)
    all: int = field(init=False)
    trumps: int = field(init=False)
    excuse: int = field(init=False)
    halves: Halves = field(init=False)
    _made: dict[tuple[str, str], Order] = field(init=False)
    _named: dict[tuple[str, ...], int] = field(init=False)
    _worth: list[list[Halves]] = field(init=False)

    def __post_init__(self) -> None:
        setter = object.__setattr__
        setter(self, "_made", {})
        setter(self, "_named", {})
        setter(self, "_worth", [])
        setter(self, "by_code", {card.code: card for card in self.cards})
        setter(self, "all", self.mask(self.cards))
        setter(self, "excuse", self.mask(card for card in self.cards if card.is_excuse))
        setter(self, "halves", sum(card.halves for card in self.cards))
        setter(self, "trumps", self.order().trumps)

    def __repr__(self) -> str:
        return f"Deck({self.id})"

    def in_words(self, words: Mapping[str, str]) -> Deck:
        """A pack of the same cards, named by other words: ``{"jack": "page", "excuse": "Fool"}``."""
        suits = {
            id: replace(suit, word=words.get("excuse", suit.word)) if suit.kind == "excuse" else suit
            for id, suit in self.suits.items()
        }
        cards = tuple(
            replace(card, suit=suits[card.suit.id], rank_word=words.get(card.rank_word, card.rank_word))
            for card in self.cards
        )
        if all(card.name == renamed.name for card, renamed in zip(self.cards, cards, strict=True)):
            return self
        return replace(self, cards=cards, suits=suits)

    def order(self, trumps: str = "", variant: str = "") -> Order:
        """The order of the cards: the standing one, that under which a suit is trumps, or a variant of them, by ids or names.

        Raises NotationError for an unknown suit or variant.
        """
        found = self._made.get((trumps, variant))
        if found is None:
            found = self._made[trumps, variant] = self._make_order(trumps, variant)
        return found

    def _make_order(self, trumps: str, variant: str) -> Order:
        orders, ranks = self.orders, self._ranks()
        suits, variants = {id: self.suits[id].name for id in ranks}, {name: as_words(name) for name in orders.variants}
        for name, known, what in ((trumps, suits, _("suits")), (variant, variants, _("variants"))):
            if name and thing_named(name, known) is None:
                message = _("the {title} has no {name!r} among its {what}")
                hint = suggest(name, as_typed(known), what) if known else _("leave it out")
                raise NotationError.of("cards.order", message, hint=hint, title=self.title, name=name, what=what)
        ids = thing_named(trumps, suits) or "", thing_named(variant, variants) or ""
        if ids != (trumps, variant):
            return self.order(*ids)
        standing = [suit.id for suit in self.suits.values() if suit.kind == "trump" and suit.id in ranks]
        chosen = [trumps] if trumps else standing or [orders.trumps] * bool(orders.trumps)
        for suit in chosen:
            steps = orders.as_trumps.get(suit, ranks[suit])
            ranks = {other: [step & ~sum(steps) for step in held] for other, held in ranks.items()}
            ranks[suit] = list(steps)
        return Order.of(len(self.cards), ranks, chosen, variant in orders.powerless)

    def _ranks(self) -> dict[str, list[int]]:
        """The cards of each suit from the lowest rank up, equal cards as one mask."""
        ranks: dict[str, list[int]] = {}
        for card in self.cards:
            if not card.is_excuse and not card.bit & self.orders.no_suit:
                steps = ranks.setdefault(card.suit.id, [])
                steps += [0] * (card.rank - len(steps))
                steps[card.rank - 1] |= card.bit
        return ranks

    def set(self, mask: int) -> CardSet:
        """A mask as a set of cards."""
        return CardSet(self, mask)

    def halves_of(self, mask: int) -> Halves:
        """The card points of a mask, in half-points."""
        halves = 0
        for of_byte in self._worth or self._fill_worth():
            halves += of_byte[mask & 255]
            mask >>= 8
        return halves

    def _fill_worth(self) -> list[list[Halves]]:
        """Work out what each set of cards counts whose bits are in the same byte of a mask."""
        for first in range(0, len(self.cards), 8):
            worth = [0]
            for card in self.cards[first : first + 8]:
                worth += [card.halves + of_lower for of_lower in worth]
            self._worth.append(worth)
        return self._worth

    def card(self, text: str) -> Card:
        """The card that is written as ``HR``, ``HK``, ``♥R``, ``R♥`` or ``king of hearts``; for a trump also ``21`` or ``A21``.

        Raises NotationError with a suggestion.
        """
        found = self.by_code.get(text) or self.by_code.get(self._normal(text)) or self._card_named(text)
        if found is None:
            message, hint = _("{text!r} is not a card of the {title}"), self._meant(text)
            raise NotationError.of("cards.unknown", message, hint=hint, text=text, title=self.title)
        return found

    def parse(self, text: str) -> list[Card]:
        """Cards in the order written, separated by blanks or commas. Raises NotationError for unknown or doubled ones."""
        cards = [self.card(word) for word in re.split(r"[\s,]+", text.strip()) if word]
        check_named_once(cards)
        return cards

    def plain_suits(self) -> dict[str, int]:
        """The cards of each plain suit as a mask, by the id of the suit."""
        return {suit.id: self.named_by((suit.id,)) for suit in self.suits.values() if suit.kind == "plain"}

    def named(self, name: str) -> int | None:
        """The cards that a mark, a suit or a code names, as a mask; None for a name that is none of them."""
        if name in self.marks:
            return self.marks[name]
        suit = self.suits.get(name)
        if suit is not None:
            return self.mask(card for card in self.cards if card.suit is suit)
        return self.by_code[name].bit if name in self.by_code else None

    def kind_named(self, text: str) -> str | None:
        """The mark or the suit that a text names, by its id or in the language in use, as one card or several; None for any other text."""
        if text in self.marks or text in self.suits:
            return text
        marks = {mark: as_words(mark) for mark in self.marks}
        return thing_named(text, marks) or self.suit_named(text)

    def suit_named(self, text: str) -> str | None:
        """The suit that a text names, by its id or in the language in use: ``pique`` or ``piques`` for ``spades``; None for any other text."""
        return thing_named(text, {id: suit.name for id, suit in self.suits.items()})

    def typed_names(self, kinds: Iterable[str]) -> list[str]:
        """Marks and suits as they are typed in the language in use."""
        suits = self.suits
        return as_typed({kind: suits[kind].name if kind in suits else as_words(kind) for kind in kinds})

    def named_by(self, names: Iterable[str]) -> int:
        """The cards that some marks, suits and codes name together, as a mask; a name that is none of them adds nothing."""
        key = tuple(names)
        if key not in self._named:
            self._named[key] = reduce(or_, (self.named(name) or 0 for name in key), 0)
        return self._named[key]

    def mask(self, cards: Iterable[Card]) -> int:
        """The mask of some cards."""
        mask = 0
        for card in cards:
            mask |= card.bit
        return mask

    def _normal(self, text: str) -> str:
        """The code of a card that is written in another way; a text that is no code where it cannot be read."""
        word = _SELECTORS.sub("", text.strip()).upper()
        if word in self.by_code:
            return word
        for card in self.cards:
            if card.is_excuse and word == card.suit.symbol:
                return card.code
        for suit in self.suits.values():
            if suit.symbol not in ("", suit.letter) and suit.symbol in (word[:1], word[-1:]):
                word = suit.letter + word.replace(suit.symbol, "", 1)
        trumps = [suit for suit in self.suits.values() if suit.kind == "trump"]
        number = word.removeprefix("A") if all(suit.letter != "A" for suit in self.suits.values()) else word
        if len(trumps) == 1 and number.isdecimal():
            return trumps[0].letter + number  # `atout` is French for a trump
        head, tail = word[:1], word[1:]
        code = head + self.aliases.get(tail, tail)
        ace = head + _ACES.get(tail, tail)
        plain = any(suit.letter == head and suit.kind == "plain" for suit in self.suits.values())
        return ace if plain and code not in self.by_code else code

    def _card_named(self, text: str) -> Card | None:
        """The card whose name in the language in use is written."""
        return self.by_code.get(word_named(text, {card.code: card.name for card in self.cards}) or "")

    def _meant(self, text: str) -> str:
        """A hint for a text that is no card: the suit goes before the rank; or the cards of the suit that is named."""
        word = text.strip().upper()
        turned = word[-1:] + word[:-1]
        if word[-1:] and self._normal(turned) in self.by_code:
            return _("suit first: {turned}").format(turned=turned)
        for suit in self.suits.values():
            if word[:1] == suit.letter and suit.kind == "plain":
                codes = " ".join(card.code for card in self.cards if card.suit is suit)
                return _("cards of the suit {suit}: {codes}").format(suit=suit.name, codes=codes)
        return suggest(text, self.by_code, _("cards"))


_ACES = {"1": "A", "A": "1"}
"""The two ways of writing the rank of an ace; a pack that has one of them in a plain suit is read by the other as well."""

_SELECTORS = re.compile("[\ufe0e\ufe0f]")
"""Signs that ask for a symbol as text or as a picture."""


@displayed
class CardSet(Set["Card"]):
    """An immutable set of cards; iterates in the order of the deck."""

    __slots__ = ("deck", "mask")

    def __init__(self, deck: Deck, mask: int = 0) -> None:
        self.deck: Deck = deck
        self.mask: int = mask

    def __iter__(self) -> Iterator[Card]:
        cards, mask = self.deck.cards, self.mask
        while mask:
            low = mask & -mask
            yield cards[low.bit_length() - 1]
            mask ^= low

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __contains__(self, card: object) -> bool:
        return bool(self.mask & getattr(card, "bit", 0))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, CardSet):
            return self.mask == other.mask and self.deck.id == other.deck.id
        return super().__eq__(other)

    def __hash__(self) -> int:
        return hash((self.deck.id, self.mask))

    def _from_iterable(self, cards: object) -> CardSet:  # type: ignore[override]
        return CardSet(self.deck, self.deck.mask(cards))  # type: ignore[arg-type]

    def __repr__(self) -> str:
        return f"CardSet({self})"

    def __str__(self) -> str:
        return " ".join(card.code for card in self) or "–"


def check_named_once(cards: Sequence[Card]) -> None:
    """Raises NotationError for a card that is named twice."""
    for i, card in enumerate(cards):
        if card in cards[:i]:
            message, hint = _("the {name} ({code}) is named twice"), _("name each card once")
            raise NotationError.of("cards.twice", message, hint=hint, name=card.name, code=card.code)


class InOrder(tuple[Card, ...]):
    """Cards in the order in which they lie, which they keep where they are shown."""


def laid_out(cards: Iterable[Card]) -> list[list[Card]]:
    """A hand as people hold it: the Excuse and the trumps, then suit by suit, high cards first."""
    if isinstance(cards, InOrder):
        return [[*cards]] if cards else []
    groups: dict[str, list[Card]] = {}
    for card in cards:
        groups.setdefault("trumps" if card.suit.kind != "plain" else card.suit.id, []).append(card)
    ordered = ([groups.pop("trumps")] if "trumps" in groups else []) + list(groups.values())
    return [sorted(group, key=lambda card: (not card.is_excuse, -card.rank)) for group in ordered]


def cards_for_prompts(deck: Deck, *, court: bool = False) -> list[str]:
    """The codes of a few cards of a pack as examples of what to type: one of a plain suit, the highest number or, for ``court``, the
    highest of all, then the trump with the highest number and the Excuse; of a pack without trumps the highest card."""
    plain = [suit for suit in deck.suits.values() if suit.kind == "plain"]
    of_suit = [card for card in deck.cards if plain and card.suit == plain[min(1, len(plain) - 1)]]
    highest = max(of_suit, key=lambda card: card.rank, default=None)
    number = max(
        (card for card in of_suit if card.figure.isdecimal()), key=lambda card: int(card.figure), default=highest
    )
    trumps = [card for card in deck.cards if card.is_trump and card.figure.isdecimal()]
    trump = max(trumps, key=lambda card: int(card.figure), default=highest)
    excuse = next((card for card in deck.cards if card.is_excuse), None)
    chosen = (highest if court else number, trump, excuse)
    return list(dict.fromkeys(card.code for card in chosen if card))


def hand_for_prompts(deck: Deck) -> str:
    """A few cards of a pack as an example of a hand to type: ``HR H10 T21 EX``."""
    return " ".join(dict.fromkeys((*cards_for_prompts(deck, court=True)[:1], *cards_for_prompts(deck))))
