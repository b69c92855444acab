"""English words that are left in French texts, pages and books, and faults of French grammar, for ``tests/test_french_site.py``.

A word is English where English messages and pages of courses have it and their French has it not. Quotations, code, titles of works, and names of
rules and files are left out.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from babel.messages.pofile import read_po

from tarot_teach.catalogues import FOLDER
from tests.helpers import LIBRARY

RULESETS = Path(__file__).parent.parent / "rulesets"
WORD = re.compile(r"[^\W\d_]{2,}")
CODE = re.compile(
    r"`[^`]*`|\"[^\"]*\"|\[[\w.,-]+(?:\|[\w.,-]+)+\]|«[^»]*»|“[^”]*”|'[^']*'|\{[^{}]*\}|https?:\S+|tarot-teach \w+|--[\w-]+|\b\w+(?:[-_./+]\w+)+\b|\b\w+\d\w*\b|\b[A-Z]{2,}\b|<[^<>]*>"
)
"""Code, quotations, places to be filled, options, ids, addresses and words in capitals, such as FILE."""
LISTED = re.compile(r":\s[\w.+=:-]+(?:,? [\w.+=:-]+)*(?:, …)?(?= \[[\w.-]+\])")
"""Names that may be typed, in a hint that ends with the code of an error."""
OFTEN = 20
"""A word that English texts have so many times as often as French ones is English: the few times are titles and quotations."""
TITLES = (
    "Ruff and Honours",
    "Ruff and Trump",
    "Steal the Old Man’s Bundle",
    "Text Creation Partnership",
    "Society for Creative Anachronism",
    "The World of Playing Cards",
    "World Web Playing Card Museum",
    "The Playing-Card",
    "Internet Archive",
    "The Royal Game of the Ombre",
    "The Game of Tarot",
    "A History of Games Played with the Tarot Pack",
    "The Rape of the Lock",
    "Google Books",
    "Board Game Arena",
    "Die beste und neueste Art",
    "or tarokk",
    "Mark Waks",
)
"""Titles of works and names that stand in French texts; those of the bibliography and of rulesets come on top."""
FRENCH = frozenset(
    "but club clubs dog doubles draw fit fool long lot oudler oudlers or pair pot game solo die di tapp bolognese bavarian xxi".split()  # noqa: SIM905
)
"""Words that French has as well, or other languages, and words by which the search finds more."""
SKIPPED = {"code", "pre", "script", "style", "cite", "q", "kbd", "samp", "var"}
BLOCKS = set(
    "p li td th h1 h2 h3 h4 h5 h6 div option figcaption summary button dt dd caption title legend label a tr ul ol table section details text tspan".split()  # noqa: SIM905
)
VOID = set("area base br col embed hr img input link meta source track wbr".split())  # noqa: SIM905
SPOKEN = {"title", "alt", "aria-label", "placeholder", "content", "aria-description", "aria-roledescription", "label"}
WORDED = {"data-words", "data-table", "data-class", "data-games", "data-house-rules", "data-parts", "data-step-words"}
"""Attributes whose JSON holds words."""
CODES = {
    "id",
    "seat",
    "kind",
    "pack",
    "play",
    "role",
    "side",
    "file",
    "picks",
    "days",
    "examples",
    "rulesets",
    "name_of",
    "seats",
}
"""Keys of such JSON whose values are codes."""
WRONG = re.compile(
    r"\b(?:de le|de les|à le|à les|le la|la le|les le|du le|à du|de du|un une|d[ue] Est|que Est|d[ue] Ouest|que Ouest|si il)\b"
    r"|\b(?:le|la|de|que) (?:[aeiouéèêœ]\w*|Excuse|Ange)\b(?!-)|\b[dlnsj]’[bcdfgjklmnpqrstvwxz]|\w{5,}(?:rs|es)s\b|’’|� "
)
"""Articles and prepositions that French joins or elides, and plurals of plurals."""
RIGHT = re.compile(
    r"\b(?:jusqu’à|à condition de) les?\b|\b(?:de|à) les? \w+(?:[eio]r|re)\b|\bde les$|jusqu’à le pouvoir|\bwordpress\b"
    r"|\b(?:le|la|de|que) (?:onz\w*|onze|une?|oui|ultim[oó]\w*|et)\b|\b(?:de|que) (?:estuche|Ober|ober)\b"
)
"""Right French that the pattern of faults would find: no elision before *onze*; *de* and an object before a verb."""
SIGNS = re.compile(
    r"\w {2,}\w|\w [,.](?=\s|$)|[^\W\d][;!?](?=\s|$)|[^\W\d] [;!](?=\s|$)|[^\W\d] \?$|[^\W\d] :(?=\s|$)|[^\W\d]\)?: [^\W\d]"
)
"""Signs without their narrow space."""
CITED = re.compile(
    r"\b\w+/[\w./-]+|https?:\S+|\b[\w-]+(?:\.[\w-]+)+\.[a-z]{2,3}\b|\b[\w-]+\.\w+(?::\d+)*: |\b[A-Z]+: [A-Z]+|\(?fft-4; game: [^]]*|«[^»]*»|^Pli \d+ .*|\[[^\[\]]*«[^»]*»\]|`[^`]*`|\"[^\"]*\"|'[^']*'|\[[\w ]+: [^\]]*\]"
)
"""Places in sources, whose words are those of the source; code, files and addresses; and the default of an option."""


@cache
def english_words() -> frozenset[str]:
    """The words that English messages and pages of courses have, and their French has not."""
    english, french = Counter[str](), Counter[str]()
    for part in (FOLDER / "fr" / "LC_MESSAGES").glob("*.po"):
        for message in read_po(part.open("rb")):
            if message.id and not message.fuzzy and any(message.string):
                for counted, texts in ((english, message.id), (french, message.string)):
                    for text in [texts] if isinstance(texts, str) else texts:
                        counted.update(_words(text))
    for page in RULESETS.rglob("*.fr.md"):
        french.update(_words(page.read_text(encoding="utf-8")))
        english.update(_words(page.with_name(page.name.replace(".fr.md", ".md")).read_text(encoding="utf-8")))
    return frozenset(word for word, times in english.items() if times > OFTEN * french[word]) - FRENCH


def _words(text: str) -> Iterator[str]:
    return (word.lower() for word in WORD.findall(CODE.sub(" ", re.sub(r"\{\{.*?\}\}", " ", text))))


@cache
def _titles() -> re.Pattern[str]:
    """Titles of works and of parts of works."""
    given = [*TITLES, *(source.title for source in LIBRARY.sources().values())]
    return _any_of({*given, *(title.replace("'", "’") for title in given)})


@cache
def _typed() -> re.Pattern[str]:
    """The words that people type: names of rulesets, house rules, advice and sources."""
    kinds = ("ruleset", "option", "advice")
    return _any_of({*LIBRARY.sources(), *(name for kind in kinds for name in LIBRARY.ids(kind))})


def _any_of(texts: set[str]) -> re.Pattern[str]:
    found = (rf"(?<![\w-]){re.escape(text)}(?![\w-])" for text in sorted(texts, key=len, reverse=True))
    return re.compile("|".join(found))


def english_left(text: str, *typed: str) -> list[str]:
    """The English words of a French text, without those that are typed."""
    suspected = english_words().difference(typed)
    if suspected.isdisjoint(_words(text)):  # which is found fast
        return []
    plain = _typed().sub(" ", CODE.sub(" ", LISTED.sub(" ", _titles().sub(" ", text))))
    return [word for word in WORD.findall(plain) if word.lower() in suspected]


def wrong_forms(text: str) -> list[str]:
    """The places of a French text at which an article, a preposition or a plural is wrong."""
    return _found(WRONG, RIGHT.sub("…", text)) if WRONG.search(text) else []  # most are right, which is found fast


def wrong(text: str) -> list[str]:
    """The places of a French text at which an article, a plural or a space is wrong, but in titles and what is cited."""
    if not (WRONG.search(text) or SIGNS.search(text)):
        return []
    plain = RIGHT.sub("…", CITED.sub("…", _titles().sub("…", text)))
    return [*_found(WRONG, plain), *_found(SIGNS, plain)]


def _found(pattern: re.Pattern[str], text: str) -> list[str]:
    return [text[max(0, found.start() - 40) : found.end() + 30] for found in pattern.finditer(text)]


class _Page(HTMLParser):
    """The texts of a page by block, and those of attributes that are read or shown."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.texts: list[str] = []
        self._open: list[tuple[str, bool]] = []
        self._said: list[str] = []

    def close(self) -> None:
        super().close()
        self._end_block()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        foreign = given.get("lang", "fr")[:2] != "fr"
        if tag in BLOCKS:
            self._end_block()
        if not foreign and not given.get("content", "").startswith(("width=", "light")):
            self.texts += [value for name, value in given.items() if name in SPOKEN and value]
            self.texts += [text for name, value in given.items() if name in WORDED for text in of_data(value)]
        if tag == "br":
            self._said.append(" ")
        if tag not in VOID:
            self._open.append((tag, foreign or tag in SKIPPED))
            self._said += ["`…`"] if self._open[-1][1] else []

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag in BLOCKS:
            self._end_block()
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not any(skipped for _tag, skipped in self._open):
            self._said.append(data)

    def _end_block(self) -> None:
        text = re.sub(r"[ \t\r\n]+", " ", "".join(self._said)).strip()
        self.texts += [text] if text else []
        self._said.clear()


def texts_of(html: str) -> list[str]:
    """The texts of a page, block by block, with those of attributes."""
    page = _Page()
    page.feed(html)
    page.close()
    return page.texts


def of_data(value: Any) -> Iterator[str]:
    """The texts in the JSON of an attribute, which may be HTML."""
    match value:
        case str() if value[:1] in ("{", "["):
            try:
                yield from of_data(json.loads(value))
            except ValueError:
                yield value
        case str():
            yield from texts_of(value) if "<" in value else (value,)
        case dict():
            yield from (text for key, item in value.items() if key not in CODES for text in of_data(item))
        case list():
            yield from (text for item in value for text in of_data(item))
