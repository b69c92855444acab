"""Options put on top of a ruleset together: the order in which they are applied, and those that cannot go together.

The order in which a name lists its options is of no importance: they are applied in an order that follows from the options.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from typing import Any

from tarot_teach.errors import Problem
from tarot_teach.loading.formats import OptionFile
from tarot_teach.loading.inherit import Layer


def in_order(layers: Sequence[Layer]) -> list[Layer]:
    """Layers in order of application: rulesets from the root down, then options by id, those that yield last. An option that
    adds a rule comes before those that speak of this rule."""
    rulesets = [layer for layer in layers if not isinstance(layer.file, OptionFile)]
    waiting = sorted((layer for layer in layers if isinstance(layer.file, OptionFile)), key=_rank)
    applied: list[Layer] = []
    while waiting:
        ready = (layer for layer in waiting if not any(_needs(layer, other) for other in waiting if other is not layer))
        following = next(ready, waiting[0])
        applied.append(following)
        waiting.remove(following)
    return rulesets + applied


def clashes(layers: Sequence[Layer]) -> Iterator[Problem]:
    """The pairs of options of which one says that it does not go with the other, or needs a rule that the other drops."""
    options = [layer for layer in layers if isinstance(layer.file, OptionFile)]
    for layer in options:
        fits = _file(layer).fits
        for other in options:
            if other.file.id in fits.not_with:
                reason = fits.not_with[other.file.id]
                message = f"the options {layer.file.id} and {other.file.id} do not go together: {reason}"
                place = layer.place("fits", "not_with", other.file.id)
                hint = f"the other option is at {other.place('id')}; leave one of them out"
                yield Problem("option.clash", message, place, hint)
            for i, rule in enumerate(fits.requires):
                if rule in _file(other).drops and other is not layer:
                    why = f": {fits.because}" if fits.because else ""
                    message = f"the option {layer.by} needs {rule}, which the option {other.by} drops{why}"
                    gone = other.place("drops", rule, key=True)
                    hint = f"the other place is {gone}; take one of the two options"
                    yield Problem("option.clash", message, layer.place("fits", "requires", i), hint)


def _file(layer: Layer) -> OptionFile:
    assert isinstance(layer.file, OptionFile)
    return layer.file


def _rank(layer: Layer) -> tuple[bool, str]:
    return _file(layer).yields, layer.by


def _needs(layer: Layer, other: Layer) -> bool:
    """An option speaks of a rule that another one adds."""
    file = _file(layer)
    anchors = {anchor for rule in file.adds.values() for anchor in (rule.after, rule.before)}
    spoken_of = {*file.fits.requires, *file.changes, *file.drops, *anchors}
    return any(rule in spoken_of for rule in _file(other).adds if rule not in file.adds)


def paths_of(params: dict[str, Any], base: str) -> Iterator[str]:
    """Every parameter by its path, below a rule's id."""
    for key, value in params.items():
        if isinstance(value, dict):
            yield from paths_of(value, f"{base}.{key}")
        else:
            yield f"{base}.{key}"


def with_value(file: OptionFile, value: str) -> OptionFile:
    """An option with the parameter that it lets users set."""
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
