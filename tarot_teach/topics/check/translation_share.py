"""The share of a catalogue that is translated, part by part and in all: messages and words."""

from __future__ import annotations

import math
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tarot_teach.catalogues import OWN
from tarot_teach.errors import LoadError
from tarot_teach.messages import _, ngettext, number_text, percent_text
from tarot_teach.topics.check.catalogue_part import CataloguePart, read_part


@dataclass(frozen=True, slots=True)
class Share:
    """The messages and words of one or several parts of a catalogue, those that are translated, and the fuzzy ones."""

    language: str
    part: str
    messages: int
    translated: int
    fuzzy: int
    words: int
    words_translated: int

    def as_data(self) -> dict[str, Any]:
        """The share as JSON-able data."""
        return asdict(self)

    def __str__(self) -> str:
        if self.part == OWN:
            return ngettext(
                "{language}, forms: {number} entry", "{language}, forms: {number} entries", self.messages
            ).format(language=self.language, number=number_text(self.messages))
        line = _(
            "{language}, {part}: {translated} of {messages} messages ({share}), {words_translated} of {words} words"
        )
        done = self.translated / self.messages if self.messages else 1
        said = line.format(
            language=self.language,
            part=self.part or _("in all"),
            translated=number_text(self.translated),
            messages=number_text(self.messages),
            share=percent_text(number_text(math.floor(1000 * done) / 10, 1)),
            words_translated=number_text(self.words_translated),
            words=number_text(self.words),
        )
        return said + (_("; {number} fuzzy").format(number=number_text(self.fuzzy)) if self.fuzzy else "")


def shares_of(paths: Iterable[Path]) -> list[Share]:
    """The shares of ``.po`` files, and behind those of each language their sum, where there are several. Files that cannot be read are left out."""
    shares: list[Share] = []
    for path in paths:
        with suppress(LoadError):
            shares.append(_share(read_part(path)))
    languages = dict.fromkeys(share.language for share in shares)
    of_language = {each: [share for share in shares if share.language == each] for each in languages}
    return [share for group in of_language.values() for share in (*group, *_sum(group))]


def _share(part: CataloguePart) -> Share:
    """The share of a part."""
    messages = part.messages
    texts = [(each, sum(key.startswith("msgstr") for key in each.texts)) for each in messages if not each.is_fuzzy]
    done = [each for each, wanted in texts if len(each.translations) == wanted]
    words, words_done = (sum(len(each.original.split()) for each in some) for some in (messages, done))
    fuzzy = sum(each.is_fuzzy for each in messages)
    return Share(part.language, part.path.stem, len(messages), len(done), fuzzy, words, words_done)


def _sum(shares: list[Share]) -> list[Share]:
    """The sum of the shares of a language; its forms are no translations."""
    counted = [share for share in shares if share.part != OWN]
    if len(counted) < 2:
        return []
    numbers = zip(*((s.messages, s.translated, s.fuzzy, s.words, s.words_translated) for s in counted), strict=True)
    return [Share(counted[0].language, "", *map(sum, numbers))]
