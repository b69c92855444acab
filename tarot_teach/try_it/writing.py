"""Answers about a ruleset or house rule that the reader writes."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from tarot_teach.errors import LoadError, Place
from tarot_teach.explain.rulebook import describe_option, describe_rulebook
from tarot_teach.language import _
from tarot_teach.loading import Library
from tarot_teach.topics.check.check_file import check_file, warnings_of
from tarot_teach.topics.skeletons import skeleton
from tarot_teach.try_it.desk import Desk, fault_data

FILE = "our-house.yaml"


def begin(desk: Desk, game: str) -> dict[str, Any]:
    """A commented ruleset to begin with, made of a game without its house rules, which a file cannot extend."""
    path, base = Path(FILE), game.partition("+")[0]
    return {"text": skeleton("ruleset", _("Our house"), desk.engine(base), base, path)[path]}


def rules(desk: Desk, game: str, text: str) -> dict[str, Any]:
    """The rule book of a ruleset or a house rule, as its file is written, and warnings; from then on the desk knows it by its id.

    Raises LoadError with all faults of the file, each with its line.
    """
    path = Path(desk.folder or tempfile.mkdtemp(), FILE)
    desk.folder = path.parent
    path.write_text(text, encoding="utf-8")
    library = Library([*desk.files, path])
    kind = check_file(path, library)
    if kind not in ("ruleset", "option"):
        hint = _("write a ruleset, with `rules:` or `extends:`, or a house rule, with `changes:`")
        raise LoadError.of("try.kind", _("this is neither a ruleset nor a house rule"), Place(FILE, 1, 1), hint)
    data = library.document(path).data
    id, title = str(data["id"]), str(data["title"])
    warnings = [fault_data(problem) for problem in warnings_of(path, kind, library)]
    desk.add_file(path)
    made = describe_rulebook(library.load(id), library) if kind == "ruleset" else describe_option(library, id)
    fitting = (
        [option for option in library.ids("option") if library.fits(f"{id}+{option}")] if kind == "ruleset" else []
    )
    known = {"kind": kind, "id": id, "title": title, "house_rules": fitting}
    return {"html": desk.html(id if kind == "ruleset" else game, made), "warnings": warnings, **known}
