"""The syntax trees of the package, and the codes of errors that it uses: every place where an error is made."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import tarot_teach

PACKAGE = Path(tarot_teach.__file__).parent
HANDED_ON = {"code", "found.code", "problem.code"}  # codes of errors that were made elsewhere
MAKERS = {"Problem", "fault", "_fault", "_stop", "usage", "refuse", "Impossible"}


@functools.cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """The nodes of the syntax tree of a module, those near its root first: read once for all tests of a process."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def modules() -> list[Path]:
    """The modules of the package."""
    return sorted(PACKAGE.rglob("*.py"))


@dataclass(frozen=True)
class Made:
    """A place where an error is made: its codes (more than one where the code is chosen there), and whether it has a hint."""

    at: str
    codes: tuple[str, ...]
    hinted: bool
    unclear: str = ""


def made(path: Path) -> Iterator[Made]:
    """Every error that a module makes."""
    named = {
        target.id: node.value
        for node in nodes(path)
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    }
    takes = {
        node.name: [arg.arg for arg in node.args.args] for node in nodes(path) if isinstance(node, ast.FunctionDef)
    }
    for node in nodes(path):
        if not isinstance(node, ast.Call) or not (node.args or node.keywords):
            continue
        name = ast.unparse(node.func)
        short = name.rpartition(".")[2]
        of = short == "of" and (name.removesuffix(".of").endswith(("Error", "Problem")))
        if not of and short not in MAKERS:
            continue
        if short == "refuse" and name != "refuse":
            continue  # a verdict of the engine, not an error
        own = [] if of else takes.get(short, [])
        parameters = [arg for arg in own or ["code", "message", "place", "hint"] if arg != "self"]
        if "code" not in parameters:
            continue  # a helper with a code of its own
        at = f"{path.relative_to(PACKAGE)}:{node.lineno}"
        code = node.args[0]
        codes = tuple(_codes(code, named))
        unclear = "" if codes or ast.unparse(code) in HANDED_ON else ast.unparse(code)
        place = {"usage": 2, "refuse": 2, "Impossible": 2}.get(
            short, parameters.index("hint") if "hint" in parameters else 3
        )
        hints = [word.value for word in node.keywords if word.arg == "hint"] + node.args[place : place + 1]
        yield Made(at, codes, bool(hints) and ast.unparse(hints[0]) != "None", unclear)


@functools.cache
def all_made() -> list[Made]:
    """Every error that the package makes."""
    return [one for path in modules() for one in made(path)]


def _codes(node: ast.expr, named: dict[str, ast.expr]) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(code)):
            yield code
        case ast.IfExp():
            yield from _codes(node.body, named)
            yield from _codes(node.orelse, named)
        case ast.Name(id=name) if name in named:
            yield from _codes(named[name], named)
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="get"), args=[_, default]):
            choices = named[name]
            assert isinstance(choices, ast.Dict)
            for value in [*choices.values, default]:
                yield from _codes(value, named)
