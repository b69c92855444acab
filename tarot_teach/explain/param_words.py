"""Parameters of rules in words: their names, and what they say."""

from __future__ import annotations

import re

from tarot_teach.messages import _, as_words, colon, parameter_in_words, pgettext
from tarot_teach.rules import Rule

UNDER = "under"
"""The contracts under which a rule holds, where they are compared as a parameter."""


def param_name(path: str, mechanism: str) -> str:
    """The last part of a parameter's path in words, with the part before it if the last is a number."""
    if path == UNDER:
        return pgettext("name", "under")
    *before, last = path.split(".")
    if not before:
        return parameter_in_words(last, mechanism)
    return as_words(" ".join([*before[-1:], last] if last.isdigit() else [last]))


def param_label(path: str, rule: Rule) -> str:
    """A parameter in the words of its mechanism: its description as far as the first colon or semicolon, with the entry of a table."""
    name, *entry = path.split(".")
    if name == UNDER:
        return _("Contracts under which it holds")
    field = type(rule.params).model_fields.get(name)
    said = re.split(r"[:;]|\.$", _(field.description))[0] if field is not None and field.description else ""
    if not said:
        return param_name(path, rule.mechanism)
    return f"{said}{colon()}{as_words(' '.join(entry))}" if entry else said
