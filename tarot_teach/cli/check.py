"""``tarot-teach check``."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from tarot_teach.advice.format import advice_for
from tarot_teach.cli.output import emit, json_option, note, print_error, print_json, progress
from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError, Problem, TarotError
from tarot_teach.language import _, as_words, ngettext
from tarot_teach.loading import Library, shipped
from tarot_teach.loading.user_files import library_for
from tarot_teach.topics.check.check_file import check_file, name_to_play, warnings_of
from tarot_teach.topics.check.trials import Trial, try_deals
from tarot_teach.topics.simulate.draws import SEEDS

DEALS = 5
"""The number of deals for each ruleset and option of a user without ``--play``."""


def try_files(
    kinds: Sequence[tuple[str, str]], library: Library, deals: int | None, first: int, seed: int
) -> Iterator[tuple[str, Trial, Problem | None]]:
    """Play deals by each ruleset and option among checked files, given as paths with their kinds: the file, the trial, and its
    fault as a problem.

    ``deals`` is the number for each, from deal number ``first`` on. None plays a few by files of a user's own, and leaves the
    compiled kernel out.
    """
    for file, kind in kinds:
        own = shipped() not in Path(file).resolve().parents
        number = deals if deals is not None else DEALS * own
        name = name_to_play(Path(file), kind, library) if number else None
        if name is None:
            continue
        ruleset = library.load(name)
        with progress(number, 0) as show:
            trial = try_deals(
                Engine(ruleset),
                range(first, first + number),
                seed,
                advice=advice_for(library, ruleset),
                kernel=deals is not None,
                on_progress=show,
            )
        yield file, trial, _problem(file, trial, ruleset)


def said_of(file: str, trial: Trial, kernel: bool) -> str:
    """The line about a trial without a fault; with ``kernel``, also about the deals of the compiled kernel."""
    line = ngettext("{file}: {deals} deal at random, sound", "{file}: {deals} deals at random, sound", trial.deals)
    line = line.format(file=file, deals=trial.deals)
    if kernel and trial.compared:
        line += _("; {compared} of them played alike by the compiled kernel").format(compared=trial.compared)
    if kernel and trial.misfit:
        said = _("; not compared with the compiled kernel: {misfit}")
        if trial.compared:
            said = _("; the others not compared with the compiled kernel: {misfit}")
        line += said.format(misfit=trial.misfit)
    return f"{line}\n"


def trial_data(file: str, trial: Trial, first: int) -> dict[str, Any]:
    """A trial as JSON-able data."""
    return {
        "file": file,
        "ruleset": trial.ruleset,
        "seed": trial.seed,
        "from": first,
        "deals": trial.deals,
        "compared": trial.compared,
        "kernel": trial.misfit or None,
    }


def _problem(file: str, trial: Trial, ruleset: Any) -> Problem | None:
    """The fault of a trial with the place of its rule, and the command that repeats it."""
    fault = trial.fault
    if fault is None:
        return None
    rule = ruleset.rules.get(fault.rule)
    where = (
        _("deal {deal} with the seed {seed}").format(deal=fault.deal, seed=trial.seed)
        if fault.deal is not None
        else _("before any deal")
    )
    by = f", {rule.id} ({rule.mechanism})" if rule else ""
    command = f"tarot-teach check {shlex.quote(file)} --play 1 --from {fault.deal or 0} --seed {trial.seed}"
    place = rule.place if rule else ruleset.place
    return Problem(
        "check.unsound",
        f"{ruleset.name}, {where}{by}: {fault.message}",
        place,
        _("see it again: {command}").format(command=command),
    )


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
    """Check FILES: rulesets, options, packs, bibliographies, glossaries, worked examples and translations (.po).

    An example is replayed; what it expects must come of it. Under rulesets and options, deals are played at random: each has to come to
    its end, every verdict and event has to have its sentence, no seat may know hidden cards, and points and scores have to add up. With
    --play, the compiled kernel has to play them as the engine does. Every fault is told with its place. A text that names a contract, a
    rule or a card which the ruleset no longer has gives a warning.
    """
    library = library_for([file for file in files if file.suffix != ".po"], note)
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
            emit(_("{file}: {kind}, fine").format(file=checked, kind=as_words(kind)) + "\n")
        for warning in warnings:
            click.echo(f"{_('warning:')} {warning.with_code()}", err=True)
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
        print_error(LoadError(problems), as_json=False)
    return 1 if problems else 0
