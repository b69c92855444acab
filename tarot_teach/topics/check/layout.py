"""Signs of Markdown in prose that no page sets: headings, links, code, numbered and nested lists."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from tarot_teach.errors import KeyPath, Problem
from tarot_teach.loading.document import Document
from tarot_teach.messages import N_, _

UNSET = {
    N_("a heading"): r"^#{1,6} \S",
    N_("a numbered list"): r"(?:\A|\n[^\S\n]*\n)[^\S\n]*\d{1,2}[.)] \S",
    N_("a list in a list"): r"^[^\S\n]+- \S",
    N_("a link"): r"\[[^\]\n]+\]\([^)\n]+\)",
    N_("code"): r"`[^`\n]+`",
    N_("HTML"): r"</?[A-Za-z][^>\n]*>",
    N_("stress over an interpolated word"): r"(?<![\w*])\*{1,2}[^*\n]*\{\{[^*\n]*\*",
}
"""Markup of Markdown that prose does not have, each with its pattern."""


def prose_of(document: Document) -> Iterator[tuple[str, KeyPath]]:
    """Yield the texts of a file of a ruleset or house rule, each with its place in the file."""
    data = document.data
    for name in ("about", "because"):
        yield str(data.get(name) or ""), (name,)
    for section in ("rules", "contracts", "gives", "changes", "adds"):
        for id, rule in (data.get(section) or {}).items():
            yield from ((str(rule.get(name) or ""), (section, id, name)) for name in ("text", "note"))


def layout_warnings(texts: Iterable[tuple[str, KeyPath]], document: Document) -> Iterator[Problem]:
    """Yield a warning for each kind of sign that would stand on the page as it is typed."""
    for words, path in texts:
        for what, pattern in UNSET.items():
            found = re.search(pattern, words, re.MULTILINE)
            if found:
                message = _("the page would show the signs of {what} as they are typed").format(what=_(what))
                hint = _("prose has paragraphs, lists with `- `, tables with `|`, and *stressed* words")
                line = words.count("\n", 0, found.start() + len(found[0]) - len(found[0].lstrip())) + 1
                yield Problem("rules.layout", message, document.line_of_prose(path, line), hint)
