"""The words of click that commands print, in the catalogue of the language in use."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable
from typing import Any

import click

from tarot_teach.messages import N_, NN_, _, colon, ngettext, semicolon

_MODULES = (click.core, click.decorators, click.exceptions, click.formatting, click.parser, click.types)
"""The modules of click that print words."""

WORDS = (
    N_("Usage:"), N_("Options"), N_("Commands"), N_("Show this message and exit."), N_("default: {default}"), N_("required"),
    N_("(dynamic)"), N_("%(prog)s, version %(version)s"),
    N_("Error: {message}"), N_("Try '{command} {option}' for help."),
    N_("Missing argument"), N_("Missing option"), N_("Choose from:\n\t{choices}"),
    N_("No such option {name!r}."), N_("No such option: {name}"), N_("No such command {name!r}."),
    NN_("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    N_("Option {name!r} does not take a value."),
    NN_("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    NN_("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    N_("Invalid value: {message}"), N_("Invalid value for {param_hint}: {message}"),
    NN_("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
    N_("{value!r} is not a valid {number_type}."), N_("{value} is not in the range {range}."),
    N_("{name} {filename!r} is a file."), N_("{name} {filename!r} is not readable."),
)  # fmt: skip
"""The sentences that commands print in click's words, as its versions have them."""
_EXTRA = re.compile(r"\[[^\[\]]*\]$")
"""What click adds to the help of an option: its default and its range."""
TYPES = N_("text"), N_("integer"), N_("integer range"), N_("float"), N_("path"), N_("directory"), N_("file")
"""The kinds of values that click names."""


class HelpFormatter(click.HelpFormatter):
    """Help with the colon of the language in use behind its headings, and its semicolon in what click adds to an option."""

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        spaced = [(name, _EXTRA.sub(lambda found: found[0].replace("; ", semicolon()), text)) for name, text in rows]
        super().write_dl(spaced, col_max, col_spacing)

    def write_heading(self, heading: str) -> None:
        self.write(f"{'':>{self.current_indent}}{heading}{colon().rstrip()}\n")


class Context(click.Context):
    """The context of a command whose help is in the language in use."""

    formatter_class = HelpFormatter


def translate_click() -> None:
    """Let click look up its words where all sentences are looked up."""
    for module in _MODULES:
        for name, lookup in (("_", _), ("ngettext", ngettext)):
            if hasattr(module, name):
                setattr(module, name, lookup)


def translated_type(kind: click.ParamType[Any]) -> click.ParamType[Any]:
    """A kind of value with its name in the language in use, in capitals where help names the value."""
    if kind.name not in TYPES:
        return kind
    named = copy.copy(kind)
    named.name = _(kind.name)
    return named
