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
from tarot_teach.topics.other_programs.reading import Wanted, read_foreign


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--ruleset", metavar="NAME", help="The ruleset by which it was played; by default that of the file's game."
)
@click.option("--part", type=click.IntRange(1), metavar="N", help="Which session of a file with several, from 1.")
@click.option("--names", is_flag=True, help="Keep the names of the players of a session.")
@click.option("--go-on", is_flag=True, help="Keep plays that the rules refuse; they are marked.")
@out_option(help="Write the record or session into this file.")
@force_option
@json_option
@mechanisms_option
def command(
    file: Path,
    ruleset: str | None,
    part: int | None,
    names: bool,
    go_on: bool,
    out: Path | None,
    force: bool,
    kind: str,
) -> None:
    """Read FILE, which another program has written, and print it as an example or a session: TarotClub's deals and played deals,
    histories of OpenSpiel's tarok, a deal on one line, hands drawn as a diagram, the history of Tarot345Scores, or a
    table of an evening (CSV).

    What the file does not tell is said. Its cards are played by the engine, its results scored, and printed scores are not believed; names of persons are left out.
    """
    check_new_file(out, force)
    name = re.sub("[^a-z0-9]+", "-", file.stem.lower()).strip("-") or "imported"
    wanted = Wanted(id_for(out, name), ruleset, part, names, go_on)
    found = read_foreign(file, wanted, library_of(*([ruleset] if ruleset else [])))
    for said in found.said:
        note(said)
    if kind == "json":
        show(found.to_dict(), kind, out)
    elif out is None:
        emit(found.yaml)
    else:
        write_out(out, found.yaml)
