"""``tarot-teach simulate``."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click

from tarot_teach.cli.library import library_of, mechanisms_option
from tarot_teach.cli.output import (
    INTERRUPTED,
    OutPath,
    as_text,
    format_option,
    json_option,
    note,
    progress,
    show,
    usage,
)
from tarot_teach.cli.questions import Terminal, help_of, options_of, question_of
from tarot_teach.files import check_writable, file_lock, write_atomically
from tarot_teach.loading.user_files import is_file, names_folder
from tarot_teach.mechanisms.own_code import has_run
from tarot_teach.messages import _, number_text
from tarot_teach.questions.simulate import DEALS, SimulateQuestion, Simulation, check_task
from tarot_teach.topics.simulate import results_files
from tarot_teach.topics.simulate.figures import compute_figures
from tarot_teach.topics.simulate.page import describe_run
from tarot_teach.topics.simulate.results_files import is_results_file, load_results, save_results
from tarot_teach.topics.simulate.run import OnProgress, play_deals
from tarot_teach.topics.simulate.run_results import Rerun, RunResults, check_complete, rerun_task
from tarot_teach.topics.simulate.task import Task

Play = Callable[[Task, RunResults, int, OnProgress], bool]
"""Adds deals to results; false if interrupted."""
INTERVAL, COST = 5.0, 20
"""Seconds between two writings of results, and the least ratio of that interval to the time of a writing."""


@click.command("simulate", help=help_of(SimulateQuestion))
@click.argument("names", nargs=-1, required=True)
@options_of(SimulateQuestion, "deals", "seed", "players", "contract")
@click.option("--jobs", type=int, help="In how many processes; by default as many as there are processors.")
@click.option("--cluster", metavar="ADDRESS", help="On the cluster of dask.distributed with this scheduler.")
@click.option(
    "--out",
    "outs",
    type=OutPath(),
    multiple=True,
    help="Keep results in a file: .json or .json.gz (to go on from), .csv or .parquet. May be given several times.",
)
@click.option("--report", type=OutPath(), help="Write a page with plots: an .html file, or a folder for it.")
@options_of(SimulateQuestion, "confidence")
@click.option(
    "--again", is_flag=True, help="NAMES are files of results: play the same deals anew, all or --deals of them."
)
@options_of(SimulateQuestion, "every")
@format_option()
@json_option
@click.pass_context
@mechanisms_option
def command(
    context: click.Context,
    /,
    names: tuple[str, ...],
    jobs: int | None,
    cluster: str | None,
    outs: tuple[Path, ...],
    report: Path | None,
    again: bool,
    kind: str,
    **given: Any,
) -> None:
    """Play the deals, go on from those in a file, and write results and pages."""
    asked = question_of(SimulateQuestion, names, given)
    _check(jobs, cluster, outs)
    confidence = asked.confidence

    def play(task: Task, saved: RunResults, deals: int, on_progress: OnProgress) -> bool:
        return play_deals(task, saved, deals, jobs=jobs, cluster=cluster, on_progress=on_progress)

    if again:
        finished = _rerun(context, names, asked.deals, confidence, play)
    else:
        library_of(*names)
        task, wanted = asked.task, DEALS if asked.deals is None else asked.deals
        check_task(task, wanted, asked.watch)
        page = _page(report) if report else None
        for path in [*outs, *([page] if page else [])]:
            check_writable(path)
        kept = next(filter(is_results_file, outs), None)
        with file_lock(kept):
            saved = _earlier_results(task, kept)
            finished = _play(task, saved, wanted, kept, confidence, play)
            for path in outs if saved.deals else ():
                _write(saved, path, confidence)
        if page is not None:
            title = ", ".join(game.name for game in saved.stamps)
            write_atomically(page, as_text(describe_run(saved, confidence), "html", title=title).encode())
            note(_("Written: {page}"), page=page)
        answer = Simulation(saved, confidence, asked.every)
        show(answer.to_dict() if kind == "json" else answer.narrow_blocks(), kind, title=asked.title_of(answer))
        if not finished:
            where = _("not kept: that takes --out FILE.json")
            if kept:
                where = _("kept in {kept}; go on with the same command").format(kept=kept)
            played = wanted - _missing(saved, wanted)
            note(_("{played:,} of {deals:,} deals, {where}."), played=played, deals=wanted, where=where)
    if not finished:
        context.exit(INTERRUPTED)


def _check(jobs: int | None, cluster: str | None, outs: Sequence[Path]) -> None:
    """Raise a usage error for options of the command that make no sense."""
    if jobs is not None and jobs < 1:
        hint = _("take at least 1, or leave out --jobs")
        raise usage("simulate.jobs", _("{jobs} processes cannot play"), hint, jobs=jobs)
    if jobs is not None and cluster is not None:
        raise usage("simulate.jobs", _("a cluster has its own number of processes"), _("leave out --jobs"))
    for path in outs:
        if not is_results_file(path) and path.suffix not in (".csv", ".parquet"):
            hint = _("take .json, .json.gz, .csv or .parquet")
            raise usage("simulate.out", _("{path} does not end in a known format"), hint, path=path)
        if path.suffix == ".parquet":
            results_files.check_parquet()
    if sum(map(is_results_file, outs)) > 1:
        raise usage("simulate.out", _("results are kept in one file"), _("name one .json or .json.gz with --out"))


def _page(report: Path) -> Path:
    """The file of the report, in a folder that is made for it if need be."""
    if report.suffix in (".html", ".htm"):
        return report
    check_writable(report / "index.html" if report.is_dir() else report)
    report.mkdir(exist_ok=True)
    return report / "index.html"


def _earlier_results(task: Task, kept: Path | None) -> RunResults:
    """The results in a file for the same task, or empty results. Raises RunError for a file of another task."""
    new = RunResults.of(task)
    if kept is None or not kept.exists():
        return new
    before = load_results(kept)
    before.check_same(new, kept)
    before.stamps = new.stamps
    return before


def _missing(saved: RunResults, deals: int) -> int:
    """The number of deals, of those asked for, that are still to be played."""
    return sum(end - first for first, end in saved.missing(deals))


def _play(task: Task, saved: RunResults, deals: int, kept: Path | None, confidence: float, play: Play) -> bool:
    """Play the missing deals, and write them at intervals; false if interrupted."""
    missing = _missing(saved, deals)
    if not missing:
        words = _("{kept} holds these deals already, {deals:,} in all; nothing had to be played.")
        note(words, kept=kept, deals=saved.deals)
        return True
    beyond = saved.deals + missing - deals
    due = time.monotonic() + INTERVAL

    def write() -> None:
        nonlocal due
        if kept is not None and saved.deals:
            begun = time.monotonic()
            save_results(saved, kept, confidence)
            due = time.monotonic() + max(INTERVAL, COST * (time.monotonic() - begun))

    try:
        with progress(deals, saved.deals - beyond) as show_progress:

            def on_progress(played: int) -> None:
                show_progress(played - beyond)
                if time.monotonic() > due:
                    write()

            return play(task, saved, deals, on_progress)
    except Exception:
        write()
        raise


def _write(saved: RunResults, path: Path, confidence: float) -> None:
    """Write results, or their figures as a table, by the ending of the file's name."""
    if is_results_file(path):
        save_results(saved, path, confidence)
    else:
        write = results_files.write_csv if path.suffix == ".csv" else results_files.write_parquet
        write(compute_figures(saved, confidence), path)
    note(_("Written: {path}"), path=path)


# ---------------------------------------------------------------- --again

_WITH_AGAIN = {"names", "again", "deals", "jobs", "cluster", "confidence"}
"""The parameters that make sense with ``--again``."""


def _rerun(context: click.Context, names: Sequence[str], wanted: int | None, confidence: float, play: Play) -> bool:
    """Replay the deals in results files and report whether the results are the same; false if interrupted.

    A result that differs is written to its file, unless only a part of the deals is wanted.
    """
    for param in context.command.params:
        source = context.get_parameter_source(param.name or "")
        if param.name not in _WITH_AGAIN and source is click.core.ParameterSource.COMMANDLINE:
            hint = _("what to play is taken from the files")
            raise usage("simulate.again", _("--again does not go with {opts}"), hint, opts=param.opts[0])
    rulesets = [name for name in names if is_file(Path(name)) or names_folder(name)]
    files = [Path(name) for name in names if name not in rulesets]
    if not files or not all(map(is_results_file, files)):
        hint = _("name .json or .json.gz files that --out has written")
        raise usage("simulate.again", _("--again takes files of results"), hint)
    runs = [(path, load_results(path)) for path in files]
    for path, before in runs:
        check_complete(before, path)
        check_writable(path)
    library = library_of(*rulesets)
    differs = False
    with ExitStack() as locks:
        for path in files if wanted is None else ():
            locks.enter_context(file_lock(path))
        for path, before in runs:
            task = rerun_task(before, library.user_files, filter(has_run, library.mechanisms))
            deals = min(wanted or before.deals, before.deals)
            check_task(task, deals, Terminal())
            now = RunResults.of(task)
            with progress(deals) as on_progress:
                finished = play(task, now, deals, on_progress)
            if not finished:
                note(_("{path}: stopped, and left as it was."), path=path)
                return False
            rerun = Rerun(before, now)
            click.echo(f"{path}: {_verdict_on(rerun)}")
            differs = differs or not rerun.same
            if wanted is None and now != before:
                save_results(now, path, confidence)
                note(_("Written: {path}"), path=path)
    if differs and wanted is not None:
        note(_("Nothing was written. Without --deals, new results are put in place of the old ones."))
        context.exit(1)
    return True


def _verdict_on(found: Rerun) -> str:
    """The outcome of a rerun in a sentence: the same, or the reason why not."""
    now, before = number_text(found.now.deals), number_text(found.before.deals)
    if found.same and not found.whole:
        return _("the same, as far as {now} of {before} deals tell").format(now=now, before=before)
    if found.same:
        since = ""
        if found.before.version != found.now.version:
            since = _(", played by version {version} then").format(version=found.before.version)
        return _("the same in all {now} deals{since}").format(now=now, since=since)
    if found.changed:
        words = _("the rules of {changed}, or the advice for the players, have been changed since")
        return words.format(changed=", ".join(found.changed))
    if found.other_unit:
        return _("the file counts game points in a different unit from the rulesets")
    return _("a different result under the same rules: the program plays or counts differently now")
