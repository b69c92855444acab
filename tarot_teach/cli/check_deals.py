"""Deals at random by the rulesets that ``tarot-teach check`` is given: which are played, and what is told of them."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tarot_teach.advice.files import advice_for
from tarot_teach.cli.progress import progress
from tarot_teach.engine import Engine
from tarot_teach.errors import Problem
from tarot_teach.loading import Library, shipped
from tarot_teach.text import count_of
from tarot_teach.topics.check.deals import Trial, try_deals
from tarot_teach.topics.check.files import name_to_play

DEALS = 5
"""The number of deals played by each ruleset and option of a user's own where ``--play`` is not given."""


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
                tell=show,
            )
        yield file, trial, _problem(file, trial, ruleset)


def said_of(file: str, trial: Trial, kernel: bool) -> str:
    """A trial without a fault in one line; ``kernel`` says that the compiled kernel was to play as well."""
    deals = count_of(trial.deals, "deal", "deals")
    line = f"{file}: {deals} at random, sound"
    if kernel and trial.compared:
        line += f"; {trial.compared} of them played alike by the compiled kernel"
    if kernel and trial.misfit:
        line += f"; {'the others ' if trial.compared else ''}not compared with the compiled kernel: {trial.misfit}"
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
    """The fault of a trial with the place of its rule, and the command that shows it again."""
    fault = trial.fault
    if fault is None:
        return None
    rule = ruleset.rules.get(fault.rule)
    where = f"deal {fault.deal} with the seed {trial.seed}" if fault.deal is not None else "before any deal"
    by = f", {rule.id} ({rule.mechanism})" if rule else ""
    command = f"tarot-teach check {shlex.quote(file)} --play 1 --from {fault.deal or 0} --seed {trial.seed}"
    place = rule.place if rule else ruleset.place
    return Problem("check.unsound", f"{ruleset.name}, {where}{by}: {fault.message}", place, f"see it again: {command}")
