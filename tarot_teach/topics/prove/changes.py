"""Changes of one parameter: each parameter of a ruleset's rules changed by one sensible step, and what the change shows on small packs."""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel

from tarot_teach.engine import Engine
from tarot_teach.errors import KeyPath, LoadError
from tarot_teach.loading import Library
from tarot_teach.loading.yaml_writer import write_yaml
from tarot_teach.mechanisms import find
from tarot_teach.table import Choices, State
from tarot_teach.topics.check.invariants import UnsoundError
from tarot_teach.topics.prove.invariants import PositionChecker
from tarot_teach.topics.prove.search import result_in_short, search_pack
from tarot_teach.topics.prove.small_packs import SmallGame

Step = tuple[object, ...]
"""A position of a search with the number of its choices, or the end of a deal with its scores."""


@dataclass(frozen=True, slots=True)
class Change:
    """A parameter of a rule that is changed: its path below ``params``, the value before (None: not written) and after."""

    rule: str
    path: KeyPath
    before: Any
    after: Any

    @property
    def name(self) -> str:
        """The rule and the path of the parameter, and the step: ``score.value.amounts.solo: 2 → 3``."""
        return f"{self.rule}.{'.'.join(map(str, self.path))}: {self.before} → {self.after}"


def changes_of(game: SmallGame) -> Iterator[Change]:
    """Yield the changes of each parameter of a small game, one for each number, choice, flag and list."""
    for id, rule in game.ruleset.rules.items():
        model = find(rule.step, rule.mechanism).Params
        written = _rules(game)[id]["params"]
        for name, hint in _fields(model):
            value = written.get(name, getattr(rule.params, name))
            for path, before, after in _steps_of(hint, value, (name,)):
                yield Change(id, path, before, after)


def _steps_of(hint: Any, value: Any, path: KeyPath) -> Iterator[tuple[KeyPath, Any, Any]]:
    """Yield the steps of a value of a type: path, value before, value after."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        yield from _steps_of(arguments[0], value, path)
    elif origin in (Union, types.UnionType):
        fitting = (each for each in arguments if _fits(each, value))
        yield from _steps_of(next(fitting, None), value, path)
    elif origin is Literal:
        others = [word for word in arguments if word != value]
        if others:
            yield path, value, others[0]
    elif isinstance(value, bool):
        yield path, value, not value
    elif isinstance(value, int):
        yield path, value, value + 1
    elif isinstance(value, Mapping):
        inner = arguments[1] if origin is dict else Any
        for key, item in value.items():
            yield from _steps_of(inner, item, (*path, key))
    elif isinstance(value, BaseModel):
        for name, of_field in _fields(type(value)):
            if (item := getattr(value, name)) is not None:
                alias = type(value).model_fields[name].alias or name
                yield from _steps_of(of_field, item, (*path, alias))
    elif isinstance(value, Sequence) and not isinstance(value, str) and len(value) > 1:
        yield path, [*value], [*value][:-1]


def _fields(model: type[BaseModel]) -> Iterator[tuple[str, Any]]:
    """Yield the fields of a model with their types."""
    hints = get_type_hints(model, include_extras=True)
    yield from ((name, hints[name]) for name in model.model_fields)


def _fits(hint: Any, value: Any) -> bool:
    """True for a part of a union that a value is of."""
    origin = get_origin(hint)
    if origin is Annotated:
        return _fits(get_args(hint)[0], value)
    if origin is Literal:
        return value in get_args(hint)
    kind = origin or hint
    if kind is int and isinstance(value, bool):
        return False
    return isinstance(kind, type) and isinstance(value, kind)


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of a change: ``refused`` by the loader with its words, or in the counts of the pack of a number from 1 (0: of none)."""

    change: Change
    refused: str = ""
    shown_by: int = 0


def effects(library: Library, games: Sequence[SmallGame], positions: int) -> Iterator[Effect]:
    """Yield what each change of one parameter shows: the first of the small packs in which a position has another number of choices, or a deal other
    scores. Each pack is searched up to there."""
    base = [_steps(game, positions) for game in games]
    changes: dict[tuple[str, KeyPath], dict[int, Change]] = {}
    for number, game in enumerate(games):
        for change in changes_of(game):
            changes.setdefault((change.rule, change.path), {})[number] = change
    with TemporaryDirectory() as name:
        trials = [_Trials(library, game, Path(name).resolve() / str(i)) for i, game in enumerate(games)]
        for by_pack in changes.values():
            refused, shown_by = "", 0
            for number, change in by_pack.items():
                try:
                    differs = trials[number].differs(change, base[number], positions)
                except LoadError as error:
                    refused = refused or error.problems[0].message
                    continue
                if differs:
                    shown_by = number + 1
                    break
                refused = ""
            yield Effect(next(iter(by_pack.values())), refused if not shown_by else "", shown_by)


class _Trials:
    """Tries changes of one small game."""

    def __init__(self, library: Library, game: SmallGame, folder: Path) -> None:
        self.game, self.folder, self.number = game, folder, 0
        folder.mkdir()
        name, data = next((name, data) for name, data in game.files.items() if name.startswith("decks/"))
        pack = folder / Path(name).name
        pack.write_text(write_yaml(data), encoding="utf-8")
        self.library: Library = Library([*library.user_files, pack], library.mechanisms)

    def differs(self, change: Change, base: Sequence[Step], positions: int) -> bool:
        """True if a step of the search is another under a change. Raises LoadError for one that the loader refuses."""
        data = deepcopy(next(data for name, data in self.game.files.items() if not name.startswith("decks/")))
        at: Any = data["rules"][change.rule]["params"]
        for key in change.path[:-1]:
            at = at[int(key)] if isinstance(at, list) else at.setdefault(key, {})
        at[change.path[-1]] = change.after
        self.number += 1
        file = self.folder / f"{self.number}.yaml"
        file.write_text(write_yaml(data), encoding="utf-8")
        ruleset = self.library.load(str(file))
        following = Following(Engine(ruleset), base)
        result = search_pack(
            following.engine, self.game.shape, too_few=self.game.too_few, positions=positions, checker=following
        )
        return result.counterexample is not None or following.at != len(base)


class StepsChecker(PositionChecker):
    """A checker that keeps the steps of a search, and puts nothing into words."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self.steps: list[Step] = []

    def choices(self, state: State) -> Choices:
        choices = super().choices(state)
        self._step((state.phase, state.turn, choices.ways()))
        return choices

    def end(self, state: State) -> None:
        super().end(state)
        self._step((result_in_short(state),))

    def _step(self, step: Step) -> None:
        self.steps.append(step)

    def _in_words(self, state: State, choices: Choices) -> None:
        """Words are of no account here."""


class Following(StepsChecker):
    """A checker that stops a search at the first step that is not the one of another search. Methods raise UnsoundError."""

    def __init__(self, engine: Engine, steps: Sequence[Step]) -> None:
        super().__init__(engine)
        self.expected, self.at = steps, 0

    def _step(self, step: Step) -> None:
        if self.at == len(self.expected) or step != self.expected[self.at]:
            raise UnsoundError("")
        self.at += 1


def _steps(game: SmallGame, positions: int) -> list[Step]:
    """The steps of the search of a small game."""
    checker = StepsChecker(Engine(game.ruleset))
    search_pack(checker.engine, game.shape, too_few=game.too_few, positions=positions, checker=checker)
    return checker.steps


def _rules(game: SmallGame) -> dict[str, Any]:
    """The rules of the file of a small game."""
    data = next(data for name, data in game.files.items() if not name.startswith("decks/"))
    return data["rules"]  # type: ignore[no-any-return]
