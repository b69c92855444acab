"""Whatever an author writes is text: planted in every field that takes words, it comes out of no renderer as anything else."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import re
import sqlite3
import subprocess
import zipfile
from collections.abc import Callable
from contextlib import closing
from html import unescape as text_of
from html.parser import HTMLParser
from pathlib import Path

import pyarrow.parquet
import pytest
from markdown_it import MarkdownIt

from tarot_teach import notebook
from tarot_teach.advice.format import advice_for, find_advice
from tarot_teach.advice.page import describe_advice
from tarot_teach.blocks import Block
from tarot_teach.cli import main
from tarot_teach.engine import Engine
from tarot_teach.explain.exercises import exercises_of
from tarot_teach.explain.glossary import describe_glossary
from tarot_teach.explain.rulebook import describe_option, describe_rulebook, describe_sources
from tarot_teach.loading import Library
from tarot_teach.records.gathered import load_example
from tarot_teach.records.runner import replay_by
from tarot_teach.render import console, html, latex, markdown, page, terminal
from tarot_teach.render.quiz_files import anki, gift
from tarot_teach.topics.compare.deals_page import lesson
from tarot_teach.topics.compare.family import describe_family
from tarot_teach.topics.compare.rulesets_page import describe_comparison
from tarot_teach.topics.history.page import describe_games, describe_timeline
from tarot_teach.topics.quiz.quiz import Quiz
from tarot_teach.topics.sessions.page import describe_session
from tarot_teach.topics.sessions.scorekeeper import keep_score
from tarot_teach.tui.app import StepApp
from tests.helpers import build
from tests.payloads import EVIL, FILES, Shelf
from tests.test_quiz_files import read


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    made = Shelf(tmp_path_factory.mktemp("evil"))
    shipped = Library()
    example = json.loads(json.dumps(shipped.document(shipped.find_record("example", "going-over")).data))
    example |= {"id": "deal", "ruleset": "../mine.yaml"}
    advice = shipped.path_of("advice", "encyclopedia")
    assert advice is not None
    copied = {"examples/deal.yaml": example, "advice.yaml": {**shipped.document(advice).data, "id": "mine"}}
    for name, (model, data) in FILES.items():
        made.plant(name, model, json.loads(json.dumps(data or copied[name])))
    return made


@pytest.fixture(scope="module")
def blocks(shelf: Shelf) -> list[Block]:
    library = shelf.library()
    mine = library.load("mine")
    path = shelf.path("examples/deal.yaml")
    printed = [
        describe_rulebook(mine, library),
        describe_option(library, "club"),
        describe_comparison([library.load("fft-4"), mine]),
        describe_family(library),
        describe_sources(library.sources()),
        describe_glossary(library.glossary()),
        lesson(replay_by(load_example(str(path), library), library, path.parent)),
        describe_session(keep_score(shelf.path("evening.yaml"), library)),
        describe_games(library),
        describe_timeline(library),
        describe_advice(find_advice(library, "mine"), mine, mine.deck.parse("T21 T20 T5 EX SR SD")),
    ]
    return [block for part in printed for block in part]


class Tags(HTMLParser):
    """Return the tags, attributes and addresses of a page that a browser acts on."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.alive: list[str] = []
        self.heading = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.heading = tag
        self.alive += [tag] if tag.startswith("zq") else []
        for name, value in attrs:
            address = re.sub(r"\s", "", value or "").lower()
            if name.startswith(("onzq", "zq")) or (name in ("href", "src") and address.startswith("javascript:")):
                self.alive.append(f"{tag} {name}={value}")

    def handle_data(self, data: str) -> None:
        if self.heading in ("h1", "h2", "h3") and data.strip() == "zqhead":
            self.alive.append("a heading")


def test_words_are_planted_nearly_everywhere(shelf: Shelf) -> None:
    assert len(shelf.planted) > 30, sorted(shelf.planted)
    for name in (
        "RulesetFile.title",
        "RulesetFile.about",
        "OptionFile.title",
        "ExampleFile.closing",
        "SourcesFile.title",
        "GlossaryFile.meaning",
        "HistoryFile.name",
        "HistoryFile.what",
        "AdviceFile.title",
        "CourseFile.learns",
        "CourseFile.introduction",
    ):
        assert name in shelf.planted


@pytest.mark.parametrize("dress", [html, lambda blocks: page(blocks, EVIL)], ids=["html", "page"])
def test_html(blocks: list[Block], dress: Callable[[list[Block]], str]) -> None:
    written = dress(blocks)
    assert "zqtag" in written and not Tags(written).alive


def test_markdown(blocks: list[Block]) -> None:
    written = markdown(blocks)
    for reader in (MarkdownIt("commonmark"), MarkdownIt("gfm-like", {"linkify": False})):
        shown = reader.render(written)
        assert "zqtag" in shown and not Tags(shown).alive
        assert '<code class="language-zq' not in shown


def test_latex(blocks: list[Block]) -> None:
    written = latex(blocks, whole=True)
    assert "zq" in written and "\\zq" not in written and "\\input" not in written and "^^" not in written
    assert not re.search(r"(?<!\\)% `zq", written)


def test_terminal_and_notebook(shelf: Shelf, blocks: list[Block]) -> None:
    stream = io.StringIO()
    terminal(blocks, console(stream, width=100))
    assert "zqtag" in stream.getvalue() and all(sign.isprintable() or sign == "\n" for sign in stream.getvalue())
    assert "[bold zq]" in stream.getvalue()
    mine = shelf.library().load("mine")
    assert not Tags(notebook.as_html(mine)).alive and "zqtag" in notebook.as_html(mine)


def test_questions_for_other_programs(shelf: Shelf, tmp_path: Path) -> None:
    """Moodle reads as many questions as there are; cards of Anki ask for no LaTeX, no sound and no field."""
    library = shelf.library()
    mine, path = library.load("mine"), shelf.path("examples/deal.yaml")
    quiz = Quiz(Engine(mine), advice_for(library, mine), 1)
    asked = [*exercises_of(replay_by(load_example(str(path), library), library, path.parent))]
    assert asked
    asked += [quiz.exercise(number) for number in range(len(quiz.kinds))]
    head, *written = gift(asked, mine.name, mine.title).split("\n\n")
    assert len(head.splitlines()) == 2 and len(written) == len(asked)
    for text in written:
        found = read(text)
        assert found.name.startswith("mine ")
        assert not Tags(text.replace("\\n", "\n")).alive
    assert any("zqtag" in text for text in written)
    with zipfile.ZipFile(io.BytesIO(anki(asked, mine.name, mine.title, tmp_path / "a.apkg"))) as package:
        package.extract("collection.anki2", tmp_path)
    with closing(sqlite3.connect(tmp_path / "collection.anki2")) as cards:
        notes = [fields for (fields,) in cards.execute("select flds from notes")]
    assert len(notes) == len(asked) and any("zqtag" in note for note in notes)
    for note in notes:
        assert not Tags(note).alive and not re.search(r"\[(latex|\$|sound:|anki:)", note)


def test_one_file_of_a_lesson(
    shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tarot_teach.loading.file_catalogue._roots_of_packages", lambda _path: [shelf.root])
    out = tmp_path / "lesson.html"
    with pytest.raises(SystemExit) as ended:
        main(["replay", str(shelf.path("examples/deal.yaml")), "--format", "html", "--out", str(out)])
    assert not ended.value.code, capsys.readouterr().err
    text = out.read_text(encoding="utf-8")
    assert "zqtag" in text and not Tags(text).alive


def test_pages_of_a_site_and_a_book(shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tarot_teach.loading.file_catalogue._roots_of_packages", lambda _path: [shelf.root])
    assert build(str(shelf.folder / "mine.yaml"), "--out", str(tmp_path / "site")) == 0
    pages = [*(tmp_path / "site").rglob("*.html")]
    assert len(pages) > 5
    for path in pages:
        assert not Tags(path.read_text(encoding="utf-8")).alive, path.name
    assert "zqtag" in (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert build(str(shelf.folder / "mine.yaml"), "--format", "epub", "--out", str(tmp_path / "a.epub")) == 0
    book = zipfile.ZipFile(tmp_path / "a.epub")
    for name in book.namelist():
        if name.endswith((".xhtml", ".ncx", ".opf")):
            assert not Tags(book.read(name).decode()).alive, name


@pytest.mark.latex
def test_a_printed_book(shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Words are set as they stand: nothing is read in, and every sign is on paper."""
    monkeypatch.setattr("tarot_teach.loading.file_catalogue._roots_of_packages", lambda _path: [shelf.root])
    out = tmp_path / "a.pdf"
    assert build(str(shelf.folder / "mine.yaml"), "--format", "pdf", "--out", str(out)) == 0
    text = subprocess.run(["pdftotext", str(out), "-"], capture_output=True, text=True, check=True).stdout
    for words in ("zqtag", "\\input{zq}", "$x^^5czq$", "%(zq)s"):
        assert words in text, words
    links = subprocess.run(["pdfinfo", "-url", str(out)], capture_output=True, text=True, check=True).stdout
    assert "javascript:" not in links


def test_the_full_screen(shelf: Shelf) -> None:
    library, path = shelf.library(), shelf.path("examples/deal.yaml")
    app = StepApp(replay_by(load_example(str(path), library), library, path.parent))
    shown: list[str] = []

    async def look() -> None:
        async with app.run_test(size=(140, 50)) as pilot:
            for key in ("home", "right", "w", "enter", "end"):
                await pilot.press(key)
                await pilot.pause()
                shown.append(text_of(re.sub(r"<[^>]*>", "", pilot.app.export_screenshot())).replace("\xa0", " "))

    asyncio.run(look())
    assert any("[bold zq]" in screen for screen in shown)
    assert all(sign.isprintable() or sign.isspace() for screen in shown for sign in screen)


def test_figures(
    shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Tables say what rulesets are called by their ids alone, so that no cell begins as a formula; the page tells titles as text."""
    monkeypatch.setattr("tarot_teach.loading.file_catalogue._roots_of_packages", lambda _path: [shelf.root])
    kept = [tmp_path / name for name in ("a.json", "a.csv", "a.parquet")]
    outs = [word for path in kept for word in ("--out", str(path))]
    report = tmp_path / "a.html"
    with pytest.raises(SystemExit) as ended:
        main(
            [
                "simulate",
                str(shelf.folder / "mine.yaml"),
                "--deals",
                "20",
                "--jobs",
                "1",
                *outs,
                "--report",
                str(report),
            ]
        )
    assert not ended.value.code, capsys.readouterr().err
    cells = list(csv.reader(io.StringIO(kept[1].read_text(encoding="utf-8"))))
    cells += [[str(cell) for cell in row.values()] for row in pyarrow.parquet.read_table(kept[2]).to_pylist()]
    assert len(cells) > 20
    assert not [cell for row in cells for cell in row if cell.startswith(("=", "+", "@", "\t")) or "zq" in cell]
    assert not Tags(report.read_text(encoding="utf-8")).alive
