"""``tarot-teach legal``."""

from __future__ import annotations

import click

from tarot_teach.blocks import Block, Paragraph
from tarot_teach.cli.output import json_option, print_blocks, print_json, usage
from tarot_teach.engine import Engine, situation
from tarot_teach.explain.why import cites, refusals
from tarot_teach.language import _
from tarot_teach.loading import Library
from tarot_teach.plain_data import cited
from tarot_teach.table import Play
from tarot_teach.text import say


@click.command("legal")
@click.argument("name")
@click.option("--hand", required=True, help='The hand of the player to play: "HR H3 T5".')
@click.option("--trick", "trick_text", default="", help='The cards of the trick in the order played: "H10 S2".')
@click.option("--first-trick", is_flag=True, help="It is the first trick of the deal.")
@click.option("--last-trick", is_flag=True, help="It is the last trick of the deal.")
@click.option("--called", help="The card that was called, in games where the taker calls a partner.")
@json_option
def command(
    name: str, hand: str, trick_text: str, first_trick: bool, last_trick: bool, called: str | None, as_json: bool
) -> None:
    """Which cards of a hand may be played to a trick by the rules of NAME; for each other card, which rule refuses it."""
    library = Library()
    engine = Engine(library.load(name))
    if called is not None and not engine.ruleset.at("call"):
        raise usage(
            "legal.called",
            _("no rule of {name} asks for a called card").format(name=engine.ruleset.name),
            _("leave out --called"),
        )
    if first_trick and last_trick:
        raise usage("legal.trick", _("a trick is the first or the last, not both"), _("leave one of them out"))
    deck = engine.ruleset.deck
    held, played = deck.parse(hand), deck.parse(trick_text)
    if not held:
        raise usage("legal.hand", _("the hand is empty"), _("name the cards that are held: SR T18 EX"))
    king = deck.card(called) if called is not None else None
    state = situation(engine, held, played, first_trick=first_trick, last_trick=last_trick, called=king)
    assert state.turn is not None
    playable = engine.legal(state).cards
    allowed = [card for card in held if card.bit & playable]
    barred = [card for card in held if not card.bit & playable]
    if as_json:
        refused = []
        for card in barred:
            finding = engine.check(state, Play(state.turn, card)).decisive
            assert finding is not None
            because = str(engine.because(finding, _you))
            rule = engine.ruleset.rules[finding.rule]
            refused.append({"card": card.code, "rule": rule.id, "because": because, "sources": cited(rule.sources)})
        print_json({"ruleset": engine.ruleset.name, "allowed": [card.code for card in allowed], "refused": refused})
        return
    blocks: list[Block] = [Paragraph(say(_("Allowed: {cards}."), cards=deck.set(playable)), "allowed")]
    for refusal in refusals(engine, state, _you):
        text = say(_("Not allowed: {cards}."), cards=list(refusal.cards)) + " " + refusal.because
        blocks.append(Paragraph(text + f" ({refusal.rule})" + cites(refusal.sources), "refused"))
    print_blocks(blocks)


def _you(_seat: int) -> str:
    return _("the player")
