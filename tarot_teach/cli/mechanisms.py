"""``tarot-teach mechanisms``."""

from __future__ import annotations

from pathlib import Path

import click

from tarot_teach.blocks import Paragraph
from tarot_teach.cli.library import library_of, mechanisms_option
from tarot_teach.cli.output import page_options, show
from tarot_teach.messages import _
from tarot_teach.rules import STEPS
from tarot_teach.text import say
from tarot_teach.topics.mechanisms.catalogue import kinds_of_rules, nearest
from tarot_teach.topics.mechanisms.page import describe_mechanisms


@click.command("mechanisms")
@click.argument("name", default="")
@click.option("--step", type=click.Choice(STEPS), help="Only those of this step of the game.")
@click.option(
    "--about", default="", metavar="WORDS", help="Only those of which each of these words is said: “dealer cards”."
)
@page_options()
@mechanisms_option
def command(name: str, step: str | None, about: str, kind: str, out: Path | None) -> None:
    """Print the kinds of rules, the one called NAME, or those of the ruleset NAME: what each does, its parameters with
    their values, a rule as a ruleset writes it, and who uses it."""
    found = kinds_of_rules(library_of(name), name, step or "", about)
    if kind == "json":
        show([each.to_dict() for each in found], kind, out)
        return
    near = nearest(kinds_of_rules(library_of(name), name, step or ""), about) if about and not found else []
    words = _("No mechanism is described so. tarot-teach mechanisms names them all.")
    if near:
        words = _("No mechanism is described so. The nearest: {names}. tarot-teach mechanisms names them all.")
    nothing = Paragraph(say(words, names=", ".join(near)))
    show(describe_mechanisms(found) or [nothing], kind, out, title=_("Kinds of rules") if out else None)
