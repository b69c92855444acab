"""A user's files: those named, and their neighbours in the same folder, which is a library of its own."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from tarot_teach.errors import TarotError
from tarot_teach.loading.document import FOLDERS, Document, is_folder, kind_of, relative_path
from tarot_teach.loading.file_catalogue import is_path, shipped
from tarot_teach.loading.library import Library
from tarot_teach.loading.translations import user_catalogue_faults
from tarot_teach.loading.yaml_reader import read_yaml
from tarot_teach.mechanisms import own_code
from tarot_teach.messages import _

_BY_ID = ("ruleset", "bundle", "option", "example", "deck", "advice", "course", "session")
_BY_NAME = ("sources", "glossary", "coverage")
"""Kinds of files that are known by their ids, and those that are known by the names of the files."""
_KEY = re.compile(r"^([a-z_]+)[ \t]*:[ \t]*(.*)", re.MULTILINE)
_GLANCE = 1 << 16
"""The bytes at the head of a file in which the keys of a record are looked for."""


def library_for(
    names: Iterable[str | Path], note: Callable[[str], None], *, mechanisms: bool = False, records: bool = True
) -> Library:
    """A library with the shipped files, those of a user's that are named (also with options behind), and the neighbours of these.

    Neighbours are rulesets, options, packs, advice, courses, examples and sessions, and the files ``sources.yaml``,
    ``glossary.yaml`` and ``coverage.yaml``, in the folder of a named file and in its ``FOLDERS``; for a file in one of
    these, also in the folder above; and where one of them names a file of another folder, those of that folder. A name
    may be that of a folder. A file that cannot be read is skipped here. A neighbour with the id of a named file is left
    out, and ``note`` gets a sentence about it. With ``mechanisms``, the Python files in folders ``mechanisms`` there
    are run; raises LoadError where they cannot be. ``note`` gets a sentence about each part of a catalogue there that cannot be read. Without ``records``, worked examples are left out, of which there may be
    any number then.
    """
    given = [_path_of(str(name)) for name in names]
    paths = [path for path in given if path and shipped() not in (path.resolve(), *path.resolve().parents)]
    probe = Library()
    paths = paths if records else [*dict.fromkeys(_of_records(paths))]
    neighbours = _neighbours(probe, paths, records)
    files = dict.fromkeys(path.resolve() for path in paths if is_file(path) and _known_as(probe, path))
    ids = {_known_as(probe, file): file for file in files}
    for path in dict.fromkeys(neighbours):
        key, file = _known_as(probe, path), path.resolve()
        if key is None or file in files or (key[0] in _BY_NAME and key[0] != path.stem):
            continue
        if key in ids:
            message = _("{path} is left out: {relative_path} has the id {key!r} too")
            note(message.format(path=path, relative_path=relative_path(ids[key]), key=key[1]))
        else:
            files[file] = None
    homes = dict.fromkeys(folder for file in files for folder in _homes(file))
    folders = [folder / own_code.FOLDER for folder in homes if (folder / own_code.FOLDER).is_dir()]
    for folder in folders if mechanisms else ():
        own_code.run_folder(folder)
    for fault in user_catalogue_faults(files):
        note(str(fault))
    return Library(files, folders)


def _of_records(paths: Iterable[Path]) -> Iterator[Path]:
    """The paths without those of records, in whose place stand the rulesets that they name by their paths, and one path for the records of each folder."""
    for path in paths:
        if is_folder(path):
            yield path
        for file in path.glob("*.yaml") if is_folder(path) else (path,):
            ruleset = _ruleset_of_record(file)
            if ruleset is None:
                yield from () if is_folder(path) else (path,)
            else:
                yield file.parent / "*.yaml"
                yield from [file.parent / ruleset] if is_path(ruleset) and is_file(file.parent / ruleset) else []


def _ruleset_of_record(path: Path) -> str | None:
    """The ruleset that a record names, by a glance at the keys that begin a line; None for a file that is no record."""
    if not is_file(path):
        return None
    with suppress(OSError), path.open("rb") as stream:
        keys = dict(_KEY.findall(stream.read(_GLANCE).decode("utf-8", "replace")))
        if kind_of(Document(str(path), keys)) == "example":
            return str(keys.get("ruleset", "")).split("#")[0].partition("+")[0].strip(" \t\r\"'")
    return None


def _neighbours(probe: Library, paths: Iterable[Path], records: bool) -> list[Path]:
    """The files in the folders of some files, and in those of the files that these name by their paths; records only where they are asked for."""
    found: dict[Path, None] = {}
    waiting, seen = [*paths], set[Path]()
    for path in waiting:  # grows on the way
        folders = [folder for folder in library_folders(path) if folder.resolve() not in seen]
        new = [file for folder in folders for file in sorted(folder.glob("*.yaml"))]
        new = new if records else [file for file in new if _ruleset_of_record(file) is None]
        found |= dict.fromkeys(new)
        waiting += [named for file in (path, *new) if file.resolve() not in seen for named in _named_in(probe, file)]
        seen |= {each.resolve() for each in (path, *folders, *new)}
    return [*found]


def _named_in(probe: Library, path: Path) -> list[Path]:
    """The files outside the package that a file names by their paths: its ruleset, or what it extends."""
    with suppress(TarotError):
        data = probe.document(path.resolve()).data if is_file(path) else None
        data = data if isinstance(data, dict) else {}
        names = [str(data.get(key)).partition("+")[0] for key in ("ruleset", "extends")]
        names += map(str, bundles) if isinstance(bundles := data.get("uses"), list) else []
        files = [path.parent / name for name in names if is_path(name)]
        return [file for file in files if is_file(file) and shipped() not in file.resolve().parents]
    return []


def library_folders(path: Path) -> list[Path]:
    """The folders in which the neighbours of a file, or the files of a folder, lie."""
    if is_folder(path):
        return [path, *(path / name for name in FOLDERS)]
    home = path.parent
    if home.resolve().name not in FOLDERS:
        return library_folders(home)
    return [home, *library_folders(home / "..")]


def _homes(file: Path) -> list[Path]:
    """The folders in which mechanisms for a file may lie: its own, and the one above where that belongs to it."""
    return [file.parent, file.parent.parent] if file.parent.name in FOLDERS else [file.parent]


def files_in(folder: Path) -> Iterator[Path]:
    """The YAML files of a folder and of its ``FOLDERS``, without those that are clearly not of tarot_teach."""
    for path in (file for part in library_folders(folder) for file in sorted(part.glob("*.yaml"))):
        try:
            document = read_yaml(path)
        except TarotError:
            yield path
        else:
            if kind_of(document) or (isinstance(document.data, dict) and "format" in document.data):
                yield path


def catalogues_in(folder: Path) -> list[Path]:
    """The parts of the catalogues beside the files of a folder, in all languages."""
    return sorted(folder.glob("locale/*/LC_MESSAGES/*.po"))


def is_file(path: Path) -> bool:
    """True for the path of a YAML file that exists."""
    return path.suffix in (".yaml", ".yml") and os.path.isfile(path)  # noqa: PTH113 -- Path.is_file fails for names too long


def names_folder(name: str) -> bool:
    """True for the path of a folder that exists; an id is no path."""
    return is_path(name) and is_folder(Path(name))


def readable(path: Path) -> bool:
    """True for a YAML file that can be read."""
    with suppress(TarotError):
        return bool(read_yaml(path))
    return False


def _path_of(name: str) -> Path | None:
    """The file or folder that a name means, also with options or the number of a line behind; None for an id."""
    names = (name, name.partition("+")[0], name.rpartition(":")[0])
    return next((Path(each) for each in names if _names_file(each) or names_folder(each)), None)


def _names_file(name: str) -> bool:
    """True for the path of a file that exists, which may be one with deals on lines; an id is no path."""
    path = Path(name)
    return is_file(path) or (bool(path.suffix or is_path(name)) and os.path.isfile(path))  # noqa: PTH113 -- as above


def _known_as(probe: Library, path: Path) -> tuple[str, str] | None:
    """The kind and id of a file that others may name; for kinds known by name, the path. None for other kinds, and for files that cannot
    be read."""
    with suppress(TarotError):
        document = probe.document(path.resolve())
        kind = kind_of(document)
        if kind in _BY_ID:
            return kind, str(document.data.get("id"))
        if kind in _BY_NAME:
            return kind, str(path.resolve())
    return None
