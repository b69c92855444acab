"""From raw rules to rules: mechanisms found, parameters and the names in them checked, prose compiled, sources looked up."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ValidationError

from tarot_teach.cards import Deck
from tarot_teach.errors import Faults, KeyPath, LoadError, Place, Problem, suggest
from tarot_teach.language import N_, _
from tarot_teach.loading.completeness import gaps
from tarot_teach.loading.document import Document
from tarot_teach.loading.formats import CitationFile, problems_of
from tarot_teach.loading.inherit import Flattener, Layer, RawRule
from tarot_teach.mechanisms import Mechanism, ParamError, find
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
}
"""Kinds of names in parameters, in the singular and plural."""


class RuleBuilder:
    """Makes rules of raw rules; every fault is added to ``faults``.

    ``evidence`` is that of rules which name none. Rules that do not go together are a fault of the last layers: the
    options, or the ruleset itself.
    """

    def __init__(
        self, deck: Deck, sources: Collection[str], evidence: Evidence, layers: Sequence[Layer], faults: Faults
    ) -> None:
        self.deck, self.sources, self.evidence, self.faults = deck, sources, evidence, faults
        self.last: list[Layer] = [layer for layer in layers if layer.option] or list(layers[-1:])

    def rule(self, raw: RawRule) -> Rule | None:
        """A rule, or None where its mechanism or parameters are at fault."""
        params = self._params(raw)
        citations = self._citations(raw)
        evidence = raw.values["evidence"] or self.evidence
        because = (raw.values["because"] or "").strip()
        reasoned = evidence in REASONED and because
        if not citations and not reasoned:
            self.faults.fault(
                "rules.unsourced",
                _("{id} has no source").format(id=raw.id),
                raw.place(key=True),
                _("add `sources:`, or `evidence: reconstructed` (or house) with `because:`"),
            )
        if citations and not reasoned and not any(citation.at for citation in citations):
            message = _("{id} names a source, but no place in it").format(id=raw.id)
            hint = _("add `at:` with a heading or a page")
            self.faults.fault("rules.unsourced", message, raw.place("sources", 0), hint)
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
            sources=citations,
            evidence=evidence,
            because=because,
            history=tuple(raw.history),
        )

    def check(self, ruleset: Ruleset, flat: Flattener) -> None:
        """Check what needs all rules: names in prose and parameters, required rules, and the completeness of the game."""
        raw_rules = flat.rules
        self._check_names(ruleset, raw_rules)
        for rule in ruleset.rules.values():
            raw = raw_rules[rule.id]
            scope = prose_scope(ruleset, rule)
            for name, prose in (("text", rule.text), ("note", rule.note)):
                try:
                    if prose:
                        prose.fill(scope)
                except ProseError as error:
                    self._unfilled(error, ruleset, rule, raw, name)
            for missing in find(rule.step, rule.mechanism).requires(rule, ruleset):
                hint = _("alter the parameters, or the rules that they have to go with")
                self._incomplete(raw, f"{rule.id}: {missing}", hint)
        if not self.faults:
            self._check_gaps(ruleset, flat)

    def _incomplete(self, raw: RawRule, message: str, hint: str) -> None:
        """Add the fault of a rule that does not go with others: where it is written, or where the last layers alter it."""
        at = raw.place("params")
        if not self._in_last(at):
            hint = _("{id} is written at {at}; alter it under `changes`").format(id=raw.id, at=at)
            at = self._altered(raw)
        self.faults.fault("rules.incomplete", message, at, hint)

    def _check_gaps(self, ruleset: Ruleset, flat: Flattener) -> None:
        """Add faults of an incomplete game: at the rule that lacks something, or where the missing rule was dropped."""
        for message, question, rule, hint in gaps(ruleset):
            dropped = [
                gone.place
                for id, gone in ruleset.dropped.items()
                if question and self._in_last(gone.place) and flat.answers(flat.gone[id], question)
            ]
            if dropped:
                self.faults.fault("rules.incomplete", message, dropped[-1], hint)
            elif rule:
                self._incomplete(flat.rules[rule], message, hint)
            else:
                self.faults.fault("rules.incomplete", message, self.last[-1].place("id"), hint)

    def _in_last(self, place: Place) -> bool:
        return any(layer.document.file == place.file for layer in self.last)

    def _altered(self, raw: RawRule) -> Place:
        """The place where the last layers alter a rule, or else the heading of the last."""
        at = raw.history[-1].place
        return at if self._in_last(at) else self.last[-1].place("id")

    def check_heading(self, ruleset: Ruleset, document: Document) -> None:
        """Check the prose of a ruleset outside of its rules."""
        for name in ("about", "because"):
            try:
                Prose.compile(getattr(ruleset, name).strip()).fill(prose_scope(ruleset))
            except ProseError as error:
                self._prose_fault(error, document, (name,))

    def _unfilled(self, error: ProseError, ruleset: Ruleset, rule: Rule, raw: RawRule, name: str) -> None:
        """Add the fault of a name without a value: in the prose, or, where that is inherited, where rules were altered."""
        document, path = raw.origin(name)
        gone = next((change.place for id, change in ruleset.dropped.items() if repr(id) in error.message), None)
        at = gone or rule.place
        if at.file == document.file:
            self._prose_fault(error, document, path)
            return
        hint = _("the text is written at {line_of_prose}; give {id} another `{name}` under `changes`").format(
            line_of_prose=document.line_of_prose(path, error.line), id=rule.id, name=name
        )
        self.faults.fault(
            "rules.prose",
            _("in the {name} of {id}: {message}").format(name=name, id=rule.id, message=error.message),
            at,
            hint,
        )

    def _params(self, raw: RawRule) -> BaseModel | None:
        step, name = raw.id.partition(".")[0], raw.values["mechanism"]
        try:
            mechanism = find(step, name)
        except LoadError as error:
            problem = error.problems[0]
            self.faults.fault(problem.code, problem.message, raw.place("mechanism"), problem.hint)
            return None
        try:
            params = mechanism.Params.model_validate(raw.params)
        except ValidationError as error:
            self.faults.problems.extend(_param_problems(error, mechanism.Params, raw))
            return None
        if not self._fits_pack(raw, mechanism):
            return None
        try:
            mechanism(raw.id, params, self.deck)
        except ParamError as param_error:
            at = raw.place("params", *param_error.at)
            self.faults.fault("rules.parameter", param_error.message, at, param_error.hint)
            return None
        return params

    def _fits_pack(self, raw: RawRule, mechanism: type[Mechanism[Any]]) -> bool:
        """True if the pack has the marks that a mechanism needs, and the cards and suits that parameters name."""
        lacking = [mark for mark in mechanism.marks if mark not in self.deck.marks]
        for mark in lacking:
            message = _("{id} asks which cards are marked {mark!r}, and the {title} has no such mark").format(
                id=raw.id, mark=mark, title=self.deck.title
            )
            hint = _("add `{mark}:` under `marks` of the pack {id}").format(mark=mark, id=self.deck.id)
            self.faults.fault("rules.incomplete", message, raw.place("mechanism"), hint)
        wrong = [named for named in names_in(mechanism.Params, raw.params) if not _in_pack(named, self.deck)]
        for kind, name, path, is_key in wrong:
            at = raw.place("params", *path, key=is_key)
            message = _("{name!r} is no {words} of the {title}").format(
                name=name, words=_(WORDS[kind][0]), title=self.deck.title
            )
            known = [*self.deck.suits] if kind == "suit" else [*self.deck.marks, *self.deck.suits]
            self.faults.fault("rules.parameter", message, at, suggest(name, known, _(WORDS[kind][1])))
        return not wrong and not lacking

    def _check_names(self, ruleset: Ruleset, raw_rules: Mapping[str, RawRule]) -> None:
        """Check that some rule brings each contract, handful and so on that parameters name."""
        known = _names_of_rules(ruleset)
        for rule in ruleset.rules.values():
            raw = raw_rules[rule.id]
            for kind, name, path, is_key in names_in(type(rule.params), raw.params):
                if kind not in known or str(digits(name) if kind == "honours" else name) in known[kind]:
                    continue
                singular, plural = map(_, WORDS[kind])
                at, hint = raw.place("params", *path, key=is_key), suggest(name, known[kind], plural)
                if not self._in_last(at):
                    hint = _("it is written at {at}; drop {id} as well, or add the rule anew").format(at=at, id=rule.id)
                    at = self._altered(raw)
                message = _("{id}: {name} has no {singular} {missing!r}").format(
                    id=rule.id, name=ruleset.name, singular=singular, missing=name
                )
                if kind == "honours":
                    message = _("{id}: there are no {name} honours: the pack has {known}").format(
                        id=rule.id, name=name, known=known[kind][-1]
                    )
                self.faults.fault("rules.parameter", message, at, hint)

    def _citations(self, raw: RawRule) -> tuple[Citation, ...]:
        cited: list[CitationFile] = raw.values["sources"] or []
        for i, citation in enumerate(cited):
            if citation.source not in self.sources:
                message = _("{source!r} is not in the bibliography").format(source=citation.source)
                hint = suggest(citation.source, self.sources, _("sources"))
                self.faults.fault("rules.unknown-source", message, raw.place("sources", i, "source"), hint)
        return tuple(Citation(citation.source, citation.at, citation.says) for citation in cited)

    def _prose(self, raw: RawRule, name: str) -> Prose | None:
        source = raw.values[name]
        if not source:
            return None
        try:
            return Prose.compile(source.strip())
        except ProseError as error:
            self._prose_fault(error, *raw.origin(name))
            return None

    def _prose_fault(self, error: ProseError, document: Document, path: KeyPath) -> None:
        place = document.line_of_prose(path, error.line)
        self.faults.fault("rules.prose", _("in this text: {message}").format(message=error.message), place, error.hint)


def _param_problems(error: ValidationError, model: type[BaseModel], raw: RawRule) -> list[Problem]:
    """The errors of pydantic about parameters as problems, each in the file that sets the parameter."""
    problems = []
    for detail in error.errors():
        document, path = raw.origin("params", *(str(part) if isinstance(part, str) else part for part in detail["loc"]))
        single = ValidationError.from_exception_data(error.title, [_line_error(detail)])
        depth = len(path) - len(detail["loc"])
        for problem in problems_of(single, model, document, path[:depth]):
            problems.append(replace(problem, message=f"{raw.id}: {problem.message}"))
    return problems


def _line_error(detail: Any) -> Any:
    selected = {key: detail[key] for key in ("type", "loc", "input", "ctx") if key in detail}
    if detail["type"] == "value_error":
        selected["ctx"] = {"error": detail["ctx"]["error"]}
    return selected


class Named(NamedTuple):
    """A name in a rule's parameters: what it names, its path below ``params``, and if it is the key of a map."""

    kind: str
    name: str
    path: KeyPath
    is_key: bool


def names_in(model: type[BaseModel], params: Mapping[str, Any]) -> Iterator[Named]:
    """The names in parameters as written, recognized by the types of the model's fields."""
    hints = _hints(model)
    for field, value in params.items():
        if field in hints:
            yield from _names(hints[field], value, (field,), is_key=False)


@cache
def _hints(model: type[BaseModel]) -> dict[str, Any]:
    return get_type_hints(model, include_extras=True)


def _names(hint: Any, value: Any, path: KeyPath, *, is_key: bool) -> Iterator[Named]:
    kind = next((mark.kind for mark in _marks(hint)), None)
    if kind is not None:
        yield Named(kind, str(value), path, is_key)
        return
    if get_origin(hint) is Annotated:
        yield from _names(get_args(hint)[0], value, path, is_key=is_key)
    elif isinstance(value, Mapping) and get_origin(hint) is dict:
        of_key, of_value = get_args(hint)
        for key, item in value.items():
            yield from _names(of_key, key, (*path, key), is_key=True)
            yield from _names(of_value, item, (*path, key), is_key=False)
    elif isinstance(value, list) and get_args(hint):
        for i, item in enumerate(value):
            yield from _names(get_args(hint)[0], item, (*path, i), is_key=False)


def _marks(hint: Any) -> Iterator[NameOf]:
    return (part for part in getattr(hint, "__metadata__", ()) if isinstance(part, NameOf))


def _in_pack(named: Named, deck: Deck) -> bool:
    """True if a card or suit is in the pack, and for names of other kinds."""
    if named.kind == "card":
        return deck.named(named.name) is not None
    return named.kind != "suit" or named.name in deck.suits


def _names_of_rules(ruleset: Ruleset) -> dict[str, list[str]]:
    """The names that a ruleset's rules bring, by kind of name."""
    known: dict[str, list[str]] = {"contract": [], "handful": [], "apart": []}
    for rule in ruleset.rules.values():
        mechanism = find(rule.step, rule.mechanism)
        if issubclass(mechanism, Contract):
            known["contract"].append(mechanism(rule.id, rule.params, ruleset.deck).contract)
        elif issubclass(mechanism, Offers) and mechanism.kind in known:
            known[mechanism.kind] += mechanism(rule.id, rule.params, ruleset.deck).levels
    honours = ruleset.deck.marks.get("honour", 0).bit_count()
    return {**known, "honours": [str(number) for number in range(honours + 1)]}


def fit_to_contracts(flat: Flattener, layers: Iterable[Layer]) -> None:
    """Sort maps by contract into the order of the contracts, and remove entries for contracts that do not exist: those that
    another file drops, or that another option might have brought (``fits.also_for``).
    """
    by_file = {layer.document.file: (i, layer) for i, layer in enumerate(layers)}
    for raw in flat.rules.values():
        model = _params_model(raw)
        for kind, name, path, is_key in list(names_in(model, raw.params)) if model else ():
            rule = f"bid.{name}"
            if kind != "contract" or not is_key or rule in flat.rules:
                continue
            i, writer = by_file[raw.origin("params", *path)[0].file]
            gone = flat.dropped.get(rule)
            dropped = by_file[gone.place.file][0] if gone else -1
            option = writer.option
            if (option and rule in option.fits.also_for) or i < dropped or (option and gone and i != dropped):
                _remove(raw.params, path)
        _sort_by_contract(raw, model, [id.partition(".")[2] for id in flat.order if id.startswith("bid.")])


def _sort_by_contract(raw: RawRule, model: type[BaseModel] | None, contracts: list[str]) -> None:
    """Sort maps by contract into the order of the contracts."""
    for field, hint in (_hints(model) if model else {}).items():
        value = raw.params.get(field)
        if get_origin(hint) is dict and get_args(hint)[0] == ContractName and isinstance(value, dict):
            ranks = {name: i for i, name in enumerate(contracts)}
            raw.params[field] = dict(sorted(value.items(), key=lambda entry: ranks.get(entry[0], len(ranks))))


def _params_model(raw: RawRule) -> type[BaseModel] | None:
    try:
        return find(raw.id.partition(".")[0], raw.values["mechanism"]).Params
    except LoadError:
        return None


def _remove(params: dict[str, Any], path: KeyPath) -> None:
    """Remove an entry of nested maps; the maps are copied, since other layers may share them."""
    at = params
    for key in path[:-1]:
        at[str(key)] = dict(at[str(key)])
        at = at[str(key)]
    at.pop(str(path[-1]), None)
