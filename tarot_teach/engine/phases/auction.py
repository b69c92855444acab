"""The phase ``bid``: the auction, and the contract that comes of it."""

from __future__ import annotations

from tarot_teach.engine.hidden import hidden
from tarot_teach.engine.phases.claim import void
from tarot_teach.engine.phases.stage import Stage, verdict_of
from tarot_teach.engine.preconditions import NO_SUCH_BID
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.errors import NotationError, suggest
from tarot_teach.mechanisms.interfaces import OnAllPass
from tarot_teach.messages import N_, _, is_typed, typed_word
from tarot_teach.table.actions import PASS, Action, Bid
from tarot_teach.table.events import AllPassed, BidMade, ContractSettled, Events, Step
from tarot_teach.table.state import Choices, Phase, State
from tarot_teach.table.verdict import Effect, Finding, Verdict


class AuctionStage(Stage):
    """Seats bid until a rule says that the auction is over."""

    phase = Phase.BID
    section = "bid"
    actions = (Bid,)
    due = N_("This is not the moment for it: a call is due.")
    words = (
        (PASS, N_("{who} may pass."), N_("{who} may not pass.")),
        (Bid, N_("{who} may bid {bid}."), N_("{who} may not bid {bid}.")),
    )

    def asked(self, index: RuleIndex) -> bool:
        return index.auction is not None

    def enter(self, index: RuleIndex, state: State) -> Step:
        first = index.auction.next_bidder(state, state.auction) if index.auction else None
        return state._replace(phase=self.phase, turn=first), ()

    def legal(self, index: RuleIndex, state: State) -> Choices:
        bids = index.ranking
        for rule in index.narrows_bids:
            bids = rule.narrow_bids(bids, index.ranking, state)
        forced = bids and any(rule.refuses_pass(state) for rule in index.narrows_bids)
        return Choices(state, state.turn, bids=bids if forced else (PASS, *bids))

    def check(self, index: RuleIndex, state: State, action: Bid) -> Verdict:
        bids = index.ranking
        findings = []
        if action.bid != PASS and action.bid not in bids:
            facts: dict[str, object] = {"bid": action.bid, "known": bids}
            findings.append(Finding(NO_SUCH_BID, Effect.REFUSES, facts, decisive=True))
        for rule in index.narrows_bids:
            left = rule.narrow_bids(bids, index.ranking, state)
            if action.bid in bids and action.bid not in left:
                made = [bid for _seat, bid in state.auction.calls if bid != PASS]
                facts = {"seat": action.seat, "bid": action.bid, "outbid": made[-1] if made else ""}
                findings.append(Finding(rule.rule, Effect.REFUSES, facts, decisive=not findings))
            bids = left
        forced = [rule for rule in index.narrows_bids if rule.refuses_pass(state)] if bids else []
        if action.bid == PASS:
            findings += [Finding(rule.rule, Effect.REFUSES, {"seat": action.seat}, decisive=True) for rule in forced]
        return verdict_of(action, findings, bids if forced else (PASS, *bids))

    def apply(self, index: RuleIndex, state: State, action: Bid) -> Step:
        assert index.auction is not None
        auction = state.auction._replace(calls=(*state.auction.calls, (action.seat, action.bid)))
        event = BidMade(action.seat, action.bid, findings=(Finding(index.auction.rule, Effect.DECIDES),))
        events: Events = (event,)
        state = state._replace(auction=auction)
        for rule in index.charges_bids:
            amounts = rule.charge(state, action.seat, action.bid)
            if any(amounts):
                state, paid = rule.pay(state, amounts)
                events += paid
        following = index.auction.next_bidder(state, auction)
        if following is not None:
            return state._replace(turn=following), events
        made = [(seat, name) for seat, name in auction.calls if name != PASS]
        if made and (made[-1][1] != index.auction.given_up or auction.calls[-1] != (made[-1][0], PASS)):
            state, more = contracted(index, state, *made[-1])
        else:
            *others, last = index.all_pass
            deciding = next((each for each in others if not each.leaves(state)), last)
            state, more = _all_passed(deciding, index, state)
        return state, (*events, *more)

    def read(self, index: RuleIndex, state: State, seat: int, text: str) -> Action:
        bid = PASS if is_typed(text, PASS) else index.contract_named(text)
        if bid is None:
            bids = self.legal(index, state).bids
            names = index.contract_names(bid for bid in bids if bid in index.contracts)
            hint = suggest(text, [*names, *(typed_word(bid) for bid in bids if bid == PASS)], _("bids"))
            raise NotationError.of("play.bid", _("{text!r} is no bid"), hint=hint, text=text)
        return Bid(seat, bid)


def _all_passed(rule: OnAllPass, index: RuleIndex, state: State) -> Step:
    """The deal void, or the contract that is played when all have passed."""
    finding, taker = rule.all_passed(state), rule.taker(state)
    if rule.contract and rule.has_taker and taker is None and any(state.unseen):
        raise hidden(_("some hands"))
    if not rule.contract or (rule.has_taker and taker is None):
        return void(index, state, AllPassed, finding)
    state, events = contracted(index, state, taker, rule.contract)
    return state, (AllPassed(None, findings=(finding,)), *events)


def contracted(index: RuleIndex, state: State, taker: int | None, contract: str) -> Step:
    """The state with its contract, which may have no taker."""
    taker = None if index.contracts[contract].alone else taker
    state = state._replace(auction=state.auction._replace(taker=taker, contract=contract), phase=Phase.BID, turn=None)
    finding = Finding(index.contracts[contract].rule, Effect.DECIDES, {"seat": taker})
    return state, (ContractSettled(taker, contract, findings=(finding,)),)
