"""Combinations of cards that score: those of a hand, shown or held at the first lead, and those among the cards won."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any, Literal, Self

from pydantic import Field

from tarot_teach.blocks import Table
from tarot_teach.mechanisms.base import NewName, ParamError, Who
from tarot_teach.mechanisms.combinations import (
    SETS,
    CardsInRun,
    CardsTogether,
    CountsCombinations,
    Kind,
    Several,
    ShowsCombinations,
    SpecialCards,
    table_of,
)
from tarot_teach.mechanisms.interfaces import MakesOutcomes, Scores
from tarot_teach.mechanisms.observed import Game, Impossible, Observes
from tarot_teach.mechanisms.play import held_from_the_first_lead
from tarot_teach.mechanisms.registry import find, kinds_at
from tarot_teach.messages import _, as_words, ngettext, semicolon, within_sentence
from tarot_teach.rules import Ruleset
from tarot_teach.table import Fact, FactError, Finding, Line, Outcome, Sheet, State
from tarot_teach.table.facts import seat_of, words_of
from tarot_teach.text import Text, joined, say

HAND, WON = "hand", "won"
"""The places where combinations score."""

ROW = 5
"""The most cards of a run that are named one by one on a page."""


@dataclass(frozen=True, slots=True)
class ShownFact(Fact):
    """The cards of combinations that players have shown, or held at the first lead, by seat: ``1:SK-BK-CK``. Seats are spelled by number or letter."""

    shown: tuple[tuple[int, tuple[str, ...]], ...]

    @classmethod
    def parse(cls, text: str, seats: Sequence[str] = ()) -> Self:
        shown = []
        for word in words_of(text):
            seat, colon, codes = word.partition(":")
            if not colon or not all(codes.split("-")):
                message = _("{text!r} does not tell who has shown which cards").format(text=word)
                hint = _("write the player and the cards: {given}").format(given="S:SK-BK-CK")
                raise FactError(message, hint)
            shown.append((seat_of(seat, seats), tuple(codes.split("-"))))
        return cls(tuple(shown))

    def __str__(self) -> str:
        return "+".join(f"{seat + 1}:{'-'.join(codes)}" for seat, codes in self.shown)

    def turned(self, by: int, seats: int) -> Self:
        return type(self)(tuple(sorted(((seat + by) % seats, codes) for seat, codes in self.shown)))


class _OfTable(CountsCombinations):
    """A rule with a table of combinations, by its parameters."""

    where: Literal["hand", "won", "both"] = Field(
        description="Where they score: in a hand at the first lead, among the cards won, or both times."
    )
    sets: dict[NewName, CardsTogether] = Field(default={}, description="Sets by their names: so many of some cards.")
    runs: dict[NewName, CardsInRun] = Field(
        default={}, description="Runs by their names: so many of some cards, which follow one another."
    )
    cards: SpecialCards = Field(
        default=SpecialCards(), description="Cards that count otherwise: wild ones, those that add to each, and values."
    )
    several: dict[Kind, Several] = Field(
        default={}, description="How often sets, or runs, count where there are several."
    )

    def _showing(self) -> list[str]:
        """The ids of the rules by which combinations are shown."""
        rules = self.ruleset_rules.values()
        return [rule.id for rule in rules if issubclass(find(rule.step, rule.mechanism), ShowsCombinations)]

    def entries(self) -> dict[str, CardsTogether]:
        """The entries of the table by name, sets before runs."""
        return {**self.sets, **self.runs}


class _ObservesShown(_OfTable, Observes[ShownFact]):
    """The combinations that players have shown, or held at the first lead, as a fact."""

    observes = ShownFact

    @property
    def applies(self) -> bool:
        return self.of_hands

    def observe(self, state: State, outcome: Outcome) -> ShownFact | None:
        showing, shown = self._showing(), []
        for seat in outcome.players:
            cards = 0
            if showing:
                done = [done.cards or 0 for done in state.declared if done.rule in showing and done.seat == seat]
                cards = done[0] if done else 0
            elif not state.unrecorded_tricks:
                cards = self.table.of_any(held_from_the_first_lead(state, seat, state.hands[seat]))
            if cards:
                shown.append((seat, tuple(card.code for card in self.deck.set(cards))))
        return ShownFact(tuple(shown)) if shown else None

    def _mask(self, codes: Iterable[str]) -> int:
        return self.deck.mask(self.deck.by_code[code] for code in codes if code in self.deck.by_code)

    def tells(self, fact: ShownFact, who: Who) -> Iterator[Text]:
        phrase = _("{name} has shown {cards}.") if self._showing() else _("{name} held {cards} at the first lead.")
        for seat, codes in fact.shown:
            yield self.say(phrase, name=who(seat), cards=self.deck.set(self._mask(codes)))

    def _spelled(self) -> str:
        """A combination as a result spells it."""
        entry = next(iter(self.entries().values()))
        members = [card.code for name in entry.of for card in reversed(list(self.deck.set(self.mask([name]))))]
        return "-".join(members[: entry.least])

    def values(self, game: Game, players: int) -> str:
        return _("the players with the cards that they have shown: {given}").format(given=f"S:{self._spelled()}")

    def example(self, game: Game, players: int) -> str:
        return f"1:{self._spelled()}"

    def impossible(self, outcome: Outcome, fact: ShownFact, game: Game, players: int) -> Iterable[Impossible]:
        for seat, codes in fact.shown:
            for message, hint in self._faults(outcome, seat, codes, game, players):
                yield Impossible("result.fact", f"{message} [{self.rule}]", hint, (self.rule,))

    def _faults(
        self, outcome: Outcome, seat: int, codes: Sequence[str], game: Game, players: int
    ) -> Iterator[tuple[str, str]]:
        """Reasons why no deal lets a player show these cards, each with a cure."""
        unknown = [code for code in codes if code not in self.deck.by_code]
        cards, most = self._mask(codes), game.deals.hand_size(players)
        if unknown:
            message = _("the {title} has no card {code!r}").format(title=self.deck.title, code=unknown[0])
            yield message, _("write the codes of the cards: {given}").format(given=self._spelled())
        elif seat not in outcome.players:
            message = _("another player, or another side, has shown these cards")
            yield message, _("tell of each player beside the cards that their side has won")
        elif len(codes) > most:
            yield _("nobody has shown {number} cards: a hand has {most}").format(number=len(codes), most=most), _("leave some out")  # fmt: skip
        elif idle := cards & ~self.table.of_any(cards):
            message = _("these belong to no combination: {cards}").format(cards=self.deck.set(idle))
            yield message, _("leave them out")

    def impossible_together(self, facts: Sequence[ShownFact | None], game: Game, players: int) -> Iterable[Impossible]:
        shown = [self._mask(codes) for fact in facts if fact for _seat, codes in fact.shown]
        if sum(shown) != reduce(or_, shown, 0):
            message = _("two players cannot have shown the same card")
            yield Impossible("result.fact", message, _("check who has shown which cards"), (self.rule,))


class _InWords(_OfTable, Scores):
    """The words of the score sheet and of the page."""

    def label(self, line: Line) -> Text:
        name, hand = as_words(str(line.facts["name"])), line.facts["place"] == HAND
        if "times" in line.facts:
            words = {SETS: _("several sets")}.get(str(line.facts["name"]), _("several runs"))
            return say(_("In hand: {words}") if hand else _("Won: {words}"), words=words)
        return say(_("In hand: {words}") if hand else _("Won: {words}"), words=name)

    def formula(self) -> tuple[str, str]:
        rule = self.ruleset_rules.get(self.rule)
        return "+", within_sentence(rule.title) if rule else _("combinations")

    def why(self, finding: Finding) -> str:
        facts = finding.facts
        if "times" in facts:
            if facts["name"] == SETS:
                return _("With {number} sets, all of them count {times} times.")
            return _("With {number} runs, all of them count {times} times.")
        if facts["place"] == WON:
            return _("These are among the cards won, and count {amount}: {cards}.")
        if self._showing():
            return _("{who} has shown these, which count {amount}: {cards}.")
        return _("{who} held these at the first lead, and they count {amount}: {cards}.")

    def says(self) -> Text:
        sentences = []
        if self.of_hands and self._showing():
            sentences.append(_("Combinations that a player shows from the hand score."))
        elif self.of_hands:
            sentences.append(_("Combinations in one hand at the first lead score."))
        if self.where != HAND:
            sentences.append(_("Combinations among the cards that a side has won score."))
        words = [self.say(sentence) for sentence in sentences]
        entries = [self._entry(name, each) for name, each in self.entries().items()]
        words.append(self.say(_("They are: {entries}."), entries=entries))
        if self.cards.wild:
            words.append(self.say(_("Wild cards are {cards}."), cards=self.called(self.cards.wild)))
        if self.cards.joins:
            words.append(self.say(_("Added to each combination: {cards}."), cards=self.called(self.cards.joins)))
        for kind, rule in self.several.items():
            phrase = _("From {least} sets on, all of them count {times} times.") if kind == SETS else _("From {least} runs on, all of them count {times} times.")  # fmt: skip
            words.append(self.say(phrase, least=rule.least, times=rule.times))
        return joined(words)

    def _entry(self, name: str, entry: CardsTogether) -> str:
        phrase = _("{name} (at least {least})")
        return phrase.format(name=as_words(name), least=entry.least)

    def figures(self) -> Table:
        rows = [self._row(name, each) for name, each in self.entries().items()]
        head = (say(_("Combination")), say(_("Cards")), say(_("At least")), say(_("Counts")))
        return Table(head, tuple(rows))

    def _row(self, name: str, entry: CardsTogether) -> tuple[Text, ...]:
        cards = say("{cards}", cards=self.called(entry.of))
        members = list(self.deck.set(self.mask(entry.of)))
        if len(members) > ROW and len(members) == len(entry.of) == 1 + members[-1].rank - members[0].rank:
            cards = say(_("{first} down to {last}"), first=members[-1], last=members[0])
        more = []
        if isinstance(entry, CardsInRun):
            in_order = entry.head or entry.may_lack < len(members) - 2
            if in_order:
                more.append(_("beginning with the first") if entry.head else _("in a row"))
            if entry.at_end:
                cards = say(_("{cards}; then any of {others}"), cards=cards, others=self.called(entry.at_end))
            if entry.may_lack and in_order:
                more.append(_among(ngettext("{number} may be missing", "{number} may be missing", entry.may_lack), ngettext("{number} of the first {within} may be missing", "{number} of the first {within} may be missing", entry.may_lack), entry, entry.may_lack))  # fmt: skip
        if entry.natural > 1:
            more.append(
                _among(
                    _("{number} have to be there"),
                    _("{number} of the first {within} have to be there"),
                    entry,
                    entry.natural,
                )
            )
        if entry.wild:
            more.append(ngettext("with {number} wild card", "with {number} wild cards", entry.wild).format(number=entry.wild))  # fmt: skip
        least = semicolon().join([str(entry.least), *more])
        worth = _("their values")
        if entry.worth is not None:
            worth = str(entry.worth)
            if entry.further:
                worth = _("{worth}, and {further} for each further card").format(worth=worth, further=entry.further)
        return say("{name}", name=as_words(name)), cards, Text((least,)), Text((worth,))


def _among(of_all: str, of_first: str, entry: CardsTogether, number: int) -> str:
    """A number of the cards of an entry, or of the first of them that it is about."""
    within = entry.within if isinstance(entry, CardsInRun) else None
    return (of_all if within is None else of_first).format(number=number, within=within)


class Combinations(_ObservesShown, _InWords):
    """Combinations of cards score for whoever has them: sets, which are so many of some cards, and runs, which are cards that follow one another. They
    score in a hand, where each player has shown them or else holds them at the first lead, among the cards that a side has won, or both times."""

    by_cards = True

    def prepare(self) -> None:
        self.table = table_of(self, self.sets, self.runs, self.cards)
        self.of_hands = self.where != WON
        self.scores_without = self.where != HAND
        for kind, rule in self.several.items():
            entries: Sequence[CardsTogether] = [*(self.sets if kind == SETS else self.runs).values()]
            if rule.least > len(entries) and all(kind == SETS or getattr(each, "head", True) for each in entries):
                message = _("there are never {least} of these combinations at a time: the table has {number}")
                message = message.format(least=rule.least, number=len(entries))
                raise ParamError(message, ("several", kind, "least"), _("write a smaller number"))

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        if any(issubclass(kind, MakesOutcomes) and kind.sides for kind in kinds_at(ruleset, "count")):
            yield _("it is about each player or party, and here a taker plays against a defence")

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        fact, lines = self.fact(outcome) if self.of_hands else None, list[Line]()
        for seat, codes in fact.shown if fact else ():
            lines += self._lines(self._mask(codes), place=HAND, seat=seat)
        if self.where != HAND:
            lines += self._lines(outcome.pile or 0, place=WON)
        return lines

    def _lines(self, cards: int, **facts: Any) -> Iterator[Line]:
        """The lines for the combinations among some cards, and for what is added where there are several."""
        found = self.table.found(cards)
        for each in found:
            held = self.deck.set(each.cards)
            yield self.line(each.worth, name=each.name, amount=each.worth, cards=held, **facts)
        for kind, number, more in self.table.doubled(found, self.several):
            yield self.line(more, name=kind, number=number, times=self.several[kind].times, **facts)
