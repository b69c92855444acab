"""Single deals played by the engine and its players, from the dealt cards to the score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from tarot_teach.advice.format import advice_for
from tarot_teach.cards import Card
from tarot_teach.engine import Deal, Engine, Setup
from tarot_teach.errors import LoadError, RunError, TarotError, suggest
from tarot_teach.loading import Library
from tarot_teach.messages import _
from tarot_teach.table import Action, Choices, Event, State
from tarot_teach.table.events import CardKept, CardLost, CardStayed, CardSurrendered, DebtPaid, DebtUnpaid, LoneCardKept
from tarot_teach.topics.simulate.draws import Draws, dealt, left_over
from tarot_teach.topics.simulate.players import Decision, Player
from tarot_teach.topics.simulate.seating import seat_players
from tarot_teach.topics.simulate.tally import Ending

LONGEST = 1000
"""The number of actions after which a deal counts as endless."""


class Step(NamedTuple):
    """An action of a deal, with the states before and after it and its events."""

    before: State
    action: Action
    after: State
    events: Sequence[Event]


class DealSimulator:
    """Plays deals of one ruleset. A seed and a number give the same cards under any ruleset with hands of the same size.

    ``players`` are by seat, from the seat after the dealer; the last seat deals. With a ``contract`` there is no auction, and the first seat
    plays it. Raises LoadError for an unknown contract.
    """

    def __init__(self, engine: Engine, players: Sequence[Player], contract: str | None = None) -> None:
        self.engine: Engine = engine
        self.players: Sequence[Player] = players
        self.contract: str | None = contract
        self.seats: tuple[str, ...] = engine.seats(len(players))
        ranking = engine.index.ranking
        if contract is not None and contract not in ranking:
            raise LoadError.of(
                "simulate.contract",
                _("{name} has no contract {contract!r}").format(name=self.name, contract=contract),
                hint=suggest(contract, ranking, _("contracts"))
                if ranking
                else _("leave the contract out: nobody bids here"),
            )

    @classmethod
    def of(cls, library: Library, name: str, players: Sequence[str], contract: str | None = None) -> DealSimulator:
        """A simulator for a ruleset and players by name: one player for all seats, or one for each. Raises LoadError."""
        engine = Engine(library.load(name))
        seated = seat_players(tuple(players), engine, advice_for(library, engine.ruleset), len(engine.seats()))
        return cls(engine, seated, contract)

    @property
    def name(self) -> str:
        """Name of the ruleset."""
        return self.engine.ruleset.name

    def check_same_cards(self, other: DealSimulator) -> None:
        """Raises LoadError if the other ruleset cannot be dealt the same hands."""
        if self._cards != other._cards:
            phrase = _("{name}: {} hands of {} cards of {}")
            hands = (phrase.format(*one._cards, name=one.name) for one in (self, other))
            message = _("{name} and {name_2} cannot be dealt the same hands").format(name=self.name, name_2=other.name)
            raise LoadError.of("simulate.cards", message, hint="; ".join(hands))

    @property
    def _cards(self) -> tuple[int, int, str]:
        seats = len(self.seats)
        return seats, self.engine.index.deals.hand_size(seats), self.engine.ruleset.deck.id

    def hands(self, seed: int, number: int) -> tuple[int, ...]:
        """The hands of a deal as masks, by seat."""
        seats = len(self.seats)
        return dealt(self.engine.ruleset.deck, seats, self.engine.index.deals.hand_size(seats), seed, number)

    def start(self, seed: int, number: int) -> Deal:
        """A deal at its first decision, or over at once."""
        left: tuple[Card, ...] = ()
        seats, hand, _deck = self._cards
        if self.engine.index.keeps_talon or self.engine.index.heap_sizes(seats):
            left = left_over(self.engine.ruleset.deck, seats, hand, seed, number)
        return self.start_with(self.hands(seed, number), left)

    def start_with(self, hands: tuple[int, ...], left: Sequence[Card] = ()) -> Deal:
        """A deal with these hands dealt, as masks by seat; the cards left over are the talon, or the heaps, ``left`` in their order."""
        deck = self.engine.ruleset.deck
        rest = tuple(left) or tuple(deck.set(deck.all & ~sum(hands)))
        position = Setup.as_dealt(self.engine.index, self.seats, len(self.seats) - 1, hands, rest)
        deal = position.deal(self.engine, "bid")
        if self.contract is None or deal.state.result is not None:
            return deal
        return replace(position, taker=0, contract=self.contract).deal(self.engine, "talon")

    def play(self, seed: int, number: int) -> Deal:
        """The deal played out. Raises RunError for a deal that does not end."""
        draws = Draws(seed, number)
        deal = self.start(seed, number)
        for _action in range(LONGEST):
            if deal.over:
                return deal
            deal = deal.push(self.decision(deal.state, deal.legal, draws).action)
        raise self._endless(number, deal.state)

    def ending(self, seed: int, number: int) -> Ending:
        """The ending of a deal: :meth:`play` without a log, for speed. Raises RunError for a deal that does not end."""
        start = self.start(seed, number)
        return self.ending_from(start.state, Draws(seed, number), start.opening, number)

    def ending_from(
        self, state: State, draws: Draws, opening: Iterable[Event] = (), number: int | None = None
    ) -> Ending:
        """The ending of a deal played on from a state, after the events of its ``opening``. Raises RunError as :meth:`steps`."""
        events = [*opening]
        for step in self.steps(state, draws, number):
            state = step.after
            events += step.events
        return ending_of(state, events, self.engine)

    def steps(self, state: State, draws: Draws, number: int | None = None) -> Iterator[Step]:
        """The actions of a deal from a state to its end, without a log. Raises RunError for a deal that does not end;
        the message has its ``number``."""
        for _action in range(LONGEST):
            if state.turn is None:
                return
            choices, before = self.engine.legal(state), state
            action = self.decision(state, choices, draws).action
            state, events = self.engine.apply(state, action, among=choices)
            yield Step(before, action, state, events)
        raise self._endless(number, state)

    def decision(self, state: State, choices: Choices, draws: Draws) -> Decision:
        """The decision of the player to act, who sees only what that seat may know."""
        assert state.turn is not None
        player = self.players[state.turn]
        return player.choose(choices.seen() if player.needs_view and not player.reads_view_only else choices, draws)

    def _endless(self, number: int | None, state: State) -> TarotError:
        message = _("deal {number} under {name} does not end: after {longest} actions it is at the step {phase}")
        if number is None:
            message = _("a deal under {name} does not end: after {longest} actions it is at the step {phase}")
        hint = _("check the rules of this step: tarot-teach check FILE --play 100")
        message = message.format(number=number, name=self.name, longest=LONGEST, phase=state.phase)
        return RunError.of("simulate.endless", message, hint=hint)


def ending_of(state: State, events: Iterable[Event], engine: Engine) -> Ending:
    """The ending of a deal that the engine has played, from its last state and all its events."""
    return ending_with(state, map(type, events), engine)


def ending_with(state: State, kinds: Iterable[type[Event]], engine: Engine) -> Ending:
    """The ending of a deal from its last state and the kinds of its events."""
    assert state.result is not None
    if state.result.void:
        return Ending.of(state.result, {})
    return played_ending(Ending.of(state.result, engine.index.observers), state, kinds)


def played_ending(ending: Ending, state: State, kinds: Iterable[type[Event]]) -> Ending:
    """The ending of a deal by its result, with the facts of its play, from its last state and the kinds of its events."""
    taker = state.auction.taker
    side = () if taker is None else state.side(taker)
    excuse = debt = ""
    lone_kept = False
    for kind in kinds:
        if issubclass(kind, LoneCardKept):
            lone_kept = True
        elif issubclass(kind, CardStayed | CardKept | CardLost):
            excuse = kind.kind
        elif issubclass(kind, DebtPaid | DebtUnpaid | CardSurrendered):
            debt = kind.kind
    tricks = sum(taken.winner in side for taken in state.tricks)
    return ending.played(tricks, excuse, debt, lone_kept)
