"""The page of the Python API: its examples run, and it lists the public names."""

from __future__ import annotations

import ast
import doctest
import re
import sys
from pathlib import Path

import pytest

import tarot_teach as tt

DOCS = Path(__file__).parent.parent / "docs"
PAGE = DOCS / "reference" / "python.md"


@pytest.mark.parametrize(
    "page",
    [
        "reference/python.md",
        "reference/python.fr.md",
        "tutorial/notebooks.md",
        "howto/compare.md",
        "howto/which-rules.md",
        "../README.md",
    ],
)
def test_examples_on_a_page_give_what_the_page_shows(page: str) -> None:
    blocks = re.findall(r"```(?:python|pycon)\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), re.S)
    examples = "\n".join(block for block in blocks if block.startswith(">>>"))
    test = doctest.DocTestParser().get_doctest(examples, {}, page, page, 0)
    said: list[str] = []
    with tt.language("fr" if page.endswith(".fr.md") else "en"):
        assert test.examples and doctest.DocTestRunner().run(test, out=said.append).failed == 0, "".join(said)


def test_the_page_lists_every_public_name_once() -> None:
    listed = re.findall(r"^\| `(\w+)` \|", PAGE.read_text(encoding="utf-8"), re.M)
    assert sorted(listed) == sorted(tt.__all__)


def test_names_for_type_checkers_are_the_names_at_run_time() -> None:
    tree = ast.parse(Path(tt.__file__).read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    imported = [(str(node.module), name.name, name.asname) for node in imports for name in node.names if name.asname]
    assert all(name == alias for _module, name, alias in imported)
    assert {name for _module, name, _alias in imported} == {*tt.__all__} == {*dir(tt)}
    for module, name, _alias in imported:
        assert getattr(tt, name) is getattr(sys.modules[module], name)


def test_every_public_class_and_function_has_a_docstring() -> None:
    for name in tt.__all__:
        value = getattr(tt, name)
        if getattr(value, "__module__", "").startswith("tarot_teach"):
            assert value.__doc__, name
            assert not value.__doc__.startswith(f"{name}("), f"{name} has only the docstring that dataclasses make"
