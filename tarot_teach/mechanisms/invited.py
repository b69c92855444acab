"""Invitations to call a card: the rules by which a call invites, and the invitation that stands in an auction."""

from __future__ import annotations

from abc import abstractmethod
from typing import NamedTuple

from tarot_teach.mechanisms.base import Mechanism
from tarot_teach.mechanisms.interfaces import NarrowsBids
from tarot_teach.mechanisms.registry import find
from tarot_teach.messages import _
from tarot_teach.rules import Ruleset
from tarot_teach.table import PASS, State


class Invitation(NamedTuple):
    """A seat that has invited the taker to call a card, which it holds; the card as a mask."""

    seat: int
    card: int


class Invites(NarrowsBids):
    """A call that invites."""

    ranks = False

    @abstractmethod
    def invitation(self, state: State) -> Invitation | None:
        """The invitation that stands in an auction so far."""

    def requires(self, ruleset: Ruleset) -> list[str]:
        return [] if ruleset.at("call") else [_("no card is called to which a bid could invite")]


def invites_of(asking: Mechanism) -> tuple[Invites, ...]:
    """The rules by which a bid can invite, of the ruleset of a rule that asks for them; found once."""
    known: tuple[Invites, ...] | None = vars(asking).get("_invites")
    if known is None:
        rules = asking.ruleset_rules
        kinds = [(rule, find("bid", rule.mechanism)) for rule in rules.values() if rule.step == "bid"]
        known = tuple(kind(rule.id, rule.params, asking.deck) for rule, kind in kinds if issubclass(kind, Invites))
        for each in known:
            each.ruleset_rules = rules
        vars(asking)["_invites"] = known
    return known


def invited(asking: Mechanism, state: State) -> Invitation | None:
    """The invitation of an auction by the ruleset of a rule that asks; None without one."""
    if not state.auction.calls:
        return None
    found = (rule.invitation(state) for rule in invites_of(asking))
    return next((each for each in found if each is not None), None)


def accepted(asking: Mechanism, state: State) -> Invitation | None:
    """The invitation of an auction that another player than the inviter has won; None without one."""
    found = invited(asking, state)
    return None if found is None or found.seat == state.auction.taker else found


def bidders(state: State) -> set[int]:
    """The seats that have bid."""
    return {seat for seat, bid in state.auction.calls if bid != PASS}
