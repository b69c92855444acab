"""Odds in words, with a plot of each distribution."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from math import floor, log10
from typing import Any

from tarot_teach.blocks import Block, HandDiagram, HandRow, Heading, Paragraph, Plot, PlotRow
from tarot_teach.engine import Engine
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.errors import NotationError
from tarot_teach.mechanisms.asking import SetsApartHighestTrumps
from tarot_teach.messages import N_, _, as_words, ngettext, number_text, number_word, percent_text
from tarot_teach.plain_data import attributes
from tarot_teach.rules import Ruleset
from tarot_teach.text import Text, say
from tarot_teach.topics.odds.unseen_cards import ABOUT, Odds, UnseenCards, marks_counted, odds_of

_TITLES = {
    "trumps": N_("Trumps"),
    "suits": N_("Suits"),
    "honours": N_("{counted:plural} and kings"),
    "talon": N_("What nobody is dealt"),
    "handfuls": N_("{handful:plural}"),
    "void": N_("Void deals"),
    "call": N_("The called card"),
}
_RARE = Fraction(1, 20_000)  # rarer numbers at both ends of a distribution share a line


def describe_odds(engine: Engine, unseen: UnseenCards, about: Collection[str] = ()) -> list[Block]:
    """The page of odds of a ruleset, or of what a known hand leaves open; with ``about``, only some subjects of
    :data:`tarot_teach.topics.odds.unseen_cards.ABOUT`, without a title, and of a single subject without a heading.

    Raises NotationError where there are no such odds.
    """
    return list(OddsWording(engine, unseen).blocks(odds_about(engine, unseen, about), about))


def odds_about(engine: Engine, unseen: UnseenCards, about: Collection[str] = ()) -> list[Odds]:
    """The odds about some subjects, or all. Raises NotationError for a subject without odds."""
    distributions = odds_of(engine, unseen)
    if not distributions:
        raise NotationError.of("odds.nothing", _("nothing is left open by this hand"), hint=_("ask about other cards"))
    known = [subject for subject in ABOUT if any(odds.about == subject for odds in distributions)]
    for subject in about:
        if subject not in known:
            hint = _("there are some about {known}").format(known=", ".join(known))
            message = _("there are no odds about {subject!r} here, in {name}")
            raise NotationError.of("odds.about", message, None, hint, subject=subject, name=engine.ruleset.name)
    return [odds for odds in distributions if not about or odds.about in about]


def odds_title(engine: Engine, unseen: UnseenCards, odds: Odds) -> str:
    """The title of a distribution."""
    return str(OddsWording(engine, unseen).title(odds))


class OddsWording:
    """Odds of unseen cards in the words of a ruleset."""

    def __init__(self, engine: Engine, unseen: UnseenCards) -> None:
        self.engine: Engine = engine
        self.ruleset: Ruleset = engine.ruleset
        self.index: RuleIndex = engine.index
        self.unseen: UnseenCards = unseen

    def blocks(self, distributions: list[Odds], about: Collection[str]) -> Iterator[Block]:
        anchor = f"odds-{self.ruleset.name}{'-held' * self.unseen.hand_known}"
        title = _("What is left to be seen: {title}") if self.unseen.hand_known else _("What hands are like: {title}")
        if not about:
            yield Heading(1, say(title, title=self.ruleset.title), anchor)
        yield from self._opening()
        subject = ""
        for odds in distributions:
            if odds.about != subject and len(set(about)) != 1:
                yield Heading(2, self._heading(odds.about), f"{anchor}-{odds.about}")
            subject = odds.about
            said = self.sentence(odds)
            yield Paragraph(said)
            head = (self._counted(odds), say(_("Chance")), say(_("About")))
            yield Plot(self.title(odds), said, "bars", tuple(self._rows(odds)), head)

    def _opening(self) -> Iterator[Block]:
        unseen = self.unseen
        if unseen.held:
            held = tuple(unseen.deck.set(unseen.held))
            yield HandDiagram((HandRow("", "", held),), caption=say(_("The hand that is known")))
        elif unseen.counts:
            numbers = {0: _("no {of}"), 1: _("one of the {of}")}
            known = [
                numbers.get(number, _("{number} {of}")).format(number=number, of=str(self._named((name,))))
                for name, number in unseen.counts.items()
            ]
            phrase = _("Of one hand of {size} cards it is known that it has {held}.")
            yield Paragraph(say(phrase, size=unseen.size, held=known))
        words = _("{cards} cards are dealt: {places}.")
        if unseen.hand_known:
            words = _("{cards} cards have not been seen: {places}.")
        every = _("Every way of dealing them is equally likely, and all are counted; nothing is simulated.")
        yield Paragraph(say(words, cards=unseen.cards, places=self._shape()) + " " + every, "lead")

    def _shape(self) -> list[str]:
        unseen = self.unseen
        phrase = ngettext("{cards} in {hands} hand of {size}", "{cards} in {hands} hands of {size}", unseen.hands)
        shape = [phrase.format(cards=unseen.hands * unseen.size, hands=unseen.hands, size=unseen.size)]
        shape += [str(self.ruleset.say(_("{number} in {talon:the}"), number=unseen.talon))] * bool(unseen.talon)
        return shape + [_("{number} set aside").format(number=unseen.aside)] * bool(unseen.aside)

    def _heading(self, about: str) -> Text:
        marks = marks_counted(self.engine)
        if about != "honours" or len(marks) > 1:
            return self.ruleset.say(_(_TITLES[about]), counted=self.ruleset.terms[marks[0]] if marks else "")
        return self.ruleset.say("{king:plural}" if marks else _("Any one card"))

    def title(self, odds: Odds) -> Text:
        """The title of a distribution."""
        known = self.unseen.hand_known
        hand = _("another hand") if known else _("a hand")
        titles = {
            ("count", "hand"): _("{of} in {hand}"),
            ("count", "taker"): _("{of} in a hand with {talon:the}"),
            ("count", "talon"): _("{of} in {talon:the}"),
            ("count", "aside"): _("{of} among the cards set aside"),
            ("most", "deal"): _("The most {of} in one of the other hands") if known else _("The most {of} in one hand"),
            ("handful", "hand"): _("{handful} in {hand}"),
            ("handful", "taker"): _("{handful} in a hand with {talon:the}"),
            ("handful", "deal"): _("{handful} in some hand"),
            ("longest", "hand"): _("The longest suit of {hand}"),
            ("voids", "hand"): _("Suits of which {hand} has no card"),
            ("singletons", "hand"): _("Suits of which {hand} has one card"),
            ("card", "deal"): _("Where one card lies"),
        }
        if (odds.kind, odds.where) not in titles:
            return Text((self.ruleset.rules[odds.rule].title,))
        of = {"of": self._counted_cards(odds)} if odds.kind in ("count", "most") else {}
        return self.ruleset.say(titles[odds.kind, odds.where], hand=hand, **of)

    def sentence(self, odds: Odds) -> Text:
        """The main result of a distribution, in a sentence."""
        chances = {str(key): chance for key, chance in odds.chances.items()}
        none = chances.get("0", Fraction(0))
        hand = _("another hand") if self.unseen.hand_known else _("a hand")
        chance = chances.get("deal", 1 - none)
        values: dict[str, Any] = {"hand": hand}
        match odds.kind:
            case "voids":
                words = _("{hand} has no card of some suit {often}.")
            case "singletons":
                words = _("{hand} has just one card of some suit {often}.")
            case "card":
                return say(_("Any given card that has not been seen lies {places}."), places=self._places(odds))
            case "handful":
                chance = max(odds.chances.values())
                words = {
                    "hand": _("{often} a given player is dealt enough for {handful:a}."),
                    "taker": _(
                        "{often} a hand taken at random has enough for {handful:a} with {talon:the}; the hand of {taker:a} has enough more often."
                    ),
                    "deal": _("{often} somebody is dealt enough for {handful:a}."),
                }[odds.where]
            case "alone":
                words = _("{often} somebody holds {card} alone, and the deal is void.")
                if any(rule.rule == odds.rule for rule in self.index.claims):
                    words = _("{often} somebody holds {card} alone, and may have the deal declared void.")
                values["card"] = self.ruleset.deck.card(odds.of[0])
            case "few":
                words = _(
                    "{often} somebody holds fewer than {number} of the cards that count, and may declare the deal void."
                )
                if odds.of[0] == "1":
                    words = _("{often} somebody holds none of the cards that count, and may declare the deal void.")
                values["number"] = odds.of[0]
            case "called":
                chance = chances["talon"]
                words = _(
                    "A card that {taker:the} calls and does not hold lies in {talon:the} {often}, and {taker:the} plays alone; "
                    "otherwise the player who holds it is {partner:the}."
                )
            case _:
                return self._average(odds, none)
        of_hands = odds.kind in ("voids", "singletons")
        return self.ruleset.say(words, often=often(chance, of_hands), **values)

    def _average(self, odds: Odds, none: Fraction) -> Text:
        numbers = {int(number): chance for number, chance in odds.chances.items()}
        mean = float(sum(number * chance for number, chance in numbers.items()))
        most, average = max(numbers, key=lambda number: numbers[number]), number_text(mean, 2 if mean < 1 else 1)
        words = _("{title}: {average} on average, most often {often}.")
        said = say(words, title=self.title(odds), average=average, often=most)
        if not none or odds.kind == "longest":
            return said
        place = often(none, of_hands=odds.where not in ("talon", "aside", "deal"))
        return said + " " + say(_("There are none {place}."), place=place)

    def _counted(self, odds: Odds) -> Text:
        match odds.kind:
            case "voids" | "singletons":
                return say(_("Suits"))
            case "handful":
                return say(_("At least"))
            case "card" | "called" | "alone" | "few":
                return say(_("Where"))
        return say(_("Cards"))

    def _rows(self, odds: Odds) -> Iterator[PlotRow]:
        for label, chance in self._lines(odds):
            yield PlotRow(Text((label,)), float(chance), share(chance), more=(Text((one_in(chance),)),))

    def _lines(self, odds: Odds) -> list[tuple[str, Fraction]]:
        if not odds.whole or odds.kind == "called":
            numbers = dict(entry.split("=") for entry in odds.of if "=" in entry)
            return [(self._place(str(key), numbers), chance) for key, chance in odds.chances.items()]
        lines = [(int(number), chance) for number, chance in odds.chances.items()]
        low = next(i for i, (_number, chance) in enumerate(lines) if chance >= _RARE)
        high = len(lines) - next(i for i, (_number, chance) in enumerate(reversed(lines)) if chance >= _RARE)
        low, high = (low if low > 1 else 0), (high if len(lines) - high > 1 else len(lines))
        rows = [(str(number), chance) for number, chance in lines[low:high]]
        if low:
            rows.insert(0, (_("{number} or fewer").format(number=lines[low - 1][0]), _total(lines[:low])))
        if high < len(lines):
            rows.append((_("{number} or more").format(number=lines[high][0]), _total(lines[high:])))
        return rows

    def _place(self, key: str, numbers: dict[str, str]) -> str:
        if key in numbers:
            return _("{number} ({level})").format(number=numbers[key], level=as_words(key))
        return {
            "hand": _("another given hand") if self.unseen.hand_known else _("a given hand"),
            "talon": _("the {talon}").format(talon=self.ruleset.terms["talon"].label),
            "aside": _("the cards set aside"),
            "deal": _("some hand"),
            "partner": _("somebody's hand"),
        }[key]

    def _places(self, odds: Odds) -> list[str]:
        """``in a given hand in 23.1% of deals``."""
        return [
            _("in {place} {often}").format(place=self._place(str(key), {}), often=often(chance))
            for key, chance in odds.chances.items()
        ]

    def _counted_cards(self, odds: Odds) -> Text:
        """The cards that a distribution counts."""
        rule = self.index.mechanisms.get(odds.rule)
        if not isinstance(rule, SetsApartHighestTrumps):
            return self._named(odds.of)
        words = _("cards of the {number} highest trumps")
        if odds.of:
            words = _("cards of the {number} highest trumps (trumps being {suits})")
        suits = " / ".join(self.ruleset.deck.suits[name].name for name in odds.of)
        return Text((words.format(number=number_word(rule.highest_trumps), suits=suits),))

    def _named(self, of: tuple[str, ...]) -> Text:
        """Names of suits and marks in the plural, without the article."""
        suits = [self.ruleset.deck.suits[name] for name in of if name in self.ruleset.deck.suits]
        if any(suit.kind == "excuse" for suit in suits) and len(suits) > 1:
            return self.ruleset.say(_("{trumps} and {excuse}"), trumps=suits[0].name)
        if len(suits) == sum(suit.kind == "plain" for suit in self.ruleset.deck.suits.values()) > 1:
            return say(_("cards of a given suit"))
        if len(suits) > 1:
            return Text((_("cards of one suit ({suits})").format(suits=", ".join(suit.name for suit in suits)),))
        if suits:
            return Text((suits[0].name,))
        (mark,) = of
        if mark in self.ruleset.terms and self.ruleset.deck.marks[mark].bit_count() > 1:
            return Text((self.ruleset.terms[mark].plural,))
        return Text((_("cards of the kind {name}").format(name=as_words(mark)),))


def _total(lines: list[tuple[int, Fraction]]) -> Fraction:
    return sum((chance for _number, chance in lines), Fraction(0))


def odds_data(engine: Engine, unseen: UnseenCards, found: Sequence[Odds]) -> dict[str, Any]:
    """Odds as plain data: each chance as a fraction in words and as the nearest decimal number."""
    return {
        "ruleset": engine.ruleset.name,
        "players": unseen.players,
        "unseen": unseen.cards,
        **attributes(unseen, "hands", "size", "talon", "aside"),
        "holding": [card.code for card in unseen.deck.set(unseen.held)] or dict(unseen.counts) or None,
        "odds": [
            {
                **attributes(odds, "about", "kind", "where", "of"),
                "title": str(odds_title(engine, unseen, odds)),
                "rule": odds.rule or None,
                "whole": odds.whole,
                "chances": [
                    {"value": value, "exact": str(chance), "chance": float(chance)}
                    for value, chance in odds.chances.items()
                ],
            }
            for odds in found
        ],
    }


_WORDS = ((10**12, N_("million million")), (10**9, N_("thousand million")), (10**6, N_("million")))


def share(value: Fraction) -> str:
    """A probability (0 to 1) as a percentage with one decimal, or with two figures where it is below 1 % or above 99 %: ``23.1%``, ``0.18%``,
    ``0.000067%``, ``99.9989%``."""
    if value in (0, 1):
        return percent_text(f"{100 * int(value)}")
    rest = 100 * min(value, 1 - value)
    rest = Fraction(f"{float(rest):.1e}")  # rounded first: 0.0996 is shown as 0.10
    places = 1 if rest >= 1 else 1 - floor(log10(rest))
    return percent_text(number_text(float(100 * value), places))


def one_in(value: Fraction) -> str:
    """``1 in 542`` for a probability (0 to 1); a dash above one half and for 0."""
    return _("1 in {times}").format(times=_times(1 / value)) if 0 < value <= Fraction(1, 2) else "–"


def often(value: Fraction, of_hands: bool = False) -> str:
    """``in one deal of 542``, or from 10 % on ``in 23.1% of deals``; of hands where they are what is counted."""
    if value in (0, 1):
        return _("always") if value else _("never")
    if value < Fraction(1, 10):
        words = _("in one hand of {times}") if of_hands else _("in one deal of {times}")
        return words.format(times=_times(1 / value))
    words = _("in {share} of hands") if of_hands else _("in {share} of deals")
    return words.format(share=share(value))


def _times(times: Fraction) -> str:
    """A number of times to three figures, with a decimal below ten, and a word for millions."""
    for unit, word in _WORDS:
        if times >= unit:
            return f"{_figures(times / unit)} {_(word)}"
    return _figures(times)


def _figures(number: Fraction) -> str:
    if number < 10:
        text = f"{float(number):.1f}".removesuffix(".0")
        return number_text(float(text), int("." in text))
    digits = max(0, floor(log10(number)) - 2)
    return number_text(round(number / 10**digits) * 10**digits)
