"""``tarot-teach deck``."""

from __future__ import annotations

from pathlib import Path

import click

from tarot_teach.cards import Deck
from tarot_teach.cli.library import library_of, mechanisms_option
from tarot_teach.cli.output import json_option, show, usage
from tarot_teach.engine import Engine
from tarot_teach.engine.setup import contract_of_trick
from tarot_teach.explain.packs import deck_data, describe_deck
from tarot_teach.language import _
from tarot_teach.loading import Library
from tarot_teach.loading.document import is_folder, kind_of
from tarot_teach.loading.file_catalogue import is_path


@click.command("deck")
@click.argument("name")
@click.option("--contract", help="The contract that is played, where it brings another order.")
@click.option("--trumps", default="", show_default=False, help="The suit that is trumps, where one is chosen.")
@click.option("--variant", default="", show_default=False, help="A variant of the order that the pack has.")
@json_option
@mechanisms_option
def command(name: str, contract: str | None, trumps: str, variant: str, kind: str) -> None:
    """Print the cards of a pack in their order, with names and card points.

    NAME is a ruleset, a pack (tarot-78), or the file of one.
    """
    library = library_of(name)
    pack = _pack(library, name)
    if contract is not None and (pack or variant):
        message = _("--contract goes with a ruleset, and without --variant")
        raise usage("deck.option", message, _("leave one of them out"))
    engine = None if pack else Engine(library.load(name), trumps)
    deck = engine.ruleset.deck if engine else pack
    assert deck is not None
    if engine is None or variant:
        order = deck.order(trumps, variant)
    else:
        order = engine.index.under(contract_of_trick(engine, contract) if contract is not None else None).order
    show(deck_data(deck, order) if kind == "json" else describe_deck(deck, order), kind)


def _pack(library: Library, name: str) -> Deck | None:
    """A pack by its id or file; None for a name that is neither. Raises LoadError."""
    if name in library.ids("deck"):
        return library.deck(name)
    if is_path(name) and "+" not in name and not is_folder(Path(name)):
        path = library.find("deck", name)
        if kind_of(library.document(path)) == "deck":
            return library.deck_in(path)
    return None
