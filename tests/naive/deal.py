"""A deal as it goes: it is told what people do, and says what they may do and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence

from naive import bidding
from naive.cards import EXCUSE
from naive.play import highest, is_low, leads, legal_cards
from naive.rules import Rules


class Deal:
    """One deal. Seat 0 comes after the dealer, and seats are numbered in order of play; ``chien`` is empty where there is none."""

    def __init__(self, rules: Rules, hands: Sequence[set[str]]) -> None:
        self.rules = rules
        self.hands = [set(hand) for hand in hands]
        rest = set(rules.pack) - set().union(*hands)
        self.chien = rest if rules.chien else set()
        self.calls: list[tuple[int, str]] = []
        self.taker: int | None = None
        self.contract = ""
        self.partner: int | None = None
        self.called = ""
        self.missed: list[str] = []
        self.away: set[str] = set()
        self.kept: tuple[set[str], set[str]] = (set(), set())  # beside the taker's side, and the defence
        self.announced: list[tuple[int, str]] = []
        self.leader = 0
        self.trick: list[str] = []
        self.winners: list[int] = []
        self.tricks: list[tuple[int, list[str]]] = []
        self.piles: list[set[str]] = [set() for _hand in hands]
        self.debts: list[tuple[int, int]] = []  # who owes a card, and to whom
        self.free = -1  # who holds a protected Petit

    # ------------------------------------------------------------------ before the play

    def bid(self, seat: int, call: str) -> None:
        """A call; the last bid makes the contract."""
        self.calls.append((seat, call))
        if call != "pass":
            self.taker, self.contract = seat, call
        if self.next_bidder() is None and self.taker is not None:
            self._chien()

    def next_bidder(self) -> int | None:
        """The next bidder."""
        return bidding.next_bidder(self.rules, self.calls)

    def _chien(self) -> None:
        """§5: taken into the hand, or it lies aside for the taker or for the defence."""
        assert self.taker is not None
        if self.contract in self.rules.taken:
            return  # it goes to the hand when the call is made, where one is made first
        self.kept = (self.chien, set()) if self.contract == "garde_sans" else (set(), self.chien)

    def may_call(self) -> set[str]:
        """§7: what the taker may call."""
        assert self.taker is not None
        return bidding.callable_cards(self.rules, self.hands[self.taker], self.missed)

    def call(self, card: str) -> None:
        """§7: whoever holds the card is the partner; where nobody else does, the taker is alone, or calls again."""
        self.called = card
        holders = [seat for seat, hand in enumerate(self.hands) if card in hand and seat != self.taker]
        self.partner = holders[0] if holders else None
        if self.rules.call_late and not holders:
            self.missed.append(card)

    def before_discard(self) -> set[str]:
        """The taker's hand with the chien."""
        assert self.taker is not None
        return self.hands[self.taker] | self.chien

    def discard(self, cards: set[str]) -> None:
        """§6: the écart counts for the taker."""
        assert self.taker is not None
        self.hands[self.taker] = self.before_discard() - cards
        self.away, self.kept = cards, (cards, set())

    def held(self, seat: int) -> set[str]:
        """The cards that a seat may show: the hand and the discard."""
        return self.hands[seat] | (self.away if seat == self.taker else set())

    def may_announce(self, seat: int, before_lead: bool) -> set[str]:
        """§8: the announcements that are open to a seat."""
        made = {what for who, what in self.announced if who == seat}
        slams = {what for _who, what in self.announced} & {"slam"}
        found: set[str] = set()
        if before_lead and not slams and "small_slam" not in made and (self.rules.slam_by_all or seat == self.taker):
            found |= {"slam"}
        if before_lead and self.rules.small_slam and seat == self.taker and not made & {"slam", "small_slam"}:
            found |= {"small_slam"}
        if before_lead == self.rules.early_shows and not made & set(bidding.LEVELS):
            found |= bidding.handful_levels(self.rules, self.held(seat))
        if not before_lead and self.rules.misere and "misere" not in made and bidding.lacks(self.held(seat)):
            found |= {"misere"}
        return found

    def announce(self, seat: int, what: str) -> None:
        """An announcement; who announces a slam leads (§8)."""
        self.announced.append((seat, what))
        if what == "slam" and self.rules.slam_leads:
            self.leader = seat

    # ------------------------------------------------------------------ the play

    def turn(self) -> int:
        """The next player."""
        return (self.leader + len(self.trick)) % self.rules.players

    def legal(self) -> set[str]:
        """§9, and §7 for the first lead."""
        hand = self.hands[self.turn()]
        if not self.trick and not self.tricks and self.rules.lead_bound and self.called:
            return leads(hand, self.called)
        return legal_cards(self.rules, hand, self.trick, "T1" if self.turn() == self.free else "")

    def play(self, card: str) -> None:
        """A card played; a full trick goes to its winner."""
        if not self.trick and not self.tricks and self.rules.lone_petit == "kept":
            alone = [seat for seat, hand in enumerate(self.hands) if bidding.lone_petit(hand)]
            self.free = alone[0] if alone else -1
        self.hands[self.turn()].remove(card)
        self.trick.append(card)
        if len(self.trick) == self.rules.players:
            self._gather()

    def side(self, seat: int) -> set[int]:
        """The seats of one side (§7, §12)."""
        if self.rules.each:
            return {seat}
        takers = {seat for seat in (self.taker, self.partner) if seat is not None}
        return takers if seat in takers else set(range(self.rules.players)) - takers

    def _winner(self, last: bool) -> int:
        """§9; and §10: the Excuse wins the last trick for a side that has won every other."""
        if last and EXCUSE in self.trick:
            place = self.trick.index(EXCUSE)
            owner = (self.leader + place) % self.rules.players
            all_won = set(self.winners) <= self.side(owner)
            if all_won and (self.rules.excuse_slam == "played" or (self.rules.excuse_slam == "led" and place == 0)):
                return owner
        return (self.leader + highest(self.trick)) % self.rules.players

    def _gather(self) -> None:
        last = not any(self.hands)
        winner, leader, cards = self._winner(last), self.leader, self.trick
        owners = {card: (leader + place) % self.rules.players for place, card in enumerate(cards)}
        self.winners.append(winner)
        self.tricks.append((leader, cards))
        self.trick, self.leader = [], winner
        self.piles[winner] |= set(cards)
        if self.free >= 0 and owners.get("T1") == self.free and winner not in self.side(self.free):
            self._keep("T1", self.free, winner)
        if EXCUSE in owners:
            self._excuse(owners[EXCUSE], winner, last)
        self.settle_debts()

    def _excuse(self, owner: int, winner: int, last: bool) -> None:
        """§10: whose it is after the trick."""
        if winner == owner:
            return
        if last and self.rules.excuse_last == "other side":
            if winner in self.side(owner):  # it changes sides, against a low card
                other = next(seat for seat in range(self.rules.players) if seat not in self.side(owner))
                self._keep(EXCUSE, other, winner)
            return
        if last and self.rules.excuse_last == "winner":
            return
        if winner not in self.side(owner):
            self._keep(EXCUSE, owner, winner)

    def _keep(self, card: str, owner: int, winner: int) -> None:
        self.piles[winner].remove(card)
        self.piles[owner].add(card)
        self.debts.append((owner, winner))

    def may_pay(self, owner: int) -> set[str]:
        """§10: the captured cards that somebody may give: his own, or those of his side."""
        own = {card for card in self.piles[owner] if is_low(self.rules, card)}
        of_side = {card for seat in self.side(owner) for card in self.piles[seat] if is_low(self.rules, card)}
        return own or of_side

    def settle_debts(self) -> None:
        """§10: pay what can be paid, later if there is nothing yet. Where the payer chooses among several, wait for him."""
        for debt in list(self.debts):
            may = self.may_pay(debt[0])
            if len(may) == 1 or (may and self.rules.excuse_pays != "any"):
                self.pay(min(may))

    def pay(self, card: str) -> None:
        """The oldest debt that can be paid with a card is paid."""
        owner, creditor = debt = next(debt for debt in self.debts if card in self.may_pay(debt[0]))
        for pile in self.piles:
            pile.discard(card)
        self.piles[creditor].add(card)
        self.debts.remove(debt)
        assert owner != creditor

    def waiting(self) -> set[str]:
        """The cards among which somebody has to choose before the play goes on."""
        may = [self.may_pay(owner) for owner, _creditor in self.debts] if self.rules.excuse_pays == "any" else []
        return next((cards for cards in may if cards), set())

    def copy(self) -> Deal:
        """The same deal, to be played on otherwise."""
        other = Deal.__new__(Deal)
        other.__dict__.update(self.__dict__)
        other.hands = [set(hand) for hand in self.hands]
        other.piles = [set(pile) for pile in self.piles]
        other.trick, other.tricks = list(self.trick), list(self.tricks)
        other.winners, other.debts = list(self.winners), list(self.debts)
        return other

    def over(self) -> bool:
        """True when all cards have been played, and paid for as far as they can be."""
        return not any(self.hands) and not self.waiting()
