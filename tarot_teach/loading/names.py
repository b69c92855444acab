"""Names in the parameters of rules: contracts, handfuls, cards and others, each held against what the ruleset has."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

from pydantic import BaseModel

from tarot_teach.cards import Deck
from tarot_teach.errors import KeyPath, LoadError
from tarot_teach.loading.formats import OptionFile
from tarot_teach.loading.inherit import Flattener, Layer, RawRule
from tarot_teach.mechanisms import find
from tarot_teach.mechanisms.base import ContractName, NameOf
from tarot_teach.mechanisms.interfaces import Contract, Offers
from tarot_teach.rules import Ruleset

WORDS = {
    "contract": ("contract", "contracts"),
    "handful": ("handful", "handfuls"),
    "apart": ("announcement paid apart", "announcements"),
    "honours": ("number of honours", "numbers of honours"),
    "card": ("mark, suit or card", "marks and suits"),
    "suit": ("suit", "suits"),
}


class Named(NamedTuple):
    """A name in a rule's parameters: what it names, its path below ``params``, and if it is the key of a map."""

    kind: str
    name: str
    path: KeyPath
    is_key: bool


def names_in(model: type[BaseModel], params: Mapping[str, Any]) -> Iterator[Named]:
    """Every name in parameters as they are written, by what the model says of its fields."""
    hints = _hints(model)
    for field, value in params.items():
        if field in hints:
            yield from _names(hints[field], value, (field,), is_key=False)


@cache
def _hints(model: type[BaseModel]) -> dict[str, Any]:
    return get_type_hints(model, include_extras=True)


def _names(hint: Any, value: Any, path: KeyPath, *, is_key: bool) -> Iterator[Named]:
    kind = next((mark.kind for mark in _marks(hint)), None)
    if kind is not None:
        yield Named(kind, str(value), path, is_key)
        return
    if get_origin(hint) is Annotated:
        yield from _names(get_args(hint)[0], value, path, is_key=is_key)
    elif isinstance(value, Mapping) and get_origin(hint) is dict:
        of_key, of_value = get_args(hint)
        for key, item in value.items():
            yield from _names(of_key, key, (*path, key), is_key=True)
            yield from _names(of_value, item, (*path, key), is_key=False)
    elif isinstance(value, list) and get_args(hint):
        for i, item in enumerate(value):
            yield from _names(get_args(hint)[0], item, (*path, i), is_key=False)


def _marks(hint: Any) -> Iterator[NameOf]:
    return (part for part in getattr(hint, "__metadata__", ()) if isinstance(part, NameOf))


def _bare(hint: Any) -> Any:
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def without_name(hint: Any) -> Iterator[str]:
    """The texts and maps within the type of a parameter for which nothing says what they name."""
    if list(_marks(hint)):
        return
    if hint is str:
        yield "a text"
    arguments = get_args(hint)
    if get_origin(hint) is dict and _bare(arguments[0]) is int and not list(_marks(arguments[0])):
        yield "a map by numbers"
    if get_origin(hint) is Annotated:
        yield from without_name(arguments[0])
    elif get_origin(hint) in (dict, list, tuple):
        for argument in arguments:
            yield from without_name(argument)


def in_pack(kind: str, name: str, deck: Deck) -> bool:
    """A card or suit is in the pack; names of other kinds are not asked of it."""
    return (kind != "card" or deck.named(name) is not None) and (kind != "suit" or name in deck.suits)


def known_in_pack(kind: str, deck: Deck) -> Collection[str]:
    """The names that a suggestion is made of."""
    return [*deck.suits] if kind == "suit" else [*deck.marks, *deck.suits]


def known_in(ruleset: Ruleset) -> dict[str, list[str]]:
    """The names that a ruleset's rules bring, by kind of name."""
    known: dict[str, list[str]] = {"contract": [], "handful": [], "apart": []}
    for rule in ruleset.rules.values():
        mechanism = find(rule.step, rule.mechanism)
        if issubclass(mechanism, Contract):
            known["contract"].append(mechanism(rule.id, rule.params, ruleset.deck).contract)
        elif issubclass(mechanism, Offers) and mechanism.kind in known:
            known[mechanism.kind] += mechanism(rule.id, rule.params, ruleset.deck).levels
    honours = ruleset.deck.marks.get("honour", 0).bit_count()
    return {**known, "honours": [str(number) for number in range(honours + 1)]}


def fit_to_contracts(flat: Flattener, layers: Iterable[Layer]) -> None:
    """Fit maps by contract to the contracts that there are: in their order, and without entries for a contract that
    another file drops, or that another option might have brought (``fits.also_for``)."""
    by_file = {layer.document.file: (i, layer) for i, layer in enumerate(layers)}
    for raw in flat.rules.values():
        model = _model(raw)
        for kind, name, path, is_key in list(names_in(model, raw.params)) if model else ():
            rule = f"bid.{name}"
            if kind != "contract" or not is_key or rule in flat.rules:
                continue
            i, writer = by_file[raw.origin("params", *path)[0].file]
            gone = flat.dropped.get(rule)
            dropped = by_file[gone.place.file][0] if gone else -1
            of_option = isinstance(writer.file, OptionFile)
            also = writer.file.fits.also_for if isinstance(writer.file, OptionFile) else ()
            if rule in also or i < dropped or (of_option and gone and i != dropped):
                _take_out(raw.params, path)
        _in_order(raw, model, [id.partition(".")[2] for id in flat.order if id.startswith("bid.")])


def _in_order(raw: RawRule, model: type[BaseModel] | None, contracts: list[str]) -> None:
    """Put maps by contract into the order in which contracts rank."""
    for field, hint in (_hints(model) if model else {}).items():
        value = raw.params.get(field)
        if get_origin(hint) is dict and get_args(hint)[0] == ContractName and isinstance(value, dict):
            ranks = {name: i for i, name in enumerate(contracts)}
            raw.params[field] = dict(sorted(value.items(), key=lambda entry: ranks.get(entry[0], len(ranks))))


def _model(raw: RawRule) -> type[BaseModel] | None:
    try:
        return find(raw.id.partition(".")[0], raw.values["mechanism"]).Params
    except LoadError:
        return None


def _take_out(params: dict[str, Any], path: KeyPath) -> None:
    """Take an entry out of maps within maps, leaving alone those that others may share."""
    at = params
    for key in path[:-1]:
        at[str(key)] = dict(at[str(key)])
        at = at[str(key)]
    at.pop(str(path[-1]), None)
