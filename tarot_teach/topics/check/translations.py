"""Checking translations: what a sentence interpolates, its translation has to interpolate too."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from tarot_teach.errors import Faults, LoadError, Place
from tarot_teach.language import _
from tarot_teach.text import FORMS

_LINE = re.compile(r'(msgctxt|msgid|msgid_plural|msgstr(?:\[\d+\])?)?\s*(".*")\s*$')
_PLACEHOLDER = re.compile(r"\{\{\s*(?P<prose>.*?)\s*\}\}|\{(?P<name>\w*)(?:![rs])?(?::(?P<form>[^{}]*))?\}", re.DOTALL)


def check_translation(path: Path) -> None:
    """Compare the placeholders of every translation in a ``.po`` file with those of the original.

    Raises LoadError with every fault.
    """
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        message, hint = _("cannot be read: {error}").format(error=error), _("check the path")
        raise LoadError.of("translation.unreadable", message, Place(str(path)), hint) from None
    faults = Faults()
    for entry in _entries(lines, str(path)):
        _line, original = entry.get("msgid_plural") or entry.get("msgid") or (0, "")
        asked = _placeholders(original)
        for key, (line, words) in entry.items():
            if not (original and words and key.startswith("msgstr")):
                continue
            given, place = _placeholders(words), Place(str(path), line, 1, lines[line - 1])
            lost, more = asked.keys() - given.keys(), given.keys() - asked.keys()
            known = {"", *FORMS, "plural"}
            more |= {f"{name}:{form}" for name, form in given.items() if form not in {*known, asked.get(name)}}
            if lost and key != "msgstr[0]":  # the sentence for one thing may say “one” without a figure
                said, hint = _("the translation does not interpolate {names}"), _("put it in, as the original has it")
                faults.fault("translation.placeholder", said, place, hint, names=", ".join(sorted(lost)))
            if more:
                said = _("the translation interpolates {names}, which the original does not have")
                hint = _("leave it out, or correct its name")
                faults.fault("translation.placeholder", said, place, hint, names=", ".join(sorted(more)))
    faults.check()


def _placeholders(text: str) -> dict[str, str]:
    """Placeholders of a text, with the form or format that is asked for: ``params.packet``, ``talon`` in the form ``the``."""
    return {match["prose"] or match["name"] or "": match["form"] or "" for match in _PLACEHOLDER.finditer(text)}


def _entries(lines: Sequence[str], file: str) -> Iterator[dict[str, tuple[int, str]]]:
    """The entries of a ``.po`` file that are not fuzzy: each text by its keyword, with its first line.

    Raises LoadError for a line that cannot be read.
    """
    entry: dict[str, tuple[int, str]] = {}
    keyword, fuzzy = "", False
    for number, line in enumerate([*lines, ""], 1):
        if line.startswith("#~"):
            continue
        between, found = line.startswith("#") or not line.strip(), _LINE.match(line)
        if not between and (found is None or not (found[1] or keyword)):
            place, hint = Place(file, number, 1, line), _("write msgctxt, msgid or msgstr, and a text in quotes")
            raise LoadError.of("translation.syntax", _("this is no line of a catalogue"), place, hint)
        if entry and (between or (found and found[1] in entry)):
            if not fuzzy:
                yield entry
            entry, keyword, fuzzy = {}, "", False
        if between:
            fuzzy |= line.startswith("#,") and "fuzzy" in line
        elif found:
            keyword = found[1] or keyword
            first, words = entry.get(keyword, (number, ""))
            entry[keyword] = first, words + ast.literal_eval(found[2])
