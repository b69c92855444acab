"""The public API as a page: every public module with what it exports. Run by hand, it writes docs/reference/api.md."""

from __future__ import annotations

import importlib
import inspect
import re
from pathlib import Path
from types import ModuleType

PAGE = Path(__file__).parent.parent / "docs" / "reference" / "api.md"

PUBLIC = (
    "tarot_teach",
    "tarot_teach.engine",
    "tarot_teach.errors",
    "tarot_teach.loading",
    "tarot_teach.mechanisms",
    "tarot_teach.notebook",
    "tarot_teach.render",
    "tarot_teach.render.cardart",
    "tarot_teach.rules",
    "tarot_teach.table",
    "tarot_teach.table.serial",
    "tarot_teach.text",
    "tarot_teach.topics.play.game",
    "tarot_teach.topics.simulate.players",
)

HEAD = """# Public API

Every public module, and the names that it exports: those in its `__all__`. What they are for stands under [Python](python.md), and
[Stability](stability.md) says what is promised of them. Modules and names that are not listed here are the package's own affair. A test holds
this page against the package; `python tests/public_api.py` writes it anew.
"""


def module(name: str) -> ModuleType:
    return importlib.import_module(name)


def summary(of: object) -> str:
    """The first sentence of a docstring, on one line; empty for a value that has none of its own."""
    if not (inspect.ismodule(of) or inspect.isclass(of) or inspect.isfunction(of)):
        return ""
    text = " ".join((of.__doc__ or "").split("\n\n")[0].split()).replace("``", "`")
    text = re.sub(r":\w+:`~?([^`]+)`", r"`\1`", text)
    return re.split(r"(?<=[.;])\s", text)[0].rstrip(".;:").replace("|", "\\|")


def page() -> str:
    parts = [HEAD]
    for name in PUBLIC:
        public = module(name)
        parts.append(f"\n## `{name}`\n\n{summary(public)}.\n\n| name | |\n| --- | --- |\n")
        parts += [f"| `{one}` | {summary(getattr(public, one)) or 'a value'} |\n" for one in sorted(public.__all__)]
    return "".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
