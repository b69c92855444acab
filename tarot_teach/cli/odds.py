"""``tarot-teach odds``."""

from __future__ import annotations

from collections.abc import Iterator

import click

from tarot_teach.cli.output import as_csv, emit, format_option, json_option, note, print_blocks, print_json, usage
from tarot_teach.engine import Engine
from tarot_teach.language import _
from tarot_teach.loading.user_files import library_for
from tarot_teach.topics.odds.page import chances_of, describe_odds, odds_about, odds_data, odds_title
from tarot_teach.topics.odds.unseen_cards import ABOUT, Odds, UnseenCards, before_looking, knowing_hand


@click.command("odds")
@click.argument("name")
@click.option("--holding", "held", help='A hand that is known: "T21 T5 EX …", or numbers: "trumps=7 queen=0".')
@click.option("--about", multiple=True, type=click.Choice(ABOUT), help="Only this subject; may be given several times.")
@click.option("--players", type=int, metavar="N", help="The number of players, where a ruleset is for several numbers.")
@format_option("text", "markdown", "html", "latex", "csv")
@json_option
def command(name: str, held: str | None, about: tuple[str, ...], players: int | None, kind: str, as_json: bool) -> None:
    """What hands and talon hold in NAME, counted exactly: trumps, suits, honours, handfuls, void deals; or what a hand that
    one knows leaves open."""
    if held is not None and not held.strip():
        raise usage("odds.holding", _("the hand is empty"), _("give its cards, or leave out --holding"))
    engine = Engine(library_for([name.partition("+")[0]], note).load(name))
    unseen = before_looking(engine, players) if held is None else knowing_hand(engine, held, players)
    if as_json:
        print_json(odds_data(engine, unseen, odds_about(engine, unseen, about)))
    elif kind == "csv":
        emit(as_csv(_rows(engine, unseen, odds_about(engine, unseen, about))))
    else:
        print_blocks(describe_odds(engine, unseen, about), kind, title=engine.ruleset.title)


def _rows(engine: Engine, unseen: UnseenCards, found: list[Odds]) -> Iterator[list[object]]:
    """The odds as a table: a row for each value."""
    yield ["about", "kind", "where", "of", "title", "value", "exact", "chance"]
    for odds in found:
        title = odds_title(engine, unseen, odds)
        for chance in chances_of(odds):
            yield [odds.about, odds.kind, odds.where, " ".join(odds.of), title, *chance]
