"""Examples that commands write: in place of another file only when told so."""

from __future__ import annotations

import os
from pathlib import Path

from tarot_teach.errors import OutputError, Place


def refuse_to_overwrite(out: Path | None, force: bool) -> None:
    """Raises OutputError where there is a file already, so that nobody works for nothing."""
    if out is not None and not force and os.path.lexists(out):
        hint = "take another name, or --force to replace it"
        raise OutputError.of("save.exists", "there is a file of that name", Place(str(out)), hint)
