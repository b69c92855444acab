"""Rules of the auction: contracts, who calls, and which bid outranks another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from tarot_teach.language import N_, _, as_words
from tarot_teach.mechanisms.base import CardName, ContractName, Count, Flag, Marks, ParamError, Who, Within
from tarot_teach.mechanisms.interfaces import Contract, NarrowsBids, OnAllPass, RunsAuction
from tarot_teach.mechanisms.match_memory import Before, ChargesBids, lies_in_pool
from tarot_teach.table import PASS, Auction, Finding, State
from tarot_teach.text import Text, joined


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
    """A contract that the holder of a certain card has to play when all pass. Where nobody holds the card, the deal is void."""

    contract: ContractName = Field(description="The contract.")
    card: CardName = Field(description="The card whose holder has to play.")
    sentence = N_("When all pass, whoever holds {named} has to play {name}; where nobody holds it, the deal is void.")

    def prepare(self) -> None:
        self.named: int = self.mask([self.card])

    def all_passed(self, state: State) -> Finding:
        return self.decides(decisive=True, seat=self.taker(state))

    def taker(self, state: State) -> int | None:
        return next((seat for seat, hand in enumerate(state.hands) if hand & self.named), None)

    def says(self) -> Text:
        return self.say(_(self.sentence), named=self.deck.set(self.named), name=as_words(self.contract))

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
    which the ruleset lists them."""

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
    reason = N_("{bid} does not rank above {highest}, which has been bid.")

    def narrow_bids(self, open_bids: tuple[str, ...], ranking: tuple[str, ...], state: State) -> tuple[str, ...]:
        lowest = _highest(ranking, state) + 1
        return tuple(bid for bid in open_bids if bid in ranking[lowest:])


class MustOutbidOrHold(NarrowsBids):
    """A bid must rank above every bid before it; but a player who speaks earlier than the highest bidder may hold the bid."""

    by: Literal["earlier_seat", "later_seat", "forehand", "outbid"] = Field(
        description="Who may hold: whoever sits before the highest bidder, counted from the dealer, or after, or the player after the dealer alone; or whoever has been outbid, who may then not go higher."
    )

    def narrow_bids(self, open_bids: tuple[str, ...], ranking: tuple[str, ...], state: State) -> tuple[str, ...]:
        highest = _highest(ranking, state)
        if self.by == "outbid" and _was_outbid(state):
            return tuple(bid for bid in open_bids if bid == ranking[highest])
        lowest = highest if highest >= 0 and self._may_hold(state) else highest + 1
        return tuple(bid for bid in open_bids if bid in ranking[lowest:])

    def _may_hold(self, state: State) -> bool:
        """True if the seat to call sits where the rule lets it hold the highest bid."""
        if self.by == "outbid":
            return False
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
        if self.by == "later_seat":
            return self.say(_("Each bid must be higher than those before it; who sits after the bidder, counted from the dealer, may also make the same."))  # fmt: skip
        return self.say(_("Each bid must be higher than those before it; who sits before the bidder, counted from the dealer, may also hold it."))  # fmt: skip

    def why(self, finding: Finding) -> str:
        if self.by == "forehand":
            return _("{bid} does not rank above {highest}, which only the player after the dealer may hold.")
        if self.by == "outbid":
            return _(
                "{highest} is the highest bid: whoever it has outbid may only hold it, and the others must go higher."
            )
        if self.by == "later_seat":
            return _("{bid} does not rank above {highest}, which only a player may equal who sits after the bidder.")
        return _("{bid} does not rank above {highest}, which only a player may hold who sits before the bidder.")


class OneStep(NarrowsBids):
    """A bid that ranks above the others ranks just one step above the highest of them; the first is the lowest contract. Some contracts may be
    bid at any time."""

    ranks = False
    free: list[ContractName] = Field(
        default=[], description="Contracts that may be bid over any lower one, and as the first."
    )
    reason = N_("{bid} is more than one step above the highest bid.")

    def narrow_bids(self, open_bids: tuple[str, ...], ranking: tuple[str, ...], state: State) -> tuple[str, ...]:
        near = ranking[: _highest(ranking, state) + 2]
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
        return self.when == "first_word" or isinstance(auction, ForehandLast)

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

    def prepare(self) -> None:
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
        return tuple(bid for bid in open_bids if bid not in self.contracts)

    def says(self) -> Text:
        phrase = _("{names} may be bid only with {least} to {most} of these in the hand: {cards}.")
        if self.most >= self.counted.bit_count():
            phrase = _("{names} may be bid only with at least {least} of these in the hand: {cards}.")
        elif not self.least:
            phrase = _("{names} may be bid only with at most {most} of these in the hand: {cards}.")
        names = [self.contract_title(name) for name in self.contracts]
        return self.say(phrase, names=names, cards=self.called(self.cards)).upper_first()

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


def _highest(ranking: tuple[str, ...], state: State) -> int:
    """The rank of the highest bid so far; -1 if there is none."""
    return max((ranking.index(bid) for _seat, bid in state.auction.calls if bid != PASS), default=-1)


def _was_outbid(state: State) -> bool:
    """True if the seat to call has bid less than has been bid since, or is asked for its highest bid once more."""
    bids = [(seat, bid) for seat, bid in state.auction.calls if bid != PASS]
    mine = [bid for seat, bid in bids if seat == state.turn]
    return bool(mine) and (bids[-1][0] == state.turn or mine[-1] != bids[-1][1])


def _others_passed(state: State) -> bool:
    """True if every seat but the one to call has passed, and nobody has bid."""
    passed = {(seat, PASS) for seat in range(state.players) if seat != state.turn}
    return passed == {*state.auction.calls} - {(state.turn, PASS)}


def _is_time(when: Literal["first_word", "others_passed"], state: State) -> bool:
    """True at the first call of the seat to call, or when all others have passed and nobody has bid."""
    if when == "others_passed":
        return _others_passed(state)
    return all(seat != state.turn for seat, _bid in state.auction.calls)


class OneTurnEach(RunsAuction):
    """Each player calls once, beginning with the player after the dealer."""

    heading = N_("The auction")
    sentence = N_("Beginning with the player after the dealer, each player calls once: a contract, or “pass”.")

    def next_bidder(self, state: State, auction: Auction) -> int | None:
        if len(auction.calls) >= state.players:
            return None
        return (state.dealer + 1 + len(auction.calls)) % state.players


class Stakes(ChargesBids):
    """Before the first call all pay into a pool that is empty, and one player adds something."""

    stake: Count = Field(description="Game points that each player pays when the pool is empty.")
    adds: Count = Field(description="Game points that one player adds.")
    by: Literal["forehand", "dealer"] = Field(description="Who adds them: the player after the dealer, or the dealer.")
    when: Literal["always", "not_empty"] = Field(
        description="Whether they are added in every deal, or only where something lies in the pool."
    )

    def charge(self, state: State, seat: int, bid: str) -> Sequence[int]:
        if len(state.auction.calls) > 1:
            return ()
        empty = not lies_in_pool(state.memory, state.paid)
        amounts = [-self.stake if empty else 0] * state.players
        if not empty or self.when == "always":
            amounts[state.dealer if self.by == "dealer" else (state.dealer + 1) % state.players] -= self.adds
        return amounts

    def unpayable(self, amounts: Sequence[int], before: Before) -> str:
        if before.pool is None:
            return ""
        stake, adds = (0 if before.pool else self.stake), self.adds if before.pool or self.when == "always" else 0
        more = [-amount - stake for amount in amounts]
        if sorted(more) == sorted([adds] + [0] * (len(amounts) - 1)):
            return ""
        return _("with {pool} in the pool each player pays {stake}, and one of them {adds} more").format(
            pool=before.pool, stake=stake, adds=adds
        )

    def says(self) -> Text:
        phrases = {
            ("forehand", "always"): _(
                "Each player pays {stake} into an empty pool; the player after the dealer adds {adds} in every deal."
            ),
            ("forehand", "not_empty"): _(
                "Each player pays {stake} into an empty pool; the player after the dealer adds {adds} to one that is not empty."
            ),
            ("dealer", "always"): _(
                "Each player pays {stake} into an empty pool; the dealer adds {adds} in every deal."
            ),
            ("dealer", "not_empty"): _(
                "Each player pays {stake} into an empty pool; the dealer adds {adds} to one that is not empty."
            ),
        }
        return self.say(phrases[self.by, self.when])


class PassCosts(ChargesBids):
    """A player who passes pays into the pool."""

    amount: Count = Field(gt=0, description="Game points.")
    sentence = N_("A player who passes pays {amount} into the pool.")

    def charge(self, state: State, seat: int, bid: str) -> Sequence[int]:
        return [-self.amount if other == seat and bid == PASS else 0 for other in range(state.players)]

    def unpayable(self, amounts: Sequence[int], before: Before) -> str:
        if {*amounts} - {0, -self.amount}:
            return _("whoever has passed has paid {amount}, and nobody else anything").format(amount=self.amount)
        if before.taker is not None and amounts[before.taker] and 0 in amounts:
            return _("a player who has passed is not the taker, unless all have passed")
        return ""


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
                return None if bids and seat == bids[-1] else seat
        return None

    def says(self) -> Text:
        if not self.ends_with:
            return super().says()
        ends = self.say(
            _("A bid of {contract} ends the auction at once."), contract=self.contract_title(self.ends_with)
        )
        return joined([super().says(), ends])


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

    def next_bidder(self, state: State, auction: Auction) -> int | None:
        following = super().next_bidder(state, auction)
        if following is not None:
            return following
        *before, (speaker, bid) = auction.calls
        passed = {seat for seat, each in before if each == PASS}
        highest = next((seat for seat, each in reversed(before) if each != PASS), None)
        last_word = len(passed) == state.players - 1 and (bid != PASS or speaker == highest)
        return None if last_word else highest


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
