"""Mechanisms as a catalogue: what each does, its parameters, an example from a ruleset, and who uses it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Any

from pydantic import BaseModel

from tarot_teach.errors import LoadError, suggest
from tarot_teach.loading import Library
from tarot_teach.loading.contract_table import SECTION, rules_of_table
from tarot_teach.loading.file_catalogue import is_path
from tarot_teach.loading.schemas import params_schema
from tarot_teach.loading.yaml_writer import write_yaml
from tarot_teach.mechanisms import Mechanism, all_mechanisms
from tarot_teach.mechanisms.by_players import KEY as PLAYERS
from tarot_teach.messages import N_, _, collated, pgettext
from tarot_teach.plain_data import attributes

_SECTIONS = ("rules", "gives", "adds", "changes")


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
            **attributes(self, "step", "name", "about"),
            "parameters": [asdict(parameter) for parameter in self.parameters],
            "example": self.example or None,
            "used_by": [{"kind": kind, "id": id} for kind, id in self.used_by],
        }


NEAR = 0.7
"""The least likeness, from 0 to 1, of a word to one that is suggested in its place."""


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
    usual: dict[tuple[str, str], str] = {}
    for key, owners in _owners_of_ids(library).items():
        names = [rule for rule, rulesets in owners.items() if rulesets != {but}]
        usual |= {key: names[0]} if len(names) == 1 else {}
    return usual


@lru_cache(maxsize=1)
def _owners_of_ids(library: Library) -> dict[tuple[str, str], dict[str, set[str]]]:
    """The rulesets of a library that give an id to the rule of a mechanism: by step and mechanism, and then by id."""
    owners: dict[tuple[str, str], dict[str, set[str]]] = {}
    for name in library.ids():
        for rule, mechanism, _lines in _rules_in(library, "ruleset", name):
            owners.setdefault((rule.partition(".")[0], mechanism), {}).setdefault(rule, set()).add(name)
    return owners


def _rules_in(library: Library, kind: str, id: str) -> Iterator[tuple[str, str, str]]:
    """Id, mechanism and lines of each rule that a file of a kind writes, or takes from bundles known by their ids."""
    path = library.path_of(kind, id)
    data = library.document(path).data if path else {}
    for bundle in data.get("uses", ()) if isinstance(data, dict) else ():
        yield from _rules_in(library, "bundle", str(bundle))
    sections = [data.get(section) for section in _SECTIONS] if isinstance(data, dict) else []
    sections += [rules_of_table(data.get(SECTION))] if isinstance(data, dict) else []
    for entries in sections:
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
        parameters.append(
            Parameter(name, _values(properties[name]), default, _(field.description) if field.description else "")
        )
    return KindOfRule(
        mechanism.step,
        mechanism.name,
        _(mechanism.description()),
        tuple(parameters),
        written[0][2] if written else "",
        tuple(dict.fromkeys((kind, id) for kind, id, _lines in written)),
    )


def _words_of(kind: KindOfRule) -> list[str]:
    """The words of a mechanism's name, its description and that of its parameters."""
    parameters = (f"{each.name} {each.meaning}" for each in kind.parameters)
    return _words(" ".join([kind.step, kind.name, kind.about, *parameters]))


def _words(text: str) -> list[str]:
    """The words of a text, in small letters and without marks, in any language."""
    return re.findall(r"[^\W_]+", collated(text))


def _speaks_of(kind: KindOfRule, words: str) -> bool:
    """True if a mechanism's name, description or parameters have all words, or words that begin like them."""
    said = f" {' '.join(_words_of(kind))}"
    return all(f" {' '.join(_words(word)).rstrip('s')}" in said for word in words.split())


def nearest(kinds: Iterable[KindOfRule], about: str) -> list[str]:
    """The names of the few mechanisms of which words are said that are most like those asked for, the nearest first; none where
    no word is like them."""
    asked = _words(about)
    said = {kind.name: _words_of(kind) for kind in kinds}
    every = {word for words in said.values() for word in words}
    like = {word: {near: SequenceMatcher(None, word, near).ratio() for near in every} for word in asked}
    likeness = {name: sum(max(like[word][near] for near in words) for word in asked) for name, words in said.items()}
    near = [name for name, ratio in likeness.items() if ratio >= NEAR * len(asked)]
    return sorted(near, key=lambda name: -likeness[name])[:5]


def _values(schema: dict[str, Any]) -> str:
    """The values that a JSON Schema allows, in a few words."""
    if "const" in schema or "enum" in schema:
        return " | ".join(schema.get("enum") or [schema["const"]])
    kinds = [part for part in (*schema.get("anyOf", ()), *schema.get("oneOf", ())) if part.get("type") != "null"]
    if kinds:
        return _(" or ").join(_values(part) for part in kinds)
    match schema.get("type"):
        case "boolean":
            return "true | false"
        case "integer":
            least = max(schema.get("minimum", 0), schema.get("exclusiveMinimum", -1) + 1)
            limits = (
                _("a whole number from {least} to {most}")
                if "maximum" in schema
                else _("a whole number from {least} on")
            )
            return limits.format(least=least, most=schema.get("maximum"))
        case "array":
            return _("[{values}, …]").format(values=_values(schema["items"]))
        case "object" if "properties" in schema:
            entries = (f"{name}: {_values(entry)}" for name, entry in schema["properties"].items())
            return f"{{{', '.join(entries)}}}"
        case "object":
            known = schema.get("propertyNames")
            names = _values(known) if known else _(PLAYERS if schema.get("title") == PLAYERS else N_("a name"))
            return f"{{{names}: {_values(schema['additionalProperties'])}}}"
    return _("a name")


def _written(value: Any) -> str:
    """A default as a file writes it."""
    value = value.model_dump(exclude_defaults=True) if isinstance(value, BaseModel) else value
    if value in (None, "", (), [], {}):
        return pgettext("values", "none")
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_written, value))}]"
    return str(value).lower() if isinstance(value, bool) else str(value)
