"""Inheritance: parents, children and options become one flat list of rules, each with its history.

The order in which a name lists its options does not matter: :func:`in_order` decides it.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from tarot_teach.errors import Faults, Hint, KeyPath, LoadError, Place, Problem, suggest
from tarot_teach.language import _
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
        """The place of an entry of the layer's file, or of its key."""
        return self.document.place(path, key=key)

    @property
    def option(self) -> OptionFile | None:
        """The file of an option, or None for a ruleset."""
        return self.file if isinstance(self.file, OptionFile) else None


@dataclass(slots=True)
class RawRule:
    """A rule in the making: its fields as written, and the document and path that each field and parameter comes from."""

    id: str
    values: dict[str, Any]
    params: dict[str, Any]
    history: list[Change]
    written: dict[KeyPath, tuple[Document, KeyPath]] = field(default_factory=dict)

    def origin(self, *path: str | int) -> tuple[Document, KeyPath]:
        """The document and path of a field or parameter, or of the nearest entry around it."""
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
    """Applies layers one after the other; every fault is added to ``faults``."""

    def __init__(self, faults: Faults) -> None:
        self.faults = faults
        self.rules: dict[str, RawRule] = {}  # in order once all layers are applied
        self.order: list[str] = []  # ids of the rules, in order
        self.steps: list[int] = []  # for each rule of ``order``, the index of its step
        self.dropped: dict[str, Change] = {}
        self.gone: dict[str, RawRule] = {}  # the dropped rules
        self.effective: set[str] = set()  # names of the layers that altered more than wording
        self.touched: dict[KeyPath, tuple[Layer, Place]] = {}  # what options altered
        self.touched_below: dict[KeyPath, dict[KeyPath, None]] = {}  # for each path, the longer paths that were altered

    def apply(self, layers: list[Layer]) -> None:
        """Apply all layers, in their order."""
        for layer in layers:
            if layer.option and not self._has_required_rules(layer, layer.option):
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
                        _("{by} adds {id}, but there is such a rule already").format(by=layer.by, id=id),
                        layer.place("adds", id, key=True),
                        _("to alter it, put it under `changes`"),
                    )
        self.rules = {id: self.rules[id] for id in self.order}

    def answers(self, raw: RawRule, question: type[Mechanism[Any]]) -> bool:
        """True if a rule's mechanism answers a question of the engine."""
        try:
            return issubclass(find(raw.id.partition(".")[0], raw.values["mechanism"]), question)
        except LoadError:
            return False

    def _has_required_rules(self, layer: Layer, option: OptionFile) -> bool:
        """True if all rules exist that an option requires."""
        missing = [id for id in option.fits.requires if id not in self.rules]
        for id in missing:
            message = _("the option {by} does not fit here: there is no rule {id!r}").format(by=layer.by, id=id)
            hint: Hint = option.fits.because or partial(suggest, id, self.rules, "rules")
            self.faults.fault("option.misfit", message, layer.place("fits", "requires"), hint)
        return not missing

    def _add(self, layer: Layer, id: str, rule: RuleFile, path: KeyPath) -> None:
        if not self._claim(layer, (id,), layer.place(*path, key=True)):
            return
        if id.partition(".")[0] not in STEPS:
            hint = partial(suggest, id.partition(".")[0], STEPS, "steps")
            self.faults.fault(
                "rules.step", _("{id!r} does not begin with a step").format(id=id), layer.place(*path, key=True), hint
            )
            return
        place = layer.place(*path, key=True)
        values = {name: getattr(rule, name) for name in FIELDS}
        raw = RawRule(id, values, dict(rule.params), [Change(layer.by, place, because=rule.because)])
        raw.written[()] = (layer.document, path)
        if layer.option:
            values["evidence"] = rule.evidence or layer.option.evidence
            values["because"] = rule.because or layer.option.because
            if not rule.sources:
                values["sources"] = layer.option.sources
                raw.written["sources",] = (layer.document, ("sources",))
        elif isinstance(layer.file, RulesetFile) and layer.file.extends and layer.file.evidence is Evidence.HOUSE:
            values["evidence"] = rule.evidence or Evidence.HOUSE
        self.effective.add(layer.by)
        self._remove(id)  # added by an option that yields
        self._insert(layer, raw, rule, path)

    def _insert(self, layer: Layer, raw: RawRule, rule: RuleFile, path: KeyPath) -> None:
        anchor = rule.after or rule.before
        if rule.after and rule.before:
            message = _("{id} has both `after` and `before`").format(id=raw.id)
            self.faults.fault("rules.order", message, layer.place(*path, "before", key=True), _("keep one of them"))
        if anchor is not None and anchor not in self.rules:
            name = "after" if rule.after else "before"
            hint = partial(suggest, anchor, self.order, "rules")
            self.faults.fault(
                "rules.unknown-rule",
                _("there is no rule {anchor!r}").format(anchor=anchor),
                layer.place(*path, name),
                hint,
            )
            anchor = None
        if anchor is not None:
            at = self.order.index(anchor) + (1 if rule.after else 0)
        else:
            at = self._after_its_step(raw.id) if path[0] == "adds" else len(self.order)
        self.order.insert(at, raw.id)
        self.steps.insert(at, _step(raw.id))
        self.rules[raw.id] = raw

    def _after_its_step(self, id: str) -> int:
        """The index for a rule without `after` or `before`: after the last rule of its step or of an earlier one."""
        before = [step for step in range(_step(id) + 1) if step in self.steps]
        return len(self.steps) - self.steps[::-1].index(before[-1]) if before else 0

    def _remove(self, id: str) -> None:
        """Remove a rule, if it exists."""
        if self.rules.pop(id, None) is not None:
            at = self.order.index(id)
            del self.order[at], self.steps[at]

    def _drop(self, layer: Layer, id: str) -> None:
        place = layer.place("drops", id, key=True)
        if layer.option and id in self.dropped and (id,) not in self.touched:
            return  # an ancestor has dropped it already
        if not self._known(layer, id, place) or not self._claim(layer, (id,), place):
            return
        reason = layer.file.drops[id]
        if not reason.strip():
            self.faults.fault(
                "rules.reason",
                _("{by} drops {id} without a reason").format(by=layer.by, id=id),
                place,
                _("say why, behind the colon"),
            )
        self.effective.add(layer.by)
        self.gone[id] = self.rules[id]
        self._remove(id)
        self.dropped[id] = Change(layer.by, place, because=reason)

    def _change(self, layer: Layer, id: str, change: ChangeFile) -> None:
        place = layer.place("changes", id, key=True)
        if not self._known(layer, id, place):
            return
        option = layer.option
        common = option.sources if option else []
        because = change.because or (option.because if option else "")
        grounded = bool(change.sources or common or because.strip())
        if not grounded and (change.params or change.mechanism or change.evidence):  # mere wording needs no source
            message = _("{by} changes {id} without a source").format(by=layer.by, id=id)
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
        self._merge(layer, raw, raw.params, change.params or {}, ("params",), altered, before)
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
        altered: list[str],
        before: dict[str, Any],
    ) -> None:
        """Merge parameters key by key, in maps within maps too; note the altered names and their values before."""
        for key, value in given.items():
            at = (*path, key)
            if isinstance(value, dict) and isinstance(into.get(key), dict):
                into[key] = dict(into[key])
                self._merge(layer, raw, into[key], value, at, altered, before)
            elif self._claim(layer, (raw.id, *at), layer.place("changes", raw.id, *at)):
                name = ".".join(at[1:])
                if into.get(key) != value:
                    self.effective.add(layer.by)
                if key in into and into[key] != value:
                    before[name] = into[key]
                altered.append(name)
                into[key] = value
                raw.written[at] = (layer.document, ("changes", raw.id, *at))

    def _known(self, layer: Layer, id: str, place: Place) -> bool:
        """True if a rule exists; else a fault, unless an option that yields speaks of it."""
        if id in self.rules:
            return True
        if id in self.dropped:
            gone = self.dropped[id]
            if layer.option and layer.option.yields and (id,) in self.touched:
                return False
            message = _("{id} has been dropped by {by} ({place})").format(id=id, by=gone.by, place=gone.place)
            self.faults.fault("rules.unknown-rule", message, place, _("leave it alone here, or do not drop it there"))
        elif layer.option:
            message = _("the option {by} does not fit: the ruleset has no rule {id!r}").format(by=layer.by, id=id)
            self.faults.fault("option.misfit", message, place, partial(suggest, id, self.rules, _("its rules")))
        else:
            message = _("there is no rule {id!r} to alter").format(id=id)
            self.faults.fault("rules.unknown-rule", message, place, partial(suggest, id, self.rules, "rules"))
        return False

    def _claim(self, layer: Layer, key: KeyPath, place: Place) -> bool:
        """Claim a rule, field or parameter for a layer to alter; False where the layer yields to another option.

        Two options that alter the same are a fault, unless one of them yields.
        """
        if layer.option is None:
            return True
        yields = layer.option.yields
        for owner, owned in self._owners(layer, key):
            if yields != _option(owner).yields:
                if yields:
                    return False
                continue
            both = _("both alter") if not yields else _("each yield to the other in altering")
            message = _("the options {by} and {other} {both} {key}").format(
                by=owner.by, other=layer.by, both=both, key=".".join(str(part) for part in key)
            )
            self.faults.fault(
                "option.clash",
                message,
                place,
                _("the other place is {owned}; take one of the two options").format(owned=owned),
            )
            return False
        self.touched[key] = (layer, place)
        for end in range(1, len(key)):
            self.touched_below.setdefault(key[:end], {})[key] = None
        return True

    def _owners(self, layer: Layer, key: KeyPath) -> list[tuple[Layer, Place]]:
        """The other options that altered a path, a part of it, or what it is part of, with the places."""
        parts = [key[:end] for end in range(1, len(key) + 1)]
        near = [*(part for part in parts if part in self.touched), *self.touched_below.get(key, ())]
        return [
            self.touched[other]
            for other in near
            if self.touched[other][0].by != layer.by and not _gives_grounds(key, other)
        ]


def _gives_grounds(*keys: KeyPath) -> bool:
    """True if one path is a field with the grounds of a change; each option brings its own, which is no clash."""
    return any(len(key) == 2 and key[1] in ("because", "sources", "evidence") for key in keys)


def _step(id: str) -> int:
    """The index of the step that begins a rule's id."""
    return STEPS.index(id.partition(".")[0])


def in_order(layers: Sequence[Layer]) -> list[Layer]:
    """Layers in order of application: rulesets from the root down, then options by id, those that yield last.

    An option that adds a rule comes before the options that name this rule.
    """
    rulesets = [layer for layer in layers if layer.option is None]
    waiting = sorted((layer for layer in layers if layer.option), key=lambda layer: (_option(layer).yields, layer.by))
    applied: list[Layer] = []
    while waiting:
        ready = (layer for layer in waiting if not any(_needs(layer, other) for other in waiting if other is not layer))
        following = next(ready, waiting[0])
        applied.append(following)
        waiting.remove(following)
    return rulesets + applied


def clashes(layers: Sequence[Layer]) -> Iterator[Problem]:
    """Problems of options of which one excludes another by ``not_with``, or requires a rule that another drops."""
    options = [layer for layer in layers if layer.option]
    for layer in options:
        fits = _option(layer).fits
        for other in options:
            if other.file.id in fits.not_with:
                message = _("the options {id} and {other} do not go together: {not_with}").format(
                    id=layer.file.id, other=other.file.id, not_with=fits.not_with[other.file.id]
                )
                place = layer.place("fits", "not_with", other.file.id)
                hint = _("the other option is at {place}; leave one of them out").format(place=other.place("id"))
                yield Problem("option.clash", message, place, hint)
            for i, rule in enumerate(fits.requires):
                if rule in _option(other).drops and other is not layer:
                    why = f": {fits.because}" if fits.because else ""
                    message = _("the option {by} needs {rule}, which the option {other} drops{why}").format(
                        by=layer.by, rule=rule, other=other.by, why=why
                    )
                    gone = other.place("drops", rule, key=True)
                    hint = _("the other place is {gone}; take one of the two options").format(gone=gone)
                    yield Problem("option.clash", message, layer.place("fits", "requires", i), hint)


def _option(layer: Layer) -> OptionFile:
    assert layer.option is not None
    return layer.option


def _needs(layer: Layer, other: Layer) -> bool:
    """True if an option names a rule that another one adds."""
    file = _option(layer)
    anchors = {anchor for rule in file.adds.values() for anchor in (rule.after, rule.before)}
    mentioned = {*file.fits.requires, *file.changes, *file.drops, *anchors}
    return any(rule in mentioned for rule in _option(other).adds if rule not in file.adds)


def paths_of(params: dict[str, Any], base: str) -> Iterator[str]:
    """The dotted paths of all parameters, each beginning with ``base``."""
    for key, value in params.items():
        if isinstance(value, dict):
            yield from paths_of(value, f"{base}.{key}")
        else:
            yield f"{base}.{key}"


def with_value(file: OptionFile, value: str) -> OptionFile:
    """An option with a value for the parameter that it lets users set."""
    step, name, *path = file.sets.split(".")
    rule = f"{step}.{name}"
    where = "adds" if rule in file.adds else "changes"
    written = getattr(file, where)
    params = copy.deepcopy(written[rule].params or {})
    at = params
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    altered = written[rule].model_copy(update={"params": params})
    return file.model_copy(update={where: {**written, rule: altered}})
