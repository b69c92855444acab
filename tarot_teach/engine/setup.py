"""Deals begun in the middle: with hands as dealt, at the first lead, near the end, or in one trick by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from tarot_teach.cards import Card, hand_for_prompts
from tarot_teach.engine.deal import Deal
from tarot_teach.engine.engine import Engine
from tarot_teach.engine.hidden import hidden
from tarot_teach.engine.match_memory import memory_before
from tarot_teach.engine.phases import BEFORE_LEAD, auction, deal
from tarot_teach.engine.phases.talon import laid_aside
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.errors import NotationError, UnfitError, suggest
from tarot_teach.mechanisms.layout import Layout
from tarot_teach.messages import _
from tarot_teach.table import Auction, Declaration, Heap, Phase, State, Taken, Trick
from tarot_teach.table.events import Events
from tarot_teach.table.facts import NO_FACTS, Facts

_MIX = 0x9E3779B97F4A7C15
"""A number by which masks are multiplied, so that some bits of the product depend on all of theirs."""


@dataclass(frozen=True, slots=True)
class Setup:
    """The cards and seats from which a deal begins in the middle.

    ``order`` is that of the talon, where it matters. ``hands`` are masks by seat and ``unseen`` the numbers of further
    cards not known; ``won`` are captured cards by seat and None where they are not known; ``side_piles`` are the piles
    that talon and discard make for the taker's side and for the defence. ``memory`` is what rules keep from earlier
    deals. ``face_up`` are the cards of the hands that were dealt face up, by default any. ``heaps`` lie before the seats; those that
    are as dealt may be left out where they are not known, and the open cards of the others stand among the hands too. ``partner``
    is given if nobody holds the called card any more, ``trumps`` if a suit has become trumps before. ``stock`` are the cards of the talon that
    still lie in the play, in their order (None: not known), where players draw from it or tricks bring them.
    ``taker`` and ``contract`` may be None where nobody bids.
    """

    seats: tuple[str, ...]
    dealer: int
    hands: tuple[int, ...]
    unseen: tuple[int, ...]
    talon: int = 0
    taker: int | None = None
    contract: str | None = None
    called: Card | None = None
    partner: int | None = None
    discard: int = 0
    side_piles: tuple[int, int] = (0, 0)
    leader: int | None = None
    won: tuple[int, ...] | None = None
    declared: tuple[Declaration, ...] = ()
    chips: tuple[int, ...] | None = None
    order: tuple[Card, ...] = ()
    memory: Facts = NO_FACTS
    trumps: str = ""
    face_up: tuple[Card, ...] = ()
    heaps: tuple[tuple[Heap, ...], ...] = ()
    stock: tuple[Card | None, ...] = ()

    @classmethod
    def as_dealt(
        cls, index: RuleIndex, seats: tuple[str, ...], dealer: int, hands: tuple[int, ...], rest: Sequence[Card]
    ) -> Setup:
        """A deal of these hands, in which the other cards are the heaps, or the talon, in their order."""
        unseen, players = (0,) * len(seats), len(seats)
        if index.heap_sizes(players):
            return cls(seats, dealer, hands, unseen, heaps=index.heaps_of(rest, players))
        return cls(seats, dealer, hands, unseen, index.ruleset.deck.mask(rest), order=tuple(rest))

    def deal(self, engine: Engine, step: str) -> Deal:
        """The deal from a step of the record on: ``bid`` and ``talon`` begin with hands as dealt, ``discard`` with the talon in the
        taker's hand, ``play`` with hands as they are."""
        index, deck, nobody = engine.index, engine.ruleset.deck, (0,) * len(self.seats)
        state = State(engine.ruleset.name, deck, self.seats, self.dealer, unseen=self.unseen, chips=self.chips)
        players = len(self.seats)
        state = state._replace(memory=memory_before(index, players, self.memory), parties=index.parties(players))
        state = state._replace(trumps=self.trumps)
        dealt = state._replace(hands=self.hands, talon=self.talon, won=nobody, heaps=self.heaps)
        face_up = self.face_up or tuple(self._any_face_up(index) if step in ("bid", "talon") else ())
        heaps = self.heaps or index.heaps_of((None,) * index.heaped(players), players)
        layout = Layout(self.hands, self.talon, self.order, face_up, heaps)
        events: Events = ()
        passed: tuple[Phase, ...] = BEFORE_LEAD
        if step == "bid":
            state, passed = deal.dealt(index, state, layout), (Phase.DEAL,)
        elif step == "talon":
            assert self.taker is not None
            assert self.contract is not None
            state, events = auction.contracted(index, deal.dealt(index, state, layout), self.taker, self.contract)
            passed = (Phase.BID,)
        elif step == "discard":
            state = dealt._replace(auction=self._auction(), phase=Phase.DISCARD, turn=self.taker)
        elif not index.play.in_tricks:
            raise hidden(_("the cards that lie open, and the piles"))
        else:
            state = self._in_play(engine, dealt)
        state, more = engine.go_on(state, passed)
        return Deal(engine, state, events + more)

    def _any_face_up(self, index: RuleIndex) -> Iterator[Card]:
        """Yield cards that are taken to have been dealt face up, where all hands are known: of each hand any, and of the same hand always the same."""
        number, deck, players = index.deals.face_up, index.ruleset.deck, len(self.seats)
        if any(self.unseen):
            return
        for i, seat in enumerate(islice(index.dealt_in_turn(self.dealer, players), number * players)):
            hand = [*deck.set(self.hands[seat])]
            mixed = (self.hands[seat] * _MIX >> 40) + i // players
            yield hand[mixed % len(hand)]

    def _auction(self) -> Auction:
        """The auction as far as it is known; the holder of the called card is the partner."""
        holder, called = None, self.called
        if called is not None:
            holder = next((seat for seat, hand in enumerate(self.hands) if hand & called.bit), None)
        partner = self.partner if holder is None else None if holder == self.taker else holder
        known = holder is None and self.partner is not None
        return Auction(contract=self.contract, taker=self.taker, called=called, partner=partner, known=known)

    def _in_play(self, engine: Engine, dealt: State) -> State:
        """A state in the middle: earlier tricks are missed, their winners known where the captured cards are. Talon and discard
        make the piles of the sides: the discard, or a talon that the contract lays aside."""
        players, won, piles = len(self.seats), self.won or dealt.won, self.side_piles
        if self.discard:
            piles = self.discard, 0
        elif self.talon and self.contract is not None:
            piles = laid_aside(engine.index, self.contract, self.talon)
        longest = max(dealt.left(seat) for seat in range(players))
        missed = max(0, engine.index.deals.tricks(players) - longest)
        winners, leader = None, self.leader
        if missed:
            leader = (self.dealer + 1) % players if leader is None else leader
            if sum(mask.bit_count() for mask in won) == missed * players:
                winners = tuple(seat for seat, mask in enumerate(won) if mask.bit_count() > 1)
        rules = engine.index.under(self.contract)
        stock = self.stock if rules.tricks_bring_talon or rules.draws_in_play else ()
        return dealt._replace(
            stock=stock,
            auction=self._auction(),
            discard=self.discard,
            side_piles=piles,
            declared=self.declared,
            won=won,
            unrecorded_tricks=missed,
            unrecorded_winners=winners,
            phase=Phase.DISCARD if leader is None else Phase.PLAY,
            turn=leader,
            trick=Trick(leader or 0),
        )


def trick_position(
    engine: Engine,
    held: Sequence[Card],
    played: Sequence[Card],
    *,
    leader: int = 0,
    players: int | None = None,
    first_trick: bool = False,
    last_trick: bool = False,
    before: Sequence[Card] = (),
    called: Card | None = None,
    taker: int | None = None,
    partner: int | None = None,
    contract: str | None = None,
    unknown: int = 0,
) -> State:
    """The state in which ``held`` is the hand to play, after ``played`` in that order.

    ``players`` is by default the game's usual number, or as many as the cards ask for; ``taker`` is by default the leader. ``before`` are
    cards that the hand has played to earlier tricks. ``contract``, by id or title, decides where the rules of contracts differ.
    ``unknown`` is how many further cards are in the hand to play. Raises NotationError for a trick that is complete, or both first and
    last, a hand that is empty or too large, a card in two places, a called card that may not be called, a contract that there is not, or
    that is missing, and where a suit of trumps is missing.
    """
    players = players or max(len(engine.seats()), min(len(played) + 1, engine.ruleset.players[-1]))
    full, deck = engine.index.deals.tricks(players), engine.ruleset.deck
    if not held:
        hint = _("name the cards that are held: {cards}").format(cards=hand_for_prompts(deck))
        raise UnfitError.of("legal.hand", _("the hand is empty"), hint=hint)
    if first_trick and last_trick:
        message = _("a trick is the first or the last, not both")
        raise UnfitError.of("legal.trick", message, hint=_("leave one of them out"))
    if len(played) >= players:
        message = _("the trick is complete: {players} players play, and {number} cards are given")
        hint = _("name the cards before the one that is to be played")
        raise NotationError.of("legal.trick", message, hint=hint, players=players, number=len(played))
    for card in (*held, *before):
        if card in played or (card in held and card in before):
            message = _("the {name} ({code}) is in the hand and in the trick")
            if card in before:
                message = _("the {name} ({code}) has been played before, and is in the hand or in the trick")
            hint = _("leave it out of one of them")
            raise NotationError.of("cards.twice", message, hint=hint, name=card.name, code=card.code)
    most = engine.index.largest_hand(players)
    if len(held) > most:
        message = _("a hand of {number} cards is too large: each player is dealt {full}")
        if most > full:
            message = _(
                "a hand of {number} cards is too large: each player is dealt {full}, and has {most} at most by drawing"
            )
        hint = _("leave out those that are played already")
        raise NotationError.of("legal.hand", message, hint=hint, number=len(held), full=full, most=most)
    if before and (first_trick or len(held) + len(before) > most):
        hint = _("leave out what has not been played")
        if first_trick:
            raise NotationError.of("legal.before", _("no card has been played before the first trick"), hint=hint)
        message = _("{number} cards have been played before, and {held} are held: a hand has {most} at most")
        raise NotationError.of("legal.before", message, hint=hint, number=len(before), held=len(held), most=most)
    if called is not None:
        may = ever_callable(engine)
        if not called.bit & may:
            hint = suggest(called.code, [card.code for card in deck.set(may)], _("cards that may be called"))
            message = _("the {name} ({code}) may not be called").format(name=called.name, code=called.code)
            raise NotationError.of("legal.called", message, hint=hint)
    seat = (leader + len(played)) % players
    unseen = [len(held) + unknown] * players
    unseen[seat] = unknown
    for i in range(len(played)):
        unseen[(leader + i) % players] -= 1
    hands = [0] * players
    hands[seat] = deck.mask(held)
    check_tricks(engine)
    played_under = contract_of_trick(engine, contract)
    check_trumps(engine, played_under)
    setup = Setup(
        seats=engine.seats(players),
        dealer=(leader - 1) % players,
        hands=tuple(hands),
        unseen=tuple(unseen),
        leader=leader,
        contract=played_under,
        taker=(leader if taker is None else taker) if played_under in engine.index.ranking else taker,
        called=called,
        partner=partner,
    )
    state = setup.deal(engine, "play").start
    trick, index = Trick(leader), engine.rules(state)
    for card in played:
        trick = index.with_card(trick, card)
    missed = 0 if first_trick else full - 1 if last_trick else state.unrecorded_tricks
    tricks = tuple(Taken(Trick(seat, (card,)), seat, "") for card in before)  # of each what this seat has played
    missed = max(0, missed - len(tricks))
    return state._replace(trick=trick, turn=seat, unrecorded_tricks=missed, tricks=tricks)


def check_tricks(engine: Engine) -> None:
    """Raises NotationError where a game has no tricks."""
    if not engine.index.play.in_tricks:
        hint = _("`play` deals a hand of it, and `replay` shows one")
        message = _("{name} has no tricks: a card takes open cards of its rank")
        raise NotationError.of("legal.tricks", message, hint=hint, name=engine.ruleset.name)


def check_trumps(engine: Engine, contract: str | None = None) -> None:
    """Raises NotationError where a suit becomes trumps by a choice, under a contract if one is given, and the engine is made without one, or with
    one that may not be chosen."""
    name, trumps, deck = engine.ruleset.name, engine.index.trumps, engine.ruleset.deck
    index = engine.index if contract is None else engine.index.under(contract)
    if index.brings_trumps and not trumps:
        hint = _("name the suit: {suits}").format(suits=", ".join(deck.typed_names(index.may_be_trumps)))
        message = _("in {name} a suit becomes trumps by a choice, and none is named")
        raise NotationError.of("legal.trumps", message, hint=hint, name=name)
    if contract is None or not trumps or trumps in index.may_be_trumps:
        return
    (played,), (suit,) = index.contract_names([contract]), deck.typed_names([trumps])
    message, hint = _("under {contract} no suit becomes trumps by a choice"), _("leave the suit out")
    if index.brings_trumps:
        message = _("{suit} may not become trumps under {contract}")
        hint = suggest(suit, deck.typed_names(index.may_be_trumps), _("suits"))
    raise NotationError.of("legal.trumps", message, hint=hint, suit=suit, contract=played)


def differs_by_contract(engine: Engine, steps: Sequence[str] = ("play", "count")) -> bool:
    """True if a rule of certain ``steps`` is in force under some contracts only, so that a trick by itself needs one."""
    return any(rule.under for step in steps for rule in engine.ruleset.at(step))


def contract_of_trick(engine: Engine, given: str | None, steps: Sequence[str] = ("play", "count")) -> str | None:
    """The contract of a trick by itself: the one that is named, or else the lowest, if any. One has to be named where rules of certain
    ``steps`` are in force under some contracts only. Raises NotationError."""
    index, name = engine.index, engine.ruleset.name
    if given is None:
        if differs_by_contract(engine, steps):
            hint = _("name the contract: {known}").format(known=", ".join(index.contract_names(index.contracts)))
            raise NotationError.of("legal.contract", _("the rules of {name} differ by contract"), hint=hint, name=name)
        return next(iter(index.ranking), None)
    contract = index.contract_named(given)
    if contract is None:
        message, hint = (
            _("{name} has no contract {contract!r}"),
            suggest(given, index.contract_names(index.contracts), _("contracts")),
        )
        raise NotationError.of("legal.contract", message, hint=hint, name=name, contract=given)
    return contract


def ever_callable(engine: Engine) -> int:
    """The cards that may be called, whatever the taker holds, as a mask; 0 where none are called."""
    may, calls, state = 0, engine.index.calls, engine.start(seed=0)
    while calls and (more := calls.callable(state._replace(hands=(may,) * state.players), 0) & ~may):
        may |= more
    return may
