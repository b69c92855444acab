"""All files that can be named: rulesets, options, packs, examples and others, shipped, of other packages, or a user's."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from gettext import NullTranslations
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel

from tarot_teach.cards import Deck
from tarot_teach.catalogues import user_catalogue_files
from tarot_teach.errors import Faults, LoadError, Place, Problem, suggest
from tarot_teach.loading.decks import build_deck, shared_deck
from tarot_teach.loading.document import Document, exists, expect_kind, home_of, is_folder, kind_of, relative_path
from tarot_teach.loading.extended_decks import extended, placed_in_child
from tarot_teach.loading.formats import SourcesFile, parse_leniently, parse_model
from tarot_teach.loading.glossary import GlossaryFile, concepts
from tarot_teach.loading.yaml_reader import read_yaml
from tarot_teach.messages import _, current_catalogue, kind_in_words, kinds_in_words
from tarot_teach.rules import Concept, Source

M = TypeVar("M", bound=BaseModel)
E = TypeVar("E")

_KIND_OF_FOLDER = {
    "bundles": "bundle",
    "decks": "deck",
    "options": "option",
    "examples": "example",
    "sessions": "session",
    "advice": "advice",
    "courses": "course",
}

_NAMED = ("ruleset", "option", "example", "session")
"""The kinds that commands take by name."""


def shipped() -> Path:
    """The folder of the shipped rulesets: in the installed package, or next to it in a checkout."""
    package = Path(__file__).parent.parent
    inside = package / "rulesets"
    return inside if inside.is_dir() else package.parent / "rulesets"


class FileCatalogue:
    """Finds files by kind and id, and reads each once.

    Kinds are ``ruleset``, ``bundle``, ``option``, ``deck``, ``example``, ``session``, ``advice``, ``course``, ``sources``,
    ``glossary``, ``coverage``, ``errata`` and ``history``. ``user_files`` are known by the ids that they contain, and
    take the place of shipped files of the same id.
    """

    def __init__(self, user_files: Iterable[Path] = ()) -> None:
        self.roots: list[Path] = [shipped(), *_roots_of_packages(tuple(sys.path))]
        self.user_files: list[Path] = [path.resolve() for path in user_files]
        self._stamps: dict[Path, tuple[int, int]] = {}
        self._in_roots: set[Path] | None = None
        self._by_kind: dict[str, list[Path]] = {}
        self._of_users: dict[str | None, list[Path]] | None = None
        self._ids: dict[str, dict[str, Path]] = {}
        self._twice: dict[str, dict[str, list[Path]]] = {}
        self._documents: dict[Path, Document] = {}
        self._parsed: dict[tuple[type[BaseModel], Path], tuple[Any, list[Problem]]] = {}
        self._decks: dict[str, Deck] = {}
        self._sources: dict[str, Source] = {}
        self._glossary: dict[str, Concept] = {}

    def ids(self, kind: str = "ruleset") -> list[str]:
        """The ids of all files of a kind, in alphabetical order."""
        return sorted(self._by_id(kind))

    def paths(self, kind: str) -> list[Path]:
        """All files of a kind, in alphabetical order of their ids."""
        return [path for _id, path in sorted(self._by_id(kind).items())]

    def path_of(self, kind: str, id: str) -> Path | None:
        """The file of a kind with an id, or None."""
        return self._by_id(kind).get(id)

    def files(self, kind: str) -> list[Path]:
        """The files of a kind: root by root in alphabetical order, then a user's."""
        return [*self._of_packages(kind), *self._users(kind)]

    def _of_packages(self, kind: str) -> list[Path]:
        """The files of a kind without a user's."""
        if self._in_roots is None:
            self._in_roots = self._yaml_files()
            for root in self.roots:
                for path in sorted(_yaml_files_below(root)):
                    of_root = path.parent == root and path.stem in (
                        "sources",
                        "glossary",
                        "coverage",
                        "errata",
                        "history",
                    )
                    found = path.stem if of_root else _KIND_OF_FOLDER.get(path.parent.name, "ruleset")
                    self._by_kind.setdefault(found, []).append(path)
        return self._by_kind.get(kind, [])

    def find(self, kind: str, name: str, base: Path = Path(), place: Place | None = None) -> Path:
        """The file of a ruleset or option by id, or by a path relative to ``base``. Raises LoadError with a suggestion.

        ``place`` is where the name stands.
        """
        if is_path(name):
            if not exists(base / name):
                place = place or Place(name)
                raise LoadError.of("file.missing", _("there is no file {name}"), place, _("check the path"), name=name)
            named = (base / name).resolve()
            return self._in_folder(kind, named, place) if is_folder(named) else named
        path = self.path_of(kind, name)
        if path is None:
            hint = suggest(name, self.ids(kind), kinds_in_words(kind))
            if "+" in name:  # where options can follow, they have been split off before
                hint = _(
                    "take {partition}, and write what the house rules change under `changes`, or put them on top where the ruleset is named"
                ).format(partition=name.partition("+")[0])
            elif exists(base / f"{name}.yaml"):
                hint = _("to name the file, write ./{id}.yaml").format(id=name)
            elif kind == "ruleset" and is_folder(base / name):
                hint = _("to name the folder, write ./{id}").format(id=name)
            elif other := next((other for other in _NAMED if other != kind and self.path_of(other, name)), None):
                hint = _("{id} is one of the {kinds}").format(id=name, kinds=kinds_in_words(other))
            elif kind == "ruleset" and self.path_of("deck", name):
                hint = _("{id} is a pack: `deck` prints it, and a pack that extends it has `cards` and `total`")
                hint = hint.format(id=name)
            message = _("there is no {kind} {id!r}")
            raise LoadError.of("library.unknown", message, place, hint, kind=kind_in_words(kind), id=name)
        self.check_unique(kind, name, place)
        return path

    def _in_folder(self, kind: str, folder: Path, place: Place | None) -> Path:
        """The one file of a kind in a folder; of several, that which has the folder's name. Raises LoadError."""
        of_kind = [path for path in sorted(folder.glob("*.yaml")) if kind_of(self.document(path.resolve())) == kind]
        found = of_kind if len(of_kind) == 1 else [path for path in of_kind if path.stem == folder.name]
        if len(found) == 1:
            return found[0].resolve()
        shown, names = relative_path(folder), ", ".join(str(relative_path(path)) for path in of_kind)
        words, hint = _("the folder {folder} holds no {kind}"), _("name the file by its path")
        if of_kind:
            words, hint = _("the folder {folder} holds more than one {kind}"), _("name one of them: {names}")
        said = words.format(folder=shown, kind=kind_in_words(kind))
        raise LoadError.of("library.folder", said, place or Place(str(shown)), hint.format(names=names))

    def find_record(self, kind: str, name: str) -> Path:
        """The file of an example or session by id; a path is returned as it is. Raises LoadError with a suggestion."""
        return Path(name) if is_path(name) and not is_folder(Path(name)) else self.find(kind, name)

    def check_unique(self, kind: str, id: str, place: Place | None = None) -> None:
        """Raise LoadError where two files of the user have the same id; ``place`` is where the id is used."""
        if kind not in self._twice:
            self._twice[kind] = {each: paths for each, paths in self._users_by_id(kind).items() if len(paths) > 1}
        same = [relative_path(path) for path in self._twice[kind].get(id, ())]
        if same:
            message = _("the {kind} {id!r} stands in two files: {first} and {second}").format(
                kind=kind_in_words(kind), id=id, first=same[0], second=same[1]
            )
            hint = _("give one of them another id, or name the file by its path")
            raise LoadError.of("library.twice", message, place, hint)

    def ruleset_of(self, path: Path) -> str:
        """The name of the ruleset of an example; where the example names a file, with the id in that file."""
        data = self.document(path).data
        name, *options = (str(data.get("ruleset")) if isinstance(data, dict) else "").split("+")
        if is_path(name) and exists(path.parent / name):
            ruleset = self.document((path.parent / name).resolve()).data
            name = str(ruleset.get("id")) if isinstance(ruleset, dict) else name
        return "+".join((name, *options))

    def _by_id(self, kind: str) -> dict[str, Path]:
        """Files of a kind by id: the name of a shipped file, the entry ``id`` of a user's."""
        if kind not in self._ids:
            by_id = {path.stem: path for path in self._of_packages(kind)}
            self._ids[kind] = by_id | {id: paths[0] for id, paths in self._users_by_id(kind).items()}
        return self._ids[kind]

    def _users(self, kind: str) -> list[Path]:
        """The user's files of a kind."""
        if self._of_users is None:
            found: dict[str | None, list[Path]] = {}
            for path in self.user_files:
                found.setdefault(kind_of(self.document(path)), []).append(path)
            self._of_users = found
        return self._of_users.get(kind, [])

    def _users_by_id(self, kind: str) -> dict[str, list[Path]]:
        """The user's files of a kind by the id that they contain, of which each should have another."""
        found: dict[str, list[Path]] = {}
        for path in self._users(kind):
            data = self.document(path).data
            if "id" in data:
                found.setdefault(str(data["id"]), []).append(path)
        return found

    def _yaml_files(self) -> set[Path]:
        """The files of all roots, without those that belong to the pages of a course."""
        return {path for root in self.roots for path in _yaml_files_below(root)}

    def document(self, path: Path) -> Document:
        """A file's content. Messages give its path relative to the working folder where possible. Raises LoadError."""
        if path not in self._documents:
            stamp, shown = file_stamp(path), relative_path(path)
            self._stamps[path] = stamp
            in_a_root = any(path.is_relative_to(root) for root in self.roots)
            if not in_a_root:
                self._stamps |= {part: file_stamp(part) for part in user_catalogue_files(home_of(path))}
            self._documents[path] = (
                _shipped_document(shown, stamp, current_catalogue()) if in_a_root else read_yaml(shown)
            )
        return self._documents[path]

    def parsed(self, model: type[M], path: Path) -> tuple[M | None, list[Problem]]:
        """A file as a model, and its faults (see :func:`.formats.parse_leniently`); shared, so not to be altered."""
        if (model, path) not in self._parsed:
            self._parsed[model, path] = parse_leniently(model, self.document(path))
        return self._parsed[model, path]

    def outdated(self) -> bool:
        """True if a file has changed since it was read, or a file was added to the roots or removed."""
        if any(file_stamp(path) != stamp for path, stamp in self._stamps.items()):
            return True
        return self._in_roots is not None and self._in_roots != self._yaml_files()

    def deck(self, id: str, place: Place | None = None) -> Deck:
        """A pack by id; ``place`` is where the id stands. Raises LoadError."""
        if id not in self._decks:
            self._decks[id] = self.deck_in(self._deck_file(id, None, place))
        return self._decks[id]

    def deck_in(self, path: Path) -> Deck:
        """The pack of a file. Raises LoadError."""
        return shared_deck(self._deck_lineage(path), lambda: self._build_deck(path))

    def _build_deck(self, path: Path) -> Deck:
        whole = self._whole_deck(path)
        try:
            return build_deck(whole)
        except LoadError as error:
            raise LoadError(placed_in_child(problem, self.document(path)) for problem in error.problems) from None

    def _deck_lineage(self, path: Path) -> list[Document]:
        """The file of a pack, and those that it extends. Raises LoadError."""
        documents = [self.document(path)]
        while isinstance(data := documents[-1].data, dict) and "extends" in data:
            path = self._deck_file(str(data["extends"]), path.parent, documents[-1].place(("extends",)))
            if any(known is self.document(path) for known in documents):
                break  # of which the error is told when the pack is put together
            documents.append(self.document(path))
        return documents

    def _whole_deck(self, path: Path, *children: Path) -> Document:
        """The file of a pack, put together with those that it extends. Raises LoadError."""
        document = self.document(path)
        if not isinstance(document.data, dict) or "extends" not in document.data:
            return document
        at = document.place(("extends",))
        parent = self._deck_file(str(document.data["extends"]), path.parent, at)
        if parent in (path, *children):
            names = " → ".join(str(self.document(each).data.get("id")) for each in (*children, path, parent))
            message = _("a pack is made of itself: {names}")
            raise LoadError.of("deck.wrong", message, at, _("change `extends`"), names=names)
        expect_kind(self.document(parent), "deck")
        return extended(document, self._whole_deck(parent, *children, path))

    def _deck_file(self, name: str, base: Path | None, place: Place | None) -> Path:
        """The file of a pack by id, or by a path relative to ``base``, if there is one. Raises LoadError."""
        path = self.path_of("deck", name)
        if path is None and base is not None and is_path(name):
            path = self.find("deck", name, base, place)
        if path is not None:
            return path
        hint = suggest(name, self.ids("deck"), _("packs"))
        raise LoadError.of("library.unknown", _("there is no pack {id!r}"), place, hint, id=name)

    def sources(self) -> dict[str, Source]:
        """The bibliography, by key, with a user's sources. Raises LoadError."""
        if not self._sources:
            entries = self._entries("sources", SourcesFile, lambda file, _document: file.sources)
            self._sources = {key: Source(key, **dict(entry)) for key, entry in entries.items()}
        return self._sources

    def glossary(self) -> dict[str, Concept]:
        """The glossary, by concept, with a user's concepts. Raises LoadError."""
        if not self._glossary:
            known = self.sources()
            self._glossary = self._entries(
                "glossary", GlossaryFile, lambda file, document: concepts(file, document, known)
            )
        return self._glossary

    def _entries(self, kind: str, model: type[M], read: Callable[[M, Document], dict[str, E]]) -> dict[str, E]:
        """The entries of all files of a kind. Raises LoadError for a key that has other content in another file."""
        found: dict[str, E] = {}
        first: dict[str, Path] = {}
        for path in self.files(kind):
            document = self.document(path)
            faults = Faults(document)
            for key, entry in read(parse_model(model, document), document).items():
                if found.setdefault(key, entry) != entry:
                    message, hint = _("{name!r} has other content in {other}"), _("take another key, or leave it out")
                    other = relative_path(first[key])
                    faults.fault(
                        "library.differs",
                        message,
                        ("concepts" if kind == "glossary" else kind, key),
                        hint,
                        key=True,
                        name=key,
                        other=other,
                    )
                first.setdefault(key, path)
            faults.check()
        return found


class Titles(Mapping[str, str]):
    """Titles of a catalogue's files of one kind, by id; a file is read when its title is needed."""

    def __init__(self, files: FileCatalogue, kind: str) -> None:
        self.files: FileCatalogue = files
        self.kind: str = kind

    def __getitem__(self, id: str) -> str:
        data = self.files.document(self.files.find(self.kind, id)).data
        return str(data.get("title", id)) if isinstance(data, dict) else id

    def __contains__(self, id: object) -> bool:
        return id in self.files.ids(self.kind)

    def __iter__(self) -> Iterator[str]:
        return iter(self.files.ids(self.kind))

    def __len__(self) -> int:
        return len(self.files.ids(self.kind))


def is_path(name: str) -> bool:
    """True for a name that is the path of a file or folder and no id."""
    return "/" in name or name in (".", "..") or name.endswith((".yaml", ".yml"))


def _yaml_files_below(root: Path) -> list[Path]:
    """The files of a root, without those that belong to the pages of a course."""
    return [
        Path(folder, name)
        for folder, _folders, names in os.walk(root)
        if "courses" not in Path(folder).relative_to(root).parts[:-1]
        for name in names
        if name.endswith(".yaml")
    ]


def file_stamp(path: Path) -> tuple[int, int]:
    """The time of a file's last change in nanoseconds, and its size in bytes; zeros for a missing file."""
    with suppress(OSError, ValueError):
        status = path.stat()
        return status.st_mtime_ns, status.st_size
    return 0, 0


@lru_cache(maxsize=512)
def _shipped_document(path: Path, _stamp: tuple[int, int], _catalogue: NullTranslations) -> Document:
    """The content of a package's file, read once in a process and language as long as its stamp is the same."""
    return read_yaml(path)


@lru_cache(maxsize=8)
def _roots_of_packages(_path: tuple[str, ...]) -> list[Path]:
    """Folders of rulesets of other packages on Python's path (entry points of the group ``tarot_teach.rulesets``)."""
    packages = [entry.load() for entry in entry_points(group="tarot_teach.rulesets")]
    return [Path(folder) for package in packages for folder in getattr(package, "__path__", [])]
