"""What Babel extracts for translators, beside the calls in the code: prose in YAML, errors, help and descriptions.

The functions are entry points of the group ``babel.extractors``.
"""

from __future__ import annotations

import ast
import inspect
import tomllib
from collections.abc import Iterator
from typing import Any, BinaryIO

from tarot_teach.language import ENGLISH, language
from tarot_teach.loading.document import kind_of
from tarot_teach.loading.translations import context_of, prose_of
from tarot_teach.loading.yaml_reader import read_yaml

Message = tuple[int, str, Any, list[str]]
"""Line, name of the function that translates, its arguments, comments."""


def extract_yaml(file: BinaryIO, _keywords: object, _comments: object, _options: object) -> Iterator[Message]:
    """The prose of a YAML file for Babel, with file, rule and field as context, and its line."""
    with language(ENGLISH):
        document = read_yaml(file.read().decode("utf-8"), name=file.name)
    for path, text in prose_of(document.data):
        yield document.place(path).line, "pgettext", (context_of(document.file, path), text), []
    if kind_of(document) == "deck":
        for id, suit in document.data["suits"].items():
            yield document.place(("suits", id), key=True).line, "pgettext", ("card", suit.get("name", id)), []
        for letter, rank in document.data.get("names", {}).items():
            yield document.place(("names", letter)).line, "pgettext", ("card", rank), []


def extract_toml(file: BinaryIO, _keywords: object, _comments: object, _options: object) -> Iterator[Message]:
    """Causes and cures of errors for Babel."""
    source = file.read().decode("utf-8")
    for area in tomllib.loads(source).values():
        for name, texts in area.items():
            line = next(i for i, found in enumerate(source.splitlines(), 1) if found.startswith(f"{name} ="))
            yield from ((line, "gettext", text, []) for text in texts)


def extract_help(file: BinaryIO, _keywords: object, _comments: object, _options: object) -> Iterator[Message]:
    """Help of commands and options, and descriptions of parameters, for Babel: docstrings and keywords of a Python file."""
    for node in ast.walk(ast.parse(file.read())):
        match node:
            case ast.keyword("help" | "description" | "short_help", ast.Constant(str(text))):
                yield node.lineno, "gettext", text, []
            case ast.FunctionDef(decorator_list=decorators) if any(
                "command(" in ast.unparse(one) for one in decorators
            ):
                yield node.lineno, "gettext", inspect.cleandoc(ast.get_docstring(node) or ""), []
