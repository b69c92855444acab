"""The cards that a player has not seen, and the places where they may lie."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from tarot_teach.cards import Deck
from tarot_teach.engine import Engine
from tarot_teach.errors import NotationError, suggest
from tarot_teach.language import _
from tarot_teach.text import count_of

_COUNT = re.compile(r"([\w-]+)=(\d{1,3})")


@dataclass(frozen=True, slots=True)
class Hidden:
    """Unseen cards of a deal, every way of dealing which is as likely: ``cards`` in all, of which ``hands`` hands have ``size`` each;
    ``talon`` lie in the talon, and ``aside`` are not used in the deal.

    ``held`` is the mask of the cards seen. Where only numbers are known of a hand, ``counts`` has them by the names of suits or
    marks, and ``held`` is 0.
    """

    deck: Deck
    players: int
    cards: int
    hands: int
    size: int
    talon: int
    aside: int
    held: int = 0
    counts: Mapping[str, int] = field(default_factory=dict)

    @property
    def own(self) -> bool:
        """Whether somebody has looked at a hand, and the others are asked about."""
        return self.hands < self.players

    def out(self, mask: int) -> int:
        """How many cards of a mask have not been seen."""
        return (mask & ~self.held).bit_count()


def unseen(engine: Engine, players: int | None = None) -> Hidden:
    """A deal at which nobody has looked. ``players`` is a number that the ruleset is for, by default 4 or the least.

    Raises LoadError for another number.
    """
    number = len(engine.seats(players))
    deck, deals = engine.ruleset.deck, engine.index.deals
    size, talon = deals.hand_size(number), deals.talon_size()
    pack = len(deck.cards)
    return Hidden(deck, number, pack, number, size, talon, pack - number * size - talon)


def holding(engine: Engine, held: str, players: int | None = None) -> Hidden:
    """A deal in which one hand is known: its cards, ``T21 T5 EX …``, as dealt or with the talon; or how many it has of suits and
    marks, ``trumps=7 king=1``, when only they are asked about.

    Raises NotationError for cards and numbers that cannot be, LoadError for a number of players that the ruleset is not for.
    """
    whole = unseen(engine, players)
    if "=" in held:
        return _after(whole, whole.size, counts=_counts(whole, held))
    cards = whole.deck.parse(held)
    if len(cards) not in (whole.size, whole.size + whole.talon):
        sizes = _("a hand has {size} cards in {name} for {players} players").format(
            size=whole.size, name=engine.ruleset.name, players=whole.players
        )
        with_talon = _(", and {number} with the talon").format(number=whole.size + whole.talon) if whole.talon else ""
        hint = _("give all its cards, or only numbers: trumps=7 hearts=0")
        given = count_of(len(cards), _("card is"), _("cards are"))
        raise NotationError.of(
            "odds.holding",
            _("{given} given; {sizes}{with_talon}").format(given=given, sizes=sizes, with_talon=with_talon),
            hint=hint,
        )
    return _after(whole, len(cards), held=whole.deck.mask(cards))


def _after(whole: Hidden, known: int, held: int = 0, counts: Mapping[str, int] | None = None) -> Hidden:
    """What is left to be seen when one hand is known, which may have taken the talon."""
    talon = 0 if known > whole.size else whole.talon
    return Hidden(
        whole.deck,
        whole.players,
        whole.cards - known,
        whole.hands - 1,
        whole.size,
        talon,
        whole.aside,
        held,
        counts or {},
    )


def _counts(whole: Hidden, held: str) -> dict[str, int]:
    found: dict[str, int] = {}
    suits = 0
    for word in re.split(r"[\s,]+", held.strip()):
        match = _COUNT.fullmatch(word)
        if match is None:
            hint = _("write numbers like trumps=7 hearts=0, or give all the cards")
            raise NotationError.of("odds.count", _("{word!r} is not a name with a number").format(word=word), hint=hint)
        name, number = match[1], int(match[2])
        mask = whole.deck.named(name)
        if mask is None:
            known = [*whole.deck.suits, *whole.deck.marks]
            message = _("{name!r} is no suit and no mark of the {title}").format(name=name, title=whole.deck.title)
            raise NotationError.of("odds.count", message, hint=suggest(name, known, _("suits and marks")))
        if name in found:
            raise NotationError.of(
                "odds.count", _("{name} is given twice").format(name=name), hint=_("give each name once")
            )
        most = min(mask.bit_count(), whole.size)
        least = max(0, whole.size - (whole.cards - mask.bit_count()))
        if not least <= number <= most:
            raise NotationError.of(
                "odds.count",
                _("a hand cannot have {number} of {name}").format(number=number, name=name),
                hint=_("it has {least} to {most}").format(least=least, most=most),
            )
        for other, others in found.items():
            _check_together(whole, (other, others), (name, number))
        found[name] = number
        suits += number if name in whole.deck.suits else 0
    if suits > whole.size:
        raise NotationError.of(
            "odds.count",
            _("{suits} cards are given").format(suits=suits),
            hint=_("a hand has {size}, and a card one suit").format(size=whole.size),
        )
    return found


def _check_together(whole: Hidden, one: tuple[str, int], two: tuple[str, int]) -> None:
    """Raises NotationError for numbers of two sets of cards that no hand has together, such as 3 honours and 1 trump."""
    first, second = (whole.deck.named(name) or 0 for name, _number in (one, two))
    for (name, number), (other, others), alone in ((one, two, first & ~second), (two, one, second & ~first)):
        if others < number - alone.bit_count():
            hint = _("it has at least {number}").format(number=number - alone.bit_count())
            raise NotationError.of(
                "odds.count",
                _("a hand with {number} of {name} cannot have {others} of {other}").format(
                    number=number, name=name, others=others, other=other
                ),
                hint=hint,
            )
    most = whole.size + min(one[1], two[1], (first & second).bit_count())
    if one[1] + two[1] > most:
        message = _("a hand cannot have both {one} of {one_2} and {two} of {two_2}").format(
            one=one[1], one_2=one[0], two=two[1], two_2=two[0]
        )
        raise NotationError.of("odds.count", message, hint=_("a hand has {size} cards").format(size=whole.size))
