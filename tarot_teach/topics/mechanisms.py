"""Mechanisms as a catalogue: what each does, its parameters, an example from a ruleset, and who uses it."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from tarot_teach.blocks import Block, Heading, Listing, Paragraph, Table
from tarot_teach.errors import LoadError, suggest
from tarot_teach.explain.rulebook import STEP_TITLES
from tarot_teach.language import _
from tarot_teach.loading import Library
from tarot_teach.loading.file_catalogue import is_path
from tarot_teach.loading.formats import params_schema
from tarot_teach.loading.yaml_writer import write_yaml
from tarot_teach.mechanisms import Mechanism, all_mechanisms
from tarot_teach.text import PageRef, Text, filled, say

_SECTIONS = ("rules", "adds", "changes")


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter: its values in a few words, its default as a file writes it (None: it has to be given), and its meaning."""

    name: str
    values: str
    default: str | None
    meaning: str


@dataclass(frozen=True, slots=True)
class KindOfRule:
    """A mechanism, with a rule as a file writes it, and the files that have such a rule: kind and id of each."""

    step: str
    name: str
    about: str
    parameters: tuple[Parameter, ...]
    example: str
    used_by: tuple[tuple[str, str], ...]

    def to_dict(self) -> dict[str, Any]:
        """The mechanism as plain data."""
        return {
            "step": self.step,
            "name": self.name,
            "about": self.about,
            "parameters": [
                {"name": each.name, "values": each.values, "default": each.default, "meaning": each.meaning}
                for each in self.parameters
            ],
            "example": self.example or None,
            "used_by": [{"kind": kind, "id": id} for kind, id in self.used_by],
        }


def kinds_of_rules(library: Library, name: str = "", step: str = "", about: str = "") -> list[KindOfRule]:
    """The mechanisms, or that of a name, those of a ruleset, of a step, or with some words in what is said of them. Raises LoadError for an
    unknown name."""
    wanted = [each for each in all_mechanisms() if name in ("", each.name)]
    if is_path(name) or library.path_of("ruleset", name.partition("+")[0]):
        used = {(rule.step, rule.mechanism) for rule in library.load(name).rules.values()}
        wanted = [each for each in all_mechanisms() if (each.step, each.name) in used]
    if not wanted:
        message, names = _("there is no mechanism {name!r}"), sorted({each.name for each in all_mechanisms()})
        hint = suggest(name, names, _("mechanisms"))
        raise LoadError.of("rules.unknown-mechanism", message, None, hint, name=name)
    written = dict[tuple[str, str], list[tuple[str, str, str]]]()
    for kind in ("ruleset", "option"):
        for id in library.ids(kind):
            for rule, of_rule, lines in _rules_in(library, kind, id):
                written.setdefault((rule.partition(".")[0], of_rule), []).append((kind, id, lines))
    wanted = [each for each in wanted if step in ("", each.step)]
    found = [_kind_of_rule(each, written.get((each.step, each.name), ())) for each in wanted]
    return [each for each in found if _speaks_of(each, about)]


def usual_ids(library: Library, but: str) -> dict[tuple[str, str], str]:
    """The id that all rulesets but one give to the rule of a mechanism, by step and mechanism, where they agree on one."""
    ids = dict[tuple[str, str], set[str]]()
    for id in library.ids():
        for rule, mechanism, _lines in _rules_in(library, "ruleset", id) if id != but else ():
            ids.setdefault((rule.partition(".")[0], mechanism), set()).add(rule)
    return {key: next(iter(names)) for key, names in ids.items() if len(names) == 1}


def _rules_in(library: Library, kind: str, id: str) -> Iterator[tuple[str, str, str]]:
    """Id, mechanism and lines of each rule that a file of a kind writes."""
    path = library.path_of(kind, id)
    data = library.document(path).data if path else {}
    for section in _SECTIONS:
        entries = data.get(section) if isinstance(data, dict) else None
        for rule, entry in entries.items() if isinstance(entries, dict) else ():
            if isinstance(entry, dict) and "mechanism" in entry:
                shown = {key: _as_typed(entry[key]) for key in ("mechanism", "params") if key in entry}
                yield rule, str(entry["mechanism"]), write_yaml({rule: shown}).rstrip("\n")


def _as_typed(value: Any) -> Any:
    """Scalars, which are read as text, as they are typed: numbers without quotes."""
    if isinstance(value, dict):
        return {key: _as_typed(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_as_typed(item) for item in value]
    return int(value) if isinstance(value, str) and str(value).isdecimal() and str(int(value)) == value else value


def _kind_of_rule(mechanism: type[Mechanism], written: Sequence[tuple[str, str, str]]) -> KindOfRule:
    properties = params_schema(mechanism.Params).get("properties", {})
    parameters = []
    for name, field in mechanism.Params.model_fields.items():
        default = None if field.is_required() else _written(field.get_default(call_default_factory=True))
        parameters.append(Parameter(name, _values(properties[name]), default, _(field.description or "")))
    return KindOfRule(
        mechanism.step,
        mechanism.name,
        " ".join((inspect.getdoc(mechanism) or "").split()).replace("``", ""),
        tuple(parameters),
        written[0][2] if written else "",
        tuple(dict.fromkeys((kind, id) for kind, id, _lines in written)),
    )


def _speaks_of(kind: KindOfRule, words: str) -> bool:
    """True if a mechanism's name, description or parameters have all words, or words that begin like them."""
    said = " ".join(
        [
            kind.step,
            kind.name.replace("_", " "),
            kind.about,
            *(f"{each.name} {each.meaning}" for each in kind.parameters),
        ]
    ).casefold()
    return all(f" {word.casefold().rstrip('s')}" in f" {said}" for word in words.split())


def describe_mechanisms(kinds: Sequence[KindOfRule]) -> list[Block]:
    """Mechanisms by step, each with its parameters, an example, and links to those who use it."""
    blocks: list[Block] = []
    head = (say(_("Parameter")), say(_("Values")), say(_("Meaning")))
    for step, of_step in groupby(kinds, key=lambda kind: kind.step):
        title = filled(STEP_TITLES[step] + " ({step})", {"step": step, "talon": _("talon")})
        blocks.append(Heading(2, title, f"mechanisms-{step}"))
        for kind in of_step:
            blocks.append(Heading(3, Text((kind.name,)), f"mechanism-{step}-{kind.name}"))
            blocks.append(Paragraph(Text((kind.about,))))
            rows = tuple(_row(each) for each in kind.parameters)
            blocks += [Table(head, rows)] if rows else []
            blocks += [Listing(kind.example)] if kind.example else []
            refs = [PageRef(*used, used[1]) for used in kind.used_by]
            blocks += [Paragraph(say(_("Used by {names}."), names=refs), "aside")] if refs else []
    return blocks


def _row(parameter: Parameter) -> tuple[Text, ...]:
    values = parameter.values
    if parameter.default is not None:
        values += "; " + _("by default {value}").format(value=parameter.default)
    return Text((parameter.name,)), Text((values,)), Text((parameter.meaning,))


def _values(schema: dict[str, Any]) -> str:
    """The values that a JSON Schema allows, in a few words."""
    if "const" in schema or "enum" in schema:
        return " | ".join(schema.get("enum") or [schema["const"]])
    kinds = [part for part in schema.get("anyOf", ()) if part.get("type") != "null"]
    if kinds:
        return _(" or ").join(_values(part) for part in kinds)
    match schema.get("type"):
        case "boolean":
            return "true | false"
        case "integer":
            least = max(schema.get("minimum", 0), schema.get("exclusiveMinimum", -1) + 1)
            return _("a whole number from {least} to {most}").format(least=least, most=schema.get("maximum"))
        case "array":
            return _("[{values}, …]").format(values=_values(schema["items"]))
        case "object":
            names = _values(schema["propertyNames"]) if "propertyNames" in schema else _("a name")
            return f"{{{names}: {_values(schema['additionalProperties'])}}}"
    return _("a name")


def _written(value: Any) -> str:
    """A default as a file writes it."""
    if value in (None, "", (), [], {}):
        return _("none")
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_written, value))}]"
    return str(value).lower() if isinstance(value, bool) else str(value)
