"""``tarot-teach mechanisms``."""

from __future__ import annotations

import click

from tarot_teach.blocks import Paragraph
from tarot_teach.cli.library import library_of, mechanisms_option
from tarot_teach.cli.output import json_option, show
from tarot_teach.language import _
from tarot_teach.rules import STEPS
from tarot_teach.text import say
from tarot_teach.topics.mechanisms import describe_mechanisms, kinds_of_rules


@click.command("mechanisms")
@click.argument("name", default="")
@click.option("--step", type=click.Choice(STEPS), help="Only those of this step of the game.")
@click.option(
    "--about", default="", metavar="WORDS", help="Only those of which each of these words is said: “dealer cards”."
)
@json_option
@mechanisms_option
def command(name: str, step: str | None, about: str, kind: str) -> None:
    """Print the kinds of rules, the one called NAME, or those of the ruleset NAME: what each does, its parameters with their values, a rule as a ruleset writes it, and
    who uses it."""
    found = kinds_of_rules(library_of(name), name, step or "", about)
    if kind == "json":
        show([each.to_dict() for each in found], kind)
        return
    nothing = Paragraph(say(_("No mechanism is described so. tarot-teach mechanisms names them all.")))
    show(describe_mechanisms(found) or [nothing])
