"""The navigation of a site: titles of pages, open at the branch of the page alone, as Furo's style shows them.

With all branches open the navigation would grow with the library, on every page; and made of Sphinx's own tables of contents, which are copied,
resolved, written and read again for each page, it took a tenth of the time of a build. Titles are read once here.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, count
from typing import Any

from markupsafe import Markup, escape
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.domains.std import StandardDomain
from sphinx.util import url_re

from tarot_teach.messages import N_, _

MANY = 30
"""The most pages that the navigation lists below a page, but the first: of a longer list it has the page at hand alone, since
the page above lists them all."""
VIRTUAL = StandardDomain._virtual_doc_names
"""Pages without a source, such as the index, with their addresses and titles."""
LIBRARY = "library"
"""The page that lists all pages of the folders below."""
FOLDERS = {
    "rules": (12, "tarot-games", N_("All {number} of them")),
    "learn": (4, "tarot-courses", N_("All {number} courses")),
    "questions": (4, "tarot-questions", N_("All {number} games")),
}
"""The most pages of a folder that stand on all pages; of more, pages outside of it have a link to the library: the label of their list there, and the words of the link."""
BOX = Markup(
    '<input aria-label="{label}" checked="" class="toctree-checkbox" id="{id}" name="{id}" role="switch" type="checkbox"/>'
    '<label for="{id}"><span class="icon"><svg><use href="#svg-arrow-right"></use></svg></span></label>'
)


@dataclass(frozen=True, slots=True)
class Listed:
    """A list of pages: its caption, and title and page of each entry; the title is empty where the page has its own."""

    caption: str
    entries: tuple[tuple[str, str], ...]

    @property
    def in_library(self) -> tuple[str, str] | None:
        """The label of the list in the library, and the words of the link to it, for too many pages of one folder; else None."""
        folders = {posixpath.dirname(page) for _title, page in self.entries}
        most, label, words = FOLDERS.get("".join(folders) if len(folders) == 1 else "", (len(self.entries), "", ""))
        return (label, words) if len(self.entries) > most else None


class Navigation:
    """The navigation of all pages of one build."""

    def __init__(self) -> None:
        self._lists: dict[str, list[Listed]] = {}
        self._above: dict[str, str] = {}
        self._titles: dict[str, Markup] = {}

    def __call__(self, app: Sphinx, page: str, _template: str, context: dict[str, Any], _doctree: object) -> None:
        """Put the navigation of a page into its context, in place of the theme's."""
        if not self._lists:
            self._read(app)
        context["furo_navigation_tree"] = Markup("\n").join(_Tree(self, app, page).lists())

    def _read(self, app: Sphinx) -> None:
        """Find the lists of each page, and the page above each that is listed."""
        for page, table in app.env.tocs.items():
            self._lists[page] = [_listed(page, found) for found in table.findall(addnodes.toctree)]
            for _title, below in chain.from_iterable(listed.entries for listed in self._lists[page]):
                self._above.setdefault(below, page)

    def lists(self, page: str) -> list[Listed]:
        """The lists of a page."""
        return self._lists.get(page, [])

    def branch(self, page: str) -> list[str]:
        """A page and those above it, nearest first."""
        found = [page]
        while (above := self._above.get(found[-1])) and above not in found:
            found.append(above)
        return found

    def title(self, builder: Builder, page: str) -> Markup:
        """The title of a page as HTML."""
        if page not in self._titles:
            known = builder.env.titles.get(page)
            words = builder.render_partial(known)["title"] if known else escape(VIRTUAL.get(page, (page, page))[1])  # type: ignore[attr-defined]
            self._titles[page] = Markup(words)
        return self._titles[page]


def _listed(page: str, found: addnodes.toctree) -> Listed:
    entries = ((title or "", page if ref == "self" else ref) for title, ref in found["entries"])
    return Listed(found.get("caption") or "", tuple(entries))


class _Tree:
    """The navigation of one page."""

    def __init__(self, known: Navigation, app: Sphinx, page: str) -> None:
        self.known, self.builder, self.page, self.root = known, app.builder, page, str(app.config.root_doc)
        self.branch = known.branch(page)
        self._boxes = count(1)

    def lists(self) -> Iterator[Markup]:
        """The lists of the first page, each below its caption; of many pages of one folder, pages outside of it have a link to all of them."""
        for listed in self.known.lists(self.root):
            inside = any(page in self.branch for _title, page in listed.entries if page != self.root)
            if listed.caption:
                head = Markup(
                    '<p class="caption" role="heading" aria-level="2"><span class="caption-text">{}</span></p>'
                )
                yield head.format(listed.caption)
            entries = Markup("").join(self._entry(*each, 1) for each in listed.entries)
            if listed.in_library and not inside:
                label, words = listed.in_library
                shown = _(words).format(number=len(listed.entries))
                link = Markup('<a class="reference internal" href="{}#{}">{}</a>')
                entries = Markup('<li class="toctree-l1">{}</li>\n').format(
                    link.format(self._address(LIBRARY), label, shown)
                )
            yield Markup("<ul{}>\n{}</ul>").format(Markup(' class="current"') if inside else "", entries)

    def _entry(self, title: str, page: str, level: int) -> Markup:
        """An entry, with the lists below it where it is in the branch."""
        words = escape(title) if title else self.known.title(self.builder, page)
        inside, here, external = page in self.branch and page != self.root, page == self.page, bool(url_re.match(page))
        kind = ("current " if here else "") + ("reference external" if external else "reference internal")
        link = Markup('<a class="{}" href="{}">{}</a>').format(kind, page if external else self._address(page), words)
        kinds, below = [f"toctree-l{level}", *(["current"] if inside else [])], Markup("")
        lists = self.known.lists(page) if inside else ()
        shown = [each for listed in lists for each in self._short(listed)]
        if shown:
            kinds.append("has-children")
            label, box = (
                _("Toggle navigation of {title}").format(title=words.striptags()),
                f"toctree-checkbox-{next(self._boxes)}",
            )
            pages = Markup("").join(self._entry(*each, level + 1) for each in shown)
            below = BOX.format(label=label, id=box) + Markup("<ul{}>\n{}</ul>\n").format(
                Markup(' class="current"') if any(name in self.branch for _title, name in shown) else "", pages
            )
        kinds += ["current-page"] if here and inside else []
        return Markup('<li class="{}">{}{}</li>\n').format(" ".join(kinds), link, below)

    def _short(self, listed: Listed) -> list[tuple[str, str]]:
        """The entries of a list; of a long one the page at hand alone."""
        return [each for each in listed.entries if len(listed.entries) <= MANY or each[1] == self.page]

    def _address(self, page: str) -> str:
        """The address of a page from the one at hand."""
        return self.builder.get_relative_uri(self.page, VIRTUAL.get(page, (page, ""))[0]) or "#"
