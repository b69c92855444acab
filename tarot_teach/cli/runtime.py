"""``tarot-teach runtime``, and the runtime of a site that is built."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import asdict, replace
from urllib.parse import urlsplit

import click

from tarot_teach.blocks import Block, Paragraph, Table
from tarot_teach.cli.output import amount, json_option, show, step_line
from tarot_teach.errors import OutputError, Place
from tarot_teach.messages import _
from tarot_teach.text import Text, say
from tarot_teach.try_it.fetch_runtime import QUICK, chosen_runtime, fetch_runtime, kept_runtime

VARIABLE = "TAROT_TEACH_RUNTIME"
"""The variable of the environment that stands for ``build --runtime``."""
NONE = "none"
"""The setting by which a site is built without the engine."""


@click.command("runtime")
@json_option
def command(kind: str) -> None:
    """Fetch what the engine needs to run in a page, once, and say what that is and where it lies.

    `build` takes it from there, and fetches it by itself where it is not there. The archives are Pyodide and the pydantic-core made for it; npm and
    pip bring them where they are installed. `cache --clear` erases them.
    """
    before = kept_runtime()
    with step_line() as progress:
        kept = before or fetch_runtime(progress)
    if kind == "json":
        taken = [asdict(each) for each in kept.taken]
        show({"folder": str(kept.folder), "bytes": kept.size, "fetched": before is None, "archives": taken}, kind)
        return
    words = (
        _("The engine's runtime is in {folder}: {size}.")
        if before
        else _("The engine's runtime is fetched into {folder}: {size}.")
    )
    cells = (
        (f"{each.name} {each.version}", each.licence, amount(each.bytes), urlsplit(each.source).netloc or each.source)
        for each in kept.taken
    )
    rows = tuple(tuple(Text((cell,)) for cell in row) for row in cells)
    blocks: list[Block] = [
        Paragraph(say(words, folder=str(kept.folder), size=amount(kept.size))),
        Table((), rows, numeric=(2,)),
    ]
    for each in kept.taken:
        if not each.pinned:
            unknown = _(
                "This version of tarot-teach does not know {name} {version}: its digest is that of the package index, {digest}."
            )
            blocks.append(Paragraph(say(unknown, name=each.name, version=each.version, digest=each.digest)))
    show(blocks)


def given_runtime(option: str) -> str:
    """The runtime that an option names, or else the environment: a folder, an address, ``none`` or nothing. Raises OutputError for what is not there."""
    given = option or os.environ.get(VARIABLE, "")
    if given in ("", NONE):
        return given
    try:
        found = chosen_runtime(given)
    except OutputError as error:
        if option:
            raise
        raise OutputError(replace(each, place=each.place or Place(VARIABLE)) for each in error.problems) from None
    return str(found.folder.resolve()) if found.folder else given


def runtime_of_site(progress: Callable[[str], None]) -> tuple[str, str]:
    """The folder of the runtime, fetched where the cache has none, and a line about that; or no folder, and a line about what is missing."""
    try:
        before = kept_runtime()
        kept = before or fetch_runtime(progress, QUICK)
    except OutputError as error:
        (problem,) = error.problems
        line = _("the page Try it is without its engine: {problem}; to fetch that later: tarot-teach runtime")
        place = f"{problem.place}: " if problem.place else ""
        return "", line.format(problem=f"{place}{problem.message}")
    if before:
        return str(kept.folder), ""
    names = ", ".join(f"{each.name} {each.version}" for each in kept.taken)
    line = _("fetched once, for the page Try it: {names}, {size}, into {folder}")
    size = amount(sum(each.bytes for each in kept.taken))
    return str(kept.folder), line.format(names=names, size=size, folder=kept.folder)
