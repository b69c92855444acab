"""What the parser of YAML says of a text that it cannot read, in the language in use, and how to mend it."""

from __future__ import annotations

from tarot_teach.messages import N_, _

PROBLEMS = (
    N_("block sequence entries are not allowed in this context"),
    N_("could not find expected ':'"),
    N_("did not find expected '-' indicator"),
    N_("did not find expected ',' or ']'"),
    N_("did not find expected ',' or '}'"),
    N_("did not find expected <document start>"),
    N_("did not find expected alphabetic or numeric character"),
    N_("did not find expected comment or line break"),
    N_("did not find expected hexdecimal number"),
    N_("did not find expected key"),
    N_("did not find expected node content"),
    N_("did not find expected whitespace or line break"),
    N_("found a tab character that violates indentation"),
    N_("found a tab character where an indentation space is expected"),
    N_("found an indentation indicator equal to 0"),
    N_("found character that cannot start any token"),
    N_("found undefined tag handle"),
    N_("found unexpected ':'"),
    N_("found unexpected document indicator"),
    N_("found unexpected end of stream"),
    N_("found unknown escape character"),
    N_("mapping keys are not allowed in this context"),
    N_("mapping values are not allowed in this context"),
)
"""The problems of libyaml that a file of YAML can have, each as it is said."""
CONTEXTS = (
    N_("while parsing a block collection"),
    N_("while parsing a block mapping"),
    N_("while parsing a flow mapping"),
    N_("while parsing a flow node"),
    N_("while parsing a flow sequence"),
    N_("while parsing a node"),
    N_("while parsing a quoted scalar"),
    N_("while scanning a block scalar"),
    N_("while scanning a directive"),
    N_("while scanning a plain scalar"),
    N_("while scanning a quoted scalar"),
    N_("while scanning a simple key"),
    N_("while scanning a tag"),
    N_("while scanning an alias"),
    N_("while scanning an anchor"),
    N_("while scanning for the next token"),
)
"""What libyaml was reading when it met a problem."""
BRACES = N_("a text with curly braces, such as {{ params.amount }}, needs quotes")
"""A hint on braces, which YAML takes for a map."""
_INDENTATION = N_("give entries that belong together the same indentation")
_HINTS = {
    "tab": N_("indent with blanks, not tabs"),
    "\\t": N_("indent with blanks, not tabs"),
    "mapping values are not allowed": N_("a text that contains a colon and a blank needs quotes"),
    "expected ',' or": N_("a bracket is not closed, or a comma is missing"),
    "expected ':'": N_("write a colon and a blank after each key"),
    "block mapping": _INDENTATION,
    "block collection": _INDENTATION,
    "a quoted scalar": N_("a quotation mark is not closed"),
    "cannot start any token": N_("put the text in quotes"),
}
"""How a problem is mended, by words of the parser; the first that fits counts."""


def in_words(problem: str | None, context: str | None) -> str:
    """A problem and what was being read, in the language in use; empty where the parser says neither."""
    return " ".join(_(part) for part in (problem, context) if part)


def cure(problem: str | None, context: str | None, line: str) -> str | None:
    """A hint on a problem in a line of a file."""
    if "{{" in line:
        return _(BRACES)
    indented = line[: len(line) - len(line.lstrip())]
    said = f"{problem} {context}" + (" tab" if "\t" in indented else "")
    return next((_(hint) for sign, hint in _HINTS.items() if sign in said), None)
