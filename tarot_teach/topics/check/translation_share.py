"""The share of a catalogue that is translated, part by part and in all: messages and words."""

from __future__ import annotations

import math
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from tarot_teach.catalogues import OWN, Share, share_of_all
from tarot_teach.errors import LoadError
from tarot_teach.messages import _, ngettext, number_text, percent_text
from tarot_teach.topics.check.catalogue_part import CataloguePart, read_part


def in_words(share: Share) -> str:
    """A share as a line."""
    if share.part == OWN:
        return ngettext(
            "{language}, forms: {number} entry", "{language}, forms: {number} entries", share.messages
        ).format(language=share.language, number=number_text(share.messages))
    line = _("{language}, {part}: {translated} of {messages} messages ({share}), {words_translated} of {words} words")
    done = share.translated / share.messages if share.messages else 1
    said = line.format(
        language=share.language,
        part=share.part or _("in all"),
        translated=number_text(share.translated),
        messages=number_text(share.messages),
        share=percent_text(number_text(math.floor(1000 * done) / 10, 1)),
        words_translated=number_text(share.words_translated),
        words=number_text(share.words),
    )
    return said + (_("; {number} fuzzy").format(number=number_text(share.fuzzy)) if share.fuzzy else "")


def shares_of(paths: Iterable[Path]) -> list[Share]:
    """The shares of ``.po`` files, and behind those of each language their sum, where there are several. Files that cannot be read are left out."""
    shares: list[Share] = []
    for path in paths:
        with suppress(LoadError):
            shares.append(_share(read_part(path)))
    languages = dict.fromkeys(share.language for share in shares)
    of_language = {each: [share for share in shares if share.language == each] for each in languages}
    return [share for group in of_language.values() for share in (*group, *_sum(group))]


def _sum(shares: list[Share]) -> list[Share]:
    """The sum of the shares of a language, where there are several."""
    return [share_of_all(shares)] if sum(share.part != OWN for share in shares) > 1 else []


def _share(part: CataloguePart) -> Share:
    """The share of a part."""
    share = Share(part.language, part.path.stem)
    for each in part.messages:
        texts = [words for key, (_line, words) in each.texts.items() if key.startswith("msgstr")]
        share.count(each.original, texts, fuzzy=each.is_fuzzy)
    return share
