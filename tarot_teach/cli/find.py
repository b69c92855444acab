"""``tarot-teach find``."""

from __future__ import annotations

import re
from pathlib import Path

import click

from tarot_teach.blocks import Block, Heading, Paragraph, Table
from tarot_teach.cli import output
from tarot_teach.cli.library import library_of, mechanisms_option
from tarot_teach.cli.output import note
from tarot_teach.engine import Engine
from tarot_teach.files import file_lock
from tarot_teach.language import _, ngettext
from tarot_teach.records.record import write_record
from tarot_teach.text import Text, say
from tarot_teach.topics.search.differences import DIFFERS, read_queries
from tarot_teach.topics.search.example import example
from tarot_teach.topics.search.features import Query, features_of
from tarot_teach.topics.search.holding import read_holdings
from tarot_teach.topics.search.search import Search
from tarot_teach.topics.search.solved import solved_query
from tarot_teach.topics.simulate.deal_simulator import DealSimulator


@click.command("find")
@click.argument("name")
@click.option(
    "--shows", multiple=True, metavar="WHAT", help="A thing that the deal has to show; may be given several times."
)
@click.option(
    "--solve",
    "others",
    multiple=True,
    metavar="OTHER",
    help="An ending that best play takes to another score under the ruleset OTHER.",
)
@click.option("--taker", metavar="HOLDING", help='What the taker was dealt: "T21, trump<=4".')
@click.option(
    "--hand", multiple=True, metavar="SEAT: HOLDING", help='What a seat, or the talon, was dealt: "N: king>=2".'
)
@click.option("--players", "player", default="simple", help="The players: simple, random, strong, or another.")
@output.seed_option(help="The seed of the deals that are tried.")
@click.option(
    "--tries",
    type=click.IntRange(1),
    help="The most deals to try: by default 5000, or 1000000 where the compiled kernel can tell how they end.",
)
@click.option("--hits", type=click.IntRange(1), default=10, help="Among how many to choose the clearest.")
@output.out_option(help="Write the example into this file.")
@output.force_option
@mechanisms_option
def command(
    name: str,
    shows: tuple[str, ...],
    others: tuple[str, ...],
    taker: str | None,
    hand: tuple[str, ...],
    player: str,
    seed: int,
    tries: int | None,
    hits: int,
    out: Path | None,
    force: bool,
) -> None:
    """Search deals of NAME for one that shows something, the shorter and clearer the better, and write it as an example.

    Without --shows and without a holding, it lists what can be shown.
    """
    library = library_of(name, *others)
    simulator = DealSimulator.of(library, name, (player,))
    engine = simulator.engine
    if not (shows or others or taker or hand):
        output.show(_list(engine))
        return
    output.check_new_file(out, force)
    if taker is not None and not engine.scorer.has_sides:
        hint = _("say whose hand it is with --hand")
        raise output.usage("find.taker", _("there is no taker in {name}"), hint, name=engine.ruleset.name)
    queries = read_queries(shows, library, simulator, player)
    queries += tuple(solved_query(simulator, DealSimulator.of(library, other, (player,))) for other in others)
    holdings = read_holdings(engine, simulator.seats, taker, hand, ("--taker", "--hand"))
    search = Search(simulator, queries, holdings, seed)
    with file_lock(out):
        run_search(search, tries, hits)
        _write_found(search, queries, out, player)


def _write_found(search: Search, queries: tuple[Query, ...], out: Path | None, player: str) -> None:
    """Write the clearest deal as an example, to a file or standard output, and report how many deals were tried."""
    best = search.best
    tried = ngettext("{number} deal", "{number} deals", search.tried).format(number=search.tried)
    if best is None:
        note(_("{tried} of seed {seed} tried, and none of them shows it"), tried=tried, seed=search.seed)
        note(f"  {_('hint:')} {_hint(search)}")
        raise click.exceptions.Exit(1)
    words = re.sub(r"[^a-z0-9]+", "-", "-".join(one.code for one in queries).lower()).strip("-")
    id = output.id_for(out, f"found-{words}-{best.number}" if words else f"found-{best.number}")
    written = write_record(example(best, queries, id, search.seed, player))
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


def run_search(search: Search, tries: int | None, enough: int) -> None:
    """Search with a progress bar. An interrupt ends the search with the deals found so far, if any."""
    try:
        with output.progress(search.limit) as show:

            def on_progress() -> None:
                remark = _("looked at: {looked}, found: {found}")
                show(search.tried, remark.format(looked=search.examined, found=len(search.matches)), search.limit)

            search.run(tries, enough, on_progress)
    except KeyboardInterrupt:
        if not search.matches:
            raise
        note(_("stopped; this is the best so far"))


def _list(engine: Engine) -> list[Block]:
    rows = [(Text((feature.usage,)), feature.title_in(engine, feature.argument)) for feature in features_of(engine)]
    rows.append((Text(("differs:OTHER",)), say(_("The same cards under another ruleset"))))
    table = Table((say(_("WHAT")), say(_("what is to be seen"))), tuple(rows))
    head = say(_("What deals of {title} can show"), title=engine.ruleset.title)
    example = say(_("Search for it: {command}"), command=f"tarot-teach find {engine.ruleset.name} --shows WHAT")
    return [Heading(1, head), table, Paragraph(example, "aside")]
