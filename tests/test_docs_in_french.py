"""Pages of the documentation in French: each says what the English page beside it says, and is read in its place."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from sphinx.cmd.build import main as sphinx

import tarot_teach as tt
from tarot_teach.topics.courses.pages import digest_of, page_in_language

DOCS = Path(__file__).parent.parent / "docs"
PAGES = sorted(path for path in DOCS.rglob("*.fr.md") if "_build" not in path.parts)
FENCE = re.compile(r"^(?P<marks>`{3,}|:{3,})(?P<kind>.*)\n(?P<body>(?:.*\n)*?)(?P=marks)[ ]*$", re.MULTILINE)
OPTION = re.compile(r"^:([\w-]+):(?=\s|$)(.*)$", re.MULTILINE)
PRINTED = {"alt", "caption", "title", "say", "label"}
"""Options of directives whose words are printed."""
KEY = re.compile(r"[\w.]+:(?=\s)")
LINK = re.compile(r"\]\(([^)\s]+)\)")
ROLE = re.compile(r"(\{[\w:]+\})?`([^`]*)`")
"""A role with its words, or code, which may look like one."""
ENGLISH = re.compile(
    r"\b(?:the|and|which|with|what|is|are|of|that|this|from|your?|it|its|for|not|by|an|has|have|be|to|in|each|all|was|were)\b"
)
COMMENT = re.compile(r"(?:^|\s+)#.*$", re.MULTILINE)
WORDS = re.compile(r'"(?=[^"\n]* )(?=[^"\n]*[a-zà-ÿ]{3})[^"\n]*"')
"""Words of the reader's own in code, such as a title."""


def english_of(page: Path) -> Path:
    english = page.with_name(page.name.replace(".fr.md", ".md"))
    return english if english.exists() else english.with_suffix(".ipynb")


def words_of(page: Path) -> str:
    """The words of an English page; those of a notebook with its cells of code as blocks."""
    text = page.read_text(encoding="utf-8")
    if page.suffix == ".md":
        return text
    cells = [("".join(cell["source"]), cell["cell_type"]) for cell in json.loads(text)["cells"]]
    return "\n\n".join(f"```{{code-cell}} python\n{text}\n```" if kind == "code" else text for text, kind in cells)


def pairs() -> Iterator[tuple[str, str, str]]:
    """The name of each page in French, the words of the English page, and those of the French one."""
    assert PAGES
    for page in PAGES:
        yield (
            str(page.relative_to(DOCS)),
            words_of(english_of(page)),
            page.read_text(encoding="utf-8"),
        )


def prose(text: str) -> str:
    """The words of a page without blocks, code, and addresses."""
    text = re.sub(r"``.+?``", "", FENCE.sub("", text))
    text = ROLE.sub(lambda found: found[2].partition("<")[0] if found[1] and "<" in found[2] else "", text)
    return re.sub(r"<[^>\s]*>|\]\([^)]*\)|^% .*$", "", text, flags=re.MULTILINE)


def headings(text: str) -> list[str]:
    return re.findall(r"^(#+) ", FENCE.sub("", text), re.MULTILINE)


def linked(text: str) -> str:
    """The words of a page in which links are links."""
    return re.sub(r"``.+?``|`[^`]*`", "", FENCE.sub("", text))


def links(text: str, own: Path) -> Counter[str]:
    """The addresses of the links, but for that to the page in the other language; those of a French page lead to the English name."""
    found = Counter(address.replace(".fr.md", ".md").replace(".ipynb", ".md") for address in LINK.findall(linked(text)))
    found.pop(english_of(own).name, None)
    return found


def roles(text: str) -> Counter[tuple[str, str]]:
    found = ROLE.findall(FENCE.sub("", text))
    return Counter((role, words.rpartition("<")[2].rstrip(">")) for role, words in found if role)


def directives(text: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """The blocks of a page: what stands behind the marks, and the options, without words that are printed."""
    return [
        (
            block["kind"].strip().replace("club-fr/", "club/"),
            [(name, "" if name in PRINTED else value.strip()) for name, value in OPTION.findall(block["body"])],
        )
        for block in FENCE.finditer(text)
    ]


def code(text: str) -> list[tuple[str, list[str]]]:
    """The blocks of code, each with its lines but for what is printed and for comments; of YAML the keys alone."""
    found = []
    text = WORDS.sub('""', text)
    for block in FENCE.finditer(text):
        kind, body = block["kind"].strip(), block["body"]
        if kind == "console":
            lines = [
                line.replace(" --language fr", "") for line in COMMENT.sub("", body).splitlines() if line[:2] == "$ "
            ]
        elif kind.startswith("py") or kind == "{code-block} python":
            lines = [line for line in COMMENT.sub("", body).splitlines() if line.strip()]
            if any(line.startswith(">>> ") for line in lines):
                lines = [line for line in lines if line[:4] in (">>> ", "... ")]
        elif kind.endswith("yaml"):
            lines = re.findall(r"^\s*(?:- )?\{?[\w.]+:(?=\s)", body, re.MULTILINE)
        elif kind in ("sh", "json", "toml"):
            lines = COMMENT.sub("", body).split()
        else:
            continue
        found.append((kind, lines))
    return found


def figures(text: str, *, french: bool) -> Counter[str]:
    """The figures of the prose that are not written in words in either language, with a decimal point and no separators."""
    text = prose(text)
    text = re.sub(r"(?<=\d)\u202f(?=\d{3})", "", text) if french else re.sub(r"(?<=\d),(?=\d{3})", "", text)
    found = re.findall(r"\d+(?:[.,]\d+)?", text.replace(",", ".") if french else text)
    return Counter(each for each in (number.rstrip(".,") for number in found) if "." in each or int(each) > 12)


def test_each_page_translates_the_english_page_as_it_is() -> None:
    with tt.language("fr"):
        stale = {
            str(page.relative_to(DOCS)): digest_of(english_of(page))
            for page in PAGES
            if page_in_language(english_of(page)) != page
        }
    assert stale == {}


def test_headings_are_the_same() -> None:
    assert {name for name, english, french in pairs() if headings(english) != headings(french)} == set()


def test_links_lead_to_the_same_places() -> None:
    differing = {}
    for name, english, french in pairs():
        there, here = links(english, DOCS / name.replace(".fr.md", ".md")), links(french, DOCS / name)
        if there != here:
            differing[name] = (there - here, here - there)
        for address in LINK.findall(re.sub(r"`[^`]*`", "", FENCE.sub("", french))):
            target = ((DOCS / name).parent / address.partition("#")[0]).resolve()
            assert "://" in address or target.exists(), (name, address)
    assert differing == {}


def test_french_pages_lead_to_french_pages() -> None:
    astray = []
    for page in [*PAGES, DOCS.parent / "README.fr.md"]:
        for address in LINK.findall(linked(page.read_text(encoding="utf-8"))):
            path = page.parent / address.partition("#")[0]
            other = (
                path.suffix in (".md", ".ipynb") and path.with_suffix(".fr.md").exists() and path != english_of(page)
            )
            if other and not address.partition("#")[0].endswith(".fr.md"):
                astray.append((str(page.relative_to(DOCS.parent)), address))
    assert astray == [], "name the French page: x.fr.md"


def test_directives_and_roles_are_the_same() -> None:
    for name, english, french in pairs():
        assert directives(french) == directives(english), name
        assert roles(french) == roles(english), name


def test_code_is_the_same() -> None:
    for name, english, french in pairs():
        assert code(french) == code(english), name


def test_figures_are_the_same() -> None:
    differing = {}
    for name, english, french in pairs():
        there, here = figures(english, french=False), figures(french, french=True)
        if there != here:
            differing[name] = (there - here, here - there)
    assert differing == {}


def test_no_english_sentence_is_left() -> None:
    left = []
    for name, _english, french in pairs():
        words = re.sub(r"«[^»]*»|“[^”]*”|\*[^*\n]+\*", "", prose(french))
        blocks = [
            KEY.sub("", line)
            for block in FENCE.finditer(french)
            if block["kind"].strip() in ("console", "text", "yaml", "{code-block} yaml")
            for line in block["body"].splitlines()
            if line[:2] not in ("$ ", "> ")
        ]
        left += [(name, line) for line in (*words.splitlines(), *blocks) if len({*ENGLISH.findall(line)}) > 1]
    assert left == []


def test_signs_have_the_spaces_and_apostrophes_of_french() -> None:
    """Each sign with a space that does not break before it; code, addresses and what a list begins with are left out."""
    wrong = []
    for name, _english, french in pairs():
        text = re.sub(
            r"``.+?``|`[^`]*`|<[^>\s]*>|(?<=\])\([^)]*\)|^% .*$", "x", FENCE.sub("", french), flags=re.MULTILINE
        )
        text = re.sub(r"^(?:>|: |\|| )+", "", text, flags=re.MULTILINE)
        wrong += [(name, line) for line in text.splitlines() if re.search(r"\S [:;!?](?=\s|$)|\w'\w|« | »", line)]
    assert wrong == []


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A documentation of five pages: one in French, one that is stale, one in English alone, one without words, one that includes another. The
    first offers a notebook."""
    (tmp_path / "conf.py").write_text(
        f"import sys\nsys.path.insert(0, {str(DOCS)!r})\nextensions = ['myst_parser', 'tarot_teach.sphinxext', 'translated_pages']\n"
        "myst_heading_anchors = 3\nexclude_patterns = ['**.fr.md', 'included']\n",
        encoding="utf-8",
    )
    pages = {
        "index.md": "# Home\n\n[In French](index.fr.md) [there](stale.md#the-end) [here](#the-middle)\n\n## The middle\n\n{download}`Take it <taken.ipynb>`\n\n"
        "```{toctree}\nstale\nalone\nsilent\nincluding\n```\n",
        "stale.md": "# Old\n\nIn English.\n\n## The end\n\n[back](index.md#the-middle)\n",
        "alone.md": "# Alone\n\nIn English.\n",
        "silent.md": "```{tarot:option} misere\n```\n",
        "including.md": "```{include} included/page.md\n```\n",
        "included/page.md": "# Included\n\nIn English.\n",
    }
    (tmp_path / "included").mkdir()
    for name, text in pages.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    french = {
        "index.md": pages["index.md"]
        .replace("# Home", "# Accueil")
        .replace("The middle", "Le milieu")
        .replace("[In French](index.fr.md)", "[In English](index.md)")
        .replace("stale.md#", "stale.fr.md#"),
        "included/page.md": "# Inclus\n\nEn français.\n",
    }
    for name, text in french.items():
        page = tmp_path / name
        page.with_suffix(".fr.md").write_text(f"% translates {digest_of(page)}\n\n{text}", encoding="utf-8")
    notebook = tmp_path / "taken.ipynb"
    cells = [{"cell_type": "markdown", "id": "cell-1", "metadata": {}, "source": ["Hello"]}]
    notebook.write_text(json.dumps({"cells": cells, "metadata": {"kernelspec": {"name": "python3"}}}), encoding="utf-8")
    (tmp_path / "taken.fr.md").write_text(
        f"% translates {digest_of(notebook)}\n\nBonjour\n\n```{{code-cell}} python\n1 + 1\n```\n", encoding="utf-8"
    )
    (tmp_path / "stale.fr.md").write_text("% translates 0123456789ab\n\n# Vieux\n\n## La fin\n", encoding="utf-8")
    return tmp_path


def built(project: Path, capsys: pytest.CaptureFixture[str], *options: str) -> tuple[dict[str, str], str]:
    """The pages of a build, and its warnings."""
    out = project / "out"
    with tt.language("en"):
        assert sphinx(["-nq", *options, str(project), str(out)]) == 0
    sys.modules.pop("translated_pages", None)
    return {path.stem: path.read_text(encoding="utf-8") for path in out.glob("*.html")}, capsys.readouterr().err


def test_a_build_in_french_takes_the_pages_in_french(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pages, warnings = built(project, capsys, "-D", "language=fr")
    assert "<h1>Accueil" in pages["index"] and "<h1>Inclus" in pages["including"]
    note = "Cette page n’est pas encore traduite"
    assert {name for name, page in pages.items() if note in page} == {"stale", "alone"}
    assert 'href="#the-middle"' in pages["index"] or 'href="#le-milieu"' in pages["index"]
    assert (
        re.search(r'href="index.html#(the-middle|le-milieu)"', pages["stale"])
        and 'href="stale.html#the-end"' in pages["index"]
    )
    assert '<a href="../index.html">In English</a>' in pages["index"]
    taken = json.loads(next((project / "out" / "_downloads").rglob("taken.ipynb")).read_text(encoding="utf-8"))
    assert [cell["source"].strip() for cell in taken["cells"]] == ["Bonjour", "1 + 1"]
    assert taken["metadata"] == {"kernelspec": {"name": "python3"}}
    stale = f"% translates {digest_of(project / 'stale.md')}"
    assert warnings.count("WARNING") == 1 and "stale.fr.md:1:1" in warnings and stale in warnings


def test_a_build_in_english_leaves_them_out(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pages, warnings = built(project, capsys)
    assert "<h1>Home" in pages["index"] and '<a href="fr/index.html">In French</a>' in pages["index"]
    assert "Hello" in next((project / "out" / "_downloads").rglob("taken.ipynb")).read_text(encoding="utf-8")
    assert not warnings and not {name for name in pages if "fr" in name}


def test_a_page_brought_up_to_date_is_read(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    built(project, capsys, "-D", "language=fr")
    text = (project / "stale.fr.md").read_text(encoding="utf-8")
    digest = digest_of(project / "stale.md")
    (project / "stale.fr.md").write_text(text.replace("0123456789ab", digest), encoding="utf-8")
    notebook = project / "taken.fr.md"
    notebook.write_text(notebook.read_text(encoding="utf-8").replace("Bonjour", "Bonsoir"), encoding="utf-8")
    pages, warnings = built(project, capsys, "-D", "language=fr")
    assert "Bonsoir" in next((project / "out" / "_downloads").rglob("taken.ipynb")).read_text(encoding="utf-8")
    assert "<h1>Vieux" in pages["stale"] and "WARNING" not in warnings
