"""``tarot-teach legal``."""

from __future__ import annotations

import click

from tarot_teach.cards import hand_for_prompts
from tarot_teach.cli.library import library_of, mechanisms_option
from tarot_teach.cli.output import json_option, show, usage
from tarot_teach.engine import Engine, trick_position
from tarot_teach.explain.why import choices_data, describe_choices
from tarot_teach.language import _


@click.command("legal")
@click.argument("name")
@click.option("--hand", required=True, help='The hand of the player to play: "HR H3 T5".')
@click.option("--trick", default="", show_default=False, help='The cards of the trick in the order played: "H10 S2".')
@click.option("--first-trick", is_flag=True, help="It is the first trick of the deal.")
@click.option("--last-trick", is_flag=True, help="It is the last trick of the deal.")
@click.option("--contract", help="The contract that is played, where the rules differ by contract.")
@click.option("--trumps", default="", show_default=False, help="The suit that is trumps, where one is chosen.")
@click.option("--called", help="The card that was called, in games where the taker calls a partner.")
@json_option
@mechanisms_option
def command(
    name: str,
    hand: str,
    trick: str,
    first_trick: bool,
    last_trick: bool,
    contract: str | None,
    trumps: str,
    called: str | None,
    kind: str,
) -> None:
    """Print the cards of a hand that may be played to a trick by the rules of NAME, and for each other card the rule that
    refuses it."""
    engine = Engine(library_of(name).load(name), trumps)
    if trumps and not engine.index.brings_trumps:
        message = _("in {name} no suit becomes trumps by a choice")
        raise usage("legal.trumps", message, _("leave out --trumps"), name=engine.ruleset.name)
    deck = engine.ruleset.deck
    if called is not None and not engine.ruleset.at("call"):
        message = _("no rule of {name} asks for a called card")
        raise usage("legal.called", message, _("leave out --called"), name=engine.ruleset.name)
    if first_trick and last_trick:
        raise usage("legal.trick", _("a trick is the first or the last, not both"), _("leave one of them out"))
    held, played = deck.parse(hand), deck.parse(trick)
    if not held:
        hint = _("name the cards that are held: {cards}").format(cards=hand_for_prompts(deck))
        raise usage("legal.hand", _("the hand is empty"), hint)
    king = deck.card(called) if called is not None else None
    state = trick_position(
        engine, held, played, first_trick=first_trick, last_trick=last_trick, called=king, contract=contract
    )

    def you(_seat: int) -> str:
        return _("the player")

    show(choices_data(engine, state, held, you) if kind == "json" else describe_choices(engine, state, you), kind)
