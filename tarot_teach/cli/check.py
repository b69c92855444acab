"""``tarot-teach check``."""

from __future__ import annotations

from pathlib import Path

import click

from tarot_teach.cli.check_deals import DEALS, said_of, trial_data, try_files
from tarot_teach.cli.output import emit, json_option, print_json, say_error
from tarot_teach.cli.user_files import library_for
from tarot_teach.errors import LoadError, Problem, TarotError
from tarot_teach.topics.check.files import check_file, warnings_of
from tarot_teach.topics.simulate.draws import SEEDS


@click.command("check")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--play",
    type=click.IntRange(0, 1_000_000),
    metavar="N",
    help=f"Play N deals at random under each ruleset and option. Without it, {DEALS} under those that are not shipped.",
)
@click.option(
    "--seed", type=click.IntRange(0, SEEDS - 1), default=1, show_default=True, help="The seed of these deals."
)
@click.option(
    "--from", "first", type=click.IntRange(0, 10**12), default=0, show_default=True, help="The number of the first."
)
@json_option
def command(files: tuple[Path, ...], play: int | None, seed: int, first: int, as_json: bool) -> int:
    """Check FILES: rulesets, options, packs, bibliographies, glossaries and worked examples.

    An example is replayed; what it expects must come of it. Under rulesets and options, deals are played at random: each has to come to
    its end, every verdict and event has to have its sentence, no seat may know hidden cards, and points and scores have to add up. With
    --play, the compiled kernel has to play them as the engine does. Every fault is told with its place. A text that names a contract, a
    rule or a card which the ruleset no longer has gives a warning.
    """
    library = library_for(files)
    problems: list[Problem] = []
    kinds = []
    for file in files:
        try:
            kinds.append((str(file), check_file(file, library)))
        except TarotError as error:
            problems += error.problems
    warnings = [warning for file, kind in kinds for warning in warnings_of(Path(file), kind, library)]
    if not as_json:
        for checked, kind in kinds:
            emit(f"{checked}: {kind}, fine\n")
        for warning in warnings:
            click.echo(f"warning: {warning.with_code()}", err=True)
    trials = []
    for file_name, trial, problem in try_files(kinds, library, play, first, seed):
        trials.append(trial_data(file_name, trial, first))
        if problem:
            problems.append(problem)
        elif not as_json:
            emit(said_of(file_name, trial, kernel=play is not None))
    if as_json:
        print_json(
            {
                "checked": [{"file": file, "kind": kind} for file, kind in kinds],
                "played": trials,
                "warnings": [warning.as_data() for warning in warnings],
                "errors": [problem.as_data() for problem in LoadError(problems).problems],
            }
        )
    elif problems:
        say_error(LoadError(problems), as_json=False)
    return 1 if problems else 0
