"""Payments for a call: stakes before the first call, and amounts for a pass."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from tarot_teach.mechanisms.base import Count
from tarot_teach.mechanisms.match_memory import Before, ChargesBids, lies_in_pool
from tarot_teach.messages import N_, _
from tarot_teach.table import PASS, State
from tarot_teach.text import Text


class Stakes(ChargesBids):
    """Before the first call all pay into a pool that is empty, and one player adds something."""

    stake: Count = Field(description="Game points that each player pays when the pool is empty.")
    adds: Count = Field(description="Game points that one player adds.")
    by: Literal["forehand", "dealer"] = Field(description="Who adds them: the player after the dealer, or the dealer.")
    when: Literal["always", "not_empty"] = Field(
        description="Whether they are added in every deal, or only where something lies in the pool."
    )

    def charge(self, state: State, seat: int, bid: str) -> Sequence[int]:
        if len(state.auction.calls) > 1:
            return ()
        empty = not lies_in_pool(state.memory, state.paid)
        amounts = [-self.stake if empty else 0] * state.players
        if not empty or self.when == "always":
            amounts[state.dealer if self.by == "dealer" else (state.dealer + 1) % state.players] -= self.adds
        return amounts

    def unpayable(self, amounts: Sequence[int], before: Before) -> str:
        if before.pool is None:
            return ""
        stake, adds = (0 if before.pool else self.stake), self.adds if before.pool or self.when == "always" else 0
        more = [-amount - stake for amount in amounts]
        if sorted(more) == sorted([adds] + [0] * (len(amounts) - 1)):
            return ""
        return _("with {pool} in the pool each player pays {stake}, and one of them {adds} more").format(
            pool=before.pool, stake=stake, adds=adds
        )

    def says(self) -> Text:
        phrases = {
            ("forehand", "always"): _(
                "Each player pays {stake} into an empty pool; the player after the dealer adds {adds} in every deal."
            ),
            ("forehand", "not_empty"): _(
                "Each player pays {stake} into an empty pool; the player after the dealer adds {adds} to one that is not empty."
            ),
            ("dealer", "always"): _(
                "Each player pays {stake} into an empty pool; the dealer adds {adds} in every deal."
            ),
            ("dealer", "not_empty"): _(
                "Each player pays {stake} into an empty pool; the dealer adds {adds} to one that is not empty."
            ),
        }
        return self.say(phrases[self.by, self.when])


class PassCosts(ChargesBids):
    """A player who passes pays into the pool."""

    amount: Count = Field(gt=0, description="Game points.")
    sentence = N_("A player who passes pays {amount} into the pool.")

    def charge(self, state: State, seat: int, bid: str) -> Sequence[int]:
        return [-self.amount if other == seat and bid == PASS else 0 for other in range(state.players)]

    def unpayable(self, amounts: Sequence[int], before: Before) -> str:
        if {*amounts} - {0, -self.amount}:
            return _("whoever has passed has paid {amount}, and nobody else anything").format(amount=self.amount)
        if before.taker is not None and amounts[before.taker] and 0 in amounts:
            return _("a player who has passed is not the taker, unless all have passed")
        return ""
