"""From the shuffled pack to the talon: cutting, dealing, claims of a void deal, the auction, the call of a partner."""

from __future__ import annotations

from tarot_teach.engine.preconditions import NO_SUCH_BID, WRONG_PHASE
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.language import as_words
from tarot_teach.mechanisms.interfaces import Layout, TalonMove
from tarot_teach.table import (
    NOTHING,
    PASS,
    VOID,
    Bid,
    Call,
    Choices,
    Cut,
    DealCards,
    Declare,
    Effect,
    Finding,
    Phase,
    Result,
    State,
    Verdict,
)
from tarot_teach.table.events import (
    AllPassed,
    BidMade,
    CardCalled,
    CardsDealt,
    ContractSettled,
    Event,
    HandVoided,
    NobodyHas,
    PackCut,
    Step,
    TalonLaidAside,
    TalonTaken,
)


def before_deal(index: RuleIndex, state: State) -> State:
    """The state in which the pack is cut, or dealt where the rules know no cut."""
    if index.cuts:
        return state._replace(phase=Phase.CUT, turn=index.cuts.cutter(state))
    return state._replace(phase=Phase.DEAL, turn=state.dealer)


def choices(index: RuleIndex, state: State) -> Choices:
    """The cuts, ways to deal, claims, calls or bids that are open to the seat to act."""
    if state.phase is Phase.CUT and index.cuts:
        return Choices(state, state.turn, cuts=index.cuts.cuts(state))
    if state.phase is Phase.CALL and index.calls and state.turn is not None:
        return Choices(state, state.turn, calls=index.calls.callable(state, state.turn))
    if state.phase is Phase.DEAL:
        return Choices(state, state.turn, deals=index.deals.choice(state))
    if state.phase is Phase.CLAIM and state.turn is not None:
        claims = tuple(
            Declare(state.turn, rule.rule, VOID) for rule in index.claims if rule.voids(state, state.turn) is not None
        )
        return Choices(state, state.turn, declarations=(Declare(state.turn, NOTHING), *claims))
    return Choices(state, state.turn, bids=(PASS, *open_bids(index, state)))


def open_bids(index: RuleIndex, state: State) -> tuple[str, ...]:
    """The contracts that may still be bid."""
    bids = index.ranking
    for rule in index.narrows_bids:
        bids = rule.narrow_bids(bids, index.ranking, state.auction)
    return bids


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
        return Verdict(action, True, ())
    rule = next((rule for rule in index.claims if rule.rule == action.what), None)
    if rule is None:
        facts = {"seat": action.seat, "step": str(state.phase)}
        return Verdict(action, False, (Finding(WRONG_PHASE, Effect.REFUSES, facts, decisive=True),))
    finding = rule.voids(state, action.seat) or rule.refuses(state, action.seat)
    return Verdict(action, finding.effect is not Effect.REFUSES, (finding,))


def claim(index: RuleIndex, state: State, action: Declare) -> Step:
    """The deal void by a claim, or the next seat asked; after the last, the auction."""
    for finding in check_claim(index, state, action).findings:
        return _void(state, HandVoided, finding)
    if action.seat == state.dealer:
        return _open_auction(index, state), ()
    return state._replace(turn=(action.seat + 1) % state.players), ()


def check_call(index: RuleIndex, state: State, action: Call) -> Verdict:
    """Findings on the card that is called."""
    assert index.calls is not None
    may = state.deck.set(index.calls.callable(state, action.seat))
    return _verdict(action, index.calls.check_call(state, action), tuple(card.code for card in may))


def check_bid(index: RuleIndex, state: State, action: Bid) -> Verdict:
    """Findings on a call."""
    bids = index.ranking
    findings = []
    if action.bid != PASS and action.bid not in bids:
        known = {"bid": action.bid, "known": bids}
        findings.append(Finding(NO_SUCH_BID, Effect.REFUSES, known, decisive=True))
    for rule in index.narrows_bids:
        left = rule.narrow_bids(bids, index.ranking, state.auction)
        if action.bid in bids and action.bid not in left:
            made = [bid for _seat, bid in state.auction.calls if bid != PASS]
            facts = {"seat": action.seat, "bid": _words(action.bid), "highest": _words(made[-1]) if made else ""}
            findings.append(Finding(rule.rule, Effect.REFUSES, facts, decisive=not findings))
        bids = left
    return _verdict(action, findings, (PASS, *bids))


def cut(index: RuleIndex, state: State, action: Cut) -> Step:
    """The pack after a cut."""
    assert index.cuts is not None
    event = PackCut(action.seat, action.at, findings=tuple(index.cuts.check_cut(state, action)))
    pack = state.pack[action.at :] + state.pack[: action.at]
    return state._replace(pack=pack, phase=Phase.DEAL, turn=state.dealer), (event,)


def deal(index: RuleIndex, state: State, action: DealCards) -> Step:
    """The hands, and what follows at once: a void deal, claims, the auction, or the play."""
    first = (state.dealer + 1) % state.players
    if index.starts:
        first = index.starts.starts(state.dealer, state.players)
    layout = index.deals.deal(state.pack, first, state.players, action)
    dealt = CardsDealt(action.seat, first, findings=tuple(index.deals.check_deal(state, action)))
    state, events = after_deal(index, state, layout)
    return state, (dealt, *events)


def after_deal(index: RuleIndex, state: State, layout: Layout) -> Step:
    """A state with its cards dealt, whether by the engine or by a record."""
    state = state._replace(
        pack=(),
        hands=layout.hands,
        unseen=state.unseen or (0,) * state.players,
        talon=layout.talon,
        won=(0,) * state.players,
    )
    for rule in index.voids:
        for seat in range(state.players):
            finding = rule.voids(state, seat)
            if finding:
                return _void(state, HandVoided, finding)
    if index.claims:
        return state._replace(phase=Phase.CLAIM, turn=(state.dealer + 1) % state.players), ()
    return _open_auction(index, state), ()


def _open_auction(index: RuleIndex, state: State) -> State:
    if index.auction:
        return state._replace(phase=Phase.BID, turn=index.auction.next_bidder(state, state.auction))
    return state._replace(phase=Phase.DECLARE, turn=None)


def bid(index: RuleIndex, state: State, action: Bid) -> Step:
    """The auction after a call; when it is over, the contract and the talon."""
    assert index.auction is not None
    auction = state.auction._replace(calls=(*state.auction.calls, (action.seat, action.bid)))
    event = BidMade(action.seat, action.bid, findings=(Finding(index.auction.rule, Effect.DECIDES),))
    state = state._replace(auction=auction)
    following = index.auction.next_bidder(state, auction)
    if following is not None:
        return state._replace(turn=following), (event,)
    made = [(seat, name) for seat, name in auction.calls if name != PASS]
    if not made:
        assert index.all_pass is not None
        state, events = _void(state, AllPassed, index.all_pass.all_passed(state))
    else:
        state, events = contracted(index, state, *made[-1])
    return state, (event, *events)


def contracted(index: RuleIndex, state: State, taker: int, contract: str) -> Step:
    """The state with its contract: a partner is to be called, or the talon has been taken or laid aside."""
    state = state._replace(auction=state.auction._replace(taker=taker, contract=contract))
    rule = index.contracts[contract]
    finding = Finding(rule.rule, Effect.DECIDES, {"seat": taker})
    event = ContractSettled(taker, contract, findings=(finding,))
    if index.calls and not index.calls.after_discard:
        return state._replace(phase=Phase.CALL, turn=taker), (event,)
    state, events = talon(index, state)
    return state, (event, *events)


def call_is_due(index: RuleIndex, state: State, taker: int) -> bool:
    """True if a card is still to be called before the first lead."""
    calls = index.calls
    return bool(calls and calls.after_discard and state.auction.called is None and calls.callable(state, taker))


def call(index: RuleIndex, state: State, action: Call) -> Step:
    """The state with a card called, and the talon taken or laid aside."""
    assert index.calls is not None
    holder = next((seat for seat, hand in enumerate(state.hands) if hand & action.card.bit), None)
    partner = None if holder == action.seat else holder
    auction = state.auction._replace(called=action.card, partner=partner)
    findings = tuple(index.calls.check_call(state, action))
    events: tuple[Event, ...] = (CardCalled(action.seat, action.card, findings=findings),)
    if index.calls.again and holder is None:
        auction = state.auction._replace(missed=(*state.auction.missed, action.card))
        facts = {"seat": action.seat, "card": action.card, "nobody": True}
        finding = Finding(index.calls.rule, Effect.DECIDES, facts)
        events = (*events, NobodyHas(action.seat, action.card, findings=(finding,)))
    if index.calls.after_discard:
        return state._replace(auction=auction, phase=Phase.DECLARE, turn=None), events
    state, more = talon(index, state._replace(auction=auction))
    return state, events + more


def laid_aside(index: RuleIndex, contract: str, cards: int) -> tuple[int, int]:
    """The part of a talon that goes unseen to the taker's side, and to the defence, under a contract; as masks."""
    rule = index.contracts[contract]
    moves = (handler.move(rule.talon_goes) for handler in index.talon)
    move = next((move for move in moves if move is not None), None)
    return (0, 0) if move is None or move.into_hand else _kept(move, cards)


def _kept(move: TalonMove, cards: int) -> tuple[int, int]:
    return (cards, 0) if move.side == 0 else (0, cards)


def talon(index: RuleIndex, state: State) -> Step:
    """The talon taken into the taker's hand, or laid aside for a side."""
    taker, contract = state.auction.taker, state.auction.contract
    assert taker is not None
    assert contract is not None
    rule = index.contracts[contract]
    for handler in index.talon:
        move = handler.move(rule.talon_goes)
        if move is None:
            continue
        facts = {"seat": taker, "cards": state.deck.set(state.talon), "side": move.side}
        decided = (Finding(handler.rule, Effect.DECIDES, facts),)
        if not move.into_hand:
            state = state._replace(side_piles=_kept(move, state.talon), phase=Phase.DECLARE, turn=None)
            return state, (TalonLaidAside(taker, move.side, findings=decided),)
        hands = tuple(mask | state.talon if seat == taker else mask for seat, mask in enumerate(state.hands))
        taken = TalonTaken(taker, state.deck.set(state.talon), findings=decided)
        return state._replace(hands=hands, talon_open=move.shown, phase=Phase.DISCARD, turn=taker), (taken,)
    return state._replace(phase=Phase.DECLARE, turn=None), ()


def _void(state: State, kind: type[HandVoided | AllPassed], finding: Finding) -> Step:
    event = kind(finding.facts.get("seat"), findings=(finding,))
    return state._replace(phase=Phase.OVER, turn=None, result=Result(void=finding.rule)), (event,)


def _verdict(action: Bid | Call | Cut | DealCards, findings: list[Finding], instead: tuple[str, ...] = ()) -> Verdict:
    refused = any(finding.decisive and finding.effect is Effect.REFUSES for finding in findings)
    return Verdict(action, not refused, tuple(findings), instead if refused else ())


def _words(bid: str) -> str:
    return as_words(bid)
