from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pydantic import Field

from tarot_teach.errors import LoadError
from tarot_teach.language import N_, _, ngettext
from tarot_teach.mechanisms.base import Count, Params, Who
from tarot_teach.mechanisms.interfaces import Settles, Shares
from tarot_teach.rules import Rule, Ruleset
from tarot_teach.table import Effect, Finding, Outcome
from tarot_teach.text import Text

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


class StakesParams(Params):
    raised: Count = Field(
        gt=0, description="By what the stakes are multiplied when somebody has no chips left before the deal; 1: never."
    )


class StakesOnTable(Settles[StakesParams]):
    """Each defender wagers the stake, and the taker as much against each of them. A player who has too little wagers all of it, and
    can neither lose nor win more. Chips are whole: a hand score in half points cannot be staked."""

    Params = StakesParams
    sums_to_zero = True

    def shares(self, outcome: Outcome, players: int) -> Shares:
        return Shares(taker=Fraction(players - 1), partner=None, defender=Fraction(-1))

    def settle(
        self, outcome: Outcome, total: Fraction, players: int, holdings: Sequence[int] | None
    ) -> tuple[tuple[Fraction, ...], tuple[Finding, ...]]:
        if holdings is None:
            return super().settle(outcome, total, players, None)
        assert outcome.taker is not None
        if total.denominator > 1:
            message = _("a stake of {abs} chips cannot be put on the table [{rule}]").format(
                abs=abs(total), rule=self.rule
            )
            raise LoadError.of("score.half-chips", message, hint=_("have the score rounded before it is settled"))
        stake, limits = abs(int(total)), []
        if self.params.raised > 1 and not all(holdings):
            stake *= self.params.raised
            limits.append(self._limit("raised", None, stake))
        order = [(outcome.taker + i) % players for i in range(1, players)]
        wagers = {seat: min(stake, holdings[seat]) for seat in order}
        limits += [self._limit("defender", seat, holdings[seat]) for seat in order if wagers[seat] < stake]
        mine = holdings[outcome.taker]
        if mine < sum(wagers.values()):
            each = mine // len(order)
            limits.append(
                self._limit("winner", outcome.taker, mine, each)
                if total > 0
                else self._limit("loser", outcome.taker, mine)
            )
            wagers = {seat: min(wager, each) for seat, wager in wagers.items()} if total > 0 else split(mine, wagers)
        sign = 1 if total > 0 else -1
        gains = {seat: Fraction(-sign * wager) for seat, wager in wagers.items()}
        gains[outcome.taker] = Fraction(sign * sum(wagers.values()))
        return tuple(gains[seat] for seat in range(players)), tuple(limits)

    @classmethod
    def requires(cls, rule: Rule, ruleset: Ruleset) -> list[str]:
        uneven = [str(players) for players in ruleset.players if players % 2]
        scored = {each.mechanism: each.id for step in ("count", "score") for each in ruleset.at(step)}
        if not uneven or "margin" not in scored or {"half_points", "round_to"} & {*scored}:
            return []
        margin, players = scored["margin"], " or ".join(uneven)
        return [
            _(
                "chips cannot be halved, and {margin} counts half points with {players} players: drop it or round them"
            ).format(margin=margin, players=players)
        ]

    def _limit(self, why: str, seat: int | None, chips: int, each: int = 0) -> Finding:
        return Finding(self.rule, Effect.DECIDES, {"why": why, "seat": seat, "chips": chips, "each": each})

    def says(self) -> Text:
        return self.say(
            _("Each defender wagers the stake and {taker:the} matches it; nobody loses or wins more than they have.")
        )

    def because(self, finding: Finding, who: Who) -> Text:
        facts = finding.facts
        chips = ngettext("{number} chip", "{number} chips", facts["chips"]).format(number=facts["chips"])
        if facts["why"] == "raised":
            return self.say(_("Somebody has no chips left: the stake is raised to {chips}."), chips=chips)
        some, none = _SHORT[facts["why"]]
        return self.say(_(some if facts["chips"] else none), name=who(facts["seat"]), chips=chips, each=facts["each"])


def split(chips: int, wagers: dict[int, int]) -> dict[int, int]:
    """Chips dealt out one by one in order, nobody getting more than they have wagered."""
    shares = dict.fromkeys(wagers, 0)
    while chips and any(shares[seat] < wager for seat, wager in wagers.items()):
        for seat, wager in wagers.items():
            if chips and shares[seat] < wager:
                shares[seat] += 1
                chips -= 1
    return shares
