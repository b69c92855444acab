"""``tarot-teach new``."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping
from pathlib import Path

import click

from tarot_teach.cli.library import library_of, mechanisms_option
from tarot_teach.cli.output import check_new_file, emit, force_option, out_option, usage, write_out
from tarot_teach.engine import Engine
from tarot_teach.loading.user_files import is_file, names_folder
from tarot_teach.mechanisms.own_code import FOLDER
from tarot_teach.messages import _
from tarot_teach.rules import STEPS
from tarot_teach.topics.skeletons.game import game, mechanism
from tarot_teach.topics.skeletons.skeleton import FIRST_PAGE, KINDS, id_of, skeleton

_KINDS_OF_FILES = {"pack": "deck", "game": "ruleset"}
"""Kinds of files by what they are called here, where it is another word."""


@click.command("new")
@click.argument("kind", metavar="KIND", type=click.Choice((*KINDS, "game", "mechanism")))
@click.argument("name")
@click.option(
    "--ruleset",
    "--like",
    show_default="fft-4; early-17c (game)",
    help="By which ruleset it is played, or which one it is made from; for a mechanism, which other one.",
)
@click.option("--short", is_flag=True, help="Write the rules of a game a line each, without comments.")
@out_option(help="Write it into this file; by default NAME.yaml in this folder.")
@force_option
@mechanisms_option
def command(kind: str, name: str, ruleset: str | None, short: bool, out: Path | None, force: bool) -> None:
    """Write a commented file to begin with: a KIND of file (course, ruleset, pack, example or session) called NAME, valid as written, for you to
    alter. A course comes with the folder of its first page. A game is a folder with a ruleset, a pack, sources, a glossary and an example; a
    mechanism, as score.many_cards, is Python code for a kind of rule of your own."""
    if short and kind != "game":
        raise usage("new.short", _("a {kind} is written in one way"), _("leave out --short"), kind=kind)
    if kind == "mechanism":
        _write_mechanism(name, ruleset, out, force)
        return
    ruleset = ruleset or ("early-17c" if kind == "game" else "fft-4")
    id = id_of(name.removesuffix(".yaml"))
    library = library_of(ruleset)
    if not id:
        hint = _("use letters a to z and figures, as in my-tarot")
        raise usage("new.name", _("no id can be made of the name {name!r}"), hint, name=name)
    if id in library.ids(_KINDS_OF_FILES.get(kind, kind)):
        message = _("there is a {kind} called {id!r} already")
        raise usage("new.taken", message, _("take another name"), kind=kind, id=id)
    if kind == "ruleset" and "+" in ruleset:
        hint = _("make it of the ruleset alone, and put house rules on top where it is named")
        raise usage("new.house-rules", _("a ruleset is made from one without house rules on top"), hint)
    if kind == "game":
        folder = out or Path(id)
        files = game(name, Engine(library.load(ruleset)), library, folder, short=short)
        _write(files, force, f"{folder}/", "--play", "20")
        return
    path = out or Path(f"{id}.yaml")
    check_new_file(path, force)
    if kind == "course" and path.with_suffix("").exists():
        check_new_file(path.with_suffix("") / FIRST_PAGE, force)
    base, plus, options = ruleset.partition("+")
    if is_file(Path(base)) or names_folder(base):
        base = os.path.relpath(library.find("ruleset", base), path.resolve().parent)
    engine = Engine(library.load(ruleset))
    _write(skeleton(kind, name.removesuffix(".yaml"), engine, base + plus + options, path), True, str(path))


def _write_mechanism(name: str, like: str | None, out: Path | None, force: bool) -> None:
    """Write the code of a mechanism, ``score.many_cards``, into the folder of mechanisms here."""
    step, _dot, words = id_of(name).partition("-")
    if step not in STEPS or not words:
        hint = _("write the step, a point and a name, as in score.many_cards")
        raise usage("new.mechanism", _("{name!r} does not begin with a step"), hint, name=name)
    path = out or Path(FOLDER, f"{step}_{words.replace('-', '_')}.py")
    _write({path: mechanism(step, words, like)}, force, f"{path.parent.parent}/", "--mechanisms")


def _write(files: Mapping[Path, str], force: bool, *check: str) -> None:
    """Write files, none of which is there without ``force``, and say how they are checked."""
    for file in files:
        check_new_file(file if file.parent.exists() else None, force)
    for file, text in files.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        write_out(file, text)
    emit(_("Next: {command}").format(command=shlex.join(["tarot-teach", "check", *check])) + "\n")
