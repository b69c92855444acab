"""Deals of Burro and Casita Robada for the second implementations, which follow a deal from the pack on."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from naive.burro import Donkey
from naive.casita import House

from tarot_teach.engine import Deal, Engine
from tarot_teach.table import Action, Choices, Choose, Play, State
from tarot_teach.topics.prove.search import DealSearch
from tarot_teach.topics.prove.small_packs import SmallGame
from tests.at_ends.reading import codes, params


def in_words(action: Action, seats: Sequence[str] = ()) -> str:
    """An action as the second implementations call it, with the names of the seats by place: a card, or what is said."""
    if isinstance(action, Play):
        return action.card.code
    assert isinstance(action, Choose)
    if action.option in seats:
        return f"rob {seats.index(action.option)}"
    return {"open": "take", "leave": "stay"}.get(action.option, action.option)


def by_place(state: State) -> list[str]:
    """The names of the seats, from the one after the dealer."""
    return [state.seats[(state.dealer + 1 + i) % state.players] for i in range(state.players)]


def dealt(engine: Engine, start: State, actions: Sequence[Action]) -> tuple[list[str], list[str]]:
    """The pack as it was dealt, and what was done after that."""
    state, number = start, 0
    while not state.hands:
        pack = [card.code for card in state.pack]
        state, _events = engine.apply(state, actions[number])
        number += 1
    return pack, [in_words(action, by_place(start)) for action in actions[number:]]


def donkey(engine: Engine, start: State, actions: Sequence[Action]) -> Donkey:
    """A deal of Burro so far."""
    pack, done = dealt(engine, start, actions)
    second = Donkey(game_of(engine), pack, start.players, params(engine.ruleset, "deal.hands").cards)
    for what in done:
        second.do(what)
    return second


def house(engine: Engine, start: State, actions: Sequence[Action]) -> House:
    """A deal of Casita Robada so far, of two players, so that each card can do one thing."""
    pack, done = dealt(engine, start, actions)
    second = House(game_of(engine), pack, start.players, params(engine.ruleset, "deal.hands").cards)
    for card in done:
        (way,) = second.ways(card)
        second.play(card, way)
    return second


FOLLOWING: dict[str, Callable[[Engine, State, Sequence[Action]], Donkey | House]] = {
    "burro": donkey,
    "burro-portuguese": donkey,
    "casita-robada": house,
}
"""The second implementations that follow a deal."""
Position = tuple[int, set[str], list[set[str]]]
"""The place of the player to act, all that may be done, and the cards of each hand, of each pile and of the table."""


def game_of(engine: Engine) -> str:
    """The id of the game, also with a small pack."""
    return engine.ruleset.id.partition("-small-")[0]


def position(state: State, choices: Choices) -> Position:
    """A position after the deal."""
    assert state.turn is not None
    by_turn = [(state.dealer + 1 + i) % state.players for i in range(state.players)]
    cards = [codes(state.hand(seat)) for seat in by_turn]
    if state.table.tops:
        cards += [codes(state.deck.set(state.won[seat])) for seat in by_turn]
        cards += [codes(state.deck.set(state.table.cards))]
    return by_turn.index(state.turn), {in_words(action, by_place(state)) for action in choices}, cards


def followed(search: DealSearch) -> Position:
    """The position that a search has reached, by the second implementation."""
    second = FOLLOWING[game_of(search.engine)](search.engine, search.start, search.path)
    return second.turn, second.options(), [{*cards} for cards in second.cards()]


def of_spain(deal: Deal, _game: SmallGame) -> Sequence[int]:
    """The letters of a deal, or the cards taken."""
    return FOLLOWING[game_of(deal.engine)](deal.engine, deal.start, [move.action for move in deal.moves]).scores()
