"""Names of contracts and groups of them, in ``under`` and in maps by contract, resolved to contracts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tarot_teach.errors import Faults, KeyPath, LoadError, Place, suggest
from tarot_teach.loading.bind import names_in
from tarot_teach.loading.inherit import Flattener, Layer, RawRule, number_by_file
from tarot_teach.mechanisms import find
from tarot_teach.mechanisms.interfaces import Contract
from tarot_teach.messages import _
from tarot_teach.rules import EVERY_CONTRACT


class _Name(NamedTuple):
    """A name of a contract or a group: where it is written, and the index of its layer."""

    name: str
    place: Place
    layer: int


class ContractNames:
    """The contracts and groups of a ruleset in the making. Faults of the groups are added to ``faults``."""

    def __init__(self, flat: Flattener, layers: Sequence[Layer], faults: Faults) -> None:
        self.flat, self.layers, self.faults = flat, layers, faults
        contracts = (raw for raw in flat.rules.values() if raw.answers(Contract))
        self.contracts: list[str] = [raw.id.rpartition(".")[2] for raw in contracts]
        self.number: dict[str, int] = number_by_file(layers)
        written: dict[str, list[_Name]] = {}
        for i, layer in enumerate(layers):
            for group, members in layer.groups.items():
                at = layer.place("groups", group, key=True)
                if group in self.contracts:
                    message = _("the group {group!r} has the name of a contract")
                    faults.fault("rules.under", message, at, _("give it another name"), group=group)
                if not members:
                    message = _("the group {group!r} names no contract")
                    faults.fault("rules.under", message, at, _("name contracts: [klop, beggar]"), group=group)
                names = enumerate(members)
                written[group] = [_Name(name, layer.place("groups", group, k), i) for k, name in names]
        self.groups: dict[str, set[str]] = {
            group: self._there(names, self.contracts, _("contracts")) for group, names in written.items()
        }

    def resolve(self) -> None:
        """Put the contracts, in their order, in place of the names in ``under`` of each rule."""
        for raw in self.flat.rules.values():
            if raw.values["under"]:
                raw.values["under"] = self._contracts_of(raw)

    def spread(self) -> None:
        """Put contracts in place of groups of them in the maps by contract of parameters."""
        for raw in self.flat.rules.values() if self.groups else ():
            try:
                named = list(names_in(find(raw.step, raw.values["mechanism"]).Params, raw.params))
            except LoadError:
                continue
            groups = [
                path for kind, name, path, is_key in named if kind == "contract" and is_key and name in self.groups
            ]
            for path in {path[:-1]: None for path in groups}:
                self._spread(raw, path)

    def _spread(self, raw: RawRule, path: KeyPath) -> None:
        """Put contracts in place of groups in one map, a contract's own amount before that of its group."""
        *above, last = path
        at = raw.params
        for key in above:  # copied, since other layers may share the maps
            at[str(key)] = dict(at[str(key)])
            at = at[str(key)]
        given, from_group = at[str(last)], dict[str, str]()
        for group in [name for name in given if name in self.groups]:
            mine = [contract for contract in self.contracts if contract in self.groups[group] - given.keys()]
            shared = next((contract for contract in mine if contract in from_group), None)
            if shared is not None:
                message = _("{id}: {contract} is in the groups {other} and {group}")
                place, hint = raw.place("params", *path, group, key=True), _("give it an amount of its own")
                other = from_group[shared]
                self.faults.fault(
                    "rules.parameter", message, place, hint, id=raw.id, contract=shared, other=other, group=group
                )
            from_group |= dict.fromkeys(mine, group)
        for contract, group in from_group.items():
            raw.written["params", *path, contract] = raw.origin("params", *path, group)
        amounts = {
            name: given[from_group.get(name, name)] for name in self.contracts if name in from_group or name in given
        }
        unknown = {name: given[name] for name in given if name not in self.groups and name not in amounts}
        at[str(last)] = amounts | unknown

    def _contracts_of(self, raw: RawRule) -> list[str]:
        """The contracts under which a rule is in force."""
        given, at, hint = raw.values["under"], raw.place("under"), _("leave `under` out")
        if raw.step in EVERY_CONTRACT:
            message = _("{id} cannot differ by contract: it is asked before there is one, or after the deal")
            self.faults.fault("rules.under", message, at, hint, id=raw.id)
            return []
        if not self.contracts:
            message = _("{id} is in force under a contract, and there are none")
            self.faults.fault("rules.under", message, at, hint, id=raw.id)
            return []
        layer, before = self.number[at.file], len(self.faults)
        names = [_Name(name, raw.place("under", i), layer) for i, name in enumerate(given)]
        known = [*self.contracts, *self.groups]
        found = self._there(names, known, _("contracts and groups"))
        under = {contract for name in found for contract in self.groups.get(name, {name})}
        if not under and len(self.faults) == before:
            gone = next(change.place for id, change in self.flat.dropped.items() if id.startswith("bid."))
            message, hint = (
                _("{id} is in force under no contract that is left"),
                _("drop {id} as well, or change its `under`"),
            )
            self.faults.fault("rules.under", message, gone, hint.format(id=raw.id), id=raw.id)
        return [contract for contract in self.contracts if contract in under]

    def _there(self, names: Sequence[_Name], known: Sequence[str], plural: str) -> set[str]:
        """The names that are known; a fault for each of the others, unless a later file has dropped the contract."""
        for name, place, layer in names:
            dropped = self.flat.dropped.get(f"bid.{name}")
            if name not in known and not (dropped and self.number[dropped.place.file] > layer):
                hint = suggest(name, known, plural)
                self.faults.fault("rules.under", _("there is no contract {name!r}"), place, hint, name=name)
        return {name for name, _place, _layer in names if name in known}
