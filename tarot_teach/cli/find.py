"""``tarot-teach find``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from tarot_teach.blocks import Block, Heading, Paragraph, Table
from tarot_teach.cli import output
from tarot_teach.cli.library import library_of, mechanisms_option
from tarot_teach.cli.output import note
from tarot_teach.cli.questions import answered, help_of, options_of
from tarot_teach.engine import Engine
from tarot_teach.files import file_lock
from tarot_teach.messages import _, ngettext
from tarot_teach.questions.find import FindQuestion, SearchResult
from tarot_teach.records.record import write_record
from tarot_teach.text import Text, say
from tarot_teach.topics.search.differences import DIFFERS
from tarot_teach.topics.search.features import features_of
from tarot_teach.topics.search.search import Search


@click.command("find", help=help_of(FindQuestion))
@click.argument("name")
@options_of(FindQuestion)
@output.out_option(help="Write the example into this file.")
@output.force_option
@mechanisms_option
def command(name: str, out: Path | None, force: bool, **given: Any) -> None:
    """Ask the question, and write what is found as an example; list what can be shown where nothing is asked."""
    asked = FindQuestion(game=name, **given)
    if asked.asks_nothing:
        output.show(_list(asked.simulator(library_of(name)).engine))
        return
    output.check_new_file(out, force)
    with file_lock(out):
        _write_found(answered(FindQuestion, (name,), given)[1], out)


def _write_found(found: SearchResult, out: Path | None) -> None:
    """Write the clearest deal as an example, to a file or standard output, and report how many deals were tried."""
    search, best = found.search, found.search.best
    tried = ngettext("{number} deal", "{number} deals", search.tried).format(number=search.tried)
    if best is None:
        note(_("{tried} of seed {seed} tried, and none of them shows it"), tried=tried, seed=search.seed)
        note(f"  {_('hint:')} {_hint(search)}")
        raise click.exceptions.Exit(1)
    written = write_record(found.record(output.id_for(out, found.id)))
    if out is None:
        output.emit(written)
    else:
        output.write_out(out, written)
    said = ngettext(
        "{tried} of seed {seed} tried; one shows it; the clearest is deal {number}",
        "{tried} of seed {seed} tried; {found} show it; the clearest is deal {number}",
        len(search.matches),
    )
    note(said, tried=tried, seed=search.seed, found=len(search.matches), number=best.number)


def _hint(search: Search) -> str:
    """A hint for a search without a match."""
    more = _("try more (--tries), another --seed, or --players random, which make plays that nobody else would")
    other = next((one.given for one in search.queries if one.other), None)
    if other is None:
        return more
    words = _("look for it the other way round (tarot-teach find {other} --shows {differs}{name}); or {more}")
    return words.format(other=other, differs=DIFFERS, name=search.simulator.name, more=more)


def _list(engine: Engine) -> list[Block]:
    rows = [(Text((feature.usage,)), feature.title_in(engine, feature.argument)) for feature in features_of(engine)]
    rows.append((Text(("differs:OTHER",)), say(_("The same cards under another ruleset"))))
    table = Table((say(_("WHAT")), say(_("what is to be seen"))), tuple(rows))
    head = say(_("What deals of {title} can show"), title=engine.ruleset.title)
    example = say(_("Search for it: {command}"), command=f"tarot-teach find {engine.ruleset.name} --shows WHAT")
    return [Heading(1, head), table, Paragraph(example, "aside")]
