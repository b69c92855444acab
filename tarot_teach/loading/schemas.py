"""JSON Schemas of the files, for editors: what the loader checks of one file by itself."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from tarot_teach.loading.formats import DeckFile, GlossaryFile, OptionFile, RulesetFile, SourcesFile
from tarot_teach.mechanisms import all_mechanisms

_MODELS: dict[str, type[BaseModel]] = {
    "ruleset": RulesetFile,
    "option": OptionFile,
    "deck": DeckFile,
    "sources": SourcesFile,
    "glossary": GlossaryFile,
}

_BOUNDS = {"ge": "minimum", "le": "maximum"}
"""Bounds under the names of pydantic, which some of its versions leave where a validator stands before them."""


def json_schemas(more: dict[str, type[BaseModel]] | None = None) -> dict[str, dict[str, Any]]:
    """A schema for each kind of file. Rules list the known mechanisms with their parameters.

    ``more`` adds models of higher layers (worked examples, sessions, advice).
    """
    schemas = {}
    for name, model in {**_MODELS, **(more or {})}.items():
        schema = _scalars(model.model_json_schema())
        schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
        schema["title"] = f"tarot_teach {name} file, format 1"
        if name in ("ruleset", "option"):
            _with_mechanisms(schema)
        schemas[name] = schema
    return schemas


def _with_mechanisms(schema: dict[str, Any]) -> None:
    """A rule's mechanism is one of those known, and brings its parameters."""
    rule = schema["$defs"]["RuleFile"]
    names = sorted({mechanism.name for mechanism in all_mechanisms()})
    rule["properties"]["mechanism"]["examples"] = names
    rule["allOf"] = [
        {
            "if": {"properties": {"mechanism": {"const": mechanism.name}}},
            "then": {"properties": {"params": params_schema(mechanism.Params)}},
        }
        for mechanism in all_mechanisms()
    ]


def params_schema(model: type[BaseModel]) -> dict[str, Any]:
    """The schema of a mechanism's parameters."""
    schema: dict[str, Any] = _scalars(model.model_json_schema())
    assert "$defs" not in schema
    return schema


def _scalars(schema: Any) -> Any:
    """YAML readers of editors type scalars themselves: where we read a text, a bare number is as good."""
    if isinstance(schema, list):
        return [_scalars(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    changed = {_BOUNDS.get(key, key): _scalars(value) for key, value in schema.items()}
    if changed.get("additionalProperties") is True:  # the default, which only some versions of pydantic write out
        del changed["additionalProperties"]
    if changed.get("type") == "string" and "pattern" not in changed and "enum" not in changed:
        changed["type"] = ["string", "number"]
    return changed
