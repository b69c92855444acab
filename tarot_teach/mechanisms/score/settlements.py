"""Payments between players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from pydantic import Field

from tarot_teach.errors import LoadError
from tarot_teach.mechanisms.base import Count, Who
from tarot_teach.mechanisms.interfaces import Settles, Shares
from tarot_teach.mechanisms.settles_parties import SettlesParties
from tarot_teach.messages import N_, _, ngettext
from tarot_teach.rules import Ruleset
from tarot_teach.table import Finding, Outcome
from tarot_teach.text import Text


class AllSettleWithTaker(Settles):
    """Each defender settles the whole hand score with the taker, so that the scores sum to zero."""

    sentence = N_("Each defender pays {taker:the} the hand score, or receives it from {taker:the}.")
    sums_to_zero = True


class TakerAndPartner(Settles):
    """Each defender settles the hand score; the taker gets two shares and the partner the rest. A taker who is alone
    gets all of it."""

    sentence = N_("Of what the defenders pay, or get, two shares are {taker:the}'s and the rest {partner:the}'s.")
    sums_to_zero = True
    partner = True

    def shares(self, outcome: Outcome, players: int) -> Shares:
        if outcome.alone:
            return super().shares(outcome, players)
        return Shares(taker=Fraction(2), partner=Fraction(players - 4), defender=Fraction(-1))

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        few = [players for players in ruleset.players if players < 4]
        return [_("with {players} players nothing is left for a partner").format(players=players) for players in few]


class TakersSideScores(Settles):
    """The taker's side alone scores: taker and partner the hand score each, the defenders nothing."""

    sentence = N_("{taker:the} scores the hand score, and {partner:the} the same; the defenders score nothing.")
    partner = True

    def shares(self, outcome: Outcome, players: int) -> Shares:
        return Shares(taker=Fraction(1), partner=None if outcome.alone else Fraction(1), defender=Fraction(0))


class DifferenceOfParties(SettlesParties):
    """Each party gets the difference between its total and that of each other party; every player of the party gets it."""

    sentence = N_("Each player gets the difference between the totals of the parties, or pays it.")
    sums_to_zero = True

    def settle(self, totals: Sequence[Fraction]) -> Sequence[Fraction]:
        return [sum((total - other for other in totals), Fraction(0)) for total in totals]


class SideAgainstSide(Settles):
    """Each player of the losing side pays the hand score to one of the winning side. A taker who is alone settles with each defender."""

    sentence = N_(
        "{taker:the} and {partner:the} each get the hand score from a defender, or pay it; alone, {taker:the} settles with each defender."
    )
    sums_to_zero = True
    partner = True

    def shares(self, outcome: Outcome, players: int) -> Shares:
        if outcome.alone:
            return super().shares(outcome, players)
        return Shares(taker=Fraction(1), partner=Fraction(1), defender=Fraction(-1))

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        uneven = _("with {players} players the sides are not of one size")
        return [uneven.format(players=players) for players in ruleset.players if players != 4]


_SHORT = {
    "defender": (
        N_("{name} had only {chips}, and could neither lose nor win more."),
        N_("{name} had no chips, and could neither lose nor win any."),
    ),
    "winner": (
        N_("{name} had only {chips} against all, and wins only an equal stack from each: {each}."),
        N_("{name} had no chips, and can win none."),
    ),
    "loser": (
        N_("{name} had only {chips} against all, and loses no more."),
        N_("{name} had no chips, and can lose none."),
    ),
}
"""Sentences about a player with fewer chips than the stake, and about a player with none."""


class StakesOnTable(Settles):
    """Each defender wagers the stake, and the taker as much against each of them. A player who has too little wagers all of it, and
    can neither lose nor win more. Chips are whole: a hand score in half points cannot be staked."""

    raised: Count = Field(
        gt=0, description="By what the stakes are multiplied when somebody has no chips left before the deal; 1: never."
    )
    sentence = N_(
        "Each defender wagers the stake and {taker:the} matches it; nobody loses or wins more than they have."
    )
    sums_to_zero = True

    def settle(
        self, outcome: Outcome, total: Fraction, players: int, holdings: Sequence[int] | None
    ) -> tuple[tuple[Fraction, ...], tuple[Finding, ...]]:
        if holdings is None:
            return super().settle(outcome, total, players, None)
        assert outcome.taker is not None
        if total.denominator > 1:
            message = _("a stake of {abs} chips cannot be put on the table [{rule}]")
            hint = _("have the score rounded before it is settled")
            raise LoadError.of("score.half-chips", message.format(abs=abs(total), rule=self.rule), hint=hint)
        stake, limits = abs(int(total)), []
        if self.raised > 1 and not all(holdings):
            stake *= self.raised
            limits.append(self._limit("raised", None, stake))
        order = [(outcome.taker + i) % players for i in range(1, players)]
        wagers = {seat: min(stake, holdings[seat]) for seat in order}
        limits += [self._limit("defender", seat, holdings[seat]) for seat in order if wagers[seat] < stake]
        mine = holdings[outcome.taker]
        if mine < sum(wagers.values()):
            each = mine // len(order)
            if total > 0:
                limits.append(self._limit("winner", outcome.taker, mine, each))
                wagers = {seat: min(wager, each) for seat, wager in wagers.items()}
            else:
                limits.append(self._limit("loser", outcome.taker, mine))
                wagers = split(mine, wagers)
        sign = 1 if total > 0 else -1
        gains = {seat: Fraction(-sign * wager) for seat, wager in wagers.items()}
        gains[outcome.taker] = Fraction(sign * sum(wagers.values()))
        return tuple(gains[seat] for seat in range(players)), tuple(limits)

    def _limit(self, why: str, seat: int | None, chips: int, each: int = 0) -> Finding:
        return self.decides(why=why, seat=seat, chips=chips, each=each)

    def because(self, finding: Finding, who: Who) -> Text:
        facts = finding.facts
        chips = ngettext("{number} chip", "{number} chips", facts["chips"]).format(number=facts["chips"])
        if facts["why"] == "raised":
            return self.say(_("Somebody has no chips left: the stake is raised to {chips}."), chips=chips)
        some, none = _SHORT[facts["why"]]
        return self.say(_(some if facts["chips"] else none), name=who(facts["seat"]), chips=chips, each=facts["each"])

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        uneven = [str(players) for players in ruleset.players if players % 2]
        scored = {each.mechanism: each.id for step in ("count", "score") for each in ruleset.at(step)}
        if uneven and "margin" in scored and not {"half_points", "round_to"} & {*scored}:
            halved = _(
                "chips cannot be halved, and {margin} counts half points with {players} players: drop it or round them"
            )
            yield halved.format(margin=scored["margin"], players=" or ".join(uneven))


def split(chips: int, wagers: dict[int, int]) -> dict[int, int]:
    """Chips dealt out one by one in order, nobody getting more than they have wagered."""
    shares = dict.fromkeys(wagers, 0)
    while chips and any(shares[seat] < wager for seat, wager in wagers.items()):
        for seat, wager in wagers.items():
            if chips and shares[seat] < wager:
                shares[seat] += 1
                chips -= 1
    return shares
