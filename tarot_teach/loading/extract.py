"""Extractors of sentences for Babel, besides the calls in the code: prose in YAML, errors, help and descriptions.

The functions are entry points of the group ``babel.extractors``. Each yields tuples of a line, the name of the function that
translates, its arguments, and comments.
"""

from __future__ import annotations

import ast
import inspect
import tomllib
from collections.abc import Iterator, Mapping
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
        for path, context, word in _card_words(document.data):
            yield document.place(path).line, "pgettext", (context, word), []
        for path, context, word in _card_words(document.data.get("changes", {})):
            yield document.place(("changes", *path)).line, "pgettext", (context, word), []


def _card_words(pack: Mapping[str, Any]) -> Iterator[tuple[KeyPath, str, str]]:
    """Names of suits, ranks and cards of a pack, or of what it changes in another, with their paths and contexts."""
    plain = set()
    for id, suit in pack.get("suits", {}).items():
        yield ("suits", id), "card", suit.get("name", id)
        plain |= {suit.get("ranks")} if suit.get("kind") == "plain" else set()
    for name, ranks in pack.get("ranks", {}).items():
        for each in (str(each) for figure in ranks for each in (figure if isinstance(figure, list) else [figure])):
            yield ("ranks", name), "card", each
            if name in plain and each.isdigit():
                yield ("ranks", name), "card, in a plain suit", each
    for letter, rank in pack.get("names", {}).items():
        yield ("names", letter), "card", rank


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


def extract_code(file: BinaryIO, keywords: Any, comment_tags: Any, options: Any) -> Iterator[Any]:
    """The texts in calls of a Python file for Babel, also in calls inside formatted strings, which Babel reads from Python 3.12 on."""
    from babel.messages.extract import extract_python

    source = file.read()
    file.seek(0)
    yield from extract_python(file, keywords, [*comment_tags, "Translators:"], options)
    formatted = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.JoinedStr)]
    for call in (node for each in formatted for node in ast.walk(each) if isinstance(node, ast.Call)):
        match call:
            case ast.Call(ast.Name(function), [*texts]) if function in keywords:
                words = tuple(text.value for text in texts if isinstance(text, ast.Constant))
                yield call.lineno, function, words[0] if len(words) == 1 else words, []


def extract_help(file: BinaryIO, keywords: Any, comment_tags: Any, options: Any) -> Iterator[Any]:
    """All texts of a Python file for Babel: those in calls, help of commands and options, and parameters of mechanisms."""
    source = file.read()
    file.seek(0)
    yield 1, "pgettext", ("name", Path(file.name).stem.replace("_", " ")), []
    yield from extract_code(file, keywords, comment_tags, options)
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
                names += [(line, name.replace("-", " ")) for line, name in names if "-" in name]
        yield from ((line, "pgettext", ("name", name.replace("_", " ")), []) for line, name in names)
