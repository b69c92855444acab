"""From the shuffled pack to the end of the auction: steps ``deal``, ``void``, ``bid`` and ``talon``."""

from __future__ import annotations

from tarot_teach.engine.preconditions import BID, STEP
from tarot_teach.engine.rule_index import Bound
from tarot_teach.mechanisms.interfaces import Layout, TalonMove
from tarot_teach.table import (
    NOTHING,
    PASS,
    VOID,
    Bid,
    Call,
    Choices,
    Cut,
    Deal,
    Declare,
    Effect,
    Event,
    Finding,
    Result,
    State,
    Step,
    Verdict,
)

Told = list[Event]


def before_deal(bound: Bound, state: State) -> State:
    """The state in which the pack is cut, or dealt where the rules know no cut."""
    if bound.cuts:
        return state._replace(step=Step.CUT, turn=bound.cuts.cutter(state))
    return state._replace(step=Step.DEAL, turn=state.dealer)


def choices(bound: Bound, state: State) -> Choices:
    """What may be cut, dealt or bid."""
    if state.step is Step.CUT and bound.cuts:
        return Choices(state, state.turn, cuts=bound.cuts.cuts(state))
    if state.step is Step.CALL and bound.calls and state.turn is not None:
        return Choices(state, state.turn, calls=bound.calls.callable(state, state.turn))
    if state.step is Step.DEAL:
        return Choices(state, state.turn, deals=bound.deals.choice(state))
    if state.step is Step.CLAIM and state.turn is not None:
        claims = tuple(
            Declare(state.turn, rule.rule, VOID) for rule in bound.claims if rule.voids(state, state.turn) is not None
        )
        return Choices(state, state.turn, declarations=(Declare(state.turn, NOTHING), *claims))
    return Choices(state, state.turn, bids=(PASS, *open_bids(bound, state)))


def open_bids(bound: Bound, state: State) -> tuple[str, ...]:
    """The contracts that may still be bid."""
    bids = bound.ranking
    for rule in bound.narrows_bids:
        bids = rule.narrow_bids(bids, bound.ranking, state.auction)
    return bids


def check_cut(bound: Bound, state: State, action: Cut) -> Verdict:
    """Findings on a cut."""
    assert bound.cuts is not None
    return _verdict(action, bound.cuts.check_cut(state, action))


def check_deal(bound: Bound, state: State, action: Deal) -> Verdict:
    """Findings on the way in which the cards are dealt."""
    return _verdict(action, bound.deals.check_deal(state, action))


def check_claim(bound: Bound, state: State, action: Declare) -> Verdict:
    """Findings on a claim that a hand makes the deal void."""
    if action.what == NOTHING:
        return Verdict(action, True, ())
    rule = next((rule for rule in bound.claims if rule.rule == action.what), None)
    if rule is None:
        facts = {"seat": action.seat, "step": str(state.step)}
        return Verdict(action, False, (Finding(STEP, Effect.REFUSES, facts, decisive=True),))
    finding = rule.voids(state, action.seat) or rule.refuses(state, action.seat)
    return Verdict(action, finding.effect is not Effect.REFUSES, (finding,))


def claim(bound: Bound, state: State, action: Declare, told: Told) -> State:
    """The deal void by a claim, or the next seat asked; after the last, the auction."""
    (finding, *_none) = check_claim(bound, state, action).findings or (None,)
    if finding is not None:
        return _void(state, "void_hand", finding, told)
    if action.seat == state.dealer:
        return _open_auction(bound, state)
    return state._replace(turn=(action.seat + 1) % state.players)


def check_call(bound: Bound, state: State, action: Call) -> Verdict:
    """Findings on the card that is called."""
    assert bound.calls is not None
    may = state.deck.set(bound.calls.callable(state, action.seat))
    return _verdict(action, bound.calls.check_call(state, action), tuple(card.code for card in may))


def check_bid(bound: Bound, state: State, action: Bid) -> Verdict:
    """Findings on a call."""
    bids = bound.ranking
    findings = []
    if action.bid != PASS and action.bid not in bids:
        known = {"bid": action.bid, "known": bids}
        findings.append(Finding(BID, Effect.REFUSES, known, decisive=True))
    for rule in bound.narrows_bids:
        left = rule.narrow_bids(bids, bound.ranking, state.auction)
        if action.bid in bids and action.bid not in left:
            made = [bid for _seat, bid in state.auction.calls if bid != PASS]
            facts = {"seat": action.seat, "bid": _words(action.bid), "highest": _words(made[-1]) if made else ""}
            findings.append(Finding(rule.rule, Effect.REFUSES, facts, decisive=not findings))
        bids = left
    return _verdict(action, findings, (PASS, *bids))


def cut(bound: Bound, state: State, action: Cut, told: Told) -> State:
    """The pack after a cut."""
    assert bound.cuts is not None
    told.append(Event("cut", action.seat, {"at": action.at}, tuple(bound.cuts.check_cut(state, action))))
    pack = state.pack[action.at :] + state.pack[: action.at]
    return state._replace(pack=pack, step=Step.DEAL, turn=state.dealer)


def deal(bound: Bound, state: State, action: Deal, told: Told) -> State:
    """The hands, and what follows at once: a void deal, the auction, or the play."""
    first = (state.dealer + 1) % state.players
    if bound.starts:
        first = bound.starts.starts(state.dealer, state.players)
    layout = bound.deals.deal(state.pack, first, state.players, action)
    told.append(Event("dealt", action.seat, {"first": first}, tuple(bound.deals.check_deal(state, action))))
    return after_deal(bound, state, layout, told)


def after_deal(bound: Bound, state: State, layout: Layout, told: Told) -> State:
    """A state with its cards dealt, whether by the engine or by a record."""
    state = state._replace(
        pack=(),
        hands=layout.hands,
        unseen=state.unseen or (0,) * state.players,
        talon=layout.talon,
        won=(0,) * state.players,
    )
    for rule in bound.voids:
        for seat in range(state.players):
            finding = rule.voids(state, seat)
            if finding:
                return _void(state, "void_hand", finding, told)
    if bound.claims:
        return state._replace(step=Step.CLAIM, turn=(state.dealer + 1) % state.players)
    return _open_auction(bound, state)


def _open_auction(bound: Bound, state: State) -> State:
    if bound.auction:
        return state._replace(step=Step.BID, turn=bound.auction.next_bidder(state, state.auction))
    return state._replace(step=Step.DECLARE, turn=None)


def bid(bound: Bound, state: State, action: Bid, told: Told) -> State:
    """The auction after a call; when it is over, the contract and the talon."""
    assert bound.auction is not None
    auction = state.auction._replace(calls=(*state.auction.calls, (action.seat, action.bid)))
    told.append(Event("bid", action.seat, {"bid": action.bid}, (Finding(bound.auction.rule, Effect.DECIDES),)))
    state = state._replace(auction=auction)
    following = bound.auction.next_bidder(state, auction)
    if following is not None:
        return state._replace(turn=following)
    made = [(seat, name) for seat, name in auction.calls if name != PASS]
    if not made:
        assert bound.all_pass is not None
        return _void(state, "all_passed", bound.all_pass.all_passed(state), told)
    taker, contract = made[-1]
    return contracted(bound, state, taker, contract, told)


def contracted(bound: Bound, state: State, taker: int, contract: str, told: Told) -> State:
    """The state with its contract: a partner is to be called, or the talon has been taken or laid aside."""
    state = state._replace(auction=state.auction._replace(taker=taker, contract=contract))
    rule = bound.contracts[contract]
    finding = Finding(rule.rule, Effect.DECIDES, {"seat": taker})
    told.append(Event("contract", taker, {"contract": contract}, (finding,)))
    if bound.calls and not bound.calls.after_discard:
        return state._replace(step=Step.CALL, turn=taker)
    return talon(bound, state, told)


def call_is_due(bound: Bound, state: State, taker: int) -> bool:
    """Whether a card is still to be called before the first lead."""
    calls = bound.calls
    return bool(calls and calls.after_discard and state.auction.called is None and calls.callable(state, taker))


def call(bound: Bound, state: State, action: Call, told: Told) -> State:
    """The state with a card called, and the talon taken or laid aside."""
    assert bound.calls is not None
    holder = next((seat for seat, hand in enumerate(state.hands) if hand & action.card.bit), None)
    partner = None if holder == action.seat else holder
    auction = state.auction._replace(called=action.card, partner=partner)
    findings = tuple(bound.calls.check_call(state, action))
    told.append(Event("called", action.seat, {"card": action.card}, findings))
    if bound.calls.again and holder is None:
        auction = state.auction._replace(missed=(*state.auction.missed, action.card))
        facts = {"seat": action.seat, "card": action.card, "nobody": True}
        told.append(
            Event("nobody_has", action.seat, {"card": action.card}, (Finding(bound.calls.rule, Effect.DECIDES, facts),))
        )
    if bound.calls.after_discard:
        return state._replace(auction=auction, step=Step.DECLARE, turn=None)
    return talon(bound, state._replace(auction=auction), told)


def laid_aside(bound: Bound, contract: str, cards: int) -> tuple[int, int]:
    """What a talon that nobody takes adds to the piles of the taker's side and of the defence, under a contract."""
    rule = bound.contracts[contract]
    moves = (handler.move(rule.talon_goes) for handler in bound.talon)
    move = next((move for move in moves if move is not None), None)
    return (0, 0) if move is None or move.into_hand else _kept(move, cards)


def _kept(move: TalonMove, cards: int) -> tuple[int, int]:
    return (cards, 0) if move.side == 0 else (0, cards)


def talon(bound: Bound, state: State, told: Told) -> State:
    """The talon taken into the taker's hand, or laid aside for a side."""
    taker, contract = state.auction.taker, state.auction.contract
    assert taker is not None
    assert contract is not None
    rule = bound.contracts[contract]
    for handler in bound.talon:
        move = handler.move(rule.talon_goes)
        if move is None:
            continue
        facts = {"seat": taker, "cards": state.deck.set(state.talon), "side": move.side}
        decided = (Finding(handler.rule, Effect.DECIDES, facts),)
        if not move.into_hand:
            told.append(Event("talon_aside", taker, {"side": move.side}, decided))
            return state._replace(kept=_kept(move, state.talon), step=Step.DECLARE, turn=None)
        told.append(Event("talon_taken", taker, {"cards": state.deck.set(state.talon)}, decided))
        hands = tuple(mask | state.talon if seat == taker else mask for seat, mask in enumerate(state.hands))
        return state._replace(hands=hands, talon_open=move.shown, step=Step.DISCARD, turn=taker)
    return state._replace(step=Step.DECLARE, turn=None)


def _void(state: State, kind: str, finding: Finding, told: Told) -> State:
    told.append(Event(kind, finding.facts.get("seat"), {}, (finding,)))
    nothing = Result(void=finding.rule)
    return state._replace(step=Step.OVER, turn=None, result=nothing)


def _verdict(action: Bid | Call | Cut | Deal, findings: list[Finding], instead: tuple[str, ...] = ()) -> Verdict:
    refused = any(finding.decisive and finding.effect is Effect.REFUSES for finding in findings)
    return Verdict(action, not refused, tuple(findings), instead if refused else ())


def _words(bid: str) -> str:
    return bid.replace("_", " ")
