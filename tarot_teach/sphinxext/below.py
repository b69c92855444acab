"""Examples that are written below a directive, as part of a page."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from docutils.nodes import make_id
from sphinx.util.docutils import SphinxDirective

from tarot_teach.loading import parse_model, read_yaml
from tarot_teach.records.format import ExampleFile
from tarot_teach.records.record import Record


def page_of(directive: SphinxDirective) -> str:
    """The file in which a directive stands, from the project's folder."""
    source, _line = directive.get_source_info()
    return os.path.relpath(source, directive.env.srcdir)


def written_below(directive: SphinxDirective) -> tuple[Path, Record]:
    """The page's file, and the example in the content of a directive; ``format`` and ``id`` may be left out.

    Raises LoadError with every fault, each at its line and column of the page.
    """
    source, line = directive.get_source_info()
    content = [str(one) for one in directive.content]
    above, indent = _stands_at(Path(source), line, content)
    text = "\n" * above + "\n".join(f"{indent}{one}" if one.strip() else "" for one in content)
    document = read_yaml(text, name=page_of(directive))
    if isinstance(document.data, dict):
        id = f"{make_id(directive.env.docname)}-{directive.env.new_serialno('tarot-example') + 1}"
        document = replace(document, data={"format": "1", "id": id} | document.data)
    return Path(source), Record(parse_model(ExampleFile, document), document)


def _stands_at(source: Path, line: int, content: list[str]) -> tuple[int, str]:
    """The number of lines of a file above some content, which begins after a line, and the indentation of the content.

    Where the content is not found in the file, since something else has made it, it counts from the line.
    """
    try:
        lines = source.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        lines = []
    sought = [one.strip() for one in content]
    for at in range(line, len(lines)):
        if [one.strip() for one in lines[at : at + len(sought)]] == sought:
            first = next(i for i, one in enumerate(sought) if one)
            return at, " " * (len(lines[at + first].expandtabs(8)) - len(content[first]))
    return line, ""
