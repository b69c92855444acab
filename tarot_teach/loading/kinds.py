"""What kind of file a document is, told by its keys."""

from __future__ import annotations

from pathlib import Path

from tarot_teach.errors import LoadError, Place
from tarot_teach.loading.document import Document

_SIGNS = (
    ("advice", {"evaluation", "signals"}),
    ("session", {"deals"}),
    ("example", {"start", "hands", "tricks"}),
    ("ruleset", {"extends", "rules"}),
    ("deck", {"suits"}),
    ("glossary", {"concepts"}),
    ("coverage", {"points"}),
    ("errata", {"tables", "scores"}),
    ("option", {"changes", "adds", "drops", "fits"}),
    ("sources", {"sources"}),
)

_FOLDERS = {"decks": "deck", "options": "option", "examples": "example", "sessions": "session", "advice": "advice"}


def kind_of(document: Document) -> str | None:
    """One of the kinds listed above; None when nothing tells."""
    keys = set(document.data) if isinstance(document.data, dict) else set()
    return next((kind for kind, signs in _SIGNS if keys & signs), None)


def kind_of_shipped(path: Path, root: Path) -> str:
    """The kind of a file under a folder of rulesets, by its name and place there."""
    if path.parent == root and path.stem in ("sources", "glossary", "coverage", "errata"):
        return path.stem
    return _FOLDERS.get(path.parent.name, "ruleset")


def expect_kind(document: Document, kind: str) -> None:
    """Raises LoadError for a document that is clearly of another kind."""
    found = kind_of(document)
    if found not in (kind, None):
        message = f"this file is {_a(found)}, not {_a(kind)}"
        raise LoadError.of("file.kind", message, Place(document.file, 1, 1), f"name {_a(kind)} here")


def _a(kind: str) -> str:
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"
