"""Authors' prose in YAML files: which texts are prose, and their translations.

A text stands in a catalogue under its file and path, ``msgctxt "fft-4: rules.play.overtrump.text"``. A rule that children
inherit stands in one file, and so in the catalogue once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from tarot_teach.errors import KeyPath
from tarot_teach.language import ENGLISH, current_catalogue
from tarot_teach.loading.document import Document

_PROSE = frozenset(
    "about because closing en label meaning note plural question says short text title why".split()  # noqa: SIM905
)
"""Keys whose texts are prose."""
_PROSE_BELOW = frozenset({"drops", "not_with", "before"})
"""Keys of tables whose texts are prose."""


def is_prose(path: KeyPath) -> bool:
    """True for the path of a text that players read; ids, codes, and titles of sources are none."""
    *above, key = ("", *path)
    if path[0] == "sources" or "tries" in above:
        return key in ("note", "says")
    if key == "after":
        return path[0] == "tricks"
    return key in _PROSE or above[-1] in _PROSE_BELOW


def prose_of(data: Any, path: KeyPath = ()) -> Iterator[tuple[KeyPath, str]]:
    """The texts of a file that players read, with their paths."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from prose_of(value, (*path, key))
    elif isinstance(data, list):
        for i, value in enumerate(data):
            yield from prose_of(value, (*path, i))
    elif isinstance(data, str) and data.strip() and path and is_prose(path):
        yield path, data


def translated(document: Document) -> Document:
    """A document with its prose in the language in use."""
    catalogue = current_catalogue()
    if catalogue is ENGLISH:
        return document
    words = {path: catalogue.pgettext(context_of(document.file, path), text) for path, text in prose_of(document.data)}

    def copied(data: Any, path: KeyPath) -> Any:
        if isinstance(data, dict):
            return {key: copied(value, (*path, key)) for key, value in data.items()}
        if isinstance(data, list):
            return [copied(value, (*path, i)) for i, value in enumerate(data)]
        return words.get(path, data)

    return replace(document, data=copied(document.data, ()))


def context_of(file: str, path: KeyPath) -> str:
    """Under which file and path a text stands in a catalogue."""
    return f"{Path(file).stem}: {'.'.join(map(str, path))}"
