"""Every loader under one name: it is fed the bytes of a file, and may raise nothing but the project's own errors."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from pathlib import Path

from tarot_teach import render
from tarot_teach.blocks import Block
from tarot_teach.errors import TarotError
from tarot_teach.explain.rulebook import describe_option, describe_rulebook
from tarot_teach.loading import Library, kind_of, read_yaml
from tarot_teach.records.gathered import load_example
from tarot_teach.records.record import read_record, write_record
from tarot_teach.records.runner import replay_by
from tarot_teach.render.terminal import plain_text
from tarot_teach.rules import Prose, ProseError
from tarot_teach.topics.check.check_file import check_file
from tarot_teach.topics.compare.deals_page import lesson
from tarot_teach.topics.sessions.page import describe_session
from tarot_teach.topics.sessions.scorekeeper import keep_score
from tarot_teach.topics.simulate.figures import compute_figures
from tarot_teach.topics.simulate.page import describe_run
from tarot_teach.topics.simulate.results_files import load_results

Target = Callable[[bytes], None]
FILES = (
    "ruleset",
    "option",
    "deck",
    "example",
    "session",
    "advice",
    "sources",
    "glossary",
    "coverage",
    "errata",
    "course",
)
"""The kinds of YAML files, told apart by what is in them."""


class _Shelf:
    """A library whose shipped files have been read once, and new ones made of it, each with files of its own."""

    def __init__(self) -> None:
        self.first = Library()
        for id in self.first.ids():
            self.first.load(id)
        self.first.glossary()
        self.first.sources()

    def library(self, *own: Path) -> Library:
        """A library that knows the shipped files, and some others."""
        made = copy(self.first)
        made.user_files = [path.resolve() for path in own]
        made._documents, made._rulesets = dict(self.first._documents), dict(self.first._rulesets)
        made._decks, made._by_kind, made._fitting = dict(self.first._decks), dict(self.first._by_kind), {}
        return made


_shelf: list[_Shelf] = []


def shelf() -> _Shelf:
    """The one that all share."""
    if not _shelf:
        _shelf.append(_Shelf())
    return _shelf[0]


@contextmanager
def _file(data: bytes, name: str) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        yield path


def yaml_file(data: bytes) -> None:
    """A file of any kind is checked, and what it holds is told in words."""
    with _file(data, "mine.yaml") as path:
        try:
            check_file(path, shelf().library())
        finally:
            Prose.compile.cache_clear()
        library = shelf().library(path)
        document = library.document(path)
        match kind_of(document):
            case "ruleset":
                _render_all(describe_rulebook(library.load(str(path)), library))
            case "option":
                _render_all(describe_option(library, str(document.data["id"])))
            case "example":
                record = load_example(str(path), library)
                assert read_record(write_record(record), name="again") == record
                _render_all(lesson(replay_by(record, library, path.parent)))
            case "session":
                _render_all(describe_session(keep_score(path, library)))


def _render_all(blocks: list[Block]) -> None:
    plain_text(blocks)
    render.html(blocks)


def simulation(data: bytes) -> None:
    """A file of simulated deals, as it is and packed."""
    for name in ("run.json", "run.json.gz"):
        with _file(data, name) as path:
            try:
                run = load_results(path)
            except TarotError:
                continue
            compute_figures(run)
            _render_all(describe_run(run, 0.95))


def text(data: bytes) -> None:
    """YAML text that is not in a file."""
    read_yaml(data.decode("utf-8", "surrogateescape"), name="text")


def prose(data: bytes) -> None:
    """Authors' prose."""
    try:
        Prose.compile.__wrapped__(Prose, data.decode("utf-8", "replace"))
    except ProseError as error:
        assert error.message


def name(data: bytes) -> None:
    """The name of a ruleset."""
    library = shelf().library()
    library.load(data.decode("utf-8", "surrogateescape"))


def cards(data: bytes) -> None:
    """Cards as they are typed."""
    shelf().first.deck("tarot-78").parse(data.decode("utf-8", "surrogateescape"))


TARGETS: dict[str, Target] = {
    **dict.fromkeys(FILES, yaml_file),
    "simulation": simulation,
    "text": text,
    "prose": prose,
    "name": name,
    "cards": cards,
}


def run(target: str, data: bytes) -> bool:
    """Feed a loader. Whether it took what it was given; any error that is not the project's own comes out."""
    try:
        TARGETS[target](data)
    except TarotError as error:
        assert error.problems
        return False
    return True
