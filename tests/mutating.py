"""The mutants that ``tests/mutants.py`` judges: every function of two packages with one change, by mutmut."""

from __future__ import annotations

import difflib
import importlib
import inspect
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

from mutmut.mutation.file_mutation import mutate_file_contents

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("engine", "mechanisms")


class Mutant(NamedTuple):
    """A function with one change: ``name`` is unique; ``called`` says where the function stands."""

    name: str
    module: str
    called: tuple[str, ...]
    code: CodeType


def codes(code: CodeType) -> Iterator[CodeType]:
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield const
            if not const.co_flags & inspect.CO_OPTIMIZED:
                yield from codes(const)


@cache
def mutated(path: Path) -> str:
    """A module with all its mutants."""
    return str(mutate_file_contents(str(path), path.read_text()).code)


def mutants_of(path: Path) -> Iterator[Mutant]:
    """The mutants of a module, without those in defaults of parameters."""
    module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    made = {code.co_name: code for code in codes(compile(mutated(path), path, "exec"))}
    for name, code in made.items():
        function, mark, number = name.rpartition("__mutmut_")
        if mark and number.isdigit():
            called = tuple(function.split("ǁ")[1:]) if "ǁ" in function else (function.removeprefix("x_"),)
            if alike(code) != alike(made[f"{function}__mutmut_orig"]):
                yield Mutant(f"{module}:{'.'.join(called)}#{number}", module, called, code)


def alike(code: CodeType) -> tuple[Any, ...]:
    """The parts of a function's code that count, without its name and lines."""
    consts = tuple(alike(const) if isinstance(const, CodeType) else repr(const) for const in code.co_consts)
    return code.co_code, consts, code.co_names, code.co_varnames


def function_of(mutant: Mutant) -> FunctionType:
    found: Any = importlib.import_module(mutant.module)
    for part in mutant.called:
        found = vars(found)[part]
    found = getattr(found, "__func__", found)
    assert isinstance(found, FunctionType), mutant.name
    return found


def all_mutants() -> list[Mutant]:
    paths = [path for package in PACKAGES for path in sorted((ROOT / "tarot_teach" / package).rglob("*.py"))]
    return [mutant for path in paths for mutant in mutants_of(path)]


def shown(name: str) -> str:
    """The change of a mutant, as a diff."""
    module, _, rest = name.partition(":")
    called, _, number = rest.partition("#")
    path = ROOT / Path(*module.split("."))
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    lines = mutated(path).splitlines()
    inner = f"xǁ{called.replace('.', 'ǁ')}" if "." in called else f"x_{called}"

    def body(suffix: str) -> list[str]:
        start = next(i for i, line in enumerate(lines) if f"def {inner}__mutmut_{suffix}(" in line)
        indent = len(lines[start]) - len(lines[start].lstrip())
        end = start + 1
        while end < len(lines) and (not lines[end].strip() or len(lines[end]) - len(lines[end].lstrip()) > indent):
            end += 1
        return lines[start + 1 : end]

    changes = difflib.unified_diff(body("orig"), body(number), lineterm="", n=0)
    return "\n".join([name, *(line for line in changes if not line.startswith(("---", "+++", "@@")))])
