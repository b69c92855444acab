"""From raw rules to rules: mechanisms found, parameters and the names in them checked, prose compiled, sources looked up."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ValidationError

from tarot_teach.cards import Deck
from tarot_teach.errors import Faults, KeyPath, LoadError, Place, suggest
from tarot_teach.language import N_, _
from tarot_teach.loading.completeness import by_contract, gaps
from tarot_teach.loading.document import Document, relative_path
from tarot_teach.loading.formats import problem_of
from tarot_teach.loading.inherit import Flattener, Layer, RawRule
from tarot_teach.mechanisms import Mechanism, ParamError, bound_to, find
from tarot_teach.mechanisms.base import ContractName, NameOf, digits
from tarot_teach.mechanisms.interfaces import Contract, Offers
from tarot_teach.rules import Citation, Evidence, Prose, ProseError, Rule, Ruleset, prose_scope

REASONED = (Evidence.HOUSE, Evidence.RECONSTRUCTED)

WORDS = {
    "contract": (N_("contract"), N_("contracts")),
    "handful": (N_("handful"), N_("handfuls")),
    "apart": (N_("announcement paid apart"), N_("announcements")),
    "honours": (N_("number of honours"), N_("numbers of honours")),
    "card": (N_("mark, suit or card"), N_("marks and suits")),
    "suit": (N_("suit"), N_("suits")),
    "variant": (N_("variant of the order"), N_("variants")),
}
"""Kinds of names in parameters, in the singular and plural."""

Named = tuple[str, str, KeyPath, bool]
"""A name in a rule's parameters: what it names, the name, its path below ``params``, and if it is the key of a map."""


class RuleBuilder:
    """Makes rules of raw rules; every fault is added to ``faults``.

    ``evidence`` is that of rules which name none. Rules that do not go together are a fault of the last layers: the
    options, or the ruleset itself. ``not_run`` are folders of mechanisms whose code has not been run. Rules of a
    ``draft`` need no source.
    """

    def __init__(
        self,
        deck: Deck,
        sources: Collection[str],
        evidence: Evidence,
        layers: Sequence[Layer],
        faults: Faults,
        not_run: Sequence[Path] = (),
        draft: bool = False,
    ) -> None:
        self.deck: Deck = deck
        self.sources: Collection[str] = sources
        self.evidence: Evidence = evidence
        self.faults: Faults = faults
        self.not_run: Sequence[Path] = not_run
        self.draft: bool = draft
        last = [layer for layer in layers if layer.option] or layers[-1:]
        self.heading: Place = last[-1].place("id")
        self.last_files: set[str] = {layer.document.file for layer in last}

    def rule(self, raw: RawRule) -> Rule | None:
        """A rule, or None where its mechanism or parameters are at fault."""
        params = self._params(raw)
        cited, fault = raw.values["sources"] or [], self.faults.fault
        for i, citation in enumerate(cited):
            if citation.source not in self.sources:
                message, at = _("{source!r} is not in the bibliography"), raw.place("sources", i, "source")
                hint = suggest(citation.source, self.sources, _("sources"))
                fault("rules.unknown-source", message, at, hint, source=citation.source)
        evidence, because = raw.values["evidence"] or self.evidence, (raw.values["because"] or "").strip()
        if not (evidence in REASONED and because) and not self.draft:
            if not cited:
                hint = _("add `sources:`, or `evidence: reconstructed` (or house) with `because:`")
                fault("rules.unsourced", _("{id} has no source"), raw.place(key=True), hint, id=raw.id)
            elif not any(citation.at for citation in cited):
                message, hint = _("{id} names a source, but no place in it"), _("add `at:` with a heading or a page")
                fault("rules.unsourced", message, raw.place("sources", 0), hint, id=raw.id)
        text, note = self._prose(raw, "text"), self._prose(raw, "note")
        if params is None:
            return None
        return Rule(
            id=raw.id,
            mechanism=raw.values["mechanism"],
            params=params,
            title=raw.values["title"],
            text=text,
            note=note,
            sources=tuple(Citation(citation.source, citation.at, citation.says) for citation in cited),
            evidence=evidence,
            because=because,
            history=tuple(raw.history),
            under=tuple(raw.values["under"]),
        )

    def _params(self, raw: RawRule) -> BaseModel | None:
        try:
            mechanism = find(raw.step, raw.values["mechanism"])
            params = mechanism.Params.model_validate(raw.params)
            if self._fits_pack(raw, mechanism):
                mechanism(raw.id, params, self.deck)
                return params
        except LoadError as error:
            problem = error.problems[0]
            hint = problem.hint
            if self.not_run:
                words = _("if it is one of {folder}, have the Python code there run: --mechanisms ({hint})")
                hint = words.format(folder=relative_path(self.not_run[0]), hint=hint)
            self.faults.fault(problem.code, problem.message, raw.place("mechanism"), hint)
        except ParamError as error:
            self.faults.fault("rules.parameter", error.message, raw.place("params", *error.at), error.hint)
        except ValidationError as error:
            for detail in error.errors():  # each in the file that sets the parameter
                loc = detail["loc"]
                document, path = raw.origin("params", *(str(part) if isinstance(part, str) else part for part in loc))
                _at, problem = problem_of(detail, mechanism.Params, document, path[: len(path) - len(loc)])
                self.faults.problems.append(replace(problem, message=f"{raw.id}: {problem.message}"))
        return None

    def _fits_pack(self, raw: RawRule, mechanism: type[Mechanism]) -> bool:
        """True if the pack has the marks that a mechanism needs, and the cards and suits that parameters name."""
        deck, before = self.deck, len(self.faults)
        for mark in mechanism.marks:
            if mark not in deck.marks:
                message = _("{id} asks which cards are marked {mark!r}, and the {title} has no such mark")
                hint = _("add `{mark}:` under `marks` of the pack {id}").format(mark=mark, id=deck.id)
                at, title = raw.place("mechanism"), deck.title
                self.faults.fault("rules.incomplete", message, at, hint, id=raw.id, mark=mark, title=title)
        for kind, name, path, is_key in names_in(mechanism.Params, raw.params):
            names = {"suit": deck.suits, "variant": deck.orders.variants}.get(kind, ())
            if (kind == "card" and deck.named(name) is None) or (kind in ("suit", "variant") and name not in names):
                singular, plural = map(_, WORDS[kind])
                known = [*deck.marks, *deck.suits] if kind == "card" else [*names]
                at, hint = raw.place("params", *path, key=is_key), suggest(name, known, plural)
                message = _("{name!r} is no {words} of the {title}")
                self.faults.fault("rules.parameter", message, at, hint, name=name, words=singular, title=deck.title)
        return len(self.faults) == before

    def check(self, ruleset: Ruleset, flat: Flattener, document: Document) -> None:
        """Check what needs all rules: names in prose and parameters, required rules, the completeness of the game; and the heading of the
        ruleset's ``document``."""
        mechanisms = {id: bound_to(rule, ruleset) for id, rule in ruleset.rules.items()}
        parts = by_contract(ruleset, mechanisms.values())
        self._check_names(ruleset, flat.rules, mechanisms.values())
        for id, rule in ruleset.rules.items():
            scope = prose_scope(ruleset, rule)
            for name, prose in (("text", rule.text), ("note", rule.note)):
                try:
                    if prose:
                        prose.fill(scope)
                except ProseError as error:
                    self._unfilled(error, ruleset, rule, flat.rules[id], name)
            for missing in dict.fromkeys(
                chain.from_iterable(mechanisms[id].requires(part) for part in parts if id in part.rules)
            ):
                hint = _("alter the parameters, or the rules that they have to go with")
                self._incomplete(flat.rules[id], f"{id}: {missing}", hint)
        found = gaps(ruleset, mechanisms.values()) if not self.faults else []
        for message, question, at_fault, hint in found:
            dropped = [
                gone.place
                for id, gone in ruleset.dropped.items()
                if question and gone.place.file in self.last_files and flat.gone[id].answers(question)
            ]
            if at_fault and not dropped:
                self._incomplete(flat.rules[at_fault], message, hint)
            else:
                self.faults.fault("rules.incomplete", message, [self.heading, *dropped][-1], hint)
        for name in ("about", "because"):
            try:
                Prose.compile(getattr(ruleset, name).strip()).fill(prose_scope(ruleset))
            except ProseError as error:
                self._prose_fault(error, document, (name,))

    def _check_names(self, ruleset: Ruleset, raw_rules: Mapping[str, RawRule], mechanisms: Iterable[Mechanism]) -> None:
        """Check that some rule brings each contract, handful and so on that parameters name."""
        honours = range(ruleset.deck.marks.get("honour", 0).bit_count() + 1)
        known: dict[str, list[str]] = {"contract": [], "handful": [], "apart": [], "honours": [*map(str, honours)]}
        for mechanism in mechanisms:
            if isinstance(mechanism, Contract):
                known["contract"].append(mechanism.contract)
            elif isinstance(mechanism, Offers) and mechanism.kind in known:
                known[mechanism.kind] += mechanism.levels
        for id, rule in ruleset.rules.items():
            raw = raw_rules[id]
            for kind, name, path, is_key in names_in(type(rule.params), raw.params):
                if kind not in known or str(digits(name) if kind == "honours" else name) in known[kind]:
                    continue
                singular, plural = map(_, WORDS[kind])
                at, hint = raw.place("params", *path, key=is_key), suggest(name, known[kind], plural)
                if at.file not in self.last_files:
                    hint = _("it is written at {at}; drop {id} as well, or add the rule anew").format(at=at, id=id)
                    at = self._altered(raw)
                message = _("{id}: {name} has no {singular} {missing!r}").format(
                    id=id, name=ruleset.name, singular=singular, missing=name
                )
                if kind == "honours":
                    message = _("{id}: there are no {name} honours: the pack has {known}").format(
                        id=id, name=name, known=known[kind][-1]
                    )
                self.faults.fault("rules.parameter", message, at, hint)

    def _altered(self, raw: RawRule) -> Place:
        """The place where the last layers alter a rule, or else the heading of the last."""
        at = raw.history[-1].place
        return at if at.file in self.last_files else self.heading

    def _incomplete(self, raw: RawRule, message: str, hint: str) -> None:
        """Add the fault of a rule that does not go with others: where it is written, or where the last layers alter it."""
        at = raw.place("params")
        if at.file not in self.last_files:
            hint = _("{id} is written at {at}; alter it under `changes`").format(id=raw.id, at=at)
            at = self._altered(raw)
        self.faults.fault("rules.incomplete", message, at, hint)

    def _prose(self, raw: RawRule, name: str) -> Prose | None:
        try:
            return Prose.compile(raw.values[name].strip()) if raw.values[name] else None
        except ProseError as error:
            self._prose_fault(error, *raw.origin(name))
            return None

    def _prose_fault(self, error: ProseError, document: Document, path: KeyPath) -> None:
        at = document.line_of_prose(path, error.line)
        self.faults.fault("rules.prose", _("in this text: {message}"), at, error.hint, message=error.message)

    def _unfilled(self, error: ProseError, ruleset: Ruleset, rule: Rule, raw: RawRule, name: str) -> None:
        """Add the fault of a name without a value: in the prose, or, where that is inherited, where rules were altered."""
        document, path = raw.origin(name)
        gone = (change.place for id, change in ruleset.dropped.items() if repr(id) in error.message)
        at = next(gone, rule.place)
        if at.file == document.file:
            self._prose_fault(error, document, path)
            return
        hint = _("the text is written at {line_of_prose}; give {id} another `{name}` under `changes`").format(
            line_of_prose=document.line_of_prose(path, error.line), id=rule.id, name=name
        )
        message = _("in the {name} of {id}: {message}")
        self.faults.fault("rules.prose", message, at, hint, name=name, id=rule.id, message=error.message)


def names_in(model: type[BaseModel], params: Mapping[str, Any]) -> Iterator[Named]:
    """The names in parameters as written, recognized by the types of the model's fields."""
    hints = _naming(model)
    for field, value in params.items():
        if field in hints:
            yield from _names(hints[field], value, (field,), is_key=False)


@cache
def _naming(model: type[BaseModel]) -> dict[str, Any]:
    """The types of a model's fields that hold names."""
    return {field: hint for field, hint in _hints(model).items() if _holds_names(hint)}


def _holds_names(hint: Any) -> bool:
    """True for the type of a name, or one with such a type inside."""
    marks = getattr(hint, "__metadata__", ())
    return any(isinstance(mark, NameOf) for mark in marks) or any(map(_holds_names, get_args(hint)))


@cache
def _hints(model: type[BaseModel]) -> dict[str, Any]:
    return get_type_hints(model, include_extras=True)


def _names(hint: Any, value: Any, path: KeyPath, *, is_key: bool) -> Iterator[Named]:
    arguments = get_args(hint)
    kind = next((mark.kind for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, NameOf)), None)
    if kind is not None:
        yield kind, str(value), path, is_key
    elif get_origin(hint) is Annotated:
        yield from _names(arguments[0], value, path, is_key=is_key)
    elif isinstance(value, Mapping) and get_origin(hint) is dict:
        for key, item in value.items():
            yield from _names(arguments[0], key, (*path, key), is_key=True)
            yield from _names(arguments[1], item, (*path, key), is_key=False)
    elif isinstance(value, list) and arguments:
        for i, item in enumerate(value):
            yield from _names(arguments[0], item, (*path, i), is_key=False)


def fit_to_contracts(flat: Flattener, layers: Iterable[Layer]) -> None:
    """Sort maps by contract into the order of the contracts, and remove entries for contracts that do not exist: those that
    another file drops, or that another option might have brought (``fits.also_for``).
    """
    by_file = {layer.document.file: (i, layer.option) for i, layer in enumerate(layers)}
    contracts = [id.partition(".")[2] for id in flat.order if id.startswith("bid.")]
    ranks = {name: i for i, name in enumerate(contracts)}
    for raw in flat.rules.values():
        try:
            model = find(raw.step, raw.values["mechanism"]).Params
        except LoadError:
            continue
        for kind, name, path, is_key in list(names_in(model, raw.params)):
            if kind != "contract" or not is_key or name in ranks:
                continue
            i, option = by_file[raw.origin("params", *path)[0].file]
            gone = flat.dropped.get(f"bid.{name}")
            dropped = by_file[gone.place.file][0] if gone else -1
            if (option and f"bid.{name}" in option.fits.also_for) or i < dropped or (option and gone and i != dropped):
                at = raw.params
                for key in path[:-1]:  # copied, since other layers may share the maps
                    at[str(key)] = dict(at[str(key)])
                    at = at[str(key)]
                at.pop(str(path[-1]), None)
        for field, hint in _hints(model).items():
            value = raw.params.get(field)
            if get_origin(hint) is dict and get_args(hint)[0] == ContractName and isinstance(value, dict):
                ranked = sorted(value.items(), key=lambda entry: ranks.get(entry[0], len(ranks)))
                raw.params[field] = dict(ranked)
