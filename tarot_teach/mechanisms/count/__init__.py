"""Rules of the count: whose cards are counted together, what they count, and which total wins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any, Literal, Self

from pydantic import Field

from tarot_teach.cards import Halves, halves_text, parse_halves, points_number
from tarot_teach.mechanisms.base import CardName, Count, Honours, Who, Within
from tarot_teach.mechanisms.bonus_events import AllTricksFact, BonusFact, PointsBonusFact
from tarot_teach.mechanisms.honours import HONOUR, CountsHonours, HonoursFact
from tarot_teach.mechanisms.interfaces import Counts, CountsPiles, Judges, MakesOutcomes
from tarot_teach.mechanisms.observed import Game, Implied, Impossible, Observes
from tarot_teach.mechanisms.situation import takers_side
from tarot_teach.messages import N_, _, ngettext
from tarot_teach.rules import Ruleset
from tarot_teach.table import DEFENCE, TAKER, Fact, FactError, Finding, NumberFact, Outcome, State
from tarot_teach.text import Text, joined, say


class CardPoints(Counts):
    """Cards count what the pack gives as their card points."""

    by_points = True
    heading = N_("Card points")
    bounded = True

    def count(self, outcome: Outcome) -> tuple[Outcome, Finding | None]:
        points = halves_text(outcome.halves)
        if outcome.seat is not None:
            outcome = replace(outcome, points=Fraction(outcome.halves, 2))
            return outcome, self.decides(points=points, seat=outcome.seat, honours=None, cards=outcome.cards)
        honours = outcome.fact(HonoursFact)
        return outcome, self.decides(points=points, honours=honours and honours.number, cards=outcome.cards)

    def says(self) -> Text:
        values = sorted({card.halves for card in self.deck.cards}, reverse=True)
        phrase = _("Each card counts its card points ({values}); the whole pack counts {total}.")
        return self.say(phrase, values=[*map(halves_text, values)], total=halves_text(self.deck.halves))

    def why(self, finding: Finding) -> str:
        number = points_number(parse_halves(finding.facts["points"]))
        if "seat" in finding.facts:
            return ngettext("{who} has {points} card point.", "{who} has {points} card points.", number)
        if finding.facts["cards"] and finding.facts["honours"] is not None:
            return ngettext(
                "{taker:the}'s side has {points} card point in {cards} cards, with {honours} among them.",
                "{taker:the}'s side has {points} card points in {cards} cards, with {honours} among them.",
                number,
            )
        if finding.facts["cards"]:
            return ngettext(
                "{taker:the}'s side has {points} card point in {cards} cards.",
                "{taker:the}'s side has {points} card points in {cards} cards.",
                number,
            )
        if finding.facts["honours"] is not None:
            return ngettext(
                "{taker:the}'s side has {points} card point, with {honours}.",
                "{taker:the}'s side has {points} card points, with {honours}.",
                number,
            )
        return ngettext(
            "{taker:the}'s side has {points} card point.", "{taker:the}'s side has {points} card points.", number
        )

    def facts_in_words(self, finding: Finding, who: Who) -> dict[str, Any]:
        honours = self.terms["honour"].count(finding.facts["honours"] or 0)
        return super().facts_in_words(finding, who) | {"honours": honours}


class HalfPoints(Counts):
    """A half-point left over goes to the side that has won the deal: the taker's points are rounded up if they reach the
    target without it, else down. Stands after the rule of the targets."""

    by_points = True
    to: Literal["winning_side"] = Field(description="Which side gets a half-point left over.")
    sentence = N_("A half-point left over goes to the side that wins the deal.")
    sides = True
    bounded = True
    after_target = True

    def count(self, outcome: Outcome) -> tuple[Outcome, Finding | None]:
        if outcome.halves % 2 == 0 or outcome.target is None:
            return outcome, None
        made = bool(outcome.made)
        points = Fraction(outcome.halves + (1 if made else -1), 2)
        finding = self.decides(points=halves_text(outcome.halves), counts=int(points), made=made)
        return replace(outcome, points=points), finding

    def why(self, finding: Finding) -> str:
        if finding.facts["made"]:
            return _("The half-point goes to {taker:the}'s side, which has won: {points} counts as {counts}.")
        return _("The half-point goes to the defence, which has won: {points} counts as {counts}.")


class InGroups(CountsPiles):
    """Captured cards are counted in groups: the values of the cards together, less a number for each group. Cards left over lose a
    number once, and some cards count by themselves, outside the groups."""

    group: Annotated[Count, Within("pack")] = Field(gt=1, description="Cards in a group.")
    less: Count = Field(description="Card points taken off for each group.")
    rest_less: Count = Field(description="Card points taken off once for cards left over, fewer than a group.")
    outside: list[CardName] = Field(default=[], description="Cards that count by themselves, outside the groups.")
    total: Count | None = Field(default=None, description="Card points of all piles together, if they never change.")

    def prepare(self) -> None:
        self.single: int = self.mask(self.outside)
        cards = (self.deck.all & ~self.single).bit_count()
        taken_off = {self.loss(number) + self.loss(cards - number) for number in range(cards + 1)}
        self.both_sides = self.deck.halves - taken_off.pop() if len(taken_off) == 1 else None

    def taken_off(self, cards: int) -> Halves | None:
        return None if self.single else self.loss(cards)

    def pile_halves(self, pile: int) -> int:
        return self.deck.halves_of(pile) - self.loss((pile & ~self.single).bit_count())

    def loss(self, cards: int) -> Halves:
        """Half-points that so many cards lose in the count, those outside the groups apart."""
        groups, rest = divmod(cards, self.group)
        return 2 * (groups * self.less + (self.rest_less if rest else 0))

    def _groups(self, pile: int) -> tuple[int, int]:
        """The number of groups, and of cards left over."""
        return divmod((pile & ~self.single).bit_count(), self.group)

    def count(self, outcome: Outcome) -> tuple[Outcome, Finding | None]:
        pile = outcome.pile
        if pile is None:  # the players have counted
            return self.counted(outcome), None
        values, (groups, rest) = self.deck.halves_of(pile), self._groups(pile)
        points: dict[str, Any] = {"values": halves_text(values), "points": halves_text(self.pile_halves(pile))}
        return self.counted(outcome), self.decides(seat=outcome.seat, groups=groups, rest=rest, **points)

    def counted(self, outcome: Outcome) -> Outcome:
        if outcome.points is not None:  # its half-points are those of the groups already
            return outcome
        pile, halves = outcome.pile, outcome.halves
        if pile is not None:
            halves -= self.loss((pile & ~self.single).bit_count())
        return replace(outcome, halves=halves, points=Fraction(halves, 2), both_sides=self.both_sides)

    def says(self) -> Text:
        phrase = _("Cards are counted in groups of {group}: their values together, less {less} for each group.")
        if self.rest_less and self.outside:
            phrase = _(
                "Cards are counted in groups of {group}: their values together, less {less} for each group, and less {rest_less} once "
                "for cards left over. Counted by themselves: {single}."
            )
        elif self.rest_less:
            phrase = _(
                "Cards are counted in groups of {group}: their values together, less {less} for each group, and less {rest_less} once "
                "for cards left over."
            )
        elif self.outside:
            phrase = _(
                "Cards are counted in groups of {group}: their values together, less {less} for each group. Counted by themselves: "
                "{single}."
            )
        return self.say(phrase, single=self.called(self.outside))

    def why(self, finding: Finding) -> str:
        if finding.facts["rest"] and self.rest_less:
            return ngettext(
                "The cards are worth {values} together, less {less} for one group, and less {rest_less} for those left over: {points}.",
                "The cards are worth {values} together, less {less} for each of {groups} groups, and less {rest_less} for those left "
                "over: {points}.",
                finding.facts["groups"],
            )
        return ngettext(
            "The cards are worth {values} together, less {less} for one group: {points}.",
            "The cards are worth {values} together, less {less} for each of {groups} groups: {points}.",
            finding.facts["groups"],
        )


class Targets(Judges):
    """The taker's side wins with a number of card points that depends on the honours among its cards."""

    by_honours: dict[Honours, Annotated[Count, Within("card_points")]] = Field(
        description="Card points that the taker's side needs, by the number of honours that it has won.", min_length=1
    )
    reason = N_("With {honours}, {taker:the}'s side needs {target} card points.")
    sides = True
    asks = (HonoursFact,)
    marks = (HONOUR,)
    bounded = True

    def judge(self, outcome: Outcome) -> tuple[int | None, bool]:
        target = self.by_honours[self._honours(outcome)]
        return target, outcome.halves >= 2 * target

    def facts_of(self, outcome: Outcome) -> dict[str, Any]:
        return {"honours": self._honours(outcome), "target": outcome.target}

    def entry_words(self, key: str) -> Text:
        term, number = self.terms[HONOUR], int(key)
        return (
            say(_("with {honours}"), honours=term.count(number))
            if number
            else say(_("with no {term:plural}"), term=term)
        )

    def _honours(self, outcome: Outcome) -> int:
        fact = outcome.fact(HonoursFact)
        assert fact is not None
        return fact.number

    def says(self) -> Text:
        term = self.terms[HONOUR]
        targets = [
            say(_("{points} with {honours}"), points=points, honours=term.count(honours))
            if honours
            else say(_("{points} with no {term:plural}"), points=points, term=term)
            for honours, points in sorted(self.by_honours.items(), reverse=True)
        ]
        return self.say(_("{taker:the}'s side needs {targets}."), targets=targets)

    def facts_in_words(self, finding: Finding, who: Who) -> dict[str, Any]:
        honours = self.terms["honour"].count(finding.facts["honours"])
        return super().facts_in_words(finding, who) | {"honours": honours}

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        honours = self.mask([HONOUR]).bit_count()
        missing = [str(n) for n in range(honours + 1) if n not in self.by_honours]
        if missing:
            yield _("there is no target for {missing} honours").format(missing=", ".join(missing))


class MoreThan(Judges):
    """The taker's side wins with more card points than a number; with exactly that number it loses, or nobody wins."""

    points: Annotated[Count, Within("card_points", below=True)] = Field(
        description="Card points with which the taker's side still loses."
    )
    level: Literal["lost", "drawn"] = Field(
        "lost", description="What comes of exactly that number: the taker's side has lost, or nobody has won."
    )
    sentence = N_("{taker:the}'s side needs more than {points} card points.")
    sides = True
    bounded = True

    def judge(self, outcome: Outcome) -> tuple[int | None, bool | None]:
        drawn = self.level == "drawn" and outcome.halves == 2 * self.points
        return self.points, None if drawn else outcome.halves > 2 * self.points

    def says(self) -> Text:
        if self.level == "drawn":
            more = _("With exactly {points} nobody has won.")
            return joined([super().says(), self.say(more)])
        return super().says()

    def why(self, finding: Finding) -> str:
        if finding.facts["made"] is None:
            return _("With exactly {points} card points on {taker:the}'s side, nobody has won.")
        return super().why(finding)


class MoreThanOrAnnounced(MoreThan):
    """The taker's side wins with more card points than a number. But a side that has announced a bonus for card points, or for all tricks,
    wins the deal only by making it."""

    def judge(self, outcome: Outcome) -> tuple[int | None, bool | None]:
        staked = self._staked(outcome)
        if staked is None:
            return super().judge(outcome)
        return None, (staked.side == TAKER) == staked.made

    def _staked(self, outcome: Outcome) -> BonusFact | None:
        """The announced bonus by which the deal is won or lost: for all tricks before that for card points."""
        facts = (outcome.fact(AllTricksFact), outcome.fact(PointsBonusFact))
        return next((fact for fact in facts if fact is not None and fact.announced), None)

    def facts_of(self, outcome: Outcome) -> dict[str, Any]:
        staked = self._staked(outcome)
        return super().facts_of(outcome) | ({} if staked is None else {"side": staked.side, "kept": staked.made})

    def says(self) -> Text:
        more = _(
            "A side that has announced a bonus for card points, or for all tricks, wins the deal only by making it."
        )
        return joined([super().says(), self.say(more)])

    def why(self, finding: Finding) -> str:
        facts = finding.facts
        if "side" not in facts:
            return super().why(finding)
        return {
            (TAKER, True): _("{taker:the}'s side has made the bonus on which it had staked the deal."),
            (TAKER, False): _("{taker:the}'s side has failed the bonus on which it had staked the deal."),
            (DEFENCE, True): _("The defence has made the bonus on which it had staked the deal."),
            (DEFENCE, False): _("The defence has failed the bonus on which it had staked the deal."),
        }[facts["side"], facts["kept"]]


class ExactTricks(Judges, Observes[NumberFact]):
    """The taker's side wins by taking exactly a number of tricks: none in a negative game. Where it has to take all, the fact of a deal is
    the number of tricks that the defence has won."""

    tricks: Annotated[Count, Within("tricks")] | Literal["all"] = Field(
        description="How many tricks the taker's side has to win, no more and no fewer; or all."
    )
    sides = True
    bounded = True
    by_points = False
    observes = NumberFact
    always = True

    def prepare(self) -> None:
        self.all: bool = self.tricks == "all"
        self.number: int = 0 if self.tricks == "all" else self.tricks
        self.avoids_tricks = not self.all and self.number <= 1

    def observe(self, state: State, outcome: Outcome) -> NumberFact:
        side = takers_side(state)
        return NumberFact(sum((taken.winner in side) is not self.all for taken in state.tricks))

    def judge(self, outcome: Outcome) -> tuple[int | None, bool]:
        fact = self.fact(outcome)
        return None, fact is not None and fact.number == self.number

    def facts_of(self, outcome: Outcome) -> dict[str, Any]:
        fact = self.fact(outcome)
        return {"number": fact.number if fact else 0, "made": outcome.made}

    def says(self) -> Text:
        if self.all:
            return self.say(_("{taker:the}'s side wins by taking all tricks."))
        if not self.number:
            return self.say(_("{taker:the}'s side wins by taking no trick."))
        phrase = ngettext(
            "{taker:the}'s side wins by taking exactly {tricks} trick, no more and no fewer.",
            "{taker:the}'s side wins by taking exactly {tricks} tricks, no more and no fewer.",
            self.number,
        )
        return self.say(phrase)

    def why(self, finding: Finding) -> str:
        number = finding.facts["number"]
        if self.all and not number:
            return _("{taker:the}'s side has won all tricks, as it needed to.")
        if self.all:
            return _("{taker:the}'s side needed all tricks, and the defence has won {number}.")
        if not number:
            return _("{taker:the}'s side has won no trick, and needed exactly {tricks}.")
        return ngettext(
            "{taker:the}'s side has won {number} trick, and needed exactly {tricks}.",
            "{taker:the}'s side has won {number} tricks, and needed exactly {tricks}.",
            number,
        )

    def tells(self, fact: NumberFact, who: Who) -> Iterator[Text]:
        phrase = _("{taker:the}'s side has won no trick.")
        if self.all:
            phrase = _("The defence has won no trick.")
        if fact.number and self.all:
            phrase = ngettext(
                "The defence has won {number} trick.", "The defence has won {number} tricks.", fact.number
            )
        elif fact.number:
            phrase = ngettext(
                "{taker:the}'s side has won {number} trick.",
                "{taker:the}'s side has won {number} tricks.",
                fact.number,
            )
        yield self.say(phrase, number=fact.number)

    def values(self, game: Game, players: int) -> str:
        return _("a number of tricks, 0 to {most}").format(most=game.deals.tricks(players))

    def example(self, game: Game, players: int) -> str:
        return (
            "1" if self.all else str(self.number)
        )  # all of them may be a bonus as well, which would have to be given too

    def impossible(self, outcome: Outcome, fact: NumberFact, game: Game, players: int) -> Iterable[Impossible]:
        tricks = game.deals.tricks(players)
        left = range(tricks - fact.number + 1)
        if not any(ends_with(game, fact.number, others, tricks) for others in left):
            message = ngettext(
                "the taker's side cannot end with {number} trick [{rule}]",
                "the taker's side cannot end with {number} tricks [{rule}]",
                fact.number,
            ).format(number=fact.number, rule=self.rule)
            able = [n for n in range(tricks + 1) if any(ends_with(game, n, m, tricks) for m in range(tricks - n + 1))]
            hint = _("{numbers} are possible").format(numbers=", ".join(map(str, able)))
            yield Impossible("result.fact", message, hint, (self.rule,))

    def implies(self, outcome: Outcome, fact: NumberFact | None, game: Game, players: int) -> Iterator[Implied]:
        tricks = game.deals.tricks(players)
        if fact is not None:
            number = tricks - fact.number if self.all else fact.number
            words = ngettext("{number} trick", "{number} tricks", number) if number else _("no trick")
            words = words.format(number=number)
            yield Implied((words,), self.rule, self.rule, range(number, number + 1))


def ends_with(game: Game, mine: int, others: int, tricks: int) -> bool:
    """True if a deal of so many tricks can end when the taker's side has won ``mine`` of them and its opponents ``others``."""
    if not all(rule.may_reach(mine, others) for rule in game.ends_play):
        return False
    return mine + others == tricks or (
        mine + others < tricks and any(rule.may_end(mine, others) for rule in game.ends_play)
    )


SACADO, REPUESTO, CODILLO = "sacado", "repuesto", "codillo"
"""Ends of a deal: the taker has more tricks than each opponent, nobody has, or an opponent has more than everybody else."""


@dataclass(frozen=True, slots=True)
class TricksFact(Fact):
    """The tricks of the taker's side and of each opponent in turn after the taker: ``5-4-0``."""

    tricks: tuple[int, ...]

    @classmethod
    def parse(cls, text: str, seats: Sequence[str] = ()) -> Self:
        parts = text.strip().split("-")
        if len(parts) < 2 or not all(part.isascii() and part.isdecimal() and len(part) < 4 for part in parts):
            message = _("{text!r} does not tell the tricks of each side").format(text=text)
            raise FactError(message, _("write those of the taker's side, then those of each opponent: 5-4-0"))
        return cls(tuple(map(int, parts)))

    def __str__(self) -> str:
        return "-".join(map(str, self.tricks))

    def of(self, seat: int, taker: int, players: int) -> int | None:
        """The tricks of a player where the taker is alone; None where a partner's are counted with the taker's."""
        return self.tricks[(seat - taker) % players] if len(self.tricks) == players else None

    @property
    def end(self) -> tuple[str, int]:
        """The end of the deal: its name, and the place in turn of the player who has won more than everybody else, which is 0 where that
        is the taker or nobody."""
        mine, *others = self.tricks
        best = max(others)
        if mine > best:
            return SACADO, 0
        if mine < best and others.count(best) == 1:
            return CODILLO, 1 + others.index(best)
        return REPUESTO, 0


def tricks_of_seat(outcome: Outcome, seat: int, players: int) -> tuple[TricksFact, int] | None:
    """The tricks of a result, and those of one player among them; None where they are not told, or not of each player."""
    tricks = outcome.fact(TricksFact)
    won = tricks.of(seat, outcome.taker or 0, players) if tricks else None
    return None if tricks is None or won is None else (tricks, won)


class MoreTricksThanEach(Judges, Observes[TricksFact]):
    """The taker's side wins by taking more tricks than each opponent alone."""

    sentence = N_("{taker:the}'s side wins by taking more tricks than each opponent.")
    sides = True
    bounded = True
    by_points = False
    observes = TricksFact
    always = True

    def observe(self, state: State, outcome: Outcome) -> TricksFact:
        side, players = takers_side(state), state.players
        won = [sum(taken.winner == seat for taken in state.tricks) for seat in range(players)]
        if state.unrecorded_tricks:
            won = [mask.bit_count() // players for mask in state.won]
        order = [((state.auction.taker or 0) + i) % players for i in range(players)]
        return TricksFact((sum(won[seat] for seat in side), *(won[seat] for seat in order if seat not in side)))

    def judge(self, outcome: Outcome) -> tuple[int | None, bool]:
        facts = self.facts_of(outcome)
        return None, facts["number"] > facts["best"]

    def facts_of(self, outcome: Outcome) -> dict[str, Any]:
        fact = self.fact(outcome)
        number, *others = fact.tricks if fact else (0, 0)
        return {"number": number, "best": max(others)}

    def why(self, finding: Finding) -> str:
        if not finding.facts["number"]:
            return _("{taker:the}'s side has won no trick, and the best opponent {best}.")
        return ngettext(
            "{taker:the}'s side has won {number} trick, and the best opponent {best}.",
            "{taker:the}'s side has won {number} tricks, and the best opponent {best}.",
            finding.facts["number"],
        )

    def tells(self, fact: TricksFact, who: Who) -> Iterator[Text]:
        yield self.say(_("Tricks of {taker:the}'s side, and of each opponent in turn: {tricks}."), tricks=str(fact))

    def values(self, game: Game, players: int) -> str:
        return _("the tricks of the taker's side, then of each opponent in turn after the taker: 5-4-0")

    def example(self, game: Game, players: int) -> str:
        tricks = game.deals.tricks(players)
        return str(TricksFact((tricks // 2 + 1, tricks - tricks // 2 - 1, *(0,) * (players - 2))))

    def impossible(self, outcome: Outcome, fact: TricksFact, game: Game, players: int) -> Iterable[Impossible]:
        tricks, (mine, *others) = game.deals.tricks(players), fact.tricks
        opponents = players - (1 if outcome.alone else 2)
        if len(others) != opponents:
            message = ngettext(
                "these are the tricks of {number} opponent, and there are {opponents}",
                "these are the tricks of {number} opponents, and there are {opponents}",
                len(others),
            ).format(number=len(others), opponents=opponents)
            yield Impossible("result.fact", message, self.values(game, players), (self.rule,))
        elif not ends_with(game, mine, sum(others), tricks):
            message = _("these are {number} tricks, and a deal has {tricks}").format(
                number=sum(fact.tricks), tricks=tricks
            )
            yield Impossible("result.fact", message, _("check who has won which tricks"), (self.rule,))

    def implies(self, outcome: Outcome, fact: TricksFact | None, game: Game, players: int) -> Iterator[Implied]:
        if fact is not None:
            words = _("the tricks {fact}").format(fact=fact)
            won = range(fact.tricks[0], fact.tricks[0] + 1)
            yield Implied((words,), self.rule, self.rule, won)


class EachForHimself(MakesOutcomes):
    """Each player counts the cards that they have won."""

    heading = N_("Each player alone")
    sentence = N_("Each player counts the cards that they have won.")
    sides = False

    def outcomes(self, state: State, piles: Sequence[int], owed: Sequence[int]) -> list[Outcome]:
        return [self.outcome_of((seat,), state, piles, owed) for seat in range(state.players)]

    def outcome_of(self, party: tuple[int, ...], state: State, piles: Sequence[int], owed: Sequence[int]) -> Outcome:
        """The outcome of one player, or of a party."""
        pile = 0
        for seat in party:
            pile |= piles[seat]
        return Outcome(
            seat=party[0],
            party=party if len(party) > 1 else (),
            contract=state.auction.contract,
            halves=self.deck.halves_of(pile) - sum(owed[seat] for seat in party),
            pile=pile,
            cards=pile.bit_count(),
        )


class EachParty(EachForHimself):
    """The players of a party count the cards together that they have won. Needs a rule that makes parties from the start."""

    heading = N_("Partners together")
    sentence = N_("Partners count the cards together that they have won.")
    by_party = True

    def outcomes(self, state: State, piles: Sequence[int], owed: Sequence[int]) -> list[Outcome]:
        return [self.outcome_of(party, state, piles, owed) for party in state.parties]


class TakerAgainstDefence(MakesOutcomes, CountsHonours):
    """The cards of the taker's side are counted together: its tricks, and what talon and discard bring it. All the rest
    is the defence's."""

    heading = N_("Two sides")
    sentence = N_("{taker:the}'s side counts its cards together; all the others belong to the defence.")
    bounded = True

    def outcomes(self, state: State, piles: Sequence[int], owed: Sequence[int]) -> list[Outcome]:
        taker = state.auction.taker
        if taker is None:  # a record that does not tell who takes
            return []
        side = state.side(taker)
        pile = state.side_piles[0]
        for seat in side:
            pile |= piles[seat]
        outcome = Outcome(
            contract=state.auction.contract,
            halves=self.deck.halves_of(pile) - sum(owed[seat] for seat in side),
            pile=pile,
            cards=pile.bit_count(),
            taker=taker,
            partner=state.auction.partner,
            alone=len(side) == 1,
        )
        return [outcome]
