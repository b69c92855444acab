"""Packs that extend other packs: their files put together, so that one whole file is read, each entry with its place."""

from __future__ import annotations

import copy
from dataclasses import replace
from functools import partial
from typing import Any

from tarot_teach.errors import Faults, KeyPath, Place, Problem, suggest
from tarot_teach.loading.document import Document
from tarot_teach.loading.formats import DeckChildFile, parse_model
from tarot_teach.messages import _


def extended(child: Document, parent: Document) -> Document:
    """The file of a whole pack: the parent's, without what the child drops, and with what it changes. Raises LoadError."""
    file = parse_model(DeckChildFile, child)
    merged = _Merger(child, parent)
    for section, names in file.drops.items():
        for i, name in enumerate(names):
            merged.drop(section, name, ("drops", section, i))
    for section, entries in file.changes.items():
        for key, value in entries.items():
            merged.change((section, key), value)
    for key in child.data.keys() - {"changes", "drops", "extends"}:
        merged.change((key,), child.data[key], at=(key,))
    merged.faults.check()
    return Document(child.file, merged.data, merged.keys, merged.values, child.blocks, child.lines)


def placed_in_child(problem: Problem, child: Document) -> Problem:
    """A fault of a whole pack at the place where it is mended: what the child drops, or its ``extends``, for an entry of the parent's."""
    if problem.place is None or problem.place.file == child.file:
        return problem
    drops = child.data.get("drops") or {}
    dropped = [
        ("drops", section, i)
        for section, names in drops.items()
        for i, name in enumerate(names)
        if repr(name) in problem.message
    ]
    message = _("{message}, as the pack that is extended has it at {place}")
    hint = _("drop that entry too, or give it anew under `changes`")
    at = child.place(next(iter(dropped), ("extends",)))
    return replace(problem, message=message.format(message=problem.message, place=problem.place), place=at, hint=hint)


class _Merger:
    def __init__(self, child: Document, parent: Document) -> None:
        self.child, self.faults = child, Faults(child)
        self.data: dict[str, Any] = copy.deepcopy(parent.data)
        self.keys: dict[KeyPath, Place] = dict(parent.keys)
        self.values: dict[KeyPath, Place] = dict(parent.values)

    def drop(self, section: str, name: str, at: KeyPath) -> None:
        """Remove an entry; one that is not there is a fault."""
        known = self.data.get(section, {})
        if name not in known:
            message, hint = (
                _("there is no {name!r} under `{section}` to be dropped"),
                partial(suggest, name, known, section),
            )
            self.faults.fault("deck.wrong", message, at, hint, name=name, section=section)
            return
        del known[name]
        self._forget((section, name))

    def change(self, path: KeyPath, value: Any, at: KeyPath = ()) -> None:
        """Put the child's entry in place of the parent's; entries of a suit are merged field by field."""
        at = at or ("changes", *path)
        *above, key = path
        into = self.data
        for part in above:
            into = into.setdefault(str(part), {})
        if isinstance(value, dict) and isinstance(into.get(str(key)), dict):
            for name, part in value.items():
                self.change((*path, name), part, (*at, name))
            return
        into[str(key)] = copy.deepcopy(value)
        self._forget(path)
        for mine, theirs in ((self.keys, self.child.keys), (self.values, self.child.values)):
            mine |= {(*path, *found[len(at) :]): place for found, place in theirs.items() if found[: len(at)] == at}

    def _forget(self, path: KeyPath) -> None:
        """Forget the places of an entry of the parent."""
        for places in (self.keys, self.values):
            for found in [found for found in places if found[: len(path)] == path]:
                del places[found]
