"""A ``.po`` file as it is read to be checked: its messages, each text with its line."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from tarot_teach.catalogues import reason_unread
from tarot_teach.errors import LoadError, Place
from tarot_teach.messages import _

_LINE = re.compile(r'(msgctxt|msgid|msgid_plural|msgstr(?:\[\d+\])?)?\s*(".*")\s*$')
_NO_TEXT = (0, "")


@dataclass(frozen=True, slots=True)
class Entry:
    """A message of a catalogue: its texts by their keywords, each with its first line, and its flags."""

    texts: Mapping[str, tuple[int, str]]
    flags: frozenset[str] = frozenset()

    @property
    def context(self) -> str:
        """The context of the message, or empty."""
        return self.texts.get("msgctxt", _NO_TEXT)[1]

    @property
    def original(self) -> str:
        """The English text, that of the plural where there are two; empty for the header of a catalogue."""
        return (self.texts.get("msgid_plural") or self.texts.get("msgid") or _NO_TEXT)[1]

    @property
    def of_one(self) -> str:
        """The English text for one thing; empty where there is one text for all numbers."""
        return self.texts.get("msgid", _NO_TEXT)[1] if "msgid_plural" in self.texts else ""

    @property
    def is_fuzzy(self) -> bool:
        """True for a translation that somebody has to read again, and that is not printed till then."""
        return "fuzzy" in self.flags

    @property
    def translations(self) -> list[tuple[str, int, str]]:
        """The keyword, the line and the text of each translation that is there."""
        found = [(key, *text) for key, text in self.texts.items() if key.startswith("msgstr")]
        return [(key, line, words) for key, line, words in found if words]


@dataclass(frozen=True, slots=True)
class CataloguePart:
    """A ``.po`` file: its path, its lines and its entries."""

    path: Path
    lines: Sequence[str]
    entries: Sequence[Entry]

    @property
    def messages(self) -> list[Entry]:
        """The entries without the header."""
        return [entry for entry in self.entries if entry.original]

    @property
    def language(self) -> str:
        """The language that the header names, or else the folder of the file: ``fr/LC_MESSAGES/rules.po``."""
        header = next((words for each in self.entries if not each.original for _k, _l, words in each.translations), "")
        named = re.search(r"^Language:\s*(\w+)", header, re.MULTILINE)
        return named[1] if named else self.path.absolute().parent.parent.name

    def place(self, line: int, column: int = 1) -> Place:
        """The place of a line."""
        return Place(str(self.path), line, column, self.lines[line - 1])


def read_part(path: Path) -> CataloguePart:
    """Read a ``.po`` file. Raises LoadError where it cannot be opened, or has a line that is none of a catalogue."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        (reason, place), hint = reason_unread(path, error), _("check the path")
        if place.line:
            hint = _("save the file as UTF-8")
        raise LoadError.of("translation.unreadable", _("cannot be read: {error}"), place, hint, error=reason) from None
    return _parsed(path, text)


@lru_cache(maxsize=32)
def _parsed(path: Path, text: str) -> CataloguePart:
    """The part with a text, which is read once however many of its checks ask for it."""
    lines = text.split("\n")
    return CataloguePart(path, lines, [*_entries(lines, str(path))])


def parts_of_catalogue(part: CataloguePart) -> list[CataloguePart]:
    """All parts of the catalogue to which a part belongs, in the same folder; one that cannot be read is left out."""
    found = [part]
    for path in sorted(part.path.parent.glob("*.po")):
        with suppress(LoadError):
            found += [read_part(path)] if path != part.path else []
    return found


def _entries(lines: Sequence[str], file: str) -> Iterator[Entry]:
    """The entries of a ``.po`` file. Raises LoadError for a line that cannot be read."""
    texts: dict[str, tuple[int, str]] = {}
    keyword, flags = "", set[str]()
    for number, line in enumerate([*lines, ""], 1):
        if line.startswith("#~"):
            continue
        between, found = line.startswith("#") or not line.strip(), _LINE.match(line)
        text = _in_quotes(found[2]) if found else None
        if not between and (found is None or text is None or not (found[1] or keyword)):
            place, hint = Place(file, number, 1, line), _("write msgctxt, msgid or msgstr, and a text in quotes")
            raise LoadError.of("translation.syntax", _("this is no line of a catalogue"), place, hint)
        if texts and (between or (found and found[1] in texts)):
            yield Entry(texts, frozenset(flags))
            texts, keyword, flags = {}, "", set()
        if between:
            flags |= set(re.split(r"[,\s]+", line[2:])) - {""} if line.startswith("#,") else set()
        elif found:
            keyword = found[1] or keyword
            first, words = texts.get(keyword, (number, ""))
            texts[keyword] = first, words + (text or "")


def _in_quotes(quoted: str) -> str | None:
    """The text between quotes; None where a quote or a backslash in it stands alone."""
    try:
        return str(ast.literal_eval(quoted))
    except (SyntaxError, ValueError):
        return None
