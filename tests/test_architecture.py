"""The project's own rules about its code."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
from collections.abc import Collection, Iterator
from graphlib import TopologicalSorter
from pathlib import Path
from string import Formatter

import pytest

from tarot_teach.loading import Library
from tarot_teach.mechanisms import Mechanism, all_mechanisms

PACKAGE = Path(__file__).parent.parent / "tarot_teach"


def test_imports_go_down_only() -> None:
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"]
    done = subprocess.run(command, cwd=PACKAGE.parent, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def imports_of(path: Path, modules: Collection[str]) -> Iterator[str]:
    """The modules that a module imports anywhere, also in functions and for types."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            names = (f"{node.module}.{alias.name}" for alias in node.names)
            yield from (name if name in modules else str(node.module) for name in names)


def test_modules_import_each_other_in_no_circle() -> None:
    paths = {path.relative_to(PACKAGE.parent).with_suffix(""): path for path in PACKAGE.rglob("*.py")}
    modules = {".".join(name.parts).removesuffix(".__init__"): path for name, path in paths.items()}
    graph = {name: {*imports_of(path, modules)} & modules.keys() - {name} for name, path in modules.items()}
    TopologicalSorter(graph).prepare()  # raises CycleError with the circle


def test_sentences_get_the_values_that_they_name() -> None:
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
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
        nodes = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if hasattr(node, "lineno")]
        for node in sorted(nodes, key=lambda node: (node.lineno, -node.end_lineno)):
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
    words = local | set(library.ids()) | set(library.ids("option"))
    for pattern in ("engine/**/*.py", "mechanisms/**/*.py", "table/**/*.py", "rules.py"):
        for path in PACKAGE.glob(pattern):
            text = path.read_text(encoding="utf-8")
            code = re.sub(r'""".*?"""', "", text, flags=re.S)
            found = [word for word in words if re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", code)]
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
    "mechanisms/declare.py",  # how they are announced
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
