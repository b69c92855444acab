from __future__ import annotations

from typing import Literal

from pydantic import Field

from tarot_teach.language import _
from tarot_teach.mechanisms.base import Params
from tarot_teach.mechanisms.interfaces import Contract
from tarot_teach.text import Text


class ContractParams(Params):
    talon: Literal["taken", "taker", "defence"] = Field(
        description="What becomes of the talon: taken into the taker's hand, or unseen into a side's pile."
    )


class TalonContract(Contract[ContractParams]):
    """A contract that a player can bid. The last part of the rule's id is its name; contracts rank in the order in
    which the ruleset lists them."""

    Params = ContractParams

    @property
    def talon_goes(self) -> str:
        return self.params.talon

    def says(self) -> Text:
        match self.params.talon:
            case "taken":
                return self.say(_("{taker:the} takes {talon:the} into the hand and lays away as many cards."))
            case "taker":
                return self.say(_("Nobody sees {talon:the}; it counts for {taker:the}."))
        return self.say(_("Nobody sees {talon:the}; it counts for the defence."))
