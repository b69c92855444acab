"""``tarot-teach check``."""

from __future__ import annotations

import shlex
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from tarot_teach.advice.format import advice_for
from tarot_teach.cli.library import check_sphinx, library_of, mechanisms_option, trust_option
from tarot_teach.cli.output import emit, json_option, note, print_error, progress, seed_option, show, usage
from tarot_teach.cli.proofs import proved
from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError, Problem, TarotError
from tarot_teach.loading import Library, shipped
from tarot_teach.loading.document import exists, is_folder
from tarot_teach.loading.user_files import catalogues_in, files_in
from tarot_teach.messages import _, kind_in_words, ngettext
from tarot_teach.rules import Ruleset
from tarot_teach.topics.check.check_file import checked, name_to_play, warnings_of
from tarot_teach.topics.check.doubtful import doubt_of_sum
from tarot_teach.topics.check.forms_table import forms_tables
from tarot_teach.topics.check.translation_share import in_words, shares_of
from tarot_teach.topics.check.trials import Trial, try_deals
from tarot_teach.topics.courses.course import read_course
from tarot_teach.topics.prove.search import POSITIONS

DEALS = 5
"""The number of deals for each ruleset and option of a user without ``--play``, which its help names."""


@click.command("check")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--play",
    type=click.IntRange(0, 1_000_000),
    metavar="N",
    help="Play N deals at random under each ruleset and option. Without it, 5 under those that are not shipped.",
)
@seed_option(help="The seed of these deals.")
@click.option(
    "--prove",
    "proving",
    is_flag=True,
    help="Make packs of 12 to 20 cards for each ruleset, and play deals of them in every way.",
)
@click.option(
    "--positions",
    type=click.IntRange(100, 100_000_000),
    default=POSITIONS,
    show_default=True,
    metavar="N",
    help="With --prove, the most positions of a pack.",
)
@click.option(
    "--keep",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="With --prove, write the small rulesets into a folder, and a deal in which something does not hold.",
)
@click.option(
    "--forms", is_flag=True, help="Of translations, print the words of all rulesets in all forms of the language."
)
@click.option("--from", "first", type=click.IntRange(0, 10**12), default=0, help="The number of the first.")
@json_option
@mechanisms_option
@trust_option
def command(
    files: tuple[Path, ...],
    play: int | None,
    seed: int,
    first: int,
    positions: int,
    keep: Path | None,
    kind: str,
    *,
    forms: bool,
    proving: bool,
    trusted: bool,
) -> int:
    """Check FILES: rulesets, options, packs, bibliographies, glossaries, worked examples, courses and translations (.po); of a folder, all files.
    A ruleset, option or example that is shipped may be named by its id.

    An example is replayed; what it expects must come of it. Under rulesets and options, deals are played at random: each has to come to
    its end, every verdict and event has to have its sentence, no seat may know hidden cards, and points and scores have to add up. With
    --play, the compiled kernel has to play them as the engine does. The pages of a course are read as `build` reads them. Every fault is
    told with its place. A text that names a contract, a rule or a card which the ruleset no longer has gives a warning; so do two rules that
    do the same, a rule of the score whose numbers are all 0, a contract that can never be bid, a figure in a text that no parameter has, and
    a text by which scores sum to zero that do not. Of translations the share that is done is printed; a word that differs from the glossary and a sign
    with the wrong space beside it give warnings. With --play and 20 deals or more, a note names the rules that changed nothing in any of them.

    With --prove, each ruleset is made smaller by rule, to packs of 12 to 20 cards, and deals of these are played in every way, as far as the number of
    positions goes: each comes to its end, nobody is without a choice, scores sum to what the rules promise, and no reason tells of a hidden card. The first
    deal in which this does not hold is told. Notes name what few cards cannot have, and rules that never changed anything.
    """
    if keep is not None and not proving:
        raise usage("usage.forms", _("--keep is for --prove"), _("add --prove, or leave out --keep"))
    if forms and not any(file.suffix == ".po" for file in files):
        raise usage("usage.forms", _("--forms is for translations"), _("name a file that ends with .po"))
    of_folders = {file: [*files_in(file), *catalogues_in(file)] for file in files if is_folder(file)}
    files = tuple(dict.fromkeys(each for file in files for each in of_folders.get(file, [file])))
    named = [str(file) for file in files if file.suffix != ".po"]
    library = library_of(*dict.fromkeys(named))
    files = tuple(file if exists(file) else _shipped(str(file), library) or file for file in files)
    stacks = {str(file) for file in files if "+" in file.name and not exists(file)}
    sound: list[tuple[str, str]] = []
    problems: list[Problem] = []
    warnings: list[Problem] = []
    for file in map(str, files):
        try:
            if file in stacks:
                library.load(file)
                sort, done = "ruleset", None
            else:
                sort, done = checked(Path(file), library)
            found = _faults_of_pages(Path(file), library, trusted=trusted) if sort == "course" else []
            problems += found
        except TarotError as error:
            problems += error.problems
            continue
        if not found:
            sound.append((file, sort))
            stale = file in stacks
            warnings += library.stale_prose(file).warnings() if stale else warnings_of(Path(file), sort, library, done)
    if kind != "json":
        for file, sort in sound:
            emit(_("{file}: {kind}, fine").format(file=file, kind=kind_in_words(sort)) + "\n")
        for warning in warnings:
            note(f"{_('warning:')} {warning.with_code()}")
    shares = shares_of(file for file in files if file.suffix == ".po")
    if kind != "json":
        for share in shares:
            emit(f"{in_words(share)}\n")
    tables = (
        forms_tables([file for file in files if file.suffix == ".po"], lambda: library_of(*dict.fromkeys(named)))
        if forms
        else []
    )
    for table in tables:
        warnings += table.warnings
        if kind != "json":
            show(table.blocks())
            for warning in table.warnings:
                note(f"{_('warning:')} {warning.with_code()}")
    played: list[dict[str, Any]] = []
    proofs: list[dict[str, Any]] = []
    for file, sort in sound:
        number = DEALS * (shipped() not in Path(file).resolve().parents) if play is None else play
        if not number and not proving:
            continue
        name = file if file in stacks else name_to_play(Path(file), sort, library)
        if name is None:
            continue
        ruleset = library.load(name)
        if proving:
            proof, faults = proved(file, ruleset, library, positions, keep, quiet=kind == "json")
            proofs.append(proof)
            problems += faults
        if not number:
            continue
        trial = _try(library, ruleset, range(first, first + number), seed, kernel=play is not None)
        data = {"file": file, "ruleset": trial.ruleset, "seed": seed, "from": first, "deals": trial.deals}
        idle = list(trial.idle) if play is not None else []
        played.append({**data, "compared": trial.compared, "kernel": trial.misfit or None, "changed_nothing": idle})
        doubt = doubt_of_sum(ruleset) if not trial.sums_to_zero else None
        warnings += [doubt] if doubt else []
        if trial.fault:
            problems.append(_problem(file, trial, ruleset))
        elif kind != "json":
            emit(_line_of_trial(file, trial, kernel=play is not None))
            if idle:
                note(_changed_nothing(file, trial.deals, idle))
            if doubt:
                note(f"{_('warning:')} {doubt.with_code()}")
    errors = LoadError(problems)
    if kind == "json":
        made = {
            "checked": [{"file": file, "kind": sort} for file, sort in sound],
            "played": played,
            **({"translated": [asdict(share) for share in shares]} if shares else {}),
            **({"forms": [word.as_data() for table in tables for word in table.words]} if forms else {}),
            **({"proved": proofs} if proving else {}),
            "warnings": [warning.as_data() for warning in warnings],
            "errors": [problem.as_data() for problem in errors.problems],
        }
        show(made, kind)
    elif problems:
        print_error(errors, as_json=False)
    return 1 if problems else 0


def _shipped(name: str, library: Library) -> Path | None:
    """The file of a shipped ruleset, option or example that is named by its id."""
    return next((path for kind in ("ruleset", "option", "example") if (path := library.path_of(kind, name))), None)


def _faults_of_pages(path: Path, library: Library, *, trusted: bool) -> list[Problem]:
    """The faults of the pages of a course that is sound otherwise."""
    check_sphinx()
    from tarot_teach.sphinxext.tutorials.check_pages import faults_of_pages

    return faults_of_pages(read_course(path.resolve(), library), library, trusted=trusted)


def _try(library: Library, ruleset: Ruleset, deals: range, seed: int, *, kernel: bool) -> Trial:
    with progress(len(deals)) as on_progress:
        advice = advice_for(library, ruleset)
        return try_deals(Engine(ruleset), deals, seed, advice=advice, kernel=kernel, on_progress=on_progress)


def _line_of_trial(file: str, trial: Trial, *, kernel: bool) -> str:
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


def _changed_nothing(file: str, deals: int, rules: list[str]) -> str:
    """The note on rules that made no difference in any deal of a trial."""
    words = ngettext(
        "{file}: in {deals} deal at random these rules changed nothing: {rules}",
        "{file}: in {deals} deals at random these rules changed nothing: {rules}",
        deals,
    )
    return f"{_('note:')} {words.format(file=file, deals=deals, rules=', '.join(rules))}"


def _problem(file: str, trial: Trial, ruleset: Ruleset) -> Problem:
    """The fault of a trial with the place of its rule, and the command that repeats it."""
    fault = trial.fault
    assert fault is not None
    rule = ruleset.rules.get(fault.rule)
    where = _("before any deal")
    if fault.deal is not None:
        where = _("deal {deal} with the seed {seed}").format(deal=fault.deal, seed=trial.seed)
    elif trial.deals:
        where = _("{deals} deals with the seed {seed}").format(deals=trial.deals, seed=trial.seed)
    by = f", {rule.id} ({rule.mechanism})" if rule else ""
    which = f"--play {trial.deals}" if fault.deal is None and trial.deals else f"--play 1 --from {fault.deal or 0}"
    command = f"tarot-teach check {shlex.quote(file)} {which} --seed {trial.seed}"
    hint = _("see it again: {command}").format(command=command)
    place = rule.place if rule else ruleset.place
    return Problem("check.unsound", f"{ruleset.name}, {where}{by}: {fault.message}", place, hint)
