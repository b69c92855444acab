"""Rules of the count: whose cards are counted together, what they count, and which total wins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal, Self

from pydantic import Field

from tarot_teach.cards import halves_text
from tarot_teach.language import N_, _, ngettext
from tarot_teach.mechanisms.base import CardName, Count, Honours, Who
from tarot_teach.mechanisms.interfaces import Counts, CountsPiles, DealsOut, EndsPlay, Judges, MakesOutcomes
from tarot_teach.mechanisms.observed import Game, Implied, Impossible, Observes
from tarot_teach.mechanisms.registry import bound_to, find
from tarot_teach.mechanisms.score.bonuses import AllTricksFact, BonusFact, PointsBonusFact
from tarot_teach.mechanisms.situation import takers_side
from tarot_teach.rules import Ruleset
from tarot_teach.table import DEFENCE, TAKER, Fact, FactError, Finding, NumberFact, Outcome, State
from tarot_teach.text import Text, joined, say


class CardPoints(Counts):
    """Cards count what the pack gives as their card points."""

    bounded = True

    def count(self, outcome: Outcome) -> tuple[Outcome, Finding | None]:
        points = halves_text(outcome.halves)
        return outcome, self.decides(points=points, honours=outcome.honours, cards=outcome.cards)

    def says(self) -> Text:
        values = sorted({card.halves for card in self.deck.cards}, reverse=True)
        phrase = _("Each card counts its card points ({values}); the whole pack counts {total}.")
        return self.say(phrase, values=[*map(halves_text, values)], total=halves_text(self.deck.halves))

    def why(self, finding: Finding) -> str:
        if finding.facts["cards"]:
            return _("{taker:the}'s side has {points} card points in {cards} cards, with {honours} among them.")
        return _("{taker:the}'s side has {points} card points, with {honours}.")

    def facts_in_words(self, finding: Finding, who: Who) -> dict[str, Any]:
        honours = self.terms["honour"].count(finding.facts["honours"])
        return super().facts_in_words(finding, who) | {"honours": honours}


class HalfPoints(Counts):
    """A half-point left over goes to the side that has won the deal: the taker's points are rounded up if they reach the
    target without it, else down. Stands after the rule of the targets."""

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

    group: Count = Field(gt=1, description="Cards in a group.")
    less: Count = Field(description="Card points taken off for each group.")
    rest_less: Count = Field(description="Card points taken off once for cards left over, fewer than a group.")
    outside: list[CardName] = Field(default=[], description="Cards that count by themselves, outside the groups.")
    total: Count | None = Field(default=None, description="Card points of all piles together, if they never change.")

    def prepare(self) -> None:
        self.single: int = self.mask(self.outside)

    def pile_halves(self, pile: int) -> int:
        groups, rest = self._groups(pile)
        return self.deck.halves_of(pile) - 2 * (groups * self.less + (self.rest_less if rest else 0))

    def _groups(self, pile: int) -> tuple[int, int]:
        """The number of groups, and of cards left over."""
        return divmod((pile & ~self.single).bit_count(), self.group)

    def count(self, outcome: Outcome) -> tuple[Outcome, Finding | None]:
        pile = outcome.pile
        if pile is None:  # the players have counted
            return replace(outcome, points=Fraction(outcome.halves, 2)), None
        values, (groups, rest) = self.deck.halves_of(pile), self._groups(pile)
        counted = outcome.points is not None  # its half-points are those of the groups already
        halves = outcome.halves if counted else outcome.halves - values + self.pile_halves(pile)
        points: dict[str, Any] = {"values": halves_text(values), "points": halves_text(halves)}
        finding = self.decides(seat=outcome.seat, groups=groups, rest=rest, **points)
        return replace(outcome, halves=halves, points=Fraction(halves, 2)), finding

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
            return _(
                "The cards are worth {values} together, less {less} for each of {groups} groups, and less {rest_less} for those left "
                "over: {points}."
            )
        return _("The cards are worth {values} together, less {less} for each of {groups} groups: {points}.")


class Targets(Judges):
    """The taker's side wins with a number of card points that depends on the honours among its cards."""

    by_honours: dict[Honours, Count] = Field(
        description="Card points that the taker's side needs, by the number of honours that it has won.", min_length=1
    )
    reason = N_("With {honours}, {taker:the}'s side needs {target} card points.")
    sides = True
    marks = ("honour",)
    bounded = True

    def judge(self, outcome: Outcome) -> tuple[int | None, bool]:
        target = self.by_honours[outcome.honours]
        return target, outcome.halves >= 2 * target

    def facts_of(self, outcome: Outcome) -> dict[str, Any]:
        return {"honours": outcome.honours, "target": outcome.target}

    def says(self) -> Text:
        targets = [
            say(_("{points} with {honours}"), points=points, honours=self.terms["honour"].count(honours))
            for honours, points in sorted(self.by_honours.items(), reverse=True)
        ]
        return self.say(_("{taker:the}'s side needs {targets}."), targets=targets)

    def facts_in_words(self, finding: Finding, who: Who) -> dict[str, Any]:
        honours = self.terms["honour"].count(finding.facts["honours"])
        return super().facts_in_words(finding, who) | {"honours": honours}

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        honours = ruleset.deck.marks.get("honour", 0).bit_count()
        missing = [str(n) for n in range(honours + 1) if n not in self.by_honours]
        highest, total = max(self.by_honours.values()), ruleset.deck.halves
        if missing:
            yield _("there is no target for {missing} honours").format(missing=", ".join(missing))
        elif 2 * highest > total:
            beyond = _("nobody can reach {highest} card points: the pack has {halves_text}")
            yield beyond.format(highest=highest, halves_text=halves_text(total))


class MoreThan(Judges):
    """The taker's side wins with more card points than a number; with exactly that number it loses."""

    points: Count = Field(description="Card points with which the taker's side still loses.")
    sentence = N_("{taker:the}'s side needs more than {points} card points.")
    sides = True
    bounded = True

    def judge(self, outcome: Outcome) -> tuple[int | None, bool]:
        return self.points, outcome.halves > 2 * self.points

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        if 2 * self.points >= ruleset.deck.halves:
            total = halves_text(ruleset.deck.halves)
            yield _("nobody can have more than {points} card points: the pack has {total}").format(
                points=self.points, total=total
            )


class MoreThanOrAnnounced(MoreThan):
    """The taker's side wins with more card points than a number. But a side that has announced a bonus for card points, or for all tricks,
    wins the deal only by making it."""

    def judge(self, outcome: Outcome) -> tuple[int | None, bool]:
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
            return _("{taker:the}'s side needs more than {points} card points.")
        return {
            (TAKER, True): _("{taker:the}'s side has made the bonus on which it had staked the deal."),
            (TAKER, False): _("{taker:the}'s side has failed the bonus on which it had staked the deal."),
            (DEFENCE, True): _("The defence has made the bonus on which it had staked the deal."),
            (DEFENCE, False): _("The defence has failed the bonus on which it had staked the deal."),
        }[facts["side"], facts["kept"]]


class ExactTricks(Judges, Observes[NumberFact]):
    """The taker's side wins by taking exactly a number of tricks: none in a negative game."""

    tricks: Count = Field(description="How many tricks the taker's side has to win, no more and no fewer.")
    reason = N_("{taker:the}'s side has won {number} tricks, and needed exactly {tricks}.")
    sides = True
    bounded = True
    observes = NumberFact
    always = True

    def prepare(self) -> None:
        self.avoids_tricks = self.tricks <= 1

    def observe(self, state: State, outcome: Outcome) -> NumberFact:
        return NumberFact(sum(taken.winner in takers_side(state) for taken in state.tricks))

    def judge(self, outcome: Outcome) -> tuple[int | None, bool]:
        fact = self.fact(outcome)
        return None, fact is not None and fact.number == self.tricks

    def facts_of(self, outcome: Outcome) -> dict[str, Any]:
        fact = self.fact(outcome)
        return {"number": fact.number if fact else 0, "made": outcome.made}

    def says(self) -> Text:
        if not self.tricks:
            return self.say(_("{taker:the}'s side wins by taking no trick."))
        return self.say(_("{taker:the}'s side wins by taking exactly {tricks} tricks, no more and no fewer."))

    def why(self, finding: Finding) -> str:
        if not finding.facts["number"]:
            return _("{taker:the}'s side has won no trick, and needed exactly {tricks}.")
        return _(self.reason)

    def tells(self, fact: NumberFact, who: Who) -> Iterator[Text]:
        yield self.say(_("{taker:the}'s side has won {number} tricks."), number=fact.number or _("no"))

    def implies(self, outcome: Outcome, fact: NumberFact | None, game: Game, tricks: int) -> Iterator[Implied]:
        if fact is not None:
            words = ngettext("{number} trick", "{number} tricks", fact.number).format(number=fact.number)
            won = range(fact.number, fact.number + 1)
            yield Implied((words,), self.rule, self.rule, range(len(self.deck.cards) + 1), won)

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        bound = (bound_to(rule, ruleset) for rule in ruleset.at("deal"))
        for dealing in (rule for rule in bound if isinstance(rule, DealsOut)):
            for players in ruleset.players:
                tricks = dealing.hand_size(players)
                if self.tricks > tricks:
                    few = _("with {players} players there are only {tricks} tricks")
                    yield few.format(players=players, tricks=tricks)


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


class MoreTricksThanEach(Judges, Observes[TricksFact]):
    """The taker's side wins by taking more tricks than each opponent alone."""

    sentence = N_("{taker:the}'s side wins by taking more tricks than each opponent.")
    reason = N_("{taker:the}'s side has won {number} tricks, and the best opponent {best}.")
    sides = True
    bounded = True
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

    def tells(self, fact: TricksFact, who: Who) -> Iterator[Text]:
        yield self.say(_("Tricks of {taker:the}'s side, and of each opponent: {tricks}."), tricks=str(fact))

    def impossible(self, outcome: Outcome, fact: TricksFact, game: Game, players: int) -> Iterable[Impossible]:
        tricks = game.deals.hand_size(players)
        kinds = [find(rule.step, rule.mechanism) for rule in game.ruleset.at("play")]
        fewer = any(issubclass(kind, EndsPlay) for kind in kinds)  # the play may end before the last trick
        if sum(fact.tricks) > tricks or (sum(fact.tricks) < tricks and not fewer):
            message = _("these are {number} tricks, and a deal has {tricks}").format(
                number=sum(fact.tricks), tricks=tricks
            )
            yield Impossible("result.fact", message, _("check who has won which tricks"), (self.rule,))

    def implies(self, outcome: Outcome, fact: TricksFact | None, game: Game, tricks: int) -> Iterator[Implied]:
        if fact is not None:
            words = _("the tricks {fact}").format(fact=fact)
            won = range(fact.tricks[0], fact.tricks[0] + 1)
            yield Implied((words,), self.rule, self.rule, range(len(self.deck.cards) + 1), won)


class EachForHimself(MakesOutcomes):
    """Each player counts the cards that they have won."""

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
            honours=(pile & self.deck.marks.get("honour", 0)).bit_count(),
            pile=pile,
            cards=pile.bit_count(),
        )


class EachParty(EachForHimself):
    """The players of a party count the cards together that they have won. Needs a rule that makes parties from the start."""

    sentence = N_("Partners count the cards together that they have won.")
    by_party = True

    def outcomes(self, state: State, piles: Sequence[int], owed: Sequence[int]) -> list[Outcome]:
        return [self.outcome_of(party, state, piles, owed) for party in state.parties]


class TakerAgainstDefence(MakesOutcomes):
    """The cards of the taker's side are counted together: its tricks, and what talon and discard bring it. All the rest
    is the defence's."""

    sentence = N_("{taker:the}'s side counts its cards together; all the others belong to the defence.")
    marks = ("honour",)
    bounded = True

    def outcomes(self, state: State, piles: Sequence[int], owed: Sequence[int]) -> list[Outcome]:
        taker = state.auction.taker
        assert taker is not None
        side = state.side(taker)
        pile = state.side_piles[0]
        for seat in side:
            pile |= piles[seat]
        outcome = Outcome(
            contract=state.auction.contract,
            halves=self.deck.halves_of(pile) - sum(owed[seat] for seat in side),
            honours=(pile & self.deck.marks["honour"]).bit_count(),
            pile=pile,
            cards=pile.bit_count(),
            taker=taker,
            partner=state.auction.partner,
            alone=len(side) == 1,
        )
        return [outcome]
