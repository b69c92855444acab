"""A record replayed under other rules than its own, and the policies for actions that these refuse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

from tarot_teach.cards import Card, CardSet
from tarot_teach.engine import Engine, Setup
from tarot_teach.engine.deal import Deal, Move
from tarot_teach.mechanisms.open_table import LEAVE, OPEN
from tarot_teach.messages import N_, _, as_words
from tarot_teach.records.record import Record
from tarot_teach.records.replay import Replay
from tarot_teach.records.runner import check_fit
from tarot_teach.records.start import RecordReader, begin, scored
from tarot_teach.table import NOTHING, PASS, VOID, Phase, Pick, State, Verdict
from tarot_teach.table.actions import Action, Bid, Choose, Play
from tarot_teach.table.events import CardLeft, CardMoved, CardsCaptured, Event, PileStolen, TrickWon


class Policy(NamedTuple):
    """A way to go on after a recorded action that other rules refuse: name to type, and a sentence."""

    name: str
    says: str


AS_PLAYED = Policy(
    "as_played",
    N_("A card that may not be played by the other rules stands all the same, and everybody goes on as recorded."),
)
LOWEST_ALLOWED = Policy(
    "lowest_allowed",
    N_(
        "Where a card may not be played by the other rules, or has been played already, its player plays the lowest that they allow: "
        "the one worth least, and of these a plain card before a trump, and the lowest in rank."
    ),
)
STOP = Policy(
    "stop", N_("Where the other rules do not allow what was done, the hand is not followed any further under them.")
)
POLICIES = {policy.name: policy for policy in (AS_PLAYED, LOWEST_ALLOWED, STOP)}
"""The policies by their names."""


class Deviation(NamedTuple):
    """An action of the record that the other rules do not allow, with their verdict (None: they know no such action).

    ``phase`` is the one that asks for it, ``trick`` 0 before the first trick, ``replacement`` the action taken in its place, or None.
    """

    phase: Phase
    action: Action
    verdict: Verdict | None
    trick: int
    replacement: Action | None = None


class _Replayer:
    """Repeats the actions of a recorded deal under other rules, in ``deal``, and notes the deviations."""

    def __init__(self, recorded: Deal, deal: Deal, policy: Policy, stopped: str) -> None:
        self.recorded, self.deal, self.policy, self.stopped = recorded, deal, policy, stopped
        self.engine: Engine = deal.engine
        asks = recorded.engine.index.question
        self.decided = Counter(
            (move.before.number, move.action.seat)
            for move in recorded.moves
            if move.trick is not None and asks(move.action)
        )  # what seats have decided in their turn in place of a card, such as to draw, by number of the trick
        self.bids = [move.action for move in recorded.moves if isinstance(move.action, Bid)]
        self.calls = self._choices(Phase.CALL)
        self.discards = self._choices(Phase.DISCARD)
        self.choices = self._choices(Phase.EXCHANGE, Phase.ANNOUNCE)
        self.pays = self._choices(Phase.PAY)
        declared = self._choices(Phase.CLAIM, Phase.DECLARE, Phase.PLAY)
        self.claims = {action.seat: action for action in declared if action.option == VOID}
        self.announced = [
            action
            for action in declared
            if action.rule != NOTHING and action.option != VOID and self.engine.index.offering(action.option)
        ]
        self.plays = {
            (move.before.number, move.action.seat): move.action.card
            for move in recorded.moves
            if isinstance(move.action, Play)
        }
        self.taken = dict(_options_taken(recorded))
        self.irregular = {(move.before.number, move.action.seat) for move in recorded.irregular}
        self.deviations: list[Deviation] = []

    def _choices(self, *phases: Phase) -> list[Choose]:
        """The recorded choices of some phases."""
        moves = (move for move in self.recorded.moves if move.before.phase in phases)
        return [move.action for move in moves if isinstance(move.action, Choose)]

    @property
    def state(self) -> State:
        """The state after the last move."""
        return self.deal.state

    def run(self) -> str:
        """Repeat actions as long as the record has them. Returns the reason for an early end, or nothing."""
        steps = {
            Phase.CLAIM: self._claim,
            Phase.BID: self._auction,
            Phase.CALL: self._call,
            Phase.EXCHANGE: self._choose,
            Phase.DISCARD: self._discard,
            Phase.DECLARE: self._declare,
            Phase.ANNOUNCE: self._choose,
            Phase.PLAY: self._play,
            Phase.PAY: self._pay,
            Phase.BETWEEN: self._choose,
        }
        while self.state.turn is not None:
            stopped = steps[self.state.phase](self.state.turn)
            if stopped:
                return stopped
        return "" if self.state.result else _("some cards are not known")

    def _claim(self, seat: int) -> str:
        claim = self.claims.get(seat)
        allowed = claim is not None and self.engine.check(self.state, claim).allowed
        return self._do(claim if claim and allowed else Choose(seat, NOTHING))

    def _auction(self, _seat: int) -> str:
        """Repeat the recorded bids, passing after them. If they do not yield the recorded contract, impose it."""
        before, auction = self.state, self.recorded.state.auction
        if not self.bids:
            return _("the record tells no auction")
        verdict = None
        for bid in self.bids:
            verdict = self.engine.check(self.state, bid)
            if not verdict.allowed:
                break
            self._do(bid)
        else:
            if auction.taker is None and not self.recorded.state.result:
                return _("the record ends here")
            while self.state.phase is Phase.BID and self.state.turn is not None:
                self._do(Bid(self.state.turn, PASS))
            if (self.state.auction.taker, self.state.auction.contract) == (auction.taker, auction.contract):
                return ""
            verdict = None
        self.deviations.append(Deviation(Phase.BID, bid, verdict, 0))
        if auction.taker is None or auction.contract is None:
            return _("the auction comes to nothing")
        if auction.contract not in self.engine.index.contracts:
            return _("{name} has no contract {contract}").format(
                name=self.engine.ruleset.name, contract=as_words(auction.contract)
            )
        if self.policy is STOP:
            return _("the auction cannot be followed")
        cards = before.seats, before.dealer, before.hands, before.unseen, before.talon
        order = tuple(card for card in before.stock if card)
        setup = Setup(
            *cards,
            auction.taker,
            auction.contract,
            chips=before.chips,
            order=order,
            memory=before.memory,
            heaps=before.heaps,
        )
        imposed = setup.deal(self.engine, "talon")
        imposing = Bid(auction.taker, auction.contract)
        verdict = Verdict(bid, False) if verdict is None else verdict
        self.deal = self.deal.add(Move(before, imposing, verdict, imposed.opening, imposed.start))
        return ""

    def _call(self, _seat: int) -> str:
        if not self.calls:
            return _("the record does not tell which card was called")
        call, (pick,) = self.calls.pop(0), self.engine.legal(self.state).picks
        lowest = pick.action(call.seat, self.state.deck, self._lowest(pick.cards).bit)
        return self._do(call._replace(rule=pick.rule), lowest)

    def _choose(self, seat: int) -> str:
        """Repeat the recorded choice of the same kind of rule; without one, make the only one that there is."""
        rules, recorded = self.engine.ruleset.rules, self.recorded.engine.ruleset.rules
        rule, legal = self.state.asked[0][0], self.engine.legal(self.state)
        kind = rules[rule].mechanism
        written = next((done for done in self.choices if recorded[done.rule].mechanism == kind), None)
        if written is not None:
            self.choices.remove(written)
            return self._do(written._replace(seat=seat, rule=rule), next(iter(legal)))
        quiet = self.engine.index.asking(rule).silence(legal.picks)
        if legal.ways() == 1 or quiet is not None:
            return self._do(next(iter(legal)) if quiet is None else Choose(seat, rule, quiet))
        return _("the record does not tell what was chosen")

    def _discard(self, _seat: int) -> str:
        if not self.discards:
            return _("the record does not tell what was laid away")
        recorded, deck = self.discards[0], self.state.deck
        (pick,) = self.engine.legal(self.state).picks
        laid = recorded.cards.mask if recorded.cards else 0
        fine = laid & pick.cards | pick.obliged
        spare = sorted(deck.set(pick.cards & ~fine), key=self._worth)
        taken = sorted(deck.set(fine), key=lambda card: (not card.bit & pick.obliged, self._worth(card)))
        cards = [*taken, *spare][: pick.most]
        return self._do(recorded, pick.action(recorded.seat, deck, deck.mask(cards)))

    def _lowest(self, mask: int) -> Card:
        """The card of a mask that is worth least."""
        return min(CardSet(self.state.deck, mask), key=self._worth)

    def _worth(self, card: Card) -> tuple[int, bool, int]:
        """The card points of a card; of cards with as many, plain ones come before trumps, and lower ranks before higher."""
        return card.halves, bool(card.bit & self.engine.rules(self.state).order.trumps), card.rank

    def _declare(self, seat: int) -> str:
        self._announce(seat)
        if self.state.phase is Phase.DECLARE and self.state.turn == seat:
            self._do(Choose(seat, NOTHING))
        return ""

    def _announce(self, seat: int) -> None:
        """Repeat the announcements of a seat that are offered now and allowed."""
        for announced in [declared for declared in self.announced if declared.seat == seat]:
            offer = self.engine.index.offering(announced.option)
            if offer is None or offer.before_lead != (self.state.phase is Phase.DECLARE):
                continue
            self.announced.remove(announced)
            action = announced._replace(rule=offer.rule)
            verdict = self.engine.check(self.state, action)
            if verdict.allowed:
                self._do(action)
            else:
                self.deviations.append(Deviation(Phase.DECLARE, action, verdict, 0))

    def _play(self, seat: int) -> str:
        if self.state.number == 1:
            self._announce(seat)
        legal = self.engine.legal(self.state)
        if self.state.asked:
            return self._take(seat, legal.picks)
        if legal.picks and (not legal.cards or self.decided[self.state.number, seat] > 0):
            self.decided[self.state.number, seat] -= 1
            return self._do(next(legal.picks[0].actions(seat, self.state.deck)))
        card = self.plays.get((self.state.number, seat))
        if card is None:
            return self.stopped or _("the record ends here")
        may = legal.cards
        return self._do(Play(seat, card), Play(seat, self._lowest(may)) if may else None)

    def _take(self, seat: int, picks: Sequence[Pick]) -> str:
        """Let a card take what it took in the record, by the same kind of rule."""
        option = self.taken.get((self.state.number, seat))
        pick = next((pick for pick in picks if pick.option == option), None)
        if pick is None:
            return _("the record does not tell what was chosen")
        return self._do(pick.action(seat, self.state.deck))

    def _pay(self, _seat: int) -> str:
        owed = [pay._replace(rule=self.state.debts[0].rule) for pay in self.pays]
        paid = next((pay for pay in owed if self.engine.check(self.state, pay).allowed), None)
        return self._do(paid or next(iter(self.engine.legal(self.state))))

    def _do(self, action: Action, lowest: Action | None = None) -> str:
        """Take a recorded action, or by the policy none, the same, or ``lowest`` in its place.

        A play that broke the rules of the record stands under others too. Returns the reason for an early end, or nothing.
        """
        verdict = self.engine.check(self.state, action)
        trick = self.state.number if self.state.phase is Phase.PLAY else 0
        done: Action | None = action
        if not verdict.allowed:
            stands = (trick, action.seat) in self.irregular and not verdict.by_table
            if self.policy is LOWEST_ALLOWED and not stands:
                done = lowest
            elif (verdict.by_table or self.policy is STOP) and not stands:
                done = None
            self.deviations.append(Deviation(self.state.phase, action, verdict, trick, done))
        if done is None:
            return str(self.engine.reason(verdict, self.state.name))
        self.deal = self.deal.push(done, irregular=True)
        return ""


def _options_taken(recorded: Deal) -> Iterator[tuple[tuple[int, int], str]]:
    """The capture by each card where cards lie open, as its player would say it, by round and seat."""
    for move in recorded.moves:
        for event in move.events:
            at = (move.before.number, move.action.seat)
            match event:
                case CardsCaptured():
                    yield at, OPEN
                case PileStolen(owner=owner):
                    yield at, move.before.seats[owner]
                case CardLeft():
                    yield at, LEAVE


@dataclass(frozen=True, slots=True)
class DealUnder:
    """A record's deal under one ruleset. ``stopped`` is the reason for an early end, or empty.

    ``deals_differently`` is true if the record's pack would make other hands under this ruleset; the recorded hands are played.
    """

    deal: Deal
    deviations: tuple[Deviation, ...] = ()
    stopped: str = ""
    deals_differently: bool = False

    @property
    def engine(self) -> Engine:
        """The engine of the ruleset."""
        return self.deal.engine

    @property
    def name(self) -> str:
        """The name of the ruleset."""
        return self.engine.ruleset.name

    @property
    def end(self) -> State:
        """The state after the last move."""
        return self.deal.state


def replay_under(replay: Replay, engine: Engine, policy: Policy) -> DealUnder:
    """Replay a record under the rules of ``engine``; where they refuse an action, ``policy`` decides.

    Raises RecordError for a deal that these rules cannot play: another pack, number of players or hand size, or a contract
    without an auction that they do not have.
    """
    check_fit(replay.record, replay.start.players, replay.engine, engine)
    record, unknown = _without_unknown_announcements(replay, engine)
    reader = RecordReader(record, engine)
    reader.seats = replay.start.seats
    dealt = next((move for move in replay.deal.moves if move.before.phase is Phase.DEAL), None)
    if record.file.start.step == "score":
        deal = scored(reader)
    elif dealt is not None:
        start, after = replay.start, dealt.after
        chips = reader.holdings()
        talon = after.talon | after.table.cards
        hands = tuple(hand & ~talon for hand in after.hands)
        setup = Setup(
            start.seats,
            start.dealer,
            hands,
            (0,) * start.players,
            talon,
            chips=chips,
            order=_order(dealt),
            heaps=dealt.after.heaps,
            memory=start.memory,
        )
        deal = setup.deal(engine, "bid")
    else:
        deal = begin(reader)
    reader.check()
    done = repeat(replay.deal, deal, policy, replay.stopped)
    deals_differently = dealt is not None and _deals_differently(engine, dealt)
    return replace(done, deviations=(*unknown, *done.deviations), deals_differently=deals_differently)


def repeat(recorded: Deal, deal: Deal, policy: Policy, stopped: str = "") -> DealUnder:
    """Repeat the actions of a recorded deal in ``deal``, which has begun under other rules; where they refuse one, ``policy``
    decides. ``stopped`` is the reason for an early end of the recorded deal, or empty."""
    replayer = _Replayer(recorded, deal, policy, stopped)
    reason = replayer.run()
    return DealUnder(replayer.deal, tuple(replayer.deviations), reason)


def _order(dealt: Move) -> tuple[Card, ...]:
    """The order of the talon as it was dealt, where rules have taken none of it yet but for cards that lie open."""
    after = dealt.after
    return (*after.deck.set(after.table.cards), *(card for card in after.stock if card))


def _deals_differently(engine: Engine, dealt: Move) -> bool:
    """True if the rules forbid that deal, or make other hands of the pack."""
    state, deals, starts = dealt.before, engine.index.deals, engine.index.starts
    assert isinstance(dealt.action, Choose)
    after = dealt.action.numbers or ()
    if any(finding.decisive for finding in deals.check_deal(state, after)):
        return True
    first = starts.starts(state.dealer, state.players) if starts else (state.dealer + 1) % state.players
    layout = deals.deal(state.pack, first, state.players, after)
    talon = dealt.after.talon | dealt.after.table.cards
    return (layout.hands, layout.talon, layout.heaps) != (dealt.after.hands, talon, dealt.after.heaps)


def _without_unknown_announcements(replay: Replay, engine: Engine) -> tuple[Record, list[Deviation]]:
    """The record without announcements that the rules do not offer, and a deviation for each of those."""
    file, index, seats = replay.record.file, engine.index, replay.start.seats
    unknown = [(shown.seat, shown.level) for shown in file.shown if index.offering(shown.level) is None]
    update: dict[str, object] = {"shown": [shown for shown in file.shown if index.offering(shown.level)]}
    if file.result is not None:
        changed: dict[str, object] = {}
        for kind, key, value in file.result.values():
            present = any(isinstance(rule, kind) for rule in index.observers.values())
            changed[key.name], missing = kind.of_game(value, index, present)
            unknown += missing
        changed["facts"] = {id: written for id, written in file.result.facts.items() if id in index.observing}
        update["result"] = file.result.model_copy(update=changed)
    deviations = []
    for letter, level in unknown:
        offer = replay.engine.index.offering(level)
        seat = seats.index(letter) if letter in seats else 0
        deviations.append(Deviation(Phase.DECLARE, Choose(seat, offer.rule if offer else "", level), None, 0))
    return replace(replay.record, file=file.model_copy(update=update)), deviations


def moves_by_trick(side: DealUnder) -> dict[int, list[Move]]:
    """The plays of each trick, with what is said of what a card takes, and the payments after it, by the trick's number in the deal."""
    tricks: dict[int, list[Move]] = {}
    for move in side.deal.moves:
        decided = isinstance(move.action, Choose) and move.before.lies_open
        if move.number is not None and (decided or isinstance(move.action, Play) or move.before.phase is Phase.PAY):
            tricks.setdefault(move.number, []).append(move)
    return tricks


E = TypeVar("E", bound=Event)


def events_of(moves: Iterable[Move], *kinds: type[E]) -> list[E]:
    """The events of these kinds in the moves."""
    return [event for move in moves for event in move.events if isinstance(event, kinds)]


def trick_winner(moves: Iterable[Move]) -> TrickWon | None:
    """The event that ends the trick of these moves; None for an incomplete trick."""
    return next(iter(events_of(moves, TrickWon)), None)


def card_owners(left: list[Move], right: list[Move]) -> list[tuple[tuple[Card, int | None], ...]]:
    """For each card that leaves its trick under either ruleset, its owner under the left and under the right one."""
    moved = [{event.card: event.to for event in events_of(moves, CardMoved)} for moves in (left, right)]
    won = [winner.seat if (winner := trick_winner(moves)) else None for moves in (left, right)]
    cards = {**moved[0], **moved[1]}
    return [tuple((card, moved[i].get(card, won[i])) for card in cards) for i in (0, 1)]
