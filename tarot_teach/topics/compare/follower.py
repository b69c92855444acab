"""Doing by other rules, step by step, what a record tells."""

from __future__ import annotations

from typing import NamedTuple

from tarot_teach.cards import Card, CardSet
from tarot_teach.engine import Engine, Setup
from tarot_teach.engine.deal import Deal, Move
from tarot_teach.language import _
from tarot_teach.records.replay import Replay
from tarot_teach.table import (
    NOTHING,
    PASS,
    VOID,
    Action,
    Bid,
    Call,
    Declare,
    Discard,
    Pay,
    Phase,
    Play,
    State,
    Verdict,
)
from tarot_teach.topics.compare.policies import LOWEST_ALLOWED, STOP, Policy


class Deviation(NamedTuple):
    """An action of the record that cannot be followed as it is: what the rules say of it (None: they know no such thing),
    the trick (0 before the first), and what is done instead (None: nothing)."""

    action: Action
    verdict: Verdict | None
    trick: int
    instead: Action | None = None


class Follower:
    """Does by other rules, step by step, what was done by the record's own."""

    def __init__(self, told: Replay, deal: Deal, policy: Policy) -> None:
        self.told: Replay = told
        self.deal = deal
        self.engine: Engine = deal.engine
        self.policy: Policy = policy
        actions = [step.action for step in told.deal.moves]
        self.bids: list[Bid] = [action for action in actions if isinstance(action, Bid)]
        self.calls: list[Call] = [action for action in actions if isinstance(action, Call)]
        self.discards: list[Discard] = [action for action in actions if isinstance(action, Discard)]
        self.pays: list[Pay] = [action for action in actions if isinstance(action, Pay)]
        self.claims: dict[int, Declare] = {
            one.seat: one for one in actions if isinstance(one, Declare) and one.level == VOID
        }
        self.announced: list[Declare] = [
            one
            for one in actions
            if isinstance(one, Declare)
            and one.what != NOTHING
            and one.level != VOID
            and deal.engine.index.offering(one.level)
        ]
        self.plays: dict[tuple[int, int], Card] = {
            (step.before.number, step.action.seat): step.action.card
            for step in told.deal.moves
            if isinstance(step.action, Play)
        }
        self.irregular: set[tuple[int, int]] = {(step.before.number, step.action.seat) for step in told.deal.irregular}
        self.deviations: list[Deviation] = []

    @property
    def state(self) -> State:
        """The state after the last move."""
        return self.deal.state

    def run(self) -> str:
        """Go on as long as the record tells what is done; the answer says why it ends early, if it does."""
        ways = {
            Phase.CLAIM: self._claim,
            Phase.BID: self._auction,
            Phase.CALL: self._call,
            Phase.DISCARD: self._discard,
            Phase.DECLARE: self._declare,
            Phase.PLAY: self._play,
            Phase.PAY: self._pay,
        }
        while self.state.phase is not Phase.OVER:
            stopped = ways[self.state.phase]()
            if stopped:
                return stopped
        return "" if self.state.result else _("some cards are not known")

    def _turn(self) -> int:
        assert self.state.turn is not None
        return self.state.turn

    def _claim(self) -> str:
        seat = self._turn()
        claim = self.claims.get(seat)
        if claim is not None and self.engine.check(self.state, claim).allowed:
            return self._do(claim)
        return self._do(Declare(seat, NOTHING))

    def _auction(self) -> str:
        """Everybody bids as recorded, and else passes. Where the contract of the record does not come of it, it stands all
        the same, as far as there is such a contract."""
        begun, auction = self.state, self.told.end.auction
        if not self.bids:
            return _("the record tells no auction")
        for bid in self.bids:
            verdict = self.engine.check(self.state, bid)
            if not verdict.allowed:
                return self._contract_of_record(begun, bid, verdict)
            self._do(bid)
        if auction.taker is None and not self.told.end.result:
            return _("the record ends here")
        while self.state.phase is Phase.BID:
            self._do(Bid(self._turn(), PASS))
        if (self.state.auction.taker, self.state.auction.contract) != (auction.taker, auction.contract):
            return self._contract_of_record(begun, self.bids[-1], None)
        return ""

    def _contract_of_record(self, begun: State, bid: Bid, verdict: Verdict | None) -> str:
        auction = self.told.end.auction
        self.deviations.append(Deviation(bid, verdict, 0))
        if auction.taker is None or auction.contract is None:
            return _("the auction comes to nothing")
        if auction.contract not in self.engine.index.contracts:
            return _("{name} has no contract {contract}").format(
                name=self.engine.ruleset.name, contract=auction.contract.replace("_", " ")
            )
        if self.policy is STOP:
            return _("the auction cannot be followed")
        made = Setup(
            seats=begun.seats,
            dealer=begun.dealer,
            hands=begun.hands,
            unseen=begun.unseen,
            talon=begun.talon,
            taker=auction.taker,
            contract=auction.contract,
            holdings=begun.holdings,
        ).deal(self.engine, "talon")
        judged = verdict or Verdict(bid, False, ())
        move = Move(begun, Bid(auction.taker, auction.contract), judged, made.opening, made.start)
        self.deal = self.deal.add(move)
        return ""

    def _call(self) -> str:
        if not self.calls:
            return _("the record does not tell which card was called")
        call = self.calls.pop(0)
        may = self.engine.legal(self.state).calls
        return self._do(call, Call(call.seat, _first(self.state, may)) if may else None)

    def _discard(self) -> str:
        if not self.discards:
            return _("the record does not tell what was laid away")
        told = self.discards[0]
        choice = self.engine.legal(self.state).discard
        assert choice is not None
        fine = told.cards.mask & choice.allowed.mask | choice.obliged.mask
        spare = sorted(self.state.deck.set(choice.allowed.mask & ~fine), key=_worth)
        taken = sorted(self.state.deck.set(fine), key=lambda card: (not card.bit & choice.obliged.mask, _worth(card)))
        cards = [*taken, *spare][: choice.size]
        return self._do(told, Discard(told.seat, self.state.deck.set(self.state.deck.mask(cards))))

    def _declare(self) -> str:
        seat = self._turn()
        self._announce(seat)
        if self.state.phase is Phase.DECLARE and self.state.turn == seat:
            self._do(Declare(seat, NOTHING))
        return ""

    def _announce(self, seat: int) -> None:
        """What the seat announced, as far as it is offered now; what is refused is not announced."""
        for told in [one for one in self.announced if one.seat == seat]:
            offer = self.engine.index.offering(told.level)
            if offer is None or offer.before_lead != (self.state.phase is Phase.DECLARE):
                continue
            self.announced.remove(told)
            action = told._replace(what=offer.rule)
            verdict = self.engine.check(self.state, action)
            if verdict.allowed:
                self._do(action)
            else:
                self.deviations.append(Deviation(action, verdict, 0))

    def _play(self) -> str:
        seat = self._turn()
        if self.state.number == 1:
            self._announce(seat)
        card = self.plays.get((self.state.number, seat))
        if card is None:
            return self.told.stopped or _("the record ends here")
        may = self.engine.legal(self.state).cards
        return self._do(Play(seat, card), Play(seat, _first(self.state, may)) if may else None)

    def _pay(self) -> str:
        paid = next((pay for pay in self.pays if self.engine.check(self.state, pay).allowed), None)
        return self._do(paid or next(iter(self.engine.legal(self.state).actions())))

    def _do(self, action: Action, lowest: Action | None = None) -> str:
        """Do what the record tells, or what the policy has in its place: ``lowest`` is what it may be. A play that broke the
        record's own rules stands by others too."""
        verdict = self.engine.check(self.state, action)
        trick = self.state.number if self.state.phase is Phase.PLAY else 0
        done: Action | None = action
        if not verdict.allowed:
            by_table = verdict.by_table
            if (trick, action.seat) in self.irregular and not by_table:
                done = action
            elif self.policy is LOWEST_ALLOWED:
                done = lowest
            elif by_table or self.policy is STOP:
                done = None
            self.deviations.append(Deviation(action, verdict, trick, done))
        if done is None:
            return str(self.engine.reason(verdict, self.state.name))
        self.deal = self.deal.push(done, irregular=True)
        return ""


def _first(state: State, mask: int) -> Card:
    """The lowest card of a mask."""
    return min(CardSet(state.deck, mask), key=_worth)


def _worth(card: Card) -> tuple[int, bool, int]:
    return card.halves, card.is_trump, card.rank
