"""Stakes that are paid into a pot before cards are exchanged."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field

from tarot_teach.mechanisms.asking import Acts
from tarot_teach.mechanisms.base import Count, ParamError, PotName
from tarot_teach.mechanisms.match_memory import Before
from tarot_teach.mechanisms.pots import UsesPot
from tarot_teach.messages import N_, _
from tarot_teach.table import Memory, State
from tarot_teach.table.events import Step
from tarot_teach.text import Text


class PotStakes(UsesPot, Acts):
    """Before the cards of the talon go anywhere, all pay into a pot that is empty, and the dealer adds something in every deal."""

    pot: PotName = Field(description="The pot, by the last part of its rule's id.")
    stake: Count = Field(description="Game points that each player pays when the pot is empty.")
    adds: Count = Field(description="Game points that the dealer pays in every deal.")
    sentence = N_("Each player pays {stake} into {place} when it is empty; the dealer adds {adds} in every deal.")

    @property
    def costs(self) -> bool:
        return bool(self.stake or self.adds)

    def act(self, state: State) -> Step:
        amounts = [0 if self.in_pot(state) else -self.stake] * state.players
        amounts[state.dealer] -= self.adds
        return self.pay(state, amounts) if any(amounts) else (state, ())

    def unpayable(self, amounts: Sequence[int], before: Before) -> str:
        kept = before.memory.get(f"match.{self.pot}")
        stake = 0 if isinstance(kept, Memory) and any(kept.shared) else self.stake
        if sorted(-amount - stake for amount in amounts) == sorted([self.adds] + [0] * (len(amounts) - 1)):
            return ""
        return _("each player pays {stake} into this pot, as it was, and one of them {adds} more").format(
            stake=stake, adds=self.adds
        )

    def prepare(self) -> None:
        if not self.costs:
            raise ParamError(_("nothing is paid by it"), ("stake",), _("write an amount for `stake` or `adds`"))

    def says(self) -> Text:
        return self.say(_(self.sentence), place=self.pot_name)
