"""Rulesets by name: lineage and options found, flattened, and made into rules; and what goes with a ruleset."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from tarot_teach.cards import Deck
from tarot_teach.errors import Faults, LoadError, Place, Problem, suggest
from tarot_teach.language import _
from tarot_teach.loading.bind import RuleBuilder, fit_to_contracts
from tarot_teach.loading.decks import in_words
from tarot_teach.loading.document import Document, exists, expect_kind
from tarot_teach.loading.file_catalogue import FileCatalogue, Titles
from tarot_teach.loading.formats import ChangeFile, File, OptionFile, RuleFile, RulesetFile
from tarot_teach.loading.inherit import Flattener, Layer, clashes, in_order, paths_of, with_value
from tarot_teach.loading.stale_prose import StaleProse
from tarot_teach.rules import Evidence, Ruleset, Unit
from tarot_teach.text import TermRef

M = TypeVar("M", bound=File)

MAX_LINEAGE = 50


class Library(FileCatalogue):
    """A catalogue of files that loads rulesets by name, each once."""

    def __init__(self, user_files: Iterable[Path] = ()) -> None:
        super().__init__(user_files)
        self._rulesets: dict[str, Ruleset] = {}
        self._fitting: dict[str, list[str]] = {}

    def load(self, name: str, *, base: Path | None = None, place: Place | None = None) -> Ruleset:
        """A ruleset by name: an id, an id with options (``fft-4+misere``), or the path of a file, with or without options.

        ``base`` is the folder to which paths are relative, ``place`` where the name stands. Raises LoadError with every
        fault.
        """
        key = f"{base or ''}|{name}"
        if key not in self._rulesets:
            self._rulesets[key] = _Assembler(self, name, base or Path()).ruleset(place)
        return self._rulesets[key]

    def stale_prose(self, name: str, base: Path = Path()) -> StaleProse:
        """A search of prose for contracts, rules and cards that a sound ruleset no longer has. Raises LoadError."""
        return _Assembler(self, name, base).stale_prose()

    def fits(self, name: str) -> bool:
        """True for a ruleset's name with options that fit it."""
        try:
            self.load(name)
        except LoadError:
            return False
        return True

    def fitting(self, option: str) -> list[str]:
        """The ids of the rulesets that an option fits, in alphabetical order."""
        if option not in self._fitting:
            self._fitting[option] = [id for id in self.ids() if self.fits(f"{id}+{option}")]
        return self._fitting[option]

    def examples_of(self, ruleset: str) -> list[Path]:
        """The examples played under a ruleset, by its name, in alphabetical order."""
        return [path for path in self.paths("example") if self.ruleset_of(path) == ruleset]

    def examples_with(self, option: str) -> list[Path]:
        """The examples played with an option on top of some ruleset."""
        names = ((path, self.ruleset_of(path).split("+")[1:]) for path in self.paths("example"))
        return [path for path, options in names if option in (name.partition("=")[0] for name in options)]


@dataclass(slots=True)
class _Inherited:
    """Properties that a ruleset inherits, apart from rules.

    ``evidence`` is that of the whole, ``of_rules`` that of rules which name none: house rules of a child do not lower it.
    ``packs`` come with the index of the layer that names them.
    """

    players: tuple[int, ...] = ()
    evidence: Evidence = Evidence.DESCRIBED
    of_rules: Evidence = Evidence.DESCRIBED
    follows: str = ""
    unit: Unit = field(default_factory=Unit)
    own_terms: dict[str, TermRef] = field(default_factory=dict)
    packs: list[tuple[int, Deck]] = field(default_factory=list)

    @property
    def deck(self) -> Deck:
        """The last pack, with cards named by the ruleset's terms."""
        return in_words(self.packs[-1][1], tuple((id, term.label) for id, term in sorted(self.own_terms.items())))


class _Assembler:
    """Puts one ruleset together; faults of form and of meaning are reported in one error."""

    def __init__(self, library: Library, name: str, base: Path) -> None:
        self.library, self.name, self.base = library, name, base
        self.faults = Faults()

    def ruleset(self, place: Place | None) -> Ruleset:
        """The ruleset. Raises LoadError."""
        layers = self._layers(place)
        self._check_stack([layer.file.id for layer in layers if layer.option], list(clashes(layers)))
        applied = in_order(layers)
        flat = Flattener(self.faults)
        flat.apply(applied)
        fit_to_contracts(flat, layers)
        heading = self._heading(layers)
        deck, concepts = heading.deck, self.library.glossary().values()
        builder = RuleBuilder(deck, self.library.sources(), heading.of_rules, applied, self.faults)
        rules = {id: builder.rule(raw) for id, raw in flat.rules.items()}
        lineage = [layer for layer in layers if layer.option is None]
        options = tuple(layer.by for layer in layers if layer.option is not None)
        last, file = lineage[-1], lineage[-1].file
        assert isinstance(file, RulesetFile)
        ruleset = Ruleset(
            name="+".join((file.id, *options)),
            id=file.id,
            options=options,
            title=file.title,
            about=file.about,
            players=heading.players,
            deck=deck,
            evidence=heading.evidence,
            because=file.because,
            terms={concept.id: TermRef(concept.id, concept.en, concept.plural) for concept in concepts}
            | heading.own_terms,
            rules={id: rule for id, rule in rules.items() if rule},
            lineage=tuple(layer.by for layer in reversed(lineage[:-1])),
            dropped=flat.dropped,
            place=last.place("id"),
            short=file.short,
            follows=heading.follows,
            unit=heading.unit,
            pages={kind: Titles(self.library, kind) for kind in ("example", "option")},
        )
        if not self.faults:
            builder.check(ruleset, flat)
            builder.check_heading(ruleset, last.document)
            self._check_options(ruleset, layers, flat.effective)
        self.faults.check(in_order=True)
        return replace(ruleset, parent=self._parent(lineage, options))

    def stale_prose(self) -> StaleProse:
        """The ruleset's contracts, rules and cards that are gone, for a search of its prose. Raises LoadError."""
        layers = in_order(self._layers(None))
        flat = Flattener(self.faults)
        flat.apply(layers)
        return StaleProse(flat, layers, self._heading(layers).packs)

    def _parent(self, lineage: list[Layer], options: tuple[str, ...]) -> Ruleset | None:
        """The ruleset that this one alters: for a name with options the same without them, else the next ancestor."""
        if options:
            return self.library.load(self._parts()[0], base=self.base)
        if len(lineage) < 2:
            return None
        id, path = lineage[-2].by, Path(lineage[-2].document.file).resolve()
        known = self.library.path_of("ruleset", id)
        return self.library.load(id if known and known.resolve() == path else str(path))

    def _layers(self, place: Place | None) -> list[Layer]:
        """The rulesets from the root down, and the options as they are named."""
        ruleset, *options = self._parts()
        return [*self._lineage(ruleset, self.base, [], place), *(self._option(option, place) for option in options)]

    def _parts(self) -> list[str]:
        """The name as a ruleset and options; a path that itself contains ``+`` is one part."""
        name = self.name
        if exists(self.base / name):
            return [name]
        parts = name.split("+")
        if not all(parts):
            raise LoadError.of(
                "ruleset.name",
                _("{name!r} is not a ruleset's name").format(name=name),
                None,
                _("write it like fft-4+misere"),
            )
        if len(set(parts)) < len(parts):
            raise LoadError.of(
                "ruleset.name", _("{name!r} names the same option twice").format(name=name), None, _("name it once")
            )
        return parts

    def _check_stack(self, options: list[str], problems: list[Problem]) -> None:
        """Refuse an option that is named twice (by id and by path), or options that exclude each other."""
        twice = next((id for id in options if options.count(id) > 1), None)
        if twice:
            message = _("{name!r} has two options {twice!r}").format(name=self.name, twice=twice)
            raise LoadError.of("ruleset.name", message, None, _("leave one of them out"))
        if problems:
            raise LoadError(sorted(problems, key=lambda problem: problem.sort_key))

    def _lineage(self, name: str, base: Path, children: list[Layer], place: Place | None) -> list[Layer]:
        """The layers from the root down to a ruleset. Raises LoadError for a cycle, with the whole chain."""
        file, document, path = self._read("ruleset", RulesetFile, name, base, place)
        layer = Layer(file.id, document, file)
        chain = [*children, layer]
        if any(other.document is document for other in children):
            names = " → ".join(other.by for other in chain)
            raise LoadError.of(
                "rules.cycle",
                _("a ruleset is its own ancestor: {names}").format(names=names),
                place,
                "change `extends`",
            )
        if len(chain) > MAX_LINEAGE:
            message = _("more than {max_lineage} generations are not followed").format(max_lineage=MAX_LINEAGE)
            raise LoadError.of("rules.lineage", message, place, _("extend an older ancestor"))
        shape = _shape(file, document)
        if shape:  # faults of form come first: they may have removed what is missing
            (self.faults or shape).check()
        if not file.extends:
            return [layer]
        return [*self._lineage(file.extends, path.parent, chain, layer.place("extends")), layer]

    def _option(self, name: str, place: Place | None) -> Layer:
        name, _equals, value = name.partition("=")
        file, document, _path = self._read("option", OptionFile, name, self.base, place)
        entries: dict[str, ChangeFile | RuleFile] = {**file.changes, **file.adds}
        written = [path for rule, entry in entries.items() for path in paths_of(entry.params or {}, rule)]
        if file.sets and file.sets not in written:
            hint = suggest(file.sets, written, _("what it writes"))
            self.faults.fault(
                "option.sets", _("{sets!r} is not written here").format(sets=file.sets), document.place(("sets",)), hint
            )
        if not value:
            return Layer(file.id, document, file)
        if not file.sets:
            message = _("the option {id} has nothing to set").format(id=file.id)
            raise LoadError.of(
                "option.value", message, place, _("write {id} without `={value}`").format(id=file.id, value=value)
            )
        return Layer(f"{file.id}={value}", document, with_value(file, value))

    def _read(self, kind: str, model: type[M], name: str, base: Path, place: Place | None) -> tuple[M, Document, Path]:
        """The file of a ruleset or option as a model, with its document and path. Raises LoadError."""
        path = self.library.find(kind, name, base, place)
        document = self.library.document(path)
        expect_kind(document, kind)
        file, problems = self.library.parsed(model, path)
        self.faults.problems.extend(problems)
        if file is None:
            raise LoadError(self.faults.problems)
        return file, document, path

    def _heading(self, layers: list[Layer]) -> _Inherited:
        heading, glossary, sources = _Inherited(), self.library.glossary(), self.library.sources()
        for i, layer in enumerate(layers):
            file = layer.file
            if not isinstance(file, RulesetFile):
                heading.evidence = max(heading.evidence, file.evidence, key=list(Evidence).index)
                continue
            if file.players:
                heading.players = tuple(sorted(set(file.players)))
            if file.deck:
                heading.packs.append((i, self.library.deck(file.deck, layer.place("deck"))))
            heading.evidence = file.evidence or (Evidence.HOUSE if file.by_custom else heading.evidence)
            if file.evidence and not (file.extends and file.evidence is Evidence.HOUSE):
                heading.of_rules = file.evidence
            if file.follows:
                heading.follows = file.follows
                if file.follows not in sources:
                    message, hint = (
                        _("{follows!r} is not in the bibliography").format(follows=file.follows),
                        suggest(file.follows, sources, _("sources")),
                    )
                    self.faults.fault("rules.unknown-source", message, layer.place("follows"), hint)
            if file.unit:
                heading.unit = Unit(file.unit.sign, file.unit.places)
            for term, entry in file.terms.items():
                heading.own_terms[term] = TermRef(term, entry.label, entry.plural)
                if term not in glossary:
                    message, hint = (
                        _("{term!r} is not in the glossary").format(term=term),
                        suggest(term, glossary, _("concepts")),
                    )
                    self.faults.fault("rules.unknown-term", message, layer.place("terms", term, key=True), hint)
        return heading

    def _check_options(self, ruleset: Ruleset, layers: list[Layer], effective: set[str]) -> None:
        """Add faults of options that would change nothing, or are not for the ruleset's numbers of players."""
        for layer in layers:
            option = layer.option
            if option is None:
                continue
            if layer.by not in effective and not option.yields:
                message = _("the option {id} does not fit {ruleset}: it would change nothing there").format(
                    id=option.id, ruleset=ruleset.id
                )
                hint = _("{id} is played that way already").format(id=ruleset.id)
                self.faults.fault("option.misfit", message, layer.place("id"), hint)
            allowed = option.fits.players
            if allowed and not set(ruleset.players) <= set(allowed):
                fits = ", ".join(str(number) for number in allowed)
                message = _("the option {id} does not fit {ruleset}: it works with {fits} players only").format(
                    id=option.id, ruleset=ruleset.id, fits=fits
                )
                place = layer.place("fits", "players")
                self.faults.fault("option.misfit", message, place, option.fits.because or None)


def _shape(file: RulesetFile, document: Document) -> Faults:
    """Faults of the shape of a ruleset: a root has rules, players and a pack; a child has changes."""
    faults = Faults(document)
    if file.extends and file.rules:
        message = _("a child of another ruleset has `changes`, `adds` and `drops`, not `rules`")
        faults.fault("ruleset.shape", message, ("rules",), _("move them there"), key=True)
    if file.evidence in (Evidence.HOUSE, Evidence.RECONSTRUCTED) and not file.because.strip():
        message = _("a ruleset that is {words} says why").format(
            words=_("a house rule") if file.evidence is Evidence.HOUSE else "reconstructed"
        )
        faults.fault("ruleset.shape", message, ("evidence",), "add `because:`")
    if not file.extends:
        for name in ("players", "deck", "rules"):
            if not getattr(file, name):
                hint = _("add `{name}:`, or `extends:` with the ruleset that this one is a child of").format(name=name)
                faults.fault("file.missing-key", _("'{name}' is missing").format(name=name), ("id",), hint)
        for name in ("changes", "adds", "drops"):
            if getattr(file, name):
                message = _("`{name}` needs a parent to alter").format(name=name)
                faults.fault("ruleset.shape", message, (name,), "add `extends:`", key=True)
    return faults
