"""``tarot-teach odds``."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any

import click

from tarot_teach.cli.output import emit, json_option, print_blocks, print_json, usage
from tarot_teach.cli.user_files import library_for
from tarot_teach.engine import Engine
from tarot_teach.topics.odds.deal import ABOUT, Odds
from tarot_teach.topics.odds.page import asked, describe_odds, title_of
from tarot_teach.topics.odds.unseen import Hidden, holding, unseen

FORMATS = ("text", "markdown", "html", "latex", "csv")


@click.command("odds")
@click.argument("name")
@click.option("--holding", "held", help='A hand that is known: "T21 T5 EX …", or numbers: "trumps=7 queen=0".')
@click.option("--about", multiple=True, type=click.Choice(ABOUT), help="Only this subject; may be given several times.")
@click.option("--players", type=int, metavar="N", help="The number of players, where a ruleset is for several numbers.")
@click.option(
    "--format", "kind", type=click.Choice(FORMATS), default="text", show_default=True, help="How to print it."
)
@json_option
def command(name: str, held: str | None, about: tuple[str, ...], players: int | None, kind: str, as_json: bool) -> None:
    """What hands and talon hold in NAME, counted exactly: trumps, suits, honours, handfuls, void deals; or what a hand that
    one knows leaves open."""
    if held is not None and not held.strip():
        raise usage("odds.holding", "the hand is empty", "give its cards, or leave out --holding")
    engine = Engine(library_for([name.partition("+")[0]]).load(name))
    hidden = unseen(engine, players) if held is None else holding(engine, held, players)
    if as_json:
        print_json(_data(engine, hidden, asked(engine, hidden, about)))
    elif kind == "csv":
        emit(_csv(engine, hidden, asked(engine, hidden, about)))
    else:
        print_blocks(describe_odds(engine, hidden, about), kind, title=engine.ruleset.title)


def _data(engine: Engine, hidden: Hidden, found: list[Odds]) -> dict[str, Any]:
    return {
        "ruleset": engine.ruleset.name,
        "players": hidden.players,
        "unseen": hidden.cards,
        "hands": hidden.hands,
        "size": hidden.size,
        "talon": hidden.talon,
        "aside": hidden.aside,
        "holding": [card.code for card in hidden.deck.set(hidden.held)] or dict(hidden.counts) or None,
        "odds": [
            {
                "about": odds.about,
                "kind": odds.kind,
                "where": odds.where,
                "of": list(odds.of),
                "title": str(title_of(engine, hidden, odds)),
                "rule": odds.rule or None,
                "whole": odds.whole,
                "chances": [
                    {"value": value, "exact": exact, "chance": chance} for value, exact, chance in _chances(odds)
                ],
            }
            for odds in found
        ],
    }


def _csv(engine: Engine, hidden: Hidden, found: list[Odds]) -> str:
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(["about", "kind", "where", "of", "title", "value", "exact", "chance"])
    for odds in found:
        start = [odds.about, odds.kind, odds.where, " ".join(odds.of), title_of(engine, hidden, odds)]
        writer.writerows([*start, *chance] for chance in _chances(odds))
    return stream.getvalue()


def _chances(odds: Odds) -> Iterator[tuple[int | str, str, float]]:
    """Each answer with its probability, as a fraction and as the nearest decimal number."""
    for value, chance in odds.chances.items():
        yield value, str(chance), float(chance)
