"""The pool: who wins it, and who doubles it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from tarot_teach.mechanisms.count import CODILLO, REPUESTO, SACADO, MoreTricksThanEach, TricksFact
from tarot_teach.mechanisms.interfaces import PaysApart
from tarot_teach.mechanisms.match import PoolStays
from tarot_teach.mechanisms.match_memory import lies_in_pool
from tarot_teach.messages import N_, _
from tarot_teach.rules import Ruleset
from tarot_teach.table import Apart, Finding, Outcome


class PoolWon(PaysApart):
    """A taker with more tricks than each opponent wins the pool. An opponent with more tricks than everybody else wins it, and as much from the
    taker; otherwise the taker doubles it, and it stays."""

    sentence = N_(
        "{taker:the} wins the pool with more tricks than each opponent. An opponent with more tricks than everybody else wins it, and as much from "
        "{taker:the}. Otherwise {taker:the} doubles it, and it stays."
    )

    def apart(self, outcome: Outcome, players: int) -> list[Apart]:
        tricks, taker = outcome.fact(TricksFact), outcome.taker
        if tricks is None or taker is None:
            return []
        played_for = lies_in_pool(outcome.memory, outcome.paid)
        end, place = tricks.end
        winner, amounts = (taker + place) % players, [Fraction(0)] * players
        if end != SACADO:
            amounts[taker] -= played_for
        if end != REPUESTO:
            amounts[winner] += 2 * played_for if end == CODILLO else played_for
        facts: dict[str, Any] = {"seat": taker, "winner": winner, "sum": played_for}
        return [Apart(self.decides(end=end, **facts), tuple(amounts))]

    def why(self, finding: Finding) -> str:
        if not finding.facts["sum"]:
            return _("Nothing lies in the pool, as far as it is told.")
        return {
            SACADO: _("{who} has won more tricks than each opponent, and takes the pool: {sum}."),
            REPUESTO: _(
                "{who} has not won more tricks than each opponent, and doubles the pool: {sum} more, which stay."
            ),
            CODILLO: _("{winner} has won more tricks than {who}, and takes the pool, {sum}, and as much from {who}."),
        }[finding.facts["end"]]

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        if not any(rule.mechanism == MoreTricksThanEach.name for rule in ruleset.at("count")):
            yield _("no rule of the count tells how many tricks each player has won")
        if not any(rule.mechanism == PoolStays.name for rule in ruleset.at("match")):
            yield _("no rule of the match keeps a pool")
