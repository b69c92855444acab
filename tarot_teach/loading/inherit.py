"""Inheritance: parents, children and options become one flat list of rules, each with its history.

The order in which a name lists its options does not matter: :func:`in_order` decides it.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from tarot_teach.errors import Faults, Hint, KeyPath, LoadError, Place, suggest
from tarot_teach.loading.contract_table import check_columns, columns_in, groups_of, read_rows
from tarot_teach.loading.document import Document
from tarot_teach.loading.formats import BundleFile, ChangeFile, FitsFile, OptionFile, RuleFile, RulesetFile
from tarot_teach.mechanisms import Mechanism, find
from tarot_teach.messages import _
from tarot_teach.rules import STEPS, Change, Evidence

FIELDS = ("mechanism", "title", "text", "note", "sources", "evidence", "because", "under")


@dataclass(frozen=True, slots=True)
class Layer:
    """One file of a lineage: the root ruleset with the ``bundles`` that it uses, a child, or an option."""

    by: str
    document: Document
    file: RulesetFile | OptionFile
    bundles: tuple[tuple[Document, BundleFile], ...] = ()

    @property
    def documents(self) -> list[Document]:
        """The layer's file, and those of the bundles that it uses."""
        return [self.document, *(document for document, _bundle in self.bundles)]

    @property
    def groups(self) -> dict[str, list[str]]:
        """The groups of contracts of a ruleset: those that it lists, and those that the rows of its contracts name."""
        if not isinstance(self.file, RulesetFile):
            return {}
        of_rows = groups_of(self.file.contracts)
        listed = self.file.groups
        return {name: [*listed.get(name, ()), *of_rows.get(name, ())] for name in {**listed, **of_rows}}

    def place(self, *path: str | int, key: bool = False) -> Place:
        """The place of an entry of the layer's file, or of its key."""
        return self.document.place(path, key=key)

    @property
    def option(self) -> OptionFile | None:
        """The file of an option, or None for a ruleset."""
        return self.file if isinstance(self.file, OptionFile) else None


def number_by_file(layers: Sequence[Layer]) -> dict[str, int]:
    """The index of the layer to which each file belongs, also that of a bundle."""
    return {document.file: i for i, layer in enumerate(layers) for document in layer.documents}


@dataclass(slots=True)
class RawRule:
    """A rule in the making: its fields as written, and the document and path that each field and parameter comes from."""

    id: str
    values: dict[str, Any]
    params: dict[str, Any]
    history: list[Change]
    written: dict[KeyPath, tuple[Document, KeyPath]] = field(default_factory=dict)

    @property
    def step(self) -> str:
        """The step of the deal: the first part of the id."""
        return self.id.partition(".")[0]

    def origin(self, *path: str | int) -> tuple[Document, KeyPath]:
        """The document and path of a field or parameter, or of the nearest entry around it."""
        end = next(end for end in range(len(path), -1, -1) if path[:end] in self.written)
        document, base = self.written[path[:end]]
        return document, (*base, *path[end:])

    def place(self, *path: str | int, key: bool = False) -> Place:
        """The place of a field or parameter."""
        document, at = self.origin(*path)
        return document.place(at, key=key)

    def answers(self, question: type[Mechanism]) -> bool:
        """True if the rule's mechanism answers a question of the engine."""
        try:
            return issubclass(find(self.step, self.values["mechanism"]), question)
        except LoadError:
            return False


class Flattener:
    """Applies layers one after the other; every fault is added to ``faults``."""

    def __init__(self, layers: Sequence[Layer], faults: Faults) -> None:
        self.faults = faults
        self.rules: dict[str, RawRule] = {}  # in order once all layers are applied
        self.order: list[str] = []  # ids of the rules, in order
        self.steps: list[int] = []  # for each rule of ``order``, the index of its step
        self.dropped: dict[str, Change] = {}
        self.gone: dict[str, RawRule] = {}  # the dropped rules
        self.effective: set[str] = set()  # names of the layers that altered more than wording
        self.touched: dict[KeyPath, tuple[Layer, Place]] = {}  # what options altered
        self.touched_below: dict[KeyPath, dict[KeyPath, None]] = {}  # for each path, the longer paths that were altered
        for layer in layers:
            self._apply(layer)
        self.rules = {id: self.rules[id] for id in self.order}

    def _apply(self, layer: Layer) -> None:
        """Apply a layer, unless it is an option that requires rules which do not exist."""
        fits = layer.option.fits if layer.option else FitsFile()
        missing, at = [id for id in fits.requires if id not in self.rules], layer.place("fits", "requires")
        for id in missing:
            message = _("the option {by} does not fit here: there is no rule {id!r}")
            hint: Hint = fits.because or partial(suggest, id, self.rules, "rules")
            self.faults.fault("option.misfit", message, at, hint, by=layer.by, id=id)
        if missing:
            return
        if isinstance(layer.file, RulesetFile) and not layer.file.extends:
            self._begin(layer, layer.file)
        for id, reason in layer.file.drops.items():
            self._drop(layer, id, reason)
        for id, change in layer.file.changes.items():
            self._change(layer, id, change)
        for id, rule in layer.file.adds.items():
            if id not in self.rules or (id,) in self.touched:
                self._add(layer, id, rule, ("adds", id))
            else:
                message, at = _("{by} adds {id}, but there is such a rule already"), layer.place("adds", id, key=True)
                hint = _("to alter it, put it under `changes`")
                self.faults.fault("rules.exists", message, at, hint, by=layer.by, id=id)

    def _begin(self, layer: Layer, file: RulesetFile) -> None:
        """Add the rules of a root: those of its bundles, each at its place there, and then those that it writes."""
        given: dict[str, str] = {}
        hint = _("to alter a rule of a bundle, put it under `changes`; to be rid of it, under `drops`")
        for document, bundle in layer.bundles:
            for id, rule in bundle.gives.items():
                if id in given:
                    message, at = _("{by} gives {id}, and so does {other}"), layer.place("uses")
                    one = _("use one of the two bundles, and write the other rules yourself")
                    self.faults.fault("rules.exists", message, at, one, by=bundle.id, id=id, other=given[id])
                else:
                    self._add(replace(layer, document=document), id, rule, ("gives", id))
                    given[id] = bundle.id
        for id, rule in file.rules.items():
            if id in given:
                message, at = _("the bundle {by} gives {id} already"), layer.place("rules", id, key=True)
                self.faults.fault("rules.exists", message, at, hint, by=given[id], id=id)
            else:
                self._add(layer, id, rule, ("rules", id))
        self._add_contracts(layer, file)

    def _add_contracts(self, layer: Layer, file: RulesetFile) -> None:
        """Add a rule for each row of the table of contracts, behind that of the row above, and put maps by contract in place of the names of its columns."""
        rows, above = read_rows(file.contracts, layer.document, self.faults), ""
        for name, row in rows.items():
            id, rule = f"bid.{name}", row.rule
            if id in self.rules:
                message, at = _("{id} stands among the rules already"), layer.place("contracts", name, key=True)
                self.faults.fault("rules.exists", message, at, _("keep one of them"), id=id)
                continue
            if above and not (rule.after or rule.before):
                rule = rule.model_copy(update={"after": above})
            self._add(layer, id, rule, ("contracts", name))
            self.rules[id].written["params",] = (layer.document, ("contracts", name))
            above = id
        known = {column for row in rows.values() for column in row.columns}
        used = set[str]()
        for raw in self.rules.values():
            for path, column in [*columns_in(raw.params)]:
                if column not in known:
                    message, hint = (
                        _("the table of contracts has no column {column!r}"),
                        partial(suggest, column, known, _("columns")),
                    )
                    self.faults.fault("rules.column", message, raw.place("params", *path), hint, column=column)
                    continue
                used.add(column)
                of_column = {name: row.columns[column] for name, row in rows.items() if column in row.columns}
                raw.params = _with_entry(raw.params, path, of_column)
                for name in of_column:
                    raw.written["params", *path, name] = (layer.document, ("contracts", name, column))
        check_columns(rows, used, layer.document, self.faults)

    def _add(self, layer: Layer, id: str, rule: RuleFile, path: KeyPath) -> None:
        place, step = layer.place(*path, key=True), id.partition(".")[0]
        self._check_at(layer, id, rule, path)
        if not self._claim(layer, (id,), place):
            return
        if step not in STEPS:
            hint = partial(suggest, step, STEPS, "steps")
            self.faults.fault("rules.step", _("{id!r} does not begin with a step"), place, hint, id=id)
            return
        values = {name: getattr(rule, name) for name in FIELDS}
        raw = RawRule(id, values, dict(rule.params), [Change(layer.by, place, because=rule.because)])
        raw.written[()] = (layer.document, path)
        if layer.option:
            values["evidence"] = rule.evidence or layer.option.evidence
            values["because"] = rule.because or layer.option.because
            if not rule.sources:
                values["sources"] = layer.option.sources
                raw.written["sources",] = (layer.document, ("sources",))
        elif isinstance(layer.file, RulesetFile):
            if layer.file.extends and layer.file.evidence is Evidence.HOUSE:
                values["evidence"] = rule.evidence or Evidence.HOUSE
            if not rule.sources and (rule.at or not rule.because):
                values["sources"] = layer.file.cited(rule.at)
                raw.written["sources",] = (layer.document, ("sources",))
        self.effective.add(layer.by)
        self._remove(id)  # added by an option that yields
        at = self._index_for(layer, id, rule, path)
        self.order.insert(at, id)
        self.steps.insert(at, STEPS.index(step))
        self.rules[id] = raw

    def _check_at(self, layer: Layer, id: str, entry: RuleFile | ChangeFile, path: KeyPath) -> None:
        """Add the fault of an `at` that belongs to no source."""
        if entry.at and (entry.sources or layer.option or not layer.file.sources):
            message = _("{id} has `at`, which is for rules of the ruleset's `sources`")
            hint = _("give the ruleset `sources`, or write it behind the `source` of the rule")
            self.faults.fault("rules.at", message, layer.place(*path, "at"), hint, id=id)

    def _move(self, layer: Layer, id: str, change: ChangeFile) -> None:
        """Move a rule behind another one, or in front of it."""
        path, name = ("changes", id), "after" if change.after else "before"
        if id in (change.after, change.before):
            message, at = _("{id} cannot be moved past itself"), layer.place(*path, name)
            self.faults.fault("rules.order", message, at, _("name another rule"), id=id)
            return
        if not self._claim(layer, (id, "place"), layer.place(*path, name)):
            return
        was = self.order.index(id)
        step = self.steps[was]
        del self.order[was], self.steps[was]
        at_index = self._index_for(layer, id, change, path)
        self.order.insert(at_index, id)
        self.steps.insert(at_index, step)
        if at_index != was:
            self.effective.add(layer.by)

    def _index_for(self, layer: Layer, id: str, rule: RuleFile | ChangeFile, path: KeyPath) -> int:
        """The index of a new rule, or of one that is moved: by `after` or `before`, else after the last rule of its step or of an earlier one."""
        anchor, name = rule.after or rule.before, "after" if rule.after else "before"
        if rule.after and rule.before:
            message, at = _("{id} has both `after` and `before`"), layer.place(*path, "before", key=True)
            self.faults.fault("rules.order", message, at, _("keep one of them"), id=id)
        if anchor in self.rules:
            return self.order.index(anchor) + (1 if rule.after else 0)
        if anchor is not None:
            message, hint = _("there is no rule {anchor!r}"), partial(suggest, anchor, self.order, "rules")
            self.faults.fault("rules.unknown-rule", message, layer.place(*path, name), hint, anchor=anchor)
        if path[0] == "rules" and not layer.bundles:
            return len(self.order)
        before = [step for step in range(STEPS.index(id.partition(".")[0]) + 1) if step in self.steps]
        return len(self.steps) - self.steps[::-1].index(before[-1]) if before else 0

    def _remove(self, id: str) -> None:
        """Remove a rule, if it exists."""
        if self.rules.pop(id, None) is not None:
            at = self.order.index(id)
            del self.order[at], self.steps[at]

    def _drop(self, layer: Layer, id: str, reason: str) -> None:
        place = layer.place("drops", id, key=True)
        if layer.option and id in self.dropped and (id,) not in self.touched:
            return  # an ancestor has dropped it already
        if not self._known(layer, id, place) or not self._claim(layer, (id,), place):
            return
        if not reason.strip():
            message, hint = _("{by} drops {id} without a reason"), _("say why, behind the colon")
            self.faults.fault("rules.reason", message, place, hint, by=layer.by, id=id)
        self.effective.add(layer.by)
        self.gone[id] = self.rules[id]
        self._remove(id)
        self.dropped[id] = Change(layer.by, place, because=reason)

    def _change(self, layer: Layer, id: str, change: ChangeFile) -> None:
        place, path, option = layer.place("changes", id, key=True), ("changes", id), layer.option
        if not self._known(layer, id, place):
            return
        common = (
            option.sources if option else layer.file.cited(change.at) if isinstance(layer.file, RulesetFile) else []
        )
        if change.because and not change.at and not option:
            common = []
        self._check_at(layer, id, change, path)
        because = change.because or (option.because if option else "")
        draft = isinstance(layer.file, RulesetFile) and layer.file.draft
        grounded = bool(change.sources or common or because.strip() or draft)
        if not grounded and (
            change.params or change.mechanism or change.evidence or change.under is not None
        ):  # mere wording needs no source
            message, hint = _("{by} changes {id} without a source"), _("add `sources:` or `because:`")
            self.faults.fault("rules.unsourced", message, place, hint, by=layer.by, id=id)
        raw = self.rules[id]
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
        if change.under is not None and change.under != raw.values["under"]:
            altered.append("under")
            before["under"] = raw.values["under"]
            self.effective.add(layer.by)
        if change.after or change.before:
            self._move(layer, id, change)
        for name in FIELDS:
            if getattr(change, name) is not None and self._claim(layer, (id, name), layer.place(*path, name)):
                raw.values[name] = getattr(change, name)
                raw.written[name,] = (layer.document, (*path, name))
        for into, key, value, at in _entries(raw.params, change.params or {}, ("params",)):
            if self._claim(layer, (id, *at), layer.place(*path, *at)):
                name = ".".join(at[1:])
                altered.append(name)
                if into.get(key) != value:
                    self.effective.add(layer.by)
                    if key in into:
                        before[name] = into[key]
                into[key] = value
                raw.written[at] = (layer.document, (*path, *at))
        if altered and option:
            raw.values["evidence"] = change.evidence or option.evidence
        if (altered or change.at) and change.sources is None and grounded:
            raw.values["sources"] = common
            raw.written["sources",] = (layer.document, ("sources",) if option or common else path)
        if altered and change.sources is None and grounded:
            usual = option.evidence if option else None if common else Evidence.HOUSE
            raw.values["evidence"] = change.evidence or usual
            raw.values["because"] = because
        raw.history.append(Change(layer.by, place, tuple(altered), change.because or "", before))

    def _known(self, layer: Layer, id: str, place: Place) -> bool:
        """True if a rule exists; else a fault, unless an option that yields speaks of it."""
        if id in self.rules:
            return True
        gone, fault = self.dropped.get(id), self.faults.fault
        if gone and layer.option and layer.option.yields and (id,) in self.touched:
            return False
        hint: Hint = partial(suggest, id, self.rules, _("its rules") if layer.option else "rules")
        if gone:
            message = _("{id} has been dropped by {by} ({place})").format(id=id, by=gone.by, place=gone.place)
            fault("rules.unknown-rule", message, place, _("leave it alone here, or do not drop it there"))
        elif layer.option:
            message = _("the option {by} does not fit: the ruleset has no rule {id!r}")
            fault("option.misfit", message, place, hint, by=layer.by, id=id)
        else:
            fault("rules.unknown-rule", _("there is no rule {id!r} to alter"), place, hint, id=id)
        return False

    def _claim(self, layer: Layer, key: KeyPath, place: Place) -> bool:
        """Claim a rule, field or parameter for a layer to alter; False where the layer yields to another option.

        Two options that alter the same, a part of it, or what it is part of, are a fault, unless one of them yields. The grounds of
        a change are no clash: each option brings its own.
        """
        option = layer.option
        if option is None:
            return True
        parts = [key[:end] for end in range(1, len(key) + 1)]
        for other in (*(part for part in parts if part in self.touched), *self.touched_below.get(key, ())):
            owner, owned = self.touched[other]
            if owner.by == layer.by or _is_ground(key) or _is_ground(other) or owner.option is None:
                continue
            if option.yields != owner.option.yields:
                if option.yields:
                    return False
                continue
            both = _("each yield to the other in altering") if option.yields else _("both alter")
            message = _("the options {by} and {other} {both} {key}").format(
                by=owner.by, other=layer.by, both=both, key=".".join(map(str, key))
            )
            hint = _("the other place is {owned}; take one of the two options").format(owned=owned)
            self.faults.fault("option.clash", message, place, hint)
            return False
        self.touched[key] = (layer, place)
        for end in range(1, len(key)):
            self.touched_below.setdefault(key[:end], {})[key] = None
        return True


def _is_ground(key: KeyPath) -> bool:
    return len(key) == 2 and key[1] in ("because", "sources", "evidence")


def _entries(
    into: dict[str, Any], given: dict[str, Any], path: tuple[str, ...]
) -> Iterator[tuple[dict[str, Any], str, Any, tuple[str, ...]]]:
    """Entries to be written into maps within maps: map, key, value and path. The maps are copied, since other layers may share them."""
    for key, value in given.items():
        if isinstance(value, dict) and isinstance(into.get(key), dict):
            into[key] = dict(into[key])
            yield from _entries(into[key], value, (*path, key))
        else:
            yield into, key, value, (*path, key)


def _with_entry(given: dict[str, Any], path: KeyPath, value: Any) -> dict[str, Any]:
    """A copy of nested maps with another entry at a path."""
    first, *rest = path
    inner = _with_entry(given[str(first)], tuple(rest), value) if rest else value
    return {**given, str(first): inner}


def in_order(layers: Sequence[Layer]) -> list[Layer]:
    """Layers in order of application: rulesets from the root down, then options by id, those that yield last.

    An option that adds a rule comes before the options that name this rule.
    """
    options = [(option.yields, layer.by, layer, option) for layer in layers if (option := layer.option)]
    waiting = sorted(options, key=lambda entry: entry[:2])
    applied = [layer for layer in layers if layer.option is None]
    while waiting:
        ready = (one for one in waiting if not any(_needs(one[3], other[3]) for other in waiting))
        following = next(ready, waiting[0])
        applied.append(following[2])
        waiting.remove(following)
    return applied


def _needs(file: OptionFile, other: OptionFile) -> bool:
    """True if an option names a rule that another one adds."""
    anchors = {anchor for rule in file.adds.values() for anchor in (rule.after, rule.before)}
    mentioned = {*file.fits.requires, *file.changes, *file.drops, *anchors}
    return any(rule in mentioned for rule in other.adds if rule not in file.adds)


def check_clashes(name: str, layers: Sequence[Layer]) -> None:
    """Raise LoadError where the name of a ruleset has an option twice (by id and by path), or options of which one excludes
    another by ``not_with``, or requires a rule that another drops."""
    faults, options = Faults(), [(layer, layer.option) for layer in layers if layer.option]
    twice = [id for id, number in Counter(option.id for _layer, option in options).items() if number > 1]
    if twice:
        message, hint = _("{name!r} has two options {twice!r}"), _("leave one of them out")
        raise LoadError.of("ruleset.name", message, None, hint, name=name, twice=twice[0])
    for layer, option in options:
        for other, file in options:
            if file.id in option.fits.not_with:
                message = _("the options {id} and {other} do not go together: {not_with}")
                at, reason = layer.place("fits", "not_with", file.id), option.fits.not_with[file.id]
                hint = _("the other option is at {place}; leave one of them out").format(place=other.place("id"))
                faults.fault("option.clash", message, at, hint, id=option.id, other=file.id, not_with=reason)
            for i, rule in enumerate(option.fits.requires):
                if rule in file.drops and other is not layer:
                    message = _("the option {by} needs {rule}, which the option {other} drops{why}")
                    why = f": {option.fits.because}" if option.fits.because else ""
                    at, gone = layer.place("fits", "requires", i), other.place("drops", rule, key=True)
                    hint = _("the other place is {gone}; take one of the two options").format(gone=gone)
                    faults.fault("option.clash", message, at, hint, by=layer.by, rule=rule, other=other.by, why=why)
    faults.check(in_order=True)


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
    at = params = copy.deepcopy(written[rule].params or {})
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    altered = written[rule].model_copy(update={"params": params})
    return file.model_copy(update={where: {**written, rule: altered}})
