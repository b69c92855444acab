"""The project's own rules about its code."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
import tomllib
from collections.abc import Collection, Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from string import Formatter

import pytest

from tarot_teach.loading import Library
from tarot_teach.mechanisms import Mechanism, all_mechanisms
from tests.codes import nodes

PACKAGE = Path(__file__).parent.parent / "tarot_teach"


def test_imports_go_down_only() -> None:
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"]
    done = subprocess.run(command, cwd=PACKAGE.parent, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def imports_of(path: Path, modules: Collection[str]) -> Iterator[str]:
    """The modules that a module imports anywhere, also in functions, for types, and by a name in a string."""
    silent = {id(part) for node in nodes(path) for part in _no_names_in(node)}
    for node in nodes(path):
        match node:
            case ast.Import(names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=module, names=names):
                within = (f"{module}.{alias.name}" for alias in names)
                yield from (name if name in modules else str(module) for name in within)
            case ast.JoinedStr([ast.Constant(str(beginning)), *_rest]) if beginning.startswith("tarot_teach."):
                yield from (name for name in modules if f"{name.rpartition('.')[0]}." == beginning)
            case ast.Constant(str(text)) if id(node) not in silent:
                yield from re.findall(r"\btarot_teach(?:\.\w+)+", text)


def _no_names_in(node: ast.AST) -> Iterator[ast.AST]:
    """Strings that name no module: docstrings, beginnings of names, groups of entry points."""
    match node:
        case ast.Expr(ast.Constant(str()) as text):
            yield text
        case ast.JoinedStr(parts):
            yield from parts
        case ast.keyword("group", text):
            yield text


@cache
def arrows() -> dict[str, set[str]]:
    """By module, the modules that it imports."""
    paths = {path.relative_to(PACKAGE.parent).with_suffix(""): path for path in PACKAGE.rglob("*.py")}
    modules = {".".join(name.parts).removesuffix(".__init__"): path for name, path in paths.items()}
    return {name: {*imports_of(path, modules)} & modules.keys() - {name} for name, path in modules.items()}


def test_modules_import_each_other_in_no_circle() -> None:
    """Names in strings, by which modules are loaded when they are needed, count as imports."""
    TopologicalSorter(arrows()).prepare()  # raises CycleError with the circle


def test_names_in_strings_go_down_too() -> None:
    """Modules named in strings lie on a lower floor than the module that names them, as import-linter asks of imports. The package itself is above all."""
    contracts = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    layers = contracts["contracts"][0]["layers"]
    floors = {room.strip(): floor for floor, rooms in enumerate(layers) for room in rooms.split("|")}

    def floor_of(module: str) -> int:
        return next((floor for room, floor in floors.items() if f"{module}.".startswith(f"{room}.")), -1)

    graph = arrows()
    assert [(one, other) for one in graph for other in graph[one] if floor_of(other) < floor_of(one)] == []


def test_sentences_get_the_values_that_they_name() -> None:
    for path in PACKAGE.rglob("*.py"):
        for node in nodes(path):
            match node:
                case ast.Call(
                    ast.Attribute(ast.Call(ast.Name("_" | "N_"), [ast.Constant(str(sentence))]), "format"), [], keywords
                ) if all(keyword.arg for keyword in keywords):
                    named = {name for _text, name, _spec, _conversion in Formatter().parse(sentence) if name}
                    assert named == {keyword.arg for keyword in keywords}, f"{path}:{node.lineno}: {sentence}"
                case ast.Call(
                    ast.Attribute(attr="fault" | "of") | ast.Name("refuse"),
                    [_code, ast.Call(ast.Name("_"), [ast.Constant(str(sentence))]), *_others],
                    keywords,
                ):
                    named = {name for _text, name, _spec, _conversion in Formatter().parse(sentence) if name}
                    values = {keyword.arg for keyword in keywords} - {"key", "place", "hint"}
                    assert named == values, f"{path}:{node.lineno}: {sentence}"


def test_messages_of_faults_get_the_values_that_they_name() -> None:
    """Messages that have a name (``message = _("…")``) or go to a helper, and are filled by what makes the error."""

    def sentence_of(value: ast.AST) -> str | None:
        match value:
            case ast.Call(ast.Name("_"), [ast.Constant(str(sentence))]):
                return sentence
        return sentences.get(ast.unparse(value))

    for path in PACKAGE.rglob("*.py"):
        sentences: dict[str, str | None] = {}
        in_lines = [node for node in nodes(path) if hasattr(node, "lineno")]
        for node in sorted(in_lines, key=lambda node: (node.lineno, -node.end_lineno)):
            match node:
                case ast.FunctionDef():
                    sentences.clear()
                case ast.For(ast.Tuple(names)):
                    sentences |= {ast.unparse(name): None for name in names}
                case ast.Assign([ast.Tuple(names)], ast.Tuple(values)):
                    sentences |= {
                        ast.unparse(name): sentence_of(value) for name, value in zip(names, values, strict=True)
                    }
                case ast.Assign([ast.Name(name)], value):
                    sentences[name] = sentence_of(value)
                case ast.Call(ast.Attribute(attr="fault" | "of" | "_fault" | "_stop"), arguments, keywords):
                    sentence = next(filter(None, map(sentence_of, arguments[:2])), "")
                    named = {name for _text, name, _spec, _conversion in Formatter().parse(sentence) if name}
                    values = {keyword.arg for keyword in keywords} - {"key", "place", "hint"}
                    assert not sentence or named == values, f"{path}:{node.lineno}: {sentence}"


def test_the_engine_names_no_variant(library: Library) -> None:
    """No ruleset's id, and no word of a single game."""
    local = {"chien", "ecart", "écart", "oudler", "poignee", "poignée", "chelem", "preneur", "garde", "prise"}
    words = sorted(local | set(library.ids()) | set(library.ids("option")), key=len, reverse=True)
    named = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, words))})(?![\w-])")
    for pattern in ("engine/**/*.py", "mechanisms/**/*.py", "table/**/*.py", "rules.py"):
        for path in PACKAGE.glob(pattern):
            text = path.read_text(encoding="utf-8")
            code = re.sub(r'""".*?"""', "", text, flags=re.S)
            found = named.findall(code)
            assert not found, f"{path}: {found}"


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_modules_stay_small(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 600


@pytest.mark.parametrize("mechanism", all_mechanisms(), ids=lambda mechanism: f"{mechanism.step}/{mechanism.name}")
def test_each_mechanism_is_documented_and_small(mechanism: type[Mechanism]) -> None:
    assert mechanism.__doc__
    assert all(field.description for field in mechanism.Params.model_fields.values())
    assert len(mechanism.Params.model_fields) <= 5, "a rule that needs more is several rules"
    assert len(inspect.getsource(mechanism).splitlines()) <= 120


def test_no_test_waits_for_a_clock() -> None:
    """A test waits for what it needs, however long a busy machine takes. That a program waits for a key, nothing announces."""
    waiting = re.compile(r"^\s*time\.sleep\(|\.wait_for_timeout\(", re.MULTILINE)
    tests = Path(__file__).parent.glob("*.py")
    assert {path.name for path in tests if waiting.search(path.read_text(encoding="utf-8"))} == {"test_exercises.py"}


BONUSES = r"small_slam|handful|last_trick_bonus"
"""Bonuses of French tarot, as a module would name them."""
MAY_NAME_BONUSES = {
    "mechanisms/declare/",  # how they are announced
    "mechanisms/base.py",  # names of announcements in parameters
    "loading/bind.py",  # the same, as they are checked
    "topics/odds/page.py",  # how likely hands are with which one can be announced
    "topics/odds/unseen_cards.py",
    "cli/odds.py",
    "cli/main.py",
    "cli/score.py",  # the help of the command has the words of fft-4
    "topics/simulate/page.py",  # words of the glossary, for results of rulesets without words
    "topics/simulate/run_results.py",  # concepts of the glossary
    "topics/simulate/players/__init__.py",  # what the simple player announces
    "topics/simulate/kernel",  # the closed list of what is compiled, and its places
    "solver/scores.py",  # the closed list of what the solver can score
    "openspiel/bounds.py",  # the closed list of what can be won or lost
    "topics/other_programs/",  # what files of one program for French tarot have places for
}


def test_bonuses_are_named_by_their_rules_alone() -> None:
    """The fact of a rule of the score is known to its mechanism, and to no feature."""
    named: dict[str, list[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        name = path.relative_to(PACKAGE).as_posix()
        if name.startswith("mechanisms/score/") or any(name.startswith(allowed) for allowed in MAY_NAME_BONUSES):
            continue
        code = re.sub(r'""".*?"""', "", path.read_text(encoding="utf-8"), flags=re.S)
        if found := [line.strip() for line in code.splitlines() if re.search(BONUSES, line)]:
            named[name] = found
    assert not named
