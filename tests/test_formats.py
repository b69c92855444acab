"""A tutorial as a book and as Markdown: what ``tarot-teach build --format`` makes beside the site."""

from __future__ import annotations

import re
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tarot_teach.errors import OutputError
from tarot_teach.loading import Library
from tarot_teach.sphinxext.tutorials import book
from tests.helpers import WITH_ODDS, build

NASTY = """\
format: 1
id: mine
title: "<b>Ours</b> & 100% $5 \\\\input{x} _a_ #1 Καρό Черви"
about: We play it harder, as in Αθήνα & Москва.
extends: fft-4
changes:
  count.target:
    because: Three oudlers made it \\input{too} easy <i>for us</i>.
    params: {by_honours: {3: 40}}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Markdown files of one ruleset."""
    out = tmp_path_factory.mktemp("markdown") / "tutorial"
    assert build("fft-4", "--format", "markdown", "--out", str(out)) == 0
    return out


@pytest.fixture(scope="module")
def whole_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Markdown files of the whole library."""
    out = tmp_path_factory.mktemp("whole_markdown") / "tutorial"
    assert build("--format", "markdown", "--out", str(out)) == 0
    return out


@pytest.fixture(scope="module")
def epub(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """A book of one ruleset."""
    out = tmp_path_factory.mktemp("epub") / "tutorial.epub"
    out.write_text("old", encoding="utf-8")
    assert build("early-17c", "--format", "epub", "--out", str(out)) == 0
    assert [path.name for path in out.parent.iterdir()] == [out.name], "a file is replaced"
    return zipfile.ZipFile(out)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """A book of the whole library."""
    out = tmp_path_factory.mktemp("whole") / "tutorial.epub"
    assert build("--format", "epub", "--out", str(out)) == 0
    return zipfile.ZipFile(out)


@pytest.fixture(params=["epub", pytest.param("whole", marks=[pytest.mark.whole, pytest.mark.turn(2, 8)])])
def each(request: pytest.FixtureRequest) -> zipfile.ZipFile:
    """The one and the other."""
    book: zipfile.ZipFile = request.getfixturevalue(request.param)
    return book


@pytest.mark.whole
@pytest.mark.turn(3, 4)
def test_markdown_has_every_page(whole_folder: Path) -> None:
    library = Library()
    names = {str(path.relative_to(whole_folder).with_suffix("")) for path in whole_folder.rglob("*.md")}
    assert names == {
        *(f"rules/{id}" for id in library.ids()),
        *(f"options/{id}" for id in library.ids("option")),
        *(f"examples/{path.stem}" for path in library.paths("example")),
        *(f"sessions/{path.stem}" for path in library.paths("session")),
        *(f"odds/{id}" for id in WITH_ODDS),
        *(
            "index",
            "comparison",
            "family",
            "games",
            "timeline",
            "which-rules",
            "features",
            *(
                "if-you-know-early-17c",
                "if-you-know-marolles",
                "if-you-know-scarto",
                "if-you-know-cego-parlett",
                "if-you-know-zwanzigerrufen",
                "if-you-know-strohmandeln-mayr",
                "if-you-know-hombre-1674",
                "if-you-know-hombre-blog",
                "if-you-know-tresillo",
                "if-you-know-slovenian-pagat",
                "if-you-know-slovenian-pagat-3",
                "if-you-know-burro",
                "if-you-know-casita-robada",
                "if-you-know-burro-portuguese",
                "if-you-know-piedmont-4",
                "if-you-know-sicilian-3",
                "if-you-know-troccas-1962",
                "if-you-know-troggu",
                "if-you-know-bavarian-tarock",
                "if-you-know-tapp-meyers-1909",
                "if-you-know-minchiate",
                "if-you-know-ottocento",
                "if-you-know-danish-2011",
                "if-you-know-tapp-classical",
                "if-you-know-point-tarock",
                "if-you-know-koenigrufen-ooe-2023",
                "if-you-know-koenigrufen-tirol-2020",
                "if-you-know-koenigrufen-sauwald-2019",
                "if-you-know-dreiertarock-mayr",
                "if-you-know-dreiertarock-st-louis",
                "if-you-know-strohmandeln-wz-2007",
                "if-you-know-paskievics-2018",
                "if-you-know-ruff-and-honours",
                "if-you-know-karnoeffel-reconstructed",
            ),
            "advice",
            "errata",
            "coverage",
            "glossary",
            "sources",
        ),
    }


@pytest.mark.parametrize(
    "made", ["folder", pytest.param("whole_folder", marks=[pytest.mark.whole, pytest.mark.turn(3, 4)])]
)
def test_markdown_links_lead_somewhere(made: str, request: pytest.FixtureRequest) -> None:
    folder: Path = request.getfixturevalue(made)
    link = re.compile(r"(?<!\\)\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)")
    found = 0
    for path in folder.rglob("*.md"):
        for target, anchor in link.findall(path.read_text(encoding="utf-8")):
            there = (path.parent / target).resolve() if target else path
            assert there.exists(), (path, target)
            assert not anchor or f'<a id="{anchor}">' in there.read_text(encoding="utf-8"), (path, target, anchor)
            found += 1
    assert found > 200


def test_markdown_says_why_another_card_may_not_be_played(folder: Path) -> None:
    page = (folder / "examples" / "going-over.md").read_text(encoding="utf-8")
    assert "Not allowed: ♠8 ♦3 ♣2 ([Trumping when void](../rules/fft-4.md#play-trump_when_void))." in page


@pytest.mark.whole
@pytest.mark.turn(3, 4)
def test_a_page_of_a_house_rule_is_linked_from_its_examples(whole_folder: Path) -> None:
    page = (whole_folder / "examples" / "petit-chelem-made.md").read_text(encoding="utf-8")
    assert "(../options/petit-chelem.md#score-small_slam)" in page and "(../rules/enc2011-4.md#bid-garde_sans)" in page


def test_the_epub_is_well_formed(each: zipfile.ZipFile) -> None:
    names = each.namelist()
    assert names[0] == "mimetype" and each.read("mimetype") == b"application/epub+zip"
    pages = [name for name in names if name.endswith((".xhtml", ".opf", ".ncx"))]
    assert len(pages) > 9
    for name in pages:
        ElementTree.fromstring(each.read(name))


@pytest.mark.whole
@pytest.mark.turn(2, 8)
def test_the_epub_holds_what_the_site_holds(whole: zipfile.ZipFile) -> None:
    library = Library()
    for page in (*(f"rules/{id}" for id in library.ids()), "sessions/an-evening", "advice", "errata", "coverage"):
        assert f"{page}.xhtml" in whole.namelist()
    lesson = whole.read("examples/going-over.xhtml").decode()
    assert 'href="../rules/fft-4.xhtml#play-overtrump"' in lesson and "Why not another card?" in lesson


def test_the_epub_links_to_what_is_in_it(each: zipfile.ZipFile) -> None:
    names = set(each.namelist())
    assert not [name for name in names if name.startswith("_static/tarot_teach/") and name.endswith(".js")]
    for name in (name for name in names if name.endswith(".xhtml")):
        text = each.read(name).decode()
        for address in re.findall(r'(?:href|src)="(?!https?:|#|mailto:)([^"#]+)', text):
            parts = [*name.split("/")[:-1], *address.split("/")]
            while ".." in parts:
                at = parts.index("..")
                del parts[at - 1 : at + 1]
            assert "/".join(parts) in names, (name, address)


@pytest.mark.epub
def test_a_shop_accepts_the_epub(each: zipfile.ZipFile, epub_faults: Callable[[Path], list[str]]) -> None:
    assert not epub_faults(Path(str(each.filename)))


@pytest.mark.epub
def test_a_shop_accepts_an_epub_with_lessons_and_questions(
    tmp_path: Path, epub_faults: Callable[[Path], list[str]]
) -> None:
    out = tmp_path / "tutorial.epub"
    assert build("fft-4", "--format", "epub", "--out", str(out)) == 0
    with zipfile.ZipFile(out) as made:
        chapter = made.read("learn/from-zero/2-tricks.xhtml").decode()
        assert "The answer" in chapter and not re.search("<(form|input|button|select|script)", chapter)
    assert not epub_faults(out)


def test_folders_are_not_replaced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    assert build("early-17c", "--format", "epub", "--out", str(tmp_path)) == 1
    assert "a folder, not a file" in capsys.readouterr().err
    assert build("early-17c", "--format", "markdown", "--out", str(tmp_path)) == 1
    assert "something that tarot-teach has not made" in capsys.readouterr().err


@pytest.mark.parametrize("kind", ["markdown", "epub"])
def test_a_fault_leaves_the_old_one_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.yaml").write_text(NASTY, encoding="utf-8")
    assert build("./mine.yaml", "--format", kind) == 0
    made = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file() and path.suffix != ".yaml"}
    assert made
    (tmp_path / "mine.yaml").write_text(NASTY.replace("fft-4", "fft-44"), encoding="utf-8")
    assert build("./mine.yaml", "--format", kind) == 1
    assert {path: path.read_bytes() for path in made} == made


def test_without_latex_it_is_said_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    assert build("early-17c", "--format", "pdf", "--out", str(tmp_path / "x.pdf")) == 1
    printed = capsys.readouterr().err
    assert "xelatex is not installed" in printed and f"apt-get install {book.PACKAGES}" in printed
    assert not list(tmp_path.iterdir())
    with pytest.raises(OutputError) as caught:
        book.find_xelatex(tmp_path)
    assert caught.value.problems[0].code == "build.no-latex"


@pytest.mark.parametrize(
    ("says", "code", "words"),
    [
        ("! LaTeX Error: File \\`tabulary.sty' not found.; exit 1", "build.no-latex", "tabulary.sty"),
        ('! Package fontspec Error: The font "FreeSerif" cannot be found.; exit 1', "build.no-latex", "FreeSerif"),
        ("! Undefined control sequence.; exit 1", "build.latex", "Undefined control sequence"),
        ("This is XeTeX; exit 0", "build.latex", "it gave no PDF"),
    ],
)
def test_what_latex_says_is_handed_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, says: str, code: str, words: str
) -> None:
    line, _, rest = says.partition("; ")
    program = tmp_path / "xelatex"
    program.write_text(f"#!/bin/sh\ncat <<END\n{line}\nEND\n{rest}\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    with pytest.raises(OutputError) as caught:
        book.typeset(tmp_path, "tutorial", tmp_path / "x.pdf")
    (problem,) = caught.value.problems
    assert problem.code == code and words in problem.message
    assert (book.PACKAGES in str(problem.hint)) == (code == "build.no-latex")


def test_the_packages_that_a_pdf_needs_are_named_and_installed() -> None:
    root = Path(__file__).parent.parent
    for place in ("docs/howto/print-a-tutorial.md", ".ci/run"):
        assert book.PACKAGES in (root / place).read_text(encoding="utf-8")


needs_latex = pytest.mark.skipif(shutil.which("xelatex") is None, reason="no LaTeX here; .ci/run installs it")


def words_of(path: Path) -> str:
    if shutil.which("pdftotext") is None:
        return ""
    done = subprocess.run(["pdftotext", "-layout", str(path), "-"], capture_output=True, text=True, check=True)
    return done.stdout


@pytest.mark.latex
@pytest.mark.turn(1, 2)
@needs_latex
def test_a_small_book(tmp_path: Path) -> None:
    out = tmp_path / "small.pdf"
    assert build("fft-4", "--format", "pdf", "--out", str(out)) == 0
    assert out.read_bytes().startswith(b"%PDF") and list(tmp_path.iterdir()) == [out]
    text = words_of(out)
    shown = subprocess.run(["pdfinfo", str(out)], capture_output=True, text=True, check=True).stdout
    assert re.search(r"Page size: +481\.\d+ x 680\.\d+ pts", shown), "170 x 240 mm"
    for words in ("Contents", "How to read this book", "Going over", "♥10", "½", "−", "★", "Glossary", "Answers"):
        assert words in text or not text, words


@pytest.mark.latex
@pytest.mark.turn(4, 8)
@needs_latex
def test_the_whole_library_as_a_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    logs = []
    unprinted = book.unprinted

    def watched(log: str) -> list[str]:
        logs.append(log)
        return unprinted(log)

    monkeypatch.setattr(book, "unprinted", watched)
    out = tmp_path / "whole.pdf"
    assert build("--format", "pdf", "--out", str(out)) == 0
    assert out.stat().st_size > 300_000
    (log,) = logs
    assert "Missing character" not in log and "undefined references" not in log
    too_wide = [float(width) for width in re.findall(r"Overfull \\hbox \(([\d.]+)pt", log)]
    assert max(too_wide, default=0) < 10, "something juts out into the margin"


@pytest.mark.latex
@needs_latex
def test_letters_of_other_languages_and_signs_of_latex(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.yaml").write_text(NASTY, encoding="utf-8")
    assert build("./mine.yaml", "--format", "pdf") == 0
    text = words_of(tmp_path / "tutorial.pdf")
    assert not text or ("Καρό Черви" in text and "\\input{too} easy <i>for us</i>" in text)


@pytest.mark.latex
@needs_latex
def test_a_letter_that_the_usual_font_lacks_changes_the_font(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.yaml").write_text(NASTY.replace("Москва", "ქართული"), encoding="utf-8")
    assert build("./mine.yaml", "--format", "pdf") == 0
    text = words_of(tmp_path / "tutorial.pdf")
    assert not text or "ქართული" in text
    fonts = subprocess.run(["pdffonts", "tutorial.pdf"], capture_output=True, text=True, check=True).stdout
    assert "FreeSerif" in fonts and "Libertine" not in fonts


@pytest.mark.latex
@needs_latex
def test_a_letter_that_no_font_has_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.yaml").write_text(NASTY.replace("Москва", "東京"), encoding="utf-8")
    (tmp_path / "tutorial.pdf").write_bytes(b"old")
    assert build("./mine.yaml", "--format", "pdf") == 1
    assert "have no 京, 東" in capsys.readouterr().err
    assert (tmp_path / "tutorial.pdf").read_bytes() == b"old"
