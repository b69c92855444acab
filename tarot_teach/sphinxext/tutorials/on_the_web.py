"""Marks of a site for browsers, search engines and other sites: descriptions, addresses, an icon and a picture, a site map,
and a page for addresses that lead nowhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit
from xml.sax.saxutils import escape as xml_escape

from docutils import nodes
from markupsafe import Markup
from sphinx.application import Sphinx

from tarot_teach.cards import Card, laid_out
from tarot_teach.errors import OutputError
from tarot_teach.messages import _, current_language
from tarot_teach.render.cardart.bitmap import PICTURE, icon_ico, table_png
from tarot_teach.sphinxext.nodes import diagram, facts
from tarot_teach.sphinxext.tutorials.pages import Contents, templates
from tarot_teach.text import with_single_blanks

CARDS = 7
"""The most cards in the picture."""
SHORTEST, LONGEST = 40, 160
"""The fewest signs of a paragraph that describes its page, and the most of a description."""
_VIEWPORT = re.compile(r'\s*<meta name="viewport"[^>]*>')
_TAGS = re.compile(r"<[^>]+>")


def checked_address(address: str) -> str:
    """The address at which a site will be, with a slash at its end. Raises OutputError for one that cannot be that of a folder."""
    hint = _("write it in full: --address https://example.org/tarot/")
    try:
        parts = urlsplit(address)
        host, _port = parts.hostname, parts.port
    except ValueError:
        host = None
    bad = host is None or parts.scheme not in ("http", "https") or re.search(r"[\s<>\"\\^`{|}]", address)
    if bad:
        raise OutputError.of(
            "build.address", _("{address!r} is not the address of a site"), None, hint, address=address
        )
    if "?" in address or "#" in address or parts.username is not None:
        message = _("{address!r} is not the address of a folder of pages: it has a query, an anchor or a user")
        raise OutputError.of("build.address", message, None, hint, address=address)
    if re.search(r"\.html?$", parts.path):
        message = _("{address!r} is the address of a page, and not of the folder in which all pages are")
        raise OutputError.of("build.address", message, None, hint, address=address)
    return address.rstrip("/") + "/"


def describe_pages(contents: Contents) -> Callable[..., None]:
    """A handler that writes viewport, description and icon into the head of each page, and with an address what other sites show of it."""

    def describe(
        app: Sphinx, page: str, _template: str, context: dict[str, Any], doctree: nodes.document | None
    ) -> None:
        tags = _VIEWPORT.sub("", context.get("metatags", ""))  # the theme has one
        description = _description(doctree) if doctree else ""
        described = 'name="description"' in tags
        own = [] if described else [_meta("name", "description", description or _about(contents))]
        own.append(Markup('<link rel="icon" href="{}" sizes="48x48">').format(context["pathto"]("favicon.ico", 1)))
        if contents.address:
            address = contents.address + ("" if page == app.config.root_doc else quote(f"{page}.html"))
            context["pageurl"] = address
            title = Markup(_TAGS.sub("", str(context.get("title") or contents.title))).unescape()
            shown = {
                "og:type": "website" if page == app.config.root_doc else "article",
                "og:site_name": contents.title,
                "og:title": title,
                "og:description": description or _about(contents),
                "og:url": address,
                "og:image": f"{contents.address}table.png",
                "og:image:width": str(PICTURE[0]),
                "og:image:height": str(PICTURE[1]),
                "og:image:alt": _("Cards on a table"),
            }
            own += [_meta("property", name, value) for name, value in shown.items()]
            own.append(_meta("name", "twitter:card", "summary_large_image"))
        context["metatags"] = tags
        context["metatags"] = meta_tags(context, own)

    return describe


def meta_tags(context: Mapping[str, Any], more: Iterable[Markup]) -> str:
    """The tags in the head of a page, and more of them."""
    return str(context.get("metatags", "")) + "".join(f"\n    {tag}" for tag in more)


def _meta(key: str, name: str, value: str) -> Markup:
    return Markup('<meta {}="{}" content="{}">').format(key, name, value)


def _about(contents: Contents) -> str:
    """The site in a sentence."""
    said = with_single_blanks(contents.introduction)
    return _shortened(said) or _(
        "Rules with their sources, hands played card by card, and scores explained line by line"
    )


def _description(tree: nodes.document) -> str:
    """The first paragraph of a page that says something, up to the last whole word that fits; nothing where there is none."""
    for paragraph in tree.findall(nodes.paragraph):
        words = with_single_blanks(paragraph.astext())
        if len(words) >= SHORTEST and not _within(paragraph, nodes.table, facts, diagram, nodes.list_item):
            return _shortened(words)
    return ""


def _within(node: nodes.Element, *kinds: type[nodes.Element]) -> bool:
    """True for a node in another one of these kinds."""
    return node.parent is not None and (isinstance(node.parent, kinds) or _within(node.parent, *kinds))


def _shortened(words: str) -> str:
    return words if len(words) <= LONGEST else f"{words[: LONGEST - 1].rpartition(' ')[0].rstrip(',;:–')}…"


def write_site_files(folder: Path, contents: Contents) -> None:
    """Write the icon and the page for wrong addresses of a site; with an address, also site map, picture, and rules for robots.

    Robots ask for their rules at the top of a host alone.
    """
    groups = [group for group in laid_out(contents.deck.cards) if group]
    (folder / "favicon.ico").write_bytes(icon_ico(max(groups, key=len)[0], contents.style))
    root = urlsplit(contents.address).path if contents.address else "/"
    page = templates.get_template("not-found.html.j2")
    words = {"root": Markup(root), "title": Markup.escape(contents.title), "language": current_language(), "_": _}
    (folder / "404.html").write_text(page.render(words), encoding="utf-8")
    if not contents.address:
        return
    (folder / "table.png").write_bytes(table_png(_fan(groups), contents.style))
    addresses = "".join(f"<url><loc>{xml_escape(each)}</loc></url>\n" for each in _addresses(folder, contents.address))
    opening = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
    (folder / "sitemap.xml").write_text(f"{opening}{addresses}</urlset>\n", encoding="utf-8")
    if root == "/":
        robots = f"User-agent: *\nAllow: /\nSitemap: {contents.address}sitemap.xml\n"
        (folder / "robots.txt").write_text(robots, encoding="utf-8")


def _fan(groups: Sequence[Sequence[Card]]) -> list[Card]:
    """Cards of all suits in the order of a hand: the highest of each, then those in the middle."""
    chosen = [group[0] for group in groups] + [group[len(group) // 2] for group in groups if len(group) > 1]
    return [card for group in groups for card in group if card in chosen[:CARDS]]


def _addresses(folder: Path, address: str) -> Iterator[str]:
    """The addresses of all pages of a site but the search and the page for wrong addresses."""
    for page in sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.html")):
        if page not in ("404.html", "search.html") and not page.startswith("_static/"):
            yield address + ("" if page == "index.html" else quote(page))
