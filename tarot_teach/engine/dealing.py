"""From the shuffled pack to the talon: cutting, dealing, claims of a void deal, the auction, the call of a partner."""

from __future__ import annotations

from tarot_teach.engine.preconditions import NO_SUCH_BID, not_now
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.language import as_words
from tarot_teach.mechanisms.interfaces import Layout
from tarot_teach.table import events
from tarot_teach.table.actions import NOTHING, PASS, VOID, Action, Bid, Call, Cut, DealCards, Declare
from tarot_teach.table.outcome import Result
from tarot_teach.table.state import Choices, Phase, State
from tarot_teach.table.verdict import Effect, Finding, Verdict


def choices(index: RuleIndex, state: State) -> Choices:
    """The cuts, ways to deal, claims, calls or bids that are open to the seat to act."""
    seat = state.turn
    if state.phase is Phase.CUT and index.cuts:
        return Choices(state, seat, cuts=index.cuts.cuts(state))
    if state.phase is Phase.CALL and index.calls and seat is not None:
        return Choices(state, seat, calls=index.calls.callable(state, seat))
    if state.phase is Phase.DEAL:
        return Choices(state, seat, deals=index.deals.choice(state))
    if state.phase is Phase.CLAIM and seat is not None:
        claims = [Declare(seat, rule.rule, VOID) for rule in index.claims if rule.voids(state, seat) is not None]
        return Choices(state, seat, declarations=(Declare(seat, NOTHING), *claims))
    bids = index.ranking
    for rule in index.narrows_bids:
        bids = rule.narrow_bids(bids, index.ranking, state.auction)
    return Choices(state, seat, bids=(PASS, *bids))


def check_cut(index: RuleIndex, state: State, action: Cut) -> Verdict:
    """Findings on a cut."""
    assert index.cuts is not None
    return _verdict(action, index.cuts.check_cut(state, action))


def check_deal(index: RuleIndex, state: State, action: DealCards) -> Verdict:
    """Findings on the way in which the cards are dealt."""
    return _verdict(action, index.deals.check_deal(state, action))


def check_claim(index: RuleIndex, state: State, action: Declare) -> Verdict:
    """Findings on a claim that a hand makes the deal void."""
    if action.what == NOTHING:
        return Verdict(action, True)
    rule = next((rule for rule in index.claims if rule.rule == action.what), None)
    if rule is None:
        return not_now(state, action, seat=action.seat)
    finding = rule.voids(state, action.seat) or rule.refuses(state, action.seat)
    return Verdict(action, finding.effect is not Effect.REFUSES, (finding,))


def check_call(index: RuleIndex, state: State, action: Call) -> Verdict:
    """Findings on the card that is called."""
    assert index.calls is not None
    may = state.deck.set(index.calls.callable(state, action.seat))
    return _verdict(action, index.calls.check_call(state, action), tuple(card.code for card in may))


def check_bid(index: RuleIndex, state: State, action: Bid) -> Verdict:
    """Findings on a bid."""
    bids = index.ranking
    findings = []
    if action.bid != PASS and action.bid not in bids:
        findings.append(Finding(NO_SUCH_BID, Effect.REFUSES, {"bid": action.bid, "known": bids}, decisive=True))
    for rule in index.narrows_bids:
        left = rule.narrow_bids(bids, index.ranking, state.auction)
        if action.bid in bids and action.bid not in left:
            made = [as_words(bid) for _seat, bid in state.auction.calls if bid != PASS]
            facts = {"seat": action.seat, "bid": as_words(action.bid), "highest": made[-1] if made else ""}
            findings.append(Finding(rule.rule, Effect.REFUSES, facts, decisive=not findings))
        bids = left
    return _verdict(action, findings, (PASS, *bids))


def _verdict(action: Action, findings: list[Finding], instead: tuple[str, ...] = ()) -> Verdict:
    refused = any(finding.decisive and finding.effect is Effect.REFUSES for finding in findings)
    return Verdict(action, not refused, tuple(findings), instead if refused else ())


def cut(index: RuleIndex, state: State, action: Cut) -> events.Step:
    """The pack after a cut."""
    assert index.cuts is not None
    event = events.PackCut(action.seat, action.at, findings=tuple(index.cuts.check_cut(state, action)))
    pack = state.pack[action.at :] + state.pack[: action.at]
    return state._replace(pack=pack, phase=Phase.DEAL, turn=state.dealer), (event,)


def deal(index: RuleIndex, state: State, action: DealCards) -> events.Step:
    """The hands, and what follows at once: a void deal, claims, the auction, or the play."""
    first = (state.dealer + 1) % state.players
    if index.starts:
        first = index.starts.starts(state.dealer, state.players)
    layout = index.deals.deal(state.pack, first, state.players, action)
    dealt = events.CardsDealt(action.seat, first, findings=tuple(index.deals.check_deal(state, action)))
    state, more = after_deal(index, state, layout)
    return state, (dealt, *more)


def after_deal(index: RuleIndex, state: State, layout: Layout) -> events.Step:
    """A state with its cards dealt, whether by the engine or by a record."""
    nobody = (0,) * state.players
    state = state._replace(pack=(), hands=layout.hands, unseen=state.unseen or nobody, talon=layout.talon, won=nobody)
    for rule in index.voids:
        for seat in range(state.players):
            finding = rule.voids(state, seat)
            if finding:
                return _void(state, events.HandVoided, finding)
    if index.claims:
        return state._replace(phase=Phase.CLAIM, turn=(state.dealer + 1) % state.players), ()
    return _open_auction(index, state), ()


def claim(index: RuleIndex, state: State, action: Declare) -> events.Step:
    """The deal void by a claim, or the next seat asked; after the last, the auction."""
    for finding in check_claim(index, state, action).findings:
        return _void(state, events.HandVoided, finding)
    if action.seat == state.dealer:
        return _open_auction(index, state), ()
    return state._replace(turn=(action.seat + 1) % state.players), ()


def _void(state: State, kind: type[events.HandVoided | events.AllPassed], finding: Finding) -> events.Step:
    event = kind(finding.facts.get("seat"), findings=(finding,))
    return state._replace(phase=Phase.OVER, turn=None, result=Result(void=finding.rule)), (event,)


def _open_auction(index: RuleIndex, state: State) -> State:
    if index.auction:
        return state._replace(phase=Phase.BID, turn=index.auction.next_bidder(state, state.auction))
    return state._replace(phase=Phase.DECLARE, turn=None)


def bid(index: RuleIndex, state: State, action: Bid) -> events.Step:
    """The auction after a bid; when it is over, the contract and the talon."""
    assert index.auction is not None
    auction = state.auction._replace(calls=(*state.auction.calls, (action.seat, action.bid)))
    event = events.BidMade(action.seat, action.bid, findings=(Finding(index.auction.rule, Effect.DECIDES),))
    state = state._replace(auction=auction)
    following = index.auction.next_bidder(state, auction)
    if following is not None:
        return state._replace(turn=following), (event,)
    made = [(seat, name) for seat, name in auction.calls if name != PASS]
    if made:
        state, more = contracted(index, state, *made[-1])
    else:
        assert index.all_pass is not None
        state, more = _void(state, events.AllPassed, index.all_pass.all_passed(state))
    return state, (event, *more)


def contracted(index: RuleIndex, state: State, taker: int, contract: str) -> events.Step:
    """The state with its contract: a partner is to be called, or the talon has been taken or laid aside."""
    state = state._replace(auction=state.auction._replace(taker=taker, contract=contract))
    finding = Finding(index.contracts[contract].rule, Effect.DECIDES, {"seat": taker})
    event = events.ContractSettled(taker, contract, findings=(finding,))
    if index.calls and not index.calls.after_discard:
        return state._replace(phase=Phase.CALL, turn=taker), (event,)
    state, more = talon(index, state)
    return state, (event, *more)


def call(index: RuleIndex, state: State, action: Call) -> events.Step:
    """The state with a card called, and the talon taken or laid aside."""
    rule, card = index.calls, action.card
    assert rule is not None
    holder = next((seat for seat, hand in enumerate(state.hands) if hand & card.bit), None)
    auction = state.auction._replace(called=card, partner=None if holder == action.seat else holder)
    new_events: events.Events = (events.CardCalled(action.seat, card, findings=tuple(rule.check_call(state, action))),)
    if rule.again and holder is None:
        auction = state.auction._replace(missed=(*state.auction.missed, card))
        finding = Finding(rule.rule, Effect.DECIDES, {"seat": action.seat, "card": card, "nobody": True})
        new_events = (*new_events, events.NobodyHas(action.seat, card, findings=(finding,)))
    state = state._replace(auction=auction)
    if rule.after_discard:
        return state._replace(phase=Phase.DECLARE, turn=None), new_events
    state, more = talon(index, state)
    return state, new_events + more


def laid_aside(index: RuleIndex, contract: str, cards: int) -> tuple[int, int]:
    """The part of a talon that goes unseen to the taker's side, and to the defence, under a contract; as masks."""
    _rule, move = index.talon_move(contract)
    if move is None or move.into_hand:
        return 0, 0
    return (cards, 0) if move.side == 0 else (0, cards)


def talon(index: RuleIndex, state: State) -> events.Step:
    """The talon taken into the taker's hand, or laid aside for a side."""
    taker, contract = state.auction.taker, state.auction.contract
    assert taker is not None
    assert contract is not None
    rule, move = index.talon_move(contract)
    if move is None:
        return state._replace(phase=Phase.DECLARE, turn=None), ()
    cards = state.deck.set(state.talon)
    decided = (Finding(rule, Effect.DECIDES, {"seat": taker, "cards": cards, "side": move.side}),)
    if not move.into_hand:
        piles = laid_aside(index, contract, state.talon)
        aside = events.TalonLaidAside(taker, move.side, findings=decided)
        return state._replace(side_piles=piles, phase=Phase.DECLARE, turn=None), (aside,)
    hands = tuple(mask | state.talon if seat == taker else mask for seat, mask in enumerate(state.hands))
    state = state._replace(hands=hands, talon_open=move.shown, phase=Phase.DISCARD, turn=taker)
    return state, (events.TalonTaken(taker, cards, findings=decided),)
