"""``tarot-teach check``."""

from __future__ import annotations

from pathlib import Path

import click

from tarot_teach.cli.output import emit, json_option, print_json, say_error
from tarot_teach.cli.own import library_for
from tarot_teach.errors import LoadError, Problem, TarotError
from tarot_teach.records import check_file


@click.command("check")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@json_option
def command(files: tuple[Path, ...], as_json: bool) -> int:
    """Check FILES: rulesets, options, packs, bibliographies, glossaries and worked examples.

    An example is replayed; what it expects must come of it. Every fault is told with its place.
    """
    library = library_for(files)
    problems: list[Problem] = []
    kinds = []
    for file in files:
        try:
            kinds.append((str(file), check_file(file, library)))
        except TarotError as error:
            problems += error.problems
    if as_json:
        print_json(
            {
                "checked": [{"file": file, "kind": kind} for file, kind in kinds],
                "errors": [problem.as_data() for problem in LoadError(problems).problems],
            }
        )
    else:
        for checked, kind in kinds:
            emit(f"{checked}: {kind}, fine\n")
    if problems and not as_json:
        say_error(LoadError(problems), as_json=False)
    return 1 if problems else 0
