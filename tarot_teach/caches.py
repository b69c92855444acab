"""The user's cache: folders of what takes long to compute and is kept for later runs. All of it may be erased at any time."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tarot_teach.errors import OutputError, Place, system_reason
from tarot_teach.messages import N_, _

KINDS = {
    "catalogue": N_("compiled catalogues of languages"),
    "kernel": N_("compiled code of simulations"),
    "runtime": N_("Pyodide, by which the engine runs in a page"),
    "solve": N_("compiled code of the solver"),
}
"""Descriptions of the caches, by the first word of the name of their folder."""
PART = ".part"
"""The end of the names of folders that are not yet complete, or were never completed."""
_OURS = re.compile(rf"({'|'.join(KINDS)})-[0-9a-f]{{16}}(?:-\w+{re.escape(PART)})?")


def cache_root() -> Path:
    """The folder in which all others are. Raises RuntimeError where there is no home directory."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "tarot-teach"


def cache_folder(kind: str, contents: Iterable[bytes]) -> Path:
    """The folder of a kind for what is made of these contents, which is another one when they change.

    Raises RuntimeError where there is no home directory.
    """
    digest = hashlib.sha256()
    for content in contents:
        digest.update(content)
    return cache_root() / f"{kind}-{digest.hexdigest()[:16]}"


@dataclass(frozen=True, slots=True)
class CachedFolder:
    """A folder of the cache, its kind, and the bytes of its files."""

    folder: Path
    kind: str
    size: int


def cached_folders() -> list[CachedFolder]:
    """The folders of the cache by their names. What somebody else has put there is none of them. Raises OutputError."""
    try:
        root = cache_root()
    except RuntimeError:
        raise no_home() from None
    try:
        folders = [path for path in sorted(root.glob("*")) if path.is_dir() and not path.is_symlink()]
        named = [(path, match[1]) for path in folders if (match := _OURS.fullmatch(path.name))]
        return [CachedFolder(path, kind, _size(path)) for path, kind in named]
    except OSError as error:
        raise _refused(root, error) from None


def _size(folder: Path) -> int:
    return sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file())


def clear(folders: Iterable[CachedFolder]) -> None:
    """Erase folders of the cache. A run that goes on meanwhile compiles anew. Raises OutputError."""
    for each in folders:
        try:
            shutil.rmtree(each.folder)
        except FileNotFoundError:  # another process has erased it
            continue
        except OSError as error:
            raise _refused(each.folder, error) from None


def no_home() -> OutputError:
    """The error for a user without a home directory."""
    message, hint = _("there is no home directory to keep a cache in"), _("name a folder in XDG_CACHE_HOME")
    return OutputError.of("cache.no-home", message, hint=hint)


def _refused(folder: Path, error: OSError) -> OutputError:
    hint = _("check whether you may write there")
    message = _("cannot be erased or read: {reason}")
    return OutputError.of("cache.refused", message, Place(str(folder)), hint, reason=system_reason(error))
