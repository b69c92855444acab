"""Bonuses that a side wins without a word, or announces, and that are doubled one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Self

from pydantic import Field

from tarot_teach.language import N_, _, as_words, ngettext
from tarot_teach.mechanisms.base import CardName, Count, Marks, NewName, Who
from tarot_teach.mechanisms.declare import BonusRound
from tarot_teach.mechanisms.interfaces import CountsPiles, Scores
from tarot_teach.mechanisms.observed import Game, Impossible, Observes
from tarot_teach.mechanisms.registry import bound_to
from tarot_teach.mechanisms.situation import takers_side
from tarot_teach.rules import Ruleset
from tarot_teach.table import BOTH_SIDES, DEFENCE, TAKER, Fact, FactError, Finding, Line, Outcome, Sheet, State
from tarot_teach.table.facts import one_of
from tarot_teach.text import Text

_FACTORS = {f"x{2**number}": number for number in range(1, 9)}


@dataclass(frozen=True, slots=True)
class BonusFact(Fact):
    """The outcome of a bonus: the side that tried it, and whether it was made, announced, and how often doubled.

    ``taker``, ``defence-failed``, ``taker-announced``, ``taker-announced-failed-x4``.
    """

    side: str
    made: bool = True
    announced: bool = False
    doubled: int = 0

    @classmethod
    def parse(cls, text: str, seats: Sequence[str] = ()) -> Self:
        side, *words = text.strip().split("-")
        known = ["announced", "failed", *_FACTORS]
        fact = cls(
            one_of(side, BOTH_SIDES),
            "failed" not in words,
            "announced" in words,
            next((_FACTORS[one_of(word, known)] for word in words if word not in known[:2]), 0),
        )
        if str(fact) != text.strip():
            raise FactError(
                _("{text!r} does not tell what became of a bonus").format(text=text),
                _("write it like {known}").format(
                    known="taker, defence-failed, taker-announced, taker-announced-failed-x2"
                ),
            )
        return fact

    def __str__(self) -> str:
        words = [self.side, "announced" * self.announced, "failed" * (not self.made)]
        return "-".join(filter(None, [*words, f"x{2**self.doubled}" if self.announced and self.doubled else ""]))


class PointsBonusFact(BonusFact):
    """The outcome of a bonus for card points. A side that has announced it needs them for the game, too."""

    __slots__ = ()


class AllTricksFact(BonusFact):
    """The outcome of a bonus for all tricks. A side that has announced it needs them for the game, too."""

    __slots__ = ()


class _Bonus(Scores, Observes[BonusFact]):
    """A bonus for a side, with more for one that has announced it; announced and failed, it costs as much."""

    silent: Count
    announced: Count
    item: NewName
    sides = True
    operation = "±"
    observes: ClassVar[type[BonusFact]] = BonusFact
    kept_silent = N_("{item}: for {side}.")

    def achieved(self, state: State, outcome: Outcome) -> tuple[str, bool] | None:
        """The side that has tried for it, and whether it made it; None: nobody has."""
        raise NotImplementedError

    def observe(self, state: State, outcome: Outcome) -> BonusFact | None:
        achieved = self.achieved(state, outcome)
        said = [done for done in state.chosen if done.option.rpartition("-")[2] == self.item]
        if not said:
            return None if achieved is None else self.observes(*achieved)
        side = TAKER if said[0].seat in takers_side(state) else DEFENCE
        return self.observes(side, achieved == (side, True), True, len(said) - 1)

    def amount(self, fact: BonusFact) -> int:
        """The value of the bonus, in game points."""
        return self.announced * 2**fact.doubled if fact.announced else self.silent

    def bonus_line(self, outcome: Outcome, fact: BonusFact) -> Line:
        """The line of the bonus."""
        good = (fact.side == TAKER) == fact.made  # for the taker's side
        facts = {"side": fact.side, "made": fact.made, "announced": fact.announced, "times": fact.doubled}
        return self.line(self.amount(fact), "+" if good == bool(outcome.made) else "-", **facts)

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        fact = self.fact(outcome)
        return [self.bonus_line(outcome, fact)] if fact else []

    def label(self, line: Line) -> Text:
        return Text((as_words(self.item).capitalize(),))

    def formula(self) -> tuple[str, str]:
        return self.operation, as_words(self.item)

    def why(self, finding: Finding) -> str:
        facts = finding.facts
        return _SENTENCES[facts["side"], facts["announced"], facts["made"]]()

    def facts_in_words(self, finding: Finding, who: Who) -> dict[str, Any]:
        return super().facts_in_words(finding, who) | {"name": as_words(self.item)}

    def tells(self, fact: BonusFact, who: Who) -> Iterator[Text]:
        yield self.say(_SENTENCES[fact.side, fact.announced, fact.made](), name=as_words(self.item))
        if fact.doubled:
            yield self.say(
                ngettext("It was doubled {times} time.", "It was doubled {times} times.", fact.doubled),
                times=fact.doubled,
            )

    def choices(self) -> list[tuple[str, str]]:
        facts = [
            self.observes(side, made, said) for side in BOTH_SIDES for said in (False, True) for made in (True, False)
        ]
        return [(str(fact), str(fact).replace("-", " ")) for fact in facts]

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        rules = (bound_to(rule, ruleset) for rule in ruleset.at("declare"))
        rounds = [rule for rule in rules if isinstance(rule, BonusRound)]
        if rounds and not any(self.item in rule.items for rule in rounds):
            yield _("no rule of the announcements has the bonus {item!r}").format(item=self.item)


_SENTENCES = {
    (TAKER, False, True): lambda: _("{taker:the}'s side has made the bonus “{name}”, not announced."),
    (TAKER, False, False): lambda: _("{taker:the}'s side has failed the bonus “{name}”, not announced."),
    (TAKER, True, True): lambda: _("{taker:the}'s side has announced the bonus “{name}”, and made it."),
    (TAKER, True, False): lambda: _("{taker:the}'s side has announced the bonus “{name}”, and failed it."),
    (DEFENCE, False, True): lambda: _("The defence has made the bonus “{name}”, not announced."),
    (DEFENCE, False, False): lambda: _("The defence has failed the bonus “{name}”, not announced."),
    (DEFENCE, True, True): lambda: _("The defence has announced the bonus “{name}”, and made it."),
    (DEFENCE, True, False): lambda: _("The defence has announced the bonus “{name}”, and failed it."),
}


class CardsCollected(_Bonus):
    """A side that has all of certain cards among those won in tricks gets a bonus."""

    cards: Marks = Field(description="The cards.")
    silent: Count = Field(description="Game points for a side that has not announced it.")
    announced: Count = Field(description="Game points for a side that has announced it, or lost by one that fails it.")
    item: NewName = Field(description="Its name, as it is announced.")

    def prepare(self) -> None:
        self.wanted: int = self.mask(self.cards)

    def combination(self) -> int:
        return self.wanted

    def achieved(self, state: State, outcome: Outcome) -> tuple[str, bool] | None:
        mine, theirs = state.side_piles[0], 0
        for seat, pile in enumerate(state.won):
            if seat in takers_side(state):
                mine |= pile
            else:
                theirs |= pile
        return next(
            ((side, True) for side, pile in ((TAKER, mine), (DEFENCE, theirs)) if not self.wanted & ~pile), None
        )

    def says(self) -> Text:
        phrase = _(
            "A side that wins all of these in tricks, {cards}, gets {silent}, or {announced} when it has announced it; announced and failed, it costs {announced}."
        )
        return self.say(phrase, cards=self.called(self.cards))


class LastTrickByCard(_Bonus):
    """A player who wins the last trick with a certain card gets a bonus for the side; one who plays it to the last trick, and does not win,
    loses as much, or nothing where it was not announced."""

    card: CardName = Field(description="The card.")
    silent: Count = Field(description="Game points for a side that has not announced it.")
    announced: Count = Field(description="Game points for a side that has announced it, or lost by one that fails it.")
    item: NewName = Field(description="Its name, as it is announced.")
    loss: Literal["always", "announced"] = Field(
        "always",
        description="When it costs as much to play the card to the last trick and not to win: always, or only announced.",
    )
    whole_deal = False

    def prepare(self) -> None:
        self.wanted: int = self.mask([self.card])

    def achieved(self, state: State, outcome: Outcome) -> tuple[str, bool] | None:
        taken = state.tricks[-1]
        for seat, card in taken.trick.by(state.players):
            if card.bit == self.wanted and (seat == taken.winner or self.loss == "always"):
                return TAKER if seat in takers_side(state) else DEFENCE, seat == taken.winner
        return None

    def says(self) -> Text:
        phrase = _(
            "Whoever wins the last trick with {named} gets {silent} for the side, or {announced} when it was announced; a player who plays it to the last trick, and does not win, loses as much."
        )
        if self.loss == "announced":
            phrase = _(
                "Whoever wins the last trick with {named} gets {silent} for the side, or {announced} when it was announced; announced and failed, it costs {announced}."
            )
        return self.say(phrase, named=self.deck.set(self.wanted))


class LastTrickWithCalledCard(_Bonus):
    """The taker's side gets a bonus for winning the last trick when the called card is in it, and loses as much when the defence wins it."""

    silent: Count = Field(description="Game points for a side that has not announced it.")
    announced: Count = Field(description="Game points for a side that has announced it, or lost by one that fails it.")
    item: NewName = Field(description="Its name, as it is announced.")
    whole_deal = False
    sentence = N_(
        "When the called card is in the last trick, {taker:the}'s side gets {silent} for winning it, or {announced} when it was announced, and otherwise loses as much."
    )

    def achieved(self, state: State, outcome: Outcome) -> tuple[str, bool] | None:
        taken, called = state.tricks[-1], state.auction.called
        if called is None or not called.bit & taken.trick.mask:
            return None
        return TAKER, taken.winner in takers_side(state)


class CardPointsReached(_Bonus):
    """A side that has won a number of card points gets a bonus."""

    points: Count = Field(gt=0, description="The card points.")
    silent: Count = Field(description="Game points for a side that has not announced it.")
    announced: Count = Field(description="Game points for a side that has announced it, or lost by one that fails it.")
    item: NewName = Field(description="Its name, as it is announced.")
    observes = PointsBonusFact
    sentence = N_(
        "A side with at least {points} card points gets {silent}, or {announced} when it has announced it; announced and failed, it costs {announced}."
    )

    def achieved(self, state: State, outcome: Outcome) -> tuple[str, bool] | None:
        return next(((side, True) for side in BOTH_SIDES if self._reached(outcome, side)), None)

    def _reached(self, outcome: Outcome, side: str) -> bool:
        halves = outcome.halves if side == TAKER else self.deck.halves - outcome.halves
        return halves >= 2 * self.points

    def follows(self, outcome: Outcome) -> BonusFact | None:
        return next((self.observes(side) for side in BOTH_SIDES if self._reached(outcome, side)), None)

    def impossible(self, outcome: Outcome, fact: BonusFact, game: Game, players: int) -> Iterable[Impossible]:
        if fact.made != self._reached(outcome, fact.side):
            message = _("the card points do not fit what became of {item} [{rule}]")
            message = message.format(item=as_words(self.item), rule=self.rule)
            yield Impossible(
                "result.fact", message, _("it takes {points} card points").format(points=self.points), (self.rule,)
            )

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        yield from super().requires(ruleset)
        if 4 * self.points <= ruleset.deck.halves:
            yield _("both sides could reach {points} card points").format(points=self.points)
        if any(isinstance(bound_to(rule, ruleset), CountsPiles) for rule in ruleset.at("count")):
            yield _("the card points of a side are not the sum of what its cards count")


class AllTricks(_Bonus):
    """A side that wins every trick scores a bonus, and nothing else counts, or no other bonus; so does one that has announced it, whether it
    wins them or not. Where it stands in place of the bonuses, they stand after it."""

    silent: Count = Field(description="Game points for a side that has not announced it.")
    announced: Count = Field(description="Game points for a side that has announced it, or lost by one that fails it.")
    item: NewName = Field(description="Its name, as it is announced.")
    replaces: Literal["everything", "bonuses"] = Field(
        "everything", description="What does not count then: everything else, or only the bonuses that stand after it."
    )
    observes = AllTricksFact

    def achieved(self, state: State, outcome: Outcome) -> tuple[str, bool] | None:
        side = takers_side(state)
        mine = {taken.winner in side for taken in state.tricks}
        return (TAKER if True in mine else DEFENCE, True) if len(mine) == 1 and not state.unrecorded_tricks else None

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        fact = self.fact(outcome)
        if fact is None:
            return []
        before = [self.line(0, "×", instead=True)] if self.replaces == "everything" else []
        return [*before, self.bonus_line(outcome, fact)]

    def closes(self, outcome: Outcome) -> bool:
        return self.replaces == "bonuses" and self.fact(outcome) is not None

    def says(self) -> Text:
        phrase = _(
            "A side that wins every trick scores {silent}, or {announced} when it has announced it, and nothing else counts; announced and failed, it costs {announced}."
        )
        if self.replaces == "bonuses":
            phrase = _(
                "A side that wins every trick gets {silent}, or {announced} when it has announced it, and no other bonus counts; announced and failed, it costs {announced}."
            )
        return self.say(phrase)

    def label(self, line: Line) -> Text:
        return self.say(_("All that stands above")) if "instead" in line.facts else super().label(line)

    def why(self, finding: Finding) -> str:
        return _("With {name}, nothing else counts.") if "instead" in finding.facts else super().why(finding)
