"""All rulesets, options, packs and examples that can be named: the shipped ones, those of other packages, the user's."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import lru_cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel

import tarot_teach
from tarot_teach.cards import Deck
from tarot_teach.errors import LoadError, Place, Problem, suggest
from tarot_teach.loading.assembler import Assembler
from tarot_teach.loading.decks import build_deck
from tarot_teach.loading.document import Document, exists, kind_of, kind_of_shipped
from tarot_teach.loading.formats import GlossaryFile, SourcesFile
from tarot_teach.loading.parse import parse_leniently, parse_model
from tarot_teach.loading.stamps import Stamp, Stamps
from tarot_teach.loading.yaml_reader import read_yaml
from tarot_teach.rules import Concept, Ruleset, Source

M = TypeVar("M", bound=BaseModel)


def shipped() -> Path:
    """The folder of the shipped rulesets: in the installed package, or beside it in a checkout."""
    package = Path(tarot_teach.__file__).parent
    inside = package / "rulesets"
    return inside if inside.is_dir() else package.parent / "rulesets"


class Library:
    """Finds and loads by name. ``own`` are a user's files, known by their ids beside the shipped ones."""

    def __init__(self, own: Iterable[Path] = ()) -> None:
        self.roots: list[Path] = [shipped(), *_roots_of_others(tuple(sys.path))]
        self.own: list[Path] = [path.resolve() for path in own]
        self._stamps = Stamps(self.roots)
        self._documents: dict[Path, Document] = {}
        self._parsed: dict[tuple[type[BaseModel], Path], tuple[Any, list[Problem]]] = {}
        self._rulesets: dict[str, Ruleset] = {}
        self._listed: dict[str, list[Path]] = {}
        self._fitting: dict[str, list[str]] = {}
        self._decks: dict[str, Deck] = {}
        self._sources: dict[str, Source] | None = None
        self._glossary: dict[str, Concept] | None = None

    # ------------------------------------------------------------ what there is

    def ids(self) -> list[str]:
        """The ids of all rulesets."""
        return sorted(self._files("ruleset"))

    def options(self) -> list[str]:
        """The ids of all options."""
        return sorted(self._files("option"))

    def examples(self) -> list[Path]:
        """The files of all worked examples."""
        return [path for _id, path in sorted(self._files("example").items())]

    def sessions(self) -> list[Path]:
        """The files of all sessions."""
        return [path for _id, path in sorted(self._files("session").items())]

    def examples_of(self, ruleset: str) -> list[Path]:
        """The worked examples that are played by a ruleset, in alphabetical order of their files."""
        return [path for path in self.examples() if self.played_by(path) == ruleset]

    def examples_with(self, option: str) -> list[Path]:
        """The worked examples that are played with an option on top of some ruleset."""
        names = ((path, self.played_by(path).split("+")[1:]) for path in self.examples())
        return [path for path, options in names if option in (name.partition("=")[0] for name in options)]

    def fitting(self, option: str) -> list[str]:
        """The rulesets that an option can be put on, in alphabetical order."""
        if option not in self._fitting:
            self._fitting[option] = [id for id in self.ids() if self.fits(f"{id}+{option}")]
        return self._fitting[option]

    def fits(self, name: str) -> bool:
        """True for a ruleset with options that go with it."""
        try:
            self.load(name)
        except LoadError:
            return False
        return True

    def find_option(self, id: str) -> Path:
        """The file of an option. Raises LoadError with a suggestion."""
        return self.find("option", id, Path(), None)

    def names_of(self, kind: str) -> set[str]:
        """The ids of all files of a kind."""
        return set(self._files(kind))

    def files(self, kind: str) -> list[Path]:
        """The shipped files of a kind: ``ruleset``, ``option``, ``deck``, ``example``, ``sources``, ``glossary`` and so on."""
        return self._all(kind)

    def coverage_path(self) -> Path:
        """The list of points on which the sources say something."""
        return self.roots[0] / "coverage.yaml"

    def errata_path(self) -> Path:
        """What the sources print and get wrong."""
        return self.roots[0] / "errata.yaml"

    def file_of(self, kind: str, id: str) -> Path | None:
        """The file of a ruleset, option, deck or example, by id."""
        return self._files(kind).get(id)

    # ------------------------------------------------------------ loading

    def load(self, name: str, *, base: Path | None = None, place: Place | None = None) -> Ruleset:
        """A ruleset by name: an id, an id with options (``fft-4+misere``), or the path of a file, options behind it.

        ``base`` is the folder from which relative paths count, ``place`` where the name stands. Raises LoadError with every fault found.
        """
        key = f"{base or ''}|{name}"
        if key not in self._rulesets:
            self._rulesets[key] = Assembler(self).build(name, base or Path(), place)
        return self._rulesets[key]

    def deck(self, id: str, place: Place | None = None) -> Deck:
        """A pack by id. Raises LoadError."""
        if id not in self._decks:
            path = self._files("deck").get(id)
            if path is None:
                hint = suggest(id, self._files("deck"), "packs")
                raise LoadError.of("library.unknown", f"there is no pack {id!r}", place, hint)
            self._decks[id] = build_deck(self.document(path))
        return self._decks[id]

    def sources(self) -> dict[str, Source]:
        """The bibliography, by key."""
        if self._sources is None:
            self._sources = {
                key: Source(key, entry.title, entry.author, entry.year, entry.published, entry.note)
                for path in self._all("sources")
                for key, entry in parse_model(SourcesFile, self.document(path)).sources.items()
            }
        return self._sources

    def glossary(self) -> dict[str, Concept]:
        """The glossary, by concept."""
        if self._glossary is None:
            self._glossary = {
                id: Concept(id, entry.meaning, entry.en, entry.fr, tuple(entry.see), entry.plural)
                for path in self._all("glossary")
                for id, entry in parse_model(GlossaryFile, self.document(path)).concepts.items()
            }
        return self._glossary

    def document(self, path: Path) -> Document:
        """A file's content, read once. Paths in messages are relative to the working folder where that is shorter."""
        if path not in self._documents:
            stamp = self._stamps.note(path)
            in_a_root = any(path.is_relative_to(root) for root in self.roots)
            self._documents[path] = _shipped_document(shown(path), stamp) if in_a_root else read_yaml(shown(path))
        return self._documents[path]

    def outdated(self) -> bool:
        """True if a file has changed since it was read, or a shipped file was added or removed."""
        return self._stamps.outdated()

    def parsed(self, model: type[M], path: Path) -> tuple[M | None, list[Problem]]:
        """A file as a model, and its faults (see :func:`.parse.parse_leniently`), found once; not to be altered."""
        if (model, path) not in self._parsed:
            self._parsed[model, path] = parse_leniently(model, self.document(path))
        return self._parsed[model, path]

    def example_path(self, name: str) -> Path:
        """An example by id or path. Raises LoadError with a suggestion."""
        return self._record_path("example", name)

    def session_path(self, name: str) -> Path:
        """A session by id or path. Raises LoadError with a suggestion."""
        return self._record_path("session", name)

    def _record_path(self, kind: str, name: str) -> Path:
        if _is_path(name):
            return Path(name)
        found = self._files(kind).get(name)
        if found is None:
            raise self._unknown(kind, name, Path(), None)
        self.check_single(kind, name, None)
        return found

    def check_single(self, kind: str, id: str, place: Place | None) -> None:
        """Raises LoadError where two files of one's own have an id that is looked up."""
        paths = [path for path in self.own if kind_of(self.document(path)) == kind]
        same = [str(shown(path)) for path in paths if str(self.document(path).data.get("id")) == id]
        if len(same) > 1:
            message = f"the {kind} {id!r} stands in two files: {same[0]} and {same[1]}"
            hint = "give one of them another id, or name the file by its path"
            raise LoadError.of("library.twice", message, place, hint)

    # ------------------------------------------------------------ behind it

    def _files(self, kind: str) -> dict[str, Path]:
        """Files of a kind by id. Shipped files bear their id as their name; a user's own are looked into."""
        found = {path.stem: path for path in self._all(kind)}
        for path in reversed(self.own):
            document = self.document(path)
            if kind_of(document) == kind and isinstance(document.data, dict) and "id" in document.data:
                found[str(document.data["id"])] = path
        return found

    def _all(self, kind: str) -> list[Path]:
        """The shipped files of a kind, in alphabetical order; all files are listed once."""
        if not self._listed:
            for root in self.roots:
                for path in sorted(path for path in self._stamps.listing() if path.is_relative_to(root)):
                    self._listed.setdefault(kind_of_shipped(path, root), []).append(path)
        return self._listed.get(kind, [])

    def played_by(self, path: Path) -> str:
        """The name of the ruleset by which an example is played; by the id, where the example names a file."""
        data = self.document(path).data
        name, *options = (str(data.get("ruleset")) if isinstance(data, dict) else "").split("+")
        if _is_path(name) and exists(path.parent / name):
            named = self.document((path.parent / name).resolve()).data
            name = str(named.get("id")) if isinstance(named, dict) else name
        return "+".join((name, *options))

    def find(self, kind: str, name: str, base: Path, place: Place | None) -> Path:
        """The file of a ruleset or option, by id or path. Raises LoadError with a suggestion."""
        if _is_path(name):
            path = base / name
            if not exists(path):
                raise LoadError.of("file.missing", f"there is no file {name}", place or Place(name), "check the path")
            return path.resolve()
        found = self._files(kind).get(name)
        if found is None:
            raise self._unknown(kind, name, base, place)
        self.check_single(kind, name, place)
        return found

    def _unknown(self, kind: str, name: str, base: Path, place: Place | None) -> LoadError:
        hint = suggest(name, self._files(kind), f"{kind}s")
        if "+" in name:  # names with house rules are taken apart before, wherever they may stand
            hint = f"take {name.partition('+')[0]}, and put the house rules on top where the ruleset is named"
        elif exists(base / f"{name}.yaml"):
            hint = f"to name the file, write ./{name}.yaml"
        return LoadError(Problem("library.unknown", f"there is no {kind} {name!r}", place, hint))


def _is_path(name: str) -> bool:
    return "/" in name or name.endswith((".yaml", ".yml"))


def shown(path: Path) -> Path:
    try:
        return path.relative_to(Path.cwd())
    except ValueError:
        return path


@lru_cache(maxsize=512)
def _shipped_document(path: Path, _stamp: Stamp) -> Document:
    """The content of a file that comes with a package, read once in a process as long as its stamp is the same."""
    return read_yaml(path)


@lru_cache(maxsize=8)
def _roots_of_others(_path: tuple[str, ...]) -> list[Path]:
    """Folders of rulesets that other packages on Python's path offer (entry points of the group ``tarot_teach.rulesets``)."""
    roots = []
    for entry in entry_points(group="tarot_teach.rulesets"):
        package = entry.load()
        roots += [Path(folder) for folder in getattr(package, "__path__", [])]
    return roots
