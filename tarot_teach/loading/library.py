"""Rulesets by name: lineage and options found, flattened, and made into rules; and what goes with a ruleset."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any, TypeVar

from tarot_teach.cards import Deck
from tarot_teach.errors import Faults, LoadError, Place, suggest
from tarot_teach.loading.bind import RuleBuilder, fit_to_contracts
from tarot_teach.loading.decks import in_words
from tarot_teach.loading.document import Document, exists, expect_kind
from tarot_teach.loading.file_catalogue import FileCatalogue, Titles
from tarot_teach.loading.formats import (
    BundleFile,
    ChangeFile,
    File,
    OptionFile,
    PlayPhase,
    RuleFile,
    RulesetFile,
    phase_name,
)
from tarot_teach.loading.inherit import Flattener, Layer, check_clashes, in_order, paths_of, with_value
from tarot_teach.loading.lacks import lacks_of
from tarot_teach.loading.shared import SharedRuleset
from tarot_teach.loading.stale_prose import StaleProse
from tarot_teach.loading.under import ContractNames
from tarot_teach.mechanisms.own_code import has_run
from tarot_teach.messages import N_, _
from tarot_teach.rules import PHASES, USUAL_PLAY, Evidence, Rule, Ruleset, Unit
from tarot_teach.text import TermRef

M = TypeVar("M", bound=File)

MAX_LINEAGE = 50
LEVELS = {1: N_("First steps"), 2: N_("For players"), 3: N_("For the club")}
"""The titles of the levels of examples."""


class Library(FileCatalogue):
    """A catalogue of files that loads rulesets by name, each once. ``mechanisms`` are a user's folders of Python files, run or not."""

    def __init__(self, user_files: Iterable[Path] = (), mechanisms: Iterable[Path] = ()) -> None:
        super().__init__(user_files)
        self.mechanisms: list[Path] = list(mechanisms)
        self._rulesets: dict[tuple[str, Path | None], Ruleset] = {}
        self._fitting: dict[str, list[str]] = {}
        self._teaching: dict[str, list[Path]] | None = None  # by rules

    def load(self, name: str, *, base: Path | None = None, place: Place | None = None) -> Ruleset:
        """A ruleset by name: an id, an id with options (``fft-4+misere``), or the path of a file, with or without options.

        ``base`` is the folder to which paths are relative, ``place`` where the name stands. Raises LoadError with every
        fault.
        """
        if (name, base) not in self._rulesets:
            self._rulesets[name, base] = _Assembler(self, name, base or Path()).ruleset(place)
        return self._rulesets[name, base]

    def stale_prose(self, name: str, base: Path = Path()) -> StaleProse:
        """A search of prose for contracts, rules and cards that a sound ruleset no longer has. Raises LoadError."""
        return _Assembler(self, name, base).stale_prose()

    def fits(self, name: str) -> bool:
        """True for a ruleset's name with options that fit it."""
        id, *options = name.split("+")
        below = "+".join([id, *options[:-1]])
        with suppress(LoadError):
            known = bool(options) and id in self.ids() and (len(options) == 1 or self.fits(below))
            if known and not self._has_rules_for(self.load(below), options[-1]):
                return False
            return bool(self.load(name))
        return False

    def _has_rules_for(self, ruleset: Ruleset, option: str) -> bool:
        """True if a ruleset has the rules that an option requires, changes and drops, without which it is at fault. Raises LoadError."""
        file, _problems = self.parsed(OptionFile, self.find("option", option.partition("=")[0], Path(), None))
        known = ruleset.rules.keys()
        return file is None or (
            {*file.fits.requires, *file.changes} <= known and file.drops.keys() <= known | ruleset.dropped.keys()
        )

    def fitting(self, option: str) -> list[str]:
        """The ids of the rulesets that an option fits, in alphabetical order."""
        if option not in self._fitting:
            self._fitting[option] = [id for id in self.ids() if self.fits(f"{id}+{option}")]
        return self._fitting[option]

    def examples_of(self, ruleset: str) -> list[Path]:
        """The examples played under a ruleset, by its name, in the order in which they are learnt from."""
        return [path for path in self.by_level(self.paths("example")) if self.ruleset_of(path) == ruleset]

    def examples_with(self, option: str) -> list[Path]:
        """The examples played with an option on top of some ruleset, in the order in which they are learnt from."""
        names = ((path, self.ruleset_of(path).split("+")[1:]) for path in self.by_level(self.paths("example")))
        return [path for path, options in names if option in (name.partition("=")[0] for name in options)]

    def by_level(self, examples: Iterable[Path]) -> list[Path]:
        """Examples by level, in each by order; those without an order follow by title."""
        return sorted(examples, key=self._place)

    def level_of(self, example: Path) -> int:
        """The level of an example, 1 to 3; the usual one where it names none."""
        return next((level for level in LEVELS if str(level) == self._entry(example, "level")), 2)

    def examples_of_rule(self, ruleset: Ruleset, rule: Rule) -> Iterator[Path]:
        """The examples that teach a rule of a ruleset, and those of relatives that have it unchanged; in each level the ruleset's own first."""
        if self._teaching is None:
            self._teaching = {}
            for path in self.by_level(self.paths("example")):
                for id in map(str, self._entry(path, "teaches") or ()):
                    self._teaching.setdefault(id, []).append(path)
        taught = self._teaching.get(rule.id, [])
        for path in sorted(taught, key=lambda path: (self.level_of(path), self.ruleset_of(path) != ruleset.name)):
            name = self.ruleset_of(path)
            with suppress(LoadError):
                other = ruleset if name == ruleset.name else self.load(name)
                same = other.rules.get(rule.id)
                if (
                    other.root == ruleset.root
                    and same
                    and (same.mechanism, same.params, same.under) == (rule.mechanism, rule.params, rule.under)
                ):
                    yield path

    def _place(self, example: Path) -> tuple[int, float, str]:
        order = inf
        with suppress(ValueError, TypeError):
            order = int(self._entry(example, "order"))
        return self.level_of(example), order, str(self._entry(example, "title"))

    def _entry(self, example: Path, key: str) -> Any:
        data = self.document(example).data
        return data.get(key) if isinstance(data, dict) else None


class _Assembler:
    """Puts one ruleset together; faults of form and of meaning are reported in one error."""

    def __init__(self, library: Library, name: str, base: Path) -> None:
        self.library, self.name, self.base = library, name, base
        self.faults = Faults()

    def ruleset(self, place: Place | None) -> Ruleset:
        """The ruleset. Raises LoadError."""
        layers = self._layers(place)
        files = [layer.file for layer in layers if isinstance(layer.file, RulesetFile)]
        lineage, options = layers[: len(files)], tuple(layer.by for layer in layers[len(files) :])
        read = (document for layer in layers for document in layer.documents)
        shared = SharedRuleset(self.library, self.name, read)
        made = None if self.faults else shared.found(lambda: self._pack(layers))
        if made is None:
            made = self._put_together(layers, files)
            shared.keep(made, self._pack(layers))
        pages = {kind: Titles(self.library, kind) for kind in ("example", "option")}
        return replace(made, pages=pages, parent=self._parent(lineage, options))

    def _put_together(self, layers: list[Layer], files: list[RulesetFile]) -> Ruleset:
        """The ruleset without its parent. Raises LoadError."""
        check_clashes(self.name, layers)
        applied = in_order(layers)
        flat = Flattener(applied, self.faults)
        fit_to_contracts(flat, layers)
        contracts = ContractNames(flat, applied, self.faults)
        contracts.resolve()
        contracts.spread()
        lineage, file, options = layers[: len(files)], files[-1], tuple(layer.by for layer in layers[len(files) :])
        terms, meanings = self._terms(lineage)
        deck = in_words(self._pack(layers), tuple((id, term.label) for id, term in sorted(terms.items())))
        evidence, of_rules = _evidence(layers)
        unit = _last(files, "unit")
        not_run = [folder for folder in self.library.mechanisms if not has_run(folder)]
        draft = any(file.draft for file in files)
        concepts = self.library.glossary().values()
        terms = {concept.id: TermRef(concept.id, concept.general, concept.plural) for concept in concepts} | terms
        builder = RuleBuilder(deck, self.library.sources(), of_rules, applied, self.faults, not_run, draft, terms)
        rules = {id: builder.rule(raw) for id, raw in flat.rules.items()}
        builder.tell_unknown_sources()
        phases = _last(files, "phases") or ()
        ruleset = Ruleset(
            name="+".join((file.id, *options)),
            id=file.id,
            options=options,
            plain_title=file.title,
            about=file.about,
            players=tuple(sorted(set(_last(files, "players") or ()))),
            deck=deck,
            evidence=evidence,
            because=file.because,
            terms=terms,
            meanings=meanings,
            rules={id: rule for id, rule in rules.items() if rule},
            draft=draft,
            lineage=tuple(layer.by for layer in reversed(lineage[:-1])),
            dropped=flat.dropped,
            place=lineage[-1].place("id"),
            short=file.short,
            follows=_last(files, "follows") or "",
            unit=Unit(unit.sign, unit.places) if unit else Unit(),
            pages={kind: Titles(self.library, kind) for kind in ("example", "option")},
            phases=tuple(phase_name(entry) for entry in phases),
            play=next((entry.play for entry in phases if isinstance(entry, PlayPhase)), USUAL_PLAY),
        )
        if not self.faults:
            builder.check(ruleset, flat, lineage[-1].document)
            self._check_phases(ruleset, lineage)
            self._check_options(ruleset, layers, flat.effective)
            ruleset = replace(ruleset, lacks=lacks_of(ruleset, lineage, builder))
        self.faults.check(in_order=True)
        return ruleset

    def stale_prose(self) -> StaleProse:
        """The ruleset's contracts, rules and cards that are gone, for a search of its prose. Raises LoadError."""
        layers = in_order(self._layers(None))
        return StaleProse(Flattener(layers, self.faults), layers, self._packs(layers))

    def _parent(self, lineage: list[Layer], options: tuple[str, ...]) -> Ruleset | None:
        """The ruleset that this one alters: for a name with options the same without them, else the next ancestor."""
        if options:
            return self.library.load(self._parts()[0], base=self.base)
        if len(lineage) < 2:
            return None
        id, document = lineage[-2].by, lineage[-2].document
        known = self.library.path_of("ruleset", id)
        by_id = known is not None and self.library.document(known) is document
        return self.library.load(id if by_id else str(Path(document.file).resolve()))

    def _parts(self) -> list[str]:
        """The name as a ruleset and options; a path that itself contains ``+`` is one part."""
        parts = [self.name] if exists(self.base / self.name) else self.name.split("+")
        if not all(parts):
            message, hint = _("{name!r} is not a ruleset's name"), _("write it like fft-4+misere")
            raise LoadError.of("ruleset.name", message, None, hint, name=self.name)
        if len(set(parts)) < len(parts):
            message, hint = _("{name!r} names the same option twice"), _("name it once")
            raise LoadError.of("ruleset.name", message, None, hint, name=self.name)
        return parts

    def _layers(self, place: Place | None) -> list[Layer]:
        """The rulesets from the root down, and the options as they are named."""
        ruleset, *options = self._parts()
        return [*self._lineage(ruleset, place), *(self._option(option, place) for option in options)]

    def _lineage(self, name: str | None, place: Place | None) -> list[Layer]:
        """The layers from the root down to a ruleset. Raises LoadError for a cycle, with the whole chain."""
        chain: list[Layer] = []
        base = self.base
        while name:
            file, document, path = self._read("ruleset", RulesetFile, name, base, place)
            chain.append(Layer(file.id, document, file, tuple(self._bundles(file, document, path.parent))))
            if any(layer.document is document for layer in chain[:-1]):
                message, names = _("a ruleset is its own ancestor: {names}"), " → ".join(layer.by for layer in chain)
                raise LoadError.of("rules.cycle", message, place, _("change `extends`"), names=names)
            if len(chain) > MAX_LINEAGE:
                message, hint = _("more than {max_lineage} generations are not followed"), _("extend an older ancestor")
                raise LoadError.of("rules.lineage", message, place, hint, max_lineage=MAX_LINEAGE)
            shape = _shape(file, document)
            if shape:  # faults of form come first: they may have removed what is missing
                (self.faults or shape).check()
            name, base, place = file.extends, path.parent, chain[-1].place("extends")
        return chain[::-1]

    def _bundles(self, file: RulesetFile, document: Document, base: Path) -> Iterator[tuple[Document, BundleFile]]:
        """Yield the bundles that a ruleset uses. Raises LoadError."""
        for i, name in enumerate(file.uses):
            place = document.place(("uses", i))
            bundle, of_bundle, _path = self._read("bundle", BundleFile, name, base, place)
            if name in file.uses[:i]:
                message, hint = _("the bundle {name} is named twice"), _("name it once")
                self.faults.fault("ruleset.shape", message, place, hint, name=name)
            else:
                yield of_bundle, bundle

    def _option(self, name: str, place: Place | None) -> Layer:
        name, _equals, value = name.partition("=")
        file, document, _path = self._read("option", OptionFile, name, self.base, place)
        entries: dict[str, ChangeFile | RuleFile] = {**file.changes, **file.adds}
        written = [path for rule, entry in entries.items() for path in paths_of(entry.params or {}, rule)]
        if file.sets and file.sets not in written:
            hint = suggest(file.sets, written, _("what it writes"))
            message, at = _("{sets!r} is not written here"), document.place(("sets",))
            self.faults.fault("option.sets", message, at, hint, sets=file.sets)
        if not value:
            return Layer(file.id, document, file)
        if not file.sets:
            hint = _("write {id} without `={value}`").format(id=file.id, value=value)
            raise LoadError.of("option.value", _("the option {id} has nothing to set"), place, hint, id=file.id)
        return Layer(f"{file.id}={value}", document, with_value(file, value))

    def _read(self, kind: str, model: type[M], name: str, base: Path, place: Place | None) -> tuple[M, Document, Path]:
        """The file of a ruleset, bundle or option as a model, with its document and path. Raises LoadError."""
        path = self.library.find(kind, name, base, place)
        document = self.library.document(path)
        expect_kind(document, kind)
        file, problems = self.library.parsed(model, path)
        self.faults.problems.extend(problems)
        if file is None:
            raise LoadError(self.faults.problems)
        return file, document, path

    def _pack(self, layers: Iterable[Layer]) -> Deck:
        """The pack that the last of the layers that name one have in force."""
        return self._packs(layers)[-1][1]

    def _packs(self, layers: Iterable[Layer]) -> list[tuple[int, Deck]]:
        """The packs that rulesets name, with the index of the layer."""
        files = ((i, layer, layer.file) for i, layer in enumerate(layers) if isinstance(layer.file, RulesetFile))
        return [(i, self.library.deck(file.deck, layer.place("deck"))) for i, layer, file in files if file.deck]

    def _terms(self, lineage: list[Layer]) -> tuple[dict[str, TermRef], dict[str, str]]:
        """The words of the rulesets for concepts, and what they mean there; adds faults of unknown concepts, and of unknown sources
        followed."""
        glossary, sources = self.library.glossary(), self.library.sources()
        terms: dict[str, TermRef] = {}
        meanings: dict[str, str] = {}
        for layer in lineage:
            file = layer.file
            assert isinstance(file, RulesetFile)
            if file.follows and file.follows not in sources:
                message, hint = _("{source!r} is not in the bibliography"), suggest(file.follows, sources, _("sources"))
                self.faults.fault("rules.unknown-source", message, layer.place("follows"), hint, source=file.follows)
            for term, entry in file.terms.items():
                known = terms[term].by if term in terms else ""
                terms[term] = TermRef(term, entry.label, entry.plural, file.id if entry.meaning else known)
                meanings |= {term: entry.meaning} if entry.meaning else {}
                if term not in glossary:
                    message, hint = _("{term!r} is not in the glossary"), suggest(term, glossary, _("concepts"))
                    self.faults.fault(
                        "rules.unknown-term", message, layer.place("terms", term, key=True), hint, term=term
                    )
        return terms, meanings

    def _check_phases(self, ruleset: Ruleset, lineage: list[Layer]) -> None:
        """Add faults of an order of phases in which a rule is never asked, or a phase comes twice or at the wrong end."""
        layer = next((layer for layer in lineage[::-1] if getattr(layer.file, "phases", ())), None)
        if layer is None:
            return
        phases = ruleset.phases
        for i, name in enumerate(phases):
            if name in phases[:i]:
                message, hint = _("the phase {name!r} is named twice"), _("name each phase once")
                self.faults.fault("rules.phases", message, layer.place("phases", i), hint, name=name)
        if phases[0] != "deal" or phases[-1] != "play":
            message, hint = _("a deal begins with `deal` and ends with `play`"), _("put them at the ends of the list")
            self.faults.fault("rules.phases", message, layer.place("phases"), hint)
        for name, needed in (("call", "bid"), ("talon", "bid"), ("declare", "bid"), ("discard", "talon")):
            if name in phases and needed in phases[phases.index(name) :]:
                message, hint = _("the phase {name!r} depends on {needed!r}, which comes later"), _("exchange them")
                at = layer.place("phases", phases.index(name))
                self.faults.fault("rules.phases", message, at, hint, name=name, needed=needed)
        for rule in ruleset.rules.values():
            if rule.step in PHASES and rule.step not in phases:
                message = _("{id} is never asked, since {step!r} is not among the phases")
                hint = _("add the phase, or drop the rule")
                self.faults.fault("rules.phases", message, layer.place("phases"), hint, id=rule.id, step=rule.step)

    def _check_options(self, ruleset: Ruleset, layers: list[Layer], effective: set[str]) -> None:
        """Add faults of options that would change nothing, or are not for the ruleset's numbers of players."""
        for layer in layers:
            option = layer.option
            if option is None:
                continue
            if layer.by not in effective and not option.yields:
                message = _("the option {id} does not fit {ruleset}: it would change nothing there")
                hint = _("{id} is played that way already").format(id=ruleset.id)
                self.faults.fault("option.misfit", message, layer.place("id"), hint, id=option.id, ruleset=ruleset.id)
            allowed = option.fits.players
            if allowed and not set(ruleset.players) <= set(allowed):
                message = _("the option {id} does not fit {ruleset}: it works with {fits} players only").format(
                    id=option.id, ruleset=ruleset.id, fits=", ".join(map(str, allowed))
                )
                place = layer.place("fits", "players")
                self.faults.fault("option.misfit", message, place, option.fits.because or None)


def _last(files: Sequence[RulesetFile], name: str) -> Any:
    """The entry of the last file that has it, or None."""
    return next((value for file in reversed(files) if (value := getattr(file, name))), None)


def _evidence(layers: Iterable[Layer]) -> tuple[Evidence, Evidence]:
    """The evidence of the whole, and that of rules which name none: house rules of a child do not lower it."""
    whole = of_rules = Evidence.DESCRIBED
    for file in (layer.file for layer in layers):
        if isinstance(file, OptionFile):
            whole = max(whole, file.evidence, key=list(Evidence).index)
            continue
        whole = file.evidence or (Evidence.HOUSE if file.by_custom else whole)
        if file.evidence and not (file.extends and file.evidence is Evidence.HOUSE):
            of_rules = file.evidence
    return whole, of_rules


def _shape(file: RulesetFile, document: Document) -> Faults:
    """Faults of the shape of a ruleset: a root has rules, players and a pack; a child has changes."""
    faults = Faults(document)
    if file.extends and file.rules:
        message = _("a child of another ruleset has `changes`, `adds` and `drops`, not `rules`")
        faults.fault("ruleset.shape", message, ("rules",), _("move them there"), key=True)
    if file.extends and file.uses:
        message, hint = (
            _("a child of another ruleset uses no bundles"),
            _("put the rules that it has more under `adds`"),
        )
        faults.fault("ruleset.shape", message, ("uses",), hint, key=True)
    if file.evidence in (Evidence.HOUSE, Evidence.RECONSTRUCTED) and not file.because.strip():
        words = _("a house rule") if file.evidence is Evidence.HOUSE else _("reconstructed")
        message, hint = _("a ruleset that is {words} says why"), _("add `because:`")
        faults.fault("ruleset.shape", message, ("evidence",), hint, words=words)
    if file.extends and file.contracts:
        message, hint = _("a child of another ruleset has no table of contracts"), _("put new contracts under `adds`")
        faults.fault("ruleset.shape", message, ("contracts",), hint, key=True)
    for name in () if file.extends else ("players", "deck", "rules"):
        if not getattr(file, name) and not (name == "rules" and file.uses):
            hint = _("add `{name}:`, or `extends:` with the ruleset that this one is a child of").format(name=name)
            faults.fault("file.missing-key", _("'{name}' is missing"), ("id",), hint, name=name)
    for name in () if file.extends else ("changes", "adds", "drops"):
        if getattr(file, name) and not (file.uses and name != "adds"):
            message = _("`{name}` needs a parent to alter")
            hint = _("write new rules under `rules`") if file.uses else _("add `extends:`")
            faults.fault("ruleset.shape", message, (name,), hint, key=True, name=name)
    return faults
