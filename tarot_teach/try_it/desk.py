"""Shared parts of the answers of the page “Try it”: the library, the engines in use, and blocks as HTML with links to the site."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tarot_teach.blocks import Block
from tarot_teach.catalogues import use_language
from tarot_teach.engine import Engine
from tarot_teach.errors import Problem
from tarot_teach.loading import Library
from tarot_teach.render.html import Links, anchor, block_html


class SiteLinks(Links):
    """Links to the pages of a site: the address of the rules of each ruleset and house rule (``+misere``), of ``term`` and ``source``."""

    def __init__(self, library: Library, pages: Mapping[str, str], game: str) -> None:
        self.library: Library = library
        self.pages: Mapping[str, str] = pages
        self.game: str = game

    def rule(self, id: str, ruleset: str = "", /) -> str | None:
        base, *options = (ruleset or self.game).split("+")
        changed = [f"+{option}" for option in options if id not in self.library.load(base).rules]
        page = next(filter(None, map(self.pages.get, (*changed, base))), None)
        return page and f"{page}#{anchor(id)}"

    def term(self, id: str, /) -> str | None:
        return self._entry("term", id)

    def source(self, key: str, /) -> str | None:
        return self._entry("source", key)

    def _entry(self, kind: str, id: str) -> str | None:
        return f"{self.pages[kind]}#{kind}-{anchor(id)}" if kind in self.pages else None


class Desk:
    """The shipped rulesets and those of some files, and the engines that have been asked for.

    ``pages`` are the addresses for links, see :class:`SiteLinks`.
    """

    def __init__(self, files: Iterable[str] = (), pages: Mapping[str, str] | None = None, language: str = "en") -> None:
        use_language(language)
        self.files: tuple[Path, ...] = tuple(map(Path, files))
        self.library: Library = Library(self.files)
        self.pages: Mapping[str, str] = pages or {}
        self.engines: dict[str, Engine] = {}
        self.folder: Path | None = None  # of a file that the reader writes
        self.played: Any = None  # the deal that is being played
        self.reviewer: Any = None  # of its game

    def add_file(self, path: Path) -> None:
        """Know a file besides the others, or read it anew."""
        self.library = Library([*self.files, path])
        self.engines.clear()

    def engine(self, game: str, trumps: str = "") -> Engine:
        """The engine of a ruleset with its house rules, with a suit of trumps where one is chosen. Raises LoadError."""
        key = f"{game} {trumps}"
        if key not in self.engines:
            self.engines[key] = Engine(self.library.load(game), trumps)
        return self.engines[key]

    def html(self, game: str, blocks: Iterable[Block]) -> str:
        """Blocks as HTML, with the rules of a game linked."""
        links = SiteLinks(self.library, self.pages, game)
        return "\n".join(block_html(block, links) for block in blocks)


def fault_data(problem: Problem) -> dict[str, Any]:
    """A fault as plain data, for the page."""
    place = problem.place
    where = {"line": place.line, "column": place.column} if place else {"line": 0, "column": 0}
    return {"code": problem.code, "message": problem.message, "hint": problem.hint or "", **where}
