"""Points of each player, or each party, for tricks above a number and for trumps held, in games without a taker."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Literal

from pydantic import Field

from tarot_teach.cards import CardSet
from tarot_teach.mechanisms.asking import BringsTrumps
from tarot_teach.mechanisms.base import Count, Flag, Marks, ParamError, Who, Within
from tarot_teach.mechanisms.interfaces import MakesOutcomes, Scores
from tarot_teach.mechanisms.observed import Game, Impossible, Observes
from tarot_teach.mechanisms.play import held_from_the_first_lead
from tarot_teach.mechanisms.registry import kinds_at
from tarot_teach.messages import N_, _, ngettext, within_sentence
from tarot_teach.rules import Ruleset
from tarot_teach.table import Finding, Line, NumberFact, Outcome, Sheet, State
from tarot_teach.text import Text


class _NumberOfEach(Scores, Observes[NumberFact]):
    """A rule about a number that each player or party has, where nobody plays against a defence."""

    observes = NumberFact

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        if any(issubclass(kind, MakesOutcomes) and kind.sides for kind in kinds_at(ruleset, "count")):
            yield _("it is about each player or party, and here a taker plays against a defence")


def _once(number: int, counting: int) -> str:
    """The sentence on a number of tricks that counts once, or not at all."""
    if counting:
        return ngettext(
            "{number} trick was won, more than {above}.", "{number} tricks were won, more than {above}.", number
        )
    return ngettext(
        "{number} trick was won, not more than {above}.", "{number} tricks were won, not more than {above}.", number
    )


class TricksAbove(_NumberOfEach):
    """Each trick that a player, or a party, has won above a number is worth something; fewer cost nothing."""

    above: Annotated[Count, Within("tricks", below=True)] = Field(
        description="The number of tricks that bring nothing."
    )
    each: Count = Field(description="Game points for each further trick.")
    which: Literal["all", "last"] = Field("all", description="Which tricks count: all, or the last alone.")
    once: Flag = Field(False, description="Whether the further tricks together count as one.")
    heading = N_("Tricks won")
    always = True

    def prepare(self) -> None:
        if self.which == "last" and self.above:
            message = _("of one trick, none can be above {above}")
            raise ParamError(message.format(above=self.above), ("above",), _("write 0"))
        if self.which == "last" and self.once:
            raise ParamError(_("the last trick is one, whatever `once` says"), ("once",), _("leave it out"))

    def _tricks(self, game: Game, players: int) -> int:
        """The number of tricks that count."""
        return 1 if self.which == "last" else game.deals.tricks(players)

    def observe(self, state: State, outcome: Outcome) -> NumberFact:
        if self.which == "last":
            return NumberFact(int(bool(state.tricks) and state.tricks[-1].winner in outcome.players))
        if state.unrecorded_tricks:
            return NumberFact(sum(state.won[seat].bit_count() for seat in outcome.players) // state.players)
        return NumberFact(sum(taken.winner in outcome.players for taken in state.tricks))

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        fact = self.fact(outcome)
        number = fact.number if fact else 0
        counting = max(0, number - self.above)
        counting = min(counting, 1) if self.once else counting
        if self.which == "last" and not number:
            return []
        return [self.line(counting * self.each, number=number, counting=counting)]

    def formula(self) -> tuple[str, str]:
        if self.which == "last":
            return "+", _("last trick")
        if self.once:
            return "+", _("more than {above} tricks").format(above=self.above)
        return "+", _("tricks above {above}").format(above=self.above) if self.above else _("tricks won")

    def title(self) -> str:
        return _("The last trick") if self.which == "last" else super().title()

    def label(self, line: Line) -> Text:
        return Text((self.title(),)) if self.which == "last" else super().label(line)

    def says(self) -> Text:
        if self.which == "last":
            return self.say(_("The last trick is worth {each} to whoever wins it."))
        if self.once:
            return self.say(_("Whoever has won more than {above} tricks scores {each}, however many they are."))
        if self.above:
            return self.say(_("Each trick won above {above} is worth {each}."))
        return self.say(_("Each trick won is worth {each}."))

    def why(self, finding: Finding) -> str:
        number, counting = finding.facts["number"], finding.facts["counting"]
        if self.which == "last":
            return _("The last trick was won.")
        if not number:
            return _("No trick was won.")
        if not self.above:
            return ngettext("{number} trick was won.", "{number} tricks were won.", number)
        if self.once:
            return _once(number, counting)
        if not counting:
            return ngettext(
                "{number} trick was won; only those above {above} count.",
                "{number} tricks were won; only those above {above} count.",
                number,
            )
        return ngettext(
            "{number} trick was won, {counting} above {above}.",
            "{number} tricks were won, {counting} above {above}.",
            number,
        )

    def tells(self, fact: NumberFact, who: Who) -> Iterator[Text]:
        if self.which == "last":
            yield self.say(_("The last trick was won.") if fact.number else _("The last trick was lost."))
            return
        yield self.say(_("Tricks won: {number}."), number=fact.number)

    def values(self, game: Game, players: int) -> str:
        if self.which == "last":
            return _("1 for whoever has won the last trick, 0 for others")
        return _("a number of tricks, 0 to {most}").format(most=game.deals.tricks(players))

    def example(self, game: Game, players: int) -> str:
        return str(self._tricks(game, players))

    def impossible(self, outcome: Outcome, fact: NumberFact, game: Game, players: int) -> Iterable[Impossible]:
        tricks = self._tricks(game, players)
        if fact.number > tricks:
            message = ngettext(
                "nobody has won {number} of these tricks: there is {tricks}",
                "nobody has won {number} tricks: a deal has {tricks}",
                tricks,
            ).format(number=fact.number, tricks=tricks)
            yield Impossible("result.fact", message, _("check who has won which tricks"), (self.rule,))

    def impossible_together(self, facts: Sequence[NumberFact | None], game: Game, players: int) -> Iterable[Impossible]:
        tricks, won = self._tricks(game, players), sum(fact.number for fact in facts if fact)
        if won > tricks or (won < tricks and not game.ends_play):
            message = _("these are {number} tricks, and a deal has {tricks}").format(number=won, tricks=tricks)
            if self.which == "last":
                message = _("one side wins the last trick, and here {number} have").format(number=won)
            yield Impossible("result.fact", message, _("check who has won which tricks"), (self.rule,))


class TrumpsHeld(_NumberOfEach):
    """A player, or a party, that holds enough of certain trumps at the first lead scores for them, where a suit becomes trumps."""

    cards: Marks = Field(description="The cards, by marks: of each suit, those that score where it is trumps.")
    least: Count = Field(gt=0, description="The fewest of them that score.")
    worth: Count = Field(description="Game points for so many.")
    further: Count = Field(description="Game points for each one more.")
    heading = N_("Trumps held")

    def prepare(self) -> None:
        self.wanted: int = self.mask(self.cards)
        plain = [*self.deck.plain_suits().values()]
        numbers = {(self.wanted & suit).bit_count() for suit in plain}
        if len(numbers) != 1:
            raise ParamError(_("each suit has as many of them, since any suit may be trumps"), ("cards",))
        (self.number,) = numbers
        if self.least > self.number:
            message = _("nobody can hold {least} of them: there are {number}")
            raise ParamError(message.format(least=self.least, number=self.number), ("least",))
        of_suit = reversed(list(CardSet(self.deck, self.wanted & plain[0])))
        self.names: list[str] = [card.rank_name for card in of_suit]

    def observe(self, state: State, outcome: Outcome) -> NumberFact | None:
        if not state.trumps or state.unrecorded_tricks:
            return None
        held = 0
        for seat in outcome.players:
            held |= held_from_the_first_lead(state, seat, state.hands[seat])
        number = (held & self.wanted & (self.deck.named(state.trumps) or 0)).bit_count()
        return NumberFact(number) if number else None

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        fact = self.fact(outcome)
        number = fact.number if fact else 0
        amount = self.worth + self.further * (number - self.least) if number >= self.least else 0
        return [self.line(amount, number=number)] if number else []

    def formula(self) -> tuple[str, str]:
        rule = self.ruleset_rules.get(self.rule)
        return "+", within_sentence(rule.title) if rule else _("trumps held")

    def says(self) -> Text:
        phrase = _("Whoever holds {least} of these trumps when the first card is led scores {worth}: {names}.")
        if self.further and self.least < self.number:
            phrase = _(
                "Whoever holds {least} of these trumps when the first card is led scores {worth}, and {further} more for each further one: {names}."
            )
        return self.say(phrase, names=self.names)

    def why(self, finding: Finding) -> str:
        number = finding.facts["number"]
        if number < self.least:
            return ngettext(
                "{number} of these was held, and fewer than {least} count nothing: {names}.",
                "{number} of these were held, and fewer than {least} count nothing: {names}.",
                number,
            )
        return ngettext("{number} of these was held: {names}.", "{number} of these were held: {names}.", number)

    def facts_in_words(self, finding: Finding, who: Who) -> dict[str, object]:
        return super().facts_in_words(finding, who) | {"names": self.names}

    def tells(self, fact: NumberFact, who: Who) -> Iterator[Text]:
        yield self.say(_("Trumps held, of {names}: {number}."), number=fact.number, names=self.names)

    def choices(self) -> list[tuple[str, str]]:
        return [(str(number), str(number)) for number in range(self.number + 1)]

    def impossible(self, outcome: Outcome, fact: NumberFact, game: Game, players: int) -> Iterable[Impossible]:
        yield from self._too_many(fact.number)

    def impossible_together(self, facts: Sequence[NumberFact | None], game: Game, players: int) -> Iterable[Impossible]:
        yield from self._too_many(sum(fact.number for fact in facts if fact))

    def _too_many(self, number: int) -> Iterator[Impossible]:
        if number > self.number:
            message = _("nobody has held {number} of these trumps: there are {known}")
            hint = _("count those held when the first card was led")
            yield Impossible("result.fact", message.format(number=number, known=self.number), hint, (self.rule,))

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        yield from super().requires(ruleset)
        if not any(issubclass(kind, BringsTrumps) for kind in kinds_at(ruleset, "exchange")):
            yield _("no rule of the exchange says which suit is trumps")
