"""``tarot-teach rules``."""

from __future__ import annotations

import click

from tarot_teach.cli.output import cited, format_option, json_option, print_blocks, print_json
from tarot_teach.explain.rulebook import describe, describe_rule
from tarot_teach.loading import Library


@click.command("rules")
@click.argument("name")
@click.option("--rule", help="Only this rule, such as play.overtrump.")
@format_option
@json_option
def command(name: str, rule: str | None, kind: str, as_json: bool) -> None:
    """The rules of NAME as a rule book: every rule in order, with its parameters and sources."""
    library = Library()
    ruleset = library.load(name)
    rules = [ruleset.rule(rule)] if rule else list(ruleset.rules.values())
    if as_json:
        print_json(
            {
                "name": ruleset.name,
                "title": ruleset.title,
                "players": list(ruleset.players),
                "deck": ruleset.deck.id,
                "evidence": str(ruleset.evidence),
                "rules": [
                    {
                        "id": entry.id,
                        "title": entry.title,
                        "mechanism": entry.mechanism,
                        "params": entry.params.model_dump(mode="json"),
                        "text": " ".join(str(text) for text in describe_rule(ruleset, entry).body),
                        "evidence": str(entry.evidence),
                        "sources": cited(entry.sources),
                    }
                    for entry in rules
                ],
            }
        )
        return
    print_blocks([describe_rule(ruleset, rules[0])] if rule else describe(ruleset, library.glossary()), kind)
