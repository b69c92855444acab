"""Pages of courses in other languages: each lies beside the English one, ``1-cards.fr.md``, and names what it translates in its first line."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

from tarot_teach.errors import Place, Problem
from tarot_teach.loading.document import relative_path
from tarot_teach.messages import _, current_language

_NAMED = re.compile(r"(?P<stem>.+)\.(?P<language>[a-z]{2,3}(_[A-Z]{2})?)\.md")
_FIRST_LINE = re.compile(r"% translates ([0-9a-f]{12})\s*")


def digest_of(page: Path) -> str:
    """The digest of a page, by which its translations name it: twelve figures, whatever the line ends."""
    words = page.read_text(encoding="utf-8").encode()
    return hashlib.sha256(words).hexdigest()[:12]


def page_in_language(page: Path) -> Path:
    """The page in the language in use: its translation, if there is one of the page as it is now, or else the page itself."""
    translation = page.with_name(f"{page.stem}.{current_language().replace('-', '_')}.md")
    if translation.is_file() and _translates(translation) == digest_of(page):
        return translation
    return page


def translations_in(folder: Path) -> Iterator[tuple[Path, Path]]:
    """The translated pages of a folder, each with the page, or the notebook, that it translates."""
    for path in sorted(folder.glob("*.md")):
        if named := _NAMED.fullmatch(path.name):
            pages = (folder / f"{named['stem']}{kind}" for kind in (".md", ".ipynb"))
            yield from ((path, page) for page in pages if page.is_file())


def stale_pages(folder: Path) -> Iterator[Problem]:
    """Warnings for translations of pages that have changed since: English stands in their place."""
    for translation, page in translations_in(folder):
        if _translates(translation) != (digest := digest_of(page)):
            with translation.open(encoding="utf-8") as lines:
                first = lines.readline().rstrip("\n")
            message = _("{page} is not what this page translates, and stands in its place in English").format(
                page=page.name
            )
            hint = _("translate what has changed, and write as the first line: {line}").format(
                line=f"% translates {digest}"
            )
            yield Problem("course.stale", message, Place(str(relative_path(translation)), 1, 1, first), hint)


def _translates(translation: Path) -> str:
    """The digest in the first line of a translation; nothing where there is none."""
    with translation.open(encoding="utf-8", errors="replace") as lines:
        named = _FIRST_LINE.fullmatch(lines.readline())
    return named[1] if named else ""
