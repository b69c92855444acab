"""``tarot-teach schema``."""

from __future__ import annotations

import json
from pathlib import Path

import click

from tarot_teach.cli.output import emit, out_option, show, usage
from tarot_teach.errors import OutputError, Place, suggest, system_reason
from tarot_teach.files import write_atomically
from tarot_teach.loading import json_schemas
from tarot_teach.messages import _
from tarot_teach.topics.check.check_file import FORMATS


@click.command("schema")
@click.argument("kind", required=False)
@out_option(help="Write all of them as files into this folder.")
def command(kind: str | None, out: Path | None) -> None:
    """The JSON Schema of a KIND of file (ruleset, option, deck, sources, glossary, example, session, course), or of all."""
    schemas = json_schemas(FORMATS)
    if kind is not None and kind not in schemas:
        hint = suggest(kind, schemas, _("kinds"))
        raise usage("schema.kind", _("there is no schema {kind!r}"), hint, kind=kind)
    chosen = {kind: schemas[kind]} if kind else schemas
    if out is None:
        show(schemas[kind] if kind else schemas, "json")
        return
    try:
        out.mkdir(parents=True, exist_ok=True)
        for name, schema in chosen.items():
            write_atomically(out / f"{name}.json", (json.dumps(schema, ensure_ascii=False, indent=1) + "\n").encode())
            emit(f"{out / name}.json\n")
    except OSError as error:
        message = _("cannot be written: {strerror}").format(strerror=system_reason(error))
        hint = _("name a folder that may be written to with --out")
        raise OutputError.of("schema.unwritable", message, Place(str(out)), hint) from None
