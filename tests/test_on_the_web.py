"""Marks of a site for browsers, search engines and other sites: heads of pages, site map, page for wrong addresses, icon and picture."""

from __future__ import annotations

import base64
import re
import struct
import zlib
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest

from tarot_teach.loading import Library
from tarot_teach.render.cardart import Style, card_svg
from tarot_teach.render.cardart.bitmap import CLOTH, PICTURE, Canvas, table_png
from tarot_teach.render.cardart.parts import HEIGHT, WIDTH
from tarot_teach.sphinxext.tutorials.on_the_web import write_site_files
from tests.helpers import LIBRARY, build, opened

ADDRESS = "https://example.org/tarot/"


class Head(HTMLParser):
    """The tags of a page's head that describe it."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.meta: dict[str, list[str]] = {}
        self.links: dict[str, list[str]] = {}
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "meta":
            self.meta.setdefault(given.get("name") or given.get("property", ""), []).append(given.get("content", ""))
        elif tag == "link":
            self.links.setdefault(given["rel"], []).append(given["href"])


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with an address."""
    out = tmp_path_factory.mktemp("there") / "site"
    assert build("burro", "--address", ADDRESS.rstrip("/"), "--out", str(out)) == 0
    return out


@pytest.fixture(scope="module")
def nowhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site without an address."""
    out = tmp_path_factory.mktemp("nowhere") / "site"
    assert build("burro", "--title", "Asses & <others>", "--out", str(out)) == 0
    return out


def pages(site: Path) -> dict[str, Head]:
    names = sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html"))
    return {name: Head(site / name) for name in names if not name.startswith("_static/") and name != "404.html"}


def test_every_page_has_one_viewport_a_description_and_an_icon(there: Path, nowhere: Path) -> None:
    for site in (there, nowhere):
        for name, head in pages(site).items():
            assert head.meta["viewport"] == ["width=device-width,initial-scale=1"], name
            (description,) = head.meta["description"]
            assert 20 < len(description) <= 160 and "\n" not in description, name
            (icon,) = head.links["icon"]
            assert (site / name).parent.joinpath(icon).resolve() == (site / "favicon.ico").resolve()
    rules = pages(there)["rules/burro.html"].meta["description"][0]
    assert rules.startswith("A children’s game from Spain") and rules.endswith("…")


def test_with_an_address_pages_say_where_they_are_and_what_a_link_shows(there: Path) -> None:
    for name, head in pages(there).items():
        address = ADDRESS + ("" if name == "index.html" else name)
        assert head.links["canonical"] == head.meta["og:url"] == [address]
        assert head.meta["og:description"] == head.meta["description"] and head.meta["og:site_name"] == ["Burro"]
        assert head.meta["og:type"] == ["website" if name == "index.html" else "article"]
        assert head.meta["og:title"][0] and "<" not in head.meta["og:title"][0]
        (picture,) = head.meta["og:image"]
        assert (there / picture.removeprefix(ADDRESS)).is_file()
    root = ElementTree.parse(there / "sitemap.xml").getroot()
    listed = [loc.text for loc in root.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")]
    expected = [ADDRESS + ("" if name == "index.html" else name) for name in pages(there) if name != "search.html"]
    assert listed == expected and len(listed) > 6
    assert not (there / "robots.txt").exists(), "robots ask for it at the top of a host alone"


def test_without_an_address_nothing_is_said_of_it(nowhere: Path) -> None:
    for head in pages(nowhere).values():
        assert "canonical" not in head.links and not [
            name for name in head.meta if name.startswith(("og:", "twitter:"))
        ]
    assert not (nowhere / "sitemap.xml").exists() and not (nowhere / "table.png").exists()


def test_a_site_at_the_top_of_a_host_has_rules_for_robots(tmp_path: Path) -> None:
    contents: Any = SimpleNamespace(
        deck=LIBRARY.load("burro").deck, style=Style(), title="Asses", address="http://localhost:8000/"
    )
    write_site_files(tmp_path, contents)
    assert (tmp_path / "robots.txt").read_text("utf-8").endswith("Sitemap: http://localhost:8000/sitemap.xml\n")


def test_the_page_for_wrong_addresses_needs_nothing_beside_it(there: Path, nowhere: Path) -> None:
    for site, root in ((there, "/tarot/"), (nowhere, "/")):
        page = (site / "404.html").read_text(encoding="utf-8")
        named = re.findall(r'(?:href|src|action)="([^"]*)"', page)
        assert named == [root, f"{root}search.html"] and page.count("viewport") == 1
    assert "Asses &amp; &lt;others&gt;" in page and "There is no such page" in page


BAD = (
    *(
        "example.org",
        "ftp://example.org/",
        "https://",
        "https:///tarot",
        "https://exa mple.org/",
        "http://[::1",
        "/tarot/",
    ),
    *("https://example.org/?a=b", "https://example.org/#a", "https://me:secret@example.org/", 'https://example.org/"'),
    *("https://example.org/tarot/index.html", "https://example.org:port/"),
)


@pytest.mark.parametrize("address", BAD)
def test_an_address_that_cannot_be_one_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], address: str
) -> None:
    assert build("burro", "--address", address, "--out", str(tmp_path / "site")) == 1
    err = capsys.readouterr().err
    assert "[build.address]" in err and "--address https://example.org/tarot/" in err and "Traceback" not in err
    assert not (tmp_path / "site").exists()


def test_only_a_site_has_an_address(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    args = ("burro", "--format", "epub", "--address", ADDRESS, "--out", str(tmp_path / "book.epub"))
    assert build(*args) == 2 and "[build.address]" in capsys.readouterr().err


def pixels(png: bytes) -> tuple[int, int, list[bytes]]:
    """Width, height and rows of a PNG of three bytes a pixel, without filters."""
    chunks: dict[bytes, bytes] = {}
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    at = 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        name, content = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        assert struct.unpack(">I", png[at + 8 + length : at + 12 + length]) == (zlib.crc32(name + content),)
        chunks[name], at = content, at + 12 + length
    wide, high = struct.unpack(">II", chunks[b"IHDR"][:8])
    data, line = zlib.decompress(chunks[b"IDAT"]), 3 * wide + 1
    assert len(data) == high * line and {data[i * line] for i in range(high)} == {0}
    return wide, high, [data[i * line + 1 : (i + 1) * line] for i in range(high)]


def test_the_picture_shows_cards_on_the_cloth(there: Path, library: Library) -> None:
    wide, high, rows = pixels((there / "table.png").read_bytes())
    assert (wide, high) == PICTURE
    cloth = bytes.fromhex(CLOTH[1:])
    assert rows[0] == cloth * wide and rows[high // 2].count(cloth) < wide // 2
    deck = library.load("scarto").deck
    assert table_png([deck.cards[0], deck.cards[-1]], Style()) != table_png([deck.cards[0]], Style())


def test_the_icon_is_a_picture_in_the_format_of_icons(nowhere: Path) -> None:
    icon = (nowhere / "favicon.ico").read_bytes()
    reserved, kind, number, wide, high, *_others = struct.unpack("<HHHBBBBHHII", icon[:22])
    size, at = struct.unpack("<II", icon[14:22])
    assert (reserved, kind, number, at, size) == (0, 1, 1, 22, len(icon) - 22)
    assert pixels(icon[22:])[:2] == (wide, high)


UNLIKE = """async ([svg, png, width, height]) => {
    const read = async address => {
        const image = new Image(); image.src = address; await image.decode();
        const canvas = new OffscreenCanvas(width, height), pen = canvas.getContext("2d");
        pen.fillStyle = CLOTH; pen.fillRect(0, 0, width, height); pen.drawImage(image, 0, 0, width, height);
        return pen.getImageData(0, 0, width, height).data;
    };
    const [one, other] = [await read(svg), await read(png)];
    let sum = 0;
    for (let i = 0; i < one.length; i++) sum += Math.abs(one[i] - other[i]);
    return sum / one.length;
}""".replace("CLOTH", f'"{CLOTH}"')
"""The mean difference of two pictures in a browser, of 255."""


@pytest.mark.browser
def test_bitmaps_look_as_a_browser_draws_the_cards(browser: Any, tmp_path: Path, library: Library) -> None:
    (tmp_path / "page.html").write_text("<!doctype html><title>x</title>", encoding="utf-8")
    page = opened(browser, tmp_path / "page.html")
    for name, codes in (("fft-4", "EX T21 T8 HR SD CC D10 S1"), ("burro", ""), ("hombre-1674", ""), ("scarto", "")):
        deck = library.load(name).deck
        for card in deck.parse(codes) if codes else deck.cards[::9]:
            canvas = Canvas(2 * WIDTH, 2 * HEIGHT)
            canvas.card(card, Style(), (2, 0, 0, 2, 0, 0))
            svg, png = card_svg(card, width=2 * WIDTH).encode(), canvas.png()
            sources = [
                f"data:image/{kind};base64,{base64.b64encode(data).decode()}"
                for kind, data in (("svg+xml", svg), ("png", png))
            ]
            assert page.evaluate(UNLIKE, [*sources, 2 * WIDTH, 2 * HEIGHT]) < 2, card.code
