from __future__ import annotations

from fractions import Fraction

from tarot_teach.language import _
from tarot_teach.mechanisms.base import NoParams
from tarot_teach.mechanisms.interfaces import Settles, Shares
from tarot_teach.rules import Rule, Ruleset
from tarot_teach.table import Outcome
from tarot_teach.text import Text


class TakerAndPartner(Settles[NoParams]):
    """Each defender settles the hand score; the taker gets two shares and the partner the rest. A taker who is alone
    gets all of it."""

    sums_to_zero = True
    partner = True

    def shares(self, outcome: Outcome, players: int) -> Shares:
        if outcome.alone:
            return Shares(taker=Fraction(players - 1), partner=None, defender=Fraction(-1))
        return Shares(taker=Fraction(2), partner=Fraction(players - 4), defender=Fraction(-1))

    @classmethod
    def requires(cls, rule: Rule, ruleset: Ruleset) -> list[str]:
        few = [players for players in ruleset.players if players < 4]
        return [_("with {players} players nothing is left for a partner").format(players=players) for players in few]

    def says(self) -> Text:
        return self.say(
            _("Of what the defenders pay, or get, two shares are {taker:the}'s and the rest {partner:the}'s.")
        )
