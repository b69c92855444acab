"""``tarot-teach import``."""

from __future__ import annotations

import re
from pathlib import Path

import click

from tarot_teach.cli.library import library_of, mechanisms_option
from tarot_teach.cli.output import (
    check_new_file,
    emit,
    force_option,
    id_for,
    json_option,
    note,
    out_option,
    show,
    write_out,
)
from tarot_teach.language import _
from tarot_teach.topics.other_programs.reading import Imported, read_foreign


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--ruleset", metavar="NAME", help="The ruleset by which the deal was played; by default that of the file's game."
)
@out_option(help="Write the record into this file.")
@force_option
@json_option
@mechanisms_option
def command(file: Path, ruleset: str | None, out: Path | None, force: bool, kind: str) -> None:
    """Read FILE, a deal that another program has written, and print it as an example: TarotClub's deals and played deals, or a deal on one line.

    What the file does not tell is said. Its cards are played by the engine, and its printed scores are not believed; names of persons are left out.
    """
    check_new_file(out, force)
    name = re.sub("[^a-z0-9]+", "-", file.stem.lower()).strip("-") or "imported"
    found = read_foreign(file, id_for(out, name), library_of(*([ruleset] if ruleset else [])), ruleset)
    _tell(found)
    if kind == "json":
        show(found.to_dict(), kind, out)
    elif out is None:
        emit(found.yaml)
    else:
        write_out(out, found.yaml)


def _tell(found: Imported) -> None:
    """Say what was read, and what the file does not tell."""
    start = found.done.record.file.start
    note(
        _("{format}: {players} players, dealer {dealer}, from the {step} on; played by {name}"),
        format=found.format,
        players=found.done.start.players,
        dealer=start.dealer or _("not told"),
        step=start.step,
        name=found.done.engine.ruleset.name,
    )
    for each in found.notes:
        note(f"  {each}")
    if found.fits:
        note(_("  It can be played by these rulesets too: {names}"), names=", ".join(found.fits))
