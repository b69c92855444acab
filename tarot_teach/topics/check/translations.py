"""Checking translations: what a sentence interpolates, its translation has to interpolate too, in forms that its language has."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from tarot_teach.errors import Faults, LoadError, Place
from tarot_teach.messages import FIGURES, FORMS, RANKS, _
from tarot_teach.rules import WITH_FORMS

_LINE = re.compile(r'(msgctxt|msgid|msgid_plural|msgstr(?:\[\d+\])?)?\s*(".*")\s*$')
_PLACEHOLDER = re.compile(r"\{\{\s*(?P<prose>.*?)\s*\}\}|\{(?P<name>\w*)(?:![rs])?(?::(?P<form>[^{}]*))?\}", re.DOTALL)


def check_translation(path: Path) -> None:
    """Compare the placeholders of every translation in a ``.po`` file with those of the original, and look for unknown forms.

    Raises LoadError with every fault.
    """
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        message, hint = _("cannot be read: {error}").format(error=error), _("check the path")
        raise LoadError.of("translation.unreadable", message, Place(str(path)), hint) from None
    faults = Faults()
    entries = [*_entries(lines, str(path))]
    known = {*FORMS, "plural", *_own_forms(entries), *_forms_of_other_parts(path)}
    for entry in entries:
        _line, original = entry.get("msgid_plural") or entry.get("msgid") or (0, "")
        asked, context = _placeholders(original), entry.get("msgctxt", (0, ""))[1]
        for key, (line, words) in entry.items():
            if not (original and words and key.startswith("msgstr")):
                continue
            given, place = _placeholders(words), Place(str(path), line, 1, lines[line - 1])
            names, names_given = {name for name, _form in asked}, {name for name, _form in given}
            if context.endswith((FIGURES, RANKS)) and "each" in names_given:
                names = names_given = {"each"}
            lost, more = names - names_given, names_given - names
            unfit = {f"{name}:{form}" for name, form in given if name in names and not _fits(name, form, asked, known)}
            if lost and key != "msgstr[0]":  # the sentence for one thing may say “one” without a figure
                said, hint = _("the translation does not interpolate {names}"), _("put it in, as the original has it")
                faults.fault("translation.placeholder", said, place, hint, names=", ".join(sorted(lost)))
            if more:
                said = _("the translation interpolates {names}, which the original does not have")
                hint = _("leave it out, or correct its name")
                faults.fault("translation.placeholder", said, place, hint, names=", ".join(sorted(more)))
            if unfit:
                said = _("the catalogue has no form for {names}")
                hint = _("take one of {forms}, or add the form: a context of its name with the message {word}")
                faults.fault(
                    "translation.form",
                    said,
                    place,
                    hint.format(forms=", ".join(sorted(known)), word="{word}"),
                    names=", ".join(sorted(unfit)),
                )
            if asked and _can_be_filled(original) and not _can_be_filled(words):
                said, hint = (
                    _("a brace is open or closed alone"),
                    _("close each brace that is opened, as the original does"),
                )
                faults.fault("translation.placeholder", said, place, hint)
            if context == "vowels" and not _is_pattern(words):
                said, hint = _("this is no regular expression"), _("write the beginnings in brackets, such as [aeiou]")
                faults.fault("translation.vowels", said, place, hint)
    faults.check()


def _own_forms(entries: Iterable[Mapping[str, tuple[int, str]]]) -> set[str]:
    """The forms that a catalogue defines: contexts of the message ``{word}``, without the kind of word behind a comma."""
    own = [entry for entry in entries if entry.get("msgid", (0, ""))[1] == "{word}" and entry.get("msgstr", (0, ""))[1]]
    return {entry["msgctxt"][1].partition(",")[0] for entry in own if "msgctxt" in entry}


def _forms_of_other_parts(path: Path) -> set[str]:
    """The forms that the other parts of a catalogue define, which lie in the same folder; a part that cannot be read has none."""
    found: set[str] = set()
    for part in path.parent.glob("*.po"):
        with suppress(OSError, UnicodeDecodeError, LoadError):
            found |= _own_forms([*_entries(part.read_text(encoding="utf-8").split("\n"), str(part))])
    return found


def _fits(name: str, form: str, asked: Collection[tuple[str, str]], known: Collection[str]) -> bool:
    """True for a form that a placeholder of a translation may have: none, a known one, or the format that the original has."""
    formats = {asked_form for asked_name, asked_form in asked if asked_name == name} - {""}
    if formats and not any(_plain(each) in known for each in formats):  # a format of numbers, such as `,`
        return form in ("", *formats)
    return not form or _plain(form) in known


def _plain(form: str) -> str:
    """The name of a form, which may be asked for with a capital."""
    return form[:1].lower() + form[1:]


def _can_be_filled(text: str) -> bool:
    """True for a text whose braces are in pairs; those of prose are."""
    try:
        return bool([*string.Formatter().parse(text)])
    except ValueError:
        return False


def _is_pattern(text: str) -> bool:
    """True for a regular expression."""
    try:
        re.compile(text)
    except re.error:
        return False
    return True


def _placeholders(text: str) -> list[tuple[str, str]]:
    """Placeholders of a text, with the form or format that is asked for: ``params.packet``, ``talon`` in the form ``the``."""
    found = []
    for match in _PLACEHOLDER.finditer(text):
        prose = (match["prose"] or "").split(".")
        if len(prose) == 3 and prose[0] in WITH_FORMS:
            found.append((".".join(prose[:2]), prose[2]))
        else:
            found.append((match["prose"] or match["name"] or "", match["form"] or ""))
    return found


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
