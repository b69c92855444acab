"""Inheritance: parents, children and options become one flat list of rules that remembers who wrote what."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Any

from tarot_teach.errors import Faults, Hint, KeyPath, LoadError, Place, suggest
from tarot_teach.loading.document import Document
from tarot_teach.loading.formats import ChangeFile, OptionFile, RuleFile, RulesetFile
from tarot_teach.mechanisms import Mechanism, find
from tarot_teach.rules import STEPS, Change, Evidence

FIELDS = ("mechanism", "title", "text", "note", "sources", "evidence", "because")


@dataclass(frozen=True, slots=True)
class Layer:
    """One file of a lineage: the root ruleset, a child, or an option."""

    by: str
    document: Document
    file: RulesetFile | OptionFile

    def place(self, *path: str | int, key: bool = False) -> Place:
        """Where something stands in the layer's file."""
        return self.document.place(path, key=key)


@dataclass(slots=True)
class RawRule:
    """A rule on its way: field values as written, and for each field and parameter the document and path it is from."""

    id: str
    values: dict[str, Any]
    params: dict[str, Any]
    history: list[Change]
    written: dict[KeyPath, tuple[Document, KeyPath]] = field(default_factory=dict)

    def origin(self, *path: str | int) -> tuple[Document, KeyPath]:
        """The document and path of a field or parameter, or of the nearest thing around it."""
        for end in range(len(path), -1, -1):
            if path[:end] in self.written:
                document, base = self.written[path[:end]]
                return document, (*base, *path[end:])
        raise KeyError(path)

    def place(self, *path: str | int, key: bool = False) -> Place:
        """The place of a field or parameter."""
        document, at = self.origin(*path)
        return document.place(at, key=key)


class Flattener:
    """Applies layers one after the other and gathers every fault."""

    def __init__(self) -> None:
        self.rules: dict[str, RawRule] = {}  # in order once all layers are applied
        self.order: list[str] = []  # the ids of the rules, in order
        self.steps: list[int] = []  # for each of them, the number of its step
        self.dropped: dict[str, Change] = {}
        self.gone: dict[str, RawRule] = {}  # the rules that were dropped, as they were
        self.faults = Faults()
        self.effective: set[str] = set()  # by layer: whether it altered more than wording
        self.touched: dict[tuple[str | int, ...], tuple[Layer, Place]] = {}
        self.above: dict[
            tuple[str | int, ...], dict[tuple[str | int, ...], None]
        ] = {}  # what is touched below each path

    def apply(self, layers: list[Layer]) -> None:
        """All layers; faults are gathered in ``faults``."""
        for layer in layers:
            if isinstance(layer.file, OptionFile) and not self._has_what_it_requires(layer, layer.file):
                continue
            if isinstance(layer.file, RulesetFile) and not layer.file.extends:
                for id, rule in layer.file.rules.items():
                    self._add(layer, id, rule, ("rules", id))
            for id in layer.file.drops:
                self._drop(layer, id)
            for id, change in layer.file.changes.items():
                self._change(layer, id, change)
            for id, rule in layer.file.adds.items():
                if id not in self.rules or (id,) in self.touched:
                    self._add(layer, id, rule, ("adds", id))
                else:
                    self.faults.fault(
                        "rules.exists",
                        f"{layer.by} adds {id}, but there is such a rule already",
                        layer.place("adds", id, key=True),
                        "to alter it, put it under `changes`",
                    )
        self.rules = {id: self.rules[id] for id in self.order}

    def answers(self, raw: RawRule, question: type[Mechanism[Any]]) -> bool:
        """A rule's mechanism answers a question."""
        try:
            return issubclass(find(raw.id.partition(".")[0], raw.values["mechanism"]), question)
        except LoadError:
            return False

    def _has_what_it_requires(self, layer: Layer, option: OptionFile) -> bool:
        """Whether the rules are there, as far as they have been put together, that an option needs."""
        missing = [id for id in option.fits.requires if id not in self.rules]
        for id in missing:
            message = f"the option {layer.by} does not fit here: there is no rule {id!r}"
            why: Hint = option.fits.because or partial(suggest, id, self.rules, "rules")
            self.faults.fault("option.misfit", message, layer.place("fits", "requires"), why)
        return not missing

    def _add(self, layer: Layer, id: str, rule: RuleFile, path: KeyPath) -> None:
        if not self._claim(layer, (id,), layer.place(*path, key=True)):
            return
        if id.partition(".")[0] not in STEPS:
            hint = partial(suggest, id.partition(".")[0], STEPS, "steps")
            self.faults.fault("rules.step", f"{id!r} does not begin with a step", layer.place(*path, key=True), hint)
            return
        place = layer.place(*path, key=True)
        values = {name: getattr(rule, name) for name in FIELDS}
        raw = RawRule(id, values, dict(rule.params), [Change(layer.by, place, because=rule.because)])
        raw.written[()] = (layer.document, path)
        if isinstance(layer.file, OptionFile):
            values["evidence"] = rule.evidence or layer.file.evidence
            values["because"] = rule.because or layer.file.because
            if not rule.sources:
                values["sources"] = layer.file.sources
                raw.written["sources",] = (layer.document, ("sources",))
        elif layer.file.extends and layer.file.evidence is Evidence.HOUSE:
            values["evidence"] = rule.evidence or Evidence.HOUSE
        self.effective.add(layer.by)
        self._take_out(id)  # of an option that gives way
        self._put(layer, raw, rule, path)

    def _put(self, layer: Layer, raw: RawRule, rule: RuleFile, path: KeyPath) -> None:
        anchor = rule.after or rule.before
        if rule.after and rule.before:
            message = f"{raw.id} has both `after` and `before`"
            self.faults.fault("rules.order", message, layer.place(*path, "before", key=True), "keep one of them")
        if anchor is not None and anchor not in self.rules:
            name = "after" if rule.after else "before"
            hint = partial(suggest, anchor, self.order, "rules")
            self.faults.fault("rules.unknown-rule", f"there is no rule {anchor!r}", layer.place(*path, name), hint)
            anchor = None
        if anchor is not None:
            at = self.order.index(anchor) + (1 if rule.after else 0)
        else:
            at = self._behind_its_step(raw.id) if path[0] == "adds" else len(self.order)
        self.order.insert(at, raw.id)
        self.steps.insert(at, _step(raw.id))
        self.rules[raw.id] = raw

    def _behind_its_step(self, id: str) -> int:
        """Where a rule is put that names no other: behind the last rule of its step, or else of the steps before."""
        before = [step for step in range(_step(id) + 1) if step in self.steps]
        return len(self.steps) - self.steps[::-1].index(before[-1]) if before else 0

    def _take_out(self, id: str) -> None:
        """Take a rule out, if it is there."""
        if self.rules.pop(id, None) is not None:
            at = self.order.index(id)
            del self.order[at], self.steps[at]

    def _drop(self, layer: Layer, id: str) -> None:
        place = layer.place("drops", id, key=True)
        if isinstance(layer.file, OptionFile) and id in self.dropped and (id,) not in self.touched:
            return  # a ruleset that has no such rule needs none left out
        if not self._known(layer, id, place) or not self._claim(layer, (id,), place):
            return
        reason = layer.file.drops[id]
        if not reason.strip():
            self.faults.fault(
                "rules.reason", f"{layer.by} drops {id} without a reason", place, "say why, behind the colon"
            )
        self.effective.add(layer.by)
        self.gone[id] = self.rules[id]
        self._take_out(id)
        self.dropped[id] = Change(layer.by, place, because=reason)

    def _change(self, layer: Layer, id: str, change: ChangeFile) -> None:
        place = layer.place("changes", id, key=True)
        if not self._known(layer, id, place):
            return
        option = layer.file if isinstance(layer.file, OptionFile) else None
        common = option.sources if option else []
        because = change.because or (option.because if option else "")
        grounded = bool(change.sources or common or because.strip())
        if not grounded and (change.params or change.mechanism or change.evidence):  # mere wording needs no grounds
            message = f"{layer.by} changes {id} without a source"
            self.faults.fault("rules.unsourced", message, place, "add `sources:` or `because:`")
        raw = self.rules[id]
        path: KeyPath = ("changes", id)
        altered: list[str] = []
        before: dict[str, Any] = {}
        if change.mechanism is not None and change.mechanism != raw.values["mechanism"]:
            if not self._claim(layer, (id, "params"), layer.place(*path, "mechanism")):
                return
            before["mechanism"] = raw.values["mechanism"]
            self.effective.add(layer.by)
            raw.params = {}
            raw.written = {at: origin for at, origin in raw.written.items() if at[:1] != ("params",)}
            raw.written["params",] = (layer.document, (*path, "params") if change.params else path)
        for name in FIELDS:
            if getattr(change, name) is not None and self._claim(layer, (id, name), layer.place(*path, name)):
                raw.values[name] = getattr(change, name)
                raw.written[name,] = (layer.document, (*path, name))
        self._merge(layer, raw, raw.params, change.params or {}, ("params",), (altered, before))
        if altered and option:
            raw.values["evidence"] = change.evidence or option.evidence
        if altered and change.sources is None and grounded:
            raw.values["sources"] = common
            raw.values["evidence"] = change.evidence or (option.evidence if option else Evidence.HOUSE)
            raw.values["because"] = because
            raw.written["sources",] = (layer.document, ("sources",) if option else path)
        raw.history.append(Change(layer.by, place, tuple(altered), change.because or "", before))

    def _merge(
        self,
        layer: Layer,
        raw: RawRule,
        into: dict[str, Any],
        given: dict[str, Any],
        path: tuple[str, ...],
        altered: tuple[list[str], dict[str, Any]],
    ) -> None:
        """Parameters key by key, maps within maps as well."""
        for key, value in given.items():
            at = (*path, key)
            if isinstance(value, dict) and isinstance(into.get(key), dict):
                into[key] = dict(into[key])
                self._merge(layer, raw, into[key], value, at, altered)
            elif self._claim(layer, (raw.id, *at), layer.place("changes", raw.id, *at)):
                name = ".".join(at[1:])
                if into.get(key) != value:
                    self.effective.add(layer.by)
                if key in into and into[key] != value:
                    altered[1][name] = into[key]
                altered[0].append(name)
                into[key] = value
                raw.written[at] = (layer.document, ("changes", raw.id, *at))

    def _known(self, layer: Layer, id: str, place: Place) -> bool:
        if id in self.rules:
            return True
        if id in self.dropped:
            gone = self.dropped[id]
            if isinstance(layer.file, OptionFile) and layer.file.yields and (id,) in self.touched:
                return False
            message = f"{id} has been dropped by {gone.by} ({gone.place})"
            self.faults.fault("rules.unknown-rule", message, place, "leave it alone here, or do not drop it there")
        elif isinstance(layer.file, OptionFile):
            message = f"the option {layer.by} does not fit: the ruleset has no rule {id!r}"
            self.faults.fault("option.misfit", message, place, partial(suggest, id, self.rules, "its rules"))
        else:
            message = f"there is no rule {id!r} to alter"
            self.faults.fault("rules.unknown-rule", message, place, partial(suggest, id, self.rules, "rules"))
        return False

    def _claim(self, layer: Layer, key: tuple[str | int, ...], place: Place) -> bool:
        """Claim something for a layer to alter. Two options may not alter the same, unless one of them yields; the answer
        is False for the one that yields, and where the claim is refused."""
        if not isinstance(layer.file, OptionFile):
            return True
        for owner, owned in self._owners(layer, key):
            assert isinstance(owner.file, OptionFile)
            if layer.file.yields != owner.file.yields:
                if layer.file.yields:
                    return False
                continue
            what = ".".join(str(part) for part in key)
            both = "both alter" if not layer.file.yields else "each yield to the other in altering"
            message = f"the options {owner.by} and {layer.by} {both} {what}"
            self.faults.fault(
                "option.clash", message, place, f"the other place is {owned}; take one of the two options"
            )
            return False
        self.touched[key] = (layer, place)
        for end in range(1, len(key)):
            self.above.setdefault(key[:end], {})[key] = None
        return True

    def _owners(self, layer: Layer, key: tuple[str | int, ...]) -> list[tuple[Layer, Place]]:
        """The other options that have altered something, or a part of it, or what it is a part of, with the places."""
        parts = [key[:end] for end in range(1, len(key) + 1)]
        near = [*(part for part in parts if part in self.touched), *self.above.get(key, ())]
        return [
            self.touched[other]
            for other in near
            if self.touched[other][0].by != layer.by and not _about_a_change(key, other)
        ]


def _about_a_change(*keys: tuple[str | int, ...]) -> bool:
    """Whether one of them is a field that says why and whence: each option brings its own, which is no clash."""
    return any(len(key) == 2 and key[1] in ("because", "sources", "evidence") for key in keys)


def _step(id: str) -> int:
    """The number of the step that begins a rule's id."""
    return STEPS.index(id.partition(".")[0])
