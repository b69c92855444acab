"""Checking translations: what a sentence interpolates, its translation has to interpolate too, in forms that its language has."""

from __future__ import annotations

import re
import string
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from tarot_teach.catalogues import FOLDER, read_catalogue
from tarot_teach.errors import Faults, RunError
from tarot_teach.loading.template import NO_FORMS
from tarot_teach.messages import FIGURES, FORMS, RANKS, _, pattern_of, printed_by
from tarot_teach.rules import WITH_FORMS
from tarot_teach.topics.check.catalogue_part import CataloguePart, Entry, parts_of_catalogue, read_part

PATTERNS = ("vowels", "same in the plural", "keeps its capital")
"""The contexts of messages that are regular expressions."""
_PLACEHOLDER = re.compile(r"\{\{\s*(?P<prose>.*?)\s*\}\}|\{(?P<name>\w*)(?:![rs])?(?::(?P<form>[^{}]*))?\}", re.DOTALL)


def check_translation(path: Path) -> None:
    """Compare the placeholders of every translation in a ``.po`` file with those of the original, and look for unknown forms.

    Raises LoadError with every fault.
    """
    part = read_part(path)
    faults = Faults()
    known = {*FORMS, "plural", *(form for each in parts_of_catalogue(part) for form in _own_forms(each.entries))}
    asked_for = {
        _plain(form)
        for each in part.messages
        for _k, _l, words in each.translations
        for _n, form in _placeholders(words)
    }
    known |= set(_forms_of_package(part, asked_for - known))
    for entry in part.messages:
        if entry.is_fuzzy:
            continue
        original, asked = entry.original, _placeholders(entry.original)
        for key, line, words in entry.translations:
            given, place = _placeholders(words), part.place(line)
            names, names_given = {name for name, _form in asked}, {name for name, _form in given}
            if entry.context.endswith((FIGURES, RANKS)) and "each" in names_given:
                names = names_given = {"each"}
            of_one = {name for name, _form in _placeholders(entry.of_one if key == "msgstr[0]" else "")}
            lost, more = names - names_given, names_given - names - of_one
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
            formed = {f"{name}:{form}" for name, form in given if form}
            if NO_FORMS in entry.flags and formed:
                said = _("a script of the page fills this, and knows no forms: {names}")
                hint = _("write the names alone, in a sentence that needs no article")
                faults.fault("translation.form", said, place, hint, names=", ".join(sorted(formed)))
            if asked and _can_be_filled(original) and not _can_be_filled(words):
                said, hint = (
                    _("a brace is open or closed alone"),
                    _("close each brace that is opened, as the original does"),
                )
                faults.fault("translation.placeholder", said, place, hint)
            if entry.context in PATTERNS and not _is_pattern(words):
                said, hint = _("this is no regular expression"), _("write the beginnings in brackets, such as [aeiou]")
                faults.fault("translation.vowels", said, place, hint)
    faults.check()


def _own_forms(entries: Iterable[Entry]) -> set[str]:
    """The forms that a catalogue defines: contexts of the message ``{word}``, without the kind of word behind a comma."""
    own = [entry for entry in entries if not entry.is_fuzzy and entry.original == "{word}" and entry.translations]
    return {entry.context.partition(",")[0] for entry in own if entry.context}


def _forms_of_package(part: CataloguePart, forms: Iterable[str]) -> Iterator[str]:
    """Yield those of some forms that the package's catalogue of the language has, for a catalogue that lies elsewhere."""
    if part.path.resolve().is_relative_to(FOLDER):
        return
    with suppress(RunError), printed_by(read_catalogue(part.language).catalogue):
        for form in forms:
            with suppress(KeyError):
                pattern_of("", form)
                yield form


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
