"""Warnings for signs in translations that are not written as the language writes them: spaces beside them, apostrophes, quotation marks.

The rules are the catalogue's: in the part ``forms`` an entry with the context ``sign`` gives a sign as it is typed, and as the
language writes it, with the spaces that belong to it: ``;`` with a thin space before it, or ``'`` as ``’``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tarot_teach.errors import Problem
from tarot_teach.loading.template import SIGN
from tarot_teach.messages import _
from tarot_teach.topics.check.catalogue_part import CataloguePart, Entry, parts_of_catalogue
from tarot_teach.topics.check.translations import PATTERNS

_CODE = re.compile(
    r"`+[^`]*`+|\{\{.*?\}\}|\{[^{}]*\}|<[^<>]*>|&#?\w+;|\w+://\S+|(?m:^  .*$)|:[\w{}-]+:|\S*--\w[\w-]*|\[\w+\]\([^)]*\)",
    re.DOTALL,
)
"""Parts of a text that are no prose: code, placeholders, tags, addresses, options, and lines that are indented."""


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign as it is typed, and as a language writes it."""

    typed: str
    written: str

    @property
    def before(self) -> str:
        """The spaces that belong before the sign."""
        return self.written.partition(self.typed)[0]

    @property
    def after(self) -> str:
        """The spaces that belong behind the sign."""
        return self.written.partition(self.typed)[2]

    def misplaced(self, text: str) -> Iterator[int]:
        """Yield the places of a text at which the sign is written otherwise. One within a word or number, as in 12:30, is no mark."""
        for found in re.finditer(re.escape(self.typed), text):
            before, behind = text[: found.start()], text[found.end() :]
            if self.typed not in self.written:
                if self.typed != "'" or (before[-1:].isalpha() and behind[:1].isalpha()):
                    yield found.start()
            elif self.before and before.strip() and not before.endswith((self.before, self.typed)):
                if not behind[:1].isalnum() and before.rstrip()[-1:] not in _OPENING:
                    yield found.start()
            elif self.after and behind.strip() and not behind.startswith(self.after):
                yield found.start()


_OPENING = "([/!?«“"
"""Signs behind which a mark is part of a group, as in ``?!``, or spoken of, as in “?”."""


def signs_of(part: CataloguePart) -> list[Sign]:
    """The signs that the catalogue of a part gives."""
    entries = [entry for each in parts_of_catalogue(part) for entry in each.messages if entry.context == SIGN]
    return [Sign(entry.original, words) for entry in entries for _key, _line, words in entry.translations]


def sign_warnings(part: CataloguePart) -> Iterator[Problem]:
    """Yield a warning for each translation and sign that is not written as the catalogue gives it."""
    signs = signs_of(part)
    for entry in part.messages:
        if entry.is_fuzzy or entry.context in (SIGN, *PATTERNS):
            continue
        for _key, line, words in entry.translations:
            prose = _prose(words, entry)
            for sign in signs:
                found = next(sign.misplaced(prose), None)
                if found is not None:
                    yield _warning(part, line, words[max(0, found - 15) : found + 15], sign)


def _warning(part: CataloguePart, line: int, excerpt: str, sign: Sign) -> Problem:
    """The warning for a sign in a line, with the words around it."""
    message = _("{sign} is not written as this language writes it: “{excerpt}”")
    hint = _("write {written}, as the entry for {sign} in forms.po gives it").format(
        written=_spelled(sign.written), sign=sign.typed
    )
    return Problem.of("translation.sign", message, part.place(line), hint, sign=sign.typed, excerpt=excerpt)


def _spelled(written: str) -> str:
    """Signs with the names of spaces that cannot be told apart: ``U+202F ;``."""
    return " ".join(f"U+{ord(each):04X}" if each.isspace() else each for each in written)


def _prose(words: str, entry: Entry) -> str:
    """A translation with signs of no meaning in place of what is no prose, and of quotations that the original has too."""
    original = "\n".join(text for key, (_line, text) in entry.texts.items() if key.startswith("msgid"))

    def hidden(found: re.Match[str]) -> str:
        return "\ue000" * len(found[0])

    def quoted(found: re.Match[str]) -> str:
        return hidden(found) if found[0] in original else found[0]

    return _CODE.sub(hidden, re.sub(r"(?<!\w)([\"'])[^\"'\n]*\1", quoted, words))
