"""Checking translations: what a sentence interpolates, its translation has to interpolate too."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tarot_teach.errors import Faults, LoadError, Place
from tarot_teach.language import _
from tarot_teach.text import FORMS

_LINE = re.compile(r'(msgctxt|msgid|msgid_plural|msgstr(?:\[\d+\])?)?\s*(".*")\s*$')
_PLACEHOLDER = re.compile(r"\{\{\s*(?P<prose>.*?)\s*\}\}|\{(?P<name>\w*)(?:![rs])?(?::(?P<form>[^{}]*))?\}", re.DOTALL)


@dataclass(slots=True)
class Entry:
    """An entry of a ``.po`` file: its texts by keyword, each with the line on which it begins."""

    texts: dict[str, str] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    fuzzy: bool = False


def check_translation(path: Path) -> None:
    """Compare the placeholders of every translation in a ``.po`` file with those of the original.

    Raises LoadError with every fault.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        message = _("cannot be read: {error}").format(error=error)
        raise LoadError.of("translation.unreadable", message, Place(str(path)), _("check the path")) from None
    faults = Faults()
    for entry in read_entries(text, str(path)):
        original = entry.texts.get("msgid_plural", entry.texts.get("msgid", ""))
        translations = {key: words for key, words in entry.texts.items() if key.startswith("msgstr") and words}
        for key, words in translations.items() if original and not entry.fuzzy else ():
            lost = set(_placeholders(original)) - set(_placeholders(words))
            more = set(_placeholders(words)) - set(_placeholders(original))
            forms = _placeholders(original)
            unknown = [
                f"{name}:{form}"
                for name, form in _placeholders(words).items()
                if form and form not in {*FORMS, "plural", forms.get(name)}
            ]
            place = Place(str(path), entry.lines[key], 1, text.split("\n")[entry.lines[key] - 1])
            if lost and key != "msgstr[0]":  # the sentence for one thing may say “one” without a figure
                said = _("the translation does not interpolate {names}").format(names=", ".join(sorted(lost)))
                faults.fault("translation.placeholder", said, place, _("put it in, as the original has it"))
            if more or unknown:
                said = _("the translation interpolates {names}, which the original does not have").format(
                    names=", ".join(sorted([*more, *unknown]))
                )
                faults.fault("translation.placeholder", said, place, _("leave it out, or correct its name"))
    faults.check()


def _placeholders(text: str) -> dict[str, str]:
    """Placeholders of a text, with the form or format that is asked for: ``params.packet``, ``talon`` in the form ``the``."""
    return {match["prose"] or match["name"] or "": match["form"] or "" for match in _PLACEHOLDER.finditer(text)}


def read_entries(text: str, file: str) -> Iterator[Entry]:
    """The entries of a ``.po`` file. Raises LoadError for a line that cannot be read."""
    entry, keyword = Entry(), ""
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("#~"):
            continue
        if line.startswith("#") or not line.strip():
            if entry.texts:
                yield entry
                entry = Entry()
            entry.fuzzy |= line.startswith("#,") and "fuzzy" in line
            continue
        found = _LINE.match(line)
        if found is None or not (found[1] or keyword):
            place = Place(file, number, 1, line)
            hint = _("write msgctxt, msgid or msgstr, and a text in quotes")
            raise LoadError.of("translation.syntax", _("this is no line of a catalogue"), place, hint)
        if found[1]:
            if found[1] in entry.texts:
                yield entry
                entry = Entry()
            keyword = found[1]
            entry.lines[keyword] = number
            entry.texts[keyword] = ""
        entry.texts[keyword] += ast.literal_eval(found[2])
    if entry.texts:
        yield entry
