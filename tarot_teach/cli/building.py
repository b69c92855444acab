"""``tarot-teach build``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from rich.console import Console

from tarot_teach.cli.output import emit
from tarot_teach.cli.own import library_for, readable
from tarot_teach.records import load_example, replay_by
from tarot_teach.rules import Evidence, Ruleset
from tarot_teach.sphinxext.site import Progress, build_site


@click.command("build")
@click.argument("names", nargs=-1)
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("site"), show_default=True, help="The folder of the site."
)
def command(names: tuple[str, ...], out: Path) -> None:
    """Build a tutorial site of the rulesets NAMES with their worked examples; by default of all shipped rulesets and house
    rules.

    The path of a ruleset of your own brings the examples that lie beside it, or in a folder `examples` beside it.
    """
    library = library_for(names)
    asked = list(names) or sorted(library.ids(), key=lambda id: _place(library.load(id)))
    options = [] if names else library.options()
    with _progress() as progress:
        progress("checking rulesets and examples")
        for name in asked:
            ruleset = library.load(name)
            for path in (*library.examples_of(ruleset.name), *_unreadable_beside(name)):
                replay_by(load_example(str(path), library), library, path.parent)
        for option in options:
            for path in library.examples_with(option):
                replay_by(load_example(str(path), library), library, path.parent)
        page = build_site(asked, out, library, progress, options)
    emit(f"The site is built: open {page}\n")


def _place(ruleset: Ruleset) -> tuple[int, str, bool, str]:
    """Where a ruleset stands among others: the best attested first, of each family the game for four."""
    return list(Evidence).index(ruleset.evidence), ruleset.id.rpartition("-")[0], 4 not in ruleset.players, ruleset.id


def _unreadable_beside(name: str) -> list[Path]:
    """Examples beside a user's ruleset that cannot be read: they are not passed over, reading them says why."""
    path = Path(name)
    if path.suffix not in (".yaml", ".yml") or not path.is_file():
        return []
    return [file for file in sorted((path.parent / "examples").glob("*.yaml")) if not readable(file)]


@contextmanager
def _progress() -> Iterator[Progress]:
    """A spinner with what is being done, on a terminal; silence in a pipe."""
    if not sys.stderr.isatty():
        yield lambda _what: None
        return
    with Console(stderr=True).status("…") as status:
        yield lambda what: status.update(f"{what} …")
