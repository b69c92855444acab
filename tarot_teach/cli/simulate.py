"""``tarot-teach simulate``."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import click

from tarot_teach.cli.output import (
    INTERRUPTED,
    format_option,
    json_option,
    note,
    print_blocks,
    print_json,
    progress,
    usage,
)
from tarot_teach.files import check_writable, file_lock, write_atomically
from tarot_teach.language import _
from tarot_teach.loading.user_files import is_file, library_for
from tarot_teach.topics.simulate.figures import compute_figures
from tarot_teach.topics.simulate.page import describe_run
from tarot_teach.topics.simulate.results_files import (
    MOST_DEALS,
    check_parquet,
    is_results_file,
    load_results,
    results_as_data,
    save_results,
    write_csv,
    write_parquet,
)
from tarot_teach.topics.simulate.run import play_deals
from tarot_teach.topics.simulate.run_results import Rerun, RunResults, check_complete, rerun_task
from tarot_teach.topics.simulate.task import Task

DEALS = 1000
"""How many deals are played where nobody says."""
KEEP, COST = 5.0, 20
"""Results are written at intervals of so many seconds, or of so many times what the last writing took."""


@click.command("simulate")
@click.argument("names", nargs=-1, required=True)
@click.option("--deals", type=int, help=f"How many deals; by default {DEALS}, and with --again all.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed deals the same cards.")
@click.option(
    "--players",
    default="simple",
    show_default=True,
    help="Who plays: random or simple; or a list with commas, one for each seat.",
)
@click.option("--contract", help="Without an auction: the first seat plays this contract.")
@click.option("--jobs", type=int, help="In how many processes; by default as many as there are processors.")
@click.option("--cluster", metavar="ADDRESS", help="On the cluster of dask.distributed with this scheduler.")
@click.option(
    "--out",
    "outs",
    type=click.Path(path_type=Path),
    multiple=True,
    help="Keep results in a file: .json or .json.gz (to go on from), .csv or .parquet. May be given several times.",
)
@click.option(
    "--report", type=click.Path(path_type=Path), help="Write a page with plots: an .html file, or a folder for it."
)
@click.option(
    "--confidence",
    type=float,
    default=0.95,
    show_default=True,
    help="The confidence of the intervals, between 0 and 1.",
)
@click.option(
    "--again", is_flag=True, help="NAMES are files of results: play the same deals anew, all or --deals of them."
)
@click.option("--all", "every", is_flag=True, help="Print every figure, not the main ones alone.")
@format_option
@json_option
@click.pass_context
def command(
    context: click.Context,
    names: tuple[str, ...],
    deals: int | None,
    seed: int,
    players: str,
    contract: str | None,
    jobs: int | None,
    cluster: str | None,
    outs: tuple[Path, ...],
    report: Path | None,
    confidence: float,
    again: bool,
    every: bool,
    kind: str,
    as_json: bool,
) -> None:
    """Play many deals by the rules of NAMES, the same cards under each, and say what comes of it, and what the rulesets after
    the first change.

    With --out FILE.json, the same command goes on where it was stopped, or adds deals to those that were played. With --again
    FILE.json, those deals are played anew; where another result comes of them, it is put into the file.
    """
    _check(DEALS if deals is None else deals, jobs, cluster, confidence, outs)
    if again:
        check_alone(context)
        play_again(context, names, deals, jobs, cluster, confidence)
        return
    deals = DEALS if deals is None else deals
    task = Task.of(names, players, seed, contract, note)
    task.check()
    tell_of_engine(task)
    page = _page(report) if report else None
    for path in [*outs, *([page] if page else [])]:
        check_writable(path)
    kept = next((path for path in outs if is_results_file(path)), None)
    with file_lock(kept):
        saved = _begun(task, kept)
        finished = _play(task, saved, deals, jobs, cluster, kept, confidence)
        for path in outs:
            _write(saved, path, confidence)
    if page is not None:
        from tarot_teach import render

        blocks = describe_run(saved, confidence)
        write_atomically(page, render.page(blocks, ", ".join(game.name for game in saved.games)).encode())
        note(_("Written: {page}").format(page=page))
    if as_json:
        print_json(results_as_data(saved, compute_figures(saved, confidence)))
    else:
        print_blocks(describe_run(saved, confidence, every=every, plots=False), kind, title=saved.games[0].name)
    if not finished:
        played = deals - sum(end - first for first, end in saved.missing(deals))
        where = (
            _("kept in {kept}; go on with the same command").format(kept=kept)
            if kept
            else _("not kept: that takes --out FILE.json")
        )
        note(_("{played:,} of {deals:,} deals, {where}.").format(played=played, deals=deals, where=where))
        context.exit(INTERRUPTED)


def _check(deals: int, jobs: int | None, cluster: str | None, confidence: float, outs: tuple[Path, ...]) -> None:
    """Raises a usage error for what makes no sense."""
    if deals < 1:
        raise usage(
            "simulate.deals",
            _("{deals} deals cannot be played").format(deals=deals),
            _("take at least 1: --deals 1000"),
        )
    if deals > MOST_DEALS:
        raise usage(
            "simulate.deals",
            _("{deals:,} deals cannot be played").format(deals=deals),
            _("take at most {most_deals:,}").format(most_deals=MOST_DEALS),
        )
    if jobs is not None and jobs < 1:
        raise usage(
            "simulate.jobs",
            _("{jobs} processes cannot play").format(jobs=jobs),
            _("take at least 1, or leave out --jobs"),
        )
    if jobs is not None and cluster is not None:
        raise usage("simulate.jobs", _("a cluster has its own number of processes"), _("leave out --jobs"))
    if not 0 < confidence < 1:
        raise usage(
            "simulate.confidence",
            _("{confidence:g} is no confidence level").format(confidence=confidence),
            _("take a number between 0 and 1: 0.95"),
        )
    for path in outs:
        if not is_results_file(path) and path.suffix not in (".csv", ".parquet"):
            raise usage(
                "simulate.out",
                _("{path} does not end in a known format").format(path=path),
                _("take .json, .json.gz, .csv or .parquet"),
            )
        if path.suffix == ".parquet":
            check_parquet()
    if sum(is_results_file(path) for path in outs) > 1:
        raise usage("simulate.out", _("results are kept in one file"), _("name one .json or .json.gz with --out"))


def _page(report: Path) -> Path:
    """The file of the report."""
    if report.suffix in (".html", ".htm"):
        return report
    check_writable(report / "index.html") if report.is_dir() else check_writable(report)
    report.mkdir(exist_ok=True)
    return report / "index.html"


def _begun(task: Task, kept: Path | None) -> RunResults:
    """What has been played before, or nothing."""
    new = RunResults.of(task)
    if kept is None or not kept.exists():
        return new
    before = load_results(kept)
    before.check_same(new, kept)
    before.games = new.games
    return before


def _play(
    task: Task,
    saved: RunResults,
    deals: int,
    jobs: int | None,
    cluster: str | None,
    kept: Path | None,
    confidence: float,
) -> bool:
    """Play, and keep what is played; whether all of it was."""
    missing = sum(end - first for first, end in saved.missing(deals))
    if not missing:
        note(
            _("{kept} holds these deals already, {deals:,} in all; nothing had to be played.").format(
                kept=kept, deals=saved.deals
            )
        )
        return True
    beyond = saved.deals + missing - deals
    keeper = _Keeper(saved, kept, confidence)
    try:
        with progress(deals, saved.deals - beyond) as show:

            def on_progress(played: int) -> None:
                show(played - beyond)
                keeper.now_and_then()

            finished = play_deals(task, saved, deals, jobs=jobs, cluster=cluster, on_progress=on_progress)
    except Exception:
        keeper.keep()
        raise
    return finished


class _Keeper:
    """Writes results at intervals, so that little is lost where the machine stops."""

    def __init__(self, saved: RunResults, path: Path | None, confidence: float) -> None:
        self.saved, self.path, self.confidence = saved, path, confidence
        self.next = time.monotonic() + KEEP

    def now_and_then(self) -> None:
        """Write when it is time."""
        if time.monotonic() > self.next:
            self.keep()

    def keep(self) -> None:
        """Write what there is."""
        if self.path is None or not self.saved.deals:
            return
        begun = time.monotonic()
        save_results(self.saved, self.path, self.confidence)
        self.next = time.monotonic() + max(KEEP, COST * (time.monotonic() - begun))


def _write(saved: RunResults, path: Path, confidence: float) -> None:
    if not saved.deals:
        return
    if is_results_file(path):
        save_results(saved, path, confidence)
    elif path.suffix == ".csv":
        write_csv(compute_figures(saved, confidence), path)
    else:
        write_parquet(compute_figures(saved, confidence), path)
    note(_("Written: {path}").format(path=path))


TAKES = {"names", "again", "deals", "jobs", "cluster", "confidence"}
"""The parameters that make sense here."""


def check_alone(context: click.Context) -> None:
    """Raises a usage error for options that a file of results answers."""
    for param in context.command.params:
        given = context.get_parameter_source(param.name or "")
        if param.name not in TAKES and given is click.core.ParameterSource.COMMANDLINE:
            raise usage(
                "simulate.again",
                _("--again does not go with {opts}").format(opts=param.opts[0]),
                _("what to play is taken from the files"),
            )


def play_again(
    context: click.Context,
    names: Sequence[str],
    deals: int | None,
    jobs: int | None,
    cluster: str | None,
    confidence: float,
) -> None:
    """Play anew what each of some files holds, and say whether it is the same. With ``deals``, only so many, and nothing is
    written; else a result that is not the same is put into its file."""
    own = [name for name in names if is_file(Path(name))]
    files = [Path(name) for name in names if name not in own]
    if not files or not all(map(is_results_file, files)):
        raise usage(
            "simulate.again",
            _("--again takes files of results"),
            _("name .json or .json.gz files that --out has written"),
        )
    runs = [(path, load_results(path)) for path in files]
    for path, before in runs:
        check_complete(before, path)
        check_writable(path)
    known = library_for(own, note).user_files
    with ExitStack() as files_alone:
        for path in files if deals is None else ():
            files_alone.enter_context(file_lock(path))
        other = _played_again(context, runs, deals, jobs, cluster, confidence, known)
    if other and deals is not None:
        note(_("Nothing was written. Without --deals, new results are put in place of the old ones."))
        context.exit(1)


def _played_again(
    context: click.Context,
    runs: Sequence[tuple[Path, RunResults]],
    deals: int | None,
    jobs: int | None,
    cluster: str | None,
    confidence: float,
    known: Sequence[Path],
) -> bool:
    """Whether another result came of any of the runs."""
    other = False
    for path, before in runs:
        task = rerun_task(before, known)
        task.check()
        tell_of_engine(task)
        now = RunResults.of(task)
        wanted = min(deals or before.deals, before.deals)
        with progress(wanted, 0) as show:
            finished = play_deals(task, now, wanted, jobs=jobs, cluster=cluster, on_progress=show)
        if not finished:
            note(_("{path}: stopped, and left as it was.").format(path=path))
            context.exit(INTERRUPTED)
        found = Rerun(before, now)
        click.echo(f"{path}: {_told(found)}")
        other = other or not found.same
        if deals is None and now != before:
            save_results(now, path, confidence)
            note(_("Written: {path}").format(path=path))
    return other


def _told(found: Rerun) -> str:
    """Whether a run is the same as before, and if not, why."""
    now, before = f"{found.now.deals:,}", f"{found.before.deals:,}"
    if found.same:
        since = (
            ""
            if found.before.version == found.now.version
            else _(", played by version {version} then").format(version=found.before.version)
        )
        return (
            _("the same in all {now} deals{since}").format(now=now, since=since)
            if found.whole
            else _("the same, as far as {now} of {before} deals tell").format(now=now, before=before)
        )
    if found.changed:
        return _("the rules of {changed}, or the advice for the players, have been changed since").format(
            changed=", ".join(found.changed)
        )
    if found.other_unit:
        return _("the file counts game points in a different unit from the rulesets")
    return _("a different result under the same rules: the program plays or counts differently now")


def tell_of_engine(task: Task) -> None:
    """Say of which rulesets the engine plays the deals, and why the compiled kernel does not."""
    reasons: dict[str, list[str]] = {}
    for name, runner in zip(task.rulesets, task.runners(), strict=True):
        if runner.misfit:
            reasons.setdefault(runner.misfit.reason, []).append(name)
    for reason, names in reasons.items():
        note(
            _("{fromkeys}: played by the engine, which is slower; {reason}").format(
                fromkeys=", ".join(dict.fromkeys(names)), reason=reason
            )
        )
