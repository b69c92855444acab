"""Templates of catalogues: every message of the tree, where it stands and what it is. And catalogues brought up to date by them.

``python -m tarot_teach.loading.template``, in the folder of ``pyproject.toml``, writes a template for each part of a catalogue,
``tarot_teach/locale/rules.pot`` and others. With languages, such as ``fr de``, it also brings their catalogues up to date, or begins them.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tarot_teach.loading.extract import (
    FILLED_BY_SCRIPT,
    extract_code,
    extract_help,
    extract_template,
    extract_toml,
    extract_yaml,
)
from tarot_teach.mechanisms.registry import all_mechanisms
from tarot_teach.messages import FORMS, SHORT_NAMES
from tarot_teach.version import __version__

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog, Message

PROJECT = "tarot_teach"
LOCALE = Path(PROJECT, "locale")
HEADER = """# Translations of tarot_teach.
# Copyright (C) the tarot_teach authors
# This file is distributed under the same license as tarot_teach: MIT."""
PARTS = {
    "errors": "tarot_teach/errors.toml",
    "program": "tarot_teach/",
    "examples": "/examples/",
    "rules": "/",
    "library": "",
}
"""The parts of a catalogue, in the order in which they are tried, each with what is in the path of a file of the part; what lies in
no folder of rulesets, such as the glossary and the history, is ``library``."""
OWN = "forms"
"""The part with what a catalogue has by itself, and no template: forms of its own, and words that go by no rule."""
SIGN = "sign"
"""The context of signs in the part ``forms``: each as it is typed, and as the language writes it, with the spaces that belong to it."""
FLAG = "no-python-brace-format"
"""The flag of messages with places to be filled. A translation may ask for forms that English does not have, which gettext's own
check would refuse; ``tarot-teach check`` looks at them."""

NO_FORMS = "no-forms"
"""The flag of messages that a script of a page fills: ``tarot-teach check`` refuses a form in their translations."""
KEYWORDS: dict[str, Any] = {"NN_": (1, 2), "NP_": ((1, "c"), 2), "J_": None, "NJ_": None}
"""Functions of this project that mark messages, beside those of gettext, with the places of the texts."""
_WITH_NAMES = ("cli", "mechanisms", "questions", "history")
"""Folders of modules with help and with names that are looked up."""


def methods(root: Path) -> Iterator[tuple[Path, Callable[..., Iterator[Any]]]]:
    """The files of a checkout that hold messages, each with the function that extracts them."""
    for path in sorted((root / PROJECT).rglob("*.py")):
        yield path, extract_help if {*_WITH_NAMES} & {*path.relative_to(root).parts} else extract_code
    for path in sorted((root / PROJECT).rglob("*.j2")):
        yield path, extract_template
    yield root / PROJECT / "errors.toml", extract_toml
    for path in sorted((root / "rulesets").rglob("*.yaml")):
        yield path, extract_yaml


def short_names() -> Iterator[tuple[Path, int, str, str, str]]:
    """Yield the names of parameters that mean something else in each kind of rule: file and line of the kind, its name, and name and meaning of the parameter."""
    for kind in all_mechanisms():
        if kind.__module__.startswith(f"{PROJECT}."):
            for name in sorted(SHORT_NAMES & kind.Params.model_fields.keys()):
                place = Path(inspect.getfile(kind)), inspect.getsourcelines(kind)[1]
                yield *place, kind.name, name, kind.Params.model_fields[name].description or ""


def template(root: Path) -> Catalog:
    """The template of a checkout."""
    from babel.messages.catalog import Catalog
    from babel.messages.extract import DEFAULT_KEYWORDS, extract

    catalogue = Catalog(project=PROJECT, version=__version__, header_comment=HEADER)
    catalogue.msgid_bugs_address = ""
    for path, method in methods(root):
        with path.open("rb") as file:
            for line, message, comments, context in extract(method, file, keywords=KEYWORDS | DEFAULT_KEYWORDS):
                if message:
                    place = path.relative_to(root).as_posix(), line
                    catalogue.add(message, None, [place], auto_comments=dict.fromkeys(comments), context=context)
    for path, line, kind, name, meaning in short_names():
        place, context = (path.relative_to(Path(__file__).parents[2]).as_posix(), line), f"name, {kind}"
        catalogue.add(name, None, [place], auto_comments=[f"A parameter, before its value. {meaning}"], context=context)
    return catalogue


def update(catalogue: Catalog, made: Catalog) -> None:
    """Bring a catalogue up to date by a template.

    A text that has moved in its file keeps its translation. One that stands in another context, or was changed in the
    same, has it marked as fuzzy, and is English until somebody has read it. Forms of its own stay, but for those without a text.
    """
    own = [
        message
        for message in catalogue
        if _is_own(message, catalogue) and any(_strings(message)) and made.get(message.id, message.context) is None
    ]
    catalogue.update(made, no_fuzzy_matching=True)
    for message in own:
        _take_from_obsolete(catalogue, message)
        message.locations = []
        catalogue[message.id] = message
    left = [message for message in catalogue.obsolete.values() if any(_strings(message))]
    by_text = {message.id: message for message in left}
    by_context = {message.context or "": message for message in left if _file(message)}
    for message in catalogue:
        if not message.id or any(_strings(message)):
            continue
        before = by_text.get(message.id) or by_context.get(message.context or "")
        if before is None or isinstance(before.id, str) != isinstance(message.id, str):
            continue
        message.string = before.string
        moved = before.id == message.id and _file(before) == _file(message) != ""
        if not moved:
            message.flags.add("fuzzy")
        _take_from_obsolete(catalogue, before)


def _is_own(message: Message, catalogue: Catalog) -> bool:
    """True for a form that a catalogue defines, a word in a form, or a sign."""
    form = (message.context or "").partition(",")[0]
    return form in (*FORMS, "plural", SIGN) or (form != "" and catalogue.get("{word}", form) is not None)


def _take_from_obsolete(catalogue: Catalog, message: Message) -> None:
    """Take a message out of those that a catalogue keeps without using them."""
    same = [
        key for key, other in catalogue.obsolete.items() if (other.id, other.context) == (message.id, message.context)
    ]
    for key in same:
        del catalogue.obsolete[key]


def _strings(message: Message) -> Iterable[str]:
    """The texts of a translation: one, or one for each number."""
    return [message.string] if isinstance(message.string, str) else message.string or ()


def _file(message: Message) -> str:
    """The file of a text of prose, by its context; empty for other messages."""
    file, colon, _path = (message.context or "").partition(":")
    return file if colon else ""


def parts_of(catalogue: Catalog) -> dict[str, Catalog]:
    """A catalogue as its parts, by their names; a message that stands in several belongs to that of its first place."""
    parts = {name: _like(catalogue) for name in (*PARTS, OWN)}
    for message in catalogue:
        if message.id:
            path = message.locations[0][0].removeprefix("rulesets/") if message.locations else ""
            name = next(name for name, within in PARTS.items() if within in path) if path else OWN
            parts[name][message.id] = message
    for key, message in catalogue.obsolete.items():
        parts["library"].obsolete[key] = message
    return parts


def _like(catalogue: Catalog) -> Catalog:
    """An empty catalogue with the header of another."""
    from babel.messages.catalog import Catalog

    made = Catalog(catalogue.locale, header_comment=catalogue.header_comment, fuzzy=catalogue.fuzzy)
    made.mime_headers = [*catalogue.mime_headers]
    made.project, made.version, made.msgid_bugs_address = PROJECT, __version__, ""
    return made


def write(catalogue: Catalog, path: Path) -> None:
    """Write a part of a catalogue or of a template, with the flags of this project."""
    from babel.messages.pofile import write_po

    for message in catalogue:
        message.flags = {*message.flags} - {NO_FORMS}
        if any("{" in text for text in ([message.id] if isinstance(message.id, str) else message.id)):
            message.flags = {*message.flags, FLAG} - {"python-brace-format"}
        if FILLED_BY_SCRIPT in message.auto_comments:
            message.flags = {*message.flags, NO_FORMS}
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalogue)


def main(languages: list[str], root: Path) -> None:
    """Write the templates, and bring catalogues of languages up to date, or begin them."""
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import read_po

    made = template(root)
    for part, messages in parts_of(made).items():
        if part != OWN:
            write(messages, root / LOCALE / f"{part}.pot")
    for name in languages:
        folder = root / LOCALE / name / "LC_MESSAGES"
        whole = Catalog(name, header_comment=HEADER, fuzzy=False)
        files = sorted(folder.glob("*.po"))
        for path in files:
            with path.open("rb") as file:
                read = read_po(file, locale=name)
            for message in [*read, *read.obsolete.values()]:
                if message.id:
                    whole[message.id] = message
            whole.mime_headers = read.mime_headers
        update(whole, made)
        for part, messages in parts_of(whole).items():
            write(messages, folder / f"{part}.po")
        for path in files:
            if path.stem not in (*PARTS, OWN):
                path.unlink()


if __name__ == "__main__":
    main(sys.argv[1:], Path())
