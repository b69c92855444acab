"""A page of one file to play at from a disk: the table, the cards, the engine and its runtime."""

from __future__ import annotations

import base64
import gzip
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tarot_teach.blocks import Heading
from tarot_teach.errors import OutputError
from tarot_teach.loading import Library
from tarot_teach.messages import _
from tarot_teach.render.html import page
from tarot_teach.rules import Ruleset
from tarot_teach.text import Text
from tarot_teach.try_it.engine_files import Runtime, write_engine
from tarot_teach.try_it.page import describe_try

PARTS = ("play", "line", "legal", "quiz", "score")
"""The parts of the page, the first of which is open."""


def one_file(library: Library, rulesets: Sequence[Ruleset], runtime: Runtime, title: str) -> str:
    """The page for some rulesets, which asks for no other file. Raises OutputError for a runtime that is an address."""
    if runtime.folder is None:
        message, hint = (
            _("a page of one file cannot take its engine from {address}"),
            _("name a folder of Pyodide's files, or leave out --runtime"),
        )
        raise OutputError.of("build.one-file", message, None, hint, address=runtime.address)
    with TemporaryDirectory() as work:
        write_engine(runtime, Path(work), library.user_files)
        engine = {path.name: _packed(path.read_bytes()) for path in sorted(Path(work).iterdir())}
    head = Heading(1, Text((title,)), "play")
    return page([head, *describe_try(library, rulesets, parts=PARTS)], title, engine)


def _packed(content: bytes) -> str:
    return base64.b64encode(gzip.compress(content, mtime=0)).decode()
