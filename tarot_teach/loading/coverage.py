"""The list of points on which the sources say something, held against rulesets, house rules and examples."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import Field

from tarot_teach.errors import LoadError, Problem, suggest
from tarot_teach.loading.document import Document, KeyPath
from tarot_teach.loading.models import File, Format, Id, RuleId
from tarot_teach.loading.parse import parse_model
from tarot_teach.rules import Ruleset

if TYPE_CHECKING:
    from tarot_teach.loading.library import Library


class PointFile(File):
    """One point: what the sources say, and where it stands."""

    id: Id
    section: str = Field(description="The heading under which it is listed.")
    says: str = Field(description="What the sources say, in short.")
    sources: list[str] = Field(description="Keys of the sources that say it.", min_length=1)
    rules: list[RuleId] = Field(default_factory=list, description="The rules that state it, in some ruleset or option.")
    param: str = Field("", description="The parameter of the first rule that holds its value.")
    values: dict[str, Any] = Field(default_factory=dict, description="Its value by ruleset, as the sources give it.")
    mechanisms: dict[str, str] = Field(default_factory=dict, description="The first rule's mechanism, by ruleset.")
    players: dict[str, list[str]] = Field(default_factory=dict, description="Numbers of players, by ruleset.")
    unit: dict[str, str] = Field(default_factory=dict, description="The sign in front of game points, by ruleset.")
    without: dict[str, RuleId] = Field(default_factory=dict, description="Rules that a ruleset must not have.")
    options: list[str] = Field(default_factory=list, description="House rules that bring it.")
    examples: list[str] = Field(default_factory=list, description="Worked examples that show it.")
    decks: list[str] = Field(default_factory=list, description="Packs that state it.")
    advice: list[str] = Field(default_factory=list, description="Files of advice that state it.")
    pages: list[str] = Field(default_factory=list, description="Pages of the documentation, by title.")


class CoverageFile(File):
    """The list of points."""

    format: Format
    points: list[PointFile] = Field(min_length=1)


def read_coverage(path: Path, library: Library) -> CoverageFile:
    """The points, each of them covered. Raises LoadError with every one that is not, and with values that differ."""
    document = library.document(path)
    file = parse_model(CoverageFile, document)
    checker = _Checker(document, library)
    seen: set[str] = set()
    for i, point in enumerate(file.points):
        if point.id in seen:
            checker.fault(f"there are two points {point.id!r}", ("points", i, "id"), "give each a name of its own")
        seen.add(point.id)
        checker.point(i, point)
    if checker.problems:
        raise LoadError(checker.problems)
    return file


class _Checker:
    def __init__(self, document: Document, library: Library) -> None:
        self.document, self.library = document, library
        self.problems: list[Problem] = []
        self.rules = {rule for id in library.ids() for rule in library.load(id).rules}
        for option in library.options():
            self.rules |= set(library.document(library.find_option(option)).data.get("adds", ()))

    def fault(self, message: str, path: KeyPath, hint: str) -> None:
        self.problems.append(Problem("coverage.point", message, self.document.place(path), hint))

    def point(self, i: int, point: PointFile) -> None:
        """Everything that a point names exists, and its values are those of the rulesets."""
        known: dict[str, set[str]] = {
            "rules": self.rules,
            "options": set(self.library.options()),
            "examples": {path.stem for path in self.library.examples()},
            "decks": self.library.names_of("deck"),
            "advice": self.library.names_of("advice"),
            "sources": set(self.library.sources()),
        }
        for kind, names in known.items():
            for j, name in enumerate(getattr(point, kind)):
                if name not in names:
                    hint = suggest(name, names, kind)
                    self.fault(f"{point.id}: there is no {name!r} among the {kind}", ("points", i, kind, j), hint)
        covered = (point.rules, point.options, point.examples, point.decks, point.advice, point.pages)
        if not any(covered):
            hint = "name rules, options, examples, packs, advice or pages that state it"
            self.fault(f"{point.id} is not covered", ("points", i, "id"), hint)
        for path, name, wanted, found in self._claims(point):
            if found != wanted:
                message = f"{point.id}: in {name} it is {_shown(found)}, not {_shown(wanted)}"
                self.fault(
                    message, ("points", i, *path, name), "correct the ruleset, or what the source is said to say"
                )

    def _claims(self, point: PointFile) -> Iterator[tuple[KeyPath, str, Any, Any]]:
        """What is said of rulesets, beside what they hold."""
        for name, wanted in point.values.items():
            yield ("values",), name, wanted, _plain(value_of(self.library.load(name), point))
        for name, mechanism in point.mechanisms.items():
            rule = self.library.load(name).rules.get(point.rules[0])
            yield ("mechanisms",), name, mechanism, rule.mechanism if rule else None
        for name, numbers in point.players.items():
            yield ("players",), name, numbers, _plain(list(self.library.load(name).players))
        for name, sign in point.unit.items():
            yield ("unit",), name, sign, self.library.load(name).unit.sign
        for name, rule_id in point.without.items():
            yield ("without",), name, None, rule_id if rule_id in self.library.load(name).rules else None


def value_of(ruleset: Ruleset, point: PointFile) -> Any:
    """The value that a ruleset has for a point: a parameter of the first of its rules there; None where it has none."""
    for id in point.rules:
        rule = ruleset.rules.get(id)
        if rule is not None and hasattr(rule.params, point.param):
            return getattr(rule.params, point.param)
    return None


def _plain(value: Any) -> Any:
    """A value as YAML writes it: text, lists and maps."""
    match value:
        case bool():
            return "true" if value else "false"
        case dict():
            return {str(key): _plain(item) for key, item in value.items()}
        case list() | tuple():
            return [_plain(item) for item in value]
        case None:
            return None
    return str(value)


def _shown(value: Any) -> str:
    match value:
        case dict():
            return ", ".join(f"{key}: {_shown(item)}" for key, item in value.items())
        case list():
            return ", ".join(_shown(item) for item in value) or "none"
    return "not there" if value is None else str(value)
