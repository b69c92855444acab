from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pydantic import Field

from tarot_teach.mechanisms.base import Count, Params, Who
from tarot_teach.mechanisms.steps import Settles, Shares
from tarot_teach.table import Effect, Finding, Outcome
from tarot_teach.text import Text, _, count_of, say


class StakesParams(Params):
    raised: Count = Field(
        gt=0, description="By what the stakes are multiplied when somebody has no chips left before the deal; 1: never."
    )


class StakesOnTable(Settles[StakesParams]):
    """Each defender wagers the stake, and the taker as much against each of them. Who has too little wagers what he has, and
    can neither lose nor win more."""

    Params = StakesParams

    def shares(self, outcome: Outcome, players: int) -> Shares:
        return Shares(taker=Fraction(players - 1), partner=None, defender=Fraction(-1))

    def settle(
        self, outcome: Outcome, total: Fraction, players: int, holdings: Sequence[int] | None
    ) -> tuple[tuple[Fraction, ...], tuple[Finding, ...]]:
        if holdings is None:
            return super().settle(outcome, total, players, None)
        assert outcome.taker is not None
        stake, limits = abs(int(total)), []
        if self.params.raised > 1 and not all(holdings):
            stake *= self.params.raised
            limits.append(self._limit("raised", None, stake))
        order = [(outcome.taker + i) % players for i in range(1, players)]
        wagers = {seat: min(stake, holdings[seat]) for seat in order}
        limits += [self._limit("defender", seat, holdings[seat]) for seat in order if wagers[seat] < stake]
        mine = holdings[outcome.taker]
        if mine < sum(wagers.values()):
            limits.append(self._limit("taker", outcome.taker, mine))
            each = mine // len(order)
            wagers = {seat: min(wager, each) for seat, wager in wagers.items()} if total > 0 else split(mine, wagers)
        sign = 1 if total > 0 else -1
        gains = {seat: Fraction(-sign * wager) for seat, wager in wagers.items()}
        gains[outcome.taker] = Fraction(sign * sum(wagers.values()))
        return tuple(gains[seat] for seat in range(players)), tuple(limits)

    def _limit(self, why: str, seat: int | None, chips: int) -> Finding:
        return Finding(self.rule, Effect.DECIDES, {"why": why, "seat": seat, "chips": chips})

    def says(self) -> Text:
        return say(_("Each defender wagers the stake and the taker matches it; nobody loses or wins more than he has."))

    def because(self, finding: Finding, who: Who) -> Text:
        chips = count_of(finding.facts["chips"], _("chip"), _("chips"))
        if finding.facts["why"] == "raised":
            return say(_("Somebody has no chips left: the stake is raised to {chips}."), chips=chips)
        name = who(finding.facts["seat"])
        if finding.facts["why"] == "defender":
            return say(_("{name} had only {chips}, and could neither lose nor win more."), name=name, chips=chips)
        return say(
            _(
                "{name} had only {chips} against all, wins no more than an equal stack from each, and loses no more than all."
            ),
            name=name,
            chips=chips,
        )


def split(chips: int, wagers: dict[int, int]) -> dict[int, int]:
    """Chips dealt out one by one in order, nobody getting more than he has wagered."""
    shares = dict.fromkeys(wagers, 0)
    while chips and any(shares[seat] < wager for seat, wager in wagers.items()):
        for seat, wager in wagers.items():
            if chips and shares[seat] < wager:
                shares[seat] += 1
                chips -= 1
    return shares
