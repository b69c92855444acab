"""Examples that commands write: in place of another file only when told so."""

from __future__ import annotations

import os
import re
from pathlib import Path

from tarot_teach.errors import OutputError, Place
from tarot_teach.files import check_writable


def check_out(out: Path | None, force: bool) -> None:
    """Raises OutputError where there is a file already, or none can be written, so that nobody works for nothing."""
    if out is None:
        return
    if not force and os.path.lexists(out):
        hint = "take another name, or --force to replace it"
        raise OutputError.of("save.exists", "there is a file of that name", Place(str(out)), hint)
    check_writable(out)


def id_of(out: Path | None, otherwise: str) -> str:
    """The id of what is written into a file: the file's name, where that can be one."""
    return out.stem if out is not None and re.fullmatch(r"[a-z0-9][a-z0-9-]*", out.stem) else otherwise
