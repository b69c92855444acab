"""``tarot-teach simulate --again``: results that were kept are played anew."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import click

from tarot_teach.cli.output import usage
from tarot_teach.cli.progress import INTERRUPTED, note, progress, tell_of_engine
from tarot_teach.cli.user_files import is_file, library_for
from tarot_teach.files import check_writable, file_lock
from tarot_teach.topics.simulate.rerun import Again, check_unbroken, task_again
from tarot_teach.topics.simulate.run import play_deals
from tarot_teach.topics.simulate.run_results import Saved
from tarot_teach.topics.simulate.store import keeps, store, stored

TAKES = {"names", "again", "deals", "jobs", "cluster", "confidence"}
"""The parameters that make sense here."""


def check_alone(context: click.Context) -> None:
    """Raises a usage error for options that a file of results answers."""
    for param in context.command.params:
        given = context.get_parameter_source(param.name or "")
        if param.name not in TAKES and given is click.core.ParameterSource.COMMANDLINE:
            raise usage(
                "simulate.again", f"--again does not go with {param.opts[0]}", "what to play is taken from the files"
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
    if not files or not all(map(keeps, files)):
        raise usage(
            "simulate.again", "--again takes files of results", "name .json or .json.gz files that --out has written"
        )
    runs = [(path, stored(path)) for path in files]
    for path, before in runs:
        check_unbroken(before, path)
        check_writable(path)
    known = library_for(own).own
    with ExitStack() as files_alone:
        for path in files if deals is None else ():
            files_alone.enter_context(file_lock(path))
        other = _played_again(context, runs, deals, jobs, cluster, confidence, known)
    if other and deals is not None:
        note("Nothing was written. Without --deals, new results are put in place of the old ones.")
        context.exit(1)


def _played_again(
    context: click.Context,
    runs: Sequence[tuple[Path, Saved]],
    deals: int | None,
    jobs: int | None,
    cluster: str | None,
    confidence: float,
    known: Sequence[Path],
) -> bool:
    """Whether another result came of any of the runs."""
    other = False
    for path, before in runs:
        task = task_again(before, known)
        task.check()
        tell_of_engine(task)
        now = Saved.of(task)
        wanted = min(deals or before.deals, before.deals)
        with progress(wanted, 0) as show:
            finished = play_deals(task, now, wanted, jobs=jobs, cluster=cluster, tell=show)
        if not finished:
            note(f"{path}: stopped, and left as it was.")
            context.exit(INTERRUPTED)
        found = Again(before, now)
        click.echo(f"{path}: {_told(found)}")
        other = other or not found.same
        if deals is None and now != before:
            store(now, path, confidence)
            note(f"Written: {path}")
    return other


def _told(found: Again) -> str:
    """Whether a run is the same as before, and if not, why."""
    now, before = f"{found.now.deals:,}", f"{found.before.deals:,}"
    if found.same:
        since = "" if found.before.version == found.now.version else f", played by version {found.before.version} then"
        return (
            f"the same in all {now} deals{since}"
            if found.whole
            else f"the same, as far as {now} of {before} deals tell"
        )
    if found.changed:
        return f"the rules of {', '.join(found.changed)}, or the advice for the players, have been changed since"
    if found.other_unit:
        return "the file counts game points in a different unit from the rulesets"
    return "a different result under the same rules: the program plays or counts differently now"
