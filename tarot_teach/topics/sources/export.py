"""The bibliography for programs that manage references: BibTeX, biblatex and CSL-JSON."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from tarot_teach.rules import Source

_ESCAPES = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{sign: f"\\{sign}" for sign in "{}&%$#_"},
}
_ENTRY_TYPES = {"book": "book", "article": "article", "page": "misc"}
_PUBLISHED_AS = {"book": "publisher", "article": "journal", "page": "howpublished"}
_CSL_TYPES = {"book": "book", "article": "article-journal", "page": "webpage"}
_YEARS = re.compile(r"(?P<circa>about |c\. )?(?P<first>\d{4})(?:[–-](?P<last>\d{4}))?")


class _Years(NamedTuple):
    """The years of a source, the last one too where they are a span; true if they are about right."""

    first: str
    last: str
    circa: bool


def _years(source: Source) -> _Years | None:
    """The years of a source; None where the bibliography says it in other words, or not at all."""
    found = _YEARS.fullmatch(source.year)
    return found and _Years(found["first"], found["last"] or "", bool(found["circa"]))


def as_bibtex(sources: Iterable[Source]) -> str:
    """Sources as BibTeX in UTF-8, an entry for each. Titles and names that have no comma stand in braces, so that they stay as written.

    A year may have words before it, of which the last four signs that count are its figures.
    """
    return "\n".join(map(_bibtex_entry, sources))


def _bibtex_entry(source: Source) -> str:
    return _entry(_ENTRY_TYPES[source.kind], _PUBLISHED_AS[source.kind], {"year": _escaped(source.year)}, source)


def as_biblatex(sources: Iterable[Source]) -> str:
    """Sources for biblatex, with dates as it wants them (ISO 8601-2): ``2011~`` for about 2011, ``1461/1494`` for a span."""
    return "\n".join(map(_biblatex_entry, sources))


def _biblatex_entry(source: Source) -> str:
    kind = "online" if source.kind == "page" and source.address else _ENTRY_TYPES[source.kind]
    published_as = {"online": "organization", "article": "journaltitle"}.get(kind, _PUBLISHED_AS[source.kind])
    years = _years(source)
    if years is None:
        return _entry(kind, published_as, {"year": _escaped(source.year)}, source)
    written = [f"{year}{'~' if years.circa else ''}" for year in years[:2] if year]
    return _entry(kind, published_as, {"date": "/".join(written)}, source)


def _entry(kind: str, published_as: str, dates: dict[str, str], source: Source) -> str:
    """An entry of a kind, with the dates as they are given."""
    authors = " and ".join(_escaped(name) if ", " in name else f"{{{_escaped(name)}}}" for name in source.authors)
    fields = {
        "author": authors,
        "title": f"{{{_escaped(source.title)}}}",
        published_as: _escaped(source.published),
        **dates,
        "address": _escaped(source.place),
        "url": _address(source.address),
        "urldate": source.accessed,
        "note": _escaped(" ".join(source.note.split())),
    }
    lines = [f"  {name} = {{{value}}},\n" for name, value in fields.items() if value]
    return f"@{kind}{{{source.key},\n{''.join(lines)}}}\n"


def _escaped(words: str) -> str:
    """Words that LaTeX sets as they are."""
    return "".join(_ESCAPES.get(sign, sign) for sign in words)


def _address(address: str) -> str:
    """An address, which the package ``url`` sets without escapes; signs that would end or open a group are encoded."""
    return address.replace("{", "%7B").replace("}", "%7D").replace("\\", "%5C")


def as_csl(sources: Iterable[Source]) -> list[dict[str, Any]]:
    """Sources as items of CSL-JSON."""
    return [_csl_item(source) for source in sources]


def _csl_item(source: Source) -> dict[str, Any]:
    container = "publisher" if source.kind == "book" else "container-title"
    item = {
        "id": source.key,
        "type": _CSL_TYPES[source.kind],
        "title": source.title,
        "author": [_csl_name(name) for name in source.authors],
        container: source.published,
        "publisher-place": source.place,
        "issued": _csl_date(source),
        "URL": source.address,
        "accessed": {"date-parts": [[*map(int, source.accessed.split("-"))]]} if source.accessed else None,
        "note": " ".join(source.note.split()),
    }
    return {name: value for name, value in item.items() if value}


def _csl_name(name: str) -> dict[str, str]:
    family, comma, given = name.partition(", ")
    return {"family": family, "given": given} if comma else {"literal": name}


def _csl_date(source: Source) -> dict[str, Any] | None:
    """The year or years of a source; in the words of the bibliography where these are something else."""
    years = _years(source)
    if years is None:
        return {"literal": source.year} if source.year else None
    about = {"circa": True} if years.circa else {}
    return {"date-parts": [[int(year)] for year in years[:2] if year], **about}
