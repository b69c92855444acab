"""``tarot-teach new``."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import click

from tarot_teach.cli.library import library_of, mechanisms_option
from tarot_teach.cli.output import check_new_file, emit, force_option, out_option, usage, write_out
from tarot_teach.engine import Engine
from tarot_teach.language import _
from tarot_teach.loading.user_files import is_file, names_folder
from tarot_teach.topics.skeletons import FIRST_PAGE, KINDS, id_of, skeleton


@click.command("new")
@click.argument("kind", metavar="KIND", type=click.Choice(KINDS))
@click.argument("name")
@click.option("--ruleset", default="fft-4", help="By which ruleset it is played, or which one it is made from.")
@out_option(help="Write it into this file; by default NAME.yaml in this folder.")
@force_option
@mechanisms_option
def command(kind: str, name: str, ruleset: str, out: Path | None, force: bool) -> None:
    """Write a commented file to begin with: a KIND of file (course, ruleset, example or session) called NAME, valid as written, for you to
    alter. A course comes with the folder of its first page."""
    id = id_of(name.removesuffix(".yaml"))
    library = library_of(ruleset)
    if not id:
        hint = _("use letters a to z and figures, as in my-tarot")
        raise usage("new.name", _("no id can be made of the name {name!r}"), hint, name=name)
    if id in library.ids(kind):
        message = _("there is a {kind} called {id!r} already")
        raise usage("new.taken", message, _("take another name"), kind=kind, id=id)
    if kind == "ruleset" and "+" in ruleset:
        hint = _("make it of the ruleset alone, and put house rules on top where it is named")
        raise usage("new.house-rules", _("a ruleset is made from one without house rules on top"), hint)
    path = out or Path(f"{id}.yaml")
    check_new_file(path, force)
    if kind == "course" and path.with_suffix("").exists():
        check_new_file(path.with_suffix("") / FIRST_PAGE, force)
    base, plus, options = ruleset.partition("+")
    if is_file(Path(base)) or names_folder(base):
        base = os.path.relpath(library.find("ruleset", base), path.resolve().parent)
    engine = Engine(library.load(ruleset))
    for file, text in skeleton(kind, name.removesuffix(".yaml"), engine, base + plus + options, path).items():
        file.parent.mkdir(parents=True, exist_ok=True)
        write_out(file, text)
    emit(_("Next: {command}").format(command=shlex.join(["tarot-teach", "check", str(path)])) + "\n")
