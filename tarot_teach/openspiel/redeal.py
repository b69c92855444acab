"""The hidden cards dealt anew, so that everything that one seat has seen and done stays the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tarot_teach.cards import CardSet
from tarot_teach.errors import SolveError
from tarot_teach.openspiel.numbers import Chosen
from tarot_teach.openspiel.position import Position
from tarot_teach.solver import Worlds
from tarot_teach.table import Action, Choose, State
from tarot_teach.topics.check.invariants import hidden_cards

Below = Callable[[int], int]
"""A source of chance: a whole number from 0 up to the given one, exclusive."""
TRIES = 20
"""The most deals of all hidden cards that are tried for one in which all can have acted as they did."""
EXCHANGES = 60
"""The pairs of hidden cards that are tried instead, one after the other from the deal that it is, where none was found."""
Moved = dict[int, int]
"""By number of a hidden card, that of the card that lies in its place."""


def dealt_anew(position: Position, seat: int, below: Below) -> Position:
    """A position that a seat cannot tell from this one, with the same actions, as far as the seat has seen them. What others have laid away unseen are
    other cards, and a card that the seat has seen was dealt to where it was dealt here. The same draws give the same position.

    Where the rules leave the others so little that no deal of all hidden cards fits, pairs of these are exchanged as often as that fits; the position
    may then be this one.
    """
    trail = [*_trail(position)]
    if position.state is None:
        made = trail[0]
        for _draw in trail[1:]:
            made = made.after(_place(made, below))
        return made
    drawn = _moves(position.state, position, seat, below)
    for _try in range(TRIES):
        found = _redealt(trail, seat, next(drawn))
        if found is not None:
            return found
    return _exchanged(position.state, trail, seat, below)


def _trail(position: Position) -> Iterator[Position]:
    """Yield the positions from the first to one."""
    trail, at = list[Position](), position
    while at.earlier is not None:
        trail.append(at)
        at = at.earlier
    yield at
    yield from reversed(trail)


def _place(position: Position, below: Below) -> int:
    """A place for the next card, each with its chance."""
    room = position.dealing.room(position.history)
    number = below(sum(room))
    for place, left in enumerate(room):
        if number < left:
            return place
        number -= left
    raise AssertionError


def _moves(state: State, position: Position, seat: int, below: Below) -> Iterator[Moved]:
    """Yield ways to lay the hidden cards: as the solver draws them by what has been played, where it can, else any."""
    places = hidden_cards(state, seat)
    try:
        worlds = Worlds(position.dealing.engine, state, seat)
    except SolveError:
        worlds = None
    while True:
        lying = dict[str, int]()
        if worlds is not None:
            try:
                lying = hidden_cards(worlds.draw(below), seat)
            except SolveError:
                worlds = None
        sizes = {place: cards.bit_count() for place, cards in places.items()}
        if sizes != {place: cards.bit_count() for place, cards in lying.items()}:
            lying = {}
        cards = _mixed(sum(places.values()), below)
        moved = Moved()
        for place, here in places.items():
            there = _mixed(lying[place], below) if lying else [cards.pop() for _card in range(sizes[place])]
            moved |= zip(_numbers(here), there, strict=True)
        yield moved


def _exchanged(state: State, trail: list[Position], seat: int, below: Below) -> Position:
    """The last position of a trail after exchanges of hidden cards that lie in different places."""
    places = [_numbers(cards) for cards in hidden_cards(state, seat).values()]
    made, moved = trail[-1], Moved()
    for _try in range(EXCHANGES if len(places) > 1 else 0):
        first, second = _mixed((1 << len(places)) - 1, below)[:2]
        one, other = places[first][below(len(places[first]))], places[second][below(len(places[second]))]
        exchanged = {**moved, one: moved.get(other, other), other: moved.get(one, one)}
        found = _redealt(trail, seat, exchanged)
        if found is not None:
            made, moved = found, exchanged
    return made


def _redealt(trail: list[Position], seat: int, moved: Moved) -> Position | None:
    """The last position of a trail with hidden cards moved; None where the seat would have seen a difference, or somebody could not have acted so."""
    first = next(number for number, at in enumerate(trail) if at.state is not None)
    made = _dealt(trail[: first + 1], moved)
    if made.state is None or made.step_of(seat) != trail[first].step_of(seat):
        return None
    at = first
    while at + 1 < len(trail):
        end = at + 1
        while trail[end].chosen is not None and end + 1 < len(trail):
            end += 1
        steps = trail[at : end + 1]
        after = _acted(made, steps, seat, moved)
        if after is None and steps[0].turn != seat:
            after = _acted(made, steps, seat, {})  # a card may be named and lie hidden
        if after is None:
            return None
        made, at = after, end
    return made


def _dealt(trail: list[Position], moved: Moved) -> Position:
    """The first position in which somebody decides."""
    deal, draws = trail[0].dealing, trail[-1].history
    left = next((place for place, room in enumerate(deal.room(draws)) if room), -1)
    whole = [*draws, *[left] * (deal.numbers.end - len(draws))]
    places, made = [*whole], trail[0]
    for card, other in moved.items():
        places[other] = whole[card]
    for place in places:
        if made.state is None:
            made = made.after(place)
    return made


def _acted(made: Position, steps: list[Position], seat: int, moved: Moved) -> Position | None:
    """The position after an action, of which the cards may be named one after the other, with hidden cards moved."""
    end = made.dealing.numbers.end
    numbers = [step.number for step in steps[1:]]
    if steps[0].turn != seat:
        cards = sorted(moved.get(number, number) for number in numbers if number < end)
        before = [number for number in numbers[:1] if number > end]
        numbers = [*before, *cards, *(number for number in numbers[len(before) :] if number == end)]
    for was, then, number in zip(steps[:-1], steps[1:], numbers, strict=True):
        if number > end:
            option = was.options[number]
            wanted = option if was.turn == seat else _moved(option, moved)
            number = next((to for to, other in made.options.items() if _alike(other, wanted)), -1)
        if number not in made.options:
            return None
        made = made.after(number)
        if made.step_of(seat).lines != then.step_of(seat).lines:
            return None
    return made


def _moved(option: Action | Chosen, moved: Moved) -> Action | Chosen:
    """An option with hidden cards moved."""
    if isinstance(option, Choose) and option.cards:
        numbers = (moved.get(card.index, card.index) for card in option.cards)
        deck = option.cards.deck
        return option._replace(cards=CardSet(deck, sum(1 << number for number in numbers)))
    return option


def _alike(one: Action | Chosen, other: Action | Chosen) -> bool:
    """True for the same action, and for choices of cards that the same rule asks for."""
    if isinstance(one, Chosen) and isinstance(other, Chosen):
        return (one.pick.rule, one.pick.option) == (other.pick.rule, other.pick.option)
    return one == other


def _numbers(cards: int) -> list[int]:
    """The numbers of the cards of a mask."""
    return [number for number in range(cards.bit_length()) if cards >> number & 1]


def _mixed(cards: int, below: Below) -> list[int]:
    """The numbers of the cards of a mask in an order by chance."""
    numbers = _numbers(cards)
    for last in range(len(numbers) - 1, 0, -1):
        other = below(last + 1)
        numbers[last], numbers[other] = numbers[other], numbers[last]
    return numbers
