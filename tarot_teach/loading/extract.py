"""Extractors of sentences for Babel: calls in the code and in templates, prose in YAML, errors, help and descriptions.

Each yields tuples of a line, the name of the function that translates, its arguments, and comments for translators. A message
of one word has a comment on where it stands, since a word alone may mean several things.
"""

from __future__ import annotations

import ast
import inspect
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from tarot_teach.errors import KeyPath
from tarot_teach.loading.document import kind_of
from tarot_teach.loading.translations import context_of, prose_of
from tarot_teach.loading.yaml_reader import read_yaml
from tarot_teach.mechanisms.base import name_of, plain_docstring
from tarot_teach.messages import ENGLISH, printed_by
from tarot_teach.rules import STEPS

SCRIPTS = ("J_", "NJ_")
"""Functions that mark a sentence which a script of a page fills."""
FILLED_BY_SCRIPT = "A script of the page fills this: {word} stands as it is, and takes no form."
KIND_OF_RULE = "A kind of rule, in the list of all:"
"""The comment on what a kind of rule does, before its name."""
SKELETON_SIGNS = {
    "variable_start_string": "<<",
    "variable_end_string": ">>",
    "block_start_string": "<%",
    "block_end_string": "%>",
}
"""The signs of templates of files to begin with, in which those of prose stand as they are."""
_NAME = "A parameter, a value, a contract, a level or a kind of rule, as it stands in a sentence."
_CARD = "A suit, a rank or a card of a pack."


def extract_yaml(file: BinaryIO, keywords: Any, comment_tags: Any, options: Any) -> Iterator[Any]:
    """The prose of a YAML file for Babel, with file, rule and field as context, and its line."""
    with printed_by(ENGLISH):
        document = read_yaml(file.read().decode("utf-8"), name=file.name)
    for path, text in prose_of(document).items():
        yield document.place(path).line, "pgettext", (context_of(document, path), text), []
    for path, word in _words(document.data):
        yield document.place(path).line, "pgettext", ("name", word.replace("_", " ")), [_NAME]
    if kind_of(document) == "option":
        yield document.place(("id",)).line, "pgettext", ("name", document.data["id"].replace("-", " ")), [_NAME]
    if kind_of(document) == "deck":
        for path, context, word in _card_words(document.data):
            yield document.place(path).line, "pgettext", (context, word), [_CARD]
        for path, context, word in _card_words(document.data.get("changes", {})):
            yield document.place(("changes", *path)).line, "pgettext", (context, word), [_CARD]


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
        named = "params" in path or path == ("contracts",)
        if named and isinstance(key, str) and key[0].isalpha():
            yield at, key
        shown = "names" in path or (isinstance(value, str) and value[:1].islower())
        if isinstance(value, str) and shown and ("params" in path or key == "evidence"):
            yield at, value
        yield from _words(value, at)


def extract_toml(file: BinaryIO, keywords: Any, comment_tags: Any, options: Any) -> Iterator[Any]:
    """Causes and cures of errors for Babel."""
    source = file.read().decode("utf-8")
    lines = source.splitlines()
    for area, errors in tomllib.loads(source).items():
        head = lines.index(f"[{area}]")
        for name, texts in errors.items():
            line = next(i for i, found in enumerate(lines, 1) if i > head and found.startswith(f"{name} ="))
            for text, part in zip(texts, ("cause", "cure"), strict=True):
                yield line, "gettext", text, [f"The {part} of the error {area}.{name}."]


def extract_code(file: BinaryIO, keywords: Any, comment_tags: Any, options: Any) -> Iterator[Any]:
    """The texts in calls of a Python file for Babel, also in calls inside formatted strings, which Babel reads from Python 3.12 on."""
    from babel.messages.extract import extract_python

    source = file.read()
    file.seek(0)
    tree = ast.parse(source)
    for line, function, words, comments in extract_python(file, keywords, [*comment_tags, "Translators:"], options):
        notes = comments or ([_subject(tree, line)] if _one_word(words) else [])
        yield line, function, words, [*notes, FILLED_BY_SCRIPT] if function in SCRIPTS else notes
    for node in tree.body:
        match node:
            case ast.Assign([ast.Name("STEPS")], ast.Tuple(steps)):
                for step in (each.value for each in steps if isinstance(each, ast.Constant)):
                    yield node.lineno, "pgettext", ("name", step), [_NAME]
    formatted = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    for call in (node for each in formatted for node in ast.walk(each) if isinstance(node, ast.Call)):
        match call:
            case ast.Call(ast.Name(function), [*texts]) if function in keywords:
                given = tuple(text.value for text in texts if isinstance(text, ast.Constant))
                said = given[0] if len(given) == 1 else given
                yield call.lineno, function, said, [_subject(tree, call.lineno)] if _one_word(said) else []


def extract_template(file: BinaryIO, keywords: Any, comment_tags: Any, options: Any) -> Iterator[Any]:
    """The texts of a template of pages for Babel; the comment on a word names the block that it belongs to."""
    from jinja2.ext import babel_extract

    lines = file.read().decode("utf-8").splitlines()
    file.seek(0)
    for line, function, words, comments in babel_extract(file, keywords, comment_tags, options):
        macros = (found[1] for each in reversed(lines[:line]) if (found := re.search(r"{%-? macro (\w+)", each)))
        subject = next(macros, Path(file.name).name.partition(".")[0]).replace("_", " ")
        said = comments or ([f"On a page: {subject}."] if _one_word(words) else [])
        yield line, function, words, [*said, FILLED_BY_SCRIPT] if function in SCRIPTS else said


def extract_skeleton(file: BinaryIO, keywords: Any, comment_tags: Any, options: Any) -> Iterator[Any]:
    """The texts of a template of files to begin with, whose signs are not those of pages, since such a file has these in its prose."""
    return extract_template(file, keywords, comment_tags, {**options, **SKELETON_SIGNS})


def _one_word(words: Any) -> bool:
    """True for a message of one word, or a context with one."""
    message = words[-1] if isinstance(words, tuple) and len(words) == 2 else words
    return isinstance(message, str) and len(message.split()) == 1


def _subject(tree: ast.Module, line: int) -> str:
    """The first paragraph of the docstring of the function, class or constant in which a line stands, or else of the module."""
    found = ast.get_docstring(tree) or ""
    for node in ast.walk(tree):  # breadth first, so that the innermost comes last
        body = getattr(node, "body", [])
        for stated, after in zip(body, [*body[1:], None], strict=False) if isinstance(body, list) else ():
            if not stated.lineno <= line <= (stated.end_lineno or line):
                continue
            match stated, after:
                case ((ast.FunctionDef() | ast.ClassDef()), _after):
                    found = ast.get_docstring(stated) or found
                case ((ast.Assign() | ast.AnnAssign()), ast.Expr(ast.Constant(str(text)))):
                    found = text
    return " ".join(found.split("\n\n")[0].split())


def extract_help(file: BinaryIO, keywords: Any, comment_tags: Any, options: Any) -> Iterator[Any]:
    """All texts of a Python file for Babel: those in calls, help of commands and options, and parameters of mechanisms."""
    source = file.read()
    file.seek(0)
    yield 1, "pgettext", ("name", Path(file.name).stem.replace("_", " ")), [_NAME]
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
        yield from ((line, "pgettext", ("name", name.replace("_", " ")), [_NAME]) for line, name in names)


def extract_own_code(file: BinaryIO, keywords: Any, comment_tags: Any, options: Any) -> Iterator[Any]:
    """All texts of a user's file of mechanisms for Babel, which is not run: those that :func:`extract_help` finds, and what its kinds of rules do."""
    yield from extract_help(file, keywords, comment_tags, options)
    file.seek(0)
    for node in ast.parse(file.read()).body:
        if isinstance(node, ast.ClassDef) and node.name[0] != "_" and (docstring := ast.get_docstring(node)):
            yield node.lineno, "gettext", plain_docstring(docstring), [f"{KIND_OF_RULE} {name_of(node.name)}."]
