"""``tarot-teach score``."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

import click

from tarot_teach.cli.library import keep_mechanisms, library_of
from tarot_teach.cli.questions import command_of
from tarot_teach.mechanisms.score.keyed import COUNT_KEYS, KEYS
from tarot_teach.questions.score import ScoreQuestion

_CONCEPTS = {concept: f"--{key.option}" for key in (*COUNT_KEYS, *KEYS) for concept in key.concepts}
"""Concepts of the glossary, and their options."""


class ScoreCommand(click.Command):
    """A command whose options may be written in the words of the ruleset: ``--oudlers`` for ``--honours``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        known = {"--help", *(option for parameter in self.params for option in parameter.opts)}
        given = [arg.partition("=") for arg in args]
        if any(name.startswith("--") and name not in known for name, *_value in given):
            words = _words_of(ctx, args)
            args = [words.get(name, name) + equals + value for name, equals, value in given]
        return super().parse_args(ctx, args)


def _words_of(context: click.Context, args: Sequence[str]) -> dict[str, str]:
    """Options by the words of the ruleset among the arguments, in singular and plural, with and without accents."""
    keep_mechanisms(context, None, "--mechanisms" in args)
    for arg in args:
        if arg.startswith("-"):
            continue
        library = library_of(arg)
        if not library.fits(arg):
            continue
        terms = library.load(arg).terms
        words: dict[str, str] = {}
        for concept, option in _CONCEPTS.items():
            for term in (terms[concept], terms[concept].plural):
                word = "--" + re.sub(r"\W+", "-", term.label.casefold()).strip("-")
                letters = unicodedata.normalize("NFD", word)
                words |= dict.fromkeys([word, "".join(s for s in letters if not unicodedata.combining(s))], option)
        return words
    return {}


command = command_of(ScoreQuestion, cls=ScoreCommand)
