"""``tarot-teach odds``."""

from __future__ import annotations

import click

from tarot_teach.cli.library import library_of, mechanisms_option
from tarot_teach.cli.output import format_option, json_option, show, usage
from tarot_teach.engine import Engine
from tarot_teach.language import _
from tarot_teach.topics.odds.page import chances_of, describe_odds, odds_about, odds_data, odds_title
from tarot_teach.topics.odds.unseen_cards import ABOUT, before_looking, knowing_hand

COLUMNS = ["about", "kind", "where", "of", "title", "value", "exact", "chance"]


@click.command("odds")
@click.argument("name")
@click.option("--holding", "held", help='A hand that is known: "T21 T5 EX …", or numbers: "trumps=7 queen=0".')
@click.option("--about", multiple=True, type=click.Choice(ABOUT), help="Only this subject; may be given several times.")
@click.option("--players", type=int, metavar="N", help="The number of players, where a ruleset is for several numbers.")
@format_option("text", "markdown", "html", "latex", "csv")
@json_option
@mechanisms_option
def command(name: str, held: str | None, about: tuple[str, ...], players: int | None, kind: str) -> None:
    """Count exactly what hands and talon hold in NAME: trumps, suits, honours, handfuls, void deals; or what a known hand
    leaves open."""
    if held is not None and not held.strip():
        raise usage("odds.holding", _("the hand is empty"), _("give its cards, or leave out --holding"))
    engine = Engine(library_of(name).load(name))
    unseen = before_looking(engine, players) if held is None else knowing_hand(engine, held, players)
    if kind not in ("json", "csv"):
        show(describe_odds(engine, unseen, about), kind, title=engine.ruleset.title)
        return
    found = odds_about(engine, unseen, about)
    if kind == "json":
        show(odds_data(engine, unseen, found), kind)
        return
    rows: list[list[object]] = [
        [odds.about, odds.kind, odds.where, " ".join(odds.of), odds_title(engine, unseen, odds), *chance]
        for odds in found
        for chance in chances_of(odds)
    ]
    show([COLUMNS, *rows], kind)
