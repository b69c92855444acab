"""All rulesets, options, packs and examples that can be named: the shipped ones, those of other packages, the user's."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import entry_points
from pathlib import Path

import tarot_teach
from tarot_teach.cards import Deck
from tarot_teach.errors import LoadError, Place, Problem, suggest
from tarot_teach.loading.bind import Binder
from tarot_teach.loading.decks import build_deck
from tarot_teach.loading.kinds import kind_of
from tarot_teach.loading.models import GlossaryFile, OptionFile, RulesetFile, SourcesFile
from tarot_teach.loading.parse import parse_model
from tarot_teach.loading.resolve import Flattener, Layer
from tarot_teach.loading.yaml_reader import Document, read_yaml
from tarot_teach.rules import Concept, Evidence, Ruleset, Source
from tarot_teach.text import TermRef


def shipped() -> Path:
    """The folder of the shipped rulesets: in the installed package, or beside it in a checkout."""
    package = Path(tarot_teach.__file__).parent
    inside = package / "rulesets"
    return inside if inside.is_dir() else package.parent / "rulesets"


class Library:
    """Finds and loads by name. ``own`` are a user's files, known by their ids beside the shipped ones."""

    def __init__(self, own: Iterable[Path] = ()) -> None:
        self.roots = [shipped(), *_roots_of_others()]
        self.own = [path.resolve() for path in own]
        self._documents: dict[Path, Document] = {}
        self._rulesets: dict[str, Ruleset] = {}
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

    def examples_of(self, ruleset: str) -> list[Path]:
        """The worked examples that are played by a ruleset, in alphabetical order of their files."""
        return [path for path in self.examples() if self._example_ruleset(path) == ruleset]

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
            self._rulesets[key] = self._build(name, base or Path(), place)
        return self._rulesets[key]

    def deck(self, id: str, place: Place | None = None) -> Deck:
        """A pack by id. Raises LoadError."""
        if id not in self._decks:
            path = self._files("deck").get(id)
            if path is None:
                hint = suggest(id, self._files("deck"), "packs")
                raise LoadError.of("deck.unknown", f"there is no pack {id!r}", place, hint)
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
                id: Concept(id, entry.meaning, entry.en, entry.fr, tuple(entry.see))
                for path in self._all("glossary")
                for id, entry in parse_model(GlossaryFile, self.document(path)).concepts.items()
            }
        return self._glossary

    def document(self, path: Path) -> Document:
        """A file's content, read once. Paths in messages are relative to the working folder where that is shorter."""
        if path not in self._documents:
            self._documents[path] = read_yaml(_shown(path))
        return self._documents[path]

    def example_path(self, name: str) -> Path:
        """An example by id or path. Raises LoadError with a suggestion."""
        if _is_path(name):
            return Path(name)
        found = self._files("example").get(name)
        if found is None:
            hint = suggest(name, self._files("example"), "examples")
            raise LoadError.of("example.unknown", f"there is no example {name!r}", None, hint)
        return found

    # ------------------------------------------------------------ behind it

    def _files(self, kind: str) -> dict[str, Path]:
        """Files of a kind by id. Shipped files bear their id as their name; a user's own are looked into."""
        found = {path.stem: path for path in self._all(kind)}
        for path in self.own:
            document = self.document(path)
            if kind_of(document) == kind and isinstance(document.data, dict) and "id" in document.data:
                found[str(document.data["id"])] = path
        return found

    def _all(self, kind: str) -> list[Path]:
        found: list[Path] = []
        for root in self.roots:
            for path in sorted(root.rglob("*.yaml")):
                folder = path.parent.name
                at = {"decks": "deck", "options": "option", "examples": "example"}.get(folder, "ruleset")
                if path.parent == root:
                    at = path.stem
                if at == kind:
                    found.append(path)
        return found

    def _example_ruleset(self, path: Path) -> str:
        data = self.document(path).data
        return str(data.get("ruleset")) if isinstance(data, dict) else ""

    def _build(self, name: str, base: Path, place: Place | None) -> Ruleset:
        first, *options = self._split(name, base)
        layers = self._lineage(first, base, [], place)
        root, last = layers[0], layers[-1]
        layers += [self._option(option, base, place) for option in options]
        flat = Flattener()
        flat.apply(layers)
        head = self._head(layers)
        binder = Binder(head.deck, head.terms, self.sources(), head.evidence)
        for term, place in head.unknown_terms:
            binder.fault(
                "rules.unknown-term",
                f"{term!r} is not in the glossary",
                place,
                suggest(term, self.glossary(), "concepts"),
            )
        rules = {id: binder.rule(raw) for id, raw in flat.rules.items()}
        assert isinstance(last.file, RulesetFile)
        ruleset = Ruleset(
            name="+".join([last.file.id, *(layer.by for layer in layers if isinstance(layer.file, OptionFile))]),
            id=last.file.id,
            options=tuple(layer.by for layer in layers if isinstance(layer.file, OptionFile)),
            title=last.file.title,
            about=last.file.about,
            players=head.players,
            deck=head.deck,
            evidence=head.evidence,
            because=last.file.because,
            terms=head.terms,
            rules={id: rule for id, rule in rules.items() if rule},
            lineage=tuple(layer.by for layer in reversed(layers[:-1]) if isinstance(layer.file, RulesetFile)),
            dropped=flat.dropped,
            place=root.place("id") if root is last else last.place("id"),
        )
        if not binder.problems:
            binder.check(ruleset, flat.rules)
            self._fits(ruleset, layers, binder)
        if binder.problems:
            raise LoadError(sorted(binder.problems, key=_position))
        return ruleset

    def _split(self, name: str, base: Path) -> list[str]:
        """A name into ruleset and options; a path that itself contains ``+`` counts as one part."""
        if (base / name).is_file():
            return [name]
        parts = name.split("+")
        if not all(parts):
            raise LoadError.of("ruleset.name", f"{name!r} is not a ruleset's name", None, "write it like fft-4+misere")
        if len(set(parts)) < len(parts):
            raise LoadError.of("ruleset.name", f"{name!r} names the same option twice", None, "name it once")
        return parts

    def _lineage(self, name: str, base: Path, children: list[Layer], place: Place | None = None) -> list[Layer]:
        """The layers from the root down to a ruleset. Cycles are refused with the whole chain."""
        path = self._find("ruleset", name, base, place)
        document = self.document(path)
        _expect_kind(document, "ruleset")
        file = parse_model(RulesetFile, document)
        layer = Layer(file.id, document, file)
        chain = [*children, layer]
        if any(other.document is document for other in children):
            names = " → ".join(other.by for other in chain)
            raise LoadError.of("rules.cycle", f"a ruleset is its own ancestor: {names}", place, "change `extends`")
        problems = _shape(layer)
        if problems:
            raise LoadError(problems)
        if not file.extends:
            return [layer]
        at = layer.place("extends")
        return [*self._lineage(file.extends, path.parent, chain, at), layer]

    def _option(self, name: str, base: Path, place: Place | None) -> Layer:
        document = self.document(self._find("option", name, base, place))
        _expect_kind(document, "option")
        file = parse_model(OptionFile, document)
        return Layer(file.id, document, file)

    def _find(self, kind: str, name: str, base: Path, place: Place | None) -> Path:
        if _is_path(name):
            path = base / name
            if not path.exists():
                raise LoadError.of("file.missing", f"there is no file {name}", place or Place(name), "check the path")
            return path.resolve()
        found = self._files(kind).get(name)
        if found is None:
            hint = suggest(name, self._files(kind), f"{kind}s")
            raise LoadError.of(f"{kind}.unknown", f"there is no {kind} {name!r}", place, hint)
        return found

    def _head(self, layers: list[Layer]) -> _Head:
        """What a ruleset takes over from its parents, outside of its rules."""
        head = _Head()
        labels: dict[str, str] = {}
        for layer in layers:
            file = layer.file
            if not isinstance(file, RulesetFile):
                continue
            if file.players:
                head.players = tuple(sorted(set(file.players)))
            if file.deck:
                head.deck = self.deck(file.deck, layer.place("deck"))
            head.evidence = file.evidence or head.evidence
            for term, entry in file.terms.items():
                labels[term] = entry.label
                if term not in self.glossary():
                    head.unknown_terms.append((term, layer.place("terms", term, key=True)))
        known = {id: concept.en for id, concept in self.glossary().items()} | labels
        head.terms = {id: TermRef(id, label) for id, label in known.items()}
        return head

    def _fits(self, ruleset: Ruleset, layers: list[Layer], binder: Binder) -> None:
        for layer in layers:
            file = layer.file
            if not isinstance(file, OptionFile):
                continue
            for id in file.fits.requires:
                if id not in ruleset.rules:
                    message = f"the option {file.id} does not fit {ruleset.id}, which has no rule {id!r}"
                    binder.fault("option.misfit", message, layer.place("fits", "requires"), file.fits.because or None)
            wrong = [n for n in ruleset.players if file.fits.players and n not in file.fits.players]
            if wrong:
                fits = ", ".join(str(n) for n in file.fits.players or ())
                message = f"the option {file.id} does not fit {ruleset.id}: it works with {fits} players only"
                binder.fault("option.misfit", message, layer.place("fits", "players"), file.fits.because or None)


class _Head:
    deck: Deck
    players: tuple[int, ...] = ()
    evidence: Evidence = Evidence.DESCRIBED

    def __init__(self) -> None:
        self.terms: dict[str, TermRef] = {}
        self.unknown_terms: list[tuple[str, Place]] = []


def _shape(layer: Layer) -> list[Problem]:
    """A root has rules, players and a pack; a child has changes."""
    file = layer.file
    assert isinstance(file, RulesetFile)
    problems = []
    if file.extends and file.rules:
        message = "a child of another ruleset has `changes`, `adds` and `drops`, not `rules`"
        problems.append(Problem("ruleset.shape", message, layer.place("rules", key=True), "move them there"))
    if not file.extends:
        for name in ("players", "deck", "rules"):
            if not getattr(file, name):
                hint = f"add `{name}:`, or `extends:` with the ruleset that this one is a child of"
                problems.append(Problem("file.missing-key", f"'{name}' is missing", layer.place("id"), hint))
        for name in ("changes", "adds", "drops"):
            if getattr(file, name):
                message = f"`{name}` needs a parent to alter"
                problems.append(Problem("ruleset.shape", message, layer.place(name, key=True), "add `extends:`"))
    return problems


def _expect_kind(document: Document, kind: str) -> None:
    found = kind_of(document)
    if found not in (kind, None):
        message = f"this file is {_a(found)}, not {_a(kind)}"
        raise LoadError.of("file.kind", message, Place(document.file, 1, 1))


def _a(kind: str) -> str:
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


def _is_path(name: str) -> bool:
    return "/" in name or name.endswith((".yaml", ".yml"))


def _shown(path: Path) -> Path:
    try:
        return path.relative_to(Path.cwd())
    except ValueError:
        return path


def _position(problem: Problem) -> tuple[str, int, int]:
    place = problem.place or Place("")
    return place.file, place.line, place.column


def _roots_of_others() -> list[Path]:
    """Folders of rulesets that other packages offer (entry points of the group ``tarot_teach.rulesets``)."""
    roots = []
    for entry in entry_points(group="tarot_teach.rulesets"):
        package = entry.load()
        roots += [Path(folder) for folder in getattr(package, "__path__", [])]
    return roots
