"""Putting a ruleset together: its lineage and options found, flattened, and bound."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tarot_teach.cards import Deck
from tarot_teach.errors import LoadError, Place, Problem, suggest
from tarot_teach.loading.bind import Binder
from tarot_teach.loading.decks import in_words
from tarot_teach.loading.document import Document, exists, expect_kind
from tarot_teach.loading.formats import ChangeFile, OptionFile, RuleFile, RulesetFile
from tarot_teach.loading.inherit import Flattener, Layer
from tarot_teach.loading.names import fit_to_contracts
from tarot_teach.loading.option_order import clashes, in_order, paths_of, with_value
from tarot_teach.loading.stale_prose import Stale
from tarot_teach.loading.titles import Titles
from tarot_teach.rules import Evidence, Ruleset, Unit
from tarot_teach.text import TermRef

if TYPE_CHECKING:
    from tarot_teach.loading.library import Library


MAX_LINEAGE = 50


class Assembler:
    """Makes rulesets of the files that a library finds."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.faults: list[Problem] = []  # of form; told together with those of meaning

    def build(self, name: str, base: Path, place: Place | None) -> Ruleset:
        """A ruleset by name. Raises LoadError with every fault found."""
        first, *options = self._split(name, base)
        layers = self._lineage(first, base, [], place)
        root, last = layers[0], layers[-1]
        layers += [self._option(option, base, place) for option in options]
        self._once(layers, name)
        applied = in_order(layers)
        flat = Flattener()
        flat.apply(applied)
        fit_to_contracts(flat, layers)
        head = self._head(layers)
        binder = Binder(head.deck, head.terms, self.library.sources(), head.of_rules, applied)
        binder.problems += [*self.faults, *flat.faults.problems]
        for term, at in head.unknown_terms:
            hint = suggest(term, self.library.glossary(), "concepts")
            binder.fault("rules.unknown-term", f"{term!r} is not in the glossary", at, hint)
        for source, at in head.unknown_sources:
            hint = suggest(source, self.library.sources(), "sources")
            binder.fault("rules.unknown-source", f"{source!r} is not in the bibliography", at, hint)
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
            short=last.file.short,
            follows=head.follows,
            unit=head.unit,
            pages={kind: Titles(self.library, kind) for kind in ("example", "option")},
        )
        if not binder.problems:
            binder.check(ruleset, flat)
            binder.check_heading(ruleset, last.document)
            self._fits(ruleset, layers, flat.effective, binder)
        if binder.problems:
            raise LoadError(sorted(binder.problems, key=_position))
        return replace(ruleset, parent=self._parent(name, base, layers))

    def stale(self, name: str, base: Path) -> Stale:
        """The contracts, rules and cards that a built ruleset no longer has, to be searched for in its prose."""
        first, *options = self._split(name, base)
        layers = in_order([*self._lineage(first, base, []), *(self._option(option, base, None) for option in options)])
        flat = Flattener()
        flat.apply(layers)
        return Stale(flat, layers, self._head(layers).packs)

    def _parent(self, name: str, base: Path, layers: list[Layer]) -> Ruleset | None:
        """The ruleset that a named one alters."""
        if any(isinstance(layer.file, OptionFile) for layer in layers):
            return self.library.load(self._split(name, base)[0], base=base)
        if len(layers) < 2:
            return None
        above = layers[-2]
        path = Path(above.document.file).resolve()
        known = self.library.file_of("ruleset", above.by)
        return self.library.load(above.by if known and known.resolve() == path else str(path))

    def _split(self, name: str, base: Path) -> list[str]:
        """A name into ruleset and options; a path that itself contains ``+`` counts as one part."""
        if exists(base / name):
            return [name]
        parts = name.split("+")
        if not all(parts):
            raise LoadError.of("ruleset.name", f"{name!r} is not a ruleset's name", None, "write it like fft-4+misere")
        if len(set(parts)) < len(parts):
            raise LoadError.of("ruleset.name", f"{name!r} names the same option twice", None, "name it once")
        return parts

    def _once(self, layers: list[Layer], name: str) -> None:
        """Refuse an option that is put on top twice, by whichever name, or with another that it does not go with."""
        options = [layer.file.id for layer in layers if isinstance(layer.file, OptionFile)]
        twice = next((id for id in options if options.count(id) > 1), None)
        if twice:
            raise LoadError.of("ruleset.name", f"{name!r} has two options {twice!r}", None, "leave one of them out")
        problems = list(clashes(layers))
        if problems:
            raise LoadError(sorted(problems, key=_position))

    def _lineage(self, name: str, base: Path, children: list[Layer], place: Place | None = None) -> list[Layer]:
        """The layers from the root down to a ruleset. Cycles are refused with the whole chain."""
        path = self.library.find("ruleset", name, base, place)
        document = self.library.document(path)
        expect_kind(document, "ruleset")
        file, faults = self.library.parsed(RulesetFile, path)
        self.faults += faults
        if file is None:
            raise LoadError(self.faults)
        layer = Layer(file.id, document, file)
        chain = [*children, layer]
        if any(other.document is document for other in children):
            names = " → ".join(other.by for other in chain)
            raise LoadError.of("rules.cycle", f"a ruleset is its own ancestor: {names}", place, "change `extends`")
        if len(chain) > MAX_LINEAGE:
            message = f"more than {MAX_LINEAGE} generations are not followed"
            raise LoadError.of("rules.lineage", message, place, "extend an older ancestor")
        problems = _shape(layer)
        if problems:
            raise LoadError(self.faults or problems)  # what is lacking may have been taken out as faulty
        if not file.extends:
            return [layer]
        at = layer.place("extends")
        return [*self._lineage(file.extends, path.parent, chain, at), layer]

    def _option(self, name: str, base: Path, place: Place | None) -> Layer:
        name, _equals, value = name.partition("=")
        path = self.library.find("option", name, base, place)
        document = self.library.document(path)
        expect_kind(document, "option")
        file, faults = self.library.parsed(OptionFile, path)
        self.faults += faults
        if file is None:
            raise LoadError(self.faults)
        self._settable(file, document)
        if not value:
            return Layer(file.id, document, file)
        if not file.sets:
            message = f"the option {file.id} has nothing to set"
            raise LoadError.of("option.value", message, place, f"write {file.id} without `={value}`")
        return Layer(f"{file.id}={value}", document, with_value(file, value))

    def _settable(self, file: OptionFile, document: Document) -> None:
        """What an option lets users set is a parameter that it writes itself."""
        entries: dict[str, ChangeFile | RuleFile] = {**file.changes, **file.adds}
        written = [path for rule, entry in entries.items() for path in paths_of(entry.params or {}, rule)]
        if file.sets and file.sets not in written:
            hint = suggest(file.sets, written, "what it writes")
            self.faults.append(
                Problem("option.sets", f"{file.sets!r} is not written here", document.place(("sets",)), hint)
            )

    def _head(self, layers: list[Layer]) -> _Head:
        """What a ruleset takes over from its parents, outside of its rules."""
        head = _Head()
        named: dict[str, TermRef] = {}
        for i, layer in enumerate(layers):
            file = layer.file
            if not isinstance(file, RulesetFile):
                head.evidence = max(head.evidence, file.evidence, key=list(Evidence).index)
                continue
            if file.players:
                head.players = tuple(sorted(set(file.players)))
            if file.deck:
                head.deck = self.library.deck(file.deck, layer.place("deck"))
                head.packs.append((i, head.deck))
            head.evidence = file.evidence or (Evidence.HOUSE if file.by_custom else head.evidence)
            if file.evidence and not (file.extends and file.evidence is Evidence.HOUSE):
                head.of_rules = file.evidence
            if file.follows:
                head.follows = file.follows
                if file.follows not in self.library.sources():
                    head.unknown_sources.append((file.follows, layer.place("follows")))
            if file.unit:
                head.unit = Unit(file.unit.sign, file.unit.places)
            for term, entry in file.terms.items():
                named[term] = TermRef(term, entry.label, entry.plural)
                if term not in self.library.glossary():
                    head.unknown_terms.append((term, layer.place("terms", term, key=True)))
        concepts = self.library.glossary().values()
        head.terms = {concept.id: TermRef(concept.id, concept.en, concept.plural) for concept in concepts} | named
        head.deck = in_words(head.deck, tuple((id, term.label) for id, term in sorted(named.items())))
        return head

    def _fits(self, ruleset: Ruleset, layers: list[Layer], effective: set[str], binder: Binder) -> None:
        """Whether each option can be put on the ruleset, and goes with the others."""
        for layer in layers:
            file = layer.file
            if not isinstance(file, OptionFile):
                continue
            if layer.by not in effective and not file.yields:
                message = f"the option {file.id} does not fit {ruleset.id}: it would change nothing there"
                binder.fault("option.misfit", message, layer.place("id"), f"{ruleset.id} is played that way already")
            wrong = [n for n in ruleset.players if file.fits.players and n not in file.fits.players]
            if wrong:
                fits = ", ".join(str(n) for n in file.fits.players or ())
                message = f"the option {file.id} does not fit {ruleset.id}: it works with {fits} players only"
                binder.fault("option.misfit", message, layer.place("fits", "players"), file.fits.because or None)


class _Head:
    """``evidence`` is that of the whole, ``of_rules`` that of rules which name none: house rules in a child leave theirs alone."""

    deck: Deck
    players: tuple[int, ...] = ()
    evidence: Evidence = Evidence.DESCRIBED
    of_rules: Evidence = Evidence.DESCRIBED
    follows: str = ""
    unit: Unit = Unit()

    def __init__(self) -> None:
        self.terms: dict[str, TermRef] = {}
        self.packs: list[tuple[int, Deck]] = []  # with the numbers of the layers that name them
        self.unknown_sources: list[tuple[str, Place]] = []
        self.unknown_terms: list[tuple[str, Place]] = []


def _shape(layer: Layer) -> list[Problem]:
    """A root has rules, players and a pack; a child has changes."""
    file = layer.file
    assert isinstance(file, RulesetFile)
    problems = []
    if file.extends and file.rules:
        message = "a child of another ruleset has `changes`, `adds` and `drops`, not `rules`"
        problems.append(Problem("ruleset.shape", message, layer.place("rules", key=True), "move them there"))
    if file.evidence in (Evidence.HOUSE, Evidence.RECONSTRUCTED) and not file.because.strip():
        message = f"a ruleset that is {'a house rule' if file.evidence is Evidence.HOUSE else 'reconstructed'} says why"
        problems.append(Problem("ruleset.shape", message, layer.place("evidence"), "add `because:`"))
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


def _position(problem: Problem) -> tuple[str, int, int]:
    place = problem.place or Place("")
    return place.file, place.line, place.column
