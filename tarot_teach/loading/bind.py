"""From raw rules to rules: mechanisms found, parameters and the names in them checked, prose compiled, sources looked up."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ValidationError

from tarot_teach.cards import Deck
from tarot_teach.errors import Faults, KeyPath, LoadError, Place, suggest
from tarot_teach.loading.completeness import by_contract, gaps
from tarot_teach.loading.document import Document, relative_path
from tarot_teach.loading.formats import problem_of
from tarot_teach.loading.inherit import Flattener, Layer, RawRule, number_by_file
from tarot_teach.loading.quantities import Quantities
from tarot_teach.mechanisms import Mechanism, ParamError, bound_to, find
from tarot_teach.mechanisms.base import ContractName, NameOf, Within, digits
from tarot_teach.mechanisms.honours import HONOUR
from tarot_teach.mechanisms.interfaces import Contract, Offers
from tarot_teach.mechanisms.observed import Observes
from tarot_teach.mechanisms.pots import KeepsPot
from tarot_teach.messages import N_, _
from tarot_teach.rules import Evidence, Prose, ProseError, Rule, Ruleset, prose_scope
from tarot_teach.text import TermRef

M = TypeVar("M")

REASONED = (Evidence.HOUSE, Evidence.RECONSTRUCTED)

WORDS = {
    "contract": (N_("contract"), N_("contracts")),
    "handful": (N_("handful"), N_("handfuls")),
    "apart": (N_("announcement paid apart"), N_("announcements")),
    "honours": (N_("number of honours"), N_("numbers of honours")),
    "players": (N_("number of players"), N_("numbers of players")),
    "card": (N_("mark, suit or card"), N_("marks and suits")),
    "suit": (N_("suit"), N_("suits")),
    "variant": (N_("variant of the order"), N_("variants")),
    "fact": (N_("bonus"), N_("bonuses")),
    "pot": (N_("pot"), N_("pots")),
}
"""Kinds of names in parameters, in the singular and plural."""

Named = tuple[str, str, KeyPath, bool]
"""A name in a rule's parameters: what it names, the name, its path below ``params``, and if it is the key of a map."""


def params_of(raw: RawRule, faults: Faults, not_run: Sequence[Path] = ()) -> tuple[type[Mechanism], BaseModel] | None:
    """The mechanism of a rule with its parameters, before a pack is asked; None with a fault where one of them is wrong. ``not_run`` are a user's folders of
    mechanisms that were not run."""
    try:
        mechanism = find(raw.step, raw.values["mechanism"])
        return mechanism, mechanism.Params.model_validate(raw.params)
    except LoadError as error:
        problem = error.problems[0]
        hint = problem.hint
        if not_run:
            words = _("if it is one of {folder}, have the Python code there run: --mechanisms ({hint})")
            hint = words.format(folder=relative_path(not_run[0]), hint=hint)
        faults.fault(problem.code, problem.message, raw.place("mechanism"), hint)
    except ParamError as error:
        faults.fault("rules.parameter", error.message, raw.place("params", *error.at), error.hint)
    except ValidationError as error:
        for detail in error.errors():  # each in the file that sets the parameter
            loc = detail["loc"]
            document, path = raw.origin("params", *(str(part) if isinstance(part, str) else part for part in loc))
            _at, problem = problem_of(detail, mechanism.Params, document, path[: len(path) - len(loc)])
            faults.problems.append(replace(problem, message=f"{raw.id}: {problem.message}"))
    return None


class RuleBuilder:
    """Makes rules of raw rules; every fault is added to ``faults``.

    ``evidence`` is that of rules which name none. Rules that do not go together are a fault of the last layers: the
    options, or the ruleset itself. ``not_run`` are folders of mechanisms whose code has not been run. Rules of a
    ``draft`` need no source. ``terms`` are the words of the ruleset, in which mechanisms name rules without a title.
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
        terms: Mapping[str, TermRef] | None = None,
    ) -> None:
        self.deck: Deck = deck
        self.sources: Collection[str] = sources
        self.evidence: Evidence = evidence
        self.faults: Faults = faults
        self.not_run: Sequence[Path] = not_run
        self.draft: bool = draft
        self.terms: Mapping[str, TermRef] = terms or {}
        self.unknown: dict[
            str, dict[Place, None]
        ] = {}  # sources that the bibliography lacks, with the places where rules name them
        last = [layer for layer in layers if layer.option] or layers[-1:]
        self.heading: Place = last[-1].place("id")
        self.last_files: set[str] = {document.file for layer in last for document in layer.documents}
        naming = [i for i, layer in enumerate(layers) if getattr(layer.file, "deck", None)]
        self.names_pack: Place = layers[naming[-1]].place("deck")
        self.before_pack: set[str] = {layer.document.file for layer in layers[: naming[-1]]}

    def rule(self, raw: RawRule) -> Rule | None:
        """A rule, or None where its mechanism or parameters are at fault."""
        params = self._params(raw)
        cited, fault = raw.values["sources"] or [], self.faults.fault
        for i, citation in enumerate(cited):
            if citation.source not in self.sources:
                self.unknown.setdefault(citation.source, {})[raw.place("sources", i, "source")] = None
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
        title = raw.values["title"] or self._heading(raw, params)
        if not title:
            message, hint = (
                _("{id} has no title, and its mechanism brings none"),
                _("add `{name}:`").format(name="title"),
            )
            fault("file.missing-key", message, raw.place(key=True), hint, id=raw.id)
            return None
        return Rule(
            id=raw.id,
            mechanism=raw.values["mechanism"],
            params=params,
            title=title,
            text=text,
            note=note,
            sources=tuple(citation.citation for citation in cited),
            evidence=evidence,
            because=because,
            history=tuple(raw.history),
            under=tuple(raw.values["under"]),
        )

    def tell_unknown_sources(self) -> None:
        """Add the fault of each source that the bibliography lacks, once, with the places where rules name it."""
        for source, (first, *others) in self.unknown.items():
            message = _("{source!r} is not in the bibliography")
            if others:
                message = _(
                    "{source!r} is not in the bibliography; it is named in {number} places, further in {places}"
                )
            places = ", ".join(str(each.line) if each.file == first.file else str(each) for each in others[:8])
            places += ", …" if len(others) > 8 else ""
            hint = suggest(source, self.sources, _("sources"))
            values = {"source": source, "number": len(others) + 1, "places": places}
            self.faults.fault("rules.unknown-source", message.format(**values), first, hint)

    def _heading(self, raw: RawRule, params: BaseModel) -> str:
        """The title that the mechanism of a rule brings, in the words of the ruleset."""
        mechanism = find(raw.step, raw.values["mechanism"])(raw.id, params, self.deck)
        mechanism.terms = self.terms
        return mechanism.title()

    def _params(self, raw: RawRule) -> BaseModel | None:
        found = params_of(raw, self.faults, self.not_run)
        if found is None or not self._fits_pack(raw, found[0]):
            return None
        mechanism, params = found
        try:
            mechanism(raw.id, params, self.deck)
        except ParamError as error:
            self.faults.fault("rules.parameter", error.message, raw.place("params", *error.at), error.hint)
            return None
        return params

    def _fits_pack(self, raw: RawRule, mechanism: type[Mechanism]) -> bool:
        """True if the pack has the marks that a mechanism needs, and the cards and suits that parameters name."""
        deck, before = self.deck, len(self.faults)
        for mark in mechanism.marks:
            if mark not in deck.marks:
                message = _("{id} asks which cards are marked {mark!r}, and the {title} has no such mark")
                hint = _("add `{mark}:` under `marks` of the pack {id}").format(mark=mark, id=deck.id)
                at, title = raw.place("mechanism"), deck.title
                self._misses_cards("rules.incomplete", message, at, hint, id=raw.id, mark=mark, title=title)
        for kind, name, path, is_key in names_in(mechanism.Params, raw.params):
            if kind == "new" and not name.strip():
                at, hint = raw.place("params", *path, key=is_key), _("write a word")
                self.faults.fault("rules.parameter", _("{id}: this name is empty"), at, hint, id=raw.id)
            names = {"suit": deck.suits, "variant": deck.orders.variants}.get(kind, ())
            if (kind == "card" and deck.named(name) is None) or (kind in ("suit", "variant") and name not in names):
                singular, plural = map(_, WORDS[kind])
                known = [*deck.marks, *deck.suits] if kind == "card" else [*names]
                meant = deck.kind_named(name) if kind == "card" else deck.suit_named(name) if kind == "suit" else None
                at, hint = raw.place("params", *path, key=is_key), suggest(meant or name, known, plural)
                message = _("{name!r} is no {words} of the {title}")
                values = {"id": raw.id, "name": name, "words": singular, "title": deck.title}
                self._misses_cards("rules.parameter", message, at, hint, **values)
        return len(self.faults) == before

    def _misses_cards(self, code: str, message: str, at: Place, hint: str, **values: object) -> None:
        """Add the fault of a rule that asks for cards which the pack lacks: where the rule is written, or, where a later file names
        another pack, in that file."""
        if at.file in self.before_pack:
            hint = _("{id} is written at {at}; alter it under `changes`, or add the mark to the pack")
            hint = hint.format(id=values["id"], at=at)
            at = self.names_pack
        self.faults.fault(code, message.format(**values), at, hint)

    def check(self, ruleset: Ruleset, flat: Flattener, document: Document) -> None:
        """Check what needs all rules: names in prose and parameters, required rules, the completeness of the game; and the heading of the
        ruleset's ``document``."""
        mechanisms = {id: bound_to(rule, ruleset) for id, rule in ruleset.rules.items()}
        parts = by_contract(ruleset, mechanisms.values())
        self._check_names(ruleset, flat.rules, mechanisms.values())
        self._check_limits(parts, flat.rules, mechanisms)
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
                self.prose_fault(error, document, (name,))

    def _check_names(self, ruleset: Ruleset, raw_rules: Mapping[str, RawRule], mechanisms: Iterable[Mechanism]) -> None:
        """Check that some rule brings each contract, handful and so on that parameters name."""
        honours = range(ruleset.deck.marks.get(HONOUR, 0).bit_count() + 1)
        known: dict[str, list[str]] = {kind: [] for kind in ("contract", "handful", "apart", "fact", "pot")}
        known["honours"], known["players"] = [*map(str, honours)], [*map(str, ruleset.players)]
        for mechanism in mechanisms:
            if isinstance(mechanism, Contract):
                known["contract"].append(mechanism.contract)
            elif isinstance(mechanism, Offers) and mechanism.kind in known:
                known[mechanism.kind] += mechanism.levels
            if isinstance(mechanism, Observes):
                known["fact"].append(mechanism.rule.rpartition(".")[2])
            if isinstance(mechanism, KeepsPot):
                known["pot"].append(mechanism.rule.rpartition(".")[2])
        for id, rule in ruleset.rules.items():
            raw = raw_rules[id]
            for kind, name, path, is_key in names_in(type(rule.params), raw.params):
                if kind == "pot" and not name:  # a payment without a pot
                    continue
                if kind not in known or str(digits(name) if kind in ("honours", "players") else name) in known[kind]:
                    continue
                singular, plural = map(_, WORDS[kind])
                message = _("{id}: {name} has no {singular} {missing!r}").format(
                    id=id, name=ruleset.name, singular=singular, missing=name
                )
                if kind == "honours":
                    message = _("{id}: there are no {name} honours: the pack has {known}").format(
                        id=id, name=name, known=known[kind][-1]
                    )
                at, hint = self._of_parameter(raw, path, suggest(name, known[kind], plural), is_key=is_key)
                self.faults.fault("rules.parameter", message, at, hint)

    def _check_limits(
        self, parts: Iterable[Ruleset], raw_rules: Mapping[str, RawRule], mechanisms: Mapping[str, Mechanism]
    ) -> None:
        """Check that something in the game can reach each number in parameters that has a limit, under some contract."""
        limits = [(part, Quantities(part, (mechanisms[id] for id in part.rules))) for part in parts]
        for id, mechanism in mechanisms.items():
            raw = raw_rules[id]
            for mark, value, path, _key in marked_in(type(mechanism.params), raw.params, Within):
                found = [limit for part, each in limits if id in part.rules if (limit := each.of(mark.quantity))]
                if not found:
                    continue
                halves, reason = max(found)
                if 2 * digits(value) + mark.below <= halves:
                    continue
                name, most = ".".join(map(str, path)), (halves - mark.below) // 2
                message = _("{id}: nothing can reach the {value} of `{name}`: {reason}")
                if mark.below:
                    message = _("{id}: nothing can exceed the {value} of `{name}`: {reason}")
                message = message.format(id=id, value=value, name=name, reason=reason)
                hint = _("write {most} or less, or alter the rule that sets the limit").format(most=most)
                at, hint = self._of_parameter(raw, path, hint)
                self.faults.fault("rules.out-of-reach", message, at, hint)

    def _of_parameter(self, raw: RawRule, path: KeyPath, hint: str, *, is_key: bool = False) -> tuple[Place, str]:
        """The place and the cure for a parameter that does not fit other rules: its own, or where the last layers alter the rule."""
        at = raw.place("params", *path, key=is_key)
        if at.file in self.last_files:
            return at, hint
        hint = _("it is written at {at}; drop {id} as well, or add the rule anew").format(at=at, id=raw.id)
        return self._altered(raw), hint

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
            self.prose_fault(error, *raw.origin(name))
            return None

    def prose_fault(self, error: ProseError, document: Document, path: KeyPath) -> None:
        """Add the fault of prose that cannot be compiled or filled, at its line in a document."""
        at = document.line_of_prose(path, error.line)
        self.faults.fault("rules.prose", _("in this text: {message}"), at, error.hint, message=error.message)

    def _unfilled(self, error: ProseError, ruleset: Ruleset, rule: Rule, raw: RawRule, name: str) -> None:
        """Add the fault of a name without a value: in the prose, or, where that is inherited, where rules were altered."""
        document, path = raw.origin(name)
        gone = (change.place for id, change in ruleset.dropped.items() if repr(id) in error.message)
        at = next(gone, rule.place)
        if at.file == document.file:
            self.prose_fault(error, document, path)
            return
        hint = _("the text is written at {line_of_prose}; give {id} another `{name}` under `changes`").format(
            line_of_prose=document.line_of_prose(path, error.line), id=rule.id, name=name
        )
        message = _("in the {name} of {id}: {message}")
        self.faults.fault("rules.prose", message, at, hint, name=name, id=rule.id, message=error.message)


def names_in(model: type[BaseModel], params: Mapping[str, Any]) -> Iterator[Named]:
    """The names in parameters as written, recognized by the types of the model's fields."""
    for mark, value, path, is_key in marked_in(model, params, NameOf):
        yield mark.kind, str(value), path, is_key


def marked_in(
    model: type[BaseModel], params: Mapping[str, Any], kind: type[M]
) -> Iterator[tuple[M, Any, KeyPath, bool]]:
    """The values in parameters whose types have a mark of a kind: mark, value as written, path, and true for the key of a map."""
    hints = _marked(model)
    for field, value in params.items():
        if field in hints:
            yield from _values(hints[field], value, (field,), kind, is_key=False)


@cache
def _marked(model: type[BaseModel]) -> dict[str, Any]:
    """The types of a model's fields that have a mark."""
    return {field: hint for field, hint in _hints(model).items() if _has_mark(hint)}


def _has_mark(hint: Any) -> bool:
    """True for a type with a mark, or one with such a type inside."""
    marks = getattr(hint, "__metadata__", ())
    inside = [_hints(hint).values()] if _is_model(hint) else [get_args(hint)]
    return any(isinstance(mark, NameOf | Within) for mark in marks) or any(map(_has_mark, chain.from_iterable(inside)))


def _is_model(hint: Any) -> bool:
    """True for a type whose values have fields of their own."""
    return isinstance(hint, type) and issubclass(hint, BaseModel)


@cache
def _hints(model: type[BaseModel]) -> dict[str, Any]:
    return get_type_hints(model, include_extras=True)


def _values(
    hint: Any, value: Any, path: KeyPath, kind: type[M], *, is_key: bool
) -> Iterator[tuple[M, Any, KeyPath, bool]]:
    arguments = get_args(hint)
    mark = next((mark for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, kind)), None)
    if mark is not None:
        yield mark, value, path, is_key
    elif get_origin(hint) is Annotated:
        yield from _values(arguments[0], value, path, kind, is_key=is_key)
    elif isinstance(hint, UnionType) or get_origin(hint) is Union:
        words = {word for argument in arguments if get_origin(argument) is Literal for word in get_args(argument)}
        for argument in arguments if not isinstance(value, str) or value not in words else ():
            yield from _values(argument, value, path, kind, is_key=is_key)
    elif isinstance(value, Mapping) and _is_model(hint):
        for field, item in value.items():
            if field in _marked(hint):
                yield from _values(_marked(hint)[field], item, (*path, field), kind, is_key=False)
    elif isinstance(value, Mapping) and get_origin(hint) is dict:
        for key, item in value.items():
            yield from _values(arguments[0], key, (*path, key), kind, is_key=True)
            yield from _values(arguments[1], item, (*path, key), kind, is_key=False)
    elif isinstance(value, list) and arguments and get_origin(hint) is not dict:
        for i, item in enumerate(value):
            yield from _values(arguments[0], item, (*path, i), kind, is_key=False)


def fit_to_contracts(flat: Flattener, layers: Sequence[Layer]) -> None:
    """Sort maps by contract into the order of the contracts, and remove entries for contracts that do not exist: those that
    another file drops, or that another option might have brought (``fits.also_for``).
    """
    by_file = number_by_file(layers)
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
            i = by_file[raw.origin("params", *path)[0].file]
            option, gone = layers[i].option, flat.dropped.get(f"bid.{name}")
            dropped = by_file[gone.place.file] if gone else -1
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
