"""``tarot-teach rules``."""

from __future__ import annotations

import click

from tarot_teach.cli.library import library_of, mechanisms_option
from tarot_teach.cli.output import format_option, json_option, show
from tarot_teach.explain.rulebook import describe_rule, describe_rulebook, rulebook_data
from tarot_teach.topics.at_work import RulesAtWork


@click.command("rules")
@click.argument("name")
@click.option("--rule", help="Only this rule, such as play.overtrump.")
@format_option()
@json_option
@mechanisms_option
def command(name: str, rule: str | None, kind: str) -> None:
    """Print the rules of NAME as a rule book: every rule in order, with its parameters and sources."""
    library = library_of(name)
    ruleset = library.load(name)
    rules = [ruleset.rule(rule)] if rule else list(ruleset.rules.values())
    if kind == "json":
        show(rulebook_data(ruleset, rules), kind)
    else:
        one = [describe_rule(ruleset, rules[0], library)] if rule else []
        show(RulesAtWork.of(library).with_cases(one, ruleset) if rule else describe_rulebook(ruleset, library), kind)
