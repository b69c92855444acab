"""When files were changed last, so that what has been read of them can be known to be out of date."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

Stamp = tuple[int, int]
"""When a file was changed last, in nanoseconds, and its size in bytes; zeros for a file that is not there."""


def yaml_files(folders: Iterable[Path]) -> set[Path]:
    """All YAML files in some folders."""
    return {path for folder in folders for path in folder.rglob("*.yaml")}


class Stamps:
    """The files that have been read, each with its time and size at that moment, and the folders in which there may be more."""

    def __init__(self, folders: list[Path]) -> None:
        self.folders = folders
        self.listed: set[Path] | None = None
        self.read: dict[Path, Stamp] = {}

    def listing(self) -> set[Path]:
        """The files in the folders, as they were when this was asked first."""
        if self.listed is None:
            self.listed = yaml_files(self.folders)
        return self.listed

    def note(self, path: Path) -> Stamp:
        """Remember the stamp of a file that is about to be read."""
        self.read[path] = _stamp(path)
        return self.read[path]

    def outdated(self) -> bool:
        """True if a file has changed since it was read, or a file of the folders was added or removed."""
        if any(_stamp(path) != stamp for path, stamp in self.read.items()):
            return True
        return self.listed is not None and self.listed != yaml_files(self.folders)


def _stamp(path: Path) -> Stamp:
    try:
        status = path.stat()
    except (OSError, ValueError):
        return 0, 0
    return status.st_mtime_ns, status.st_size
