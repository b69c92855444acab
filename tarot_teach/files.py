"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from tarot_teach.errors import OutputError, Place, TarotError


def write_whole(path: Path, content: bytes) -> None:
    """Put a file in place of what was there, once all of it is written. Raises OutputError, and then what was there stays.

    A device or a pipe is written into.
    """
    written = None
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(content)
            return
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".tarot-teach-", delete=False) as stream:
            written = Path(stream.name)
            stream.write(content)
        written.chmod(0o644)
        written.replace(path)
    except OSError as error:
        raise _unwritable(path, error.strerror or str(error)) from None
    finally:
        if written is not None:
            written.unlink(missing_ok=True)


def check_writable(path: Path) -> None:
    """Raises OutputError when it is plain beforehand that a file could not be written."""
    if path.is_dir():
        raise _unwritable(path, "it is a folder")
    if not path.parent.is_dir():
        raise _unwritable(path, f"there is no folder {path.parent}")
    if not os.access(path.parent, os.W_OK):
        raise _unwritable(path, "the folder is read-only")


def _unwritable(path: Path, reason: str) -> TarotError:
    hint = "check the path, whether you may write there, and whether the disk is full"
    return OutputError.of("file.unwritable", f"cannot be written: {reason}", Place(str(path)), hint)
