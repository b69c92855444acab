"""The Sphinx extension in a project of somebody else's: links, anchors, references to and from other projects, rebuilding."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tests.test_extension import built

CONF = """\
extensions = ["tarot_teach.sphinxext", "myst_parser"]
project = "A club"
exclude_patterns = ["_*"]
tarot_files = ["mine.yaml"]
html_theme = "basic"
"""
INDEX = """\
A club
======

.. toctree::
   :numbered:

   rules
   lessons
   words

.. _glossary:

Glossary
--------

What is said elsewhere. :tarot:rule:`fft-5:play.overtrump`, :tarot:rule:`fft-4:play.overtrump`, :tarot:term:`talon`.
"""
RULES = """\
Rules
=====

.. tarot:rules:: fft-4
   :step: play

.. tarot:rules:: fft-5
   :step: play

.. _play-overtrump:

Play
----

In the game for four :tarot:rule:`fft-4:play.overtrump`, in the game for five :tarot:rule:`fft-5:play.overtrump`.

.. tarot:rules:: mine

Mine
----
"""
LESSONS = """\
# Lessons

```{tarot:example} going-over
:name: here
```

```{tarot:example} going-over
```

```{tarot:exercise} going-over 1
```

```{tarot:exercise} fft-4
:kind: legal
```

```{tarot:family}
```

{tarot:example}`going-over`, {tarot:ruleset}`mine`
"""
WORDS = """\
# Words

```{tarot:glossary}
```

```{tarot:sources}
```

```{tarot:option} misere
```

```{tarot:example} going-over
```

## Going over

{tarot:term}`taker`
"""
MINE = """\
format: 1
id: mine
extends: fft-4
title: "{title}"
short: "{title}"
evidence: house
because: Played at our table.
"""


SINGLE = {
    "genindex.html",
    "search.html",
    *(
        f"#document-{at}"
        for at in ("rules#play", "rules#mine", "lessons#here", "words#going-over", "rules#play-overtrump")
    ),
}
"""Addresses in one file for all pages that Sphinx 9 itself makes, of pages that it does not write and headings of the author."""


class Page(HTMLParser):
    """The ids and the addresses of a page, and the words of its links."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.addresses: list[str] = []
        self.links: dict[str, set[str]] = {}
        self._open = ""
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.ids += [found["id"]] if found.get("id") else []
        address = found.get("href") or found.get("src")
        self.addresses += [address] if address else []
        self._open = (address or "") if tag == "a" else self._open

    def handle_data(self, data: str) -> None:
        if self._open:
            self.links.setdefault(" ".join(data.split()), set()).add(self._open)
            self._open = ""


def pages_of(out: Path) -> dict[Path, Page]:
    return {path.resolve(): Page(path) for path in out.rglob("*.html")}


def faults_of(out: Path) -> Iterator[str]:
    """Every id that stands twice on a page, and every address that leads nowhere."""
    pages = pages_of(out)
    for path, page in pages.items():
        name = path.relative_to(out.resolve())
        yield from (f"{name}: {id} stands there {n} times" for id, n in Counter(page.ids).items() if n > 1)
        for address in page.addresses:
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            if not target.exists():
                yield f"{name}: {address} leads to no file"
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].ids:
                yield f"{name}: {address} leads to no anchor"


def write(folder: Path) -> Path:
    (folder / "conf.py").write_text(CONF, encoding="utf-8")
    (folder / "index.rst").write_text(INDEX, encoding="utf-8")
    (folder / "rules.rst").write_text(RULES, encoding="utf-8")
    (folder / "lessons.md").write_text(LESSONS, encoding="utf-8")
    (folder / "words.md").write_text(WORDS, encoding="utf-8")
    (folder / "mine.yaml").write_text(MINE.replace("{title}", "The club's game"), encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with rules of several rulesets and the same example more than once, on pages of which some parts are the author's."""
    return write(tmp_path_factory.mktemp("club"))


@pytest.fixture(scope="session")
def html(club: Path) -> Path:
    out, warnings, _read = built(club, "html", nitpicky=True)
    assert not warnings
    return out


@pytest.mark.turn(1, 2)
@pytest.mark.parametrize("builder", ["html", "dirhtml", "singlehtml"])
def test_no_link_is_dead_and_no_id_stands_twice(club: Path, html: Path, builder: str) -> None:
    out, warnings, _read = (html, "", []) if builder == "html" else built(club, builder, nitpicky=True)
    assert not warnings
    of_sphinx = SINGLE if builder == "singlehtml" else set()
    assert [fault for fault in faults_of(out) if fault.split()[1] not in of_sphinx] == []


def test_references_lead_to_their_ruleset(html: Path) -> None:
    page = Page(html / "index.html")
    assert page.links["Going over"] == {"rules.html#fft-4-play-overtrump", "rules.html#fft-5-play-overtrump"}
    assert page.links["talon"] == {"words.html#term-talon"}
    text = (html / "rules.html").read_text(encoding="utf-8")
    for ruleset in ("fft-4", "fft-5"):
        assert re.search(
            rf'id="{ruleset}-play-overtrump">\n<h3>(<span class="section-number">[\d.]+ </span>)?Going over', text
        )


def test_anchors_of_the_author_stay(html: Path) -> None:
    rules = Page(html / "rules.html")
    assert {"play-overtrump", "play", "mine"} <= set(rules.ids)


def test_what_stands_twice_has_an_anchor_each_time(html: Path) -> None:
    lessons = Page(html / "lessons.html")
    assert {"here", "going-over", "going-over-8", "going-over-deal", "going-over-ask-1"} <= set(lessons.ids)
    assert {"going-over.2", "going-over.2-8", "going-over.2-deal", "going-over-ask-1.2"} <= set(lessons.ids)
    assert "going-over-ask-1.3" in lessons.ids, "the question by itself"
    assert lessons.links["Going over"] >= {"#going-over"}


def test_each_term_and_rule_stands_in_its_index_once(html: Path) -> None:
    def entries(name: str) -> list[tuple[str, str]]:
        text = (html / name).read_text(encoding="utf-8")
        return re.findall(r'<a href="([^"#]*#[^"]+)"><code class="xref">(.*?)</code>', text)

    terms = entries("tarot-terms.html")
    assert Counter(name for _at, name in terms).most_common(1)[0][1] == 1
    assert ("words.html#term-talon", "talon") in terms and len({at for at, _name in terms}) == len(terms)
    assert "écart" in (html / "tarot-terms.html").read_text(encoding="utf-8")
    rules = entries("tarot-rules.html")
    at = rules.index(("rules.html#fft-4-play-overtrump", "Going over"))
    assert rules[at + 1 : at + 3] == [
        ("rules.html#fft-5-play-overtrump", "in fft-5"),
        ("rules.html#mine-play-overtrump", "in mine"),
    ]
    titles = Counter(name for _at, name in rules if not name.startswith("in "))
    assert titles.most_common(1)[0][1] == 1 and len({at for at, _name in rules}) == len(rules)


OTHER = """\
Elsewhere
=========

:tarot:rule:`fft-4:play.overtrump`, :external+club:tarot:rule:`fft-5:play.overtrump`, :tarot:ruleset:`mine`,
:external+club:tarot:ruleset:`mine`, :tarot:rule:`+misere:declare.misere`, :tarot:term:`talon`, :tarot:example:`going-over`

.. tarot:rules:: fft-5
   :rule: play.excuse

:tarot:rule:`fft-4:play.ovrtrump`, :tarot:example:`going-ovr`
"""


def test_other_projects_reach_rules_by_intersphinx(html: Path, tmp_path: Path) -> None:
    inventory = html / "objects.inv"
    conf = f"""\
extensions = ["tarot_teach.sphinxext", "sphinx.ext.intersphinx"]
intersphinx_mapping = {{"club": ("https://club.example/", {str(inventory)!r})}}
"""
    (tmp_path / "conf.py").write_text(conf, encoding="utf-8")
    (tmp_path / "index.rst").write_text(OTHER, encoding="utf-8")
    out, warnings, _read = built(tmp_path, nitpicky=True)
    printed = [line for line in warnings.splitlines() if "WARNING" in line]
    assert len(printed) == 2 and all(f"index.rst:{OTHER.count(chr(10))}: WARNING" in line for line in printed), warnings
    assert "did you mean 'play.overtrump'" in warnings and "did you mean 'going-over'" in warnings
    assert "[tarot.rule]" in warnings and "[tarot.example]" in warnings
    page, at = Page(out / "index.html"), "https://club.example/"
    assert page.links["Going over"] == {
        f"{at}rules.html#fft-4-play-overtrump", f"{at}rules.html#fft-5-play-overtrump", f"{at}lessons.html#going-over"
    }  # fmt: skip
    assert page.links["The club's game"] == {f"{at}rules.html#mine.2"}
    assert page.links["talon"] == {f"{at}words.html#term-talon"}
    assert f"{at}words.html#source-fft" in page.addresses, "references of ours lead there as well"
    assert f"{at}words.html#declare-misere" in page.addresses


def test_the_inventory_names_each_thing_once(html: Path) -> None:
    from sphinx.util.inventory import InventoryFile

    with (html / "objects.inv").open("rb") as stream:
        found = InventoryFile.load(stream, "", lambda _base, address: address)
    names = [name for kind in found if kind.startswith("tarot:") for name in found[kind]]
    assert {"fft-4:play.overtrump", "mine:play.overtrump", "mine", "+misere:declare.misere", "talon"} <= set(names)
    assert not [name for name in names if "~" in name]


def test_any_finds_rules_terms_and_examples(tmp_path: Path) -> None:
    (tmp_path / "conf.py").write_text('extensions = ["tarot_teach.sphinxext"]\n', encoding="utf-8")
    page = """\
A
=

.. tarot:example:: going-over

.. tarot:rules:: fft-4
   :rule: play.overtrump

:any:`going-over`, :any:`fft-4:play.overtrump`, :any:`here <fft-4:play.overtrump>`
"""
    (tmp_path / "index.rst").write_text(page, encoding="utf-8")
    out, warnings, _read = built(tmp_path)
    assert not warnings
    links = Page(out / "index.html").links
    assert links["going-over"] == {"#going-over"}
    assert links["fft-4:play.overtrump"] == links["here"] == {"#play-overtrump"}


RULESET = MINE + "deck: pack\n"
PACK = (Path(__file__).parent.parent / "rulesets" / "decks" / "tarot-78.yaml").read_text(encoding="utf-8")
REBUILT = {
    "roles": ":tarot:ruleset:`mine`",
    "rules": ".. tarot:rules:: mine\n   :rule: play.overtrump",
    "rule": ":tarot:rule:`mine:play.overtrump`",
    "example": ":tarot:example:`ours`",
    "overview": ".. tarot:overview:: mine",
    "card": ":tarot:card:`mine:SR`",
    "hand": ".. tarot:hand:: mine SR",
    "path": ".. tarot:example:: ours.yaml",
    "other": "Nothing of ours.",
}
"""Pages by their names, each with what stands on it."""


def test_pages_are_built_anew_when_what_they_say_has_changed(tmp_path: Path) -> None:
    """In one process and in another one: a preview keeps the process, and what it has built has to be right afterwards."""
    from tests.test_extension import MINE as EXAMPLE

    conf = 'extensions = ["tarot_teach.sphinxext"]\ntarot_files = ["mine.yaml", "pack.yaml", "ours.yaml"]\n'
    (tmp_path / "conf.py").write_text(conf, encoding="utf-8")
    for name, words in REBUILT.items():
        (tmp_path / f"{name}.rst").write_text(f":orphan:\n\nA\n=\n\n{words}\n", encoding="utf-8")
    (tmp_path / "index.rst").write_text("A\n=\n", encoding="utf-8")
    ruleset = (tmp_path / "mine.yaml", RULESET.replace("{title}", "One title"))
    pack = (tmp_path / "pack.yaml", PACK.replace("id: tarot-78", "id: pack"))
    example = (
        tmp_path / "ours.yaml",
        EXAMPLE.replace("id: mine", "id: ours").replace("ruleset: fft-4", "ruleset: mine"),
    )
    for path, words in (ruleset, pack, example):
        path.write_text(words, encoding="utf-8")

    def changed(file: tuple[Path, str], old: str, new: str) -> set[str]:
        assert old in file[1]
        file[0].write_text(file[1].replace(old, new), encoding="utf-8")
        out, warnings, read = built(tmp_path)
        assert not warnings, warnings
        for name in read:
            assert old not in (out / f"{name}.html").read_text(encoding="utf-8")
        return set(read)

    assert not built(tmp_path)[1]
    all_but = set(REBUILT) - {"other"}
    assert changed(ruleset, "One title", "Another title") == all_but - {"example"}
    assert changed(pack, "R: king", "R: lord") >= {"card", "hand", "rules", "path"}
    assert changed(example, "A <script>", "Anew <script>") == {"example", "path", "overview", "rules"}
