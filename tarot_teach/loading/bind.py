"""From flat rules to a ruleset: mechanisms found, parameters checked, prose compiled, sources looked up."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from pydantic import BaseModel, ValidationError

from tarot_teach.cards import Deck
from tarot_teach.errors import LoadError, Place, Problem, suggest
from tarot_teach.loading.document import Document, KeyPath
from tarot_teach.loading.models import CitationFile
from tarot_teach.loading.parse import problems_of
from tarot_teach.loading.resolve import RawRule
from tarot_teach.mechanisms import ParamError, find
from tarot_teach.rules import Citation, Evidence, Prose, ProseError, Rule, Ruleset, prose_scope
from tarot_teach.text import TermRef

REASONED = (Evidence.HOUSE, Evidence.RECONSTRUCTED)


class Binder:
    """Makes rules of raw rules and gathers every fault."""

    def __init__(self, deck: Deck, terms: Mapping[str, TermRef], sources: Collection[str], evidence: Evidence) -> None:
        self.deck: Deck = deck
        self.terms: Mapping[str, TermRef] = terms
        self.sources: Collection[str] = sources
        self.evidence: Evidence = evidence
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

    def check(self, ruleset: Ruleset, raw_rules: Mapping[str, RawRule]) -> None:
        """What can only be seen when all rules are there: names in prose, and what mechanisms need of each other."""
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
                at = raw.place("params")
                if at.file == ruleset.place.file:
                    hint = "alter the parameters, or the rules that they have to go with"
                    self.fault("rules.incomplete", f"{rule.id}: {missing}", at, hint)
                else:
                    hint = f"{rule.id} is written at {at}; alter it under `changes`"
                    self.fault("rules.incomplete", f"{rule.id}: {missing}", ruleset.place, hint)

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
        try:
            mechanism(raw.id, params, self.deck)
        except ParamError as param_error:
            at = raw.place("params", *param_error.at)
            self.fault("rules.parameter", param_error.message, at, param_error.hint)
            return None
        return params

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
