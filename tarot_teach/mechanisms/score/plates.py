"""The two plates of Tresillo: what a deal wins from the plato, and what is paid for debts."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from pydantic import Field

from tarot_teach.mechanisms.base import Count
from tarot_teach.mechanisms.count import CODILLO, SACADO, MoreTricksThanEach, TricksFact
from tarot_teach.mechanisms.interfaces import PaysApart
from tarot_teach.mechanisms.match import Plates, TwoPlates
from tarot_teach.messages import N_, _
from tarot_teach.rules import Ruleset
from tarot_teach.table import Apart, Finding, Memory, Outcome


class PlatoWon(PaysApart):
    """A taker who wins takes the plato, with something from each opponent, or with the highest debt where any are recorded. Otherwise the taker
    pays what is in play: into the plato where it was empty, else as a debt; and as much to an opponent with more tricks than everybody else."""

    each: Count = Field(description="Game points from each opponent to a taker who wins, where no debt is recorded.")
    sentence = N_(
        "{taker:the} who wins takes the plato and {each} from each opponent, or the highest debt in place of that. Otherwise {taker:the} pays what is in play into an "
        "empty plato or owes it, and pays as much to an opponent with more tricks than everybody else."
    )

    def apart(self, outcome: Outcome, players: int) -> list[Apart]:
        tricks, taker = outcome.fact(TricksFact), outcome.taker
        memory = next((each for each in outcome.memory.values() if isinstance(each, Memory)), None)
        if tricks is None or taker is None or memory is None:
            return []
        plates = Plates.of(memory, players)
        (debt, debtor), (end, place) = plates.highest(taker), tricks.end
        amounts = [Fraction(0)] * players
        in_play, winner = plates.in_play(taker), (taker + place) % players
        if end == SACADO:
            amounts = [Fraction(0 if debt else -self.each)] * players
            amounts[taker] = Fraction(plates.plato + (0 if debt else self.each * (players - 1)))
            amounts[taker] += debt
            amounts[debtor] -= debt
        elif plates.first and not debt:
            amounts[taker] -= in_play
        if end == CODILLO:
            amounts[taker] -= in_play
            amounts[winner] += in_play
        state = "debts" if debt else "first" if plates.first else "plato"
        facts: dict[str, Any] = {"seat": taker, "winner": winner, "payer": debtor, "plato": plates.plato, "debt": debt}
        return [Apart(self.decides(end=end, state=state, in_play=in_play, **facts), tuple(amounts))]

    def why(self, finding: Finding) -> str:
        facts = finding.facts
        if facts["end"] == SACADO:
            if not facts["debt"]:
                return _("{who} has won, and takes the plato, {plato}, and {each} from each opponent.")
            if facts["payer"] == facts["seat"]:
                return _(
                    "{who} has won, takes the plato, {plato}, and strikes out the highest debt, {debt}, as it was {who}'s."
                )
            return _("{who} has won, and takes the plato, {plato}, and the highest debt, {debt}, from {payer}.")
        paid = _("{who} has not won, and pays what is in play into the plato: {in_play}.")
        if facts["state"] != "first":
            paid = _("{who} has not won, and owes what is in play: {in_play}.")
        return paid + (_(" {winner} gets as much from {who}.") if facts["end"] == CODILLO else "")

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        if not any(rule.mechanism == MoreTricksThanEach.name for rule in ruleset.at("count")):
            yield _("no rule of the count tells how many tricks each player has won")
        if not any(rule.mechanism == TwoPlates.name for rule in ruleset.at("match")):
            yield _("no rule of the match keeps the plates")
