"""A site in a pseudo-translation holds no English word but those of its theme, of courses and of sources."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import tarot_teach.catalogues
from tarot_teach.catalogues import ReadCatalogue
from tarot_teach.loading import Library
from tarot_teach.messages import printed_by
from tarot_teach.render.cardart.parts import Style
from tarot_teach.sphinxext.tutorials.pages import gather
from tarot_teach.sphinxext.tutorials.site import build_site
from tests.test_pseudo_pages import left
from tests.test_pseudo_translation import Pseudo

LEFT_OUT = re.compile(r"<(pre|code|script|style|svg)\b.*?</\1>|<!--.*?-->", re.DOTALL)
PARTS = re.compile(
    r"</?(?:p|li|td|th|h\d|div|option|figcaption|summary|button|dt|dd|caption|title|legend|label|a)\b[^>]*>"
)
OF_THE_THEME = re.compile(
    r"Menu|Expand|Light mode|Dark mode|Auto light/dark, in (light|dark) mode|Skip to content|Back to top|Next|Previous|Home|On this page|Made with|Sphinx|"
    r"and|@pradyunsg|'s|Furo|Index|Search|Error|Please activate JavaScript to enable the search functionality\.|(Index|Search) - .*|[A-Z]|Symbols"
    r"|If you know French tarot"  # the heading of a page of a course
)
"""What Sphinx and its theme say, which have catalogues of their own."""
FRENCH_OR_CITED = re.compile(r"\(([A-Z][^)]*)\)\.|“[^”]*”")
"""The French name of a theme of tactics, and a place in a source."""
COURSES_AND_SOURCES = ("learn/", "sources")
"""The beginnings of pages whose words stand in a file for each language, or are those of a source."""


@pytest.mark.whole
@pytest.mark.parametrize("game", ["scarto", "hombre-1674"])
def test_a_site_has_no_english_word(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tarot_teach.catalogues, "read_catalogue", lambda _name: ReadCatalogue(Pseudo(), b""))
    with printed_by(Pseudo()):
        library = Library()
        contents = replace(gather((game,), library, [], Style(), [], ""), runtime="")
        names = (name for concept in library.glossary().values() for name in concept.names.values())
        typed = {*library.sources(), *(word for name in names for word in re.findall(r"\w+", name))}
        build_site(contents, tmp_path / "site", library, lambda _line: None)
    found = set[str]()
    for page in sorted((tmp_path / "site").rglob("*.html")):
        name = page.relative_to(tmp_path / "site").as_posix()
        if name.startswith(COURSES_AND_SOURCES):
            continue
        for part in PARTS.split(LEFT_OUT.sub("", re.sub('="[^"]*"', "", page.read_text(encoding="utf-8")))):
            words = " ".join(FRENCH_OR_CITED.sub("", re.sub(r"<[^>]*>", "", part)).split())
            if not OF_THE_THEME.fullmatch(words) and left(words, *typed):
                found.add(f"{name}: {words}")
    assert "\n".join(sorted(found)) == ""
