"""The bibliography for programs that manage references: BibTeX and CSL-JSON."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

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
_YEAR = re.compile(r"(?P<circa>about |c\. )?(?P<year>\d{4})")


def as_bibtex(sources: Iterable[Source]) -> str:
    """Sources as BibTeX in UTF-8, an entry for each. Titles and names that have no comma stand in braces, so that they stay as written."""
    return "\n".join(map(_bibtex_entry, sources))


def _bibtex_entry(source: Source) -> str:
    authors = " and ".join(_escaped(name) if ", " in name else f"{{{_escaped(name)}}}" for name in source.authors)
    fields = {
        "author": authors,
        "title": f"{{{_escaped(source.title)}}}",
        _PUBLISHED_AS[source.kind]: _escaped(source.published),
        "address": _escaped(source.place),
        "year": _escaped(source.year),
        "url": _address(source.address),
        "urldate": source.accessed,
        "note": _escaped(" ".join(source.note.split())),
    }
    lines = [f"  {name} = {{{value}}},\n" for name, value in fields.items() if value]
    return f"@{_ENTRY_TYPES[source.kind]}{{{source.key},\n{''.join(lines)}}}\n"


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
        "issued": _csl_date(source.year),
        "URL": source.address,
        "accessed": {"date-parts": [[*map(int, source.accessed.split("-"))]]} if source.accessed else None,
        "note": " ".join(source.note.split()),
    }
    return {name: value for name, value in item.items() if value}


def _csl_name(name: str) -> dict[str, str]:
    family, comma, given = name.partition(", ")
    return {"family": family, "given": given} if comma else {"literal": name}


def _csl_date(year: str) -> dict[str, Any] | None:
    """The year of a source; in the words of the bibliography where it is neither a year nor about one."""
    found = _YEAR.fullmatch(year)
    if found is None:
        return {"literal": year} if year else None
    about = {"circa": True} if found["circa"] else {}
    return {"date-parts": [[int(found["year"])]], **about}
