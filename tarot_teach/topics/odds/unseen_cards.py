"""The cards that nobody, or the holder of one hand, has seen in a deal, and the odds of what they hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from tarot_teach.cards import Deck
from tarot_teach.engine import Engine
from tarot_teach.errors import NotationError, suggest
from tarot_teach.loading.bind import names_in
from tarot_teach.mechanisms.asking import SetsApartHighestTrumps
from tarot_teach.mechanisms.call import CallCourtCard
from tarot_teach.mechanisms.declare import ShownHandful
from tarot_teach.mechanisms.void import LoneCard, TooFew
from tarot_teach.messages import _, ngettext
from tarot_teach.topics.odds.exact import hands_with, holds, largest_share, lone, longest, suits_with

_COUNT = re.compile(r"([\w\s-]+)=(\d{1,3})")


@dataclass(frozen=True, slots=True)
class UnseenCards:
    """Unseen cards of a deal, all ways of dealing which are equally likely.

    Of ``cards`` unseen cards, ``hands`` hands have ``size`` each, ``talon`` lie in the talon, and ``aside`` are not
    dealt. ``taker`` is the size of the hand that has taken the whole talon, 0 where none does. ``held`` is the mask of
    the known hand. Where only numbers of its cards are known, ``counts`` has them by the names of suits or marks, and
    ``held`` is 0.
    """

    deck: Deck
    players: int
    cards: int
    hands: int
    size: int
    talon: int
    aside: int
    taker: int = 0
    held: int = 0
    counts: Mapping[str, int] = field(default_factory=dict)

    @property
    def hand_known(self) -> bool:
        """True where one hand is known, and the odds are about the others."""
        return self.hands < self.players

    def out(self, mask: int) -> int:
        """Number of unseen cards of a mask."""
        return (mask & ~self.held).bit_count()


def before_looking(engine: Engine, players: int | None = None) -> UnseenCards:
    """A deal of which no card is known, for some number of players: by default 4 or the least that play.

    Raises LoadError for a number that the ruleset is not for.
    """
    number = len(engine.seats(players))
    deck, deals = engine.ruleset.deck, engine.index.deals
    size, talon = deals.hand_size(number), deals.talon_size(number)
    pack = len(deck.cards)
    aside, taker = pack - number * size - talon, engine.index.hand_with_talon(number)
    return UnseenCards(deck, number, pack, number, size, talon, aside, taker)


def knowing_hand(engine: Engine, held: str, players: int | None = None) -> UnseenCards:
    """A deal of which one hand is known, by its cards (``T21 T5 EX …``, as dealt or with the talon) or by numbers of suits and
    marks (``trumps=7 king=1``).

    Raises NotationError for impossible cards or numbers, LoadError for a number of players that the ruleset is not for.
    """
    whole = before_looking(engine, players)
    if "=" in held:
        return _without_hand(whole, whole.size, counts=_counts(whole, held))
    cards = whole.deck.parse(held)
    if len(cards) not in (whole.size, whole.taker or whole.size):
        message = ngettext(
            "{number} card is given; a hand has {size} cards in {name} for {players} players",
            "{number} cards are given; a hand has {size} cards in {name} for {players} players",
            len(cards),
        )
        if whole.taker:
            message = ngettext(
                "{number} card is given; a hand has {size} cards in {name} for {players} players, and {most} with the talon",
                "{number} cards are given; a hand has {size} cards in {name} for {players} players, and {most} with the talon",
                len(cards),
            )
        name, players = engine.ruleset.name, whole.players
        numbers = {"number": len(cards), "size": whole.size, "players": players, "most": whole.taker}
        hint = _("give all its cards, or only numbers: {numbers}").format(numbers=_example(whole.deck))
        raise NotationError.of("odds.holding", message, None, hint, name=name, **numbers)
    return _without_hand(whole, len(cards), held=whole.deck.mask(cards))


def _without_hand(whole: UnseenCards, known: int, **of_hand: Any) -> UnseenCards:
    """The unseen cards where one hand of ``known`` cards is known; more than are dealt include the talon."""
    talon = 0 if known > whole.size else whole.talon
    return replace(whole, cards=whole.cards - known, hands=whole.hands - 1, talon=talon, **of_hand)


def _counts(whole: UnseenCards, held: str) -> dict[str, int]:
    """Numbers of suits and marks by their ids, as typed by ids or names. Raises NotationError for those that no hand has."""
    found: dict[str, int] = {}
    for word in re.split(r"(?<=\d)[\s,]+|,", held.strip()):
        match = _COUNT.fullmatch(word)
        if match is None:
            hint = _("write numbers like {numbers}, or give all the cards").format(numbers=_example(whole.deck))
            raise _impossible(_("{word!r} is not a name with a number"), hint, word=word)
        name, number = match[1], int(match[2])
        kind = whole.deck.kind_named(name)
        if kind is None:
            known = whole.deck.typed_names([*whole.deck.suits, *whole.deck.marks])
            message = _("{name!r} is no suit and no mark of the {title}")
            raise _impossible(message, suggest(name, known, _("suits and marks")), name=name, title=whole.deck.title)
        if kind in found:
            raise _impossible(_("{name} is given twice"), _("give each name once"), name=name)
        cards = whole.deck.named_by((kind,)).bit_count()
        most, least = min(cards, whole.size), max(0, whole.size - (whole.cards - cards))
        if not least <= number <= most:
            hint = _("it has {least} to {most}").format(least=least, most=most)
            raise _impossible(_("a hand cannot have {number} of {name}"), hint, number=number, name=name)
        for other in found.items():
            _check_together(whole, other, (kind, number))
        found[kind] = number
    suits = sum(number for name, number in found.items() if name in whole.deck.suits)
    if suits > whole.size:
        hint = _("a hand has {size}, and a card one suit").format(size=whole.size)
        raise _impossible(_("{suits} cards are given"), hint, suits=suits)
    return found


def _example(deck: Deck) -> str:
    """Numbers of two suits of a pack, as they are typed: ``trumps=3 spades=0``."""
    first, *_more, last = deck.typed_names(suit.id for suit in deck.suits.values() if suit.kind != "excuse")
    return f"{last}=3 {first}=0"


def _check_together(whole: UnseenCards, one: tuple[str, int], two: tuple[str, int]) -> None:
    """Raise NotationError for numbers of two sets of cards that no hand has together, such as 3 kings and 2 court cards."""
    first, second = (whole.deck.named_by((kind,)) for kind, _number in (one, two))
    name_one, name_two = whole.deck.typed_names((one[0], two[0]))
    one, two = (name_one, one[1]), (name_two, two[1])
    for (name, number), (other, others), only in ((one, two, first & ~second), (two, one, second & ~first)):
        least = number - only.bit_count()
        if others < least:
            hint = _("it has at least {number}").format(number=least)
            message = _("a hand with {number} of {name} cannot have {others} of {other}")
            raise _impossible(message, hint, number=number, name=name, others=others, other=other)
    (name, number), (other, others) = one, two
    if number + others > whole.size + min(number, others, (first & second).bit_count()):
        hint = _("a hand has {size} cards").format(size=whole.size)
        message = _("a hand cannot have both {number} of {name} and {others} of {other}")
        raise _impossible(message, hint, number=number, name=name, others=others, other=other)


def _impossible(message: str, hint: str | None, **values: object) -> NotationError:
    return NotationError.of("odds.count", message, None, hint, **values)


ABOUT = ("trumps", "suits", "honours", "talon", "handfuls", "void", "call")
KING = "king"
"""The mark that has odds of its own in every game whose pack has it."""


def marks_counted(engine: Engine) -> list[str]:
    """The marks that have odds of their own: those that the count counts one by one, where another rule names them too, and kings."""
    named = {mark for rule in engine.index.mechanisms.values() for mark in rule.marks}
    for rule in engine.ruleset.rules.values():
        named |= {name for kind, name, *_at in names_in(type(rule.params), rule.params.model_dump()) if kind == "card"}
    counted = [rule.mark for rule in engine.index.counting if rule.mark in named]
    return [*counted, *([KING] if KING in engine.ruleset.deck.marks else [])]


@dataclass(frozen=True, slots=True)
class Odds:
    """A distribution: the chance of each answer to a question.

    ``kind`` is what is counted: ``count`` (cards of ``of``, names of suits and marks, of which ``out`` are unseen), ``most``
    (the same in the hand that has most of them), ``longest`` (cards of the longest suit), ``voids`` and ``singletons`` (suits),
    ``card`` (the place of one card), ``handful`` (by level: at least so many trumps), ``alone`` and ``few`` (hands that may void
    the deal), ``called`` (the place of the called card). ``where`` is the place: ``hand``, ``talon``, ``aside``, ``taker`` (a
    hand with the talon), or ``deal`` (all hands), with ``size`` cards in each.

    ``chances`` gives the probability of each answer, from 0 to 1; they add up to 1 if ``whole``, where exactly one answer is
    right. ``rule`` is the id of the rule that the question is about; of a ``count`` or ``most`` with a rule, the cards are the
    highest trumps that it sets apart, where the suits of ``of`` are trumps, or any where it is empty.
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


def odds_of(engine: Engine, unseen: UnseenCards) -> list[Odds]:
    """All distributions of unseen cards, in the order of :data:`ABOUT`, without those of one certain answer."""
    distributions = _counted(unseen) if unseen.counts else _all(engine, unseen)
    if engine.index.deals_anew is not None:  # the stock becomes hands, which nobody has together with another
        distributions = (odds for odds in distributions if odds.where not in ("talon", "aside"))
    open_ = [odds for odds in distributions if len(odds.chances) > 1 or not odds.whole]
    return sorted(open_, key=lambda odds: ABOUT.index(odds.about))


def _all(engine: Engine, unseen: UnseenCards) -> Iterator[Odds]:
    deck = unseen.deck
    trumps = tuple(suit.id for suit in deck.suits.values() if suit.kind == "trump")
    excuse = tuple(suit.id for suit in deck.suits.values() if suit.kind == "excuse")
    if trumps:
        yield from _everywhere(unseen, "trumps", trumps, unseen.out(deck.trumps))
    if trumps and unseen.out(deck.excuse):
        yield _count(unseen, "trumps", (*trumps, *excuse), unseen.out(deck.trumps | deck.excuse), "hand")
    yield from _highest_trumps(engine, unseen)
    yield from _suits(unseen)
    for mark in marks_counted(engine):
        if unseen.out(deck.marks[mark]):
            yield from _everywhere(unseen, "honours", (mark,), unseen.out(deck.marks[mark]))
    places = {"hand": unseen.size, "talon": unseen.talon, "aside": unseen.aside}
    chances = {place: Fraction(size, unseen.cards) for place, size in places.items() if size}
    yield Odds("honours", "card", "deal", unseen.size, chances, whole=False)
    yield from _of_rules(engine, unseen)


def _highest_trumps(engine: Engine, unseen: UnseenCards) -> Iterator[Odds]:
    """Odds of the highest trumps that a rule sets apart. Where suits that may become trumps leave different numbers of them
    unseen, ``of`` are the suits with the same number."""
    orders = [order for order in engine.index.orders() if order.trumps]
    rules = {rule.highest_trumps: rule.rule for rule in reversed(engine.index.all(SetsApartHighestTrumps))}
    for number, rule in rules.items():
        suits: dict[int, list[str]] = {}
        for order in orders:
            named = [suit for suit, cards in order.suits.items() if cards & order.trumps]
            suits.setdefault(unseen.out(order.highest_trumps(number)), []).extend(named)
        for out, named in sorted(suits.items(), reverse=True):
            of = tuple(named) if len(suits) > 1 else ()
            yield from (replace(odds, rule=rule) for odds in _everywhere(unseen, "trumps", of, out) if out)


def _counted(unseen: UnseenCards) -> Iterator[Odds]:
    """Distributions of the suits and marks of which a hand's number is known."""
    for name, held in unseen.counts.items():
        mask = unseen.deck.named(name) or 0
        suit = unseen.deck.suits.get(name)
        about = "honours" if suit is None or suit.kind == "excuse" else "trumps" if suit.kind == "trump" else "suits"
        yield from _everywhere(unseen, about, (name,), mask.bit_count() - held)


def _count(unseen: UnseenCards, about: str, of: tuple[str, ...], out: int, where: str) -> Odds:
    sizes = {"talon": unseen.talon, "aside": unseen.aside, "taker": unseen.taker}
    size = sizes.get(where, unseen.size)
    return Odds(about, "count", where, size, holds(unseen.cards, size, out), of, out)


def _everywhere(unseen: UnseenCards, about: str, of: tuple[str, ...], out: int) -> Iterator[Odds]:
    """Odds of some cards in one hand, with the talon, in the hand that has most, in the talon, and among cards set aside."""
    yield _count(unseen, about, of, out, "hand")
    if unseen.taker and not unseen.hand_known:
        yield _count(unseen, about, of, out, "taker")
    if unseen.hands > 1:
        most = largest_share(out, unseen.hands, unseen.size, unseen.talon + unseen.aside)
        yield Odds(about, "most", "deal", unseen.size, most, of, out)
    yield from _apart(unseen, of, out)


def _apart(unseen: UnseenCards, of: tuple[str, ...], out: int) -> Iterator[Odds]:
    """Odds of some cards in the talon, and among the cards set aside."""
    for place, size in (("talon", unseen.talon), ("aside", unseen.aside)):
        if size:
            yield _count(unseen, "talon", of, out, place)


def _suits(unseen: UnseenCards) -> Iterator[Odds]:
    suits = unseen.deck.plain_suits()
    outs = {id: unseen.out(mask) for id, mask in suits.items()}
    for out in sorted(set(outs.values()), reverse=True):
        alike = tuple(id for id, number in outs.items() if number == out)
        if out and unseen.hand_known:
            yield from _everywhere(unseen, "suits", alike, out)
        elif out:
            yield _count(unseen, "suits", alike, out, "hand")
            yield from _apart(unseen, alike, out)
    lengths = list(outs.values())
    others = unseen.cards - sum(lengths)
    yield Odds("suits", "longest", "hand", unseen.size, longest(lengths, others, unseen.size), tuple(suits))
    for number, kind in enumerate(("voids", "singletons")):
        yield Odds("suits", kind, "hand", unseen.size, suits_with(lengths, others, unseen.size, number), tuple(suits))


def _of_rules(engine: Engine, unseen: UnseenCards) -> Iterator[Odds]:
    for handful in engine.index.all(ShownHandful):
        yield from _handful(unseen, handful)
    for alone in engine.index.all(LoneCard):
        if not alone.lone & unseen.held:
            chance = lone(unseen.cards, unseen.size, unseen.out(alone.others))
            card = (unseen.deck.cards[alone.lone.bit_length() - 1].code,)
            chances = {"hand": chance, "deal": unseen.hands * chance}  # no two hands hold the card
            yield Odds("void", "alone", "deal", unseen.size, chances, card, whole=False, rule=alone.rule)
    for few in engine.index.all(TooFew):
        least = few.fewer_than
        out = unseen.out(few.counted)
        hand = _at_most(holds(unseen.cards, unseen.size, out), least - 1)
        chances = {"hand": hand, "deal": 1 - _hands(unseen, out, least.__gt__)[0]}
        yield Odds("void", "few", "deal", unseen.size, chances, (str(least),), out, whole=False, rule=few.rule)
    for calls in engine.index.all(CallCourtCard):
        if not calls.after_discard and unseen.talon:
            # where the card lies that a caller without it has called, before the talon is turned
            talon = Fraction(unseen.talon, unseen.cards - (0 if unseen.hand_known else unseen.size))
            yield Odds("call", "called", "deal", unseen.size, {"talon": talon, "partner": 1 - talon}, rule=calls.rule)


def _handful(unseen: UnseenCards, handful: ShownHandful) -> Iterator[Odds]:
    """Odds of enough trumps (with the Excuse) for each level: in one hand, with the talon, and in some hand."""
    out = unseen.out(unseen.deck.trumps | unseen.deck.excuse)
    levels = handful.levels
    of = tuple(f"{level}={number}" for level, number in levels.items())
    places = {"hand": unseen.size, "taker": 0 if unseen.hand_known else unseen.taker}
    for where, size in places.items():
        if size:
            inside = holds(unseen.cards, size, out)
            chances = {level: 1 - _at_most(inside, number - 1) for level, number in levels.items()}
            yield Odds("handfuls", "handful", where, size, chances, of, out, False, handful.rule)
    some = {level: 1 - _hands(unseen, out, number.__le__)[0] for level, number in levels.items()}
    yield Odds("handfuls", "handful", "deal", unseen.size, some, of, out, False, handful.rule)


def _hands(unseen: UnseenCards, out: int, fits: Callable[[int], bool]) -> dict[int, Fraction]:
    return hands_with(out, unseen.hands, unseen.size, unseen.talon + unseen.aside, fits)


def _at_most(chances: Mapping[int, Fraction], number: int) -> Fraction:
    return sum((chance for held, chance in chances.items() if held <= number), Fraction(0))
