"""Rules of the auction: who calls, and when it is over."""

from __future__ import annotations

from pydantic import Field

from tarot_teach.mechanisms.base import ContractName, ParamError
from tarot_teach.mechanisms.interfaces import RunsAuction
from tarot_teach.messages import N_, _
from tarot_teach.table import PASS, Auction, State
from tarot_teach.text import Text, joined


class OneTurnEach(RunsAuction):
    """Each player calls once, beginning with the player after the dealer."""

    heading = N_("The auction")
    sentence = N_("Beginning with the player after the dealer, each player calls once: a contract, or “pass”.")

    def next_bidder(self, state: State, auction: Auction) -> int | None:
        if len(auction.calls) >= state.players:
            return None
        return (state.dealer + 1 + len(auction.calls)) % state.players


class FirstBidPlays(RunsAuction):
    """Each player calls once, beginning with the player after the dealer, until one bids. The others are not asked any more."""

    one_bid = True

    sentence = N_("Beginning with the player after the dealer, each player passes or bids; the first who bids plays.")

    def next_bidder(self, state: State, auction: Auction) -> int | None:
        if len(auction.calls) >= state.players or any(bid != PASS for _seat, bid in auction.calls):
            return None
        return (state.dealer + 1 + len(auction.calls)) % state.players


class UntilOthersPass(RunsAuction):
    """The auction goes round, beginning with the player after the dealer, until all but the highest bidder have passed.
    Whoever has passed may not bid again."""

    ends_with: ContractName = Field(
        "", description="A contract that ends the auction as soon as it is bid; without it, none."
    )
    raised: ContractName = Field(
        "",
        description="A contract whose bidder may go higher when all others have passed and nobody else has bid; without it, none.",
    )
    sentence = N_("The calls go round until all but one have passed; a player who has passed may not bid again.")

    def before_first(self, state: State) -> int:
        """The seat before the one that speaks first."""
        return state.dealer

    def passed(self, state: State, auction: Auction) -> set[int]:
        """The seats that may not bid any more."""
        return {seat for seat, bid in auction.calls if bid == PASS}

    def next_bidder(self, state: State, auction: Auction) -> int | None:
        passed = self.passed(state, auction)
        bids = [seat for seat, bid in auction.calls if bid != PASS]
        last = auction.calls[-1][0] if auction.calls else self.before_first(state)
        if auction.calls and auction.calls[-1][1] == self.ends_with:
            return None
        for i in range(1, state.players + 1):
            seat = (last + i) % state.players
            if seat not in passed:
                return None if bids and seat == bids[-1] and not self._may_raise(auction) else seat
        return None

    def _may_raise(self, auction: Auction) -> bool:
        """True where the highest bidder, who alone has bid, may go higher."""
        return bool(self.raised) and [bid for _seat, bid in auction.calls if bid != PASS] == [self.raised]

    def says(self) -> Text:
        said = [super().says()]
        if self.ends_with:
            phrase = _("A bid of {contract} ends the auction at once.")
            said.append(self.say(phrase, contract=self.contract_title(self.ends_with)))
        if self.raised:
            phrase = _("Where all others have passed on {contract}, its bidder may go higher, or leave it by a pass.")
            said.append(self.say(phrase, contract=self.contract_title(self.raised)))
        return joined(said)


class ForehandWaits(UntilOthersPass):
    """The auction goes round as by ``until_others_pass``; but the player after the dealer may wait: a pass at the first call leaves that player
    in, to bid, hold or pass later on."""

    sentence = N_(
        "The calls go round until all but one have passed; a player who has passed may not bid again, save the player after the dealer, who may bid later on after a pass at the first call."
    )

    def passed(self, state: State, auction: Auction) -> set[int]:
        calls = auction.calls
        return super().passed(state, auction._replace(calls=calls[1:] if calls and calls[0][1] == PASS else calls))


class OutbidAnswers(RunsAuction):
    """The player after the dealer speaks first. Whoever is outbid answers at once, and the two go on until one of them passes; only then the next
    player speaks. A lowest bid that nobody has answered may be given up by a pass, when all others have passed."""

    unanswered: list[ContractName] = Field(
        default=[], description="Contracts by which a bidder is outbid for good, with no answer."
    )
    given_up: ContractName = Field(
        "",
        description="A contract that its bidder may give up by a pass, or name once more, when all others have passed and nobody else has bid; without it, none.",
    )
    sentence = N_(
        "The player after the dealer speaks first; whoever is outbid answers at once, and the two go on until one of them passes; only then the next player speaks."
    )

    def next_bidder(self, state: State, auction: Auction) -> int | None:
        waiting = iter((state.dealer + 1 + i) % state.players for i in range(state.players))
        following, bidder = next(waiting, None), None
        for seat, bid in auction.calls:
            outbid = None if bid == PASS or bid in self.unanswered or bidder == seat else bidder
            bidder = bidder if bid == PASS else seat
            following = next(waiting, None) if outbid is None else outbid
        if following is None and len(auction.calls) == state.players:
            following = self._lone_bidder(auction)
        return following

    def _lone_bidder(self, auction: Auction) -> int | None:
        """The seat whose bid is the only one, and may be given up."""
        bids = [(seat, bid) for seat, bid in auction.calls if bid != PASS]
        return bids[0][0] if [bid for _seat, bid in bids] == [self.given_up] else None

    def says(self) -> Text:
        said = [super().says()]
        if self.unanswered:
            names = [self.contract_title(name) for name in self.unanswered]
            said.append(self.say(_("Whoever is outbid by one of these does not answer: {names}."), names=names))
        if self.given_up:
            phrase = _(
                "Where all others have passed on {contract}, its bidder may give it up by a pass, or say it once more."
            )
            said.append(self.say(phrase, contract=self.contract_title(self.given_up)))
        return joined(said)


class ForehandLast(UntilOthersPass):
    """The auction goes round as by ``until_others_pass``, but the player after the dealer speaks last."""

    forehand_last = True
    sentence = N_(
        "The calls go round until all but one have passed, and the player after the dealer speaks last; a player who has passed may not bid again."
    )

    def before_first(self, state: State) -> int:
        return (state.dealer + 1) % state.players


class NamesContractLast(ForehandLast):
    """The auction goes round as by ``forehand_last``, and when all others have passed, the highest bidder names the contract: the bid
    that was made, or a higher one. A pass leaves the bid as it is; ``highest_bidder_may_not_pass`` forbids it."""

    sentence = N_(
        "The calls go round, and the player after the dealer speaks last; a player who has passed may not bid again. When all others have passed, the highest bidder names the contract: the same, or a higher one. A pass, where it is allowed then, leaves the bid as it is."
    )

    def prepare(self) -> None:
        if self.raised:
            message, hint = _("the highest bidder names the contract last in any case"), _("leave it out")
            raise ParamError(message, ("raised",), hint)

    def next_bidder(self, state: State, auction: Auction) -> int | None:
        following = super().next_bidder(state, auction)
        if following is not None:
            return following
        *before, (speaker, bid) = auction.calls
        passed = {seat for seat, each in before if each == PASS}
        highest = next((seat for seat, each in reversed(before) if each != PASS), None)
        last_word = len(passed) == state.players - 1 and (bid != PASS or speaker == highest)
        return None if last_word else highest
