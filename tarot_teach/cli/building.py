"""``tarot-teach build``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from rich.console import Console

from tarot_teach.cli.output import emit
from tarot_teach.engine import Engine
from tarot_teach.errors import TarotError
from tarot_teach.loading import Library, kind_of
from tarot_teach.records import load_example, replay
from tarot_teach.sphinxext.site import Progress, build_site


@click.command("build")
@click.argument("names", nargs=-1)
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("site"), show_default=True, help="The folder of the site."
)
def command(names: tuple[str, ...], out: Path) -> None:
    """Build a tutorial site of the rulesets NAMES (by default, all shipped ones) with their worked examples.

    The path of a ruleset of your own brings the examples that lie beside it, or in a folder `examples` beside it.
    """
    library = Library(own=_own_files(names))
    asked = list(names) or library.ids()
    with _progress() as progress:
        progress("checking rulesets and examples")
        for name in asked:
            ruleset = library.load(name)
            engine = Engine(ruleset)
            for path in library.examples_of(ruleset.name):
                replay(load_example(str(path), library), engine)
        page = build_site(asked, out, library, progress)
    emit(f"The site is built: open {page}\n")


def _own_files(names: tuple[str, ...]) -> list[Path]:
    """A user's rulesets, and everything of ours beside them."""
    found: list[Path] = []
    for name in names:
        path = Path(name)
        if not name.endswith((".yaml", ".yml")) or not path.is_file():
            continue
        beside = [*sorted(path.parent.glob("*.yaml")), *sorted((path.parent / "examples").glob("*.yaml"))]
        found += [file for file in [path, *beside] if file not in found and (file == path or _ours(file))]
    return found


def _ours(path: Path) -> bool:
    """Whether a neighbouring file is one of our kinds; others are left alone."""
    try:
        document = Library().document(path)
    except TarotError:
        return path.parent.name == "examples"
    return kind_of(document) in ("ruleset", "example", "option")


@contextmanager
def _progress() -> Iterator[Progress]:
    """A spinner with what is being done, on a terminal; silence in a pipe."""
    if not sys.stderr.isatty():
        yield lambda _what: None
        return
    with Console(stderr=True).status("…") as status:
        yield lambda what: status.update(f"{what} …")
