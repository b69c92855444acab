"""``tarot-teach deck``."""

from __future__ import annotations

from pathlib import Path

import click

from tarot_teach.cards import Deck
from tarot_teach.cli.library import library_of, mechanisms_option
from tarot_teach.cli.output import json_option, show
from tarot_teach.explain.packs import deck_data, describe_deck
from tarot_teach.loading import Library
from tarot_teach.loading.document import is_folder, kind_of
from tarot_teach.loading.file_catalogue import is_path


@click.command("deck")
@click.argument("name")
@click.option("--trumps", default="", show_default=False, help="The suit that is trumps, where one is chosen.")
@click.option("--variant", default="", show_default=False, help="A variant of the order that the pack has.")
@json_option
@mechanisms_option
def command(name: str, trumps: str, variant: str, kind: str) -> None:
    """Print the cards of a pack in their order, with names and card points.

    NAME is a ruleset, a pack (tarot-78), or the file of one.
    """
    deck = _deck(library_of(name), name)
    order = deck.order(trumps, variant)
    show(deck_data(deck, order) if kind == "json" else describe_deck(deck, order), kind)


def _deck(library: Library, name: str) -> Deck:
    """The pack of a ruleset, a pack by id, or that of a file. Raises LoadError."""
    if name in library.ids("deck"):
        return library.deck(name)
    if is_path(name) and "+" not in name and not is_folder(Path(name)):
        path = library.find("deck", name)
        if kind_of(library.document(path)) == "deck":
            return library.deck_in(path)
    return library.load(name).deck
