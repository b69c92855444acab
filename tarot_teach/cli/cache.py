"""``tarot-teach cache``."""

from __future__ import annotations

import click

from tarot_teach.blocks import Block, Paragraph, Table
from tarot_teach.caches import KINDS, cache_root, cached_folders, clear
from tarot_teach.cli.output import amount, json_option, show
from tarot_teach.messages import _, ngettext
from tarot_teach.text import Text, say


@click.command("cache")
@click.option("--clear", "erase", is_flag=True, help="Erase all of it. What is needed again is made or fetched anew.")
@json_option
def command(erase: bool, kind: str) -> None:
    """Show what is kept for later runs, compiled code and Pyodide, where it is and how much, or erase it.

    What quizzes remember is kept elsewhere, and stays: `quiz NAME --forget` erases it.
    """
    found = cached_folders()
    if erase:
        clear(found)
    size = sum(each.size for each in found)
    if kind == "json":
        folders = [{"folder": str(each.folder), "kind": each.kind, "bytes": each.size} for each in found]
        show({"folder": str(cache_root()), "bytes": size, "erased": erase, "folders": folders}, kind)
        return
    if not found:
        show([Paragraph(say(_("Nothing is kept in {folder}."), folder=str(cache_root())))])
        return
    words = ngettext("{number} folder in {folder}: {size}.", "{number} folders in {folder}: {size}.", len(found))
    if erase:
        words = ngettext(
            "{number} folder erased in {folder}: {size}.", "{number} folders erased in {folder}: {size}.", len(found)
        )
    said = say(words, number=len(found), folder=str(cache_root()), size=amount(size))
    rows = tuple(
        tuple(Text((cell,)) for cell in (each.folder.name, _(KINDS[each.kind]), amount(each.size))) for each in found
    )
    blocks: list[Block] = [Paragraph(said), Table((), rows, numeric=(2,))]
    show(blocks)
