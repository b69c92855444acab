"""Authors' prose in YAML files: which texts are prose, and their translations.

A text stands in a catalogue under its file and path, ``msgctxt "fft-4: rules.play.overtrump.text"``. A rule that children
inherit stands in one file, and so in the catalogue once. Places in lists are left out of paths, so that a new entry of a list
moves no other: an entry is known by its id, where it has one, and by its text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from tarot_teach.catalogues import user_catalogue
from tarot_teach.errors import KeyPath, LoadError
from tarot_teach.loading.document import Document, home_of
from tarot_teach.messages import ENGLISH, current_catalogue
from tarot_teach.rules import ENGLISH_FORM

_PROSE = frozenset(
    "about because closing en label learns meaning note plural question says short text title why".split()  # noqa: SIM905
)
"""Keys whose texts are prose; so are all texts in tables of ``drops``, ``not_with``, ``before``, ``misses`` and ``seats``."""

_PROSE_OF: Mapping[str | int, tuple[str, ...]] = {
    "statements": ("printed", "right"),
    "games": ("name", "when", "where", "region", "players", "pack"),
    "events": ("where", "what"),
    "orders": ("where",),
}
"""Keys of prose in one part of a file alone."""
_SHARED: Mapping[tuple[str | int, str | int], str] = {
    ("sources", "published"): "published",
    ("sources", "place"): "published",
    ("points", "section"): "section",
}
"""The contexts of words that many entries of one part of a file have in common, by part and key."""


def _is_prose(path: KeyPath) -> bool:
    """True for the path of a text that players read; ids, codes, and titles of sources are none."""
    *above, key = ("", *path)
    if above[-1] == "years":  # of a game, where `about` is a flag
        return False
    if (path[0], key) in _SHARED:
        return True
    if path[0] == "sources" or "tries" in above:
        return key in ("note", "says")
    if path[0] in _PROSE_OF and key in _PROSE_OF[path[0]]:
        return True
    if above[-1] == "lacks":  # of a game, a list of texts
        return path[0] == "games"
    if key == "after":
        return path[0] == "tricks"
    return key in _PROSE or above[-1] in ("drops", "not_with", "before", "misses", "seats")


def _with_prose(data: Any, change: Callable[[KeyPath, str], str], path: KeyPath = ()) -> Any:
    """A copy of data in which each text that players read is changed."""
    if isinstance(data, dict):
        return {key: _with_prose(value, change, (*path, key)) for key, value in data.items()}
    if isinstance(data, list):
        return [_with_prose(value, change, (*path, i)) for i, value in enumerate(data)]
    return change(path, data) if isinstance(data, str) and data.strip() and path and _is_prose(path) else data


def prose_of(document: Document) -> dict[KeyPath, str]:
    """The texts of a file that players read, by their paths."""
    found: dict[KeyPath, str] = {("places", name): name for name in _places(document)}
    _with_prose(document.data, found.setdefault)
    return found


def _places(document: Document) -> Collection[str]:
    """The names of the places of a map; none in other files."""
    places = document.data.get("places") if isinstance(document.data, dict) else None
    return places if isinstance(places, dict) else ()


PLACE = "place"
"""The context of names of lands, and of places that a map knows: they are looked up where they are printed, since the map knows them by their English names."""
_FORM = re.compile(r"(\{\{ *term\.\w+\.\w+) *\}\}")
"""A word in a form; in prose that the catalogue lacks, the form stays that of an English sentence."""


def translated(document: Document) -> Document:
    """A document with its prose in the language in use, by the catalogue beside it where there is one, and by that of the package."""
    catalogue = current_catalogue()
    if catalogue is ENGLISH:
        return document
    of_user = user_catalogue(home_of(Path(document.file)))
    own = of_user.catalogue if of_user else ENGLISH

    def translate(path: KeyPath, text: str) -> str:
        context = context_of(document, path)
        if context == PLACE:
            return text
        found = own.pgettext(context, text)
        found = catalogue.pgettext(context, text) if found == text else found
        return found if found != text else _FORM.sub(rf"\1.{ENGLISH_FORM} }}}}", text)

    return replace(document, data=_with_prose(document.data, translate))


def user_catalogue_faults(files: Iterable[Path]) -> list[LoadError]:
    """The faults of the catalogues, in the language in use, that lie beside files."""
    found = map(user_catalogue, dict.fromkeys(map(home_of, files)))
    return [fault for read in found if read for fault in read.faults]


def context_of(document: Document, path: KeyPath) -> str:
    """The context under which a text stands in a catalogue: its file, and its path without places in lists; that of names of places where the text
    is a land or one of a map, and one shared by many entries where it is such a word."""
    names, data = [], document.data
    for key in path:
        data = data[key]
        if not isinstance(key, int):
            names.append(str(key))
        elif isinstance(data, dict) and isinstance(data.get("id"), str):
            names.append(data["id"])
    if path[0] == "places" or path[-1] == "region" or (path[-1] == "where" and data in _places(document)):
        return PLACE
    if (shared := _SHARED.get((path[0], path[-1]))) is not None:
        return shared
    return f"{Path(document.file).stem}: {'.'.join(names)}"
