"""Rules of the auction: contracts, and which bid outranks another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from tarot_teach.mechanisms.base import CardName, ContractName, Count, Flag, Marks, ParamError, Players, Who, Within
from tarot_teach.mechanisms.interfaces import Contract, NarrowsBids, OnAllPass, RunsAuction
from tarot_teach.mechanisms.registry import find
from tarot_teach.messages import N_, _, as_words
from tarot_teach.rules import Rule, Ruleset
from tarot_teach.table import PASS, Finding, State
from tarot_teach.text import Text, joined, listed


class AllPassVoids(OnAllPass):
    """A deal in which all pass is void."""

    heading = N_("All pass")
    sentence = N_("When all pass, the deal is void.")
    reason = N_("All have passed: the deal is void.")

    def all_passed(self, state: State) -> Finding:
        return self.decides(decisive=True)


class AllPassPlays(OnAllPass):
    """A contract that is played when all pass, by one player or with each alone."""

    heading = N_("All pass")
    contract: ContractName = Field(description="The contract.")
    by: Literal["forehand", "dealer", "nobody"] = Field(
        description="Who has to play it: the player after the dealer, the dealer, or nobody, so that there is no taker."
    )

    def prepare(self) -> None:
        self.has_taker = self.by != "nobody"

    def all_passed(self, state: State) -> Finding:
        return self.decides(decisive=True, seat=self.taker(state))

    def taker(self, state: State) -> int | None:
        return {"forehand": (state.dealer + 1) % state.players, "dealer": state.dealer}.get(self.by)

    def says(self) -> Text:
        phrases = {
            "forehand": _("When all pass, the player after the dealer has to play {name}."),
            "dealer": _("When all pass, the dealer has to play {name}."),
            "nobody": _("When all pass, {name} is played, and there is no {taker}."),
        }
        return self.say(phrases[self.by], name=as_words(self.contract))

    def why(self, finding: Finding) -> str:
        if self.by == "nobody":
            return _("All have passed: {contract} is played, and there is no {taker}.")
        return _("All have passed: {who} has to play {contract}.")

    def facts_in_words(self, finding: Finding, who: Who) -> dict[str, Any]:
        return super().facts_in_words(finding, who) | {"contract": as_words(self.contract)}


class AllPassHolderPlays(OnAllPass):
    """A contract that the holder of a certain card has to play when all pass. Where nobody holds the card, the next rule about it decides; without
    one the deal is void."""

    contract: ContractName = Field(description="The contract.")
    card: CardName = Field(description="The card whose holder has to play.")
    players: list[Players] = Field(
        default=[],
        description="The numbers of players with which it is so; with others, the next rule about it decides.",
    )

    may_leave = True

    def prepare(self) -> None:
        self.named: int = self.mask([self.card])

    def _is_last(self, rules: Mapping[str, Rule]) -> bool:
        """True if no other rule about an auction in which all pass follows."""
        kinds = {id: find(rule.step, rule.mechanism) for id, rule in rules.items()}
        return [id for id, kind in kinds.items() if issubclass(kind, OnAllPass)][-1:] == [self.rule]

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        for players in ruleset.players if self.players and self._is_last(ruleset.rules) else ():
            if players not in self.players:
                yield _("with {players} players no rule says what happens when all pass").format(players=players)

    def leaves(self, state: State) -> bool:
        return (bool(self.players) and state.players not in self.players) or (
            self.taker(state) is None and not any(state.unseen)
        )

    def all_passed(self, state: State) -> Finding:
        return self.decides(decisive=True, seat=self.taker(state))

    def taker(self, state: State) -> int | None:
        return next((seat for seat, hand in enumerate(state.hands) if hand & self.named), None)

    def says(self) -> Text:
        phrase = _("When all pass, whoever holds {named} has to play {name}; where nobody holds it, the deal is void.")
        if self.players:
            phrase = _("With {players} players, whoever holds {named} has to play {name} when all pass; where nobody holds it, the deal is void.")  # fmt: skip
        if not self._is_last(self.ruleset_rules):
            phrase = _("When all pass, whoever holds {named} has to play {name}.")
            if self.players:
                phrase = _("With {players} players, whoever holds {named} has to play {name} when all pass.")
        numbers = listed([Text((str(players),)) for players in self.players], N_("{first} or {last}"))
        return self.say(phrase, named=self.deck.set(self.named), name=as_words(self.contract), players=numbers)

    def why(self, finding: Finding) -> str:
        if finding.facts["seat"] is None:
            return _("All have passed, and nobody holds {named}: the deal is void.")
        return _("All have passed: {who} holds {named}, and has to play {name}.")

    def facts_in_words(self, finding: Finding, who: Who) -> dict[str, Any]:
        named = {"named": self.deck.set(self.named), "name": as_words(self.contract)}
        return super().facts_in_words(finding, who) | named


class _TalonContract(Contract):
    """A contract that says what becomes of the talon."""

    talon: str

    def prepare(self) -> None:
        self.talon_goes = self.talon

    def says(self) -> Text:
        if self.alone:
            return self.say(_("All play alone, and nobody is {taker:the}."))
        phrases = {
            "taken": _("{taker:the} takes {talon:the} into the hand and lays away as many cards.")
            if not any(rule.step == "exchange" for rule in self.ruleset_rules.values())
            else _("{taker:the} exchanges cards with {talon:the}."),
            "taker": _("Nobody sees {talon:the}; it counts for {taker:the}."),
            "defence": _("Nobody sees {talon:the}; it counts for the defence."),
            "nobody": _("Nobody sees {talon:the}; it counts for nobody."),
            "none": _("It is played with the cards that were dealt."),
        }
        return self.say(phrases[self.talon])


class TalonContract(_TalonContract):
    """A contract that a player can bid. The last part of the rule's id is its name; contracts rank in the order in
    which the ruleset lists them, the lowest first."""

    name = "contract"
    talon: Literal["taken", "taker", "defence", "none", "nobody"] = Field(
        description="What becomes of the talon: taken into the taker's hand, or unseen into a side's pile, or nobody's; or that there is none."
    )
    alone: Flag = Field(False, description="Whether all play alone under it, so that whoever bids it is no taker.")


class UnbidContract(_TalonContract):
    """A contract that nobody can bid; another rule says when it is played."""

    can_be_bid = False
    talon: Literal["taken", "taker", "defence", "nobody"] = Field(
        description="What becomes of the talon: taken into the taker's hand, or unseen into a side's pile, or nobody's."
    )

    def says(self) -> Text:
        return joined([self.say(_("Nobody bids it.")), super().says()])


class MustOutbid(NarrowsBids):
    """A bid must rank above every bid before it."""

    heading = N_("Higher bids")
    sentence = N_("Each bid must be higher than those before it.")
    reason = N_("{bid} does not rank above {outbid}, which has been bid.")

    def narrow_bids(self, open_bids: tuple[str, ...], ranking: tuple[str, ...], state: State) -> tuple[str, ...]:
        lowest = highest_rank(ranking, state) + 1
        return tuple(bid for bid in open_bids if bid in ranking[lowest:])


class MustOutbidOrHold(NarrowsBids):
    """A bid must rank above every bid before it; but certain players may hold the highest bid."""

    by: Literal["earlier_seat", "later_seat", "forehand", "outbid", "bidder"] = Field(
        description="Who may hold: whoever sits before the highest bidder, counted from the dealer, or after, or the player after the dealer alone; whoever has been outbid, who may then not go higher; or whoever has bid before, where nobody has held the bid yet."
    )

    def narrow_bids(self, open_bids: tuple[str, ...], ranking: tuple[str, ...], state: State) -> tuple[str, ...]:
        highest = highest_rank(ranking, state)
        if self.by == "outbid" and _was_outbid(state):
            return tuple(bid for bid in open_bids if bid == ranking[highest])
        lowest = highest if highest >= 0 and self._may_hold(state) else highest + 1
        return tuple(bid for bid in open_bids if bid in ranking[lowest:])

    def _may_hold(self, state: State) -> bool:
        """True if the seat to call sits where the rule lets it hold the highest bid."""
        if self.by == "outbid":
            return False
        if self.by == "bidder":
            return may_hold_once(state.auction.calls, state.turn)
        last = [seat for seat, bid in state.auction.calls if bid != PASS][-1]
        assert state.turn is not None
        mine, theirs = (_place(seat, state) for seat in (state.turn, last))
        if mine == theirs:
            return True
        return {"earlier_seat": mine < theirs, "later_seat": mine > theirs, "forehand": mine == 0 < theirs}[self.by]

    def says(self) -> Text:
        if self.by == "forehand":
            return self.say(_("Each bid must be higher than those before it; the player after the dealer may also hold a bid, by the same one."))  # fmt: skip
        if self.by == "outbid":
            return self.say(_("Each bid must be higher than those before it; but whoever has been outbid may only hold, by the same bid, or pass."))  # fmt: skip
        if self.by == "bidder":
            return self.say(_("Each bid must be higher than those before it; but a player who has bid before may hold a bid, by the same one, where nobody has held it yet."))  # fmt: skip
        if self.by == "later_seat":
            return self.say(_("Each bid must be higher than those before it; who sits after the bidder, counted from the dealer, may also make the same."))  # fmt: skip
        return self.say(_("Each bid must be higher than those before it; who sits before the bidder, counted from the dealer, may also hold it."))  # fmt: skip

    def why(self, finding: Finding) -> str:
        if self.by == "forehand":
            return _("{bid} does not rank above {outbid}, which only the player after the dealer may hold.")
        if self.by == "outbid":
            return _(
                "{outbid} is the highest bid: whoever it has outbid may only hold it, and the others must go higher."
            )
        if self.by == "bidder":
            return _("{bid} does not rank above {outbid}: only a player who has bid before may hold it, and only once.")
        if self.by == "later_seat":
            return _("{bid} does not rank above {outbid}, which only a player may equal who sits after the bidder.")
        return _("{bid} does not rank above {outbid}, which only a player may hold who sits before the bidder.")


class OneStep(NarrowsBids):
    """A bid that ranks above the others ranks just one step above the highest of them; the first is the lowest contract. Some contracts may be
    bid at any time."""

    ranks = False
    free: list[ContractName] = Field(
        default=[], description="Contracts that may be bid over any lower one, and as the first."
    )
    reason = N_("{bid} is more than one step above the highest bid.")

    def narrow_bids(self, open_bids: tuple[str, ...], ranking: tuple[str, ...], state: State) -> tuple[str, ...]:
        near = ranking[: highest_rank(ranking, state) + 2]
        return tuple(bid for bid in open_bids if bid in near or bid in self.free)

    def says(self) -> Text:
        if not self.free:
            return self.say(_("The first bid is the lowest contract, and each later one goes up one step at most."))
        phrase = _("The first bid is the lowest contract, and each later one goes up one step at most; {names} may be bid at any time.")  # fmt: skip
        return self.say(phrase, names=[self.contract_title(name) for name in self.free])


class Reserved(NarrowsBids):
    """Some contracts may be bid by the player after the dealer alone, or only as the first word, or only when all others have passed."""

    ranks = False
    contracts: list[ContractName] = Field(description="The contracts.", min_length=1)
    to: Literal["forehand", "anyone"] = Field(description="Who may bid them: the player after the dealer, or anyone.")
    when: Literal["any_time", "first_word", "others_passed"] = Field(
        description="When: at any time, only at the first call of a player, or only when all others have passed."
    )

    def narrow_bids(self, open_bids: tuple[str, ...], ranking: tuple[str, ...], state: State) -> tuple[str, ...]:
        assert state.turn is not None
        theirs = self.to == "anyone" or _place(state.turn, state) == 0
        if theirs and (self.when == "any_time" or _is_time(self.when, state)):
            return open_bids
        return tuple(bid for bid in open_bids if bid not in self.contracts)

    def says(self) -> Text:
        phrases = {
            ("forehand", "any_time"): _("Only the player after the dealer may bid {names}."),
            ("forehand", "first_word"): _(
                "Only the player after the dealer may bid {names}, and only at the first call."
            ),
            ("anyone", "first_word"): _("{names} may be bid only at a player's first call."),
            ("forehand", "others_passed"): _(
                "Only the player after the dealer may bid {names}, and only when all others have passed."
            ),
            ("anyone", "others_passed"): _("{names} may be bid only when all others have passed."),
            ("anyone", "any_time"): _("Anyone may bid {names}."),
        }
        return self.say(
            phrases[self.to, self.when], names=[self.contract_title(name) for name in self.contracts]
        ).upper_first()

    def why(self, finding: Finding) -> str:
        if self.when == "any_time":
            return _("{bid} is for the player after the dealer alone.")
        if self.when == "first_word":
            if self.to == "anyone":
                return _("{bid} may be bid only at a player's first call.")
            return _("{bid} is for the player after the dealer alone, and only at the first call.")
        if self.to == "anyone":
            return _("{bid} may be bid only when all others have passed.")
        return _("{bid} is for the player after the dealer alone, when all others have passed.")


class MayNotPass(NarrowsBids):
    """The player after the dealer has to bid: as the first word, or when all others have passed."""

    ranks = False
    when: Literal["first_word", "others_passed"] = Field(
        description="Whether the player after the dealer has to bid at once, or only when all others have passed."
    )

    def narrow_bids(self, open_bids: tuple[str, ...], ranking: tuple[str, ...], state: State) -> tuple[str, ...]:
        return open_bids

    def refuses_pass(self, state: State) -> bool:
        assert state.turn is not None
        return _place(state.turn, state) == 0 and _is_time(self.when, state)

    def bars_all_pass(self, auction: RunsAuction) -> bool:
        return self.when == "first_word" or auction.forehand_last

    def says(self) -> Text:
        if self.when == "first_word":
            return self.say(_("The player after the dealer may not pass at the first call."))
        return self.say(_("When all others have passed, the player after the dealer may not pass."))

    def why(self, finding: Finding) -> str:
        if self.when == "first_word":
            return _("{who} sits after the dealer, and may not pass at the first call.")
        return _("All others have passed, and {who} sits after the dealer: the deal has to be played.")


class NeedsCards(NarrowsBids):
    """Some contracts may be bid only by a player whose hand has enough of certain cards, or not too many."""

    ranks = False
    contracts: list[ContractName] = Field(description="The contracts.", min_length=1)
    cards: Marks = Field(description="The cards that are counted in the hand, all together.")
    least: Annotated[Count, Within("hand")] = Field(
        0, description="The fewest of them with which the contracts may be bid; without it, none."
    )
    most: Annotated[Count, Within("hand")] = Field(
        1000, description="The most of them with which the contracts may be bid; without it, all."
    )

    last: list[ContractName] = Field(
        default=[], description="Those of them that need no such cards when all others have passed."
    )

    def prepare(self) -> None:
        for i, name in enumerate(self.last):
            if name not in self.contracts:
                message = _("{name!r} is none of the contracts that need cards").format(name=name)
                raise ParamError(message, ("last", i), _("name it under `contracts`, or leave it out"))
        self.counted: int = self.mask(self.cards)
        number = self.counted.bit_count()
        if self.least > min(number, self.most):
            message = _("no hand has {least} of these {number} cards and no more than {most}")
            message = message.format(least=self.least, number=number, most=min(number, self.most))
            raise ParamError(message, ("least",), _("ask for fewer"))

    def narrow_bids(self, open_bids: tuple[str, ...], ranking: tuple[str, ...], state: State) -> tuple[str, ...]:
        assert state.turn is not None
        held = (state.hands[state.turn] & self.counted).bit_count()
        if state.unseen[state.turn] or self.least <= held <= self.most:
            return open_bids
        free = self.last if others_passed(state) else []
        return tuple(bid for bid in open_bids if bid not in self.contracts or bid in free)

    def says(self) -> Text:
        phrase = _("{names} may be bid only with {least} to {most} of these in the hand: {cards}.")
        if self.most >= self.counted.bit_count():
            phrase = _("{names} may be bid only with at least {least} of these in the hand: {cards}.")
        elif not self.least:
            phrase = _("{names} may be bid only with at most {most} of these in the hand: {cards}.")
        names = [self.contract_title(name) for name in self.contracts]
        said = [self.say(phrase, names=names, cards=self.called(self.cards)).upper_first()]
        if self.last:
            last = [self.contract_title(name) for name in self.last]
            said.append(self.say(_("When all others have passed, these need none: {last}."), last=last))
        return joined(said)

    def why(self, finding: Finding) -> str:
        if self.most >= self.counted.bit_count():
            return _("{who} may bid {bid} only with at least {least} of these in the hand: {cards}.")
        if not self.least:
            return _("{who} may bid {bid} only with at most {most} of these in the hand: {cards}.")
        return _("{who} may bid {bid} only with {least} to {most} of these in the hand: {cards}.")

    def facts_in_words(self, finding: Finding, who: Who) -> dict[str, Any]:
        return super().facts_in_words(finding, who) | {"cards": self.called(self.cards)}


def _place(seat: int, state: State) -> int:
    """The place of a seat in the order of speaking, counted from the player after the dealer, who has the place 0."""
    return (seat - state.dealer - 1) % state.players


def highest_rank(ranking: tuple[str, ...], state: State) -> int:
    """The rank of the highest bid so far; -1 if there is none."""
    return max((ranking.index(bid) for _seat, bid in state.auction.calls if bid != PASS), default=-1)


def may_hold_once(calls: Sequence[tuple[int, str]], seat: int | None) -> bool:
    """True if a seat that has bid before may hold the highest bid, which another has made and nobody has held."""
    bids = [(other, bid) for other, bid in calls if bid != PASS]
    mine = any(other == seat for other, _bid in bids)
    return mine and bids[-1][0] != seat and bids[-1][1] != (bids[-2][1] if len(bids) > 1 else "")


def _was_outbid(state: State) -> bool:
    """True if the seat to call has bid less than has been bid since, or is asked for its highest bid once more."""
    bids = [(seat, bid) for seat, bid in state.auction.calls if bid != PASS]
    mine = [bid for seat, bid in bids if seat == state.turn]
    return bool(mine) and (bids[-1][0] == state.turn or mine[-1] != bids[-1][1])


def others_passed(state: State) -> bool:
    """True if every seat but the one to call has passed, and nobody has bid."""
    passed = {(seat, PASS) for seat in range(state.players) if seat != state.turn}
    return passed == {*state.auction.calls} - {(state.turn, PASS)}


def _is_time(when: Literal["first_word", "others_passed"], state: State) -> bool:
    """True at the first call of the seat to call, or when all others have passed and nobody has bid."""
    if when == "others_passed":
        return others_passed(state)
    return all(seat != state.turn for seat, _bid in state.auction.calls)


class HighestBidderMayNotPass(NarrowsBids):
    """The highest bidder, asked for the contract when all others have passed, may not pass."""

    ranks = False
    sentence = N_("The highest bidder, who names the contract when all others have passed, may not pass.")
    reason = N_("{who} has made the highest bid, and has to play it or a higher one.")

    def narrow_bids(self, open_bids: tuple[str, ...], ranking: tuple[str, ...], state: State) -> tuple[str, ...]:
        return open_bids

    def refuses_pass(self, state: State) -> bool:
        bids = [seat for seat, bid in state.auction.calls if bid != PASS]
        return bool(bids) and bids[-1] == state.turn
