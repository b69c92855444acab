"""States as plain data and back: everything as text, numbers and lists, fit for JSON and YAML."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from operator import attrgetter
from typing import Any, NamedTuple

from tarot_teach.cards import Card, Deck
from tarot_teach.messages import _
from tarot_teach.table.actions import Choose
from tarot_teach.table.facts import Facts
from tarot_teach.table.memory import Memory
from tarot_teach.table.outcome import Paid, Result
from tarot_teach.table.state import Auction, Debt, Declaration, Heap, OpenTable, Phase, State, Taken, Trick, Turned

__all__ = ["FORMAT", "StateChanges", "state_as_data", "state_from_data"]

FORMAT = 1


class _Form(NamedTuple):
    """A kind of value: the function that makes plain data of it, and the one that reads such data."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


_NUMBER, _WORD = _Form(int, int), _Form(str, str)
_FLAG = _Form(bool, lambda data: data in (True, "true"))


def _maybe(form: _Form) -> _Form:
    """A value, or None."""
    write, read = form
    return _Form(
        lambda value: None if value is None else write(value), lambda data: None if data is None else read(data)
    )


def _each(form: _Form) -> _Form:
    """A tuple as a list."""
    return _Form(lambda values: [*map(form.write, values)], lambda data: tuple(map(form.read, data)))


def _row(make: Callable[..., Any], *forms: _Form) -> _Form:
    """The first fields of a tuple as a list."""
    return _Form(
        lambda value: [form.write(field) for form, field in zip(forms, value, strict=False)],
        lambda data: make(*(form.read(field) for form, field in zip(forms, data, strict=True))),
    )


def _entries(make: Callable[..., Any], **forms: _Form) -> _Form:
    """The fields of a named tuple by their names."""
    return _Form(
        lambda value: {name: form.write(getattr(value, name)) for name, form in forms.items()},
        lambda data: make(**{name: form.read(data[name]) for name, form in forms.items()}),
    )


def _pair(*values: Any) -> tuple[Any, ...]:
    return values


class _Forms:
    """The forms of a state of a deck: by key of the data, the field of the state, with a dot for one within a field, and its form.

    ``always`` are the entries of every state. Each group of ``sometimes`` stands only in states that have something of it.
    """

    def __init__(self, deck: Deck, players: int, with_card: Callable[[Trick, Card], Trick]) -> None:
        card, seats = _Form(lambda card: card.code, deck.card), _each(_NUMBER)
        cards = _Form(
            lambda mask: [card.code for card in deck.set(mask)], lambda codes: deck.mask(map(deck.card, codes))
        )

        def write_trick(trick: Trick) -> dict[str, Any]:
            laid = {"leader": trick.leader, "cards": [card.code for card in trick.cards]}
            return laid | ({"seats": list(trick.seats)} if trick.seats else {})

        def read_trick(data: Mapping[str, Any]) -> Trick:
            trick = Trick(int(data["leader"]))
            for code in data["cards"]:
                trick = with_card(trick, deck.card(code))
            return trick._replace(seats=seats.read(data.get("seats", ())))

        taken = _Form(
            lambda taken: {**write_trick(taken.trick), "winner": taken.winner, "rule": taken.rule},
            lambda data: Taken(read_trick(data), int(data["winner"]), data["rule"]),
        )
        numbered = [str(number) for number in range(1, players + 1)]
        memory = _Form(
            lambda memory: memory.spelled(),
            lambda data: Facts({str(rule): Memory.parse(text, numbered) for rule, text in data.items()}),
        )
        level = _Form(str, lambda data: data or "")
        self.always: dict[str, tuple[str, _Form]] = {
            "ruleset": ("ruleset", _WORD),
            "seats": ("seats", _each(_WORD)),
            "dealer": ("dealer", _NUMBER),
            "step": ("phase", _Form(str, Phase)),
            "turn": ("turn", _maybe(_NUMBER)),
            "pack": ("pack", _each(card)),
            "pack_unseen": ("pack_unseen", _NUMBER),
            "hands": ("hands", _each(cards)),
            "unseen": ("unseen", _each(_NUMBER)),
            "talon": ("talon", cards),
            "talon_open": ("talon_open", _FLAG),
            "calls": ("auction.calls", _each(_row(_pair, _NUMBER, _WORD))),
            "contract": ("auction.contract", _maybe(_WORD)),
            "taker": ("auction.taker", _maybe(_NUMBER)),
            "called": ("auction.called", _maybe(card)),
            "partner": ("auction.partner", _maybe(_NUMBER)),
            "calls_missed": ("auction.missed", _each(card)),
            "partner_known": ("auction.known", _FLAG),
            "discard": ("discard", cards),
            "shown": ("shown", cards),
            "kept": ("side_piles", _each(cards)),
            "declared": ("declared", _each(_row(Declaration, _NUMBER, _WORD, level, _maybe(cards)))),
            "trick": ("trick", _Form(write_trick, read_trick)),
            "tricks": ("tricks", _each(taken)),
            "won": ("won", _each(cards)),
            "debts": ("debts", _each(_row(Debt, _NUMBER, _NUMBER, _WORD, _NUMBER))),
            "missed": ("unrecorded_tricks", _NUMBER),
            "missed_winners": ("unrecorded_winners", _maybe(seats)),
            "holdings": ("chips", _maybe(seats)),
            "void": ("result", _maybe(_Form(lambda result: result.void, lambda void: Result(void=void)))),
        }
        self.sometimes: tuple[dict[str, _Form], ...] = (
            {
                "stock": _each(_maybe(card)),
                "aside": _each(cards),
                "dead": cards,
                "asked": _each(_row(_pair, _WORD, _NUMBER)),
                "chosen": _each(_row(Choose, _NUMBER, _WORD, _WORD)),
            },
            {"memory": memory, "paid": _each(_row(Paid, _WORD, seats))},
            {"trumps": _WORD},
            {"face_up": _each(card)},
            {
                "heaps": _each(_each(_row(Heap, _maybe(card), _each(_maybe(card))))),
                "turned": _each(_row(Turned, _NUMBER, _NUMBER, cards, _NUMBER)),
            },
            {"table": _entries(OpenTable, cards=cards, tops=_each(_maybe(card)), last=_maybe(_NUMBER), rounds=_NUMBER)},
        )


def state_as_data(state: State) -> dict[str, Any]:
    """A state as JSON-able data. Sets of cards become lists of codes in the order of the deck."""
    forms = _Forms(state.deck, state.players, lambda trick, _card: trick)
    data = {"format": FORMAT}
    data |= {key: form.write(attrgetter(field)(state)) for key, (field, form) in forms.always.items()}
    for group in forms.sometimes:
        if any(getattr(state, name) != State._field_defaults[name] for name in group):
            data |= {name: form.write(getattr(state, name)) for name, form in group.items()}
    return data


class StateChanges:
    """What is new in states of a pack for a number of players, as the data that :func:`state_as_data` makes of it."""

    def __init__(self, deck: Deck, players: int) -> None:
        forms = _Forms(deck, players, lambda trick, _card: trick)
        sometimes = {name: (name, form) for group in forms.sometimes for name, form in group.items()}
        self._entries = [(key, attrgetter(name), form) for key, (name, form) in {**forms.always, **sometimes}.items()]
        self._blank = State("", deck, (), 0)

    def since(self, before: State | None, state: State) -> Iterator[tuple[str, Any]]:
        """Yield the entries of a state that differ from those of an earlier one, or without one all that say anything. Of a list that has grown
        only what has been added is yielded, with a plus sign behind the key."""
        for key, get, form in self._entries:
            value, was = get(state), get(before or self._blank)
            if value is was or value == was:
                continue
            if was and type(value) is type(was) is tuple and value[: len(was)] == was:
                yield f"{key} +", form.write(value[len(was) :])
            else:
                yield key, form.write(value)


def state_from_data(data: Mapping[str, Any], deck: Deck, with_card: Callable[[Trick, Card], Trick]) -> State:
    """The state that :func:`state_as_data` wrote; ``with_card`` adds a card to a trick by the rules in force; its
    result, unless void, is left to the engine.

    Raises NotationError for unknown cards, KeyError, TypeError, AttributeError and ValueError for data of another shape.
    """
    forms = _Forms(deck, len(data["seats"]), with_card)
    if int(data["format"]) != FORMAT:
        message = _("a state of format {format} cannot be read; this version reads {format_2}")
        raise ValueError(message.format(format=data["format"], format_2=FORMAT))
    if len(data["kept"]) != 2:
        message = _("`kept` has {number} piles; there are two, the taker's side's and the defence's")
        raise ValueError(message.format(number=len(data["kept"])))
    data = {"pack_unseen": 0, **data}
    fields: dict[str, Any] = {field: form.read(data[key]) for key, (field, form) in forms.always.items()}
    fields |= {name: form.read(data[name]) for group in forms.sometimes for name, form in group.items() if name in data}
    auction = {field.partition(".")[2]: fields.pop(field) for field in [*fields] if "." in field}
    return State(deck=deck, auction=Auction(**auction), **fields)
