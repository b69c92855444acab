"""Rules of the auction: contracts, who calls, and which bid outranks another."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from tarot_teach.language import N_, _
from tarot_teach.mechanisms.interfaces import Contract, NarrowsBids, OnAllPass, RunsAuction
from tarot_teach.table import PASS, Auction, Finding, State
from tarot_teach.text import Text


class AllPassVoids(OnAllPass):
    """A deal in which all pass is void."""

    sentence = N_("When all pass, the deal is void.")
    reason = N_("All have passed: the deal is void.")

    def all_passed(self, state: State) -> Finding:
        return self.decides(decisive=True)


class TalonContract(Contract):
    """A contract that a player can bid. The last part of the rule's id is its name; contracts rank in the order in
    which the ruleset lists them."""

    name = "contract"
    talon: Literal["taken", "taker", "defence"] = Field(
        description="What becomes of the talon: taken into the taker's hand, or unseen into a side's pile."
    )

    def prepare(self) -> None:
        self.talon_goes = self.talon

    def says(self) -> Text:
        phrases = {
            "taken": _("{taker:the} takes {talon:the} into the hand and lays away as many cards."),
            "taker": _("Nobody sees {talon:the}; it counts for {taker:the}."),
            "defence": _("Nobody sees {talon:the}; it counts for the defence."),
        }
        return self.say(phrases[self.talon])


class MustOutbid(NarrowsBids):
    """A bid must rank above every bid before it."""

    sentence = N_("Each bid must be higher than those before it.")
    reason = N_("{bid} does not rank above {highest}, which has been bid.")

    def narrow_bids(self, open_bids: tuple[str, ...], ranking: tuple[str, ...], auction: Auction) -> tuple[str, ...]:
        made = [ranking.index(bid) for _seat, bid in auction.calls if bid != PASS]
        lowest = max(made, default=-1) + 1
        return tuple(bid for bid in open_bids if bid in ranking[lowest:])


class OneTurnEach(RunsAuction):
    """Each player calls once, beginning with the player after the dealer."""

    sentence = N_("Beginning with the player after the dealer, each player calls once: a contract, or “pass”.")

    def next_bidder(self, state: State, auction: Auction) -> int | None:
        if len(auction.calls) >= state.players:
            return None
        return (state.dealer + 1 + len(auction.calls)) % state.players


class UntilOthersPass(RunsAuction):
    """The auction goes round, beginning with the player after the dealer, until all but the highest bidder have passed.
    Whoever has passed may not bid again."""

    sentence = N_("The calls go round until all but one have passed; a player who has passed may not bid again.")

    def next_bidder(self, state: State, auction: Auction) -> int | None:
        passed = {seat for seat, bid in auction.calls if bid == PASS}
        bids = [seat for seat, bid in auction.calls if bid != PASS]
        last = auction.calls[-1][0] if auction.calls else state.dealer
        for i in range(1, state.players + 1):
            seat = (last + i) % state.players
            if seat not in passed:
                return None if bids and seat == bids[-1] else seat
        return None
