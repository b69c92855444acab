"""The cards that a player has not seen, and the places where they may lie."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from tarot_teach.cards import Deck
from tarot_teach.engine import Engine
from tarot_teach.errors import NotationError, suggest
from tarot_teach.language import _
from tarot_teach.mechanisms.call.call_court_card import CallCourtCard
from tarot_teach.mechanisms.declare.handful import ShownHandful
from tarot_teach.mechanisms.void.lone_card import LoneCard
from tarot_teach.mechanisms.void.too_few import TooFew
from tarot_teach.text import count_of
from tarot_teach.topics.odds.exact import hands_with, holds, largest_share, lone, longest, suits_with

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


ABOUT = ("trumps", "suits", "honours", "talon", "handfuls", "void", "call")
_MARKS = ("honour", "king")  # marks that are asked about, where the pack has them


@dataclass(frozen=True, slots=True)
class Odds:
    """One question with its answers.

    ``kind`` is what is counted: ``count`` (cards of ``of``: names of suits and marks, of which ``out`` have not been seen), ``most`` (how
    many of them the hand has that has most), ``longest`` (cards of the longest suit), ``voids`` and ``singletons`` (suits), ``card``
    (where one card lies), ``handful`` (by level: at least so many), ``alone`` and ``few`` (hands that may void the deal), ``called``
    (where the called card lies). ``where`` is the place looked at: ``hand``, ``talon``, ``aside``, ``taker`` (a hand with the talon), or
    ``deal`` (all hands), with ``size`` cards in each.

    ``chances`` goes from each answer to its probability, from 0 to 1. With ``whole`` exactly one answer comes true, and they add
    up to 1. ``rule`` is the rule asked about.
    """

    about: str
    kind: str
    where: str
    size: int
    chances: Mapping[int, Fraction] | Mapping[str, Fraction]
    of: tuple[str, ...] = ()
    out: int = 0
    whole: bool = True
    rule: str = ""


def odds_of(engine: Engine, hidden: Hidden) -> list[Odds]:
    """Everything that can be told of unseen cards, in the order of :data:`ABOUT`. A question with one answer only is left out."""
    found = list(_counted(hidden) if hidden.counts else _asked(engine, hidden))
    found = [odds for odds in found if len(odds.chances) > 1 or not odds.whole]
    return sorted(found, key=lambda odds: ABOUT.index(odds.about))


def _asked(engine: Engine, hidden: Hidden) -> Iterator[Odds]:
    deck = hidden.deck
    trumps = tuple(suit.id for suit in deck.suits.values() if suit.kind == "trump")
    excuse = tuple(suit.id for suit in deck.suits.values() if suit.kind == "excuse")
    if trumps:
        yield from _everywhere(hidden, "trumps", trumps, hidden.out(deck.trumps))
    if trumps and hidden.out(deck.excuse):
        yield _count(hidden, "trumps", (*trumps, *excuse), hidden.out(deck.trumps | deck.excuse), "hand")
    yield from _suits(hidden)
    for mark in _MARKS:
        if mark in deck.marks and hidden.out(deck.marks[mark]):
            yield from _everywhere(hidden, "honours", (mark,), hidden.out(deck.marks[mark]))
    places = {"hand": hidden.size, "talon": hidden.talon, "aside": hidden.aside}
    chances = {place: Fraction(size, hidden.cards) for place, size in places.items() if size}
    yield Odds("honours", "card", "deal", hidden.size, chances, whole=False)
    yield from _of_rules(engine, hidden)


def _counted(hidden: Hidden) -> Iterator[Odds]:
    """Where only numbers are known of the hand that is held."""
    for name, held in hidden.counts.items():
        mask = hidden.deck.named(name) or 0
        suit = hidden.deck.suits.get(name)
        about = "honours" if suit is None or suit.kind == "excuse" else "trumps" if suit.kind == "trump" else "suits"
        yield from _everywhere(hidden, about, (name,), mask.bit_count() - held)


def _count(hidden: Hidden, about: str, of: tuple[str, ...], out: int, where: str) -> Odds:
    sizes = {
        "hand": hidden.size,
        "talon": hidden.talon,
        "aside": hidden.aside,
        "taker": hidden.size + hidden.talon,
    }
    return Odds(about, "count", where, sizes[where], holds(hidden.cards, sizes[where], out), of, out)


def _everywhere(hidden: Hidden, about: str, of: tuple[str, ...], out: int) -> Iterator[Odds]:
    """Some cards in one hand, in the hand that has most of them, with the talon, in the talon, and among the cards set aside."""
    yield _count(hidden, about, of, out, "hand")
    if hidden.talon and not hidden.own:
        yield _count(hidden, about, of, out, "taker")
    if hidden.hands > 1:
        most = largest_share(out, hidden.hands, hidden.size, hidden.talon + hidden.aside)
        yield Odds(about, "most", "deal", hidden.size, most, of, out)
    yield from _apart(hidden, of, out)


def _apart(hidden: Hidden, of: tuple[str, ...], out: int) -> Iterator[Odds]:
    """Some cards in the talon, and among the cards set aside."""
    for place, size in (("talon", hidden.talon), ("aside", hidden.aside)):
        if size:
            yield _count(hidden, "talon", of, out, place)


def _suits(hidden: Hidden) -> Iterator[Odds]:
    suits = {suit.id: hidden.deck.named(suit.id) or 0 for suit in hidden.deck.suits.values() if suit.kind == "plain"}
    outs = {id: hidden.out(mask) for id, mask in suits.items()}
    for out in sorted(set(outs.values()), reverse=True):
        alike = tuple(id for id, number in outs.items() if number == out)
        if out and hidden.own:
            yield from _everywhere(hidden, "suits", alike, out)
        elif out:
            yield _count(hidden, "suits", alike, out, "hand")
            yield from _apart(hidden, alike, out)
    lengths = list(outs.values())
    others = hidden.cards - sum(lengths)
    told = {
        "longest": longest(lengths, others, hidden.size),
        "voids": suits_with(lengths, others, hidden.size, 0),
        "singletons": suits_with(lengths, others, hidden.size, 1),
    }
    for kind, chances in told.items():
        yield Odds("suits", kind, "hand", hidden.size, chances, tuple(suits))


def _of_rules(engine: Engine, hidden: Hidden) -> Iterator[Odds]:
    for handful in engine.index.all(ShownHandful):
        yield from _handful(hidden, handful)
    for alone in engine.index.all(LoneCard):
        if not alone.lone & hidden.held:
            chance = lone(hidden.cards, hidden.size, hidden.out(alone.others))
            card = (hidden.deck.cards[alone.lone.bit_length() - 1].code,)
            chances = {"hand": chance, "deal": hidden.hands * chance}  # no two hands hold the card
            yield Odds("void", "alone", "deal", hidden.size, chances, card, whole=False, rule=alone.rule)
    for few in engine.index.all(TooFew):
        least = few.params.fewer_than
        out = hidden.out(few.counted)
        hand = _at_most(holds(hidden.cards, hidden.size, out), least - 1)
        chances = {"hand": hand, "deal": 1 - _hands(hidden, out, least.__gt__)[0]}
        yield Odds("void", "few", "deal", hidden.size, chances, (str(least),), out, whole=False, rule=few.rule)
    for calls in engine.index.all(CallCourtCard):
        if not calls.after_discard and hidden.talon:
            yield _called(hidden, calls)


def _handful(hidden: Hidden, handful: ShownHandful) -> Iterator[Odds]:
    """At least so many trumps, the Excuse among them, by level: in one hand, in some hand, in a hand with the talon."""
    out = hidden.out(hidden.deck.trumps | hidden.deck.excuse)
    levels = handful.params.levels
    of = tuple(f"{level}={number}" for level, number in levels.items())
    places = {"hand": hidden.size} | ({} if hidden.own else {"taker": hidden.size + hidden.talon})
    for where, size in places.items():
        if where == "hand" or hidden.talon:
            inside = holds(hidden.cards, size, out)
            chances = {level: 1 - _at_most(inside, number - 1) for level, number in levels.items()}
            yield Odds("handfuls", "handful", where, size, chances, of, out, False, handful.rule)
    some = {level: 1 - _hands(hidden, out, number.__le__)[0] for level, number in levels.items()}
    yield Odds("handfuls", "handful", "deal", hidden.size, some, of, out, False, handful.rule)


def _called(hidden: Hidden, calls: CallCourtCard) -> Odds:
    """Where a called card lies that the caller does not hold, told before the talon is turned."""
    left = hidden.cards - (0 if hidden.own else hidden.size)
    talon = Fraction(hidden.talon, left)
    return Odds("call", "called", "deal", hidden.size, {"talon": talon, "partner": 1 - talon}, rule=calls.rule)


def _hands(hidden: Hidden, out: int, fits: Callable[[int], bool]) -> dict[int, Fraction]:
    return hands_with(out, hidden.hands, hidden.size, hidden.talon + hidden.aside, fits)


def _at_most(chances: Mapping[int, Fraction], number: int) -> Fraction:
    return sum((chance for held, chance in chances.items() if held <= number), Fraction(0))
