"""Extractors of sentences for Babel, besides the calls in the code: prose in YAML, errors, help and descriptions.

The functions are entry points of the group ``babel.extractors``. Each yields tuples of a line, the name of the function that
translates, its arguments, and comments.
"""

from __future__ import annotations

import ast
import inspect
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from tarot_teach.errors import KeyPath
from tarot_teach.language import ENGLISH, language
from tarot_teach.loading.document import kind_of
from tarot_teach.loading.translations import context_of, prose_of
from tarot_teach.loading.yaml_reader import read_yaml
from tarot_teach.mechanisms.base import name_of
from tarot_teach.rules import STEPS


def extract_yaml(file: BinaryIO, keywords: Any, comment_tags: Any, options: Any) -> Iterator[Any]:
    """The prose of a YAML file for Babel, with file, rule and field as context, and its line."""
    with language(ENGLISH):
        document = read_yaml(file.read().decode("utf-8"), name=file.name)
    for path, text in prose_of(document).items():
        yield document.place(path).line, "pgettext", (context_of(document.file, path), text), []
    for path, word in _words(document.data):
        yield document.place(path).line, "pgettext", ("name", word.replace("_", " ")), []
    if kind_of(document) == "deck":
        for id, suit in document.data["suits"].items():
            yield document.place(("suits", id), key=True).line, "pgettext", ("card", suit.get("name", id)), []
        for letter, rank in document.data.get("names", {}).items():
            yield document.place(("names", letter)).line, "pgettext", ("card", rank), []


def _words(data: Any, path: KeyPath = ()) -> Iterator[tuple[KeyPath, str]]:
    """Names in the parameters of rules, and grades of evidence, with their paths."""
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        at = (*path, key)
        if "params" in path and isinstance(key, str) and key[0].isalpha():
            yield at, key
        if isinstance(value, str) and value[:1].islower() and ("params" in path or key == "evidence"):
            yield at, value
        yield from _words(value, at)


def extract_toml(file: BinaryIO, keywords: Any, comment_tags: Any, options: Any) -> Iterator[Any]:
    """Causes and cures of errors for Babel."""
    source = file.read().decode("utf-8")
    for area in tomllib.loads(source).values():
        for name, texts in area.items():
            line = next(i for i, found in enumerate(source.splitlines(), 1) if found.startswith(f"{name} ="))
            yield from ((line, "gettext", text, []) for text in texts)


def extract_help(file: BinaryIO, keywords: Any, comment_tags: Any, options: Any) -> Iterator[Any]:
    """All texts of a Python file for Babel: those in calls, help of commands and options, and parameters of mechanisms."""
    from babel.messages.extract import extract_python

    source = file.read()
    file.seek(0)
    yield 1, "pgettext", ("name", Path(file.name).stem.replace("_", " ")), []
    yield from extract_python(file, keywords, comment_tags, options)
    for node in ast.walk(ast.parse(source)):
        names: list[tuple[int, str]] = []
        match node:
            case ast.keyword("help" | "description", ast.Constant(str(text))):
                yield node.lineno, "gettext", text, []
            case ast.FunctionDef() if any("command(" in ast.unparse(decorator) for decorator in node.decorator_list):
                yield node.lineno, "gettext", inspect.cleandoc(ast.get_docstring(node) or ""), []
            case ast.ClassDef(name=name) if name.endswith("Question"):
                yield node.lineno, "gettext", inspect.cleandoc(ast.get_docstring(node) or ""), []
            case ast.AnnAssign(target=ast.Name(name), value=ast.Call(ast.Name("Field"))):
                names = [(node.lineno, name)]
            case ast.Assign([ast.Name("name")], ast.Constant(str(name))):
                names = [(node.lineno, name)]
            case ast.ClassDef(name) if name[0] != "_" and {*Path(file.name).with_suffix("").parts} & {*STEPS}:
                names = [(node.lineno, name_of(name))]
            case ast.Subscript(ast.Name("Literal"), values):
                constants = [value for value in ast.walk(values) if isinstance(value, ast.Constant)]
                names = [(value.lineno, value.value) for value in constants if isinstance(value.value, str)]
        yield from ((line, "pgettext", ("name", name.replace("_", " ")), []) for line, name in names)
