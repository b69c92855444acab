"""From flat rules to a ruleset: mechanisms found, parameters checked, prose compiled, sources looked up."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pydantic import BaseModel, ValidationError

from tarot_teach.cards import Deck
from tarot_teach.errors import KeyPath, LoadError, Place, Problem, suggest
from tarot_teach.loading.completeness import Game
from tarot_teach.loading.document import Document
from tarot_teach.loading.formats import CitationFile, OptionFile, RulesetFile
from tarot_teach.loading.inherit import Flattener, Layer, RawRule
from tarot_teach.loading.names import WORDS, in_pack, known_in, known_in_pack, names_in
from tarot_teach.loading.parse import problems_of
from tarot_teach.mechanisms import Mechanism, ParamError, find
from tarot_teach.mechanisms.base import digits
from tarot_teach.rules import Citation, Evidence, Prose, ProseError, Rule, Ruleset, prose_scope
from tarot_teach.text import TermRef

REASONED = (Evidence.HOUSE, Evidence.RECONSTRUCTED)


class Binder:
    """Makes rules of raw rules and gathers every fault."""

    def __init__(
        self,
        deck: Deck,
        terms: Mapping[str, TermRef],
        sources: Collection[str],
        evidence: Evidence,
        layers: Sequence[Layer],
    ) -> None:
        self.deck: Deck = deck
        self.terms: Mapping[str, TermRef] = terms
        self.sources: Collection[str] = sources
        self.evidence: Evidence = evidence
        options = [layer for layer in layers if isinstance(layer.file, OptionFile)]
        last = [layer for layer in layers if isinstance(layer.file, RulesetFile)][-1:]
        self.own: list[Layer] = options or last  # those that answer for what does not go together
        self.problems: list[Problem] = []

    def fault(self, code: str, message: str, place: Place, hint: str | None = None) -> None:
        """Note a fault."""
        self.problems.append(Problem(code, message, place, hint))

    def rule(self, raw: RawRule) -> Rule | None:
        """A rule, or None when its mechanism or parameters are at fault."""
        params = self._params(raw)
        citations = self._citations(raw)
        evidence = raw.values["evidence"] or self.evidence
        because = (raw.values["because"] or "").strip()
        reasoned = evidence in REASONED and because
        if not citations and not reasoned:
            self.fault(
                "rules.unsourced",
                f"{raw.id} has no source",
                raw.place(key=True),
                "add `sources:`, or `evidence: reconstructed` (or house) with `because:`",
            )
        if citations and not reasoned and not any(citation.at for citation in citations):
            message = f"{raw.id} names a source, but no place in it"
            hint = "add `at:` with a heading or a page"
            self.fault("rules.unsourced", message, raw.place("sources", 0), hint)
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
        """Check names in prose and parameters, and the completeness of the game; all rules have to be there."""
        raw_rules = flat.rules
        self._names(ruleset, raw_rules)
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
                hint = "alter the parameters, or the rules that they have to go with"
                self._odd(raw, f"{rule.id}: {missing}", hint)
        if not self.problems:
            self._gaps(ruleset, flat)

    def _odd(self, raw: RawRule, message: str, hint: str) -> None:
        """A rule that does not go with others: told where it is written, or else where others have been altered."""
        at = raw.place("params")
        if not self._is_own(at):
            hint = f"{raw.id} is written at {at}; alter it under `changes`"
            at = self._altered(raw)
        self.fault("rules.incomplete", message, at, hint)

    def _gaps(self, ruleset: Ruleset, flat: Flattener) -> None:
        """The place of a fault: the rule that lacks something, or the drop of the rule that answered the question."""
        for message, question, rule, hint in Game(ruleset).gaps():
            dropped = [
                gone.place
                for id, gone in ruleset.dropped.items()
                if question and self._is_own(gone.place) and flat.answers(flat.gone[id], question)
            ]
            if dropped:
                self.fault("rules.incomplete", message, dropped[-1], hint)
            elif rule:
                self._odd(flat.rules[rule], message, hint)
            else:
                self.fault("rules.incomplete", message, self.own[-1].place("id"), hint)

    def _is_own(self, place: Place) -> bool:
        return any(layer.document.file == place.file for layer in self.own)

    def _altered(self, raw: RawRule) -> Place:
        """Where the last file to speak of a rule alters it, or else its heading."""
        at = raw.history[-1].place
        return at if self._is_own(at) else self.own[-1].place("id")

    def check_heading(self, ruleset: Ruleset, document: Document) -> None:
        """The prose of a ruleset that belongs to no rule."""
        for name in ("about", "because"):
            try:
                Prose.compile(getattr(ruleset, name).strip()).fill(prose_scope(ruleset))
            except ProseError as error:
                self._prose_fault(error, document, (name,))

    def _unfilled(self, error: ProseError, ruleset: Ruleset, rule: Rule, raw: RawRule, name: str) -> None:
        """A name without a value. Where the prose is a parent's, the fault is with who altered the rules after it."""
        document, path = raw.origin(name)
        gone = next((change.place for id, change in ruleset.dropped.items() if repr(id) in error.message), None)
        at = gone or rule.place
        if at.file == document.file:
            self._prose_fault(error, document, path)
            return
        hint = f"the text is written at {document.line_of_prose(path, error.line)}; give {rule.id} another `{name}` under `changes`"
        self.fault("rules.prose", f"in the {name} of {rule.id}: {error.message}", at, hint)

    def _params(self, raw: RawRule) -> BaseModel | None:
        step, name = raw.id.partition(".")[0], raw.values["mechanism"]
        try:
            mechanism = find(step, name)
        except LoadError as error:
            found = error.problems[0]
            self.fault(found.code, found.message, raw.place("mechanism"), found.hint)
            return None
        try:
            params = mechanism.Params.model_validate(raw.params)
        except ValidationError as error:
            self.problems += _param_problems(error, mechanism.Params, raw)
            return None
        if not self._in_pack(raw, mechanism):
            return None
        try:
            mechanism(raw.id, params, self.deck)
        except ParamError as param_error:
            at = raw.place("params", *param_error.at)
            self.fault("rules.parameter", param_error.message, at, param_error.hint)
            return None
        return params

    def _in_pack(self, raw: RawRule, mechanism: type[Mechanism[Any]]) -> bool:
        """The marks that a mechanism needs, and the cards and suits that parameters name, are in the pack."""
        lacking = [mark for mark in mechanism.marks if mark not in self.deck.marks]
        for mark in lacking:
            message = f"{raw.id} asks which cards are marked {mark!r}, and the {self.deck.title} has no such mark"
            hint = f"add `{mark}:` under `marks` of the pack {self.deck.id}"
            self.fault("rules.incomplete", message, raw.place("mechanism"), hint)
        names = list(names_in(mechanism.Params, raw.params))
        wrong = [named for named in names if not in_pack(named.kind, named.name, self.deck)]
        for kind, name, path, is_key in wrong:
            at = raw.place("params", *path, key=is_key)
            message = f"{name!r} is no {WORDS[kind][0]} of the {self.deck.title}"
            self.fault("rules.parameter", message, at, suggest(name, known_in_pack(kind, self.deck), WORDS[kind][1]))
        return not wrong and not lacking

    def _names(self, ruleset: Ruleset, raw_rules: Mapping[str, RawRule]) -> None:
        """The contracts, handfuls and others that parameters name are brought by some rule."""
        known = known_in(ruleset)
        for rule in ruleset.rules.values():
            raw = raw_rules[rule.id]
            for kind, name, path, is_key in names_in(type(rule.params), raw.params):
                if kind not in known or str(digits(name) if kind == "honours" else name) in known[kind]:
                    continue
                one, all_of_them = WORDS[kind]
                at, hint = raw.place("params", *path, key=is_key), suggest(name, known[kind], all_of_them)
                if not self._is_own(at):
                    hint = f"it is written at {at}; drop {rule.id} as well, or add the rule anew"
                    at = self._altered(raw)
                message = f"{rule.id}: {ruleset.name} has no {one} {name!r}"
                if kind == "honours":
                    message = f"{rule.id}: there are no {name} honours: the pack has {known[kind][-1]}"
                self.fault("rules.parameter", message, at, hint)

    def _citations(self, raw: RawRule) -> tuple[Citation, ...]:
        cited: list[CitationFile] = raw.values["sources"] or []
        for i, citation in enumerate(cited):
            if citation.source not in self.sources:
                message = f"{citation.source!r} is not in the bibliography"
                hint = suggest(citation.source, self.sources, "sources")
                self.fault("rules.unknown-source", message, raw.place("sources", i, "source"), hint)
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
        self.fault("rules.prose", f"in this text: {error.message}", place, error.hint)


def _param_problems(error: ValidationError, model: type[BaseModel], raw: RawRule) -> list[Problem]:
    """Complaints about parameters, each in the file that wrote the parameter."""
    problems = []
    for detail in error.errors():
        document, path = raw.origin("params", *(str(part) if isinstance(part, str) else part for part in detail["loc"]))
        single = ValidationError.from_exception_data(error.title, [_line_error(detail)])
        depth = len(path) - len(detail["loc"])
        for problem in problems_of(single, model, document, path[:depth]):
            problems.append(replace(problem, message=f"{raw.id}: {problem.message}"))
    return problems


def _line_error(detail: Any) -> Any:
    kept = {key: detail[key] for key in ("type", "loc", "input", "ctx") if key in detail}
    if detail["type"] == "value_error":
        kept["ctx"] = {"error": detail["ctx"]["error"]}
    return kept
