"""Calls by which a player invites the taker to call a certain card: a bid that is higher than need be, or a pass."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import Field

from tarot_teach.mechanisms.base import CardName, ContractName, Marks, ParamError, Who
from tarot_teach.mechanisms.bid import may_hold_once
from tarot_teach.mechanisms.invited import Invitation, Invites
from tarot_teach.messages import N_, _
from tarot_teach.rules import Rule, Ruleset
from tarot_teach.table import PASS, Finding, State
from tarot_teach.text import Text


class JumpInvites(Invites):
    """A bid that is higher than it need be invites the taker to call a certain card, which the bidder must hold: one card for a bid that is one step
    higher, another for two steps. There is one such bid in an auction, and its bidder bids no more; where all others have passed it means nothing."""

    cards: list[CardName] = Field(
        min_length=1,
        description="The card for a bid that is one step higher than it need be, that for two steps, and so on.",
    )

    def prepare(self) -> None:
        self.masks: list[int] = [self.mask([name]) for name in self.cards]
        for i, card in enumerate(self.masks):
            if card.bit_count() != 1 or card in self.masks[:i]:
                message = _("{name!r} is not one card, or is named twice").format(name=self.cards[i])
                raise ParamError(message, ("cards", i), _("write the code of a card for each step"))

    def requires(self, ruleset: Ruleset) -> list[str]:
        steps = len(self._ranking(self.ruleset_rules))
        few = [_("{number} contracts leave no room for {cards} such bids").format(number=steps, cards=len(self.cards))]
        return [*super().requires(ruleset), *(few if len(self.cards) >= steps else [])]

    def _ranking(self, rules: Mapping[str, Rule]) -> list[str]:
        """The contracts that can be bid, the lowest first."""
        return [
            rule.id.rpartition(".")[2] for rule in rules.values() if (rule.step, rule.mechanism) == ("bid", "contract")
        ]

    def _card(self, state: State, seat: int, bid: str, ranking: list[str]) -> int:
        """The card to which a bid invites after the calls of a state, as a mask; 0 for none."""
        calls = state.auction.calls
        bids = [each for _other, each in calls if each != PASS]
        if len({other for other, each in calls if each == PASS} - {seat}) >= state.players - 1:
            return 0
        highest = ranking.index(bids[-1]) if bids else -1
        jump = ranking.index(bid) - highest - (not may_hold_once(calls, seat))
        return self.masks[jump - 1] if 0 < jump <= len(self.masks) else 0

    def invitation(self, state: State) -> Invitation | None:
        calls, ranking = state.auction.calls, self._ranking(self.ruleset_rules)
        for i, (seat, bid) in enumerate(calls):
            before = state._replace(auction=state.auction._replace(calls=calls[:i]))
            card = self._card(before, seat, bid, ranking) if bid != PASS else 0
            if card:
                return Invitation(seat, card)
        return None

    def narrow_bids(self, open_bids: tuple[str, ...], ranking: tuple[str, ...], state: State) -> tuple[str, ...]:
        assert state.turn is not None
        made, seat = self.invitation(state), state.turn
        if made is not None:
            return () if made.seat == seat else open_bids
        if state.unseen[seat]:
            return open_bids
        order = [*ranking]
        return tuple(bid for bid in open_bids if not self._card(state, seat, bid, order) & ~state.hands[seat])

    def says(self) -> Text:
        steps = [
            _("{card} for {number}").format(card=self.deck.set(card), number=i) for i, card in enumerate(self.masks, 1)
        ]
        phrase = _(
            "A bid that is higher than it need be invites the others to call a card that its bidder must hold, by the number of steps: {steps}. There is one such bid in an auction, and its bidder bids no more. Where all others have passed, it means nothing."
        )
        return self.say(phrase, steps=steps)

    def why(self, finding: Finding) -> str:
        return _(
            "{bid} is higher than {who} need bid, and promises a card that is not in the hand; or {who} has invited before, and bids no more."
        )


class PassInvites(Invites):
    """Where all others have passed, a player whose contract has been outbid by the next one may pass only with a certain card and one of others: the pass
    invites the taker to call that card."""

    contract: ContractName = Field(description="The contract of the player who passes.")
    over: ContractName = Field(description="The contract by which it has been outbid.")
    card: CardName = Field(description="The card to which the pass invites.")
    beside: Marks = Field(description="The cards of which one must be held beside it.")
    reason = N_("A pass would promise {card} and one of these, {beside}: {who} has to hold the bid, or to go higher.")

    def prepare(self) -> None:
        self.promised: int = self.mask([self.card])
        self.others: int = self.mask(self.beside)
        if self.promised.bit_count() != 1:
            message = _("{name!r} is not one card").format(name=self.card)
            raise ParamError(message, ("card",), _("write the code of a card"))
        if self.contract == self.over:
            raise ParamError(_("no contract is outbid by itself"), ("over",), _("name the next one"))

    def narrow_bids(self, open_bids: tuple[str, ...], ranking: tuple[str, ...], state: State) -> tuple[str, ...]:
        return open_bids

    def _outbid(self, calls: tuple[tuple[int, str], ...], players: int) -> int | None:
        """The seat whose turn it is to hold or to pass after such calls; None after others."""
        bids = [call for call in calls if call[1] != PASS]
        passed = {seat for seat, bid in calls if bid == PASS}
        if [bid for _seat, bid in bids] != [self.contract, self.over] or len(passed) < players - 2:
            return None
        return bids[0][0] if bids[0][0] != bids[1][0] and bids[0][0] not in passed else None

    def refuses_pass(self, state: State) -> bool:
        seat = state.turn
        assert seat is not None
        if seat != self._outbid(state.auction.calls, state.players) or state.unseen[seat]:
            return False
        return not (state.hands[seat] & self.promised and state.hands[seat] & self.others)

    def invitation(self, state: State) -> Invitation | None:
        calls = state.auction.calls
        seat = self._outbid(calls[:-1], state.players)
        return Invitation(seat, self.promised) if seat is not None and calls[-1] == (seat, PASS) else None

    def says(self) -> Text:
        phrase = _(
            "Where {over} has been bid over {contract} and the two others have passed, the first bidder may pass only with {card} and one of these, {beside}: the pass invites to {card}."
        )
        names = {"over": self.contract_title(self.over), "contract": self.contract_title(self.contract)}
        return self.say(
            phrase, card=self.deck.set(self.promised), beside=self.called(self.beside), **names
        ).upper_first()

    def facts_in_words(self, finding: Finding, who: Who) -> dict[str, Any]:
        return super().facts_in_words(finding, who) | {
            "card": self.deck.set(self.promised),
            "beside": self.called(self.beside),
        }
