"""``tarot-teach list``."""

from __future__ import annotations

import click

from tarot_teach.cli.output import json_option, print_blocks, print_json
from tarot_teach.explain import Block, Heading, Table
from tarot_teach.loading import Library
from tarot_teach.text import Text


@click.command("list")
@json_option
def command(as_json: bool) -> None:
    """What there is: rulesets, options to put on top of them, worked examples, sessions and advice."""
    library = Library()
    found = {
        "rulesets": [_entry(library, "ruleset", id) for id in library.ids()],
        "options": [_entry(library, "option", id) for id in library.options()],
        "examples": [
            {**_entry(library, "example", path.stem), "ruleset": str(library.document(path).data["ruleset"])}
            for path in library.examples()
        ],
        "sessions": [
            {**_entry(library, "session", path.stem), "ruleset": str(library.document(path).data["ruleset"])}
            for path in library.sessions()
        ],
        "advice": [_entry(library, "advice", id) for id in sorted(library.names_of("advice"))],
    }
    if as_json:
        print_json(found)
        return
    titles = {
        "rulesets": "Rulesets",
        "options": "House rules, to be put on top: fft-4+garde-contre-x8",
        "examples": "Worked examples",
        "sessions": "Sessions",
        "advice": "Advice",
    }
    blocks: list[Block] = []
    for kind, entries in found.items():
        blocks.append(Heading(2, Text((titles[kind],))))
        rows = [tuple(Text((entry[key],)) for key in ("id", "title", "ruleset") if key in entry) for entry in entries]
        blocks.append(Table((), tuple(rows)))
    print_blocks(blocks)


def _entry(library: Library, kind: str, id: str) -> dict[str, str]:
    path = library.file_of(kind, id)
    assert path is not None
    data = library.document(path).data
    return {"id": str(data["id"]), "title": str(data["title"])}
